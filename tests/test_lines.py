"""Lines of words in pictures: few, about equally long, and ended where a reader would pause."""

from __future__ import annotations

import numpy as np
import pytest

from stage.ink import BODY, NO_BREAK, text
from stage.lines import divided

COLOR = "#FFFFFF"


def lines(words: str, room: float) -> list[str]:
    """The lines of words in type where a Hangul syllable is 1 wide, a letter 0.5, a space 0.25."""
    parts = words.split()
    widths = [sum(1.0 if letter >= "가" else 0.5 for letter in part) for part in parts]
    found = divided(parts, widths, [0.25] * (len(parts) - 1), room)
    assert [k for start, end in found for k in range(start, end)] == list(range(len(parts)))
    return [" ".join(parts[start:end]) for start, end in found]


READ = [
    # Korean: neither 첫째 nor 부호 is parted from its noun, 할 수 있다 is one, 의 describes
    (
        "행렬식의 부호는 첫째 기저벡터에서 둘째로 도는 방향이다.",
        12.0,
        ["행렬식의 부호는", "첫째 기저벡터에서", "둘째로 도는 방향이다."],
    ),
    ("뒤집으려면 부호 있는 넓이가 반드시 0을 지나야 한다.", 10.5, None),
    (
        "핵은 영벡터로 가는 입력을, 상은 닿을 수 있는 출력을 모은 것이다.",
        13.0,
        ["핵은 영벡터로 가는 입력을,", "상은 닿을 수 있는 출력을", "모은 것이다."],
    ),
    ("순서는 대개 바꿀 수 없다.", 9.0, ["순서는 대개", "바꿀 수 없다."]),
    ("행렬식은 넓이의 배율이다", 9.0, ["행렬식은", "넓이의 배율이다"]),
    ("한 행렬을 여러 방법으로 말하기", 10.0, ["한 행렬을", "여러 방법으로 말하기"]),
    (
        "평면 안의 회전을 아무리 이어도 반사가 되지 않는다.",
        11.33,
        ["평면 안의 회전을", "아무리 이어도", "반사가 되지 않는다."],
    ),
    # English: neither an article nor a conjunction ends a line
    (
        "If it is 0, the plane is flattened, and nothing can undo it.",
        14.0,
        ["If it is 0,", "the plane is flattened,", "and nothing can undo it."],
    ),
    # A clause that ends within a line does not drag the start of the next one along
    (
        "If det M = 0, the plane is flattened, and nothing can undo it.",
        11.33,
        ["If det M = 0,", "the plane is flattened,", "and nothing can undo it."],
    ),
    ("The determinant scales area", 10.0, ["The determinant", "scales area"]),
    # A line more, rather than one that ends with an article
    (
        "The rank plus the nullity is n, the dimension of the space.",
        16.5,
        None,
    ),
]


@pytest.mark.parametrize(("words", "room", "expected"), READ)
def test_lines_end_where_a_reader_pauses(
    words: str, room: float, expected: list[str] | None
) -> None:
    found = lines(words, room)
    if expected is not None:
        assert found == expected
    for line in found[:-1]:
        last = line.split()[-1]
        assert last not in ("a", "an", "the", "and", "부호", "첫째", "한", "여러", "수")


def test_what_fits_in_one_line_stays_in_one() -> None:
    assert lines("행렬식의 부호는 방향이다", 100.0) == ["행렬식의 부호는 방향이다"]
    assert divided([], [], [], 3.0) == ()


def test_lines_are_about_equally_long() -> None:
    found = lines("하나 둘 셋 넷 다섯 여섯 일곱", 10.5)
    assert len(found) == 2
    assert min(map(len, found)) > 0.6 * max(map(len, found))


def test_no_short_word_is_left_alone() -> None:
    for room in (6.0, 7.0, 8.0, 9.0, 10.0):
        found = lines("두 직선을 지나는 평면이 그 한 점에서 만나는 것을 본다.", room)
        assert all(len(line.replace(" ", "")) > 2 for line in found), found


@pytest.mark.parametrize("room", [3.0, 5.5, 8.0, 13.0, 21.0])
def test_no_line_is_longer_than_its_room(room: float) -> None:
    words = "행렬 A의 열은 기저벡터가 옮겨 간 자리이고, the columns are where it lands."
    for line in lines(words, room):
        width = sum(1.0 if c >= "가" else 0.25 if c == " " else 0.5 for c in line)
        assert width <= room + 0.01 or " " not in line


def test_pictures_have_these_lines() -> None:
    """Set type is divided by meaning: a formula is one word with the particle that follows it."""
    markup = "$\\det A = 0$이면 평면이 납작해지고, 되돌릴 수 없다."
    parts = ["$\\det A = 0$이면 평면이 납작해지고,", "되돌릴 수 없다."]
    widths = [text(part, color=COLOR).width for part in parts]
    for room in (widths[0] + 0.1, 0.5 * (widths[0] + sum(widths))):
        ink = text(markup, color=COLOR, width=room)
        assert ink.width == pytest.approx(widths[0], abs=0.02)
        assert 1.5 * BODY < ink.height < 3.5 * BODY


def test_no_break_spaces_hold_while_a_line_can_hold_them() -> None:
    words = NO_BREAK.join(["곧", "그", "정사각형"])
    room = text(f"넓이는 {words}", color=COLOR).width - 0.05
    ink = text(f"넓이는 {words}", color=COLOR, width=room)
    assert ink.width == pytest.approx(text(words, color=COLOR).width, abs=0.02)


def test_numbers_are_set_as_in_the_formulas_beside_them() -> None:
    def numerals(markup: str) -> int:
        return text(markup, color=COLOR).source.count("#numeral")

    assert numerals("넓이는 0을 지난다.") == 0
    assert numerals("$\\det A$는 0을 지나 -3.5가 된다.") == 2
    assert numerals("GPT-2의 int8 층은 $W$이다.") == 0, "names are words"
    formula, word = (text(f"$A$ {number}", color=COLOR) for number in ("$0$", "0"))
    apart = word[0].points - formula[0].points
    assert apart == pytest.approx(np.broadcast_to(apart[0], apart.shape), abs=2e-3)


@pytest.mark.parametrize("after", [";", ",", ".", ":", "(", "[", "%", "!", "배", " x"])
@pytest.mark.parametrize("before", ["0", "$x$", "1,000"])
def test_nothing_is_lost_after_a_number_or_a_formula(before: str, after: str) -> None:
    """What Typst would take for the end of its code, or for more of it, is set as it is."""
    for emphasis in (None, "#00ff00"):

        def width(markup: str, emphasis: str | None = emphasis) -> float:
            ink = text(markup, size=1.0, color="#ffffff", numerals=True, emphasis=emphasis)
            return float(ink.width)

        assert width(f"a {before}{after} a") > width(f"a {before} a") + 0.1
