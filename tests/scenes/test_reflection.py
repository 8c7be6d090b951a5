"""Orientation: the letter, the faces, the mirror and the read-outs are those of M(t)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from algebra import facts
from algebra.matrices import Matrix, diag, from_rows, reflection, rotation, shear, zeros
from algebra.motion import Path, path
from language.params import context
from scenes.reflection import WORDS, Reflection
from stage.drive import ease
from stage.ink import Ink
from stage.layout import Zone, zones
from stage.letters import BACK, FRONT, letter_points
from stage.look import Look
from stage.sense import SenseReadouts
from stage.shapes import Arrow
from stage.sheet import LetteredSquare, turned
from stage.story import Box, StoryScene
from tests.stage_helpers import Array, Watch, anchors, on_stage, rows, run, shoelace, small, staged

SUCH_AS = "write a letter such as F or 가"

FPS = 8
FRAMES = 16
"""Frames of the map's motion; zooms and fades have others."""

RUN = {"letter": 0.5, "move": 2.0, "move_1": 2.0, "move_2": 2.0, "mirror": 0.5, "verdict": 0.5}

MAPS: dict[str, Matrix] = {
    "mirror in the first axis": diag(1, -1),
    "swap": from_rows([[0, 1], [1, 0]]),
    "mirror at 30": reflection(30),
    "mirror at 20": reflection(20),
    "stretch and mirror": from_rows([[1, 2], [2, 1]]),
    "oblique mirror": from_rows([[1, 1], [0, -1]]),
    "turn by 90": rotation(90),
    "turn by 135": rotation(135),
    "half-turn": from_rows([[-1, 0], [0, -1]]),
    "shear": shear(2),
    "onto a line": from_rows([[1, 2], [2, 4]]),
    "nilpotent": from_rows([[0, 1], [0, 0]]),
    "zero": zeros(2, 2),
    "large": from_rows([[1234, -1], [3, Fraction(-8001, 4)]]),
    "tiny": diag(Fraction(1, 100), Fraction(-1, 50)),
    "nearly singular": from_rows([[1, 1], [1, Fraction(1001, 1000)]]),
}

FLIPS = [name for name, matrix in MAPS.items() if facts.orientation(matrix) < 0]

PAIR: Mapping[str, object] = {"matrix": rows(rotation(90)), "compare": rows(diag(1, -1))}

TEXTS = {"matrix", "formula", "text", "readout"}


def moving(params: Mapping[str, object], check: Callable[[StoryScene, str, float], None]) -> Watch:
    """Run a scene and check it, with beat and share of time, at every picture of its maps."""
    watch = Watch(during="move", blind=True)
    scene = staged(Reflection, params, watch, small(fps=FPS), title="방향", run_times=RUN)
    moments: list[float] = []

    def seen(picture: int) -> None:
        beat, frames = watch.plays[-1] if watch.plays else ("", 0)
        if beat.startswith("move") and frames == FRAMES:
            before = sum(frames for _, frames in watch.plays[:-1])
            moments.append(ease((picture - before) / frames))
            check(scene, beat, moments[-1])

    watch.seen = seen
    scene.run()
    assert len(moments) == FRAMES * (2 if "compare" in params else 1)
    return watch


def agrees(picture: LetteredSquare, way: Path, t: float) -> None:
    """Square, letter, its face, arrows, ghost and paper are those of M(t)."""
    now, view = way(t), picture.view
    size = 1e-9 * max(1.0, float(np.abs(now).max()) ** 2)
    assert np.array_equal(picture.matrix, now)
    drawn = shoelace(anchors(picture.square.face)) / view.unit**2
    assert drawn == pytest.approx(way.det(t), abs=max(1e4 * size, 1e-9))
    assert shoelace(anchors(picture.paper)) == pytest.approx(drawn * view.unit**2)
    letter = picture.letter
    shape: Array = letter_points("F")
    expected = view.place(shape @ now.T)
    assert np.abs(letter.points - expected).max() < 1e-9
    if abs(drawn) > size:
        assert letter.get_fill_opacity() == pytest.approx(BACK if drawn < 0 else FRONT)  # dark
        assert picture.square.hatch.has_points() == (drawn < 0)
    for arrow in picture.arrows:
        assert isinstance(arrow, Arrow)
        tip = view.place(now @ arrow.vector)[:2]
        assert np.abs(anchors(arrow) - tip).max(axis=1).min() < 0.2
    for member in picture.get_family():
        assert np.isfinite(member.points).all()


