"""A program on the page: its panel, its lines and numbers, what they give, what marks them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from manim import Polygon, Rectangle, VGroup

from stage.ink import SMALLEST, Ink, text
from stage.layout import Zone
from stage.listing import LEADING, CodeLine, Letter, column_width, letters, lexer_for
from stage.story import named
from stage.theme import Theme

RIM = 0.15
"""Space between the program and the edge of its panel, in scene units."""

MARKED = 0.1
"""How much of the emphasis lies behind a line that is pointed at; letters stay readable on it."""


class Program:
    """The program's lines with their numbers, outputs and bands, all at their places."""

    def __init__(
        self,
        zone: Zone,
        theme: Theme,
        *,
        lines: Sequence[str],
        syntax: str,
        outputs: Mapping[int, Ink],
        size: float,
        across: float,
        gutter: float,
        beside: int,
        numbered: bool,
    ) -> None:
        """`across` is the width of all, `gutter` (in columns) what lies to the left of the lines,
        `beside` the column in which outputs stand."""
        column = column_width() * size
        step = LEADING * size
        height = len(lines) * step
        left = zone.left + RIM
        top = zone.top - 0.4 * step - max(0.0, (zone.height - height - 0.8 * step) * 0.4)
        right = min(zone.right - RIM, max(left + across, zone.left + zone.width * 0.6))
        found: dict[int, list[Letter]] = {k: [] for k in range(len(lines))}
        lexer = lexer_for(syntax)
        assert lexer is not None, "checked while reading"
        for letter in letters(lines, lexer):
            found[letter.line].append(letter)
        x = left + gutter * column
        baselines = [top - (k + 0.68) * step for k in range(len(lines))]
        self.lines = [
            named(CodeLine(found[k], x, baselines[k], size, theme), f"line {k + 1}", "code")
            for k in range(len(lines))
        ]
        self.numbers: list[Ink] = []
        if numbered:
            for k, y in enumerate(baselines):
                number = text(str(k + 1), size=size * 0.8, color=theme.quiet)
                end = x - column * 1.1
                self.numbers.append(number.move_baseline(end - float(number.width), y))
        self.outputs: dict[int, Ink] = {}
        for line, ink in outputs.items():
            # What is higher than a line, such as a matrix, is made smaller, not set over the next.
            if ink.height > 0.96 * step:
                ink.scale(max(0.96 * step / ink.height, SMALLEST / size))
                middle = baselines[line - 1] + 0.18 * step
                ink.move_to((x + beside * column + ink.width / 2, middle, 0.0))
            else:
                ink.move_baseline(x + beside * column, baselines[line - 1])
            self.outputs[line] = named(ink, f"output of line {line}", "text")
        edges = [Zone(left, top - (k + 1) * step, right, top - k * step) for k in range(len(lines))]
        self.panel = Rectangle(width=right - left + 2 * RIM, height=height + 0.8 * step)
        self.panel.set_stroke(theme.grid, width=1.5).set_fill(theme.ghost, opacity=0.35)
        self.panel.move_to(((left + right) / 2, top - height / 2, 0.0))
        self.bands = VGroup(*(_band(row.inset(-RIM, 0.0), size, theme) for row in edges))
        for band in self.bands:
            band.set_fill(opacity=0.0)

    def pointing(
        self, before: frozenset[int] | None, now: frozenset[int]
    ) -> Callable[[float], None]:
        """The motion of attention from some lines to others, as a function of t.

        Before the first time all lines have their colours and none is marked.
        """

        def follow(t: float) -> None:
            for k, (line, band) in enumerate(zip(self.lines, self.bands, strict=True), start=1):
                was = before is not None and k in before
                marked = (1.0 - t) * was + t * (k in now)
                dimmed = (1.0 - t) * (before is not None and not was) + t * (k not in now)
                line.recede(dimmed)
                band[0].set_fill(opacity=MARKED * marked)
                band[1].set_fill(opacity=marked)

        return follow


def _band(row: Zone, size: float, theme: Theme) -> VGroup:
    """What marks a line: a band behind it and a pointer at its left end."""
    x, middle = row.center
    band = Rectangle(width=row.width, height=row.height).move_to((x, middle, 0.0))
    reach = 0.42 * size
    tip = Polygon(
        (row.left, middle + reach, 0),
        (row.left + 1.1 * reach, middle, 0),
        (row.left, middle - reach, 0),
    )
    for shape in (band, tip):
        shape.set_stroke(width=0).set_fill(theme.emphasis, opacity=0.0)
    return VGroup(band, tip)
