"""Tiny scenes by which the picture gate is measured: bad ones, and good ones that come close.

Each shows one picture and moves something at most once. `fault` is the rule that must find it;
the good ones have none, and nothing may be found in them.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from manim import DOWN, LEFT, RIGHT, UP, Mobject, VMobject

from language.kind import Beat
from stage.drive import Drive
from stage.ink import LABEL, READOUT, Ink, formula, halo, plate, text
from stage.layout import Misfit
from stage.plane import segment_points
from stage.shapes import Arrow, UnitSquare, closed_polygon
from stage.story import StoryScene, agrees, named
from stage.view import View

VIEW = View(-3.0, -1.0, 1.0)
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


# Overlap


class LabelOnLabel(Tiny):
    """Two labels at one place."""

    fault = "overlap"

    def show(self) -> None:
        self.say("(2, 1)", 0, 0)
        self.say("(1, 3)", 0.2, 0.05)


class LabelBesideLabel(Tiny):
    """Two labels that almost touch."""

    def show(self) -> None:
        one = self.say("(2, 1)", 0, 0)
        other = self.say("(1, 3)", 0, 0)
        other.next_to(one, RIGHT, buff=0.05)


class FormulaOnTitle(Tiny):
    """A formula runs into the title."""

    fault = "overlap"

    def show(self) -> None:
        ink = formula(r"\det A = 2\cdot 3 - 1\cdot 0 = 6", size=0.5, color=self.theme.ink)
        zone = self.zones.title
        self.add(named(ink.move_to((zone.left, zone.bottom + 0.2, 0), LEFT), "rule", "formula"))


class NamelessOverlap(Tiny):
    """Type that a kind forgot to name lies on a label."""

    fault = "overlap"

    def show(self) -> None:
        self.say("넓이", 0, 0)
        self.add(text("배율", size=LABEL, color=self.theme.quiet).move_to((0.1, 0.1, 0)))


class OverlapThatFadesOut(Tiny):
    """Two labels at one place, but one of them has left."""

    def show(self) -> None:
        self.say("(2, 1)", 0, 0)
        self.say("(1, 3)", 0, 0).set_fill(opacity=0.0)


class StackedFractions(Tiny):
    """Lines set close below one another."""

    def show(self) -> None:
        one = self.say(r"$\frac{1}{2}$", 0, 0)
        self.say(r"$\frac{3}{4}$", 0, 0).next_to(one, DOWN, buff=0.06)


class OverlapInMotion(Tiny):
    """A label crosses another one slowly."""

    fault = "overlap"

    def show(self) -> None:
        self.say("넓이의 배율은 행렬식", 0, 0)
        mover = self.say("(1.25, 3.75)", -0.6, 0.02)
        self.play(self.glide(mover, (1.2, 0, 0)), run_time=2.0)
        mover.shift(2 * UP)


class QuickPass(Tiny):
    """A label passes another one in a moment."""

    def show(self) -> None:
        self.say("6", 0, 0)
        mover = self.say("A", -2.5, 0)
        self.play(self.glide(mover, (5, 0, 0)), run_time=2.0)


# Labels and arrows


class LabelOnShaft(Tiny):
    """A label in the middle of an arrow."""

    fault = "label on arrow"

    def show(self) -> None:
        self.arrow(3, 0)
        self.say("(3, 0)", -1.6, -1.0)


class RimmedLabelOnShaft(Tiny):
    """A rim makes the label readable and cuts the arrow in two."""

    fault = "label on arrow"

    def show(self) -> None:
        self.arrow(3, 0)
        self.say("(3, 0)", -1.6, -1.0, rim=True)


class LabelOnTip(Tiny):
    """A label over an arrow's tip."""

    fault = "label on arrow"

    def show(self) -> None:
        self.arrow(2, 2)
        self.say("(2, 2)", -0.95, 0.95)


class ArrowOverLabel(Tiny):
    """An arrow that is drawn after the label that it crosses."""

    fault = "label on arrow"

    def show(self) -> None:
        self.say("(1, 2)", -2.5, 0.0)
        self.arrow(1, 2)


class LabelBesideTip(Tiny):
    """A label that stands off its tip."""

    def show(self) -> None:
        self.arrow(2, 2)
        self.say("(2, 2)", -0.95, 1.35)


class LabelOverTrace(Tiny):
    """A label over the faint trace of an arrow that was."""

    def show(self) -> None:
        self.arrow(3, 0).set_fill(opacity=0.4)
        self.say("(3, 0)", -1.6, -1.0, rim=True)


class LineThroughLabel(Tiny):
    """A bright line behind bare type."""

    fault = "line through type"

    def show(self) -> None:
        self.line((-3, 0.02), (3, 0.02), self.theme.axis)
        self.say("(1, 2)", 0, 0)


class LineBehindRim(Tiny):
    """The same, and the type has a rim."""

    def show(self) -> None:
        self.line((-3, 0.02), (3, 0.02), self.theme.axis)
        self.say("(1, 2)", 0, 0, rim=True)


class LineBehindPlate(Tiny):
    """The same, and the type stands on a plate."""

    def show(self) -> None:
        self.line((-3, 0.02), (3, 0.02), self.theme.axis)
        ink = text("(1, 2)", size=LABEL, color=self.theme.ink)
        self.add(plate(ink, self.theme.ground), named(ink, "note", "label"))


