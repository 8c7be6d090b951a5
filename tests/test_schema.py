"""The JSON Schema is made from the kinds, is current, and refuses what editors should mark."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field

import render
from language.kind import Beat, Kind
from language.model import Storyboard
from language.nodes import load, plain
from language.params import Count, Flag, KindParams, Matrices2, Number, Text, Vector2
from language.reader import KEYS, read
from language.schema import FILE, modeline, schema, schema_text
from language.starter import starter
from tests.conftest import Goldens

STORYBOARDS = Path(__file__).resolve().parent.parent / "storyboards"
BOARDS = sorted(STORYBOARDS.glob("*.yaml"))


class Label(BaseModel):
    """A model inside params."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    at: tuple[Number, Number] = Field(description="where it stands")
    words: Text | None = Field(default=None, description="what it says")


class ShowParams(KindParams):
    """A parameter of many types."""

    matrix: Matrices2 = Field(description="the maps")
    way: Literal["left", "right"] = Field(default="left", description="where to")
    lines: Count = Field(default=3, ge=1, le=9, description="how many")
    factor: Number = Field(default=0, description="how much")
    grid: Flag = Field(default=True, description="draw it")
    at: Vector2 | None = Field(default=None, description="a point")
    points: tuple[Text, ...] = Field(default=(), max_length=3, description="sentences")
    label: Label | None = Field(default=None, description="a label")


def show_beats(params: KindParams) -> tuple[Beat, ...]:
    """Numbered beats for several maps, another for a side, a third for a label."""
    assert isinstance(params, ShowParams)
    many = len(params.matrix) > 1
    warps = [Beat(f"warp_{k}" if many else "warp", "it moves") for k in range(len(params.matrix))]
    extra = [Beat("turn", "it turns")] if params.way == "right" else []
    return (*warps, *extra, *([Beat("name", "it is named")] if params.label else []))


SHOW = {"show": Kind("show", ShowParams, show_beats, "Shows.\n\nAll of it.", "nowhere:Show")}
MADE: Any = schema(SHOW, ["light", "dark"])


def faults(scene: Mapping[str, object], **keys: object) -> list[str]:
    """Where a storyboard of one scene does not fit, as paths."""
    board = {"storyboard": 1, "title": "t", "scenes": [{"kind": "show", **scene}], **keys}
    found = Draft202012Validator(MADE).iter_errors(board)
    return sorted("/".join(map(str, error.absolute_path)) for error in found)


def jsonable(value: object) -> object:
    """The data of a YAML file as JSON has it: no exact fractions."""
    match value:
        case dict():
            return {key: jsonable(part) for key, part in value.items()}
        case list():
            return [jsonable(part) for part in value]
        case Fraction():
            return float(value)
    return value


def test_it_is_a_schema_for_exactly_the_keys_that_are_read() -> None:
    Draft202012Validator.check_schema(MADE)
    assert list(MADE["properties"]) == list(KEYS)


def test_what_editors_show_comes_from_the_kind() -> None:
    scene = MADE["$defs"]["show"]
    assert MADE["properties"]["theme"]["enum"] == ["dark", "light"]
    kind = MADE["properties"]["scenes"]["items"]["properties"]["kind"]
    assert kind["oneOf"] == [{"const": "show", "description": "Shows.\n\nAll of it."}]
    fields = scene["properties"]
    assert fields["way"]["enum"] == ["left", "right"]
    assert (fields["way"]["default"], fields["way"]["description"]) == ("left", "where to")
    assert (fields["lines"]["minimum"], fields["lines"]["maximum"]) == (1, 9)
    assert scene["required"] == ["kind", "matrix"]
    assert {"warp", "warp_1", "turn", "name"} <= set(fields["beats"]["properties"])
    assert list(fields["beats"]["patternProperties"]) == ["^warp_[1-9][0-9]*$"]
    assert fields["beats"]["properties"]["turn"]["description"] == "it turns"


@pytest.mark.parametrize(
    "scene",
    [
        {"matrix": "A"},
        {"matrix": [[2, 1], ["1/6", 3]]},
        {"matrix": ["A", [[1, 0], [0, 1]]]},
        {"matrix": "A", "factor": "1/6", "lines": 9, "grid": False, "at": [1, "sqrt(2)"]},
        {"matrix": "A", "points": ["x", {"ko": "가"}], "at": None, "title": {"en": "x"}},
        {"matrix": "A", "label": {"at": [1, "1/2"]}},
        {"matrix": "A", "say": "x"},
        {"matrix": "A", "say": ["x", None, {"ko": "가", "en": "b"}]},
        {"matrix": "A", "say": {"warp": "x", "warp_12": {"ko": "가"}}},
        {"matrix": "A", "say": {"ko": "x", "en": ["x", None]}},
        {"matrix": "A", "say": {"ko": {"turn": "x"}}},
        {"matrix": "A", "beats": {"turn": {"run_time": "1/3 + 1"}}, "motion": "polar", "id": "a"},
    ],
)
def test_what_is_read_fits(scene: Mapping[str, object]) -> None:
    assert faults(scene) == []


