"""Families of small matrices on which pictures have gone wrong, drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from algebra.facts import inverse
from algebra.matrices import Matrix, diag, from_rows, identity, reflection, rotation, zeros

Random: TypeAlias = np.random.Generator


def whole(rng: Random, m: int, n: int, reach: int = 3) -> Matrix:
    return from_rows(rng.integers(-reach, reach + 1, (m, n)).tolist())


def base_change(rng: Random, n: int) -> Matrix:
    """A whole-number matrix of determinant 1."""
    lower, upper = np.eye(n, dtype=int), np.eye(n, dtype=int)
    for i in range(n):
        for j in range(i):
            lower[i, j], upper[j, i] = rng.integers(-2, 3, 2)
    return from_rows(lower.tolist()) @ from_rows(upper.tolist())


def similar(rng: Random, J: Matrix) -> Matrix:
    S = base_change(rng, J.shape[0])
    return S @ J @ inverse(S)


def strictly_upper(rng: Random, n: int) -> Matrix:
    return from_rows(np.triu(rng.integers(-2, 3, (n, n)), 1).tolist())


def singular(rng: Random, n: int) -> Matrix:
    r = int(rng.integers(0, n))
    return whole(rng, n, r) @ whole(rng, r, n) if r else zeros(n, n)


def nearly_singular(rng: Random, n: int) -> Matrix:
    tiny = Fraction(1, 10 ** int(rng.integers(3, 14)))
    return singular(rng, n) + whole(rng, n, n, 1) * tiny


def defective(rng: Random, n: int) -> Matrix:
    value = Fraction(int(rng.choice([-3, -2, -1, 1, 2, 3])), int(rng.integers(1, 4)))
    return similar(rng, identity(n) * value + strictly_upper(rng, n))


def negative_eigenvalues(rng: Random, n: int) -> Matrix:
    return similar(rng, diag(*[-int(x) for x in rng.integers(1, 5, n)]))


def exact_turn(rng: Random, n: int) -> Matrix:
    degrees = 15 * int(rng.integers(0, 24))
    if n == 1:
        return from_rows([[int(rng.choice([-1, 1]))]])
    if n == 2:
        return rotation(degrees) if rng.random() < 0.7 else reflection(degrees)
    return rotation(degrees, str(rng.choice(["x", "y", "z"]))) * int(rng.choice([-1, 1]))


def floating_turn(rng: Random, n: int) -> Matrix:
    return Matrix(np.linalg.qr(rng.standard_normal((n, n)))[0])


def mixed_scales(rng: Random, n: int) -> Matrix:
    exponents = rng.integers(-9, 13, (n, n)).tolist()
    return from_rows(
        [[Fraction(10) ** e * int(rng.integers(-9, 10)) for e in row] for row in exponents]
    )


def symmetric(rng: Random, n: int) -> Matrix:
    M = whole(rng, n, n)
    return M + M.T


def large_denominators(rng: Random, n: int) -> Matrix:
    return from_rows(
        [
            [Fraction(int(rng.integers(-(10**9), 10**9)), int(rng.integers(1, 10**9)))]
            + [Fraction(int(rng.integers(-99, 99)), 997 + j) for j in range(n - 1)]
            for _ in range(n)
        ]
    )


def surds(rng: Random, n: int) -> Matrix:
    stretched = exact_turn(rng, n) @ diag(*[int(x) for x in rng.integers(-2, 4, n)])
    return stretched @ exact_turn(rng, n)


def floating_singular(rng: Random, n: int) -> Matrix:
    r = int(rng.integers(0, n))
    return Matrix(rng.standard_normal((n, r)) @ rng.standard_normal((r, n)))


def nearly_half_turn(rng: Random, n: int) -> Matrix:
    small = Fraction(1, 10 ** int(rng.integers(1, 12)))
    return -identity(n) + whole(rng, n, n, 1) * small


FAMILIES: Mapping[str, Callable[[Random, int], Matrix]] = {
    "whole": lambda rng, n: whole(rng, n, n),
    "singular": singular,
    "nearly singular": nearly_singular,
    "nilpotent": lambda rng, n: similar(rng, strictly_upper(rng, n)),
    "defective": defective,
    "negative eigenvalues": negative_eigenvalues,
    "exact turn": exact_turn,
    "floating turn": floating_turn,
    "tiny": lambda rng, n: whole(rng, n, n) * Fraction(1, 10**9),
    "huge": lambda rng, n: whole(rng, n, n) * 10**12,
    "mixed scales": mixed_scales,
    "symmetric": symmetric,
    "large denominators": large_denominators,
    "surds": surds,
    "floating nearly singular": lambda rng, n: Matrix(nearly_singular(rng, n).array),
    "floating": lambda rng, n: Matrix(rng.standard_normal((n, n))),
    "floating singular": floating_singular,
    "nearly a half-turn": nearly_half_turn,
}


def member(family: str, n: int, seed: int) -> Matrix:
    """The n×n matrix of a family that belongs to a seed, always the same."""
    return FAMILIES[family](np.random.default_rng((seed, n, *family.encode())), n)
