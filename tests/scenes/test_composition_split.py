"""Both orders side by side: equal planes, each product under its own, and what they differ by."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from algebra import facts
from algebra.matrices import Matrix, from_rows, identity, shear
from algebra.motion import path
from scenes.composition import Composition
from stage.ink import Ink
from stage.journey import Journey, leg
from stage.layout import zones
from stage.matrices import short_latex
from stage.product import baseline
from stage.split import COMPARISON, comparison, split, subtraction
from stage.theme import DARK
from tests.scenes.test_composition import FPS, A, B, box, params
from tests.stage_helpers import Watch, on_stage, rows, run, small, staged


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_a_product_stands_by_its_plane(aspect: str) -> None:
    look = small(aspect, fps=FPS)
    place = split(zones(look), look.aspect)
    watch = run(Composition, params("stretch, turn", "split"), look, wanted=())
    for k, half in enumerate(place.halves):
        name = box(watch.boxes["reversed"], f"product name {k + 1}")
        entries = box(watch.boxes["reversed"], f"product {k + 1}")
        assert entries[0] > name[2]
        row = half.formula
        for x0, y0, x1, y1 in (name, entries):
            assert min(x0 - row.left, y0 - row.bottom, row.top - y1) > -2e-3
            assert x1 <= row.right + 2e-3 or place.headed
        captions = [one for one in watch.boxes["reversed"] if one.name.startswith("order")]
        assert not place.headed or captions[k].x0 > entries[2]


@pytest.mark.parametrize("name", ["stretch, turn", "large", "four"])
def test_both_products_and_their_difference_stand_in_one_line(name: str) -> None:
    """BA − AB = (…) − (…) = (…), and the norm, from left to right, at one height and size."""
    look = small("16:9", fps=FPS)
    place = split(zones(look), look.aspect)
    assert place.joined
    boxes = run(Composition, params(name, "split"), look, wanted=()).boxes["difference"]
    names = ("difference name", "product 1", "product 2", "difference", "norm")
    row = [box(boxes, one) for one in names]
    for left, right in pairwise(row):
        assert left[2] < right[0]
    middles = [(one[1] + one[3]) / 2 for one in row[1:4]]
    assert max(middles) - min(middles) < 0.02
    assert place.difference.holds(row[0][0] + 2e-3, row[3][1] + 2e-3)
    assert place.difference.holds(row[-1][2] - 2e-3, row[3][3] - 2e-3)
    assert not [one.name for one in boxes if one.name.startswith("product name")]


@pytest.mark.parametrize("aspect", ["16:9", "9:16"])
def test_the_results_fill_their_planes(aspect: str) -> None:
    """The wider or the higher side of what the planes show takes 60 % of them, or more."""
    scene = staged(Composition, params("stretch, turn", "split"), Watch(()), small(aspect, fps=FPS))
    scene.run()
    pictures = on_stage(scene, Journey)
    shares = []
    for picture in pictures:
        low = np.min([np.zeros(2), *(way.min(axis=0) for way in picture._ways)], axis=0)
        high = np.max([np.zeros(2), *(way.max(axis=0) for way in picture._ways)], axis=0)
        width, height = (high - low) * picture.view.unit
        shares.append(max(width / picture.zone.width, height / picture.zone.height))
    assert max(shares) > 0.6


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_the_planes_of_a_split_are_equal_and_apart(aspect: str) -> None:
    look = small(aspect)
    place = split(zones(look), look.aspect)
    first, second = (half.plane for half in place.halves)
    assert first.width == pytest.approx(second.width)
    assert first.height == pytest.approx(second.height)
    assert first.right < second.left or second.top < first.bottom
    for half in place.halves:
        assert half.caption.bottom >= half.plane.top - 1e-9
        if place.headed:
            assert half.formula.bottom >= half.plane.top - 1e-9
            assert half.formula.right < half.caption.left
        else:
            assert half.formula.top <= half.plane.bottom + 1e-9


def test_both_planes_are_seen_at_one_scale() -> None:
    for name in ("stretch, turn", "large"):
        scene = staged(Composition, params(name, "split"), Watch(()), small(fps=FPS))
        scene.run()
        first, second = on_stage(scene, Journey)
        assert first.view.unit == pytest.approx(second.view.unit)


@pytest.mark.parametrize(
    ("aspect", "between"), [("16:9", 1.0), ("1:1", 1.0), ("9:16", 1.0), ("9:16", 0.52)]
)
def test_one_view_serves_all_beats(
    aspect: str, between: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No zoom: at the end as at the start, even if the planes' zones differ by rounding."""
    monkeypatch.setattr("stage.split.BETWEEN", between)
    watch = Watch(blind=True)
    shears: dict[str, object] = {"maps": [rows(shear(1)), rows(B)], "view": "split"}
    scene = staged(Composition, shears, watch, small(aspect, fps=FPS))
    seen: dict[str, set[tuple[float, ...]]] = {}

    def look(picture: int) -> None:
        del picture  # every one is looked at
        views = [one.view for one in on_stage(scene, Journey)]
        shown = seen.setdefault(watch.plays[-1][0] if watch.plays else "", set())
        shown.add(tuple(round(x, 9) for view in views for x in (view.x, view.y, view.unit)))

    watch.seen = look
    scene.run()
    assert {"order", "reversed", "difference"} <= seen.keys()
    assert len(set.union(*(seen[beat] for beat in ("order", "reversed", "difference")))) == 1


