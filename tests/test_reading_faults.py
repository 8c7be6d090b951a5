"""What is wrong with a storyboard is told at its place, in words, and all of it at once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.kinds_for_reading import HEAD, SCENE, faults_of, only_fault

FAULTS: dict[str, tuple[str, ...]] = {
    "empty file": ("", "1:1: this file is empty, write storyboard: 1 to begin"),
    "no mapping": (
        "- a\n",
        "1:1: a storyboard is needed here; this is a list of 1 value, "
        "begin with storyboard: 1, then title: and scenes:",
    ),
    "no version": (
        SCENE.replace("storyboard: 1\n", ""),
        "1:1: this file does not say which version of storyboard it is; "
        "this program reads version 1, write storyboard: 1",
    ),
    "another version": (
        "storyboard: 99\nfoo: bar\nscenes: 3\n",
        "1:13: this is storyboard version 99; this program reads version 1, write storyboard: 1",
    ),
    "neither title nor scenes": (
        "storyboard: 1\n",
        "1:1: this storyboard has no title, write title: …",
        "1:1: this storyboard has no scenes, write scenes:",
    ),
    "a first key misspelt": (
        "storybord: 1\ntitle: t\nscenes: [{kind: points, points: [x]}]\n",
        "1:1: this file does not say which version of storyboard it is; "
        "this program reads version 1, write storyboard: 1",
        "1:1: “storybord” means nothing in a storyboard, did you mean “storyboard”?",
    ),
    "kind itself misspelt": (
        SCENE + "  - matrix: A\n    knid: warp\n",
        "8:5: “knid” means nothing in a scene, did you mean “kind”?",
    ),
    "version with a point": (
        SCENE.replace("storyboard: 1", "storyboard: 1.0"),
        "1:13: “1.0” is no version; this program reads version 1, write storyboard: 1",
    ),
    "version in quotes": (
        SCENE.replace("storyboard: 1", "storyboard: '1'"),
        "1:13: “1” is no version; this program reads version 1, write storyboard: 1",
    ),
    "no title": (
        SCENE.replace("title: t\n", ""),
        "1:1: this storyboard has no title, write title: …",
    ),
    "title a number": (
        SCENE.replace("title: t", "title: 2026"),
        "2:8: a text is needed here; this is the number 2026, put it in quotes to make it a text",
    ),
    "languages a word": (
        SCENE.replace("title: t", "title: t\nlanguages: ko"),
        "3:12: a list of languages is needed here; this is the text “ko”, write them as [ko, en]",
    ),
    "language twice": (
        SCENE.replace("title: t", "title: t\nlanguages: [ko, ko]"),
        "3:17: ko is listed twice, keep one of the two",
    ),
    "unknown language": (
        SCENE.replace("title: t", "title: t\nlanguages: [ko, eng]"),
        "3:17: “eng” is not a language that films can be in, did you mean “en”?",
    ),
    "language no is a text": (
        SCENE.replace("title: t", "title: t\nlanguages: [ko, no]"),
        "3:17: “no” is not a language that films can be in, known here: ko, en",
    ),
    "no language": (
        SCENE.replace("title: t", "title: t\nlanguages: []"),
        "3:12: no language is listed, write them as [ko, en]",
    ),
    "theme": (
        SCENE.replace("title: t", "title: t\ntheme: drak"),
        "3:8: there is no theme “drak”, did you mean “dark”?",
    ),
    "unknown key": (
        SCENE.replace("title: t", "title: t\nmatrixes: {}"),
        "3:1: “matrixes” means nothing in a storyboard, did you mean “matrices”?",
    ),
    "full-width key": (
        SCENE.replace("title: t", "title: t\nｔheme: dark"),
        "3:1: “ｔ” is a full-width character (U+FF54), type t instead",
    ),
    "full-width colon": (
        "storyboard：1\n",
        "1:11: “：” is a full-width character (U+FF1A), type : instead",
    ),
    "no scenes": (HEAD, "1:1: this storyboard has no scenes, write scenes:"),
    "scenes empty": (
        HEAD + "scenes: []\n",
        "3:9: this list of scenes is empty, begin each with - kind: …",
    ),
    "scenes a mapping": (
        HEAD + "scenes: {kind: warp}\n",
        "3:9: a list of scenes is needed here; this is a mapping of keys to values, "
        "begin each with - kind: …",
    ),
    "scene a word": (
        SCENE + "  - warp\n",
        "7:5: a scene is needed here; this is the text “warp”, begin it with kind: …",
    ),
    "no kind": (
        SCENE + "  - title: x\n",
        "7:5: this scene does not say its kind, write kind: points or warp",
    ),
    "kind misspelt": (
        SCENE + "  - kind: wrap\n    matrix: A\n",
        "7:11: there is no kind of scene “wrap”, did you mean “warp”?",
    ),
    "param misspelt": (
        SCENE + "    matrx: A\n",
        "7:5: “matrx” means nothing in a warp, did you mean “matrix”?",
    ),
    "param missing": (
        SCENE + "  - kind: warp\n",
        "7:5: this warp lacks “matrix” (the map, or a list of maps taken in turn), write matrix: …",
    ),
    "id twice": (
        SCENE + "    id: a\n  - kind: warp\n    matrix: A\n    id: a\n",
        "10:9: the id “a” is already taken in line 7, choose another",
    ),
    "id with a space": (
        SCENE + "    id: two words\n",
        "7:9: “two words” cannot be an id, use a-z, 0-9, _ and -, at most 60 in all",
    ),
    "id a number": (
        SCENE + "    id: 5\n",
        "7:9: an id is needed here; this is the number 5, write letters, or put it in quotes",
    ),
    "run_tme": (
        SCENE + "    beats: {warp: {run_tme: 3}}\n",
        "7:20: “run_tme” means nothing in a beat, did you mean “run_time”?",
    ),
    "run_tme of the scene": (
        SCENE + "    run_tme: 3\n",
        "7:5: “run_tme” means nothing in a warp, "
        "did you mean “run_time”? It stands in beats: {name: {run_time: 3}}",
    ),
    "run_time 0": (
        SCENE + "    beats: {warp: {run_time: 0}}\n",
        "7:30: a run_time of 0 s is no time in which anything could move, "
        "write more than 0 and at most 60 seconds",
    ),
    "run_time -1": (
        SCENE + "    beats: {warp: {run_time: -1}}\n",
        "7:30: a run_time of -1 s is no time in which anything could move, "
        "write more than 0 and at most 60 seconds",
    ),
    "run_time 1e9": (
        SCENE + "    beats: {warp: {run_time: 1e9}}\n",
        "7:30: a run_time of 1e9 s is too long, write more than 0 and at most 60 seconds",
    ),
    "run_time a flag": (
        SCENE + "    beats: {warp: {run_time: true}}\n",
        "7:30: a number is needed here; this is true, "
        "write a number or an expression such as 1/6 or sqrt(2)/2",
    ),
    "beat misspelt": (
        SCENE + "    beats: {wrap: {run_time: 3}}\n",
        "7:13: this scene has no beat “wrap”, did you mean “warp”?",
    ),
    "beats a list": (
        SCENE + "    beats: [3]\n",
        "7:12: a mapping of beats is needed here; this is a list of 1 value, "
        "write it as {warp: {run_time: 3}}",
    ),
    "beat a number": (
        SCENE + "    beats: {warp: 3}\n",
        "7:19: what is set for the beat is needed here; this is the number 3, write {run_time: 3}",
    ),
    "say beat misspelt": (
        SCENE + "    say: {wrap: x}\n",
        "7:11: this scene has no beat “wrap”, did you mean “warp”?",
    ),
    "say too long": (
        SCENE + "    say: [a, b, c]\n",
        "7:10: 3 texts for 2 beats, write one for each of square, warp; ~ says nothing",
    ),
    "say a number": (
        SCENE + "    say: 5\n",
        "7:10: a text is needed here; this is the number 5, put it in quotes to make it a text",
    ),
    "say mixed": (
        SCENE + "    say: {ko: x, warp: y}\n",
        "7:18: “warp” is a beat, and stands beside languages, write the beats inside each language",
    ),
    "say in no language": (
        SCENE + "    say: {ko: x, jp: y}\n",
        "7:18: “jp” is no language, and stands beside languages, use ko or en",
    ),
    "say empty": (SCENE + "    say: {}\n", "7:10: nothing is said here, leave say out"),
    "motion misspelt": (
        SCENE + "    motion: strait\n",
        "7:13: there is no motion “strait”, did you mean “straight”?",
    ),
    "motion that does not fit": (
        SCENE.replace("[[2, 1], [0, 3]]", "[[1, 0], [0, -1]]") + "    motion: flow\n",
        "7:13: A cannot move this way: flow needs det > 0, or leave motion out",
    ),
    "vector for a matrix": (
        SCENE.replace("matrix: A", "matrix: [1, 2, 3]"),
        "6:13: a 2×2 matrix is needed here; this is a vector of 3 numbers, "
        "write it as [[a, b], [c, d]]",
    ),
    "2×3 for 2×2": (
        SCENE.replace("matrix: A", "matrix: [[1, 2, 3], [4, 5, 6]]"),
        "6:13: a 2×2 matrix is needed here; this is a 2×3 matrix, write it as [[a, b], [c, d]]",
    ),
    "third matrix of a list": (
        SCENE.replace("matrix: A", "matrix: [A, A, [[1]]]"),
        "6:20: a 2×2 matrix is needed here; this is a vector of 1 number, "
        "write it as [[a, b], [c, d]]",
    ),
    "ragged literal": (
        SCENE.replace("matrix: A", "matrix: [[1, 2], [3]]"),
        "6:22: this row has 1 number, the first row has 2, make all rows equally long",
    ),
    "empty matrix": (
        SCENE.replace("[[2, 1], [0, 3]]", "[]"),
        "3:15: this matrix is empty, write its rows, as in [[2, 1], [0, 3]]",
    ),
    "not a number": (
        SCENE.replace("[[2, 1], [0, 3]]", "[[.nan, 1], [0, 3]]"),
        "3:17: .nan is no number that can be drawn, write a finite number",
    ),
    "infinite": (
        SCENE.replace("[[2, 1], [0, 3]]", "[[2, 1], [0, .inf]]"),
        "3:28: .inf is no number that can be drawn, write a finite number",
    ),
    "entry empty": (
        SCENE.replace("[[2, 1], [0, 3]]", "[[2, ~], [0, 3]]"),
        "3:20: a number is needed here; this is empty, "
        "write a number or an expression such as 1/6 or sqrt(2)/2",
    ),
    "full-width matrix": (
        SCENE.replace("matrix: A", "matrix: ［１，２］"),
        "6:13: “［” is a full-width character (U+FF3B), type [ instead",
    ),
    "name of a function": (
        SCENE.replace("{A:", "{det: [[1]], A:"),
        "3:12: “det” is already the name of a function, choose another name",
    ),
    "name of Python": (
        SCENE.replace("{A:", "{lambda: [[1]], A:"),
        "3:12: “lambda” has a meaning of its own in expressions, choose another name",
    ),
    "name with a space": (
        SCENE.replace("{A:", "{my A: [[1]], A:"),
        "3:12: “my A” cannot be a name, "
        "use letters a-z and A-Z, digits and _, with a letter first and at most 40 in all",
    ),
    "name taken": (
        SCENE.replace("scenes:", "vectors: {A: [1]}\nscenes:"),
        "4:11: the name A is already taken in line 3, choose another name",
    ),
    "used before": (
        SCENE.replace("{A:", "{B: 2 * A, A:"),
        "3:19: A is used before it is defined in line 3, write the definition further up",
    ),
    "vector a matrix": (
        SCENE.replace("scenes:", "vectors: {v: [[1, 2]]}\nscenes:"),
        "4:14: a vector is needed here; this is a 1×2 matrix, "
        "write its numbers, as in [1, 1], or name it under matrices",
    ),
    "matrices a list": (
        SCENE.replace("scenes:", "vectors: [1]\nscenes:"),
        "4:10: a mapping of names to vectors is needed here; this is a list of 1 value, "
        "write x: [1, 1]",
    ),
    "claims a word": (
        SCENE.replace("scenes:", "claims: det(A) == 6\nscenes:"),
        "4:9: a list of claims is needed here; this is the text “det(A) == 6”, "
        "write one a line, as in - det(A) == 6",
    ),
    "claim a number": (
        SCENE.replace("scenes:", "claims: [6]\nscenes:"),
        "4:10: a claim is needed here; this is the number 6, "
        "write a comparison such as det(A) == 6",
    ),
    "choice": (
        SCENE + "    pace: medium\n",
        "7:11: the text “medium” is not one of the choices here, use 'slow' or 'fast'",
    ),
    "flag no": (
        SCENE + "    grid: no\n",
        "7:11: true or false is needed here; this is the text “no”",
    ),
    "count too small": (
        SCENE + "    lines: 0\n",
        "7:12: the number 0 is not allowed here, write a number not less than 1",
    ),
    "count with a fraction": (
        SCENE + "    lines: 1.5\n",
        "7:12: a whole number is needed here; this is the number 3/2",
    ),
    "a kind's own rule": (
        SCENE + "    lines: 9\n",
        "7:12: there are too many lines, draw fewer",
    ),
    "too few values": (
        SCENE + "  - kind: points\n    points: []\n",
        "8:13: this has 0 values, write at least 1 value",
    ),
    "a text for a list": (
        SCENE + "  - kind: points\n    points: x\n",
        "8:13: a list is needed here; this is the text “x”, "
        "write it as [1, 2] or with a “- ” before each value",
    ),
    "duplicate key": (
        SCENE + "    matrix: A\n",
        "7:5: the key “matrix” stands here again; it is already in line 6, keep one of the two",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_is_told_at_its_place_with_its_cure(tmp_path: Path, case: str) -> None:
    text, *faults = FAULTS[case]
    assert sorted(faults_of(tmp_path, text)) == sorted(f"det.yaml:{fault}" for fault in faults)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (SCENE.replace("matrix: A", "matrix: [[1, foo], [3, 4]]"), "6:18"),
        (SCENE.replace("matrix: A", "matrix: R @ A"), "6:13"),
        (SCENE.replace("matrix: A", "matrix: A @ R"), "6:17"),
        (SCENE + "    say: 넓이는 {det(Q)}\n", "7:19"),
        (SCENE + "    say: {warp: {ko: '넓이는 {det(Q)}'}}\n", "7:32"),
        (SCENE + "    title: 'x {'\n", "7:15"),
        (SCENE.replace("scenes:", "claims: [det(Q) == 1]\nscenes:"), "4:14"),
        (SCENE.replace("[[2, 1], [0, 3]]", "[[no, 1], [0, 3]]"), "3:17"),
        (SCENE.replace("[[2, 1], [0, 3]]", "[[1:30, 1], [0, 3]]"), "3:18"),
    ],
)
def test_a_fault_in_an_expression_or_text_is_told_at_its_letter(
    tmp_path: Path, text: str, place: str
) -> None:
    assert only_fault(tmp_path, text).startswith(f"det.yaml:{place}: ")


@pytest.mark.parametrize(
    "source",
    [
        "\"__import__('os')\"",
        '"().__class__"',
        '"A.__class__"',
        '"[A for A in A]"',
        '"open(1)"',
        '"2**10**10"',
        '"random(1000000, 1000000, seed=0)"',
        '"' + "A @ " * 900 + 'A"',
        '"' + "(" * 2000 + "A" + ")" * 2000 + '"',
    ],
)
def test_nothing_runs_and_no_budget_is_overrun(tmp_path: Path, source: str) -> None:
    started = time.process_time()
    fault = only_fault(tmp_path, SCENE.replace("matrix: A", f"matrix: {source}"))
    assert fault.startswith("det.yaml:6:")
    assert time.process_time() - started < 1


def test_many_large_matrices_are_refused_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("language.definitions.MOST_ENTRIES", 2_000)
    names = "".join(f"  W{i}: random(30, 30, seed={i})\n" for i in range(3))
    fault = only_fault(
        tmp_path, HEAD + "matrices:\n" + names + "scenes:\n  - {kind: points, points: [x]}\n"
    )
    assert fault == (
        "det.yaml:6:7: with this matrix the names have more than 2,000 entries together, "
        "name smaller ones"
    )


def test_a_false_claim_says_what_it_is_and_where_the_matrix_stands(tmp_path: Path) -> None:
    fault = only_fault(tmp_path, SCENE.replace("scenes:", "claims: [det(A) == 5]\nscenes:"))
    assert fault == (
        "det.yaml:4:10: this claim is false: det(A) is 6, not 5, A is defined in line 3"
    )


def test_all_faults_of_a_file_come_together_in_order(tmp_path: Path) -> None:
    text = """\
