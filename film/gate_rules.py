"""What the picture gate looks for in one picture. Each rule says what it means and how to mend it.

A rule gets a `Sight`: the pieces of a picture in drawing order, and the zones that they stand in.
Rules of `AT_REST` look at the end of a beat, rules of `IN_MOTION` at moments of a motion too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Literal

import numpy as np

from film import pacing
from film.gate_geometry import Array, common, covered, holds, meet, near, touches
from language.formulas import plain_text
from stage import colors
from stage.ink import SMALLEST
from stage.layout import Zones
from stage.pieces import Claim, Piece
from stage.theme import Theme, roles
from stage.typesetting import outlines

SEEN = 0.25
"""Opacity from which something counts as being there: below, it is on its way in or out."""

TOUCH = 0.012
"""Scene units by which boxes may reach into one another: a pixel and a half at 1080 lines."""

CLOSE, LAP = 0.004, 0.0008
"""Scene units by which the boxes of two glyphs may reach into one another, and the area that all
of them together may share beyond that: glyphs are thin, so a little is a lot."""

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

ARROWS = frozenset({"arrow"})
MEANING = frozenset({"arrow", "line", "bar", "area"})
"""Named kinds whose strokes and edges carry meaning."""

MOST_TYPE = 480
"""Columns of type in a picture (a Hangul syllable is two, a letter one): half a minute's reading;
six full points of a summary have about 300."""

LEAST = 0.012
"""Share of the frame that something other than a grid should take."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of one picture."""

    rule: str
    things: tuple[str, ...]
    what: str
    cure: str
    severity: Literal["error", "notice"] = "error"


@dataclass(frozen=True)
class Sight:
    """A picture as the rules see it; ``themes`` are those that it may be shown in, its own first.

    ``claims`` are only known at rest.
    """

    pieces: tuple[Piece, ...]
    zones: Zones
    themes: tuple[Theme, ...]
    claims: tuple[Claim, ...] = ()

    @property
    def blended(self) -> bool:
        """Whether it has colours that are no role's, so that another theme's must be drawn."""
        known = {*_wardrobe(self.themes[0], self.themes[0]), ""}
        every = {color for piece in self.pieces for color in piece.color.split()}
        return not every <= known

    @cached_property
    def type(self) -> tuple[tuple[int, Piece], ...]:
        """Set type that can be seen, with its place in the drawing order."""
        return tuple(
            (k, piece)
            for k, piece in enumerate(self.pieces)
            if piece.form == "type" and piece.opacity >= SEEN
        )


Rule = Callable[[Sight], Iterator[Finding]]


def type_on_type(sight: Sight) -> Iterator[Finding]:
    """Two settings of type that lie on one another: neither can be read."""
    for (_, one), (_, other) in combinations(sight.type, 2):
        if not meet(one.box, other.box) or one.kind == "readout" or other.kind == "readout":
            continue
        if common(one.parts, other.parts, CLOSE) > LAP:
            yield Finding(
                "overlap",
                (one.called, other.called),
                f"{_the(one)} and {_the(other)} lie on one another",
                "move one of them, or write less",
            )


def type_on_arrow(sight: Sight) -> Iterator[Finding]:
    """Type across an arrow: a plate or a rim makes it readable, and hides what it points at."""
    # A fainter arrow is a trace of where something was.
    arrows = [p for p in sight.pieces if p.kind in ARROWS and p.opacity >= WAITING]
    for _, one in sight.type:
        for arrow in arrows:
            if arrow.owner == one.owner or not meet(one.box, arrow.box):
                continue
            if touches(arrow.outlines, arrow.segments, one.parts + _INSET) > 0.02:
                yield Finding(
                    "label on arrow",
                    (one.called, arrow.called),
                    f"{_the(one)} lies on {_the(arrow)}",
                    "place it through stage/labels.py, or give it another side",
                )


