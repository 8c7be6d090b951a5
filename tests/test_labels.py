"""Labels keep clear of arrows, edges, each other and the border, over some hundred maps."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from algebra.matrices import Matrix, from_rows
from algebra.motion import path
from stage.ink import HALO
from stage.labels import ANGLES, GAP, Rectangle, best_angle, heading, inside, stand_off
from stage.layout import Zone, zones
from stage.look import Look
from stage.mapped import MappedSquare
from stage.shapes import CORNERS
from stage.theme import THEMES
from tests.matrix_families import FAMILIES, member
from tests.stage_helpers import Array

ZONES = zones(Look())
SEEDS = 10
RIM = HALO / 200
"""What shows of the rim around a label, scene units."""
TOUCH = 0.1
"""Length of a line under a label from which it is read as crossing it; a plate hides less."""


@dataclass(frozen=True)
class Labelled:
    """The two labels of a map at rest and what stands around them, scene units."""

    matrix: Matrix
    boxes: tuple[Rectangle, ...]
    tips: tuple[Array, ...]
    origin: Array
    corners: Array

    def crossed(self) -> list[float]:
        """For each label, the longest piece of an arrow or edge that runs under it."""
        edges = [(self.corners[k], self.corners[(k + 1) % 4]) for k in range(4)]
        lines = [*edges, *((self.origin, tip) for tip in self.tips)]
        return [max(box.covered(*line) for line in lines) for box in self.boxes]

    def outside(self, zone: Zone) -> float:
        """How far a label reaches beyond a zone."""
        return max(
            max(
                zone.left - (box.x - box.half_width),
                (box.x + box.half_width) - zone.right,
                zone.bottom - (box.y - box.half_height),
                (box.y + box.half_height) - zone.top,
            )
            for box in self.boxes
        )


def labelled(matrix: Matrix) -> Labelled:
    """The picture of a map after its motion, in the view in which it is read."""
    way = path(matrix)
    picture = MappedSquare(ZONES.stage, THEMES["dark"], [way])
    picture.look_at(picture.view_during(way))
    picture.along(way)(1.0)
    picture.toward(picture.view_after(way), matrix)(1.0)
    boxes = []
    for label in picture.tip_labels:
        assert label.exact is not None
        x, y = label.exact.get_center()[:2]
        half = (label.exact.width / 2, label.exact.height / 2)
        boxes.append(Rectangle(float(x), float(y), *half))
    view, array = picture.view, matrix.array
    return Labelled(
        matrix,
        tuple(boxes),
        tuple(view.place(array[:, k])[:2] for k in range(2)),
        np.array([view.x, view.y]),
        view.place(CORNERS @ array.T)[:, :2],
    )


@cache
def population() -> tuple[Labelled, ...]:
    """Maps of every family that pictures have gone wrong on."""
    return tuple(labelled(member(family, 2, seed)) for family in FAMILIES for seed in range(SEEDS))


def test_labels_of_one_map_do_not_lie_on_each_other() -> None:
    overlaps = [one.boxes[0].overlap(one.boxes[1], gap=0.0) for one in population()]
    assert sum(area > 0 for area in overlaps) <= 0.01 * len(overlaps)
    assert max(overlaps) < 0.05


def test_labels_stay_in_their_zone() -> None:
    """A tip at the border may push its label over the zone's edge, never near the read-outs."""
    beyond = [one.outside(ZONES.stage) for one in population()]
    assert sum(reach > 0 for reach in beyond) <= 0.05 * len(beyond)
    assert max(beyond) < 0.3


def test_arrows_and_edges_seldom_run_under_labels() -> None:
    """Where four lines and two labels meet in a few pixels, something has to give."""
    crossed = [length for one in population() for length in one.crossed()]
    assert sum(length > TOUCH for length in crossed) <= 0.06 * len(crossed)
    assert max(crossed) < 1.5


@pytest.mark.parametrize("family", ["whole", "symmetric", "exact turn", "negative eigenvalues"])
def test_everyday_maps_have_clean_labels(family: str) -> None:
    maps = [labelled(member(family, 2, seed)) for seed in range(SEEDS)]
    for one in maps:
        assert one.boxes[0].overlap(one.boxes[1], gap=0.0) == 0, one.matrix
        assert one.outside(ZONES.stage) <= 0.01, one.matrix
    crossed = [length for one in maps for length in one.crossed()]
    assert sum(length > TOUCH for length in crossed) <= 2


