"""Two maps beside each other, each on a stage with a strip of its own below it."""

from __future__ import annotations

from dataclasses import replace

from stage.layout import Zone, Zones
from stage.panel import Panel, panel

GAP = 0.25
"""Half the distance between two maps that are compared, scene units."""

STRIP = 1.95
"""Height of what stands below a plane when two maps are compared, scene units."""

NARROW = 4.5
"""Where a matrix and two read-outs have less width, they stand one below the other."""


def halves(zones: Zones, aspect: str) -> list[Zones]:
    """Two stages with a strip below each, in the zones of one."""
    area = replace(zones.whole, top=zones.stage.top)
    middle, level = area.center
    if aspect == "tall":
        split = (
            replace(area, bottom=level + GAP),
            replace(area, top=level - GAP),
        )
    else:
        split = (replace(area, right=middle - GAP), replace(area, left=middle + GAP))
    strip = STRIP if aspect != "square" else STRIP * 1.55
    return [
        replace(
            zones,
            stage=replace(half, bottom=half.bottom + strip),
            margin=replace(half, top=half.bottom + strip - GAP),
            flow="row",
        )
        for half in split
    ]


def places(zones: Zones) -> Panel:
    """The panel's places; where it is narrow, all below one another with the notes last."""
    m = zones.margin
    if m.width > NARROW:
        return panel(zones)
    matrix, first, second = (m.top - share * m.height for share in (0.33, 0.39, 0.69))
    middle = (m.left + m.right) / 2
    return Panel(
        Zone(m.left, matrix, m.right, m.top),
        Zone(m.left, m.bottom, m.right, second),
        (Zone(m.left, second, middle, first), Zone(middle, second, m.right, first)),
    )
