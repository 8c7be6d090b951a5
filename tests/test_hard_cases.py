"""Inputs that broke other tools, by the numbers under which they are collected.

One test, or one group of them, for each case that a film answers for, through the command line and
the real scene kinds; what is proved in detail elsewhere is only shown here to hold end to end.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
import pytest

import render
from film.names import NAME_BYTES
from scenes.unit_square_warp import UnitSquareWarp
from stage.ink import Ink
from stage.layout import zones
from stage.look import Look
from stage.shapes import Arrow
from stage.theme import THEMES
from tests.hard_cases import HEAD, card, cropped, faults, invoke, rgb, warp
from tests.pictures import decoded
from tests.stage_helpers import Watch, on_stage, overlapping, run, staged

PROGRAM = str(Path(render.__file__).resolve())
TINY = ("-r", "256,144", "--fps", "5")
SMALL = Look(480, 270, 4)

# 8


def test_case_08_ids_are_unique_and_titles_need_not_be(tmp_path: Path) -> None:
    """The second of two equal ids is at fault and names the first."""
    scene = "  - {kind: title_card, heading: x, title: 같은 제목, id: a}\n"
    text = f"{HEAD}scenes:\n{scene}{scene}"
    assert faults(tmp_path, text) == ["6:54: the id “a” is already taken in line 5, choose another"]
    assert faults(tmp_path, text.replace(", id: a", "")) == []


# 11, 13, 14, 23: one film answers for them


@dataclass(frozen=True)
class Made:
    """A film of a few frames, and the storyboard's title and file name."""

    path: Path
    title: str
    stem: str


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """In a folder with a quote, brackets and Korean; light; a long name and a longer title."""
    folder = tmp_path_factory.mktemp("films") / "Kim's 강의 [1]"
    folder.mkdir()
    title = "행렬식은넓이의배율이다" * 9
    assert len(title) > 90
    text = (
        f"{HEAD}theme: light\nscenes:\n  - kind: unit_square_warp\n    matrix: [[2, 0], [0, 1]]\n"
    )
    path = folder / f"{title[:80]}.yaml"
    path.write_text(text.replace("title: t", f"title: {title}"), encoding="utf-8")
    result = invoke(path, "-r", "640,360", "--fps", "5", "--media_dir", folder / "out")
    assert result.exit_code == 0, result.output
    return Made(Path(result.stdout.rstrip("\n")), title, path.stem)


@pytest.mark.film
def test_case_11_a_film_goes_to_a_folder_of_any_name(film: Made) -> None:
    """With exactly the frames that were planned, and nothing half-done beside it."""
    manifest = json.loads(film.path.with_name(f"{film.path.stem}.manifest.json").read_text("utf-8"))
    with av.open(str(film.path)) as container:
        assert sum(1 for _ in container.decode(video=0)) == manifest["frames"] > 0
    assert film.path.parts[-4:-2] == ("Kim's 강의 [1]", "out")
    assert not list(film.path.parent.glob(".making-*"))


@pytest.mark.film
def test_case_13_names_are_short_and_titles_whole(film: Made) -> None:
    """The name is cut between letters and kept apart by a mark; the film says its whole title."""
    name = film.path.parent.name
    assert len(name.encode()) <= NAME_BYTES
    assert film.stem.startswith(re.sub(r"-[0-9a-f]{8}$", "", name))
    with av.open(str(film.path)) as container:
        assert container.metadata["title"] == film.title


@pytest.mark.parametrize("encoding", ["cp949", "ascii"])
def test_case_14_a_pipe_in_any_locale_ends_as_the_job_does(tmp_path: Path, encoding: str) -> None:
    """Korean in path, texts and messages; the exit code tells of the storyboard only."""
    good, bad = tmp_path / "강의.yaml", tmp_path / "나쁨.yaml"
    good.write_text(card("넓이"), encoding="utf-8")
    bad.write_text(card("넓이 \U0010fffd"), encoding="utf-8")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": encoding}
    for path, code in ((good, 0), (bad, render.FAULTS)):
        done = subprocess.run(
            [sys.executable, PROGRAM, path.name, *TINY, "-s"],
            capture_output=True,
            cwd=tmp_path,
            env=environment,
            check=False,
            timeout=120,
        )
        assert done.returncode == code
        assert b"Traceback" not in done.stderr
        if encoding == "ascii":
            continue  # Click prefers UTF-8 there, so that a path stays one that can be used
        if code:
            assert done.stderr.startswith(path.name.encode("cp949") + b":6:")
        else:
            assert done.stderr == b""
            assert done.stdout == "media/강의/강의.ko.144p5.last.png\n".encode("cp949")


