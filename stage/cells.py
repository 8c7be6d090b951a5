"""Tables: cells set and lined up, numbers at their decimal points, verdicts as drawn marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from manim import VGroup, VMobject

from language.cells import Cell
from language.formats import latex, plain
from language.text import Text
from stage.ink import Ink, text
from stage.layout import Zone
from stage.theme import Theme
from stage.typesetting import Points, outlines

PAD = 0.62
"""Space to the left and right of what stands in a column, in em."""

LEADING = 1.0
"""Least height of the space that a row adds to its tallest cell, in em."""

_MARK = 0.62
"""Width and height of a verdict's mark, in em."""

_ONE_LINE = 1.3
"""Height in em below which a cell is a line of words, which stand on one baseline in a row."""

_MIDDLE = 0.34
"""From a baseline up to the middle of its letters, in em."""

_NUMBER = re.compile(r"\(?[−-]?[\d,]+(\.\d+)?( × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?%?\)?")


class Mark(VGroup):
    """A tick or a cross: told apart by shape and by colour."""

    def __init__(self, holds: bool, size: float, theme: Theme) -> None:
        half = size * _MARK / 2
        strokes = (
            [[(-1.0, -0.05), (-0.3, -0.8), (1.0, 0.85)]]
            if holds
            else [[(-0.8, -0.8), (0.8, 0.8)], [(-0.8, 0.8), (0.8, -0.8)]]
        )
        color = theme.holds if holds else theme.fails
        super().__init__(*(_stroke(np.array(points) * half, color, size) for points in strokes))
        self.holds = holds


def _stroke(points: Points, color: str, size: float) -> VMobject:
    line = VMobject(stroke_color=color, stroke_width=14 * size, fill_opacity=0)
    return line.set_points_as_corners([(float(x), float(y), 0.0) for x, y in points])


Content: TypeAlias = Ink | Mark | None


@dataclass(frozen=True, slots=True)
class SetCell:
    """What stands in a cell, and how far it reaches from its column's line to the left and right.

    A column's line is where decimal points stand, the left edge of words, or the middle of marks.
    """

    content: Content
    left: float
    right: float
    height: float


@dataclass(frozen=True, slots=True)
class Sized:
    """A table set in one size: its cells, its columns and its rows, in scene units."""

    size: float
    header: bool
    rows: tuple[tuple[SetCell, ...], ...]
    kinds: tuple[str, ...]
    """How each column is lined up (see `alignment`)."""
    lefts: tuple[float, ...]
    """From each column's left edge to its line."""
    widths: tuple[float, ...]
    heights: tuple[float, ...]

    @property
    def width(self) -> float:
        return sum(self.widths)

    @property
    def height(self) -> float:
        return sum(self.heights)


def alignment(column: Sequence[Cell], language: str) -> str:
    """How a column is lined up: ``point``, ``left`` or ``center`` (for marks)."""
    filled = [cell for cell in column if cell is not None]
    if filled and all(_as_number(cell, language) is not None for cell in filled):
        return "point"
    return "left" if any(isinstance(cell, Text) for cell in filled) else "center"


def _as_number(cell: Cell, language: str) -> str | None:
    """A cell as the number that it shows, or None if it is something else."""
    if isinstance(cell, bool) or cell is None:
        return None
    shown = cell.plain(language).strip() if isinstance(cell, Text) else plain(cell)
    return shown if _NUMBER.fullmatch(shown) else None


def set_table(
    table: Sequence[Sequence[Cell]],
    *,
    header: bool,
    size: float,
    language: str,
    theme: Theme,
    limits: Sequence[float | None],
) -> Sized:
    """A table in one size; `limits` are the widths in which the words of each column break."""
    body = table[1:] if header else table
    columns = list(zip(*body, strict=True))
    kinds = [alignment(column, language) for column in columns]
    rows = []
    for i, row in enumerate(table):
        head = header and i == 0
        rows.append(
            tuple(
                _set_cell(cell, kinds[j], head, size, language, theme, limits[j])
                for j, cell in enumerate(row)
            )
        )
    lefts, widths = [], []
    for j, kind in enumerate(kinds):
        cells = [row[j] for row in rows]
        own = cells[1:] if header else cells
        left, right = max(c.left for c in own), max(c.right for c in own)
        if header:
            # The heading of numbers and marks is centred over them, that of words begins with them.
            wide = cells[0].left + cells[0].right
            slack = max(0.0, wide - left - right)
            left += slack / 2 if kind != "left" else 0.0
            right += slack / 2 if kind != "left" else slack
        lefts.append(left + PAD * size)
        widths.append(left + right + 2 * PAD * size)
    heights = [max(cell.height for cell in row) + LEADING * size for row in rows]
    return Sized(
        size, header, tuple(rows), tuple(kinds), tuple(lefts), tuple(widths), tuple(heights)
    )


