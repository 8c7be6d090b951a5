"""Scenes run for tests: a recorder that keeps what it is told, and small looks to draw in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from manim import Mobject, Scene

from algebra.matrices import Matrix
from language.params import context
from stage.layout import Zone
from stage.look import Look
from stage.story import Box, PixelArray, Setting, StoryScene

Array = npt.NDArray[np.float64]

ASPECTS: Mapping[str, tuple[int, int]] = {
    "16:9": (192, 108),
    "9:16": (108, 192),
    "1:1": (120, 120),
    "4:3": (144, 108),
}
"""Frames of each shape, small enough to be drawn by the hundred."""

_Thing = TypeVar("_Thing", bound=Mobject)


def small(aspect: str = "16:9", *, theme: str = "dark", language: str = "ko", fps: int = 6) -> Look:
    """A look of few pixels and few frames."""
    width, height = ASPECTS[aspect]
    return Look(width, height, fps, theme, language)


@dataclass
class Watch:
    """A recorder that notes everything; it wants the pictures in `wanted`, all of them if None.

    Only those of beats whose names begin with `during`. `seen` is called with each picture's number
    when it has been drawn. If it is `blind`, scenes place everything and paint nothing: for those
    who look at things, not at pixels.
    """

    wanted: Collection[int] | None = None
    seen: Callable[[int], None] | None = None
    during: str = ""
    blind: bool = False
    beats: list[str] = field(default_factory=list)
    holds: list[tuple[str, float]] = field(default_factory=list)
    plays: list[tuple[str, int]] = field(default_factory=list)
    boxes: dict[str, tuple[Box, ...]] = field(default_factory=dict)
    pictures: dict[int, PixelArray] = field(default_factory=dict)

    def begin_beat(self, name: str) -> None:
        self.beats.append(name)

    def hold(self, seconds: float) -> None:
        self.holds.append((self.beats[-1], seconds))

    def play(self, frames: int) -> None:
        self.plays.append((self.beats[-1], frames))

    def wants(self, picture: int) -> bool:
        if not self.beats[-1].startswith(self.during):
            return False
        return self.wanted is None or picture in self.wanted

    def take(self, picture: int, pixels: PixelArray) -> None:
        assert picture not in self.pictures, "a picture is drawn once"
        self.pictures[picture] = pixels.copy()
        if self.seen is not None:
            self.seen(picture)

    def end_beat(self, boxes: tuple[Box, ...]) -> None:
        self.boxes[self.beats[-1]] = boxes

    @property
    def last(self) -> int:
        """The number of the last picture that the plays announce."""
        return sum(frames for _, frames in self.plays)


class _NoPaint:
    """Stands in for a painter whose pictures nobody looks at."""

    def __init__(self, look: Look) -> None:
        self._blank = np.zeros((look.height, look.width, 4), np.uint8)

    def paint(self, mobjects: object, still: object) -> PixelArray:
        """A blank picture."""
        del mobjects, still
        return self._blank

    def forget(self) -> None:
        """There is nothing to forget."""


def staged(
    kind: type[StoryScene],
    params: Mapping[str, object],
    watch: Watch,
    look: Look | None = None,
    *,
    title: str = "단위 정사각형",
    motion: str = "auto",
    run_times: Mapping[str, float] | None = None,
) -> StoryScene:
    """A scene of a kind, ready to run, with params as a storyboard's mapping has them."""
    read = kind.Params.model_validate(dict(params), context=context({}))
    scene = kind(Setting(read, title, motion, run_times or {}), look or small(), watch)
    if watch.blind:
        scene._painter = cast(Any, _NoPaint(scene.look))
    return scene


def run(
    kind: type[StoryScene],
    params: Mapping[str, object],
    look: Look | None = None,
    *,
    wanted: Collection[int] | None = None,
    title: str = "단위 정사각형",
    run_times: Mapping[str, float] | None = None,
) -> Watch:
    """Run a scene of a kind; what its recorder heard and saw."""
    watch = Watch(wanted)
    staged(kind, params, watch, look, title=title, run_times=run_times).run()
    return watch


def on_stage(scene: Scene, kind: type[_Thing]) -> list[_Thing]:
    """Every thing of a class that the scene shows, in drawing order."""
    family = (one for mobject in scene.mobjects for one in mobject.get_family())
    return list(dict.fromkeys(one for one in family if isinstance(one, kind)))


def anchors(mobject: Mobject) -> Array:
    """The points where a path's curves begin, shape (n, 2), scene units."""
    return np.asarray(mobject.points[::4, :2], dtype=np.float64)


def shoelace(corners: Array) -> float:
    """Signed area of a polygon, corners of shape (n, 2)."""
    x, y = corners.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def rows(matrix: Matrix) -> list[list[str]]:
    """A matrix as the rows of strings that a storyboard would hold."""
    return [[str(entry) for entry in row] for row in matrix.rows]


def outside(boxes: Iterable[Box], zone: Zone, slack: float = 0.02) -> list[str]:
    """Names and places of the boxes that reach out of a zone."""
    return [
        f"{box.name} {box.x0, box.y0, box.x1, box.y1}"
        for box in boxes
        if box.x0 < zone.left - slack
        or box.x1 > zone.right + slack
        or box.y0 < zone.bottom - slack
        or box.y1 > zone.top + slack
    ]


def overlapping(
    boxes: Iterable[Box], kinds: Collection[str], pairs_of: Collection[str] | None = None
) -> list[str]:
    """Pairs of boxes of these kinds that lie on each other, one of them of a kind in `pairs_of`."""
    chosen = [box for box in boxes if box.kind in kinds]
    return [
        f"{one.name} on {other.name}"
        for k, one in enumerate(chosen)
        for other in chosen[:k]
        if (pairs_of is None or one.kind in pairs_of or other.kind in pairs_of)
        and min(one.x1, other.x1) - max(one.x0, other.x0) > 0.01
        and min(one.y1, other.y1) - max(one.y0, other.y0) > 0.01
    ]
