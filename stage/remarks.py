"""Short lines of words and formulas that share a zone, as large as all of them fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stage.ink import SMALLEST, Ink, text
from stage.layout import Zone

LEAST = 1.3 * SMALLEST
"""The smallest size tried before lines may be wider than their zone."""

LEADING = 1.75
"""From one line to the next, in em."""

BETWEEN = 0.45
"""Between remarks that stand side by side, scene units."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One line: its markup, its colour, its weight."""

    words: str
    color: str
    weight: int = 500


def set_remarks(remarks: Sequence[Remark], zone: Zone, size: float) -> list[Ink]:
    """The remarks in order, centred in the zone, at most `size` large.

    They stand one below the other; where the zone is too low for that, the last ones share a row,
    as few as possible. A row that is too wide even at the smallest size is scaled down.
    """
    while True:
        inks = [text(one.words, size=size, color=one.color, weight=one.weight) for one in remarks]
        for shared in range(1, len(inks) + 1):
            rows = [[ink] for ink in inks[: len(inks) - shared]] + [inks[len(inks) - shared :]]
            if _width(rows) <= zone.width and size * LEADING * (len(rows) - 0.4) <= zone.height:
                return _arranged(inks, rows, zone, size)
        if size <= LEAST:
            break
        size = max(LEAST, 0.95 * size)
    high = max(1, int(zone.height / (size * LEADING) + 0.4))
    kept = min(len(inks), high) - 1
    rows = [[ink] for ink in inks[:kept]] + [inks[kept:]]
    return _arranged(inks, rows, zone, size)


def _width(rows: Sequence[Sequence[Ink]]) -> float:
    return max(sum(ink.width for ink in row) + BETWEEN * (len(row) - 1) for row in rows)


def _arranged(inks: list[Ink], rows: list[list[Ink]], zone: Zone, size: float) -> list[Ink]:
    x, y = zone.center
    top = y + size * LEADING * (len(rows) - 1) / 2
    for k, row in enumerate(rows):
        whole = sum(ink.width for ink in row) + BETWEEN * (len(row) - 1)
        squeeze = max(min(1.0, zone.width / whole), SMALLEST / size)
        left = x - whole * squeeze / 2
        baseline = top - k * size * LEADING - 0.35 * size
        for ink in row:
            ink.move_baseline(left, baseline)
            ink.scale(squeeze, about_point=(left, baseline, 0.0))
            left += ink.width + BETWEEN * squeeze
    return inks
