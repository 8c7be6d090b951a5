"""The numbers on the axes of the outputs: they tell the scale from the first beat to the last."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scenes.kernel_collapse import KernelCollapse
from stage.axis_numbers import Numbers
from stage.layout import zones
from stage.map_panes import map_panes
from stage.plane import shown_step
from stage.story import StoryScene
from tests.scenes.test_kernel_collapse import MAPS as ALL
from tests.scenes.test_kernel_collapse import C, frames, middle, moving
from tests.stage_helpers import Watch, on_stage, small, staged

MAPS = {name: ALL[name] for name in ("C", "thousands", "tiny", "invertible")}


@pytest.mark.parametrize("name", list(MAPS))
def test_the_numbers_on_the_axes_of_the_outputs_say_how_far_apart_its_lines_are(name: str) -> None:
    watch = Watch(wanted=())
    scene = staged(KernelCollapse, {"matrix": MAPS[name]}, watch)
    scene.run()
    view = moving(scene).view
    for beat in watch.boxes:
        shown = [box.name for box in watch.boxes[beat] if box.name.startswith("scale")]
        if name == "tiny" and beat in ("collapse", "outputs", "count"):
            assert not shown, "not even 1 is in sight"
        else:
            assert shown == ["scale 1", "scale 2"], f"in {beat} too"
    if name == "tiny":
        return
    numbers = [box for box in watch.boxes["count"] if box.name.startswith("scale")]
    assert [box.name for box in numbers] == ["scale 1", "scale 2"]
    family = [one for mobject in scene.mobjects for one in mobject.get_family()]
    scales = [it for it in family if getattr(it, "box_name", ("", ""))[0].startswith("scale")]
    said = [int(str(it.says).replace("{,}", "")) for it in scales]
    assert len(set(said)) == 1, "both axes have one scale"
    assert said[0] % shown_step(view.unit) == 0, "the numbers stand at lines that are drawn"
    for box, end in zip(numbers, np.eye(2) * said[0], strict=True):
        spot = view.place(end)[:2]
        off = np.hypot((box.x0 + box.x1) / 2 - spot[0], (box.y0 + box.y1) / 2 - spot[1])
        assert off < 1.0, "each beside its place"


def test_the_numbers_on_the_axes_stand_at_their_places_in_every_frame() -> None:
    seen_numbers: set[int] = set()
    output = map_panes(zones(small())).output.center

    def seen(beat: str, scene: StoryScene) -> None:
        if beat != "collapse":
            return
        view = moving(scene).view
        if (view.x, view.y) != output:
            return  # the copy is still on its way from the other pane
        for numbers in on_stage(scene, Numbers):
            for number, ink, _ in (numbers.before, numbers.after):
                if ink in numbers.submobjects:
                    seen_numbers.add(number)
                    end = view.place(number * numbers.way)[:2]
                    assert np.hypot(*(middle(ink) - end)) < 0.7

    frames({"matrix": C}, seen, replace(small(), fps=4))
    assert seen_numbers == {1, 8}
