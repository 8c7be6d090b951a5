"""kernel_collapse: what is drawn is what is computed, whatever the map.

Fibres stay parallel to the kernel while they shrink, end as dots at their outputs, and everything
keeps to its pane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from pydantic import ValidationError

from algebra import facts
from algebra.matrices import Matrix
from language.params import context
from scenes.kernel_collapse import KernelCollapse
from stage.fibre_family import chosen_inputs
from stage.fibres import InputSpace, Ring
from stage.layout import Zone, zones
from stage.look import Look
from stage.map_panes import LEAST_UNIT, clear_unit, map_panes
from stage.plane import Plane, shown_step
from stage.shapes import ImageLine
from stage.story import Box, StoryScene
from tests.stage_helpers import ASPECTS, Array, Watch, on_stage, run, small, staged

C = [[1, 2], [2, 4]]
SPACE = [[1, 0, 1], [0, 1, 1]]

MAPS: Mapping[str, object] = {
    "C": C,
    "invertible": [[2, 1], [0, 3]],
    "zero": [[0, 0], [0, 0]],
    "nilpotent": [[0, 1], [0, 0]],
    "negative trace": [[-1, -2], [-2, -4]],
    "thousands": [[1000, 2000], [-2345, -4690]],
    "tiny": [["1/1000", "1/500"], ["1/500", "1/250"]],
    "kernel of thousands": [[1, 1000], [2, 2000]],
    "roots": "projection(30)",
    "floats": "projection(22)",
    "turned": "rotation(135)",
    "reflected": "reflection(20)",
    "space, lines": SPACE,
    "space, planes": [[1, 2, 3], [2, 4, 6]],
    "space, zero": [[0, 0, 0], [0, 0, 0]],
    "space, skew": [["1", "0", "1000"], ["0", "0.001", "1"]],
}
"""Maps of every rank, and numbers of every size."""

IN_PLACE = ("C", "invertible", "zero", "negative trace", "roots", "thousands")

VIEWS = {name: ("panes", "plane") if name in IN_PLACE else ("panes",) for name in MAPS}

FRAMES = [
    (name, aspect, "en" if aspect in ("9:16", "1:1") else "ko")
    for aspect in ASPECTS
    for name in MAPS
    if aspect in ("16:9", "9:16") or name in ("C", "zero", "invertible", "floats", "space, lines")
]

ON_PLANES = [(name, view) for name in MAPS if not name.startswith("space") for view in VIEWS[name]]


def frames(
    params: Mapping[str, object],
    seen: Callable[[str, StoryScene], None],
    look: Look | None = None,
) -> Watch:
    """Run the kind and look at every picture: called with the beat's name and the scene."""
    watch = Watch(blind=True)
    scene = staged(KernelCollapse, params, watch, look)
    watch.seen = lambda _: seen(watch.beats[-1], scene)
    scene.run()
    return watch


def matrix_of(value: object) -> Matrix:
    """The matrix that a storyboard's value stands for."""
    params = KernelCollapse.Params.model_validate({"matrix": value}, context=context({}))
    return params.matrix


def moving(scene: StoryScene) -> InputSpace:
    """The fibres that the map moves: the copy, or the only ones there are."""
    return on_stage(scene, InputSpace)[-1]


def drawn(space: InputSpace, k: int) -> Array:
    """The ends of the k-th fibre's line as it is drawn, shape (2, 2), scene units."""
    points = space.parts[k].line.points
    return np.asarray([points[0, :2], points[-1, :2]], dtype=np.float64)


def middle(mobject: object) -> Array:
    """The centre of what is drawn, shape (2,)."""
    center = mobject.get_center()  # type: ignore[attr-defined] # any mobject
    return np.asarray(center[:2], dtype=np.float64)


def cross(a: Array, b: Array) -> float:
    """Twice the area between two vectors of the plane."""
    return float(a[0] * b[1] - a[1] * b[0])


@pytest.mark.parametrize("view", ["panes", "plane"])
def test_each_fibre_shrinks_along_the_kernel_to_one_dot(view: str) -> None:
    moments: list[float] = []

    def seen(beat: str, scene: StoryScene) -> None:
        if beat != "collapse":
            return
        space = moving(scene)
        t = float(space.matrix[0, 1]) / 2  # (1−t)I + tC has 2t there
        np.testing.assert_allclose(space.matrix, (1 - t) * np.eye(2) + t * np.array(C), atol=1e-12)
        moments.append(t)
        for k, part in enumerate(space.parts):
            along = part.image[1] - part.image[0]
            before = part.fibre.corners[1] - part.fibre.corners[0]
            np.testing.assert_allclose(along, (1 - t) * before, atol=1e-9)
            if part.line.has_points() and t < 1:
                ends = space.view.place(part.image)[:, :2]
                np.testing.assert_allclose(drawn(space, k), ends, atol=1e-6)
                assert abs(cross(ends[1] - ends[0], np.array([-2.0, 1.0]))) < 1e-9

    frames({"matrix": C, "view": view}, seen)
    assert moments[0] < 0.1
    assert moments[-1] == 1.0
    assert moments == sorted(moments)


