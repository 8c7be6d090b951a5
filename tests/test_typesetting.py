"""What is set is what was written, in outlines, with nothing missing and nothing executed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal
from unicodedata import category

import numpy as np
import pytest

from algebra.matrices import from_rows
from stage import ink
from stage.fonts import font_file, missing_glyphs
from stage.formulas import FormulaError, check, escape, typst_math
from stage.layout import Zone
from stage.matrices import fit, matrix_ink
from stage.typesetting import Setting, TypesettingError, compile_svg, outlines

WHITE = "#FFFFFF"
RED, GREEN = "#FF0000", "#00FF00"
NOWHERE = "\U0010fffd"
"""A noncharacter-like code point that no font has."""


def shapes(setting: Setting) -> list[list[tuple[float, float]]]:
    """The outlines as comparable lists, from the first one's corner, to a thousandth of an em."""
    corner = setting.outlines[0].points.min(axis=0)
    return [
        [(float(x), float(y)) for x, y in np.round(one.points - corner, 3) + 0.0]
        for one in setting.outlines
    ]


def raw(text: str) -> str:
    """Typst source that shows a string character by character, without markup."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'#text("{quoted}")'


def markup(text: str) -> str:
    """Plain text as a storyboard's markup."""
    return re.sub(r"([\\${}])", r"\\\1", text)


def pieces(thing: ink.Ink) -> int:
    """How many closed shapes a set text has in all; a letter has one or more."""
    return sum(len(run.get_subpaths()) for run in thing.submobjects)


# --- glyphs ---------------------------------------------------------------------------------------


def test_korean_latin_and_mathematics_stand_in_one_line() -> None:
    setting = outlines("넓이 Area $A x$")
    assert len(setting.outlines) == 2 + 4 + 2
    line = ink.text("넓이 Area $A x$", color=WHITE)
    assert line.height < 1.5 * ink.BODY


def test_an_empty_text_is_nothing_and_harms_nobody() -> None:
    empty = ink.text("", color=WHITE, width=3.0)
    assert len(empty.submobjects) == 0
    assert np.isfinite(empty.get_center()).all()


EVERYDAY = (
    [chr(c) for c in range(0x21, 0x7F)]
    + [chr(c) for c in range(0xA1, 0x100)]
    + [chr(c) for c in range(0x391, 0x3CA) if c != 0x3A2]
    + [chr(c) for c in range(0x100, 0x3000, 5) if category(chr(c))[0] in "LNPS"]
    + [chr(c) for c in range(0xAC00, 0xD7A4, 23)]
    + list("ㄱㅎㅏㅣ“”‘’…–—·×÷−≤≥≠≈→←↑↓∞√①②㎡℃％（），。「」")
)


def test_no_character_that_passes_is_an_empty_box() -> None:
    """Typst gives no warning for a missing glyph, so each is compared with its box."""
    box = shapes(outlines(NOWHERE))[0]
    passing = [character for character in EVERYDAY if not missing_glyphs(character)]
    needed = set("äéßçøñ가힣αΩ" + "".join(chr(c) for c in range(0x21, 0x7F)))
    assert needed <= {*passing, *"äéßçøñ힣"}, "what Korean, Latin and Greek words are made of"
    for start in range(0, len(passing), 40):
        characters = passing[start : start + 40]
        setting = outlines(r"\ ".join(escape(character) for character in characters))
        drawn = [one for one in setting.outlines if np.ptp(one.points, axis=0).max() > 0]
        assert len(drawn) >= len(characters)
        for shape in shapes(setting):
            moved = np.array(shape) - np.min(shape, axis=0)
            assert len(shape) != len(box) or not np.allclose(moved, box, atol=2e-3)


def test_what_would_be_an_empty_box_is_told_beforehand() -> None:
    assert missing_glyphs(f"가 {NOWHERE} 나 🙂 {NOWHERE}") == (NOWHERE, "🙂")
    assert missing_glyphs("bell\a") == ("\a",)
    assert missing_glyphs("한글, Latin, Ωμεγα\n\t\u00a0\u200b") == ()


def test_bold_is_bold() -> None:
    thin, thick = (outlines(f"#text(weight: {weight})[행렬]") for weight in (400, 700))
    assert shapes(thin) != shapes(thick)
    assert thin.width == pytest.approx(thick.width, rel=0.1)


