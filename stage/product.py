"""A product of matrices beside a picture: its factors in the order of the formula, its columns.

The map that is applied first stands at the right, next to the vector: BA means A first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from manim import LEFT, RIGHT, UP, ManimColor, VGroup, VMobject, interpolate_color

from algebra.matrices import Matrix, identity
from stage.colors import READ, strength
from stage.ink import LABEL, MATRIX, SMALLEST, Ink, formula, text
from stage.layout import Zone, Zones
from stage.matrices import entry_label, is_short, matrix_ink
from stage.story import named
from stage.theme import Theme

WAITING, SOBER = 0.68, 0.2
"""Opacity of a factor that is not being applied, and how far its colours go towards the ink's;
farther, if it could not be read otherwise."""

SPACE = 0.19
"""Scene units between a sign and a matrix. A name leans away from its sign and looks as far."""

LONG = 0.72
"""Factors that would have to shrink further than this are set without their lead beside them."""

ORDINAL = 0.26
"""Size of the word that says when a factor is applied."""


def symbols(maps: Sequence[Matrix]) -> tuple[str, ...]:
    """LaTeX for each map: its name, in brackets if it is a sum; M₁, M₂… if any has no name."""
    if all(matrix.name for matrix in maps):
        return tuple(
            rf"({matrix.name})" if re.search(r" [+-] ", matrix.name) else matrix.name
            for matrix in maps
        )
    return tuple(f"M_{{{k}}}" for k in range(1, len(maps) + 1))


def product_name(names: Sequence[str]) -> str:
    """LaTeX of a product, the first applied at the right."""
    return " ".join(reversed(names))


def sameness(one: Matrix, other: Matrix) -> str:
    """LaTeX of what can be said of two matrices: =, ≈ for floats equal to rounding, or ≠.

    Of exact ones it is decided exactly.
    """
    if one == other:
        return "="
    if not (one.is_exact and other.is_exact) and np.allclose(one.array, other.array, rtol=1e-9):
        return r"\approx"
    return r"\neq"


def relation(matrix: Matrix) -> str:
    """= if all entries are shown as they are, else ≈."""
    return "=" if all(is_short(x) for row in matrix.rows for x in row) else r"\approx"


@dataclass(frozen=True, slots=True)
class Places:
    """Zones within the margin: the factors, their product, and lines of notes."""

    factors: Zone
    result: Zone | None
    """Below the factors; None if it stands in their line."""
    notes: Zone


def places(zones: Zones) -> Places:
    """Divide the margin: one below the other beside a stage; below one, notes under one line."""
    m = zones.margin
    if zones.flow == "column" and m.height > m.width:
        first, second = m.top - m.height * 0.31, m.top - m.height * 0.57
        return Places(
            Zone(m.left, first, m.right, m.top),
            Zone(m.left, second, m.right, first),
            Zone(m.left, m.bottom, m.right, second - 0.1),
        )
    # A broad margin is high enough for several lines of notes, or for just one.
    # Notes stand well below the ordinals, which would else look like words about them.
    line, gap = (0.53, 0.35) if zones.flow == "column" else (0.25, 0.08)
    level = m.bottom + m.height * line
    low = m.bottom if zones.flow == "column" else m.bottom - 0.08
    return Places(
        Zone(m.left, level, m.right, m.top), None, Zone(m.left, low, m.right, level - gap)
    )


class Factors(VGroup):
    """``BA = (B)(A)``: the factors as they stand in the formula, each lit while it is applied."""

    def __init__(
        self, maps: Sequence[Matrix], names: Sequence[str], zone: Zone, theme: Theme
    ) -> None:
        columns = (theme.first, theme.second)
        self.lead = formula(f"{product_name(names)} =", size=MATRIX, color=theme.ink)
        self.factors = [
            named(matrix_ink(m, color=theme.ink, columns=columns), f"factor {k}", "matrix")
            for k, m in enumerate(maps, start=1)
        ]
        self._light = [1.0] * len(maps)
        quiet = {color: _waiting(color, theme) for color in (theme.ink, *columns)}
        self._colors = [
            [
                (part, color, quiet[color.to_hex().upper()])
                for part in factor.family_members_with_points()
                for color in (part.get_fill_color(),)
            ]
            for factor in self.factors
        ]
        super().__init__(self.lead, *reversed(self.factors))
        in_line([self.lead, *reversed(self.factors)], [SPACE, *[0.16] * (len(maps) - 1)])
        if zone.width < LONG * self.width:  # the product's name in a line above its factors
            row = VGroup(*in_line([*reversed(self.factors)], [0.12] * (len(maps) - 1)))
            self.lead.next_to(row, UP, buff=0.14).align_to(row, LEFT)
        self.factor = fit_in(self, zone, MATRIX)

    def light(self, current: int | None) -> Callable[[float], None]:
        """The factor that is applied now (counted from 1) becomes bright, the others quiet.

        With None all are bright. The function takes t from 0 to 1.
        """
        before = list(self._light)
        after = [1.0 if current in (k, None) else WAITING for k in range(1, len(before) + 1)]

        def follow(t: float) -> None:
            self._light = [start + (end - start) * t
                           for start, end in zip(before, after, strict=True)]  # fmt: skip
            for parts, opacity in zip(self._colors, self._light, strict=True):
                share = (1.0 - opacity) / (1.0 - WAITING)
                for part, color, quiet in parts:
                    part.set_fill(interpolate_color(color, quiet, share), opacity=opacity)

        return follow


class Product(VGroup):
    """Factors with an ordinal below each, and in the next line their product, column by column."""

    def __init__(
        self,
        maps: Sequence[Matrix],
        product: Matrix,
        ordinals: Sequence[str],
        place: Places,
        theme: Theme,
    ) -> None:
        zone, below = place.factors, ORDINAL * 1.4
        upper = Zone(zone.left, zone.bottom + below, zone.right, zone.top)
        self.row = row = Factors(maps, symbols(maps), upper, theme)
        equals = formula(relation(product), size=MATRIX, color=theme.ink)
        self.result = matrix_ink(product, color=theme.ink, columns=(theme.first, theme.second))
        pieces = [equals, self.result]
        self.unit: Ink | None = None
        same = sameness(product, identity(2))
        if same != r"\neq":  # said with the name that it has, once it is formed
            self.unit = formula(f"{same} I", size=MATRIX, color=theme.ink)
            pieces.append(self.unit)
        self.below = VGroup(*in_line(pieces, [SPACE] * (len(pieces) - 1)))
        if place.result is None:
            self.below.scale(row.factor).next_to(row, RIGHT, buff=SPACE * row.factor)
            lower = baseline(row.factors[0]) - baseline(self.result)
            self.below.shift((0.0, lower, 0.0))
            line = VGroup(row, self.below)
            self._scale = row.factor * fit_in(line, upper, MATRIX * row.factor)
        else:
            self._scale = fit_in(self.below, place.result, MATRIX)
            # Its relation stands under the one above, as far as there is room to the right.
            shift = float(row.lead.get_right()[0] - equals.get_right()[0])
            shift = min(shift, place.result.right - float(self.below.get_right()[0]))
            self.below.shift((shift, 0.0, 0.0))
        height = float(row.get_bottom()[1]) - below * 0.62
        self.words = [
            named(text(word, size=ORDINAL, color=theme.quiet), f"ordinal {k}", "text").move_to(
                (float(factor.get_center()[0]), height, 0.0)
            )
            for k, (word, factor) in enumerate(zip(ordinals, row.factors, strict=False), start=1)
        ]
        named(row.lead, "product name", "formula")
        named(self.below, "product", "matrix")
        self._homes = {
            (i, j): np.array(self.result.part(entry_label(i, j)).get_all_points())
            for i in range(2)
            for j in range(2)
        }
        super().__init__(row, *self.words)
        self.aside = 0.0
        """How far to the right the factors stand, scene units, until `make_room`: in the middle."""
        if place.result is None:
            self.aside = zone.center[0] - float(row.get_center()[0])
            self._shifted = 0.0
            self.make_room(0.0)

    def make_room(self, t: float) -> None:
        """As t goes from 0 to 1 the factors go from the middle to where their product follows."""
        shift = self.aside * (1.0 - t)
        self.shift((shift - self._shifted, 0.0, 0.0))
        self._shifted = shift

    def empty(self) -> VGroup:
        """The relation and the product's brackets, its entries still unseen."""
        for i, j in self._homes:
            self.result.part(entry_label(i, j)).set_opacity(0.0)
        if self.unit is not None:
            self.unit.set_opacity(0.0)
        return self.below

    def complete(self, t: float) -> None:
        """As t goes from 0 to 1: if the product is the identity, that is written beside it."""
        if self.unit is not None:
            self.unit.set_opacity(t)

    def fly(self, j: int, starts: Sequence[Sequence[float]]) -> Callable[[float], None]:
        """The entries of column j come from two scene points, where they stood as coordinates."""
        parts = [self.result.part(entry_label(i, j)) for i in range(2)]
        homes = [self._homes[i, j] for i in range(2)]
        small = LABEL / (MATRIX * self._scale)

        def follow(t: float) -> None:
            for part, home, start in zip(parts, homes, starts, strict=True):
                middle = (home.min(axis=0) + home.max(axis=0)) / 2
                center = middle + (1.0 - t) * (np.array([*start, 0.0]) - middle)
                points = home if t >= 1.0 else center + (home - middle) * (small + (1 - small) * t)
                _set_all_points(part, points)
                part.set_opacity(1.0)

        return follow


