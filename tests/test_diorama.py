"""Solids, sheets, lines and arrows in one picture: hiding all along a motion, in both views.

Hiding is judged by casting rays through the whole faces and the floor, which knows nothing of
trees, pieces or which faces are seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from manim import ManimColor

from algebra import motion
from algebra.matrices import from_rows
from stage.body import Body, LeftOver
from stage.camera import Array, Camera, Orthographic, Perspective
from stage.diorama import Diorama
from stage.shapes import DOT
from stage.solids import Solid, hull, parallelepiped
from stage.space import Patch, Piece, Stroke
from stage.space_marks import ArrowInSpace, Dot, Line, Mark, Sheet, dashed, tile
from stage.theme import DARK
from tests.rays import ray_through
from tests.stage_helpers import shoelace

MAPS: dict[str, list[list[float]]] = {
    "stretch": [[2, 0, 0], [0, 1.5, 0], [0, 0, 3]],
    "shear": [[1, 1, 0], [0, 1, 0.5], [0, 0, 1]],
    "turn": [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    "mirror": [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
    "mixed, flipped": [[1, 2, 0], [0, 1, -1], [2, 0, 1]],
    "rank 2": [[1, 0, 1], [0, 1, 1], [1, 0, 1]],
    "rank 1": [[0.5, 0.25, 0.5], [1, 0.5, 1], [0, 0, 0]],
    "rank 0": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
}
TARGET = (0.5, 0.5, 0.5)
VIEWS: dict[str, Camera] = {
    "from afar": Orthographic(0.6, 0.42, target=TARGET),
    "from near": Perspective(0.6, 0.42, distance=6.0, target=TARGET),
}
views = pytest.mark.parametrize("view", VIEWS)
maps = pytest.mark.parametrize("name", MAPS)

LIGHT = np.array([0.6, 0.0, 0.8])
INK, GROUND = ManimColor(DARK.ink), ManimColor(DARK.ground)


def frames(name: str) -> Iterator[tuple[float, Array]]:
    """Five moments of the motion to a map."""
    path = motion.path(from_rows([[Fraction(str(x)) for x in row] for row in MAPS[name]]))
    for t in np.linspace(0, 1, 5):
        yield float(t), path(float(t))


def marks(matrix: Array) -> tuple[Sheet, Body, list[Mark]]:
    """A sheet that the solid pierces, the solid, its three arrows and a line through it."""
    sheet = tile("sheet", np.array([0.5, 0.5, 0.3]), 3 * np.eye(3)[:2], INK, GROUND)
    body = Body("solid", parallelepiped(matrix), DARK, LIGHT)
    strokes: list[Mark] = [
        ArrowInSpace(f"arrow {k}", np.array([np.zeros(3), matrix[:, k]]), INK) for k in range(3)
    ]
    strokes.append(Line("line", np.array([[-1.0, 0.3, 0.4], [2.0, 0.8, 0.9]]), INK, dashes=7))
    return sheet, body, strokes


def composed(name: str, view: str) -> Iterator[tuple[Camera, Diorama, Sheet, Body]]:
    """The marks at every frame of a motion, each from another side."""
    for turn, (_, matrix) in enumerate(frames(name)):
        camera = VIEWS[view].turned(0.6 + 0.9 * turn)
        sheet, body, strokes = marks(matrix)
        picture = Diorama()
        picture.compose([sheet, body, *strokes], camera)
        yield camera, picture, sheet, body


def hit(corners: Array, start: Array, toward: Array) -> tuple[float, float] | None:
    """Where a ray meets the plane of a convex polygon, and how far inside; None if it is edge-on.

    The second is a distance from the border, negative outside.
    """
    to = corners - corners[0]
    normal = np.cross(to, np.roll(to, -1, axis=0)).sum(axis=0)
    size = float(np.linalg.norm(normal))
    if size < 1e-6 or abs(float(normal @ toward)) < 0.03 * size:
        return None
    normal = normal / size
    along = float(normal @ (corners[0] - start)) / float(normal @ toward)
    point = start + along * toward
    edges = np.roll(corners, -1, axis=0) - corners
    inward = np.cross(normal, edges)
    inward /= np.maximum(np.linalg.norm(inward, axis=1), 1e-12)[:, None]
    return along, float(((point - corners) * inward).sum(axis=1).min())


def faces_of(sheet: Sheet, solid: Solid) -> dict[str, Array]:
    """All whole faces by the name of their owner."""
    own = {f"solid/{k}": solid.corners[list(face)] for k, face in enumerate(solid.faces)}
    return {"sheet": sheet.outline, **own}


def inside(polygon: Array, point: Array) -> float:
    """How far inside a flat convex polygon a point is; negative outside."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    to = point - polygon
    lengths = np.maximum(np.hypot(*edges.T), 1e-12)
    sides = (edges[:, 0] * to[:, 1] - edges[:, 1] * to[:, 0]) / lengths
    return max(float(sides.min()), float((-sides).min()))


