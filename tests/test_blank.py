"""Paths are copied and extents are counted in arrays: neither is to be told from Manim's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from manim import Circle, ImageMobject, ManimColor, Mobject, Square, VGroup, VMobject

from stage.blank import blank
from stage.extent import corners
from stage.ink import Ink, formula, text

STYLES: list[dict[str, Any]] = [
    {"stroke_width": 0, "fill_color": "#F4D35E", "fill_opacity": 1},
    {"stroke_width": 2.2, "stroke_color": ManimColor("#3A4A5A")},
    {"stroke_width": 5.0},
]


@pytest.mark.parametrize("style", STYLES)
def test_a_blank_path_is_one_of_manim_s(style: dict[str, Any]) -> None:
    own, made = vars(VMobject(**style)), vars(blank(**style))
    assert own.keys() == made.keys()
    for name, value in own.items():
        same = np.array_equal(value, made[name]) if isinstance(value, np.ndarray) else None
        assert value == made[name] if same is None else same, name


def test_what_is_done_to_one_path_is_done_to_no_other() -> None:
    one, other = blank(**STYLES[1]), blank(**STYLES[1])
    one.set_points(np.ones((4, 3))).set_stroke("#FFFFFF", width=9, opacity=0.2)
    one.add(Square())
    one.add_updater(lambda it: it.shift((0.0, 0.0, 0.0)))
    for path in (other, blank(**STYLES[1])):
        assert not path.has_points()
        assert path.submobjects == []
        assert path.updaters == []
        assert path.stroke_width == 2.2
        assert path.get_stroke_opacity() == 1.0
        assert path.get_stroke_color() == ManimColor("#3A4A5A")


def inks() -> list[Ink]:
    """Words and formulas, whole and in parts, moved and scaled."""
    return [
        text("넓이가 $|\\det A|$배", size=0.4, color="#FFFFFF"),
        formula(r"\begin{pmatrix} 2 & 1 \\ 0 & 3 \end{pmatrix}", color="#F4D35E"),
        formula("x", color="#F4D35E").shift((1.0, -2.0, 0.0)).scale(1.7),
        Ink(labels={}, baseline=0.0),
    ]


@pytest.mark.parametrize("number", range(4))
def test_ink_is_measured_as_manim_measures(number: int) -> None:
    ink = inks()[number]
    plain = VGroup(*ink.submobjects)
    assert (ink.width, ink.height) == (plain.width, plain.height)
    assert np.array_equal(ink.get_center(), plain.get_center())
    assert np.array_equal(ink.get_corner((1, -1, 0)), plain.get_corner((1, -1, 0)))


@pytest.mark.parametrize(
    "thing",
    [
        VGroup(Circle(1.3), Square().shift((2.0, 1.0, 0.0))),
        VGroup(),
        VMobject().set_points(np.array([[1.0, 2.0, 0.0]])),
        ImageMobject(np.zeros((4, 6, 3), np.uint8)),
    ],
    ids=["a group", "nothing", "a point", "pixels"],
)
def test_corners_are_those_that_manim_finds(thing: Mobject) -> None:
    low, high = thing.get_corner((-1, -1, 0)), thing.get_corner((1, 1, 0))
    assert corners(thing) == pytest.approx((low[0], low[1], high[0], high[1]), abs=1e-12)
