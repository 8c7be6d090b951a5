"""What faces hide of lines, checked point by point; and that what is hidden can be read."""

from __future__ import annotations

import numpy as np
import pytest

from stage.behind import DASH, SPACE, Face, dashes, merged
from stage.camera import Array, Orthographic
from stage.colors import coded, contrast
from stage.subspace_pieces import COVER, TINT
from stage.theme import THEMES


def _random_face(generator: np.random.Generator) -> tuple[Face, Array]:
    basis = np.linalg.qr(generator.normal(size=(3, 2)))[0].T
    face = Face("face", basis, float(generator.uniform(0.5, 3)))
    camera = Orthographic(float(generator.uniform(0, 6)), float(generator.uniform(0.1, 1.2)))
    return face, camera.axes[2]


def _is_behind(point: Array, face: Face, toward: Array) -> bool:
    """Whether the ray from a point towards the viewer goes through the face: solved as a system."""
    a, b, t = np.linalg.solve(np.column_stack([*face.basis, -toward]), point)
    return bool(t > 0 and a * a + b * b < face.radius**2)


@pytest.mark.parametrize("seed", range(40))
def test_the_hidden_stretch_is_what_rays_to_the_viewer_meet(seed: int) -> None:
    generator = np.random.default_rng(seed)
    face, toward = _random_face(generator)
    ends = generator.normal(size=(2, 3)) * 2
    if seed % 4 == 0:
        ends[0] = 0.0  # as arrows from the origin are, which lies in the face
    low, high = face.hidden(ends, toward) or (2.0, 2.0)
    shares = np.linspace(0, 1, 203)
    points = ends[0] + shares[:, None] * (ends[1] - ends[0])
    hides = face.hides(points, toward)
    for share, point, behind in zip(shares, points, hides, strict=True):
        if min(abs(share - low), abs(share - high), share, 1 - share) < 1e-3:
            continue
        assert (low < share < high) == _is_behind(point, face, toward) == behind


def test_what_lies_in_a_face_or_is_seen_edge_on_is_not_hidden() -> None:
    face = Face("floor", np.eye(3)[:2], 1.0)
    down, level = np.array([0.6, 0.0, 0.8]), np.array([1.0, 0.0, 0.0])
    assert face.hidden(np.array([[0.0, 0, 0], [0.5, 0.5, 0]]), down) is None
    assert face.hidden(np.array([[0.0, 0, 0], [0.1, 0.0, -1]]), level) is None
    assert face.hidden(np.array([[0.0, 0, 0], [0.1, 0.0, -1]]), down) is not None


def test_dashes_do_not_creep_while_a_piece_grows() -> None:
    for anchor in (0.0, 0.5):
        one, two = (dashes(0.0, 1.0, length, anchor) * length for length in (4.0, 6.0))
        one, two = one - anchor * 4.0, two - anchor * 6.0
        inner = one[1:-1]
        assert len(inner) > 10
        assert all(np.abs(two - dash).max(axis=1).min() < 1e-9 for dash in inner)
        assert inner[:, 1] - inner[:, 0] == pytest.approx(np.full(len(inner), DASH))
        assert np.diff(inner[:, 0]) == pytest.approx(np.full(len(inner) - 1, DASH + SPACE))


def test_dashes_keep_to_their_stretch_and_nothing_has_none() -> None:
    shares = dashes(0.3, 0.55, 5.0)
    assert shares.min() >= 0.3
    assert shares.max() <= 0.55
    assert len(dashes(0.4, 0.4, 5.0)) == len(dashes(0, 1, 0.0)) == 0
    assert merged([(0.5, 0.7), (0.1, 0.2), (0.6, 0.9)]) == [(0.1, 0.2), (0.5, 0.9)]


@pytest.mark.parametrize("name", THEMES)
def test_dashes_of_every_hue_can_be_read_on_every_face(name: str) -> None:
    theme = THEMES[name]
    hues = [*theme.family, theme.kernel, theme.input]
    for of_face in (*theme.family, theme.kernel):
        shown = (1 - COVER * TINT) * coded(theme.ground) + COVER * TINT * coded(of_face)
        for hue in hues:
            if hue != of_face:
                assert contrast(coded(hue), shown) >= 3, f"{hue} on a face of {of_face}"
