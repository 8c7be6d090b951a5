"""A lecturer's own kinds: loaded from files that are named, and from nowhere else."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from pydantic import JsonValue

import render
from film.crew import shoot_film
from film.plan import Piece, plan
from film.shoot import ShootingError, rehearse, still
from film.store import clip_key, surroundings
from film.studio import read_all
from language.places import Faults
from scenes import kinds, own_kinds
from stage import kind_files
from stage.look import Look
from stage.theme import THEMES

ROOT = Path(__file__).resolve().parent.parent
LOOK = Look(160, 90, 10, "dark", "en")

KIND = '''\
"""Kinds of my own."""
from __future__ import annotations

from typing import Any

from manim import Dot, FadeIn
from pydantic import Field

from language.kind import Beat
from language.params import Count, KindParams
from stage.story import StoryScene


class PointRow(StoryScene):
    """Points in a row, as many as are asked for."""

    class Params(KindParams):
        """What a storyboard may set."""

        points: Count = Field(description="how many", ge=1, le=20)

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """One."""
        return (Beat("points", "the points appear", 0.3, main=True),)

    def construct(self) -> None:
        """They appear."""
        with self.beat("points"):
            dots = [Dot((k - 2, 0, 0), color=self.theme.input) for k in range(self.params.points)]
            self.play(FadeIn(*dots), run_time=self.run_time)
'''

BOARD = """\
storyboard: 1
title: Points
languages: [en]
scenes:
  - kind: point_row
    points: 3
    say: Three points.
