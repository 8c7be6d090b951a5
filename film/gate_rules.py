"""What the picture gate looks for in one picture. Each rule says what it means and how to mend it.

A rule gets a `Sight`: the pieces of a picture in drawing order, and the zones that they stand in.
Rules of `AT_REST` look at the end of a beat, rules of `IN_MOTION` at moments of a motion too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np

from algebra.wording import phrase
from film import pacing
from film.gate_colors import COLORS, WAITING, stands_out
from film.gate_geometry import common, covered, meet, touches
from film.gate_sight import SEEN, Finding, Rule, Sight, the
from film.gate_words import agree, has_empty_box, numbers
from language.formulas import plain_text
from stage.ink import SMALLEST
from stage.pieces import Piece

TOUCH = 0.012
"""Scene units by which boxes may reach into one another: a pixel and a half at 1080 lines."""

CLOSE, LAP = 0.004, 0.0008
"""Scene units by which the boxes of two glyphs may reach into one another, and the area that all
of them together may share beyond that: glyphs are thin, so a little is a lot."""

ARROWS = frozenset({"arrow"})
MOST_TYPE = 480
"""Columns of type in a picture (a Hangul syllable is two, a letter one): half a minute's reading;
six full points of a summary have about 300."""

LEAST = 0.012
"""Share of the frame that something other than a grid should take."""


def type_on_type(sight: Sight) -> Iterator[Finding]:
    """Two settings of type that lie on one another: neither can be read."""
    for (_, one), (_, other) in combinations(sight.type, 2):
        if not meet(one.box, other.box) or one.kind == "readout" or other.kind == "readout":
            continue
        if common(one.parts, other.parts, CLOSE) > LAP:
            yield Finding(
                "overlap",
                (one.called, other.called),
                phrase("{one} and {other} lie on one another", one=the(one), other=the(other)),
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
                    phrase("{one} lies on {other}", one=the(one), other=the(arrow)),
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
            if not meet(one.box, line.box) or not stands_out(sight.themes[0], line):
                continue
            if covered(line.segments, one.parts + _INSET) > 0.06:
                yield Finding(
                    "line through type",
                    (one.called, line.called),
                    phrase("{line} runs through {one}", line=the(line), one=the(one)),
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
                    phrase("{other} covers {one}", other=the(other), one=the(one)),
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
            where = phrase("{one} is cut off at the border of the frame", one=the(piece))
        elif (
            min(x0 - safe.left, y0 - safe.bottom, safe.right - x1, safe.top - y1) < -TOUCH
            and piece.form == "type"
        ):
            where = phrase("{one} leaves the safe zone", one=the(piece))
        elif meet(piece.box, (foot.left, foot.bottom, foot.right, foot.top), -TOUCH):
            where = phrase("{one} stands in the foot, which captions cover", one=the(piece))
        if where:
            told.add(piece.called)
            yield Finding(
                "out of place",
                (piece.called,),
                where,
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
                phrase("{one} has type of {pixels} px at 1080 lines", one=the(one), pixels=pixels),
                phrase(
                    "{least:.0f} px is the least; write less, or divide it",
                    least=SMALLEST / 8 * 1080,
                ),
            )


def no_glyph(sight: Sight) -> Iterator[Finding]:
    """Characters that no font has: an empty box stands in their place."""
    for _, one in sight.type:
        if one.source and has_empty_box(one.source):
            yield Finding(
                "no glyph",
                (one.called,),
                phrase("{one} has a character that no font has", one=the(one)),
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
            phrase("only {taken:.1%} of the picture holds something", taken=taken),
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
            phrase("there are {read} columns of type to read at a time", read=read),
            "divide it among several beats or scenes",
        )


def untrue(sight: Sight) -> Iterator[Finding]:
    """A number beside a drawing that the drawing does not show."""
    for claim in sight.claims:
        told = numbers(claim.says)
        if told is None or len(told) != len(claim.drawn):
            continue
        if not all(agree(said, drawn) for said, drawn in zip(told, claim.drawn, strict=True)):
            drawn_text = ", ".join(f"{value:.4g}" for value in claim.drawn)
            yield Finding(
                "untrue",
                (claim.name,),
                phrase(
                    "{name} says {says}, and {drawn} is drawn",
                    name=claim.name,
                    says=claim.says,
                    drawn=drawn_text,
                ),
                "take both from one matrix at one moment",
            )


IN_MOTION: tuple[Rule, ...] = (type_on_type, type_on_arrow, over_readout, out_of_place)
AT_REST: tuple[Rule, ...] = (
    *IN_MOTION,
    *COLORS,
    line_through_type,
    too_small,
    no_glyph,
    empty_or_full,
    untrue,
)

_INSET = np.array([TOUCH, TOUCH, -TOUCH, -TOUCH])


def findings(sight: Sight, rules: Iterable[Rule]) -> tuple[Finding, ...]:
    """All that the rules find, each once."""
    return tuple(dict.fromkeys(found for rule in rules for found in rule(sight)))


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


def _union(boxes: Sequence[tuple[float, float, float, float]], frame: tuple[float, ...]) -> float:
    """The share of the frame that boxes cover together, on a grid of 64 by 64."""
    grid = np.zeros((64, 64), dtype=bool)
    size = np.array([frame[2] - frame[0], frame[3] - frame[1]]) / 64
    for x0, y0, x1, y1 in boxes:
        low = np.clip(np.floor((np.array([x0, y0]) - frame[:2]) / size), 0, 64).astype(int)
        high = np.clip(np.ceil((np.array([x1, y1]) - frame[:2]) / size), 0, 64).astype(int)
        grid[low[0] : high[0], low[1] : high[1]] = True
    return float(grid.mean())
