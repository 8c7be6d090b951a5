"""How a product is formed of columns that are named, and what has left when it moves the plane."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from algebra.matrices import Matrix, from_rows, identity
from scenes.composition import Composition
from stage.journey import Journey
from stage.matrices import alike
from stage.product import Product, sameness
from tests.scenes.test_composition import FPS, LISTS, A, params
from tests.stage_helpers import Watch, on_stage, small, staged


@pytest.mark.parametrize("name", ["stretch, turn", "there and back", "four"])
def test_what_is_over_leaves_before_the_product_moves(name: str) -> None:
    """Of the way from map to map nothing is left but the echo of its end."""
    watch = Watch(())
    scene = staged(Composition, params(name), watch, small(fps=FPS))
    scene.run()
    (picture,) = on_stage(scene, Journey)
    assert picture.vector is not None
    assert [stop.vector for stop in picture.stops] == [picture.vector]
    assert len(picture.traces) == 1
    assert picture.hints.family_members_with_points() == []
    steps = {one.name for one in watch.boxes[f"turn_{len(LISTS[name][0])}"]}
    last = {one.name for one in watch.boxes["once"]}
    assert "stop 1" in steps
    assert not {"stop 1", "stop 1 label", "column 1 before", "column 1 before label"} & last


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
@pytest.mark.parametrize("name", ["stretch, turn", "there and back", "kernel"])
def test_the_columns_that_the_last_map_moves_are_named(name: str, aspect: str) -> None:
    """Each faint arrow has its coordinates, unless another label stands at its tip."""
    seen: list[list[float]] = []
    watch = Watch()
    scene = staged(Composition, params(name), watch, small(aspect, fps=FPS))

    def look(picture: int) -> None:
        del picture  # the recorder's contract hands it over
        if not watch.plays or watch.plays[-1][0] != "columns":
            return
        (journey,) = on_stage(scene, Journey)
        if journey.sources:
            labels = [one.label for one in journey.sources if one.label in journey.stop_labels]
            seen.append([float(one.exact[0].get_fill_opacity()) for one in labels if one.exact])
            for one in journey.sources:
                assert one.label.exact is None or one.label.exact.says == (
                    "(" + ", ".join(alike(one.vector.columns[0])) + ")"
                )

    watch.seen = look
    scene.run()
    assert {len(opacities) for opacities in seen} == {2}
    assert seen[0] == [0.0, 0.0]
    assert [1.0, 0.0] in seen, "one after the other"
    assert seen[-1] == [1.0, 1.0]


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_a_product_that_is_the_identity_is_named(aspect: str) -> None:
    for name, named in (("there and back", True), ("there, back, there", False)):
        watch = Watch(())
        scene = staged(Composition, params(name), watch, small(aspect, fps=FPS))
        scene.run()
        (shown,) = on_stage(scene, Product)
        assert (shown.unit is not None) == named
        if shown.unit is not None:
            assert shown.unit.says == "= I"
            assert shown.unit[0].get_fill_opacity() == 1.0
            assert shown.unit.get_left()[0] > shown.result.get_right()[0]


def test_equality_of_floats_is_not_claimed() -> None:
    noisy = Matrix(np.eye(2) + 1e-13)
    assert sameness(identity(2), identity(2)) == "="
    assert sameness(noisy, identity(2)) == r"\approx"
    assert sameness(A, identity(2)) == r"\neq"
    tiny = identity(2) + from_rows([[Fraction(1, 10**12), 0], [0, 0]])
    assert sameness(tiny, identity(2)) == r"\neq", "exact ones are not nearly equal"
