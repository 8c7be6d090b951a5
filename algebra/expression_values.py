"""What an expression can be, and when two such values are equal, ordered or close."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from algebra.matrices import Matrix
from algebra.numbers import Number, absolute
from algebra.wording import phrase, worded

Value: TypeAlias = "Number | Matrix | tuple[Value, ...] | bool"
"""A number, a matrix (a vector is a column), several of them, or a truth value."""

ORDERS: Mapping[str, Callable[[Number, Number], bool]] = MappingProxyType(
    {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
)


class Incomparable(ValueError):  # noqa: N818 -- it says what is wrong with the two values
    """Two values that cannot be compared: why not, and what to write instead."""

    def __init__(self, what: str, cure: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.cure = cure


def describe(value: Value) -> str:
    """What a value is, in words: "a number", "a 2×3 matrix", "a vector of 3 numbers"."""
    if isinstance(value, Matrix):
        m, n = value.shape
        return (
            phrase("a vector of {number}", number=_count(m, "number"))
            if n == 1
            else phrase("a {m}×{n} matrix", m=m, n=n)
        )
    if isinstance(value, tuple):
        vectors = any(isinstance(part, Matrix) for part in value)
        return _count(len(value), "vector" if vectors else "number")
    return phrase("a comparison") if isinstance(value, bool) else phrase("a number")


def _count(number: int, noun: str) -> str:
    return phrase(
        "{number} {noun}" if number == 1 else "{number} {noun}s", number=number, noun=worded(noun)
    )


def numbers_in(value: Value) -> tuple[Number, ...]:
    """All numbers of a value, row by row."""
    if isinstance(value, Matrix):
        return tuple(x for row in value.rows for x in row)
    if isinstance(value, tuple):
        return tuple(x for part in value for x in numbers_in(part))
    return (value,)


def is_exact(value: Value) -> bool:
    """True if no number in the value is a float."""
    if isinstance(value, Matrix):
        return value.is_exact
    if isinstance(value, tuple):
        return all(is_exact(part) for part in value)
    return not isinstance(value, float)


def largest_difference(left: Value, right: Value) -> Number:
    """The largest |x − y| over the entries of two values; raises `Incomparable`."""
    pairs = zip(*(numbers_in(side) for side in _matched(left, right)), strict=True)
    return max((absolute(x - y) for x, y in pairs), default=Fraction(0))


def equal(left: Value, right: Value) -> bool:
    """Are two exact values the same, entry by entry? Raises `Incomparable`.

    A basis equals the matrix whose rows are its vectors, and a basis of one vector equals that
    column: ``kernel(A) == [-2, 1]``.
    """
    if not (is_exact(left) and is_exact(right)):
        raise Incomparable("floating numbers are never known to be equal", "write close(x, y, tol)")
    if isinstance(left, tuple) and isinstance(right, tuple) and len(left) != len(right):
        return False
    left, right = _matched(left, right)
    return numbers_in(left) == numbers_in(right)


def ordered(sign: str, left: Value, right: Value) -> bool:
    """``left sign right`` for two numbers and one of the signs < <= > >=; raises `Incomparable`."""
    left, right = _number_of(left), _number_of(right)
    for side in (left, right):
        if isinstance(side, Matrix | tuple | bool):
            raise Incomparable(
                phrase("{sign} compares numbers; this is {side}", sign=sign, side=describe(side))
            )
    # The loop has left numbers only; the type checker cannot see that.
    assert not isinstance(left, Matrix | tuple)
    assert not isinstance(right, Matrix | tuple)
    return ORDERS[sign](left, right)


def _number_of(value: Value) -> Value:
    """A 1×1 matrix as its entry: x.T @ y is a number to everybody but the shapes."""
    return value.rows[0][0] if isinstance(value, Matrix) and value.shape == (1, 1) else value


def _matched(left: Value, right: Value) -> tuple[Value, Value]:
    """The two values in a form in which their numbers correspond; raises `Incomparable`."""
    if isinstance(left, tuple) and isinstance(right, Matrix):
        return _as_matrix(left, right), right
    if isinstance(left, Matrix) and isinstance(right, tuple):
        return left, _as_matrix(right, left)
    if isinstance(left, Matrix) != isinstance(right, Matrix):
        left, right = _number_of(left), _number_of(right)
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        if left.shape == right.shape:
            return left, right
    elif isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) == len(right):
            pairs = [_matched(x, y) for x, y in zip(left, right, strict=True)]
            return tuple(x for x, _ in pairs), tuple(y for _, y in pairs)
    elif not isinstance(left, Matrix | tuple | bool) and not isinstance(
        right, Matrix | tuple | bool
    ):
        return left, right
    raise Incomparable(
        phrase("{left} cannot be compared with {right}", left=describe(left), right=describe(right))
    )


def _as_matrix(several: tuple[Value, ...], like: Matrix) -> Value:
    """Several numbers as a column, one vector as itself, several vectors as rows."""
    vectors = [part for part in several if isinstance(part, Matrix)]
    if len(vectors) != len(several):
        if like.shape == (len(several), 1):
            return several
    elif len(vectors) == 1 and vectors[0].shape == like.shape:
        return vectors[0]
    elif vectors and like.shape == (len(vectors), vectors[0].shape[0]):
        return several
    raise Incomparable(
        phrase(
            "{several} cannot be compared with {like}",
            several=describe(several),
            like=describe(like),
        )
    )
