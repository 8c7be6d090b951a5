"""The unit square under a map: what is drawn is what is computed, at every frame."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from algebra import facts
from algebra.matrices import Matrix, diag, from_rows, reflection, rotation, shear, zeros
from algebra.motion import Path, path
from scenes.unit_square_warp import WORDS, UnitSquareWarp
from stage import matrices
from stage.drive import ease
from stage.ink import FORMULA, LABEL, READOUT, SMALLEST, Ink, formula
from stage.layout import zones
from stage.look import Look
from stage.mapped import MappedSquare
from stage.matrices import short_latex
from stage.panel import NumberReadout, WordReadout, panel
from stage.shapes import CORNERS, DOT, Arrow, FlatSegment
from stage.story import StoryScene
from stage.theme import THEMES
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

FPS = 8
RUN = {"square": 0.5, "warp": 2.0, "area": 0.5}
FRAMES = 16
"""Frames of the map's motion; zooms and fades have others."""

MAPS: dict[str, Matrix] = {
    "stretch and shear": from_rows([[2, 1], [0, 3]]),
    "reflection": from_rows([[1, 2], [2, 1]]),
    "onto a line": from_rows([[1, 2], [2, 4]]),
    "half-turn": from_rows([[-1, 0], [0, -1]]),
    "shear": shear(3),
    "turn by 135": rotation(135),
    "turn by 180": rotation(180),
    "mirror": reflection(30),
    "zero": zeros(2, 2),
    "nilpotent": from_rows([[0, 1], [0, 0]]),
    "turned over the origin": from_rows([[-2, 1], [4, -2]]),
    "nearly singular": from_rows([[1, 1], [1, Fraction(1001, 1000)]]),
    "fractions": from_rows([[1, 2], [3, 4]]) / 3,
    "large": from_rows([[Fraction(-4001, 4), Fraction(-1, 10**9)], [Fraction(1, 10), 12345]]),
    "tiny": diag(1, 1) * 3 / 100,
    "onto an axis, far": diag(60, 0),
}


def readouts(scene: StoryScene) -> tuple[NumberReadout, WordReadout]:
    """The signed area and the orientation."""
    (number,) = on_stage(scene, NumberReadout)
    (word,) = on_stage(scene, WordReadout)
    return number, word


def alike(one: Ink, other: Ink) -> bool:
    """Whether two set texts are the same but for their place and size."""
    mine, theirs = (np.concatenate([run.points for run in ink.submobjects]) for ink in (one, other))
    if mine.shape != theirs.shape:
        return False
    flat = [(points - points.min(axis=0))[:, :2] for points in (mine, theirs)]
    first, second = (points / np.ptp(points) for points in flat)
    return bool(np.allclose(first, second, atol=2e-3))


def during(watch: Watch, look: Callable[[float], None]) -> Callable[[int], None]:
    """Calls `look` with t at every picture of the map's motion."""

    def seen(picture: int) -> None:
        beat, frames = watch.plays[-1] if watch.plays else ("", 0)
        if beat.startswith("warp") and frames == FRAMES:
            before = sum(frames for _, frames in watch.plays[:-1])
            look(ease((picture - before) / frames))

    return seen


def warp(matrix: Matrix, look: Look, check: Callable[[StoryScene, float], None]) -> Watch:
    """Run a scene and check it at every picture of the map's motion."""
    watch = Watch(during="warp", blind=True)
    moments = []
    scene = staged(
        UnitSquareWarp, {"matrix": rows(matrix)}, watch, look, run_times=RUN, title="행렬식"
    )

    def at(t: float) -> None:
        moments.append(t)
        check(scene, t)

    watch.seen = during(watch, at)
    scene.run()
    assert len(moments) == FRAMES
    return watch