storyboard: 1
titel: x
matrices:
  A: [[1, 2], [3]]
  B: A @ A
  C: [[1, ~], [2, true]]
scenes:
  - kind: wrap
    say: {warp: "{det(C)}"}
  - kind: warp
    matrix: A
    run_tme: 3
    say: {wrap: x}
    beats: {warp: {run_time: 0}}
  - kind: warp
    matrx: [[1, 0], [0, 1]]
    lines: 0
    title: {ko: "{x", en: "}"}
"""
    assert [
        fault.partition(", ")[0].removeprefix("det.yaml:") for fault in faults_of(tmp_path, text)
    ] == [
        "1:1: this storyboard has no title",
        "2:1: “titel” means nothing in a storyboard",
        "4:15: this row has 1 number",
        "6:11: a number is needed here; this is empty",
        "6:19: a number is needed here; this is true",
        "8:11: there is no kind of scene “wrap”",
        "12:5: “run_tme” means nothing in a warp",
        "14:30: a run_time of 0 s is no time in which anything could move",
        "15:5: this warp lacks “matrix” (the map",
        "16:5: “matrx” means nothing in a warp",
        "17:12: the number 0 is not allowed here",
        "18:18: this { is not closed",
        "18:28: this } closes nothing",
    ]


def test_what_follows_from_a_broken_definition_is_not_told_again(tmp_path: Path) -> None:
    text = SCENE.replace("[[2, 1], [0, 3]]", "[[1, 2], [3]]") + "    say: '{det(A)}'\n"
    assert only_fault(tmp_path, text).startswith("det.yaml:3:24: this row has 1 number")


def test_a_flood_of_faults_ends_early(tmp_path: Path) -> None:
    text = SCENE + "".join(f"    key{i}: 1\n" for i in range(5000))
    started = time.process_time()
    faults = faults_of(tmp_path, text)
    assert len(faults) == 200
    assert time.process_time() - started < 3