def test_the_font_comes_from_its_package() -> None:
    assert "manimgx_fonts_cjk" in font_file().parts
    assert font_file().is_file()


# --- text shows itself ----------------------------------------------------------------------------

NASTY = [
    "# $ * _ ` < > @ = [ ] ~ / \" ' + - \\ { } % & ^ | ; :",
    "*bold* _slanted_ `code` ```raw```",
    '#read("/etc/hostname") #import "@preview/cetz:0.3.0"',
    "$x$ and $$ and \\( x \\)",
    "a // b /* c */ d",
    "-- --- -? ... a...b",
    "<label> @label [content]",
    "http://example.org/~kim?a=1#b",
    "C:\\new\\table \\u{41} \\",
    "'q' \"q\"",
]

LINE_STARTS = [
    "1. one",
    "12. x",
    "1.",
    "= heading",
    "== two",
    "- item",
    "+ item",
    "/ term: what",
    "-",
    "=",
]


@pytest.mark.parametrize("text", NASTY + LINE_STARTS)
def test_text_shows_exactly_itself(text: str) -> None:
    assert shapes(outlines(escape(text))) == shapes(outlines(raw(text)))
    assert shapes(outlines(f"#box[{escape(text)}]")) == shapes(outlines(raw(text)))


@pytest.mark.parametrize("text", NASTY + LINE_STARTS)
def test_a_text_in_a_scene_shows_exactly_itself(text: str) -> None:
    set_text = ink.text(markup(text), size=1.0, color=WHITE)
    language = "ko" if re.search("[가-힣]", text) else "en"
    style = f'lang: "{language}", weight: 400, fill: rgb("{WHITE}")'
    plain = ink.set_source(f"#text({style})[{raw(text)}]", 1.0, {})
    assert pieces(set_text) == pieces(plain)
    assert set_text.width == pytest.approx(plain.width, abs=2e-3)
    assert set_text.height == pytest.approx(plain.height, abs=2e-3)
    wide = ink.text(markup(text), size=1.0, color=WHITE, width=100.0)
    assert pieces(wide) == pieces(plain)
    assert wide.width == pytest.approx(plain.width, abs=2e-3)
    assert wide.height < 1.1 * plain.height + 0.05, "one line"


def test_a_colon_stands_on_the_line_in_english_and_in_the_middle_in_korean() -> None:
    for words, foot in (("n:", -0.013), ("눈:", 0.08)):
        line = outlines(ink.text(words, color=WHITE).source)
        colon = line.outlines[-1].points[:, 1] - line.baseline
        assert colon.min() == pytest.approx(foot, abs=0.01)


# --- lines ----------------------------------------------------------------------------------------


def test_lines_break_between_words() -> None:
    words = "단위 정사각형의 부호 있는 넓이"
    longest = ink.text("정사각형의", color=WHITE).width
    narrow = ink.text(words, color=WHITE, width=longest + 0.05)
    assert narrow.width <= longest + 0.05
    assert narrow.height > 2.5 * ink.text("정사각형의", color=WHITE).height
    assert pieces(narrow) == pieces(ink.text(words, color=WHITE))


@pytest.mark.parametrize("word", ["선형대수학개론", "행렬식이란?", "$A$를곱하면", "Jordan표준형"])
def test_a_word_that_fits_a_line_is_never_broken(word: str) -> None:
    free = ink.text(word, color=WHITE)
    for room in (0.1, 0.3, 0.6):
        forced = ink.text(f"{word} {word} {word}", color=WHITE, width=free.width * (1 + room))
        assert forced.width == pytest.approx(free.width, abs=0.01)
        assert pieces(forced) == 3 * pieces(free)


def test_a_word_too_long_for_any_line_stays_in_its_width() -> None:
    """Ninety syllables without a space: breaking them is better than leaving the frame."""
    title = "행렬식은넓이의배율이다" * 8
    forced = ink.text(title, color=WHITE, width=5.0)
    assert forced.width <= 5.0
    assert pieces(forced) == pieces(ink.text(title, color=WHITE))