def agrees(scene: StoryScene, way: Path, t: float) -> None:
    """Square, arrows, read-out, sense and hatching are those of M(t)."""
    (picture,) = on_stage(scene, MappedSquare)
    now, view = way(t), picture.view
    size = 1e-9 * max(1.0, float(np.abs(now).max()) ** 2)
    assert np.array_equal(picture.matrix, now)
    assert np.array_equal(picture.square.vertices, CORNERS @ now.T)
    drawn = shoelace(anchors(picture.square.face)) / view.unit**2
    assert drawn == pytest.approx(way.det(t), abs=max(1e4 * size, 1e-9))
    for mobject in scene.mobjects:
        for member in mobject.get_family():
            assert np.isfinite(member.points).all()
    for arrow in on_stage(scene, Arrow):
        tip = view.place(now @ arrow.vector)[:2]
        if np.hypot(*(tip - (view.x, view.y))) > DOT:
            assert np.abs(anchors(arrow) - tip).max(axis=1).min() < 1e-9
        else:
            assert np.abs(anchors(arrow) - tip).max() < 2.1 * DOT, "a dot"
    area = picture.square.signed_area()
    assert picture.square.hatch.has_points() == (area < 0)
    number, word = readouts(scene)
    if t < 1:
        shown = float(number.number.shown)
        assert number.exact is None
        assert shown == pytest.approx(way.det(t), abs=0.5 * 10**-number.number.decimals + size)
        assert shown == pytest.approx(drawn, abs=0.5 * 10**-number.number.decimals + 1e4 * size)
        assert word.key == np.sign(area)
        for label, column in zip(picture.tip_labels, now.T, strict=True):
            pair = [float(x) for x in label.live.shown.strip("()").split(",")]
            assert pair == pytest.approx(column, abs=0.5 * 10**-label.decimals + 1e-9)


def at_rest(scene: StoryScene, matrix: Matrix) -> None:
    """Every number shown is the exact one."""
    (picture,) = on_stage(scene, MappedSquare)
    number, word = readouts(scene)
    assert np.array_equal(picture.matrix, matrix.array)
    assert not number.number.has_points()
    value = facts.determinant(matrix)
    assert number.exact is not None
    assert alike(number.exact, formula(short_latex(value), size=READOUT, color="#FFFFFF"))
    assert word.key == facts.orientation(matrix)
    entries = iter(matrices.alike(entry for column in matrix.columns for entry in column))
    for label in picture.tip_labels:
        assert label.exact is not None
        expected = formula(
            f"({next(entries)}, {next(entries)})", size=LABEL, color="#FFFFFF", display=False
        )
        assert alike(label.exact, expected)


@pytest.mark.parametrize("name", MAPS)
def test_what_is_drawn_is_what_is_computed(name: str) -> None:
    matrix = MAPS[name]
    way = path(matrix)
    look = small(fps=FPS)
    safe = zones(look).safe

    def check(scene: StoryScene, t: float) -> None:
        agrees(scene, way, t)
        assert outside(scene.boxes(), safe) == []
        if t == 1:
            at_rest(scene, matrix)

    watch = warp(matrix, look, check)
    for boxes in watch.boxes.values():
        assert outside(boxes, safe) == []
        assert overlapping(boxes, {"matrix", "formula", "text", "readout"}) == []


@pytest.mark.parametrize("aspect", ["9:16", "1:1", "4:3"])
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("name", ["stretch and shear", "large", "onto a line"])
def test_every_shape_of_frame_holds_it_all(name: str, language: str, aspect: str) -> None:
    look = small(aspect, language=language, fps=FPS)
    found = zones(look)
    watch = run(UnitSquareWarp, {"matrix": rows(MAPS[name])}, look, wanted=(), run_times=RUN)
    for beat, boxes in watch.boxes.items():
        assert outside(boxes, found.safe) == []
        assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
        assert overlapping(boxes, {"matrix", "formula", "text", "readout"}) == []
        names = {box.name for box in boxes}
        assert {"title", "signed area", "first", "second"} <= names
        assert ("matrix" in names) == (beat != "square"), "it comes with its motion"
        assert ("orientation" in names) == (beat != "square"), "nothing has kept or flipped it yet"


def test_words_are_in_the_language_of_the_film() -> None:
    assert WORDS.keys() == {"ko", "en"}
    assert WORDS["ko"].keys() == WORDS["en"].keys()
    korean, english = (
        run(UnitSquareWarp, {"matrix": [[2, 1], [0, 3]]}, small(language=code)).pictures
        for code in ("ko", "en")
    )
    assert not np.array_equal(korean[len(korean) - 1], english[len(english) - 1])


def test_beats_are_square_warp_and_area() -> None:
    assert run(UnitSquareWarp, {"matrix": [[2, 1], [0, 3]]}, wanted=()).beats == [
        "square",
        "warp",
        "area",
    ]
    several = {"matrix": [[[2, 1], [0, 3]], [[1, 2], [2, 4]], [[0, 1], [1, 0]]]}
    watch = run(UnitSquareWarp, several, wanted=())
    assert watch.beats == ["square", *(f"{b}_{k}" for k in (1, 2, 3) for b in ("warp", "area"))]


