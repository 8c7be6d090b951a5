"""What the server and its two worker processes say to each other: frozen and plain.

The server never imports Manim, so nothing here may need it to be unpickled; a rehearsal, which
does, travels as the bytes of its pickle from the painter to the reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from film.plan import ScenePlan
from language.messages import LANGUAGES, told
from stage.look import Look

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

ASPECTS = ("16:9", "9:16", "1:1")

FPS = 30
"""Frames a second of everything on the page; the film itself may have more."""


def in_each_language(message: str) -> dict[str, str]:
    """A message of the program in every language that the page can speak."""
    return {language: told(message, language) for language in LANGUAGES}


def in_all_languages(message: str) -> str:
    """A message in every language, a line each: for who does not say which to tell it in."""
    return "\n".join(in_each_language(message).values())


@dataclass(frozen=True, slots=True)
class Choice:
    """How a viewer wants to see the film; an empty text means what the storyboard says."""

    language: str = ""
    theme: str = ""
    aspect: str = "16:9"


@dataclass(frozen=True, slots=True)
class Order:
    """A scene to be drawn: its key is a digest of all that its pictures depend on."""

    key: str
    clip: str
    """The key of its clip, which depends on the holds too; empty while the plan is a guess."""
    scene: ScenePlan
    look: Look


@dataclass(frozen=True, slots=True)
class Read:
    """To the reader: read the storyboard anew."""


@dataclass(frozen=True, slots=True)
class ReadDone:
    """The storyboard was read; if ``good`` is false, the last good one stays.

    ``faults`` and ``notices`` are ready for the page. ``inputs`` are the files it consists of, as
    far as they are known; ``languages`` and ``theme`` belong to the last good one.
    """

    good: bool
    faults: tuple[Json, ...]
    notices: tuple[Json, ...]
    inputs: tuple[Path, ...]
    languages: tuple[str, ...] = ()
    theme: str = ""


@dataclass(frozen=True, slots=True)
class Describe:
    """To the reader: lay the film out as it is chosen, with the rehearsals made since last time."""

    choice: Choice
    rehearsals: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Described:
    """A film laid out: what the page shows of it, and its scenes in order."""

    document: dict[str, Json]
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Paint:
    """To the painter: the picture at the end of each beat; ``first`` is wanted most."""

    order: Order
    first: str = ""


@dataclass(frozen=True, slots=True)
class Painted:
    """A beat's picture lies under this file name in the served folder."""

    key: str
    beat: str
    name: str


@dataclass(frozen=True, slots=True)
class Heard:
    """The scene was run to its end; the pickle of its rehearsal."""

    key: str
    rehearsal: bytes


@dataclass(frozen=True, slots=True)
class Shoot:
    """To the painter: a clip of the scene as it is planned, or of one of its beats."""

    order: Order
    beat: str = ""


@dataclass(frozen=True, slots=True)
class Shot:
    """The clip lies under this file name in the served folder."""

    clip: str
    name: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A scene cannot be drawn, and a message says why.

    ``file`` and ``line`` are a custom kind's, if it is one's fault.
    """

    key: str
    message: str
    beat: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Inspect:
    """To the inspector: look at the scene as the picture gate does."""

    order: Order


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that the gate has found in a beat, in each language of messages; as a Fault."""

    beat: str
    what: Mapping[str, str]
    cure: Mapping[str, str]
    severity: str


@dataclass(frozen=True, slots=True)
class Inspected:
    """All that was found in the scene."""

    key: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Cancel:
    """To the painter: leave what you are doing."""


@dataclass(frozen=True, slots=True)
class Ready:
    """From a worker: everything is loaded."""


@dataclass(frozen=True, slots=True)
class Done:
    """From a worker: the request is answered, or given up because of a Cancel."""

    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """From a worker: answering failed in a way that nobody foresaw; the traceback."""

    message: str
    detail: str
