"""Storyboards come from strangers: each attack of the list of hard cases, with its exact answer.

A fuzz then mixes what attacks are made of, and looks whether anything gets out, in, or slow.
"""

from __future__ import annotations

import builtins
import io
import os
import random
import re
import socket
import subprocess
import time
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.matrices import from_rows
from language.places import Faults
from language.text import TextError, resolve
from stage.formulas import FormulaError, check, typst_math
from tests.kinds_for_reading import HEAD, SCENE, faults_of, only_fault, read_bytes

SMALLER = "use smaller numbers"


def in_matrix(source: str) -> str:
    """A storyboard whose matrix A is this expression, in quotes from column 15 on."""
    quoted = source.replace('"', '\\"')
    return SCENE.replace("{A: [[2, 1], [0, 3]]", f'{{A: "{quoted}", E: [[1]]')


EXPRESSIONS: dict[str, tuple[str, int, str]] = {
    # case 29
    "__import__('os')": (
        "__import__('os')",
        11,
        "' has no meaning here, the transpose is A.T, and a text cannot be computed with",
    ),
    "import without quotes": (
        "__import__(os)",
        0,
        "__import__ is not a name here, use names of letters",
    ),
    "().__class__": (
        "().__class__",
        0,
        "round brackets hold one value here, did you mean a list, [1, 2] ?",
    ),
    "class": (
        "[1].__class__",
        0,
        ".__class__ has no meaning here, only .T, the transpose, may follow a dot",
    ),
    "method": (
        "identity(2).rows",
        0,
        ".rows has no meaning here, only .T, the transpose, may follow a dot",
    ),
    "lambda": ("(lambda: 1)()", 1, "a function cannot be defined here, write the value itself"),
    "loop": ("[x for x in 1]", 0, "a loop cannot be written here, write the numbers themselves"),
    "open": ("open(1)", 0, "unknown function open, known are " + ""),
    # case 31
    "random": (
        "random(1000000, 1000000, seed=0)",
        0,
        "1000000×1000000 is 1,000,000,000,000 entries; at most 16,777,216 are allowed here",
    ),
    "tower": ("2**10**10", 3, f"an exponent beyond 1,000, {SMALLER}"),
    "tower of ten": ("10**10**10", 4, f"an exponent beyond 1,000, {SMALLER}"),
    "chain": (
        " @ ".join(["E"] * 10_000),
        0,
        "the expression has 39,997 characters; 4,000 are allowed, split it over several names",
    ),
    "shorter chain": (
        " @ ".join(["E"] * 900),
        0,
        "the expression is nested too deeply, split it up",
    ),
    "identity": (
        "identity(1000000)",
        0,
        f"1000000×1000000 is 1,000,000,000,000 entries; 16,384 exact ones are allowed, {SMALLER}",
    ),
    "digits": ("9" * 400, 0, "a number of more than 300 digits, write a shorter number"),
}


@pytest.mark.parametrize("attack", EXPRESSIONS)
def test_an_expression_reaches_and_exhausts_nothing(tmp_path: Path, attack: str) -> None:
    """Cases 29 and 31: refused at once, at the letter, and nothing has run."""
    source, offset, message = EXPRESSIONS[attack]
    started = time.process_time()
    fault = only_fault(tmp_path, in_matrix(source))
    assert time.process_time() - started < 1
    assert fault.startswith(f"det.yaml:3:{16 + offset}: {message}")
    if attack != "open":
        assert fault == f"det.yaml:3:{16 + offset}: {message}"


