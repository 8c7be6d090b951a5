"""Labels in space: clear of what moves, in their zone, turning slowly from where they are."""

from __future__ import annotations

import math

import numpy as np
import pytest

from stage.camera import Array
from stage.labels import Rectangle, stand_off
from stage.layout import Zone
from stage.space_labels import STEPS, WAYS, Track, tracks

ZONE = Zone(-4.0, -3.0, 4.0, 3.0)
HALVES = [(0.3, 0.15), (0.35, 0.15), (0.3, 0.2)]
MOMENTS = 25


def turning(speeds: tuple[float, float, float]) -> tuple[Array, Array]:
    """Three arrows that turn about the origin: their tips (T, 3, 2) and themselves as lines."""
    t = np.linspace(0, 1, MOMENTS)
    angles = np.array([0.2, 2.3, 4.4]) + t[:, None] * np.array(speeds)
    tips = 1.8 * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    return tips, np.stack([np.zeros_like(tips), tips], axis=2)


def solved(points: Array, lines: Array, start: list[float] | None = None) -> list[Track]:
    """The tracks of three labels whose picture is about the origin."""
    weights = np.full(lines.shape[1], 6.0)
    middles = np.zeros((len(points), 2))
    return tracks(points, HALVES, lines, weights, middles, ZONE, start)


def boxes(points: Array, found: list[Track], k: int) -> list[Rectangle]:
    """Where the labels stand at a sample."""
    moment = k / (MOMENTS - 1)
    placed = []
    for tip, track, half in zip(points[k], found, HALVES, strict=True):
        x, y = stand_off(tip, track.at(moment), half)
        placed.append(Rectangle(float(x), float(y), *half))
    return placed


@pytest.mark.parametrize("speeds", [(0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (2.0, -1.5, 0.5)])
def test_labels_keep_clear_of_arrows_and_of_one_another(
    speeds: tuple[float, float, float],
) -> None:
    points, lines = turning(speeds)
    found = solved(points, lines)
    covered = overlaps = 0.0
    for k in range(MOMENTS):
        placed = boxes(points, found, k)
        for one in placed:
            covered += sum(one.covered(*line) for line in lines[k])
            overlaps += sum(one.overlap(other, gap=0.0) for other in placed if other is not one)
            assert ZONE.holds(one.x - one.half_width, one.y - one.half_height)
            assert ZONE.holds(one.x + one.half_width, one.y + one.half_height)
    assert covered / MOMENTS < 0.05, "scene units of arrow under labels, on average"
    assert overlaps / MOMENTS < 0.01


def test_a_label_turns_slowly_and_goes_on_from_where_it_stands() -> None:
    points, lines = turning((2.0, -1.5, 0.5))
    step = 2 * math.pi / WAYS
    start = [3 * step, 10 * step, 20 * step]
    found = solved(points, lines, start)
    for track, angle in zip(found, start, strict=True):
        assert math.remainder(track.angles[0] - angle, 2 * math.pi) == pytest.approx(0, abs=1e-9)
        assert np.abs(np.diff(track.angles)).max() <= STEPS * step + 1e-9


def test_a_label_at_the_border_of_the_zone_stands_inwards() -> None:
    corner = np.array([[[3.9, 2.9], [-3.9, -2.9], [3.9, -2.9]]])
    found = solved(corner, np.zeros((1, 1, 2, 2)))
    for tip, track, half in zip(corner[0], found, HALVES, strict=True):
        x, y = stand_off(tip, track.at(0.0), half)
        assert abs(x) + half[0] <= 4.0
        assert abs(y) + half[1] <= 3.0


def test_where_nothing_is_in_the_way_a_label_stands_away_from_the_middle() -> None:
    angles = [0.0, math.pi / 2, math.pi]
    points = np.array([[(1.5 * math.cos(a), 1.5 * math.sin(a)) for a in angles]])
    found = solved(points, np.zeros((1, 1, 2, 2)))
    for track, angle in zip(found, angles, strict=True):
        assert math.remainder(track.at(0.0) - angle, 2 * math.pi) == pytest.approx(0, abs=1e-6)


def test_a_track_is_read_between_its_samples_the_short_way() -> None:
    track = Track(np.unwrap(np.array([6.2, 0.1])))
    assert track.at(0.0) == pytest.approx(6.2)
    assert 6.2 < track.at(0.5) < 6.4
    assert math.remainder(track.at(1.0) - 0.1, 2 * math.pi) == pytest.approx(0)
