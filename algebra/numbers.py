"""Exact numbers: fractions, and sums of fractions times square roots.

A `Number` is a `Fraction`, a `Surd` or a `float`. Fractions and surds are decided exactly (equal,
smaller, zero); a float anywhere in a sum or product makes the result a float. Surds exist so that
a turn by 135° is as exact as a turn by 90°: its entries are ±√2/2.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from numbers import Integral, Real

from algebra.surds import Exact, Number, Surd, surd
from algebra.wording import phrase

__all__ = [
    "Exact",
    "Number",
    "Surd",
    "absolute",
    "canonical",
    "cosine",
    "from_canonical",
    "is_exact",
    "number",
    "sign",
    "sine",
    "square_root",
    "surd",
    "to_float",
]

_SMALL_TRIALS = 10_000
_ALL_TRIALS = 1_000_000


def number(value: object) -> Number:
    """A Python or numpy number as a `Number`: whole numbers become fractions.

    Raises ValueError for truth values, nan, infinities and everything that is no real number.
    """
    if isinstance(value, bool):
        raise ValueError(phrase("{value} is a truth value, not a number", value=value))
    if isinstance(value, Fraction | Surd):
        return value
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(phrase("{value} is not a finite number", value=value))
        return float(value)
    if isinstance(value, Integral):
        return Fraction(int(value))
    if isinstance(value, Real):
        return number(float(value))
    raise ValueError(phrase("{value!r} is not a number", value=value))


def is_exact(value: Number | int) -> bool:
    """True for fractions and surds, False for floats."""
    return not isinstance(value, float)


def to_float(value: Number | int) -> float:
    """The nearest float; raises OverflowError beyond about 1.8·10³⁰⁸."""
    return float(value)


def sign(value: Number | int) -> int:
    """−1, 0 or 1; exact for exact numbers."""
    if isinstance(value, Surd):
        return value.sign()
    return (value > 0) - (value < 0)


def absolute(value: Number | int) -> Number:
    """The size of a number without its sign."""
    return number(-value if sign(value) < 0 else value)


def square_root(value: Number | int) -> Number:
    """√value for value ≥ 0; raises ValueError below zero.

    Exact for fractions, and for a ± b√r where a² − b²r is the square of a fraction
    (√(2+√3) = (√2+√6)/2). A float comes back for other surds, and for a fraction with a part that
    resists factoring by trial (every prime factor above 10⁶ and the part above 10¹⁸).
    """
    if sign(value) < 0:
        raise ValueError(
            phrase(
                "the square root of a negative number: {number}", number=canonical(number(value))
            )
        )
    if isinstance(value, float):
        return math.sqrt(value)
    if isinstance(value, Surd):
        return _denested_root(value)
    fraction = Fraction(value)
    top, bottom = _square_part(fraction.numerator), _square_part(fraction.denominator)
    if top is None or bottom is None:
        return _float_root(fraction)
    outside = Fraction(top[0], bottom[0] * bottom[1])
    return surd({top[1] * bottom[1]: outside})


def cosine(degrees: Number | int) -> Number:
    """cos of an angle in degrees: exact for exact multiples of 15°, else a float."""
    if isinstance(degrees, float):
        return float(cosine(Fraction(degrees)))
    return sine(degrees + 90)


def sine(degrees: Number | int) -> Number:
    """sin of an angle in degrees: exact for exact multiples of 15°, else a float.

    The angle is first brought into 0…90° without rounding, so symmetric angles give equal values.
    """
    if isinstance(degrees, Surd):
        return math.sin(math.radians(float(degrees)))
    if isinstance(degrees, float):
        return float(sine(Fraction(degrees)))
    turned = Fraction(degrees) % 360
    negative = turned >= 180
    half = turned - 180 if negative else turned
    quarter = 180 - half if half > 90 else half
    value: Number
    if quarter % 15 == 0:
        value = _SINES[int(quarter)]
    elif quarter <= 45:
        value = math.sin(math.radians(quarter))
    else:
        value = math.cos(math.radians(90 - quarter))
    return -value if negative and value else value


def canonical(value: Number | int) -> str:
    """A short text that `from_canonical` reads back: "3/4", "1/2*sqrt(2)-1/3", "0.1"."""
    if isinstance(value, float):
        return repr(float(value))
    return str(value)


def from_canonical(text: str) -> Number:
    """The number that `canonical` wrote; raises ValueError for other text."""
    if re.search(r"[.einf]", text.replace("sqrt", "")):
        return float(text)
    terms: dict[int, Fraction] = {}
    place = 0
    while place < len(text):
        found = _TERM.match(text, place)
        if found is None or found.end() == place or (place and not found["sign"]):
            raise ValueError(phrase("{text!r} is not a number in canonical form", text=text))
        size = Fraction(found["size"] or (found["lone"] and "1") or found["plain"])
        radicand = int(found["radicand"] or found["lone"] or "1")
        split = _square_part(radicand) if radicand else None
        if split is None:
            raise ValueError(phrase("{text!r} is not a number in canonical form", text=text))
        size *= -split[0] if found["sign"] == "-" else split[0]
        terms[split[1]] = terms.get(split[1], Fraction(0)) + size
        place = found.end()
    if not terms:
        raise ValueError("an empty text is not a number")
    return surd(terms)


_TERM = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<size>\d+(?:/\d+)?)\*sqrt\((?P<radicand>\d+)\)"
    r"|sqrt\((?P<lone>\d+)\)|(?P<plain>\d+(?:/\d+)?))"
)

_SINES: Mapping[int, Number] = {
    0: Fraction(0),
    15: surd({6: Fraction(1, 4), 2: Fraction(-1, 4)}),
    30: Fraction(1, 2),
    45: surd({2: Fraction(1, 2)}),
    60: surd({3: Fraction(1, 2)}),
    75: surd({6: Fraction(1, 4), 2: Fraction(1, 4)}),
    90: Fraction(1),
}


@lru_cache(maxsize=4096)
def _square_part(n: int) -> tuple[int, int] | None:
    """(a, r) with n = a²·r and r square-free, for n ≥ 0; None if trial division cannot tell.

    Once all primes up to b are divided out, a rest below b³ is a square or square-free.
    """
    if n == 0:
        return 0, 1
    outside, radicand, rest, divisor = 1, 1, n, 2
    for limit in (_SMALL_TRIALS, _ALL_TRIALS):
        while divisor <= limit and divisor * divisor <= rest:
            while rest % (divisor * divisor) == 0:
                rest //= divisor * divisor
                outside *= divisor
            if rest % divisor == 0:
                rest //= divisor
                radicand *= divisor
            divisor += 1 if divisor == 2 else 2
        root = math.isqrt(rest)
        if root * root == rest:
            return outside * root, radicand
        if divisor * divisor > rest or rest < divisor**3:
            return outside, radicand * rest
    return None


def _float_root(fraction: Fraction) -> float:
    """√fraction to within a unit in the last place, also where the fraction is beyond floats."""
    shift = max(0, 128 - fraction.numerator.bit_length() + fraction.denominator.bit_length())
    shift += shift % 2
    root = math.isqrt((fraction.numerator << shift) // fraction.denominator)
    return float(Fraction(root, 1 << (shift // 2)))


def _denested_root(value: Surd) -> Number:
    """√(a + b√r) = √((a+c)/2) ± √((a−c)/2) where c = √(a² − b²r) is a fraction; else a float."""
    irrational = [(r, q) for r, q in value.terms if r != 1]
    if len(irrational) == 1:
        radicand, b = irrational[0]
        a = dict(value.terms).get(1, Fraction(0))
        rest = a * a - b * b * radicand
        c = square_root(rest) if rest >= 0 else None
        if isinstance(c, Fraction):
            first, second = square_root((a + c) / 2), square_root((a - c) / 2)
            return first + second if b > 0 else first - second
    return math.sqrt(float(value))
