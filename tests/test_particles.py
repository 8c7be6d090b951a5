"""Korean particles follow how the thing before them is read aloud."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from language.particles import Ending, choose, ending, forms, is_pair
from language.sounds import number_aloud


@pytest.mark.parametrize(
    ("digits", "spoken"),
    [
        ("0", "영"),
        ("1", "일"),
        ("6", "육"),
        ("10", "십"),
        ("11", "십일"),
        ("100", "백"),
        ("110", "백십"),
        ("1000", "천"),
        ("1024", "천이십사"),
        ("10000", "만"),
        ("10,000", "만"),
        ("11000", "만천"),
        ("20000", "이만"),
        ("100000", "십만"),
        ("110000", "십일만"),
        ("37,748,736", "삼천칠백칠십사만팔천칠백삼십육"),
        ("100000000", "일억"),
        ("100010000", "일억일만"),
        ("1000000000000", "일조"),
        ("0.75", "영점칠오"),
        ("3.14", "삼점일사"),
        ("2.50", "이점오영"),
        ("−2", "마이너스 이"),
        ("-0.5", "마이너스 영점오"),
        ("007", "칠"),
        ("1" * 60, "일" * 60),
    ],
)
def test_numbers_are_read_the_sino_korean_way(digits: str, spoken: str) -> None:
    assert number_aloud(digits) == spoken


@pytest.mark.parametrize("digits", ["", "a", "1.", ".5", "1/2", "--1"])
def test_other_text_is_no_number(digits: str) -> None:
    with pytest.raises(ValueError, match="not a decimal number"):
        number_aloud(digits)


VOWEL, RIEUL, CONSONANT = Ending.VOWEL, Ending.RIEUL, Ending.CONSONANT


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # digits: 이 사 오 구 | 일 칠 팔 | 영 삼 육, then 십 백 천 만
        ("2 4 5 9", VOWEL),
        ("1 7 8", RIEUL),
        ("0 3 6 10 100 1000 10000 10,000 37,748,736 20 300", CONSONANT),
        ("12 0.75 −2 0.5 3.14", VOWEL),
        # fractions: the numerator is said last
        ("1/3 −1/3 7/12 1/10", RIEUL),
        ("2/3 5/6 √2/2", VOWEL),
        ("3/4 10/3 √3 (1+√3)/2", CONSONANT),
        # Latin letters by their names
        ("A B C D E F G H I J K O P Q S T U V W X Y Z", VOWEL),
        ("a b x y v w h s", VOWEL),
        ("L R l r QR", RIEUL),
        ("M N m n", CONSONANT),
        ("SVD PCA BA", VOWEL),
        # words as they are borrowed
        ("rank softmax matrix axis", VOWEL),
        ("kernel scale pixel", RIEUL),
        ("span norm plane step map token", CONSONANT),
        # Greek letters and signs
        ("α λ σ π κ θ μ ∞ 50% 90°", VOWEL),
        ("ε", CONSONANT),
        # units after a number
        ("3m 10cm 3s 2GB", VOWEL),
        ("5kg", CONSONANT),
        ("3px", RIEUL),
        # Hangul
        ("넓이 배 회", VOWEL),
        ("물 서울 행렬 ㄹ", RIEUL),
        ("값 벡터곱 집 ㄱ", CONSONANT),
        # looked through: brackets, quotes, full stops, dollars
        ("det(A) (A) 「A」 “A” A. $A$ ($A$) $\\det(A)$ (3,2) \\{a\\} 5\\$", VOWEL),
        ("(3,3) “값” $n$ 「벡터곱」 A(값)", CONSONANT),
        # formulas
        ("$x_2$ $\\sigma_{\\max}$ $\\vec{v}$ $\\mathbb{R}^2$", VOWEL),
        ("$\\frac{2}{3}$ $\\frac{a+b}{3}$", VOWEL),
        ("$x_1$ $A^{-1}$ $A^{\\mathsf{T}}$ $\\frac{1}{3}$ $n!$ $QR$ $A_{11}$", RIEUL),
        ("$A^2$ $2^{-1}$ $e^{i\\pi}$ $\\hat{x}$ $f'$ $\\mathbb{R}^3$ $\\mathbb{R}^n$", CONSONANT),
        ("$x^{\\mathsf{T}}$ $\\bar{x}$ $xy$ $\\lVert{x}\\rVert_2$", VOWEL),
        ("$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$", RIEUL),
        ("$\\begin{pmatrix}1\\\\2\\end{pmatrix}$", VOWEL),
        ("10⁻¹⁰ 10²", CONSONANT),
    ],
)
def test_how_things_end_when_they_are_said(words: str, expected: Ending) -> None:
    found = {word: ending(word) for word in words.split()}
    assert found == dict.fromkeys(found, expected)


@pytest.mark.parametrize("text", ["", "   ", "😀", "値", "()"])
def test_what_cannot_be_read_takes_both_forms(text: str) -> None:
    assert ending(text) is Ending.UNKNOWN
    assert choose("은/는", text) == "은(는)"
    assert choose("을/를", text) == "을(를)"
    assert choose("으로/로", text) == "(으)로"
    assert choose("이라/라", text) == "(이)라"


@pytest.mark.parametrize(
    ("pair", "after_vowel", "after_rieul", "after_consonant"),
    [
        ("은/는", "는", "은", "은"),
        ("이/가", "가", "이", "이"),
        ("을/를", "를", "을", "을"),
        ("과/와", "와", "과", "과"),
        ("으로/로", "로", "로", "으로"),
        ("으로써/로써", "로써", "로써", "으로써"),
        ("이라/라", "라", "이라", "이라"),
        ("이란/란", "란", "이란", "이란"),
        ("이에요/예요", "예요", "이에요", "이에요"),
        ("아/야", "야", "아", "아"),
        # either order is read
        ("는/은", "는", "은", "은"),
        ("로/으로", "로", "로", "으로"),
    ],
)
def test_each_pair_after_each_ending(
    pair: str, after_vowel: str, after_rieul: str, after_consonant: str
) -> None:
    assert [choose(pair, word) for word in ("2", "1", "3")] == [
        after_vowel,
        after_rieul,
        after_consonant,
    ]
    assert [choose(pair, word) for word in ("A", "L", "M")] == [
        after_vowel,
        after_rieul,
        after_consonant,
    ]


def test_other_pairs_are_no_particles() -> None:
    assert forms("은/을") is None
    assert forms("넓이/둘레") is None
    assert is_pair("넓이/둘레")
    assert not is_pair("a/b")
    with pytest.raises(ValueError, match="no pair of particles"):
        choose("은/을", "A")


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**40))
def test_a_numeral_and_its_reading_take_the_same_particle(number: int) -> None:
    for shown in (str(number), f"{number:,}", f"−{number}", f"${number}$"):
        assert ending(shown) is ending(number_aloud(str(number)))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40) | st.text("$\\{}^_/.)] A1√가", max_size=40))
def test_any_text_has_an_ending(text: str) -> None:
    assert isinstance(ending(text), Ending)
    assert choose("은/는", text) in ("은", "는", "은(는)")