@views
@maps
def test_faces_hide_one_another_as_rays_find_them_at_every_frame(name: str, view: str) -> None:
    generator = np.random.default_rng(0)
    judged = 0
    for camera, picture, sheet, body in composed(name, view):
        whole = faces_of(sheet, body.solid)
        drawn = [
            (piece.owner, camera.place(piece.corners))
            for piece, _ in picture.drawn
            if isinstance(piece, Patch)
        ]
        cloud = camera.place(body.solid.corners)
        low, high = cloud.min(axis=0) - 0.2, cloud.max(axis=0) + 0.2
        for point in generator.uniform(low, high, (40, 2)):
            start, toward = ray_through(camera, point)
            hits = {owner: hit(corners, start, toward) for owner, corners in whole.items()}
            if any(found is not None and abs(found[1]) < 5e-3 for found in hits.values()):
                continue  # too close to a border to be sure
            met = {o: f[0] for o, f in hits.items() if f is not None and f[1] > 0}
            depths = sorted(met.values())
            if any(b - a < 1e-4 for a, b in pairwise(depths)):
                continue  # faces of a solid that is all but flat
            order = [owner for owner, corners in drawn if inside(corners, point) > 0]
            expected = sorted(met, key=lambda owner: met[owner])
            assert [owner for owner in order if owner in met] == expected
            judged += len(expected) > 1
    assert judged > (40 if name not in ("rank 1", "rank 0") else 15)


@views
@maps
def test_every_point_of_a_stroke_is_hidden_by_just_the_faces_before_it(
    name: str, view: str
) -> None:
    """Arrows run along edges: they come after the faces that they lie in, unless in front."""
    judged = 0
    for camera, picture, sheet, body in composed(name, view):
        pieces = [piece for piece, _ in picture.drawn]
        whole = faces_of(sheet, body.solid)
        for k, stroke in enumerate(pieces):
            if not isinstance(stroke, Stroke) or stroke.owner.startswith(("sheet", "solid")):
                continue
            if float(np.linalg.norm(stroke.ends[1] - stroke.ends[0])) < 1e-3:
                continue  # the lift alone has cut it off; it cannot be seen
            for share in (0.2, 0.5, 0.8):
                judged += judge_point(stroke, share, k, pieces, whole, camera)
    assert judged > 80


def judge_point(
    stroke: Stroke,
    share: float,
    place: int,
    pieces: list[Piece],
    whole: dict[str, Array],
    camera: Camera,
) -> int:
    """Check a point of a stroke against all pieces of faces that cover it; how many there were."""
    point = stroke.ends[0] + share * (stroke.ends[1] - stroke.ends[0])
    on_frame = camera.place(point)
    start, toward = ray_through(camera, on_frame)
    depth = float((point - start) @ toward)
    judged = 0
    for k, patch in enumerate(pieces):
        if not isinstance(patch, Patch) or patch.owner not in whole:
            continue
        found = hit(whole[patch.owner], start, toward)
        if found is None or inside(camera.place(patch.corners), on_frame) < -1e-9:
            continue
        if found[0] > depth + 1e-3:
            assert k > place, f"{patch.owner} is in front of {stroke.owner}"
            judged += 1
        elif found[0] < depth - 1e-3 or inside(camera.place(patch.corners), on_frame) > -1e-3:
            assert k < place, f"{stroke.owner} is in front of {patch.owner}, or lies in it"
            judged += 1
    return judged


def enters(solid: Solid, point: Array, toward: Array) -> bool:
    """Whether a ray from a point of the surface towards the viewer runs through the solid."""
    ahead = point + 1e-3 * solid.size * toward
    normals = solid.outward()
    starts = solid.corners[[face[0] for face in solid.faces]]
    return bool((((ahead - starts) * normals).sum(axis=1) < 0).all())


