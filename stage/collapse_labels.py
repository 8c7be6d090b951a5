"""What is written on the panes of a collapse: kernel, marked inputs, their outputs, the image."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from manim import Mobject, VGroup, VMobject

from algebra import facts
from stage.axis_numbers import Numbers, Tick, ticks
from stage.collapsing import Array, CollapseStage
from stage.coordinates import tuple_latex, upright
from stage.fibre_family import shown_key
from stage.fibres import DOT, MARK, RING, Ring
from stage.ink import LABEL, Ink, formula, halo, text
from stage.labels import Rectangle, Segment, apart
from stage.layout import Zone
from stage.map_panes import MapPanes, above
from stage.matrices import fit
from stage.plane import segment_points
from stage.space import crossing
from stage.spot_labels import lies_free, spot, stand_near
from stage.story import named
from stage.theme import Theme
from stage.view import View

NARROW = 4.0
"""Width of a pane below which its labels are smaller."""

SHRUNK = 0.72
"""Share of its size that a label above a pane keeps at least."""

LITTLE = 0.9
"""The same for one that has a shorter form in words."""

LEADER = 0.08
"""Air at the ends of a line from a label to its spot, scene units."""

ARROW = 0.2
"""Half the height that the arrow of the map takes between the panes, scene units."""

STEPS = 61
"""Heights at which such a label is tried."""

RING_GAP = 0.1
"""Scene units between a ring and the label of its output."""

RING_AIR = 0.025
"""What a ring keeps free all around besides the gap that boxes keep, scene units."""

NEAR_END = 0.14
"""Scene units that a leader keeps from the end of a line: nearer, it seems to go on from it."""

AFTER_CAPTION = 0.9
"""Air between a pane's name and what else stands above the pane, in sizes of their type."""


