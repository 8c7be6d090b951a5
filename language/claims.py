"""Claims: statements of a storyboard that are decided before anything is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from algebra.expression_values import Incomparable, is_exact, largest_difference
from algebra.expressions import Comparison, Purse, Term, Value, compare
from algebra.wording import listed, phrase
from language.formats import FormatError, plain

_FAILS: Mapping[str, str] = {
    "<": phrase("not less than"),
    "<=": phrase("greater than"),
    ">": phrase("not greater than"),
    ">=": phrase("less than"),
}


@dataclass(frozen=True, slots=True)
class Decided:
    """A claim that was decided: whether it holds, what its sides are, whether no float took part.

    ``sides`` pairs each side as written with its value as text; ``message`` says in a sentence
    what was found ("det(A) is 6, not 5").
    """

    source: str
    holds: bool
    exact: bool
    sides: tuple[tuple[str, str], ...]
    message: str


def decide(source: str, names: Mapping[str, Value], purse: Purse | None = None) -> Decided:
    """Decide a comparison, or ``close(x, y, tol)``; raises `ExpressionError` if it states nothing.

    Equality is decided on exact numbers only: with a float in it, ``==`` and ``!=`` are refused
    with the advice to write ``close``.
    """
    comparison = compare(source, names, purse)
    return Decided(
        source=source.strip(),
        holds=comparison.holds,
        exact=all(is_exact(term.value) for term in comparison.terms),
        sides=tuple((term.source, _shown(term.value)) for term in comparison.terms),
        message=_message(comparison),
    )


def _shown(value: Value) -> str:
    try:
        return plain(value) or "empty"
    except FormatError as error:
        return error.what


def _found(term: Term) -> str:
    return phrase("{source} is {value}", source=term.source, value=_shown(term.value))


def _message(comparison: Comparison) -> str:
    terms = comparison.terms
    if comparison.signs == ("close",):
        return _about_closeness(comparison)
    if comparison.holds or len(terms) > 2:
        computed = [term for term in terms if not term.is_literal] or list(terms)
        return listed(_found(term) for term in computed)
    left, right = terms
    sign = comparison.signs[0]
    if left.is_literal and not right.is_literal:
        left, right = right, left
        sign = sign.translate(str.maketrans("<>", "><"))
    if sign == "==":
        # A literal speaks for itself; a computed side is said with its value.
        if right.is_literal:
            return phrase("{left}, not {right}", left=_found(left), right=_shown(right.value))
        return phrase("{left}, but {right}", left=_found(left), right=_found(right))
    if sign == "!=":
        if right.is_literal:
            return _found(left)
        return phrase(
            "{source} and {source2} are both {value}",
            source=left.source,
            source2=right.source,
            value=_shown(left.value),
        )
    other = _shown(right.value) if right.is_literal else _found(right)
    if right.is_literal:
        return phrase(
            "{left}, which is {fails} {other}", left=_found(left), fails=_FAILS[sign], other=other
        )
    return phrase(
        "{left}, which is {fails} {source}, {value}",
        left=_found(left),
        fails=_FAILS[sign],
        source=right.source,
        value=_shown(right.value),
    )


def _about_closeness(comparison: Comparison) -> str:
    left, right, tolerance = comparison.terms
    try:
        apart = _shown(largest_difference(left.value, right.value))
    except Incomparable as error:  # `compare` has refused these before
        apart = error.what
    verdict = phrase("at most") if comparison.holds else phrase("more than")
    return phrase(
        "{source} and {source2} differ by {apart}, {verdict} {value}",
        source=left.source,
        source2=right.source,
        apart=apart,
        verdict=verdict,
        value=_shown(tolerance.value),
    )
