"""A matrix comes with its map's motion: what is measured before is never told beside it."""

from __future__ import annotations

from typing import Any

import pytest

from scenes.reflection import Reflection
from scenes.unit_square_warp import UnitSquareWarp
from scenes.volume_3d import Volume3d
from stage.attention import FIRST_GLANCE
from stage.story import StoryScene
from tests.stage_helpers import run

CASES: list[tuple[type[StoryScene], dict[str, Any], list[str], dict[str, set[str]]]] = [
    (UnitSquareWarp, {"matrix": [[1, 2], [2, 1]]}, ["square"], {"warp": {"matrix"}}),
    (
        UnitSquareWarp,
        {"matrix": [[[1, 2], [2, 1]], [[0, -1], [1, 0]]]},
        ["square"],
        {"warp_1": {"matrix"}, "warp_2": {"matrix"}},
    ),
    (
        Volume3d,
        {"matrix": [[1, 0, 0], [0, 2, 0], [0, 0, -1]]},
        ["cube"],
        {"warp": {"matrix"}},
    ),
    (Reflection, {"matrix": [[1, 0], [0, -1]]}, ["letter"], {"move": {"matrix"}}),
    (
        Reflection,
        {"matrix": [[0, -1], [1, 0]], "compare": [[1, 0], [0, -1]]},
        ["letter"],
        {"move_1": {"matrix 1"}, "move_2": {"matrix 1", "matrix 2"}},
    ),
]


@pytest.mark.parametrize(("kind", "params", "before", "moves"), CASES)
def test_the_matrix_comes_with_its_motion(
    kind: type[StoryScene], params: dict[str, Any], before: list[str], moves: dict[str, set[str]]
) -> None:
    watch = run(kind, params, wanted=set())

    def matrices(beat: str) -> set[str]:
        return {box.name for box in watch.boxes[beat] if box.kind == "matrix"}

    for beat in before:
        assert matrices(beat) == set(), beat
    for beat, names in moves.items():
        assert matrices(beat) == names, beat
        assert (beat, FIRST_GLANCE) in watch.holds, "and is read before anything moves"
