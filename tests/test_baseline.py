"""The baseline of set type is that of its line, whatever the line begins with."""

from __future__ import annotations

import pytest

from stage.ink import formula, text
from stage.matching import set_formula

PLAIN = "x = "

STARTS = (
    r"\frac{1}{2}",
    r"\sqrt{2}",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
    r"\sum_{k=1}^{n} k",
    r"\left(\frac{1}{2}, 1\right)",
)


@pytest.mark.parametrize("display", [True, False])
@pytest.mark.parametrize("start", STARTS)
def test_a_formula_stands_on_its_line(start: str, display: bool) -> None:
    alone = formula(start, size=1.0, color="#ffffff", display=display)
    after = formula(PLAIN + start, size=1.0, color="#ffffff", display=display)
    assert alone.get_bottom()[1] - alone.baseline == pytest.approx(
        after.get_bottom()[1] - after.baseline, abs=0.01
    )


@pytest.mark.parametrize("start", STARTS)
def test_words_after_a_formula_stand_on_its_line(start: str) -> None:
    for words in ("배가 됩니다", "of it"):
        first = text(f"${start}$ {words}", size=1.0, color="#ffffff")
        later = text(f"a ${start}$ {words}", size=1.0, color="#ffffff")
        assert first.get_bottom()[1] - first.baseline == pytest.approx(
            later.get_bottom()[1] - later.baseline, abs=0.01
        )
        assert first.width < later.width, "the mark of the baseline takes no room"


def test_of_several_lines_the_first_one_counts() -> None:
    for words in (
        r"$A$ is $A$ and $A$ stays $A$",
        r"a line, $A$ is $A$ and $A$ stays $A$",
        "a line, another line, a third line",
    ):
        lines = text(words, size=1.0, color="#ffffff", width=3.0)
        assert lines.height > 2.0
        assert lines.get_top()[1] - lines.baseline < 1.0


@pytest.mark.parametrize("start", STARTS)
def test_a_formula_that_grows_stands_on_its_line(start: str) -> None:
    alone, after = set_formula(start), set_formula(PLAIN + start)
    assert (alone.above, alone.below) == pytest.approx((after.above, after.below), abs=0.01)


def test_the_mark_is_never_drawn() -> None:
    drawn = text(r"$\frac{1}{2}$", size=1.0, color="#ffffff")
    assert {str(run.get_fill_color().to_hex()).upper() for run in drawn} == {"#FFFFFF"}
    assert drawn.width == pytest.approx(
        formula(r"\frac{1}{2}", size=1.0, color="#ffffff", display=False).width
    )
