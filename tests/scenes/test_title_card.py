"""The opening card: words that fit, and a motif that is computed like any other picture."""

from __future__ import annotations

import numpy as np
import pytest

from algebra.matrices import from_rows
from algebra.motion import path
from scenes.title_card import TitleCard
from stage.drive import ease
from stage.layout import zones
from stage.mapped import MappedSquare
from stage.shapes import CORNERS
from tests.stage_helpers import (
    ASPECTS,
    Watch,
    anchors,
    on_stage,
    outside,
    overlapping,
    run,
    shoelace,
    small,
    staged,
)

HEADING = {"ko": "행렬식은 넓이의 배율이다", "en": "The determinant scales area"}
SUBTITLE = {"ko": "부호와 넓이를 함께 읽기", "en": "Reading sign and area together"}
FULL = {"heading": HEADING, "subtitle": SUBTITLE, "matrix": [[2, 1], [0, 3]]}
LONG = "행렬식은넓이의배율이다그리고" * 6 + "끝입니다요"


@pytest.mark.parametrize(
    ("params", "beats"),
    [
        ({"heading": HEADING}, ["title"]),
        ({"heading": HEADING, "subtitle": SUBTITLE}, ["title"]),
        (FULL, ["title", "motif"]),
    ],
)
def test_there_is_a_motif_only_with_a_matrix(params: dict[str, object], beats: list[str]) -> None:
    watch = run(TitleCard, params, wanted=())
    assert watch.beats == beats


def test_a_card_is_given_time_to_be_read() -> None:
    watch = run(TitleCard, {"heading": HEADING}, wanted=())
    assert watch.plays == [], "nothing moves while there is nothing to move"
    assert sum(seconds for _, seconds in watch.holds) >= 1.5


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("language", ["ko", "en"])
def test_words_and_picture_stand_apart_in_every_shape(language: str, aspect: str) -> None:
    look = small(aspect, language=language)
    watch = run(TitleCard, FULL, look, wanted=())
    found = zones(look)
    for boxes in watch.boxes.values():
        words = tuple(box for box in boxes if box.kind == "text")
        assert {box.name for box in words} == {"heading", "subtitle"}
        assert outside(words, found.safe) == []
        assert [box.name for box in words if box.y0 < found.foot.top - 0.02] == []
        assert overlapping(boxes, {"text", "area", "arrow"}, pairs_of={"text"}) == []


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("matrix", [None, [[2, 1], [0, 3]]])
@pytest.mark.parametrize("heading", [LONG, "행렬식은 넓이의 배율이다 " * 8])
def test_ninety_syllables_fit(heading: str, matrix: object, aspect: str) -> None:
    look = small(aspect)
    params = {"heading": heading.strip(), "subtitle": SUBTITLE}
    watch = run(TitleCard, params | ({"matrix": matrix} if matrix else {}), look, wanted=())
    words = tuple(box for box in watch.boxes["title"] if box.kind == "text")
    assert outside(words, zones(look).safe) == []
    assert overlapping(words, {"text"}) == []


def test_the_opening_shows_the_heading_without_what_comes_later() -> None:
    watch = run(TitleCard, FULL, small(fps=4))
    opening, last = watch.pictures[0].astype(int), watch.pictures[watch.last].astype(int)
    assert (opening[..., :3].max(axis=2) > 120).sum() > 50
    assert np.abs(opening - last).sum() > 1000


@pytest.mark.parametrize("rows", [[[2, 1], [0, 3]], [[1, 2], [2, 1]], [[-1, 0], [0, -1]]])
def test_the_motif_follows_the_map(rows: list[list[int]]) -> None:
    way = path(from_rows(rows))
    watch = Watch(during="motif", blind=True)
    scene = staged(TitleCard, {"heading": HEADING, "matrix": rows}, watch, run_times={"motif": 2.0})
    moments: list[float] = []

    def seen(picture: int) -> None:
        if watch.beats != ["title", "motif"] or watch.plays[-1][0] != "motif":
            return
        before = sum(frames for _, frames in watch.plays[:-1])
        t = ease((picture - before) / watch.plays[-1][1])
        moments.append(t)
        (motif,) = on_stage(scene, MappedSquare)
        assert np.array_equal(motif.square.vertices, CORNERS @ way(t).T)
        drawn = shoelace(anchors(motif.square.face)) / motif.view.unit**2
        assert drawn == pytest.approx(way.det(t), abs=1e-9)
        assert motif.labels not in motif.submobjects, "a title card shows no coordinates"

    watch.seen = seen
    scene.run()
    assert moments[-1] == 1.0
    assert len(moments) == 12


def test_a_play_that_is_not_drawn_leaves_the_same_pictures() -> None:
    look = small(fps=4)
    whole = run(TitleCard, FULL, look)
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0, whole.last - 1}
    some = run(TitleCard, FULL, look, wanted=ends)
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number]), number
    assert some.boxes == whole.boxes


def test_formulas_may_stand_in_a_heading() -> None:
    watch = run(TitleCard, {"heading": "행렬 $A^{-1}$ 과 # * _ 1. 2."}, wanted=())
    assert [box.name for box in watch.boxes["title"]] == ["heading"]


def test_a_title_is_a_little_smaller_for_a_line_less() -> None:
    """The first needs two lines at full size beside a picture, and one at a little less."""
    heights = {}
    for heading in ("남는 것과 사라지는 것", "남는 것", "행렬식은 넓이의 배율이다"):
        params = {"heading": heading, "matrix": [[2, 1], [0, 3]]}
        (box,) = (b for b in run(TitleCard, params, wanted=()).boxes["title"] if b.kind == "text")
        heights[heading] = box.y1 - box.y0
    one, short, two = heights.values()
    assert 0.8 * short < one < short
    assert two > 1.8 * short, "not at any price"
