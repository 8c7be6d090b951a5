"""Live numbers: digits keep their places, zero has no sign, and rest is exact."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stage.ink import READOUT, formula
from stage.layout import Zone
from stage.panel import NumberReadout, WordReadout, center_in, title_ink
from stage.readout import LiveNumber, LiveText, decimals_for, fixed
from stage.theme import THEMES
from stage.tip_label import TipLabel, turn

DARK = THEMES["dark"]
ZONE = Zone(2.0, -1.0, 5.0, 1.0)
REACHES = [0.3, 1.0, 6.0, 9.994, 9.996, 42.0, 99.99, 99.996, 100.0, 250.0, 999.96, 1234.0, 37748736]


@pytest.mark.parametrize("reach", REACHES)
def test_every_digit_has_one_place(reach: float) -> None:
    number = LiveNumber(size=1.0, color=DARK.ink, largest=reach)
    values = [*np.linspace(-reach, reach, 401).tolist(), 0.0, -1e-12, 1e-12]
    places: dict[int, set[float]] = {}
    for value in values:
        text = fixed(value, number.decimals, number.digits)
        pen = 0.0
        ends = number.extent(text)
        for k, character in enumerate(text):
            if character.isdigit():
                places.setdefault(len(text) - k, set()).add(round(pen - ends, 6))
            pen += number.extent(character)
    assert all(len(places[k]) == 1 for k in places), "from the right, every digit has one place"
    lengths = {len(fixed(value, number.decimals, number.digits)) for value in values}
    assert len(lengths) == 1, "and the right end does not move"


@pytest.mark.parametrize("reach", REACHES)
def test_ink_stays_inside_the_slot(reach: float) -> None:
    number = LiveNumber(size=1.0, color=DARK.ink, largest=reach)
    for value in np.linspace(0, reach, 23):
        number.set_value(float(value), 3.0, -1.0)
        assert number.get_left()[0] >= 3.0
        assert number.get_right()[0] <= 3.0 + number.slot + 1e-6
        assert number.get_bottom()[1] == pytest.approx(-1.0, abs=0.05), "it stands on its line"


@pytest.mark.parametrize("value", [-0.0, -0.004, -1e-300, -0.0049999, 0.0])
def test_zero_has_no_sign(value: float) -> None:
    assert fixed(value, 2).strip() == "0.00"
    assert fixed(value, 0).strip() == "0"


@settings(max_examples=200, deadline=None)
@given(
    st.floats(-1e7, 1e7),
    st.sampled_from([0, 1, 2]),
)
def test_a_live_number_is_the_value_rounded(value: float, decimals: int) -> None:
    text = fixed(value, decimals, 3)
    assert float(text) == pytest.approx(value, abs=0.5 * 10**-decimals * (1 + 1e-9))
    assert "-0.0" not in text or any(digit in text for digit in "123456789")
    assert not text.strip().startswith("+")


def test_decimals_keep_about_four_digits() -> None:
    assert [decimals_for(reach) for reach in (0.5, 99.0, 100.0, 999.0, 1000.0)] == [2, 2, 1, 1, 0]


def test_glyphs_are_where_the_characters_say() -> None:
    """Each character is drawn once, left to right, on one baseline."""
    live = LiveText(size=0.5, color=DARK.ink)
    live.write("(-1.25, 0.75)".replace(", ", ","), 1.0, 2.0)
    assert live.shown == "(-1.25,0.75)"
    assert live.get_left()[0] >= 1.0
    assert live.get_right()[0] <= 1.0 + live.extent(live.shown)
    live.write("   ", 0.0, 0.0)
    assert not live.has_points()


def test_a_read_out_is_centred_under_its_caption_live_and_at_rest() -> None:
    readout = NumberReadout("넓이", ZONE, DARK, largest=6.0)
    x = ZONE.center[0]
    readout.follow(3.25, DARK.positive)
    assert readout.value == 3.25
    assert readout.number.get_center()[0] == pytest.approx(x, abs=0.06)
    assert readout.caption.get_center()[0] == pytest.approx(x, abs=0.02)
    assert readout.caption.get_bottom()[1] > readout.number.get_top()[1]
    readout.rest(formula("6", size=READOUT, color=DARK.positive))
    assert not readout.number.has_points()
    assert readout.exact is not None
    assert readout.exact.get_center()[0] == pytest.approx(x, abs=1e-6)
    readout.follow(-1.0, DARK.negative)
    assert readout.exact is None, "one number at a time"
    assert readout.number.get_right()[0] <= ZONE.right


def test_live_and_rest_stand_on_nearly_the_same_line() -> None:
    """The number must not hop when a motion ends."""
    readout = NumberReadout("넓이", ZONE, DARK, largest=6.0)
    readout.follow(6.0, DARK.positive)
    before = readout.number.get_bottom()[1], readout.number.height
    readout.rest(formula("6", size=READOUT, color=DARK.positive))
    assert readout.exact is not None
    assert readout.exact.get_bottom()[1] == pytest.approx(before[0], abs=0.02)
    assert readout.exact.height == pytest.approx(before[1], rel=0.03)


def test_an_exact_number_too_wide_for_its_place_is_made_smaller() -> None:
    narrow = Zone(0.0, 0.0, 1.0, 1.5)
    readout = NumberReadout("넓이", narrow, DARK, largest=6.0)
    readout.rest(formula(r"-12{,}345{,}678", size=READOUT, color=DARK.ink))
    assert readout.exact is not None
    assert readout.exact.width <= 1.0 + 1e-6


def test_one_word_at_a_time() -> None:
    words = {1: ("그대로", DARK.positive), -1: ("뒤집힘", DARK.negative)}
    readout = WordReadout("방향", words, ZONE, DARK)
    for key in (1, -1, -1, 1):
        readout.choose(key)
        shown = [key for key, word in readout.words.items() if word in readout.submobjects]
        assert shown == [key]
    with pytest.raises(KeyError):
        readout.choose(0)


def test_words_stand_on_one_line_whatever_their_letters() -> None:
    words = {
        1: ("kept", DARK.positive),
        0: ("undefined", DARK.quiet),
        -1: ("그대로", DARK.negative),
    }
    readout = WordReadout("Orientation", words, ZONE, DARK)
    lines = [word.baseline for word in readout.words.values()]
    assert lines == pytest.approx([lines[0]] * 3, abs=0.005)


@pytest.mark.parametrize("title", ["Follow one square", "When it is 0", "행렬식이 0이면"])
def test_titles_stand_on_one_line_whatever_their_letters(title: str) -> None:
    wide = Zone(-6.0, 2.0, 6.0, 2.62)
    line = title_ink(title, wide, DARK, size=0.4).baseline
    assert line == pytest.approx(title_ink("x", wide, DARK, size=0.4).baseline, abs=1e-6)


def test_a_tip_label_is_live_in_motion_and_exact_at_rest() -> None:
    label = TipLabel(DARK.first, DARK.ground, largest=3.0)
    tip = np.array([1.0, 1.0])
    label.follow(np.array([1.25, -0.5]), tip, 0.0)
    assert "".join(label.live.shown.split()) == "(1.25,-0.50)"
    assert label.exact is None
    box = label.box()
    assert box.x - box.half_width >= tip[0], "to the right of its tip, as it was told"
    label.rest(formula("(1, -1)", size=0.3, color=DARK.first), np.array([2.0, 0.0]))
    assert not label.live.has_points()
    assert label.exact is not None
    rims = [run.get_stroke_width(background=True) for run in label.exact.submobjects]
    assert rims
    assert min(rims) > 0, "lines behind a label stop short of it"


def test_angles_turn_the_short_way() -> None:
    assert turn(np.radians(170), np.radians(-170), 0.5) == pytest.approx(np.pi)
    assert turn(0.3, 0.9, 0.0) == 0.3
    assert turn(0.3, 0.9, 1.0) == pytest.approx(0.9)


def test_things_are_centred_in_zones() -> None:
    made = center_in(formula("x", color=DARK.ink), ZONE)
    assert made.get_center()[:2] == pytest.approx(ZONE.center)
