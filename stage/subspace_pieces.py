"""The pieces of row spaces and of an input with its shadows, and how each is drawn.

An input that leaves a row space is told from one that lies in it by the right triangle of input,
shadow and drop: a faint face in it stands upright on the row space, with a right angle at its foot.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from manim import ManimColor, interpolate_color

from stage.camera import Array, Orthographic
from stage.colors import coded, contrast
from stage.shapes import DOT, TIP_LENGTH
from stage.space import Patch, Piece, Stroke, disc
from stage.theme import Theme
from stage.viewpoint import RowSpace

FEWEST, MOST = 2, 6
"""Grid lines of a disc on each side of its middle: with these many, each stands at a unit."""

NEAR_RIM = 0.97
"""A grid line so near the rim, in shares of the disc's radius, would blur with it."""

TINT, COVER = 0.21, 0.82
"""How much of its hue a face has, and how much of what is behind it hides: every hue of the family
can be read on a face of any other."""

KERNEL_COVER = 0.5
"""What a head does not read hides less, and has no grid."""

SQUARE, LARGEST = 0.3, 0.5
"""Side of the mark of a right angle, and the most that it grows beyond an arrow's head, scene
units."""

FAINTER, READABLE = (0.7, 0.78, 0.86, 0.94), 3.05
"""How much of its hue a hidden line may have, and the contrast that it needs (3 with rounding)."""

SAIL = 0.16
"""Opacity of the triangle between an input and its shadow."""

STEEP = 0.5
"""Scene units of drop, or of shadow, from which on the triangle is drawn in full."""

SHADOW = 0.82
"""Size of a shadow's arrow, that of the input being 1."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How the pieces of one owner are drawn; `kind` is what checks know them as, if they do.

    `length` in scene units and `anchor` (a share) are for the dashes where a piece is hidden.
    """

    form: Literal["face", "line", "arrow", "dashes"]
    color: ManimColor
    width: float = 3.0
    opacity: float = 1.0
    scale: float = 1.0
    kind: str = ""
    length: float = 0.0
    anchor: float = 0.0


Drawn: TypeAlias = tuple[Piece, Pen]


def space_pieces(
    one: RowSpace,
    reach: float,
    unit: float,
    theme: Theme,
    *,
    layer: int,
    copies: int,
    grown: float = 1.0,
) -> Iterator[Drawn]:
    """A line, or a disc with its grid; nothing of the origin and of the whole space.

    The disc ends at `reach` when the share `grown` of it is there; its grid stands still meanwhile.
    `copies` row spaces before it are the same: its line is thinner, its disc has no grid.
    """
    full, reach = reach, reach * grown
    hue, ground = ManimColor(one.color), ManimColor(theme.ground)
    if one.rank == 1:
        ends = np.array([-reach * one.basis[0], reach * one.basis[0]])
        read = one.role == "read"
        width = 11.0 / (1 + 0.8 * copies) if read else 5.0
        length = 2 * reach * unit
        pen = Pen("line", hue, width, kind="line", length=length, anchor=0.5)
        yield Stroke(one.name, ends, 3 if one.role == "kernel" else layer), pen
    if one.rank != 2:
        return
    kernel = one.role == "kernel"
    cover = KERNEL_COVER if kernel else COVER
    yield disc(one.basis, reach, one.name, layer=-copies), Pen("face", hue, 3.2, cover, kind="disc")
    if copies or kernel:
        return  # the grid of the smaller disc, which lies on this one, serves for both
    faint = Pen("line", interpolate_color(ground, hue, 0.55), 1.5)
    for axis in (0, 1):
        for k, offset in grid_offsets(full):
            if abs(offset) < NEAR_RIM * reach:
                half = math.sqrt(reach**2 - offset**2)
                middle, along = offset * one.basis[1 - axis], half * one.basis[axis]
                ends = np.array([middle - along, middle + along])
                yield Stroke(f"{one.name} grid {axis}{k}", ends, 1), faint


