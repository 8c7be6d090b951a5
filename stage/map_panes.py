"""Two panes, input and output, with the map between them, and room for what is said below."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from manim import LEFT, RIGHT, VGroup, VMobject

from stage.ink import Ink
from stage.layout import Zone, Zones
from stage.plane import shown_step
from stage.shapes import arrow_outline, closed_polygon
from stage.theme import Theme

CAPTION = 0.46
"""Height of the line above a pane."""

BASELINE = 0.13
"""Height of the baseline of that line above the pane."""

BETWEEN = 0.3

BESIDE = 0.3
"""Scene units between the matrix and the panes beside it."""

ASIDE = 0.15
"""Scene units between what is written between the panes and the panes beside it."""

OFF_BORDER = 0.22
"""Scene units that a grid's line keeps from its pane's border, or the two look like one smudge."""

LEAST_UNIT = 0.8
"""Share of a unit that `clear_unit` leaves at least."""


@dataclass(frozen=True, slots=True)
class MapPanes:
    """Places in scene units; the two panes are equally large."""

    input: Zone
    output: Zone
    matrix: Zone
    arrow: tuple[tuple[float, float], tuple[float, float]]
    notes: tuple[Zone, Zone]
    between: Zone | None = None
    """Room for a few short lines about both panes, below the arrow between them; None where panes
    are close together or stand one on the other."""


def map_panes(zones: Zones, *, roomy: bool = False) -> MapPanes:
    """Side by side in wide and square frames (the matrix below, if square), else one on top.

    `roomy`: long coordinates may have to stand between panes that are side by side.
    """
    whole, top = zones.whole, zones.title.bottom - 0.2
    if zones.flow == "row":
        return _square(whole, top, 1.4 if roomy else 1.1)
    if zones.margin.width == zones.stage.width:
        return _tall(whole, top)
    note = 0.66
    gap = whole.width * 0.215
    side = (whole.width - gap) / 2
    low, high = whole.bottom + note + 0.14, top - CAPTION
    middle = (low + high) / 2
    x = whole.left + side
    return MapPanes(
        Zone(whole.left, low, x, high),
        Zone(x + gap, low, whole.right, high),
        Zone(x + BESIDE, middle + 0.05, x + gap - BESIDE, middle + 1.75),
        ((x + 0.55, middle - 0.22), (x + gap - 0.55, middle - 0.22)),
        (
            Zone(whole.left, whole.bottom, x, whole.bottom + note),
            Zone(x + gap, whole.bottom, whole.right, whole.bottom + note),
        ),
        Zone(x + ASIDE, low, x + gap - ASIDE, middle - 0.22 - BETWEEN),
    )


def one_pane(zones: Zones) -> Zone:
    """The place of a single plane, which has a line above it as each of two panes has."""
    stage = zones.stage
    return Zone(stage.left, stage.bottom, stage.right, zones.title.bottom - 0.2 - CAPTION)


def plane_places(zones: Zones) -> tuple[Zone, Zone, Zone]:
    """Beside or below one plane: the places of the matrix and of two notes."""
    m = zones.margin
    if zones.flow == "row":
        split, line = m.left + m.width * 0.38, m.center[1]
        return (
            Zone(m.left, m.bottom, split, m.top),
            Zone(split + BETWEEN, line, m.right, m.top),
            Zone(split + BETWEEN, m.bottom, m.right, line),
        )
    one, two = m.top - m.height * 0.46, m.top - m.height * 0.7
    return (
        Zone(m.left, one, m.right, m.top),
        Zone(m.left, two, m.right, one),
        Zone(m.left, m.bottom + m.height * 0.06, m.right, two),
    )


def _tall(whole: Zone, top: float) -> MapPanes:
    line, note, row = 1.5, 0.66, BETWEEN
    side = (top - whole.bottom - 2 * CAPTION - line - 2 * note - 2 * row) / 2
    upper = Zone(whole.left, top - CAPTION - side, whole.right, top - CAPTION)
    low = whole.bottom + note + row
    lower = Zone(whole.left, low, whole.right, low + side)
    under = Zone(whole.left, upper.bottom - 0.1 - note, whole.right, upper.bottom - 0.1)
    x, y = whole.center[0], under.bottom - line / 2 - row / 4
    return MapPanes(
        upper,
        lower,
        Zone(x - 0.8, y - line / 2, whole.right, y + line / 2),
        ((x - 1.5, y + line * 0.42), (x - 1.5, y - line * 0.42)),
        (
            under,
            Zone(whole.left, whole.bottom, whole.right, whole.bottom + note),
        ),
    )


def _square(whole: Zone, top: float, gap: float) -> MapPanes:
    row = 1.2
    side = (whole.width - gap) / 2
    low, high = whole.bottom + row + 0.15, top - CAPTION
    x, middle = whole.left + side, (low + high) / 2
    split = whole.left + whole.width * 0.36
    line = whole.bottom + row / 2
    return MapPanes(
        Zone(whole.left, low, x, high),
        Zone(x + gap, low, whole.right, high),
        Zone(whole.left, whole.bottom, split - 0.2, whole.bottom + row),
        ((x + 0.12, middle), (x + gap - 0.12, middle)),
        (
            Zone(split, line, whole.right, whole.bottom + row),
            Zone(split, whole.bottom, whole.right, line),
        ),
    )


def clear_unit(unit: float, pane: Zone) -> float:
    """The largest unit, up to `unit`, with no line of the grid close beside the pane's border.

    A grid about the pane's middle is meant. If no unit down to `LEAST_UNIT` of it will do, the one
    that keeps lines farthest off.
    """

    def nearest(unit: float) -> float:
        step = unit * shown_step(unit)
        gaps = [math.fmod(side / 2, step) for side in (pane.width, pane.height)]
        return min(gap if gap > 1e-3 else step for gap in gaps)  # else it lies under the border

    units = [unit * float(share) for share in np.linspace(1.0, LEAST_UNIT, 41)]
    return next((it for it in units if nearest(it) >= OFF_BORDER), max(units, key=nearest))


def above(ink: Ink, size: float, pane: Zone, *, right: bool = False) -> None:
    """Put type on the line above a pane, at its left or right end, all with the same baseline.

    `size` is the em it was set with.
    """
    drop = (float(ink.get_center()[1]) - ink.baseline) * ink.em / size
    edge, x = (RIGHT, pane.right) if right else (LEFT, pane.left)
    ink.move_to((x, pane.top + BASELINE + drop, 0.0), aligned_edge=edge)


class PaneFrame(VMobject):
    """The border of a pane."""

    def __init__(self, zone: Zone, theme: Theme) -> None:
        super().__init__(stroke_color=theme.grid, stroke_width=2.6, fill_opacity=0)
        corners = [
            (zone.left, zone.bottom),
            (zone.right, zone.bottom),
            (zone.right, zone.top),
            (zone.left, zone.top),
        ]
        self.set_points(closed_polygon(np.array(corners)))


class MapArrow(VGroup):
    """The arrow of the map from one pane to the other."""

    def __init__(self, ends: tuple[tuple[float, float], tuple[float, float]], color: str) -> None:
        shaft = VMobject(stroke_width=0, fill_color=color, fill_opacity=1)
        shaft.set_points(arrow_outline(np.array(ends[0]), np.array(ends[1])))
        super().__init__(shaft)
