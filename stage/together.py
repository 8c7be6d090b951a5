"""Places for the labels of several arrows, chosen together: none takes the room that another needs.

Where one label after the other takes the place that is best for itself (stage.labels), the last
may find none. Here all combinations of their places are weighed, and the cheapest is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from stage.labels import ANGLES, Rectangle, Segment, inside, stand_off, with_corners
from stage.layout import Zone
from stage.mapped import CLEAR

APART = 0.16
"""Scene units between two labels: nearer, they would be read as one."""

NEAR = 0.3
"""Scene units from another tip at which a label seems to belong to that."""

OUTSIDE, LINE, FAINT, BOX = 30.0, 4.0, 2.0, 20.0
"""What a label pays per unit that it leaves its zone, per unit of a line, and of a faint line, that
it covers, and per unit of area of what is written there."""

FACE, FOREIGN, ASTRAY, STRADDLING = 2.0, 0.8, 0.12, 0.1
"""And for lying on the face; for standing at another tip; per radian from its arrow's direction;
for a place across the level or upright line through its tip, where grid lines often are."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tip:
    """An arrow's tip, shape (2,), its direction in radians, its label's half extents."""

    point: Array
    aim: float
    half: tuple[float, float]

    def angles(self) -> dict[float, float]:
        """Candidates from the arrow's direction, with what each costs in itself."""
        return {
            angle: ASTRAY * abs(angle) + STRADDLING * (angle in ANGLES)
            for angle in with_corners(self.aim, self.half)
        }

    def box(self, angle: float) -> Rectangle:
        """Where the label is at an angle from the arrow."""
        x, y = stand_off(self.point, self.aim + angle, self.half)
        return Rectangle(float(x), float(y), *self.half)


def stand_together(
    tips: Sequence[Tip],
    *,
    segments: Sequence[Segment],
    faint: Sequence[Segment],
    boxes: Sequence[Rectangle],
    zone: Zone,
    face: Array,
    clear: float = CLEAR,
) -> list[float]:
    """The angles, from each arrow, at which the labels together cover least.

    Lines of `segments` and `faint` count as covered if they are nearer than `clear`; `faint` ones
    may rather be covered. `face` is a convex polygon, shape (n, 2), on which labels should rather
    not lie.
    """
    candidates = [tip.angles() for tip in tips]
    places = [[tip.box(a) for a in angles] for tip, angles in zip(tips, candidates, strict=True)]
    total = np.zeros([1] * len(tips))
    for k, (angles, options) in enumerate(zip(candidates, places, strict=True)):
        others = [tip.point for j, tip in enumerate(tips) if j != k]
        cost = np.array(list(angles.values()))
        cost += LINE * covered(options, segments, clear) + FAINT * covered(options, faint, clear)
        cost += [_alone(box, others, boxes, zone, face) for box in options]
        total = total + _along(cost, (k,), len(tips))
    for i, j in combinations(range(len(tips)), 2):
        shared = np.array([[one.overlap(two, APART) for two in places[j]] for one in places[i]])
        total = total + _along(BOX * shared, (i, j), len(tips))
    best = np.unravel_index(int(np.argmin(total)), total.shape)
    return [list(angles)[int(k)] for angles, k in zip(candidates, best, strict=True)]


def covered(boxes: Sequence[Rectangle], segments: Sequence[Segment], clear: float) -> Array:
    """The length of all segments inside each box with `clear` around it, shape (n,)."""
    if not segments:
        return np.zeros(len(boxes))
    ends = np.array(segments, dtype=np.float64)  # (m, 2, 2)
    start, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    middle = np.array([(box.x, box.y) for box in boxes])[:, None]
    half = np.array([(box.half_width, box.half_height) for box in boxes])[:, None] + clear
    # Liang-Barsky. A segment along a side has no crossings with the sides beside it: from −∞ to ∞.
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = ((middle + side * half - start) / along for side in (-1.0, 1.0))
    level = np.abs(along) < 1e-12
    hit = np.abs(start - middle) <= half
    enter = np.where(level, np.where(hit, -np.inf, np.inf), np.minimum(one, two)).max(axis=2)
    leave = np.where(level, np.where(hit, np.inf, -np.inf), np.maximum(one, two)).min(axis=2)
    share = np.clip(np.minimum(leave, 1.0) - np.maximum(enter, 0.0), 0.0, None)
    length: Array = (share * np.hypot(*along.T)).sum(axis=1)
    return length


def _alone(
    box: Rectangle, others: Sequence[Array], boxes: Sequence[Rectangle], zone: Zone, face: Array
) -> float:
    """What a label pays for its place whatever the other labels do, lines excepted."""
    outside = (
        max(0.0, zone.left - box.x + box.half_width)
        + max(0.0, box.x + box.half_width - zone.right)
        + max(0.0, zone.bottom - box.y + box.half_height)
        + max(0.0, box.y + box.half_height - zone.top)
    )
    cost = OUTSIDE * outside + BOX * sum(box.overlap(other, APART) for other in boxes)
    cost += FOREIGN * sum(max(0.0, 1.0 - box.distance(tip) / NEAR) for tip in others)
    return cost + FACE * lies_on(face, box)


def lies_on(face: Array, box: Rectangle) -> bool:
    """Whether the middle of a label lies on a convex polygon, shape (n, 2), with room for it."""
    corners = face.tolist()
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    area = abs(sum(x * to_y - y * to_x for (x, y), (to_x, to_y) in sides)) / 2
    middle = Rectangle(box.x, box.y, 0.0, 0.0)
    return area > box.half_width * box.half_height and inside(face, middle, gap=0.0)


def _along(costs: Array, axes: Sequence[int], count: int) -> Array:
    """Costs with their axes at these places among so many."""
    shape = [1] * count
    for axis, length in zip(axes, costs.shape, strict=True):
        shape[axis] = length
    return costs.reshape(shape)