def grid_offsets(reach: float) -> list[tuple[int, float]]:
    """Numbers and places, in units of space, of the parallel grid lines of a disc of a radius.

    They stand a unit apart, so that squares can be counted; where these were too many or too few,
    a round number: the largest of 5, 2 and 1 times a power of ten that gives enough of them.
    """
    step = 1.0
    if not FEWEST <= reach / step < MOST + 1:
        power = 10.0 ** math.floor(math.log10(reach / FEWEST))
        step = max(k * power for k in (1, 2, 5) if k * power * FEWEST <= reach * (1 + 1e-9))
    count = math.floor(reach / step)
    return [(k, k * step) for k in range(-count, count + 1)]


def input_pieces(
    vector: Array, spaces: Sequence[RowSpace], camera: Orthographic, theme: Theme
) -> Iterator[Drawn]:
    """The input's arrow; on each of these row spaces its shadow, and how far it is from there."""
    origin, unit = np.zeros(3), camera.unit
    ink = ManimColor(theme.input)
    for one in spaces:
        if one.rank == 3:
            continue
        shadow = one.shadow(vector)
        size, gap = (unit * float(np.linalg.norm(v)) for v in (shadow, vector - shadow))
        hue = ManimColor(one.color)
        pen = Pen("arrow", hue, scale=SHADOW, kind="arrow", length=size)
        yield Stroke(f"{one.name} shadow", np.array([origin, shadow]), 20), pen
        if min(size, gap) <= 2 * DOT:
            continue
        quiet = ManimColor(theme.quiet)
        pen = Pen("dashes", quiet, 2.8, kind="dashes", length=gap)
        yield Stroke(f"{one.name} drop", np.array([vector, shadow]), 10), pen
        # clear of the shadow's head, which is always as long on the frame
        seen = unit * float(np.linalg.norm(camera.axes[:2] @ shadow)) / size
        wanted = min(LARGEST, max(SQUARE, SHADOW * TIP_LENGTH * 1.15 / max(seen, 0.1)))
        side = min(wanted, 0.4 * size, 0.4 * gap) / unit
        back, up = (side * v / float(np.linalg.norm(v)) for v in (-shadow, vector - shadow))
        for k, leg in enumerate((back, up)):
            ends = shadow + np.array([leg, back + up])
            yield Stroke(f"{one.name} right angle {k}", ends, 10), Pen("line", quiet, 2.4)
        steep = min(1.0, min(size, gap) / STEEP)
        corners, rim = np.array([origin, shadow, vector]), np.zeros(3, dtype=bool)
        sail = Patch(f"{one.name} sail", corners, rim, -3)
        yield sail, Pen("face", ink, 0.0, SAIL * steep, kind="sail")
    length = unit * float(np.linalg.norm(vector))
    yield (
        Stroke("input", np.array([origin, vector]), 30),
        Pen("arrow", ink, kind="arrow", length=length),
    )


def hidden_hue(hue: str, faces: Sequence[str], theme: Theme) -> str:
    """The colour of the dashes of a line of a hue behind faces of these: fainter than the line
    where it is seen, but never too faint to be read on them."""
    ground = ManimColor(theme.ground)
    shown = [(1 - COVER * TINT) * coded(theme.ground) + COVER * TINT * coded(f) for f in faces]
    for share in FAINTER:
        color = interpolate_color(ground, ManimColor(hue), share).to_hex()
        if all(contrast(coded(color), face) >= READABLE for face in shown):
            return str(color)
    return hue


def lifted(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces from the back to the front, with each shadow over the tint of its own triangle, and
    over the mark of its right angle: where no other face comes between, it hides nothing else."""
    found = list(pieces)
    for piece in pieces:
        if not piece.owner.endswith(" shadow"):
            continue
        lead = piece.owner.removesuffix("shadow")
        over = {f"{lead}sail", f"{lead}right angle 0", f"{lead}right angle 1"}
        at = found.index(piece)
        last = max((k for k, one in enumerate(found) if one.owner in over), default=at)
        faces = [one for one in found[at:last] if isinstance(one, Patch) and one.owner not in over]
        if last > at and not faces:
            found.insert(last, found.pop(at))
    return found
