"""Which fibres of a map are shown, and which inputs are marked: evenly spaced, inside a box.

A fibre is the set of all inputs with one output: a point, a line or a plane parallel to the kernel.
Of each the part is taken that lies in the box |x_i| ≤ half_i around the origin.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
import numpy.typing as npt

from algebra import facts
from algebra.matrices import Matrix, column
from algebra.numbers import Number, absolute, canonical, is_exact, to_float

Array = npt.NDArray[np.float64]

EACH_SIDE = 3
"""Lines on either side of the kernel by which their distance is chosen: between more there would be
no room for a label."""

MOST = 4
"""Lines on either side at most, where a pane has room for more: each needs a colour of its own."""

PLANES = 2
"""Planes on either side of the kernel: more could not be looked through."""

LARGEST = 4
"""A kernel vector with larger entries is shown divided by its largest."""

NEAREST = 0.3
"""A marked fibre sets the distance of its family if that then takes this share of the box."""

SPREAD = 0.65
"""Share of the box in space that marked planes are chosen to take."""

SHORTEST = 0.12
"""A line or plane whose part in the box is smaller than this share of the box is left out."""

CROWD = 4.5
"""Points of a lattice that fit between the origin and the farthest side of the box."""

PLAIN = -1
"""Stands for a fibre's number where each fibre is a point, and all have one colour."""


@dataclass(frozen=True, slots=True)
class Fibre:
    """The part of a fibre that is shown: a point, two ends, or the corners of a convex polygon.

    `corners` has shape (k, n), in input space. `hue` is the fibre's number in its family, from 0
    on: the same wherever it is shown, however many others are shown with it. None for the kernel
    itself, PLAIN for a point of a lattice.
    """

    corners: Array
    hue: int | None

    @property
    def middle(self) -> Array:
        """A point on the fibre, shape (n,)."""
        middle: Array = self.corners.mean(axis=0)
        return middle


def fibres(
    M: Matrix, half: Array, marked: Sequence[Matrix] = (), *, usual: Array | None = None
) -> tuple[Fibre, ...]:
    """Fibres of an m×n map, n ≤ 3, evenly spaced in the box of half-widths `half`, shape (n,).

    The first marked input outside the kernel lies on one of them. How far apart they are is chosen
    for a box of half-widths `usual` (by default `half`): where that box is the same, so are the
    fibres, whatever the shape of the pane.
    """
    n = M.shape[1]
    usual = half if usual is None else usual
    r = facts.rank(M)
    if r == 0:
        return (Fibre(np.array(list(product((-1.0, 1.0), repeat=n))) * half, None),)
    if r == n:
        return tuple(_lattice(half, usual))
    if r == 1:
        normal = _unit(facts.row_space(M)[0])
        levels = [float(normal @ v.array[:, 0]) for v in marked]
        return tuple(_layers(normal, half, usual, levels))
    return tuple(_bundle(M, half, marked))


def tame(vector: Matrix) -> Matrix:
    """A multiple of a vector whose entries can be read and drawn: none above LARGEST."""
    largest = max((absolute(x) for x in vector.columns[0]), key=to_float)
    if to_float(largest) <= LARGEST and (not is_exact(largest) or to_float(largest) >= 1):
        return vector
    return column(x / largest for x in vector.columns[0])


def chosen_inputs(M: Matrix) -> tuple[Matrix, Matrix]:
    """Two inputs worth marking: small whole numbers that share an output other than 0, if any do.

    With a kernel of 0 alone they cannot share one; then they are simply two inputs.
    """
    n = M.shape[1]
    if facts.nullity(M) == 0:
        return column([Fraction(-1), Fraction(1)]), column([Fraction(2), Fraction(1)])
    if facts.rank(M) == 0:
        return column([Fraction(-1)] * n), column([Fraction(2), *[Fraction(1)] * (n - 1)])
    step = tame(facts.kernel(M)[0])
    pairs = [
        (one, one + step)
        for one in (column(map(Fraction, x)) for x in product(range(-3, 4), repeat=n))
        if not vanishes(M, one)
    ]
    if n == 3 and facts.rank(M) == 1:
        normal = np.abs(_unit(facts.row_space(M)[0]))
        largest = max(float(np.abs(tame(v).array).max()) for v in facts.kernel(M))
        away = SPREAD * float(normal.sum()) * largest / PLANES
        pairs = [pair for pair in pairs if _level(M, pair[0]) > away] or pairs
    return min((_in_order(pair) for pair in pairs), key=_cost)


