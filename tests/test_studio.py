"""Whole runs of the command line, on films as small as they may be."""

from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import av
import pytest
from click.testing import CliRunner, Result

import render
from film import player

PROJECT = Path(__file__).resolve().parent.parent
PROGRAM = str(PROJECT / "render.py")
TINY = ["-r", "256,144", "--fps", "5"]

STORYBOARD = """\
storyboard: 1
title: {ko: 행렬식은 넓이의 배율이다, en: The determinant scales area}
languages: [ko, en]
matrices:
  A: [[2, 1], [0, 3]]
scenes:
  - kind: title_card
    id: opening
    heading: {ko: 넓이, en: Area}
    say: {ko: 넓이를 봅니다., en: We look at area.}
  - kind: unit_square_warp
    id: stretch
    matrix: A
    title: {ko: 배율, en: Scale}
    say: {ko: 넓이가 커집니다., en: The area grows.}
"""

pytestmark = pytest.mark.film


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A storyboard in a folder whose name is hard on quoting (case 11)."""
    folder = tmp_path / "Kim's 강의 [1]"
    folder.mkdir()
    file = folder / "det.yaml"
    file.write_text(STORYBOARD, encoding="utf-8")
    return file


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(render.cli, [str(word) for word in words], prog_name="render.py")


def frames_of(film: Path) -> int:
    with av.open(str(film)) as container:
        return sum(1 for _ in container.decode(video=0))


def working_folders(media: Path) -> list[Path]:
    return [*media.rglob(".making-*"), *media.rglob("workshop-*")]


def test_a_pipe_gets_the_path_of_the_film_and_no_more_than_notices(path: Path) -> None:
    """From a difficult folder, in a difficult locale, with exactly the planned frames."""
    media = path.parent / "media"
    done = subprocess.run(
        [sys.executable, PROGRAM, str(path), *TINY, "--media_dir", str(media)],
        capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "cp949"},
        check=False,
        timeout=300,
    )
    assert done.returncode == 0
    assert done.stderr.startswith(b"notice: no chapters.txt: ")  # the film is far too short
    assert done.stderr.count(b"\n") == 1
    film = media / "det" / "det.ko.144p5.mp4"
    assert done.stdout == f"{film}\n".encode("cp949")
    manifest = json.loads((film.parent / f"{film.stem}.manifest.json").read_text("utf-8"))
    assert frames_of(film) == manifest["frames"] > 0
    assert not working_folders(media)


def test_a_second_run_uses_the_clips_of_the_first(path: Path) -> None:
    """And makes the same film to the byte; without the store, too."""
    media = path.parent / "media"
    words = ["--media_dir", str(media), "--jobs", "1", "--only", "opening"]
    order: list[str | Path] = [path, *TINY, *words]
    first = run(*order)
    assert first.exit_code == 0, first.output
    film = Path(first.stdout.rstrip("\n"))
    content = film.read_bytes()
    clips = {clip: clip.stat().st_mtime_ns for clip in media.rglob("*.h264")}
    assert clips
    for more in ([], ["--no-store"]):
        again = run(*order, *more)
        assert (again.exit_code, again.stdout) == (0, first.stdout)
        assert film.read_bytes() == content
        assert {clip: clip.stat().st_mtime_ns for clip in media.rglob("*.h264")} == clips


def test_last_frames_are_pictures(path: Path) -> None:
    """Of the film or of the part that is wished, in the size that is wished, and no film."""
    media = path.parent / "media"
    seen = set()
    for words in ([], ["--only", "opening"], ["--language", "en"], ["--theme", "light"]):
        result = run(path, *TINY, "-s", "--media_dir", media, *words)
        assert result.exit_code == 0, result.output
        picture = Path(result.stdout.rstrip("\n")).read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert struct.unpack(">II", picture[16:24]) == (256, 144)
        seen.add(picture)
    assert len(seen) == 4
    assert not list(media.rglob("*.mp4"))


@pytest.mark.parametrize("opens", [True, False])
def test_preview_opens_the_result(opens: bool, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the system's program for it; where there is none the result stands all the same."""
    opened: list[Path] = []

    def play(file: Path) -> bool:
        opened.append(file)
        return opens

    monkeypatch.setattr(player, "play", play)
    result = run(path, *TINY, "-s", "-p", "--media_dir", path.parent / "media")
    assert result.exit_code == 0
    assert result.stdout == f"{opened[0]}\n"
    line = f"could not open {opened[0].name}; it is at {opened[0]}\n"
    assert result.stderr == ("" if opens else line)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--only", "openning"], "did you mean “opening”?"),
        (["--only", "opening.nowhere"], "no beat 'nowhere'"),
        (["--language", "fr"], "does not speak the language “fr”"),
        (["--theme", "drak"], "did you mean “dark”?"),
    ],
)
def test_wishes_that_do_not_fit_are_usage_errors(
    words: list[str], message: str, path: Path
) -> None:
    """Before anything is written."""
    result = run(path, "--media_dir", path.parent / "media", *words)
    assert result.exit_code == render.USAGE
    assert message in result.stderr
    assert not (path.parent / "media").exists()


