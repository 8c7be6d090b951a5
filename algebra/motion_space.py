"""Paths of 3×3 matrices."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

import numpy as np

from algebra.entries import Array, Rows
from algebra.facts import Floats
from algebra.motion_case import Case, Motion, stays_in_frame
from algebra.numbers import absolute, sign, to_float
from algebra.wording import phrase

ROUND_OFF = 1e-12
"""How far, relative to its size, the end of a power path may miss the matrix."""
NO_AXIS = 1e-14
"""A turn by a smaller angle has no axis that rounding has left intact."""


@dataclass(frozen=True)
class Turn:
    """A turn about a unit axis by an angle in radians, counter-clockwise seen from its tip.

    R(α) = I + sin α·K + (1 − cos α)·K² with K the cross product by the axis (Rodrigues).
    """

    axis: Array
    angle: float
    K: Array
    K2: Array

    def at(self, t: float) -> Array:
        """The part t of the turn, 3×3."""
        angle = t * self.angle
        turned: Array = math.sin(angle) * self.K + (1.0 - math.cos(angle)) * self.K2
        turned[0, 0] += 1.0
        turned[1, 1] += 1.0
        turned[2, 2] += 1.0
        return turned


def turn_about(axis: Array, angle: float) -> Turn:
    """The turn about a unit axis."""
    x, y, z = axis.tolist()
    K = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return Turn(axis, angle, K, K @ K)


def turn_of(Q: Array) -> Turn:
    """The turn that a rotation matrix makes, by an angle between 0 and π.

    Near a half-turn the skew part of Q vanishes and the axis is read from the symmetric part.
    """
    skew = np.array((Q[2, 1] - Q[1, 2], Q[0, 2] - Q[2, 0], Q[1, 0] - Q[0, 1])) / 2
    sine, cosine = float(np.linalg.norm(skew)), (float(np.trace(Q)) - 1.0) / 2
    angle = math.atan2(sine, cosine)
    if cosine < 0:
        outer = (Q + Q.T) / 2 - cosine * np.eye(3)
        axis = outer[:, int(np.argmax(np.diag(outer)))]
        axis = axis / np.linalg.norm(axis)
        return turn_about(-axis if axis @ skew < 0 else axis, angle)
    if sine < NO_AXIS:
        return turn_about(np.array((0.0, 0.0, 1.0)), 0.0)
    return turn_about(skew / sine, angle)


def flow(case: Case) -> Motion | str:
    """M(t) = exp(tL) with L the real logarithm, or why not. det M(t) = detᵗ.

    The logarithm of M/∛det is taken, whose trace is 0, so the determinant follows its law to
    round-off. Refused unless exp(L) gives M back.
    """
    # Only this path needs scipy, which takes a fifth of a second to import.
    from scipy.linalg import expm, logm  # type: ignore[import-untyped] # scipy ships no types

    log_size = case.log_det / 3
    # scale = 2ᵏ, and log_size belongs to M = unit·scale
    normed = case.array * math.exp(math.log(case.scale) - log_size)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        # scipy warns where its result may be inaccurate; that is measured below
        warnings.simplefilter("ignore", RuntimeWarning)
        logarithm = logm(normed)
    inaccurate = "flow needs a logarithm, and rounding spoils the one of this matrix"
    if np.iscomplexobj(logarithm) or not np.isfinite(logarithm).all():
        return inaccurate
    drift = float(np.trace(logarithm)) / 3
    L: Array = logarithm - drift * np.eye(3)
    size = float(np.linalg.norm(normed, 2))
    if abs(drift) > 1e-9 or np.abs(expm(L) - normed).max() > ROUND_OFF * size:
        return inaccurate

    def norms(t: Array) -> Array:
        step = expm((t[1] - t[0]) * L)
        powers = np.array((np.eye(3), step))
        while len(powers) < len(t):
            powers = np.concatenate((powers, powers @ powers[-1] @ step))
        matrices = expm(t[0] * L) @ powers[: len(t)]
        norms: Array = np.exp(t * log_size) * np.linalg.norm(matrices, 2, axis=(1, 2))
        return norms

    if not stays_in_frame(norms, float(np.linalg.norm(case.array, 2)) * case.scale):
        return phrase("flow would stretch space far beyond both ends on its way")

    def at(t: float) -> Array:
        moved: Array = math.exp(t * log_size) * expm(t * L)
        return moved

    def det(t: float) -> float:
        return math.exp(t * case.log_det)

    return Motion(at, det)


def polar(case: Case) -> Motion:
    """M(t) = R(tθ)·((1−t)I + tP) for det > 0, with M = R(θ)·P and P symmetric, positive."""
    Q, P, sigma = _polar_factors(case)
    rotation = turn_of(Q)
    unit = np.eye(3)

    def at(t: float) -> Array:
        moved: Array = rotation.at(t) @ ((1.0 - t) * unit + t * P)
        return moved

    def det(t: float) -> float:
        return _stretch_det(sigma, t)

    return Motion(at, det)


def flip(case: Case) -> Motion:
    """M(t) = R(t)(I − 2t·nnᵀ)((1−t)I + tP) for det < 0, with M = QP, Qn = −n.

    −Q turns about n by some ψ, so Q(I − 2nnᵀ) turns about n by ψ − π, and R(t) is that part of it.
    """
    Q, P, sigma = _polar_factors(case)
    opposite = turn_of(-Q)
    rotation = turn_about(opposite.axis, opposite.angle - math.pi)
    outer = 2.0 * np.outer(opposite.axis, opposite.axis)
    unit = np.eye(3)

    def at(t: float) -> Array:
        moved: Array = rotation.at(t) @ (unit - t * outer) @ ((1.0 - t) * unit + t * P)
        return moved

    def det(t: float) -> float:
        return (1.0 - 2.0 * t) * _stretch_det(sigma, t)

    return Motion(at, det)


def turn(case: Case) -> Motion:
    """A turn to Q in the first half of the time, then (1−s)Q + sM, for a singular M.

    Q is the orthogonal polar factor of M compressed to ker⊥ (with det +1 if that is singular), the
    identity on ker, one sign changed there where det Q would be −1.
    """
    basis, dimension = _kernel_first(case)
    K, B = basis[:, :dimension], basis[:, dimension:]
    C = B.T @ case.array @ B
    signs = np.ones(dimension)
    if dimension == 1:
        inner = _plane_factor(C, mirrored=sign(case.minors[1]) < 0)
        signs[0] = -1.0 if sign(case.minors[1]) < 0 else 1.0
    else:
        signs[0] = -1.0 if sign(case.minors[0]) < 0 else 1.0
        inner = signs[:1, None]
    Q = B @ inner @ B.T + (K * signs) @ K.T
    rotation = turn_of(Q)
    end = case.array * case.scale
    sigma = np.linalg.svd(C, compute_uv=False) * case.scale

    def at(t: float) -> Array:
        if t < 0.5:
            return rotation.at(2.0 * t)
        s = 2.0 * t - 1.0
        moved: Array = (1.0 - s) * Q + s * end
        return moved

    def det(t: float) -> float:
        if t < 0.5:
            return 1.0
        s = 2.0 * t - 1.0
        return float((1.0 - s) ** dimension) * _stretch_det(sigma, s)

    return Motion(at, det)


def _polar_factors(case: Case) -> tuple[Array, Array, Array]:
    """Q and P with M = QP, det Q of the sign of det M, and the singular values of M."""
    left, sigma, right = np.linalg.svd(case.array)
    if np.linalg.det(left) * np.linalg.det(right) * case.det_sign < 0:
        # Only possible where the smallest singular value is below rounding.
        left[:, 2] = -left[:, 2]
    values = sigma * case.scale
    return left @ right, right.T @ (values[:, None] * right), values


def _stretch_det(sigma: Floats, t: float) -> float:
    product = 1.0
    for value in sigma.tolist():
        product *= (1.0 - t) + t * value
    return product


def _kernel_first(case: Case) -> tuple[Array, int]:
    """An orthonormal basis whose first columns span the kernel, and the kernel's dimension (1, 2).

    Built from one vector known exactly where the entries are exact: a cross product of two rows
    spans a one-dimensional kernel, a row is perpendicular to a two-dimensional one.
    """
    if not case.exact:
        _, sigma, right = np.linalg.svd(case.array)
        dimension = 1 if sigma[1] > ROUND_OFF * sigma[0] else 2
        return right[::-1].T, dimension
    crosses = [_cross(case.rows, i, j) for i, j in ((0, 1), (0, 2), (1, 2))]
    sizes = [max(absolute(x) for x in cross[0]) for cross in crosses]
    largest = max(sizes)
    if largest:
        vector = crosses[sizes.index(largest)][0]
        dimension = 1
    else:
        vector = max(case.rows, key=lambda row: max(absolute(x) for x in row))
        largest = max(absolute(x) for x in vector)
        dimension = 2
    line = np.array([to_float(x / largest) for x in vector])
    complete = np.linalg.qr(line[:, None], mode="complete")[0]
    return (complete if dimension == 1 else complete[:, ::-1]), dimension


def _cross(rows: Rows, i: int, j: int) -> Rows:
    (a, b, c), (d, e, f) = rows[i], rows[j]
    return ((b * f - c * e, c * d - a * f, a * e - b * d),)


def _plane_factor(C: Array, mirrored: bool) -> Array:
    """The 2×2 orthogonal polar factor of C with determinant −1 if mirrored, else +1."""
    (a, b), (c, d) = C.tolist()
    if mirrored:
        f, g = a - d, b + c
        return np.array(((f, g), (g, -f))) / math.hypot(f, g)
    e, h = a + d, c - b
    return np.array(((e, -h), (h, e))) / math.hypot(e, h)
