"""How colours look: contrast as WCAG measures it, and distances in four kinds of vision."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

SEEN = 3.0
"""WCAG 2.2, criterion 1.4.11: contrast of lines that carry meaning."""

READ = 4.5
"""WCAG 2.2, criterion 1.4.3: contrast of text."""

VISIONS: Mapping[str, Array] = MappingProxyType(
    {
        "full": np.eye(3),
        "protanopia": np.array(
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ]
        ),
        "deuteranopia": np.array(
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ]
        ),
        "tritanopia": np.array(
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ]
        ),
    }
)
"""Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision
Deficiency, IEEE TVCG 15 (2009), severity 1.0; they act on linear RGB."""

_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_OPPONENT = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
"""Ottosson: A perceptual color space for image processing (2020)."""


def coded(color: str) -> Array:
    """``#RRGGBB`` as three numbers from 0 to 1, as pixels hold them."""
    return np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def linear(values: Array) -> Array:
    """Linear light of coded values (IEC 61966-2-1)."""
    light: Array = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return light


def contrast(one: Array, other: Array) -> float:
    """The WCAG contrast ratio of two colours as coded values."""
    dark, light = sorted(float(linear(c) @ (0.2126, 0.7152, 0.0722)) for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def strength(color: str, ground: str, least: float, wanted: float = SEEN) -> float:
    """The opacity from `least` up at which a colour on a ground has the contrast wanted; else 1."""
    low, step = coded(ground), coded(color) - coded(ground)
    for percent in range(round(100 * least), 100):
        if contrast(low + step * percent / 100, low) >= wanted:
            return percent / 100
    return 1.0


def hue_angle(color: str) -> float:
    """The angle of a colour's hue in OKLab, radians from −π to π."""
    _, a, b = _oklab(linear(coded(color)))
    return math.atan2(float(b), float(a))


def distance(one: str, other: str, vision: str) -> float:
    """OKLab distance of two colours as they look in a vision; 0.02 is just seen side by side."""
    seen = [_oklab(np.clip(VISIONS[vision] @ linear(coded(c)), 0, 1)) for c in (one, other)]
    return float(np.linalg.norm(seen[0] - seen[1]))


def _oklab(rgb: Array) -> Array:
    lab: Array = _OPPONENT @ np.cbrt(_CONES @ rgb)
    return lab