"""


@pytest.fixture
def kind(tmp_path: Path) -> Path:
    path = tmp_path / "my own [1].py"
    path.write_text(KIND, encoding="utf-8")
    return path


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "points.yaml"
    path.write_text(BOARD, encoding="utf-8")
    return path


def test_a_file_adds_its_kinds_to_ours(kind: Path) -> None:
    found, faults = own_kinds([kind])
    assert faults == ()
    assert found.keys() - kinds().keys() == {"point_row"}
    assert found["point_row"].doc == "Points in a row, as many as are asked for."
    assert kind_files.own_file(found["point_row"].target) == kind


def test_no_storyboard_loads_one(board: Path, kind: Path) -> None:
    del kind  # it lies beside the storyboard, and nobody named it
    with pytest.raises(Faults, match="there is no kind of scene “point_row”"):
        read_all([board], kinds(), tuple(THEMES))


@pytest.mark.parametrize(
    ("broken", "line", "what"),
    [
        (KIND.replace('"""One."""', '"""One."""; = 1'), 24, "SyntaxError"),
        (KIND.replace("from manim import Dot", "from manim import Dott"), 6, "ImportError"),
        (KIND + "\nPointRow.nothing\n", 33, "AttributeError"),
        (KIND.replace("points: Count", "say: Count"), 14, "cannot be called say"),
        (
            KIND.replace('    """Points in a row, as many as are asked for."""\n', ""),
            14,
            "docstring",
        ),
        (KIND.replace("class PointRow", "class Summary"), 14, "a kind summary already"),
        (KIND.replace("class PointRow", "class _PointRow"), 1, "no scene class"),
    ],
)
def test_a_faulty_file_is_told_with_its_line_and_stops_nothing_else(
    broken: str, line: int, what: str, kind: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.py"
    other.write_text(KIND.replace("class PointRow", "class DotRow"), encoding="utf-8")
    kind.write_text(broken, encoding="utf-8")
    found, faults = own_kinds([kind, other])
    [fault] = faults
    assert (fault.place.file, fault.place.line) == ("my own [1].py", line)
    assert what in fault.what
    assert {"dot_row", "summary"} <= found.keys()


def test_a_scene_that_fails_names_the_file_and_the_line(board: Path, kind: Path) -> None:
    kind.write_text(KIND.replace("(k - 2, 0, 0)", "(1 / 0, 0, 0)"), encoding="utf-8")
    [storyboard], _ = read_all([board], own_kinds([kind])[0], tuple(THEMES))
    with pytest.raises(ShootingError) as raised:
        rehearse(storyboard.scenes[0], LOOK)
    assert "my own [1].py:30: scene point_row, beat points: ZeroDivisionError" in str(raised.value)


def test_spawned_workers_find_the_class_by_its_import_string(
    board: Path, kind: Path, tmp_path: Path
) -> None:
    [storyboard], _ = read_all([board], own_kinds([kind])[0], tuple(THEMES))
    film = plan(storyboard, rehearse, LOOK)
    alone = shoot_film(film, tmp_path / "alone", jobs=1)
    code = (
        "import sys; from pathlib import Path; from film.plan import FilmPlan; "
        "from film.crew import shoot_film; "
        "shoot_film(FilmPlan.from_json(sys.stdin.read()), Path(sys.argv[1]), jobs=1)"
    )
    place = tmp_path / "elsewhere"
    subprocess.run(
        [sys.executable, "-c", code, str(place)],
        input=film.to_json().encode(),
        cwd=ROOT,
        check=True,
        timeout=120,
    )  # fmt: skip -- one command
    theirs = {path.read_bytes() for path in place.rglob("*.h264")}
    assert {path.read_bytes() for path in alone} <= theirs


def test_a_clips_key_covers_the_files_bytes_and_no_other_kinds(board: Path, kind: Path) -> None:
    [storyboard], _ = read_all([board], own_kinds([kind])[0], tuple(THEMES))
    scene = plan(storyboard, rehearse, LOOK).scenes[0]
    inner: dict[str, JsonValue] = {
        "left": {"kind": "point_row", "target": scene.target, "params": {"points": 3}}
    }
    holder = replace(scene, target="scenes.summary:Summary", params=inner)
    other = replace(scene, target="scenes.summary:Summary", params={})

    def keys() -> list[str]:
        around = surroundings([each.target for each in (scene, holder, other)])
        return [clip_key(each, LOOK, Piece(0, 0, 1, 1), around) for each in (scene, holder, other)]

    before = keys()
    kind.write_text(KIND + "\n", encoding="utf-8")
    assert [a == b for a, b in zip(before, keys(), strict=True)] == [False, False, True]


def test_the_worked_example_of_the_guide_can_be_drawn(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "custom-kinds.md").read_text(encoding="utf-8")
    [program] = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    [text] = re.findall(r"^```yaml with circle_image\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "circle.py").write_text(program, encoding="utf-8")
    (tmp_path / "lesson.yaml").write_text(text, encoding="utf-8")
    found, faults = own_kinds([tmp_path / "circle.py"])
    assert faults == ()
    [storyboard], notices = read_all([tmp_path / "lesson.yaml"], found, tuple(THEMES))
    assert notices == ()
    [scene] = plan(storyboard, rehearse, LOOK).scenes
    pictures = {
        beat.name: still(scene, LOOK, scene.last_picture(beat.name)) for beat in scene.beats
    }
    assert len(pictures) == 2
    config = ["--config", str(ROOT / "pyproject.toml")]
    for command in (["check"], ["format", "--check"]):
        call = [sys.executable, "-m", "ruff", *command, *config, str(tmp_path / "circle.py")]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_command_that_reads_a_storyboard_takes_own_kinds(kind: Path, board: Path) -> None:
    told = CliRunner().invoke(render.cli, ["check", str(board), "--kinds", str(kind)])
    assert told.exit_code == 0, told.output
    told = CliRunner().invoke(render.cli, ["kinds", "point_row", "--kinds", str(kind)])
    assert "Points in a row" in told.output
    kind.write_text(KIND.replace("from manim import Dot", "from manim import Dott"), "utf-8")
    other = kind.with_name("other.py")
    kind.replace(other)
    told = CliRunner().invoke(render.cli, ["check", str(board), "--kinds", str(other)])
    assert told.exit_code == 1
    assert "other.py:6:1: ImportError" in told.output
