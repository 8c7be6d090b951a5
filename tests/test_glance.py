"""A mistyped flag is refused before anything heavy is loaded, and nothing else is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from film.glance import glance
from film.wish import Wish, WishError

THEMES = ("dark", "light")
BOARD = """\
storyboard: 1
title: {ko: 행렬식, en: Determinant}
languages: [ko, en]
scenes:
  - kind: title_card
    id: opening
    heading: {ko: 넓이, en: Area}
  - kind: summary
    points: [{ko: 하나, en: one}]
  - kind: summary
    points: [{ko: 둘, en: two}]
"""


def board(folder: Path, text: str = BOARD) -> Path:
    path = folder / "det.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Wish(theme="drak"), "there is no theme “drak”; did you mean “dark”?"),
        (Wish(language="fr"), "det.yaml does not speak the language “fr”; known here: ko, en"),
        (Wish(only="openin"), "no scene is called “openin”; did you mean “opening”?"),
        (Wish(only="q.title"), "no scene is called “q”; known here: opening, summary"),
        (Wish(only=""), "--only names no scene; write SCENE or SCENE.BEAT"),
    ],
)
def test_what_cannot_be_is_refused_with_its_cure(wish: Wish, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(WishError) as refusal:
        glance([board(tmp_path)], wish, THEMES)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    "wish",
    [
        Wish(),
        Wish(theme="light", language="en", only="opening"),
        Wish(only="opening.title"),
        Wish(only="summary_2"),
    ],
)
def test_what_may_be_is_left_to_the_reader(wish: Wish, tmp_path: Path) -> None:
    """Among it the name with a number that a second scene of a kind gets."""
    glance([board(tmp_path)], wish, THEMES)


@pytest.mark.parametrize(
    "text", ["", "- 1", "scenes: [", "scenes: 3", "languages: {a: b}\nscenes: [[1], {x: 2}]"]
)
def test_a_file_with_faults_is_left_to_the_reader(text: str, tmp_path: Path) -> None:
    glance([board(tmp_path, text), tmp_path / "none.yaml"], Wish(language="fr", only="q"), THEMES)


def test_no_mistyped_flag_waits_for_manim(tmp_path: Path) -> None:
    """Neither does the message about it."""
    path = board(tmp_path)
    code = (
        "import sys, render\n"
        "for flag in (['--only', 'q'], ['--language', 'fr'], ['--theme', 'x']):\n"
        f"    end = render.cli.main([{str(path)!r}, *flag], standalone_mode=False)\n"
        "    assert end == 2, end\n"
        "sys.exit('manim' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
