"""Numbers, matrices and texts as a storyboard writes them, and the words for what does not fit.

Plain data come in: None, bool, int, Fraction, str, list and dict, in which a string is a name or an
expression. Faults are raised as :class:`Refused`, which knows where in the value the fault is but
not where in the file; whoever has the nodes adds that.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from algebra.expressions import ExpressionError, Purse, Value, evaluate, latex_name
from algebra.matrices import Matrix, column, from_json, from_rows
from algebra.numbers import Number, Surd, canonical
from algebra.wording import alternatives, message_of, phrase, worded
from language.suggest import full_width, name_full_width
from language.text import Text, TextError, resolve

if TYPE_CHECKING:
    from language.kind import Kind

LANGUAGES: Mapping[str, str] = {"ko": phrase("Korean"), "en": phrase("English")}
"""The languages that texts can be written in: code and English name."""

LARGEST = 10**100
"""No number may be larger: its square must still fit a floating-point number."""

Trail = tuple[int | str, ...]
"""The way from a value down to the part of it that is at fault: list indices and keys."""


class Refused(ValueError):  # noqa: N818 -- the value is refused; it reads so where it is raised
    """A value is wrong: what it is, what to write instead, and where in the value.

    ``trail`` leads to the part at fault; ``offset`` counts characters into that part if it is a
    string. ``others`` are further faults of the same value. ``shapes_of`` are the names whose
    shapes do not fit, if that is what is wrong.
    """

    def __init__(
        self,
        what: str,
        cure: str = "",
        trail: Trail = (),
        offset: int = 0,
        others: tuple[Refused, ...] = (),
        shapes_of: tuple[str, ...] = (),
    ) -> None:
        super().__init__(f"{what}, {cure}" if cure else what)
        self.what = what
        self.cure = cure
        self.trail = trail
        self.offset = offset
        self.others = others
        self.shapes_of = shapes_of

    @property
    def all(self) -> tuple[Refused, ...]:
        """This fault and the others, each by itself."""
        alone = Refused(self.what, self.cure, self.trail, self.offset, shapes_of=self.shapes_of)
        return (alone, *(single for other in self.others for single in other.all))

    def below(self, step: int | str) -> Refused:
        """The same faults, seen from one step further up."""
        others = tuple(other.below(step) for other in self.others)
        trail = (step, *self.trail)
        return Refused(self.what, self.cure, trail, self.offset, others, self.shapes_of)


_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def read_each(
    items: Iterable[tuple[int | str, _Item]], read: Callable[[_Item], _Result]
) -> list[_Result]:
    """Read every item; raises one :class:`Refused` with the faults of all of them."""
    results: list[_Result] = []
    refused: list[Refused] = []
    for step, item in items:
        try:
            results.append(read(item))
        except Refused as fault:
            refused.extend(fault.below(step).all)
    if refused:
        first = refused[0]
        raise Refused(
            first.what, first.cure, first.trail, first.offset, tuple(refused[1:]), first.shapes_of
        )
    return results


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a value may refer to: the names defined so far, and the languages of the film.

    Files are looked for in the storyboard's ``folder``; ``kinds`` are those of inner scenes.

    ``planned`` values come from a plan: there, and only there, the JSON form is read. All
    expressions are paid for out of the ``purse``, if there is one.
    """

    names: Mapping[str, Value]
    languages: tuple[str, ...] = tuple(LANGUAGES)
    planned: bool = False
    purse: Purse | None = None
    folder: Path | None = None
    kinds: Mapping[str, Kind] = field(default_factory=lambda: MappingProxyType({}))


def describe(value: object) -> str:
    """Say in words what a value is: "a 2×3 matrix", "a vector of 3 numbers", "the text “no”"."""
    match value:
        case None:
            return phrase("empty")
        case bool():
            return str(value).lower()
        case int():
            return phrase("the number {value}", value=value)
        case float() | Fraction() | Surd():
            return phrase("the number {value}", value=canonical(value))
        case str():
            return phrase("the text {value}", value=shorten(value))
        case Matrix(shape=(rows, columns)) if columns == 1:
            return phrase("a vector of {number}", number=count(rows, "number"))
        case Matrix(shape=(rows, columns)):
            return phrase("a {rows}×{columns} matrix", rows=rows, columns=columns)
        case [] | ():
            return phrase("an empty list")
        case list() | tuple():
            return phrase("a list of {number}", number=count(len(value), "value"))
        case Mapping():
            return phrase("a mapping of keys to values")
    return phrase("something else")


