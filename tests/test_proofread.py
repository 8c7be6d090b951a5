"""What cannot be set is told beforehand; what can be set is left alone."""

from __future__ import annotations

import pytest

from film.proofread import faults_of
from language.places import Place

PLACE = Place("det.yaml", 7, 12)


def told(markup: str) -> list[str]:
    return [str(fault) for fault in faults_of(PLACE, markup)]


@pytest.mark.parametrize(
    "markup",
    [
        "넓이가 6배가 됩니다. Area × 6 − ½",
        r"$\det A = 6$, $x ∈ ℝ^2$ and $\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}$",
        r"$\text{넓이} = 6$, which costs \$5 or \$6",
    ],
)
def test_what_can_be_set_has_no_fault(markup: str) -> None:
    """Korean, Latin, signs of the mathematics font inside formulas, and plain dollars."""
    assert told(markup) == []


def test_a_missing_character_is_named_once() -> None:
    """By code and, where Unicode has one, by name."""
    assert told("a \U0010fffd b \U0010fffd") == [
        "det.yaml:7:12: no font has the character U+10FFFD, leave it out or write it in words"
    ]
    assert told("\U0001f600") == [
        "det.yaml:7:12: no font has the character U+1F600 (grinning face), "
        "leave it out or write it in words"
    ]


def test_pictures_in_formulas_are_missing_too() -> None:
    """The mathematics font has signs that the text font lacks, but no such pictures."""
    assert "U+1F600" in told("$\\text{\U0001f600} = 1$")[0]


def test_a_faulty_formula_is_quoted_with_its_reason() -> None:
    """Every faulty formula of a text, each by itself."""
    first, second = told(r"$\frac{1}{2$ and $x$ and $\input{/etc/hostname}$")
    assert first.startswith(r"det.yaml:7:12: the formula $\frac{1}{2$ cannot be set: ")
    assert r"$\input{/etc/hostname}$" in second
