"""Storyboards of one scene, and what the command line says of them."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
from click.testing import CliRunner, Result

import render
from stage.layout import Zone
from stage.look import Look

HEAD = "storyboard: 1\ntitle: t\nlanguages: [ko]\n"

Levels = npt.NDArray[np.float64]


def warp(matrix: str, more: str = "") -> str:
    """A storyboard with one map; ``matrix`` stands in line 6 from column 13, `more` from line 7."""
    return f"{HEAD}scenes:\n  - kind: unit_square_warp\n    matrix: {matrix}\n{more}"


def card(heading: str) -> str:
    """A storyboard with one title card; ``heading`` stands in line 6 from column 14."""
    return f"{HEAD}scenes:\n  - kind: title_card\n    heading: {heading}\n"


def invoke(*words: str | Path) -> Result:
    return CliRunner().invoke(render.cli, [str(word) for word in words], prog_name="render.py")


def check(folder: Path, text: str) -> Result:
    path = folder / "det.yaml"
    path.write_text(text, encoding="utf-8")
    return invoke("check", path)


def faults(folder: Path, text: str) -> list[str]:
    """The faults that ``check`` tells of a storyboard, without the name of the file."""
    result = check(folder, text)
    lines = [line for line in result.stderr.splitlines() if ": notice: " not in line]
    if result.exit_code == 0:
        assert not lines
        return []
    assert result.exit_code == render.FAULTS
    assert lines.pop() == f"{len(lines)} fault{'s' * (len(lines) != 1)}; nothing was written"
    return [line.removeprefix("det.yaml:") for line in lines]


def rgb(frame: av.VideoFrame) -> Levels:
    """Red, green, blue at half size, by ITU-R BT.709 (limited range), levels 0 to 255."""
    rows = frame.to_ndarray().astype(np.float64)
    height, width = frame.height, frame.width
    u, v = rows[height:].reshape(2, height // 2, width // 2)
    y = rows[:height].reshape(height // 2, 2, width // 2, 2).mean(axis=(1, 3))
    luma, blue, red = (y - 16) / 219, (u - 128) / 224, (v - 128) / 224
    green = luma - 0.4681 * red - 0.1873 * blue
    return 255 * np.stack([luma + 1.5748 * red, green, luma + 1.8556 * blue], axis=-1)


def cropped(drawn: npt.NDArray[np.bool_], look: Look, zone: Zone) -> npt.NDArray[np.bool_]:
    """The part of a picture in `look` that shows a zone."""
    rows, columns = drawn.shape
    scale = columns / look.frame_width
    top, left = (round(scale * value) for value in (-zone.top, zone.left))
    bottom, right = (round(scale * value) for value in (-zone.bottom, zone.right))
    return drawn[top + rows // 2 : bottom + rows // 2, left + columns // 2 : right + columns // 2]
