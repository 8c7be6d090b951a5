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


UNDER_PLANE = 0.2
"""Air between a plane and what stands below it, scene units."""

LINE = 1.0
"""Height of a matrix with two read-outs beside it, scene units."""

AIR = 0.1
ROW = 0.38
FORMULA_ROW = 0.5
"""Air above the notes, height of each row of remarks, and of the row of the formula after them,
scene units."""

COLUMN = STRIP * 1.55
"""Height of what stands below a narrow plane, one below the other."""

LOW = 0.9
"""Where two notes have less height, they stand side by side."""


def halves(zones: Zones, aspect: str, rows: int = 1) -> list[Zones]:
    """Two stages with a strip below each, in the zones of one; `rows` of notes are in it."""
    area = replace(zones.whole, top=zones.stage.top)
    middle, level = area.center
    if aspect == "tall":
        split = (
            replace(area, bottom=level + GAP),
            replace(area, top=level - GAP),
        )
    else:
        split = (replace(area, right=middle - GAP), replace(area, left=middle + GAP))
    row = UNDER_PLANE + LINE + _notes_height(rows)
    strip = row if split[0].width > NARROW else COLUMN
    return [
        replace(
            zones,
            stage=replace(half, bottom=half.bottom + strip),
            margin=replace(half, top=half.bottom + strip - UNDER_PLANE),
            flow="row",
        )
        for half in split
    ]


def note_rows(panel: Panel, rows: int) -> list[Zone]:
    """A row for each remark, and one for the formula below them, at the same places by every map.

    The formula's row, the last one, is the higher one.
    """
    zone, share = panel.formula, panel.formula.height / _notes_height(rows)
    found, top = [], zone.top - AIR * share
    for k in range(rows):
        height = share * (FORMULA_ROW if k == rows - 1 else ROW)
        found.append(replace(zone, top=top, bottom=top - height))
        top -= height
    return found


def note_pair(zone: Zone, lines: int = 1) -> tuple[Zone, Zone]:
    """Places for a remark of so many lines and a formula after it.

    One is below the other, or in a low zone beside it.
    """
    if zone.height < LOW:
        split = zone.left + 0.58 * zone.width
        return replace(zone, right=split), replace(zone, left=split)
    level = zone.top - (0.42 if lines == 1 else 0.6) * zone.height
    return replace(zone, bottom=level), replace(zone, top=level)


def places(zones: Zones, rows: int | None = None) -> Panel:
    """Places for a matrix, two read-outs beside it and notes below; all in a column where narrow.

    `rows` are those of the strip of `halves`, None for a margin of another height. The number of
    the first read-out grows to the left with its sign, so it keeps off the matrix.
    """
    m = zones.margin
    if m.width > NARROW:
        split, half = m.left + 0.45 * m.width, m.left + 0.735 * m.width
        line = 0.36 * m.height if rows is None else _notes_height(rows)
        return Panel(
            Zone(m.left, m.bottom + line, m.left + 0.42 * m.width, m.top),
            Zone(m.left, m.bottom, m.right, m.bottom + line),
            (
                Zone(split, m.bottom + line, half, m.top),
                Zone(half, m.bottom + line, m.right, m.top),
            ),
        )
    shares = (0.33, 0.39, 0.68)
    matrix, first, second = (m.top - share * m.height for share in shares)
    middle = (m.left + m.right) / 2
    return Panel(
        Zone(m.left, matrix, m.right, m.top),
        Zone(m.left, m.bottom, m.right, second),
        (Zone(m.left, second, middle, first), Zone(middle, second, m.right, first)),
    )


def _notes_height(rows: int) -> float:
    return AIR + FORMULA_ROW + (rows - 1) * ROW