@views
@maps
def test_edges_are_whole_in_front_and_dashed_behind(name: str, view: str) -> None:
    for turn, (_, matrix) in enumerate(frames(name)):
        camera = VIEWS[view].turned(0.6 + 0.9 * turn)
        sheet, body, _ = marks(matrix)
        solid = body.solid
        if solid.rank < 3 or abs(solid.volume()) < 1e-4:
            continue
        picture = Diorama()
        picture.compose([sheet, body], camera)
        front, behind = (
            np.concatenate(
                [np.zeros((0, 2, 2))]
                + [
                    segments(made[part].points)
                    for piece, made in picture.drawn
                    if piece.owner.startswith("solid")
                ]
            )
            for part in (3, 2)
        )
        for a, b in solid.edges():
            one, two = solid.corners[[a, b]]
            middle = (one + two) / 2
            toward = ray_through(camera, camera.place(middle))[1]
            ends = camera.place(np.array([one, two]))
            length = float(np.hypot(*(ends[1] - ends[0])))
            if enters(solid, middle, toward):
                shares = dashed(0.0, 1.0, body.dashes)
                expected = float((shares[:, 1] - shares[:, 0]).sum())
                if view == "from afar":
                    assert covered(ends, behind) == pytest.approx(expected, abs=1e-6)
                assert 0.3 < covered(ends, behind) < 0.8
                assert covered(ends, front) < 0.05
            else:
                assert covered(ends, front) == pytest.approx(1.0, abs=1e-6), (a, b, length)


def segments(points: Array) -> Array:
    """Straight curves, shape (4n, 3), as segments, shape (n, 2, 2)."""
    return np.stack([points[::4, :2], points[3::4, :2]], axis=1)


def covered(ends: Array, lines: Array) -> float:
    """The share of a segment, (2, 2), that other segments cover, (n, 2, 2)."""
    along = ends[1] - ends[0]
    square = float(along @ along)
    spans = []
    for line in lines:
        shares = (line - ends[0]) @ along / square
        off = line - ends[0] - shares[:, None] * along
        if float(np.abs(off).max()) < 1e-6 * math.sqrt(square) + 1e-9:
            spans.append(sorted(np.clip(shares, 0.0, 1.0).tolist()))
    total, reached = 0.0, 0.0
    for low, high in sorted(spans):
        total += max(0.0, high - max(low, reached))
        reached = max(reached, high)
    return total


def test_the_faces_that_are_drawn_have_the_area_of_the_silhouette() -> None:
    for view, camera in VIEWS.items():
        _, body, _ = marks(np.array(MAPS["mixed, flipped"], dtype=float))
        picture = Diorama()
        picture.compose([body], camera)
        seen = body.solid.seen(camera)
        areas = [0.0, 0.0]
        for piece, made in picture.drawn:
            drawn = abs(shoelace(np.asarray(made[0].points[::4, :2])))
            areas[int(seen[int(piece.owner[-1])])] += drawn
        assert areas[0] == pytest.approx(areas[1]), view


def test_a_flipped_solid_has_the_other_colour_and_hatching() -> None:
    for sign, color in ((1.0, DARK.positive), (-1.0, DARK.negative)):
        body = Body("solid", parallelepiped(np.diag([1.0, 1.0, sign])), DARK, LIGHT)
        picture = Diorama()
        picture.compose([body], VIEWS["from afar"])
        assert body.hue == ManimColor(color)
        hatched = [made[1].has_points() for _, made in picture.drawn]
        assert sum(hatched) == (3 if sign < 0 else 0), "the three faces that are seen"


@pytest.mark.parametrize(
    ("name", "pieces"), [("rank 2", Patch), ("rank 1", Stroke), ("rank 0", Stroke)]
)
def test_what_is_left_of_a_flat_solid_is_drawn(name: str, pieces: type[Piece]) -> None:
    solid = parallelepiped(MAPS[name])
    picture = Diorama()
    picture.compose([LeftOver("image", solid, DARK)], VIEWS["from afar"])
    [(piece, made)] = picture.drawn
    assert isinstance(piece, pieces)
    assert made[1].has_points()
    box = camera_box(solid, VIEWS["from afar"])
    assert made.width == pytest.approx(box[0], abs=2e-3)
    assert made.height == pytest.approx(box[1], abs=2e-3)


