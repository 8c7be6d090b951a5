"""How many dimensions heads read, as cells to scale: in the whole picture, then beside outputs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from manim import VGroup

from algebra import facts
from algebra.matrices import Matrix
from language.formats import plain
from stage.camera import Array
from stage.dimension_bars import DimensionBar, Share
from stage.ink import LABEL, MATRIX, Ink, text
from stage.layout import Zone, Zones
from stage.matrices import matrix_ink
from stage.story import named
from stage.theme import Theme

NAME = 0.3
NOTE = 0.25
"""Sizes of the heads' names, and of what stands under the cells."""

HEADER = 1.15
"""Height of the input and the caption above the rows where they stand under one another."""

CELL = 0.72
"""Width of a cell at most, scene units."""

ALONE, ALONE_CELL, ALONE_TALLEST = 1.15, 1.5, 2.8
"""How much larger type is, how wide a cell and how high a row may be, while no outputs stand beside
the rows."""

TALLEST = 2.1
LOWEST = 0.3
"""A row is not made higher than this, however few there are, nor lower, if columns can help."""

FOOTER = 0.45
"""Height of the note under the rows."""

LISTED = 6
"""Most rows and columns of matrices that are shown beside the cells."""

MOST_COLUMNS = 3
GUTTER = 0.35
"""Columns of rows, and the space between them."""


