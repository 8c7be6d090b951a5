"""The unit cube under a 3×3 map: what is drawn is what is computed, at every frame of every motion.

Each frame is compared with the path's own M(t) and with numpy's determinant; places on the frame
are checked with a projection written down here a second time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np
import pytest
from manim import ManimColor, VMobject
from pydantic import ValidationError

from algebra import facts
from algebra.matrices import Matrix, diag, from_rows, identity, rotation, zeros
from algebra.motion import Path, path
from scenes.volume_3d import WORDS, Volume3d
from stage.camera import Camera, Orthographic, Perspective
from stage.ink import READOUT, Ink, formula
from stage.layout import zones
from stage.look import Look
from stage.mapped_cube import MappedCube
from stage.matrices import short_latex
from stage.outlook import Outlook, floor_outline
from stage.sense import SenseReadouts
from stage.space import Patch
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
    small,
    staged,
)

FPS = 5


def exact(*entries: tuple[float, float, float]) -> Matrix:
    """A 3×3 matrix of integers."""
    return from_rows([[int(x) for x in row] for row in entries])


MAPS: Mapping[str, Matrix] = {
    "stretch": diag(2, 3, 4),
    "identity": identity(3),
    "shear": exact((1, 1, 0), (0, 1, 1), (0, 0, 1)),
    "quarter turn": exact((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    "mirror": diag(1, 1, -1),
    "through the origin": diag(-1, -1, -1),
    "swap": exact((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "mixed, flipped": exact((1, 2, 0), (0, 1, -1), (2, 0, 1)),
    "large": exact((20, 3, 0), (0, 15, -7), (1, 0, 20)),
    "small": exact((3, 0, 1), (0, 3, 0), (0, -1, 3)) * Fraction(1, 10),
    "onto a plane": exact((1, 0, 1), (0, 1, 1), (1, 0, 1)),
    "onto the floor": diag(1, 1, 0),
    "onto a line": exact((1, 2, 3), (2, 4, 6), (0, 0, 0)),
    "zero": zeros(3, 3),
}
VIEWS = ("orthographic", "perspective")
views = pytest.mark.parametrize("view", VIEWS)


def params(name: str, view: str = "orthographic", **more: object) -> dict[str, object]:
    """A scene's parameters as a storyboard has them."""
    return {"matrix": rows(MAPS[name]), "view": view, **more}


def drawn_at(camera: Camera, points: Array) -> Array:
    """Where points of space must stand on the frame, written without the cameras' own code."""
    assert isinstance(camera, (Orthographic, Perspective))
    a, e = camera.azimuth, camera.elevation
    right = np.array([-math.sin(a), math.cos(a), 0.0])
    toward = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    up = np.cross(toward, right)
    seen = points - np.array(camera.target)
    size = np.full(points.shape[:-1], camera.unit)
    if isinstance(camera, Perspective):
        size = camera.unit * camera.distance / (camera.distance - seen @ toward)
    flat = np.stack([seen @ right, seen @ up], axis=-1) * size[..., None]
    found: Array = flat + np.array([camera.x, camera.y])
    return found


def watched(name: str, view: str, seen: Callable[[StoryScene, float], None]) -> Watch:
    """Run a scene at few pixels; `seen` is told the moment t of each frame of the warp."""
    look = small(fps=FPS)
    watch = Watch(during="warp", blind=True)
    scene = staged(Volume3d, params(name, view), watch, look, run_times={"warp": 2.0})

    def at(number: int) -> None:
        done, frames = 0, []
        for beat, count in watch.plays:
            frames.append((beat, done, count))
            done += count
        beat, before, count = frames[-1] if frames else ("", 0, 1)
        if beat == "warp" and count == round(2.0 * FPS):
            alpha = (number - before) / count
            seen(scene, alpha**3 * (10 - alpha * (15 - 6 * alpha)))

    watch.seen = at
    scene.run()
    return watch


