"""Two scenes in one frame: each in its part, in one time, drawn as it would be alone."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from pathlib import Path

import numpy as np
import pytest

from film.plan import plan
from film.shoot import rehearse, still
from language.messages import told
from language.model import Storyboard
from language.places import Faults
from language.reader import read
from scenes import kinds
from scenes.compare import Compare
from scenes.unit_square_warp import UnitSquareWarp
from stage.guests import Drawn, Ended, Guest, Held, Moves, _pixels
from stage.layout import zones
from stage.look import Look
from stage.parts import parts
from stage.story import Box, Setting
from stage.theme import THEMES
from tests.stage_helpers import ASPECTS, Watch, outside, overlapping, small, staged

BOARD = """storyboard: 1
title: t
languages: [ko, en]
matrices: {A: [[2, 1], [0, 3]], F: "diag(1, -1)"}
scenes:
  - kind: compare
    title: {ko: 나란히, en: Side by side}
    order: {order}
    first: {kind: unit_square_warp, title: {ko: 왼쪽, en: left}, matrix: A}
    second: {kind: {second}}
"""
SAME = "unit_square_warp, title: {ko: 오른쪽, en: right}, matrix: F"
WORDS = "summary, points: [{ko: 하나, en: one}, {ko: 둘, en: two}]"


def storyboard(folder: Path, second: str = SAME, order: str = "together") -> Storyboard:
    path = folder / "lesson.yaml"
    text = BOARD.replace("{order}", order).replace("{second}", second)
    path.write_text(text, encoding="utf-8")
    return read(path, kinds(), tuple(THEMES))


def faults_of(folder: Path, second: str, order: str = "together") -> list[str]:
    with pytest.raises(Faults) as raised:
        storyboard(folder, second, order)
    return [str(fault) for fault in raised.value.faults]


def watched(
    board: Storyboard,
    look: Look,
    wanted: Collection[int] | None = None,
    run_times: Mapping[str, float] | None = None,
) -> Watch:
    spec = board.scenes[0]
    watch = Watch(wanted)
    title = spec.title.get(look.language) if spec.title else ""
    Compare(Setting(spec.params, title, run_times=run_times or {}), look, watch).run()
    return watch


# Reading


def test_faults_of_inner_scenes_keep_their_places(tmp_path: Path) -> None:
    column = len("    second: {kind: unit_square_warp, ") + 1
    [fault] = faults_of(tmp_path, "unit_square_warp, matrix: [[1, 2], [3]]")
    assert fault.startswith(f"lesson.yaml:10:{column + len('matrix: [[1, 2], ')}: ")
    [fault] = faults_of(tmp_path, "unit_square_warp, matrix: C")
    assert "C" in fault
    assert fault.startswith(f"lesson.yaml:10:{column + len('matrix: ')}: ")
    [fault] = faults_of(tmp_path, "unit_square_warp")
    assert "lacks “matrix”" in fault
    [fault] = faults_of(tmp_path, "unit_square_wrap, matrix: A")
    assert "did you mean “unit_square_warp”" in fault
    [fault] = faults_of(tmp_path, "unit_square_warp, matrix: A, sence: true")
    assert "did you mean “sense”" in fault
    [fault] = faults_of(tmp_path, "unit_square_warp, matrix: A, say: x")
    assert "belongs to the scene that holds this one" in fault
    [fault] = faults_of(tmp_path, "unit_square_warp, matrix: [[0, 0], [0, 0]], motion: flow")
    assert "flow needs det > 0" in fault
    assert len(faults_of(tmp_path, "unit_square_warp, matrix: C, title: 3, motion: fly")) == 3


def test_a_comparison_holds_no_comparison(tmp_path: Path) -> None:
    [fault] = faults_of(tmp_path, "compare, first: {}, second: {}")
    assert "a compare cannot stand within another scene" in fault


def test_scenes_with_different_beats_go_in_turn_only(tmp_path: Path) -> None:
    [fault] = faults_of(tmp_path, WORDS)
    assert "square, warp, area; point_1, point_2" in fault
    assert "order: in_turn" in fault
    board = storyboard(tmp_path, WORDS, "in_turn")
    names = [spec.beat.name for spec in board.scenes[0].beats]
    assert names == [
        *("first_square", "first_warp", "first_area"),
        *("second_point_1", "second_point_2"),
    ]


def test_beats_in_turn_tell_whose_they_are(tmp_path: Path) -> None:
    beats = [spec.beat for spec in storyboard(tmp_path, WORDS, "in_turn").scenes[0].beats]
    assert beats[0].doc == ("first scene: the unit square and the basis vectors are put in place")
    assert told(beats[0].doc, "ko") == "첫째 장면: 단위 정사각형과 기저벡터를 놓습니다"
    assert told(beats[-1].doc, "ko") == "둘째 장면: 2번째 문장이 나타납니다"


def test_texts_of_inner_scenes_are_read_like_all_others(tmp_path: Path) -> None:
    board = storyboard(tmp_path, WORDS, "in_turn")
    assert {"하나", "둘", "one", "왼쪽"} <= {text.markup for text in board.texts}
    half = storyboard(tmp_path, "summary, points: [{ko: 하나}]", "in_turn")
    assert any("missing in English" in notice.what for notice in half.notices)


def test_params_survive_a_plan(tmp_path: Path) -> None:
    params = storyboard(tmp_path).scenes[0].params
    assert Compare.Params.model_validate(params.model_dump(mode="json")) == params


# Time


def alone(matrix: list[list[int]], look: Look) -> Watch:
    watch = Watch(())
    staged(UnitSquareWarp, {"matrix": matrix}, watch, look).run()
    return watch


def test_together_each_motion_lasts_as_long_as_the_longer_one(tmp_path: Path) -> None:
    look = small()
    both = watched(storyboard(tmp_path), look, ())
    left, right = alone([[2, 1], [0, 3]], look), alone([[1, 0], [0, -1]], look)
    assert both.beats == left.beats == right.beats
    for beat in both.beats:
        one = [frames for name, frames in left.plays if name == beat]
        other = [frames for name, frames in right.plays if name == beat]
        longer, shorter = sorted((one, other), key=len, reverse=True)
        joint = [max(a, b) for a, b in zip(longer, shorter, strict=False)] + longer[len(shorter) :]
        assert [frames for name, frames in both.plays if name == beat] == joint


def test_in_turn_the_beats_are_those_of_both(tmp_path: Path) -> None:
    look = small()
    both = watched(storyboard(tmp_path, SAME, "in_turn"), look, ())
    left, right = alone([[2, 1], [0, 3]], look), alone([[1, 0], [0, -1]], look)
    frames = [frames for _, frames in both.plays]
    assert frames == [frames for _, frames in (*left.plays, *right.plays)]


def test_a_wish_for_another_time_reaches_both(tmp_path: Path) -> None:
    board = storyboard(tmp_path)
    usual, slower = (
        sum(frames for name, frames in watched(board, small(), (), times).plays if name == "warp")
        for times in ({}, {"warp": 5.0})
    )
    assert slower - usual == round(5.0 * 6) - round(2.8 * 6)


# Pictures


def test_each_part_is_drawn_as_its_scene_draws_it_alone(tmp_path: Path) -> None:
    look = small(fps=3)
    board = storyboard(tmp_path, SAME, "in_turn")
    both = watched(board, look)
    place = parts(zones(look), look.aspect)
    count = 0
    for k, matrix in enumerate(([[2, 1], [0, 3]], [[1, 0], [0, -1]])):
        rows, columns = _pixels(place.frames[k], look)
        params = UnitSquareWarp.Params.model_validate({"matrix": matrix})
        named_ = params.matrix[0].named("AF"[k])
        params = UnitSquareWarp.Params.model_validate({"matrix": [named_]})
        own = Watch(None)
        title = ("왼쪽", "오른쪽")[k]
        UnitSquareWarp(Setting(params, title, zones=place.zones[k]), look, own).run()
        for number, pixels in own.pictures.items():
            expected = pixels[rows, columns]
            shown = both.pictures[count + number][rows, columns]
            assert np.array_equal(shown, expected), (k, number)
        count += own.last


def test_while_one_moves_the_other_stands_still(tmp_path: Path) -> None:
    look = small(fps=3)
    both = watched(storyboard(tmp_path, SAME, "in_turn"), look)
    half = sum(frames for name, frames in both.plays if name.startswith("first"))
    place = parts(zones(look), look.aspect)
    left, right = (_pixels(frame, look) for frame in place.frames)
    for number, pixels in both.pictures.items():
        side, still_one = (
            (right, both.pictures[0]) if number <= half else (left, both.pictures[half])
        )
        assert np.array_equal(pixels[side], still_one[side]), number


@pytest.mark.parametrize("order", ["together", "in_turn"])
def test_a_play_that_is_not_drawn_leaves_the_same_pictures(order: str, tmp_path: Path) -> None:
    look = small(fps=3)
    board = storyboard(tmp_path, SAME, order)
    whole = watched(board, look)
    assert set(whole.pictures) == set(range(whole.last + 1))
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist())
    some = watched(board, look, ends | {7, whole.last - 2})
    for number, pixels in some.pictures.items():
        assert np.array_equal(pixels, whole.pictures[number]), number
    assert some.boxes == whole.boxes


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("language", ["ko", "en"])
def test_both_stay_in_their_parts_in_every_shape(
    language: str, aspect: str, tmp_path: Path
) -> None:
    look = small(aspect, language=language)
    watch = watched(storyboard(tmp_path), look, ())
    place, found = parts(zones(look), look.aspect), zones(look)
    for boxes in watch.boxes.values():
        kinds_of_type = {"text", "readout", "matrix", "formula"}
        read_ones = [box for box in boxes if box.kind in kinds_of_type]
        assert outside(read_ones, found.safe) == []
        assert [box.name for box in read_ones if box.y0 < found.foot.top - 0.02] == []
        for k, side in enumerate(("first: ", "second: ")):
            own = [box for box in read_ones if box.name.startswith(side)]
            assert own
            assert outside(own, place.zones[k].safe) == []
        captions = [box for box in read_ones if box.kind == "text"]
        assert overlapping(captions, {"text"}) == []


def test_a_film_of_it_can_be_planned_and_drawn(tmp_path: Path) -> None:
    look = Look(160, 90, 10)
    film = plan(storyboard(tmp_path), rehearse, look)
    [scene] = film.scenes
    assert still(scene, look, scene.last_picture(), tmp_path) != still(scene, look, 0, tmp_path)


# Guests


def guest(look: Look) -> Guest:
    params = UnitSquareWarp.Params.model_validate({"matrix": [[2, 1], [0, 3]]})
    place = parts(zones(look), look.aspect)
    setting = Setting(params, "t", zones=place.zones[0])
    return Guest(UnitSquareWarp, setting, look, "first", place.frames[0])


def test_a_guest_that_is_dismissed_leaves_no_thread() -> None:
    before = threading.active_count()
    one = guest(small())
    one.start()
    while not isinstance(one.event, Moves):
        one.next()
    one.dismiss()
    assert threading.active_count() == before


def test_a_failing_guest_tells_its_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(scene: UnitSquareWarp) -> None:
        raise LookupError(f"nothing there in {scene.setting.title}")

    monkeypatch.setattr(UnitSquareWarp, "construct", broken)
    before = threading.active_count()
    with pytest.raises(LookupError, match="nothing there in t"):
        guest(small()).start()
    assert threading.active_count() == before


def test_a_guest_gives_only_the_pictures_that_are_wanted() -> None:
    one = guest(small())
    one.start()
    while not isinstance(one.event, Moves):
        one.next()
    one.move(frozenset({2, 5}))
    assert [one.next(), one.next()] == [Drawn(2), Drawn(5)]
    assert isinstance(one.next(), Held | Moves | Ended)
    one.dismiss()
    assert all(isinstance(box, Box) for box in one.standing())
