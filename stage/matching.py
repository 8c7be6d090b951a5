"""Formulas that grow into one another: which glyphs of the one are glyphs of the other.

Glyphs are the same where their outlines are, at the same size. What stays is found in two steps:
first the best common subsequence, in which runs of neighbours count for more than scattered
letters, so that nothing crosses; then terms of several glyphs that have changed places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject

from stage.drive import ease
from stage.formulas import typst_math
from stage.ink import filled_path
from stage.typesetting import BASELINE, Points, outlines

TERM = 3
"""Glyphs that a term must have to be followed to another place: a letter alone says little."""

_TOGETHER = 0.5
"""What it counts more that two neighbours stay neighbours."""

_GRAIN = 1.7e-3
"""Em to which outlines are rounded before they are compared. Fonts are drawn on thousandths of an
em, and none of these lies half-way between two grains of this size."""


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """One outline of a formula, in em, origin at the formula's left edge and baseline."""

    points: Points
    shape: bytes
    """Equal for glyphs that look the same, wherever they stand."""


@dataclass(frozen=True, slots=True, eq=False)
class SetFormula:
    """A formula as glyphs, in em: `above` and `below` are its reach from the baseline."""

    glyphs: tuple[Glyph, ...]
    width: float
    above: float
    below: float

    @property
    def height(self) -> float:
        return self.above + self.below

    def place_of(self, shape: bytes) -> float | None:
        """The middle of the first glyph of this shape, from the left edge; None without one."""
        for glyph in self.glyphs:
            if glyph.shape == shape:
                return float(np.mean([glyph.points[:, 0].min(), glyph.points[:, 0].max()]))
        return None


@lru_cache(maxsize=256)
def set_formula(latex: str) -> SetFormula:
    """A formula (LaTeX without dollars) in display style.

    The box is that of the ink, not of the line, so that what is centred looks centred.
    """
    found = outlines(f"{BASELINE}$display(#[${typst_math(latex)}$])$")
    placed = [one.points - np.array([0.0, found.baseline]) for one in found.outlines]
    if not placed:
        return SetFormula((), 0.0, 0.0, 0.0)
    every = np.concatenate(placed)
    left, right = float(every[:, 0].min()), float(every[:, 0].max())
    glyphs = tuple(Glyph(points - np.array([left, 0.0]), _shape(points)) for points in placed)
    return SetFormula(glyphs, right - left, float(every[:, 1].max()), -float(every[:, 1].min()))


@lru_cache(maxsize=1)
def equals_sign() -> bytes:
    """The shape of ``=`` in the main line of a formula."""
    return set_formula("=").glyphs[0].shape


def _shape(points: Points) -> bytes:
    grains: npt.NDArray[np.int32] = np.round((points - points.min(axis=0)) / _GRAIN).astype(
        np.int32
    )
    return grains.tobytes()


def matched(before: Sequence[bytes], after: Sequence[bytes]) -> tuple[tuple[int, int], ...]:
    """Pairs of indices of the same glyph before and after; each index occurs once at most."""
    pairs = _common(before, after)
    left = sorted(set(range(len(before))) - {i for i, _ in pairs})
    right = sorted(set(range(len(after))) - {j for _, j in pairs})
    while run := _longest_run(before, after, left, right):
        pairs.extend(run)
        left = [i for i in left if i not in {a for a, _ in run}]
        right = [j for j in right if j not in {b for _, b in run}]
    return tuple(sorted(pairs))


def _common(before: Sequence[bytes], after: Sequence[bytes]) -> list[tuple[int, int]]:
    """The common subsequence of the highest score: one a glyph, and more for neighbours.

    `ends[i][j]` is the best score of prefixes whose last glyphs are a pair, `best` of any.
    """
    m, n = len(before), len(after)
    best = np.zeros((m + 1, n + 1))
    ends = np.full((m + 1, n + 1), -np.inf)
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            if before[i - 1] == after[j - 1]:
                ends[i, j] = 1.0 + max(best[i - 1, j - 1], ends[i - 1, j - 1] + _TOGETHER)
            best[i, j] = max(best[i - 1, j], best[i, j - 1], ends[i, j])
    pairs: list[tuple[int, int]] = []
    i, j, joined = m, n, False
    while i and j:
        if joined or (ends[i, j] == best[i, j] and np.isfinite(ends[i, j])):
            pairs.append((i - 1, j - 1))
            joined = bool(ends[i - 1, j - 1] + _TOGETHER > best[i - 1, j - 1])
            i, j = i - 1, j - 1
        elif best[i, j] == best[i - 1, j]:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def _longest_run(
    before: Sequence[bytes], after: Sequence[bytes], left: Sequence[int], right: Sequence[int]
) -> list[tuple[int, int]]:
    """The longest run of neighbours among what is left on both sides; none shorter than TERM."""
    free, open_ = set(left), set(right)
    longest: list[tuple[int, int]] = []
    for i in left:
        for j in right:
            length = 0
            while (
                i + length in free
                and j + length in open_
                and before[i + length] == after[j + length]
            ):
                length += 1
            if length > len(longest):
                longest = [(i + k, j + k) for k in range(length)]
    return longest if len(longest) >= TERM else []


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A formula at its place: the left end of its baseline, and its em, in scene units."""

    formula: SetFormula
    x: float
    y: float
    size: float

    def points(self, indices: Sequence[int]) -> Points:
        """The outlines of some glyphs in scene units, one after another, shape (n, 2)."""
        chosen = [self.formula.glyphs[k].points for k in indices]
        if not chosen:
            return np.zeros((0, 2))
        placed: Points = np.concatenate(chosen) * self.size + np.array([self.x, self.y])
        return placed


class Growth(VGroup):
    """A formula that grows out of another: what stays glides, what is new fades in after it.

    With `leaves` what is gone fades away first; without, the formula before stays where it is and
    is drawn by whoever drew it. `fresh_color` marks what is new.
    """

    def __init__(
        self, before: Placed | None, after: Placed, *, color: str, fresh_color: str, leaves: bool
    ) -> None:
        old = [glyph.shape for glyph in before.formula.glyphs] if before is not None else []
        new = [glyph.shape for glyph in after.formula.glyphs]
        self.pairs = matched(old, new)
        kept, stays = [i for i, _ in self.pairs], [j for _, j in self.pairs]
        fresh = [j for j in range(len(new)) if j not in set(stays)]
        gone = [i for i in range(len(old)) if i not in set(kept)]
        self._start = before.points(kept) if before is not None else np.zeros((0, 2))
        self._end = after.points(stays)
        nothing = np.zeros((0, 2))
        leaving = before.points(gone) if before is not None and leaves else nothing
        self.gone = filled_path(leaving, color)
        self.kept = filled_path(self._start, color)
        self.fresh = filled_path(after.points(fresh), fresh_color if self.pairs else color)
        super().__init__(self.gone, self.kept, self.fresh)
        self.follow(0.0)

    def follow(self, t: float) -> None:
        """The picture at t from 0 (the formula before) to 1 (the formula after); t is not eased."""
        self.gone.set_fill(opacity=1.0 - _part(t, 0.0, 0.35))
        self.fresh.set_fill(opacity=_part(t, 0.6, 1.0))
        share = _part(t, 0.15, 0.75)
        _put(self.kept, (1.0 - share) * self._start + share * self._end)


def _part(t: float, start: float, end: float) -> float:
    """How far a part of the motion is, that begins and ends within the whole."""
    return ease((t - start) / (end - start))


def _put(path: VMobject, points: Points) -> None:
    path.set_points(np.column_stack([points, np.zeros(len(points))]))
