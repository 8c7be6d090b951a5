"""Beside the picture of several maps: their matrices, and the lengths of their outputs as bars."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from manim import VGroup, VMobject

from algebra import facts
from algebra.matrices import Matrix, identity
from language.formats import plain
from stage.bars import NUMBER, OutputBar, VectorReadout, frame, hollow, matrix_room, track_of
from stage.camera import Array
from stage.head_facts import sees
from stage.head_rows import HEADER, NOTE, name_inks, row_zones
from stage.ink import LABEL, MATRIX, Ink, formula, text
from stage.layout import Zone, Zones
from stage.matrices import matrix_ink, short_latex
from stage.plane import segment_points
from stage.shapes import arrow_outline
from stage.story import named
from stage.theme import Theme

GAP = 0.36
"""Between the last row and the note under it, of which as much again is the row's own."""

LEAD, EACH = 0.9, 0.55
"""Room that an input needs beside the caption: for ``x =``, and for each coordinate."""

MANY = 8
"""Most coordinates of an input that are listed."""

SQUEEZE = 1.35
"""How much too wide a list of coordinates may be and still be set smaller, not cut."""


class HeadPanel(VGroup):
    """The input, and for every head its name, its matrix if there is room, and its output's length.

    All bars share one scale. `facts` tells rank and nullity where the bars will be; it is no part
    of the panel and makes way when that is `opened`, as does
    `shared`, what all heads read. Then `moving` changes the input; everything follows from it.
    """

    def __init__(
        self,
        zones: Zones,
        theme: Theme,
        heads: Sequence[Matrix],
        inputs: Sequence[Matrix],
        names: Sequence[str],
        hues: Sequence[str],
        words: Mapping[str, str],
        *,
        space: bool,
    ) -> None:
        self.theme = theme
        self.heads = tuple(heads)
        zone = zones.margin
        narrow = zone.width < 5.5
        note = self._note(zone, names, words) if space and len(heads) <= 2 else None
        footer = 0.0 if note is None else note.height + GAP
        said = (words["seen"], words["unseen"], words["unseen short"])
        count = min(heads[0].shape[1], MANY)
        for over in (narrow, True):  # the caption stands over the bars, beside the input or under
            header = HEADER if over else 0.55
            places = row_zones(zone, len(heads), header, footer)
            inks = name_inks(names, hues, places, numbers=places[-1].left > zone.left)
            widest = max(ink.width for ink in inks)
            room = None
            if space and len(heads) <= 3:
                room = matrix_room(places[0], widest, said[:2], theme.ink)
            matrices = [None] * len(heads) if room is None else self._matrices(room, hues)
            begin = track_of(places[0], widest, said[:2], theme.ink, matrix=matrices[0] is not None)
            if over or begin.left - zone.left >= LEAD + EACH * count:
                break
        lengths = [words["length"]]
        if len(heads) == 1 and matrices[0] is not None:  # a formula needs a name that is shown
            lengths.insert(0, words["length of"].format(name=heads[0].name or "W_1"))
        baseline = zone.top - (0.9 if over else 0.37)
        befores = (words["before"], words["before short"])
        # the longest that fit, if possible with the caption over where bars begin
        tries = itertools.product((begin.left, zone.left), lengths, befores)
        for start, length, word in tries:
            caption = text(length, size=LABEL * 0.94, color=theme.quiet)
            self.key = self._key(word, zone.right, baseline)
            end = float(self.key.get_left()[0]) - 0.25 if len(inputs) > 1 else zone.right
            if start + caption.width <= end:
                break
        x = max(zone.left, min(begin.left, end - caption.width))
        caption.move_baseline(x, baseline)
        right = zone.right if over else x - 0.3
        self.with_key = bool(caption.get_right()[0] <= end + 1e-9)
        largest = max(float(np.abs(vector.array).max()) for vector in inputs)
        signed = np.min([vector.array[:, 0] for vector in inputs], axis=0) < 0
        top = Zone(zone.left, zone.top - 0.5, right, zone.top)
        readout = VectorReadout(top, theme.input, largest=largest, signed=signed.tolist())
        self.readout = named(readout, "input", "readout")
        self.header = VGroup(self.readout, named(caption, "caption", "text"))
        full = max(
            float(np.linalg.norm((head @ vector).array)) for head in heads for vector in inputs
        )
        self.bars = []
        for k, place in enumerate(places):
            bar = OutputBar(
                place, theme, inks[k], hues[k], said, full=full, widest=widest, matrix=matrices[k]
            )
            self.bars.append(named(bar, f"output {k + 1}", "readout"))
        self.shared = VGroup()
        self._free = (zone.left, zone.top - 0.3, zone.right)  # where input and caption will be
        if note is not None:
            self._free = (zone.left, places[-1].bottom - 0.35, zone.right)
            y = places[-1].bottom - (GAP - 0.1) - note.height / 2
            note.move_to((zone.left + note.width / 2, y, 0.0))
        self.note = note
        self.facts = self._facts(zone.right, words) if space else VGroup()
        super().__init__(*self.bars)

    def _key(self, word: str, right: float, baseline: float) -> VGroup:
        """What the empty bars are, up to here."""
        said = text(word, size=NOTE, color=self.theme.quiet)
        said.move_baseline(right - said.width, baseline)
        x, y = right - said.width - 0.12, baseline + 0.34 * NOTE
        return VGroup(
            hollow(self.theme).set_points(frame(x - 0.46, y - 0.1, x, y + 0.1, begun=True)),
            named(said, "key", "text"),
        )

    def say_shared(self, lead: str, words: Mapping[str, str], dimension: int) -> None:
        """Say what all heads read, with the mark that it has in the picture, if it has one."""
        said = text(f"{lead}: {words[f'reads {dimension}']}", size=NOTE * 1.1, color=self.theme.ink)
        left, y, right = self._free
        if dimension == 0:
            mark = VMobject(stroke_width=0, fill_color=self.theme.ink, fill_opacity=1)
            middle = np.array([left + 0.13, y])
            self.shared.add(mark.set_points(arrow_outline(middle, middle, 1.7)))
        elif dimension == 1:
            line = VMobject(stroke_color=self.theme.ink, stroke_width=5.0)
            ends = np.array([[(left, y), (left + 0.4, y)]])
            self.shared.add(line.set_points(segment_points(ends)))
        start = left + (0.36, 0.55, 0.0, 0.0)[dimension]
        said.move_to((start + said.width / 2, y, 0.0))
        self.shared.add(named(said, "shared", "text"))
        factor = min(1.0, (right - left) / self.shared.width)
        self.shared.scale(factor, about_point=np.array([left, y, 0.0]))

    def _facts(self, right: float, words: Mapping[str, str]) -> VGroup:
        """Rank and nullity of each head at the place of its bar, if there is room for all."""
        found = VGroup()
        for k, (bar, head) in enumerate(zip(self.bars, self.heads, strict=True), start=1):
            n, rank = head.shape[1], facts.rank(head)
            said = words["rank"].format(rank=rank, nullity=n - rank, n=plain(n))
            ink = text(said, size=NOTE * 1.1, color=self.theme.ink)
            track = bar.track
            if bar.in_track or ink.width > right - track.left or ink.height > 3 * track.height:
                return VGroup()
            if track.left > bar.caption.get_right()[0]:
                baseline = bar.caption.baseline
            else:
                baseline = track.center[1] - 0.34 * ink.em
            found.add(named(ink.move_baseline(track.left, baseline), f"fact {k}", "text"))
        return found

    def _matrices(self, room: Zone, hues: Sequence[str]) -> Sequence[Ink | None]:
        """The heads' matrices at one size, if that size can be read."""
        inks = [
            matrix_ink(
                head,
                color=self.theme.ink,
                columns=[hue] * head.shape[1],
                name=head.name or f"W_{k}",
            )
            for k, (head, hue) in enumerate(zip(self.heads, hues, strict=False), start=1)
        ]
        factor = min(0.87, *(min(room.width / i.width, room.height / i.height) for i in inks))
        if factor * MATRIX < 0.26:
            return [None] * len(inks)
        return [
            named(ink.scale(factor), f"matrix {k}", "matrix") for k, ink in enumerate(inks, start=1)
        ]

    def _note(self, zone: Zone, names: Sequence[str], words: Mapping[str, str]) -> Ink | None:
        """Where an output is as long as the shadow on the row space: for orthonormal rows."""
        if zone.height < 3:
            return None
        which = [
            name
            for name, head in zip(names, self.heads, strict=True)
            if head @ head.T == identity(head.shape[0])
        ]
        if len(which) == len(self.heads):
            said = words["all orthonormal"]
        elif which:
            said = words["some orthonormal"].format(which=", ".join(which))
        else:
            said = words["none orthonormal"]
        note = text(said, size=NOTE, color=self.theme.quiet, width=zone.width)
        return named(note, "note", "text")

    def only(self, chosen: Sequence[int]) -> None:
        """Leave out all heads but these until they are `told`."""
        self._told = list(self.facts)
        self.submobjects = [self.bars[h] for h in chosen]
        self.facts.submobjects = [self._told[h] for h in chosen if self._told]

    def told(self, chosen: Sequence[int]) -> list[VMobject]:
        """What is said of these heads, from now on part of the panel and of its facts."""
        bars: list[VMobject] = [self.bars[h] for h in chosen]
        facts = [self._told[h] for h in chosen if self._told]
        self.add(*bars)
        self.facts.add(*facts)
        return [*bars, *facts]

    def opened(self) -> list[VMobject]:
        """Input, caption and the marks where bars begin, from now on part of the panel."""
        self.readout.follow(np.zeros(self.heads[0].shape[1]))
        self.add(self.header)
        return [self.header, *(bar.open() for bar in self.bars)]

    def mark(self) -> None:
        """Leave empty bars of the lengths that stand now, and say what they are."""
        for bar in self.bars:
            if bar.exact is not None:
                bar.mark()
        if self.with_key and any(bar.ghost.has_points() for bar in self.bars):
            self.add(self.key)

    def due(self, vector: Matrix) -> Ink | None:
        """The note on shadows, once, from the first input on of which one can be told from it."""
        if self.note is None or self.note in self.submobjects:
            return None
        for head in self.heads:
            rest = identity(head.shape[1]).array - np.linalg.pinv(head.array) @ head.array
            left = np.linalg.norm(rest @ vector.array)
            if sees(head, vector) and left > 1e-9 * np.linalg.norm(vector.array):
                self.add(self.note)
                return self.note
        return None

    def moving(self, before: Matrix | None, after: Matrix) -> Callable[[float], None]:
        """The input goes straight from `before` (None: from zero) to `after`; all follows."""
        start = np.zeros(after.shape[0]) if before is None else before.array[:, 0]
        end = after.array[:, 0]

        def follow(t: float) -> None:
            if t >= 1:
                self.rest(after)
                return
            vector: Array = (1 - t) * start + t * end
            self.readout.follow(vector)
            for bar, head in zip(self.bars, self.heads, strict=True):
                bar.follow(float(np.linalg.norm(head.array @ vector)))

        return follow

    def rest(self, vector: Matrix) -> None:
        """Stand still at an exact input, with exact lengths."""
        self.readout.rest(self._listed(vector))
        for bar, head in zip(self.bars, self.heads, strict=True):
            output = head @ vector
            seen = sees(head, vector)
            length = facts.norm(output) if seen else 0
            shown = formula(short_latex(length), size=NUMBER, color=self.theme.ink, display=False)
            bar.rest(float(length), shown, seen=seen)

    def _listed(self, vector: Matrix) -> Ink:
        """The coordinates, as many as there is room for."""
        n = vector.shape[0]
        for shown in range(min(n, MANY), 0, -1):
            listed = [short_latex(x) for x in vector.columns[0][:shown]]
            if shown < n:
                listed.append(r"\ldots")
            said = f"({', '.join(listed)})"
            line = formula(said, size=NUMBER, color=self.theme.input, display=False)
            if line.width <= SQUEEZE * self.readout.room:
                break
        return line
