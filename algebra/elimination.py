"""Gauss–Jordan elimination on exact numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from algebra.entries import Rows
from algebra.numbers import Number, is_exact


class LeftTheField(ArithmeticError):  # noqa: N818 - a signal that is always caught
    """An exact calculation would need a larger field of surds than is kept exact."""


@dataclass(frozen=True)
class Echelon:
    """The reduced row echelon form: `rows` with leading ones in the columns `pivots`."""

    rows: Rows
    pivots: tuple[int, ...]


def echelon(rows: Rows, width: int) -> Echelon:
    """The reduced row echelon form of exact rows, pivots in the first `width` columns only.

    Raises LeftTheField.
    """
    work = [list(row) for row in rows]
    pivots: list[int] = []
    for j in range(width):
        top = len(pivots)
        chosen = next((i for i in range(top, len(work)) if work[i][j]), None)
        if chosen is None:
            continue
        work[top], work[chosen] = work[chosen], work[top]
        pivot = work[top][j]
        work[top] = [_kept(x / pivot) if x else x for x in work[top]]
        for i, row in enumerate(work):
            factor = row[j]
            if i != top and factor:
                work[i] = [_step(x, factor, y) for x, y in zip(row, work[top], strict=True)]
        pivots.append(j)
        if len(pivots) == len(work):
            break
    return Echelon(tuple(tuple(row) for row in work), tuple(pivots))


def determinant_of(rows: Rows) -> Number:
    """The determinant of exact square rows, by elimination. Raises LeftTheField."""
    work = [list(row) for row in rows]
    n = len(work)
    product: Number = Fraction(1)
    for j in range(n):
        chosen = next((i for i in range(j, n) if work[i][j]), None)
        if chosen is None:
            return Fraction(0)
        if chosen != j:
            work[j], work[chosen] = work[chosen], work[j]
            product = -product
        pivot = work[j][j]
        product = _kept(product * pivot)
        for i in range(j + 1, n):
            if work[i][j]:
                factor = _kept(work[i][j] / pivot)
                work[i] = [_step(x, factor, y) for x, y in zip(work[i], work[j], strict=True)]
    return product


def whole(vector: Sequence[Number]) -> tuple[Number, ...]:
    """The positive multiple in smallest whole numbers; unchanged if an entry is irrational."""
    fractions = [x for x in vector if isinstance(x, Fraction)]
    if len(fractions) < len(vector) or not any(fractions):
        return tuple(vector)
    denominator = math.lcm(*(x.denominator for x in fractions))
    divisor = math.gcd(*(int(x * denominator) for x in fractions))
    return tuple(x * denominator / divisor for x in fractions)


def _step(x: Number, factor: Number, y: Number) -> Number:
    return _kept(x - factor * y) if y else x


def _kept(x: Number) -> Number:
    if not is_exact(x):
        raise LeftTheField
    return x
