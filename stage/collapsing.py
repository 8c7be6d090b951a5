"""The stage of a collapse: an input space, its fibres, and the plane of outputs they land on.

Side by side, a copy of the inputs is carried into the output pane and moves there as the map moves
it; in place, the inputs themselves move, and the plane's grid with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject

from algebra import facts, motion
from algebra.matrices import Matrix, column
from stage.axis_numbers import Numbers
from stage.camera import Orthographic
from stage.fibre_family import Fibre, fibres, space_half, tame
from stage.fibres import MARK, Collapse, InputSpace, Ring, dot_radius
from stage.ink import LABEL, Ink, formula
from stage.labels import Segment, sides
from stage.layout import Zone
from stage.map_panes import PaneFrame, clear_unit
from stage.plane import Plane, segment_points
from stage.shapes import ImageLine
from stage.spot_labels import spot, stand_near
from stage.story import named
from stage.theme import Theme
from stage.view import View

Array = npt.NDArray[np.float64]

MARGIN = 1.4
"""The input pane reaches so many times as far as the vectors that are named in it."""

USUAL = 1.5
"""Width by height of the pane for which the distance of fibres is chosen."""

FILL = 0.82
"""Share of the output pane that the outputs take."""

BESIDE_BOX = 0.3
"""Scene units that at least are left beside the box in space and its coordinates."""

LABEL_ROOM = 1.3
"""Width of a column beside the box in which coordinates can stand, scene units."""

BETWEEN_PANES = 1.1
"""The same between the panes, where labels are smaller if the panes are narrow."""

FILL_SPACE = 0.9

AXIS_NAME = 0.05
"""Scene units between the end of an axis of space and its name."""

ELEVATIONS = tuple(math.radians(degrees) for degrees in (14, 20, 26, 32))
AZIMUTHS = tuple(math.radians(degrees) for degrees in range(-70, 71, 6) if abs(degrees) > 18)
"""Where a camera may stand; the third axis always points up."""

SLANT = 0.45
"""Cosine between the sight and the normal of planes that are seen well."""

EVEN = ("straight", "turn", "polar", "flip")
"""Motions that stretch evenly in time; the others do it by equal factors."""

HALF = 0.5
"""Share of the motion `turn` in which it turns, before anything shrinks."""


class CollapseStage:
    """What is drawn of a 2×2 or 2×3 map, and how it moves.

    `inputs` is the input space, `outputs` the output plane with what moves on it (in place both are
    in `outputs`). `kernel` are the kernel vectors as they are shown.
    """

    def __init__(
        self,
        M: Matrix,
        marked: Sequence[Matrix],
        zones: tuple[Zone, Zone],
        theme: Theme,
        motion_name: str,
    ) -> None:
        self.matrix = M
        self.marked = tuple(marked)
        self.zone, self.output_zone = zones
        self.in_place = self.zone is self.output_zone
        rank = facts.rank(M)
        # Of the zero map no vector stands out; where only 0 vanishes, its arrow is a dot.
        basis = facts.kernel(M) if rank else ()
        self.kernel = tuple(map(tame, basis)) or (column([0] * M.shape[1]),)
        self.camera: Orthographic | None = None
        self.axis_names: list[Ink] = []
        self.numbers: list[Numbers] = []
        if M.shape[1] == 2:
            self.half = self._look_at_plane()
            path = motion.path(M, motion_name)
            law: Callable[[float], Array] = path
            even, turned = path.name in EVEN, HALF if path.name == "turn" else 0.0
        else:
            self.half = self._look_at_space()
            law, even, turned = self._straight, True, 0.0
        family = fibres(M, self.half, marked, usual=self.usual)
        if self.camera is not None:
            camera = self.camera
            family = tuple(sorted(family, key=lambda it: float(camera.nearness(it.middle))))
        outputs = np.concatenate(
            [fibre.corners @ M.array.T for fibre in family] + [(M @ v).array.T for v in marked]
        )
        after = self._look_at_outputs(outputs)
        start_there = View(*self.output_zone.center, self.view.unit)
        self.law = Collapse(law, start_there, after, even, turned)
        self.start = law(0.0)
        kernel = [vector.array[:, 0] for vector in self.kernel]
        vectors = [vector.array[:, 0] for vector in marked]
        box = 0.0 if self.camera is None else float(self.half[0])
        landings = np.array([fibre.middle @ M.array.T for fibre in family])
        dot = dot_radius(after.place(landings)[:, :2])
        self.space, self.moved = (
            InputSpace(
                family, kernel, vectors, theme, self.start, self.view, self.zone, box=box, dot=dot
            )
            for _ in range(2)
        )
        self.image_line = named(ImageLine(theme.image), "image", "line")
        if rank == 1:
            self.image_line.along(facts.image(M)[0].array[:, 0], after, self.output_zone)
        self.rings = VGroup()
        self.found = VGroup(self.image_line, self.rings)
        """What is seen of the outputs in the end: the image line and rings around marked ones."""
        self.show_found(0.0)
        self.plane = Plane(self.output_zone, theme)
        named(self.space, "inputs", "fibres")
        if self.in_place:
            self.moved = self.space
            self.outputs = VGroup(self.plane, self.found, self.space)
            self.inputs = VGroup()
        else:
            named(self.moved, "outputs", "fibres")
            frame = PaneFrame(self.output_zone, theme)
            self.outputs = VGroup(self.plane, frame, self.found, self.moved)
            self.inputs = VGroup(*self._ground(theme), PaneFrame(self.zone, theme))
            self.inputs.add(self.space)
        self._draw(self.start, start_there)

    def carry(self, t: float) -> None:
        """The copy on its way from the input pane into the output pane, t from 0 to 1."""
        x, y = np.subtract(self.output_zone.center, self.zone.center) * t
        zone = self.zone
        here = Zone(zone.left + x, zone.bottom + y, zone.right + x, zone.top + y)
        view = View(self.view.x + x, self.view.y + y, self.view.unit)
        if t >= 1.0:
            here, view = self.output_zone, self.law.before
        self.moved.follow(self.start, view, here)

    def collapse(self, s: float) -> None:
        """The map's motion in the output pane (or in place), s from 0 to 1; a box fades on it."""
        for edges in self.moved.edges:
            edges.set_stroke(opacity=1.0 - s)
        matrix, view = self.law.at(s)
        self._draw(matrix, view)
        for numbers in self.numbers:
            numbers.follow(view, s)

    def show_found(self, t: float) -> None:
        """The image line and the rings appear where they lie, under the dots."""
        self.image_line.set_stroke(opacity=t)
        for ring in self.rings:
            cast(Ring, ring).appear(t)

    def add_numbers(self, numbers: Numbers) -> None:
        """Put numbers on an axis of the output plane, under all that moves on it."""
        self.numbers.append(numbers)
        self.outputs.insert(len(self.numbers), numbers)
        numbers.follow(self.law.before, 0.0)

    def place_input(self, vector: Array) -> Array:
        """Where an input stands in the input pane at first, shape (2,)."""
        placed: Array = self.view.place(self.start @ vector)[:2]
        return placed

    def place_output(self, vector: Array) -> Array:
        """Where an output stands at the end, shape (2,)."""
        placed: Array = self.law.after.place(vector)[:2]
        return placed

    @property
    def landings(self) -> list[Array]:
        """Where the fibres shown end, each of shape (2,)."""
        return [self.place_output(it.fibre.middle @ self.matrix.array.T) for it in self.moved.parts]

    @property
    def lone_inputs(self) -> list[Array]:
        """Where the fibres stand that are single points, each of shape (2,)."""
        fibres_shown = [part.fibre for part in self.space.parts]
        return [self.place_input(it.middle) for it in fibres_shown if len(it.corners) == 1]

    @property
    def input_lines(self) -> list[Segment]:
        """The fibres of the input pane as they stand: lines, or the edges of planes."""
        lines: list[Segment] = []
        for corners in (part.fibre.corners for part in self.space.parts):
            if len(corners) == 2:
                lines.append((corners[0], corners[1]))
            elif len(corners) > 2:
                lines += sides(corners)
        return [(self.place_input(one), self.place_input(two)) for one, two in lines]

    @property
    def input_axes(self) -> list[Segment]:
        """The axes of the input pane, and the edges of the box in space."""
        lines = [(-end, end) for end in np.diag(self.half)]
        lines += [(one, two) for edges in self.space.edges for one, two in edges.edges]
        return [(self.place_input(one), self.place_input(two)) for one, two in lines]

    @property
    def beside_inputs(self) -> Zone | None:
        """The column for coordinates beside the inputs: right of the box in space, if they fit
        there, else between the panes; None if there are no two panes side by side."""
        zone, room = self.zone, self.output_zone.left - self.zone.right
        right = max(float(end[0]) for line in self.input_axes for end in line)
        if self.camera is not None and zone.right - right >= LABEL_ROOM:
            return Zone(right, zone.bottom, zone.right, zone.top)
        if room >= BETWEEN_PANES:
            return Zone(zone.right, zone.bottom, self.output_zone.left, zone.top)
        return None

    @property
    def output_axes(self) -> list[Segment]:
        """The axes of the output plane, as they stand at the end."""
        middle = np.array(self.output_zone.center)
        half = np.array([self.output_zone.width, self.output_zone.height]) / 2
        return [(middle - way, middle + way) for way in np.diag(half)]

    @property
    def image_segment(self) -> list[Segment]:
        """The image line as drawn, if there is one."""
        if not self.image_line.has_points():
            return []
        return [(self.image_line.points[0, :2], self.image_line.points[-1, :2])]

    def _draw(self, matrix: Array, view: View) -> None:
        self.plane.follow(matrix if self.in_place else np.eye(2), view)
        self.moved.follow(matrix, view)

    def _straight(self, t: float) -> Array:
        """From the picture of space to the map, every point moving evenly: 2×3 at t."""
        assert self.camera is not None, "only a map of space moves out of a camera's picture"
        seen, mapped = self.camera.axes[:2], self.matrix.array
        if t >= 1.0:
            return mapped.copy()
        picture: Array = (1 - t) * seen + t * mapped
        return picture

    def _named(self) -> Array:
        """The vectors that the input pane must hold, shape (k, n)."""
        return np.array([vector.array[:, 0] for vector in (*self.kernel, *self.marked)])

    def _look_at_plane(self) -> Array:
        reach = np.abs(self._named()).max(axis=0) * MARGIN
        self.usual = np.maximum(reach, reach[::-1] * np.array([USUAL, 1 / USUAL]))
        sides = np.array([self.zone.width, self.zone.height]) / 2
        unit = self._clear(float((sides / np.maximum(reach, 1e-9)).min()))
        self.view = View(*self.zone.center, unit)
        half: Array = sides / unit
        return half

    def _look_at_space(self) -> Array:
        half = self.usual = space_half(self.matrix, self.marked, self._named())
        lines = fibres(self.matrix, half, self.marked)
        cameras = [Orthographic(a, e) for a in AZIMUTHS for e in ELEVATIONS]
        camera = max(cameras, key=lambda it: clearness(it, lines))
        self.camera = camera
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        reach = np.abs((signs * half) @ camera.axes[:2].T).max(axis=0)
        sides = np.array([self.zone.width, self.zone.height]) / 2
        unit = self._clear(float((sides * FILL_SPACE / reach).min()))
        x, y = self.zone.center
        if 2 * float(sides[0] - reach[0] * unit) >= LABEL_ROOM + BESIDE_BOX:
            x -= LABEL_ROOM / 2  # the box and the coordinates beside it are in the middle together
        self.view = View(x, y, unit)
        return half

    def _look_at_outputs(self, outputs: Array) -> View:
        zone = self.output_zone
        reach = np.abs(outputs).max(axis=0)
        sides = np.array([zone.width, zone.height]) / 2 * FILL
        if not float(reach.max()) > 0:
            return View(*zone.center, self.view.unit)
        units = [side / r for side, r in zip(sides, reach, strict=True) if r > 0]
        return View(*zone.center, self._clear(float(min(units))))

    def _clear(self, unit: float) -> float:
        """A unit for a pane; in place there is no border that a line could run beside."""
        return unit if self.in_place else clear_unit(unit, self.zone)

    def _ground(self, theme: Theme) -> list[VMobject]:
        """What the input space is drawn on: a grid, or in space three axes."""
        if self.camera is None:
            plane = Plane(self.zone, theme)
            plane.follow(np.eye(2), self.view)
            return [plane]
        ends = np.stack([-np.diag(self.half), np.diag(self.half)], axis=1)
        axes = VMobject(stroke_color=theme.axis, stroke_width=3.0)
        axes.set_points(segment_points(self.view.place(ends @ self.start.T)[..., :2]))
        origin = self.place_input(np.zeros(3))
        arrows = [(origin, self.place_input(vector.array[:, 0])) for vector in self.kernel]
        taken = [spot(self.place_input(vector.array[:, 0]), MARK) for vector in self.marked]
        for k, end in enumerate(ends[:, 1], start=1):
            name = formula(f"x_{k}", size=LABEL * 0.85, color=theme.quiet)
            tip = self.place_input(end)
            box = stand_near(
                name,
                [tip],
                zone=self.zone,
                segments=arrows,
                boxes=taken,
                lines=[*self.input_lines, *self.input_axes],
                gap=AXIS_NAME,
                favourite=math.atan2(*(tip - origin)[::-1]),
            )
            taken.append(box)
            self.axis_names.append(name)
        return [axes, *self.axis_names]


def clearness(camera: Orthographic, family: Sequence[Fibre]) -> float:
    """How well fibres in space are told apart from a camera.

    Lines: the least distance between two of them as seen, by their length as seen. Planes: how near
    they are to being seen at a slant, neither edge-on nor flat.
    """
    first = family[0].corners
    if len(first) == 2:
        ends = np.array([fibre.corners for fibre in family]) @ camera.axes[:2].T
        along = ends[0, 1] - ends[0, 0]
        length = float(np.hypot(*along))
        if length < 1e-9:
            return 0.0
        across = np.sort(ends[:, 0] @ np.array([-along[1], along[0]]) / length)
        return float(np.diff(across).min()) * length
    if len(family) == 1:
        return -abs(camera.azimuth - AZIMUTHS[0])
    normal = np.linalg.svd(first - first.mean(axis=0))[2][-1]
    return -abs(abs(float(camera.axes[2] @ normal)) - SLANT)
