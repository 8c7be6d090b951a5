"""Scenes in which things lie where they should not, and good ones in which they nearly do."""

from __future__ import annotations

import numpy as np
from manim import DOWN, LEFT, RIGHT, UP

from stage.drive import Drive
from stage.ink import LABEL, READOUT, formula, plate, text
from stage.story import named
from tests.tiny_scenes import VIEW, Tiny

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
