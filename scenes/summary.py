"""What to remember: points that appear one by one."""

from __future__ import annotations

from typing import Any

from manim import RIGHT, FadeIn, VGroup
from pydantic import Field

from algebra.wording import phrase
from language.kind import Beat
from language.params import KindParams, Text
from stage.ink import BODY, has_formulas, text
from stage.layout import Zone
from stage.page import largest_fit, page
from stage.story import StoryScene, named

LARGEST = {"wide": BODY * 1.35, "square": BODY * 1.35, "tall": BODY * 1.7}
"""Size of the points if they have room: the lines of a tall frame are short, and it is high."""

LEAST_GAP = 0.9
"""Room between points, in sizes of their type, below which the type must be smaller."""

WIDEST_GAP = 3.0
"""And the room above which the points would no longer look like one list."""

READING = 2.0
"""Seconds that a point stays at least, when nobody reads it aloud."""


class Summary(StoryScene):
    """Points appear one by one, the newest bright, those before it quieter; all bright at the end.

    Each comes with its number, in the place that it keeps, so nothing moves when the next one
    comes. A point may hold values and formulas; keep it to one sentence.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        points: tuple[Text, ...] = Field(
            description="the sentences to remember, one to six", min_length=1, max_length=6
        )

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """point_1, point_2, …: one for every point."""
        count = len(params.points)
        return tuple(
            Beat(f"point_{k}", phrase("point {k} appears", k=k), 0.8, main=k == count)
            for k in range(1, count + 1)
        )

    def construct(self) -> None:
        """The title stands; then point after point."""
        size = LARGEST[self.look.aspect] * 1.08  # larger than any of the points
        title = self.title_line(size=size, weight=700)
        rows = self._rows()
        for k, row in enumerate(rows, start=1):
            with self.beat(f"point_{k}"):
                if k == 1:
                    self.add(title)
                changes = [rows[k - 2][1].animate.set_fill(self.theme.quiet)] if k > 1 else []
                coming = (FadeIn(row[0]), FadeIn(row[1], shift=0.2 * RIGHT))
                self.play(*coming, *changes, run_time=self.run_time)
                self.wait(READING)
                if k == len(rows) and k > 1:
                    before = VGroup(*(row[1] for row in rows[:-1]))
                    self.play(before.animate.set_fill(self.theme.ink), run_time=0.6)

    def _rows(self) -> list[VGroup]:
        """Every point with its number, spread over the zone, as large as all of them fit."""
        zone = page(self.zones)

        def rows_of(size: float) -> list[VGroup]:
            return [self._row(k, size, zone) for k in range(1, len(self.params.points) + 1)]

        largest = LARGEST[self.look.aspect]
        size, rows = largest_fit(
            largest,
            rows_of,
            lambda rows: needed_height(rows, LEAST_GAP * largest) <= zone.height,
            "the points of this summary",
        )
        spare = zone.height - sum(row.height for row in rows)
        gap = min(spare / len(rows), size * WIDEST_GAP)
        top = zone.top - max(0.0, (zone.height - needed_height(rows, gap)) * 0.45)
        for row in rows:
            row.shift((zone.left - row.get_left()[0], top - row.get_top()[1], 0.0))
            top -= row.height + gap
        return rows

    def _row(self, k: int, size: float, zone: Zone) -> VGroup:
        indent = size * 1.5
        number = text(str(k), size=size, color=self.theme.positive, weight=700)
        points = [point.get(self.look.language) for point in self.params.points]
        point = text(
            points[k - 1],
            size=size,
            color=self.theme.ink,
            width=zone.width - indent,
            numerals=any(map(has_formulas, points)),  # the same in all points
        )
        shift = number.baseline - point.baseline
        point.shift((number.get_left()[0] + indent - point.get_left()[0], shift, 0.0))
        return VGroup(named(number, f"number {k}", "text"), named(point, f"point {k}", "text"))


def needed_height(rows: list[VGroup], gap: float) -> float:
    """Height of rows with gaps between them."""
    return float(sum(row.height for row in rows)) + gap * (len(rows) - 1)
