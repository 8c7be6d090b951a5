"""Captions are broken where a reader of the language would pause."""

from __future__ import annotations

import pytest

from film.captions import caption_text, split
from film.pacing import columns
from language.breaks import grade
from language.grades import Grade

READ = [
    (
        "ko",
        "마지막으로 원점을 중심으로 평면 전체를 돌려 봅니다.",
        ["마지막으로 원점을 중심으로 / 평면 전체를 돌려 봅니다."],
    ),
    (
        "ko",
        "정사각형은 선분이 되고 넓이는 0입니다. 이 변환은 되돌릴 수 없습니다.",
        ["정사각형은 선분이 되고 / 넓이는 0입니다.", "이 변환은 되돌릴 수 없습니다."],
    ),
    (
        "ko",
        "행렬식은 단위 정사각형이 옮겨 간 평행사변형의 부호 있는 넓이입니다.",
        ["행렬식은 단위 정사각형이", "옮겨 간 평행사변형의 / 부호 있는 넓이입니다."],
    ),
    (
        "ko",
        "넓이는 잠시 커지지만, 끝내 평면 전체가 그 직선으로 납작해집니다.",
        ["넓이는 잠시 커지지만,", "끝내 평면 전체가 / 그 직선으로 납작해집니다."],
    ),
    (
        "ko",
        "고윳값 2, 4의 곱 8이 바로 이 행렬의 행렬식입니다.",
        ["고윳값 2, 4의 곱 8이 / 바로 이 행렬의 행렬식입니다."],
    ),
    (
        "ko",
        "대각화하면 고윳값 2, 4의 곱 8이 그대로 행렬식이 되므로 넓이도 8배입니다.",
        ["대각화하면 고윳값 2, 4의 곱 8이 / 그대로 행렬식이 되므로", "넓이도 8배입니다."],
    ),
    (
        "ko",
        "벡터 $x$ 하나를 따라가 봅시다. 식에서는 먼저 하는 행렬이 오른쪽, 벡터 바로 옆에 섭니다.",
        [
            "벡터 x 하나를 따라가 봅시다.",
            "식에서는 먼저 하는 행렬이 / 오른쪽, 벡터 바로 옆에 섭니다.",
        ],
    ),
    ("ko", "두 기저벡터가 한 직선 위로 눕습니다.", ["두 기저벡터가 / 한 직선 위로 눕습니다."]),
    (
        "ko",
        "두 입력 (1, 1)과 (3, 0)의 차는 핵에 있습니다. 그래서 같은 직선 위에 있습니다.",
        ["두 입력 (1, 1)과 (3, 0)의 차는 / 핵에 있습니다.", "그래서 같은 직선 위에 있습니다."],
    ),
    (
        "ko",
        "거울은 행렬에서 찾을 수 있습니다. (1, 1)은 방향을 바꾸지 않고 (3, 3)으로 늘어납니다.",
        [
            "거울은 행렬에서 / 찾을 수 있습니다.",
            "(1, 1)은 방향을 바꾸지 않고 / (3, 3)으로 늘어납니다.",
        ],
    ),
    (
        "ko",
        "돌리고 나서 밀면 옆으로 기웁니다. 미는 방향은 언제나 가로이기 때문입니다.",
        ["돌리고 나서 밀면 / 옆으로 기웁니다.", "미는 방향은 / 언제나 가로이기 때문입니다."],
    ),
    (
        "ko",
        "위에서 똑바로 내려다보면, 보이는 넓이가 곧 부호 있는 넓이의 크기입니다.",
        ["위에서 똑바로 내려다보면,", "보이는 넓이가 / 곧 부호 있는 넓이의 크기입니다."],
    ),
    (
        "en",
        "The unit square becomes a parallelogram, and it leans.",
        ["The unit square becomes a parallelogram, / and it leans."],
    ),
    (
        "en",
        "The whole grid moves at once. The square becomes a parallelogram, and the origin stays.",
        [
            "The whole grid moves at once.",
            "The square becomes a parallelogram, / and the origin stays.",
        ],
    ),
    (
        "en",
        "Every square matrix comes with one number, its determinant.",
        ["Every square matrix comes with one number, / its determinant."],
    ),
    (
        "en",
        "Put a rotation and a reflection side by side, to the same scale.",
        ["Put a rotation and a reflection / side by side, to the same scale."],
    ),
    (
        "en",
        "The area is 6, which is det A. Every area in the plane becomes 6 times as large.",
        ["The area is 6, which is det A.", "Every area in the plane / becomes 6 times as large."],
    ),
    (
        "en",
        "The eigenvalues 2, 4 multiply to 8, which is the determinant of the matrix.",
        ["The eigenvalues 2, 4 multiply to 8, / which is the determinant of the matrix."],
    ),
]  # fmt: skip -- a text and how it is read, side by side


