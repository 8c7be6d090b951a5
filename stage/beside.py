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


ROW = 0.36
"""Height of each row of remarks after the first, scene units."""


def halves(zones: Zones, aspect: str, rows: int = 1) -> list[Zones]:
    """Two stages with a strip below each, in the zones of one; `rows` of remarks are in it."""
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
    strip += (rows - 1) * ROW
    return [
        replace(
            zones,
            stage=replace(half, bottom=half.bottom + strip),
            margin=replace(half, top=half.bottom + strip - GAP),
            flow="row",
        )
        for half in split
    ]


def note_places(panel: Panel, count: int) -> list[Zone]:
    """A zone for each of `count` remarks, at the same places beside every map.

    The first stands under the matrix and the second under the read-outs, the others below them in
    rows of their own; where the panel is a column, each has a row.
    """
    zone = panel.formula
    if panel.matrix.right > panel.readouts[0].left:
        return _rows(zone, count)
    first, *others = _rows(zone, max(1, count - 1))
    split = (panel.matrix.right + panel.readouts[0].left) / 2
    return [replace(first, right=split), replace(first, left=split), *others][:count]


def _rows(zone: Zone, count: int) -> list[Zone]:
    """Rows of equal height, from the top."""
    step = zone.height / count
    return [
        replace(zone, top=zone.top - k * step, bottom=zone.top - (k + 1) * step)
        for k in range(count)
    ]


def places(zones: Zones, rows: int = 1) -> Panel:
    """Places for a matrix, two read-outs beside it and remarks below; all in a column where narrow.

    The remarks have as many `rows` as the strip of `halves`. The number of the first read-out grows
    to the left with its sign, so it keeps off the matrix.
    """
    m, more = zones.margin, (rows - 1) * ROW
    if m.width > NARROW:
        split, half = m.left + 0.45 * m.width, m.left + 0.735 * m.width
        line = 0.36 * (m.height - more) + more
        return Panel(
            Zone(m.left, m.bottom + line, m.left + 0.42 * m.width, m.top),
            Zone(m.left, m.bottom, m.right, m.bottom + line),
            (
                Zone(split, m.bottom + line, half, m.top),
                Zone(half, m.bottom + line, m.right, m.top),
            ),
        )
    shares = (0.33, 0.39, 0.69, 0.715)
    matrix, first, second, notes = (m.top - share * (m.height - more) for share in shares)
    middle = (m.left + m.right) / 2
    return Panel(
        Zone(m.left, matrix, m.right, m.top),
        Zone(m.left, m.bottom, m.right, notes),
        (Zone(m.left, second, middle, first), Zone(middle, second, m.right, first)),
    )
