"""The opening card of a film."""

from __future__ import annotations

from typing import Any

import numpy as np
from manim import DOWN, LEFT, FadeIn, Line, VGroup
from pydantic import Field

from algebra import motion
from language.kind import Beat
from language.params import KindParams, Matrix2, Text
from stage.drive import Drive
from stage.ink import BODY, HEADLINE, Ink, text
from stage.layout import Zone
from stage.mapped import MappedSquare
from stage.story import StoryScene, named

READING = 2.0
"""Seconds that a title needs to be read, when nobody reads it aloud."""

SMALLER = 0.85
"""How much smaller a title may be for the sake of a line less."""


class TitleCard(StoryScene):
    """A title, a line below it, and (if a matrix is given) the unit square under that matrix.

    The picture is computed like any other: the plane and the square follow the map's motion.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        heading: Text = Field(description="the title, large")
        subtitle: Text | None = Field(default=None, description="one line below the title")
        matrix: Matrix2 | None = Field(
            default=None, description="a 2×2 matrix whose picture stands beside the title"
        )

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """title, and motif if there is a matrix."""
        title = Beat("title", "the title and the line below it", 0.9, main=True)
        if params.matrix is None:
            return (title,)
        return (title, Beat("motif", "the unit square follows the matrix", 2.6, main=True))

    def construct(self) -> None:
        """Title, then the motif's motion."""
        words, motif = self._halves()
        picture = None
        if self.params.matrix is not None:
            path = motion.path(self.params.matrix, self.setting.motion)
            room = self._room(motif)
            picture = MappedSquare(motif, self.theme, [path], sense=False, room=room)
            picture.look_at(picture.view_during(path))
            picture.remove(picture.labels)
        block, subtitle = self._block(words)
        with self.beat("title"):
            self.add(block)
            if picture is not None:
                self.add(picture)
            if subtitle is not None:
                self.play(FadeIn(subtitle, shift=0.15 * DOWN), run_time=self.run_time)
            self.wait(READING)
        if picture is not None:
            with self.beat("motif"):
                self.play(Drive(picture, picture.along(path)), run_time=self.run_time)
                picture.remove(picture.labels)

    def _halves(self) -> tuple[Zone, Zone]:
        """Where the words stand and where the picture: side by side, or picture on top."""
        if self.params.matrix is None:
            return self.zones.whole.inset(self.zones.whole.width * 0.06, 0), self.zones.whole
        whole, frame = self.zones.whole, self.zones.frame
        if self.look.aspect == "wide":
            split = whole.left + whole.width * 0.55
            return (
                Zone(whole.left, whole.bottom, split - 0.5, whole.top),
                Zone(split, frame.bottom, frame.right, frame.top),
            )
        split = whole.bottom + whole.height * 0.42
        return (
            Zone(whole.left, whole.bottom, whole.right, split - 0.4),
            Zone(frame.left, split, frame.right, frame.top),
        )

    def _room(self, motif: Zone) -> Zone:
        """Where square and arrows stay: the grid may run to the border, and under captions."""
        whole = self.zones.whole
        bottom = max(motif.bottom, whole.bottom)
        return Zone(max(motif.left, whole.left), bottom, whole.right, whole.top).inset(0.35, 0.3)

    def _block(self, zone: Zone) -> tuple[VGroup, VGroup | None]:
        """The title with its rule, and the subtitle, together centred in their zone's height."""
        language, theme = self.look.language, self.theme
        title = self._title(zone)
        named(title, "heading", "text")
        rule = Line((0, 0, 0), (1.1, 0, 0), stroke_color=theme.positive, stroke_width=6)
        group = VGroup(title, rule.next_to(title, DOWN, buff=0.36).align_to(title, LEFT))
        subtitle = None
        if self.params.subtitle is not None:
            words = text(
                self.params.subtitle.get(language),
                size=BODY * 1.12,
                color=theme.quiet,
                width=zone.width,
            )  # fmt: skip -- one text
            subtitle = named(words, "subtitle", "text")
            subtitle.next_to(rule, DOWN, buff=0.36).align_to(title, LEFT)
        both = VGroup(group, *([subtitle] if subtitle is not None else []))
        both.move_to((zone.left, zone.center[1], 0), aligned_edge=LEFT)
        return group, subtitle

    def _title(self, zone: Zone) -> Ink:
        """The largest headline of at most three lines that leaves room for rule and subtitle.

        A little smaller if it takes fewer lines then.
        """
        markup, color = self.params.heading.get(self.look.language), self.theme.ink
        below = 0.4 if self.params.subtitle is None else 0.8 + BODY * 1.5
        found: Ink | None = None
        for size in np.linspace(HEADLINE, HEADLINE * 0.5, 8):
            title = text(markup, size=float(size), color=color, width=zone.width, weight=700)
            if found is not None:
                if size < SMALLER * found.em or title.height > found.height - size:
                    continue
                return title
            tallest = min(3 * 1.5 * float(size), zone.height - below)
            if title.height <= tallest and title.width <= zone.width + 0.05:
                found = title
        return title if found is None else found
