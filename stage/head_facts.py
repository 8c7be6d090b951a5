"""Facts about several maps of one space: which see an input, and what they read together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from algebra import facts
from algebra.matrices import Matrix, column, identity, random

TRIED = 8
"""Vectors of a basis that are tried when inputs are looked for."""


def sees(head: Matrix, vector: Matrix) -> bool:
    """Whether an output is not zero; for floats, not zero to rounding."""
    output = head @ vector
    if output.is_exact:
        return any(output.columns[0])
    scale = float(np.linalg.norm(head.array)) * float(np.linalg.norm(vector.array))
    return bool(np.linalg.norm(output.array) > facts.ZERO_RATIO * scale)


@lru_cache(maxsize=64)
def telling(heads: tuple[Matrix, ...]) -> tuple[Matrix, ...]:
    """Up to two vectors that some head sees and another does not, the second the other way round.

    Kernel vectors of the heads are tried first. Where no head is blind to what another sees, it is
    a vector that every head sees, then one that none sees, as far as there are such.
    """
    n = heads[0].shape[1]
    blind = [vector for head in heads for vector in facts.kernel(head)[:TRIED]]
    basis = [identity(n)[:, k] for k in range(min(n, TRIED))]
    candidates = [*blind, column([1] * n), *basis]
    found: list[tuple[Matrix, tuple[bool, ...]]] = []
    for vector in candidates:
        seen = tuple(sees(head, vector) for head in heads)
        fresh = all(
            any(a != b and not a for a, b in zip(seen, old, strict=True)) for _, old in found
        )
        if any(seen) and not all(seen) and fresh and len(found) < 2:
            found.append((vector, seen))
    if found:
        return tuple(vector for vector, _ in found)
    every = [v for v in candidates if all(sees(head, v) for head in heads)]
    none = [v for v in candidates if not any(sees(head, v) for head in heads)]
    return (*every[:1], *none[:1]) or (candidates[0],)


@dataclass(frozen=True, slots=True)
class Counted:
    """Facts about h heads of so many rows each, on vectors of so many numbers."""

    heads: int
    rows: int
    width: int
    rank: int
    """Of all rows under one another."""
    ranks: tuple[int, int]
    """Of the first two heads (of the first alone, and 0, if there is only one)."""
    shared: int
    """Dimensions of what both of the first two read."""
    unread: int
    """Dimensions of what neither of them reads: where their kernels meet."""
    seed: int
    """Of the first head's map; those of the others follow it."""

    @property
    def seeds(self) -> str:
        """The seeds of all maps: ``0`` or ``0–11``."""
        last = self.seed + self.heads - 1
        return str(self.seed) if last == self.seed else f"{self.seed}–{last}"


@cache
def counted(heads: int, rows: int, width: int, seed: int) -> Counted:
    """The facts of a layer whose head h has the map random(rows, width, seed + h)."""
    maps = [random(rows, width, seed + h).array for h in range(heads)]
    ranks = [facts.rank(Matrix(one)) for one in maps[:2]]
    together = facts.rank(Matrix(np.vstack(maps[:2])))
    return Counted(
        heads=heads,
        rows=rows,
        width=width,
        rank=facts.rank(Matrix(np.vstack(maps))),
        ranks=(ranks[0], ranks[1] if heads > 1 else 0),
        shared=sum(ranks) - together,
        unread=width - together,
        seed=seed,
    )
