"""The mirror of a map that flips, its name and points, and the letter as it was before the map."""

from __future__ import annotations

import numpy as np
import pytest
from manim import Mobject

from scenes.reflection import Reflection
from stage.ink import Ink
from stage.labels import Rectangle
from stage.letters import edges_of
from stage.mirror import mirror_direction
from stage.mirror_marks import MirrorMarks
from stage.sheet import HINT, LetteredSquare
from tests.scenes.test_reflection import FLIPS, FPS, MAPS, RUN
from tests.stage_helpers import Array, Watch, on_stage, rows, small, staged


def named_as(mobject: Mobject) -> str:
    """The name under which the picture gate knows a thing."""
    name, _ = getattr(mobject, "box_name", ("", ""))
    return str(name)


def middle(mobject: Mobject) -> Array:
    """The centre of a thing on the frame, scene units, shape (2,)."""
    center: Array = np.asarray(mobject.get_center())[:2]
    return center


def to_hex(color: object) -> str:
    """A colour of Manim's as ``#RRGGBB``."""
    return str(getattr(color, "to_hex", str)()).upper()


@pytest.mark.parametrize("name", FLIPS)
def test_the_mirror_line_is_drawn_where_it_was_found(name: str) -> None:
    watch = Watch(())
    matrix = MAPS[name]
    scene = staged(Reflection, {"matrix": rows(matrix)}, watch, small(fps=FPS), run_times=RUN)
    scene.run()
    (picture,) = on_stage(scene, LetteredSquare)
    along, line = mirror_direction(matrix), picture.mirror
    assert along is not None
    assert line is not None
    offsets = line.line.points[:, :2] - (picture.view.x, picture.view.y)
    assert np.abs(offsets @ (-along[1], along[0])).max() < 1e-9
    assert np.ptp(offsets @ along) > 2.0, "across the stage"
    before = {box.name for box in watch.boxes["move"]}
    assert "mirror" not in before
    assert {"mirror", "mirror name", "on mirror"} <= {box.name for box in watch.boxes["mirror"]}
    (marks,) = on_stage(scene, MirrorMarks)
    x, y = marks.word.get_center()[:2]
    label = Rectangle(float(x), float(y), marks.word.width / 2, marks.word.height / 2)
    ends = line.ends(picture.view)
    assert label.covered(*ends) == 0.0, "the name stands beside its line"
    for tip in picture.tip_labels:
        assert tip.box().covered(*ends) == 0.0, "and so do coordinates"


@pytest.mark.parametrize("view", ["plane", "sheet"])
@pytest.mark.parametrize("name", FLIPS)
def test_the_mirror_is_open_where_it_would_run_through_a_letter(name: str, view: str) -> None:
    params = {"matrix": rows(MAPS[name]), "view": view}
    scene = staged(Reflection, params, Watch(()), small(fps=FPS), run_times=RUN)
    scene.run()
    (picture,) = on_stage(scene, LetteredSquare)
    assert picture.mirror is not None
    dashes = picture.mirror.line.points
    places = np.linspace(dashes[::4, :2], dashes[3::4, :2], 9).reshape(-1, 2)
    letters = [edges_of(picture.letter)]
    if picture.ghost_letter.get_fill_opacity() > HINT:
        letters.append(edges_of(picture.ghost_letter))
    for edges in filter(len, letters):
        ink = np.linspace(edges[:, 0], edges[:, 1], 9).reshape(-1, 2)
        apart = np.hypot(*(places[:, None] - ink[None]).transpose(2, 0, 1))
        assert apart.min() > 0.1


def test_the_letter_before_is_an_outline_and_gone_where_the_sheet_leaves_scraps_of_it() -> None:
    for name, shown in (("turn by 90", 1.0), ("swap", 0.0), ("stretch and mirror", 0.0)):
        params = {"matrix": rows(MAPS[name])}
        scene = staged(Reflection, params, Watch(()), small(fps=FPS), run_times=RUN)
        scene.run()
        (picture,) = on_stage(scene, LetteredSquare)
        ghost = picture.ghost_letter
        assert ghost.get_stroke_opacity(background=True) == pytest.approx(shown), name
        assert to_hex(ghost.get_fill_color()) == picture.theme.ground
        assert to_hex(ghost.get_stroke_color(background=True)) == picture.theme.before


@pytest.mark.parametrize(
    ("matrix", "marked"),
    [
        ([[1, 2], [2, 1]], {"before": (1, 1), "after": (3, 3)}),
        ([[0, 1], [1, 0]], {"after": (1, 1)}),
        ([[2, 0], [0, -1]], {"before": (1, 0)}),  # where it goes, an arrow ends
        ([[1, 0], [0, -1]], {}),
        ([[1, 2], [2, -1]], {}),  # its vectors have no short coordinates
        ([[1, 1], [0, -1]], {}),  # turns the line away
    ],
)
def test_points_that_are_named_are_marked(
    matrix: list[list[int]], marked: dict[str, tuple[float, float]]
) -> None:
    """At their coordinates; and the remark tells only of points that can be seen."""
    scene = staged(Reflection, {"matrix": matrix}, Watch(()), small(fps=FPS), run_times=RUN)
    scene.run()
    (picture,) = on_stage(scene, LetteredSquare)
    (marks,) = on_stage(scene, MirrorMarks)
    origin = np.array([picture.view.x, picture.view.y])
    stand = {
        named_as(dot): tuple(np.round((middle(dot) - origin) / picture.view.unit, 9))
        for dot in marks.dots
    }
    assert stand == {f"mark {which}": at for which, at in marked.items()}
    told = [ink.says for ink in on_stage(scene, Ink) if r"\mapsto" in ink.says]
    assert len(told) == (1 if "before" in marked else 0)
