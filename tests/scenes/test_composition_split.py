"""Both orders side by side: equal planes, each product under its own, and what they differ by."""

from __future__ import annotations

from fractions import Fraction

import pytest

from algebra import facts
from algebra.matrices import Matrix, from_rows, shear
from scenes.composition import Composition
from stage.journey import Journey
from stage.layout import zones
from stage.matrices import short_latex
from stage.split import comparison, split
from stage.theme import DARK
from tests.scenes.test_composition import FPS, A, B, box, params
from tests.stage_helpers import Watch, on_stage, run, small, staged


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_a_product_stands_under_its_plane_until_the_difference_needs_room(aspect: str) -> None:
    look = small(aspect, fps=FPS)
    place = split(zones(look), look.aspect)
    watch = run(Composition, params("stretch, turn", "split"), look, wanted=())
    for k, half in enumerate(place.halves):
        for beat, zone in (("reversed", half.formula), ("difference", place.results[k])):
            x0, y0, x1, y1 = box(watch.boxes[beat], f"product {k + 1}")
            assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx(zone.center, abs=2e-3)
            assert x1 - x0 <= zone.width + 2e-3
            assert y1 - y0 <= zone.height + 2e-3


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
        assert half.formula.top <= half.plane.bottom + 1e-9


def test_both_planes_are_seen_at_one_scale() -> None:
    for name in ("stretch, turn", "large"):
        scene = staged(Composition, params(name, "split"), Watch(()), small(fps=FPS))
        scene.run()
        first, second = on_stage(scene, Journey)
        assert first.view.unit == pytest.approx(second.view.unit)


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


def test_the_norm_of_the_difference_is_written() -> None:
    assert short_latex(facts.norm(B @ A - A @ B)) == "2"
    turned = facts.norm(B @ shear(1) - shear(1) @ B)
    assert short_latex(turned) == r"\sqrt{2}"