def agrees(scene: StoryScene, way: Path, t: float) -> None:
    """Solid, faces, arrows, names and read-outs tell one and the same M(t)."""
    (picture,) = on_stage(scene, MappedCube)
    now, camera = way(t), picture.outlook.camera
    size = max(1.0, float(np.abs(now).max()))
    cube = np.array([[k & 1, k >> 1 & 1, k >> 2 & 1] for k in range(8)], dtype=float)
    assert picture.solid.corners == pytest.approx(cube @ now.T, abs=1e-9 * size)
    det = float(np.linalg.det(now))
    assert picture.signed_volume() == pytest.approx(det, abs=1e-9 * size**3)
    assert picture.signed_volume() == pytest.approx(way.det(t), abs=1e-9 * size**3)
    for piece, made in picture.diorama.drawn:
        if isinstance(piece, Patch) and piece.owner.startswith("solid/"):
            placed = drawn_at(camera, piece.corners)
            assert anchors(made[0]) == pytest.approx(placed, abs=1e-7)
    start, tips = drawn_at(camera, np.zeros(3)), drawn_at(camera, now.T)
    for word, tip in zip(("first", "second", "third"), tips, strict=True):
        parts = [made[0] for piece, made in picture.diorama.drawn if piece.owner == word]
        assert min(away(part, start, tip) for part in parts) < 1e-6, word
    (readouts,) = on_stage(scene, SenseReadouts)
    if t < 1:
        shown = float(readouts.number.number.shown.replace("\u2003", ""))
        rounding = 0.51 * 10**-readouts.number.number.decimals
        assert shown == pytest.approx(det, abs=rounding + 1e-9 * size**3)
        assert readouts.sense.key == np.sign(picture.signed_volume())


def away(part: VMobject, start: Array, tip: Array) -> float:
    """How far an arrow's nearest corner is from where its tip must be.

    One that is too short for a tip is a dot in its middle.
    """
    corners = anchors(part)
    if not len(corners):
        return math.inf
    if len(part.points) == 16:
        return float(np.hypot(*(corners.mean(axis=0) - (start + tip) / 2)))
    return float(np.hypot(*(corners - tip).T).min())


def alike(one: VMobject, other: VMobject) -> bool:
    """Whether two settings are the same glyphs, wherever they stand and however large they are."""
    pair = []
    for ink in (one, other):
        points = np.concatenate([part.points for part in ink.get_family() if len(part.points)])
        pair.append((points - points.min(axis=0)) / np.ptp(points, axis=0).max())
    return pair[0].shape == pair[1].shape and bool(np.abs(pair[0] - pair[1]).max() < 1e-3)


@views
@pytest.mark.parametrize("name", MAPS)
def test_what_is_drawn_is_what_is_computed_at_every_frame(name: str, view: str) -> None:
    matrix = MAPS[name]
    way, safe = path(matrix), zones(small()).safe
    moments: list[float] = []

    def check(scene: StoryScene, t: float) -> None:
        moments.append(t)
        agrees(scene, way, t)
        assert outside(scene.boxes(), safe) == []

    watch = watched(name, view, check)
    assert len(moments) == round(2.0 * FPS)
    assert moments[-1] == 1.0
    for boxes in watch.boxes.values():
        assert outside(boxes, safe) == []
        assert overlapping(boxes, {"matrix", "formula", "text", "readout"}) == []


@pytest.mark.parametrize("name", MAPS)
def test_numbers_at_rest_are_the_exact_ones(name: str) -> None:
    matrix = MAPS[name]
    scene = staged(Volume3d, params(name), Watch(wanted=()), small(fps=FPS))
    scene.run()
    (picture,) = on_stage(scene, MappedCube)
    (readouts,) = on_stage(scene, SenseReadouts)
    assert np.array_equal(picture.matrix, matrix.array)
    assert not readouts.number.number.has_points()
    value = formula(short_latex(facts.determinant(matrix)), size=READOUT, color="#FFFFFF")
    assert readouts.number.exact is not None
    assert alike(readouts.number.exact, value)
    assert readouts.sense.key == facts.orientation(matrix)


