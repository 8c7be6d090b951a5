"""The picture gate's eye for colours: contrast, and roles that some eyes cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations

import numpy as np

from algebra.wording import phrase, worded
from film.gate_geometry import Array, holds, meet, near
from film.gate_sight import Finding, Rule, Sight, the
from stage import colors
from stage.pieces import Piece
from stage.theme import Theme, roles

LARGE = 0.5
"""Type from this size on is read at lower contrast (WCAG 2.2, 1.4.3)."""

READ, READ_LARGE, LINE = 4.5, 3.0, 3.0
"""Least contrast of type, of large type (1.4.3), of lines that carry meaning (1.4.11)."""

WAITING, READ_WAITING = 0.7, 2.2
"""Type of less opacity than this waits for its turn; 1.4.3 asks nothing of it, and here it should
still be made out."""

APART, APART_WEAK = 0.06, 0.03
"""Least OKLab distance of two colours that mean different things, in full vision and in a colour
vision deficiency; the palette's own closest pair (output beside ink) is 0.08 and 0.04 apart."""

MEANING = frozenset({"arrow", "line", "bar", "area"})
"""Named kinds whose strokes and edges carry meaning."""


def too_faint(sight: Sight) -> Iterator[Finding]:
    """Contrast of type with what lies behind it, and of meaningful lines with the ground."""
    for theme in sight.themes:
        dress = _dress(sight.themes[0], theme)
        told: set[str] = set()
        for k, one in sight.type:
            if one.called in told:
                continue
            need = READ_LARGE if one.em >= LARGE else READ
            need = READ_WAITING if one.opacity < WAITING else need
            worst, color = _worst_contrast(sight, k, one, theme, dress)
            if worst < need * 0.98:
                told.add(one.called)
                yield Finding(
                    "contrast",
                    (one.called, theme.name),
                    phrase(
                        "{one} ({color}) has contrast {worst:.1f} in the {theme} theme",
                        one=the(one),
                        color=color,
                        worst=worst,
                        theme=theme.name,
                    ),
                    phrase(
                        "{need:g} is the least; choose another role, or put a plate under it",
                        need=need,
                    ),
                )
        ground = colors.coded(theme.ground)
        for line in sight.pieces:
            if line.form != "line" or line.kind not in MEANING or line.called in told:
                continue
            if line.opacity < 0.75 or line.color == "":
                continue  # meant to be faint, and told by something else as well
            drawn = mixed(ground, colors.coded(dress(line.color)), line.opacity)
            if (worst := colors.contrast(drawn, ground)) < LINE * 0.98:
                told.add(line.called)
                yield Finding(
                    "contrast",
                    (line.called, theme.name),
                    phrase(
                        "{one} has contrast {worst:.1f} in the {theme} theme",
                        one=the(line),
                        worst=worst,
                        theme=theme.name,
                    ),
                    phrase("{least:g} is the least for lines that carry meaning", least=LINE),
                )


def roles_too_close(sight: Sight) -> Iterator[Finding]:
    """Two things told apart by colour whose colours look alike to some eyes."""
    shown: dict[str, Piece] = {}
    for piece in sight.pieces:
        # Bars are told apart by where they stand, and by the words beside them.
        named = piece.name and piece.kind in (MEANING | {"dot", "disc", "ball"}) - {"bar"}
        if named and piece.opacity >= 0.5 and piece.form in ("area", "line"):
            shown.setdefault(piece.color, piece)
    for theme in sight.themes:
        dress = _dress(sight.themes[0], theme)
        for one, other in combinations(shown.values(), 2):
            if one.name == other.name or not _same_shape(one, other):
                continue
            if found := _alike(dress(one.color), dress(other.color)):
                yield Finding(
                    "roles too close",
                    (one.name, other.name, theme.name),
                    phrase(
                        "{one} and {other} look alike in {vision} ({theme} theme)",
                        one=one.name,
                        other=other.name,
                        vision=worded(found),
                        theme=theme.name,
                    ),
                    "give one of them another role, or tell them apart by shape",
                    "notice",
                )


def _same_shape(one: Piece, other: Piece) -> bool:
    """Whether only colour tells two things apart: of one kind, and lines of like strength."""
    thin, thick = sorted((one.width, other.width))
    return one.kind == other.kind and one.form == other.form and thick <= 1.8 * thin + 1e-9


def mixed(under: Array, over: Array, opacity: float) -> Array:
    return under + (over - under) * min(1.0, opacity)


def _dress(own: Theme, other: Theme) -> Callable[[str], str]:
    """Colours of one theme as the other has them; a colour that is no role's stays."""
    if own is other:
        return lambda color: color
    table = _wardrobe(own, other)
    return lambda color: table.get(color, color)


@lru_cache(maxsize=8)
def _wardrobe(own: Theme, other: Theme) -> Mapping[str, str]:
    mine, others = roles(own), roles(other)
    table = {mine[role].upper(): others[role].upper() for role in mine}
    pairs = zip(own.family, other.family, strict=True)
    return {**{one.upper(): same.upper() for one, same in pairs}, **table}


def _worst_contrast(
    sight: Sight, k: int, one: Piece, theme: Theme, dress: Callable[[str], str]
) -> tuple[float, str]:
    """The least contrast of a piece of type with what lies behind it, and its colour there."""
    step = max(1, len(one.parts) // 12)
    parts = one.parts[::step]
    points = (parts[:, :2] + parts[:, 2:]) / 2
    behind = np.tile(colors.coded(theme.ground), (len(points), 1))
    if not one.rimmed:
        for piece in sight.pieces[:k]:
            if piece.form == "type" or not meet(piece.box, one.box):
                continue
            if piece.form == "line":
                hit = piece.width > 0.1 and near(piece.segments, points, piece.width / 2)
            else:
                hit = holds(piece.outlines, points)
            under = np.asarray(hit)
            if under.any():
                face = colors.coded(dress(piece.color))
                behind[under] = mixed(behind[under], face, piece.opacity)
    worst: tuple[float, str] = (100.0, "")
    for color in one.color.split():
        own = colors.coded(dress(color))
        for ground in np.unique(behind, axis=0):
            ratio = colors.contrast(mixed(ground, own, one.opacity), ground)
            worst = min(worst, (ratio, color))
    return worst


_VISIONS: Mapping[str, str] = {
    "full": phrase("full colour vision"),
    "protanopia": phrase("protanopia"),
    "deuteranopia": phrase("deuteranopia"),
    "tritanopia": phrase("tritanopia"),
}
"""What the ways of seeing are called that `stage.colors` knows."""


def _alike(one: str, other: str) -> str:
    """In which vision two colours look alike; empty if in none."""
    for vision in colors.VISIONS:
        least = APART if vision == "full" else APART_WEAK
        if _distance(one, other, vision) < least:
            return _VISIONS[vision]
    return ""


@lru_cache(maxsize=4096)
def _distance(one: str, other: str, vision: str) -> float:
    return colors.distance(one, other, vision)


def stands_out(theme: Theme, line: Piece) -> bool:
    """Whether a line stands out from the ground so much that it disturbs reading."""
    ground = colors.coded(theme.ground)
    drawn = mixed(ground, colors.coded(line.color), line.opacity)
    return colors.contrast(drawn, ground) > 1.6


def blended(sight: Sight) -> bool:
    """Whether it has colours that are no role's, so that another theme's must be drawn."""
    known = {*_wardrobe(sight.themes[0], sight.themes[0]), ""}
    every = {color for piece in sight.pieces for color in piece.color.split()}
    return not every <= known


COLORS: tuple[Rule, ...] = (too_faint, roles_too_close)
