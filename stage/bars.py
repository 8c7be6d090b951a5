"""Lengths as bars: how long an output is, and how long the one before it was.

All bars of one picture share one scale, so they can be compared by eye; a number stands beside
each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manim import VGroup, VMobject

from stage.camera import Array
from stage.ink import Ink, formula, text
from stage.layout import Zone
from stage.plane import segment_points
from stage.readout import LiveNumber, LiveText, decimals_for, fixed
from stage.shapes import closed_polygon
from stage.theme import Theme

NUMBER = 0.36
WORD = 0.25
NOTE = 0.28
"""Sizes of the number and of the word beside a bar, and of the notes under one."""

THICK = 0.26
"""Height of a bar of output, scene units."""

UNDER = 0.38
"""From the middle of a bar to that of a word under it: nearer than the bar of the next row."""

SLOT = 1.12
"""Least width kept for the number."""

MARK = 2.6
AROUND = 0.055
"""Stroke width of the empty bar of a length that was there before, and how far, in scene units, it
goes around the bar of now."""

DASH, SPACE = 0.13, 0.08
"""Dashes of that outline, and the space between them, scene units."""

CLEAR = 0.06
"""Air between that outline and a word in it, scene units."""


def rectangle(left: float, bottom: float, right: float, top: float) -> Array:
    """An upright rectangle as a closed path, shape (16, 3)."""
    return closed_polygon(np.array([(left, bottom), (right, bottom), (right, top), (left, top)]))


def hollow(theme: Theme) -> VMobject:
    """What draws an empty bar: the outline of one that was there before."""
    return VMobject(stroke_color=theme.before, stroke_width=MARK)


def frame(left: float, bottom: float, right: float, top: float, *, begun: bool) -> Array:
    """The outline of an empty bar as strokes: dashed along it, a whole line at its end.

    It stands around another bar and over it, and cuts nothing off: where both begin there is a
    mark already, if it is not `begun` here.
    """
    count = max(1, round((right - left + SPACE) / (DASH + SPACE)))
    period = (right - left + SPACE) / count
    starts = left + period * np.arange(count)
    along = [
        [(x, y), (min(x + max(period - SPACE, 0.01), right), y)]
        for y in (bottom, top)
        for x in starts
    ]
    half = 0.005 * MARK  # the corners are full
    across = [[(x, bottom - half), (x, top + half)] for x in ((left, right) if begun else (right,))]
    return segment_points(np.array([*along, *across]))


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the parts of one row stand."""

    name: tuple[float, float]
    matrix: Zone | None
    track: Zone
    word: tuple[float, float]
    word_side: int
    """−1: `word` is its left end; 1: its right end."""


def _places(zone: Zone, name: float, said: float, *, matrix: bool) -> _Places:
    """Divide a row's zone; `name` and `said` are the widths of the longest name and word."""
    height, middle = zone.height, zone.center[1]
    if zone.width >= 5.5:  # beside each other
        left = zone.left + name + 0.3
        space = None
        if matrix and height >= 0.8:
            space = Zone(left, zone.bottom + 0.08, left + 1.9, zone.top - 0.08)
            left = space.right + 0.35
        below = height >= (0.85 if matrix else 1.0)  # else words would crowd the next row's bar
        right = zone.right - SLOT - (0.0 if below else 1.75)
        y = middle + (0.17 if below else 0.0)
        track = Zone(left, y - THICK / 2, right, y + THICK / 2)
        word = (left, y - UNDER) if below else (zone.right, y)
        return _Places((zone.left, middle), space, track, word, -1 if below else 1)
    if matrix and height >= 1.25:  # the word under the name, and the matrix beside both
        line = min(1.0, height - 0.55)
        top = zone.top - max(0.0, (height - line - 0.5) / 2)
        y = top - line - 0.28
        space = Zone(zone.left + max(name, said) + 0.25, top - line, zone.right, top)
        track = Zone(zone.left, y - THICK / 2, zone.right - SLOT, y + THICK / 2)
        middle = top - line / 2
        return _Places((zone.left, middle + 0.06), space, track, (zone.left, middle - 0.33), -1)
    if matrix and height >= 1.0:
        y = zone.bottom + 0.3
        space = Zone(zone.left + name + 0.4, y + 0.25, zone.right, zone.top - 0.08)
        track = Zone(zone.left, y - THICK / 2, zone.right - SLOT - 1.65, y + THICK / 2)
        return _Places((zone.left, space.center[1]), space, track, (zone.right, y), 1)
    if height >= 0.74:
        y = middle - 0.2
        track = Zone(zone.left, y - THICK / 2, zone.right - SLOT, y + THICK / 2)
        word = (zone.left + name + 0.25, y + 0.44)  # after the name, of which it is said
        return _Places((zone.left, y + 0.44), None, track, word, -1)
    left = zone.left + name + 0.2
    thick = min(THICK, height * 0.6)
    track = Zone(left, middle - thick / 2, zone.right - SLOT, middle + thick / 2)
    return _Places((zone.left, middle), None, track, (left + 0.14, middle), -1)