def row_zones(
    zone: Zone, count: int, header: float, footer: float = 0.0, tallest: float = TALLEST
) -> list[Zone]:
    """Equal rows between a header and a footer; in columns where one would be too crowded."""
    height = zone.height - header - footer
    columns = min(MOST_COLUMNS, math.ceil(count * LOWEST / height))
    lines = math.ceil(count / columns)
    step = min(tallest, height / lines)
    width = (zone.width - GUTTER * (columns - 1)) / columns
    found = []
    for k in range(count):
        left = zone.left + (k // lines) * (width + GUTTER)
        top = zone.top - header - (k % lines) * step
        found.append(Zone(left, top - step, left + width, top))
    return found


def name_inks(
    names: Sequence[str], hues: Sequence[str], places: Sequence[Zone], *, numbers: bool
) -> list[Ink]:
    """The heads' names in their hues, or only their numbers."""
    size = min(NAME, 0.85 * places[0].height)
    said = [str(k) for k in range(1, len(names) + 1)] if numbers else names
    return [text(x, size=size, color=h, weight=500) for x, h in zip(said, hues, strict=False)]


@dataclass(frozen=True, slots=True)
class _Layout:
    """One way to lay the rows out: all parts in order, and the bars among them."""

    parts: VGroup
    cells: tuple[DimensionBar, ...]


class HeadRows(VGroup):
    """How many dimensions every head reads and how many its kernel has, as cells to scale.

    At first the rows have the whole picture; `settle` moves them into their own zone, where the
    outputs will stand beside them.
    """

    def __init__(
        self,
        zones: Zones,
        theme: Theme,
        heads: Sequence[Matrix],
        names: Sequence[str],
        hues: Sequence[str],
        words: Mapping[str, str],
    ) -> None:
        self.heads = tuple(heads)
        self.said = tuple(names)
        self.hues = tuple(hues[: len(heads)])
        self.theme = theme
        self.words = words
        stage, margin = zones.stage, zones.margin
        header = HEADER if zones.flow == "column" and margin.width < 5.5 else 0.6
        self.footer = FOOTER if max(max(head.shape) for head in heads) <= LISTED else 0.0
        places = row_zones(stage, len(heads), header, self.footer)
        with_counts = places[0].height >= 0.95
        matrices = self._matrices(places[0].height, 2.9, 0.8)
        self._end = self._laid(stage, header, matrices, 1.0, counts=with_counts, narrowest=None)
        narrowest = self._end.cells[0].unit
        bottom, right = min(stage.bottom, margin.bottom), max(stage.right, margin.right)
        whole = Zone(stage.left, bottom, right, stage.top)
        scale = ALONE if whole.width > ALONE * stage.width else 1.0
        room = row_zones(whole, len(heads), 0.6 * scale, self.footer * scale)[0].height
        larger = self._matrices(room, 2.9 * scale, 0.8 * scale) if matrices else []
        self._begin = self._laid(
            whole,
            0.6 * scale,
            larger,
            scale,
            counts=with_counts,
            narrowest=narrowest,
            tallest=ALONE_TALLEST,
        )
        for layout in (self._begin, self._end):
            for bar in layout.cells:
                bar.fill(1.0)
        self._moving = tuple(
            (one, one.points.copy(), other.points.copy())
            for one, other in zip(
                self._begin.parts.get_family(), self._end.parts.get_family(), strict=True
            )
        )
        self.cells = self._begin.cells
        super().__init__(*self._begin.parts)
        self.fill(0.0)

    def _laid(
        self,
        zone: Zone,
        header: float,
        matrices: Sequence[Ink],
        scale: float,
        *,
        counts: bool,
        narrowest: float | None,
        tallest: float = TALLEST,
    ) -> _Layout:
        """Caption, names, matrices, cells and counts in a zone; type is so many times larger."""
        n = self.heads[0].shape[1]
        caption = text(self.words["cells"].format(n=n), size=LABEL * 0.94, color=self.theme.quiet)
        caption.scale(scale).move_baseline(zone.left, zone.top - header + 0.15 * scale)
        foot = self.footer * scale
        places = row_zones(zone, len(self.heads), header, foot, tallest=tallest)
        size = min(NAME, 0.85 * places[0].height)
        inks = [
            text(said, size=size, color=hue, weight=500).scale(scale)
            for said, hue in zip(self.said, self.hues, strict=True)
        ]
        left = max(ink.width for ink in inks) + 0.35 * scale  # from the left of each row
        if matrices:
            wide = max(ink.width for ink in matrices)
            for ink, place in zip(matrices, places, strict=True):
                ink.move_to((place.left + left + wide / 2, place.center[1], 0.0))
            left += wide + 0.45 * scale
        unit = min(CELL if scale == 1.0 else ALONE_CELL, (places[0].width - left) / n)
        thick = min(0.5 * scale, places[0].height * 0.42, max(unit, 0.3))
        cells: list[DimensionBar] = []
        below: list[Ink] = []
        for k, (head, place) in enumerate(zip(self.heads, places, strict=True)):
            y = place.center[1]
            inks[k].move_to((place.left + inks[k].width / 2, y, 0.0))
            rank = facts.rank(head)
            lift = 0.2 * scale if counts else 0.0
            shares = [Share(rank, self.hues[k]), Share(n - rank, self.theme.kernel, full=False)]
            start = place.left + left
            bar = Zone(start, y + lift - thick / 2, start + n * unit, y + lift + thick / 2)
            one = DimensionBar(bar, shares, unit, narrowest)
            cells.append(named(one, f"dimensions {k + 1}", "bar"))
            if counts:
                said = self.words["rank"].format(rank=rank, nullity=n - rank, n=plain(n))
                ink = text(said, size=NOTE, color=self.theme.quiet).scale(scale)
                ink.scale(min(1.0, (zone.right - start - 0.05) / ink.width))
                x = start + 0.05 + ink.width / 2
                below.append(ink.move_to((x, y - 0.32 * scale, 0.0)))
        if matrices:  # beside whose columns cells could be taken for coordinates
            note = text(self.words["count"], size=NOTE, color=self.theme.quiet).scale(scale)
            note.scale(min(1.0, zone.width / note.width))
            y = min(place.bottom for place in places) - foot / 2
            below.append(note.move_to((zone.left + note.width / 2, y, 0.0)))
        return _Layout(VGroup(caption, *inks, *matrices, *below, *cells), tuple(cells))

    def _matrices(self, height: float, width: float, most: float) -> list[Ink]:
        """The heads' matrices at one size, if all are small and that size can be read."""
        if not self.footer:
            return []
        inks = [
            matrix_ink(head, color=self.theme.ink, columns=[hue] * head.shape[1])
            for head, hue in zip(self.heads, self.hues, strict=True)
        ]
        factor = min(most, *((height - 0.12) / i.height for i in inks))
        factor = min(factor, *(width / i.width for i in inks))
        if factor * MATRIX < 0.26:
            return []
        return [
            named(ink.scale(factor), f"matrix {k}", "matrix") for k, ink in enumerate(inks, start=1)
        ]

    def fill(self, t: float) -> None:
        """Show the first share t of every bar."""
        for cells in self.cells:
            cells.fill(t)

    def settle(self, t: float) -> None:
        """Move from the whole picture, at t = 0, to the rows' own zone, at t = 1."""
        if t >= 1:
            self.submobjects, self.cells = list(self._end.parts), self._end.cells
            return
        for part, start, end in self._moving:
            points: Array = (1 - t) * start + t * end
            part.set_points(points)
