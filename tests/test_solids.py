"""Convex solids under maps: volume, faces, silhouettes, and what singular maps leave of them."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from algebra import facts, motion
from algebra.matrices import Matrix, from_rows
from stage.camera import Array, Camera, Orthographic, Perspective
from stage.solids import hull, parallelepiped, unit_cube

FAMILIES: dict[str, list[list[float]]] = {
    "identity": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "stretch": [[2, 0, 0], [0, 3, 0], [0, 0, 4]],
    "shear": [[1, 1, 0], [0, 1, 0.5], [0, 0, 1]],
    "rotation": [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    "half turn": [[-1, 0, 0], [0, -1, 0], [0, 0, 1]],
    "mirror": [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
    "through the origin": [[-1, 0, 0], [0, -1, 0], [0, 0, -1]],
    "swap": [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
    "mixed": [[1, 2, 0], [0, 1, -1], [2, 0, 1]],
    "large": [[20, 3, 0], [0, 15, -7], [1, 0, 20]],
    "small": [[0.3, 0, 0.1], [0, 0.3, 0], [0, -0.1, 0.3]],
    "rank 2": [[1, 0, 1], [0, 1, 1], [0, 0, 0]],
    "rank 2, turned": [[-1, 2, 1], [0, -1, -1], [1, 1, 2]],
    "rank 1": [[1, 2, 3], [2, 4, 6], [0, 0, 0]],
    "rank 0": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
}

VIEWS: tuple[Camera, ...] = tuple(
    camera
    for azimuth in (0.3, 2.0, 4.4)
    for camera in (Orthographic(azimuth, 0.4), Perspective(azimuth, 0.4, distance=120.0))
)
maps = pytest.mark.parametrize("name", FAMILIES)


def exact(name: str) -> Matrix:
    """A matrix of the families with the decimals that are written."""
    return from_rows([[Fraction(str(x)) for x in row] for row in FAMILIES[name]])


def moments(name: str) -> list[tuple[float, Array, float]]:
    """A motion in 9 frames: t, M(t) and its determinant by the path's own law."""
    path = motion.path(exact(name))
    return [(float(t), path(float(t)), path.det(float(t))) for t in np.linspace(0, 1, 9)]


