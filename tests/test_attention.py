"""Texts stay until there was time to read them, whether something is said or not."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from manim import FadeIn, FadeOut, Square

from language.kind import Beat
from language.params import KindParams
from stage.ink import text
from stage.page import reading
from stage.story import Setting, StoryScene, named
from tests.stage_helpers import Watch, small

LONG = "이 문장은 한눈에 읽기에는 조금 깁니다"
SHORT = "짧은 말"


def stillness(kind: type[StoryScene], beat: str, fps: int = 60) -> float:
    """Seconds of all holds that a scene asks for in a beat."""
    watch = Watch(set())
    kind(Setting(KindParams(), "", "auto", {}), small(fps=fps), watch).run()
    return sum(seconds for name, seconds in watch.holds if name == beat)


class Told(StoryScene):
    """A text comes in its first beat, something moves in its second."""

    markup: ClassVar[str] = LONG
    waits: ClassVar[float] = 0.0
    moves: ClassVar[float] = 0.0
    name: ClassVar[str] = "verdict"

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        del params  # always these
        return (Beat("one", "a text comes", 0.5), Beat("two", "a square", 0.5, main=True))

    def construct(self) -> None:
        ink = named(text(self.markup, color=self.theme.ink), self.name, "text")
        square = Square()
        with self.beat("one"):
            self.play(FadeIn(ink), run_time=0.5)
            if self.waits:
                self.wait(self.waits)
            if self.moves:
                self.play(FadeIn(square), run_time=self.moves)
        with self.beat("two"):
            self.play(square.animate.shift((1.0, 0.0, 0.0)), run_time=0.5)


def told(**changes: object) -> type[StoryScene]:
    return type("Told", (Told,), {"__doc__": Told.__doc__, **changes})


def test_a_text_that_comes_is_held_until_it_can_be_read() -> None:
    need = reading(LONG, "ko")
    assert need > 2
    for fps in (6, 15, 60):
        assert need <= stillness(told(), "one", fps) <= need + 1 / fps
    assert stillness(told(), "one") > stillness(told(markup=SHORT), "one") > 0


def test_what_was_read_before_is_not_waited_for_again() -> None:
    assert stillness(told(), "two") == 0


def test_a_hold_or_a_motion_after_the_text_is_time_to_read_it() -> None:
    need = reading(LONG, "ko")
    assert stillness(told(waits=1.0), "one") == pytest.approx(need, abs=1 / 60)
    assert stillness(told(waits=5.0), "one") == 5.0
    assert stillness(told(moves=1.0), "one") == pytest.approx(need - 1.0, abs=1 / 60)
    assert stillness(told(moves=4.0), "one") == 0


def test_a_title_stands_through_the_scene_and_delays_nothing() -> None:
    assert stillness(told(name="title"), "one") == 0


def test_a_text_that_has_gone_needs_no_more_time() -> None:
    class Gone(Told):
        """The text leaves within its beat."""

        def construct(self) -> None:
            ink = named(text(LONG, color=self.theme.ink), "verdict", "text")
            with self.beat("one"):
                self.play(FadeIn(ink), run_time=0.5)
                self.play(FadeOut(ink), run_time=0.5)
            with self.beat("two"):
                self.wait(1.0)

    assert stillness(Gone, "one") == 0
    assert stillness(Gone, "two") == 1.0


def test_a_text_that_is_there_at_the_opening_counts_from_then() -> None:
    class Placed(Told):
        """The text is placed, not faded in."""

        def construct(self) -> None:
            with self.beat("one"):
                self.add(named(text(LONG, color=self.theme.ink), "note", "text"))
                self.play(FadeIn(Square()), run_time=1.0)
            with self.beat("two"):
                self.wait(1.0)

    assert stillness(Placed, "one") == pytest.approx(reading(LONG, "ko") - 1.0, abs=1 / 60)
