"""Sums of fractions times square roots, decided exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

LARGEST_DEGREE = 32
"""Degree of the largest field a surd may live in: five independent square roots. Beyond it sums and
products become floats, since a product of two such numbers costs up to degree² multiplications."""


@dataclass(frozen=True, eq=False, repr=False)
class Surd:
    """Σ qᵣ·√r over square-free radicands r ≥ 1, with non-zero fractions qᵣ.

    `terms` holds pairs (r, qᵣ) in rising order of r; r = 1 is the rational part. Square roots of
    different square-free numbers are linearly independent over the fractions, so a surd is zero
    exactly when it has no terms. Make one with `surd` or `square_root`: they put the terms in
    this form and hand back a plain `Fraction` where nothing is left under a root.
    """

    terms: tuple[tuple[int, Fraction], ...]

    def __add__(self, other: Exact | float) -> Number:
        if isinstance(other, float):
            return float(self) + other
        right = _terms(other)
        if right is None:
            return NotImplemented
        total = dict(self.terms)
        for radicand, coefficient in right:
            total[radicand] = total.get(radicand, Fraction(0)) + coefficient
        if _signatures(tuple(total)) is None:
            return float(self) + float(other)
        return surd(total)

    __radd__ = __add__

    def __mul__(self, other: Exact | float) -> Number:
        if isinstance(other, float):
            return float(self) * other
        right = _terms(other)
        if right is None:
            return NotImplemented
        if _signatures(tuple(r for r, _ in self.terms + right)) is None:
            return float(self) * float(other)
        return surd(_product(self.terms, right))

    __rmul__ = __mul__

    def __neg__(self) -> Surd:
        return Surd(tuple((r, -q) for r, q in self.terms))

    def __pos__(self) -> Surd:
        return self

    def __abs__(self) -> Surd:
        return -self if self.sign() < 0 else self

    def __sub__(self, other: Exact | float) -> Number:
        if isinstance(other, int | Fraction | Surd | float):
            return self + (-other)
        return NotImplemented

    def __rsub__(self, other: Exact | float) -> Number:
        return (-self) + other

    def reciprocal(self) -> Number:
        """1/self, by multiplying with conjugates until the denominator is rational.

        Raises ZeroDivisionError for zero.
        """
        if not self.terms:
            raise ZeroDivisionError("division by zero")
        radicands = tuple(r for r, _ in self.terms)
        signatures = _signatures(radicands)
        if signatures is None:
            return 1.0 / float(self)
        numerator: dict[int, Fraction] = {1: Fraction(1)}
        denominator = dict(self.terms)
        bit = 1
        while any(r != 1 for r in denominator):
            conjugate = {r: -q if signatures[r] & bit else q for r, q in denominator.items()}
            numerator = _product(numerator.items(), conjugate.items())
            denominator = _product(denominator.items(), conjugate.items())
            bit <<= 1
        rational = denominator[1]
        return surd({r: q / rational for r, q in numerator.items()})

    def __truediv__(self, other: Exact | float) -> Number:
        if isinstance(other, float):
            return float(self) / other
        if isinstance(other, Surd):
            return self * other.reciprocal()
        if isinstance(other, int | Fraction):
            return surd({r: q / other for r, q in self.terms})
        return NotImplemented

    def __rtruediv__(self, other: Exact | float) -> Number:
        return self.reciprocal() * other

    def __pow__(self, exponent: int) -> Number:
        if not isinstance(exponent, int):
            return NotImplemented
        base: Number = self if exponent >= 0 else self.reciprocal()
        power: Number = Fraction(1)
        remaining = abs(exponent)
        while remaining:
            if remaining & 1:
                power = power * base
            remaining >>= 1
            if remaining:
                base = base * base
        return power

    def sign(self) -> int:
        """−1, 0 or 1, decided exactly: the precision grows until the sign is certain."""
        if not self.terms:
            return 0
        scaled, _, _ = self._enclose(0)
        return 1 if scaled > 0 else -1

    def _enclose(self, spare_bits: int) -> tuple[int, int, int]:
        """Integers (n, d, p) with self ≈ n/(d·2ᵖ) and an error below |n|·2^−spare_bits/(d·2ᵖ).

        Each √r is cut off at p binary places, which errs by less than one unit, so the sum errs by
        less than the sum of the coefficients' sizes. A non-zero sum is found sooner or later.
        """
        denominator = math.lcm(*(q.denominator for _, q in self.terms))
        whole = [(r, q.numerator * (denominator // q.denominator)) for r, q in self.terms]
        error = sum(abs(c) for _, c in whole)
        places = 64
        while True:
            scaled = sum(c * math.isqrt(r << (2 * places)) for r, c in whole)
            if abs(scaled) > error << spare_bits:
                return scaled, denominator, places
            places *= 2

    def __float__(self) -> float:
        if not self.terms:
            return 0.0
        scaled, denominator, places = self._enclose(60)
        return float(Fraction(scaled, denominator << places))

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Surd):
            return self.terms == other.terms
        if isinstance(other, int | Fraction | float):
            rational = _rational_part(self)
            return rational is not None and rational == other
        return NotImplemented

    def __hash__(self) -> int:
        rational = _rational_part(self)
        return hash(self.terms) if rational is None else hash(rational)

    def _order(self, other: Exact | float) -> int | None:
        """Sign of self − other; None where no order exists (other is nan or no number)."""
        if isinstance(other, float) and not math.isfinite(other):
            return None if math.isnan(other) else (-1 if other > 0 else 1)
        right = _terms(Fraction(other) if isinstance(other, float) else other)
        if right is None:
            return None
        difference = dict(self.terms)
        for radicand, coefficient in right:
            difference[radicand] = difference.get(radicand, Fraction(0)) - coefficient
        rest = surd(difference)
        return rest.sign() if isinstance(rest, Surd) else (rest > 0) - (rest < 0)

    def __lt__(self, other: Exact | float) -> bool:
        order = self._order(other)
        return order is not None and order < 0

    def __le__(self, other: Exact | float) -> bool:
        order = self._order(other)
        return order is not None and order <= 0

    def __gt__(self, other: Exact | float) -> bool:
        order = self._order(other)
        return order is not None and order > 0

    def __ge__(self, other: Exact | float) -> bool:
        order = self._order(other)
        return order is not None and order >= 0

    def __str__(self) -> str:
        """The sum with its rational part last, such as 1/2*sqrt(2)-1/3."""
        text = ""
        for radicand, coefficient in sorted(self.terms, key=lambda term: (term[0] == 1, term[0])):
            size = str(abs(coefficient))
            if radicand != 1:
                size = f"sqrt({radicand})" if size == "1" else f"{size}*sqrt({radicand})"
            text += ("-" if coefficient < 0 else "+") + size
        return text.removeprefix("+") or "0"

    def __repr__(self) -> str:
        return f"Surd({self})"


Exact: TypeAlias = int | Fraction | Surd
Number: TypeAlias = Fraction | Surd | float


def surd(terms: Mapping[int, Fraction]) -> Fraction | Surd:
    """Σ qᵣ·√r for square-free radicands r ≥ 1; a `Fraction` where only r = 1 is left."""
    kept = tuple(sorted((r, q) for r, q in terms.items() if q))
    if not kept:
        return Fraction(0)
    if kept[-1][0] == 1:
        return kept[0][1]
    return Surd(kept)


def _terms(value: object) -> tuple[tuple[int, Fraction], ...] | None:
    """The terms of an exact number; None for anything else."""
    if isinstance(value, Surd):
        return value.terms
    if isinstance(value, int | Fraction):
        return ((1, Fraction(value)),) if value else ()
    return None


def _rational_part(value: Surd) -> Fraction | None:
    """The fraction a surd equals; None if a root is left."""
    if not value.terms:
        return Fraction(0)
    radicand, coefficient = value.terms[-1]
    return coefficient if radicand == 1 else None


def _product(
    left: Iterable[tuple[int, Fraction]], right: Iterable[tuple[int, Fraction]]
) -> dict[int, Fraction]:
    """The product of two sums of roots: √r·√s = g·√(rs/g²) with g the common divisor of r and s."""
    right = tuple(right)
    total: dict[int, Fraction] = {}
    for r, p in left:
        for s, q in right:
            common = math.gcd(r, s)
            radicand = (r // common) * (s // common)
            total[radicand] = total.get(radicand, Fraction(0)) + p * q * common
    return {r: q for r, q in total.items() if q}


@lru_cache(maxsize=4096)
def _signatures(radicands: tuple[int, ...]) -> Mapping[int, int] | None:
    """For each number in the group that the radicands generate, which generators make it up.

    Bit i of a signature is set if generator i takes part; changing the sign of generator i is a
    conjugation of the field. None if the field's degree would exceed `LARGEST_DEGREE`. No
    radicand is factored.
    """
    group = {1: 0}
    for radicand in radicands:
        if radicand in group:
            continue
        if 2 * len(group) > LARGEST_DEGREE:
            return None
        bit = len(group)
        for member, signature in tuple(group.items()):
            common = math.gcd(member, radicand)
            group[(member // common) * (radicand // common)] = signature | bit
    return group
