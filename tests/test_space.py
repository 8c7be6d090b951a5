"""Space: what is in front hides what is behind, seen from afar and from near.

Hiding is judged by casting rays through the unsplit discs and strokes, which knows nothing of
trees and pieces.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pytest

from stage.camera import Array, Camera, Orthographic, Perspective
from stage.space import Patch, Piece, Stroke, crossing, disc, normal_of, space
from tests.rays import ray_through

AZIMUTHS = tuple(np.linspace(0.1, 2 * math.pi + 0.1, 7, endpoint=False))

SIGHTS: dict[str, Camera] = {
    "from afar": Orthographic(0.0, 0.4),
    "from near": Perspective(0.0, 0.4, distance=3.0),
    "from above, near": Perspective(0.0, 1.1, 0.3, -0.2, 1.5, (0.1, -0.2, 0.15), distance=2.4),
}
both = pytest.mark.parametrize("sight", SIGHTS)


def random_basis(generator: np.random.Generator) -> Array:
    """Two orthonormal rows, shape (2, 3)."""
    return np.linalg.qr(generator.standard_normal((3, 2)))[0].T


def random_scene(seed: int, discs: int = 3, strokes: int = 5) -> tuple[list[Array], list[Piece]]:
    """Bases of discs of radius 1 about the origin, and these discs with strokes among them."""
    generator = np.random.default_rng(seed)
    bases = [random_basis(generator) for _ in range(discs)]
    pieces: list[Piece] = [disc(basis, 1.0, f"disc {k}") for k, basis in enumerate(bases)]
    ends = generator.uniform(-1, 1, (strokes, 2, 3))
    ends[:1, 0] = 0.0  # one from the origin, as arrows are
    pieces += [Stroke(f"stroke {k}", one) for k, one in enumerate(ends)]
    return bases, pieces


def flat_sides(corners: Array, point: Array) -> Array:
    """How far inside of each edge of a flat convex polygon a point is; the sign tells the side."""
    edges = np.roll(corners, -1, axis=0) - corners
    to = point - corners
    lengths = np.maximum(np.hypot(*edges.T), 1e-12)
    sides: Array = (edges[:, 0] * to[:, 1] - edges[:, 1] * to[:, 0]) / lengths
    return sides


def covers(corners: Array, point: Array, margin: float) -> bool | None:
    """Whether a flat convex polygon covers a point; None if the point is close to its border."""
    sides = flat_sides(corners, point)
    inside = max(float(sides.min()), float((-sides).min()))
    return None if abs(inside) < margin else inside > 0


def depth_on(basis: Array, point: Array, camera: Camera) -> float | None:
    """How near the disc of radius 1 is where a ray through a point of the frame meets it."""
    start, toward = ray_through(camera, point)
    normal = np.cross(*basis)
    slant = float(normal @ toward)
    if abs(slant) < 0.05:
        return None
    along = -float(normal @ start) / slant
    hit = start + along * toward
    return float(camera.nearness(hit)) if float(np.linalg.norm(hit)) < 0.97 else None


@both
@pytest.mark.parametrize("seed", range(6))
def test_discs_hide_one_another_as_rays_find_them(seed: int, sight: str) -> None:
    bases, pieces = random_scene(seed, discs=4, strokes=0)
    split = space(pieces)
    points = np.random.default_rng(seed).uniform(-0.9, 0.9, (60, 2))
    judged = 0
    for azimuth in AZIMUTHS:
        camera = SIGHTS[sight].turned(azimuth)
        drawn = [
            (p.owner, camera.place(p.corners))
            for p in split.ordered(camera)
            if isinstance(p, Patch)
        ]
        for point in points:
            found = [(owner, covers(corners, point, 2e-3)) for owner, corners in drawn]
            if any(hit is None for _, hit in found):
                continue
            order = [owner for owner, hit in found if hit]
            depths = {f"disc {k}": depth_on(basis, point, camera) for k, basis in enumerate(bases)}
            known = {owner: depth for owner, depth in depths.items() if depth is not None}
            expected = sorted(known, key=lambda owner: known[owner])
            assert [owner for owner in order if owner in known] == expected
            judged += len(expected) > 1
    assert judged > 50


@both
@pytest.mark.parametrize("seed", range(6))
def test_every_point_of_a_stroke_is_hidden_by_just_the_discs_before_it(
    seed: int, sight: str
) -> None:
    bases, pieces = random_scene(seed)
    split = space(pieces)
    judged = 0
    for azimuth in AZIMUTHS:
        camera = SIGHTS[sight].turned(azimuth)
        drawn = list(split.ordered(camera))
        patches = [
            (k, p, camera.place(p.corners)) for k, p in enumerate(drawn) if isinstance(p, Patch)
        ]
        for k, stroke in enumerate(drawn):
            if not isinstance(stroke, Stroke):
                continue
            for share in (0.15, 0.5, 0.85):
                point = stroke.ends[0] + share * (stroke.ends[1] - stroke.ends[0])
                on_frame, near = camera.place(point), float(camera.nearness(point))
                for place, patch, corners in patches:
                    if not covers(corners, on_frame, 2e-3):
                        continue
                    depth = depth_on(bases[int(patch.owner[-1])], on_frame, camera)
                    if depth is None or abs(depth - near) < 1e-6:
                        continue
                    assert (place > k) == (depth > near), (stroke.owner, patch.owner)
                    judged += 1
    assert judged > 100


def test_near_the_eye_it_is_the_eye_that_tells_which_side_is_nearer() -> None:
    """An eye below the origin still looks down on a disc that lies lower."""
    floor, wall = np.eye(3)[:2], np.eye(3)[[0, 2]]
    low = disc(floor, 1.0, "low")
    back = Patch("back", disc(wall, 0.4, "").corners - np.array([0.0, 0.0, 0.2]), low.rim)
    through = Patch("low", low.corners - np.array([0.0, 0.0, 0.2]), low.rim)
    split = space([through, back])
    for height in (0.5, -0.1, -0.3, -1.5):
        camera = Perspective(math.pi / 2, math.asin(height / 3.0), distance=3.0)
        drawn = [p.owner for p in split.ordered(camera)]
        assert drawn == ["back", "low", "back"]
        below = [p for p in split.ordered(camera) if isinstance(p, Patch) and p.owner == "back"]
        heights = [float(p.corners[:, 2].mean()) for p in below]
        assert (heights[0] < heights[1]) == (height > -0.2)


@both
@pytest.mark.parametrize("seed", range(5))  # scenes without a ring of strokes
def test_of_two_strokes_that_cross_the_nearer_is_drawn_later(seed: int, sight: str) -> None:
    _, pieces = random_scene(seed, discs=1, strokes=6)
    split = space(pieces)
    judged = 0
    for azimuth in AZIMUTHS:
        camera = SIGHTS[sight].turned(azimuth)
        strokes = [p for p in split.ordered(camera) if isinstance(p, Stroke)]
        for a, first in enumerate(strokes):
            for second in strokes[a + 1 :]:
                shares = crossing(camera.place(first.ends), camera.place(second.ends))
                if shares is None or first.owner == second.owner:
                    continue
                one = camera.place(first.ends)
                start, toward = ray_through(camera, one[0] + shares[0] * (one[1] - one[0]))
                depths = [nearest_on(s.ends, start, toward) for s in (first, second)]
                assert depths[0] <= depths[1]
                judged += 1
    assert judged > 10


def nearest_on(ends: Array, start: Array, toward: Array) -> float:
    """How far along a ray it meets a segment that it is known to meet."""
    along = ends[1] - ends[0]
    (depth, _), rest, *_ = np.linalg.lstsq(
        np.column_stack([toward, -along]), ends[0] - start, rcond=None
    )
    assert float(rest.sum()) < 1e-18
    return float(depth)


@pytest.mark.parametrize("seed", range(4))
def test_splitting_loses_nothing_and_adds_nothing(seed: int) -> None:
    _, pieces = random_scene(seed, discs=4)
    parts = list(space(pieces).pieces())
    assert sum(isinstance(part, Patch) for part in parts) > 2 * 4, "most discs are cut, and often"
    for whole in pieces:
        own = [part for part in parts if part.owner == whole.owner]
        if isinstance(whole, Patch):
            patches = [p for p in own if isinstance(p, Patch)]
            assert sum(map(area, patches)) == pytest.approx(area(whole))
            assert sum(map(rim, patches)) == pytest.approx(rim(whole))
            for patch in patches:
                assert normal_of(patch.corners) == pytest.approx(normal_of(whole.corners))
        else:
            strokes = sorted((p for p in own if isinstance(p, Stroke)), key=lambda s: s.whole)
            assert strokes[0].whole[0] == 0.0
            assert strokes[-1].whole[1] == 1.0
            for one, two in pairwise(strokes):
                assert one.whole[1] == two.whole[0]
            for stroke in strokes:
                shares = np.array(stroke.whole)[:, None]
                on_whole = whole.ends[0] + shares * (whole.ends[1] - whole.ends[0])
                assert stroke.ends == pytest.approx(on_whole)


def area(patch: Patch) -> float:
    """Area of a flat polygon in space."""
    to = patch.corners - patch.corners[0]
    return float(np.linalg.norm(np.cross(to, np.roll(to, -1, axis=0)).sum(axis=0))) / 2


def rim(patch: Patch) -> float:
    """Length of a patch's own border."""
    edges = np.roll(patch.corners, -1, axis=0) - patch.corners
    return float(np.linalg.norm(edges, axis=1)[patch.rim].sum())


