"""What a scene computes: the values that a number typed into its texts may be."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pydantic import BaseModel

from algebra import facts
from algebra.expression_values import numbers_in
from algebra.expressions import ExpressionError, Purse, Value, evaluate
from algebra.matrices import Matrix
from algebra.numbers import Number, Surd
from language.inner import InnerScene
from language.numerals import Numeral

LARGEST_LISTED = 12
"""Rows or columns of a matrix whose entries, kernel and image are facts one by one."""

_MOST_WORK = 50_000_000
"""m·n·min(m, n) of a matrix whose rank is still worth a notice."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A computed value, and the expression for it; "" where an author has none."""

    value: Number
    source: str

    def is_meant_by(self, typed: Numeral) -> bool:
        """Is the typed number this value, its size, or either of them rounded?"""
        value = self.value
        sizes = (value, -value)
        if isinstance(value, Fraction) and typed.value in sizes:
            return True
        room = 0.5 * 10.0**-typed.places if typed.places else 1e-9 * max(1.0, abs(float(value)))
        return any(abs(float(size) - float(typed.value)) <= room * (1 + 1e-9) for size in sizes)


def nearest(typed: Numeral, known: Iterable[Fact]) -> Fact | None:
    """The fact nearest to a typed number; of equally near ones the first that has a source.

    None if even that is so far away (by more than half of the larger) that nobody can have meant
    it.
    """
    aim = float(typed.value)
    near = min(
        known, key=lambda fact: (abs(float(fact.value) - aim), not fact.source), default=None
    )
    if near is None:
        return None
    found = float(near.value)
    return near if abs(found - aim) <= max(abs(found), abs(aim)) / 2 else None


def computed(sources: Iterable[str], names: Mapping[str, Value], purse: Purse) -> Iterator[Fact]:
    """The values of expressions that texts show; what is costly beyond the purse is left out."""
    for source in dict.fromkeys(sources):
        try:
            value = evaluate(source, names, purse)
        except ExpressionError:
            continue
        whole = not isinstance(value, Matrix | tuple | bool)
        if not (isinstance(value, Matrix) and max(value.shape) > LARGEST_LISTED):
            for number in numbers_in(value):
                yield Fact(number, source.strip() if whole else "")


def of_matrix(A: Matrix, name: str, with_trace: bool) -> Iterator[Fact]:
    """What is known of a matrix: det, rank, nullity, norm, kernel, image, entries, sizes, angle.

    The trace is a fact only ``with_trace``, where it is spoken of: else it would excuse a wrong
    determinant, 5 for [[2, 1], [0, 3]].
    """
    m, n = A.shape
    small = max(m, n) <= LARGEST_LISTED

    def called(form: str) -> str:
        return form.format(name) if name else ""

    if small and m == n:
        yield Fact(facts.determinant(A), called("det({})"))
    if n == 1 and small:
        yield Fact(facts.norm(A), called("norm({})"))
    elif m * n * min(m, n) <= _MOST_WORK:
        yield Fact(Fraction(facts.rank(A)), called("rank({})"))
        yield Fact(Fraction(facts.nullity(A)), called("nullity({})"))
    if small:
        for i in range(m):
            for j in range(n):
                yield Fact(A[i, j], called(f"{{}}[{i}, {j}]" if n > 1 else f"{{}}[{i}]"))
        if n > 1:
            bases = (*facts.kernel(A), *facts.image(A))
            yield from (Fact(x, "") for vector in bases for x in numbers_in(vector))
            yield Fact(facts.norm(A), called("norm({})"))
    if with_trace and small and m == n:
        yield Fact(facts.trace(A), called("trace({})"))
    yield from _angle(A)
    yield from (Fact(Fraction(size), "") for size in (m, n, m * n))


def _angle(A: Matrix) -> Iterator[Fact]:
    """The degrees of a turn of the plane."""
    if A.shape == (2, 2):
        (a, b), (c, d) = ([float(x) for x in row] for row in A.rows)
        if math.isclose(a * a + c * c, 1) and math.isclose(a, d) and math.isclose(b, -c):
            degrees = round(math.degrees(math.atan2(c, a)), 9)
            yield from (Fact(degrees % 360, ""), Fact(-degrees % 360, ""))


def counts(value: object) -> Iterator[Fact]:
    """The numbers among validated params, and how many values their lists have."""
    match value:
        case bool() | str() | Matrix() | None:
            return
        case int():
            yield Fact(Fraction(value), "")
        case float() if math.isfinite(value):
            yield Fact(value, "")
        case Fraction() | Surd():
            yield Fact(value, "")
        case tuple() | list():
            yield Fact(Fraction(len(value)), "")
            for part in value:
                yield from counts(part)
        case InnerScene():
            yield from counts(value.checked)
        case BaseModel():
            for name in type(value).model_fields:
                yield from counts(getattr(value, name))


def matrices_in(value: object) -> Iterator[Matrix]:
    """The matrices among validated params."""
    match value:
        case Matrix():
            yield value
        case tuple() | list():
            for part in value:
                yield from matrices_in(part)
        case InnerScene():
            yield from matrices_in(value.checked)
        case BaseModel():
            for name in type(value).model_fields:
                yield from matrices_in(getattr(value, name))


def written_numbers(source: str) -> Iterator[Fact]:
    """The numbers in an expression: the 90 of ``rotation(90)``."""
    for digits in re.findall(r"(?<![\w.])\d{1,40}(?:\.\d{1,40})?(?![\w.])", source):
        yield Fact(Fraction(digits), "")