SPACED = [
    "기울어진 타일 한 장의 넓이는 반듯한 타일의 1배, 곧 그대로입니다.",
    "행렬 $A$를 곱하면 $(1, 2)$는 $(4, 6)$으로, 그 세 배는 $(12, 18)$로 갑니다.",
    "PyTorch 2.4로 (곧 torch.linalg.det로) 구한 값 6, 7: 그리고 ‘곧’ 끝.",
    "To be of rank 7, V. A. To must, however, have $r = 7$, say. AVAST To you.",
    f"한 번에{ink.NO_BREAK}할{ink.NO_BREAK}수 있습니다, 그리고 Ta{ink.NO_BREAK}V, To.",
]


@pytest.mark.parametrize("align", ["left", "center", "right"])
@pytest.mark.parametrize("words", SPACED)
def test_spaces_in_lines_are_those_of_the_text_in_one_piece(
    words: str, align: Literal["left", "center", "right"]
) -> None:
    """Also after a comma, between Hangul and digits or formulas, and where letters are kerned."""
    whole = lefts(ink.text(words, size=1.0, color=WHITE))
    for room in (7.5, 10.0, 14.0, 100.0):
        set_text = ink.text(words, size=1.0, color=WHITE, width=room, align=align)
        found = lefts(set_text)
        assert len(found) == len(whole)
        steps = np.diff(found)
        inside = steps > 0
        assert np.count_nonzero(~inside) <= len(words.split())
        assert steps[inside] == pytest.approx(np.diff(whole)[inside], abs=2e-3)
        assert set_text.width <= room + 1e-6


def lefts(thing: ink.Ink) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The left edges of the glyphs in the order of writing, in em."""
    return np.array([one.points[:, 0].min() for one in outlines(thing.source).outlines])


def test_words_that_stay_together_part_only_where_no_line_can_hold_them() -> None:
    words = ink.NO_BREAK.join(["정사각형의", "부호", "있는", "넓이"])
    longest = ink.text("정사각형의", color=WHITE).width
    together = ink.text(f"단위 {words}", color=WHITE, width=2.7 * longest)
    assert together.height > 1.5 * ink.text(words, color=WHITE).height
    forced = ink.text(words, color=WHITE, width=longest + 0.1)
    assert forced.width == pytest.approx(longest, abs=0.01)
    assert pieces(forced) == pieces(ink.text(words, color=WHITE))


def test_a_text_is_no_wider_than_it_must_be() -> None:
    """The zone's width is a limit, not a size: centring in it must not shift a short text."""
    assert ink.text("넓이", color=WHITE, width=9.0).width < 1.0


def test_baselines_agree_whatever_the_letters_are() -> None:
    low, high = ink.text("gyp", color=WHITE), ink.text("AX", color=WHITE)
    for one in (low, high):
        one.move_baseline(0.0, 1.0)
    assert float(high.get_bottom()[1]) == pytest.approx(1.0, abs=0.01)
    assert float(low.get_bottom()[1]) < 0.95


# --- formulas -------------------------------------------------------------------------------------

COURSE = [
    r"\det A = ad - bc",
    r"\begin{pmatrix} 2 & 1 \\ 0 & 3 \end{pmatrix} \vec{x} = \lambda \vec{x}",
    r"\frac{\sqrt{2}}{2}",
    r"\operatorname{rank} A + \dim\ker A = n",
    r"A^{-1} = \frac{1}{ad-bc}\begin{pmatrix} d & -b \\ -c & a \end{pmatrix}",
    r"\lVert A\mathbf{x} \rVert \le \sigma_1 \lVert \mathbf{x} \rVert",
    r"\text{넓이} = |\det A|",
    r"\mathbb{R}^n \otimes \mathbb{R}^m,\ f \circ g,\ \nabla,\ \langle u, v\rangle,\ \in",
    r"\sum_{i=1}^{n} a_{ij} x_j",
    r"\hat{\imath}, \hat{\jmath}, \top, \cdot, \times, \approx, \to, \mapsto",
    r"37{,}748{,}736",
]


