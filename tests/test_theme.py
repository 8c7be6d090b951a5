"""The palettes can be read, and what shares a picture stays apart, also for dichromats.

Distances are Euclidean in OKLab (Ottosson 2020), where about 0.02 is the smallest difference seen
between large patches side by side. Thin arrows and small digits need several times that.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

from stage.theme import THEMES, Theme, roles

Array: TypeAlias = npt.NDArray[np.float64]

READ = 4.5
"""WCAG 2.2, criterion 1.4.3: contrast of text, the level that small text needs as well."""

SEEN = 3.0
"""WCAG 2.2, criterion 1.4.11: contrast of lines that carry meaning."""

FAINT = 2.0
"""The grid is many lines and no single one has to be read, so it may be quieter than 1.4.11."""

TRACE = 1.4
"""The ghost of the grid must be seen beside the grid, also where a projector lights the room."""

COLORFUL = 0.09
"""Chroma in OKLab from which a thin arrow has a hue at a distance."""

OBJECTS = ["first", "second", "third", "input", "output", "kernel", "image", "positive", "negative"]
TEXT_ROLES = ["ink", "quiet", *OBJECTS, "holds", "fails", "emphasis"]
"""Every role that some text is set in: coordinates, columns, read-outs, words."""

LINE_ROLES = ("axis", "before")

VISIONS: dict[str, Array] = {
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
"""Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision
Deficiency, IEEE TVCG 15 (2009), severity 1.0; they act on linear RGB."""

SQUARE = {"first", "second", "positive", "negative"}
KIN = {("ink", "output"), ("input", "output")}

SHARING: dict[str, list[tuple[str, str]]] = {
    "vectors, lines and faces stand on one plane": list(combinations(OBJECTS, 2)),
    "a coloured number stands in a line of ink": [("ink", role) for role in OBJECTS],
    "a verdict stands beside the other one": [("holds", "fails")],
    "a verdict stands in a line of ink": [("ink", "holds"), ("ink", "fails")],
    "emphasised words stand among others": [("ink", "emphasis"), ("quiet", "emphasis")],
    "the outline of what was lies on the axes": [("axis", "before")],
    "the ghost's outline runs along arrows and faces": [
        ("before", role)
        for role in ("first", "second", "third", "positive", "negative", "kernel", "image")
    ],
}
"""Pairs of roles that may share a picture, by the reason why they do."""


def needed(pair: tuple[str, str]) -> tuple[float, float]:
    """Least distance in full vision, and in each of the three deficiencies.

    The unit square's picture is told by its colours most, so its four roles stand farthest apart.
    Output is meant as a paler input, and a pale colour is near the ink of its theme: these two
    pairs are kin. The third basis vector and the kernel are both a kind of lilac, so they differ in
    lightness. No meaning rests on colour alone, so a deficiency may halve a distance.
    """
    if set(pair) <= SQUARE:
        return 0.12, 0.08
    if tuple(sorted(pair)) in KIN:
        return 0.08, 0.04
    if set(pair) == {"third", "kernel"}:
        return 0.14, 0.08
    return 0.10, 0.05


def linear(color: str) -> Array:
    """Linear RGB of ``#RRGGBB`` (IEC 61966-2-1), shape (3,)."""
    coded = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    light: Array = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
    return light


