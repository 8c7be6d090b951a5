"""Two maps beside each other, each on a stage with a strip of its own below it."""

from __future__ import annotations

from dataclasses import replace

from stage.layout import Zone, Zones
from stage.panel import Panel

GAP = 0.25
"""Half the distance between two maps that are compared, scene units."""

STRIP = 1.95
"""Height of what stands below a plane when two maps are compared, scene units."""

NARROW = 5.0
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
    strip = STRIP if split[0].width > NARROW else STRIP * 1.55
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
    """Places for a matrix, two read-outs beside it and remarks below; all in a column where narrow.

    The number of the first read-out grows to the left with its sign, so it keeps off the matrix.
    """
    m = zones.margin
    if m.width > NARROW:
        split, half, line = m.left + 0.45 * m.width, m.left + 0.735 * m.width, 0.36 * m.height
        return Panel(
            Zone(m.left, m.bottom + line, m.left + 0.42 * m.width, m.top),
            Zone(m.left, m.bottom, m.right, m.bottom + line),
            (
                Zone(split, m.bottom + line, half, m.top),
                Zone(half, m.bottom + line, m.right, m.top),
            ),
        )
    shares = (0.33, 0.39, 0.69, 0.715)
    matrix, first, second, notes = (m.top - share * m.height for share in shares)
    middle = (m.left + m.right) / 2
    return Panel(
        Zone(m.left, matrix, m.right, m.top),
        Zone(m.left, m.bottom, m.right, notes),
        (Zone(m.left, second, middle, first), Zone(middle, second, m.right, first)),
    )