def flat_area(corners: Array) -> float:
    """Area of a polygon in the plane, corners of shape (n, 2), by the shoelace formula."""
    x, y = corners.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def silhouette(points: Array) -> float:
    """Area of the convex hull of points of the frame (Andrew's monotone chain)."""
    ordered = sorted(map(tuple, points.tolist()))

    def chain(run: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        kept: list[tuple[float, ...]] = []
        for x, y in run:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    border = chain(ordered) + chain(ordered[::-1])
    return flat_area(np.array(border)) if len(border) > 2 else 0.0


def test_the_unit_cube_has_its_corners_where_the_basis_vectors_end() -> None:
    cube = unit_cube()
    assert cube.corners[[0, 1, 2, 4]].tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert len(cube.edges()) == 12
    assert cube.volume() == pytest.approx(1.0)
    assert np.abs(cube.areas()).sum(axis=1) == pytest.approx(np.ones(6))


@maps
def test_the_volume_by_the_divergence_theorem_is_the_determinant_at_every_frame(name: str) -> None:
    for _, now, det in moments(name):
        solid = parallelepiped(now)
        size = float(np.linalg.norm(now, 2)) ** 3
        assert solid.volume() == pytest.approx(float(np.linalg.det(now)), abs=1e-12 * size)
        assert solid.volume() == pytest.approx(det, abs=1e-9 * max(size, 1e-6))


@maps
def test_faces_look_outwards_and_turn_over_with_the_sign_of_the_determinant(name: str) -> None:
    for _, now, _ in moments(name):
        solid = parallelepiped(now)
        if solid.rank < 3:
            assert solid.orientation == 0
            continue
        assert solid.orientation == np.sign(np.linalg.det(now))
        for normal, area, face in zip(solid.outward(), solid.areas(), solid.faces, strict=True):
            out = solid.corners[list(face)].mean(axis=0) - solid.middle
            assert normal @ out > 0
            assert np.sign(area @ normal) == solid.orientation


@maps
@pytest.mark.parametrize("view", range(len(VIEWS)))
def test_the_faces_that_are_seen_fill_the_silhouette_and_so_do_the_others(
    name: str, view: int
) -> None:
    """Each point inside the outline is covered by one face in front and by one behind."""
    camera = VIEWS[view]
    for _, now, _ in moments(name):
        solid = parallelepiped(now)
        whole = silhouette(camera.place(solid.corners))
        seen = solid.seen(camera)
        areas = np.array(
            [abs(flat_area(camera.place(solid.corners[list(face)]))) for face in solid.faces]
        )
        assert areas[seen].sum() == pytest.approx(whole, abs=1e-6 * solid.size**2 + 1e-12)
        assert areas[~seen].sum() == pytest.approx(whole, abs=1e-6 * solid.size**2 + 1e-12)


@maps
def test_the_rank_of_what_is_left_is_that_of_the_map(name: str) -> None:
    matrix = exact(name)
    solid = parallelepiped(matrix.array)
    assert solid.rank == facts.rank(matrix)
    if solid.rank == 1:
        one, two = solid.segment()
        reach = solid.corners @ (two - one)
        assert {reach.argmin(), reach.argmax()} <= {
            *np.flatnonzero(np.isclose(reach, one @ (two - one))),
            *np.flatnonzero(np.isclose(reach, two @ (two - one))),
        }


@pytest.mark.parametrize(
    ("name", "corners"),
    [("rank 2", 6), ("rank 2, turned", 6), ("rank 1", 2), ("rank 0", 1)],
)
def test_the_border_of_a_flat_solid_holds_all_its_corners(name: str, corners: int) -> None:
    solid = parallelepiped(FAMILIES[name])
    border = solid.border()
    assert len(border) == corners
    if corners < 3:
        return
    normal = np.cross(border[1] - border[0], border[2] - border[0])
    ahead = np.cross(normal, np.roll(border, -1, axis=0) - border)
    for corner in solid.corners:
        assert ((corner - border) @ normal) == pytest.approx(np.zeros(corners), abs=1e-9)
        assert ((corner - border) * ahead).sum(axis=1).min() > -1e-9
    # A zonogon's area: the sum of those of the parallelograms that its sides span.
    sides = np.array(FAMILIES[name]).T
    pairs = [np.linalg.norm(np.cross(sides[a], sides[b])) for a, b in ((0, 1), (0, 2), (1, 2))]
    to = border - border[0]
    area = np.linalg.norm(np.cross(to, np.roll(to, -1, axis=0)).sum(axis=0)) / 2
    assert area == pytest.approx(sum(pairs))


def test_a_parallelogram_has_a_border_of_four_corners_and_a_solid_none() -> None:
    assert len(parallelepiped(np.diag([1.0, 2.0, 0.0])).border()) == 4
    with pytest.raises(ValueError, match="not flat"):
        unit_cube().border()


OCTAHEDRON = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
PRISM = [(math.cos(a), math.sin(a), z) for a in np.arange(6) * math.pi / 3 for z in (0.0, 2.0)]


@pytest.mark.parametrize(
    ("points", "faces", "edges", "volume"),
    [
        ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], 4, 6, 1 / 6),
        (unit_cube().corners.tolist(), 6, 12, 1.0),
        (OCTAHEDRON, 8, 12, 4 / 3),
        ([*OCTAHEDRON, (0.1, 0.2, 0.0)], 8, 12, 4 / 3),
        (PRISM, 8, 18, 3 * math.sqrt(3)),
    ],
)
def test_a_hull_has_the_faces_edges_and_volume_of_its_solid(
    points: list[tuple[float, float, float]], faces: int, edges: int, volume: float
) -> None:
    solid = hull(points)
    assert (len(solid.faces), len(solid.edges())) == (faces, edges)
    assert len(solid.corners) - edges + faces == 2, "Euler's formula"
    assert solid.volume() == pytest.approx(volume)
    flipped = solid.mapped(np.diag([2.0, 1.0, -1.0]))
    assert flipped.volume() == pytest.approx(-2 * volume)
    assert flipped.orientation == -1


def test_points_in_one_plane_have_no_solid() -> None:
    with pytest.raises(ValueError, match="in one plane"):
        hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])


def test_a_motion_through_the_mirror_turns_all_faces_over_once() -> None:
    signs = [parallelepiped(now).orientation for _, now, _ in moments("mirror")]
    turns = [(one, two) for one, two in pairwise(signs) if one != two]
    assert turns in ([(1, -1)], [(1, 0), (0, -1)])
