"""A split screen: two planes that begin alike, what is written about each, and what they differ by.

Side by side in wide and square frames, one above the other in tall ones. Where the row below both
planes is the only one, the two results step into it, and their difference is formed in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from manim import Mobject, VGroup, VMobject

from algebra import facts
from algebra.matrices import Matrix
from stage.ink import MATRIX, Ink, formula
from stage.layout import Zone, Zones
from stage.matrices import is_short, matrix_ink, short_latex
from stage.product import SPACE, fit_in, in_line, relation, sameness
from stage.story import named
from stage.theme import Theme

APPROX = r"\approx"

CAPTION = 0.5
"""Height of the line above a plane."""

ASIDE = 0.41
"""The most that a plane's caption takes of a tall frame's width, beside its formula."""

APART = 0.25
"""Scene units between these two."""

COMPARISON = 0.8
"""Size of the sign between the planes."""

BROAD = 2.2
"""An area so many times wider than high has room for the difference between the results."""

UNDER = 0.2
"""Scene units from a plane to the row of matrices below it."""

HEADED = 0.24
"""Scene units from a row of matrices to the plane below it."""

TITLED = 0.2
"""Scene units by which matrices that head a plane stand farther below the title than words do."""

SIGN = 0.9
"""Room between the planes for the sign that compares them."""

BETWEEN = 1.0
"""The same between planes one above the other: the sign is as large, and clear of both."""


@dataclass(frozen=True, slots=True)
class Half:
    """One side: what is said above the plane, the plane, a formula of matrices."""

    caption: Zone
    plane: Zone
    formula: Zone

    @property
    def room(self) -> Zone:
        """The part of the plane in which everything but the grid stays."""
        return self.plane.inset(0.35, 0.1)


@dataclass(frozen=True, slots=True)
class Split:
    """Both sides, the sign between them, and the place for their difference."""

    halves: tuple[Half, Half]
    sign: Zone
    difference: Zone
    joined: bool
    """Whether the results leave their planes for the line of their difference, which is then in
    the same row."""
    headed: bool
    """Whether the formulas stand above their planes, with their captions at the right."""

    def formulas(self, captions: Sequence[Mobject]) -> tuple[Zone, ...]:
        """Where the formulas stand: they may have what these captions leave of a row they share."""
        zones = tuple(half.formula for half in self.halves)
        if not self.headed:
            return zones
        right = min(float(caption.get_left()[0]) for caption in captions) - APART
        return tuple(replace(zone, right=right) for zone in zones)


def split(zones: Zones, aspect: str) -> Split:
    """Divide all that is below the title and above the foot."""
    area = Zone(zones.whole.left, zones.whole.bottom, zones.whole.right, zones.title.bottom - 0.12)
    if aspect == "tall":
        return _stacked(area)
    broad = area.width > BROAD * area.height
    row, rows = (1.06, 1) if broad else (0.92, 2)
    width = (area.width - SIGN) / 2
    low = area.bottom + rows * (row + UNDER)
    halves = tuple(
        Half(
            Zone(left, area.top - CAPTION, left + width, area.top),
            Zone(left, low, left + width, area.top - CAPTION),
            Zone(left, low - UNDER - row, left + width, low - UNDER),
        )
        for left in (area.left, area.right - width)
    )
    middle = Zone(area.left + width, low, area.right - width, area.top - CAPTION)
    below = Zone(area.left, area.bottom, area.right, area.bottom + row)
    return Split((halves[0], halves[1]), middle, below, joined=broad, headed=False)


def _stacked(area: Zone) -> Split:
    """One above the other; what is written about a plane shares the row above it."""
    row, sign, last, gap = 0.95, BETWEEN, 1.05, HEADED
    plane = (area.height - TITLED - 2 * (row + gap) - sign - last - gap) / 2
    aside = area.right - ASIDE * area.width
    halves = []
    top = area.top - TITLED
    for _ in range(2):
        low = top - row - gap
        halves.append(
            Half(
                Zone(aside + APART, top - row, area.right, top),
                Zone(area.left, low - plane, area.right, low),
                Zone(area.left, top - row, aside, top),
            )
        )
        top = low - plane - sign
    between = Zone(area.left, halves[1].formula.top, area.right, halves[0].plane.bottom)
    below = Zone(area.left, area.bottom, area.right, area.bottom + last)
    return Split((halves[0], halves[1]), between, below, joined=False, headed=True)


def glide(ink: VMobject, target: VMobject) -> Callable[[float], None]:
    """Set type goes to where its like stands, and to that size, as t goes from 0 to 1."""
    parts = ink.family_members_with_points()
    ways = [
        (np.array(part.points), np.array(end.points))
        for part, end in zip(parts, target.family_members_with_points(), strict=True)
    ]

    def follow(t: float) -> None:
        for part, (start, end) in zip(parts, ways, strict=True):
            part.set_points(end if t >= 1.0 else start + (end - start) * t)

    return follow


def comparison(one: Matrix, other: Matrix, zone: Zone, theme: Theme) -> Ink:
    """= or ≠ between the planes, decided exactly; ≈ for floats that agree to rounding."""
    sign = sameness(one, other)
    color = theme.fails if sign == r"\neq" else theme.holds
    ink = formula(sign, size=COMPARISON, color=color)
    fit_in(ink, zone.inset(0.05, 0.02), COMPARISON)
    return named(ink, "comparison", "formula")


@dataclass(frozen=True, slots=True)
class Subtraction:
    """``BA − AB = (…) − (…) = (…)`` and the Frobenius norm; or without the two in the middle.

    `results` is where these two stand, `rest` all else.
    """

    results: tuple[VMobject, ...]
    rest: VGroup


def subtraction(
    names: tuple[str, str], results: tuple[Matrix, Matrix], place: Split, theme: Theme
) -> Subtraction:
    """The line of the difference of two products, fitted into its place."""
    one, other = results
    gap, name = one - other, f"{names[0]} - {names[1]}"
    columns = (theme.first, theme.second)
    terms = [matrix_ink(m, color=theme.ink, columns=columns) for m in results]
    shown = matrix_ink(gap, color=theme.ink, columns=(theme.ink, theme.ink))
    ends = [_sign(relation(gap), theme), shown]
    middle: list[Ink] = []
    if place.joined:
        exact = "=" if relation(one) == relation(other) == "=" else APPROX
        middle = [_sign(exact, theme), terms[0], _sign("-", theme), terms[1]]
    else:
        terms = []
    norm = facts.norm(gap)
    value = rf"{'=' if is_short(norm) else APPROX} {short_latex(norm)}"
    for inside in (name, r"\, \cdot \,"):  # a dot for what stands at its left, if room is scarce
        lead = formula(name, size=MATRIX, color=theme.ink)
        measure = formula(rf"\lVert {inside} \rVert_F {value}", size=MATRIX, color=theme.ink)
        pieces = [lead, *middle, *ends, named(measure, "norm", "formula")]
        row = VGroup(*in_line(pieces, [SPACE] * (len(pieces) - 2) + [0.55]))
        if row.width <= place.difference.width * 1.3:
            break
    fit_in(row, place.difference, MATRIX)
    signs = middle[::2]  # the results between them are on the stage already
    difference = named(VGroup(*ends), "difference", "matrix")
    named(lead, "difference name", "formula")
    return Subtraction(tuple(terms), VGroup(lead, *signs, difference, measure))


def _sign(latex: str, theme: Theme) -> Ink:
    return formula(latex, size=MATRIX, color=theme.ink)
