"""What stands in a picture, as plain geometry: what the picture gate looks at.

A piece is set type (all glyphs of one setting), or one path with a face or a stroke. Pieces come
in drawing order. Coordinates are scene units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt
from manim import Mobject, VMobject

from stage.ink import Ink
from stage.readout import LiveText

Array = npt.NDArray[np.float64]

TYPE_KINDS = frozenset({"text", "formula", "matrix", "readout", "label"})
"""Named kinds whose filled paths are glyphs even where no `Ink` holds them."""

STEPS = np.linspace(0.0, 1.0, 5)
"""Where a bent curve is divided into straight pieces."""

SIMPLE = 12
"""Curves of a path that may be a bar or a plate; a glyph has more, or it is in an `Ink`."""

Form = Literal["type", "plate", "area", "line"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to be seen.

    ``name`` and ``kind`` are of the nearest thing around it that has a name, else empty; ``owner``
    tells things of the same name apart; ``parts`` are its glyphs' boxes (x0, y0, x1, y1), shape
    (n, 4), or its own box; ``outlines`` are closed polygons of a face, ``segments`` the lines of
    outlines and strokes, shape (n, 2, 2). ``width`` is a stroke's, in scene units. ``rimmed`` type
    has a rim at which lines behind it stop.
    """

    name: str
    kind: str
    owner: int
    form: Form
    color: str
    opacity: float
    parts: Array
    outlines: tuple[Array, ...] = ()
    segments: Array = field(default_factory=lambda: np.zeros((0, 2, 2)))
    width: float = 0.0
    em: float = 0.0
    source: str = ""
    says: str = ""
    rimmed: bool = False

    box: tuple[float, float, float, float] = field(init=False)
    """x0, y0, x1, y1: what `parts` reach together."""

    def __post_init__(self) -> None:
        low, high = self.parts[:, :2].min(axis=0), self.parts[:, 2:].max(axis=0)
        box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        object.__setattr__(self, "box", box)

    @property
    def called(self) -> str:
        """How a message names it."""
        if self.name:
            return self.name
        says = self.says.replace("\n", " ")
        return f"“{says[:24]}”" if says else {"type": "some type"}.get(self.form, "a line")


@dataclass(frozen=True, slots=True)
class Claim:
    """A label or read-out that tells numbers of the drawing: what it says, and what is drawn."""

    name: str
    says: str
    drawn: tuple[float, ...]


def pieces(mobjects: Sequence[Mobject], ground: str, *, nameless: bool = True) -> tuple[Piece, ...]:
    """All that is to be seen of these things, in drawing order; `ground` is what plates hide in.

    Without `nameless` it is type and named things only (no grids), and the type's size is not
    measured, which is much quicker.
    """
    found: list[tuple[float, Piece]] = []
    for mobject in mobjects:
        found.extend(_walk(mobject, ("", "", 0), ground.upper(), nameless))
    return tuple(piece for _, piece in sorted(found, key=lambda pair: pair[0]))


def claims(mobjects: Sequence[Mobject]) -> tuple[Claim, ...]:
    """What labels and read-outs at rest say about the drawing (see stage.story.agrees)."""
    found = []
    for mobject in mobjects:
        for member in mobject.get_family():
            measure: Callable[[], tuple[float, ...]] | None = getattr(member, "measure", None)
            if measure is not None:
                name = getattr(member, "box_name", ("a number", ""))[0]
                inks = (one for one in member.get_family() if isinstance(one, Ink))
                says = [ink.says for ink in inks if ink.says]
                if says:
                    found.append(Claim(name, says[-1], measure()))
    return tuple(found)


def _walk(
    mobject: Mobject, owner: tuple[str, str, int], ground: str, nameless: bool
) -> Iterator[tuple[float, Piece]]:
    label = getattr(mobject, "box_name", None)
    if label is not None:
        owner = (*label, id(mobject))
    if isinstance(mobject, (Ink, LiveText)):
        piece = _type(mobject, owner, nameless)
        if piece is not None:
            yield float(mobject.z_index), piece
        return
    if isinstance(mobject, VMobject) and len(mobject.points) >= 4 and (nameless or owner[0]):
        for piece in _path(mobject, owner, ground):
            yield float(mobject.z_index), piece
    for child in mobject.submobjects:
        yield from _walk(child, owner, ground, nameless)