def test_two_storyboards_of_one_name_are_refused(path: Path) -> None:
    """One film would replace the other."""
    other = path.parent / "b" / path.name
    other.parent.mkdir()
    other.write_text(STORYBOARD, encoding="utf-8")
    result = run(path, other, *TINY, "--media_dir", path.parent / "media")
    assert result.exit_code == render.USAGE
    assert "would both become" in result.stderr
    assert not (path.parent / "media").exists()


def test_notices_are_told_and_strict_refuses_them(path: Path) -> None:
    """A motion shorter than a frame is shown as a frame, knowingly (case 22)."""
    text = STORYBOARD + "    beats: {warp: {run_time: 0.001}}\n"
    path.write_text(text, encoding="utf-8")
    order: list[str | Path] = [path, *TINY, "-s", "--media_dir", path.parent / "media"]
    result = run(*order, "--strict")
    assert result.exit_code == render.FAULTS
    assert not (path.parent / "media").exists()
    result = run(*order)
    assert result.exit_code == 0
    assert "shorter than a frame" in result.stderr
    assert ": notice: " in result.stderr


def test_a_scene_that_fails_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scene and beat for everyone, the traceback for those who ask."""
    from scenes.title_card import TitleCard

    def construct(self: TitleCard) -> None:
        with self.beat(self.beats(self.params)[0].name):
            raise ZeroDivisionError("a bad day")

    monkeypatch.setattr(TitleCard, "construct", construct)
    order: list[str | Path] = [path, *TINY, "--media_dir", path.parent / "media"]
    result = run(*order)
    assert result.exit_code == render.RENDERING
    assert "scene opening, beat " in result.stderr
    assert "a bad day" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Traceback" in run(*order, "-v").stderr


def test_a_folder_that_cannot_be_is_the_environments_fault(path: Path) -> None:
    """A file lies where the output should go."""
    (path.parent / "media").write_text("mine")
    result = run(path, *TINY, "--media_dir", path.parent / "media" / "films")
    assert result.exit_code == render.ENVIRONMENT
    assert "Traceback" not in result.stderr
    assert (path.parent / "media").read_text() == "mine"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process list there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminate"])
def test_a_stopped_run_leaves_clips_and_nothing_else(path: Path, number: int) -> None:
    """No process, no working folder, no film; and the exit code says that it was stopped."""
    media = path.parent / "media"
    order = [sys.executable, PROGRAM, str(path), "-qh", "--jobs", "2", "--media_dir", str(media)]
    with subprocess.Popen(order, stderr=subprocess.PIPE, start_new_session=True) as process:
        patience = time.monotonic() + 120
        while not list(media.glob(".store/??/*.h264")) and time.monotonic() < patience:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
        _, stderr = process.communicate(timeout=30)
    assert process.returncode == render.STOPPED, stderr.decode()
    assert b"stopped; the clips made so far are kept" in stderr
    assert b"Traceback" not in stderr
    assert list(media.glob(".store/??/*.h264"))
    assert not working_folders(media)
    assert not list(media.rglob("*.mp4"))
    patience = time.monotonic() + 5  # Python's own tracker of resources ends a moment later
    while (left := processes_of(process.pid)) and time.monotonic() < patience:
        time.sleep(0.05)
    assert not left


def processes_of(session: int) -> list[int]:
    """Processes that are left of a session, by what /proc tells of each."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, own = entry.read_text().rpartition(")")[2].split()[:4]
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        if int(own) == session and state != "Z":
            found.append(int(entry.parent.name))
    return found
