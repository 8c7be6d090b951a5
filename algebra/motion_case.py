"""Which case of the motion table a matrix belongs to, decided exactly.

The entries of a floating matrix are binary fractions, so signs are decided exactly for it too; only
whether it is singular is asked of its singular values, because rounding has hidden the answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from algebra.entries import Array, Rows
from algebra.facts import ZERO_RATIO
from algebra.matrices import Matrix
from algebra.numbers import Number, absolute, is_exact, sign, to_float
from algebra.wording import phrase

LARGEST_ENTRY = 1e100
"""Beyond it a 3×3 determinant would not fit into a float."""
LARGEST_OVERSHOOT = 1.25
"""A power path may stretch by this factor more than its two ends do."""


@dataclass(frozen=True)
class Motion:
    """How a map moves: `at` gives M(t), n×n, and `det` its determinant, both for 0 < t < 1."""

    at: Callable[[float], Array]
    det: Callable[[float], float]


@dataclass(frozen=True)
class Case:
    """What the choice of a path rests on, for an n×n matrix M = unit·scale.

    `rows` are the exact entries of `unit`, `array` its floats (largest entry between ½ and 1, or
    all zero); `scale` is a power of two. `minors` are e₁ … eₙ of `unit`: e_k is the sum of the
    principal k-minors, so e₁ is its trace and eₙ its determinant, which is 0 if `singular`.
    `det` and `log_det` (of |det|) belong to M itself.
    """

    n: int
    rows: Rows
    array: Array
    scale: float
    minors: tuple[Number, ...]
    singular: bool
    exact: bool
    det: float
    log_det: float

    @property
    def det_sign(self) -> int:
        """−1, 0 or 1."""
        return sign(self.minors[-1])

    @property
    def opens_straight(self) -> bool:
        """True if no eigenvalue has a negative real part, for a singular matrix.

        One eigenvalue is 0; the others have sum e₁ and, for n = 3, product e₂.
        """
        return self.n == 1 or (sign(self.minors[0]) >= 0 and (self.n == 2 or self._second() >= 0))

    def _second(self) -> int:
        return sign(self.minors[1])

    @property
    def has_negative_eigenvalue(self) -> bool:
        """True if a real eigenvalue is below zero: −λ is a root of μⁿ + e₁μⁿ⁻¹ + … + eₙ.

        Without sign changes there is no positive root (Descartes); with them the discriminant
        tells whether the roots that the signs allow are real.
        """
        e = self.minors
        if sign(e[-1]) < 0:
            return True
        if sign(e[-1]) == 0:
            e = e[:-1]  # μ = 0 is a root and is divided out
        if not e:
            return False
        if len(e) == 1 or sign(e[-1]) < 0:
            return sign(e[0]) < 0 if len(e) == 1 else True
        if len(e) == 2:
            a, b = e
            if sign(b) == 0:
                return sign(a) < 0
            return sign(a) < 0 and sign(a * a - 4 * b) >= 0
        a, b, c = e
        if sign(a) >= 0 and sign(b) >= 0:
            return False
        cube, square = 18 * a * b * c - 4 * a * a * a * c, a * a * b * b - 4 * b * b * b
        return sign(cube + square - 27 * c * c) >= 0


def case_of(M: Matrix) -> Case:
    """The case of a square matrix of size 1, 2 or 3; raises ValueError for others."""
    m, n = M.shape
    if m != n or n > 3:
        raise ValueError(
            phrase(
                "{name} is {m}×{n}: paths are for square matrices up to 3×3",
                name=M.name or phrase("the matrix"),
                m=m,
                n=n,
            )
        )
    largest = float(np.abs(M.array).max())
    if largest > LARGEST_ENTRY:
        raise ValueError(
            phrase(
                "{name} has an entry of size {largest:.3g}: "
                "paths are for entries up to {largest_entry:.0e}",
                name=M.name or phrase("the matrix"),
                largest=largest,
                largest_entry=LARGEST_ENTRY,
            )
        )
    exponent = math.frexp(largest)[1]
    power = Fraction(2) ** exponent
    array = np.ldexp(M.array, -exponent)
    exact = M.is_exact
    if exact:
        rows = tuple(tuple(x / power for x in row) for row in M.rows)
        minors = _minor_sums(rows)
        exact = all(map(is_exact, minors))
    if exact:
        # An exact determinant too small for a float is drawn as what it looks like: zero.
        singular = to_float(minors[-1]) == 0.0
        if singular:
            minors = (*minors[:-1], Fraction(0))
    else:
        rows = tuple(tuple(Fraction(x) for x in row) for row in array.tolist())
        minors = _minor_sums(rows)
        sigma = np.linalg.svd(array, compute_uv=False)
        singular = bool(sigma[-1] <= ZERO_RATIO * sigma[0])
        if singular:
            minors = (*(_cleaned(e, k, sigma[0]) for k, e in enumerate(minors[:-1])), Fraction(0))
    det = minors[-1] * power**n
    return Case(
        n=n,
        rows=rows,
        array=array,
        scale=math.ldexp(1.0, exponent),
        minors=minors,
        singular=singular,
        exact=exact,
        det=to_float(det),
        log_det=_log_size(minors[-1], n * exponent),
    )


def stays_in_frame(norms: Callable[[Array], Array], end: float) -> bool:
    """True if the largest of `norms(t)`, 0 ≤ t ≤ 1, is at most 1.25·max(1, end).

    Looked for at 257 moments, then once more closely around the largest. `norms` is only asked for
    evenly spaced moments.
    """
    limit = LARGEST_OVERSHOOT * max(1.0, end)
    moments = np.linspace(0.0, 1.0, 257)
    found = norms(moments)
    if not np.isfinite(found).all() or found.max() > limit:
        return False
    best = moments[int(found.argmax())]
    closer = np.linspace(max(0.0, best - 1 / 256), min(1.0, best + 1 / 256), 33)
    return bool(norms(closer).max() <= limit)


def _minor_sums(rows: Rows) -> tuple[Number, ...]:
    if len(rows) == 1:
        return (rows[0][0],)
    if len(rows) == 2:
        (a, b), (c, d) = rows
        return a + d, a * d - b * c
    (a, b, c), (d, e, f), (g, h, i) = rows
    first, second, third = e * i - f * h, d * i - f * g, d * h - e * g
    return (
        a + e + i,
        (a * e - b * d) + (a * i - c * g) + first,
        a * first - b * second + c * third,
    )


def _cleaned(e: Number, k: int, largest: float) -> Number:
    """0 for a sum of (k+1)-minors that rounding alone can have made."""
    return Fraction(0) if absolute(e) <= ZERO_RATIO * largest ** (k + 1) else e


def _log_size(det: Number, exponent: int) -> float:
    """log |det·2^exponent|; 0 for 1 exactly, −∞ for 0."""
    if not det:
        return -math.inf
    whole = absolute(det) * Fraction(2) ** exponent
    size = to_float(whole)
    if size:
        return math.log(size)
    return math.log(to_float(absolute(det))) + exponent * math.log(2.0)
