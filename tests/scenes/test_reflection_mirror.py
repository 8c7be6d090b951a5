"""The mirror of a map that flips, its name and points, and the letter as it was before the map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from manim import Mobject

from scenes.reflection import Reflection
from stage.colors import coded, contrast
from stage.ink import Ink
from stage.labels import Rectangle, inside
from stage.letters import edges_of
from stage.mirror import DASH, mirror_direction
from stage.mirror_marks import OPEN, MirrorMarks
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


@pytest.mark.parametrize("view", ["plane", "sheet"])
@pytest.mark.parametrize("name", ["swap", "stretch and mirror"])
def test_behind_a_letter_the_mirror_runs_on_faintly(name: str, view: str) -> None:
    """From the origin to the far corner of the sheet only the room of a mark is left out."""
    params = {"matrix": rows(MAPS[name]), "view": view}
    scene = staged(Reflection, params, Watch(()), small(fps=FPS), run_times=RUN)
    scene.run()
    (picture,) = on_stage(scene, LetteredSquare)
    mirror, along = picture.mirror, mirror_direction(MAPS[name])
    assert mirror is not None
    assert along is not None
    assert picture.standing.index(mirror.behind) < picture.standing.index(picture.letter)
    assert 0 < mirror.behind.get_stroke_opacity() < mirror.line.get_stroke_opacity()
    dashes = np.concatenate(
        [
            np.stack([one.points[::4, :2], one.points[3::4, :2]], 1)
            for one in (mirror.behind, mirror.line)
        ]
    )
    reach = (dashes - (picture.view.x, picture.view.y)) @ along
    corner = float(picture.matrix.sum(axis=1) @ along) * picture.view.unit
    reach = np.sort(reach[(reach.min(axis=1) > 0) & (reach.max(axis=1) < corner)], axis=0)
    gaps = reach[1:, 0] - reach[:-1, 1]
    assert gaps.min() > 0.9 * DASH, "in one pattern"
    assert gaps.max() < 2 * OPEN + 2 * DASH
    assert np.sum(gaps > 1.1 * DASH) <= 1, "where the ring is"


@pytest.mark.parametrize("name", ["mirror in the first axis"])
def test_the_mirror_takes_the_place_of_an_axis_that_runs_along_it(name: str) -> None:
    """From end to end of the stage, under the gaps of the dashes too."""
    scene = staged(
        Reflection, {"matrix": rows(MAPS[name])}, Watch(()), small(fps=FPS), run_times=RUN
    )
    scene.run()
    (picture,) = on_stage(scene, LetteredSquare)
    mirror, along = picture.mirror, mirror_direction(MAPS[name])
    assert mirror is not None
    assert along is not None
    rim = mirror.rim
    assert rim.get_stroke_opacity() == 1.0
    assert rim.get_stroke_width() > picture.plane.grid.axes.get_stroke_width()
    ends = np.array(mirror.ends(picture.view)) @ along
    places = np.stack([rim.points[::4, :2], rim.points[3::4, :2]], 1) @ along
    assert places.min() == pytest.approx(ends.min())
    assert places.max() == pytest.approx(ends.max())
    assert np.ptp(places, axis=1).sum() == pytest.approx(np.ptp(ends))


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


@pytest.mark.parametrize("view", ["plane", "sheet"])
@pytest.mark.parametrize("aspect", ["16:9", "9:16"])
@pytest.mark.parametrize("name", FLIPS)
def test_a_mirror_s_name_keeps_clear_of_dashes_and_marks(name: str, aspect: str, view: str) -> None:
    """Fourteen pixels of 1080 at least, whatever the slope; and no mark is touched."""
    scene = staged(
        Reflection,
        {"matrix": rows(MAPS[name]), "view": view},
        Watch(()),
        small(aspect),
        run_times=RUN,
    )
    scene.run()
    (picture,) = on_stage(scene, LetteredSquare)
    (marks,) = on_stage(scene, MirrorMarks)
    assert picture.mirror is not None
    start, end = picture.mirror.ends(picture.view)
    normal = np.array([-(end - start)[1], (end - start)[0]]) / np.hypot(*(end - start))
    half = np.array([marks.word.width, marks.word.height]) / 2
    clear = abs(float((middle(marks.word) - start) @ normal)) - float(np.abs(normal) @ half)
    assert clear > 14 * 8 / 1080
    x, y = middle(marks.word)
    assert not inside(picture.polygon(), Rectangle(float(x), float(y), 0.0, 0.0), gap=0.0)
    for dot in marks.dots:
        beyond = np.maximum(np.abs(middle(dot) - middle(marks.word)) - half, 0.0)
        assert np.hypot(*beyond) > 0.2


@pytest.mark.parametrize("aspect", ["16:9", "9:16"])
@pytest.mark.parametrize("name", FLIPS)
def test_coordinates_are_nearest_to_their_own_point(name: str, aspect: str) -> None:
    scene = staged(
        Reflection, {"matrix": rows(MAPS[name])}, Watch(()), small(aspect), run_times=RUN
    )
    scene.run()
    (picture,) = on_stage(scene, LetteredSquare)
    (marks,) = on_stage(scene, MirrorMarks)
    places = {named_as(dot).removeprefix("mark "): middle(dot) for dot in marks.dots}
    tips = [picture.view.place(column)[:2] for column in picture.matrix.T]
    others = [*tips, *picture.ghost.corners, *places.values()]
    for ink in marks.submobjects:
        which = named_as(ink).removeprefix("point ")
        if which not in places:
            continue

        def off(point: Array, ink: Mobject = ink) -> float:
            half = np.array([ink.width, ink.height]) / 2
            return float(np.hypot(*np.maximum(np.abs(point - middle(ink)) - half, 0.0)))

        own = places[which]
        assert all(off(own) < off(one) for one in others if np.hypot(*(one - own)) > 0.1)


@pytest.mark.parametrize("name", FLIPS)
def test_no_crumbs_of_dashes_are_left(name: str) -> None:
    """Beside letters, marks and arrows a dash is at least half as long as the others."""
    scene = staged(
        Reflection, {"matrix": rows(MAPS[name])}, Watch(()), small(fps=FPS), run_times=RUN
    )
    scene.run()
    (picture,) = on_stage(scene, LetteredSquare)
    (marks,) = on_stage(scene, MirrorMarks)
    assert picture.mirror is not None
    ends = picture.mirror.line.points[::4, :2], picture.mirror.line.points[3::4, :2]
    assert np.hypot(*(ends[1] - ends[0]).T).min() > 0.49 * DASH
    places = np.linspace(*ends, 9).reshape(-1, 2)
    for dot in marks.dots:
        assert np.hypot(*(places - middle(dot)).T).min() > 0.15, "the whole dash is seen"
    origin = np.array([picture.view.x, picture.view.y])
    along = mirror_direction(MAPS[name])
    assert along is not None
    for column in picture.matrix.T:
        arrow = column / np.hypot(*column)
        aside = abs(arrow[0] * along[1] - arrow[1] * along[0])
        near = (places - origin)[(places - origin) @ along * np.sign(arrow @ along) > 0]
        if aside > 0.25 and abs(arrow @ along) > 1e-6:
            assert (np.abs(near @ along) * aside).min() > 0.11, "no speck in the wedge"


@pytest.mark.parametrize("view", ["plane", "sheet"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_letter_and_arrows_stand_out_from_the_face_of_the_back(theme: str, view: str) -> None:
    look = replace(small(fps=FPS), theme=theme)
    params = {"matrix": [[0, 1], [1, 0]], "view": view}
    scene = staged(Reflection, params, Watch(()), look, run_times=RUN)
    scene.run()
    (picture,) = on_stage(scene, LetteredSquare)
    colors = picture.theme

    def over(color: str, below: Array, opacity: float) -> Array:
        return opacity * coded(color) + (1 - opacity) * below

    face = over(colors.negative, coded(colors.ground), picture.square.face.get_fill_opacity())
    letter = over(colors.ink, face, picture.letter.get_fill_opacity())
    assert contrast(letter, face) >= 3.0
    for color in (colors.first, colors.second):
        assert contrast(coded(color), face) >= 3.0
