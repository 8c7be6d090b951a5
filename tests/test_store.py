"""Clips are kept under all that can change them, and trusted only while they are whole."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import render
from film import crew, digests, why
from film.crew import shoot_film
from film.plan import FilmPlan, Piece, plan
from film.shoot import rehearse
from film.store import FOLDER, Store, clip_key, scene_parts, surroundings
from film.workers import Crew, Task
from language.messages import told
from tests.slides import TINY, board, slide

TARGETS = ("tests.slides:Slide",)
KEY = "ab" * 32


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    return Store(tmp_path / ".store")


def made(folder: Path, content: bytes = b"clip") -> Path:
    path = folder / "new.h264"
    path.write_bytes(content)
    return path


def contents(clips: Iterable[Path]) -> list[bytes]:
    return [path.read_bytes() for path in clips]


def film(text: str = "넓이.") -> FilmPlan:
    return plan(board(slide("a"), slide("b", say={"fade": {"ko": text}})), rehearse, TINY)


def test_what_was_put_in_comes_out_again(kept: Store, tmp_path: Path) -> None:
    assert kept.find(KEY) is None
    path = kept.keep(KEY, made(tmp_path))
    assert kept.find(KEY) == path
    assert path.read_bytes() == b"clip"
    assert not (tmp_path / "new.h264").exists()
    assert kept.find("cd" * 32) is None


@pytest.mark.parametrize("damage", [b"", b"cli", b"clop", b"clip and more"])
def test_a_damaged_clip_is_not_trusted_and_makes_room(
    damage: bytes, kept: Store, tmp_path: Path
) -> None:
    """Case 3."""
    kept.keep(KEY, made(tmp_path)).write_bytes(damage)
    assert kept.find(KEY) is None
    path = kept.keep(KEY, made(tmp_path))
    assert kept.find(KEY) == path


def test_a_workshop_is_removed_and_so_are_those_that_killed_runs_left(kept: Store) -> None:
    with kept.workshop() as folder:
        (folder / "half.part").write_bytes(b"x")
        assert folder.parent == kept.folder
        (old := kept.folder / "workshop-old").mkdir()
        (young := kept.folder / "workshop-young").mkdir()
        os.utime(old, (time.time() - 2 * 86_400,) * 2)
    assert not folder.exists()
    with kept.workshop():
        assert not old.exists()
        assert young.exists()


def test_a_second_run_draws_nothing_and_gives_identical_clips(
    kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with kept.workshop() as folder:
        first = contents(shoot_film(film(), folder, store=kept))
    monkeypatch.setattr(crew, "_shoot_all", refuse_to_draw)
    done: list[int] = []
    again = shoot_film(film(), tmp_path, store=kept, progress=done.append)
    assert contents(again) == first
    assert done == [film().frames]


def refuse_to_draw(tasks: list[Task], *others: object) -> None:
    del others
    assert tasks == []


def test_only_the_damaged_clip_is_shot_again(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with kept.workshop() as folder:
        good = contents(shoot_film(film(), folder, store=kept))
    damaged = kept.contents()[2].path
    damaged.write_bytes(damaged.read_bytes()[:-1])
    drawn: list[Piece] = []
    shoot_all = crew._shoot_all

    def watched(tasks: list[Task], desk: crew._Desk, hands: Crew) -> None:
        drawn.extend(piece for task in tasks for piece in task.pieces)
        shoot_all(tasks, desk, hands)

    monkeypatch.setattr(crew, "_shoot_all", watched)
    with kept.workshop() as folder:
        again = contents(shoot_film(film(), folder, store=kept))
    assert len(drawn) == 1
    assert again == good


def test_finished_clips_outlive_a_run_that_is_stopped(kept: Store) -> None:
    planned = film()

    def impatient(done: int) -> None:
        if done > planned.frames / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), kept.workshop() as folder:
        shoot_film(planned, folder, store=kept, progress=impatient)
    left: list[int] = []
    with kept.workshop() as folder:
        shoot_film(planned, folder, store=kept, progress=left.append)
    assert left[0] > 0
    assert not list(kept.folder.glob("workshop-*"))


def test_narration_and_place_in_the_film_are_no_part_of_a_motion_s_key() -> None:
    around = surroundings(TARGETS)
    long = "정사각형이 천천히 사라지면 무엇이 남는지 잘 보고 생각해 봅시다. " * 3
    short, longer = film(), film(long)
    assert longer.frames > short.frames
    motion = Piece(1, 21, 5, 1)
    assert motion in short.pieces()
    assert motion in longer.pieces()
    moved = replace(longer.scenes[1], id="renamed")
    assert clip_key(moved, TINY, motion, around) == clip_key(short.scenes[1], TINY, motion, around)
    # The two scenes are the same but for their ids and words, so their clips are, too.
    assert clip_key(short.scenes[0], TINY, replace(motion, scene=0), around) == clip_key(
        short.scenes[1], TINY, motion, around
    )


def test_all_that_can_change_a_pixel_changes_the_key() -> None:
    scene = film().scenes[0]
    around = surroundings(TARGETS)
    piece = Piece(0, 1, 10, 1)
    keys = [
        clip_key(scene, TINY, piece, around),
        clip_key(replace(scene, target="tests.slides:Other"), TINY, piece, around),
        clip_key(replace(scene, params={"far": 4}), TINY, piece, around),
        clip_key(replace(scene, title={"ko": "제목"}), TINY, piece, around),
        clip_key(replace(scene, motion="polar"), TINY, piece, around),
        clip_key(replace(scene, run_times={"slide": 2.0}), TINY, piece, around),
        clip_key(scene, replace(TINY, width=162), piece, around),
        clip_key(scene, replace(TINY, height=92), piece, around),
        clip_key(scene, replace(TINY, fps=12), piece, around),
        clip_key(scene, replace(TINY, theme="light"), piece, around),
        clip_key(scene, replace(TINY, language="en"), piece, around),
        clip_key(scene, TINY, replace(piece, first=2), around),
        clip_key(scene, TINY, replace(piece, pictures=11), around),
        clip_key(scene, TINY, replace(piece, repeat=2), around),
        *(clip_key(scene, TINY, piece, {**around, name: "changed"}) for name in around),
    ]
    assert len(set(keys)) == len(keys)


def test_a_title_in_another_language_is_no_part_of_the_key() -> None:
    scene = replace(film().scenes[0], title={"ko": "제목", "en": "Title"})
    other = replace(scene, title={"ko": "제목", "en": "Heading"})
    piece, around = Piece(0, 1, 10, 1), surroundings(TARGETS)
    assert clip_key(scene, TINY, piece, around) == clip_key(other, TINY, piece, around)


def test_surroundings_name_the_code_the_font_the_encoder_and_the_libraries() -> None:
    found = surroundings(TARGETS)
    assert {"font", "encoder", "version of manim", "version of av"} <= set(found)
    assert {"module stage.story", "module film.shoot", "module language.params"} <= set(found)
    assert found["version of numpy"] != "absent"
    assert "module tests.slides" in found, "a lecturer's own kind is code as well"
    assert "module scenes.unit_square_warp" not in found, "a kind that the film does not use"


def test_a_font_is_read_again_only_when_it_has_changed(tmp_path: Path) -> None:
    """Case 5, for fonts."""
    font, notes = tmp_path / "font.ttc", tmp_path / "notes"
    font.write_bytes(b"one")
    notes.mkdir()
    first = digests.font_digest(font, notes)
    assert digests.font_digest(font, notes) == first
    stamp = font.stat().st_mtime_ns
    font.write_bytes(b"two")
    os.utime(font, ns=(stamp, stamp + 10**9))
    assert digests.font_digest(font, notes) != first
    (notes / "font.json").write_text("damaged", encoding="utf-8")
    assert digests.font_digest(font, notes) == digests.font_digest(font, None)


# What is told of it


def told_of(folder: Path, language: str, *flags: str) -> list[str]:
    words = ["store", "--media_dir", str(folder), "--messages", language, *flags]
    result = CliRunner().invoke(render.cli, words)
    assert result.exit_code == 0
    return result.stdout.replace(str(folder), "media").splitlines()


def test_a_store_is_told_of_in_both_languages(tmp_path: Path) -> None:
    clips = Store(tmp_path / FOLDER)
    clips.folder.mkdir()
    path = clips.keep(KEY, made(tmp_path, b"x" * 2_000))
    os.utime(path, (time.time() - 3.5 * 86_400,) * 2)
    Store(clips.folder, "png").keep(KEY, made(tmp_path))
    assert told_of(tmp_path, "en") == [
        "media/.store: 2 files, 2.0 kB",
        "  1 clip: 2.0 kB, last used 3 days ago",
        "  1 picture: 4 B, last used just now",
        "after each film at most 5.0 GB are kept, and nothing that was unused for 60 days",
    ]
    assert told_of(tmp_path, "ko") == [
        "media/.store: 파일 2개, 2.0 kB",
        "  클립 1개: 2.0 kB, 마지막으로 쓴 때는 3일 전",
        "  그림 1개: 4 B, 마지막으로 쓴 때는 방금",
        "영상을 만들 때마다 5.0 GB까지만 남기고, 60일 동안 쓰지 않은 것은 지웁니다",
    ]
    clips.keep("cd" * 32, made(tmp_path))
    assert "  클립 2개: 2.0 kB, 마지막으로 쓴 때는 3일 전부터 방금까지" in told_of(tmp_path, "ko")
    assert told_of(tmp_path, "ko", "--max-age", "1d") == [
        "지웠습니다: 파일 1개, 2.0 kB",
        "남겼습니다: 파일 2개, 8 B",
    ]
    assert told_of(tmp_path, "en", "--clear") == ["removed 2 files, 8 B", "kept 0 files, 0 B"]


def test_why_is_told_in_korean() -> None:
    planned = film()
    around = surroundings(TARGETS)
    parts = [dict(scene_parts(scene, TINY, around)) for scene in planned.scenes]
    before = {"a": {**parts[0], "param far": "9", "font": "x" * 99}, "b": parts[1]}
    lines = [told(line, "ko") for line in why.reasons(planned, parts, planned.pieces(), before)]
    assert lines[0].startswith("a (still, slide, fade), 클립 ")
    assert lines[0].endswith(": 매개변수 far(9 → 3), 글꼴")
    assert lines[1].endswith(
        ": 보관함에 없습니다. 끝내지 못했거나, 지웠거나, 손상되었거나, 길이가 다릅니다"
    )
    (line, _) = why.reasons(planned, parts, planned.pieces(), {"b": parts[1]})
    assert told(line, "ko").endswith(": 이 장면을 만든 기록이 없습니다")
