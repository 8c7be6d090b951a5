"""What is written about a collapse: that inputs meet or stay apart, what the kernel is called."""

from __future__ import annotations

import pytest

from scenes.kernel_collapse import KernelCollapse
from stage.ink import Ink
from stage.layout import zones
from stage.map_panes import map_panes
from tests.scenes.test_kernel_collapse import MAPS, VIEWS, C
from tests.stage_helpers import ASPECTS, Watch, on_stage, run, small, staged


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("name", ["C", "space, lines", "roots", "thousands"])
def test_that_marked_inputs_share_an_output_is_written_when_they_have_landed(
    name: str, aspect: str
) -> None:
    for view in VIEWS[name]:
        look = small(aspect, language="en")
        watch = run(KernelCollapse, {"matrix": MAPS[name], "view": view}, look, wanted=())
        names = {beat: {box.name for box in boxes} for beat, boxes in watch.boxes.items()}
        assert "note" in names["collapse"]
        assert "meeting" not in names["collapse"]
        assert "meeting" in names["outputs"] & names["count"]
        between = map_panes(zones(look)).between
        if view == "plane" or between is None:
            assert "note" not in names["count"], "it follows from it, and takes its place"


def test_nothing_is_said_of_a_shared_output_where_there_is_none() -> None:
    for params in (
        {"matrix": C, "inputs": [[1, 1], [1, 0]]},
        {"matrix": C, "inputs": [[2, -1]]},
        {"matrix": MAPS["invertible"]},
        {"matrix": MAPS["zero"]},
    ):
        watch = run(KernelCollapse, params, wanted=())
        names = {box.name for box in watch.boxes["count"]}
        assert "note" in names
        assert "meeting" not in names


def test_what_is_said_of_both_panes_stands_between_them() -> None:
    look = small(language="en")
    panes = map_panes(zones(look))
    for matrix, name in ((MAPS["invertible"], "note"), (C, "meeting")):
        watch = run(KernelCollapse, {"matrix": matrix}, look, wanted=())
        (box,) = (box for box in watch.boxes["count"] if box.name == name)
        assert panes.input.right < box.x0
        assert box.x1 < panes.output.left


@pytest.mark.parametrize("name", ["C", "space, lines"])
def test_the_kernels_line_is_called_a_line_where_there_is_room_for_the_word(name: str) -> None:
    scene = staged(KernelCollapse, {"matrix": MAPS[name]}, Watch(()), small(language="en"))
    scene.run()
    assert any("line along" in ink.says for ink in on_stage(scene, Ink) if "Kernel" in ink.says)