def matrix_room(zone: Zone, name: float, words: Sequence[str], color: str) -> Zone | None:
    """Where a row has room for a matrix, beside the longest name (its width) and the words."""
    said = max(text(word, size=WORD, color=color, weight=500).width for word in words)
    return _places(zone, name, said, matrix=True).matrix


def track_of(zone: Zone, name: float, words: Sequence[str], color: str, *, matrix: bool) -> Zone:
    """Where a row's bar stands, beside the longest name (its width), the words and a matrix."""
    said = max(text(word, size=WORD, color=color, weight=500).width for word in words)
    return _places(zone, name, said, matrix=matrix).track


class OutputBar(VGroup):
    """One map's output length as a bar with its number, and whether the map sees the input at all.

    `words` say seen, unseen, and unseen in short. `full` is the length that fills the track,
    `widest` the width of the longest name among the rows. Where bars begin is marked from `open`
    on: without a bar the mark would be a stray line.
    """

    def __init__(
        self,
        zone: Zone,
        theme: Theme,
        name: Ink,
        color: str,
        words: tuple[str, str, str],
        *,
        full: float,
        widest: float,
        matrix: Ink | None = None,
    ) -> None:
        self.theme = theme
        self.full = full if full > 0 else 1.0
        self.words = tuple(
            text(word, size=WORD, color=hue, weight=500)
            for word, hue in zip(words, (theme.ink, theme.kernel, theme.kernel), strict=True)
        )
        said = max(word.width for word in self.words[:2])
        places = _places(zone, widest, said, matrix=matrix is not None)
        self.track = places.track
        self.in_track = zone.height < 0.74 and zone.width < 5.5
        self.size = min(NUMBER, 0.85 * zone.height)
        name.move_baseline(places.name[0], self._baseline(places.name[1], name.em))
        self.caption = name
        self.matrix: Ink | None = None
        if matrix is not None and places.matrix is not None:
            space = places.matrix
            x = space.left + matrix.width / 2
            self.matrix = matrix.move_to((x, space.center[1], 0.0))
        t = self.track
        self.over = min(0.1, (zone.height - t.height) / 2 - 0.01)
        self.base = VMobject(stroke_color=theme.quiet, stroke_width=2.4).set_points(
            segment_points(
                np.array([[(t.left, t.bottom - self.over), (t.left, t.top + self.over)]])
            )
        )
        self.bar = VMobject(stroke_width=0, fill_color=color, fill_opacity=1)
        self.ghost = hollow(theme)
        self.cut = VMobject(stroke_color=theme.ground, stroke_width=MARK)
        """Where the empty bar ends upon a longer one, on which its own colour could not be seen."""
        self.number = LiveNumber(size=self.size, color=theme.ink, largest=self.full)
        for word in self.words:
            half = -places.word_side * word.width / 2
            x = min(places.word[0] + half, zone.right - word.width / 2)
            word.move_baseline(x - word.width / 2, self._baseline(places.word[1], name.em))
        self.length = 0.0
        """The length as drawn, in the units of the output."""
        self.exact: Ink | None = None
        self.said: Ink | None = None
        standing: list[VMobject] = [
            self.caption,
            *([self.matrix] if self.matrix is not None else []),
        ]
        super().__init__(*standing, self.bar, self.ghost, self.cut, self.number)

    def _baseline(self, y: float, size: float) -> float:
        """The baseline of type of a size in a line about y; beside the bar, that of its number."""
        beside = abs(y - self.track.center[1]) < 1e-6
        return y - 0.34 * (self.size if beside else size)

    def open(self) -> VMobject:
        """Mark where the bar begins; gives back the mark."""
        self.add_to_back(self.base)
        return self.base

    def follow(self, length: float) -> None:
        """Show a length of a frame in motion."""
        self._drop()
        self._draw(length)
        number = self.number
        blank = number.slot - number.extent(
            fixed(1.0, number.decimals, number.digits, signed=False)
        )
        baseline = self.track.center[1] - 0.34 * self.size
        number.set_value(length, self.track.right + 0.16 - blank, baseline)

    def rest(self, length: float, shown: Ink, *, seen: bool) -> None:
        """Show the exact length of an input at rest, and the word."""
        self._drop()
        self._draw(length)
        self.number.clear_points()
        left, baseline = self.track.right + 0.16, self.track.center[1] - 0.34 * self.size
        shown.move_baseline(left, baseline)
        factor = min(self.size / NUMBER, (SLOT - 0.16) / shown.width)
        shown.scale(factor, about_point=np.array([left, baseline, 0.0]))
        self.exact = shown
        self.add(shown)
        if not self.in_track:
            self.said = self.words[0 if seen else 1]
        elif not seen:
            self.said = self._in_track(self.words[2])
            if self.said is None:
                shown.set_fill(self.theme.kernel)
        if self.said is not None:
            self.add(self.said)

    def _in_track(self, word: Ink) -> Ink | None:
        """The word in the track, which is empty of what is not seen; None if it has no room."""
        t = self.track
        left = t.left + 0.14
        if self.ghost.has_points():
            mark = float(self.ghost.get_right()[0])
            within = word.height + 2 * CLEAR < self.ghost.height  # else dashes run through it
            if left - CLEAR < mark and not (within and mark > left + word.width + CLEAR):
                left = mark + 0.1
        if left + word.width > t.right:
            return None
        return word.move_to((left + word.width / 2, t.center[1], 0.0))

    def mark(self) -> None:
        """Leave an empty bar as long as the length that stands now, for what comes."""
        t = self.track
        if not self.length:  # where bars begin there is a mark already
            self.ghost.clear_points()
            self.cut.clear_points()
            return
        x = t.left + t.width * self.length / self.full
        around = min(AROUND, 0.5 * self.over)
        self.ghost.set_points(frame(t.left, t.bottom - around, x, t.top + around, begun=False))
        self._cut()

    def _draw(self, length: float) -> None:
        self.length = length
        t = self.track
        if not length:
            self.bar.clear_points()
            self.cut.clear_points()
            return
        right = t.left + max(t.width * length / self.full, 0.03)
        self.bar.set_points(rectangle(t.left, t.bottom, right, t.top))
        self._cut()

    def _cut(self) -> None:
        """Let the end of the empty bar be seen where the bar of now goes on beyond it."""
        t = self.track
        self.cut.clear_points()
        if not self.length or not self.ghost.has_points():
            return
        x = float(self.ghost.get_right()[0])
        if x < float(self.bar.get_right()[0]) - 0.01 * MARK:
            self.cut.set_points(segment_points(np.array([[(x, t.bottom), (x, t.top)]])))

    def _drop(self) -> None:
        for part in (self.exact, self.said):
            if part is not None:
                self.remove(part)
        self.exact = self.said = None