@pytest.mark.parametrize(
    ("scene", "where"),
    [
        ({}, "scenes/0"),
        ({"matrx": "A", "matrix": "A"}, "scenes/0"),
        ({"matrix": "A", "way": "up"}, "scenes/0/way"),
        ({"matrix": "A", "lines": 0}, "scenes/0/lines"),
        ({"matrix": "A", "grid": "no"}, "scenes/0/grid"),
        ({"matrix": [[True]]}, "scenes/0/matrix"),
        ({"matrix": "A", "label": {"at": [1, 2], "word": "x"}}, "scenes/0/label"),
        ({"matrix": "A", "say": {"wrap": "x"}}, "scenes/0/say"),
        ({"matrix": "A", "say": {"ko": {"wrap": "x"}}}, "scenes/0/say"),
        ({"matrix": "A", "beats": {"warp": {"run_tme": 3}}}, "scenes/0/beats/warp"),
        ({"matrix": "A", "motion": "strait"}, "scenes/0/motion"),
        ({"matrix": "A", "title": {"jp": "x"}}, "scenes/0/title"),
        ({"matrix": "A", "id": "two words"}, "scenes/0/id"),
        ({"kind": "shwo", "matrix": "A"}, "scenes/0/kind"),
    ],
)
def test_what_is_misspelt_is_marked_where_it_stands(
    scene: Mapping[str, object], where: str
) -> None:
    assert faults(scene) == [where]


@pytest.mark.parametrize(
    "keys",
    [
        {"titel": "t"},
        {"storyboard": 99},
        {"theme": "drak"},
        {"languages": ["ko", "ko"]},
        {"include": "maps.txt"},
        {"scenes": []},
    ],
)
def test_keys_of_the_storyboard_are_marked_too(keys: Mapping[str, object]) -> None:
    assert len(faults({"matrix": "A"}, **keys)) == 1


def test_a_kind_whose_samples_do_not_fit_lets_any_beat_be() -> None:
    def nothing(params: KindParams) -> tuple[Beat, ...]:
        return (Beat("all", str(params)),)

    class Picky(KindParams):
        word: str = Field(pattern="^zebra$", description="only this")

    made: Any = schema({"picky": Kind("picky", Picky, nothing, "Picky.", "nowhere:P")}, ["dark"])
    scene = {"kind": "picky", "word": "zebra", "say": {"all": "x"}}
    board = {"storyboard": 1, "title": "t", "scenes": [scene]}
    assert list(Draft202012Validator(made).iter_errors(board)) == []


def test_the_file_beside_the_storyboards_is_current(goldens: Goldens) -> None:
    text = schema_text(*render.kinds_and_themes())
    path = STORYBOARDS / FILE
    if goldens.accepting:
        path.write_text(text, encoding="utf-8")
    assert path.read_text("utf-8") == text, "run render.py schema -o storyboards/" + FILE


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_every_storyboard_fits_and_says_where_the_schema_is(path: Path) -> None:
    """By what is on the disk: an editor has no other."""
    text = path.read_text("utf-8")
    assert text.splitlines()[0] == modeline()
    node, errors = load(path)
    assert errors == ()
    assert node is not None
    made = json.loads((STORYBOARDS / FILE).read_text("utf-8"))
    assert [e.message for e in Draft202012Validator(made).iter_errors(jsonable(plain(node)))] == []


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_starter_fits(tmp_path: Path, language: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(starter(language, modeline()), encoding="utf-8")
    node, _ = load(path)
    assert node is not None
    made: Any = schema(*render.kinds_and_themes())
    assert list(Draft202012Validator(made).iter_errors(jsonable(plain(node)))) == []


def test_every_beat_of_the_course_is_known() -> None:
    """What sample scenes have must not fall short of what scenes have."""
    kinds, themes = render.kinds_and_themes()
    made: Any = schema(kinds, themes)
    for path in BOARDS:
        board: Storyboard = read(path, kinds, themes)
        for scene in board.scenes:
            told = made["$defs"][scene.kind.name]["properties"]["beats"]
            validator = Draft202012Validator({"$defs": made["$defs"], **told})
            named = {spec.beat.name: {"run_time": 1} for spec in scene.beats}
            assert list(validator.iter_errors(named)) == []


def test_the_command_writes_it(tmp_path: Path) -> None:
    from click.testing import CliRunner

    out = tmp_path / "s.json"
    result = CliRunner().invoke(render.cli, ["schema", "-o", str(out)])
    assert (result.exit_code, result.output) == (0, f"{out}\n")
    assert CliRunner().invoke(render.cli, ["schema"]).output == out.read_text("utf-8")
