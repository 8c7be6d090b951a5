"""Text with values: one rule of formatting, formulas that stay formulas, captions one can read."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.expressions import Value, evaluate
from algebra.matrices import column, from_rows, random, rotation
from language.formats import FormatError, latex, plain
from language.formulas import Segment, plain_text, readable, segments
from language.text import Text, TextError, resolve

NAMES: dict[str, Value] = {
    "A": from_rows([[2, 1], [0, 3]]),
    "C": from_rows([[1, 2], [2, 4]]),
    "R": rotation(135),
    "W": random(64, 768, seed=0),
    "x": column([3, 3]),
    "n": Fraction(37_748_736),
    "넓이": Fraction(6),
    "둘레": Fraction(4),
}


@pytest.mark.parametrize(
    ("source", "spec", "shown", "typeset"),
    [
        ("6", "", "6", "6"),
        ("-6", "", "−6", "-6"),
        ("1000", "", "1000", "1000"),
        ("1000", ",", "1,000", "1{,}000"),
        ("10000", "", "10,000", "10{,}000"),
        ("n", "", "37,748,736", "37{,}748{,}736"),
        ("3/4", "", "0.75", "0.75"),
        ("-1/8", "", "−0.125", "-0.125"),
        ("1/16", "", "1/16", r"\frac{1}{16}"),
        ("1.001", "", "1.001", "1.001"),
        ("1/3", "", "1/3", r"\frac{1}{3}"),
        ("-1/3", "", "−1/3", r"-\frac{1}{3}"),
        ("3/4", "frac", "3/4", r"\frac{3}{4}"),
        ("2", "frac", "2", "2"),
        ("2/3", ".2f", "0.67", "0.67"),
        ("0.005", ".2f", "0.01", "0.01"),
        ("-0.001", ".2f", "0.00", "0.00"),
        ("5/2", ".0f", "3", "3"),
        ("1234567.891", ",.2f", "1,234,567.89", "1{,}234{,}567.89"),
        ("sqrt(2)/2", "", "√2/2", r"\frac{\sqrt{2}}{2}"),
        ("-3*sqrt(2)/4", "", "−3√2/4", r"-\frac{3\sqrt{2}}{4}"),
        ("(1+sqrt(3))/2", "", "(1 + √3)/2", r"\frac{1 + \sqrt{3}}{2}"),
        ("sqrt(6)-sqrt(2)", "", "√6 − √2", r"\sqrt{6} - \sqrt{2}"),
        ("sqrt(2)", ".3f", "1.414", "1.414"),
        ("cos(20)", "", "0.9397", "0.9397"),
        ("cos(20)*0", "", "0", "0"),
        ("-cos(20)*0", "", "0", "0"),
        ("cos(20)*1e5", "", "93,970", "93{,}970"),
        ("cos(20)*1e9", "", "9.397 × 10⁸", r"9.397 \times 10^{8}"),
        ("cos(20)*1e-9", "", "9.397 × 10⁻¹⁰", r"9.397 \times 10^{-10}"),
        ("x", "", "(3, 3)", r"\begin{pmatrix}3 \\ 3\end{pmatrix}"),
        ("-A", "", "[[−2, −1], [0, −3]]", r"\begin{pmatrix}-2 & -1 \\ 0 & -3\end{pmatrix}"),
        ("A/3", ".1f", "[[0.7, 0.3], [0.0, 1.0]]", None),
        ("kernel(C)", "", "(−2, 1)", r"\begin{pmatrix}-2 \\ 1\end{pmatrix}"),
        ("eigenvalues(A)", "", "2, 3", r"2,\ 3"),
    ],
)
def test_the_one_rule_of_formatting(
    source: str, spec: str, shown: str, typeset: str | None
) -> None:
    value = evaluate(source, NAMES)
    assert plain(value, spec) == shown
    if typeset is not None:
        assert latex(value, spec) == typeset


def test_a_form_that_a_value_does_not_have_is_refused() -> None:
    with pytest.raises(FormatError, match="no exact fraction"):
        plain(0.5, "frac")
    with pytest.raises(FormatError, match="is no format"):
        plain(Fraction(1), "x")
    with pytest.raises(FormatError, match="64×768 matrix is too large to be read"):
        latex(NAMES["W"])
    with pytest.raises(FormatError, match="a comparison has no form as text"):
        plain(True)


@settings(max_examples=200, deadline=None)
@given(st.fractions(max_denominator=10**6))
def test_an_exact_number_is_shown_exactly(number: Fraction) -> None:
    shown = plain(number)
    assert Fraction(shown.replace(",", "").replace("−", "-")) == number
    assert not re.match("−0(?![.])|-", shown)


@settings(max_examples=200, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_shown_to_four_digits(number: float) -> None:
    shown = plain(number).replace(",", "").replace("−", "-")
    mantissa, _, power = shown.partition(" × 10")
    digits = "".join(str("⁰¹²³⁴⁵⁶⁷⁸⁹".find(c)) if c != "⁻" else "-" for c in power)
    value = Decimal(mantissa).scaleb(int(digits or "0"))
    assert value == Decimal(f"{number:.3e}")


@pytest.mark.parametrize(
    ("template", "markup", "caption"),
    [
        ("넓이가 {det(A)}{이/가} 됩니다.", "넓이가 6이 됩니다.", "넓이가 6이 됩니다."),
        ("{3/4}{은/는} {1/3}{을/를}", "0.75는 1/3을", "0.75는 1/3을"),
        ("{n}{으로/로} {rank(W)}{과/와}", "37,748,736으로 64와", "37,748,736으로 64와"),
        ("{det(A)/9:.2f}{은/는}", "0.67은", "0.67은"),
        ("{3/4:frac}{이라/라}", "3/4이라", "3/4이라"),
        ("{-2}", "−2", "−2"),
        (r"$\det A = \val{det(A)}$입니다.", r"$\det A = {6}$입니다.", "det A = 6입니다."),
        (r"$\val{-1/3}^2$", r"${-\frac{1}{3}}^2$", "−1/3²"),
        (r"$\val{A[0, 1]:.1f}$", "${1.0}$", "1.0"),
        (r"$x_{\text{new}}^{2}$", r"$x_{\text{new}}^{2}$", "x_new²"),
        (
            "{A}{은/는} $A${이/가}",
            r"$\begin{pmatrix}2 & 1 \\ 0 & 3\end{pmatrix}$은 $A$가",
            "[[2, 1], [0, 3]]은 A가",
        ),
        ("{A @ x}", r"$\begin{pmatrix}9 \\ 9\end{pmatrix}$", "(9, 9)"),
        ("{A[:, 0]:.1f}", r"$\begin{pmatrix}2.0 \\ 0.0\end{pmatrix}$", "(2.0, 0.0)"),
        ("핵 {kernel(C)}", r"핵 $\begin{pmatrix}-2 \\ 1\end{pmatrix}$", "핵 (−2, 1)"),
        ("{eigenvalues(A)}{을/를}", "2, 3을", "2, 3을"),
        (r"\$5, \{a\}", r"\$5, \{a\}", "$5, {a}"),
        ("A=B;#1\\", "A=B;#1\\", "A=B;#1\\"),
        ("{넓이/둘레}배", "1.5배", "1.5배"),
        ("{ det(A) : .1f }", "6.0", "6.0"),
        ("값(A){은/는}", "값(A)는", "값(A)는"),
        ("", "", ""),
    ],
)
def test_a_template_is_filled_in(template: str, markup: str, caption: str) -> None:
    assert resolve(template, NAMES, "ko") == markup
    assert Text.of({"ko": markup}).plain("ko") == caption


@pytest.mark.parametrize(
    ("template", "offset", "message"),
    [
        ("a } b", 2, r"this } closes nothing, write \} for a brace in the text"),
        ("a {b", 2, r"this { is not closed, add a }, or write \{ for a brace in the text"),
        ("{{x}}", 0, "this { is not closed"),
        ("값 $x", 2, r"this $ opens a formula that is not closed, add a $, or write \$"),
        ("$$x$$", 0, "an empty formula, write one $ on each side"),
        (r"$\frac{1}{2$", 9, "this { is not closed, add a }"),
        ("$a}$", 2, "this } closes nothing, remove it"),
        (r"$\val{det(A)$", 1, r"\val{ is not closed, add a }"),
        (r"$\val A$", 1, r"\val needs an expression in braces"),
        (r"\det A", 0, r"\det stands outside a formula, put the formula between dollar signs"),
        ("값은 {det(B)}", 8, "unknown name B, known are A, C, R, W, n, x, 넓이, 둘레"),
        (r"$\val{dett(A)}$", 6, "unknown function dett, did you mean det ?"),
        ("{}", 1, "the expression is empty"),
        ("{1:.2x}", 3, "“.2x” is no format, write .2f, frac or , after the colon"),
        ("{norm(W):frac}", 9, "a floating number has no exact fraction"),
        ("{W}", 3, "a 64×768 matrix is too large to be read"),
        ("{A == A}", 8, "a comparison has no form as text"),
        ("A{은/을}", 2, "은/을 is no pair of particles, write 은/는, 이/가"),
        ("{은/는}", 0, "nothing stands before {은/는}"),
        ("x" * 10_001, 0, "a text of 10,001 characters; 10,000 are allowed"),
    ],
)
def test_a_fault_in_a_template_has_its_place(template: str, offset: int, message: str) -> None:
    with pytest.raises(TextError) as caught:
        resolve(template, NAMES, "ko")
    assert str(caught.value).startswith(message)
    assert caught.value.offset == offset


def test_particles_belong_in_korean_words() -> None:
    with pytest.raises(TextError, match="a Korean particle in a text that is not Korean"):
        resolve("The area is {det(A)}{이/가}.", NAMES, "en")
    assert resolve("넓이 {det(A)}{이/가}", NAMES, "en") == "넓이 6이"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.text(r"${}\val A()12/:.,은는", max_size=60))
def test_any_template_gives_markup_or_a_fault(template: str) -> None:
    filled = markup_or_fault(template)
    if isinstance(filled, TextError):
        assert 0 <= filled.offset <= len(template)
    else:
        assert "$" not in re.sub(r"\\\$", "", plain_text(filled)) or "\\$" in filled


def markup_or_fault(template: str) -> str | TextError:
    try:
        return resolve(template, NAMES, "ko")
    except TextError as error:
        return error


def test_text_in_several_languages() -> None:
    text = Text.of({"ko": "값 $A$", "en": "value $A^{-1}$"})
    assert text.languages == ("ko", "en")
    assert text.has("en")
    assert not text.has("fr")
    assert text.get("en") == "value $A^{-1}$"
    assert text.get("fr") == "값 $A$"
    assert text.plain("en") == "value A⁻¹"
    assert Text.of(text.as_dict()) == text
    assert hash(Text.of(text.as_dict())) == hash(text)
    with pytest.raises(ValueError, match="at least one language"):
        Text.of({})


def test_markup_is_cut_into_text_and_formulas() -> None:
    assert segments(r"값 $A$, \$5와 $x\$y$") == (
        Segment("값 ", False),
        Segment("A", True),
        Segment(", $5와 ", False),
        Segment(r"x\$y", True),
    )
    assert segments("") == ()


@pytest.mark.parametrize(
    ("formula", "caption"),
    [
        ("A^{-1}", "A⁻¹"),
        (r"A^{\mathsf T} x", "Aᵀ x"),
        (r"A^\top", "Aᵀ"),
        (r"\det A=6", "det A = 6"),
        (r"\det(A) = -6", "det(A) = −6"),
        (r"\operatorname{rank}A", "rank A"),
        (r"\sin\theta", "sin θ"),
        (r"\ker A = \{0\}", "ker A = {0}"),
        (r"\frac{1}{3}", "1/3"),
        (r"\frac{a+b}{2}", "(a + b)/2"),
        (r"\frac{\sqrt{2}}{2}", "√2/2"),
        (r"\sqrt{a+b}", "√(a + b)"),
        (r"\sqrt[3]{2}", "∛2"),
        ("x_1 + x_{12}", "x₁ + x₁₂"),
        (r"\kappa(A)=\sigma_{\max}/\sigma_{\min}", "κ(A) = σ_max/σ_min"),
        (r"\mathbb R^3", "ℝ³"),
        (r"x \in \mathbb{R}^n", "x ∈ ℝⁿ"),
        (r"\hat\imath", "î"),
        (r"\vec v", "v⃗"),
        (r"\lVert A x - b \rVert_2", "‖A x − b‖₂"),
        (r"(A x)\cdot y = x\cdot(A^{\mathsf T} y)", "(A x) · y = x · (Aᵀ y)"),
        (r"\begin{pmatrix}2&-1\\0&3\end{pmatrix}", "[[2, −1], [0, 3]]"),
        (r"\begin{bmatrix} 3 \\ 3 \end{bmatrix}", "(3, 3)"),
        (r"A\begin{pmatrix}1\\1\end{pmatrix}=x", "A(1, 1) = x"),
        (r"\text{넓이 $x$ 와}", "넓이 x 와"),
        ("37{,}748{,}736", "37,748,736"),
        (r"3.42 \times 10^{-10}", "3.42 × 10⁻¹⁰"),
        (r"90^\circ", "90°"),
        ("e^{i\\pi}", "e^(iπ)"),
        (r"\mathrm{BA}", "BA"),
        (r"A \mapsto B", "A ↦ B"),
        (r"50\%", "50%"),
        (r"\left(a\right)", "(a)"),
        (r"\frac{1}{", "frac1"),
        ("{" * 5000, ""),
    ],
)
def test_a_formula_can_be_read_in_a_caption(formula: str, caption: str) -> None:
    assert readable(formula) == caption


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40) | st.text(r"\frac{}^_&$ab12\begin{pmatrix}sqrt", max_size=60))
def test_any_formula_can_be_read(formula: str) -> None:
    assert isinstance(readable(formula), str)
