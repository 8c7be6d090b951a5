"""What may stand in a matrix: the checks that every matrix passes when it is made."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from algebra.numbers import Number, Surd, number
from algebra.wording import message_of, phrase, worded

Array: TypeAlias = NDArray[np.float64]
Rows: TypeAlias = tuple[tuple[Number, ...], ...]

LARGEST_RANDOM = 4096 * 4096
"""Most entries of a matrix of floats: 128 MiB."""
LARGEST_EXACT = 1024 * 1024
"""Most entries of a matrix written entry by entry, each an object of its own."""
LARGEST_BITS = 1000
"""Binary digits before the point of an exact entry, so that every entry has a finite float."""


def within(m: int, n: int, limit: int) -> None:
    """Raise ValueError unless m, n ≥ 1 are whole numbers with m·n ≤ limit."""
    for size in (m, n):
        if isinstance(size, bool) or not isinstance(size, int):
            raise ValueError(phrase("a size is a whole number, not {size!r}", size=size))
        if size < 1:
            raise ValueError(
                phrase("a matrix has at least one row and one column, not {m}×{n}", m=m, n=n)
            )
    if m * n > limit:
        raise ValueError(
            phrase(
                "{m}×{n} is {m2:,} entries; at most {limit:,} are allowed here",
                m=m,
                n=n,
                m2=m * n,
                limit=limit,
            )
        )


def checked_rows(rows: object) -> Rows:
    """The rows as tuples of numbers; raises ValueError for what cannot be a matrix."""
    if not isinstance(rows, tuple | list) or not rows:
        raise ValueError("a matrix has at least one row; this one is empty")
    width = 0
    for i, row in enumerate(rows):
        if not isinstance(row, tuple | list):
            raise ValueError(phrase("row {i} is {row!r}, not a list of numbers", i=i + 1, row=row))
        if not row:
            raise ValueError(phrase("row {i} is empty", i=i + 1))
        width = width or len(row)
        if len(row) != width:
            raise ValueError(
                phrase(
                    "row {i} has {number} where row 1 has {number2}; "
                    "all rows of a matrix are equally long",
                    i=i + 1,
                    number=_counted(len(row)),
                    number2=_counted(width),
                )
            )
    within(len(rows), width, LARGEST_EXACT)
    checked = []
    for i, row in enumerate(rows):
        try:
            checked.append(tuple(map(_entry, row)))
        except ValueError as error:
            raise ValueError(
                phrase("row {i}: {error}", i=i + 1, error=worded(message_of(error)))
            ) from None
    return tuple(checked)


def _entry(value: object) -> Number:
    exact = number(value)
    terms = exact.terms if isinstance(exact, Surd) else ((1, exact),)
    for radicand, part in terms:
        if isinstance(part, Fraction):
            bits = part.numerator.bit_length() - part.denominator.bit_length()
            if bits + radicand.bit_length() > LARGEST_BITS:
                raise ValueError("an entry is too large: at most about 10^300 is allowed")
    return exact


def checked_array(array: Array) -> Array:
    """The m×n array, read-only; raises ValueError for other shapes, nan and infinities."""
    if array.ndim != 2:
        raise ValueError(
            phrase("a matrix has rows and columns; this array has {ndim} axes", ndim=array.ndim)
        )
    m, n = array.shape
    within(m, n, LARGEST_RANDOM)
    if not np.isfinite(array).all():
        raise ValueError("an entry is not a finite number")
    if array.dtype == np.float64 and array.base is None and not array.flags.writeable:
        return array
    copied = np.array(array, dtype=np.float64, order="C")
    copied.flags.writeable = False
    return copied


def _counted(n: int) -> str:
    return "1 entry" if n == 1 else phrase("{n} entries", n=n)


def positions(index: object, size: int, what: str) -> int | list[int]:
    """One place for a whole number (from −size up), a list of places for a slice.

    Raises IndexError where nothing is, TypeError for other kinds of index.
    """
    if isinstance(index, slice):
        places = list(range(size)[index])
        if not places:
            raise IndexError(phrase("no {what} is picked", what=worded(what)))
        return places
    if isinstance(index, bool) or not isinstance(index, int):
        raise TypeError(
            phrase(
                "a {what} index is a whole number or :, not {index!r}",
                what=worded(what),
                index=index,
            )
        )
    if not -size <= index < size:
        raise IndexError(
            phrase(
                "{what} {index} does not exist: the {what}s are 0 to {size}",
                what=worded(what),
                index=index,
                size=size - 1,
            )
        )
    return index % size
