"""What the painter makes is what the film will show, and is made once."""

from __future__ import annotations

import io
import pickle
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from film.plan import ScenePlan, Step, plan
from film.shoot import rehearse, still
from preview.messages import Failed, Heard, Order, Paint, Painted, Shoot, Shot
from preview.painting import Painter
from preview.pieces import clip_key, pieces_of, scene_key
from preview.worker import Cancelled
from stage.look import Look
from tests.slides import board, slide

LOOK = Look(1280, 720, 30, "dark", "ko")


def never() -> None:
    """Nobody interrupts."""


@pytest.fixture(scope="module")
def planned() -> ScenePlan:
    return plan(board(slide("a", run_times={"slide": 0.2, "fade": 0.1})), rehearse, LOOK).scenes[0]


def order(scene: ScenePlan) -> Order:
    key = scene_key(scene, LOOK, {})
    return Order(key, clip_key(key, scene), scene, LOOK)


def painter(folder: Path, interrupt: Callable[[], None] = never) -> Painter:
    served = folder / "served"
    served.mkdir(exist_ok=True)
    return Painter(served, folder, interrupt)


def answers(one: Painter, request: object) -> list[object]:
    found: list[object] = []
    one.answer(request, found.append)
    return found


def test_a_beats_picture_is_the_films_last_picture_of_the_beat(
    planned: ScenePlan, tmp_path: Path
) -> None:
    found = answers(painter(tmp_path), Paint(order(planned), "slide"))
    painted = [each for each in found if isinstance(each, Painted)]
    assert [each.beat for each in painted] == ["slide", "still", "fade"]
    for each in painted:
        made = np.asarray(Image.open(tmp_path / "served" / each.name), dtype=int)
        film = Image.open(io.BytesIO(still(planned, LOOK, planned.last_picture(each.beat))))
        difference = np.abs(made - np.asarray(film.convert("RGB"), dtype=int))
        assert difference.mean() < 0.5
        assert np.percentile(difference, 99.9) < 16


def test_what_is_heard_is_the_films_rehearsal(planned: ScenePlan, tmp_path: Path) -> None:
    [heard] = [
        each
        for each in answers(painter(tmp_path), Paint(order(planned)))
        if isinstance(each, Heard)
    ]
    spec = slide("a", run_times={"slide": 0.2, "fade": 0.1})
    assert pickle.loads(heard.rehearsal) == rehearse(spec, LOOK)


def test_a_clip_has_the_planned_frames_in_the_planned_time(
    planned: ScenePlan, tmp_path: Path
) -> None:
    [shot] = answers(painter(tmp_path), Shoot(order(planned)))
    assert isinstance(shot, Shot)
    with av.open(str(tmp_path / "served" / shot.name)) as film:
        track = film.streams.video[0]
        assert (track.width, track.height) == (854, 480)
        shown = [packet for packet in film.demux(track) if packet.size]
        unit = track.time_base
        assert unit is not None
        assert sum(p.duration or 0 for p in shown) * unit * 30 == planned.frames
        starts = [(p.pts or 0) * unit * 30 for p in shown]
    expected, now = [], 0
    for piece in pieces_of(planned):
        steps = piece.pictures if piece.repeat == 1 else 1
        expected += [now + k for k in range(steps)]
        now += piece.frames
    assert starts == expected


def test_new_holds_draw_nothing(planned: ScenePlan, tmp_path: Path) -> None:
    one = painter(tmp_path)
    answers(one, Shoot(order(planned)))
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "pieces").rglob("*.h264")}
    first, *others = planned.beats
    longer = replace(planned, beats=(replace(first, hold=first.hold + 50), *others))
    [shot] = answers(one, Shoot(order(longer)))
    assert isinstance(shot, Shot)
    assert {p: p.stat().st_mtime_ns for p in (tmp_path / "pieces").rglob("*.h264")} == kept


def test_an_equal_picture_keeps_its_name(planned: ScenePlan, tmp_path: Path) -> None:
    one = painter(tmp_path)
    first, again = (
        {e.beat: e.name for e in answers(one, Paint(order(planned))) if isinstance(e, Painted)}
        for _ in range(2)
    )
    assert first == again
    assert len({*first.values()}) == 3


def test_work_that_is_not_wanted_ends_and_leaves_nothing_half_done(
    planned: ScenePlan, tmp_path: Path
) -> None:
    def interrupt() -> None:
        raise Cancelled

    one = painter(tmp_path, interrupt)
    time.sleep(0.05)
    with pytest.raises(Cancelled):
        answers(one, Shoot(order(planned)))
    assert not list(tmp_path.rglob("*.part"))
    assert not list((tmp_path / "served").iterdir())


def test_a_scene_that_fails_says_in_which_beat(tmp_path: Path) -> None:
    scene = plan(board(slide("a")), rehearse, LOOK).scenes[0]
    broken = replace(scene, params={"far": 3, "fails": True})
    [failed] = answers(painter(tmp_path), Paint(order(broken)))
    assert isinstance(failed, Failed)
    assert failed.beat == "fade"
    assert "the square is stuck" in failed.message


def test_keys_tell_what_is_seen_from_how_long_it_is_seen(planned: ScenePlan) -> None:
    key = scene_key(planned, LOOK, {})
    first, *others = planned.beats
    longer = replace(planned, beats=(replace(first, hold=99), *others))
    assert scene_key(longer, LOOK, {}) == key
    assert clip_key(key, longer) != clip_key(key, planned)
    for other in (
        replace(planned, params={"far": 4, "fails": False}),
        replace(planned, title={"ko": "다른 제목"}),
        replace(planned, run_times={"slide": 0.3}),
        replace(planned, motion="polar"),
    ):
        assert scene_key(other, LOOK, {}) != key
    assert scene_key(planned, replace(LOOK, theme="light"), {}) != key
    assert scene_key(replace(planned, id="b"), LOOK, {}) == key


def test_a_motion_of_one_picture_and_its_hold_share_a_clip(planned: ScenePlan) -> None:
    beat = replace(planned.beats[0], steps=(Step(0, 1),), hold=7)
    found = pieces_of(replace(planned, beats=(beat,)))
    assert [(p.first, p.pictures, p.repeat) for p in found] == [(1, 1, 1), (1, 1, 7)]
