"""What an unquoted scalar of YAML means: a number, a truth value, nothing, or a text."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TypeAlias

from algebra.wording import phrase

MOST_DIGITS = 100
"""Digits of a number, its exponent written out."""

Value: TypeAlias = bool | int | Fraction | str | None


_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOL = frozenset(("true", "True", "TRUE", "false", "False", "FALSE"))
_DECIMAL = re.compile("[-+]?[0-9]+")
_OCTAL = re.compile("0o[0-7]+")
_HEXADECIMAL = re.compile("0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE]([-+]?[0-9]+))?")
_INFINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def resolve_scalar(source: str) -> tuple[Value, tuple[str, str] | None]:
    """The value of an unquoted scalar in YAML 1.2's core schema, decimals exactly; and its fault.

    ``010`` is ten, ``0x10`` sixteen, ``1e3`` exactly a thousand, ``no`` and ``1:30`` are texts.
    """
    if source in _NULL:
        return None, None
    if source in _BOOL:
        return source.lower() == "true", None
    if not (source[0] in "+-." or source[0].isdecimal()):
        return source, None
    # what is refused goes on without its sign: as an expression, too, it is refused at its first
    # letter then, and a place has one fault
    unsigned = source.lstrip("+-")
    if _INFINITE.fullmatch(source):
        return unsigned, (
            phrase("{source} is no number that can be drawn", source=source),
            phrase("write a finite number"),
        )
    too_long = (
        phrase("this number has more than {most_digits} digits", most_digits=MOST_DIGITS),
        phrase("choose a smaller one, or put it in quotes to make it a text"),
    )
    for pattern, base in ((_DECIMAL, 10), (_OCTAL, 8), (_HEXADECIMAL, 16)):
        if pattern.fullmatch(source):
            if len(source) > MOST_DIGITS:
                return unsigned, too_long
            return int(source if base == 10 else source[2:], base), None
    found = _FLOAT.fullmatch(source)
    if found is None:
        return source, None
    exponent = found[4] or "0"
    if len(source) > MOST_DIGITS or abs(int(exponent)) > MOST_DIGITS:
        return unsigned, too_long
    return Fraction(source), None
