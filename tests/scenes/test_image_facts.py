"""What a map of the plane reaches, told instead of its area: drawn, and in words."""

from __future__ import annotations

import pytest

from scenes.unit_square_warp import UnitSquareWarp
from stage.ink import Ink
from stage.layout import zones
from stage.mapped import MappedSquare
from stage.shapes import ImageLine
from tests.stage_helpers import Watch, on_stage, outside, overlapping, small, staged

MAPS = {"the plane": [[2, 1], [0, 3]], "a line": [[1, 2], [2, 4]], "a point": [[0, 0], [0, 0]]}

IMAGES = {
    "the plane": (r"\mathbb{R}^2", "2", "평면 전체"),
    "a line": (r"\{ r\,(1, 2) \}", "1", "$(1, 2)$ 방향 직선"),
    "a point": (r"\{(0, 0)\}", "0", "원점뿐"),
}


@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
@pytest.mark.parametrize("name", IMAGES)
def test_the_image_is_told_and_drawn_instead_of_the_area(name: str, aspect: str) -> None:
    watch = Watch(wanted=())
    params = {"matrix": MAPS[name], "facts": "image"}
    scene = staged(UnitSquareWarp, params, watch, small(aspect))
    scene.run()
    assert watch.beats == ["square", "warp", "image"]
    boxes = {box.name for box in watch.boxes["image"]}
    assert {"rank", "image formula"} <= boxes
    assert not {"signed area", "orientation", "determinant", "area"} & boxes
    formula_end, rank, reached = IMAGES[name]
    said = {getattr(it, "says", "") for it in on_stage(scene, Ink)}
    assert {f"${rank}$", reached} <= said
    assert any(words.endswith(formula_end) for words in said)
    picture = on_stage(scene, MappedSquare)[0]
    (line,) = on_stage(scene, ImageLine)
    assert line.has_points() == (rank == "1")
    if rank == "1":
        assert line.get_stroke_opacity() == 1.0
        assert picture.square.dots.get_fill_opacity() == 0.0, "the line is wider than its dots"
        for end in (line.points[0, :2], line.points[-1, :2]):
            x, y = (end - (picture.view.x, picture.view.y)) / picture.view.unit
            assert y == pytest.approx(2 * x), "along (1, 2)"
        assert line.height == pytest.approx(picture.zone.height), "as far as can be seen"
    assert outside(watch.boxes["image"], zones(small(aspect)).whole.inset(-0.02)) == []
    assert overlapping(watch.boxes["image"], ("formula", "readout", "matrix", "text")) == []


def test_several_images_are_told_in_turn() -> None:
    matrices = [MAPS["the plane"], MAPS["a line"]]
    watch = Watch(wanted=())
    scene = staged(UnitSquareWarp, {"matrix": matrices, "facts": "image"}, watch)
    scene.run()
    assert watch.beats == ["square", "warp_1", "image_1", "warp_2", "image_2"]
    assert "rank" in {box.name for box in watch.boxes["image_1"]}
    assert "rank" not in {box.name for box in watch.boxes["warp_2"]}, "it is of the map before"