def contrast(one: Array, other: Array) -> float:
    """WCAG contrast ratio of two colours in linear RGB."""
    dark, light = sorted(float(c @ (0.2126, 0.7152, 0.0722)) for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def oklab(rgb: Array) -> Array:
    """OKLab of linear RGB; the matrices are Ottosson's."""
    cones = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    opponent = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    lab: Array = opponent @ np.cbrt(cones @ rgb)
    return lab


def distance(one: str, other: str, vision: str) -> float:
    """OKLab distance of two colours as they look in a vision."""
    seen = [oklab(np.clip(VISIONS[vision] @ linear(color), 0, 1)) for color in (one, other)]
    return float(np.linalg.norm(seen[0] - seen[1]))


def least_contrast(role: str) -> float:
    """What a role needs against the ground."""
    return READ if role in TEXT_ROLES else {"grid": FAINT, "ghost": TRACE}.get(role, SEEN)


def faults(theme: Theme) -> list[str]:
    """Everything that is wrong with a palette, in words."""
    found = []
    colors = roles(theme)
    ground = linear(theme.ground)
    for role, color in colors.items():
        if role == "ground":
            continue
        least = least_contrast(role)
        ratio = contrast(linear(color), ground)
        if ratio < least:
            found.append(f"{role} {color} has contrast {ratio:.2f}, needs {least}")
    for reason, pairs in SHARING.items():
        for pair in pairs:
            full, poor = needed(pair)
            for vision in VISIONS:
                least = full if vision == "full" else poor
                apart = distance(colors[pair[0]], colors[pair[1]], vision)
                if apart < least:
                    found.append(
                        f"{pair[0]}, {pair[1]}: {apart:.3f} < {least} in {vision} ({reason})"
                    )
    return found


@pytest.fixture(params=sorted(THEMES))
def theme(request: pytest.FixtureRequest) -> Theme:
    """Each theme in turn."""
    return THEMES[request.param]


def test_there_is_a_dark_theme_and_a_light_one() -> None:
    assert {"dark", "light"} <= set(THEMES)
    assert all(theme.name == name for name, theme in THEMES.items())
    dark, light = (linear(THEMES[name].ground).mean() for name in ("dark", "light"))
    assert 0 < dark < 0.02, "near-black, not black"
    assert 0.9 < light < 1


def test_every_colour_is_written_the_same_way(theme: Theme) -> None:
    for color in (*roles(theme).values(), *theme.family):
        assert re.fullmatch("#[0-9A-F]{6}", color), color


@pytest.mark.parametrize("role", ["first", "second", "third", "positive", "negative", "kernel"])
def test_thin_marks_have_a_hue_at_a_distance(theme: Theme, role: str) -> None:
    """Not a green, say, that is nearly black on paper: colourful, and apart from the ink's tone."""
    tone, *hue = oklab(linear(roles(theme)[role]))
    assert np.hypot(*hue) >= COLORFUL, role
    assert abs(tone - oklab(linear(theme.ink))[0]) >= 0.15, role


def test_every_role_has_a_contrast_to_meet(theme: Theme) -> None:
    """A role added to the theme must be put in one of the classes."""
    assert set(roles(theme)) == {*TEXT_ROLES, *LINE_ROLES, "ground", "grid", "ghost"}


def test_what_is_read_and_what_shares_a_picture_can_be_told_apart(theme: Theme) -> None:
    assert faults(theme) == []


def test_the_measure_finds_bad_palettes() -> None:
    """Red and green of equal lightness pass in full vision and fall together for deuteranopes."""
    dark = THEMES["dark"]
    bad = replace(dark, holds="#7BB26A", fails="#C99A5B", quiet="#404A57")
    found = "\n".join(faults(bad))
    assert "deuteranopia" in found
    assert "quiet #404A57 has contrast" in found
    assert "holds, fails" not in "\n".join(line for line in found.splitlines() if "full" in line)


def test_simulated_colours_agree_with_known_ones() -> None:
    """Greys look the same to everybody; pure colours are as Ottosson's table has them."""
    for matrix in VISIONS.values():
        assert matrix.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert oklab(linear("#FFFFFF")) == pytest.approx((1, 0, 0), abs=1e-4)
    assert oklab(linear("#FF0000")) == pytest.approx((0.6280, 0.2249, 0.1258), abs=1e-3)
    assert contrast(linear("#FFFFFF"), linear("#000000")) == pytest.approx(21)
    assert contrast(linear("#777777"), linear("#FFFFFF")) == pytest.approx(4.48, abs=0.01)


def test_ink_can_be_read_on_both_faces_of_the_square(theme: Theme) -> None:
    """The area stands inside the parallelogram, whose face covers the ground to 0.34."""
    for face in (theme.positive, theme.negative):
        codes = [
            round(0.34 * int(face[i : i + 2], 16) + 0.66 * int(theme.ground[i : i + 2], 16))
            for i in (1, 3, 5)
        ]
        mixed = "#" + "".join(f"{code:02X}" for code in codes)
        assert contrast(linear(theme.ink), linear(mixed)) >= READ


def test_the_grid_stands_out_from_its_ghost(theme: Theme) -> None:
    """1.5 tells two sets of lines apart where they cross: half of what a line on the ground has."""
    assert contrast(linear(theme.grid), linear(theme.ghost)) >= 1.5


def test_twelve_family_hues_keep_apart_from_each_other_and_from_the_roles(theme: Theme) -> None:
    """Heads and fibres share their pictures with kernel, image and input.

    Twelve cannot all be kept apart in the two dimensions that a dichromat sees, so members of a
    family always carry their number; here 0.03 asks only that no two of them become one."""
    assert len(set(theme.family)) == 12
    for color in theme.family:
        assert contrast(linear(color), linear(theme.ground)) >= READ
        for role, other in roles(theme).items():
            least = 0.08 if role in ("kernel", "image", "input") else 0.058
            assert distance(color, other, "full") >= least, (color, role)
    for one, other in combinations(theme.family, 2):
        assert distance(one, other, "full") >= 0.08, (one, other)
        for vision in VISIONS:
            assert distance(one, other, vision) >= 0.03, (one, other, vision)