@both
def test_an_orbit_draws_the_same_pieces_in_another_order(sight: str) -> None:
    split = space(random_scene(0)[1])
    views = [SIGHTS[sight].turned(azimuth) for azimuth in AZIMUTHS]
    orders = [tuple(map(id, split.ordered(view))) for view in views]
    assert len({frozenset(order) for order in orders}) == 1
    assert len(set(orders)) > 1
    assert all(len(set(order)) == len(order) for order in orders)


def test_strokes_of_one_point_and_strokes_in_one_plane_are_drawn_by_layer() -> None:
    floor = disc(np.eye(3)[:2], 1.0, "floor")
    line = Stroke("line", np.array([[-1.0, 0, 0], [1.0, 0, 0]]), 2)
    arrow = Stroke("arrow", np.array([[0.0, 0, 0], [0.5, 0, 0]]), 3)
    orders: list[list[Piece]] = [[floor, arrow, line], [line, floor, arrow]]
    for pieces in orders:
        for elevation in (0.4, -0.4):
            drawn = [p.owner for p in space(pieces).ordered(Orthographic(0.3, elevation))]
            assert drawn == ["floor", "line", "arrow"]


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_hiding_does_not_depend_on_the_size_of_the_scene(scale: float) -> None:
    pieces = random_scene(3)[1]
    grown: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Patch):
            grown.append(Patch(piece.owner, piece.corners * scale, piece.rim))
        else:
            grown.append(Stroke(piece.owner, piece.ends * scale))
    camera = Orthographic(1.0, 0.4)
    assert owners(space(grown).ordered(camera)) == owners(space(pieces).ordered(camera))


def owners(pieces: Iterable[Piece]) -> list[str]:
    """Whose pieces these are, in order."""
    return [piece.owner for piece in pieces]


def test_an_empty_space_has_no_pieces() -> None:
    assert list(space([]).ordered(Orthographic(0.0, 0.4))) == []
