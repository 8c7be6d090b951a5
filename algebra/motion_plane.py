"""Paths of 1×1 and 2×2 matrices, in closed form."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from algebra.entries import Array
from algebra.motion_case import Case, Motion, stays_in_frame
from algebra.numbers import sign, to_float
from algebra.wording import phrase

FLAT_ROOT = 1e-150
"""Below it √|δ| of a matrix with entries near 1 is taken as zero, before it underflows."""


@dataclass(frozen=True)
class Powers:
    """The real powers of a 2×2 matrix with det > 0 and no negative eigenvalue.

    M = (trace/2)·I + N with N² = δ·I. With s = √det and N scaled to J,
    Mᵗ = sᵗ(cos tθ·I + sin tθ·J) for δ < 0, sᵗ(cosh tφ·I + sinh tφ·J) for δ > 0, sᵗ(I + t·J) for
    δ = 0. This is the closed form [sin((1−t)θ)·I + sin(tθ)·M/s]/sin θ, written so that nothing
    cancels when θ is near 0 or π. `kind` is the sign of δ, `angle` θ or φ, `x, y, z` the entries
    of J = [[x, y], [z, −x]].
    """

    kind: int
    angle: float
    log_s: float
    x: float
    y: float
    z: float

    def entries(self, t: float) -> tuple[float, float, float, float]:
        """The entries of Mᵗ by rows."""
        if self.kind < 0:
            even, odd = math.cos(t * self.angle), math.sin(t * self.angle)
        elif self.kind > 0:
            even, odd = math.cosh(t * self.angle), math.sinh(t * self.angle)
        else:
            even, odd = 1.0, t
        size = math.exp(t * self.log_s)
        even, odd = size * even, size * odd
        return even + odd * self.x, odd * self.y, odd * self.z, even - odd * self.x

    def norms(self, t: Array) -> Array:
        """‖Mᵗ‖₂ for an array of moments."""
        if self.kind < 0:
            even, odd = np.cos(t * self.angle), np.sin(t * self.angle)
        elif self.kind > 0:
            even, odd = np.cosh(t * self.angle), np.sinh(t * self.angle)
        else:
            even, odd = np.ones_like(t), t
        turning, mirroring = (self.z - self.y) / 2, math.hypot(self.x, (self.y + self.z) / 2)
        norms: Array = np.exp(t * self.log_s) * (
            np.hypot(even, odd * turning) + np.abs(odd) * mirroring
        )
        return norms


def powers(case: Case, factor: int) -> Powers:
    """The powers of factor·M, factor 1 or −1, where they exist."""
    (a, b), (c, d) = case.rows
    half, difference = (a + d) * factor / 2, (a - d) * factor / 2
    square = difference * difference + b * c
    kind = sign(square)
    root = math.sqrt(abs(to_float(square)))
    s = math.sqrt(to_float(case.minors[1]))
    if root < FLAT_ROOT:
        kind, root = 0, s
    if kind < 0:
        angle = math.atan2(root, to_float(half))
    else:
        angle = math.asinh(root / s) if kind > 0 else 0.0
    return Powers(
        kind=kind,
        angle=angle,
        log_s=case.log_det / 2,
        x=to_float(difference) / root,
        y=to_float(b) * factor / root,
        z=to_float(c) * factor / root,
    )


def flow(case: Case) -> Motion | str:
    """M(t) = Mᵗ, or why not. det M(t) = detᵗ."""
    if case.n == 1:
        return _line_flow(case)
    power = powers(case, 1)
    if not stays_in_frame(power.norms, float(power.norms(np.ones(1))[0])):
        return phrase("flow would stretch the plane far beyond both ends on its way")

    def at(t: float) -> Array:
        a, b, c, d = power.entries(t)
        return np.array(((a, b), (c, d)))

    return Motion(at, _det_powers(case))


def half_turn(case: Case) -> Motion | str:
    """M(t) = R(πt)·(−M)ᵗ for two negative eigenvalues, or why not. det M(t) = detᵗ."""
    power = powers(case, -1)
    if not stays_in_frame(power.norms, float(power.norms(np.ones(1))[0])):
        return phrase("half_turn would stretch the plane far beyond both ends on its way")

    def at(t: float) -> Array:
        a, b, c, d = power.entries(t)
        cos, sin = math.cos(math.pi * t), math.sin(math.pi * t)
        return np.array(
            ((cos * a - sin * c, cos * b - sin * d), (sin * a + cos * c, sin * b + cos * d))
        )

    return Motion(at, _det_powers(case))


def polar(case: Case) -> Motion:
    """M(t) = R(tθ)·((1−t)I + tP) for det > 0, with M = R(θ)·P and P symmetric, positive."""
    if case.n == 1:
        return _line_polar(case)
    even, odd, large, small = _sizes(case)
    length = math.hypot(even, odd)
    angle = math.atan2(odd, even)
    cos, sin = even / length, odd / length
    (a, b), (c, d) = case.array.tolist()
    p, q, r = cos * a + sin * c, (cos * b + sin * d + cos * c - sin * a) / 2, cos * d - sin * b
    p, q, r = p * case.scale, q * case.scale, r * case.scale

    def at(t: float) -> Array:
        rest = 1.0 - t
        x, y, z = rest + t * p, t * q, rest + t * r
        cos, sin = math.cos(t * angle), math.sin(t * angle)
        return np.array(
            ((cos * x - sin * y, cos * y - sin * z), (sin * x + cos * y, sin * y + cos * z))
        )

    def det(t: float) -> float:
        return ((1.0 - t) + t * large) * ((1.0 - t) + t * small)

    return Motion(at, det)


def flip(case: Case) -> Motion:
    """M(t) = (I − 2t·nnᵀ)((1−t)I + tP) for det < 0, with M = (I − 2nnᵀ)·P and P positive."""
    if case.n == 1:
        return _line_flip(case)
    _, _, large, small = _sizes(case)
    (a, b), (c, d) = case.rows
    f, g = to_float(a - d), to_float(b + c)
    length = math.hypot(f, g)
    mirror = math.atan2(g, f) / 2
    u, v = -math.sin(mirror), math.cos(mirror)
    f, g = f / length, g / length
    (a, b), (c, d) = case.array.tolist()
    p, q, r = f * a + g * c, (f * b + g * d + g * a - f * c) / 2, g * b - f * d
    p, q, r = p * case.scale, q * case.scale, r * case.scale

    def at(t: float) -> Array:
        rest = 1.0 - t
        x, y, z = rest + t * p, t * q, rest + t * r
        first, second = 2.0 * t * (u * x + v * y), 2.0 * t * (u * y + v * z)
        return np.array(((x - u * first, y - u * second), (y - v * first, z - v * second)))

    def det(t: float) -> float:
        return (1.0 - 2.0 * t) * ((1.0 - t) + t * large) * ((1.0 - t) + t * small)

    return Motion(at, det)


def turn(case: Case) -> Motion:
    """A half-turn to −I in the first half of the time, then (1−s)(−I) + sM, for trace ≤ 0."""
    end = case.array * case.scale
    trace = to_float(case.minors[0]) * case.scale

    def at(t: float) -> Array:
        if t < 0.5:
            cos, sin = math.cos(2.0 * math.pi * t), math.sin(2.0 * math.pi * t)
            return np.array(((cos, -sin), (sin, cos)))
        s = 2.0 * t - 1.0
        moved: Array = s * end
        moved[0, 0] -= 1.0 - s
        moved[1, 1] -= 1.0 - s
        return moved

    def det(t: float) -> float:
        if t < 0.5:
            return 1.0
        s = 2.0 * t - 1.0
        return (1.0 - s) * ((1.0 - s) - s * trace)

    return Motion(at, det)


def _sizes(case: Case) -> tuple[float, float, float, float]:
    """a + d and c − b of the unit matrix, then both singular values of M, the smaller from det."""
    (a, b), (c, d) = case.rows
    even, odd = to_float(a + d), to_float(c - b)
    large = (math.hypot(even, odd) + math.hypot(to_float(a - d), to_float(b + c))) / 2
    small = abs(to_float(case.minors[1])) / large
    return even, odd, large * case.scale, small * case.scale


def _det_powers(case: Case) -> Callable[[float], float]:
    log_det = case.log_det

    def det(t: float) -> float:
        return math.exp(t * log_det)

    return det


def _line_flow(case: Case) -> Motion:
    det = _det_powers(case)
    return Motion(lambda t: np.array(((det(t),),)), det)


def _line_polar(case: Case) -> Motion:
    size = case.det

    def det(t: float) -> float:
        return (1.0 - t) + t * size

    return Motion(lambda t: np.array(((det(t),),)), det)


def _line_flip(case: Case) -> Motion:
    size = -case.det

    def det(t: float) -> float:
        return (1.0 - 2.0 * t) * ((1.0 - t) + t * size)

    return Motion(lambda t: np.array(((det(t),),)), det)
