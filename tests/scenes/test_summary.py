"""What to remember: points one by one, all of them in the frame, bright at the end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from manim import ManimColor, Mobject

from scenes.summary import Summary
from stage.ink import Ink
from stage.layout import zones
from stage.story import Box
from stage.theme import THEMES
from tests.stage_helpers import ASPECTS, Watch, on_stage, outside, overlapping, run, small, staged

SHORT = [
    {"ko": "행렬식은 넓이의 배율이다.", "en": "The determinant scales area."},
    {"ko": "부호는 방향이다.", "en": "Its sign is orientation."},
    {"ko": "$\\det A = 0$ 이면 차원을 잃는다.", "en": "If $\\det A = 0$, a dimension is lost."},
]
LONG = (
    "행렬식의 절댓값은 단위 정사각형의 넓이가 몇 배가 되는지를 말하고, "
    "그 부호는 평면이 뒤집혔는지를 말한다는 것을 언제나 기억합시다."
)


@pytest.mark.parametrize("count", range(1, 7))
def test_every_point_has_its_beat(count: int) -> None:
    watch = run(Summary, {"points": [SHORT[k % 3] for k in range(count)]}, wanted=())
    assert watch.beats == [f"point_{k}" for k in range(1, count + 1)]
    for shown in range(1, count + 1):
        names = {box.name for box in watch.boxes[f"point_{shown}"]}
        numbers = {f"number {k}" for k in range(1, shown + 1)}
        assert names == {"title", *numbers, *(f"point {k}" for k in range(1, shown + 1))}


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("points", [SHORT, [LONG] * 6, [LONG], SHORT * 2], ids=str)
def test_points_fit_in_every_shape(points: list[object], language: str, aspect: str) -> None:
    look = small(aspect, language=language)
    watch = run(Summary, {"points": points}, look, wanted=(), title="정리")
    found = zones(look)
    boxes = watch.boxes[watch.beats[-1]]
    assert len(boxes) == 2 * len(points) + 1
    assert outside(boxes, found.safe) == []
    assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
    assert overlapping(boxes, {"text"}) == []
    place = {box.name: box for box in boxes}
    tops = [place["title"].y1, *(place[f"point {k}"].y1 for k in range(1, len(points) + 1))]
    assert tops == sorted(tops, reverse=True), "from top to bottom"
    lefts = [place[f"point {k}"].x0 for k in range(1, len(points) + 1)]
    assert max(lefts) - min(lefts) < 0.1, "points stand in a column"


def test_points_appear_one_by_one_and_nothing_jumps() -> None:
    watch = run(Summary, {"points": SHORT}, wanted=())
    for before, after in pairwise(watch.beats):
        old, new = watch.boxes[before], {box.name: box for box in watch.boxes[after]}
        for box in old:
            assert (new[box.name].x0, new[box.name].y0) == pytest.approx((box.x0, box.y0), abs=0.01)
        assert len(new) == len(old) + 2, "a number and its point"


def name_of(mobject: Mobject) -> str:
    """The name under which a thing is known, or nothing."""
    return str(getattr(mobject, "box_name", ("", ""))[0])


def test_all_points_are_bright_at_the_end_and_older_ones_quieter_before() -> None:
    brightness: dict[str, dict[str, float]] = {}
    ground = ManimColor(THEMES["dark"].ground)

    def contrast(color: ManimColor, opacity: float) -> float:
        """Distance of a colour over the ground from the ground, in RGB."""
        return opacity * float(np.linalg.norm(color.to_rgb() - ground.to_rgb()))

    class Noting(Watch):
        """Looks at the points when a beat is over."""

        def end_beat(self, boxes: tuple[Box, ...]) -> None:
            super().end_beat(boxes)
            brightness[self.beats[-1]] = {
                name_of(one): contrast(one[0].get_fill_color(), one[0].get_fill_opacity())
                for one in on_stage(scene, Ink)
                if name_of(one).startswith("point")
            }

    scene = staged(Summary, {"points": SHORT}, Noting(()))
    scene.run()
    full = contrast(ManimColor(THEMES["dark"].ink), 1.0)
    last = brightness["point_3"]
    assert last == pytest.approx(dict.fromkeys(("point 1", "point 2", "point 3"), full))
    assert brightness["point_2"]["point 1"] < 0.8 * full
    assert brightness["point_2"]["point 2"] == pytest.approx(full)


def test_a_number_looks_the_same_in_all_points() -> None:
    """Where one point holds a formula, the numbers in the words of all are set as in formulas."""

    def first(points: list[object]) -> Ink:
        watch = Watch(())
        scene = staged(Summary, {"points": points}, watch)
        scene.run()
        (ink,) = (one for one in on_stage(scene, Ink) if name_of(one) == "point 1")
        return ink

    plain, formal = first(["넓이 0", "부호"]), first(["넓이 0", "부호 $+$"])
    assert "numeral" in formal.source
    assert "numeral" not in plain.source


def test_every_number_comes_with_its_point_and_stays_bright() -> None:
    shown: dict[str, dict[str, str]] = {}

    class Noting(Watch):
        """Looks at the numbers when a beat is over."""

        def end_beat(self, boxes: tuple[Box, ...]) -> None:
            super().end_beat(boxes)
            shown[self.beats[-1]] = {
                name_of(one): one[0].get_fill_color().to_hex()
                for one in on_stage(scene, Ink)
                if name_of(one).startswith("number")
            }

    scene = staged(Summary, {"points": SHORT}, Noting(()))
    scene.run()
    bright = THEMES["dark"].positive
    assert shown["point_1"] == {"number 1": bright}, "no number before an empty line"
    assert shown["point_3"] == {f"number {k}": bright for k in (1, 2, 3)}


@pytest.mark.parametrize("title", ["", "행렬식은넓이의배율이다그리고" * 6])
def test_titles_of_any_length(title: str) -> None:
    look = small()
    watch = run(Summary, {"points": SHORT}, look, wanted=(), title=title)
    boxes = watch.boxes["point_3"]
    assert outside(boxes, zones(look).safe) == []
    assert overlapping(boxes, {"text"}) == []


def test_a_play_that_is_not_drawn_leaves_the_same_pictures() -> None:
    look = small(fps=4)
    whole = run(Summary, {"points": SHORT}, look)
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0, whole.last - 1}
    some = run(Summary, {"points": SHORT}, look, wanted=ends)
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number]), number
    assert some.boxes == whole.boxes


def test_each_point_is_given_time_to_be_read() -> None:
    watch = run(Summary, {"points": SHORT}, wanted=())
    for beat in watch.beats:
        assert sum(seconds for name, seconds in watch.holds if name == beat) >= 1.0, beat
