"""Scenes that cannot be read, are empty, untrue or hurried, and good ones that nearly are."""

from __future__ import annotations

from typing import Any

import numpy as np
from manim import LEFT, UP

from stage.ink import LABEL, READOUT, Ink, formula, text
from stage.layout import Misfit
from stage.shapes import UnitSquare
from stage.story import agrees, named
from tests.tiny_scenes import VIEW, Tiny, tip_of

# Type


class SmallType(Tiny):
    """A footnote of twelve pixels."""

    fault = "small type"

    def show(self) -> None:
        self.say("각주", 0, 0, size=0.09, kind="text")


class ScaledDownType(Tiny):
    """A formula that was shrunk until it fitted."""

    fault = "small type"

    def show(self) -> None:
        ink = formula(r"\det A = 6", size=0.38, color=self.theme.ink)
        self.add(named(ink.scale(0.4), "rule", "formula"))


class SmallestType(Tiny):
    """Type of the least size that may be shown."""

    def show(self) -> None:
        self.say("각주", 0, 0, size=0.18, kind="text")


class NoGlyph(Tiny):
    """A character that no font has."""

    fault = "no glyph"

    def show(self) -> None:
        self.say("넓이 \U0001f600", 0, 0, kind="text")


class NoGlyphBold(Tiny):
    """The same in a formula."""

    fault = "no glyph"

    def show(self) -> None:
        self.say("$x$ \U0010fffd", 0, 0, kind="formula")


class Boxes(Tiny):
    """Rectangles that are characters of their own."""

    def show(self) -> None:
        self.say("□ ■ 口 ㅁ", 0, 0, kind="text")


class DoesNotFit(Tiny):
    """A kind finds no room for what it has to hold."""

    fault = "does not fit"

    def show(self) -> None:
        raise Misfit("nine points do not fit into the picture")


# Contrast


class FaintLabel(Tiny):
    """Type in the colour of the grid."""

    fault = "contrast"

    def show(self) -> None:
        self.say("(1, 2)", 0, 0, color=self.theme.grid)


class LabelOnItsFace(Tiny):
    """Type of a colour on a face of the same."""

    fault = "contrast"

    def show(self) -> None:
        named(self.block(0, 0, 1, self.theme.positive), "square", "area")
        self.say("6", 0, 0, color=self.theme.positive)


class InkOnBrightFace(Tiny):
    """Ink on a face as bright as itself, in one theme at least."""

    fault = "contrast"

    def show(self) -> None:
        named(self.block(0, 0, 1, self.theme.input), "square", "area")
        self.say("6", 0, 0)


class FaintArrowEdge(Tiny):
    """A line that means something, in the colour of the ghost."""

    fault = "contrast"

    def show(self) -> None:
        named(self.line((-2, 0), (2, 0), self.theme.ghost), "image", "line")


class OnlyLightIsFaint(Tiny):
    """A colour of one's own that the light theme's paper swallows."""

    fault = "contrast"

    def show(self) -> None:
        self.say("(1, 2)", 0, 0, color="#F4E9A0")


class QuietLabel(Tiny):
    """Secondary text."""

    def show(self) -> None:
        self.say("방향", 0, 0, color=self.theme.quiet)


class InkOnPaleFace(Tiny):
    """Ink on a face that lets the ground through."""

    def show(self) -> None:
        named(self.block(0, 0, 1, self.theme.positive, 0.34), "square", "area")
        self.say("6", 0, 0)


# How much there is


class NothingThere(Tiny):
    """A beat that shows nothing at all."""

    fault = "empty"

    def title(self) -> Ink:
        return text(".", size=0.2, color=self.theme.ink)


class OnlyAGrid(Tiny):
    """A grid without anything on it."""

    fault = "empty"

    def title(self) -> Ink:
        return text(".", size=0.2, color=self.theme.ink)

    def show(self) -> None:
        for k in range(-3, 4):
            self.line((k, -2), (k, 3), self.theme.grid)


class TooMuchText(Tiny):
    """A page of a book."""

    fault = "overfull"

    def show(self) -> None:
        zone = self.zones.whole
        top = self.zones.title.bottom - 0.05
        words = "행렬식은 넓이의 배율입니다 " * 3
        while True:
            more = text(words, size=0.3, color=self.theme.ink, width=zone.width)
            if more.height > top - zone.bottom:
                break
            ink, words = more, words + "행렬식은 넓이의 배율입니다 " * 2
        ink.move_to((zone.left, top, 0), LEFT + UP)
        self.add(named(ink, "page", "text"))