def shorten(text: str) -> str:
    """The text in quotes, cut to what fits a line."""
    return f"“{text}”" if len(text) <= 40 else f"“{text[:39]}…”"


def count(number: int, noun: str) -> str:
    """ "1 number", "3 numbers"."""
    return (
        phrase("{number} {noun}", number=number, noun=worded(noun))
        if number == 1
        else phrase("{number} {noun}s", number=number, noun=worded(noun))
    )


def compute(source: str, around: Surroundings) -> Value:
    """The value of an expression; raises :class:`Refused` at the place in the source."""
    wide = full_width(source)
    if wide is not None:
        offset, character, plain = wide
        raise Refused(*name_full_width(character, plain), offset=offset)
    try:
        return evaluate(source, around.names, around.purse)
    except ExpressionError as error:
        raise refused_expression(error) from error


def refused_expression(error: ExpressionError) -> Refused:
    """What is wrong with an expression, as the fault of the value that it stands for."""
    return Refused(error.what, error.cure, offset=error.column, shapes_of=error.shapes_of)


# Numbers.

_RATIONAL = re.compile(r"-?[0-9]{1,100}(/0*[1-9][0-9]{0,99})?")


def read_number(value: object, around: Surroundings) -> Number:
    """A number: written as one, or as an expression; raises :class:`Refused`."""
    match value:
        case bool():
            pass
        case int() | Fraction():
            return _bounded(Fraction(value))
        case Surd():
            return _bounded(value)
        case float() if math.isfinite(value):
            return _bounded(value)
        case str() if _RATIONAL.fullmatch(value):
            return Fraction(value)
        case str():
            result = compute(value, around)
            if isinstance(result, Matrix | tuple | bool):
                raise Refused(
                    phrase(
                        "a number is needed here; {value} is {result}",
                        value=shorten(value),
                        result=describe(result),
                    )
                )
            return read_number(result, around)
    raise Refused(
        phrase("a number is needed here; this is {value}", value=describe(value)),
        "write a number or an expression such as 1/6 or sqrt(2)/2",
    )


def _bounded(number: Number) -> Number:
    if number > LARGEST or number < -LARGEST:
        raise Refused("this number is larger than 10^100", "choose a smaller unit")
    return number


def write_number(number: Number) -> str | float:
    """The JSON form: a canonical string if the number is exact."""
    return number if isinstance(number, float) else canonical(number)


# Matrices and vectors.


def read_matrix(value: object, around: Surroundings, need: str = "a matrix") -> Matrix:
    """A matrix of any shape from rows, a name, an expression, or (in a plan) its JSON form.

    A plain list of numbers is a column. A matrix from an expression is named by it ("R A").
    ``need`` says in faults what is wanted. Raises :class:`Refused`.
    """
    match value:
        case Matrix():
            return value
        case list() | tuple():
            return _read_rows(value, around)
        case str():
            result = compute(value, around)
            if isinstance(result, Matrix):
                return _within_bounds(result).named(latex_name(value))
            raise Refused(
                phrase(
                    "{need} is needed here; {value} is {result}",
                    need=worded(need),
                    value=shorten(value),
                    result=describe(result),
                )
            )
        case Mapping() if around.planned:
            try:
                return from_json(value)
            except (ValueError, TypeError, KeyError) as error:
                raise Refused(
                    phrase(
                        "{need} in JSON is needed here, with rows or a recipe", need=worded(need)
                    )
                ) from error
    raise Refused(
        phrase("{need} is needed here; this is {value}", need=worded(need), value=describe(value)),
        "write its rows, as in [[2, 1], [0, 3]], or its name",
    )


def _within_bounds(matrix: Matrix) -> Matrix:
    try:
        fits = bool(abs(matrix.array).max() <= LARGEST)
    except OverflowError:
        fits = False
    if not fits:
        raise Refused("this matrix has an entry larger than 10^100", "choose a smaller unit")
    return matrix


def _read_rows(rows: Sequence[object], around: Surroundings) -> Matrix:
    if not rows:
        raise Refused("this matrix is empty", "write its rows, as in [[2, 1], [0, 3]]")
    if not any(isinstance(row, list | tuple) for row in rows):
        return column(_read_entries(rows, around))
    try:
        return from_rows(read_each(enumerate(rows), lambda row: _read_row(row, rows[0], around)))
    except Refused:
        raise
    except ValueError as error:
        raise Refused(message_of(error)) from error


