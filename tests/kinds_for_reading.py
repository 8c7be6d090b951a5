"""Two scene kinds that exist for the tests of reading only; nothing can draw them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from language.kind import Beat, Kind
from language.model import Storyboard
from language.params import (
    Count,
    Flag,
    KindParams,
    Matrices2,
    Matrix,
    Number,
    Refused,
    SquareMatrix,
    Text,
    Vector,
    Vector2,
)
from language.places import Faults
from language.reader import read

THEMES = ("dark", "light")

HEAD = "storyboard: 1\ntitle: t\n"
"""The first two lines of a storyboard."""

SCENE = HEAD + "matrices: {A: [[2, 1], [0, 3]]}\nscenes:\n  - kind: warp\n    matrix: A\n"
"""The first six lines of a storyboard, to which a scene's keys can be added."""


class WarpParams(KindParams):
    """One parameter of every type."""

    matrix: Matrices2 = Field(description="the map, or a list of maps taken in turn")
    vectors: tuple[Vector2, ...] = ()
    factor: Number = Field(default=0, description="any number")
    lines: Count = Field(default=3, ge=1, le=9)
    grid: Flag = True
    pace: Literal["slow", "fast"] = "slow"
    note: Text | None = None
    wide: Matrix | None = None
    square: SquareMatrix | None = None
    direction: Vector | None = None

    @model_validator(mode="after")
    def _has_room(self) -> WarpParams:
        if self.lines > len(self.matrix) + 7:
            raise Refused("there are too many lines", "draw fewer", ("lines",))
        return self


class ListParams(KindParams):
    """Texts in a list."""

    points: tuple[Text, ...] = Field(min_length=1)


def warp_beats(_: KindParams) -> tuple[Beat, ...]:
    """The beats of a warp."""
    return (Beat("square", "the unit square"), Beat("warp", "the map", run_time=2.0, main=True))


def list_beats(_: KindParams) -> tuple[Beat, ...]:
    """The beat of a list."""
    return (Beat("points", "all points", main=True),)


KINDS: Mapping[str, Kind] = {
    "warp": Kind("warp", WarpParams, warp_beats, "Warps.", "nowhere:Warp"),
    "points": Kind("points", ListParams, list_beats, "Lists.", "nowhere:Points"),
}


def read_bytes(folder: Path, data: bytes) -> Storyboard:
    """The storyboard in these bytes, as the file det.yaml."""
    path = folder / "det.yaml"
    path.write_bytes(data)
    return read(path, KINDS, THEMES)


def read_text(folder: Path, text: str) -> Storyboard:
    """The storyboard in this text, as the file det.yaml."""
    return read_bytes(folder, text.encode())


def faults_of(folder: Path, text: str) -> list[str]:
    """Every fault of this text, as it is shown; none if it reads."""
    try:
        read_text(folder, text)
    except Faults as faults:
        return [str(fault) for fault in faults.faults]
    return []


def only_fault(folder: Path, text: str) -> str:
    """The fault of a text that must have one."""
    [fault] = faults_of(folder, text)
    return fault
