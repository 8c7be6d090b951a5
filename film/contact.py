"""A contact sheet: all stills of a storyboard on one page, each with what it is and when it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from algebra.wording import phrase
from film import digests
from stage.fonts import TEXT_FAMILY, font_file

LONG = 520
"""Pixels along the longer side of a still on the sheet: enough to see what overlaps."""

GAP = 28
LABEL = 22
"""Pixels of type; a line of label is half as high again."""

PAPER, INK, QUIET = "#2A2F38", "#F2F5F9", "#AEB8C6"
"""Neither theme's ground, so that the border of every still is seen."""

MOST = 20_000
"""Pixels along a side that viewers of pictures still open."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A still on the sheet: its file, and the two lines under it."""

    picture: Path
    label: str
    note: str


def sheet_key(title: str, entries: Sequence[Entry], font: str) -> str:
    """A digest of all that the sheet's pixels depend on; `font` is the digest of the font's file.

    Of the pictures it is the bytes that count, not what their files are called. OSError if one
    cannot be read.
    """
    parts = {
        "title": title,
        "entries": [[digests.file_digest(one.picture), one.label, one.note] for one in entries],
        "code": digests.file_digest(Path(__file__)),
        "pillow": digests.package_version("pillow"),
        "font": [TEXT_FAMILY, font],
    }
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def contact_sheet(title: str, entries: Sequence[Entry]) -> Image.Image:
    """One page with the stills in reading order, smaller where there are very many of them.

    ValueError if there is none.
    """
    if not entries:
        raise ValueError("a contact sheet needs a picture")
    with Image.open(entries[0].picture) as first:
        width, height = first.size
    columns = _columns(len(entries), width / height)
    rows = -(-len(entries) // columns)
    foot = 3 * LABEL + LABEL // 2
    scale = min(1.0, LONG / max(width, height), MOST / (rows * (height + 4 * foot)))
    across, up = max(1, round(width * scale)), max(1, round(height * scale))
    head = 2 * GAP + 2 * LABEL
    sheet = Image.new(
        "RGB", (GAP + columns * (across + GAP), head + rows * (up + foot + GAP)), PAPER
    )
    pen = ImageDraw.Draw(sheet)
    pen.text((GAP, GAP), _fitted(title, sheet.width - 2 * GAP, 34), fill=INK, font=_font(34, 500))
    for k, entry in enumerate(entries):
        left = GAP + k % columns * (across + GAP)
        top = head + k // columns * (up + foot + GAP)
        with Image.open(entry.picture) as picture:
            small = picture.convert("RGB").resize((across, up), Image.Resampling.LANCZOS)
        sheet.paste(small, (left, top))
        line = top + up + LABEL // 3
        pen.text((left, line), _fitted(entry.label, across, LABEL), fill=INK, font=_font(LABEL))
        pen.text((left, line + LABEL * 3 // 2), entry.note, fill=QUIET, font=_font(LABEL))
    return sheet


def _columns(count: int, ratio: float) -> int:
    """As many columns as give a page that is about as wide as a screen; tall stills get more."""
    wished = 4 if ratio > 1.2 else 5 if ratio > 0.8 else 7
    return min(count, wished if count < 60 else wished * 2)


@lru_cache(maxsize=8)
def _font(size: int, weight: int = 400) -> ImageFont.FreeTypeFont:
    """The text font of the films; its file holds one face for each language."""
    for index in range(16):
        font = ImageFont.truetype(str(font_file()), size, index=index)
        if font.getname()[0] == TEXT_FAMILY:
            font.set_variation_by_axes([weight])
            return font
    raise FileNotFoundError(
        phrase("{file} has no face called {name}", file=font_file().name, name=TEXT_FAMILY)
    )


def _fitted(text: str, room: int, size: int) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis."""
    font = _font(size)
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(text + "…") > room:
        text = text[:-1]
    return text.rstrip() + "…"