def test_a_shape_too_large_is_refused_where_a_matrix_is_wanted(tmp_path: Path) -> None:
    """Case 31 in a scene's parameter."""
    text = SCENE.replace("matrix: A", "matrix: random(1000000, 1000000, seed=0)")
    assert only_fault(tmp_path, text) == (
        "det.yaml:6:13: 1000000×1000000 is 1,000,000,000,000 entries; "
        "at most 16,777,216 are allowed here"
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            HEAD + 'scenes: !!python/object/apply:os.system ["id"]\n',
            "3:9: the tag !!python/object/apply:os.system is refused: tags are not read, "
            "leave it out",
        ),
        (
            SCENE + "    title: !!python/name:os.system x\n",
            "7:12: the tag !!python/name:os.system is refused: tags are not read, leave it out",
        ),
        (
            SCENE.replace("matrix: A", "image: ../../etc/passwd\n    matrix: A"),
            "6:5: “image” means nothing in a warp, known here: matrix, vectors, ",
        ),
        (
            SCENE + "    title: $\\input{/etc/hostname\n",
            "7:12: this $ opens a formula that is not closed, "
            "add a $, or write \\$ for a dollar sign",
        ),
        (
            SCENE + "    title: \\input{/etc/hostname}\n",
            "7:12: \\input stands outside a formula, "
            "put the formula between dollar signs, as in $\\det A$",
        ),
        (
            SCENE + "    title: '{open(1)}'\n",
            "7:14: unknown function open",
        ),
        (
            SCENE + f"    title: ${'{' * 3000}{'}' * 3000}$\n",
            "7:12: a formula of 6,000 characters; 1,000 are allowed, split it",
        ),
        (
            SCENE + f"    title: ${'{' * 30}{'}' * 30}$\n",
            "7:12: this formula is nested too deeply, split it",
        ),
        (
            SCENE + f"    title: {'x' * 10_001}\n",
            "7:12: a text of 10,001 characters; 10,000 are allowed, spread it over several beats",
        ),
    ],
    ids=[
        *("tag", "name tag", "image", "open formula", "bare macro", "open in text"),
        *("10⁴ braces", "deep formula", "long text"),
    ],
)
def test_a_file_runs_and_opens_nothing(tmp_path: Path, text: str, fault: str) -> None:
    """Cases 29 and 30 in YAML and texts."""
    faults = faults_of(tmp_path, text)
    assert faults[0].startswith(f"det.yaml:{fault}")
    assert len(faults[0]) < 400


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "\n".join(
                ["a: &a [x, x, x, x, x, x, x, x, x]"]
                + [
                    f"{name}: &{name} [{', '.join([f'*{above}'] * 9)}]"
                    for above, name in zip("abcdefgh", "bcdefghi", strict=True)
                ]
            ),
            "6:8: this file has more than 100,000 values once its aliases are expanded, "
            "split it, and let aliases not multiply one another",
        ),
        ("[" * 10_000, "1:1001: far too many levels are nested here, make it flatter"),
        (
            "a" * 100_000_000,
            "1:1: this file is larger than 1,000,000 bytes, split it into several storyboards",
        ),
    ],
    ids=["aliases", "depth", "100 MB"],
)
def test_floods_have_their_answer(tmp_path: Path, text: str, fault: str) -> None:
    """Case 27."""
    started = time.process_time()
    assert faults_of(tmp_path, text) == [f"det.yaml:{fault}"]
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("no", "3:15: unknown name no, no names are defined here"),
        ("on", "3:15: unknown name on, no names are defined here"),
        ("1:30", "3:16: this is not an expression, check its operators and brackets"),
        ("010", "a number"),
        ("1e3", "a number"),
        ("0x10", "a number"),
        (
            "~",
            "3:15: a matrix is needed here; this is empty, "
            "write its rows, as in [[2, 1], [0, 3]], or its name",
        ),
    ],
)  # fmt: skip -- one line a case
def test_yaml_1_2_words_have_their_meaning_where_a_matrix_is_wanted(
    tmp_path: Path, value: str, told: str
) -> None:
    """Case 24; `tests/test_nodes.py` has what they mean, this what an author is told."""
    fault = only_fault(tmp_path, SCENE.replace("[[2, 1], [0, 3]]", value))
    if told == "a number":
        number = {"010": "10", "1e3": "1000", "0x10": "16"}[value]
        told = (
            f"3:15: a matrix is needed here; this is the number {number}, "
            "write its rows, as in [[2, 1], [0, 3]], or its name"
        )
    assert fault == f"det.yaml:{told}"


# The budget of a whole storyboard.

HEAVY = {
    "claims": "claims:\n" + "".join(f"  - cond(W) > {i}\n" for i in range(500)),
    "definitions": "".join(f"  B{i}: W @ W\n" for i in range(400)),
    "exact claims": "claims:\n" + "".join(f"  - det(E @ E) >= {-i}\n" for i in range(900)),
    "random": "".join(f"  B{i}: random(1000, 1000, seed={i})[0, 0] * E\n" for i in range(900)),
}

SOON = {"claims": 12, "definitions": 60, "exact claims": 40, "random": 60}
"""The line in which it must be over."""


@pytest.mark.parametrize("heavy", HEAVY)
def test_many_heavy_expressions_are_refused_together(tmp_path: Path, heavy: str) -> None:
    """At once, in one sentence, at the expression that is too much."""
    head = HEAD + "matrices:\n  W: random(600, 600, seed=0)\n  E: identity(20)\n"
    text = head + HEAVY[heavy] + "scenes:\n  - {kind: points, points: [x]}\n"
    fault = only_fault(tmp_path, text)
    # how soon is told by where: seconds depend on what else the machine does
    assert int(fault.split(":")[1]) <= SOON[heavy]
    assert fault.endswith(
        ": with this the expressions of the storyboard take too long to compute together, "
        "compute less, or with smaller matrices"
    )


def test_heavy_texts_are_refused_likewise(tmp_path: Path) -> None:
    head = HEAD + "matrices: {W: 'random(600, 600, seed=0)'}\nscenes:\n"
    text = head + "".join(
        f"  - {{kind: points, points: ['{{cond(W)}} {i}']}}\n" for i in range(300)
    )
    assert "take too long to compute together" in only_fault(tmp_path, text)


