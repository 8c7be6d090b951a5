"""Whether two pictures are the same to the eye of a careful viewer, and a page that shows why not.

Two drawings of one thing by two builds of a library differ by a level here and there, and along
edges by how much of a pixel counts as covered. Nothing else may differ. So where the golden is
flat, a pixel must be the golden's within LEVEL; where it has an edge within one pixel, it may be
off by a SLACK of the contrast there, which is what an edge a quarter of a pixel elsewhere does.
Leaving pixels near edges out altogether would be blind: small figures consist of edges.
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
"""The share of the contrast among a pixel and its neighbours by which it may differ besides."""

SHARE = 3e-5
"""The share of all pixels that may differ: 3 of 480 × 270, less than a letter or a dot."""


def decoded(data: bytes) -> Pixels:
    """The picture in a PNG file."""
    with av.open(io.BytesIO(data), "r", format="png_pipe") as container:
        frame = next(container.decode(video=0))
    return np.ascontiguousarray(frame.to_ndarray(format="rgb24"))


def different(old: Pixels, new: Pixels) -> Counted:
    """The pixels of ``new`` that cannot come from drawing ``old`` once more.

    ValueError if the sizes differ.
    """
    if old.shape != new.shape:
        raise ValueError(f"the golden is {_size(old)}, the new picture {_size(new)}")
    change = np.abs(new.astype(np.int16) - old)
    return np.asarray((change > LEVEL + SLACK * _contrast(old)).any(axis=2))


def too_many(counted: Counted) -> bool:
    """Whether so many pixels differ that the pictures do."""
    return bool(counted.mean() > SHARE)


def _contrast(pixels: Pixels) -> npt.NDArray[np.uint8]:
    """In each channel, how far a pixel and its eight neighbours lie apart."""
    height, width = pixels.shape[:2]
    padded = np.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="edge")
    nine = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    return np.asarray(np.maximum.reduce(nine) - np.minimum.reduce(nine))


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

    def compare(self, name: str, old: bytes | None, new: bytes) -> str:
        """What is wrong with ``new``, in one line, and on the page; empty if it is as ``old``.

        Both are PNG files; without ``old`` there is no golden yet.
        """
        shown = {"golden": old, "now": new} if old else {"now": new}
        after = decoded(new)
        if old is None:
            what = "there is no golden"
        elif (before := decoded(old)).shape != after.shape:
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
