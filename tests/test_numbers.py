"""Exact numbers: fields of square roots decided exactly, angles, and their text form."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.numbers import (
    Number,
    Surd,
    absolute,
    canonical,
    cosine,
    from_canonical,
    is_exact,
    number,
    sign,
    sine,
    square_root,
    surd,
    to_float,
)

fractions = st.fractions(min_value=-50, max_value=50, max_denominator=40)
radicands = st.sampled_from([1, 2, 3, 5, 6, 10, 15, 30])
surds = st.dictionaries(radicands, fractions, max_size=4).map(surd)

R2, R3, R5 = square_root(2), square_root(3), square_root(5)


@settings(max_examples=150, deadline=None)
@given(surds, surds, surds)
def test_surds_are_a_field(x: Number, y: Number, z: Number) -> None:
    assert x + y == y + x
    assert x * y == y * x
    assert (x + y) + z == x + (y + z)
    assert (x * y) * z == x * (y * z)
    assert x * (y + z) == x * y + x * z
    assert x - x == 0
    assert (x - y) + y == x
    if y:
        assert (x / y) * y == x
        assert y**-3 * y**3 == 1


@settings(max_examples=150, deadline=None)
@given(surds, surds)
def test_surds_agree_with_floats(x: Number, y: Number) -> None:
    a, b = to_float(x), to_float(y)
    room = 1e-12 * (1 + abs(a)) * (1 + abs(b)) * 100
    assert to_float(x + y) == pytest.approx(a + b, abs=room)
    assert to_float(x * y) == pytest.approx(a * b, abs=room)
    if abs(a - b) > room:
        assert (x < y) == (a < b)
        assert sign(x - y) == (1 if a > b else -1)
    assert (x <= y) == (y >= x)
    assert (x == y) == (not x < y and not x > y)
    if x == y:
        assert hash(x) == hash(y)


@settings(max_examples=150, deadline=None)
@given(surds | fractions | st.floats())
def test_canonical_text_comes_back_as_the_same_number(x: Number) -> None:
    again = from_canonical(canonical(x))
    assert type(again) is type(x)
    assert again == x or (math.isnan(to_float(again)) and math.isnan(to_float(x)))


@settings(max_examples=200, deadline=None)
@given(st.fractions(min_value=0, max_value=10**6, max_denominator=10**6))
def test_the_root_of_a_fraction_squares_to_it(x: Fraction) -> None:
    root = square_root(x)
    assert is_exact(root)
    assert root * root == x
    assert to_float(root) == pytest.approx(math.sqrt(x))


@settings(max_examples=100, deadline=None)
@given(fractions, fractions, st.sampled_from([2, 3, 5, 6]))
def test_the_root_of_a_square_is_found(p: Fraction, q: Fraction, r: int) -> None:
    x = p + q * square_root(r)
    assert square_root(x * x) == absolute(x)


def test_nested_roots_come_apart_where_they_can() -> None:
    assert square_root(2 + R3) == (square_root(6) + R2) / 2
    assert is_exact(square_root(3 - 2 * R2))
    assert square_root(3 - 2 * R2) == R2 - 1
    assert square_root(1 + R2) == pytest.approx(math.sqrt(1 + math.sqrt(2)))
    assert not is_exact(square_root(1 + R2))


def test_a_root_that_resists_factoring_is_a_close_float() -> None:
    stubborn = (10**9 + 7) ** 2 * 1_000_003
    assert square_root(stubborn) == pytest.approx(math.sqrt(stubborn), rel=1e-15)
    assert square_root(Fraction(1, stubborn)) == pytest.approx(stubborn**-0.5, rel=1e-15)
    assert square_root((10**9 + 7) ** 2) == 10**9 + 7


def test_below_zero_there_is_no_root() -> None:
    with pytest.raises(ValueError, match="square root of a negative number: -3/4"):
        square_root(Fraction(-3, 4))
    with pytest.raises(ValueError, match="negative"):
        square_root(1 - R2)


def test_signs_are_decided_where_floats_cannot() -> None:
    """Fractions that approach √2 from both sides, closer than any float."""
    p, q = 1, 1
    for _ in range(200):
        p, q = p + 2 * q, p + q
    gap = Fraction(p, q) - R2
    assert float(Fraction(p, q)) == float(R2)
    assert sign(gap) == (1 if p * p > 2 * q * q else -1)
    assert (gap > 0) != (Fraction(p + 2 * q, p + q) - R2 > 0)
    assert 0 < abs(to_float(gap)) < 1e-100


def test_a_rational_result_is_a_plain_fraction() -> None:
    for x in (R2 * R2, (1 + R2) * (1 - R2), R2 - R2, R2 / R2, (R2 + 1) - R2, R2**4, R2**0):
        assert isinstance(x, Fraction)
    assert isinstance(square_root(Fraction(9, 4)), Fraction)


def test_a_surd_without_roots_is_the_same_key_as_its_fraction() -> None:
    half = Surd(((1, Fraction(1, 2)),))
    assert half == Fraction(1, 2) == half
    assert half == 0.5
    assert len({half, Fraction(1, 2), 0.5}) == 1
    assert Surd(()) == 0
    assert hash(Surd(())) == hash(0)


def test_floats_spread_and_compare_exactly() -> None:
    assert isinstance(R2 + 0.5, float)
    assert isinstance(0.5 * R2, float)
    assert isinstance(1.0 / R2, float)
    assert isinstance(R2 - 1.0, float)
    assert math.sqrt(2) != R2
    assert (math.sqrt(2) > R2) == (Fraction(math.sqrt(2)) ** 2 > 2)
    assert math.inf > R2 > -math.inf
    assert not math.nan > R2
    assert not math.nan < R2


def test_beyond_five_independent_roots_sums_become_floats() -> None:
    total: Number = Fraction(0)
    for p in (2, 3, 5, 7, 11):
        total = total + square_root(p)
    assert is_exact(total)
    assert total * (1 / total) == 1
    assert not is_exact(total + square_root(13))
    assert not is_exact(total * square_root(13))
    assert is_exact(total + square_root(2310))
    assert total + square_root(13) == pytest.approx(sum(map(math.sqrt, (2, 3, 5, 7, 11, 13))))


def test_division_by_zero_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        R2 / 0
    with pytest.raises(ZeroDivisionError):
        1 / Surd(())


@pytest.mark.parametrize("degrees", range(-360, 720, 15))
def test_multiples_of_15_degrees_are_exact(degrees: int) -> None:
    c, s = cosine(degrees), sine(degrees)
    assert is_exact(c)
    assert is_exact(s)
    assert c * c + s * s == 1
    assert to_float(c) == pytest.approx(math.cos(math.radians(degrees)), abs=1e-14)
    assert to_float(s) == pytest.approx(math.sin(math.radians(degrees)), abs=1e-14)
    assert cosine(degrees + 30) == c * cosine(30) - s * sine(30)


@settings(max_examples=100, deadline=None)
@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=100))
def test_other_angles_are_symmetric_floats(degrees: Fraction) -> None:
    assert to_float(sine(degrees)) == pytest.approx(math.sin(math.radians(degrees)), abs=1e-12)
    assert sine(-degrees) == -sine(degrees)
    assert sine(180 - degrees) == sine(degrees)
    assert cosine(degrees) == cosine(degrees + 720) == sine(90 - degrees)


def test_a_floating_angle_gives_a_float_without_dust() -> None:
    assert cosine(90.0) == 0.0
    assert isinstance(cosine(90.0), float)
    assert isinstance(sine(90.0), float)
    assert math.copysign(1, to_float(sine(180.0))) == 1


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (Fraction(3, 4), "3/4"),
        (Fraction(-6), "-6"),
        (R2 / 2 - Fraction(1, 3), "1/2*sqrt(2)-1/3"),
        (-R2, "-sqrt(2)"),
        (R3 - R2 + 1, "-sqrt(2)+sqrt(3)+1"),
        (0.1, "0.1"),
        (1e-9, "1e-09"),
        (-2.0, "-2.0"),
        (math.inf, "inf"),
    ],
)
def test_canonical_texts(x: Number, text: str) -> None:
    assert canonical(x) == text
    assert from_canonical(text) == x


def test_texts_with_other_radicands_are_brought_to_form() -> None:
    assert from_canonical("sqrt(8)") == 2 * R2
    assert from_canonical("1/2*sqrt(12)+sqrt(4)") == R3 + 2


@pytest.mark.parametrize("text", ["", "x", "1//2", "sqrt(2)sqrt(3)", "2 + 3", "1/2*", "--1", "()"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"canonical form|not a number|could not convert"):
        from_canonical(text)


def test_numbers_from_python_and_numpy() -> None:
    assert number(3) == Fraction(3)
    assert isinstance(number(np.int64(3)), Fraction)
    assert type(number(np.float64(0.5))) is float
    assert type(number(np.float32(0.5))) is float
    assert number(R2) is R2


@pytest.mark.parametrize("value", [True, np.True_, "1", 1j, None, math.nan, math.inf, [1]])
def test_what_is_no_finite_number_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not a"):
        number(value)
