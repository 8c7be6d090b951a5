"""The unit square as a sheet with a letter on it: two faces, and what a map does to them.

In the plane the sheet moves as the plane does. Turned over in depth it is seen from straight
above, without perspective. Then the flip of `algebra.motion`, (I − 2t·nnᵀ)((1−t)I + tP), taken at
t = (1 − cos πs)/2 *is* the shadow of a half-turn by πs about the mirror: 1 − 2t = cos πs. So what
is drawn stays true to M(t); only shading, line weight and the shadow on the table tell of depth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from manim import VGroup, VMobject
from manim.constants import CapStyleType

from algebra import facts
from algebra.matrices import Matrix
from algebra.motion import Path
from stage.ink import READOUT, formula
from stage.labels import Rectangle
from stage.layout import Zone
from stage.letters import GhostLetter, Letter
from stage.mapped import SAMPLES, MappedSquare
from stage.matrices import short_latex
from stage.mirror import MirrorLine, mirror_direction
from stage.panel import NumberReadout, WordReadout
from stage.plane import Map, segment_points
from stage.shapes import CORNERS, closed_polygon
from stage.story import named
from stage.theme import Theme

Height = Callable[[float], npt.NDArray[np.float64]]
"""t → a row h, shape (2,): the point p of the sheet is at height h·p above the table at t."""

LEVEL = np.zeros(2)
"""The height of a sheet that lies on the table."""

SHADOW = np.array([0.16, -0.20])
"""Where the shadow of a point one unit above the table falls, plane units."""


def turned(s: float) -> float:
    """t = (1 − cos πs)/2: the share of the flip that a half-turn has done at the share s."""
    return 1.0 if s >= 1.0 else (1.0 - math.cos(math.pi * s)) / 2


def height(path: Path) -> Height:
    """How high the sheet's points are while they turn over along a flip.

    The distance from the mirror, n·((1−t)I + tP)p, is turned by πs: cos πs of it is seen from
    above, and sin πs = 2√(t(1−t)) of it is height. Other paths stay on the table.
    """
    along = mirror_direction(path.matrix)
    if along is None or path.name != "flip":
        return lambda t: LEVEL  # noqa: ARG005 - one signature for all heights
    normal = np.array([-along[1], along[0]])
    if CORNERS.sum(axis=0) @ normal < 0:
        normal = -normal  # the side with more of the sheet comes up
    stretched = (np.eye(2) - 2.0 * np.outer(normal, normal)) @ path.matrix.array

    def at(t: float) -> npt.NDArray[np.float64]:
        sine = 2.0 * math.sqrt(max(0.0, t * (1.0 - t)))
        row: npt.NDArray[np.float64] = sine * (normal @ ((1.0 - t) * np.eye(2) + t * stretched))
        return row

    return at


class LetteredSquare(MappedSquare):
    """A mapped square with a letter on it, and the mirror of its last map.

    With `depth` the square is a sheet on a table: the table's grid stays, and a map that turns the
    plane over turns the sheet over in depth.
    """

    def __init__(
        self,
        zone: Zone,
        theme: Theme,
        path: Path,
        beside: Sequence[Path] = (),
        *,
        glyph: str,
        mirror: str,
        depth: bool = False,
    ) -> None:
        self.depth = depth
        self.path = path
        self.lift = LEVEL
        self.ghost_letter = named(GhostLetter(glyph, theme), "letter before", "outline")
        self.letter = named(Letter(glyph, theme), "letter", "letter")
        color, self.darkness = shade(theme)
        self.shadow = VMobject(stroke_width=0, fill_color=color, fill_opacity=0)
        self.near = [VMobject() for _ in CORNERS]
        for edge in self.near:
            edge.set_cap_style(CapStyleType.ROUND)
        direction = mirror_direction(path.matrix)
        self.mirror = None if direction is None else MirrorLine(mirror, direction, theme, zone)
        super().__init__(zone, theme, [path, *beside])
        # Drawn from below: ghost, its letter, shadow, square, its near edges, letter, mirror …
        k = self.standing.index(self.ghost) + 1
        line = [] if self.mirror is None else [self.mirror]
        self.standing[k : k + 1] = [
            self.ghost_letter,
            self.shadow,
            self.square,
            *self.near,
            self.letter,
            *line,
        ]
        self.submobjects[:] = [self.plane, *self.standing, self.labels]
        if self.mirror is not None:
            named(self.mirror.line, "mirror", "line")
            named(self.mirror.label, "mirror name", "label")
            self.mirror.keep_clear(self._cloud(), self.view_after(path))
            self.mirror.follow(self.view)

    def along(self, path: Path) -> Callable[[float], None]:
        """The motion of the path; with depth, as the turning of a sheet."""
        follow, rise = super().along(path), height(path)
        if not self.depth:
            return follow

        def turning(s: float) -> None:
            t = turned(s)
            self.lift = rise(t)
            follow(t)

        return turning

    def letter_box(self) -> Rectangle:
        """Where the letter is."""
        x, y = self.letter.get_center()[:2]
        return Rectangle(float(x), float(y), self.letter.width / 2, self.letter.height / 2)

    def _cloud(self) -> npt.NDArray[np.float64]:
        """Where corners of the square are at some moment, scene points of the last view."""
        view = self.view_after(self.path)
        moments = [CORNERS @ self.path(t).T for t in np.linspace(0, 1, SAMPLES)]
        return view.place(np.concatenate([CORNERS, *moments]))[:, :2]

    def _draw(self, plane: Map, standing: Map) -> None:
        super()._draw(np.eye(2) if self.depth else plane, standing)
        self.ghost_letter.follow(self.view)
        self.letter.follow(standing, self.view)
        if self.mirror is not None:
            self.mirror.follow(self.view)
        if self.depth:
            self._shade(standing)

    def _shade(self, standing: Map) -> None:
        """What tells of depth: light on the face, weight of the near edges, the shadow."""
        size = max(float(np.hypot(*(CORNERS @ standing.T).T).max()), 1.0)
        z = CORNERS @ self.lift
        level = float(np.abs(z).max()) / size
        self.square.face.set_fill(opacity=0.62 - 0.24 * min(level, 1.0))
        corners = CORNERS @ standing.T
        for k, edge in enumerate(self.near):
            ends = [k, (k + 1) % len(CORNERS)]
            lift = float(z[ends].mean()) / size
            if lift <= 0.01:
                edge.clear_points()
                continue
            edge.set_points(segment_points(self.view.place(corners[ends])[None, :, :2]))
            edge.set_stroke(self.square.edge.get_stroke_color(), width=4.5 * (1.0 + 1.4 * lift))
        cast = corners + np.outer(np.maximum(z, 0.0), SHADOW)
        self.shadow.set_points(closed_polygon(self.view.place(cast)[:, :2]))
        self.shadow.set_fill(opacity=self.darkness if level > 0.01 else 0.0)


def shade(theme: Theme) -> tuple[str, float]:
    """Colour and opacity of a shadow: the darker of ground and ink.

    A dark ground cannot become darker, so there the shadow puts out the grid's lines instead.
    """
    if int(theme.ground[1:3], 16) < int(theme.ink[1:3], 16):
        return theme.ground, 0.8
    return theme.ink, 0.16


class SenseReadouts(VGroup):
    """Signed area and orientation, taken from the square as it is drawn."""

    def __init__(self, picture: MappedSquare, area: NumberReadout, sense: WordReadout) -> None:
        self.picture = picture
        self.area = named(area, "signed area", "readout")
        self.sense = named(sense, "orientation", "readout")
        super().__init__(area, sense)

    def follow(self, matrix: Map) -> None:
        """Show the numbers of a frame in motion."""
        del matrix  # the read-out is measured on what is drawn, not computed beside it
        area = self.picture.square.signed_area()
        self.area.follow(area, self.side_color(area))
        self.sense.choose(1 if area > 0 else -1)

    def rest(self, matrix: Matrix) -> None:
        """Show the exact numbers of a map at rest."""
        side = facts.orientation(matrix)
        value = short_latex(facts.determinant(matrix))
        self.area.rest(formula(value, size=READOUT, color=self.side_color(side)))
        self.sense.choose(side)

    def side_color(self, side: float) -> str:
        """The face that shows: positive, negative, or neither."""
        theme = self.picture.theme
        if side == 0:
            return theme.ink
        return theme.positive if side > 0 else theme.negative
