"""What the reader tells the page: faults where they stand, and a film laid out to the frame."""

from __future__ import annotations

import pickle
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from film.shoot import walk_through
from preview.messages import Choice, Describe, Described, Read, ReadDone
from preview.reading import Reader
from tests.conftest import ROOT
from tests.preview_page import LESSON, SHARED, lesson

OWN = Choice()
NOTHING: Mapping[str, bytes] = MappingProxyType({})


def ask(reader: Reader, request: object) -> Any:
    found: list[Any] = []
    reader.answer(request, found.append)
    [answer] = found
    return answer


def read(reader: Reader) -> ReadDone:
    answer = ask(reader, Read())
    assert isinstance(answer, ReadDone)
    return answer


def describe(
    reader: Reader, choice: Choice = OWN, heard: Mapping[str, bytes] = NOTHING
) -> Described:
    answer = ask(reader, Describe(choice, heard))
    assert isinstance(answer, Described)
    return answer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return lesson(tmp_path)


STORYBOARDS = sorted((ROOT / "storyboards").glob("*.yaml"))


@pytest.mark.parametrize("path", STORYBOARDS, ids=lambda path: path.stem)
def test_what_beats_are_for_is_told_in_korean_too(path: Path) -> None:
    reader = Reader(path, ())
    assert read(reader).good
    film: Any = describe(reader).document
    docs = [beat["doc"] for scene in film["scenes"] for beat in scene["beats"]]
    assert docs
    for doc in docs:
        assert re.search("[가-힣]", doc["ko"]), doc
        assert not re.search("[a-z]{2,} [a-z]{2,}", doc["ko"]), doc
        assert re.search("[a-z]{2,}", doc["en"]), doc
        assert not re.search("[가-힣{}]", doc["en"]), doc


def test_a_numbered_beat_has_its_number_in_both_languages() -> None:
    reader = Reader(ROOT / "storyboards" / "composition.yaml", ())
    read(reader)
    film: Any = describe(reader).document
    docs = [beat["doc"] for s in film["scenes"] for beat in s["beats"] if beat["name"] == "turn_2"]
    assert docs
    assert all(
        doc == {"ko": "2번째 사상이 평면을 옮깁니다", "en": "map 2 moves the plane"} for doc in docs
    )


def test_a_good_storyboard_is_laid_out_without_gaps(path: Path) -> None:
    reader = Reader(path, ())
    said = read(reader)
    assert (said.good, said.faults, said.languages) == (True, (), ("ko", "en"))
    assert [file.name for file in said.inputs] == ["lesson.yaml", "shared.yaml"]
    film: Any = describe(reader).document
    now = 0
    for scene in film["scenes"]:
        assert scene["start"] == now
        assert scene["guessed"]
        for beat in scene["beats"]:
            assert beat["start"] == now
            parts = [step["hold"] + step["play"] for step in beat["steps"]]
            assert sum(parts) + beat["hold"] == beat["frames"]
            now += beat["frames"]
    assert now == film["frames"]
    assert film["claims"][0]["value"]["en"] == "det(A) is 2"
    cues = film["cues"]["ko"]
    assert all(start < end <= film["frames"] for start, end, _ in cues)


def test_a_place_has_its_lines_and_a_link_for_an_editor(path: Path) -> None:
    reader = Reader(path, ())
    read(reader)
    film: Any = describe(reader).document
    place = film["scenes"][1]["beats"][2]["place"]
    assert (
        place["text"][place["line"] - place["first"]].lstrip().startswith(("area:", "ko:", "area"))
    )
    assert place["href"].endswith(f"lesson.yaml:{place['line']}:{place['column']}")
    assert place["href"].startswith("vscode://file/")


def test_a_heard_scene_is_not_guessed_and_can_be_filmed(path: Path) -> None:
    reader = Reader(path, ())
    read(reader)
    guessed = describe(reader)
    assert all(order.clip == "" for order in guessed.orders)
    order = guessed.orders[1]
    rehearsal = walk_through(order.scene, order.look, lambda *_: None, lambda: None)
    known = describe(reader, heard={order.key: pickle.dumps(rehearsal)})
    assert known.orders[1].key == order.key
    assert known.orders[1].clip
    film: Any = known.document
    assert [scene["guessed"] for scene in film["scenes"]] == [True, False]


def test_faults_stand_where_they_are_and_the_last_good_film_stays(path: Path) -> None:
    reader = Reader(path, ())
    read(reader)
    before = describe(reader).orders
    path.write_text(LESSON.replace("det(A) == 2", "det(A) == 5"), encoding="utf-8")
    said = read(reader)
    assert not said.good
    [fault] = said.faults
    assert isinstance(fault, dict)
    place: Any = fault["place"]
    assert (place["line"], place["text"]) == (6, ["  - det(A) == 5"])
    assert describe(reader).orders == before


@pytest.mark.parametrize("text", ["", "scenes: [", "\t- x", "storyboard: 1\n", "\x00"])
def test_yaml_that_is_broken_for_a_moment_is_a_fault(text: str, path: Path) -> None:
    reader = Reader(path, ())
    read(reader)
    path.write_text(text, encoding="utf-8")
    assert not read(reader).good
    path.write_text(LESSON, encoding="utf-8")
    assert read(reader).good


def test_a_file_that_is_not_there_yet_is_a_fault(tmp_path: Path) -> None:
    reader = Reader(tmp_path / "lesson.yaml", ())
    said = read(reader)
    assert (said.good, len(said.faults)) == (False, 1)
    with pytest.raises(LookupError):
        reader.answer(Describe(Choice()), print)
    lesson(tmp_path)
    assert read(reader).good


def test_an_included_file_is_read_anew_and_its_faults_show_its_lines(path: Path) -> None:
    reader = Reader(path, ())
    read(reader)
    keys = [order.key for order in describe(reader).orders]
    shared = path.with_name("shared.yaml")
    shared.write_text(SHARED.replace("[0, 1]", "[1, 1]"), encoding="utf-8")
    assert read(reader).good
    now = [order.key for order in describe(reader).orders]
    assert (now[0] == keys[0], now[1] == keys[1]) == (True, False)
    shared.write_text("matrices:\n  A: [[2, 0], [0]]\n", encoding="utf-8")
    faults: Any = read(reader).faults
    assert any(
        f["place"]["file"] == "shared.yaml" and "[[2, 0]" in f["place"]["text"][0] for f in faults
    )


def test_a_choice_that_the_storyboard_does_not_have_is_its_own(path: Path) -> None:
    reader = Reader(path, ())
    read(reader)
    film: Any = describe(reader, Choice("fr", "sepia", "9:16")).document
    assert film["look"] == {
        "width": 720,
        "height": 1280,
        "fps": 30,
        "theme": "dark",
        "language": "ko",
    }
    film = describe(reader, Choice("en", "light", "1:1")).document
    assert (film["look"]["language"], film["look"]["theme"]) == ("en", "light")
    assert film["look"]["width"] == film["look"]["height"]
