"""Labels of points in space: flat on the frame, and on their way clear of what moves there.

A label faces the viewer and stands off its point in some direction of the frame. Where it stands
at each moment of a motion is found beforehand: the directions are chosen so that over the whole
motion as little as possible is covered, and that a label turns about its point slowly (Viterbi's
method: of all ways to the end, the cheapest).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stage.camera import Array
from stage.labels import GAP, stand_off
from stage.layout import Zone

WAYS = 24
"""Directions in which a label may stand."""

STEPS = 2
"""Directions by which a label may turn from one sample to the next."""

TURN = 0.12
"""What a turn by one direction costs."""

ALONG = np.arange(WAYS) * (2 * math.pi / WAYS)


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """Directions of one label at evenly spaced moments, without jumps by whole turns; radians."""

    angles: Array

    def at(self, t: float) -> float:
        """The direction at a moment from 0 to 1."""
        return float(np.interp(t, np.linspace(0, 1, len(self.angles)), self.angles))


def tracks(
    points: Array,
    halves: Sequence[tuple[float, float]],
    lines: Array,
    weights: Array,
    middles: Array,
    zone: Zone,
    start: Sequence[float] | None = None,
) -> list[Track]:
    """A track for each label over a motion of T samples.

    `points` (T, labels, 2) are what the labels stand at, `halves` their half widths and heights,
    `lines` (T, lines, 2, 2) what they should not cover and `weights` (lines,) how much that
    matters, `middles` (T, 2) what they rather stand away from. `start` are the directions at the
    beginning, if labels are there already.
    """
    found: list[Track] = []
    taken: list[Array] = []
    for k, half in enumerate(halves):
        offsets = np.array([stand_off(np.zeros(2), way, half, gap=GAP) for way in ALONG])
        centers = points[:, k, None] + offsets
        costs = _costs(centers, half, lines, weights, zone)
        out = points[:, k] - middles
        away = np.arctan2(out[:, 1], out[:, 0])
        sure = np.minimum(1.0, np.hypot(*out.T) / 0.4)  # at the middle all directions are alike
        costs += 0.35 * sure[:, None] * (1 - np.cos(ALONG - away[:, None]))
        for other, size in zip(taken, halves, strict=False):
            costs += 40.0 * _laps(centers, half, other, size)
        first = None if start is None else round(start[k] / (2 * math.pi) * WAYS) % WAYS
        chosen = _cheapest(costs, first)
        taken.append(centers[np.arange(len(points)), chosen])
        angles = np.unwrap(ALONG[chosen])
        found.append(Track(_smooth(angles)))
    return found


def _cheapest(costs: Array, first: int | None) -> list[int]:
    """The directions, one a sample, whose costs (T, ways) and turns cost least together."""
    moments, ways = costs.shape
    total = costs[0].copy()
    if first is not None:
        total += np.where(np.arange(ways) == first, 0.0, 1e6)
    came: list[Array] = []
    shifts = np.arange(-STEPS, STEPS + 1)[:, None]
    before, turns = (np.arange(ways) - shifts) % ways, TURN * np.abs(shifts)
    for k in range(1, moments):
        options = total[before] + turns
        best = options.argmin(axis=0)
        came.append((np.arange(ways) - (best - STEPS)) % ways)
        total = options[best, np.arange(ways)] + costs[k]
    chosen = [int(total.argmin())]
    for back in reversed(came):
        chosen.append(int(back[chosen[-1]]))
    return chosen[::-1]


def _smooth(angles: Array) -> Array:
    """Without sudden turns; beginning and end stay."""
    if len(angles) < 5:
        return angles
    padded = np.concatenate([angles[:1].repeat(2), angles, angles[-1:].repeat(2)])
    smooth = np.convolve(padded, np.array([1, 2, 3, 2, 1]) / 9, mode="valid")
    smooth[0], smooth[-1] = angles[0], angles[-1]
    return smooth


def _costs(
    centers: Array, half: tuple[float, float], lines: Array, weights: Array, zone: Zone
) -> Array:
    """What boxes about centres, (T, ways, 2), cover and how far they leave the zone; (T, ways)."""
    reach = np.array(half) + 0.05
    low, high = centers - reach, centers + reach
    bounds = np.array([zone.left, zone.bottom]), np.array([zone.right, zone.top])
    outside = np.clip(bounds[0] - low, 0, None) + np.clip(high - bounds[1], 0, None)
    costs: Array = 40.0 * outside.sum(axis=2)
    start, along = lines[:, None, :, 0], (lines[:, :, 1] - lines[:, :, 0])[:, None]
    still = np.abs(along) < 1e-12
    speed = np.where(still, 1.0, along)
    one, two = (low[:, :, None] - start) / speed, (high[:, :, None] - start) / speed
    within = (start >= low[:, :, None]) & (start <= high[:, :, None])
    enter = np.where(still, np.where(within, -np.inf, np.inf), np.minimum(one, two)).max(axis=3)
    leave = np.where(still, np.where(within, np.inf, -np.inf), np.maximum(one, two)).min(axis=3)
    share = np.clip(np.minimum(leave, 1.0) - np.maximum(enter, 0.0), 0.0, None)
    costs += (share * np.hypot(along[..., 0], along[..., 1]) * weights).sum(axis=2)
    return costs


def _laps(
    centers: Array, half: tuple[float, float], others: Array, size: tuple[float, float]
) -> Array:
    """The area that boxes, (T, ways, 2), share with another label's, (T, 2); shape (T, ways)."""
    room = np.array(half) + np.array(size) + 0.08
    over = np.clip(room - np.abs(centers - others[:, None]), 0.0, None)
    area: Array = over.prod(axis=2)
    return area
