"""Colours by role. A kind asks for what a thing *is* (kernel, image), never for a colour.

The same role has the same meaning through a whole course. The two themes are the dark one for
video and the light one, paper-like, for slides and print. tests/test_theme.py measures contrast
(WCAG) and how far roles that share a picture stay apart under colour-vision deficiency.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Theme:
    """Role colours as ``#RRGGBB``."""

    name: str
    ground: str
    """What everything lies on."""
    ink: str
    """Text, formulas, outlines that matter."""
    quiet: str
    """Secondary text: captions of read-outs, footnotes."""
    axis: str
    grid: str
    """The plane as it is now."""
    ghost: str
    """The grid as it was before the map."""
    first: str
    """First basis vector and its image, the first column."""
    second: str
    third: str
    input: str
    output: str
    kernel: str
    """What vanishes."""
    image: str
    """What survives."""
    before: str
    """Outline of what was there before the map."""
    positive: str
    """The face of a sheet that shows while orientation is kept."""
    negative: str
    """The other face."""
    holds: str
    fails: str
    emphasis: str
    family: tuple[str, ...]
    """Twelve hues for members of a family (heads, fibres), kept apart from the roles above."""


DARK = Theme(
    name="dark",
    ground="#10141B",
    ink="#E8EDF4",
    quiet="#9AA9BA",
    axis="#6F839C",
    grid="#44607F",
    ghost="#252F3C",
    first="#50D3AE",
    second="#FE9760",
    third="#CAA6FA",
    input="#F7D557",
    output="#F6E9B1",
    kernel="#9B72DE",
    image="#CC9924",
    before="#92A3B7",
    positive="#53A1ED",
    negative="#E95894",
    holds="#7AD98F",
    fails="#FC6A6B",
    emphasis="#FDE090",
    family=(
        "#F8AFB1",
        "#D66247",
        "#C1A06E",
        "#BACA64",
        "#819360",
        "#8CECB8",
        "#23F2F3",
        "#3F98BB",
        "#8EB7E9",
        "#A461FA",
        "#D881DD",
        "#CA6E9D",
    ),
)

LIGHT = Theme(
    name="light",
    ground="#FAF9F7",
    ink="#1B222C",
    quiet="#56637A",
    axis="#7C8798",
    grid="#93A9C4",
    ghost="#DDE2E8",
    first="#00593E",
    second="#CA4503",
    third="#705AB9",
    input="#787230",
    output="#4A3D00",
    kernel="#6929CB",
    image="#7A4902",
    before="#7A8597",
    positive="#116FD8",
    negative="#AB1963",
    holds="#23833F",
    fails="#A01A1A",
    emphasis="#8B5A01",
    family=(
        "#7D013E",
        "#9B6045",
        "#673400",
        "#535114",
        "#4A6E21",
        "#0A472B",
        "#297A71",
        "#044D67",
        "#0412C8",
        "#5918A5",
        "#8E3FD9",
        "#8E3688",
    ),
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT)})


def roles(theme: Theme) -> dict[str, str]:
    """Every single-colour role of a theme by name."""
    return {
        field.name: getattr(theme, field.name)
        for field in fields(theme)
        if field.name not in ("name", "family")
    }
