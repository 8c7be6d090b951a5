"""Fibres keep apart: in colour from each other and from other roles, on the page from labels."""

from __future__ import annotations

import pytest

from scenes.kernel_collapse import KernelCollapse
from stage.colors import distance
from stage.fibres import InputSpace, hue_of, hues
from stage.layout import zones
from stage.map_panes import map_panes
from stage.theme import THEMES, Theme
from tests.stage_helpers import Watch, on_stage, small, staged

LINE = [[1, 2], [2, 4]]
SPACE = [[1, 0, 1], [0, 1, 1]]
SKEW = [[1, 2, 0], [0, 1, 3]]
PLANES = [[1, 2, 3], [2, 4, 6]]


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_no_fibre_looks_like_the_kernel_or_the_image(theme: Theme) -> None:
    assert len(hues(theme)) >= 8
    for hue in hues(theme):
        assert distance(hue, theme.kernel, "full") >= 0.1, hue
        assert distance(hue, theme.image, "full") >= 0.065, hue


@pytest.mark.parametrize("matrix", [SPACE, SKEW, LINE])
@pytest.mark.parametrize("theme", THEMES)
def test_no_two_fibres_have_one_colour(matrix: object, theme: str) -> None:
    scene = staged(KernelCollapse, {"matrix": matrix}, Watch(wanted=()), small(theme=theme))
    scene.run()
    parts = [part.fibre for part in on_stage(scene, InputSpace)[0].parts]
    assert len({hue_of(fibre, THEMES[theme]) for fibre in parts}) == len(parts) > 5


@pytest.mark.parametrize("aspect", ["16:9", "9:16"])
@pytest.mark.parametrize("matrix", [SPACE, SKEW, PLANES])
def test_in_space_coordinates_stand_beside_the_box_and_cut_no_line(
    matrix: object, aspect: str
) -> None:
    watch = Watch(wanted=())
    scene = staged(KernelCollapse, {"matrix": matrix}, watch, small(aspect))
    scene.run()
    space = on_stage(scene, InputSpace)[0]
    right = max(float(edges.get_right()[0]) for edges in space.edges)
    labels = [box for box in watch.boxes["marks"] if box.name.startswith("input ")]
    assert len(labels) == 2
    assert all(box.x0 > right for box in labels)
    pane = map_panes(zones(small(aspect))).input
    assert all(box.x1 < pane.right and pane.bottom < box.y0 < box.y1 < pane.top for box in labels)
    assert labels[0].y1 < labels[1].y0 or labels[1].y1 < labels[0].y0
