"""A table whose rows appear one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from manim import FadeIn, Line, Rectangle, VGroup
from pydantic import Field, ValidationInfo, field_validator

from algebra.wording import phrase
from language.cells import Cell as CellValue
from language.kind import Beat
from language.params import Cell, Count, KindParams, Refused
from language.text import Text
from language.values import count as counted
from stage.cells import Grid, Sized, limits, place, set_table
from stage.ink import BODY, SMALLEST
from stage.layout import Misfit, Zone
from stage.page import page, page_title, reading, sizes
from stage.story import StoryScene, named

LARGEST = BODY * 1.45
"""Size of the type in a small table."""

BREAKING = 0.27
"""Size below which words are rather broken into lines than set smaller."""

READING = 1.0
"""Seconds that even a short row is left alone."""

MOST_ROWS, MOST_COLUMNS = 14, 8


class Table(StoryScene):
    """Rows appear one by one, or cell by cell; numbers are lined up at their decimal points.

    A cell is a number, a text (with computed values, as anywhere: "{det(A)}"), `true` or `false`
    for a tick or a cross, `{holds: "det(A) > 0"}` for a verdict that is computed, or `~` for
    nothing. Cells in `highlight` are marked when all rows are there.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        header: tuple[Cell, ...] | None = Field(
            default=None, description="the headings of the columns"
        )
        rows: tuple[tuple[Cell, ...], ...] = Field(
            description="the rows, each a list of cells: numbers, texts, true, false or ~",
            min_length=1,
            max_length=MOST_ROWS,
        )
        appear: Literal["rows", "cells", "whole"] = Field(
            default="rows", description="what appears at a time: a row, a cell, or the whole table"
        )
        highlight: tuple[tuple[Count, Count], ...] = Field(
            default=(),
            description="cells that are marked at the end, each as [row, column] counted from 1",
        )

        @field_validator("rows")
        @classmethod
        def _equally_long(
            cls, rows: tuple[tuple[CellValue, ...], ...], info: ValidationInfo
        ) -> tuple[tuple[CellValue, ...], ...]:
            header = info.data.get("header")
            first, what = (
                (header, phrase("the header")) if header else (rows[0], phrase("the first row"))
            )
            for k, row in enumerate(rows):
                if len(row) != len(first):
                    raise Refused(
                        phrase(
                            "this row has {number}, {what} has {length}",
                            number=counted(len(row), "cell"),
                            what=what,
                            length=len(first),
                        ),
                        "make all rows equally long; ~ is an empty cell",
                        (k,),
                    )
            if not 1 <= len(first) <= MOST_COLUMNS:
                what = phrase("this table has {number}", number=counted(len(first), "column"))
                raise Refused(
                    what, phrase("show 1 to {most_columns}", most_columns=MOST_COLUMNS), (0,)
                )
            return rows

        @field_validator("highlight")
        @classmethod
        def _in_the_table(
            cls, cells: tuple[tuple[int, int], ...], info: ValidationInfo
        ) -> tuple[tuple[int, int], ...]:
            rows: Sequence[Sequence[CellValue]] = info.data.get("rows", ())
            for k, (row, column) in enumerate(cells if rows else ()):
                if not (1 <= row <= len(rows) and 1 <= column <= len(rows[0])):
                    size = phrase(
                        "{number} and {number2}",
                        number=counted(len(rows), "row"),
                        number2=counted(len(rows[0]), "column"),
                    )
                    what = phrase(
                        "there is no cell in row {row}, column {column}; there are {size}",
                        row=row,
                        column=column,
                        size=size,
                    )
                    raise Refused(what, "count from 1, without the header", (k,))
            return cells

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """row_1, row_2, … (or table, if all appears at once); highlight if cells are marked."""
        last = not params.highlight
        if params.appear == "whole":
            found = [Beat("table", "the whole table appears", 1.0, main=last)]
        else:
            count = len(params.rows)
            found = [
                Beat(f"row_{k}", phrase("row {k} appears", k=k), 0.7, main=last and k == count)
                for k in range(1, count + 1)
            ]
        if params.highlight:
            found.append(Beat("highlight", "what to look at is marked", 0.8, main=True))
        return tuple(found)

    def construct(self) -> None:
        """The header stands; the rows appear; what matters is marked."""
        zone = page(self.zones)
        table, grid = self._fitted(zone)
        title = named(page_title(self.setting.title, self.zones, self.theme), "title", "text")
        head = self._head(table, grid)
        rows = self._rows(table)
        if self.params.appear == "whole":
            with self.beat("table"):
                self.add(title, *head)
                self.play(FadeIn(*(cell for row in rows for cell in row)), run_time=self.run_time)
                self.wait(sum(map(self._reading, self.params.rows)))
        else:
            for k, row in enumerate(rows, start=1):
                with self.beat(f"row_{k}"):
                    if k == 1:
                        self.add(title, *head)
                    self._appear(row)
                    self.wait(self._reading(self.params.rows[k - 1]))
        if self.params.highlight:
            with self.beat("highlight"):
                marks = VGroup(*self._marks(table, grid))
                self.play(FadeIn(marks), run_time=self.run_time)
                self.wait(READING)

    def _reading(self, row: Sequence[CellValue]) -> float:
        """Seconds for the words of a row, one after another."""
        language = self.look.language
        words = " ".join(cell.get(language) for cell in row if isinstance(cell, Text))
        return max(READING, reading(words, language))

    def _appear(self, row: Sequence[Any]) -> None:
        """A row at once, or its cells one after another."""
        if not row:
            return  # a row of empty cells
        if self.params.appear == "rows":
            self.play(FadeIn(*row), run_time=self.run_time)
            return
        for k, cell in enumerate(row):
            if k:
                self.wait(READING / 2)
            self.play(FadeIn(cell), run_time=self.run_time)

    def _fitted(self, zone: Zone) -> tuple[Sized, Grid]:
        """The table as large as it fits; where words are long, they break into lines."""
        header: tuple[CellValue, ...] | None = self.params.header
        cells = [*([header] if header else []), *self.params.rows]

        def at(size: float, breaking: Sequence[float | None]) -> Sized:
            return set_table(
                cells,
                header=header is not None,
                size=size,
                language=self.look.language,
                theme=self.theme,
                limits=breaking,
            )

        free: list[float | None] = [None] * len(cells[0])
        for size in sizes(LARGEST):
            table = at(size, free)
            if table.width > zone.width and size <= BREAKING:
                table = at(size, limits(cells, table, zone.width, self.look.language))
            if table.width <= zone.width + 0.02 and table.height <= zone.height:
                return table, place(table, zone)
        raise Misfit(
            phrase(
                "this table does not fit into the picture at type of {smallest} units",
                smallest=SMALLEST,
            ),
            "divide it, or write shorter cells",
        )

    def _head(self, table: Sized, grid: Grid) -> list[Any]:
        """What stands from the start: the headings and the line under them."""
        if not self.params.header:
            return []
        y = grid.ys[1]
        rule = Line((grid.xs[0], y, 0), (grid.xs[-1], y, 0))
        rule.set_stroke(self.theme.axis, width=2.5)
        cells = [
            named(cell.content, f"heading {k}", "text")
            for k, cell in enumerate(table.rows[0], start=1)
            if cell.content is not None
        ]
        return [rule, *cells]

    def _rows(self, table: Sized) -> list[list[Any]]:
        body = table.rows[1:] if self.params.header else table.rows
        return [
            [
                named(cell.content, f"cell {i}.{j}", "text")
                for j, cell in enumerate(row, start=1)
                if cell.content is not None
            ]
            for i, row in enumerate(body, start=1)
        ]

    def _marks(self, table: Sized, grid: Grid) -> Iterator[Rectangle]:
        """Frames around the highlighted cells."""
        for row, column in self.params.highlight:
            cell = grid.cell(row if self.params.header else row - 1, column - 1)
            box = cell.inset(0.14 * table.size, 0.16 * table.size)
            frame = Rectangle(width=box.width, height=box.height, stroke_width=3.5)
            frame.set_stroke(self.theme.emphasis).set_fill(self.theme.emphasis, opacity=0.1)
            yield named(
                frame.move_to((*box.center, 0.0)), f"highlight {row}.{column}", "highlight"
            )  # fmt: skip -- one frame
