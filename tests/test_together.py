"""Labels of several arrows find places together: weighed anew, one combination at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from stage.labels import Rectangle, Segment
from stage.layout import Zone
from stage.mapped import CLEAR
from stage.together import (
    APART,
    BOX,
    FACE,
    FOREIGN,
    LINE,
    NEAR,
    Tip,
    covered,
    lies_on,
    stand_together,
)
from tests.stage_helpers import Array

ZONE = Zone(-4.0, -3.0, 4.0, 3.0)
HALF = (0.34, 0.15)
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def standing(unit: float) -> tuple[list[Tip], list[Segment]]:
    """The basis and its sum, with the square that they span; scene units."""
    corners = SQUARE * unit
    tips = [
        Tip(corners[k], math.atan2(corners[k][1], corners[k][0]), HALF) for k in (1, 3, 2)
    ]  # fmt: skip -- one list
    edges = [(corners[k], corners[(k + 1) % 4]) for k in range(4)]
    return tips, edges


def places(tips: Sequence[Tip], angles: Sequence[float]) -> list[Rectangle]:
    """Where the labels stand at these angles."""
    return [tip.box(angle) for tip, angle in zip(tips, angles, strict=True)]


@pytest.mark.parametrize("seed", range(40))
def test_what_is_covered_is_what_one_box_covers_of_one_line(seed: int) -> None:
    """`Rectangle.covered` is the second opinion, for lines in every direction, level ones too."""
    random = np.random.default_rng(seed)
    boxes = [Rectangle(*random.uniform(-1, 1, 2), *random.uniform(0.1, 1, 2)) for _ in range(4)]
    ends: list[Segment] = [(random.uniform(-2, 2, 2), random.uniform(-2, 2, 2)) for _ in range(6)]
    x, y = random.uniform(-1, 1, 2)
    ends += [(np.array([-2.0, y]), np.array([2.0, y])), (np.array([x, -2.0]), np.array([x, 2.0]))]
    expected = [
        sum(
            Rectangle(box.x, box.y, box.half_width + 0.1, box.half_height + 0.1).covered(*line)
            for line in ends
        )
        for box in boxes
    ]
    assert covered(boxes, ends, 0.1) == pytest.approx(expected, abs=1e-9)
    assert covered(boxes, [], 0.1) == pytest.approx(np.zeros(4))


@pytest.mark.parametrize("unit", [0.4, 0.52, 0.77, 1.1, 2.0])
def test_corners_of_a_small_square_are_labelled_apart(unit: float) -> None:
    """One after the other would put the third label onto the second."""
    tips, edges = standing(unit)
    origin = np.zeros(2)
    angles = stand_together(
        tips,
        segments=[*edges, *((origin, tip.point) for tip in tips)],
        faint=[(tip.point, tip.point * 9) for tip in tips[:2]],
        boxes=(),
        zone=ZONE,
        face=SQUARE * unit,
    )
    boxes = places(tips, angles)
    for k, one in enumerate(boxes):
        assert not any(one.overlap(other, APART) for other in boxes[k + 1 :])
        assert covered([one], edges, CLEAR)[0] == 0.0
        assert not lies_on(SQUARE * unit, one)


@pytest.mark.parametrize("seed", range(12))
def test_the_cheapest_of_all_combinations_is_taken(seed: int) -> None:
    """What a label pays is added up again here, for each combination by itself."""
    random = np.random.default_rng(seed)
    points = random.uniform(-1.2, 1.2, (2, 2))
    tips = [Tip(point, math.atan2(point[1], point[0]), HALF) for point in points]
    lines: list[Segment] = [(random.uniform(-3, 3, 2), random.uniform(-3, 3, 2)) for _ in range(5)]
    face = (SQUARE - 0.5) * random.uniform(0.5, 3.0)

    def cost(angles: tuple[float, ...]) -> float:
        boxes = places(tips, angles)
        found = BOX * boxes[0].overlap(boxes[1], APART)
        for k, (angle, box) in enumerate(zip(angles, boxes, strict=True)):
            wide = Rectangle(box.x, box.y, HALF[0] + CLEAR, HALF[1] + CLEAR)
            found += tips[k].angles()[angle] + FACE * lies_on(face, box)
            found += LINE * sum(wide.covered(*line) for line in lines)
            found += FOREIGN * max(0.0, 1.0 - _gap(box, points[1 - k]) / NEAR)
        return found

    least = min(cost(angles) for angles in product(*(tip.angles() for tip in tips)))
    wide = Zone(-9.0, -9.0, 9.0, 9.0)
    chosen = stand_together(tips, segments=lines, faint=(), boxes=(), zone=wide, face=face)
    assert cost(tuple(chosen)) == pytest.approx(least, abs=1e-9)


def test_labels_stay_in_their_zone_and_off_what_is_written() -> None:
    tip = Tip(np.array([3.9, 2.9]), math.pi / 4, HALF)
    written = Rectangle(3.4, 2.5, 0.3, 0.2)
    (angle,) = stand_together(
        [tip], segments=(), faint=(), boxes=[written], zone=ZONE, face=SQUARE
    )  # fmt: skip -- one call
    box = tip.box(angle)
    assert box.x + box.half_width <= ZONE.right
    assert not box.overlap(written, 0.0)
    free = Tip(np.array([1.5, 1.5]), math.pi / 4, HALF)
    (turn,) = stand_together([free], segments=(), faint=(), boxes=(), zone=ZONE, face=SQUARE)
    assert abs(turn) < math.radians(20), "where all is free, a label stands before its arrow"


def _gap(box: Rectangle, point: Array) -> float:
    """From a point to a box, by the nearest of many points of its sides."""
    share = np.linspace(-1.0, 1.0, 2001)
    x, y = box.x + share * box.half_width, box.y + share * box.half_height
    nearest_x, nearest_y = x[np.abs(x - point[0]).argmin()], y[np.abs(y - point[1]).argmin()]
    return float(np.hypot(nearest_x - point[0], nearest_y - point[1]))
