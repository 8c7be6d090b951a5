"""What an author should look at again is noticed at its very letter, and little else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from language.numerals import numerals
from tests.kinds_for_reading import HEAD, THEMES, read_text

BOARD = """\
storyboard: 1
title: t
languages: [ko, en]
matrices:
  A: [[2, 1], [0, 3]]
  R: rotation(45)
claims: [det(R) == 1]
scenes:
  - kind: warp
    matrix: A
    say:
"""
"""A storyboard up to what is said in its scene; det A is 6, its trace is 5."""


def notices(folder: Path, text: str) -> list[str]:
    return [str(notice).removeprefix("det.yaml:") for notice in read_text(folder, text).notices]


def about(folder: Path, korean: str = "넓이", english: str = "Area") -> list[str]:
    """The notices about what is said, in single quotes."""
    said = [text.replace("'", "''") for text in (korean, english)]
    return notices(folder, f"{BOARD}      ko: '{said[0]}'\n      en: '{said[1]}'\n")


def test_a_typed_number_that_is_not_computed_is_pointed_at(tmp_path: Path) -> None:
    """Case 36."""
    assert about(tmp_path, "넓이는 5배") == [
        "12:16: 5 is typed, and nothing computed in this scene is 5, "
        "write {det(A)} if 6 is meant, or {5} if it stands for itself"
    ]


def test_it_is_pointed_at_through_escapes_and_over_lines(tmp_path: Path) -> None:
    said = '      ko: >-\n        넓이는\n        모두 5배\n      en: "\\u0041rea \\"5\\""\n'
    assert [each.split(" ")[0] for each in notices(tmp_path, BOARD + said)] == ["14:12:", "15:24:"]


def test_every_text_of_a_scene_is_looked_at_and_the_title_too(tmp_path: Path) -> None:
    text = BOARD.replace("title: t", "title: {ko: 5배, en: 5 times}") + "      {ko: 값, en: one}\n"
    text += "    note: {ko: 5배, en: 5 times}\n    title: {ko: 5배, en: 5 times}\n"
    places = [each.partition(": ")[0] for each in notices(tmp_path, text)]
    assert places == ["2:13", "2:21", "13:16", "13:24", "14:17", "14:25"]


@pytest.mark.parametrize(
    "korean",
    [
        "넓이는 6배, −6, 2와 3, 1과 0",
        "넓이는 {det(A)}이고 {7}, 그러니까 7",
        "행렬식이 0이면, 1이 아니라면, 0보다 크면",
        "7이 아니라 6",
        "3차원에서 2번째, 두 번, 제5장, 5번, 5단계, 5개, 5가지",
        "64×768 행렬, 12 × 7 격자, 1:30, 2026년, 버전 2.1.3, v5, H264, GPT-4",
        "그림 5에서 x5와 A_5, 100%, 360°",
        "$5x$, $7$, $\\det R = 1$, $\\det A = 0$이면, $\\val{det(A)}$",
        "원점 (0, 0)과 점 (2, 3)",
        "3분의 6과 6/1, 6.0과 6.00",
        "대각합은 5",
        "넓이는 다섯 배",
        "\\$5, \\{5\\} 말고 6".replace("5", "6"),
    ],
)
def test_what_is_computed_or_states_nothing_is_left_alone(tmp_path: Path, korean: str) -> None:
    assert about(tmp_path, korean) == []


@pytest.mark.parametrize(
    "english",
    [
        "If it is 0, when it is 1, not 7, greater than 0",
        "in 1858, 5 rows, 7-dimensional, 5 by 5, step 12, chapter 7, the 5th, 2nd",
        "Figure 5 shows e5; a 12x12 grid",
        "It is 6, -6 or 6.0. The trace is 5.",
        "(1) first, (2) second",
        "5 of the others",
    ],
)
def test_english_is_read_likewise(tmp_path: Path, english: str) -> None:
    assert about(tmp_path, english=english) == []


@pytest.mark.parametrize(
    ("korean", "found"),
    [
        ("3/7배", "3/7"),
        ("3분의 5배", "3분의 5"),
        ("12차원", "12"),
        ("0.75배", "0.75"),
        ("−7배", "−7"),
        ("1,000배", "1,000"),
        ("5부터 시작", "5"),
        ("5일 때", "5"),
        ("90도 회전", "90"),
        ("8%", "8"),
        ("(7, 7)", "7"),
    ],
)
def test_what_states_something_is_looked_at(korean: str, found: str) -> None:
    assert {number.written for number in numerals(korean)} == {found}


@pytest.mark.parametrize(
    ("number", "kept"),
    [
        ("3/7", "{3/7}"),
        ("3분의 5", "{5/3}"),
        ("1,000", "{1000:,}"),
        ("−7", "{-7}"),
        ("7.5", "{7.5}"),
    ],
)
def test_the_advice_to_keep_a_number_can_be_followed(
    tmp_path: Path, number: str, kept: str
) -> None:
    [notice] = about(tmp_path, f"값은 {number}배")
    assert f"{kept} if it stands for itself" in notice
    assert about(tmp_path, f"값은 {kept}배") == []


def test_a_stated_formula_is_checked_where_its_left_side_can_be_computed(tmp_path: Path) -> None:
    assert about(tmp_path, "이제 $\\det A = 5$입니다") == [
        "12:25: 5 is typed, and det(A) is 6, write \\val{det(A)}"
    ]
    assert "rank(A) is 2" in about(tmp_path, english="$\\operatorname{rank} A = 1$")[0]
    assert about(tmp_path, english="If $\\det A = 0$, and $\\det Q = 5$, $x = 9$") == []


def test_facts_go_beyond_entries(tmp_path: Path) -> None:
    """Kernel and image, lengths, sizes, angles, counts, the numbers of a definition."""
    head = BOARD.replace("matrix: A", "matrix: [A, R, A]\n    vectors: [[3, 4]]\n    factor: 13")
    text = head + "      {ko: '45도, 길이 5, 배율 13, 그림 3개', en: Area}\n"
    assert notices(tmp_path, text) == []
    text = BOARD.replace("[[2, 1], [0, 3]]", "[[1, 2], [2, 4]]")
    assert notices(tmp_path, text + "      {ko: '핵 (−2, 1), 상 (1, 2)', en: x}\n") == []


def test_a_large_matrix_costs_nothing_until_a_number_is_typed(tmp_path: Path) -> None:
    board = HEAD + "matrices: {W: 'random(64, 768, seed=0)'}\nscenes:\n  - kind: points\n"
    text = board + "    points: ['{rank(W)}', '랭크 64, 잃는 차원 704, 성분 49,152', '65차원']\n"
    assert notices(tmp_path, text) == [
        "6:59: 65 is typed, and nothing computed in this scene is 65, "
        "write {rank(W)} if 64 is meant, or {65} if it stands for itself"
    ]


def test_a_scene_without_numbers_may_speak_of_all(tmp_path: Path) -> None:
    text = (
        BOARD
        + "      {ko: '{det(A) + 4}', en: x}\n  - kind: points\n    points: [10배, 6배, 11배]\n"
    )
    [notice] = [each for each in notices(tmp_path, text) if "typed" in each]
    assert notice.startswith("14:23: 11 is typed")


def test_names_that_nothing_refers_to_are_noticed(tmp_path: Path) -> None:
    text = """\
