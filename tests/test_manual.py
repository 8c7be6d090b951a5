"""The manual is made from the kinds themselves, and its words keep up with them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, get_origin

from pydantic import Field

from language import params
from language.kind import Beat, Kind
from language.manual import TYPE_WORDS, example, page, table
from language.params import Flag, KindParams, Matrices2, Number, Text, Vector
from language.samples import SAMPLES


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