def test_a_label_is_near_its_own_tip() -> None:
    for one in population():
        for box, tip in zip(one.boxes, one.tips, strict=True):
            across = max(0.0, abs(tip[0] - box.x) - box.half_width)
            up = max(0.0, abs(tip[1] - box.y) - box.half_height)
            assert max(across, up) <= GAP + 1e-6, one.matrix


# --- the pieces -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [[[1, 0], [0, 1]], [[2, 1], [0, 3]], [[0, -1], [1, 0]]])
def test_the_rim_of_a_label_bites_into_no_axis(rows: list[list[int]]) -> None:
    one = labelled(from_rows(rows))
    for box, tip in zip(one.boxes, one.tips, strict=True):
        rim = Rectangle(box.x, box.y, box.half_width + RIM, box.half_height + RIM)
        assert rim.covered(one.origin, tip + 9 * (tip - one.origin)) == 0


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_a_label_stands_off_by_the_gap(degrees: int) -> None:
    angle, half = math.radians(degrees), (0.7, 0.2)
    x, y = stand_off(np.zeros(2), angle, half)
    assert math.atan2(y, x) == pytest.approx(math.remainder(angle, 2 * math.pi))
    nearest = np.maximum(np.abs([x, y]) - half, 0.0)
    assert nearest.max() == pytest.approx(GAP)  # an edge is a gap away, a corner a bit more
    assert Rectangle(float(x), float(y), *half).covered(np.zeros(2), np.zeros(2) + 1e-9) == 0


def test_overlap_is_the_common_area() -> None:
    one = Rectangle(0.0, 0.0, 1.0, 0.5)
    assert one.overlap(Rectangle(1.5, 0.0, 1.0, 0.5), gap=0.0) == pytest.approx(0.5)
    assert one.overlap(Rectangle(2.0, 0.0, 1.0, 0.5), gap=0.0) == 0
    assert one.overlap(Rectangle(2.04, 0.0, 1.0, 0.5)) > 0, "they keep a gap"


def test_covered_is_the_length_inside() -> None:
    box = Rectangle(0.0, 0.0, 1.0, 0.5)
    assert box.covered(np.array([-3.0, 0.0]), np.array([3.0, 0.0])) == pytest.approx(2.0)
    assert box.covered(np.array([0.0, 0.0]), np.array([0.0, 9.0])) == pytest.approx(0.5)
    assert box.covered(np.array([-3.0, 0.6]), np.array([3.0, 0.6])) == 0
    assert box.covered(np.array([2.0, -3.0]), np.array([2.0, 3.0])) == 0


def test_the_best_angle_avoids_what_is_there() -> None:
    zone = Zone(-5.0, -5.0, 5.0, 5.0)
    tip, half = np.array([1.0, 0.0]), (0.5, 0.15)
    assert best_angle(tip, 0.0, half, segments=[], boxes=[], zone=zone) == ANGLES[0]
    wall = [(np.array([1.35, -2.0]), np.array([1.35, 2.0]))]
    away = best_angle(tip, 0.0, half, segments=wall, boxes=[], zone=zone)
    x, y = stand_off(tip, away, half)
    assert Rectangle(float(x), float(y), *half).covered(*wall[0]) == 0
    taken = Rectangle(1.8, 0.0, 0.5, 0.15)
    beside = best_angle(tip, 0.0, half, segments=[], boxes=[taken], zone=zone)
    x, y = stand_off(tip, beside, half)
    assert Rectangle(float(x), float(y), *half).overlap(taken, gap=0.0) == 0
    narrow = Zone(-5.0, -5.0, 1.6, 5.0)
    within = best_angle(tip, 0.0, half, segments=[], boxes=[], zone=narrow)
    assert stand_off(tip, within, half)[0] + half[0] <= 1.6 + 1e-9


def test_a_vanished_vector_keeps_its_heading() -> None:
    assert heading(np.array([0.0, 2.0])) == pytest.approx(math.pi / 2)
    assert heading(np.array([0.0, 1e-12]), fallback=1.25) == 1.25


def test_inside_means_clear_of_every_edge() -> None:
    square = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
    for polygon in (square, square[::-1]):  # either sense of turning
        assert inside(polygon, Rectangle(2.0, 2.0, 1.0, 1.0))
        assert not inside(polygon, Rectangle(2.0, 2.0, 1.9, 1.0), gap=0.2)
        assert not inside(polygon, Rectangle(6.0, 2.0, 0.5, 0.5))
    flat = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [1.0, 1.0]])
    assert not inside(flat, Rectangle(1.0, 1.0, 0.01, 0.01))
    assert not inside(np.zeros((4, 2)), Rectangle(0.0, 0.0, 0.1, 0.1))
