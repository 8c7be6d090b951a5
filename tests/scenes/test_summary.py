"""What to remember: points one by one, all of them in the frame, bright at the end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from manim import VGroup

from scenes.summary import Summary
from stage.layout import zones
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
    names = [box.name for box in watch.boxes[f"point_{count}"]]
    assert names == ["title", *(f"point {k}" for k in range(1, count + 1))]


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("points", [SHORT, [LONG] * 6, [LONG], SHORT * 2], ids=str)
def test_points_fit_in_every_shape(points: list[object], language: str, aspect: str) -> None:
    look = small(aspect, language=language)
    watch = run(Summary, {"points": points}, look, wanted=(), title="정리")
    found = zones(look)
    boxes = watch.boxes[watch.beats[-1]]
    assert len(boxes) == len(points) + 1
    assert outside(boxes, found.safe) == []
    assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
    assert overlapping(boxes, {"text"}) == []
    tops = [box.y1 for box in boxes]
    assert tops == sorted(tops, reverse=True), "from top to bottom"
    lefts = {box.x0 for box in boxes[1:]}
    assert max(lefts) - min(lefts) < 0.1, "numbers stand in a column"


def test_points_appear_one_by_one_and_nothing_jumps() -> None:
    watch = run(Summary, {"points": SHORT}, wanted=())
    for before, after in pairwise(watch.beats):
        old, new = watch.boxes[before], watch.boxes[after]
        kept = {box.name: box for box in new}
        assert all(kept[box.name].y0 == pytest.approx(box.y0, abs=0.01) for box in old)
    seen = {name: len(boxes) for name, boxes in watch.boxes.items()}
    assert list(seen.values()) == [4, 4, 4], "numbers announce what comes"


def test_all_points_are_bright_at_the_end_and_older_ones_quieter_before() -> None:
    watch = Watch(())
    scene = staged(Summary, {"points": SHORT}, watch)
    opacities: dict[str, list[float]] = {}
    end = watch.end_beat

    def noted(boxes: object) -> None:
        rows = [one for one in on_stage(scene, VGroup) if hasattr(one, "box_name")]
        opacities[watch.beats[-1]] = [
            float(row[1][0].get_fill_opacity()) for row in rows if row.box_name[0] != "title"
        ]
        end(boxes)  # type: ignore[arg-type]

    watch.end_beat = noted  # type: ignore[method-assign]
    scene.run()
    assert opacities["point_3"] == [1.0, 1.0, 1.0]
    assert opacities["point_2"][0] < 0.7
    assert opacities["point_2"][1] == 1.0


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
    assert {name for name, _ in watch.holds} == set(watch.beats)
    assert min(seconds for _, seconds in watch.holds) >= 1.0
