"""One map, one motion: for every square matrix up to 3×3 a path t → M(t) from I to M.

| case | path | guaranteed |
|---|---|---|
| det = 0, no eigenvalue with negative real part | straight: (1−t)I + tM | det > 0 for t < 1; kernel vectors shrink by 1−t |
| det = 0, otherwise | turn: a turn to Q, then (1−s)Q + sM | det > 0 for t < 1 |
| det > 0, Mᵗ exists and overshoots at most 1.25-fold | flow: Mᵗ | det M(t) = detᵗ |
| 2×2, both eigenvalues negative, the same bound | half_turn: R(πt)·(−M)ᵗ | det M(t) = detᵗ |
| other det > 0 | polar: R(tθ)·((1−t)I + tP), M = R(θ)P | det > 0; no overshoot |
| det < 0 | flip: R(t)(I − 2t·nnᵀ)((1−t)I + tP) | det changes sign once, at ½; no overshoot |
| asked for by name | steps: turn, stretch, turn, a third of the time each | det changes sign at most once |

Signs are decided exactly; see `algebra.motion_case`.
"""  # noqa: E501 - a table row cannot be broken

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import permutations, product

import numpy as np

from algebra import motion_plane, motion_space
from algebra.entries import Array
from algebra.matrices import Matrix
from algebra.motion_case import Case, Motion, case_of
from algebra.numbers import sign, to_float
from algebra.wording import phrase, worded

SLACK = 1e-9
"""How far outside 0…1 a moment may lie and still mean the nearer end."""

NAMES: Mapping[str, str] = {
    "straight": "Straight ahead: every point moves evenly along a line to its image.",
    "turn": "First a turn, then straight ahead, so that nothing flattens before the end.",
    "flow": "The powers of the map: areas grow evenly by the same factor in equal times.",
    "half_turn": "Half a turn while the powers of −M act: both directions end up reversed.",
    "polar": "A turn while the plane is stretched along perpendicular axes.",
    "flip": "Through the mirror: flat exactly half-way, then turned over.",
    "steps": "Three steps: turn, stretch along the axes, turn.",
}
"""The paths by name, each with a line for the lecturer."""


@dataclass(frozen=True)
class Path:
    """A motion from I to `matrix`: call it with t from 0 to 1 for the n×n float array M(t).

    M(0) is I and M(1) is `matrix.array`, bit for bit. `name` is the path taken, `doc` a line about
    it. Both methods raise ValueError for a t outside 0…1.
    """

    matrix: Matrix
    name: str
    doc: str
    end_det: float
    motion: Motion = field(repr=False, compare=False)

    def __call__(self, t: float) -> Array:
        """M(t), a new array every time."""
        if 0.0 < t < 1.0:
            return self.motion.at(t)
        if _end(t):
            return self.matrix.array.copy()
        return np.eye(self.matrix.shape[0])

    def det(self, t: float) -> float:
        """det M(t), from the law of the path rather than from the entries."""
        if 0.0 < t < 1.0:
            return self.motion.det(t)
        return self.end_det if _end(t) else 1.0


@dataclass(frozen=True)
class Lift:
    """The homogeneous motion of x → Ax + b: [[A(t), t·b], [0, 1]], (n+1)×(n+1)."""

    path: Path
    shift: Matrix

    def __call__(self, t: float) -> Array:
        """The lifted matrix at t; the plane z = 1 stays in place."""
        linear = self.path(t)
        n = len(linear)
        lifted = np.eye(n + 1)
        lifted[:n, :n] = linear
        lifted[:n, n] = min(max(t, 0.0), 1.0) * self.shift.array[:, 0]
        return lifted

    def det(self, t: float) -> float:
        """The determinant, which is that of A(t)."""
        return self.path.det(t)


def path(M: Matrix, name: str = "auto") -> Path:
    """The path of M: chosen by the table above, or the one named.

    Raises ValueError for other than square matrices up to 3×3, for an unknown name, and where the
    named path does not fit M: each path keeps what it guarantees, also when it is asked for.
    """
    case = case_of(M)
    if name == "auto":
        name, motion = _choose(case)
    else:
        builder = _BUILDERS.get(name)
        if builder is None:
            raise ValueError(
                phrase(
                    "there is no path {name!r}; the paths are auto, {names}",
                    name=name,
                    names=", ".join(NAMES),
                )
            )
        built = builder(case)
        if isinstance(built, str):
            raise ValueError(
                phrase(
                    "{name} cannot move this way: {built}",
                    name=M.name or phrase("the matrix"),
                    built=worded(built),
                )
            )
        motion = built
    return Path(M, name, NAMES[name], case.det, motion)


def homogeneous(path: Path, b: Matrix) -> Lift:
    """The motion [[A(t), t·b], [0, 1]] of the affine map x → Ax + b.

    Raises ValueError unless b is a vector as high as A.
    """
    n = path.matrix.shape[0]
    if b.shape != (n, 1):
        height, width = b.shape
        raise ValueError(
            phrase(
                "the shift is {height}×{width}; it must be a vector of {n} entries",
                height=height,
                width=width,
                n=n,
            )
        )
    return Lift(path, b)


def _end(t: float) -> bool:
    """True if t means 1, False if it means 0; raises ValueError where it means neither."""
    if 1.0 <= t <= 1.0 + SLACK:
        return True
    if -SLACK <= t <= 0.0:
        return False
    raise ValueError(phrase("a path is defined for t from 0 to 1, not for {t}", t=t))


