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
    ghost="#2A3543",
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
        "#BBA27F",
        "#BACA64",
        "#819360",
        "#79FBC4",
        "#46E9EC",
        "#4198BA",
        "#8EB8F0",
        "#A955FF",
        "#D881DD",
        "#C56F9D",
    ),
)

LIGHT = Theme(
    name="light",
    ground="#FAF9F7",
    ink="#1B222C",
    quiet="#56637A",
    axis="#818D9E",
    grid="#93A9C4",
    ghost="#CED3DB",
    first="#137458",
    second="#CA4403",
    third="#9858B5",
    input="#787230",
    output="#4A3D00",
    kernel="#6828D0",
    image="#7D4900",
    before="#5A687F",
    positive="#116FD8",
    negative="#880A5D",
    holds="#23833F",
    fails="#A01A1A",
    emphasis="#8B5A01",
    family=(
        "#7B0339",
        "#9C6046",
        "#6B2207",
        "#455110",
        "#426D10",
        "#064427",
        "#0F7E86",
        "#004D68",
        "#0610C9",
        "#580FA3",
        "#8F3FD9",
        "#8E3689",
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