def _set_cell(
    cell: Cell,
    kind: str,
    head: bool,
    size: float,
    language: str,
    theme: Theme,
    limit: float | None,
) -> SetCell:
    if cell is None:
        return SetCell(None, 0.0, 0.0, 0.0)
    if isinstance(cell, bool):
        mark = Mark(cell, size, theme)
        half = float(mark.width) / 2
        left, right = (0.0, 2 * half) if kind == "left" else (half, half)
        return SetCell(mark, left, right, float(mark.height))
    markup = cell.get(language) if isinstance(cell, Text) else f"${latex(cell)}$"
    color, weight = (theme.quiet, 600) if head else (theme.ink, 400)
    ink = text(markup, size=size, color=color, width=limit, weight=weight)
    width = float(ink.width)
    if kind == "left":
        return SetCell(ink, 0.0, width, float(ink.height))
    if kind == "point" and not head:
        before = _before_point(cell, size, language, ink)
        return SetCell(ink, before, width - before, float(ink.height))
    return SetCell(ink, width / 2, width / 2, float(ink.height))


def _before_point(cell: Cell, size: float, language: str, ink: Ink) -> float:
    """From a number's left edge to its decimal point, or to its end if it has none."""
    shown = _as_number(cell, language)
    if shown is None or "." not in shown:
        return float(ink.width)
    whole = shown.partition(".")[0]
    if not isinstance(cell, Text):  # numbers are set as mathematics, words in the words' font
        whole = f"${whole.replace('−', '-').replace(',', '{,}')}$"
    return float(text(whole, size=size, color="#000000").width)


def limits(
    cells: Sequence[Sequence[Cell]], table: Sized, width: float, language: str
) -> list[float | None]:
    """Widths at which words break, so that the table takes `width` if it can.

    Columns of words share what the others leave; none becomes narrower than its longest word.
    """
    words = [j for j, kind in enumerate(table.kinds) if kind == "left"]
    pad = 2 * PAD * table.size
    least = {
        j: max(_longest_word(row[j], table.size, language) for row in cells) + 0.02 for j in words
    }
    room = width - sum(own for j, own in enumerate(table.widths) if j not in words)
    shares: dict[int, float] = {}
    open_ = list(words)
    while open_:
        wide = sum(table.widths[j] for j in open_)
        left = room - sum(shares.values()) - pad * len(shares)
        tight = [j for j in open_ if left * table.widths[j] / wide - pad < least[j]]
        for j in tight or open_:
            shares[j] = least[j] if tight else left * table.widths[j] / wide - pad
        open_ = [j for j in open_ if j not in shares]
    return [shares.get(j) for j in range(len(table.widths))]


def _longest_word(cell: Cell, size: float, language: str) -> float:
    """Width of the longest piece that is never broken, with the white at its sides.

    Without that white a column would be too narrow for its longest word, which would then break.
    """
    if not isinstance(cell, Text):
        return 0.0
    pieces = re.findall(r"(?:\$(?:\\.|[^$\\])*\$|[^\s$])+", cell.get(language))
    set_ = (text(one, size=size, color="#000000") for one in pieces)
    return max((outlines(one.source).width * size for one in set_), default=0.0)


@dataclass(frozen=True, slots=True)
class Grid:
    """Where a table's rows and columns are: edges from the top and from the left, scene units."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    def cell(self, row: int, column: int) -> Zone:
        """The rectangle of a cell."""
        return Zone(self.xs[column], self.ys[row + 1], self.xs[column + 1], self.ys[row])


def place(table: Sized, zone: Zone) -> Grid:
    """Move the cells to their places; the table is centred in the zone, a little above the middle.

    Columns share some of the room that is left over.
    """
    count = len(table.widths)
    spare = max(0.0, zone.width - table.width)
    extra = min(spare / count, 1.6 * table.size)
    loose = max(0.0, zone.height - table.height)
    more = min(loose / len(table.heights), 0.9 * table.size)
    left = zone.left + (zone.width - table.width - extra * count) / 2
    top = zone.top - (loose - more * len(table.heights)) * 0.42
    xs = left + np.concatenate([[0.0], np.cumsum(np.array(table.widths) + extra)])
    ys = top - np.concatenate([[0.0], np.cumsum(np.array(table.heights) + more)])
    for i, row in enumerate(table.rows):
        middle = float(ys[i] + ys[i + 1]) / 2
        for j, cell in enumerate(row):
            if cell.content is None:
                continue
            x = float(xs[j]) + extra / 2 + table.lefts[j] + (cell.right - cell.left) / 2
            if table.header and i == 0 and table.kinds[j] != "left":
                x = float(xs[j] + xs[j + 1]) / 2
            cell.content.move_to((x, middle, 0.0))
            if isinstance(cell.content, Ink) and cell.height < _ONE_LINE * table.size:
                below = middle - _MIDDLE * table.size - cell.content.baseline
                cell.content.shift((0.0, below, 0.0))
    return Grid(tuple(map(float, xs)), tuple(map(float, ys)))
