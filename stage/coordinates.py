"""Vectors as they are written in a line: their coordinates in round brackets."""

from __future__ import annotations

from algebra.matrices import Matrix
from algebra.numbers import to_float
from stage.matrices import short_latex


def tuple_latex(vector: Matrix) -> str:
    """A vector as its coordinates in round brackets, long numbers to four digits."""
    return f"({', '.join(short_latex(x) for x in vector.columns[0])})"


def upright(vector: Matrix) -> Matrix:
    """A vector or its opposite: the one whose first entry other than 0 is positive."""
    leading = next((to_float(x) for x in vector.columns[0] if to_float(x)), 0.0)
    return -vector if leading < 0 else vector
