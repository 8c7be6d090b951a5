"""Rays through points of the frame, by which hiding in space is judged."""

from __future__ import annotations

import numpy as np

from stage.camera import Array, Camera, Orthographic, Perspective


def ray_through(camera: Camera, point: Array) -> tuple[Array, Array]:
    """The ray that is drawn as a point of the frame: where it starts, and towards the viewer."""
    assert isinstance(camera, (Orthographic, Perspective))
    across = (point - (camera.x, camera.y)) / camera.unit
    start = np.array(camera.target) + across @ camera.axes[:2]
    if isinstance(camera, Orthographic):
        return start, camera.axes[2]
    toward = camera.eye - start
    return start, toward / np.linalg.norm(toward)
