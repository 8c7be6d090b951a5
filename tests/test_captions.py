"""Captions can be read: their lines, their speed, and where they are broken."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from film.captions import GLUE, Cue, caption_text, cues, needed_frames, split, srt, vtt
from film.pacing import CUE_GAP, CUE_LINES, columns, limits, reading_frames

KOREAN = (
    "단위 정사각형을 놓습니다. 넓이가 6이 됩니다. 행렬식은 넓이의 배율이고, 부호는 방향을 말해 "
    "줍니다. 그래서 행렬식이 0이면 넓이가 사라지고 되돌릴 수 없습니다."
)
WORDS = st.text("가나다라마바사 abcxyz019.,!?()=+−행렬식\n\t", max_size=300)


def joined(texts: tuple[tuple[str, ...], ...]) -> str:
    return " ".join(line for lines in texts for line in lines)


def test_a_full_width_character_counts_twice_and_a_combining_one_not_at_all() -> None:
    assert [columns(text) for text in ("넓이", "A = 2", "ｘ", "e\u0301", "")] == [4, 5, 2, 1, 0]


def test_sentences_stand_on_lines_of_their_own_and_clauses_are_kept_together() -> None:
    assert split(KOREAN, "ko") == (
        ("단위 정사각형을 놓습니다.", "넓이가 6이 됩니다."),
        ("행렬식은 넓이의 배율이고,", "부호는 방향을 말해 줍니다."),
        ("그래서 행렬식이 0이면 넓이가", "사라지고 되돌릴 수 없습니다."),
    )


def test_english_is_broken_before_the_words_that_begin_a_group() -> None:
    text = "Its area becomes six square units, because the determinant is the factor of area."
    assert split(text, "en") == (
        ("Its area becomes six square units,",),
        ("because the determinant", "is the factor of area."),
    )


def test_two_lines_are_balanced() -> None:
    (lines,) = split("one two three four five six seven eight nine ten eleven", "en")
    upper, lower = map(columns, lines)
    assert abs(upper - lower) <= 5


@pytest.mark.parametrize("glued", ["10000 배", "3.5 cm", "a = b", "x + y"])
def test_a_number_keeps_its_unit_and_an_operator_its_sides(glued: str) -> None:
    before = "정사각형의 넓이는 여기에서"
    for extra in range(12):
        texts = split(f"{'가' * extra} {before} {glued} 됩니다", "ko")
        assert glued in joined(texts)
        assert any(glued in line for lines in texts for line in lines), texts


def test_a_formula_is_not_broken_where_it_fits_on_a_line() -> None:
    text = caption_text("어떤 두 행렬에 대해서도 언제나 넓이 $a b c d e f$ 입니다")
    assert GLUE in text
    assert any("a b c d e f" in line for lines in split(text, "ko") for line in lines)


def test_a_dollar_and_braces_that_are_meant_are_shown() -> None:
    assert caption_text(r"5\$ \{x\}") == "5$ {x}"


def test_a_word_wider_than_a_line_is_cut_because_nothing_else_helps() -> None:
    texts = split("가나다라마바사아자차카타파하" * 3, "ko")
    assert "".join(line for lines in texts for line in lines) == "가나다라마바사아자차카타파하" * 3
    assert max(columns(line) for lines in texts for line in lines) == 32


@given(WORDS, st.sampled_from(["ko", "en"]))
@settings(max_examples=150)
def test_no_limit_is_ever_exceeded_and_no_text_is_lost(text: str, language: str) -> None:
    texts = split(text, language)
    limit = limits(language).line
    assert all(1 <= len(lines) <= CUE_LINES for lines in texts)
    assert all(0 < columns(line) <= limit for lines in texts for line in lines)
    if all(columns(word) <= limit for word in text.split()):
        assert joined(texts) == " ".join(text.split())
    else:
        assert re.sub(r"\s", "", joined(texts)) == re.sub(r"\s", "", text)


@given(
    WORDS,
    st.sampled_from(["ko", "en"]),
    st.sampled_from([1, 15, 24, 30, 60, 120]),
    st.integers(0, 3000),
)
@settings(max_examples=100)
def test_cues_fill_their_beat_within_the_limits(
    text: str, language: str, fps: int, spare: int
) -> None:
    texts = split(text, language)
    frames = needed_frames(texts, language, fps) + spare
    found = cues(texts, 100, frames, language, fps)
    assert [cue.lines for cue in found] == list(texts)
    for cue in found:
        length = cue.end - cue.start
        assert 6 * length >= 5 * fps
        assert length <= max(7 * fps, 1)
        assert sum(map(columns, cue.lines)) * fps <= limits(language).most * length
    for one, two in pairwise(found):
        assert two.start - one.end == CUE_GAP
    if found:
        assert found[0].start == 100
        assert found[-1].end + CUE_GAP <= 100 + frames
        all_longest = all(cue.end - cue.start == 7 * fps for cue in found)
        assert all_longest or found[-1].end + CUE_GAP == 100 + frames


def test_too_short_a_beat_is_refused() -> None:
    texts = split(KOREAN, "ko")
    with pytest.raises(ValueError, match="too few"):
        cues(texts, 0, needed_frames(texts, "ko", 60) - 1, "ko", 60)


def test_forty_syllables_are_given_the_time_to_read_them() -> None:
    """Case 32: 40 full-width characters at 5.5 a second, and a moment to begin."""
    text = "가나다라마바사아자차 " * 4
    assert reading_frames(text.strip(), "ko", 60) == pytest.approx((83 / 11 + 0.4) * 60, abs=1)
    assert reading_frames("", "ko", 60) == 0


NASTY = Cue(1, 61, ('a < b --> c & "끝"', "둘째\n\n줄"))


def test_webvtt_escapes_what_it_would_read_as_markup() -> None:
    assert vtt([NASTY], 60) == (
        'WEBVTT\n\n1\n00:00:00.017 --> 00:00:01.017\na &lt; b --&gt; c &amp; "끝"\n둘째 줄\n'
    )


def test_subrip_has_no_second_arrow_and_no_empty_line_inside_a_cue() -> None:
    assert srt([NASTY, Cue(216_000, 216_090, ("끝",))], 60) == (
        '1\n00:00:00,017 --> 00:00:01,017\na < b → c & "끝"\n둘째 줄\n'
        "\n2\n01:00:00,000 --> 01:00:01,500\n끝\n"
    )


@given(st.integers(0, 2_000_000), st.integers(1, 120))
def test_a_time_is_within_half_a_millisecond_of_its_frame(frame: int, fps: int) -> None:
    line = srt([Cue(frame, frame + 1, ("x",))], fps).splitlines()[1]
    hours, minutes, seconds, thousandths = map(int, re.split("[:,]", line.split(" --> ")[0]))
    shown = ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
    assert abs(shown * fps - 1000 * frame) * 2 <= fps
    assert minutes < 60 > seconds
