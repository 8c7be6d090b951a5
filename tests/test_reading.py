"""Storyboards are read strictly: every fault at its place and in words, all of them at once."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.matrices import from_rows
from language.places import Fault, Faults, Place
from language.reader import texts
from language.text import Text
from tests.kinds_for_reading import KINDS, SCENE, WarpParams, faults_of, read_bytes, read_text

WHOLE = """\
storyboard: 1
title: {ko: 행렬식, en: Determinant}
languages: [ko, en]
theme: light
matrices:
  A: [[2, 1], [0, 3]]
  R: rotation(90)
  BA: R @ A
  W: random(64, 768, seed=0)
vectors:
  x: [1, 1/2]
claims:
  - det(A) == 6
  - R @ A != A @ R
scenes:
  - kind: warp
    matrix: A
    vectors: [x, [1, 2]]
    title: {ko: 넓이, en: Area}
    say:
      square: {ko: 단위 정사각형입니다., en: The unit square.}
      warp: {ko: "넓이가 {det(A)}{이/가} 됩니다.", en: "Its area is {det(A)}."}
    beats: {warp: {run_time: 2.5}}
    motion: flow
  - kind: warp
    id: turned
    matrix: [R, A]
  - kind: points
    points: [{ko: 하나, en: one}, "$A$"]
