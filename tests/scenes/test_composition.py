"""Maps one after another: what is drawn is what is computed, at every frame of every motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import numpy as np
import pytest
from pydantic import ValidationError

from algebra import facts
from algebra.matrices import Matrix, diag, from_rows, identity, rotation, shear, zeros
from algebra.motion import Path, path
from language.params import Refused, context
from scenes.composition import WORDS, Composition
from stage.drive import ease
from stage.journey import Journey
from stage.labels import apart
from stage.layout import zones
from stage.matrices import entry_label, matrix_ink
from stage.product import Product, product_name, symbols
from stage.shapes import CORNERS, DOT
from stage.story import Box, StoryScene
from stage.theme import DARK
from stage.tip_label import TipLabel
from stage.together import lies_on
from tests.stage_helpers import (
    Array,
    Watch,
    anchors,
    on_stage,
    outside,
    overlapping,
    rows,
    run,
    shoelace,
    small,
    staged,
)

FPS = 5
FRAMES = 8
"""Frames of a map's motion; zooms, fades and rewinding have others."""

MOTION = Fraction(FRAMES, FPS)

A = from_rows([[2, 1], [0, 3]])
B = rotation(90)
C = from_rows([[1, 2], [2, 4]])
X = [1, 1]

LISTS: dict[str, tuple[list[Matrix], list[int] | None]] = {
    "stretch, turn": ([A, B], X),
    "there and back": ([A, facts.inverse(A)], X),
    "there, back, there": ([A, facts.inverse(A), A], X),
    "four": ([A, B, shear(1), from_rows([[1, 2], [2, 1]])], X),
    "kernel": ([C, B], [2, -1]),
    "zero": ([zeros(2, 2), A], X),
    "nilpotent twice": ([from_rows([[0, 1], [0, 0]])] * 2, None),
    "turns by 135": ([rotation(135), rotation(135)], [1, 0]),
    "small": ([diag(1, 1) * 3 / 10] * 2, X),
    "large": (
        [from_rows([[Fraction(-4001, 4), Fraction(-1, 10**9)], [Fraction(1, 10), 12345]]), B],
        X,
    ),
    "far and back": ([diag(-20, 30), facts.inverse(diag(-20, 30))], X),
    "zero vector": ([A, B], [0, 0]),
}  # fmt: skip -- a table


def params(name: str, view: str = "turns") -> dict[str, object]:
    """The params of one of the lists, as a storyboard has them."""
    maps, vector = LISTS[name]
    found: dict[str, object] = {"maps": [rows(one) for one in maps], "view": view}
    return found if vector is None else {**found, "vector": [str(x) for x in vector]}


def times(count: int) -> Mapping[str, float]:
    """Run times that tell the motions of maps from all others."""
    beats = [*(f"turn_{k}" for k in range(1, count + 1)), "once", "order", "reversed"]
    return {beat: float(MOTION) for beat in beats}


@dataclass(frozen=True)
class Law:
    """B(t)·A, from algebra alone."""

    path: Path
    base: Matrix

    def __call__(self, t: float) -> Array:
        return np.asarray(self.path(t) @ self.base.array)


def laws(maps: Sequence[Matrix]) -> list[Law]:
    """B(t)·A for each map after those before it, and the product by itself."""
    found: list[Law] = []
    base = identity(2)
    for matrix in maps:
        found.append(Law(path(matrix), base))
        base = matrix @ base
    return [*found, Law(path(base), identity(2))]


class _OnTheWay(Watch):
    """Wants the pictures of the maps' motions, and no others."""

    def wants(self, picture: int) -> bool:
        del picture  # the last play says enough
        beat, frames = self.plays[-1] if self.plays else ("", 0)
        moving = beat.startswith("turn") or beat in ("once", "order", "reversed")
        return frames == FRAMES and moving


class _AtRest(Watch):
    """Looks at the end of every beat."""

    def end_beat(self, boxes: tuple[Box, ...]) -> None:
        super().end_beat(boxes)
        if self.seen is not None:
            self.seen(-1)


def watched(
    kind_params: Mapping[str, object],
    look_at: Callable[[StoryScene, str, float], None],
    view_beats: int,
) -> Watch:
    """Run a scene; `look_at` gets the beat and t at every picture of the maps' motions."""
    watch = _OnTheWay(blind=True)
    scene = staged(
        Composition, kind_params, watch, small(fps=FPS), run_times=times(view_beats), title="합성"
    )

    def seen(picture: int) -> None:
        beat, frames = watch.plays[-1]
        before = sum(count for _, count in watch.plays[:-1])
        look_at(scene, beat, ease((picture - before) / frames))

    watch.seen = seen
    scene.run()
    return watch