def test_each_of_several_maps_begins_at_the_unit_square() -> None:
    """Reading: each result is exact, and in between the square comes back."""
    watch = Watch(during="warp", blind=True)
    matrices = [MAPS["stretch and shear"], MAPS["onto a line"], MAPS["reflection"]]
    look = small(fps=FPS)
    scene = staged(
        UnitSquareWarp,
        {"matrix": [rows(one) for one in matrices]},
        watch,
        look,
        run_times={f"warp_{k}": 2.0 for k in (1, 2, 3)},
    )
    began: dict[str, Array] = {}

    def at(t: float) -> None:
        beat = watch.beats[-1]
        matrix = matrices[int(beat.removeprefix("warp_")) - 1]
        began.setdefault(beat, on_stage(scene, MappedSquare)[0].matrix.copy())
        agrees(scene, path(matrix), t)
        if t == 1:
            at_rest(scene, matrix)

    watch.seen = during(watch, at)
    scene.run()
    assert began.keys() == {"warp_1", "warp_2", "warp_3"}
    for first in began.values():
        assert np.abs(first - np.eye(2)).max() < 0.05, "one small step from where all began"
    opacities = [one.line.get_stroke_opacity() for one in on_stage(scene, FlatSegment)]
    assert opacities == [0.0], "the segment of the map before has gone"


