"""Matrices as set type: entries in their columns, clear of the brackets, numbers alike."""

from __future__ import annotations

from fractions import Fraction

import pytest

from algebra.matrices import from_rows, rotation
from stage import ink
from stage.formulas import check, typst_math
from stage.matrices import alike, entry_label, matrix_ink, short_latex
from stage.typesetting import outlines

WHITE = "#FFFFFF"
RED, GREEN, BLUE = "#FF0000", "#00FF00", "#0000FF"


def test_a_matrix_has_its_entries_where_they_belong() -> None:
    made = matrix_ink(
        from_rows([[Fraction(-4001, 4), Fraction(1, 3)], [7, Fraction(-1, 10**9)]]),
        color=WHITE,
        columns=(RED, GREEN),
        name="A",
    )
    at = {(i, j): made.part(entry_label(i, j)) for i in range(2) for j in range(2)}
    for i in range(2):
        assert at[i, 0].get_right()[0] < at[i, 1].get_left()[0]
    for j, color in enumerate((RED, GREEN)):
        assert at[0, j].get_bottom()[1] > at[1, j].get_top()[1]
        assert at[0, j].get_right()[0] == pytest.approx(at[1, j].get_right()[0], abs=0.05)
        colors = {run.get_fill_color().to_hex() for i in range(2) for run in at[i, j].get_family()}
        assert color in colors


@pytest.mark.parametrize(
    "rows",
    [
        [[2, 1], [0, 3]],
        [[0, -1], [-1, 0]],
        [[Fraction(1, 2), Fraction(-1, 3)], [-2, 1]],
        [[1, 0, 0], [0, -3, 0], [12, 0, 4]],
        [[3]],
        [[1, 2, 3]],
    ],
)
def test_entries_keep_a_distance_from_the_brackets(rows: list[list[Fraction | int]]) -> None:
    """About a fifth of an em of white on both sides, however wide the bracket is."""
    made = matrix_ink(from_rows(rows), size=1.0, color=WHITE, columns=(RED, GREEN, BLUE))
    left, right = brackets(made)
    first = min(float(made.part(entry_label(i, 0)).get_left()[0]) for i in range(len(rows)))
    last = len(rows[0]) - 1
    ends = max(float(made.part(entry_label(i, last)).get_right()[0]) for i in range(len(rows)))
    assert 0.16 < first - left < 0.32
    assert 0.16 < right - ends < 0.32


def brackets(made: ink.Ink) -> tuple[float, float]:
    """The inner edges of a matrix's brackets."""
    entries = {id(one) for part in made.labels.values() for one in part.get_family()}
    left, right = (run for run in made.submobjects if id(run) not in entries)
    return float(left.get_right()[0]), float(right.get_left()[0])


def test_matrices_written_in_latex_have_the_same_space() -> None:
    """Also one row, a column, and brackets of other forms."""
    for latex, count in (
        (r"\begin{pmatrix} 2 & 1 \\ 0 & 3 \end{pmatrix}", 4),
        (r"\begin{bmatrix} 2 & 1 & 7 \end{bmatrix}", 3),
        (r"\begin{vmatrix} 2 \\ 7 \end{vmatrix}", 2),
    ):
        shown = outlines(f"${typst_math(latex)}$").outlines
        opening, *entries, closing = shown
        assert len(entries) == count
        first = min(one.points[:, 0].min() for one in entries)
        last = max(one.points[:, 0].max() for one in entries)
        assert first - opening.points[:, 0].max() > 0.13
        assert closing.points[:, 0].min() - last > 0.13


@pytest.mark.parametrize(
    "latex",
    [
        r"\begin{pmatrix}\end{pmatrix}",
        r"\begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix}",
        r"\begin{pmatrix} & 2 \\ 3 & \end{pmatrix}",
        r"\begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix}",
        r"\left(\begin{array}{cc|c} 1 & 2 & 3 \\ 3 & 4 & 5 \end{array}\right)",
    ],
)
def test_matrices_of_odd_forms_are_set(latex: str) -> None:
    assert check(latex) is None


def test_long_numbers_are_shown_short() -> None:
    assert short_latex(Fraction(123456789, 1000000007)) == "0.1235"
    assert short_latex(Fraction(22, 7)) == r"\frac{22}{7}"


def test_fractions_and_decimals_do_not_stand_side_by_side() -> None:
    half, third = Fraction(1, 2), Fraction(-1, 3)
    assert alike([half, 2]) == ["0.5", "2"]
    assert alike([half, third, 0, 0.25]) == [r"\frac{1}{2}", r"-\frac{1}{3}", "0", "0.25"]
    assert alike([half, Fraction(123456789, 1000000007), third])[1] == "0.1235"
    root = rotation(60)
    assert alike(root.rows[0]) == [r"\frac{1}{2}", r"-\frac{\sqrt{3}}{2}"]
    mixed = matrix_ink(from_rows([[half, third], [0, 1]]), color=WHITE, columns=(RED, GREEN))
    whole = matrix_ink(from_rows([[half, 3], [0, 1]]), color=WHITE, columns=(RED, GREEN))
    assert mixed.part(entry_label(0, 0)).height > 1.3 * whole.part(entry_label(0, 0)).height