def agrees(picture: Journey, now: Array) -> None:
    """Square, arrows and the vector's coordinates are those of this matrix."""
    view = picture.view
    scale = max(1.0, float(np.abs(now).max()))
    assert picture.matrix == pytest.approx(now, rel=1e-12, abs=1e-12 * scale)
    assert picture.square.vertices == pytest.approx(CORNERS @ now.T, abs=1e-12 * scale)
    drawn = shoelace(anchors(picture.square.face)) / view.unit**2
    assert drawn == pytest.approx(float(np.linalg.det(now)), abs=1e-6 * scale**2)
    for member in picture.get_family():
        assert np.isfinite(member.points).all()
    for arrow in picture.each:
        tip = view.place(now @ arrow.vector)[:2]
        if np.hypot(*(tip - (view.x, view.y))) > DOT:
            assert np.abs(anchors(arrow) - tip).max(axis=1).min() < 1e-9
        else:
            assert np.abs(anchors(arrow) - tip).max() < 2.1 * DOT, "a dot"
    for k, label in enumerate(picture.tip_labels):
        if label.exact is None:
            pair = [float(x) for x in label.live.shown.strip("()").split(",")]
            value = now @ picture.vectors.array[:, k]
            assert pair == pytest.approx(value, abs=0.5 * 10**-label.decimals + 1e-9 * scale)


def ways_are_true(picture: Journey, legs: Sequence[Law], k: int, t: float) -> None:
    """Stops stand where the vector was; the line ends at the vector and lies on its way."""
    if picture.vector is None:
        assert not picture.stops
        return
    vectors = {stop.vector for stop in picture.stops}
    last = len(legs) - 1  # the product, which goes a way of its own
    been = legs[k:] if k == last else legs[: k + 1]
    assert vectors == {one.base @ picture.vector for one in been}
    for stop in picture.stops:
        tip = picture.view.place(stop.vector.array[:, 0])[:2]
        if stop.arrow.has_points() and np.hypot(*(tip - (picture.view.x, picture.view.y))) > DOT:
            assert np.abs(anchors(stop.arrow) - tip).max(axis=1).min() < 1e-9
    arrow = picture.vector.array[:, 0]
    moments = np.array([legs[k](s) @ arrow for s in np.linspace(0.0, 1.0, 9)])
    if np.linalg.matrix_rank(moments, tol=1e-9) < 2:
        return  # along its own arrow it draws no line
    trace = picture.traces[-1]
    if not trace.has_points():
        return
    end = picture.view.place(legs[k](t) @ picture.vector.array[:, 0])
    assert np.abs(trace.points[-1] - end).max() < 1e-6
    assert trace.get_fill_opacity() == 0.0


@pytest.mark.parametrize("name", LISTS)
def test_what_is_drawn_is_what_is_computed(name: str) -> None:
    maps, _ = LISTS[name]
    legs = laws(maps)
    safe = zones(small()).safe
    moments: dict[str, int] = {}

    def check(scene: StoryScene, beat: str, t: float) -> None:
        (picture,) = on_stage(scene, Journey)
        k = len(maps) if beat == "once" else int(beat.removeprefix("turn_")) - 1
        moments[beat] = moments.get(beat, 0) + 1
        agrees(picture, legs[k](t))
        ways_are_true(picture, legs, k, t)
        hidden = [label.get_fill_opacity() for label in picture.stop_labels]
        assert t < 0.03 or max(hidden, default=0.0) == 0.0, "no coordinates of stops on the way"
        assert outside(scene.boxes(), safe) == []
        if t == 1:
            exact = legs[k].path.matrix @ legs[k].base
            assert np.array_equal(picture.matrix, exact.array), "exactly there"

    watch = watched(params(name), check, len(maps))
    turns = [f"turn_{k}" for k in range(1, len(maps) + 1)]
    assert moments == dict.fromkeys([*turns, "once"], FRAMES)
    for boxes in watch.boxes.values():
        assert outside(boxes, safe) == []
        assert overlapping(boxes, {"matrix", "formula", "text"}) == []