@pytest.mark.parametrize("name", MAPS)
def test_at_the_end_every_fibre_is_a_dot_at_its_output(name: str) -> None:
    M = matrix_of(MAPS[name])
    scene = staged(KernelCollapse, {"matrix": MAPS[name]}, Watch(wanted=()))
    scene.run()
    space = moving(scene)
    np.testing.assert_array_equal(space.matrix, M.array)
    for part in space.parts:
        landing = space.view.place(M.array @ part.fibre.middle)[:2]
        assert part.dot.has_points()
        np.testing.assert_allclose(middle(part.dot), landing, atol=1e-6)
        assert space.zone.holds(*landing)
    spots = {tuple(np.round(middle(part.dot), 5)) for part in space.parts}
    assert len(spots) == len(space.parts), "different fibres have different outputs"


@pytest.mark.parametrize("name", MAPS)
def test_a_fibre_is_all_one_output_and_lies_in_the_input_pane(name: str) -> None:
    M = matrix_of(MAPS[name])
    scene = staged(KernelCollapse, {"matrix": MAPS[name]}, Watch(wanted=()))
    scene.run()
    space = on_stage(scene, InputSpace)[0]
    scale = float(np.abs(M.array).max())
    for part in space.parts:
        outputs = part.fibre.corners @ M.array.T
        reach = float(np.abs(part.fibre.corners).max())
        assert np.abs(outputs - outputs[0]).max() <= 1e-8 * scale * reach
        assert all(inside(space.zone, point) for point in space.view.place(part.image)[:, :2])
    kernel = [part for part in space.parts if part.fibre.hue is None]
    assert len(kernel) == 1
    assert np.abs(M.array @ kernel[0].fibre.middle).max() <= 1e-9 * max(scale, 1)


def inside(zone: Zone, point: Array, slack: float = 1e-6) -> bool:
    """Whether a point lies in a zone, up to rounding."""
    return zone.inset(-slack).holds(float(point[0]), float(point[1]))


def test_the_dots_on_the_image_line_are_evenly_spaced_and_marked_inputs_share_one() -> None:
    scene = staged(KernelCollapse, {"matrix": C}, Watch(wanted=()))
    scene.run()
    space = moving(scene)
    spots = np.array([middle(part.dot) for part in space.parts])
    steps = np.diff(spots, axis=0)
    np.testing.assert_allclose(steps, np.broadcast_to(steps[0], steps.shape), atol=1e-6)
    assert abs(cross(steps[0], np.array([1.0, 2.0]))) < 1e-6
    target = space.view.place([3.0, 6.0])[:2]
    assert min(np.hypot(*(spots - target).T)) < 1e-6, "the marked fibre is one of the family"
    rings = on_stage(scene, Ring)
    assert len(rings) == 1
    np.testing.assert_allclose(middle(rings[0]), target, atol=1e-6)
    assert len(space.marks) == 2
    for mark in space.marks:
        np.testing.assert_allclose(middle(mark), target, atol=1e-6)


def test_the_inputs_marked_by_default_are_small_whole_numbers_with_one_output() -> None:
    assert [v.array[:, 0].tolist() for v in chosen_inputs(matrix_of(C))] == [[1, 1], [3, 0]]
    for name in ("nilpotent", "negative trace", "thousands", "space, lines", "space, planes"):
        M = matrix_of(MAPS[name])
        one, two = chosen_inputs(M)
        assert M @ one == M @ two
        assert facts.rank(M @ one) == 1, "the shared output is not 0"
        assert one.is_exact
        assert all(float(x).is_integer() for v in (one, two) for x in v.array[:, 0])


@pytest.mark.parametrize(("name", "view"), ON_PLANES)
def test_marks_and_kernel_arrows_are_where_the_map_has_them_in_every_frame(
    name: str, view: str
) -> None:
    def seen(beat: str, scene: StoryScene) -> None:
        if beat != "collapse":
            return
        space = moving(scene)
        assert len(space.marks) == 2
        for mark in space.marks:
            spot = space.view.place(space.matrix @ mark.vector)[:2]
            assert not mark.has_points() or np.allclose(middle(mark), spot, atol=1e-6)
            assert mark.has_points() == space.zone.holds(*spot)
        for arrow in space.arrows:
            tip = space.view.place(space.matrix @ arrow.vector)[:2]
            distance = np.hypot(*(arrow.points[:, :2] - tip).T).min()
            assert distance < (1e-6 if arrow.reach * space.view.unit > 0.1 else 0.15)
        finite(scene)

    frames({"matrix": MAPS[name], "view": view}, seen, replace(small(), fps=2))