@pytest.mark.parametrize("latex", COURSE)
def test_the_formulas_of_a_course_are_set(latex: str) -> None:
    box = shapes(outlines(NOWHERE))[0]
    assert check(latex) is None
    setting = outlines(f"${typst_math(latex)}$")
    assert len(setting.outlines) >= 3
    for shape in shapes(setting):
        assert len(shape) != len(box) or not np.allclose(
            np.array(shape) - np.min(shape, axis=0), box, atol=2e-3
        )


def test_thousands_are_grouped_without_ending_an_argument() -> None:
    assert len(outlines(f"${typst_math('37{,}748{,}736')}$").outlines) == 10
    grouped = matrix_ink(from_rows([[12345, 1], [0, 1]]), color=WHITE, columns=(RED, GREEN))
    assert {f"entry{i},{j}" for i in range(2) for j in range(2)} <= set(grouped.labels)


@pytest.mark.parametrize(
    "latex",
    [
        r"\input{/etc/hostname}",
        r"\def\x{1}",
        r"\href{a}{b}",
        "#read(1)",
        r"\frac{1",
        "a}",
        r"\text{#}",
        r"\immediate\write18{id}",
        r"\includegraphics{x}",
        r"\begin{filecontents}",
    ],
)
def test_a_formula_with_no_place_in_a_film_is_refused_in_words(latex: str) -> None:
    with pytest.raises(FormulaError, match=r"[a-z]"):
        typst_math(latex)
    refusal = check(latex)
    assert refusal is not None
    assert "\n" not in refusal


def test_a_command_whose_name_begins_like_a_refused_one_is_fine() -> None:
    assert typst_math(r"\left( x \right)") != ""
    assert check(r"\letter") != check(r"\let"), "refused, if at all, for another reason"


def test_parts_are_found_by_their_label_and_have_their_colour() -> None:
    made = ink.formula(
        [ink.Part("a", RED, "left"), "+", ink.Part("b", GREEN, "right")], color=WHITE
    )
    left, right = made.part("left"), made.part("right")
    assert left.get_right()[0] < right.get_left()[0]
    assert left.get_fill_color().to_hex() == RED
    assert right.get_fill_color().to_hex() == GREEN
    with pytest.raises(KeyError):
        made.part("middle")


def test_a_formula_can_have_lines_aligned_at_their_signs() -> None:
    one = ink.formula(["a", "=", "b"], color=WHITE)
    rows: list[ink.Part | str] = [
        ink.Part("a", RED, "a"),
        ink.ALIGN,
        "= b",
        ink.NEWLINE,
        ink.ALIGN,
        ink.Part("=", GREEN, "e"),
    ]
    two = ink.formula([*rows, "c d"], color=WHITE)
    assert two.height > 1.8 * one.height
    assert two.part("e").get_left()[0] > two.part("a").get_left()[0]


def test_what_does_not_fit_is_made_smaller_but_never_too_small_to_read() -> None:
    zone = Zone(0.0, 0.0, 2.0, 1.0)
    wide = ink.formula("a + b + c + d + e + f", color=WHITE)
    assert fit(wide, zone, ink.FORMULA).width == pytest.approx(2.0, abs=0.01)
    wider = ink.formula("+".join("abcdefghijklmnopqrstuvw"), color=WHITE)
    before = wider.width
    assert fit(wider, zone, ink.FORMULA).width == pytest.approx(
        before * ink.SMALLEST / ink.FORMULA, rel=1e-3
    )
    small = ink.formula("a", color=WHITE)
    before = small.width
    assert fit(small, zone, ink.FORMULA).width == before


# --- nothing runs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        '#read("/etc/hostname")',
        '#read("../../../etc/hostname")',
        f'#read("{Path(__file__)}")',
        '#include "/etc/hostname"',
        '#import "@preview/cetz:0.3.0"',
        '#image("/etc/hostname")',
    ],
)
def test_typst_reads_no_files_and_loads_no_packages(body: str) -> None:
    with pytest.raises(TypesettingError):
        compile_svg(body)


def test_a_refusal_is_one_line() -> None:
    with pytest.raises(TypesettingError) as refused:
        compile_svg("#undefined")
    assert "\n" not in str(refused.value)


def test_the_same_source_gives_the_same_bytes() -> None:
    body = "행렬 $A = mat(1, 2; 3, 4)$"
    first = compile_svg(body)
    compile_svg.cache_clear()
    assert compile_svg(body) == first
