"""A small scene kind for tests of the film packages, and storyboards that use it.

It stands outside `scenes`, as a lecturer's own kind would.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from manim import RIGHT, ApplyMethod, Circle, FadeOut, Line, Square, VGroup, linear

from language.kind import Beat, Kind
from language.model import BeatSpec, SceneSpec, Storyboard
from language.params import Count, KindParams
from language.places import Place
from language.text import Text
from stage.look import Look
from stage.story import StoryScene, named

TINY = Look(width=160, height=90, fps=10, theme="dark", language="ko")


class Slide(StoryScene):
    """A square slides over a grid to the right, with a circle that follows it, and fades."""

    class Params(KindParams):
        """How far, and whether something goes wrong."""

        far: Count = 3
        fails: bool = False

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """still, slide, fade."""
        del params
        return (
            Beat("still", "the square stands"),
            Beat("slide", "it slides", 1.0, main=True),
            Beat("fade", "it fades", 0.5),
        )

    def construct(self) -> None:
        """Three beats; the first has no motion, the second has two."""
        square = named(Square(1.5, fill_opacity=1, color="#F4D35E"), "square", "shape")
        circle = Circle(0.3, color="#5AA9F8", fill_opacity=0.5)
        circle.add_updater(lambda it: it.move_to(square.get_center()))
        grid = VGroup(*(Line((k, -4.0, 0.0), (k, 4.0, 0.0), stroke_width=1) for k in range(-7, 8)))
        with self.beat("still"):
            self.add(grid, square, circle)
        with self.beat("slide"):
            half = self.params.far / 2
            for _ in range(2):
                move = ApplyMethod(square.shift, half * RIGHT, rate_func=linear)
                self.play(move, run_time=self.run_time)
                self.wait(0.3)
        with self.beat("fade"):
            if self.params.fails:
                raise ValueError("the square is stuck")
            self.play(FadeOut(square), run_time=self.run_time)


SLIDE = Kind("slide", Slide.Params, Slide.beats, "slides", "tests.slides:Slide")


def slide(
    name: str = "slide",
    *,
    far: int = 3,
    fails: bool = False,
    say: Mapping[str, Mapping[str, str]] | None = None,
    run_times: Mapping[str, float] | None = None,
    title: Mapping[str, str] | None = None,
    line: int = 1,
) -> SceneSpec:
    """A scene of the kind; ``say`` maps beats to texts by language."""
    params = Slide.Params(far=far, fails=fails)
    said, times = say or {}, run_times or {}
    beats = tuple(
        BeatSpec(
            beat,
            Text.of(said[beat.name]) if beat.name in said else None,
            times.get(beat.name),
            Place("slides.yaml", line + k, 5),
        )
        for k, beat in enumerate(Slide.beats(params), start=1)
    )
    place = Place("slides.yaml", line, 1)
    return SceneSpec(name, SLIDE, params, Text.of(title) if title else None, "auto", beats, place)


def board(*scenes: SceneSpec) -> Storyboard:
    """A storyboard in Korean and English with these scenes."""
    return Storyboard(
        path=Path("slides.yaml"),
        version=1,
        title=Text.of({"ko": "미끄럼", "en": "Slides"}),
        languages=("ko", "en"),
        theme="dark",
        matrices={},
        claims=(),
        scenes=scenes,
        notices=(),
    )