def line_through_type(sight: Sight) -> Iterator[Finding]:
    """A line that runs behind bare type: a rim or a plate would stop it short."""
    for k, one in sight.type:
        if one.rimmed or _plated(sight, k, one):
            continue
        for line in sight.pieces[:k]:
            if line.form != "line" or line.opacity < SEEN or line.kind in ARROWS:
                continue
            if not meet(one.box, line.box) or not _seen_on(sight.themes[0], line):
                continue
            if covered(line.segments, one.parts + _INSET) > 0.06:
                yield Finding(
                    "line through type",
                    (one.called, line.called),
                    f"{_the(line)} runs through {_the(one)}",
                    "give the type a halo (stage.ink.halo), or move it",
                    "notice",
                )
                break


def over_readout(sight: Sight) -> Iterator[Finding]:
    """Anything that is drawn over a number that must be read."""
    for k, one in sight.type:
        if one.kind != "readout":
            continue
        others = [*sight.pieces[k + 1 :], *(p for j, p in sight.type if j < k)]
        for other in others:
            if other.owner == one.owner or other.opacity < SEEN or not meet(one.box, other.box):
                continue
            if other.form == "type":
                hit = common(one.parts, other.parts, CLOSE) > LAP
            else:
                hit = touches(other.outlines, other.segments, one.parts + _INSET) > 0.02
            if hit:
                yield Finding(
                    "over a read-out",
                    (one.called, other.called),
                    f"{_the(other)} covers the read-out {one.called}",
                    "draw it beneath, or elsewhere",
                )
                break


def out_of_place(sight: Sight) -> Iterator[Finding]:
    """Type and named things belong into the safe zone and leave the foot to the captions."""
    zones, told = sight.zones, set()
    safe, foot, frame = zones.safe, zones.foot, zones.frame
    for piece in sight.pieces:
        if piece.opacity < SEEN or piece.called in told:
            continue
        if not (piece.form == "type" or (piece.name and piece.form in ("area", "line"))):
            continue
        x0, y0, x1, y1 = piece.box
        where = ""
        if x0 < frame.left or x1 > frame.right or y0 < frame.bottom or y1 > frame.top:
            where = "is cut off at the border of the frame"
        elif (
            min(x0 - safe.left, y0 - safe.bottom, safe.right - x1, safe.top - y1) < -TOUCH
            and piece.form == "type"
        ):
            where = "leaves the safe zone"
        elif meet(piece.box, (foot.left, foot.bottom, foot.right, foot.top), -TOUCH):
            where = "stands in the foot, which captions cover"
        if where:
            told.add(piece.called)
            yield Finding(
                "out of place",
                (piece.called,),
                f"{_the(piece)} {where}",
                "make it smaller, or write less",
            )


def too_small(sight: Sight) -> Iterator[Finding]:
    """Type that nobody reads from the back of a hall."""
    told = set()
    for _, one in sight.type:
        if 0 < one.em < SMALLEST * 0.995 and one.called not in told:
            told.add(one.called)
            pixels = round(one.em / 8 * 1080)
            yield Finding(
                "small type",
                (one.called,),
                f"{_the(one)} has type of {pixels} px at 1080 lines",
                f"{SMALLEST / 8 * 1080:.0f} px is the least; write less, or divide it",
            )


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
                    f"{_the(one)} ({color}) has contrast {worst:.1f} in the {theme.name} theme",
                    f"{need:g} is the least; choose another role, or put a plate under it",
                )
        ground = colors.coded(theme.ground)
        for line in sight.pieces:
            if line.form != "line" or line.kind not in MEANING or line.called in told:
                continue
            if line.opacity < 0.75 or line.color == "":
                continue  # meant to be faint, and told by something else as well
            drawn = _mixed(ground, colors.coded(dress(line.color)), line.opacity)
            if (worst := colors.contrast(drawn, ground)) < LINE * 0.98:
                told.add(line.called)
                yield Finding(
                    "contrast",
                    (line.called, theme.name),
                    f"{_the(line)} has contrast {worst:.1f} in the {theme.name} theme",
                    f"{LINE:g} is the least for lines that carry meaning",
                )