def finite(scene: StoryScene) -> None:
    """No coordinate of anything drawn is infinite or missing."""
    for mobject in scene.mobjects:
        for one in mobject.get_family():
            assert np.isfinite(one.points).all()


@pytest.mark.parametrize("name", [name for name in MAPS if name.startswith("space")])
def test_space_moves_evenly_from_its_picture_to_the_plane(name: str) -> None:
    M = matrix_of(MAPS[name])
    pictures: list[Array] = []

    def seen(beat: str, scene: StoryScene) -> None:
        if beat == "marks":
            pictures.append(moving(scene).matrix)
        if beat != "collapse":
            return
        space, P = moving(scene), pictures[0]
        np.testing.assert_allclose(P @ P.T, np.eye(2), atol=1e-12)  # seen from afar, unstretched
        span = M.array - P
        t = float(np.sum((space.matrix - P) * span) / np.sum(span * span))
        np.testing.assert_allclose(space.matrix, P + t * span, atol=1e-9)
        for vector in facts.kernel(M):
            x = vector.array[:, 0]
            np.testing.assert_allclose(space.matrix @ x, (1 - t) * (P @ x), atol=1e-6)
        finite(scene)

    frames({"matrix": MAPS[name]}, seen, replace(small(), fps=2))
    assert pictures


@pytest.mark.parametrize(
    "name", ["C", "tiny", "roots", "negative trace", "thousands", "space, lines"]
)
def test_what_collapses_evenly_moves_evenly_on_the_frame(name: str) -> None:
    ways: list[Array] = []

    def seen(beat: str, scene: StoryScene) -> None:
        if beat == "collapse":
            space = moving(scene)
            ends = [part.fibre.corners @ space.matrix.T for part in space.parts]
            ways.append(np.concatenate([space.view.place(end)[:, :2] for end in ends]))

    look = replace(small(), fps=5)
    frames({"matrix": MAPS[name]}, seen, look)
    count = round(3.2 * look.fps)
    if name in ("negative trace", "thousands"):
        count //= 2  # these first turn, for half of the time
    start, end = ways[-count - 1], ways[-1]
    for way in ways[-count:]:
        share = float(np.sum((way - start) * (end - start)) / np.sum((end - start) ** 2))
        np.testing.assert_allclose(way, start + share * (end - start), atol=1e-6)


def test_parts_are_hidden_until_their_beat() -> None:
    shown: dict[str, set[str]] = {}

    def seen(beat: str, scene: StoryScene) -> None:
        for k, space in enumerate(on_stage(scene, InputSpace)):
            for what, things in (
                ("kernel", space.arrows),
                ("own", [part.line for part in space.parts if part.fibre.hue is None]),
                ("fibres", [part.line for part in space.parts if part.fibre.hue is not None]),
                ("marks", space.marks),
            ):
                if any(thing.has_points() for thing in things):
                    shown.setdefault(beat, set()).add(f"{what} {k}")

    frames({"matrix": C}, seen, replace(small(), fps=3))
    assert shown["kernel"] == {"kernel 0", "own 0"}, "the kernel's own line comes with its vector"
    assert shown["fibres"] == {"kernel 0", "own 0", "fibres 0"}
    assert shown["marks"] == {"kernel 0", "own 0", "fibres 0", "marks 0"}
    assert {"kernel 1", "fibres 1", "marks 1"} < shown["collapse"]


def test_in_place_the_grid_moves_with_the_fibres_and_side_by_side_it_stands() -> None:
    for view in ("plane", "panes"):
        grids: list[Array] = []

        def seen(beat: str, scene: StoryScene, grids: list[Array] = grids) -> None:
            if beat == "count":
                grids.append(on_stage(scene, Plane)[-1].grid.axes.points.copy())

        frames({"matrix": C, "view": view}, seen, replace(small(), fps=2))
        along = grids[-1][3] - grids[-1][0]
        flat = abs(cross(along[:2], np.array([1.0, 2.0]))) < 1e-6
        assert flat == (view == "plane")


@pytest.mark.parametrize("name", ["C", "invertible", "zero", "space, lines", "space, planes"])
def test_fast_forward_equals_drawing(name: str) -> None:
    params = {"matrix": MAPS[name]}
    look = replace(small(), fps=3)
    whole = run(KernelCollapse, params, look)
    leapt = run(KernelCollapse, params, look, wanted={whole.last})
    np.testing.assert_array_equal(leapt.pictures[whole.last], whole.pictures[whole.last])
    assert leapt.boxes == whole.boxes


