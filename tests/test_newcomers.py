"""What newcomers trip over is told in words that help: quotes, braces, habits of other programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from algebra.expressions import ExpressionError, evaluate
from language.text import TextError, resolve
from stage.formulas import check
from tests.kinds_for_reading import HEAD, SCENE, only_fault, read_text
from tests.test_lint import notices

QUOTES = "put the text in single quotes '…', or write \\\\"

LOST: dict[str, tuple[str, str, str]] = {
    "t": ("$\\theta$", "a tab", "theta"),
    "times": ("$2 \\times 3$", "a tab", "times"),
    "b": ("$\\beta$", "a backspace", "beta"),
    "f": ("$\\frac{1}{2}$", "a form feed", "frac"),
    "r": ("$\\rho$", "a carriage return", "rho"),
    "v": ("$\\vec x$", "a vertical tab", "vec"),
    "a": ("$\\alpha$", "a bell", "alpha"),
    "e": ("$\\eta$", "an escape character", "eta"),
    "n": ("$\\nabla f$", "a line break", "nabla"),
    "n before a sign": ("$A \\ne B$", "a line break", "ne"),
    "unknown": ("$\\tusk$", "a tab", "tusk"),
    "no dollars": ("\\theta", "a tab", "theta"),
}


@pytest.mark.parametrize("case", LOST)
def test_a_command_that_an_escape_has_eaten_is_named_at_the_escape(
    tmp_path: Path, case: str
) -> None:
    latex, name, command = LOST[case]
    fault = only_fault(tmp_path, SCENE + f'    title: "각 {latex}"\n')
    column = 15 + latex.index("\\")
    assert fault == (
        f"det.yaml:7:{column}: “\\{command[0]}” in double quotes is {name}, "
        f"not the beginning of \\{command}, {QUOTES}{command}"
    )


@pytest.mark.parametrize(
    "title",
    ["'$\\theta$'", '"$\\\\theta$"', "$\\nabla f$", '"첫째\\n둘째"', "|\n      $a +\n      u$"],
)
def test_what_no_escape_has_eaten_is_left_alone(tmp_path: Path, title: str) -> None:
    assert read_text(tmp_path, SCENE + f"    title: {title}\n").scenes


BRACES: dict[str, tuple[str, str]] = {
    "flow": (
        "    say: {warp: {ko: 넓이는 {det(A)}입니다, en: x}}\n",
        "7:26: a text with { } inside {ko: …} needs quotes, put the whole text in quotes",
    ),
    "first in flow": (
        "    say: {ko: {det(A)}입니다}\n",
        "7:15: a text with { } inside {ko: …} needs quotes, put the whole text in quotes",
    ),
    "all of it": (
        "    title: {ko: {det(A)}}\n",
        "7:17: “{det(A)}” stands here without quotes, put the whole text in quotes",
    ),
    "list": (
        "    say: [넓이는 {det(A)}, y]\n",
        "7:15: a text with { } inside a list needs quotes, put the whole text in quotes",
    ),
    "colon": (
        "    title: {ko: 주의: 넓이}\n",
        "7:19: a text with a colon inside {ko: …} needs quotes, put the whole text in quotes",
    ),
    "comma": (
        "    title: {ko: 격자가, 움직입니다., en: x}\n",
        "7:28: a comma ends a text without quotes, so “움직입니다.” stands alone, "
        "put the whole text in quotes",
    ),
    "comma by beat": (
        "    say: {square: 격자가, 움직입니다., warp: x}\n",
        "7:24: a comma ends a text without quotes, so “움직입니다.” stands alone, "
        "put the whole text in quotes",
    ),
    "after quotes": (
        '    title: {ko: "넓이"는 여섯}\n',
        "7:21: this stands after the end of a text in quotes, "
        "put the whole text into one pair of quotes",
    ),
}


@pytest.mark.parametrize("case", BRACES)
def test_what_a_text_without_quotes_cannot_hold_is_named(tmp_path: Path, case: str) -> None:
    text, fault = BRACES[case]
    assert only_fault(tmp_path, SCENE + text) == f"det.yaml:{fault}"


@pytest.mark.parametrize(
    "latex",
    ["\\frac{det(A)}{2}", "x^{det(A)}", "{A[0, 1]}", "{A.T}", "{A @ A}", "{x:.2f}", "{x:,}"],
)
def test_an_expression_in_the_braces_of_a_formula_is_not_passed_over(latex: str) -> None:
    names = {"A": evaluate("[[2, 1], [0, 3]]", {}), "x": evaluate("1/3", {})}
    with pytest.raises(TextError, match=r"is not computed inside a formula") as refused:
        resolve(f"${latex}$", names, "en")
    assert refused.value.cure.startswith("write \\val{")


@pytest.mark.parametrize(
    "latex",
    [
        *("x^{2}", "\\frac{A}{B}", "{A}", "A_{1}", "\\mathbf{x}", "\\frac{A + B}{2}", "x_{(1)}"),
        *("\\sqrt{A(x)}", "f^{(n)}", "\\mathtt{det(A)}", "\\text{A[0, 1]}", "\\frac{(A + B)}{2}"),
        *("{[A, B]}", "e^{2(n+1)}", "\\begin{pmatrix} A \\end{pmatrix}", "A^{-1}", "{\\det(A)}"),
    ],
)
def test_the_braces_of_latex_are_left_alone(latex: str) -> None:
    names = {name: evaluate("[[2, 1], [0, 3]]", {}) for name in ("A", "B", "x", "n")}
    assert resolve(f"${latex}$", names, "en") == f"${latex}$"


@pytest.mark.parametrize(
    ("pair", "meant"),
    [
        *(
            ("이가", "이/가"),
            ("은는", "은/는"),
            ("을를", "을/를"),
            ("은", "은/는"),
            ("를", "을/를"),
        ),
        *(("이나", "이나/나"), ("으로", "으로/로"), ("라고", "이라고/라고"), ("이(가)", "이/가")),
        *(("이|가", "이/가"), ("이, 가", "이/가"), ("과와", "과/와")),
    ],
)
def test_a_particle_without_its_slash_is_recognised(pair: str, meant: str) -> None:
    with pytest.raises(TextError) as refused:
        resolve(f"6{{{pair}}}", {}, "ko")
    assert str(refused.value) == f"{{{pair}}} is no pair of particles, did you mean {{{meant}}} ?"


def test_korean_words_in_braces_are_no_names() -> None:
    with pytest.raises(TextError) as refused:
        resolve("값은 {넓이}", {}, "ko")
    assert str(refused.value) == (
        "“넓이” is nothing that could be computed, write \\{ and \\} for braces in the text"
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(("A.inverse()", "inv(A)"), ("A.inv", "inv(A)"), ("A.I @ A", "inv(A)")),
        *(("A.det()", "det(A)"), ("A.transpose()", "A.T"), ("A.T()", "A.T"), ("A.t()", "A.T")),
        *(("np.linalg.det(A)", "det(A)"), ("np.dot(A, A)", "A @ A"), ("A.dot(A)", "A @ A")),
        *(("np.linalg.matrix_rank(A)", "rank(A)"), ("det A == 6", "det(A)")),
        *(("rank A", "rank(A)"), ("sqrt 2", "sqrt(2)"), ("np.eye(2)", "identity(2)")),
        *(("(A @ A).inverse()", "inv(A @ A)"), ("np.allclose(A, A)", "close(A, A, 1e-9)")),
    ],
)
def test_what_other_programs_call_it_is_translated(written: str, meant: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        evaluate(written, {"A": evaluate("[[2, 1], [0, 3]]", {})})
    assert refused.value.cure == f"did you mean {meant} ?"


def test_bars_are_no_determinant(tmp_path: Path) -> None:
    """Without quotes YAML takes the bar for a block of text; in quotes it is no operator."""
    bare = HEAD + "matrices: {A: [[1]]}\nclaims:\n  - |A| == 6\n  - det(A) == 1\nscenes: []\n"
    assert only_fault(tmp_path, bare) == (
        "det.yaml:5:5: |A| cannot be written with bars, did you mean det(A)?"
    )
    quoted = SCENE.replace("scenes:", "claims: ['|A| == 6']\nscenes:")
    assert only_fault(tmp_path, quoted) == (
        "det.yaml:4:11: | has no meaning here, did you mean det(A), norm(x) or abs(x)?"
    )


@pytest.mark.parametrize("written", ["3s", "3 s", "'3 sec'", "3초"])
def test_a_time_has_no_unit(tmp_path: Path, written: str) -> None:
    fault = only_fault(tmp_path, SCENE + f"    beats: {{warp: {{run_time: {written}}}}}\n")
    assert fault == "det.yaml:7:30: a run_time is in seconds, without a unit, write 3"


@pytest.mark.parametrize(
    ("latex", "trouble"),
    [
        ("\\detA", "\\detA is no command that formulas know; did you mean \\det A ?"),
        ("\\alphax", "\\alphax is no command that formulas know; did you mean \\alpha x ?"),
        ("\\foo", "\\foo is no command that formulas know"),
        ("\\std", "\\std is no command that formulas know"),
        ("\\std.read(x)", "\\std is no command that formulas know"),
        ("\\mat", "\\mat is no command that formulas know"),
        ("\\eval", "nothing of this formula can be set"),
    ],
)
def test_a_command_that_there_is_not_is_named(latex: str, trouble: str) -> None:
    """Nothing that the typesetter says of names of its own leaks, and none of them is reached."""
    assert check(latex) == trouble


def test_one_wrong_shape_is_one_fault_with_the_place_of_its_definition(tmp_path: Path) -> None:
    text = SCENE.replace("[[2, 1], [0, 3]]", "[[2, 1, 0], [0, 3, 1]]")
    text = text.replace("scenes:", "claims: [det(A) == 6, A @ A == A]\nscenes:")
    assert only_fault(tmp_path, text + "    say: '{det(A)}'\n") == (
        "det.yaml:4:14: det needs a square matrix; A is a 2×3 matrix, A is defined in line 3"
    )


def test_a_list_is_not_called_short_for_an_item_that_is_at_fault(tmp_path: Path) -> None:
    fault = only_fault(tmp_path, SCENE + "  - kind: points\n    points: ['{']\n")
    assert fault.startswith("det.yaml:8:15: this { is not closed")


def test_full_width_digits_are_to_be_typed_as_plain_ones(tmp_path: Path) -> None:
    told = notices(tmp_path, SCENE + "    say: 넓이는 １２배\n")
    assert told == ["7:14: １２ is typed in full-width digits, type 12 instead"]