def camera_box(solid: Solid, camera: Camera) -> tuple[float, float]:
    """Width and height of a solid's picture."""
    wide, high = np.ptp(camera.place(solid.corners), axis=0)
    return float(wide), float(high)


@views
def test_an_arrow_keeps_its_width_and_is_a_dot_where_it_has_no_length(view: str) -> None:
    camera = VIEWS[view]
    shafts = []
    for end in ([3.0, 0, 0], [0, 1.0, 0], [0, 0, -2.0]):
        picture = Diorama()
        picture.compose([ArrowInSpace("arrow", np.array([[0, 0, 0], end]), INK)], camera)
        corners = np.asarray(picture.drawn[0][1][0].points[::4, :2])
        assert corners[3] == pytest.approx(camera.place(end))
        shafts.append(float(np.hypot(*(corners[0] - corners[-1]))))
    assert shafts == pytest.approx([shafts[0]] * 3)
    start = np.array([0.2, 0.1, 0.3])
    toward = ray_through(camera, camera.place(start))[1]
    for tip in (start, start + 0.7 * toward):
        picture = Diorama()
        picture.compose([ArrowInSpace("arrow", np.array([start, tip]), INK)], camera)
        [path] = picture.drawn[0][1]
        assert path.width == pytest.approx(2 * DOT, rel=1e-3)
        assert path.height == pytest.approx(2 * DOT, rel=1e-3)


@views
def test_an_arrow_through_a_sheet_is_drawn_in_two_parts_without_a_gap(view: str) -> None:
    camera = VIEWS[view]
    sheet = tile("sheet", np.array([0.5, 0.5, 0.3]), 3 * np.eye(3)[:2], INK, GROUND)
    arrow = ArrowInSpace("arrow", np.array([[0.2, 0.4, -0.8], [0.9, 0.7, 1.5]]), INK)
    whole, split = Diorama(), Diorama()
    whole.compose([arrow], camera)
    split.compose([sheet, arrow], camera)
    parts = [made for piece, made in split.drawn if piece.owner == "arrow"]
    assert len(parts) == 2
    found = [abs(shoelace(np.asarray(part[0].points[::4, :2]))) for part in parts]
    complete = abs(shoelace(np.asarray(whole.drawn[0][1][0].points[::4, :2])))
    assert complete < sum(found) < 1.02 * complete + 2e-3


def test_dashes_belong_to_the_line_and_not_to_its_parts() -> None:
    whole = dashed(0.0, 1.0, 6)
    assert (whole[0, 0], whole[-1, 1]) == (0.0, pytest.approx(1.0))
    parts = np.concatenate([dashed(a, b, 6) for a, b in ((0.0, 0.33), (0.33, 0.6), (0.6, 1.0))])
    assert (parts[:, 1] - parts[:, 0]).sum() == pytest.approx((whole[:, 1] - whole[:, 0]).sum())
    assert dashed(0.2, 0.7, 0).tolist() == [[0.2, 0.7]]


def test_a_dot_faces_the_viewer() -> None:
    for camera in VIEWS.values():
        picture = Diorama()
        picture.compose([Dot("dot", np.array([1.0, 0.0, 0.5]), INK, 0.2)], camera)
        [disc] = picture.drawn[0][1]
        assert disc.width == pytest.approx(0.4, rel=1e-3)
        assert disc.height == pytest.approx(0.4, rel=1e-3)
        x, y = disc.get_center()[:2]
        assert (x, y) == pytest.approx(tuple(camera.place((1.0, 0.0, 0.5))))


def test_a_sheet_needs_an_area() -> None:
    with pytest.raises(ValueError, match="parallel"):
        tile("sheet", np.zeros(3), np.array([[1.0, 0, 0], [2.0, 0, 0]]), INK, GROUND)


def test_any_convex_solid_is_drawn_with_its_edges() -> None:
    tetrahedron = hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    for sign in (1.0, -1.0):
        picture = Diorama()
        body = Body("solid", tetrahedron.mapped(np.diag([1.0, 1.0, sign])), DARK, LIGHT)
        picture.compose([body], VIEWS["from near"])
        assert len([piece for piece, _ in picture.drawn]) == 4