@pytest.mark.film
def test_case_23_colours_are_the_themes(film: Made) -> None:
    """The paper of the light theme and every flat area come out within two levels.

    Pure red and other flat cards go through the encoder in tests/test_shoot.py.
    """
    with av.open(str(film.path)) as container:
        *_, last = container.decode(video=0)
    shown = rgb(last)
    words = ["-r", "640,360", "--fps", "5", "-s", "--media_dir"]
    storyboard = film.path.parent.parent.parent / f"{film.stem}.yaml"
    made = invoke(storyboard, *words, film.path.parent.parent).stdout
    still = decoded(Path(made.rstrip("\n")).read_bytes())
    ground = [int(THEMES["light"].ground[k : k + 2], 16) for k in (1, 3, 5)]
    assert np.abs(shown[:8, :8] - ground).max() <= 2
    # Macroblocks (16×16) that are flat with all their neighbours: no edge reaches into them.
    flat = [
        (y, x)
        for y in range(16, 336, 16)
        for x in range(16, 608, 16)
        if np.ptp(still[y - 16 : y + 32, x - 16 : x + 32], axis=(0, 1)).max() == 0
    ]
    assert len({tuple(still[y, x]) for y, x in flat}) > 1  # the paper, and a face of the square
    for y, x in flat:
        block = shown[y // 2 : y // 2 + 8, x // 2 : x // 2 + 8]  # at the resolution of chroma
        assert np.abs(block - still[y, x]).max() <= 2


# 15

MISSING = {
    "emoji": ("넓이 😀", "U+1F600 (grinning face)"),
    "unassigned": ("\U0010fffd", "U+10FFFD"),
    "private": ("\ue001", "U+E001"),
    "Arabic": ("م", "U+0645 (arabic letter meem)"),
    "Thai": ("ส", "U+0E2A (thai character so sua)"),
    "rare Hanja": ("𪚥", "U+2A6A5 (cjk unified ideograph-2a6a5)"),
    "keycap": ("1⃣", "U+20E3 (combining enclosing keycap)"),
    "accent": ("Z͑", "U+0351 (combining left half ring above)"),
    "joiner": (r'"a\u200db"', "U+200D (zero width joiner)"),
    "direction": (r'"a\u202eb"', "U+202E (right-to-left override)"),
    "soft hyphen": (r'"a\xadb"', "U+00AD (soft hyphen)"),
    "formula": ("$😀$", "U+1F600 (grinning face)"),
}


@pytest.mark.parametrize("name", MISSING)
def test_case_15_what_no_font_has_is_refused(tmp_path: Path, name: str) -> None:
    """With its place, its code and its name."""
    heading, character = MISSING[name]
    (fault,) = faults(tmp_path, card(heading))
    what = f"no font has the character {character}, leave it out or write it in words"
    assert re.sub(r"^6:1[45]: ", "", fault) == what


@pytest.mark.parametrize("heading", ["𠀋 㐂", "ᄒᆞᆫ글", "é Việt", r'"a\u200bb"', "①㉠ ＡＢ", "→"])
def test_case_15_what_a_font_has_is_shown(tmp_path: Path, heading: str) -> None:
    """Rare Hanja, old Hangul, composed accents; what has no width stays unseen."""
    assert faults(tmp_path, card(heading)) == []


def test_case_15_control_characters_are_refused_where_they_stand(tmp_path: Path) -> None:
    """YAML knows none, and no editor shows them."""
    fault = ["6:15: an unprintable character (U+0007), delete it"]
    assert faults(tmp_path, card("x\x07")) == fault


# 16


@pytest.mark.parametrize(
    "turn",
    [
        {"matrix": [["-1", "0"], ["0", "-1"]]},
        {"matrix": "rotation(135)"},
        {"matrix": "rotation(180)"},
        {"matrix": "rotation(-90)"},
    ],
    ids=["minus", "135", "180", "-90"],
)
def test_case_16_a_turn_keeps_all_lengths_at_every_frame(turn: Mapping[str, object]) -> None:
    """Both basis vectors of the real scene, as drawn, from the first frame to the last."""
    lengths: list[float] = []
    angles: list[float] = []

    def look(_: int) -> None:
        arrows = on_stage(scene, Arrow)
        if watch.beats[-1] == "warp":
            lengths.extend(arrow.reach for arrow in arrows)
            first, second = sorted((arrow.tip for arrow in arrows), key=tuple)
            angles.append(abs(float(first @ second)))

    watch = Watch(seen=look)
    scene = staged(UnitSquareWarp, turn, watch)
    scene.run()
    assert len(angles) >= 12
    assert np.allclose(lengths, 1, atol=1e-9)
    assert np.allclose(angles, 0, atol=1e-9)


# 19


@pytest.mark.parametrize("factor", ["0.3", "20"])
def test_case_19_the_grid_fills_its_zone_before_and_after(factor: str) -> None:
    """Measured on the pictures: lines reach all edges, and no ninth of the zone is empty."""
    watch = run(UnitSquareWarp, {"matrix": [[factor, "0"], ["0", factor]]}, SMALL)
    before = sum(frames for beat, frames in watch.plays if beat == "square")
    ground = [int(THEMES["dark"].ground[k : k + 2], 16) for k in (1, 3, 5)]
    for picture in (before, watch.last):
        pixels = watch.pictures[picture][..., :3].astype(np.int16)
        drawn = cropped(np.abs(pixels - ground).max(axis=2) > 8, SMALL, zones(SMALL).stage)
        for axis in (0, 1):
            at = np.flatnonzero(drawn.any(axis=axis))
            assert at[0] <= 2
            assert at[-1] >= drawn.shape[1 - axis] - 3
        ninths = [part for rows in np.array_split(drawn, 3) for part in np.array_split(rows, 3, 1)]
        assert all(part.any() for part in ninths)


# 20

WIDE = [["-1000.25", "-1e-9"], ["0.1", "12345"]]


@pytest.mark.parametrize("size", [(480, 270), (270, 480), (270, 270)], ids=["16:9", "9:16", "1:1"])
def test_case_20_long_entries_overlap_nothing(size: tuple[int, int]) -> None:
    """At the end of every beat, in every shape of frame."""
    watch = run(UnitSquareWarp, {"matrix": WIDE}, Look(*size, 4), wanted=())
    assert list(watch.boxes) == ["square", "warp", "area"]
    words = {"text", "formula", "matrix", "readout", "label"}
    for beat, boxes in watch.boxes.items():
        kinds = {box.kind for box in boxes}
        assert {"readout", "label"} <= kinds
        assert ("matrix" in kinds) == (beat != "square")
        assert overlapping(boxes, words) == []


def test_case_20_columns_are_aligned() -> None:
    """Entries end one below the other, as far as their last letters do."""
    scene = staged(UnitSquareWarp, {"matrix": WIDE}, Watch(()), SMALL)
    scene.run()
    (matrix,) = [ink for ink in on_stage(scene, Ink) if "entry0,0" in ink.labels]
    for column in range(2):
        ends = [float(matrix.part(f"entry{row},{column}").get_right()[0]) for row in range(2)]
        assert abs(ends[0] - ends[1]) < 0.03


@pytest.mark.parametrize(
    ("matrix", "found"),
    [
        ("[[1]]", "a vector of 1 number"),
        ("[[1, 2, 3], [4, 5, 6]]", "a 2×3 matrix"),
        ("[1, 2, 3]", "a vector of 3 numbers"),
    ],
)
def test_case_20_other_shapes_are_refused_by_name(tmp_path: Path, matrix: str, found: str) -> None:
    """A plain list reads as a column."""
    what = f"a 2×2 matrix is needed here; this is {found}, write it as [[a, b], [c, d]]"
    assert faults(tmp_path, warp(matrix)) == [f"6:13: {what}"]


# 21


@pytest.mark.parametrize(
    ("matrix", "fault"),
    [
        (
            "[[1, 2], [3]]",
            "6:22: this row has 1 number, the first row has 2, make all rows equally long",
        ),
        (
            "[]",
            "6:13: a 2×2 matrix or a list of them is needed here; this is an empty list, "
            "write [[a, b], [c, d]]",
        ),
        ("[[1, 2], []]", "6:22: this row is empty, write its numbers, as in [2, 1]"),
        (
            "[[.nan, 1], [0, 1]]",
            "6:15: .nan is no number that can be drawn, write a finite number",
        ),
        (
            "[[1, -.inf], [0, 1]]",
            "6:18: -.inf is no number that can be drawn, write a finite number",
        ),
        ("[[1, x], [0, 1]]", "6:18: unknown name x, no names are defined here"),
        ("[[1, 1/0], [0, 1]]", "6:18: division by zero"),
    ],
)
def test_case_21_what_is_no_matrix_is_refused_at_its_entry(
    tmp_path: Path, matrix: str, fault: str
) -> None:
    """Line and column of the very entry."""
    assert faults(tmp_path, warp(matrix)) == [fault]


# 22


@pytest.mark.parametrize(
    ("seconds", "what"),
    [
        ("0", "a run_time of 0 s is no time in which anything could move"),
        ("-1", "a run_time of -1 s is no time in which anything could move"),
        ("1e9", "a run_time of 1e9 s is too long"),
    ],
)
def test_case_22_impossible_times_are_refused(tmp_path: Path, seconds: str, what: str) -> None:
    """Before anything is drawn."""
    text = warp("[[2, 1], [0, 3]]", f"    beats: {{warp: {{run_time: {seconds}}}}}\n")
    cure = "write more than 0 and at most 60 seconds"
    assert faults(tmp_path, text) == [f"7:30: {what}, {cure}"]


def test_case_22_a_moment_becomes_a_frame_with_a_notice(tmp_path: Path) -> None:
    """And the picture is made."""
    path = tmp_path / "det.yaml"
    text = warp("[[2, 1], [0, 3]]", "    beats: {warp: {run_time: 0.001}}\n")
    path.write_text(text, encoding="utf-8")
    result = invoke(path, *TINY, "-s", "--media_dir", tmp_path / "media")
    assert result.exit_code == 0
    assert (
        "det.yaml:7:13: notice: a motion of 0.001 s is shorter than a frame, and is shown as one "
        "frame, write at least 0.200 s at 5 frames a second\n"
    ) in result.stderr


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--fps", "0"], "0 is not in the range 1<=x<=120."),
        (["-r", "853,480"], "H.264 needs even numbers; write 854,480"),
    ],
)
def test_case_22_impossible_looks_are_usage_errors(
    tmp_path: Path, words: list[str], what: str
) -> None:
    """The flag is named, with what would do."""
    path = tmp_path / "det.yaml"
    path.write_text(warp("[[2, 1], [0, 3]]"), encoding="utf-8")
    result = invoke(path, *words, "--media_dir", tmp_path / "media")
    assert result.exit_code == render.USAGE
    assert result.stderr.endswith(f"{what}\n")
    assert not (tmp_path / "media").exists()


# 25


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        (
            "    matrix: [[1, 0], [0, 1]]\n",
            "7:5: the key “matrix” stands here again; it is already in line 6, keep one of the two",
        ),
        (
            "    beats: {warp: {run_tme: 3}}\n",
            "7:20: “run_tme” means nothing in a beat, did you mean “run_time”?",
        ),
        (
            "    run_tme: 3\n",
            "7:5: “run_tme” means nothing in a unit_square_warp, "
            "did you mean “run_time”? It stands in beats: {name: {run_time: 3}}",
        ),
        (
            "  - {kind: unit_squre_warp, matrix: [[2, 1], [0, 3]]}\n",
            "7:12: there is no kind of scene “unit_squre_warp”, did you mean “unit_square_warp”?",
        ),
    ],
    ids=["twice", "run_tme", "misplaced", "kind"],
)
def test_case_25_slips_of_the_pen_are_recognised(tmp_path: Path, more: str, fault: str) -> None:
    """With what was probably meant."""
    assert faults(tmp_path, warp("[[2, 1], [0, 3]]", more)) == [fault]
