"""What spares work while drawing changes no pixel: Manim's own camera draws the same."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from manim import Camera, Mobject

from film.plan import plan
from film.shoot import Hearing, rehearse, run_planned
from language.reader import read
from scenes import kinds
from stage.look import Look
from stage.painter import Painter, PixelArray, Raster
from stage.theme import THEMES

STORYBOARDS = sorted((Path(__file__).resolve().parent.parent / "storyboards").glob("*.yaml"))
LOOK = Look(width=256, height=144, fps=3)


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

    monkeypatch.setattr(Painter, "paint", both)
    film = plan(read(path, kinds(), tuple(THEMES)), rehearse, LOOK)
    for scene in film.scenes:
        run_planned(scene, LOOK, Everything(), path.parent)
    assert compared > 10
