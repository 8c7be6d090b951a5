"""How far things reach, as Manim measures it, but counted in arrays.

Manim goes through a thing's points one at a time, and a scene asks ten thousand times while places
are looked for.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from manim import Mobject, VMobject

Points = npt.NDArray[np.float64]
"""Shape (n, 3), scene units."""


def ends_of_curves(things: Iterable[VMobject]) -> Points:
    """Where the curves of these things begin and end; their own, not those of their parts."""
    drawn = [one.points for one in things if len(one.points)]
    ends = [points[k::4] for points in drawn for k in (0, 3)]
    return np.concatenate(ends) if ends else np.zeros((0, 3))


def span(things: Iterable[VMobject], dim: int) -> float:
    """How far these things reach along an axis, with the handles of their curves; 0 for none."""
    along = [one.points[:, dim] for one in things if len(one.points)]
    if not along:
        return 0.0
    return float(max(each.max() for each in along) - min(each.min() for each in along))


def corners(thing: Mobject) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of a thing with its parts; all 0 if there is nothing of it."""
    family = thing.get_family()
    vectors = [one for one in family if isinstance(one, VMobject)]
    points = (
        ends_of_curves(vectors)
        if len(vectors) == len(family)
        else np.asarray(thing.get_points_defining_boundary(), dtype=np.float64)
    )
    if not len(points):
        return 0.0, 0.0, 0.0, 0.0
    (left, bottom, _), (right, top, _) = points.min(axis=0), points.max(axis=0)
    return float(left), float(bottom), float(right), float(top)