def _read_row(row: object, first: object, around: Surroundings) -> list[Number]:
    if not isinstance(row, list | tuple):
        raise Refused(
            phrase("a row of numbers is needed here; this is {row}", row=describe(row)),
            "write each row as a list, as in [[2, 1], [0, 3]]",
        )
    if not row:
        raise Refused("this row is empty", "write its numbers, as in [2, 1]")
    if isinstance(first, list | tuple) and first and len(row) != len(first):
        raise Refused(
            phrase(
                "this row has {number}, the first row has {length}",
                number=count(len(row), "number"),
                length=len(first),
            ),
            "make all rows equally long",
        )
    return _read_entries(row, around)


def _read_entries(entries: Sequence[object], around: Surroundings) -> list[Number]:
    return read_each(enumerate(entries), lambda entry: read_number(entry, around))


# Texts.


def read_text(value: object, around: Surroundings) -> Text:
    """A text with its values computed, the film's languages first; raises :class:`Refused`.

    A plain string is said in every language of the film.
    """
    match value:
        case Text():
            return value
        case str():
            markup = {code: resolve_text(value, around, code) for code in around.languages}
        case {"resolved": Mapping() as resolved} if around.planned:
            return Text.of({str(code): str(part) for code, part in resolved.items()})
        case Mapping() if value:
            read = read_each(
                ((str(code), (str(code), value[code])) for code in value),
                lambda pair: (pair[0], _in_language(*pair, around)),
            )
            markup = in_order(dict(read), around.languages)
        case _:
            raise no_text(value, "write a text, or one for each language as {ko: …, en: …}")
    return Text.of(markup)


def in_order(markup: Mapping[str, str], languages: Sequence[str]) -> dict[str, str]:
    """The same markup with these languages first, in their order."""
    return {code: markup[code] for code in (*languages, *markup) if code in markup}


def _in_language(code: str, part: object, around: Surroundings) -> str:
    if code not in LANGUAGES and part is None:
        raise after_comma(code)
    if code not in LANGUAGES:
        raise Refused(
            phrase("“{code}” is not a language that texts can be in", code=code[:40]),
            phrase("use {languages}", languages=alternatives(LANGUAGES)),
        )
    if isinstance(part, str):
        return resolve_text(part, around, code)
    if isinstance(part, Mapping) and len(part) == 1 and None in part.values():
        inner = shorten(f"{{{next(iter(part))}}}")
        raise Refused(
            phrase("{inner} stands here without quotes", inner=inner),
            "put the whole text in quotes",
        )
    raise no_text(part)


def after_comma(rest: str) -> Refused:
    """The fault of what follows a comma in a text without quotes inside ``{ko: …}``."""
    if len(rest.split()) > 1 or not rest.isascii() or rest.endswith((".", "!", "?")):
        return Refused(
            phrase(
                "a comma ends a text without quotes, so {rest} stands alone", rest=shorten(rest)
            ),
            "put the whole text in quotes",
        )
    return Refused(
        phrase("nothing follows {rest}", rest=shorten(rest)),
        "write a text after a colon and a space",
    )


def no_text(value: object, cure: str = "write a text") -> Refused:
    """The fault of a value that should be a text and is none."""
    if isinstance(value, bool | int | float | Fraction):
        cure = "put it in quotes to make it a text"
    return Refused(phrase("a text is needed here; this is {value}", value=describe(value)), cure)


def resolve_text(template: str, around: Surroundings, code: str) -> str:
    """The markup of a template in one language; raises :class:`Refused` at the place in it."""
    # white space in Python's sense leaves out the zero-width space and the filler of Hangul
    if not template.strip(" \t\n\u200b\u2060\ufeff\u3164\u115f\u1160").strip():
        raise Refused("this text is empty", "write something, or leave the key out")
    try:
        return resolve(template, around.names, code, around.purse)
    except TextError as error:
        raise Refused(
            error.what, error.cure, offset=error.offset, shapes_of=error.shapes_of
        ) from error


def write_text(text: Text) -> dict[str, dict[str, str]]:
    """The JSON form; its one key tells it from a text with values still to be computed."""
    return {"resolved": text.as_dict()}
