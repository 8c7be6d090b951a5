"""Formulas that grow: what stays is found, glides without crossing, and ends where it is set."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from language.params import Refused, context
from scenes.formula import Formula
from stage.ink import BODY
from stage.layout import zones
from stage.matching import Growth, Placed, equals_sign, matched, set_formula
from tests.stage_helpers import ASPECTS, Watch, on_stage, outside, overlapping, run, small, staged

DETERMINANT = [
    {"formula": r"$\det A = ad - bc$", "note": {"ko": "대각선의 곱", "en": "diagonals"}},
    {"formula": r"$\det A = 2 \cdot 3 - 1 \cdot 0$"},
    {"formula": r"$\det A = 6$", "note": {"ko": "넓이의 배율", "en": "how areas scale"}},
]
LONG = [
    {"formula": "$" + " + ".join(f"a_{{{k}}} x^{{{k}}}" for k in range(12)) + "$", "note": "끝"}
]


def glyphs(latex: str) -> list[bytes]:
    return [glyph.shape for glyph in set_formula(latex).glyphs]


def kept(before: str, after: str) -> list[tuple[int, int]]:
    return list(matched(glyphs(before), glyphs(after)))


def test_equal_formulas_stay_as_they_are() -> None:
    assert kept("ad - bc", "ad - bc") == [(k, k) for k in range(5)]


def test_an_inserted_term_moves_what_follows_it() -> None:
    assert kept("a = c", "a = b + c") == [(0, 0), (1, 1), (2, 4)]


def test_neighbours_count_more_than_scattered_letters() -> None:
    # "det A" is kept as a word, not picked together from letters that come earlier.
    before, after = r"\det A", r"d + e + t + \det A"
    assert [j for _, j in kept(before, after)] == [6, 7, 8, 9]


def test_a_term_that_changes_places_is_followed_and_a_letter_is_not() -> None:
    # The longer part (abc) stays in order; the term of three glyphs travels as one.
    pairs = dict(kept("xyz + abcd", "abcd + xyz"))
    assert [pairs[k] for k in (0, 1, 2)] == [5, 6, 7]
    assert len(kept("x + abcd", "abcd + x")) == 4, "neither x nor + is followed"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_pairs_are_equal_glyphs_used_once(one: list[str], other: list[str]) -> None:
    before, after = [x.encode() for x in one], [x.encode() for x in other]
    pairs = matched(before, after)
    assert all(before[i] == after[j] for i, j in pairs)
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    assert len(pairs) >= bool(set(before) & set(after))


def test_what_stays_glides_on_straight_lines_and_ends_exactly() -> None:
    before = Placed(set_formula("a = c"), -2.0, 0.0, 0.5)
    after = Placed(set_formula("a = b + c"), -3.0, -1.0, 0.5)
    growth = Growth(before, after, color="#ffffff", fresh_color="#ffff00", leaves=True)
    start = growth.kept.points.copy()
    assert start[:, :2] == pytest.approx(before.points([0, 1, 2]))
    assert growth.fresh.get_fill_opacity() == 0.0
    growth.follow(0.45)
    middle = growth.kept.points.copy()
    growth.follow(1.0)
    end = growth.kept.points
    assert end[:, :2] == pytest.approx(after.points([0, 1, 4]))
    assert growth.fresh.points[:, :2] == pytest.approx(after.points([2, 3]))
    assert (growth.gone.get_fill_opacity(), growth.fresh.get_fill_opacity()) == (0.0, 1.0)
    share = (middle - start)[:, 0] / (end - start)[:, 0]
    assert share == pytest.approx(np.full(len(share), share[0])), "all of it goes together"


def test_equals_signs_of_a_derivation_stand_below_each_other() -> None:
    scene = staged(Formula, {"steps": DETERMINANT, "derivation": True}, Watch(()))
    scene.run()
    places = [
        line.formula.x + (line.formula.formula.place_of(equals_sign()) or 0) * line.formula.size
        for line in scene._lines()  # type: ignore[attr-defined]  # the scene lays its lines out so
    ]
    assert len(places) == 3
    assert places == pytest.approx([places[0]] * 3)
    last = on_stage(scene, Growth)[-1]
    ink = np.concatenate([last.kept.points, last.fresh.points])[:, 0]
    set_alone = set_formula(r"\det A = 6")
    size = scene._lines()[-1].formula.size  # type: ignore[attr-defined]
    assert float(np.ptp(ink)) == pytest.approx(set_alone.width * size)


def test_a_note_beside_short_formulas_stands_on_one_line() -> None:
    """Long notes break where they always did; short formulas spare them more of the page."""
    note = "the formula for two by two"
    for formula, lines in (("$\\det A = ad - bc$", 1), ("$" + " + ".join("abcdefghijk") + "$", 2)):
        steps = [{"formula": formula, "note": note}]
        look = small(language="en")
        boxes = run(Formula, {"steps": steps, "derivation": True}, look, wanted=()).boxes
        (box,) = (box for box in boxes["step_1"] if box.name == "note 1")
        assert (box.y1 - box.y0 > 1.2 * BODY * 1.1) == (lines == 2)


def test_every_line_of_a_derivation_stays_and_in_place_only_one() -> None:
    for derivation, count in ((True, 3), (False, 1)):
        watch = run(Formula, {"steps": DETERMINANT, "derivation": derivation}, wanted=())
        boxes = [box.name for box in watch.boxes["step_3"] if box.kind == "formula"]
        assert len(boxes) == count


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("derivation", [True, False])
@pytest.mark.parametrize("steps", [DETERMINANT, LONG, DETERMINANT[:1]], ids=["det", "long", "one"])
def test_steps_fit_in_every_shape(
    steps: list[object], derivation: bool, language: str, aspect: str
) -> None:
    look = small(aspect, language=language)
    watch = run(Formula, {"steps": steps, "derivation": derivation}, look, wanted=())
    found = zones(look)
    for boxes in watch.boxes.values():
        assert outside(boxes, found.safe) == []
        assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
        assert overlapping(boxes, {"text", "formula"}) == []


def test_a_play_that_is_not_drawn_leaves_the_same_pictures() -> None:
    for derivation in (True, False):
        look = small(fps=4)
        given_params = {"steps": DETERMINANT, "derivation": derivation}
        whole = run(Formula, given_params, look)
        ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0}
        some = run(Formula, given_params, look, wanted=ends)
        for number in ends:
            assert np.array_equal(some.pictures[number], whole.pictures[number]), number


def test_words_in_a_step_are_refused_at_their_place() -> None:
    with pytest.raises(ValidationError) as error:
        Formula.Params.model_validate(
            {"steps": [{"formula": "$x$"}, {"formula": "그리고 $y$"}]}, context=context({})
        )
    [detail] = error.value.errors()
    assert detail["loc"] == ("steps", 1, "formula")
    assert isinstance(detail["ctx"]["error"], Refused)


def test_the_equals_sign_is_known_by_its_shape() -> None:
    assert set_formula("a = b").place_of(equals_sign()) is not None
    assert set_formula(r"\sum_{i=1}^n i").place_of(equals_sign()) is None, "a small one is another"