class VectorReadout(VGroup):
    """``x = (1, −1, 0)``: live in motion if it is short, exact at rest.

    `signed` says which numbers will be negative somewhere and need room for a sign.
    """

    LIVE = 4
    """Most numbers that are shown while they move."""

    def __init__(
        self,
        zone: Zone,
        color: str,
        *,
        largest: float,
        signed: Sequence[bool],
        size: float = NUMBER,
    ) -> None:
        self.zone = zone
        self.signed = tuple(signed)
        self.size = size
        self.lead = formula(r"\mathbf{x} =", size=size, color=color)
        self._baseline = zone.center[1] - 0.34 * size
        self.lead.move_baseline(zone.left, self._baseline)
        self.live = LiveText(size=size, color=color)
        self.decimals = decimals_for(largest)
        self.digits = len(str(int(largest)))
        self.exact: Ink | None = None
        super().__init__(self.lead, self.live)
        if len(signed) <= self.LIVE:
            widest = self.live.extent(self._characters(np.where(signed, -largest, largest)))
            self.live.size *= min(1.0, self.room / widest)

    @property
    def left(self) -> float:
        """Where the coordinates begin."""
        return float(self.lead.get_right()[0]) + 0.14

    @property
    def room(self) -> float:
        """Width that the coordinates may take."""
        return self.zone.right - self.left

    def follow(self, vector: Array) -> None:
        """Show the coordinates of a frame in motion; nothing if there are many."""
        self._drop()
        if len(vector) > self.LIVE:
            self.live.clear_points()
            return
        self.live.write(self._characters(vector), self.left, self._baseline)

    def _characters(self, vector: Array) -> str:
        inside = ",".join(
            fixed(float(x), self.decimals, self.digits, signed=signed)
            for x, signed in zip(vector, self.signed, strict=True)
        )
        return f"({inside})"

    def rest(self, shown: Ink) -> None:
        """Show set type instead."""
        self.live.clear_points()
        self._drop()
        corner = np.array([self.left, self._baseline, 0.0])
        self.exact = shown.move_baseline(self.left, self._baseline)
        shown.scale(min(1.0, self.room / shown.width), about_point=corner)
        self.add(shown)

    def _drop(self) -> None:
        if self.exact is not None:
            self.remove(self.exact)
            self.exact = None
