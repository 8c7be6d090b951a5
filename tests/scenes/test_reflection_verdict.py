"""When the matrix of a map is shown, and the formula that its sign is read from."""

from __future__ import annotations

import pytest

from algebra.matrices import rotation
from scenes.reflection import NEARLY, REMARK, VERDICT, Reflection
from stage.ink import Ink
from stage.story import StoryScene
from tests.scenes.test_reflection import FPS, MAPS, PAIR, RUN
from tests.stage_helpers import Watch, on_stage, rows, small, staged


def test_no_matrix_stands_beside_the_area_before_its_map_moves() -> None:
    """It comes first in the beat of its own motion, and is read before anything moves."""
    for params in ({"matrix": [[1, 0], [0, -1]]}, PAIR):
        watch = Watch(blind=True)
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
        scene = staged(Reflection, params, Watch(()), small(aspect), run_times=RUN)
        scene.run()
        told = [ink for ink in on_stage(scene, Ink) if r"\det" in ink.says]
        assert len(told) == (2 if "compare" in params else 1)
        assert all(ink.em > 0.85 * largest for ink in told)
        words = {box.name for box in scene.boxes()}
        assert ("verdict" in words) == (params["matrix"] == rows(MAPS["onto a line"]))


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_what_is_said_of_the_axis_keeps_its_size(aspect: str, language: str) -> None:
    """Where one line would be too long, its points have a line of their own, above the formula."""
    params = {"matrix": rows(MAPS["stretch and mirror"])}
    scene = staged(Reflection, params, Watch(()), small(aspect, language=language), run_times=RUN)
    scene.run()
    told = [ink for ink in on_stage(scene, Ink) if r"\mapsto" in ink.says or "3$" in ink.says]
    assert 1 <= len(told) <= 2
    assert all(ink.em > (0.7 if aspect == "1:1" else 0.95 * NEARLY) * REMARK[1] for ink in told)
    boxes = {box.name: box for box in scene.boxes()}
    if len(told) == 2:
        assert boxes["on mirror"].y0 > boxes["points"].y1
        assert boxes["points"].y0 - boxes["determinant"].y1 > 0.08


@pytest.mark.parametrize(
    ("params", "headings"),
    [
        (PAIR, {"$M$ · rotation", "$N$ · reflection"}),
        (
            {"matrix": [[1, 2], [2, 1]], "compare": rows(rotation(30))},
            {"$M$", "$N$ · rotation"},
        ),
        ({"matrix": [[1, 0], [0, 1]], "compare": [[0, 1], [1, 0]]}, {"$M$", "$N$ · reflection"}),
        ({"matrix": [[1, 0], [0, -1]]}, set()),
    ],
)
def test_compared_maps_bear_their_names_until_their_matrices_come(
    params: dict[str, object], headings: set[str]
) -> None:
    """With the word for what they are, if they turn or mirror the plane and nothing else."""
    watch = Watch(blind=True)
    scene = staged(Reflection, params, watch, small(fps=FPS, language="en"), run_times=RUN)
    found: dict[str, set[str]] = {}

    def seen(picture: int) -> None:
        del picture
        beat = watch.plays[-1][0] if watch.plays else "letter"
        found[beat] = {
            ink.says
            for ink in on_stage(scene, Ink)
            if getattr(ink, "box_name", ("",))[0].startswith("heading")
        }

    watch.seen = seen
    scene.run()
    assert found["letter"] == headings
    if headings:
        assert found["move_1"] < headings
    assert not found["verdict"]
