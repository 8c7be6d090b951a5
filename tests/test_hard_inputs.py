"""Inputs like those of tests/test_hard_cases.py, found by trying to break this program.

Each once ended in a picture that was wrong, a run that hung, or a message that helped nobody.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import render
from stage.formulas import FormulaError, typst_math
from stage.typesetting import compile_svg
from tests.hard_cases import HEAD, card, faults, invoke, warp

PROGRAM = str(Path(render.__file__).resolve())
TINY = ("-r", "256,144", "--fps", "5", "-s")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sound storyboard of one map."""
    file = tmp_path / "det.yaml"
    file.write_text(warp("[[2, 1], [0, 3]]"), encoding="utf-8")
    return file


# Formulas


@pytest.mark.parametrize(
    ("latex", "typst"),
    [
        (r"\begin{pmatrix}1,5 & 2 \\ 3 & 4\end{pmatrix}", 'mat(delim: "(", 1 comma 5, 2; 3, 4)'),
        (r"\begin{pmatrix}a;b \\ c\end{pmatrix}", 'mat(delim: "(", a semi b; c)'),
        (r"\binom{a,b}{c}", "binom(a comma b, c)"),
        (r"\frac{a,b}{c}", "frac(a comma b, c)"),
        (r"\sqrt{a,b}", "sqrt(a comma b)"),
        (r"\lVert(3,4)\rVert", "norm((3 comma 4))"),
    ],
)
def test_a_comma_separates_nothing_that_latex_does_not(latex: str, typst: str) -> None:
    """No entry more, no second line, no brace beside it."""
    assert compile_svg(f"${typst_math(latex)}$") == compile_svg(f"${typst}$")


@pytest.mark.parametrize(
    "latex", ["f(a, b)", "x_{1,2}", r"\{x \mid a;b\}", r"\text{a, b; c}", r"(1,\,2,\;3)"]
)
def test_commas_are_set_as_ever_where_they_did_no_harm(latex: str) -> None:
    """The picture is that of the bare sign."""
    typst = typst_math(latex)
    bare = typst.replace(" comma ", ",").replace(" semi ", ";")
    assert "\ue001" not in typst
    assert compile_svg(f"${typst}$") == compile_svg(f"${bare}$")


@pytest.mark.parametrize(
    ("latex", "what"),
    [
        ("x % y", r"a % begins a comment; write \% to show it"),
        ("a & b", r"an & stands outside a matrix; write \& to show it"),
        ("x^2^3", "a second ^ follows the first; put the first into braces"),
        ("a_b_c", "a second _ follows the first; put the first into braces"),
        (r"\begin{pmatrix}1", r"an opening \begin{pmatrix} is never closed"),
        (r"\end{pmatrix}", r"a closing \end{pmatrix} has no opening \begin{pmatrix} before it"),
        (r"\left( x", r"an opening \left is never closed"),
        (r"x \right)", r"a closing \right has no opening \left before it"),
        (r"{\left( x} \right)", r"a closing } has no opening { before it"),
        (r"\begin{foo}1\end{foo}", "there is no environment foo here"),
        (
            r"\DeclareMathOperator{\x}{y}",
            r"the command \DeclareMathOperator has no place in a formula",
        ),
    ],
)  # fmt: skip -- one formula a line
def test_a_formula_at_which_latex_would_stop_is_refused(latex: str, what: str) -> None:
    """Rather than set without the part that was not understood."""
    with pytest.raises(FormulaError) as refusal:
        typst_math(latex)
    assert str(refusal.value) == what


@pytest.mark.parametrize(
    "latex",
    [r"a\_b\_c", r"x_1^2", r"50\%", r"A\&B", r"\sum_{i=1}^n x_i^{2^k}", r"\left(a\right)_1"],
)
def test_a_sound_formula_is_not_suspected(latex: str) -> None:
    """Escaped signs, and scripts of scripts."""
    compile_svg(f"${typst_math(latex)}$")


def test_a_long_formula_is_quoted_in_part(tmp_path: Path) -> None:
    """A message is read, not scrolled."""
    (fault,) = faults(tmp_path, card("$" + "x+" * 200 + r"\foo$"))
    assert (
        fault
        == f"6:14: the formula ${'x+' * 30}…$ cannot be set: \\foo is no command that formulas know"
    )


def test_a_name_of_many_words_is_set(tmp_path: Path) -> None:
    """Words in an index stand apart by commas."""
    path = tmp_path / "det.yaml"
    matrices = "matrices: {A_long_name: [[2, 1], [0, 3]]}\n"
    text = warp("A_long_name").replace("scenes:", f"{matrices}scenes:")
    path.write_text(text, encoding="utf-8")
    assert invoke(path, *TINY, "--media_dir", tmp_path / "media").exit_code == 0


# Words that do not fit


