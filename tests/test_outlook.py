"""Framing space: all in its zone, all the way round, in both views; the floor; the azimuth."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from manim import ManimColor

from stage.camera import Array, Perspective
from stage.layout import Zone
from stage.outlook import Outlook, best_azimuth, floor, floor_outline, outlook
from stage.solids import parallelepiped, unit_cube
from stage.theme import DARK

ZONE = Zone(-6.0, -2.0, 2.0, 3.0)
TALL = Zone(-2.0, -1.0, 2.0, 6.0)
MAPS: dict[str, Array] = {
    "stretch": np.diag([2.0, 3.0, 4.0]),
    "below": np.diag([1.0, 1.0, -5.0]),
    "aside": np.array([[1.0, 8, 0], [0, 1, 7], [0, 0, 1]]),
    "large": 20 * np.eye(3),
    "tiny": 1e-3 * np.eye(3),
    "flat": np.diag([1.0, 2.0, 0.0]),
    "point": np.zeros((3, 3)),
}
views = pytest.mark.parametrize("near", [False, True], ids=["from afar", "from near"])
maps = pytest.mark.parametrize("name", MAPS)


def shown(name: str) -> Array:
    """What is to be seen: the cube before and after a map, shape (16, 3)."""
    return np.concatenate([unit_cube().corners, parallelepiped(MAPS[name]).corners])


def everything(seen: Outlook, points: Array) -> Array:
    """The points, the floor's border and the third axis, on the frame."""
    axis = np.array([[0.0, 0.0, height] for height in seen.heights])
    cloud = np.concatenate([points, floor_outline(seen.middle, seen.radius), axis])
    return seen.camera.place(cloud)


@views
@maps
@pytest.mark.parametrize("zone", [ZONE, TALL], ids=["wide", "tall"])
def test_everything_stays_in_the_zone_all_the_way_round(name: str, near: bool, zone: Zone) -> None:
    points = shown(name)
    seen = outlook(zone, points, near=near, azimuth=0.7, turning=True)
    for azimuth in np.linspace(0, 2 * math.pi, 361):
        placed = everything(seen.turned(float(azimuth)), points)
        assert (placed.min(axis=0) >= (zone.left, zone.bottom)).all()
        assert (placed.max(axis=0) <= (zone.right, zone.top)).all()


@views
@maps
def test_without_an_orbit_the_picture_takes_its_zone_along_one_side(name: str, near: bool) -> None:
    points = shown(name)
    seen = outlook(ZONE, points, near=near, azimuth=0.7, turning=False)
    placed = everything(seen, points)
    low, high = placed.min(axis=0), placed.max(axis=0)
    spread = (high - low) / (ZONE.width, ZONE.height)
    assert spread.max() == pytest.approx(0.92)
    assert (low + high) / 2 == pytest.approx(ZONE.center)


@maps
def test_the_eye_stays_outside_of_everything(name: str) -> None:
    points = shown(name)
    seen = outlook(ZONE, points, near=True, azimuth=0.7, turning=True)
    camera = seen.camera
    assert isinstance(camera, Perspective)
    reach = np.linalg.norm(
        np.concatenate([points, floor_outline(seen.middle, seen.radius)]) - camera.target, axis=1
    )
    assert camera.distance > 3 * reach.max()


@views
def test_on_the_way_between_two_outlooks_nothing_leaves_the_frame(near: bool) -> None:
    one, two = (
        outlook(ZONE, points, near=near, azimuth=0.7, turning=False)
        for points in (unit_cube().corners, shown("large"))
    )
    assert one.toward(two, 1.0) is two
    lengths = []
    for t in np.linspace(0, 1, 21):
        between = one.toward(two, float(t))
        placed = everything(between, unit_cube().corners)
        room = Zone(ZONE.left - 0.3, ZONE.bottom - 0.3, ZONE.right + 0.3, ZONE.top + 0.3)
        assert all(room.holds(float(x), float(y)) for x, y in placed)
        lengths.append(between.camera.unit)
    ratios = [b / a for a, b in pairwise(lengths)]
    assert ratios == pytest.approx([ratios[0]] * len(ratios)), "by equal factors in equal times"