def _type(mobject: Ink | LiveText, owner: tuple[str, str, int], measured: bool) -> Piece | None:
    """All glyphs of one setting as one piece; nothing if it has vanished."""
    members = [
        one
        for one in mobject.get_family()
        if isinstance(one, VMobject) and len(one.points) >= 4 and one.get_fill_opacity() > 0.01
    ]
    if not members:
        return None
    parts = np.concatenate([_boxes(member.points[:, :2]) for member in members])
    opacity = max(float(member.get_fill_opacity()) for member in members)
    colors = {_hex(member.get_fill_color()) for member in members}
    if isinstance(mobject, Ink):
        em, source, says = (mobject.em if measured else 0.0), mobject.source, mobject.says
    else:
        em, source, says = mobject.size, "", mobject.shown
    return Piece(
        owner[0],
        owner[1] or "text",
        owner[2] or id(mobject),
        "type",
        " ".join(sorted(colors)),
        opacity,
        parts,
        em=em,
        source=source,
        says=says,
        rimmed=any(_rimmed(member) for member in members),
    )


def _rimmed(member: VMobject) -> bool:
    rim = float(member.get_stroke_width(background=True))
    return rim > 4 and float(member.get_stroke_opacity(background=True)) > 0.5


def _path(mobject: VMobject, owner: tuple[str, str, int], ground: str) -> Iterator[Piece]:
    """The face and the stroke of a path, each as a piece if it is to be seen."""
    points = mobject.points[: len(mobject.points) // 4 * 4, :2]
    face, stroke = float(mobject.get_fill_opacity()), float(mobject.get_stroke_opacity())
    width = float(mobject.get_stroke_width()) * 0.01
    name, kind, own = owner
    own = own or id(mobject)
    if face > 0.01:
        color = _hex(mobject.get_fill_color())
        rings = _rings(points)
        form: Form = "area"
        few = len(points) // 4 <= SIMPLE
        if color == ground and few:
            form = "plate"
        elif kind in TYPE_KINDS and not few:
            form = "type"
        boxes = _boxes(points)
        segments = _edges(points)
        yield Piece(name, kind, own, form, color, face, boxes, rings, segments)
    if stroke > 0.01 and width > 0:
        segments = _edges(points)
        if len(segments):
            low, high = segments.min(axis=(0, 1)), segments.max(axis=(0, 1))
            box = np.array([[low[0], low[1], high[0], high[1]]])
            color = _hex(mobject.get_stroke_color())
            yield Piece(name, kind, own, "line", color, stroke, box, segments=segments, width=width)


def _starts(points: Array) -> npt.NDArray[np.intp]:
    """The indices at which the contours of a path begin."""
    heads, tails = points[4::4], points[3:-4:4]
    apart = np.abs(heads - tails).max(axis=1) > 1e-6
    return np.concatenate([np.zeros(1, np.intp), np.flatnonzero(apart) + 1]) * 4


def _boxes(points: Array) -> Array:
    """The box of every contour, shape (n, 4); control points bound a curve."""
    points = points[: len(points) // 4 * 4]
    starts = _starts(points)
    low = np.minimum.reduceat(points, starts, axis=0)
    high = np.maximum.reduceat(points, starts, axis=0)
    return np.concatenate([low, high], axis=1)


def _curves(points: Array) -> Array:
    """Every curve as five points on it, shape (n, 5, 2)."""
    a, b, c, d = (points[k::4][:, None] for k in range(4))
    t = STEPS[None, :, None]
    bent: Array = a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3
    return bent


def _edges(points: Array) -> Array:
    """A path as straight segments, shape (n, 2, 2); bent curves are divided."""
    bent = _curves(points)
    off = bent[:, 2] - (bent[:, 0] + bent[:, -1]) / 2
    straight = np.abs(off).max(axis=1) < 1e-3
    whole = np.stack([bent[straight, 0], bent[straight, -1]], axis=1)
    parts = np.stack([bent[~straight, :-1], bent[~straight, 1:]], axis=2).reshape(-1, 2, 2)
    return np.concatenate([whole, parts])


def _rings(points: Array) -> tuple[Array, ...]:
    """The contours as polygons, each of shape (m, 2)."""
    starts = _starts(points)
    bent = _curves(points)[:, :-1]
    return tuple(part.reshape(-1, 2) for part in np.split(bent, starts[1:] // 4))


def _hex(color: object) -> str:
    return str(getattr(color, "to_hex", lambda: "#000000")()).upper()[:7]
