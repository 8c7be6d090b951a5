"""The one rule by which a value becomes text, on the screen, in captions and in messages.

- exact: a whole number; a decimal if it ends within three places (0.75); else a fraction, 1/3;
  roots stay roots, √2/2, over one common denominator;
- floating: four significant digits, as a power of ten below 10⁻⁴ and from 10⁷ up;
- a true minus sign, and never −0;
- digits in groups of three from 10,000 up (1000, but 37,748,736);
- a vector as (3, 3), a matrix as [[2, 1], [0, 3]], in LaTeX both as a pmatrix.

A format ``spec`` chooses another form: ``.2f`` (so many places, rounded half away from zero),
``frac`` (a fraction even where a decimal would end), ``,`` (groups of three from 1,000 up), or
``,.2f``. The spec goes to every number of a vector or matrix.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from algebra.expressions import Value
from algebra.matrices import Matrix
from algebra.numbers import Number, Surd
from algebra.wording import phrase

SPEC = re.compile(r"(?P<grouped>,)?(?:\.(?P<places>\d{1,2})f)?|(?P<fraction>frac)")
LARGEST_SHOWN = 12
"""Rows or columns of a matrix that still can be read."""
PLACES = 3
"""Places within which a decimal must end to be preferred to a fraction."""
SIGNIFICANT = 4
"""Digits shown of a floating number."""


class FormatError(ValueError):
    """A value has no such form: what is wrong, and what to write instead."""

    def __init__(self, what: str, cure: str = "") -> None:
        super().__init__(f"{what}, {cure}" if cure else what)
        self.what = what
        self.cure = cure


@dataclass(frozen=True, slots=True)
class _Script:
    """How one way of writing spells the pieces of a number."""

    minus: str
    group: str
    fraction: Callable[[str, str], str]
    root: Callable[[int], str]
    power_of_ten: Callable[[str, int], str]


SUPERSCRIPTS = str.maketrans("-−0123456789", "⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_PLAIN = _Script(
    minus="−",
    group=",",
    fraction=lambda top, bottom: f"{_enclosed(top)}/{bottom}",
    root=lambda radicand: f"√{radicand}",
    power_of_ten=lambda digits, power: f"{digits} × 10{str(power).translate(SUPERSCRIPTS)}",
)
_LATEX = _Script(
    minus="-",
    group="{,}",
    fraction=lambda top, bottom: f"\\frac{{{top}}}{{{bottom}}}",
    root=lambda radicand: f"\\sqrt{{{radicand}}}",
    power_of_ten=lambda digits, power: f"{digits} \\times 10^{{{power}}}",
)


def plain(value: Value, spec: str = "") -> str:
    """``value`` as Unicode text; raises `FormatError` for an unknown spec or an unfit value."""
    if isinstance(value, Matrix):
        _check_shown(value)
        if value.shape[1] == 1:
            return "(" + ", ".join(plain(x, spec) for x in value.columns[0]) + ")"
        rows = ("[" + ", ".join(plain(x, spec) for x in row) + "]" for row in value.rows)
        return "[" + ", ".join(rows) + "]"
    if isinstance(value, tuple):
        return ", ".join(plain(part, spec) for part in value)
    return _number(value, spec, _PLAIN)


def latex(value: Value, spec: str = "") -> str:
    """``value`` as LaTeX for math mode; raises `FormatError` as `plain` does."""
    if isinstance(value, Matrix):
        _check_shown(value)
        rows = r" \\ ".join(" & ".join(latex(x, spec) for x in row) for row in value.rows)
        return f"\\begin{{pmatrix}}{rows}\\end{{pmatrix}}"
    if isinstance(value, tuple):
        return ",\\ ".join(latex(part, spec) for part in value) or "\\emptyset"
    return _number(value, spec, _LATEX)


def _check_shown(matrix: Matrix) -> None:
    m, n = matrix.shape
    if max(m, n) > LARGEST_SHOWN:
        raise FormatError(
            phrase("a {m}×{n} matrix is too large to be read", m=m, n=n),
            phrase(
                "show a part or a fact of it; {largest_shown}×{largest_shown} is the largest",
                largest_shown=LARGEST_SHOWN,
            ),
        )


def _enclosed(top: str) -> str:
    """A numerator in brackets if it is a sum."""
    return f"({top})" if re.search(r".[+−]", top) else top


def _number(value: Number | bool, spec: str, script: _Script) -> str:
    if isinstance(value, bool):
        raise FormatError("a comparison has no form as text", "write the value that is compared")
    found = SPEC.fullmatch(spec)
    if found is None:
        raise FormatError(
            phrase("“{spec}” is no format", spec=spec), "write .2f, frac or , after the colon"
        )
    grouped_from = 1_000 if found["grouped"] else 10_000
    if found["places"] is not None:
        return _decimal(_rounded(value, int(found["places"])), grouped_from, script)
    if isinstance(value, float):
        if found["fraction"]:
            raise FormatError(
                "a floating number has no exact fraction", "write a number of places such as .2f"
            )
        return _floating(value, grouped_from, script)
    if isinstance(value, Surd):
        return _surd(value, grouped_from, script)
    if value.denominator == 1:
        return _decimal(str(value), grouped_from, script)
    if 10**PLACES % value.denominator == 0 and not found["fraction"]:
        scaled = str(abs(value.numerator) * (10**PLACES // value.denominator)).zfill(PLACES + 1)
        digits = f"{scaled[:-PLACES]}.{scaled[-PLACES:]}".rstrip("0")
        return _decimal(f"{'-' if value < 0 else ''}{digits}", grouped_from, script)
    sign = script.minus if value < 0 else ""
    top = _decimal(str(abs(value.numerator)), grouped_from, script)
    return sign + script.fraction(top, _decimal(str(value.denominator), grouped_from, script))


def _decimal(digits: str, grouped_from: int, script: _Script) -> str:
    """Decimal digits with the script's minus and groups of three; "-0.00" loses its sign."""
    unsigned = digits.removeprefix("-")
    whole, point, places = unsigned.partition(".")
    if len(whole) >= len(str(grouped_from)):
        whole = re.sub(r"(?<=\d)(?=(\d{3})+$)", script.group, whole)
    negative = digits.startswith("-") and re.search("[1-9]", unsigned)
    return f"{script.minus if negative else ''}{whole}{point}{places}"


