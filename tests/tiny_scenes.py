"""What the scenes have in common by which the picture gate is measured."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from manim import LEFT, Mobject, VMobject

from language.kind import Beat
from stage.drive import Drive
from stage.ink import LABEL, Ink, halo, text
from stage.plane import segment_points
from stage.shapes import Arrow, closed_polygon
from stage.story import StoryScene, named
from stage.view import View

VIEW = View(-3.0, -1.0, 1.0)
"""How the tiny scenes see their plane."""

STILL = np.eye(2)


class Tiny(StoryScene):
    """One beat; `show` puts things in place, `move` may move them."""

    fault: ClassVar[str] = ""
    seconds: ClassVar[float] = 1.0

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """show, then rest."""
        del params
        return (Beat("show", "it is shown", cls.seconds), Beat("rest", "it is over", 1.0))

    def construct(self) -> None:
        """The picture, then a beat that only rests."""
        with self.beat("show"):
            self.add(self.title())
            self.show()
        with self.beat("rest"):
            self.leave()

    def show(self) -> None:
        """What is to be seen."""

    def leave(self) -> None:
        """What happens in the second beat: nothing."""

    def title(self) -> Ink:
        """A title in its zone, so that no picture is empty by accident."""
        ink = text("제목이 여기에 있습니다", size=0.4, color=self.theme.ink)
        zone = self.zones.title
        return named(ink.move_to((zone.left, zone.center[1], 0.0), LEFT), "title", "text")

    def say(self, words: str, x: float, y: float, **how: Any) -> Ink:
        """Type on the picture at a point; `how` is color, size, kind, name or rim."""
        ink = text(words, size=how.get("size", LABEL), color=how.get("color", self.theme.ink))
        ink.move_to((x, y, 0.0))
        if how.get("rim"):
            halo(ink, self.theme.ground)
        self.add(named(ink, how.get("name", words), how.get("kind", "label")))
        return ink

    def arrow(self, x: float, y: float, *, name: str = "first", color: str = "") -> Arrow:
        """An arrow from the plane's origin, which stands left of the middle."""
        arrow = named(Arrow((x, y), color or self.theme.first), name, "arrow")
        arrow.follow(STILL, VIEW)
        self.add(arrow)
        return arrow

    def line(self, start: tuple[float, float], end: tuple[float, float], color: str) -> VMobject:
        """A straight line, scene units."""
        line = VMobject(stroke_color=color, stroke_width=4)
        line.set_points(segment_points(np.array([[start, end]])))
        self.add(line)
        return line

    def face(
        self, corners: list[tuple[float, float]], color: str, opacity: float = 1.0
    ) -> VMobject:
        """A filled polygon, scene units."""
        face = VMobject(stroke_width=0, fill_color=color, fill_opacity=opacity)
        face.set_points(closed_polygon(np.array(corners, dtype=float)))
        self.add(face)
        return face

    def block(self, x: float, y: float, half: float, color: str, opacity: float = 1.0) -> VMobject:
        """A filled square around a point."""
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
        return self.face([(x + a, y + b) for a, b in corners], color, opacity)

    def glide(self, mobject: Mobject, to: Any) -> Drive:
        """Moves a thing from where it stands by a vector."""
        start = mobject.get_center().copy()

        def follow(t: float) -> None:
            mobject.move_to(start + t * np.asarray(to, dtype=float))

        return Drive(mobject, follow)


def tip_of(arrow: Arrow) -> tuple[float, float]:
    """Where the tip stands on the frame, in plane units."""
    x, y = (arrow.drawn_tip() - (VIEW.x, VIEW.y)) / VIEW.unit
    return float(x), float(y)
