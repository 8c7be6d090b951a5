"""Matrices as they stand beside a picture: round brackets, columns in the colours of the basis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from algebra.matrices import Matrix
from algebra.numbers import Number, to_float
from language.formats import latex as latex_value
from language.formats import plain as plain_value
from stage.formulas import typst_math
from stage.ink import MATRIX, SMALLEST, Ink, Part, part_source, set_source
from stage.layout import Zone
from stage.typesetting import BASELINE

LONGEST = 9
"""Characters of a number that a picture has room for; longer ones are shown to four digits."""


def short_latex(value: Number) -> str:
    """LaTeX of a number, as it is if it is short, else to four significant digits."""
    if is_short(value):
        return latex_value(value)
    return latex_value(to_float(value))


def is_short(value: Number) -> bool:
    """Whether a number is shown as it is."""
    return len(plain_value(value)) <= LONGEST


def alike(values: Iterable[Number]) -> list[str]:
    """`short_latex` of numbers that stand together: if one is a fraction, no other is a decimal.

    1/2 beside 1/3, but 0.5 beside 2. What is rounded or a float stays a decimal.
    """
    numbers = list(values)
    shown = [short_latex(value) for value in numbers]
    if not any(r"\frac" in one for one in shown):
        return shown
    return [
        latex_value(value, "frac") if is_short(value) and not isinstance(value, float) else one
        for value, one in zip(numbers, shown, strict=True)
    ]


def entry_label(row: int, column: int) -> str:
    """The name of an entry's part, counted from 0."""
    return f"entry{row},{column}"


def matrix_ink(
    matrix: Matrix,
    *,
    color: str,
    columns: Sequence[str],
    name: str = "",
    size: float = MATRIX,
) -> Ink:
    """``name = (entries)``, each entry a part that can be pointed at (`entry_label`).

    `columns` are the colours of the columns, `name` is LaTeX.
    """
    labels: dict[str, tuple[str, str]] = {}
    entries = iter(alike(entry for row in matrix.rows for entry in row))
    rows = [
        ", ".join(
            part_source(Part(next(entries), columns[j], entry_label(i, j)), labels)
            for j in range(len(row))
        )
        for i, row in enumerate(matrix.rows)
    ]
    brackets = f'mat(delim: "(", align: #right, {" ; ".join(rows)})'
    exact = all(is_short(entry) for row in matrix.rows for entry in row)
    relation = "=" if exact else "approx"  # a rounded entry is never shown as if it were exact
    lead = f"{typst_math(name)} {relation} " if name else ""
    body = f'#text(fill: rgb("{color}"))[{BASELINE}${lead}{brackets}$]'
    return set_source(body, size, labels)


def fit(ink: Ink, zone: Zone, size: float) -> Ink:
    """Scale set type down until it fits a zone, but never below the smallest type.

    `size` is the em it was set with.
    """
    factor = min(1.0, zone.width / max(ink.width, 1e-9), zone.height / max(ink.height, 1e-9))
    factor = max(factor, SMALLEST / size)
    if factor < 1.0:
        ink.scale(factor)
    return ink