@pytest.mark.parametrize("name", ["stretch", "mirror", "mixed, flipped", "swap"])
def test_faces_turn_over_with_the_sign_of_the_determinant(name: str) -> None:
    way = path(MAPS[name])
    signs: set[float] = set()

    def check(scene: StoryScene, t: float) -> None:
        (picture,) = on_stage(scene, MappedCube)
        det = way.det(t)
        if abs(det) < 1e-6:
            return
        signs.add(np.sign(det))
        faces = [made for piece, made in picture.diorama.drawn if piece.owner.startswith("solid/")]
        hue = ManimColor(picture.theme.positive if det > 0 else picture.theme.negative)
        edges = [made[3] for made in faces if made[3].has_points()]
        assert edges
        assert all(ManimColor(one.get_stroke_color()).to_hex() == hue.to_hex() for one in edges)
        assert any(made[1].has_points() for made in faces) == (det < 0), "hatched when flipped"

    watched(name, "perspective", check)
    assert signs == ({1.0} if name == "stretch" else {1.0, -1.0})


@views
@pytest.mark.parametrize("name", ["stretch", "mixed, flipped", "onto a plane", "large"])
def test_everything_stays_in_its_zone_all_the_way_round(name: str, view: str) -> None:
    zone = zones(small(fps=FPS)).stage
    watch = Watch(during="orbit", blind=True)
    scene = staged(
        Volume3d, params(name, view, orbit=True), watch, small(fps=FPS), run_times={"orbit": 6.0}
    )
    turns: list[Outlook] = []

    def check(number: int) -> None:
        del number
        if watch.beats[-1] != "orbit":
            return
        (picture,) = on_stage(scene, MappedCube)
        turns.append(picture.outlook)
        rim = floor_outline(picture.outlook.middle, picture.outlook.radius)
        placed = drawn_at(picture.outlook.camera, np.concatenate([picture.solid.corners, rim]))
        low, high = placed.min(axis=0), placed.max(axis=0)
        assert (low >= (zone.left, zone.bottom)).all()
        assert (high <= (zone.right, zone.top)).all()
        for label in picture.labels:
            x, y = label.get_center()[:2]
            assert zone.holds(float(x), float(y))

    watch.seen = check
    scene.run()
    azimuths = [one.camera.azimuth for one in turns]
    assert len(azimuths) == round(6.0 * FPS)
    assert max(azimuths) - min(azimuths) > 1.8 * math.pi
    (picture,) = on_stage(scene, MappedCube)
    began, ended = picture.closing.camera, picture.outlook.camera
    farther = math.degrees(ended.azimuth - began.azimuth) - 360
    assert 89 <= farther <= 151, "it ends on another side, so that no slide is there twice"
    assert picture.outlook == picture.closing.turned(ended.azimuth), "only the side is another"


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_a_determinant_takes_no_more_lines_than_it_needs(aspect: str) -> None:
    scene = staged(Volume3d, {"matrix": "diag(2, 3, 4)"}, Watch(()), small(aspect))
    scene.run()
    (shown,) = [
        one
        for one in on_stage(scene, Ink)
        if getattr(one, "box_name", ("", ""))[0] == "determinant"
    ]
    assert shown.height < 2.4 * shown.em, "at most two lines"


@pytest.mark.parametrize("aspect", ["9:16", "1:1", "4:3"])
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("name", ["stretch", "large", "onto a line"])
def test_every_shape_of_frame_holds_it_all(name: str, language: str, aspect: str) -> None:
    look = small(aspect, language=language, fps=FPS)
    found = zones(look)
    watch = run(Volume3d, params(name, "perspective"), look, wanted=())
    for beat, boxes in watch.boxes.items():
        assert outside(boxes, found.safe) == []
        assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
        assert overlapping(boxes, {"matrix", "formula", "text", "readout"}) == []
        names = {box.name for box in boxes}
        assert {"title", "signed volume"} <= names
        assert ("matrix" in names) == (beat != "cube"), "it comes with its motion"
        assert ("orientation" in names) == (beat != "cube"), "nothing has kept or flipped it yet"
        assert {"first", "second", "third", "first tip", "second tip", "third tip"} <= names