def _waiting(color: str, theme: Theme) -> ManimColor:
    """The colour of what waits: nearer the ink's, so far that at its opacity it can be read."""
    for percent in range(round(100 * SOBER), 100):
        sober = interpolate_color(ManimColor(color), ManimColor(theme.ink), percent / 100)
        if strength(sober.to_hex(), theme.ground, WAITING, READ) <= WAITING:
            return sober
    return ManimColor(theme.ink)


def product_ink(names: Sequence[str], product: Matrix, theme: Theme) -> VGroup:
    """``BA = (entries)``."""
    lead = formula(rf"{product_name(names)} {relation(product)}", size=MATRIX, color=theme.ink)
    matrix = matrix_ink(product, color=theme.ink, columns=(theme.first, theme.second))
    return VGroup(*in_line([lead, matrix], [SPACE]))


def in_line(pieces: Sequence[Ink], gaps: Sequence[float]) -> Sequence[Ink]:
    """Put pieces, not yet scaled, on one baseline at height 0, with these gaps between them.

    `gaps` are one fewer than the pieces, in scene units. Returns the pieces.
    """
    left = 0.0
    for piece, gap in zip(pieces, [*gaps, 0.0], strict=True):
        piece.move_baseline(left, 0.0)
        left = float(piece.get_right()[0]) + gap
    return pieces


def baseline(ink: Ink, size: float = MATRIX) -> float:
    """The height of the baseline of ink that was set at an em `size`, scaled or not."""
    middle = float(ink.get_center()[1])
    return middle - (middle - ink.baseline) * ink.em / size


def fit_in(ink: VGroup, zone: Zone, size: float) -> float:
    """Scale set type of an em `size` down to fit a zone, centre it there; the factor."""
    factor = max(min(1.0, zone.width / ink.width, zone.height / ink.height), SMALLEST / size)
    ink.scale(factor).move_to((*zone.center, 0.0))
    return factor


def _set_all_points(
    part: VMobject, points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> None:  # fmt: skip -- the type is long
    """Give a path, or a group of paths, its points in the order of `get_all_points`."""
    position = 0
    for member in part.family_members_with_points():
        count = len(member.points)
        member.set_points(points[position : position + count])
        position += count