# The fuzz.


class Escaped(BaseException):
    """Something tried to open a file, a socket or a process."""


@pytest.fixture
def walled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever opens anything raises."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise Escaped

    for owner, name in (
        (builtins, "open"),
        (builtins, "eval"),
        (builtins, "exec"),
        (io, "open"),
        (os, "open"),
        (os, "system"),
        (socket, "socket"),
        (subprocess, "Popen"),
    ):
        monkeypatch.setattr(owner, name, refuse)


_FORMULA_PIECES = (
    *("\\input", "\\read", "\\include", "\\std", "\\sys", "\\eval", "\\panic", "\\def", "\\let"),
    *("\\write18", "\\csname", "\\verb|", "\\text{", "\\operatorname{", "\\mathrm{", "\\frac{"),
    *("\\underbrace{", "\\begin{pmatrix}", "\\end{pmatrix}", "\\left(", "\\right)", "\\\\", "&"),
    *("#", "\\#", "#read(", "#sys.inputs", "std.read(", "eval(", '"/etc/hostname"', "$", '"'),
    *("{", "}", "[", "]", "(", ")", "^", "_", "/", "'", ",", ";", "\\", "`", "@", "<", ">", "*"),
    *("x", "1", "가", "\u202e", "\ue000", "\ue001", " ", "\n", "\\color{red}", "mat(", "image("),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(_FORMULA_PIECES), max_size=25))
def test_any_formula_is_set_or_refused(pieces: list[str]) -> None:
    """Nothing of it is Typst code: no `#` but what the conversion itself writes, no file's text."""
    latex = "".join(pieces)
    started = time.perf_counter()
    try:
        typst = typst_math(latex)
    except FormulaError:
        return
    assert set(_codes(typst)) <= {"text", "box", "h", "sym", "none", "math", "set", "block"}
    trouble = check(latex)
    assert trouble is None or "\n" not in trouble.strip() or len(trouble) < 2_000
    assert time.perf_counter() - started < 5


def _codes(typst: str) -> list[str]:
    """The names after each ``#`` that begins code."""
    return re.findall(r"(?<!\\)#([A-Za-z]*)", typst)


_TEXT_PIECES = (
    *("{", "}", "$", "\\val{", "\\$", "{det(A)}", "{A.__class__}", "{open(1)}", "{이/가}", ":.2f"),
    *("{().__class__}", "{__import__('os')}", "{A:{A}}", "{'%s'}", "{A!r}", "{0}", "{A.T}", "A"),
    *("#", "\\", "가", " ", "\x00", "{random(9,9,seed=1)}", "{[1]*9**9}", "$\\frac{", "}{", "^"),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(_TEXT_PIECES), max_size=15))
def test_any_text_is_filled_in_or_refused(pieces: list[str]) -> None:
    template = "".join(pieces)
    try:
        markup = resolve(template, {"A": from_rows([[2, 1], [0, 3]])}, "ko")
    except TextError as error:
        offset = error.offset
        markup = ""
    else:
        offset = 0
    assert 0 <= offset <= len(template)
    assert "{A._" not in markup, "an attribute would have been computed"


_YAML_PIECES = (
    *("!!python/object/apply:os.system", "!include /etc/passwd", "&a", "*a", "<<: *a", "---\n"),
    *("%TAG ! tag:x,2000:\n", "? ", "- ", ": ", "{", "}", "[", "]", "|\n", ">\n", "'", '"', "\n"),
    *("  ", "kind: warp\n", "matrix: A\n", "include: ../x.yaml\n", "include: /etc/passwd\n", "A"),
    *("storyboard: 1\n", "title: t\n", "scenes:\n", "matrices:\n", "\t", "\ufeff", "\u2028", "~"),
    *("random(9999,9999,seed=0)", "__import__('os')", "\\x00", "#", "1e999", "é"),
)


def test_any_yaml_is_read_or_refused_and_opens_nothing_else(
    tmp_path: Path, walled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The storyboard itself is read through `Path.open`, which is let through for it alone."""
    del walled
    path = tmp_path / "det.yaml"
    real = io.FileIO

    def opened(self: Path, mode: str = "r", *_: object, **__: object) -> io.FileIO:
        if self != path:
            raise Escaped
        return real(str(self), mode.replace("b", ""))

    monkeypatch.setattr(Path, "open", opened)
    monkeypatch.setattr(Path, "write_bytes", lambda self, data: real(str(self), "w").write(data))
    dice = random.Random(4)
    longest = 0
    for _ in range(400):
        text = "".join(dice.choices(_YAML_PIECES, k=dice.randrange(1, 25)))
        begin = dice.choice(["", HEAD, SCENE])
        try:
            read_bytes(tmp_path, (begin + text).encode())
        except Faults as faults:
            longest = max(longest, *(len(str(fault)) for fault in faults.faults), 0)
    assert 0 < longest < 1_000