def _choose(case: Case) -> tuple[str, Motion]:
    order: tuple[str, ...]
    if case.singular:
        order = ("straight",) if case.opens_straight else ("turn",)
    elif case.det_sign < 0:
        order = ("flip",)
    else:
        order = ("flow", "half_turn", "polar")
    for name in order:
        built = _BUILDERS[name](case)
        if isinstance(built, Motion):
            return name, built
    raise AssertionError("polar, flip, straight and turn always fit the case they stand for")


def _straight(case: Case) -> Motion | str:
    if case.has_negative_eigenvalue:
        return phrase(
            "straight needs a map without negative eigenvalues, else it flattens on its way"
        )
    n, end, unit = case.n, case.array * case.scale, np.eye(case.n)
    coefficients = [to_float(e) * case.scale ** (k + 1) for k, e in enumerate(case.minors)]

    def at(t: float) -> Array:
        moved: Array = (1.0 - t) * unit + t * end
        return moved

    def det(t: float) -> float:
        total = (1.0 - t) ** n
        for k, e in enumerate(coefficients, start=1):
            total += (1.0 - t) ** (n - k) * t**k * e
        return float(total)

    return Motion(at, det)


def _turn(case: Case) -> Motion | str:
    if not case.singular or case.n == 1 or not case.array.any():
        return phrase("turn needs det = 0 and a map that is not zero, in the plane or in space")
    if case.n == 3:
        return motion_space.turn(case)
    if sign(case.minors[0]) > 0:
        return phrase("turn needs trace ≤ 0 in the plane; straight suits this map")
    return motion_plane.turn(case)


def _flow(case: Case) -> Motion | str:
    if case.singular or case.det_sign < 0:
        return phrase("flow needs det > 0")
    if case.has_negative_eigenvalue:
        return phrase(
            "flow needs a map without negative eigenvalues: other maps have no real powers"
        )
    return motion_space.flow(case) if case.n == 3 else motion_plane.flow(case)


def _half_turn(case: Case) -> Motion | str:
    if case.n != 2 or case.singular or case.det_sign < 0 or not case.has_negative_eigenvalue:
        return phrase("half_turn needs a 2×2 map with two negative eigenvalues")
    return motion_plane.half_turn(case)


def _polar(case: Case) -> Motion | str:
    if case.singular or case.det_sign < 0:
        return phrase("polar needs det > 0")
    return motion_space.polar(case) if case.n == 3 else motion_plane.polar(case)


def _flip(case: Case) -> Motion | str:
    if case.singular or case.det_sign > 0:
        return phrase("flip needs det < 0")
    return motion_space.flip(case) if case.n == 3 else motion_plane.flip(case)


def _steps(case: Case) -> Motion:
    """M = U·S·Vᵀ with proper turns U and Vᵀ; the smallest entry of S carries the sign of det.

    Of all such triples that name the axes differently, the one that turns least is taken.
    """
    left, sigma, right = np.linalg.svd(case.array)
    left[:, -1] *= np.sign(np.linalg.det(left))
    right[-1] *= np.sign(np.linalg.det(right))
    stretch = sigma * case.scale
    stretch[-1] *= case.det_sign
    candidates = [(left @ S, S.T @ right, S) for S in _axis_turns(case.n)]
    # Rounded, so that noise does not decide between equals.
    U, W, S = min(candidates, key=lambda c: round(_angle(c[0]) + _angle(c[1]), 9))
    values = np.diag(S.T @ np.diag(stretch) @ S).copy()
    first, last = _turning(W), _turning(U)

    def at(t: float) -> Array:
        third = 3.0 * t
        if third <= 1.0:
            return first(third)
        if third <= 2.0:
            stretched: Array = ((2.0 - third) + (third - 1.0) * values)[:, None] * W
            return stretched
        moved: Array = last(third - 2.0) @ (values[:, None] * W)
        return moved

    def det(t: float) -> float:
        s = min(max(3.0 * t - 1.0, 0.0), 1.0)
        return float(np.prod((1.0 - s) + s * values))

    return Motion(at, det)


def _axis_turns(n: int) -> list[Array]:
    """The turns that carry coordinate axes to coordinate axes: 1, 4 or 24 of them."""
    found = []
    for order, signs in product(permutations(range(n)), product((1.0, -1.0), repeat=n)):
        S = np.eye(n)[:, list(order)] * np.array(signs)
        if np.linalg.det(S) > 0:
            found.append(S)
    return found


def _angle(Q: Array) -> float:
    """The angle of a turn, between 0 and π."""
    n = len(Q)
    if n == 1:
        return 0.0
    cosine = (float(np.trace(Q)) - (n - 2)) / 2
    return math.acos(min(max(cosine, -1.0), 1.0))


def _turning(Q: Array) -> Callable[[float], Array]:
    """The part s of the turn Q, as a function of s."""
    if len(Q) == 3:
        return motion_space.turn_of(Q).at
    if len(Q) == 1:
        return lambda _: np.eye(1)
    angle = math.atan2(Q[1, 0] - Q[0, 1], Q[0, 0] + Q[1, 1])

    def at(s: float) -> Array:
        cos, sin = math.cos(s * angle), math.sin(s * angle)
        return np.array(((cos, -sin), (sin, cos)))

    return at


_BUILDERS: Mapping[str, Callable[[Case], Motion | str]] = {
    "straight": _straight,
    "turn": _turn,
    "flow": _flow,
    "half_turn": _half_turn,
    "polar": _polar,
    "flip": _flip,
    "steps": _steps,
}