def reads(readouts: SenseReadouts, way: Path, t: float) -> None:
    """The read-outs show det M(t) and its sign."""
    number = readouts.number
    if t < 1:
        assert number.exact is None
        shown, decimals = float(number.number.shown), number.number.decimals
        slack = 0.5 * 10**-decimals + 1e-5 * max(1.0, abs(way.end_det))
        assert shown == pytest.approx(way.det(t), abs=slack)
        assert readouts.sense.key == np.sign(readouts.picture.size.live())
    else:
        assert number.exact is not None
        assert not number.number.has_points()
        assert readouts.sense.key == facts.orientation(way.matrix)


def reaches_out(boxes: tuple[Box, ...], zone: Zone) -> list[str]:
    """Names of what is not inside a zone."""
    return [
        f"{box.name} {box.x0, box.y0, box.x1, box.y1}"
        for box in boxes
        if box.x0 < zone.left - 0.02
        or box.x1 > zone.right + 0.02
        or box.y0 < zone.bottom - 0.02
        or box.y1 > zone.top + 0.02
    ]


def overlapping(boxes: tuple[Box, ...], kinds: set[str]) -> list[str]:
    """Pairs of named things of these kinds that lie on each other."""
    chosen = [box for box in boxes if box.kind in kinds]
    return [
        f"{one.name} on {other.name}"
        for k, one in enumerate(chosen)
        for other in chosen[:k]
        if min(one.x1, other.x1) - max(one.x0, other.x0) > 0.01
        and min(one.y1, other.y1) - max(one.y0, other.y0) > 0.01
    ]


@pytest.mark.parametrize(
    ("name", "view"),
    [*((name, "plane") for name in MAPS), *((name, "sheet") for name in (*FLIPS[:5], "shear"))],
)
def test_what_is_drawn_is_what_is_computed(name: str, view: str) -> None:
    """At every frame; and the area passes zero once if the map flips, and else never."""
    matrix = MAPS[name]
    way = path(matrix)
    safe = zones(small()).safe
    signs = [1]

    def check(scene: StoryScene, beat: str, share: float) -> None:
        assert beat == "move"
        t = turned(share) if view == "sheet" else share
        (picture,) = on_stage(scene, LetteredSquare)
        (readouts,) = on_stage(scene, SenseReadouts)
        agrees(picture, way, t)
        reads(readouts, way, t)
        area = picture.square.signed_area()
        if abs(area) > 1e-12:
            signs.append(int(np.sign(area)))
        assert reaches_out(scene.boxes(), safe) == []

    watch = moving({"matrix": rows(matrix), "view": view}, check)
    assert sum(one != other for one, other in pairwise(signs)) == (1 if name in FLIPS else 0)
    for boxes in watch.boxes.values():
        assert reaches_out(boxes, safe) == []
        assert overlapping(boxes, TEXTS) == []
        assert overlapping(boxes, {"label"}) == []


def test_depth_is_told_by_shadow_and_near_edges_only_while_the_sheet_turns() -> None:
    seen: list[tuple[float, float, int]] = []

    def note(scene: StoryScene, beat: str, share: float) -> None:
        del beat
        (picture,) = on_stage(scene, LetteredSquare)
        near = sum(edge.has_points() for edge in picture.near)
        seen.append((share, float(picture.shadow.get_fill_opacity()), near))

    moving({"matrix": [[1, 0], [0, -1]], "view": "sheet"}, note)
    assert all(shadow > 0.1 and near == 3 for share, shadow, near in seen if 0.2 < share < 0.8)
    assert seen[-1] == (1.0, 0.0, 0)


def test_the_table_stays_while_a_sheet_turns_and_the_plane_moves_otherwise() -> None:
    def grid(view: str) -> list[float]:
        found: list[float] = []

        def note(scene: StoryScene, beat: str, share: float) -> None:
            del beat, share
            (picture,) = on_stage(scene, LetteredSquare)
            found.append(float(np.abs(picture.plane.grid.axes.points).sum()))

        moving({"matrix": rows(rotation(30)), "view": view}, note)
        return found

    assert np.ptp(grid("sheet")) == 0.0
    assert np.ptp(grid("plane")) > 0.5


def test_two_maps_stand_beside_each_other_to_the_same_scale() -> None:
    ways = (path(rotation(90)), path(diag(1, -1)))

    def check(scene: StoryScene, beat: str, share: float) -> None:
        pictures = sorted(on_stage(scene, LetteredSquare), key=lambda one: one.zone.left)
        assert pictures[0].view.unit == pictures[1].view.unit
        times = (share, 0.0) if beat == "move_1" else (1.0, share)
        for picture, way, t in zip(pictures, ways, times, strict=True):
            agrees(picture, way, t)
            (own,) = (one for one in on_stage(scene, SenseReadouts) if one.picture is picture)
            if t > 0:
                reads(own, way, t)
            else:
                assert own.number.exact is not None
                assert not own.sense.submobjects, "nothing has kept or flipped it yet"

    watch = moving(PAIR, check)
    assert watch.beats == ["letter", "move_1", "move_2", "mirror", "verdict"]
    names = {box.name for box in watch.boxes["verdict"]}
    assert {"matrix 1", "matrix 2", "determinant 1", "determinant 2", "on mirror 2"} <= names
    assert "on mirror 1" not in names
    assert not {"verdict 1", "verdict 2"} & names, "the read-outs have said it"


