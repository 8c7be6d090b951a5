"""What a square's area is, written into it or beside it: where it stands, and how large."""

from __future__ import annotations

import numpy as np
import pytest

from scenes.unit_square_warp import UnitSquareWarp
from stage.ink import HALO, Ink
from stage.labels import Rectangle
from stage.mapped import MappedSquare
from stage.shapes import CORNERS
from stage.spot_labels import lies_free
from tests.stage_helpers import Watch, on_stage, small, staged


def noted(rows: object, language: str, aspect: str) -> tuple[MappedSquare, Ink]:
    """The picture of a map at its end, and the note of its area."""
    look = small(aspect, language=language)
    scene = staged(UnitSquareWarp, {"matrix": rows}, Watch(()), look)
    scene.run()
    (picture,) = on_stage(scene, MappedSquare)
    names = {getattr(one, "box_name", ("",))[0]: one for one in on_stage(scene, Ink)}
    return picture, names["area"]


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize(
    "rows", [[[1, 2], [2, 4]], [[1, -1], [-1, 1]], [[2, 0], [0, 0]], [[2, 1], [-2, -1]]], ids=str
)
def test_a_note_beside_lies_on_no_grid_line_and_level_with_no_label(
    rows: object, language: str, aspect: str
) -> None:
    """Crumbs of a line would be left on both sides of it; and it would be read as a label's."""
    picture, note = noted(rows, language, aspect)
    bottom, top = float(note.get_bottom()[1]), float(note.get_top()[1])
    heights = [*picture.plane.ghost.level(), *picture.plane.grid.level()]
    assert heights, "there are level lines"
    if np.diff(np.unique(np.round(heights, 3))).min() > top - bottom:  # there is room between them
        assert [y for y in heights if bottom < y < top] == []
    middles = [float(label.get_center()[1]) for label in picture.tip_labels]
    assert [y for y in middles if bottom < y < top] == []


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
@pytest.mark.parametrize(
    "rows", [[[0.5, 0], [0, 1.5]], [[2, 1], [0, 3]], [[1, 2], [2, 1]]], ids=str
)
def test_a_note_is_no_smaller_than_coordinates(rows: object, aspect: str) -> None:
    picture, note = noted(rows, "ko", aspect)
    assert note.em >= picture.label_size - 1e-6


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
@pytest.mark.parametrize(
    "rows", [[[0.5, 0], [0, 1.5]], [[2, 0], [0, 0.5]], [[1, 1], [0, 1]]], ids=str
)
def test_a_note_inside_cuts_no_side_of_the_square_of_before(rows: object, aspect: str) -> None:
    picture, note = noted(rows, "ko", aspect)
    x, y = note.get_center()[:2]
    rim = Rectangle(float(x), float(y), note.width / 2 + HALO / 200, note.height / 2 + HALO / 200)
    ghost = picture.view.place(CORNERS)[:, :2]
    assert lies_free(rim, list(zip(ghost, np.roll(ghost, -1, axis=0), strict=True)))
