"""Whether two pictures are the same to the eye of a careful viewer, and a page that shows why not.

Two drawings of one thing by two builds of a library differ by a level here and there, and along
edges by how much of a pixel each counts as covered. Nothing else may differ. So a pixel is
compared with the golden's pixel and its eight neighbours: where these agree, it must agree with
them within LEVEL; across an edge it may lie anywhere between them, and beyond by a SLACK of their
contrast, for a line narrower than a pixel has its full colour nowhere. This is stricter than
leaving pixels near edges out: lines that change their colour, or vanish, are found as well.
"""

from __future__ import annotations

import io
import shutil
from html import escape
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt

from film.encode import png

Pixels = npt.NDArray[np.uint8]
"""A picture, shape (height, width, 3), RGB."""

Counted = npt.NDArray[np.bool_]
"""Shape (height, width): which pixels differ."""

LEVEL = 3
"""Levels of 255 by which a pixel may differ where the golden is flat: rounding, no more."""

SLACK = 0.25
"""The share of the contrast around a pixel by which it may leave the range of its neighbours."""

SHARE = 1e-4
"""The share of all pixels that may differ: 12 of 480 × 270, less than a letter or a dot."""


def decoded(data: bytes) -> Pixels:
    """The picture in a PNG file."""
    with av.open(io.BytesIO(data), "r", format="png_pipe") as container:
        frame = next(container.decode(video=0))
    return np.ascontiguousarray(frame.to_ndarray(format="rgb24"))


def different(old: Pixels, new: Pixels) -> Counted:
    """The pixels of ``new`` that cannot come from drawing ``old`` again; ValueError if sizes differ.

    Besides those outside the range of their neighbours, these are the pixels where ``old`` has
    something and ``new`` has nothing but an even colour.
    """
    if old.shape != new.shape:
        raise ValueError(f"the golden is {_size(old)}, the new picture {_size(new)}")
    low, high = _around(old)
    margin = LEVEL + SLACK * (high - low)
    outside = (new < low - margin) | (new > high + margin)
    low, high = _around(new)
    even = (high - low <= LEVEL).all(axis=2, keepdims=True)
    vanished = even & (np.abs(new.astype(np.int16) - old) > LEVEL)
    return np.asarray((outside | vanished).any(axis=2))


def too_many(counted: Counted) -> bool:
    """Whether so many pixels differ that the pictures do."""
    return bool(counted.mean() > SHARE)


def _around(pixels: Pixels) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """For each pixel and channel the least and the greatest value among it and its neighbours."""
    height, width = pixels.shape[:2]
    padded = np.pad(pixels.astype(np.int16), ((1, 1), (1, 1), (0, 0)), mode="edge")
    nine = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    return np.minimum.reduce(nine), np.maximum.reduce(nine)


def _size(pixels: Pixels) -> str:
    return f"{pixels.shape[1]} × {pixels.shape[0]} pixels"


def marked(new: Pixels, counted: Counted) -> Pixels:
    """``new`` in a faint grey, and the pixels that differ in magenta."""
    grey = 255 - (255 - new.mean(axis=2, keepdims=True)) // 4
    picture = np.repeat(grey, 3, axis=2).astype(np.uint8)
    picture[counted] = (230, 0, 160)
    return picture


class Report:
    """An HTML page with old, new and difference side by side; empties its folder first."""

    def __init__(self, folder: Path) -> None:
        self.page = folder / "index.html"
        self._folder = folder
        self._rows: list[str] = []
        shutil.rmtree(folder, ignore_errors=True)

    def compare(self, name: str, old: bytes, new: bytes) -> str:
        """What is wrong with ``new``, two PNG files given; empty, and not reported, if nothing."""
        before, after = decoded(old), decoded(new)
        shown = {"golden": old, "now": new}
        if before.shape != after.shape:
            what = f"the golden is {_size(before)}, the new picture {_size(after)}"
        else:
            counted = different(before, after)
            if not too_many(counted):
                return ""
            what = f"{int(counted.sum())} of {counted.size} pixels differ"
            shown["difference"] = png(marked(after, counted))
        self._add(name, what, shown)
        return f"{name}: {what}"

    def _add(self, name: str, what: str, shown: dict[str, bytes]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        figures = []
        for role, data in shown.items():
            path = self._folder / f"{name}.{role}.png"
            path.write_bytes(data)
            figures.append(
                f'<figure><img src="{escape(path.name)}" alt="{role}">'
                f"<figcaption>{role}</figcaption></figure>"
            )
        self._rows.append(
            f"<h2>{escape(name)}</h2>\n<p>{escape(what)}</p>\n<div>{''.join(figures)}</div>"
        )
        self.page.write_text(_PAGE.replace("<!-- rows -->", "\n".join(self._rows)), "utf-8")


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Stills that differ</title>
<style>
 body { font: 16px sans-serif; margin: 1.5em; background: #777; color: #fff }
 div { display: flex; gap: 1em; overflow-x: auto }
 figure { margin: 0 }
 img { display: block; image-rendering: pixelated; zoom: 1.25 }
</style>
<h1>Stills that differ</h1>
<!-- rows -->
</html>
"""
