"""What stands in a cell of a table: a number, a text, a verdict, or nothing.

A number is written as one. ``true`` and ``false`` are verdicts, and so is
``{holds: "det(A) > 0"}``, which is decided like a claim. Everything else is text, whose values are
computed as in any text.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from algebra.expressions import ExpressionError
from algebra.numbers import Number
from language.claims import decide
from language.text import Text
from language.values import Refused, Surroundings, read_number, read_text, write_number, write_text

HOLDS = "holds"
"""The key of a verdict that is computed."""

Cell: TypeAlias = Text | Number | bool | None


def read_cell(value: object, around: Surroundings) -> Cell:
    """A cell as a storyboard writes it, or (in a plan) as `write_cell` does; raises Refused."""
    match value:
        case None | bool() | Text():
            return value
        case int() | float() | Fraction():
            return read_number(value, around)
        case str() if around.planned:
            return read_number(value, around)
        case {"holds": str() as source, **others} if not others:
            return _decided(source, around)
        case Mapping() if HOLDS in value:
            raise Refused("a verdict is one comparison", 'write it as {holds: "det(A) > 0"}')
    return read_text(value, around)


def _decided(source: str, around: Surroundings) -> bool:
    try:
        return decide(source, around.names, around.purse).holds
    except ExpressionError as error:
        raise Refused(error.what, error.cure, (HOLDS,), error.column) from error


def write_cell(cell: Cell) -> object:
    """The JSON form."""
    match cell:
        case None | bool():
            return cell
        case Text():
            return write_text(cell)
    return write_number(cell)