"""


def test_a_whole_storyboard_is_read(tmp_path: Path) -> None:
    board = read_text(tmp_path, WHOLE)
    assert board.path == tmp_path / "det.yaml"
    assert (board.version, board.theme, board.languages) == (1, "light", ("ko", "en"))
    assert board.title == Text.of({"ko": "행렬식", "en": "Determinant"})
    assert list(board.matrices) == ["A", "R", "BA", "W"]
    assert board.matrices["BA"] == from_rows([[0, -3], [2, 1]])
    assert board.matrices["BA"].name == r"\mathrm{BA}"
    assert board.vectors["x"] == from_rows([[1], [Fraction(1, 2)]])
    assert [claim.source for claim in board.claims] == ["det(A) == 6", "R @ A != A @ R"]
    assert [notice.what for notice in board.notices] == [
        "nothing refers to BA",
        "nothing refers to W",
        "nothing is said in this scene",
    ]
    assert [scene.id for scene in board.scenes] == ["warp", "turned", "points"]


def test_a_scene_has_its_params_beats_and_narration(tmp_path: Path) -> None:
    scene = read_text(tmp_path, WHOLE).scenes[0]
    assert scene.kind is KINDS["warp"]
    assert isinstance(scene.params, WarpParams)
    assert scene.params.matrix[0].name == "A"
    assert scene.title == Text.of({"ko": "넓이", "en": "Area"})
    assert scene.motion == "flow"
    assert scene.place == Place("det.yaml", 16, 5)
    square, warp = scene.beats
    assert square.say == Text.of({"ko": "단위 정사각형입니다.", "en": "The unit square."})
    assert square.run_time is None
    assert warp.beat.name == "warp"
    assert warp.say == Text.of({"ko": "넓이가 6이 됩니다.", "en": "Its area is 6."})
    assert warp.run_time == 2.5
    assert square.place == Place("det.yaml", 21, 20)


def test_every_text_is_listed_with_its_place_and_language(tmp_path: Path) -> None:
    pieces = list(texts(read_text(tmp_path, WHOLE)))
    assert pieces[0] == (Place("det.yaml", 2, 13), "ko", "행렬식")
    assert pieces[1] == (Place("det.yaml", 2, 22), "en", "Determinant")
    assert (Place("det.yaml", 22, 19), "ko", "넓이가 6이 됩니다.") in pieces
    assert [piece[1:] for piece in pieces[-4:]] == [
        ("ko", "하나"),
        ("en", "one"),
        ("en", "$A$"),
        ("ko", "$A$"),
    ]


def test_what_is_left_out_has_a_default(tmp_path: Path) -> None:
    board = read_text(tmp_path, SCENE)
    assert (board.languages, board.theme) == (("ko",), "dark")
    assert board.scenes[0].motion == "auto"
    assert board.scenes[0].title is None
    assert [beat.say for beat in board.scenes[0].beats] == [None, None]
    assert board.scenes[0].beats[0].place == board.scenes[0].place


def test_default_ids_count_and_make_room_for_given_ones(tmp_path: Path) -> None:
    scenes = "".join(
        f"  - {{kind: warp, matrix: A{given}}}\n" for given in ("", "", ", id: warp_2", "")
    )
    head = SCENE.partition("  - kind")[0]
    board = read_text(tmp_path, head + scenes)
    assert [scene.id for scene in board.scenes] == ["warp", "warp_3", "warp_2", "warp_4"]


def test_words_that_older_yaml_took_for_flags_and_times_are_texts(tmp_path: Path) -> None:
    assert read_text(tmp_path, SCENE.replace("title: t", "title: no")).title.get("ko") == "no"
    assert read_text(tmp_path, SCENE.replace("title: t", "title: 1:30")).title.get("ko") == "1:30"


@pytest.mark.parametrize(
    ("written", "seconds"), [("0.001", 0.001), ("60", 60.0), ("1e1", 10.0), ("'1/3 + 1'", 4 / 3)]
)
def test_a_run_time_is_a_number_of_seconds(tmp_path: Path, written: str, seconds: float) -> None:
    board = read_text(tmp_path, f"{SCENE}    beats: {{warp: {{run_time: {written}}}}}\n")
    assert board.scenes[0].beats[1].run_time == seconds


def test_equal_titles_are_fine(tmp_path: Path) -> None:
    text = SCENE + "    title: x\n  - kind: warp\n    matrix: A\n    title: x\n"
    assert len(read_text(tmp_path, text).scenes) == 2


SAYS = {
    "string": ("say: 하나", {"square": {"ko": "하나", "en": "하나"}}),
    "by language": ("say: {ko: 하나, en: one}", {"square": {"ko": "하나", "en": "one"}}),
    "list": (
        "say: [하나, {ko: 둘, en: two}]",
        {"square": {"ko": "하나", "en": "하나"}, "warp": {"ko": "둘", "en": "two"}},
    ),
    "list with silence": ("say: [~, 둘]", {"warp": {"ko": "둘", "en": "둘"}}),
    "by beat": ("say: {warp: {en: two, ko: 둘}}", {"warp": {"ko": "둘", "en": "two"}}),
    "lists by language": (
        "say: {ko: [하나, 둘], en: [one, two]}",
        {"square": {"ko": "하나", "en": "one"}, "warp": {"ko": "둘", "en": "two"}},
    ),
    "beats by language": (
        "say: {ko: {warp: 둘}, en: [~, two]}",
        {"warp": {"ko": "둘", "en": "two"}},
    ),
}


@pytest.mark.parametrize("form", SAYS)
def test_say_has_many_forms(tmp_path: Path, form: str) -> None:
    written, expected = SAYS[form]
    board = read_text(
        tmp_path, SCENE.replace("title: t", "title: t\nlanguages: [ko, en]") + f"    {written}\n"
    )
    said = {spec.beat.name: spec.say for spec in board.scenes[0].beats if spec.say is not None}
    assert said == {beat: Text.of(markup) for beat, markup in expected.items()}
    assert {notice.what for notice in board.notices} <= {
        "this text is Korean, and is used in English too"
    }


def test_a_missing_translation_is_a_notice_and_the_first_language_an_error(tmp_path: Path) -> None:
    head = SCENE.replace("title: t", "title: t\nlanguages: [ko, en]")
    board = read_text(tmp_path, head + "    title: {ko: 넓이}\n    say: {warp: {ko: 둘}}\n")
    assert [str(notice) for notice in board.notices] == [
        "det.yaml:8:12: this text is missing in English (en), "
        "add en: …; until then the Korean is shown",
        "det.yaml:9:22: this text is missing in English (en), "
        "add en: …; until then the Korean is shown",
    ]
    assert {notice.severity for notice in board.notices} == {"notice"}
    assert faults_of(tmp_path, head + "    title: {en: Area}\n    say: {en: one}\n") == [
        "det.yaml:8:12: this text is missing in Korean (ko), the film's first language, add ko: …",
        "det.yaml:9:15: this text is missing in Korean (ko), the film's first language, add ko: …",
    ]


def test_windows_files_read_like_others(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode()
    there = read_bytes(tmp_path, data)
    assert there == read_text(tmp_path, WHOLE)


def test_texts_and_file_names_may_be_composed_or_not(tmp_path: Path) -> None:
    board = read_text(tmp_path, SCENE.replace("title: t", "title: 한"))
    assert board.title.get("ko") == "한"


def test_a_thousand_scenes_are_read_in_a_moment(tmp_path: Path) -> None:
    head, _, scenes = WHOLE.partition("scenes:\n")
    text = head + "scenes:\n" + scenes.replace("    id: turned\n", "") * 333
    started = time.process_time()
    board = read_text(tmp_path, text)
    assert len(board.scenes) == 999
    assert time.process_time() - started < 2


@given(st.binary(max_size=120))
@settings(max_examples=60, deadline=None)
def test_random_bytes_give_only_faults(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    with pytest.raises(Faults):
        read_bytes(tmp_path_factory.getbasetemp(), data)


_PIECES = ("", " ", "\n", ":", "[", "]", "{", "}", "~", "no", "1e3", "'", '"', "\t", "$", "ko", "A")


@given(
    st.lists(
        st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 12), st.sampled_from(_PIECES)),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=150, deadline=None)
def test_a_damaged_storyboard_gives_a_storyboard_or_faults(
    tmp_path_factory: pytest.TempPathFactory, cuts: list[tuple[int, int, str]]
) -> None:
    text = WHOLE
    for start, length, piece in cuts:
        text = text[:start] + piece + text[start + length :]
    lines = text.count("\n") + 1
    found: tuple[Fault, ...] = ()
    try:
        read_text(tmp_path_factory.getbasetemp(), text)
    except Faults as faults:
        found = faults.faults
    for fault in found:
        assert 1 <= fault.place.line <= lines
        assert "Input should" not in str(fault)
