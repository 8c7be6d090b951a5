"""A split screen: two planes that begin alike, what is written about each, and what they differ by.

Side by side in wide and square frames, one above the other in tall ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from manim import VGroup

from algebra import facts
from algebra.matrices import Matrix
from stage.ink import MATRIX, Ink, formula
from stage.layout import Zone, Zones
from stage.matrices import is_short, matrix_ink, short_latex
from stage.product import fit_in, relation
from stage.story import named
from stage.theme import Theme

APPROX = r"\approx"

CAPTION = 0.5
"""Height of the line above a plane."""

COMPARISON = 0.9
"""Size of the sign between the planes."""

BROAD = 2.2
"""An area so many times wider than high has room for the difference between the results."""

SIGN = 0.9
"""Room between the planes for the sign that compares them."""


@dataclass(frozen=True, slots=True)
class Half:
    """One side: a line above the plane, the plane, a formula of matrices."""

    caption: Zone
    plane: Zone
    formula: Zone


@dataclass(frozen=True, slots=True)
class Split:
    """Both sides, the sign between them, and the place for their difference."""

    halves: tuple[Half, Half]
    sign: Zone
    results: tuple[Zone, Zone]
    """Where each side's result stands beside the difference: narrower than the formula if that
    is in the same row, between them."""
    difference: Zone


def split(zones: Zones, aspect: str) -> Split:
    """Divide all that is below the title and above the foot."""
    area = Zone(zones.whole.left, zones.whole.bottom, zones.whole.right, zones.title.bottom - 0.12)
    if aspect == "tall":
        return _stacked(area)
    broad = area.width > BROAD * area.height
    row, rows = (1.06, 1) if broad else (0.92, 2)
    width = (area.width - SIGN) / 2
    low = area.bottom + rows * (row + 0.1)
    halves = tuple(
        Half(
            Zone(left, area.top - CAPTION, left + width, area.top),
            Zone(left, low, left + width, area.top - CAPTION),
            Zone(left, low - 0.1 - row, left + width, low - 0.1),
        )
        for left in (area.left, area.right - width)
    )
    middle = Zone(area.left + width, low, area.right - width, area.top - CAPTION)
    if broad:
        end, gap = area.width * 0.195, 0.55
        top = area.bottom + row
        ends = (
            Zone(area.left, area.bottom, area.left + end, top),
            Zone(area.right - end, area.bottom, area.right, top),
        )
        between = Zone(ends[0].right + gap, area.bottom, ends[1].left - gap, top)
        return Split((halves[0], halves[1]), middle, ends, between)
    below = Zone(area.left, area.bottom, area.right, area.bottom + row)
    formulas = (halves[0].formula, halves[1].formula)
    return Split((halves[0], halves[1]), middle, formulas, below)


def _stacked(area: Zone) -> Split:
    row, sign, last = 0.95, 0.62, 1.05
    plane = (area.height - 2 * (CAPTION + row + 0.2) - sign - last) / 2
    halves = []
    top = area.top
    for _ in range(2):
        caption = Zone(area.left, top - CAPTION, area.right, top)
        floor = caption.bottom - plane
        halves.append(
            Half(
                caption,
                Zone(area.left, floor, area.right, caption.bottom),
                Zone(area.left, floor - row - 0.1, area.right, floor - 0.1),
            )
        )
        top = floor - row - 0.2 - sign
    between = Zone(area.left, halves[1].caption.top, area.right, halves[0].formula.bottom)
    below = Zone(area.left, area.bottom, area.right, area.bottom + last)
    formulas = (halves[0].formula, halves[1].formula)
    return Split((halves[0], halves[1]), between, formulas, below)


def make_room(ink: VGroup, zone: Zone) -> Callable[[float], None]:
    """Set type goes to the middle of a zone, smaller if it must, as t goes from 0 to 1."""
    members = ink.family_members_with_points()
    homes = [np.array(member.points) for member in members]
    start, end = np.array(ink.get_center()), np.array((*zone.center, 0.0))
    factor = min(1.0, zone.width / ink.width, zone.height / ink.height)

    def follow(t: float) -> None:
        middle, scale = start + (end - start) * t, 1.0 + (factor - 1.0) * t
        for member, home in zip(members, homes, strict=True):
            member.set_points(middle + (home - start) * scale)

    return follow


def comparison(one: Matrix, other: Matrix, zone: Zone, theme: Theme) -> Ink:
    """= or ≠ between the planes, decided exactly; ≈ for floats that agree to rounding."""
    if one == other:
        sign, color = "=", theme.holds
    elif not (one.is_exact and other.is_exact) and np.allclose(one.array, other.array, rtol=1e-9):
        sign, color = r"\approx", theme.holds
    else:
        sign, color = r"\neq", theme.fails
    ink = formula(sign, size=COMPARISON, color=color)
    fit_in(ink, zone.inset(0.05, 0.1), COMPARISON)
    return named(ink, "comparison", "formula")


def difference(name: str, matrix: Matrix, zone: Zone, theme: Theme) -> VGroup:
    """``BA − AB = (entries)`` and its Frobenius norm."""
    norm = facts.norm(matrix)
    value = rf"{'=' if is_short(norm) else APPROX} {short_latex(norm)}"
    lead = formula(f"{name} {relation(matrix)}", size=MATRIX, color=theme.ink)
    shown = matrix_ink(matrix, color=theme.ink, columns=(theme.ink, theme.ink))
    first = named(VGroup(lead, shown).arrange(buff=0.16), "difference", "matrix")
    for inside in (name, r"\, \cdot \,"):  # a dot for what stands at its left, if room is scarce
        measure = formula(rf"\lVert {inside} \rVert_F {value}", size=MATRIX, color=theme.emphasis)
        row = VGroup(first, named(measure, "norm", "formula")).arrange(buff=0.55)
        if row.width <= zone.width * 1.3:
            break
    fit_in(row, zone, MATRIX)
    return row
