"""When the matrix of a map is shown, and the formula that its sign is read from."""

from __future__ import annotations

import pytest

from scenes.reflection import VERDICT, Reflection
from stage.ink import Ink
from stage.story import StoryScene
from tests.scenes.test_reflection import FPS, MAPS, PAIR, RUN
from tests.stage_helpers import Watch, on_stage, rows, small, staged


def test_no_matrix_stands_beside_the_area_before_its_map_moves() -> None:
    """It comes first in the beat of its own motion, and is read before anything moves."""
    for params in ({"matrix": [[1, 0], [0, -1]]}, PAIR):
        watch = Watch()
        scene = staged(Reflection, params, watch, small(fps=FPS), run_times=RUN)
        shown: list[tuple[str, int]] = []

        def seen(
            picture: int,
            watch: Watch = watch,
            scene: StoryScene = scene,
            shown: list[tuple[str, int]] = shown,
        ) -> None:
            del picture
            names = {box.name for box in scene.boxes()}
            beat = watch.plays[-1][0] if watch.plays else "letter"
            shown.append((beat, sum(name.startswith("matrix") for name in names)))

        watch.seen = seen
        scene.run()
        assert {count for beat, count in shown if beat == "letter"} == {0}
        assert max(count for beat, count in shown if beat in {"move", "move_1"}) == 1
        assert shown[-1][1] == (2 if "compare" in params else 1)


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_the_verdict_is_a_formula_as_large_as_one(aspect: str) -> None:
    """However long the remark on the mirror is; a map without orientation is told in words."""
    for params, largest in (
        ({"matrix": rows(MAPS["stretch and mirror"])}, VERDICT[1]),
        ({"matrix": rows(MAPS["onto a line"])}, VERDICT[1]),
        (PAIR, VERDICT[2]),
    ):
        scene = staged(Reflection, params, Watch(), small(aspect), run_times=RUN)
        scene.run()
        told = [ink for ink in on_stage(scene, Ink) if r"\det" in ink.says]
        assert len(told) == (2 if "compare" in params else 1)
        assert all(ink.em > 0.85 * largest for ink in told)
        words = {box.name for box in scene.boxes()}
        assert ("verdict" in words) == (params["matrix"] == rows(MAPS["onto a line"]))
