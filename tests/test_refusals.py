"""pydantic's messages never reach an author: each is told in words, at its place."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator

from language.kind import Beat, Kind
from language.params import Count, Flag, KindParams, Number, Text
from language.places import Faults
from language.reader import read
from scenes import kinds


class Side(Enum):
    """A choice."""

    LEFT = "left"
    RIGHT = "right"


class Mark(BaseModel):
    """A mapping inside params."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    at: tuple[Number, Number]
    label: Text | None = None


class PlainParams(KindParams):
    """Fields of types that pydantic itself brings."""

    word: Annotated[str, Field(min_length=2, max_length=4, pattern="^[a-z]*$")] = "word"
    size: Annotated[float, Field(gt=0, lt=10, allow_inf_nan=False)] = 1.0
    step: Annotated[int, Field(multiple_of=2, ge=0, le=8)] = 2
    count: Count = 1
    on: Flag = True
    side: Side = Side.LEFT
    mark: Mark | None = None
    table: dict[str, int] = Field(default_factory=dict)
    pair: tuple[int, int] = (1, 2)
    few: Annotated[list[int], Field(max_length=2)] = Field(default_factory=list)
    either: int | bool = 1
    odd: int = Field(default=1, description="an odd number")

    @field_validator("odd")
    @classmethod
    def _is_odd(cls, value: int) -> int:
        if value % 2 == 0:
            raise ValueError(f"{value} is even")
        return value


def _beats(_: KindParams) -> tuple[Beat, ...]:
    return (Beat("all", "everything", main=True),)


PLAIN = {"plain": Kind("plain", PlainParams, _beats, "Plain.", "nowhere:Plain")}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            "word: 3",
            "5:11: a text is needed here; this is the number 3, put it in quotes to make it a text",
        ),
        ("word: a", "5:11: this has 1 character, write at least 2 characters"),
        ("word: abcde", "5:11: this has 5 characters, write at most 4 characters"),
        ("word: aB", "5:11: the text “aB” has not the right form, it must match ^[a-z]*$"),
        ("size: wide", "5:11: a number is needed here; this is the text “wide”"),
        ("size: [1]", "5:11: a number is needed here; this is a list of 1 value"),
        ("size: 0", "5:11: the number 0 is not allowed here, write a number greater than 0"),
        ("size: 10", "5:11: the number 10 is not allowed here, write a number less than 10"),
        (
            "step: 9",
            "5:11: the number 9 is not allowed here, write a number that is a multiple of 2",
        ),
        ("step: 10", "5:11: the number 10 is not allowed here, write a number not greater than 8"),
        ("step: ~", "5:11: a whole number is needed here; this is empty"),
        ("step: 1.5", "5:11: a whole number is needed here; this is the number 3/2"),
        ("count: true", "5:12: a whole number is needed here; this is true"),
        ("on: 1", "5:9: true or false is needed here; this is the number 1"),
        ("side: up", "5:11: the text “up” is not one of the choices here, use 'left' or 'right'"),
        (
            "mark: 3",
            "5:11: a mapping of keys to values is needed here; this is the number 3, "
            "write it as {key: value}",
        ),
        ("mark: {at: [1, x]}", "5:20: unknown name x, no names are defined here"),
        ("mark: {}", "5:11: this plain lacks “at”, write at: …"),
        ("mark: {at: [1, 2], lable: x}", "5:24: “lable” means nothing in this mapping"),
        (
            "table: [1]",
            "5:12: a mapping of keys to values is needed here; this is a list of 1 value, "
            "write it as {key: value}",
        ),
        ("table: {a: x}", "5:16: a whole number is needed here; this is the text “x”"),
        (
            "pair: 1",
            "5:11: a list is needed here; this is the number 1, "
            "write it as [1, 2] or with a “- ” before each value",
        ),
        ("few: [1, 2, 3]", "5:10: this has 3 values, write at most 2 values"),
        ("either: x", "5:13: a whole number is needed here; this is the text “x”"),
        ("odd: 2", "5:10: 2 is even"),
    ],
)
def test_every_message_is_in_our_words(tmp_path: Path, line: str, fault: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"storyboard: 1\ntitle: t\nscenes:\n  - kind: plain\n    {line}\n", "utf-8")
    with pytest.raises(Faults) as caught:
        read(path, PLAIN, ["dark"])
    assert [str(one) for one in caught.value.faults] == [f"a.yaml:{fault}"]


def test_a_type_of_error_without_words_is_still_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        "storyboard: 1\ntitle: t\nscenes:\n"
        "  - {kind: plain, pair: [1, 2, 3]}\n"
        "  - {kind: plain, pair: [1]}\n",
        "utf-8",
    )
    with pytest.raises(Faults) as caught:
        read(path, PLAIN, ["dark"])
    assert len(caught.value.faults) == 2
    assert not any("Input" in str(fault) or "Tuple" in str(fault) for fault in caught.value.faults)


def faults_in(folder: Path, text: str) -> list[str]:
    """The faults of a storyboard with our own kinds."""
    path = folder / "a.yaml"
    path.write_text(f"storyboard: 1\ntitle: t\n{text}", "utf-8")
    with pytest.raises(Faults) as caught:
        read(path, kinds(), ["dark"])
    return [str(one) for one in caught.value.faults]


def test_scenes_within_scenes_tell_a_shape_that_does_not_fit_once(tmp_path: Path) -> None:
    """With the place of its name, as in any scene: the rest follows from it."""
    text = (
        "matrices: {A: [[1, 2, 3], [4, 5, 6]]}\n"
        "scenes:\n"
        "  - kind: compare\n"
        '    first: {kind: summary, points: ["{det(A)}", "{trace(A)}"]}\n'
        '    second: {kind: summary, points: ["{det(A)}"]}\n'
    )
    assert faults_in(tmp_path, text) == [
        "a.yaml:6:43: det needs a square matrix; A is a 2×3 matrix, A is defined in line 3"
    ]


def test_only_a_name_that_is_unknown_is_told_to_stand_further_down(tmp_path: Path) -> None:
    """Whatever else is wrong where such a name stands is told as what it is."""
    text = 'matrices:\n  A: {}\n  B: [[1, 0], [0, 1]]\nscenes: [{{kind: summary, points: ["a"]}}]\n'
    assert faults_in(tmp_path, text.format("2 @ B")) == [
        "a.yaml:4:10: B is used before it is defined in line 5, write the definition further up"
    ]
    [fault] = faults_in(tmp_path, text.format("2 B"))
    assert "used before" not in fault