@views
@pytest.mark.parametrize("name", ["stretch", "mirror", "onto a plane", "large"])
def test_a_play_that_is_not_drawn_leaves_the_same_pictures(name: str, view: str) -> None:
    given = params(name, view, orbit=True)
    look = small(fps=3)
    whole = run(Volume3d, given, look, run_times={"orbit": 3.0})
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0}
    some = run(Volume3d, given, look, wanted=ends, run_times={"orbit": 3.0})
    assert set(some.pictures) == ends
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number]), number
    assert some.boxes == whole.boxes
    middle = range(whole.last // 2, whole.last // 2 + 3)
    late = run(Volume3d, given, look, wanted=middle, run_times={"orbit": 3.0})
    for number, picture in late.pictures.items():
        assert np.array_equal(picture, whole.pictures[number]), number


def test_beats_are_cube_warp_volume_and_an_orbit_if_it_is_wished() -> None:
    assert run(Volume3d, params("stretch"), wanted=()).beats == ["cube", "warp", "volume"]
    with_orbit = run(Volume3d, params("stretch", orbit=True), wanted=())
    assert with_orbit.beats == ["cube", "warp", "orbit", "volume"]


@pytest.mark.parametrize(
    ("name", "rank"), [("onto a plane", 2), ("onto a line", 1), ("zero", 0), ("stretch", 3)]
)
def test_what_a_singular_map_leaves_is_marked_at_the_end(name: str, rank: int) -> None:
    watch = run(Volume3d, params(name), wanted=())
    assert facts.rank(MAPS[name]) == rank
    assert "image" not in {box.name for box in watch.boxes["warp"]}
    assert ("image" in {box.name for box in watch.boxes["volume"]}) == (rank < 3)


def test_a_large_map_opens_close_to_the_cube_and_then_stands_back() -> None:
    look = small(fps=FPS)
    stage = zones(look).stage
    shares = {}
    for name in ("stretch", "large"):
        watch = run(Volume3d, params(name), look, wanted=())
        boxes = [box for box in watch.boxes["cube"] if box.name == "solid"]
        high = max(box.y1 for box in boxes) - min(box.y0 for box in boxes)
        shares[name] = high / stage.height
        plays = [beat for beat, _ in watch.plays]
        assert plays.count("warp") == (3 if name == "large" else 2), "the matrix, then the map"
    assert shares["large"] > 0.5
    assert shares["stretch"] > 0.15


def test_the_two_views_are_two_pictures() -> None:
    far, near = (run(Volume3d, params("stretch", view), small(fps=2)) for view in VIEWS)
    assert far.plays == near.plays
    assert not np.array_equal(far.pictures[far.last], near.pictures[near.last])


def test_words_are_in_the_language_of_the_film() -> None:
    assert WORDS.keys() == {"ko", "en"}
    assert WORDS["ko"].keys() == WORDS["en"].keys()
    korean, english = (
        run(Volume3d, params("stretch"), small(language=code, fps=2)).pictures
        for code in ("ko", "en")
    )
    assert not np.array_equal(korean[len(korean) - 1], english[len(english) - 1])


def test_themes_differ_and_nothing_else_does() -> None:
    dark, light = (
        run(Volume3d, params("mixed, flipped"), small(theme=theme), wanted=()) for theme in THEMES
    )
    assert dark.boxes == light.boxes
    assert dark.plays == light.plays


def test_the_scene_begins_and_ends_in_a_slide() -> None:
    opening = run(Volume3d, params("stretch"), Look(480, 270, 4), wanted={0})
    bright = opening.pictures[0].astype(int)[..., :3].max(axis=2) > 150
    assert bright[:50, :200].sum() > 50, "the title is there"
    names = {box.name for box in run(Volume3d, params("stretch"), wanted=()).boxes["volume"]}
    assert names >= {"title", "matrix", "determinant", "signed volume", "orientation", "solid"}


@pytest.mark.parametrize("matrix", [rotation(90), identity(2), zeros(2, 3)])
def test_only_3_by_3_matrices_are_taken(matrix: Matrix) -> None:
    with pytest.raises(ValidationError, match="a 3×3 matrix is needed here"):
        run(Volume3d, {"matrix": rows(matrix)}, wanted=())
