"""What a session knows, as values: viewers, films in a look, and what the page is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Protocol

from preview.messages import Choice, Failed, Json, Order, Remark, in_each_language
from preview.pieces import beat_clip_key
from preview.shelf import Shelf


class Asked(Protocol):
    """What a session needs of a worker (see `processes.Worker`)."""

    async def warm(self) -> None:
        """Have everything loaded. Raises WorkerDied."""

    def ask(self, request: object) -> AsyncIterator[object]:
        """The answers to a request. Raises WorkerDied or WorkerBroke."""

    def cancel(self) -> None:
        """The answer is not wanted any more."""

    def stop(self) -> None:
        """End it; the next request starts a new one."""


@dataclass(eq=False)
class Viewer:
    """A page that is open somewhere: what it wants to see, and where it looks."""

    number: int
    choice: Choice
    scene: str = ""
    beat: str = ""
    news: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Show:
    """The film in one look, and what the keys of its scenes were when they last had pictures."""

    document: dict[str, Json]
    orders: tuple[Order, ...]
    stale: dict[str, str]
    changed: set[str]


def around(orders: tuple[Order, ...], scene: str) -> list[Order]:
    """The scene itself, then what follows it, then what comes before, nearest first."""
    at = next((k for k, order in enumerate(orders) if order.scene.id == scene), 0)
    return [*orders[at:], *reversed(orders[:at])]


def with_pictures(
    scene: dict[str, Json],
    order: Order,
    shelf: Shelf,
    stale: str,
    failures: Mapping[str, Failed],
    remarks: Mapping[str, tuple[Remark, ...]],
) -> dict[str, Json]:
    """A scene of the document with its pictures, its clip, its failure and what was found in it.

    ``stale`` is the key of the last good pictures, which stand in for those that are missing.
    """
    now, old = shelf.pictures(order.key), shelf.pictures(stale)
    beats = scene["beats"]
    assert isinstance(beats, list)  # `document` makes it one
    shown: list[Json] = []
    for beat in beats:
        assert isinstance(beat, dict)  # likewise
        name = str(beat["name"])
        found: list[Json] = [
            {"place": beat.get("place"), **asdict(remark)}
            for remark in remarks.get(order.key, ())
            if remark.beat == name
        ]
        added: dict[str, Json] = {
            "picture": now.get(name) or old.get(name),
            "stale": name not in now,
            "clip": shelf.clip(beat_clip_key(order.key, order.scene, name)) if order.clip else None,
        }
        shown.append(beat | added | {"findings": found})
    failure = failures.get(order.key)
    return scene | {
        "beats": shown,
        "clip": shelf.clip(order.clip) if order.clip else None,
        "version": order.clip,
        "failure": None
        if failure is None
        else asdict(failure) | {"message": {**in_each_language(failure.message)}},
    }
