"""The manual is made from the kinds themselves, and its words keep up with them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal, get_origin
from unicodedata import east_asian_width

import pytest
from pydantic import Field

from language import params
from language.kind import Beat, Kind
from language.manual import TYPE_WORDS, WIDTH, beats_of, example, page, table
from language.params import Flag, KindParams, Matrices2, Number, Text, Vector
from language.samples import SAMPLES
from scenes import kinds


class TrialParams(KindParams):
    matrix: Matrices2 = Field(description="the maps, in turn")
    at: Vector | None = Field(None, description="a point to follow")
    side: Literal["left", "right"] = Field("left", description="where the read-out stands")
    points: tuple[Text, ...] = Field((), description="what to remember")
    factor: Number = Field(description="how much")
    grid: Flag = True
    count: int = 3


def trial_beats(given: KindParams) -> tuple[Beat, ...]:
    assert isinstance(given, TrialParams)
    warps = tuple(Beat(f"warp{k}", "The plane moves.") for k, _ in enumerate(given.matrix))
    return warps if given.at is None else (*warps, Beat("point", "The point is followed."))


TRIAL = Kind(
    name="trial",
    params=TrialParams,
    beats=trial_beats,
    doc="A plane is warped.\n\n    More of it\n    is told here.\n    ",
    target="nowhere:Trial",
)


def test_every_parameter_type_has_words_and_a_sample() -> None:
    """A type that is added to the language is told about in the manual."""
    types = {
        name
        for name, value in vars(params).items()
        if get_origin(value) is Annotated and not name.startswith("_")
    }
    assert set(TYPE_WORDS) == set(SAMPLES) == types


def test_a_page_tells_all_that_a_kind_says_of_itself(tmp_path: Path) -> None:
    """Docstring, parameters with type, default and description, beats, and an example."""
    lines = page(TRIAL, tmp_path).splitlines()
    assert lines[:6] == ["trial", "=====", "", "A plane is warped.", "", "More of it"]
    assert "  matrix         a 2×2 matrix, or a list of them; the maps, in turn" in lines
    assert "  at             a vector, optional; a point to follow" in lines
    text = " ".join(" ".join(lines).split())
    assert "side one of left, right, optional; where the read-out stands (default left)" in text
    assert "points a list, each a text, or one per language, optional; what to remember" in text
    assert "factor a number; how much" in text
    assert "grid true or false, optional; may be left out (default true)" in text
    assert "count a whole number, optional; may be left out (default 3)" in text
    assert "  warp0          The plane moves." in lines
    assert "  point          The point is followed. (with at)" in lines
    assert "matrix: [[2, 1], [0, 3]]" in text


def test_the_example_is_taken_as_written(tmp_path: Path) -> None:
    """With its comments, up to where the next scene begins."""
    (tmp_path / "b.yaml").write_text(
        "scenes:\n"
        "  - kind: other\n"
        "  - kind: trial # here\n"
        "    matrix: A\n"
        "\n"
        "    say:\n"
        "      warp0: 넓이\n"
        "  - kind: trial\n"
        "    matrix: B\n",
        encoding="utf-8",
    )
    source, text = example(TRIAL, tmp_path)
    assert source == tmp_path / "b.yaml"
    assert text == "- kind: trial # here\n  matrix: A\n\n  say:\n    warp0: 넓이"


def test_the_table_has_a_line_for_each_kind() -> None:
    """Its name and what the docstring begins with."""
    assert table({"trial": TRIAL}) == "trial  A plane is warped."


def test_beats_are_told_in_the_language_of_messages() -> None:
    """When there is such a beat too; numbered ones are told of any number."""
    assert beats_of(kinds()["composition"], "ko")[1:3] == (
        "  turn_1, …      k번째 사상이 평면을 옮깁니다 (view: turns일 때)",
        "  columns        곱의 열을 하나씩 만듭니다 (view: turns일 때)",
    )
    assert beats_of(kinds()["composition"])[1] == (
        "  turn_1, …      map k moves the plane (with view: turns)"
    )
    [_, warp, _, _] = beats_of(kinds()["unit_square_warp"], "ko")
    assert " ".join(warp.split()) == (
        "warp 사상이 평면을 옮기고, 넓이가 따라 변합니다 (matrix에 사상이 하나일 때. "
        "아니면 warp_1, warp_2, …)"
    )


@pytest.mark.parametrize("name", sorted(kinds()))
def test_no_beat_is_left_in_english(name: str) -> None:
    """Neither what it is for nor when there is one; and no line is too wide for a terminal."""
    for entry in beats_of(kinds()[name], "ko"):
        meaning = " ".join(entry.split()[1:])
        assert re.search("[가-힣]", meaning)
        assert not re.search("[a-z]{2,} [a-z]{2,}", meaning)
        for line in entry.splitlines():
            assert sum(1 + (east_asian_width(c) in "WF") for c in line) <= WIDTH


def test_a_page_in_korean_differs_in_its_beats_alone(tmp_path: Path) -> None:
    english = page(kinds()["volume_3d"], tmp_path).split("\n\n")
    korean = page(kinds()["volume_3d"], tmp_path, "ko").split("\n\n")
    differing = [one for one, other in zip(english, korean, strict=True) if one != other]
    assert [each.partition("\n")[0] for each in differing] == ["Beats"]


def test_a_beat_that_turns_on_two_parameters_names_both() -> None:
    beats = {
        line.split()[0]: " ".join(line.split()) for line in beats_of(kinds()["unit_square_warp"])
    }
    assert "with facts: image, with one in matrix; otherwise image_1, image_2" in beats["image"]
    assert "with facts: area, with one in matrix; otherwise area_1, area_2" in beats["area"]