# Over a read-out


class LabelOverReadout(Tiny):
    """A label on the number that counts."""

    fault = "over a read-out"

    def show(self) -> None:
        self.say("6.00", 2, 0, kind="readout", size=READOUT)
        self.say("(2, 1)", 2.3, 0.1)


class FaceOverReadout(Tiny):
    """A parallelogram grows over the number."""

    fault = "over a read-out"

    def show(self) -> None:
        self.say("6.00", 2, 0, kind="readout", size=READOUT)
        named(self.block(2.2, 0.2, 0.8, self.theme.positive, 0.5), "square", "area")


class LineOverReadout(Tiny):
    """A line across the number."""

    fault = "over a read-out"

    def show(self) -> None:
        self.say("−3", 2, 0, kind="readout", size=READOUT)
        self.line((1, -0.4), (3, 0.4), self.theme.ink)


class FaceUnderReadout(Tiny):
    """The number stands on a pale face and can be read."""

    def show(self) -> None:
        named(self.block(2, 0, 0.8, self.theme.positive, 0.3), "square", "area")
        self.say("6", 2, 0, kind="readout", size=READOUT)


# Out of place


class OutOfFrame(Tiny):
    """A label half outside the frame."""

    fault = "out of place"

    def show(self) -> None:
        self.say("(12345, 0)", self.zones.frame.right, 0)


class WideOnly(Tiny):
    """A label for which only a wide frame is wide enough."""

    fault = "out of place"

    def show(self) -> None:
        self.say("(1, 0)", 4.0, 0)


class InTheMargin(Tiny):
    """A label in the part that televisions crop."""

    fault = "out of place"

    def show(self) -> None:
        ink = self.say("(1, 0)", 0, 0)
        ink.move_to((self.zones.safe.left - 0.2, 0, 0), LEFT)


class TypeInFoot(Tiny):
    """A note where captions stand."""

    fault = "out of place"

    def show(self) -> None:
        zone = self.zones.foot
        self.say("참고", zone.center[0], zone.center[1], kind="text")


class ArrowInFoot(Tiny):
    """An arrow that points into the captions."""

    fault = "out of place"

    def show(self) -> None:
        self.arrow(1, self.zones.foot.center[1] - VIEW.y)


class SquareOutOfFrame(Tiny):
    """A square that outgrows the frame."""

    fault = "out of place"

    def show(self) -> None:
        named(self.block(0, 0, 9, self.theme.positive, 0.3), "square", "area")


class LongTitle(Tiny):
    """A title that nobody broke into lines."""

    fault = "out of place"

    def show(self) -> None:
        words = "아주 긴 제목은 줄을 바꾸지 않으면 화면 밖으로 나가고 맙니다 " * 3
        self.say(words, 0, 1, kind="text", name="subtitle", size=0.4)


class LeavesInMotion(Tiny):
    """A label that is carried out of the frame on its way."""

    fault = "out of place"

    def show(self) -> None:
        mover = self.say("(3, 1)", 0, 0.5)
        far = self.zones.frame.right + 1.0

        def swing(t: float) -> None:
            mover.move_to((far * np.sin(np.pi * t), 0.5, 0))

        self.play(Drive(mover, swing), run_time=2.0)


class AtTheBorder(Tiny):
    """A label that stands at the border of the safe zone."""

    def show(self) -> None:
        ink = self.say("(1, 0)", 0, 0)
        ink.move_to((self.zones.safe.left, 0, 0), LEFT)


class AboveTheFoot(Tiny):
    """An arrow that ends above the captions."""

    def show(self) -> None:
        self.arrow(1, self.zones.foot.top + 0.05 - VIEW.y)


class GridToTheBorder(Tiny):
    """Nameless lines may run to the frame's border and under captions."""

    def show(self) -> None:
        frame = self.zones.frame
        for k in range(-3, 4):
            self.line((k, frame.bottom), (k, frame.top), self.theme.grid)


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
    """A sentence that leaves before it can be read."""

    fault = "hurried"

    def show(self) -> None:
        words = "이 문장은 읽기도 전에 사라지는 아주 길고 긴 문장이라서 아무도 읽지 못합니다"
        self.ink = self.say(words[:20] + "…", 0, 0, kind="text", size=0.3)
        self.ink.says = words

    def leave(self) -> None:
        self.remove(self.ink)


class ShortWord(Tiny):
    """A word that leaves when it has been read."""

    def show(self) -> None:
        self.ink = self.say("넓이", 0, 0, kind="text", size=0.3)

    def leave(self) -> None:
        self.remove(self.ink)


def tip_of(arrow: Arrow) -> tuple[float, float]:
    """Where the tip stands on the frame, in plane units."""
    x, y = (arrow.drawn_tip() - (VIEW.x, VIEW.y)) / VIEW.unit
    return float(x), float(y)


EVERY: tuple[type[Tiny], ...] = tuple(
    each
    for each in list(globals().values())
    if isinstance(each, type) and issubclass(each, Tiny) and each is not Tiny
)
BAD = tuple(each for each in EVERY if each.fault)
GOOD = tuple(each for each in EVERY if not each.fault)