class CollapseLabels:
    """Labels on a collapse stage, each where it covers least.

    `captions` are the names of the two panes, none in place. Words: `input`, `output` (of these),
    `kernel` (a line; `short kernel` where room is short), `kernels` (0 alone, two vectors, or a
    line where it is shorter still), `flat` (if it is a plane in space), `all2` and `all3` (if it is
    everything), `origin`, `line` (`short line`, `shortest line`), `plane` (of the image). Kernel
    and image are named above their panes, if there is room.
    """

    def __init__(
        self,
        picture: CollapseStage,
        words: Mapping[str, str],
        theme: Theme,
        panes: MapPanes | None,
    ) -> None:
        self.picture = picture
        self.words = words
        self.theme = theme
        self.panes = panes
        self._taken: list[Rectangle] = []
        """Where spots and labels of the inputs are, the spots first."""
        self._dots = 0
        """How many of these are spots."""
        self.between = panes.between if panes else None
        """The room between the panes, unless labels of inputs stand there."""
        self._number: int | None = None
        """The number on the axes of the inputs: two panes with one grid show the same one."""
        self.size = LABEL if picture.zone.width > NARROW else LABEL * 0.84
        self.captions: list[Ink] = []
        sides = (
            ("input", picture.zone, picture.matrix.shape[1]),
            ("output", picture.output_zone, 2),
        )
        for word, pane, n in sides if panes else ():
            name = rf"{words[word]} $\mathbb{{R}}^{n}$"
            caption = text(name, size=self.size, color=theme.quiet)
            above(caption, self.size, pane)
            self.captions.append(named(caption, word, "text"))

    def inputs(self) -> list[Mobject]:
        """The kernel's label, then one for each marked input."""
        picture, zone = self.picture, self.picture.zone
        n = picture.matrix.shape[1]
        origin = picture.place_input(np.zeros(n))
        tips = [picture.place_input(vector.array[:, 0]) for vector in picture.kernel]
        spots = [picture.place_input(vector.array[:, 0]) for vector in picture.marked]
        arrows = [(origin, tip) for tip in tips]
        taken = [spot(place, 2 * MARK) for place in spots]
        taken += [spot(place, MARK) for place in (origin, *tips)]
        taken += [_box(name) for name in picture.axis_names]
        taken += [spot(place, DOT) for place in picture.lone_inputs]
        self._taken, self._dots = taken, len(taken)

        def beside(ink: Ink, places: list[Array]) -> Rectangle:
            return stand_near(
                ink,
                places,
                zone=zone,
                segments=arrows,
                boxes=taken,
                lines=picture.input_lines,
                axes=picture.input_axes,
            )

        kernel = self._kernel()
        if self._fits(kernel, 0) or (self.panes and (n > 2 or facts.nullity(picture.matrix) > 1)):
            self._above(kernel, 0)
        else:
            taken.append(beside(kernel, tips))
            halo(kernel, self.theme.ground)
        inks: list[Ink] = []
        for k, vector in enumerate(picture.marked, start=1):
            ink = formula(
                tuple_latex(vector), size=self.size, color=self.theme.input, display=False
            )
            inks.append(named(self._fitted(ink), f"input {k}", "label"))
        column = picture.beside_inputs
        if column is None or picture.camera is None:
            before, lines = list(taken), picture.input_lines
            free = True
            for ink, place in zip(inks, spots, strict=True):
                box = beside(ink, [place])
                free = free and lies_free(box, lines, taken)
                taken.append(box)
            if free or column is None:
                self._scale_inputs()
                return [kernel, *(halo(ink, self.theme.ground) for ink in inks)]
            taken[:] = before
        if column.left >= zone.right:
            self.between = None
        pointing = self._pointing(inks, spots, column, taken)
        self._scale_inputs()
        return [kernel, *pointing]

    def _pointing(
        self, inks: Sequence[Ink], spots: Sequence[Array], column: Zone, taken: list[Rectangle]
    ) -> list[Mobject]:
        """Labels in a column beside what they are about, each with a thin line to its spot.

        A label near its point would lie on other lines, which stay whole this way.
        """
        found: list[Mobject] = []
        if self.panes is not None:
            (x0, y0), (x1, y1), m = *self.panes.arrow, self.panes.matrix
            taken.append(Rectangle((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, ARROW))
            taken.append(Rectangle(*m.center, m.width / 2, m.height / 2))
        inks = [fit(ink, column.inset(2.5 * LEADER), self.size) for ink in inks]
        for ink, place in sorted(zip(inks, spots, strict=True), key=lambda it: -float(it[1][1])):
            half = (ink.width / 2, ink.height / 2)
            x = column.left + half[0] + 3 * LEADER
            room = column.inset(0.0, half[1] + LEADER)
            ys = np.linspace(room.bottom, room.top, STEPS)
            boxes = [Rectangle(x, float(y), half[0], half[1] + LEADER) for y in ys]
            box = min(boxes, key=lambda it: self._pointing_cost(it, place, taken))
            ink.move_to((box.x, box.y, 0.0))
            taken.append(box)
            end = np.array([box.x - half[0] - LEADER, box.y])
            way = (end - place) / float(np.hypot(*(end - place)))
            # Quiet and thin: in the label's colour it would be one more line in space.
            leader = VMobject(stroke_color=self.theme.quiet, stroke_width=1.6)
            leader.set_points(segment_points(np.array([[place + MARK * way, end]])))
            found.append(VGroup(leader, ink))
        return found

    def _pointing_cost(self, box: Rectangle, place: Array, taken: Sequence[Rectangle]) -> float:
        """Little for a line to a spot that is level, touches nothing and crosses few lines."""
        end = np.array([box.x - box.half_width - LEADER, box.y])
        start = place + 2 * MARK * (end - place) / float(np.hypot(*(end - place)))
        crossed = sum(
            crossing(np.array([start, end]), np.array(line)) is not None
            for line in self.picture.input_lines
        )
        wide = (
            Rectangle(it.x, it.y, it.half_width + LEADER / 2, it.half_height + LEADER / 2)
            for it in taken
        )
        hits = sum(other.covered(start, end) > 0 for other in wide)
        on_others = sum(box.overlap(other) for other in taken)
        met = sum(
            max(0.0, 1 - apart(tip, start, end) / NEAR_END)
            for line in (*self.picture.input_lines, *self.picture.input_axes)
            for tip in line
        )
        level = 0.5 * abs(box.y - float(place[1]))
        return 60 * on_others + 2 * hits + 0.3 * crossed + 2 * met + level

    def outputs(self) -> list[Mobject]:
        """Coordinates where marked inputs have landed, and the name of the image.

        The rings around them, and the numbers of the axes, are given to the picture, under its
        dots.
        """
        picture, theme, zone = self.picture, self.theme, self.picture.output_zone
        matrix, line = picture.matrix, picture.image_segment
        outputs = {shown_key(out): out for out in (matrix @ vector for vector in picture.marked)}
        inks: list[Ink] = []
        axes = picture.output_axes
        taken = [spot(place, DOT) for place in picture.landings]
        for k, output in enumerate(outputs.values(), start=1):
            place = picture.place_output(output.array[:, 0])
            ring = Ring(place, theme.output, theme.ground)
            picture.rings.add(named(ring, f"ring {k}", "outline"))
            ink = formula(tuple_latex(output), size=self.size, color=theme.output, display=False)
            inks.append(named(self._fitted(ink), f"output {k}", "label"))
            taken.append(spot(place, RING + RING_AIR))
            box = stand_near(
                ink,
                [place],
                zone=zone,
                segments=line,
                boxes=taken,
                lines=axes,  # a bracket that touches an axis passes for a part of it
                gap=RING + RING_GAP,
                favourite=math.pi / 2,  # beside it the label would stand on the next point's line
            )
            taken.append(box)
        image = self._image()
        if self._fits(image, 1) or (self.panes and not line):
            self._above(image, 1)
        else:
            places = [a + (b - a) * t for a, b in line for t in (0.08, 0.92, 0.2, 0.8)]
            places = places or _borders(zone)
            taken.append(
                stand_near(image, places, zone=zone, segments=line, boxes=taken, axes=axes, gap=0.2)
            )
            halo(image, theme.ground)
        self._scale([*line, *axes], taken)
        return [*(halo(ink, theme.ground) for ink in inks), image]

    def _scale(self, lines: Sequence[Segment], taken: Sequence[Rectangle]) -> None:
        """A number on each axis of the output plane, before the motion and after it."""
        picture, law = self.picture, self.picture.law
        axes = picture.output_axes
        before = self._ticks(law.before, axes, [], 0, first=self._number)
        if picture.in_place:
            before = self._ticks(law.before, [*picture.input_lines, *axes], self._taken, self._dots)
        after = self._ticks(law.after, lines, taken, len(picture.landings))
        zone, ground = picture.output_zone, self.theme.ground
        for axis in (0, 1):
            picture.add_numbers(Numbers(axis, before[axis], after[axis], zone, ground))

    def _scale_inputs(self) -> None:
        """The same on the axes of a plane of inputs with a pane of its own, which stays."""
        picture = self.picture
        if picture.in_place or picture.camera is not None:
            return
        lines = [*picture.input_lines, *picture.input_axes]
        found = self._ticks(picture.view, lines, self._taken, self._dots, picture.zone)
        self._number = next((tick.number for tick in found if tick), None)
        for axis, tick in enumerate(found):
            numbers = Numbers(axis, tick, tick, picture.zone, self.theme.ground)
            numbers.follow(picture.view, 0.0)
            picture.inputs.insert(1 + axis, numbers)

    def _ticks(
        self,
        view: View,
        lines: Sequence[Segment],
        taken: Sequence[Rectangle],
        dots: int,
        zone: Zone | None = None,
        first: int | None = None,
    ) -> list[Tick | None]:
        """A number for each axis, `first` if it can be; of what is `taken` the first ones, so
        many, are dots."""
        zone = zone or self.picture.output_zone
        size, color = self.size * 0.8, self.theme.quiet
        boxes, spots = taken[dots:], taken[:dots]
        return ticks(view, zone, lines, boxes, spots, size=size, color=color, first=first)

    def _kernel(self) -> Ink:
        picture = self.picture
        n, rank = picture.matrix.shape[1], facts.rank(picture.matrix)
        shown = r"\{0\}"
        if rank < n:
            shown = ",\\ ".join(tuple_latex(vector) for vector in picture.kernel)
        forms = ("kernel", "short kernel", "kernels") if n - rank == 1 else ("kernels",)
        ink = self._longest([self.words[form] for form in forms], shown, self.theme.kernel, 0)
        if not rank:
            ink = text(self.words[f"all{n}"], size=self.size, color=self.theme.kernel)
        if rank and n - rank > 1 and ink.width > self._room(0):
            ink = text(self.words["flat"], size=self.size, color=self.theme.kernel)
        return named(self._fitted(ink), "kernel", "label")

    def _image(self) -> Ink:
        matrix = self.picture.matrix
        rank = facts.rank(matrix)
        if rank == 1:
            forms = [self.words[form] for form in ("line", "short line", "shortest line")]
            shown = tuple_latex(upright(facts.image(matrix)[0]))
            ink = self._longest(forms, shown, self.theme.image, 1)
        else:
            words = self.words["plane" if rank else "origin"]
            ink = text(words, size=self.size, color=self.theme.image)
        return named(self._fitted(ink), "image", "label")

    def _longest(self, forms: Sequence[str], shown: str, color: str, pane: int) -> Ink:
        """The first of some forms of words, ever shorter, that has room above a pane, if need be in
        slightly smaller type; else the last."""
        inks = [text(form.format(f"${shown}$"), size=self.size, color=color) for form in forms]
        room = self._room(pane)
        return next((ink for ink in inks if LITTLE * ink.width <= room), inks[-1])

    def _fitted(self, ink: Ink) -> Ink:
        """Scaled down, if it is wider than a pane."""
        return fit(ink, self.picture.zone.inset(0.15), self.size)

    def _fits(self, ink: Ink, pane: int) -> bool:
        """Whether there is room above a pane, in smaller type if need be, beside its name."""
        return SHRUNK * ink.width < self._room(pane)

    def _room(self, pane: int) -> float:
        """Width above a pane, 0 of inputs or 1 of outputs, beside its name; scene units."""
        return self.picture.zone.width - self._caption(pane)

    def _caption(self, pane: int) -> float:
        """Width that a pane's name takes, with the air after it."""
        if not self.captions:
            return 0.0
        return self.captions[pane].width + AFTER_CAPTION * self.size

    def _above(self, ink: Ink, k: int) -> None:
        """Put a label above a pane, 0 or 1, at its right end, beside its name.

        It has no rim, which would bite into the pane's border.
        """
        pane = (self.picture.zone, self.picture.output_zone)[k]
        room = Zone(pane.left + self._caption(k), pane.top, pane.right, pane.top + self.size * 2)
        fit(ink, room, self.size)
        above(ink, self.size, pane, right=True)


def _box(ink: Ink) -> Rectangle:
    x, y = ink.get_center()[:2]
    return Rectangle(float(x), float(y), ink.width / 2, ink.height / 2)


def _borders(zone: Zone) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """Points along a zone's lower and upper border, first those below."""
    inner = zone.inset(0.4)
    across = np.linspace(inner.right, inner.left, 9)
    return [np.array([x, y]) for y in (inner.bottom, inner.top) for x in across]
