"""Fibres keep apart: in colour from each other and from other roles, on the page from labels."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from scenes.kernel_collapse import KernelCollapse
from stage.collapsing import CollapseStage
from stage.colors import distance, hue_angle
from stage.fibre_family import chosen_inputs
from stage.fibres import ALIKE, AWAY, MOST_HUES, RING, InputSpace, Ring, hue_of, hues
from stage.labels import Rectangle, apart
from stage.layout import zones
from stage.map_panes import map_panes, one_pane
from stage.spot_labels import lies_free
from stage.theme import THEMES, Theme
from tests.stage_helpers import ASPECTS, Watch, on_stage, small, staged

LINE = [[1, 2], [2, 4]]
SPACE = [[1, 0, 1], [0, 1, 1]]
SKEW = [[1, 2, 0], [0, 1, 3]]
PLANES = [[1, 2, 3], [2, 4, 6]]


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_no_fibre_looks_like_the_kernel_or_the_image(theme: Theme) -> None:
    assert len(hues(theme)) >= 8
    for hue in hues(theme):
        assert distance(hue, theme.kernel, "full") >= 0.1, hue
        assert distance(hue, theme.image, "full") >= 0.1, hue
        assert distance(hue, theme.input, "full") >= 0.07, "marked inputs lie on fibres"


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_the_first_hues_are_far_apart(theme: Theme) -> None:
    for one, two in combinations(hues(theme)[:4], 2):
        assert distance(one, two, "full") >= 0.09


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_fibres_beside_the_kernel_are_least_like_it_and_none_is_another_dimmed(
    theme: Theme,
) -> None:
    first = hues(theme)[:MOST_HUES]
    for k, hue in enumerate(first):
        assert k in AWAY or distance(hue, theme.kernel, "full") >= 0.16, (k, hue)
    for one, two in combinations(first, 2):
        turn = abs(hue_angle(one) - hue_angle(two)) % math.tau
        assert min(turn, math.tau - turn) > ALIKE


def test_points_that_stay_apart_have_one_colour_and_a_rim() -> None:
    scene = staged(KernelCollapse, {"matrix": [[2, 1], [0, 3]]}, Watch(wanted=()), small())
    scene.run()
    parts = on_stage(scene, InputSpace)[0].parts
    theme = THEMES["dark"]
    assert {hue_of(part.fibre, theme) for part in parts} == {theme.kernel, theme.quiet}
    assert {str(part.dot.get_stroke_color(background=True)) for part in parts} == {theme.ground}


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("matrix", [[[2, 1], [0, 3]], LINE, SPACE])
def test_a_label_keeps_off_the_ring_of_its_output(matrix: object, aspect: str) -> None:
    watch = Watch(wanted=())
    scene = staged(KernelCollapse, {"matrix": matrix}, watch, small(aspect))
    scene.run()
    labels = [box for box in watch.boxes["count"] if box.name.startswith("output ")]
    assert labels
    for box in labels:
        for ring in on_stage(scene, Ring):
            x, y = ring.line.get_center()[:2]
            off = (max(box.x0 - x, x - box.x1, 0.0), max(box.y0 - y, y - box.y1, 0.0))
            assert math.hypot(*off) > RING + 0.075, "ten pixels of 1080"


ROWS = {
    "steep": [[2, 1], [4, 2]],
    "line": LINE,
    "inwards": [[1, -1], [-2, 2]],
    "flat": [[0, 1]] * 2,
}


@pytest.mark.parametrize("matrix", ROWS.values(), ids=ROWS)
def test_a_fibre_keeps_its_hue_in_every_view_and_frame(matrix: object) -> None:
    found: dict[float, set[int | None]] = {}
    for view in ("panes", "plane"):
        for aspect in ASPECTS:
            params = {"matrix": matrix, "view": view}
            scene = staged(KernelCollapse, params, Watch(wanted=()), small(aspect))
            scene.run()
            across = scene.params.matrix.array[-1]  # tells one fibre from another
            for part in on_stage(scene, InputSpace)[-1].parts:
                level = round(float(across @ part.fibre.middle), 6)
                found.setdefault(level, set()).add(part.fibre.hue)
    assert len(found) >= 5
    assert all(len(numbers) == 1 for numbers in found.values()), found
    assert len({number for numbers in found.values() for number in numbers}) == len(found)


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("view", ["panes", "plane"])
@pytest.mark.parametrize("matrix", [LINE, ROWS["inwards"], ROWS["flat"]])
def test_coordinates_lie_on_no_fibre_but_their_own(matrix: object, view: str, aspect: str) -> None:
    watch = Watch(wanted=())
    scene = staged(KernelCollapse, {"matrix": matrix, "view": view}, watch, small(aspect))
    scene.run()
    place = zones(small(aspect))
    panes, plane = map_panes(place), one_pane(place)
    pair = (panes.input, panes.output) if view == "panes" else (plane, plane)
    M = scene.params.matrix
    picture = CollapseStage(M, chosen_inputs(M), pair, THEMES["dark"], "auto")
    labels = [box for box in watch.boxes["marks"] if box.name.startswith("input ")]
    assert len(labels) == 2
    for box, vector in zip(sorted(labels, key=lambda it: it.name), picture.marked, strict=True):
        half = ((box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2)
        rectangle = Rectangle((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, *half)
        spot = picture.place_input(vector.array[:, 0])
        others = [line for line in picture.input_lines if apart(spot, *line) > 0.01]
        assert lies_free(rectangle, others), box


@pytest.mark.parametrize("matrix", [SPACE, SKEW, LINE])
@pytest.mark.parametrize("theme", THEMES)
def test_no_two_fibres_have_one_colour(matrix: object, theme: str) -> None:
    scene = staged(KernelCollapse, {"matrix": matrix}, Watch(wanted=()), small(theme=theme))
    scene.run()
    parts = [part.fibre for part in on_stage(scene, InputSpace)[0].parts]
    assert len({hue_of(fibre, THEMES[theme]) for fibre in parts}) == len(parts) > 5


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("matrix", [SPACE, SKEW, PLANES])
def test_in_space_coordinates_stand_beside_the_box_and_cut_no_line(
    matrix: object, aspect: str
) -> None:
    watch = Watch(wanted=())
    scene = staged(KernelCollapse, {"matrix": matrix}, watch, small(aspect))
    scene.run()
    space = on_stage(scene, InputSpace)[0]
    right = max(float(edges.get_right()[0]) for edges in space.edges)
    labels = [box for box in watch.boxes["marks"] if box.name.startswith("input ")]
    assert len(labels) == 2
    assert all(box.x0 > right for box in labels)
    panes = map_panes(zones(small(aspect)), roomy=True)
    pane, beside = panes.input, panes.output.left - panes.input.right > 1
    limit = panes.output.left if beside else pane.right
    assert all(box.x1 < limit and pane.bottom < box.y0 < box.y1 < pane.top for box in labels)
    assert labels[0].y1 < labels[1].y0 or labels[1].y1 < labels[0].y0


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("matrix", [SPACE, SKEW])
def test_names_of_axes_in_space_touch_no_fibre_and_no_edge(
    matrix: list[list[int]], aspect: str
) -> None:
    scene = staged(KernelCollapse, {"matrix": matrix}, Watch(wanted=()), small(aspect))
    panes, M = map_panes(zones(small(aspect)), roomy=True), scene.params.matrix
    pair = (panes.input, panes.output)
    picture = CollapseStage(M, chosen_inputs(M), pair, THEMES["dark"], "auto")
    assert len(picture.axis_names) == 3
    for ink in picture.axis_names:
        x, y = ink.get_center()[:2]
        box = Rectangle(float(x), float(y), ink.width / 2, ink.height / 2)
        assert lies_free(box, [*picture.input_lines, *picture.input_axes])


def test_labels_of_inputs_between_the_panes_keep_off_the_arrow_and_what_is_said_there() -> None:
    watch = Watch(wanted=())
    scene = staged(KernelCollapse, {"matrix": [[1, -1], [-2, 2]]}, watch, small())
    scene.run()
    panes = map_panes(zones(small()))
    boxes = {box.name: box for box in watch.boxes["count"]}
    arrow, labels = boxes["map"], [boxes["input 1"], boxes["input 2"]]
    assert any(box.x0 > panes.input.right for box in labels), "no room beside its point"
    for box in labels:
        assert box.y0 > arrow.y1 or box.y1 < arrow.y0 or box.x1 < arrow.x0 or box.x0 > arrow.x1
    assert boxes["meeting"].y1 < panes.input.bottom
    assert "note" not in boxes