@pytest.mark.parametrize(
    ("text", "faults_told"),
    [
        (card("W" * 200), ["5:5: the heading is too long for the picture (beat title)"]),
        (card("긴 제목 " * 200), ["5:5: the heading is too long for the picture (beat title)"]),
        (
            f"{HEAD}matrices: {{{'A' * 40}: [[2, 1], [0, 3]]}}\nscenes:\n"
            f"  - kind: unit_square_warp\n    matrix: {'A' * 40}\n",
            [
                "6:5: the matrix is too long for the picture (beat warp)",
                "6:5: the determinant is too long for the picture (beat area)",
            ],
        ),
    ],
    ids=["word", "heading", "name"],
)
def test_words_that_the_frame_would_cut_are_refused(
    tmp_path: Path, text: str, faults_told: list[str]
) -> None:
    """Each once, with the scene and the first beat, and nothing is written."""
    path = tmp_path / "det.yaml"
    path.write_text(text, encoding="utf-8")
    result = invoke(path, *TINY, "--media_dir", tmp_path / "media")
    assert result.exit_code == render.FAULTS
    told = [line for line in result.stderr.splitlines()[:-1] if ": notice: " not in line]
    assert told == [
        f"det.yaml:{what}, write less, or choose a shorter name" for what in faults_told
    ]
    assert not (tmp_path / "media").exists()


@pytest.mark.parametrize("heading", [r'"\u200b"', '"ㅤ"', r'" \u2060 "'])
def test_a_text_of_what_nobody_sees_is_empty(tmp_path: Path, heading: str) -> None:
    """Zero-width spaces and the filler of Hangul are no heading."""
    (fault,) = faults(tmp_path, card(heading))
    assert fault.endswith("this text is empty, write something, or leave the key out")


# YAML


@pytest.mark.parametrize("number", ["-.inf", "+.inf", ".nan", "-1e400", "1e400"])
def test_a_number_out_of_reach_is_refused_once(tmp_path: Path, number: str) -> None:
    """Not once as YAML and once more as an expression."""
    (fault,) = faults(tmp_path, warp(f"[[1, {number}], [0, 1]]"))
    assert fault.startswith("6:18: ")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "%YAML 9.9\n---\n" + card("x"),
            "1:1: this version of YAML is not read, write %YAML 1.2, or leave the line out",
        ),
        (
            card(r'"\ud83d\ude00"'),
            "6:17: this escape is half a character or none, type the character itself",
        ),
    ],
    ids=["version", "surrogates"],
)
def test_rare_yaml_is_called_by_its_name(tmp_path: Path, text: str, fault: str) -> None:
    """Instead of a hint at quotes and colons."""
    assert faults(tmp_path, text) == [fault]


# Files and flags


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes")
def test_a_pipe_is_no_storyboard(tmp_path: Path) -> None:
    """Nobody writes to it, so reading would never end."""
    os.mkfifo(tmp_path / "det.yaml")
    result = invoke("check", tmp_path / "det.yaml")
    assert result.exit_code == render.FAULTS
    assert "det.yaml:1:1: this is no file but a pipe or a device, write it to a file\n" in (
        result.stderr
    )


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--only", ""], "--only names no scene; write SCENE or SCENE.BEAT, or leave it out"),
        (["--only", "unit_square_warp."], "scene 'unit_square_warp' has no beat ''"),
        (["--theme", ""], "there is no theme “”; known here: dark, light"),
        (["--language", ""], "does not speak the language “”; known here: ko"),
        (["--media_dir", "~nobody-of-this-name/films"], "there is no home folder behind"),
    ],
)
def test_an_empty_wish_is_no_wish_for_everything(path: Path, words: list[str], what: str) -> None:
    """It comes from an unset variable in somebody's script."""
    result = invoke(path, "--media_dir", path.parent / "media", *TINY, *words)
    assert result.exit_code == render.USAGE
    assert what in result.stderr
    assert not (path.parent / "media").exists()


def test_one_storyboard_named_twice_is_told_as_such(path: Path) -> None:
    """Nothing needs a new name."""
    again = path.parent / ".." / path.parent.name / path.name
    result = invoke(path, again, *TINY, "--media_dir", path.parent / "media")
    assert result.exit_code == render.USAGE
    assert result.stderr.endswith(f"{again} is named twice; once is enough\n")


def test_a_tilde_that_the_shell_left_is_the_home_folder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in ``--media_dir=~/films``, and no folder called ~ appears."""
    monkeypatch.setenv("HOME", str(path.parent))
    monkeypatch.setenv("USERPROFILE", str(path.parent))
    result = invoke(path, *TINY, "--media_dir", "~/films")
    assert result.exit_code == 0
    assert Path(result.stdout.rstrip("\n")).is_relative_to(path.parent / "films")


# Runs that meet


@pytest.mark.film
def test_two_runs_at_once_and_a_spoilt_store_give_the_same_film(tmp_path: Path) -> None:
    """Nobody waits for a lock, nobody trusts a damaged clip, and no working folder is left."""
    path = tmp_path / "det.yaml"
    path.write_text(card("넓이"), encoding="utf-8")
    media = tmp_path / "media"
    words = [str(path), "-r", "256,144", "--fps", "5", "--jobs", "1", "--media_dir", str(media)]
    order = [sys.executable, PROGRAM, *words]
    runs = [subprocess.Popen(order, stderr=subprocess.PIPE) for _ in range(2)]
    assert [(run.communicate(timeout=120)[1], run.returncode) for run in runs] == [(b"", 0)] * 2
    film = media / "det" / "det.ko.144p5.mp4"
    content = film.read_bytes()
    clips = list(media.glob(".store/??/*.h264"))
    for number, clip in enumerate(clips):
        clip.write_bytes(b"" if number % 2 else b"no film")
    (media / ".store" / "font.json").write_text("{")
    (media / "det" / "det.ko.144p5.manifest.json").write_text("[]")
    assert clips
    assert invoke(*words).exit_code == 0
    assert film.read_bytes() == content
    assert not [*media.rglob(".making-*"), *media.rglob("workshop-*")]