def _rounded(value: Number, places: int) -> str:
    """So many places, rounded half away from zero as in school; a surd through its float."""
    if not isinstance(value, Fraction):
        # repr is the shortest decimal that is this float: 2.675 rounds as it is written.
        value = Fraction(repr(float(value)))
    scaled = math.floor(abs(value) * 10**places + Fraction(1, 2))
    digits = str(scaled).zfill(places + 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def _floating(value: float, grouped_from: int, script: _Script) -> str:
    if not math.isfinite(value):
        raise FormatError("a value that is not finite cannot be shown")
    mantissa, _, power = f"{value:.{SIGNIFICANT - 1}e}".partition("e")
    if value and not -4 <= int(power) < 7:
        digits = mantissa.rstrip("0").removesuffix(".") if "." in mantissa else mantissa
        return script.power_of_ten(_decimal(digits, grouped_from, script), int(power))
    digits = f"{Decimal(f'{value:.{SIGNIFICANT}g}'):f}"
    if "." in digits:
        digits = digits.rstrip("0").removesuffix(".")
    return _decimal(digits, grouped_from, script)


def _surd(value: Surd, grouped_from: int, script: _Script) -> str:
    """A sum of roots over its common denominator: √2/2, (1 + √3)/2, −3√2/4."""
    denominator = math.lcm(*(q.denominator for _, q in value.terms))
    whole = [(r, int(q * denominator)) for r, q in value.terms]
    if whole[0][1] < 0:
        # √26 − √2 rather than −√2 + √26: the first positive term leads.
        whole.sort(key=lambda term: term[1] < 0)
    # A lone negative term puts its sign before the fraction; a sum keeps its signs inside.
    outside = script.minus if len(whole) == 1 and whole[0][1] < 0 else ""
    numerator = ""
    for radicand, coefficient in whole:
        size = abs(coefficient)
        digits = "" if size == 1 and radicand != 1 else _decimal(str(size), grouped_from, script)
        term = digits + (script.root(radicand) if radicand != 1 else "")
        negative = coefficient < 0 and not outside
        if numerator:
            numerator += f" {script.minus if negative else '+'} {term}"
        else:
            numerator = (script.minus if negative else "") + term
    if denominator == 1:
        return outside + numerator
    bottom = _decimal(str(denominator), grouped_from, script)
    return outside + script.fraction(numerator, bottom)
