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
    quiet="#9FB0C3",
    axis="#6F839C",
    grid="#44607F",
    ghost="#252F3C",
    first="#3FC9A4",
    second="#FF9054",
    third="#C7A6FF",
    input="#F4D35E",
    output="#FFF3C4",
    kernel="#B58CFF",
    image="#FFC145",
    before="#8FA0B4",
    positive="#5AA9F8",
    negative="#F0609F",
    holds="#7BD88F",
    fails="#FF6B6B",
    emphasis="#FFE08A",
    family=(
        "#7FB7FF",
        "#8CE0C8",
        "#F6C177",
        "#F08CA8",
        "#C3A6FF",
        "#9BD46A",
        "#5CC8E8",
        "#E8A26B",
        "#D98AE0",
        "#B8C46A",
        "#8FA8F0",
        "#E88A7F",
    ),
)  # fmt: skip -- twelve hues read better as two rows

LIGHT = Theme(
    name="light",
    ground="#FAF9F7",
    ink="#1B222C",
    quiet="#56637A",
    axis="#7C8798",
    grid="#93A9C4",
    ghost="#DDE2E8",
    first="#007F63",
    second="#C2500A",
    third="#7A4FD0",
    input="#8A6A00",
    output="#5E4A00",
    kernel="#7440D6",
    image="#9A6200",
    before="#77859A",
    positive="#1F6FD1",
    negative="#C42470",
    holds="#1E7F3C",
    fails="#C62828",
    emphasis="#8A5A00",
    family=(
        "#2F6FBF",
        "#1F8A70",
        "#A96A12",
        "#B53F63",
        "#7650C8",
        "#55881F",
        "#157F9E",
        "#A8602A",
        "#9A3FA6",
        "#757F1A",
        "#4A5FC0",
        "#B04A3C",
    ),
)  # fmt: skip -- as above

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT)})


def roles(theme: Theme) -> dict[str, str]:
    """Every single-colour role of a theme by name."""
    return {
        field.name: getattr(theme, field.name)
        for field in fields(theme)
        if field.name not in ("name", "family")
    }
