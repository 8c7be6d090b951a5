"""What a viewer has still to read: a text stays until there was time for it, narrated or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from manim import Mobject

from stage.ink import Ink
from stage.page import reading

LASTING = frozenset({"title"})
"""Names of texts that stand through a whole scene: they are read beside whatever comes first."""

FIRST_GLANCE = 0.5
"""Seconds in which a matrix that has just come is read before its map moves anything."""

_SEEN = 0.25
"""Opacity from which a text can be read, as for the picture gate."""


class Attention:
    """Keeps the time of one beat, in frames, and which of its texts could not be read yet.

    A text counts from the end of the motion that brought it. What stood before the beat began was
    the beat before's to show.
    """

    def __init__(self, language: str, fps: int) -> None:
        self._language = language
        self._fps = fps
        self._now = 0
        self._known: set[str] = set()
        self._until: dict[str, int] = {}

    def begin(self, things: Sequence[Mobject]) -> None:
        """A beat begins. What it has placed at once, before a motion, is found by `look`."""
        self._now = 0
        self._until.clear()
        self._known.intersection_update(_readable(things))

    def look(self, things: Sequence[Mobject]) -> None:
        """Note which texts stand now: new ones have to stay, what is gone needs no more time."""
        shown = set(_readable(things))
        for says in shown - self._known:
            seconds = reading(says, self._language)
            self._until[says] = self._now + -int(-seconds * self._fps // 1)
        for says in self._until.keys() - shown:
            del self._until[says]
        self._known = shown

    def passes(self, frames: int) -> None:
        """So many frames go by."""
        self._now += frames

    @property
    def owed(self) -> int:
        """Frames of stillness that the newest texts still need."""
        return max([0, *(until - self._now for until in self._until.values())])


def _readable(things: Sequence[Mobject]) -> Iterator[str]:
    """The named texts among `things` and their parts, as they were written."""
    for thing in things:
        if isinstance(thing, Ink):
            name, kind = vars(thing).get("box_name", ("", ""))
            if kind == "text" and name not in LASTING and thing.says and _opaque(thing):
                yield thing.says
        elif thing.submobjects:
            yield from _readable(thing.submobjects)


def _opaque(ink: Ink) -> bool:
    return any(float(run.get_fill_opacity()) >= _SEEN for run in ink)
