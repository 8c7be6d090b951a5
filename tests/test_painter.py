"""What spares work while drawing changes no pixel: Manim's own camera draws the same.

Only the rims of labels are drawn otherwise: they have no gaps between the letters.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from manim import Camera, Mobject, VMobject

from film.plan import plan
from film.shoot import Hearing, rehearse, run_planned
from language.reader import read
from scenes import kinds
from stage.ink import HALO, formula, halo
from stage.look import Look
from stage.painter import Painter, PixelArray, Raster, convex_hull
from stage.plane import segment_points
from stage.theme import THEMES
from tests.stage_helpers import Array

STORYBOARDS = sorted((Path(__file__).resolve().parent.parent / "storyboards").glob("*.yaml"))
LOOK = Look(width=256, height=144, fps=2)


class Everything(Hearing):
    """Wants every picture."""

    def wants(self, picture: int) -> bool:
        del picture  # all of them
        return True

    def take(self, picture: int, pixels: PixelArray) -> None:
        del picture, pixels  # they were compared while they were painted


@pytest.mark.picture
@pytest.mark.parametrize("path", STORYBOARDS, ids=[path.stem for path in STORYBOARDS])
def test_every_picture_is_manim_s_own(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    paint = Painter.paint

    def both(self: Painter, mobjects: Iterable[Mobject], still: PixelArray | None) -> PixelArray:
        nonlocal compared
        things = list(mobjects)
        if any(isinstance(thing, Raster) for thing in things):
            return paint(self, things, still)  # Manim's camera knows nothing of these
        ours = paint(self, things, still)
        kept = ours.copy()
        camera: Any = self._camera
        reference = Camera(
            pixel_width=camera.pixel_width,
            pixel_height=camera.pixel_height,
            frame_width=camera.frame_width,
            frame_height=camera.frame_height,
            background_color=camera.background_color,
        )
        if still is not None:
            np.copyto(reference.pixel_array, still)
        if things:
            reference.capture_mobjects(things, include_submobjects=False)
        assert np.array_equal(kept, reference.pixel_array)
        compared += 1
        return ours

    def stroke(self: Painter, outline: Any, width: Any, rgbas: Any, context: Any) -> None:
        del width, rgbas  # Manim's camera takes them from the thing
        self._outline(outline.thing, context)
        self._camera.apply_stroke(context, outline.thing, background=True)

    monkeypatch.setattr(Painter, "_rim", stroke)
    monkeypatch.setattr(Painter, "paint", both)
    film = plan(read(path, kinds(), tuple(THEMES)), rehearse, LOOK)
    for scene in film.scenes:
        run_planned(scene, LOOK, Everything(), path.parent)
    assert compared > 10


def pixels(*things: Mobject) -> PixelArray:
    """These things on black, 40 pixels a unit."""
    camera = Camera(pixel_width=320, pixel_height=160, frame_width=8, frame_height=4)
    return Painter(camera).paint([one for thing in things for one in thing.get_family()], None)


def level(y: float) -> VMobject:
    """A white line across, at this height."""
    line = VMobject(stroke_color="#FFFFFF", stroke_width=6)
    return line.set_points(segment_points(np.array([[(-3.9, y), (3.9, y)]])))


@pytest.mark.parametrize(
    "latex", ["(-1, 1)", r"(\frac{1}{2}, -\frac{1}{3})", r"\mathbf{x} - 1", "(0, 0)"]
)
def test_no_crumb_of_a_line_is_left_between_the_letters_of_a_label(latex: str) -> None:
    """A line behind a label is seen to its left and to its right, and nowhere between."""
    label = halo(formula(latex, size=0.8, color="#FF0000"), "#000000")
    half = label.height / 2 + HALO / 200
    bitten = 0
    for y in np.linspace(-half, half, 25):
        seen = (pixels(level(float(y)), label)[..., 1] > 60).any(axis=0)  # red type has no green
        gaps = np.flatnonzero(np.diff(np.concatenate([[False], seen, [False]]).astype(int)) == 1)
        assert len(gaps) <= 2, f"{len(gaps)} pieces of the line at {y:.2f}"
        bitten += len(gaps) == 2
    assert bitten > 12, "the rim stops the line short of the label"


def test_a_rim_fades_with_its_label() -> None:
    label = halo(formula("(1, 1)", size=0.8, color="#FF0000"), "#000000")
    label.set_fill(opacity=0.0).set_stroke(opacity=0.0, background=True)
    assert np.array_equal(pixels(level(0.0), label), pixels(level(0.0)))
    label.set_stroke(opacity=0.5, background=True)
    behind = pixels(level(0.0), label)[80, 160, 1]
    assert 90 < behind < 160


def test_other_things_keep_manim_s_own_rim() -> None:
    """A ring that a kind strokes in the background is not filled."""
    ring = VMobject().set_points_as_corners(
        [(x, y, 0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))]
    )  # fmt: skip -- a square
    ring.set_stroke("#00FF00", width=8, background=True)
    assert pixels(ring)[80, 160, 1] == 0


@given(arrays(float, st.tuples(st.integers(1, 40), st.just(2)), elements=st.integers(-5, 5)))
def test_a_convex_hull_holds_its_points(points: Array) -> None:
    corners = convex_hull(points)
    assert {tuple(corner) for corner in corners} <= {tuple(point) for point in points}
    along = np.roll(corners, -1, axis=0) - corners
    off = points[:, None] - corners
    left = along[:, 0] * off[..., 1] - along[:, 1] * off[..., 0]
    assert (left >= 0).all(), "no point lies to the right of a side"