@pytest.mark.parametrize("aspect", ["16:9", "9:16"])
def test_the_sign_between_the_planes_is_as_large_in_every_frame(aspect: str) -> None:
    place = split(zones(small(aspect)), small(aspect).aspect)
    sign = comparison(A, B, place.sign, DARK)
    assert sign.em == pytest.approx(COMPARISON)
    low, high = float(sign.get_bottom()[1]), float(sign.get_top()[1])
    assert min(low - place.sign.bottom, place.sign.top - high) > 0.1


def test_the_pieces_of_the_difference_share_a_baseline_and_its_signs_have_equal_gaps() -> None:
    look = small("16:9")
    place = split(zones(look), look.aspect)
    fractions = from_rows([[Fraction(1, 2), Fraction(1, 3)], [0, 1]])
    line = subtraction(("B A", "A B"), (fractions, A), place, DARK)
    first, second = line.results
    equals, minus = line.rest[1], line.rest[2]
    last, shown = line.rest[3]
    inks = [line.rest[0], equals, first, minus, second, last, shown]
    levels = [baseline(ink) for ink in inks if isinstance(ink, Ink)]
    assert levels == pytest.approx([levels[0]] * len(inks), abs=1e-6)
    gaps = [float(b.get_left()[0] - a.get_right()[0]) for a, b in pairwise(inks)]
    assert gaps == pytest.approx([gaps[0]] * len(gaps), abs=1e-6)


def test_equal_or_not_is_decided_exactly() -> None:
    zone = split(zones(small()), "wide").sign
    tiny = A + from_rows([[Fraction(1, 10**12), 0], [0, 0]])
    noisy = Matrix(A.array + 1e-12)
    different = Matrix(A.array + 1e-3)
    inks = {
        sign: comparison(A, other, zone, DARK)
        for sign, other in (("=", A), ("≠", tiny), ("≈", noisy), ("≠ too", different))
    }
    colors = {sign: str(ink[0].get_fill_color()).lower() for sign, ink in inks.items()}
    assert colors["="] == colors["≈"] == DARK.holds.lower()
    assert colors["≠"] == colors["≠ too"] == DARK.fails.lower()
    assert inks["="].height != pytest.approx(inks["≈"].height), "floats only nearly agree"


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_matrices_have_air_towards_planes_and_title(aspect: str) -> None:
    frame = zones(small(aspect))
    place = split(frame, small(aspect).aspect)
    for half in place.halves:
        row, plane = half.formula, half.plane
        apart = row.bottom - plane.top if place.headed else plane.bottom - row.top
        assert apart >= 0.2 - 1e-9
        assert not place.headed or frame.title.bottom - row.top >= 0.3
        assert min(row.bottom, plane.bottom) >= frame.whole.bottom - 1e-9


def test_the_norm_of_the_difference_is_no_output() -> None:
    place = split(zones(small()), small().aspect)
    line = subtraction(("B A", "A B"), (B @ A, A @ B), place, DARK)
    norm = line.rest[-1]
    colors = {part.get_fill_color().to_hex() for part in norm.family_members_with_points()}
    assert colors == {DARK.ink}


def test_the_norm_of_the_difference_is_written() -> None:
    assert short_latex(facts.norm(B @ A - A @ B)) == "2"
    turned = facts.norm(B @ shear(1) - shear(1) @ B)
    assert short_latex(turned) == r"\sqrt{2}"


def test_a_label_that_has_no_room_beyond_its_tip_passes_above_the_arrow() -> None:
    """A shear after a quarter turn leaves the second arrow where it is, near the border."""
    motion = leg(path(shear(1)), B)
    half = split(zones(small()), "wide").halves[1]
    others = [leg(path(shear(1)), identity(2)), leg(path(B), shear(1)), leg(path(B), identity(2))]
    picture = Journey(half.plane, DARK, [*others, motion], room=half.room)
    picture.look_at(picture.view_during(motion))
    picture.draw(B.array)
    picture.rest(B)
    follow = picture.along(motion)
    origin = np.array([picture.view.x, picture.view.y])
    heights = []
    for t in np.linspace(0.0, 1.0, 41):
        follow(float(t))
        label = picture.tip_labels[1].box()
        assert label.covered(origin, picture.view.place(motion(float(t))[:, 1])[:2]) == 0.0
        assert label.within(half.plane)
        heights.append(label.y)
    assert np.abs(np.diff(heights)).max() < 0.2, "it does not jump"