@pytest.mark.parametrize(
    ("aspect", "language"),
    [("16:9", "en"), ("9:16", "ko"), ("9:16", "en"), ("1:1", "ko"), ("1:1", "en"), ("4:3", "ko")],
)
@pytest.mark.parametrize(
    "params",
    [
        PAIR,
        {"matrix": rows(MAPS["large"]), "compare": rows(rotation(30))},
        {"matrix": rows(MAPS["large"])},
        {"matrix": rows(MAPS["mirror at 30"]), "view": "sheet"},
        {"matrix": rows(MAPS["oblique mirror"])},
    ],
    ids=["pair", "unequal pair", "large", "mirror", "oblique"],
)
def test_every_shape_of_frame_holds_it_all(
    params: Mapping[str, object], language: str, aspect: str
) -> None:
    look = small(aspect, language=language, fps=FPS)
    found = zones(look)
    watch = run(Reflection, params, look, wanted=(), run_times=RUN, title="방향")
    for boxes in watch.boxes.values():
        assert reaches_out(boxes, found.safe) == []
        assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
        assert overlapping(boxes, TEXTS) == []


@pytest.mark.parametrize(
    "params",
    [PAIR, {"matrix": [[0, 1], [1, 0]], "view": "sheet"}, {"matrix": [[1, 2], [2, 4]]}],
    ids=["pair", "sheet", "flat"],
)
def test_a_play_that_is_not_drawn_leaves_the_same_pictures(params: Mapping[str, object]) -> None:
    look = small(fps=4)
    whole = run(Reflection, params, look)
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0}
    some = run(Reflection, params, look, wanted=ends)
    assert set(some.pictures) == ends
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number]), number
    assert some.boxes == whole.boxes


def test_the_scene_begins_in_a_slide() -> None:
    opening = run(Reflection, {"matrix": [[0, 1], [1, 0]]}, Look(480, 270, 4), wanted={0})
    bright = opening.pictures[0].astype(int)[..., :3].max(axis=2) > 150
    assert bright[:50, :200].sum() > 50, "the title is there"
    assert bright[40:120, 330:].sum() == 0, "but no matrix beside a map that is not begun"


def test_beats_tell_of_a_mirror_only_if_there_is_one() -> None:
    for name in ("swap", "shear", "zero"):
        beats = run(Reflection, {"matrix": rows(MAPS[name])}, wanted=(), run_times=RUN).beats
        assert beats == ["letter", "move", *(["mirror"] if name in FLIPS else []), "verdict"]


def test_what_lies_under_the_sheet_is_not_there_before_it() -> None:
    watch = Watch(blind=True)
    scene = staged(Reflection, {"matrix": [[0, 1], [1, 0]]}, watch, small(fps=FPS), run_times=RUN)
    shown: list[bool] = []

    def seen(picture: int) -> None:
        del picture
        shown.extend(one.ghost_letter.has_points() for one in on_stage(scene, LetteredSquare))

    watch.seen = seen
    scene.run()
    assert all(shown)
    (picture,) = on_stage(scene, LetteredSquare)
    picture.unfold(0.4)
    assert not picture.ghost_letter.has_points()


