"""The mirror of a map, and the height of a sheet that is turned over about it: mathematics only."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from algebra import facts
from algebra.matrices import Matrix, diag, from_rows, reflection, rotation, shear, zeros
from algebra.motion import path
from algebra.numbers import to_float
from stage.layout import Zone
from stage.letters import letter_points
from stage.mirror import is_reflection, mirror_direction, mirror_factor, mirror_vector
from stage.mirror_marks import points_to_mark
from stage.shapes import CORNERS
from stage.sheet import height, turned
from stage.view import View

MAPS: dict[str, Matrix] = {
    "mirror in the first axis": diag(1, -1),
    "mirror in the second axis": diag(-1, 1),
    "swap": from_rows([[0, 1], [1, 0]]),
    "mirror at 30": reflection(30),
    "mirror at 20": reflection(20),
    "stretch and mirror": from_rows([[1, 2], [2, 1]]),
    "oblique mirror": from_rows([[1, 1], [0, -1]]),
    "turn by 90": rotation(90),
    "half-turn": from_rows([[-1, 0], [0, -1]]),
    "shear": shear(2),
    "onto a line": from_rows([[1, 2], [2, 4]]),
    "zero": zeros(2, 2),
    "large": from_rows([[1234, -1], [3, Fraction(-8001, 4)]]),
    "tiny": diag(Fraction(1, 100), Fraction(-1, 50)),
}

FLIPS = [name for name, matrix in MAPS.items() if facts.orientation(matrix) < 0]


@pytest.mark.parametrize("name", [name for name in FLIPS if is_reflection(MAPS[name])])
def test_a_reflection_in_depth_is_a_rigid_half_turn(name: str) -> None:
    """Every point keeps its distance from the axis, which is what is seen and what is height."""
    matrix = MAPS[name]
    way, along = path(matrix), mirror_direction(matrix)
    assert along is not None
    normal = np.array([-along[1], along[0]])
    rise = height(way)
    points = np.concatenate([CORNERS, letter_points("F")])
    for share in np.linspace(0, 1, 21):
        t = turned(float(share))
        seen, high = points @ way(t).T @ normal, points @ rise(t)
        assert np.abs(np.hypot(seen, high) - np.abs(points @ normal)).max() < 1e-9
        assert np.abs(points @ way(t).T @ along - points @ along).max() < 1e-9
        angle = np.cos(np.pi * share)
        assert np.abs(seen - angle * (points @ normal)).max() < 1e-9


def test_a_sheet_that_is_not_turned_over_stays_on_the_table() -> None:
    for name in MAPS.keys() - set(FLIPS):
        assert np.array_equal(height(path(MAPS[name]))(0.5), np.zeros(2)), name
    assert height(path(diag(1, -1)))(0.5) @ (0, 1) == pytest.approx(1.0)


@pytest.mark.parametrize("name", MAPS)
def test_the_mirror_is_the_line_onto_which_the_flip_flattens(name: str) -> None:
    matrix = MAPS[name]
    along = mirror_direction(matrix)
    if name not in FLIPS:
        assert along is None
        assert mirror_vector(matrix) is None
        return
    assert along is not None
    flat = path(matrix)(0.5)
    assert (
        abs(float(np.linalg.det(np.column_stack([along, flat @ (1, 0)]))))
        < 1e-9 * np.abs(flat).max()
    )
    assert (
        abs(float(np.linalg.det(np.column_stack([along, flat @ (0, 1)]))))
        < 1e-9 * np.abs(flat).max()
    )
    if is_reflection(matrix):
        assert np.abs(matrix.array @ along - along).max() < 1e-12, "its points stay"


def test_vectors_on_the_mirror_are_exact() -> None:
    found = {name: mirror_vector(MAPS[name]) for name in FLIPS}
    told = {
        name: tuple(tuple(map(str, one.columns[0])) for one in pair)
        for name, pair in found.items()
        if pair is not None
    }
    assert told["swap"] == (("1", "1"), ("1", "1"))
    assert told["mirror in the first axis"] == (("1", "0"), ("1", "0"))
    assert told["stretch and mirror"] == (("1", "1"), ("3", "3"))
    assert "oblique mirror" not in told
    assert "mirror at 20" not in told
    for name, pair in found.items():
        if pair is not None:
            vector, image = (one.array[:, 0] for one in pair)
            along = mirror_direction(MAPS[name])
            assert along is not None
            assert abs(vector[0] * along[1] - vector[1] * along[0]) < 1e-9 * np.hypot(*vector)
            assert np.abs(MAPS[name].array @ vector - image).max() < 1e-12


def test_only_a_symmetric_map_keeps_the_line_about_which_it_flips() -> None:
    """By the factor that is told, which is the positive eigenvalue."""
    told = {name: mirror_factor(MAPS[name]) for name in MAPS}
    assert told["mirror at 20"] == told["swap"] == 1
    assert told["stretch and mirror"] == 3
    assert told["oblique mirror"] is told["shear"] is told["zero"] is None
    inexact = from_rows([[0.1, 0.7], [0.7, -0.2]])
    for matrix, value in ((MAPS[name], found) for name, found in told.items() if found):
        along = mirror_direction(matrix)
        assert along is not None
        assert np.abs(matrix.array @ along - to_float(value) * along).max() < 1e-12
    along, factor = mirror_direction(inexact), mirror_factor(inexact)
    assert along is not None
    assert factor is not None
    assert np.abs(inexact.array @ along - to_float(factor) * along).max() < 1e-12


def test_points_are_marked_where_the_stage_has_room_for_them() -> None:
    zone, view = Zone(-4, -2, 4, 2), View(0.0, 0.0, 1.0)
    near = points_to_mark(mirror_vector(diag(2, -1)), view, zone)
    assert near is not None
    assert [tuple(one.columns[0]) for one in near] == [(1, 0), (2, 0)]
    tilted = from_rows([[Fraction(3, 5), Fraction(4, 5)], [Fraction(4, 5), Fraction(-3, 5)]])
    assert points_to_mark(mirror_vector(tilted), View(0.0, 0.0, 2.2), zone) is not None
    assert points_to_mark(mirror_vector(diag(9, -1)), view, zone) is None, "it would leave"
    assert points_to_mark(mirror_vector(diag(9, -1)), View(0.0, 0.0, 0.1), zone) is None
    assert points_to_mark(None, view, zone) is None
