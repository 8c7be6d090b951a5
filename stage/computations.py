"""Lines of computation beside a picture of maps that are applied one after another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from manim import VGroup

from algebra import facts
from algebra.matrices import Matrix, identity
from algebra.numbers import Number, sign
from stage.ink import FORMULA, SMALLEST, Ink, Part, formula
from stage.journey import Leg, vector_color
from stage.layout import Zone
from stage.matrices import alike, is_short, short_latex
from stage.product import fit_in, product_name, symbols
from stage.story import named
from stage.theme import Theme


class Line(NamedTuple):
    """What is computed, ``= result``, and the space between them in scene units.

    At the left there is nothing if the line goes on from the one above.
    """

    left: Ink | None
    right: Ink
    gap: float

    @property
    def before(self) -> float:
        """The width of what stands before the relation, with the space, scene units."""
        return self.left.width + self.gap if self.left else 0.0

    @property
    def parts(self) -> list[Ink]:
        """Its pieces from left to right."""
        return [self.left, self.right] if self.left else [self.right]

    @property
    def height(self) -> float:
        """The height of its higher side, scene units."""
        return max(part.height for part in self.parts)


PITCH = 1.35
"""From line to line, in heights of the highest."""

SMALLER = 0.62
"""A line that would have to shrink further than this is shortened."""

ENOUGH = 0.85
"""Lines that say more may make the type so many times smaller."""

FLAT = 6
"""A zone so many times wider than high has room for one line only."""


class Notes(VGroup):
    """Lines ``left = right``, aligned at the relation, centred in a zone as one block.

    In a flat zone they stand side by side.
    """

    def __init__(self, lines: Sequence[Line], zone: Zone) -> None:
        self.lines: list[VGroup] = []
        pitch = max(line.height for line in lines) * PITCH
        for k, line in enumerate(lines):
            if line.left:
                line.left.move_baseline(-line.before, -k * pitch)
            line.right.move_baseline(0.0, -k * pitch)
            self.lines.append(named(VGroup(*line.parts), f"note {k + 1}", "formula"))
        super().__init__(*self.lines)
        if zone.width > FLAT * zone.height:
            # At the smallest type they may have to stand closer.
            free = zone.width * FORMULA / SMALLEST - sum(line.width for line in self.lines)
            self.arrange(buff=min(0.5, max(0.25, free / max(1, len(lines) - 1))))
        elif self.width * SMALLEST > zone.width * FORMULA:  # each in two rows: what, then = result
            for k, (left, right, _) in enumerate(lines):
                if left:
                    left.move_baseline(0.0, -2 * k * pitch)
                right.move_baseline(0.5, -(2 * k + 1) * pitch)
        fit_in(self, zone, FORMULA)


def way_lines(
    maps: Sequence[Matrix], legs: Sequence[Leg], vector: Matrix, theme: Theme
) -> list[Line]:
    """``x = (1, 1)``, ``Ax = (3, 3)``, ``BAx = (−3, 3)``."""
    names, x = symbols(maps), bold(vector)
    lines = [_line([Part(x, theme.input)], vector, theme.input, theme)]
    for k, one in enumerate(legs, start=1):
        left: list[Part | str] = [product_name(names[:k]), Part(x, theme.input)]
        color = vector_color(one.matrix.array, theme)
        lines.append(_line(left, one.matrix @ vector, color, theme))
    return lines


def column_lines(maps: Sequence[Matrix], last: Leg, theme: Theme) -> list[Line]:
    """``B(2, 0) = (0, 2)`` and ``B(1, 3) = (−3, 1)``: the last map, on columns of the rest."""
    name = symbols(maps)[-1]
    return [
        _line([name, Part(_pair(last.base, j), color)], _column(last.matrix, j), color, theme)
        for j, color in enumerate((theme.first, theme.second))
    ]


def once_lines(
    maps: Sequence[Matrix], product: Matrix, vector: Matrix | None, theme: Theme, zone: Zone
) -> list[Line]:
    """``(BA)x = (−3, 3)``, and ``det(BA) = det B · det A = 1 · 6 = 6``, in two lines if need be.

    Also ``BA = AB = I`` where that is so. If the zone has no room, less is said of determinants.
    """
    names = symbols(maps)
    name, turned = product_name(names), product_name(names[::-1])
    lines = []
    if vector is not None:
        what: list[Part | str] = [f"({name})", Part(bold(vector), theme.input)]
        color = vector_color(product.array, theme)
        lines.append(_line(what, product @ vector, color, theme))
    factors = [facts.determinant(matrix) for matrix in reversed(maps)]
    total = facts.determinant(product)
    what = [rf"\det ({name})"]
    result = rf"{_relation([total])} {short_latex(total)}"
    product_of = r" \cdot ".join(_factor(value) for value in factors)
    if maps != maps[::-1] and product == composed(maps[::-1]) == identity(2):
        both = _set([name], "=", [rf"{turned} = I"], theme)
        if zone.width > FLAT * zone.height:  # no room for all
            return [*lines, both]
        lines.append(both)
    values = [product_of, result]
    law = r" \cdot ".join(rf"\det {one}" for one in reversed(names))
    shorter = _set(what, _relation(factors), values, theme)
    if (shorter.before + shorter.right.width) * SMALLER > zone.width:
        return [*lines, _set(what, _relation([total]), [short_latex(total)], theme)]
    said = _set(what, "=", [law], theme)
    computed = _set(what, _relation(factors), values, theme)._replace(left=None)
    least = ENOUGH * _room([*lines, shorter], zone)
    whole = _set(what, "=", [law, _relation(factors), *values], theme)
    for more in ([whole], [said, computed]):
        if _room([*lines, *more], zone) >= least:
            return [*lines, *more]
    return [*lines, shorter]


def _room(lines: Sequence[Line], zone: Zone) -> float:
    """How many times their size these lines may have in the zone, at most 1."""
    if zone.width > FLAT * zone.height:  # side by side
        return min(1.0, zone.width / sum(line.before + line.right.width + 0.5 for line in lines))
    width = max(line.before for line in lines) + max(line.right.width for line in lines)
    height = max(line.height for line in lines) * (1.0 + PITCH * (len(lines) - 1))
    return min(1.0, zone.width / width, zone.height / height)


def composed(maps: Sequence[Matrix]) -> Matrix:
    """The product of maps, the first applied at the right."""
    return reduce(lambda before, after: after @ before, maps)


def bold(vector: Matrix) -> str:
    """LaTeX of a vector's name; a single letter is bold, x if it has no name."""
    name = vector.name or "x"
    return rf"\mathbf{{{name}}}" if len(name) == 1 else name


def _line(left: Sequence[Part | str], result: Matrix, color: str, theme: Theme) -> Line:
    return _set(left, _relation(result.columns[0]), [Part(_pair(result, 0), color)], theme)


def _set(
    left: Sequence[Part | str], relation: str, right: Sequence[Part | str], theme: Theme
) -> Line:
    """Both sides set apart, with the space that the relation has where all is set in one."""
    sides = (left, [relation, *right], [relation], [*left, relation])
    what, result, sign, both = (
        formula(side, color=theme.ink, display=False) for side in sides
    )  # fmt: skip -- one unpacking
    return Line(what, result, both.width - what.width - sign.width)


def _pair(matrix: Matrix, j: int) -> str:
    """A column as coordinates."""
    return "(" + ", ".join(alike(matrix.columns[j])) + ")"


def _column(matrix: Matrix, j: int) -> Matrix:
    return Matrix(tuple((value,) for value in matrix.columns[j]))


def _relation(values: Sequence[Number]) -> str:
    return "=" if all(is_short(value) for value in values) else r"\approx"


def _factor(value: Number) -> str:
    shown = short_latex(value)
    return rf"({shown})" if sign(value) < 0 else shown