def vanishes(M: Matrix, x: Matrix) -> bool:
    """Whether M sends x to 0: exactly, or for floats up to rounding."""
    image = M @ x
    if image.is_exact:
        return not any(image.columns[0])
    scale = float(np.abs(M.array).max()) * float(np.abs(x.array).max())
    return bool(np.abs(image.array).max() <= 1e-9 * scale)


def _level(M: Matrix, x: Matrix) -> float:
    """How far an input is from the kernel of a map of rank 1."""
    return abs(float(_unit(facts.row_space(M)[0]) @ x.array[:, 0]))


def _in_order(pair: tuple[Matrix, Matrix]) -> tuple[Matrix, Matrix]:
    one, two = sorted(pair, key=lambda v: v.array[:, 0].tolist())
    return one, two


def _cost(pair: tuple[Matrix, Matrix]) -> tuple[float, ...]:
    """Inputs are best if none has a negative coordinate, one at most is on an axis, all small."""
    both = np.concatenate([v.array[:, 0] for v in pair])
    on_axes = sum(1 for v in pair if not np.all(v.array))
    negative = int((both < 0).sum())
    space = len(both) > 4  # in space coordinates of 0 are easiest to see, on the plane they hide
    zeros = -int((both == 0).sum()) if space else max(0, on_axes - 1)
    return negative, zeros, float(np.abs(both).sum()), float(np.abs(both[1::2]).sum())


def _unit(vector: Matrix) -> Array:
    entries = vector.array[:, 0]
    unit: Array = entries / float(np.linalg.norm(entries))
    return unit