class SixPoints(Tiny):
    """As many points as a summary may have."""

    def show(self) -> None:
        zone = self.zones.stage
        for k in range(6):
            self.say(
                "행렬식은 배율이다", 0, zone.top - 0.3 - 0.5 * k, kind="text", name=f"point {k}"
            )


# Colours


class HeadsAlike(Tiny):
    """Two arrows of colours that nobody tells apart."""

    fault = "roles too close"

    def show(self) -> None:
        self.arrow(2, 0, name="one", color="#53A1ED")
        self.arrow(0, 2, name="other", color="#58A4EE")


class RedAndGreen(Tiny):
    """Two arrows that only full colour vision tells apart."""

    fault = "roles too close"

    def show(self) -> None:
        self.arrow(2, 0, name="one", color="#B07A3C")
        self.arrow(0, 2, name="other", color="#8E8A3A")


class BasisVectors(Tiny):
    """The two basis vectors in their roles."""

    def show(self) -> None:
        self.arrow(2, 0, name="first", color=self.theme.first)
        self.arrow(0, 2, name="second", color=self.theme.second)


# Truth


class LabelTellsWrong(Tiny):
    """The tip stands at (2, 1), the label says (1, 2)."""

    fault = "untrue"

    def show(self) -> None:
        arrow = self.arrow(2, 1)
        ink = formula("(1, 2)", size=LABEL, color=self.theme.first).move_to((-0.3, 0.3, 0))
        self.add(agrees(named(ink, "first tip", "label"), lambda: tip_of(arrow)))


class WrongSign(Tiny):
    """The square is turned over, the read-out is positive."""

    fault = "untrue"

    def show(self) -> None:
        self.square("3", np.array([[1.0, 2.0], [2.0, 1.0]]))

    def square(self, says: str, matrix: Any) -> None:
        """A unit square under a map, and a read-out of its area."""
        square = named(UnitSquare(self.theme), "square", "area")
        square.follow(matrix, VIEW)
        ink = formula(says, size=READOUT, color=self.theme.ink).move_to((3, 0, 0))
        self.add(square, agrees(named(ink, "area", "readout"), lambda: (square.signed_area(),)))


class RoundedAway(WrongSign):
    """The area is 0.74, the read-out says 0.75."""

    def show(self) -> None:
        self.square(r"\frac{3}{4}", np.array([[0.74, 0.0], [0.0, 1.0]]))


class TrueArea(WrongSign):
    """The read-out tells the area that is drawn."""

    fault = ""

    def show(self) -> None:
        self.square("-3", np.array([[1.0, 2.0], [2.0, 1.0]]))


class TrueLabel(Tiny):
    """A fraction in a label, rounded as fractions are."""

    def show(self) -> None:
        arrow = self.arrow(1 / 3, 2)
        ink = formula(r"(\frac{1}{3}, 2)", size=LABEL, color=self.theme.first)
        ink.move_to((-2.0, 1.2, 0))
        self.add(agrees(named(ink, "first tip", "label"), lambda: tip_of(arrow)))


# Time


class TwoAtATime(Tiny):
    """Two things that have nothing to do with each other move."""

    fault = "several motions"

    def show(self) -> None:
        one, other = self.arrow(1, 0), self.say("(1, 0)", 2, 1)
        self.play(self.glide(one, (0, 1, 0)), self.glide(other, (1, 0, 0)), run_time=1.0)


class OneAfterTheOther(Tiny):
    """The same, one after the other."""

    def show(self) -> None:
        one, other = self.arrow(1, 0), self.say("(1, 0)", 2, 1)
        self.play(self.glide(one, (0, 1, 0)), run_time=1.0)
        self.play(self.glide(other, (1, 0, 0)), run_time=1.0)


class MeantTogether(Tiny):
    """Two panes that begin alike, and say so."""

    def show(self) -> None:
        one, other = self.arrow(1, 0), self.say("(1, 0)", 2, 1)
        moves = (self.glide(one, (0, 1, 0)), self.glide(other, (1, 0, 0)))
        self.play(*moves, run_time=1.0, together=True)


class GoneTooSoon(Tiny):
    """A title that leaves before it can be read: other texts are waited for, titles are not."""

    fault = "hurried"

    def show(self) -> None:
        words = "이 문장은 읽기도 전에 사라지는 아주 길고 긴 문장이라서 아무도 읽지 못합니다"
        self.ink = self.say(words[:20] + "…", 0, 0, kind="text", name="title", size=0.3)
        self.ink.says = words

    def leave(self) -> None:
        self.remove(self.ink)


class ShortWord(Tiny):
    """A word that leaves when it has been read."""

    def show(self) -> None:
        self.ink = self.say("넓이", 0, 0, kind="text", size=0.3)

    def leave(self) -> None:
        self.remove(self.ink)
