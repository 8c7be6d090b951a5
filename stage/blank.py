"""Paths without points yet. One of each style is made, the others are copied from it.

Manim works a style out in a fifth of a millisecond, and a scene consists of hundreds of paths in a
dozen styles.
"""

from __future__ import annotations

import copy
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from manim import ManimColor, VMobject

Color: TypeAlias = str | ManimColor | None


def blank(
    *,
    stroke_width: float,
    stroke_color: Color = None,
    fill_color: Color = None,
    fill_opacity: float = 0.0,
) -> VMobject:
    """A VMobject of this style, like one made with these keywords."""
    model = _model(stroke_width, stroke_color, fill_color, fill_opacity)
    path = copy.copy(model)
    for name, value in vars(model).items():
        if isinstance(value, np.ndarray | list | dict):
            vars(path)[name] = value.copy()
    return path


@lru_cache(maxsize=256)
def _model(
    stroke_width: float,
    stroke_color: Color,
    fill_color: Color,
    fill_opacity: float,
) -> VMobject:
    return VMobject(
        stroke_width=stroke_width,
        stroke_color=stroke_color,
        fill_color=fill_color,
        fill_opacity=fill_opacity,
    )
