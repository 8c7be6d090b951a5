"""The hard cases that are about speed and about what may be trusted, numbered as in the list."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import pytest
from manim import RIGHT, ApplyMethod, Dot, linear

from film import crew
from film.crew import shoot_film
from film.cut import cut
from film.plan import plan
from film.shoot import rehearse
from film.store import Store
from film.workers import Task
from language.kind import Beat, Kind
from language.model import BeatSpec, SceneSpec
from language.params import Count, KindParams
from language.places import Place
from language.text import Text
from stage.look import Look
from stage.story import StoryScene
from tests.slides import TINY, board

PROJECT = Path(__file__).resolve().parent.parent

STORYBOARD = """\
storyboard: 1
title: {ko: 넓이, en: Area}
languages: [ko, en]
matrices:
  A: [[2, 1], [0, 3]]
scenes:
  - kind: unit_square_warp
    id: stretch
    matrix: A
    title: {ko: 배율, en: Scale}
    say: {square: {ko: 넓이를 봅니다., en: We look at area.}}
"""

FLAGS = ["-r", "256,144", "--fps", "12"]


class Steps(StoryScene):
    """A dot takes as many steps as it is told."""

    class Params(KindParams):
        """How many."""

        count: Count = 30

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """step_1, step_2, …"""
        return tuple(Beat(f"step_{k}", "one step", 0.5) for k in range(1, params.count + 1))

    def construct(self) -> None:
        """One step a beat."""
        dot = Dot()
        self.add(dot)
        for beat in self.beats(self.params):
            with self.beat(beat.name):
                move = ApplyMethod(dot.shift, 0.04 * RIGHT, rate_func=linear)
                self.play(move, run_time=self.run_time)


STEPS = Kind("steps", Steps.Params, Steps.beats, "steps", "tests.test_speed_cases:Steps")


def steps(name: str, count: int, run_time: float | None = None) -> SceneSpec:
    """A scene of so many beats, each with narration."""
    params = Steps.Params(count=count)
    say = Text.of({"ko": "한 걸음 갑니다.", "en": "One step."})
    place = Place("steps.yaml", 1, 1)
    beats = tuple(BeatSpec(beat, say, run_time, place) for beat in Steps.beats(params))
    return SceneSpec(name, STEPS, params, None, "auto", beats, place)


def order(storyboard: Path, media: Path, jobs: int = 1) -> list[str]:
    """The command line for a small film."""
    program = [sys.executable, str(PROJECT / "render.py")]
    return [*program, str(storyboard), "--media_dir", str(media), *FLAGS, "--jobs", str(jobs)]


def run(storyboard: Path, media: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*order(storyboard, media), *more],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture
def storyboard(tmp_path: Path) -> Path:
    path = tmp_path / "area.yaml"
    path.write_text(STORYBOARD, encoding="utf-8")
    return path


def film_in(media: Path) -> bytes:
    (film,) = media.rglob("*.mp4")
    return film.read_bytes()


@pytest.mark.film
@pytest.mark.parametrize("fps", [15, 60])
def test_case_2_thirty_beats_of_an_odd_length_do_not_drift(fps: int, tmp_path: Path) -> None:
    look = Look(width=128, height=128, fps=fps)
    film = plan(board(steps("walk", 30, 3.217)), rehearse, look)
    motion = round(Fraction("3.217") * fps)
    assert {step.play for beat in film.scenes[0].beats for step in beat.steps} == {motion}
    starts = [frame for frame, _, _ in film.beat_starts()]
    firsts = [cue.start for cue in film.captions["ko"]]
    assert len(firsts) == len(starts) == 30
    assert all(abs(a - b) <= 1 for a, b in zip(starts, firsts, strict=True))
    # Drawing is not what is tried here: one step of the dot is shot for all of them.
    short = replace(film, scenes=(replace(film.scenes[0], beats=film.scenes[0].beats[:3]),))
    clips = shoot_film(short, tmp_path / "clips_of_three") if fps == 15 else ()
    if clips:
        frames = sum(beat.frames for beat in short.scenes[0].beats)
        chapters = (replace(film.chapters[0], end=frames),)
        captions = {k: tuple(c for c in v if c.end <= frames) for k, v in film.captions.items()}
        made = cut(
            replace(short, frames=frames, chapters=chapters, captions=captions), clips, tmp_path
        )
        with av.open(str(made)) as container:
            times = [frame.pts or 0 for frame in container.decode(video=0)]
            track, sound = container.streams.video[0], container.streams.audio[0]
            assert len(times) == frames
            assert times == [k * times[1] for k in range(frames)]
            assert sound.duration is not None
            assert sound.time_base is not None
            seconds = sound.duration * sound.time_base
            assert abs(seconds - Fraction(frames, fps)) <= Fraction(1, fps)
            assert track.average_rate == fps


@pytest.mark.film
@pytest.mark.skipif(sys.platform == "win32", reason="kills a group of processes")
def test_case_3_a_killed_run_leaves_nothing_that_is_wrongly_trusted(
    storyboard: Path, tmp_path: Path
) -> None:
    media = tmp_path / "killed"
    with subprocess.Popen(order(storyboard, media, jobs=2), start_new_session=True) as process:
        patience = time.monotonic() + 120
        while not list(media.rglob("*.part")) and time.monotonic() < patience:
            assert process.poll() is None, "it ended before a clip was being written"
            time.sleep(0.002)
        os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not list(media.rglob("*.mp4"))
    # A clip that was damaged on the disk, too.
    for clip in list(media.glob(".store/??/*.h264"))[:1]:
        clip.write_bytes(clip.read_bytes()[:-7])
    again = run(storyboard, media)
    assert again.returncode == 0, again.stderr
    undisturbed = run(storyboard, tmp_path / "undisturbed")
    assert undisturbed.returncode == 0, undisturbed.stderr
    assert film_in(media) == film_in(tmp_path / "undisturbed")


@pytest.mark.film
def test_case_6_a_hundred_and_fifty_beats_are_drawn_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = plan(board(steps("walk", 150)), rehearse, replace(TINY, fps=5))
    store = Store(tmp_path / ".store")
    with store.workshop() as folder:
        first = [path.read_bytes() for path in shoot_film(film, folder, store=store)]

    def refuse(tasks: list[Task], *others: object) -> None:
        del others
        assert tasks == []

    monkeypatch.setattr(crew, "_shoot_all", refuse)
    with store.workshop() as folder:
        assert [p.read_bytes() for p in shoot_film(film, folder, store=store)] == first


@pytest.mark.film
def test_case_7_two_runs_at_once_share_a_cold_store(tmp_path: Path) -> None:
    """Two storyboards with formulas; what they have in common is made by either."""
    paths = []
    for name, entry in (("one", 3), ("two", 5)):
        path = tmp_path / f"{name}.yaml"
        path.write_text(STORYBOARD.replace("[0, 3]", f"[0, {entry}]"), encoding="utf-8")
        paths.append(path)
    media = tmp_path / "media"
    orders = [order(path, media, jobs=2) for path in paths]
    both = [subprocess.Popen(words, stdout=subprocess.DEVNULL) for words in orders]
    assert [process.wait(timeout=300) for process in both] == [0, 0]
    for path in paths:
        alone = run(path, tmp_path / f"alone-{path.stem}")
        assert alone.returncode == 0, alone.stderr
        assert film_in(media / path.stem) == film_in(tmp_path / f"alone-{path.stem}")


@pytest.mark.film
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads its memory there")
def test_case_9_memory_does_not_grow_with_the_number_of_scenes(tmp_path: Path) -> None:
    look = Look(width=320, height=180, fps=5)
    films = [plan(board(steps(f"walk{k}", 3)), rehearse, look) for k in range(60)]
    sizes = []
    for number, film in enumerate(films):
        shoot_film(film, tmp_path / str(number))
        sizes.append(resident())
    assert sizes[-1] - sizes[19] < 15_000_000, sizes


def resident() -> int:
    """Bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 100 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=100k", "matreel-test", str(disk)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False).returncode
    except FileNotFoundError:
        done = 1
    if done != 0:
        pytest.skip("needs the right to mount a file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.film
def test_case_10_a_full_disk_is_told_in_words_and_nothing_is_half_done(
    storyboard: Path, small_disk: Path
) -> None:
    done = run(storyboard, small_disk / "media")
    assert done.returncode == 3, done.stderr
    assert "Traceback" not in done.stderr
    assert "No space left" in done.stderr or "disk is full" in done.stderr
    left = [path for path in small_disk.rglob("*") if path.is_file()]
    assert not [path for path in left if path.suffix in (".mp4", ".part", ".srt", ".vtt")]


@pytest.mark.film
@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files")
def test_case_10_a_film_that_does_not_fit_leaves_the_last_good_one(
    storyboard: Path, tmp_path: Path
) -> None:
    """The clips are small enough for the limit, the film of them all is not."""
    media = tmp_path / "media"
    assert run(storyboard, media).returncode == 0
    (film,) = media.rglob("*.mp4")
    before = film.read_bytes()
    largest = max(clip.stat().st_size for clip in media.glob(".store/??/*.h264"))
    limit = (largest + len(before)) // 2
    storyboard.write_text(STORYBOARD.replace("넓이를 봅니다.", "넓이를 봅시다."), encoding="utf-8")
    done = subprocess.run(
        order(storyboard, media),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert done.stderr
    assert film.read_bytes() == before
    assert not list(media.rglob(".making-*"))


@pytest.mark.film
def test_nothing_changed_is_seen_before_anything_heavy_is_loaded(
    storyboard: Path, tmp_path: Path
) -> None:
    media = tmp_path / "media"
    first = run(storyboard, media)
    assert first.returncode == 0, first.stderr
    code = (
        "import sys; sys.argv = ['render.py', *sys.argv[1:]]; import render\n"
        "try:\n    render.main()\nexcept SystemExit as end:\n    code = end.code\n"
        "assert not {'manim', 'numpy', 'av', 'pydantic'} & set(sys.modules), 'heavy'\n"
        "sys.exit(code)"
    )
    words = [sys.executable, "-c", code, *order(storyboard, media)[2:]]
    again = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    assert again.stdout == first.stdout
    assert "nothing has changed" in again.stderr


@pytest.mark.film
def test_what_is_up_to_date_is_made_again_once_anything_differs(
    storyboard: Path, tmp_path: Path
) -> None:
    """The storyboard, a wish, or the film's own files."""
    media = tmp_path / "media"
    assert run(storyboard, media).returncode == 0
    (film,) = media.rglob("*.mp4")
    whole = film.read_bytes()
    film.write_bytes(whole[:-1])
    again = run(storyboard, media)
    assert "nothing has changed" not in again.stderr
    assert film.read_bytes() == whole
    os.utime(film)  # as a copy of the same bytes has another time
    assert "nothing has changed" in run(storyboard, media).stderr
    (film.parent / f"{film.stem}.srt").unlink()
    assert "nothing has changed" not in run(storyboard, media).stderr
    assert (film.parent / f"{film.stem}.srt").exists()
    assert "nothing has changed" not in run(storyboard, media, "--no-store").stderr
    storyboard.write_text(STORYBOARD.replace("넓이를 봅니다.", "넓이를 봅시다."), encoding="utf-8")
    edited = run(storyboard, media, "--why")
    assert (edited.returncode, edited.stderr.count("clip")) == (0, 0), "narration draws nothing"