@pytest.mark.parametrize("name", ["stretch, turn", "kernel", "large"])
def test_both_orders_are_drawn_as_computed(name: str) -> None:
    maps, _ = LISTS[name]
    orders = {"order": laws(maps)[:-1], "reversed": laws(maps[::-1])[:-1]}
    seen: dict[str, list[float]] = {"order": [], "reversed": []}
    safe = zones(small()).safe

    def check(scene: StoryScene, beat: str, t: float) -> None:
        first, second = on_stage(scene, Journey)
        step = len(seen[beat]) // FRAMES
        seen[beat].append(t)
        moving, still = (first, second) if beat == "order" else (second, first)
        agrees(moving, orders[beat][step](t))
        rest = np.eye(2) if beat == "order" else orders["order"][-1](1.0)
        assert still.matrix == pytest.approx(rest, rel=1e-12), "one moves at a time"

    watch = watched(params(name, "split"), check, len(maps))
    assert {beat: len(found) for beat, found in seen.items()} == dict.fromkeys(
        ("order", "reversed"), FRAMES * len(maps)
    )
    for boxes in watch.boxes.values():
        assert outside(boxes, safe) == []
        assert overlapping(boxes, {"matrix", "formula", "text"}) == []


def box(boxes: Sequence[Box], name: str) -> tuple[float, float, float, float]:
    """The place of the box of this name."""
    (found,) = (one for one in boxes if one.name == name)
    return (found.x0, found.y0, found.x1, found.y1)


def test_a_map_its_inverse_and_the_map_again_return_exactly() -> None:
    """Case 18: A, A⁻¹, A; titles do not move."""
    watch = run(Composition, params("there, back, there"), small(fps=FPS), wanted=())
    names = ("square", "first", "second")
    once, back, again = (watch.boxes[f"turn_{k}"] for k in (1, 2, 3))
    for name in names:
        assert box(once, name) == box(again, name)
        assert box(back, name) == box(watch.boxes["start"], name)
    assert len({box(boxes, "title") for boxes in watch.boxes.values()}) == 1


def test_the_product_ends_on_the_echo_of_the_maps_in_turn() -> None:
    watch = Watch(())
    scene = staged(Composition, params("stretch, turn"), watch, small(fps=FPS))
    scene.run()
    (picture,) = on_stage(scene, Journey)
    edge = anchors(picture.echo_edge)
    assert np.abs(edge - picture.polygon()).max() < 1e-9
    assert picture.echo_edge.get_stroke_opacity() > 0.3
    for grid, echo in zip(picture.plane.grid.families, picture.echo.families, strict=True):
        ends = [one.points[k::4, :2] for one in grid if one.has_points() for k in (0, 3)]
        lines = list(zip(np.concatenate(ends[::2]), np.concatenate(ends[1::2]), strict=True))
        beneath = np.concatenate([one.points[:, :2] for one in echo if one.has_points()])
        for point in beneath:
            assert min(apart(point, *line) for line in lines) < 1e-9
    pane, rim = picture.zone, picture.echo.axes.stroke_width / 200
    low, high = beneath.min(axis=0) - rim * 0.9, beneath.max(axis=0) + rim * 0.9
    assert pane.holds(*low)
    assert pane.holds(*high), "nothing of it outside the pane"
    family = [one for mobject in scene.mobjects for one in mobject.get_family()]
    assert family.index(picture.echo.axes) < family.index(picture.plane.grid.axes), "beneath"


def test_the_columns_of_the_product_fly_from_the_tips_to_their_places() -> None:
    """At the end of its flight each entry stands where the product has it."""
    maps = [A, B]
    watch = Watch(())
    scene = staged(Composition, params("stretch, turn"), watch, small(fps=FPS))
    scene.run()
    (shown,) = on_stage(scene, Product)
    fresh = matrix_ink(B @ A, color=DARK.ink, columns=(DARK.first, DARK.second))
    fresh.scale(shown.result.width / fresh.width).move_to(shown.result)
    for i in range(2):
        for j in range(2):
            part = shown.result.part(entry_label(i, j))
            expected = fresh.part(entry_label(i, j)).get_center()
            assert np.abs(part.get_center() - expected).max() < 1e-6
            assert part.get_fill_opacity() == 1.0
    assert product_name(symbols([m.named(n) for m, n in zip(maps, "AB", strict=True)])) == "B A"


def test_entries_are_unseen_until_they_fly() -> None:
    watch = Watch(during="columns", blind=True)
    scene = staged(Composition, params("stretch, turn"), watch, small(fps=FPS))
    opacities: list[tuple[float, float]] = []

    def seen(picture: int) -> None:
        del picture  # the recorder's contract hands it over
        if watch.plays and watch.plays[-1][0] == "columns":
            (shown,) = on_stage(scene, Product)
            one, two = (shown.result.part(entry_label(0, j)) for j in range(2))
            opacities.append((one.get_fill_opacity(), two.get_fill_opacity()))

    watch.seen = seen
    scene.run()
    stages = [pair for pair, _ in groupby(opacities) if set(pair) <= {0.0, 1.0}]
    assert stages[-3:] == [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]