@pytest.mark.parametrize(
    ("glyph", "what"),
    [
        ("", "this text is empty, write something"),
        ("FF", f"one character is needed here; this has 2, {SUCH_AS}"),
        (" ", "this text is empty, write something"),
        ("\U0010fffd", f"this character has no shape in the text font, {SUCH_AS}"),
        ("\u200b", f"this character leaves no ink on the sheet, {SUCH_AS}"),
        ({"ko": "가", "en": "Ga"}, f"one character is needed here; this has 2, {SUCH_AS}"),
    ],
)
def test_what_is_no_letter_is_refused_in_words(glyph: object, what: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Reflection.Params.model_validate(
            {"matrix": [[1, 0], [0, -1]], "glyph": glyph}, context=context({})
        )
    (error,) = caught.value.errors()
    assert error["loc"] == ("glyph",)
    assert what in error["msg"]


def test_each_language_can_have_a_letter_of_its_own() -> None:
    """The letter is set from the language of the film; without one it is an F."""
    both: dict[str, Any] = {"matrix": [[0, 1], [1, 0]], "glyph": {"ko": "가", "en": "R"}}
    for params, language, letter in (
        (both, "ko", "가"),
        (both, "en", "R"),
        ({"matrix": [[0, 1], [1, 0]]}, "ko", "F"),
    ):
        scene = staged(Reflection, params, Watch(()), small(language=language), run_times=RUN)
        scene.run()
        (picture,) = on_stage(scene, LetteredSquare)
        assert np.allclose(picture.letter.shape_at_rest, letter_points(letter))


@pytest.mark.parametrize("glyph", ["F", "가", "\u1100\u1161", "R", "#", '"', "\\", "G"])
def test_any_character_of_the_font_can_be_the_letter(glyph: str) -> None:
    points = letter_points(glyph)
    assert np.abs((points.min(axis=0) + points.max(axis=0)) / 2 - 0.6).max() < 1e-9
    assert points.min() > 0.3
    assert points.max() < 0.9
    assert "letter" in {
        box.name
        for box in run(
            Reflection, {"matrix": [[0, 1], [1, 0]], "glyph": glyph}, wanted=(), run_times=RUN
        ).boxes["verdict"]
    }


def test_words_are_in_the_language_of_the_film() -> None:
    assert WORDS.keys() == {"ko", "en"}
    assert WORDS["ko"].keys() == WORDS["en"].keys()
    korean, english = (
        run(Reflection, {"matrix": [[0, 1], [1, 0]]}, small(language=code)) for code in ("ko", "en")
    )
    assert not np.array_equal(korean.pictures[korean.last], english.pictures[english.last])


def test_two_maps_are_drawn_and_described_alike() -> None:
    """Origins at one height, and every size of type the same on both sides and in one row."""
    for aspect, language in (("16:9", "en"), ("9:16", "en"), ("16:9", "ko")):
        look = small(aspect, language=language)
        scene = staged(Reflection, PAIR, Watch(()), look, run_times=RUN)
        scene.run()
        first, second = sorted(on_stage(scene, LetteredSquare), key=lambda one: one.zone.left)
        across, up = (
            (one.view.x - one.zone.center[0], one.view.y - one.zone.center[1])
            for one in (first, second)
        )
        assert across == pytest.approx(up)
        boxes = {box.name: box for box in scene.boxes()}
        one, two = boxes["determinant 1"], boxes["determinant 2"]
        steps = ((two.x0 + two.x1) - (one.x0 + one.x1)) / 2, two.y0 - one.y0
        assert steps[0] == pytest.approx(second.zone.left - first.zone.left, abs=0.02)
        assert steps[1] == pytest.approx(second.zone.top - first.zone.top, abs=0.1)
        assert (one.x0 + one.x1) / 2 == pytest.approx(first.zone.center[0], abs=0.02)
        gaps = (
            boxes["matrix 2"].y0 - boxes["on mirror 2"].y1,
            boxes["on mirror 2"].y0 - two.y1,
        )
        assert min(gaps) > 0.08
        assert abs(gaps[0] - gaps[1]) < 0.15, "evenly spaced"
        readouts = on_stage(scene, SenseReadouts)
        captions = [one.caption for each in readouts for one in (each.number, each.sense)]
        notes = [
            ink for ink in on_stage(scene, Ink) if ink.source and ink not in captions and ink.says
        ]
        assert len({round(ink.em, 6) for ink in captions}) == 1
        for left, right in zip(captions[::2], captions[1::2], strict=True):
            gap = right.get_left()[0] - left.get_right()[0]
            assert gap > 0.9 * left.em, "two captions, not a sentence"
        sizes = {round(ink.em, 6) for ink in notes if "det" in ink.says or r"\mapsto" in ink.says}
        assert len(sizes) == 1


@pytest.mark.parametrize("name", ["mirror in the first axis", "turn by 135", "stretch and mirror"])
def test_the_arc_of_orientation_keeps_off_the_letter(name: str) -> None:
    def check(scene: StoryScene, beat: str, t: float) -> None:
        del beat, t
        (picture,) = on_stage(scene, LetteredSquare)
        if not picture.arc.arc.has_points():
            return
        origin = np.array([picture.view.x, picture.view.y])
        reach = np.hypot(*(picture.arc.arc.points[:, :2] - origin).T).max()
        letter = np.hypot(*(picture.letter.points[:, :2] - origin).T).min()
        shorter = np.hypot(*picture.matrix).min() * picture.view.unit
        assert reach < max(letter - 0.1, 0.3 * shorter)

    moving({"matrix": rows(MAPS[name])}, check)