storyboard: 1
title: t
matrices: {A: [[1, 0], [0, 1]], B: A, C: A, D: A, E: A, F: A}
vectors: {v: [1, 1]}
claims: [D == A]
scenes:
  - kind: points
    points: ["{E[0, 0]}", "A vector v, $F$"]
"""
    assert notices(tmp_path, text) == [
        "3:33: nothing refers to B, use it or leave it out",
        "3:39: nothing refers to C, use it or leave it out",
        "4:11: nothing refers to v, use it or leave it out",
    ]


def test_a_text_in_one_language_for_all_is_noticed(tmp_path: Path) -> None:
    text = BOARD.replace("title: t", "title: 넓이") + "      All of it in English\n"
    assert notices(tmp_path, text) == [
        "2:8: this text is Korean, and is used in English too, write it as {ko: …, en: …}",
        "12:7: this text is English, and is used in Korean too, write it as {ko: …, en: …}",
    ]
    assert notices(tmp_path, BOARD + "      'ReLU: $\\det A$, {det(A)}'\n") == []
    one = BOARD.replace("languages: [ko, en]\n", "").replace("title: t", "title: 넓이")
    assert notices(tmp_path, one + "      말\n") == []


def test_a_scene_in_which_nothing_is_said_is_noticed(tmp_path: Path) -> None:
    """Unless it shows a text of its own, as cards and summaries do."""
    text = BOARD + "      {ko: 말, en: word}\n  - {kind: warp, matrix: A}\n"
    text += "  - {kind: points, points: ['6']}\n  - {kind: warp, matrix: A, title: '6'}\n"
    assert notices(tmp_path, text) == [
        "13:5: nothing is said in this scene, write say: …",
        "15:5: nothing is said in this scene, write say: …",
    ]


def test_a_silent_film_is_noticed_once(tmp_path: Path) -> None:
    text = HEAD + "scenes:\n" + "  - {kind: warp, matrix: [[1, 0], [0, 1]]}\n" * 3
    assert notices(tmp_path, text) == ["4:5: nothing is said in any of the 3 scenes, write say: …"]


@pytest.mark.parametrize("name", ["det", "reflection"])
def test_the_course_has_nothing_to_notice(name: str) -> None:
    from language.reader import read
    from scenes import kinds

    path = Path(__file__).parent.parent / "storyboards" / f"{name}.yaml"
    assert read(path, kinds(), THEMES).notices == ()