def _lattice(half: Array, usual: Array) -> Iterator[Fibre]:
    """Points, where each input has an output of its own.

    Elsewhere one colour tells one output; so many colours there are not, and so these have none.
    """
    step = _nice(float(usual.max()) / CROWD)
    counts = [int((h * 0.92) // step) for h in half]
    for numbers in product(*(range(-count, count + 1) for count in counts)):
        yield Fibre(np.array([numbers]) * step, PLAIN if any(numbers) else None)


def _hue(k: int) -> int:
    """The number in its family of the k-th fibre on the kernel's one side (k > 0) or other.

    1, −1, −2, 2, 3, −3, …: numbers that follow each other are far apart in hue.
    """
    return 2 * (abs(k) - 1) + ((k > 0) == (k % 2 == 0))


def _layers(normal: Array, half: Array, usual: Array, levels: Sequence[float]) -> Iterator[Fibre]:
    """Lines (n = 2) or planes (n = 3) across a unit normal, one level in `levels` among them."""
    far = float(np.abs(normal) @ usual)
    each, most = (EACH_SIDE, MOST) if len(half) == 2 else (PLANES, PLANES)
    level = next((abs(level) for level in levels if abs(level) > 1e-9 * far), 0.0)
    if level * most < far * NEAREST:  # too close to the kernel to set the distance
        level = far / (each + 0.5)
    step = level / _parts(level, far, each)
    for k in range(-most, most + 1):
        corners = _across(normal, k * step, half)
        if len(corners) > 1 and float(np.ptp(corners, axis=0).max()) > SHORTEST * half.max():
            yield Fibre(corners, _hue(k) if k else None)


def _parts(level: float, far: float, each: int) -> int:
    """Into how many steps the marked level is divided, so that the family fills the box."""
    more = math.ceil(each * level / far)
    if more * far / level * 0.72 <= each:
        return max(1, more)
    return max(1, math.floor(each * level / far))


def _across(normal: Array, level: float, half: Array) -> Array:
    """Where a line or plane {x : normal·x = level} meets the edges of the box, shape (k, n)."""
    n = len(half)
    found: list[Array] = []
    for axis in range(n):
        others = [i for i in range(n) if i != axis]
        for signs in product((-1.0, 1.0), repeat=n - 1):
            point = np.zeros(n)
            point[others] = np.array(signs) * half[others]
            if abs(normal[axis]) < 1e-12:
                continue
            point[axis] = (level - float(normal @ point)) / normal[axis]
            fits = abs(point[axis]) <= half[axis] * (1 + 1e-9)
            if fits and not any(np.allclose(point, other, atol=1e-9) for other in found):
                found.append(point)
    return np.array(found)


def _bundle(M: Matrix, half: Array, marked: Sequence[Matrix]) -> Iterator[Fibre]:
    """Lines through space to a square lattice of nine outputs, a marked one among them."""
    along = _unit(facts.kernel(M)[0])
    first, second = _steps(M, marked)
    places = [(i, j) for i, j in product((-1, 0, 1), repeat=2)]
    places.sort(key=lambda place: math.atan2(place[1], place[0]))
    around = [place for place in places if place != (0, 0)]
    for place in [(0, 0), *around]:
        ends = _line_in_box(place[0] * first + place[1] * second, along, half)
        if ends is not None:
            yield Fibre(ends, around.index(place) if place != (0, 0) else None)


def _steps(M: Matrix, marked: Sequence[Matrix]) -> tuple[Array, Array]:
    """Two inputs across the kernel of a 2×3 map of rank 2, the first with a marked output.

    The second's output is the first's, a quarter turn on; if that would crowd the inputs along one
    line, the second is as long as the first and at right angles to it instead.
    """
    along = _unit(facts.kernel(M)[0])
    back = np.linalg.pinv(M.array)
    one = next((M @ v for v in marked if not vanishes(M, v)), M @ facts.row_space(M)[0])
    x, y = one.array[:, 0]
    first, second = back @ np.array([x, y]), back @ np.array([-y, x])
    if not 1 / 3 < float(np.linalg.norm(second) / np.linalg.norm(first)) < 3:
        second = np.cross(along, first)
    return first, second


def space_half(M: Matrix, marked: Sequence[Matrix], named: Array) -> Array:
    """Half-widths, shape (3,), of a cube with room for named vectors, shape (k, 3), and fibres."""
    reach = float(np.abs(named).max()) * 1.15
    if facts.rank(M) == 2:
        first, second = _steps(M, marked)
        across = max(np.abs(first + second).max(), np.abs(first - second).max())
        reach = max(reach, float(across) * 1.25)
    return np.full(3, reach)


def _line_in_box(point: Array, along: Array, half: Array) -> Array | None:
    """The ends of the part of a line that lies in the box, shape (2, n); None if it misses it."""
    low, high = -math.inf, math.inf
    for x, d, h in zip(point, along, half, strict=True):
        if abs(d) < 1e-12:
            if abs(x) > h:
                return None
            continue
        one, two = (-h - x) / d, (h - x) / d
        low, high = max(low, min(one, two)), min(high, max(one, two))
    if high - low < SHORTEST * float(half.max()):
        return None
    return np.array([point + low * along, point + high * along])


def _nice(length: float) -> float:
    """The smallest of 1, 2, 5 times a power of ten that is not below a length."""
    power = 10.0 ** math.floor(math.log10(length))
    return next(power * k for k in (1.0, 2.0, 5.0, 10.0) if power * k >= length * 0.999)


def shown_key(x: Matrix) -> tuple[str, ...]:
    """What tells one exact vector from another."""
    entries: Sequence[Number] = x.columns[0]
    return tuple(canonical(entry) for entry in entries)
