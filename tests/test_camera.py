"""Cameras: a turn of the head, rays through the eye, and what lies between the two views."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from stage.camera import (
    NEAREST,
    Array,
    Camera,
    Orthographic,
    Perspective,
    TooClose,
    side_of,
)

AZIMUTHS = tuple(np.linspace(0.1, 2 * math.pi + 0.1, 7, endpoint=False))
TARGET = (0.4, -0.3, 0.8)


def cloud(seed: int = 0, size: float = 1.0) -> Array:
    """Points of space, shape (40, 3)."""
    return np.random.default_rng(seed).uniform(-size, size, (40, 3))


def test_a_camera_is_a_turn_and_the_third_axis_stands_upright() -> None:
    for azimuth in AZIMUTHS:
        cameras: list[Camera] = [
            Orthographic(azimuth, 0.4),
            Perspective(azimuth, 0.4, distance=5.0),
        ]
        for camera in cameras:
            axes = camera.axes
            assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-12)
            assert np.linalg.det(axes) == pytest.approx(1)
            assert camera.place((0, 0, 1))[0] == pytest.approx(0, abs=1e-12)
            assert camera.place((0, 0, 1))[1] > 0
        assert Orthographic(azimuth, 0.4).place((0, 0, 1))[1] == pytest.approx(math.cos(0.4))


def test_a_camera_at_azimuth_0_looks_along_the_first_axis_with_the_second_to_the_right() -> None:
    far = Orthographic(0.0, 0.0, 3.0, 4.0, 2.0)
    near = Perspective(0.0, 0.0, 3.0, 4.0, 2.0, distance=6.0)
    for camera in (far, near):
        assert camera.place((0, 1, 0)) == pytest.approx([5.0, 4.0])
        assert camera.place((1, 0, 0)) == pytest.approx([3.0, 4.0])
        assert camera.nearness((1, 0, 0)) == pytest.approx(1.0)


def test_the_target_stands_where_it_should_and_its_plane_is_drawn_to_scale() -> None:
    for azimuth in AZIMUTHS:
        for camera in (
            Orthographic(azimuth, 0.5, 1.0, 2.0, 3.0, TARGET),
            Perspective(azimuth, 0.5, 1.0, 2.0, 3.0, TARGET, distance=7.0),
        ):
            assert camera.place(TARGET) == pytest.approx([1.0, 2.0])
            aside = np.array(TARGET) + 0.25 * camera.axes[0] - 0.5 * camera.axes[1]
            assert camera.place(aside) == pytest.approx([1.75, 0.5])


@pytest.mark.parametrize("seed", range(5))
def test_a_point_and_its_picture_lie_on_one_ray_through_the_eye(seed: int) -> None:
    """The picture is put back into space, on the target's plane; eye, it and point are in line."""
    camera = Perspective(1.1 * seed, 0.3, 0.5, -0.25, 2.0, TARGET, distance=4.0)
    points = cloud(seed)
    on_frame = (camera.place(points) - (camera.x, camera.y)) / camera.unit
    pictures = np.array(TARGET) + on_frame @ camera.axes[:2]
    to_point, to_picture = points - camera.eye, pictures - camera.eye
    assert np.cross(to_point, to_picture) == pytest.approx(np.zeros((40, 3)), abs=1e-12)
    assert ((to_point * to_picture).sum(axis=1) > 0).all(), "both are before the eye"


def test_perspective_tends_to_the_view_from_afar_as_the_eye_goes_away() -> None:
    points = cloud()
    far = Orthographic(0.7, 0.4, 1.0, 2.0, 1.5, TARGET)
    errors = []
    for distance in (10.0, 100.0, 1000.0, 1e4):
        near = Perspective(0.7, 0.4, 1.0, 2.0, 1.5, TARGET, distance=distance)
        errors.append(float(np.abs(near.place(points) - far.place(points)).max()))
    for one, two in itertools.pairwise(errors):
        assert two == pytest.approx(one / 10, rel=0.25)
    assert errors[-1] < 2e-3


def test_what_is_farther_away_is_drawn_smaller_only_from_near() -> None:
    for camera, smaller in (
        (Orthographic(0.7, 0.0), False),
        (Perspective(0.7, 0.0, distance=4.0), True),
    ):
        back, front = (
            camera.place(np.array([away, away + camera.axes[0]]))
            for away in (-camera.axes[2], camera.axes[2])
        )
        lengths = [float(np.linalg.norm(pair[1] - pair[0])) for pair in (back, front)]
        assert (lengths[0] < 0.75 * lengths[1]) == smaller


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9, 1.0])
def test_a_share_of_a_picture_is_found_on_the_segment(share: float) -> None:
    for camera in (Orthographic(0.3, 0.4), Perspective(0.3, 0.4, distance=3.0, unit=2.0)):
        for one, two in cloud(1).reshape(-1, 2, 3):
            ends = np.array([one, two])
            there = one + camera.share(ends, share) * (two - one)
            placed = camera.place(ends)
            expected = placed[0] + share * (placed[1] - placed[0])
            assert camera.place(there) == pytest.approx(expected, abs=1e-12)


def test_nearness_orders_what_lies_on_one_ray() -> None:
    for camera in (Orthographic(0.3, 0.4), Perspective(0.3, 0.4, distance=5.0)):
        for point in cloud(2):
            toward = camera.eye - point if isinstance(camera, Perspective) else camera.axes[2]
            steps = point + np.linspace(0, 0.8, 9)[:, None] * toward
            assert camera.place(steps) == pytest.approx(np.tile(camera.place(point), (9, 1)))
            assert (np.diff(camera.nearness(steps)) > 0).all()


def test_the_viewer_is_on_a_side_of_a_plane() -> None:
    camera = Perspective(0.0, 0.0, distance=3.0)  # the eye is at (3, 0, 0)
    toward = np.array([1.0, 0.0, 0.0])
    assert side_of(camera.viewer, toward, 2.9) > 0 > side_of(camera.viewer, toward, 3.1)
    assert side_of(Orthographic(0.0, 0.0).viewer, toward, 1e9) > 0, "infinitely far is beyond all"


def test_what_is_beside_the_eye_or_behind_it_is_refused() -> None:
    camera = Perspective(0.4, 0.2, distance=2.0)
    ahead = (1 - 1.01 * NEAREST) * camera.eye
    assert np.isfinite(camera.place(ahead)).all()
    for point in ((1 - 0.99 * NEAREST) * camera.eye, camera.eye, 2 * camera.eye):
        with pytest.raises(TooClose, match="look from farther away"):
            camera.place(point)


def test_cameras_of_a_sort_turn_into_one_another() -> None:
    far = Orthographic(0.1, 0.4, 0.0, 0.0, 1.0), Orthographic(0.5, 0.4, 2.0, 1.0, 4.0, TARGET)
    near = (
        Perspective(0.1, 0.4, 0.0, 0.0, 1.0, distance=4.0),
        Perspective(0.5, 0.4, 2.0, 1.0, 4.0, TARGET, distance=1.0),
    )
    pairs: tuple[tuple[Camera, Camera], ...] = (far, near)
    for one, two in pairs:
        assert one.toward(two, 0.0) == one
        assert one.toward(two, 1.0) is two
        middle = one.toward(two, 0.5)
        assert middle.unit == pytest.approx(2.0), "by equal factors in equal times"
        assert middle.azimuth == pytest.approx(0.3)
    for one, two in ((far[0], near[0]), (near[0], far[0])):
        with pytest.raises(TypeError, match="does not turn into"):
            one.toward(two, 0.5)