@pytest.mark.parametrize(("name", "aspect", "language"), FRAMES)
def test_everything_keeps_to_the_safe_area_off_the_foot_and_apart(
    name: str, aspect: str, language: str
) -> None:
    look = small(aspect, language=language)
    place = zones(look)
    for view in VIEWS[name]:
        watch = run(KernelCollapse, {"matrix": MAPS[name], "view": view}, look, wanted=())
        for box in (box for boxes in watch.boxes.values() for box in boxes):
            assert box.x0 >= place.safe.left - 0.04, box
            assert box.x1 <= place.safe.right + 0.04, box
            assert box.y1 <= place.safe.top + 0.04, box
            assert box.y0 >= place.foot.top, box
        for boxes in (watch.boxes["marks"], watch.boxes["count"]):
            assert list(overlapping(boxes)) == []


def overlapping(boxes: tuple[Box, ...]) -> Iterator[tuple[str, str]]:
    """Which words and formulas cover each other."""
    words = [box for box in boxes if box.kind in ("label", "text", "formula", "matrix")]
    for one, two in combinations(words, 2):
        across = min(one.x1, two.x1) - max(one.x0, two.x0)
        up = min(one.y1, two.y1) - max(one.y0, two.y0)
        if across > 0.02 and up > 0.02:
            yield one.name, two.name


@pytest.mark.parametrize("unit", [0.013, 0.09, 0.31, 0.42, 0.6, 1.0, 2.5, 700.0])
def test_no_grid_line_runs_close_beside_a_panes_border(unit: float) -> None:
    pane = map_panes(zones(small("16:9"))).input
    clear = clear_unit(unit, pane)
    assert LEAST_UNIT * unit - 1e-9 <= clear <= unit
    step = clear * shown_step(clear)
    for side in (pane.width / 2, pane.height / 2):
        beside = side % step
        assert beside > 0.15 or beside < 1e-3


def test_panes_are_equal_and_hold_their_own() -> None:
    for aspect in ASPECTS:
        panes = map_panes(zones(small(aspect)))
        assert panes.input.width == pytest.approx(panes.output.width)
        assert panes.input.height == pytest.approx(panes.output.height)
        assert panes.input.right <= panes.output.left or panes.input.bottom >= panes.output.top


def test_a_vector_of_the_kernel_lands_on_the_origin() -> None:
    scene = staged(KernelCollapse, {"matrix": C, "inputs": [[2, -1]]}, Watch(wanted=()))
    scene.run()
    space = moving(scene)
    origin = space.view.place([0.0, 0.0])[:2]
    np.testing.assert_allclose(middle(space.marks[0]), origin, atol=1e-9)
    np.testing.assert_allclose(middle(space.arrows[0]), origin, atol=1e-9)
    assert max(space.arrows[0].width, space.arrows[0].height) < 0.2, "a dot, no arrowhead"


@pytest.mark.parametrize("view", ["panes", "plane"])
def test_no_line_is_seen_in_a_ring(view: str) -> None:
    scene = staged(KernelCollapse, {"matrix": C, "view": view}, Watch(()))
    scene.run()
    (ring,) = on_stage(scene, Ring)
    assert ring.disc.get_fill_opacity() == 1.0
    family = [one for mobject in scene.mobjects for one in mobject.get_family()]
    (line,) = on_stage(scene, ImageLine)
    space = moving(scene)
    assert family.index(line) < family.index(ring.disc) < family.index(space.parts[0].dot)
    assert family.index(ring.disc) < family.index(space.marks[0])


def test_different_outputs_are_ringed_apart() -> None:
    scene = staged(KernelCollapse, {"matrix": C, "inputs": [[1, 1], [3, 0], [1, 0]]}, Watch(()))
    scene.run()
    assert len(on_stage(scene, Ring)) == 2


@pytest.mark.parametrize(
    ("params", "what", "cure"),
    [
        ({"matrix": [[1, 2, 3]]}, "is 1×3", "[[a, b], [c, d]]"),
        ({"matrix": "identity(3)"}, "is 3×3", "[[a, b, c], [d, e, f]]"),
        ({"matrix": SPACE, "view": "plane"}, "takes space to the plane", "view: panes"),
        ({"matrix": C, "inputs": [[1, 2, 3]]}, "has 2 numbers; this has 3", "[a, b]"),
        ({"matrix": SPACE, "inputs": [[1, 1]]}, "has 3 numbers; this has 2", "[a, b, c]"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    params: dict[str, object], what: str, cure: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        KernelCollapse.Params.model_validate(params, context=context({}))
    fault = refused.value.errors()[0]["ctx"]["error"]
    assert what in fault.what
    assert cure in fault.cure
