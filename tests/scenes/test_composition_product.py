"""How a product is formed of columns that are named, and what has left when it moves the plane."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from manim import ManimColor, interpolate_color

from algebra.matrices import Matrix, from_rows, identity
from scenes.composition import Composition
from stage.colors import READ, SEEN, coded, contrast
from stage.computations import composed, once_lines
from stage.ink import Ink
from stage.journey import Journey
from stage.layout import zones
from stage.matrices import alike
from stage.product import Factors, Product, baseline, places, sameness
from stage.shapes import SHAFT, WIDER
from stage.stops import FAINT, Stop, uncover
from stage.theme import DARK, LIGHT, Theme
from stage.view import View
from tests.scenes.test_composition import FPS, LISTS, A, B, box, params
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
    watch = Watch(during="columns", blind=True)
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


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
@pytest.mark.parametrize("name", ["stretch, turn", "there and back"])
def test_all_that_stands_in_the_line_of_a_product_has_one_baseline(name: str, aspect: str) -> None:
    look = small(aspect)
    maps, _ = LISTS[name]
    place = places(zones(look))
    shown = Product(maps, composed(maps), ("1", "2"), place, DARK)
    below = [one for one in shown.below if isinstance(one, Ink)]
    rows: list[list[Ink]] = [[shown.row.lead, *shown.row.factors], below]
    if place.result is None:
        rows = [[*rows[0], *rows[1]]]
    for row in rows:
        levels = [baseline(ink) for ink in row]
        assert levels == pytest.approx([levels[0]] * len(row), abs=1e-6)


def test_factors_stand_in_the_middle_until_their_product_follows() -> None:
    place = places(zones(small("9:16")))
    shown = Product([A, A], A @ A, ("1", "2"), place, DARK)
    assert shown.row.get_center()[0] == pytest.approx(place.factors.center[0])
    assert shown.row.get_right()[0] > shown.below.get_left()[0]
    shown.make_room(1.0)
    assert shown.row.get_right()[0] < shown.below.get_left()[0]
    both = (shown.row.get_left()[0] + shown.below.get_right()[0]) / 2
    assert both == pytest.approx(place.factors.center[0])
    for word, factor in zip(shown.words, shown.row.factors, strict=True):
        assert word.get_center()[0] == pytest.approx(factor.get_center()[0], abs=1e-6)


def test_what_lies_along_the_arrow_of_the_vector_is_seen_above_it() -> None:
    """(1, 1) goes to (3, 3) and back: no line along the arrow, but where it began, if it ends there
    no more."""
    seen: dict[str, list[tuple[float, float]]] = {}
    wide: dict[str, float] = {}
    watch = Watch(blind=True)
    scene = staged(Composition, params("there and back"), watch, small(fps=FPS))

    def look(picture: int) -> None:
        del picture  # the recorder's contract hands it over
        for journey in on_stage(scene, Journey):
            assert [one for one in journey.traces if one.has_points()] == []
            seen[watch.plays[-1][0]] = [
                (float(stop.arrow.get_fill_opacity()), float(stop.above.get_fill_opacity()))
                for stop in journey.stops
            ]
            arrow = journey.each[2].points[::4, :2]
            wide[watch.plays[-1][0]] = float(np.hypot(*(arrow[0] - arrow[6])))
            drawn = list(journey.arrows)
            if len(journey.stops) == 1 and journey.stops[0].raised:
                above = journey.stops[0].above
                assert drawn.index(above) > drawn.index(journey.each[2])

    watch.seen = look
    scene.run()
    assert seen["turn_1"] == [(0.0, 1.0)], "(1, 1) on (3, 3)"
    assert seen["turn_2"] == [(0.0, 0.0), (FAINT, 0.0)], "(1, 1) again, (3, 3) beyond it"
    assert wide["turn_1"] == pytest.approx(SHAFT * (1 + WIDER))
    assert wide["turn_2"] == wide["once"] == pytest.approx(SHAFT)


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_what_has_been_stands_out_from_the_ground(theme: Theme) -> None:
    x = from_rows([[1], [1]])
    ground = coded(theme.ground)
    for color in (theme.input, theme.output, theme.first, theme.second):
        stop = Stop(x, color, theme, "stop", 1.0)
        seen = ground + stop.arrow.get_fill_opacity() * (coded(color) - ground)
        assert contrast(seen, ground) >= SEEN
        raised = coded(stop.above.get_fill_color().to_hex())
        assert contrast(raised, ground) > SEEN - 0.1, "the same, to whole bytes"
        assert stop.faint < 0.8, "fainter than what is"


def test_stops_are_uncovered_by_where_the_newer_arrows_end() -> None:
    view = View(0.0, 0.0, 1.0)
    stops = [
        Stop(from_rows([[x], [y]]), DARK.output, DARK, f"stop {x} {y}", 1.0)
        for x, y in ((1, 1), (3, 3), (0, 0))
    ]
    assert uncover(stops, np.array([-3.0, 3.0]), view) == 1.0
    assert [(one.bared, one.raised) for one in stops] == [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0)]
    assert uncover(stops, np.array([2.0, 2.0]), view) == 1.0 + WIDER
    assert [(one.bared, one.raised) for one in stops] == [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0)]
    assert uncover(stops, np.array([1.0, 1.0]), view) == 1.0
    assert stops[0].raised == 0.0, "the vector itself is there"


@pytest.mark.parametrize(("aspect", "rows_of_it"), [("16:9", 2), ("9:16", 1), ("1:1", 1)])
def test_the_law_of_determinants_is_written_before_its_numbers(
    aspect: str, rows_of_it: int
) -> None:
    maps = [A.named("A"), B.named("B")]
    zone = places(zones(small(aspect))).notes
    lines = once_lines(maps, composed(maps), from_rows([[1], [1]]), DARK, zone)
    assert len(lines) == 1 + rows_of_it
    said = " ".join(ink.says for line in lines[1:] for ink in line.parts)
    assert (r"\det B \cdot \det A" in said) == (aspect != "1:1"), "if there is room"
    assert said.index(r"1 \cdot 6") > said.find(r"\det A")
    assert said.endswith("= 6")


def test_ordinals_below_factors_are_apart_from_the_notes() -> None:
    scene = staged(Composition, params("there and back"), watch := Watch(()), small("9:16"))
    scene.run()
    for beat in ("turn_1", "turn_2", "once"):
        ordinal, note = (box(watch.boxes[beat], one) for one in ("ordinal 1", "note 1"))
        row = box(watch.boxes[beat], "factor 1")
        assert ordinal[1] - note[3] > 1.5 * (row[1] - ordinal[3])


def test_a_vector_that_is_back_has_the_colour_of_the_input_in_picture_and_formula() -> None:
    maps, _ = LISTS["there and back"]
    x = from_rows([[1], [1]])
    zone = places(zones(small())).notes
    lines = once_lines(maps, composed(maps), x, DARK, zone)
    assert lines[0].right.part("part0").get_fill_color().to_hex() == DARK.input
    turned = once_lines([A, A], A @ A, x, DARK, zone)
    assert turned[0].right.part("part0").get_fill_color().to_hex() == DARK.output
    says = ["".join(ink.says for ink in line.parts) for line in lines]
    assert any(said.endswith("= M_{1} M_{2} = I") for said in says), "in either order"
    assert not any("= I" in line.right.says for line in turned)


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_a_factor_that_waits_can_be_read(theme: Theme) -> None:
    shown = Factors([A, A], ("A", "B"), places(zones(small())).factors, theme)
    shown.light(1)(1.0)
    ground = ManimColor(theme.ground)
    parts = shown.factors[1].family_members_with_points()
    for part in parts:
        opacity = float(part.get_fill_opacity())
        assert opacity < 0.7, "it waits"
        seen = interpolate_color(ground, part.get_fill_color(), opacity)
        assert contrast(coded(seen.to_hex()), coded(theme.ground)) >= READ - 0.05
    shown.light(None)(1.0)
    lit = {part.get_fill_color().to_hex().upper() for part in parts}
    assert lit == {theme.ink, theme.first, theme.second}