@pytest.mark.parametrize("name", ["stretch and shear", "reflection", "onto a line", "zero"])
def test_a_play_that_is_not_drawn_leaves_the_same_pictures(name: str) -> None:
    params = {"matrix": rows(MAPS[name])}
    look = small(fps=4)
    whole = run(UnitSquareWarp, params, look)
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0}
    some = run(UnitSquareWarp, params, look, wanted=ends)
    assert set(some.pictures) == ends
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number]), number
    assert some.boxes == whole.boxes
    middle = range(whole.last // 2, whole.last // 2 + 3)
    for number, picture in run(UnitSquareWarp, params, look, wanted=middle).pictures.items():
        assert np.array_equal(picture, whole.pictures[number]), number


def test_the_scene_begins_and_ends_in_a_slide() -> None:
    watch = run(UnitSquareWarp, {"matrix": [[2, 1], [0, 3]]}, small(fps=4))
    assert {box.name for box in watch.boxes["area"]} >= {
        "title",
        "matrix",
        "determinant",
        "signed area",
        "orientation",
        "area",
        "first tip",
        "second tip",
        "first",
        "second",
        "square",
        "ghost",
        "sense",
    }
    opening = run(UnitSquareWarp, {"matrix": [[2, 1], [0, 3]]}, Look(480, 270, 4), wanted={0})
    bright = opening.pictures[0].astype(int)[..., :3].max(axis=2) > 150
    assert bright[:50, :200].sum() > 50, "the title is there"


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_map_onto_a_line_shows_the_segment_and_says_so_beside_it(
    language: str, aspect: str
) -> None:
    look = small(aspect, language=language)
    for name in ("onto a line", "nilpotent", "turned over the origin", "zero"):
        watch = run(UnitSquareWarp, {"matrix": rows(MAPS[name])}, look, wanted=())
        boxes = watch.boxes["area"]
        names = {box.name for box in boxes}
        assert ("segment" in names) == (name != "zero")
        assert "area" in names
        assert "sense" not in names
        assert overlapping(boxes, {"readout", "label"}) == []
        (note,) = (box for box in boxes if box.name == "area")
        assert outside((note,), zones(look).stage) == []


def test_the_arc_can_be_left_out() -> None:
    watch = run(UnitSquareWarp, {"matrix": [[2, 1], [0, 3]], "sense": False}, wanted=())
    assert "sense" not in {box.name for box in watch.boxes["area"]}


def test_a_scene_without_a_title_is_fine() -> None:
    watch = run(UnitSquareWarp, {"matrix": [[2, 1], [0, 3]]}, title="")
    assert "title" not in {box.name for box in watch.boxes["area"]}
    assert np.isfinite(watch.pictures[0]).all()


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
@pytest.mark.parametrize(
    "title", ["행렬식은 넓이의 배율이다 " * 8, "행렬식은넓이의배율이다그리고" * 7]
)
def test_a_long_title_stays_in_its_place(title: str, aspect: str) -> None:
    look = small(aspect)
    found = zones(look)
    watch = run(UnitSquareWarp, {"matrix": [[2, 1], [0, 3]]}, look, wanted=(), title=title.strip())
    (box,) = (box for box in watch.boxes["area"] if box.name == "title")
    assert outside((box,), found.safe) == []
    assert box.y0 >= found.stage.top - 0.02, "it does not lie on the plane"


def test_the_result_fills_its_zone_well() -> None:
    """What the beat is about takes 60 to 80 % of the zone along its tighter side."""
    for name in ("stretch and shear", "reflection", "fractions"):
        watch = run(UnitSquareWarp, {"matrix": rows(MAPS[name])}, wanted=())
        stage = zones(small()).stage
        chosen = [b for b in watch.boxes["area"] if b.name in ("square", "ghost")]
        wide = max(b.x1 for b in chosen) - min(b.x0 for b in chosen)
        high = max(b.y1 for b in chosen) - min(b.y0 for b in chosen)
        assert 0.55 <= max(wide / stage.width, high / stage.height) <= 0.85


def test_the_formula_is_never_too_small_to_read() -> None:
    watch = run(UnitSquareWarp, {"matrix": rows(MAPS["large"])}, wanted=())
    (box,) = (box for box in watch.boxes["area"] if box.name == "determinant")
    line = formula("M", size=FORMULA, color="#FFFFFF").height * SMALLEST / FORMULA
    assert box.y1 - box.y0 >= line


@pytest.mark.parametrize("aspect", ["16:9", "9:16"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_area_is_written_inside_the_square(language: str, aspect: str) -> None:
    """Also into a narrow one and a sheared one, in smaller type or two lines.

    In a square frame the plane is so narrow that it mostly stands beside.
    """
    look = small(aspect, language=language)
    several = [diag(Fraction(1, 2), Fraction(3, 2)), shear(1), rotation(90)]
    for maps in (several, [MAPS["stretch and shear"]], [MAPS["reflection"]]):
        watch = run(UnitSquareWarp, {"matrix": [rows(one) for one in maps]}, look, wanted=())
        for beat in watch.beats:
            if not beat.startswith("area"):
                continue
            boxes = {box.name: box for box in watch.boxes[beat]}
            area, square = boxes["area"], boxes["square"]
            if aspect == "9:16" and beat == "area_1":
                continue  # half a unit of a narrow plane has no room for type as coordinates have
            assert square.x0 < area.x0 < area.x1 < square.x1, beat
            assert square.y0 < area.y0 < area.y1 < square.y1, beat
            assert overlapping((area, boxes["sense"]), {"readout", "arrow"}) == []


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_an_area_without_room_inside_stands_beside(aspect: str) -> None:
    look = small(aspect)
    for matrix in (from_rows([[1, 3], [0, Fraction(1, 4)]]), diag(2, Fraction(1, 20))):
        watch = run(UnitSquareWarp, {"matrix": rows(matrix)}, look, wanted=())
        boxes = {box.name: box for box in watch.boxes["area"]}
        area, square = boxes["area"], boxes["square"]
        assert not (square.y0 < area.y0 and area.y1 < square.y1)
        assert outside((area,), zones(look).stage) == []
        assert overlapping(watch.boxes["area"], {"readout", "label"}) == []


def test_themes_differ_and_nothing_else_does() -> None:
    dark, light = (
        run(UnitSquareWarp, {"matrix": [[2, 1], [0, 3]]}, small(theme=theme), wanted=())
        for theme in THEMES
    )
    assert dark.boxes == light.boxes
    assert dark.plays == light.plays


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_the_number_stands_in_the_middle_until_the_matrix_comes(aspect: str) -> None:
    look = small(aspect)
    place = panel(zones(look))
    watch = run(UnitSquareWarp, {"matrix": [[[2, 1], [0, 3]], [[1, 2], [2, 4]]]}, look, wanted=())
    middles = {
        beat: (box.x0 + box.x1) / 2
        for beat, boxes in watch.boxes.items()
        for box in boxes
        if box.name == "signed area"
    }
    assert middles.pop("square") == pytest.approx(place.middle, abs=0.01)
    assert list(middles) == ["warp_1", "area_1", "warp_2", "area_2"]
    for middle in middles.values():
        assert middle == pytest.approx(place.readouts[0].center[0], abs=0.01)
