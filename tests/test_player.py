"""A finished film is opened quietly, or it is said that nothing can open it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from film import player

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows opens files by itself")
OPENER = "open" if sys.platform == "darwin" else "xdg-open"


def opener(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The only program that can be found is an opener that does this."""
    program = folder / OPENER
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_a_film_is_opened_by_its_full_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opener(tmp_path, f'echo "$1" > {tmp_path / "opened"}', monkeypatch)
    assert player.play(tmp_path / "강의 1.mp4")
    assert (tmp_path / "opened").read_text() == f"{tmp_path / '강의 1.mp4'}\n"


def test_an_opener_that_finds_no_program_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """What it complains of stays away from the terminal."""
    opener(tmp_path, "echo no browser >&2; echo none; exit 3", monkeypatch)
    assert not player.play(tmp_path / "det.mp4")
    assert capfd.readouterr() == ("", "")


def test_a_player_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opener(tmp_path, "sleep 2", monkeypatch)
    monkeypatch.setattr(player, "PATIENCE", 0.1)
    begun = time.monotonic()
    assert player.play(tmp_path / "det.mp4")
    assert time.monotonic() - begun < 1.5


def test_without_an_opener_nothing_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not player.play(tmp_path / "det.mp4")