@pytest.mark.parametrize(("language", "text", "cues"), READ)
def test_a_text_is_broken_where_a_reader_would_pause(
    language: str, text: str, cues: list[str]
) -> None:
    """Sentences first, then clauses; two lines rather than two cues; nothing left alone."""
    assert [" / ".join(lines) for lines in split(caption_text(text), language)] == cues


@pytest.mark.parametrize(
    "pair",
    [
        *["그 직선으로", "두 열은", "첫째 열의", "어떤 도형이든", "못 읽는", "한 직선"],
        *["2, 4의", "A, B의", "(2, 1,", "10000 배", "3 차원", "벡터 (1,", "행렬 A를"],
        *["돌려 봅니다.", "말해 줍니다.", "옮겨 간", "되돌릴 수", "찾을 수", "수 없습니다."],
        *[
            "바꾸지 않고",
            "하고 있습니다.",
            "가로이기 때문입니다.",
            "부호 있는",
            "평행사변형이 됩니다.",
        ],
        *["평면 전체가", "직선 위로", "핵과 나란한", "이어 주는", "그것에 대해", "아닌 것은"],
        *["the plane", "every area", "6 times", "64 dimensions", "side by", "2, 4"],
    ],
)
def test_what_belongs_together_is_not_parted(pair: str) -> None:
    """A determiner, a number, a list, a helping verb: at least as bad as a torn number and unit."""
    assert grade(*pair.split()) >= Grade.TIGHT


@pytest.mark.parametrize(
    ("pair", "good"),
    [
        ("움직이고, 정사각형은", Grade.CLAUSE),
        ("되고 넓이는", Grade.CLAUSE),
        ("옮기면 둘째", Grade.CLAUSE),
        ("달라졌지만 넓이는", Grade.CLAUSE),
        ("모아서 보면", Grade.CLAUSE),
        ("있는데 벡터가", Grade.CLAUSE),
        ("움직여도 출력은", Grade.CLAUSE),
        ("납작해지다 넓이가", Grade.CLAUSE),
        ("넓이는 6배가", Grade.PHRASE),
        ("헤드는 방금", Grade.PHRASE),
        ("원점에서 만납니다.", Grade.PHRASE),
        ("놓습니다. 넓이가", Grade.SENTENCE),
        ("area of", Grade.SPACE),
        ("units, because", Grade.CLAUSE),
        ("square and", Grade.PHRASE),
        ("determinant is", Grade.PHRASE),
        ("움직이는 격자", Grade.MODIFIER),
        ("읽는 차원", Grade.MODIFIER),
        ("작은 정사각형", Grade.MODIFIER),
        ("뒤집힌 채로", Grade.TIGHT),
        ("행렬의 열은", Grade.MODIFIER),
        ("뒷면 위로", Grade.TIGHT),
        ("e.g. a", Grade.SPACE),
    ],
)
def test_endings_tell_how_good_a_break_is(pair: str, good: Grade) -> None:
    """A topic in 는 is no adnominal 는, a noun in 면 no condition, an abbreviation no end."""
    assert grade(*pair.split()) is good


def test_nothing_short_is_left_alone_where_a_neighbour_can_take_it() -> None:
    """Six full-width characters at least, in many texts of two clauses."""
    for length in range(2, 20):
        head, tail = "가" * length + "면", "나머지는 그대로 남아 있습니다."
        for lines in split(f"{head} {tail}", "ko"):
            assert sum(map(columns, lines)) >= 12
