"""The numbers on the axes of the outputs: they tell the scale from the first beat to the last."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scenes.kernel_collapse import KernelCollapse
from stage.axis_numbers import Numbers, Tick
from stage.layout import zones
from stage.map_panes import map_panes
from stage.plane import shown_step
from stage.story import StoryScene
from stage.view import View
from tests.scenes.test_kernel_collapse import MAPS as ALL
from tests.scenes.test_kernel_collapse import C, frames, middle, moving
from tests.stage_helpers import ASPECTS, Watch, on_stage, small, staged

MAPS = {name: ALL[name] for name in ("C", "thousands", "tiny", "invertible")}


@pytest.mark.parametrize("name", list(MAPS))
def test_the_numbers_on_the_axes_of_the_outputs_say_how_far_apart_its_lines_are(name: str) -> None:
    watch = Watch(wanted=())
    scene = staged(KernelCollapse, {"matrix": MAPS[name]}, watch)
    scene.run()
    view = moving(scene).view
    panes = map_panes(zones(small()))
    for beat in watch.boxes:
        scales = [box for box in watch.boxes[beat] if box.name.startswith("scale")]
        inputs = [box.name for box in scales if box.x1 < panes.input.right]
        outputs = [box.name for box in scales if box.x0 > panes.output.left]
        assert inputs == ["scale 1", "scale 2"]
        if name == "tiny" and beat in ("collapse", "outputs", "count"):
            assert not outputs, "not even 1 is in sight"
        else:
            assert outputs == ["scale 1", "scale 2"], f"in {beat} too"
    if name == "tiny":
        return
    for numbers in on_stage(scene, Numbers):
        tick = numbers.after
        assert tick is not None
        if middle(tick.ink)[0] > panes.output.left:
            assert tick.number % shown_step(view.unit) == 0, "they stand at lines that are drawn"


def at_its_line(tick: Tick, axis: int, view: View) -> bool:
    """Whether a number stands level with its point, a little off the axis."""
    off = middle(tick.ink) - view.place(tick.number * np.eye(2)[axis])[:2]
    return bool(abs(off[axis]) < 1e-6 and 0.12 < abs(off[1 - axis]) < 0.5)


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("name", ["C", "invertible", "A"])
def test_numbers_stand_at_their_lines_and_touch_no_dot_ring_or_label(
    name: str, aspect: str
) -> None:
    matrix = [[2, 1], [0, 3]] if name == "A" else MAPS[name]
    watch = Watch(wanted=())
    scene = staged(KernelCollapse, {"matrix": matrix}, watch, small(aspect))
    scene.run()
    view = moving(scene).view
    shown = on_stage(scene, Numbers)[-2:]
    dots = [part.dot for part in moving(scene).parts if part.dot.has_points()]
    for axis, numbers in enumerate(shown):
        for ink in numbers.submobjects:
            assert numbers.after is not None
            assert ink is numbers.after.ink
            assert at_its_line(numbers.after, axis, view)
            x, y = middle(ink)
            for dot in dots:
                reach = [(ink.width + dot.width) / 2, (ink.height + dot.height) / 2]
                assert (np.abs(middle(dot) - (x, y)) > reach).any()
            for box in watch.boxes["count"]:
                if box.name.startswith("output "):
                    off = max(box.x0 - x, x - box.x1), max(box.y0 - y, y - box.y1)
                    assert max(off) > min(ink.width, ink.height) / 2


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("name", ["C", "invertible", "thousands", "roots", "turned"])
def test_both_axes_have_the_same_number_and_two_panes_begin_with_the_same(
    name: str, aspect: str
) -> None:
    scene = staged(KernelCollapse, {"matrix": ALL[name]}, Watch(wanted=()), small(aspect))
    scene.run()
    *inputs, one, two = on_stage(scene, Numbers)
    pairs = [[it.before for it in pair] for pair in (inputs, (one, two))]
    begin = [{tick.number for tick in pair if tick} for pair in pairs]
    assert begin[0] == begin[1], "the panes have one grid then"
    for ticks in (*pairs, [one.after, two.after]):
        numbers = [tick.number for tick in ticks if tick]
        assert len(set(numbers)) == 1
        # In the tall frame coordinates stand on the line of the positive number.
        tight = name in ("roots", "turned") or (name, aspect) == ("invertible", "9:16")
        assert numbers[0] > 0 or tight, "these leave no other room"


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
            for tick in (numbers.before, numbers.after):
                if tick and tick.ink in numbers.submobjects and tick.ink.get_x() > output[0] - 2.5:
                    seen_numbers.add(tick.number)
                    assert at_its_line(tick, int(numbers.way[1]), view)

    frames({"matrix": C}, seen, replace(small(), fps=4))
    assert seen_numbers == {2, 16}, (
        "as beside it at first; at 8 it would be read together with the label of (3, 6)"
    )