def no_glyph(sight: Sight) -> Iterator[Finding]:
    """Characters that no font has: an empty box stands in their place."""
    for _, one in sight.type:
        if one.source and has_empty_box(one.source):
            yield Finding(
                "no glyph",
                (one.called,),
                f"{_the(one)} has a character that no font has",
                "leave it out or write it in words",
            )


def empty_or_full(sight: Sight) -> Iterator[Finding]:
    """A frame in which there is next to nothing to see, or more than can be taken in."""
    frame = sight.zones.frame
    boxes = [
        piece.box
        for piece in sight.pieces
        if piece.opacity >= SEEN and piece.form != "plate" and (piece.name or piece.form == "type")
    ]
    taken = _union(boxes, (frame.left, frame.bottom, frame.right, frame.top))
    if taken < LEAST:
        yield Finding(
            "empty",
            (),
            f"only {taken:.1%} of the picture holds something",
            "show something, or drop the beat",
        )
    read = sum(
        pacing.columns(plain_text(one.says)) if one.says else len(one.parts)
        for _, one in sight.type
    )
    if read > MOST_TYPE:
        yield Finding(
            "overfull",
            (),
            f"there are {read} columns of type to read at a time",
            "divide it among several beats or scenes",
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
                    f"{one.name} and {other.name} look alike in {found} ({theme.name} theme)",
                    "give one of them another role, or tell them apart by shape",
                    "notice",
                )


def untrue(sight: Sight) -> Iterator[Finding]:
    """A number beside a drawing that the drawing does not show."""
    for claim in sight.claims:
        told = numbers(claim.says)
        if told is None or len(told) != len(claim.drawn):
            continue
        if not all(_same(said, drawn) for said, drawn in zip(told, claim.drawn, strict=True)):
            drawn_text = ", ".join(f"{value:.4g}" for value in claim.drawn)
            yield Finding(
                "untrue",
                (claim.name,),
                f"{claim.name} says {claim.says}, and {drawn_text} is drawn",
                "take both from one matrix at one moment",
            )


IN_MOTION: tuple[Rule, ...] = (type_on_type, type_on_arrow, over_readout, out_of_place)
COLORS: tuple[Rule, ...] = (too_faint, roles_too_close)
AT_REST: tuple[Rule, ...] = (
    *IN_MOTION,
    line_through_type,
    too_small,
    too_faint,
    no_glyph,
    empty_or_full,
    roles_too_close,
    untrue,
)

_INSET = np.array([TOUCH, TOUCH, -TOUCH, -TOUCH])


def findings(sight: Sight, rules: Iterable[Rule]) -> tuple[Finding, ...]:
    """All that the rules find, each once."""
    return tuple(dict.fromkeys(found for rule in rules for found in rule(sight)))


def numbers(says: str) -> tuple[float, ...] | None:
    """The numbers in a formula in LaTeX syntax, in order; None if there is more to it."""
    plain = says.replace("{,}", "").replace("−", "-").replace(" ", "").replace("\\,", "")
    if re.search(r"\\(?!d?t?frac)[a-z]", plain):
        return None
    found = []
    pattern = r"(-?)(?:\\[dt]?frac\{(-?[\d.]+)\}\{([\d.]+)\}|(\d[\d.]*))"
    for sign, above, below, value in re.findall(pattern, plain):
        size = float(value.rstrip(".")) if value else float(above) / float(below)
        found.append(-size if sign else size)
    return tuple(found)


def _same(said: float, drawn: float) -> bool:
    """Equal as far as four significant digits and three places can say."""
    return abs(said - drawn) <= max(5.1e-4 * abs(drawn), 5.1e-4)


