"""What is shown can be read aloud: no sign is left that a speaker stumbles on."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.matrices import from_rows
from language.particles import Ending, ending
from language.spoken import spoken
from language.text import resolve

FORMULAS = {
    r"\det A = 6": ("행렬식 A가 6", "determinant of A equals 6"),
    r"\det(A) = -3": ("행렬식 A가 마이너스 3", "determinant of A equals minus 3"),
    r"\frac{3}{4}": ("4분의 3", "3 over 4"),
    r"-\frac{1}{6}": ("마이너스 6분의 1", "minus 1 over 6"),
    r"\frac{1}{2}x": ("2분의 1 x", "1 over 2 x"),
    r"0.75": ("0.75", "0.75"),
    r"37{,}748{,}736": ("37748736", "37748736"),
    r"\frac{\sqrt{2}}{2}": ("2분의 루트 2", "root 2 over 2"),
    r"\frac{1+\sqrt{3}}{2}": ("2분의 1 더하기 루트 3", "1 plus root 3, all over 2"),
    r"\frac{a}{b+c}": ("b 더하기 c분의 a", "a over the quantity b plus c"),
    r"4.5\times 10^{-5}": ("4.5 곱하기 10의 마이너스 5제곱", "4.5 times 10 to the minus 5"),
    r"A^{-1}": ("A의 역행렬", "A inverse"),
    r"A^{\mathsf T}": ("A의 전치행렬", "A transpose"),
    r"(BA)^{-1} = A^{-1} B^{-1}": (
        "B A의 역행렬이 A의 역행렬 B의 역행렬",
        "B A inverse equals A inverse B inverse",
    ),
    r"x^2 + y^{3}": ("x의 제곱 더하기 y의 세제곱", "x squared plus y cubed"),
    r"e^{kt}": ("e의 k t제곱", "e to the k t"),
    r"A^{k}": ("A의 k제곱", "A to the k"),
    r"x_1 - W_Q": ("x 1 빼기 W Q", "x 1 minus W Q"),
    r"\sigma_{\min} \approx 0.1": ("시그마 min이 약 0.1", "sigma min is about 0.1"),
    r"\lVert Ax \rVert": ("노름 A x", "the norm of A x"),
    r"\lvert \det A \rvert": ("절댓값 행렬식 A", "the absolute value of determinant of A"),
    r"\begin{pmatrix} 2 & 1 \\ 0 & -3 \end{pmatrix}": (
        "2, 1; 0, 마이너스 3인 행렬",
        "the matrix 2, 1; 0, minus 3",
    ),
    r"\frac{1}{6}\begin{pmatrix} 3 & -1 \\ 0 & 2 \end{pmatrix}": (
        "6분의 1 곱하기 3, 마이너스 1; 0, 2인 행렬",
        "1 over 6 times the matrix 3, minus 1; 0, 2",
    ),
    r"\begin{pmatrix} 3 \\ -1 \end{pmatrix}": ("3, 마이너스 1", "3, minus 1"),
    r"x \mapsto Ax": ("x에서 A x", "x maps to A x"),
    r"x \in \mathbb{R}^2": ("x가 들어 있는 R 2", "x in R 2"),
    r"x \cdot y = 1 \cdot 4 - 2 \cdot 2": (
        "x 내적 y가 1 곱하기 4 빼기 2 곱하기 2",
        "x dot y equals 1 times 4 minus 2 times 2",
    ),
    r"B \circ A \ne A \circ B": (
        "B 합성 A 낫 이퀄 A 합성 B",
        "B composed with A is not equal to A composed with B",
    ),
    r"T(x+y)": ("T 괄호 x 더하기 y", "T of the quantity x plus y"),
    r"\operatorname{rank} A + \dim\ker A": (
        "랭크 A 더하기 차원 핵 A",
        "rank of A plus dimension of kernel of A",
    ),
    r"\hat{x}, \vec{v}, x'": ("x 햇, 벡터 v, x 프라임", "x hat, vector v, x prime"),
    r"90^\circ": ("90도", "90 degrees"),
    r"\text{넓이} = 6": ("넓이가 6", "넓이 equals 6"),
    r"a - (-2)": ("a 빼기 마이너스 2", "a minus minus 2"),
    r"1, 2, \dots, n": ("1, 2, 점점점, n", "1, 2, dot dot dot, n"),
}


@pytest.mark.parametrize("formula", FORMULAS)
def test_formulas_are_read_in_both_languages(formula: str) -> None:
    korean, english = FORMULAS[formula]
    assert spoken(f"${formula}$", "ko") == korean
    assert spoken(f"${formula}$", "en") == english


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_ends_aloud_as_its_particle_was_chosen(formula: str) -> None:
    shown = ending(f"${formula}$")
    assert Ending.UNKNOWN is not shown
    assert ending(spoken(f"${formula}$", "ko")) is shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("넓이는 −2이고 3/4배, 0.75배입니다.", "넓이는 마이너스 2이고 4분의 3배, 0.75배입니다."),
        ("det(A)는 6, 2×2 행렬", "행렬식 A는 6, 2 바이 2 행렬"),
        ("점 (3, 3)은 1–3 사이", "점, 3, 3은 1에서 3 사이"),
        ("가로·세로 90°, 50%", "가로, 세로 90도, 50퍼센트"),
        ("√2/2배, 37,748,736번", "2분의 루트 2배, 37748736번"),
        ("“따옴표”와 $x = 3$입니다.", "따옴표와 x가 3입니다."),
        ("행렬 $A$의 두 열", "행렬 A의 두 열"),
        ("이제… 끝!", "이제, 끝!"),
        ("\\$5, \\{a\\}", "달러5, a"),
    ],
)
def test_korean_words_keep_their_stops(text: str, said: str) -> None:
    assert spoken(text, "ko") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("It is −2, 3/4 or 0.75.", "It is minus 2, 3 over 4 or 0.75."),
        ("det(A) is 6, a 2×2 matrix.", "determinant of A is 6, a 2 by 2 matrix."),
        ("pages 1–3, and/or 50%", "pages 1 to 3, and or 50 percent"),
        ("A's column isn't “it”", "A's column isn't it"),
        ("6 × 7 = 42 — yes", "6 times 7 equals 42, yes"),
        ("x² + y² = 1", "x squared plus y squared equals 1"),
        ("a 1-D line, well-known", "a 1 D line, well-known"),
    ],
)
def test_english_words_keep_their_stops(text: str, said: str) -> None:
    assert spoken(text, "en") == said


def test_computed_values_are_read_like_written_ones() -> None:
    names = {"A": from_rows([[2, 1], [0, 3]])}
    markup = resolve("넓이는 {det(A)}{이/가} 되고, 역은 {inv(A)}{이/가}, $\\val{1/6}$", names, "ko")
    assert spoken(markup, "ko") == (
        "넓이는 6이 되고, 역은 0.5, 마이너스 6분의 1; 0, 3분의 1인 행렬이, 6분의 1"
    )


_STUMBLES = re.compile(r"[$\\{}\[\]()|‖_^=<>≤≥≠≈×·∘√→↦∈⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵀ₀₁₂₃\x00-\x1f/~*#]")


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [*(f"${formula}$" for formula in FORMULAS), *"가나 AB12,.−/×()[]|‖√²⁻¹=<>·–~*#&%°'\"…:"]
        ),
        max_size=12,
    ),
    st.sampled_from(["ko", "en"]),
)
def test_whatever_is_written_no_sign_is_left(parts: list[str], language: str) -> None:
    said = spoken("".join(parts), language)
    assert _STUMBLES.search(said) is None
    assert "  " not in said