@pytest.mark.parametrize("view", ["turns", "split"])
@pytest.mark.parametrize(
    ("name", "language", "aspect"),
    [
        *(("stretch, turn", "ko", aspect) for aspect in ("16:9", "9:16", "1:1", "4:3")),
        *(("four", "en", aspect) for aspect in ("16:9", "9:16", "1:1", "4:3")),
        *(("stretch, turn", "en", aspect) for aspect in ("16:9", "9:16")),
        *(("large", "ko", aspect) for aspect in ("9:16", "1:1")),
    ],
)
def test_every_shape_of_frame_holds_it_all(
    name: str, view: str, language: str, aspect: str
) -> None:
    look = small(aspect, language=language, fps=FPS)
    found = zones(look)
    watch = run(Composition, params(name, view), look, wanted=())
    for boxes in watch.boxes.values():
        assert outside(boxes, found.safe) == []
        assert [one.name for one in boxes if one.y0 < found.foot.top - 0.02] == []
        assert overlapping(boxes, {"matrix", "formula", "text"}) == []
    last = {one.name for one in watch.boxes["difference" if view == "split" else "once"]}
    wanted = {"comparison", "difference", "norm", "product 1", "product 2"}
    turns = {"product", "product name", "factor 1", "factor 2", "ordinal 1", "square", "note 1"}
    assert {"title"} | (wanted if view == "split" else turns) <= last


@pytest.mark.parametrize("name", ["stretch, turn", "four", "kernel"])
def test_no_label_of_what_has_been_cuts_a_hole_into_the_square(name: str) -> None:
    written: list[int] = []

    def seen(picture: int) -> None:
        del picture  # none is drawn
        (journey,) = on_stage(scene, Journey)
        for label in journey.stop_labels:
            assert isinstance(label, TipLabel)
            assert not lies_on(journey.polygon(), label.box())
        written.append(len(journey.stop_labels))

    watch = _AtRest((), seen)
    scene = staged(Composition, params(name), watch, small(fps=FPS))
    scene.run()
    assert max(written) > 0, "where there is room, they are written"


def test_beats_follow_the_number_of_maps() -> None:
    turns = run(Composition, params("there, back, there"), wanted=()).beats
    assert turns == ["start", "turn_1", "turn_2", "turn_3", "columns", "once"]
    beats = run(Composition, params("four", "split"), wanted=()).beats
    assert beats == ["start", "order", "reversed", "difference"]


@pytest.mark.parametrize("view", ["turns", "split"])
@pytest.mark.parametrize("name", ["stretch, turn", "zero"])
def test_a_play_that_is_not_drawn_leaves_the_same_pictures(name: str, view: str) -> None:
    look = small(fps=3)
    whole = run(Composition, params(name, view), look)
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0}
    some = run(Composition, params(name, view), look, wanted=ends)
    assert set(some.pictures) == ends
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number]), number
    assert some.boxes == whole.boxes


@pytest.mark.parametrize(("count", "said"), [(1, "this is one map"), (5, "this is 5 maps")])
def test_too_few_and_too_many_maps_are_refused(count: int, said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Composition.Params.model_validate(
            {"maps": [[["2", "1"], ["0", "3"]]] * count}, context=context({})
        )
    (error,) = caught.value.errors()
    refused = error["ctx"]["error"]
    assert isinstance(refused, Refused)
    assert said in refused.what
    assert "[A, B]" in refused.cure
    assert refused.trail == ("maps",)


def test_a_path_that_the_product_cannot_take_is_chosen_for_it() -> None:
    """Two quarter turns flow, and so does their product's neighbour; −I has no real powers."""
    watch = Watch(())
    quarter = {"maps": [[["0", "-1"], ["1", "0"]]] * 2}
    scene = staged(Composition, quarter, watch, small(fps=FPS), motion="flow")
    scene.run()
    assert np.array_equal(on_stage(scene, Journey)[0].matrix, -np.eye(2))


def test_names_stand_in_the_order_of_the_formula() -> None:
    assert product_name(symbols([A.named("A"), B.named("B")])) == "B A"
    assert symbols([A.named("A + B"), B.named("B")]) == ("(A + B)", "B")
    assert symbols([A.named("A"), B]) == ("M_{1}", "M_{2}")


def test_words_are_in_the_language_of_the_film() -> None:
    assert WORDS.keys() == {"ko", "en"}
    assert WORDS["ko"].keys() == WORDS["en"].keys()
    assert all(len(words["ordinals"]) == 4 for words in WORDS.values())
    assert all(len(words["pair"]) == 2 for words in WORDS.values())
    assert WORDS["en"]["pair"] == WORDS["en"]["ordinals"][:2], "they are read from the left, too"