def _the(piece: Piece) -> str:
    kind = {"type": piece.kind, "line": piece.kind or "line", "area": piece.kind or "face"}
    word = kind.get(piece.form, "plate")
    return f"the {word} {piece.called}" if piece.called != word else f"the {word}"


def _plated(sight: Sight, k: int, one: Piece) -> bool:
    """Whether the last plate under the type reaches beyond it."""
    x0, y0, x1, y1 = one.box
    return any(
        piece.form == "plate"
        and piece.opacity > 0.6
        and piece.box[0] <= x0 + TOUCH
        and piece.box[1] <= y0 + TOUCH
        and piece.box[2] >= x1 - TOUCH
        and piece.box[3] >= y1 - TOUCH
        for piece in sight.pieces[:k]
    )


def _seen_on(theme: Theme, line: Piece) -> bool:
    """Whether a line stands out from the ground so much that it disturbs reading."""
    ground = colors.coded(theme.ground)
    drawn = _mixed(ground, colors.coded(line.color), line.opacity)
    return colors.contrast(drawn, ground) > 1.6


def _mixed(under: Array, over: Array, opacity: float) -> Array:
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
                behind[under] = _mixed(behind[under], face, piece.opacity)
    worst: tuple[float, str] = (100.0, "")
    for color in one.color.split():
        own = colors.coded(dress(color))
        for ground in np.unique(behind, axis=0):
            ratio = colors.contrast(_mixed(ground, own, one.opacity), ground)
            worst = min(worst, (ratio, color))
    return worst


def _same_shape(one: Piece, other: Piece) -> bool:
    """Whether only colour tells two things apart: of one kind, and lines of like strength."""
    thin, thick = sorted((one.width, other.width))
    return one.kind == other.kind and one.form == other.form and thick <= 1.8 * thin + 1e-9


def _alike(one: str, other: str) -> str:
    """In which vision two colours look alike; empty if in none."""
    for vision in colors.VISIONS:
        least = APART if vision == "full" else APART_WEAK
        if _distance(one, other, vision) < least:
            return "full colour vision" if vision == "full" else vision
    return ""


@lru_cache(maxsize=4096)
def _distance(one: str, other: str, vision: str) -> float:
    return colors.distance(one, other, vision)


def _union(boxes: Sequence[tuple[float, float, float, float]], frame: tuple[float, ...]) -> float:
    """The share of the frame that boxes cover together, on a grid of 64 by 64."""
    grid = np.zeros((64, 64), dtype=bool)
    size = np.array([frame[2] - frame[0], frame[3] - frame[1]]) / 64
    for x0, y0, x1, y1 in boxes:
        low = np.clip(np.floor((np.array([x0, y0]) - frame[:2]) / size), 0, 64).astype(int)
        high = np.clip(np.ceil((np.array([x1, y1]) - frame[:2]) / size), 0, 64).astype(int)
        grid[low[0] : high[0], low[1] : high[1]] = True
    return float(grid.mean())


@lru_cache(maxsize=4096)
def has_empty_box(source: str) -> bool:
    """Whether Typst set the empty box of a missing character somewhere in a source."""
    empty = _empty_boxes()
    for outline in outlines(source).outlines:
        shape = _shape(outline.points)
        if any(shape.shape == box.shape and np.allclose(shape, box, atol=0.005) for box in empty):
            return True
    return False


@lru_cache(maxsize=1)
def _empty_boxes() -> tuple[Array, ...]:
    """The empty boxes of the text font and of the mathematics font."""
    absent = "\U0010fffd"
    sources = (absent, f"#text(weight: 700)[{absent}]", f"${absent}$")
    return tuple(_shape(outlines(source).outlines[0].points) for source in sources)


def _shape(points: Array) -> Array:
    """An outline without its place and size."""
    low, high = points.min(axis=0), points.max(axis=0)
    shape: Array = (points - low) / max(float((high - low).max()), 1e-9)
    return shape