@pytest.mark.parametrize("name", ["stretch", "large", "tiny"])
def test_the_lines_of_the_floor_are_chords_of_it_and_neither_crowd_nor_lack(name: str) -> None:
    seen = outlook(ZONE, parallelepiped(MAPS[name]).corners, near=False, azimuth=0.7, turning=False)
    sheet = floor(seen, DARK)
    middle = np.array([*seen.middle, 0.0])
    places: dict[int, list[float]] = {0: [], 1: []}
    for ends, share in sheet.lines:
        assert np.linalg.norm(ends - middle, axis=1) == pytest.approx([seen.radius] * 2)
        axis = 0 if ends[0, 0] == ends[1, 0] else 1
        places[axis].append(float(ends[0, axis]))
        assert 0 < share <= 1
        assert ends[0, axis] != 0, "the axes are drawn apart"
    for found in places.values():
        assert len(set(found)) == len(found), "no line is drawn twice"
        assert 3 <= len(found) <= 60


def test_levels_of_lines_fade_and_do_not_pop() -> None:
    near = outlook(ZONE, unit_cube().corners, near=False, azimuth=0.7, turning=False)
    far = outlook(ZONE, shown("large"), near=False, azimuth=0.7, turning=False)
    shares: dict[tuple[float, ...], list[float]] = {}
    steps = 200
    for k in range(steps + 1):
        lines = floor(near.toward(far, k / steps), DARK).lines
        now = {
            (int(e[0, 1] == e[1, 1]), round(float(e[0, int(e[0, 1] == e[1, 1])]), 9)): s
            for e, s in lines
        }
        for key, share in now.items():
            shares.setdefault(key, [0.0] * (steps + 1))[k] = share
    jumps = [
        abs(b - a)
        for key, found in shares.items()
        if 0.0 < key[1] < 1.0  # lines that lie on the floor all the way
        for a, b in pairwise(found)
    ]
    assert jumps
    assert max(jumps) < 0.15


def test_the_unit_cube_is_seen_with_its_arrows_ending_at_its_outline() -> None:
    azimuth = best_azimuth([np.eye(3)])
    seen = outlook(ZONE, unit_cube().corners, near=False, azimuth=azimuth, turning=False)
    placed = seen.camera.place(unit_cube().corners)
    inner = placed[[0, 7]]
    for tip in placed[[1, 2, 4]]:
        others = np.array([p for p in placed if not np.allclose(p, tip)])
        angles = np.sort(np.arctan2(*(others - tip).T[::-1]))
        gaps = np.diff(np.append(angles, angles[0] + 2 * math.pi))
        assert gaps.max() > math.pi - 1e-9, "all other corners lie on one side of it"
    assert len(inner) == 2


def test_the_best_view_keeps_arrows_apart() -> None:
    for matrix in (np.eye(3), MAPS["stretch"], np.array([[1.0, 2, 0], [0, 1, -1], [2, 0, 1]])):
        azimuth = best_azimuth([np.eye(3), matrix])
        camera = outlook(
            ZONE, unit_cube().corners, near=False, azimuth=azimuth, turning=False
        ).camera
        origin = camera.place(np.zeros(3))
        for columns in (np.eye(3), matrix.T):
            flat = [camera.place(v) - origin for v in columns]
            for a in range(3):
                for b in range(a):
                    sine = abs(float(flat[a][0] * flat[b][1] - flat[a][1] * flat[b][0]))
                    sine /= float(np.hypot(*flat[a]) * np.hypot(*flat[b]))
                    assert sine > 0.1


def test_a_floor_has_the_colour_of_the_grid() -> None:
    seen = outlook(ZONE, unit_cube().corners, near=True, azimuth=0.7, turning=False)
    assert floor(seen, DARK).color == ManimColor(DARK.grid)
