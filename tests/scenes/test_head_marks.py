"""head_subspaces: kernels, what heads share, what is hidden, and outputs of zero are to be seen."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np
import pytest
from manim import VMobject

from algebra.matrices import Matrix, from_rows
from scenes.head_subspaces import WORDS, HeadSubspaces
from stage.bars import OutputBar
from stage.colors import coded, contrast
from stage.counts import Counts
from stage.dimension_bars import DimensionBar
from stage.head_facts import counted
from stage.head_panel import HeadPanel
from stage.head_rows import HeadRows
from stage.ink import Ink, formula, text
from stage.layout import Zone, zones
from stage.shapes import DOT
from stage.subspaces import RowSpaces
from stage.theme import THEMES
from stage.viewpoint import complement, meeting, orthonormal
from tests.head_judges import drawn, tip_of
from tests.stage_helpers import ASPECTS, Array, Watch, anchors, on_stage, small, staged

PLANE = [[1, 0, 0], [0, 1, 0]]
OTHER = [[1, 0, 1], [0, 2, 1]]
LINE = [[0, 1, 1]]
FOUR = [[[1, 1, 0, 0], [0, 1, 1, 0]], [[0, 0, 1, 1]], [[1, -1, 1, -1]]]


def space_of(params: Mapping[str, object]) -> RowSpaces:
    """The picture of space at the end of a scene."""
    scene = staged(HeadSubspaces, params, Watch(()), small())
    scene.run()
    (space,) = on_stage(scene, RowSpaces)
    return space


def at_the_end_of(beat: str, params: Mapping[str, object]) -> list[tuple[str, list[float], str]]:
    """Names, growth and roles of what stands in space when a beat has ended."""
    found: dict[str, list[tuple[str, list[float], str]]] = {}

    def see(picture: int) -> None:
        del picture
        for space in on_stage(scene, RowSpaces):
            found[watch.beats[-1]] = [
                (one.name, [grown], one.role)
                for one, grown in zip(space.standing, space.grown, strict=True)
            ]

    watch = Watch(seen=see, blind=True)
    scene = staged(HeadSubspaces, params, watch, small())
    scene.run()
    return found[beat]


@pytest.mark.parametrize(
    "head", [PLANE, OTHER, LINE, [[1, 2, -3]], "identity(3)", "zeros(2, 3)", "random(2, 3, seed=4)"]
)
def test_the_kernel_of_a_single_head_is_drawn_from_the_orbit_on(head: object) -> None:
    params = {"heads": [head], "inputs": [[1, 2, 2]]}
    space = space_of(params)
    kernel = space.standing[-1]
    assert kernel.role == "kernel"
    assert kernel.color == space.theme.kernel
    assert kernel.rank + space.spaces[0].rank == 3
    assert np.abs(kernel.basis @ space.spaces[0].basis.T).max(initial=0.0) < 1e-12
    assert drawn(space, "kernel"), "it is there at the end, and so is its name"
    assert space.names[-1] in space.submobjects


def test_an_orbit_ends_with_what_both_heads_read_and_inputs_begin_without_it() -> None:
    params = {"heads": [PLANE, OTHER], "inputs": [[1, 0, 0]]}
    assert at_the_end_of("head_2", params)[-1] == ("shared", [0.0], "shared")
    assert at_the_end_of("orbit", params)[-1] == ("shared", [1.0], "shared")
    assert at_the_end_of("input_1", params)[-1] == ("shared", [0.0], "shared")


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize(
    ("heads", "says"),
    [
        ([PLANE, LINE], "read by both: only the origin"),
        ([PLANE, OTHER], "read by both: line"),
        ([PLANE, [[1, 1, 0], [1, -1, 0]]], "read by both: plane"),
        ([PLANE, OTHER, LINE], "read by all: only the origin"),
    ],
)
def test_what_heads_share_is_said(heads: list[object], says: str, aspect: str) -> None:
    said: dict[str, set[str]] = {}

    def see(picture: int) -> None:
        del picture
        for one in on_stage(scene, Ink):
            if getattr(one, "box_name", ("", ""))[0] == "shared":
                said.setdefault(watch.beats[-1], set()).add(one.says)

    watch = Watch(seen=see, blind=True)
    params = {"heads": heads, "inputs": [[1, 0, 0], [1, 1, 1]]}
    scene = staged(HeadSubspaces, params, watch, small(aspect, language="en", fps=2))
    scene.run()
    assert said["orbit"] == {says}
    assert "input_2" not in said


@pytest.mark.parametrize("seed", range(12))
def test_what_row_spaces_share_lies_in_each_and_has_the_right_dimension(seed: int) -> None:
    generator = np.random.default_rng(seed)
    maps: list[Matrix] = [
        from_rows(generator.integers(-1, 2, (int(generator.integers(1, 4)), 3)).tolist())
        for _ in range(int(generator.integers(1, 4)))
    ]
    basis = meeting(maps)
    assert basis @ basis.T == pytest.approx(np.eye(len(basis)), abs=1e-12)
    gaps = []
    for one in maps:
        own = orthonormal(one)
        assert basis @ own.T @ own == pytest.approx(basis, abs=1e-9)
        assert len(complement(own)) == 3 - len(own)
        gaps.append(np.eye(3) - own.T @ own)
    assert len(basis) == 3 - np.linalg.matrix_rank(np.vstack(gaps), tol=1e-9)


def test_an_output_of_zero_is_a_dot_that_nothing_covers() -> None:
    space = space_of({"heads": [PLANE, LINE], "inputs": [[1, 0, 0], [0, 0, 1]]})
    ((at, dot),) = drawn(space, "head 1 shadow")
    assert all(k < at for k, _ in (*drawn(space, "head 2"), *drawn(space, "head 2 shadow")))
    assert at > drawn(space, "input")[0][0]
    thick = 0.01 * max(part.get_stroke_width() for _, part in drawn(space, "head 2"))
    assert dot.width > 1.5 * thick, "it reaches beyond the line that goes through it"


def test_several_outputs_of_zero_are_rings_around_each_other_and_the_input_is_within() -> None:
    space = space_of({"heads": [PLANE, OTHER, LINE], "inputs": [[1, 2, 1], [0, 0, 0]]})
    dots: list[tuple[int, VMobject]] = []
    for name in ("head 1 shadow", "head 2 shadow", "head 3 shadow", "input"):
        dots += drawn(space, name)
    assert [k for k, _ in dots] == sorted(k for k, _ in dots)
    widths = [dot.width for _, dot in dots]
    assert all(one > other + DOT for one, other in itertools.pairwise(widths))


def test_a_shadow_does_not_cover_the_input_that_it_is_nearly_equal_to() -> None:
    space = space_of({"heads": [OTHER, [[1, 1, 0], [0, 0, 1]]], "inputs": [[1, 1, 2]]})
    (first, _), *_ = drawn(space, "input behind") or drawn(space, "input")
    assert all(first > drawn(space, f"head {k} shadow")[0][0] for k in (1, 2))


@pytest.mark.parametrize("vector", [[2, 1, 2], [1, -1, 1], [1, 2, -1]])
def test_what_leaves_a_row_space_stands_upright_on_it(vector: list[float]) -> None:
    space = space_of({"heads": [PLANE], "inputs": [vector]})
    x = np.array(vector, dtype=float)
    foot = space.spaces[0].shadow(x)
    ((_, sail),) = drawn(space, "head 1 sail")
    corners = space.camera.place(np.array([np.zeros(3), foot, x]))
    assert np.sort(anchors(sail), axis=0) == pytest.approx(np.sort(corners, axis=0), abs=1e-9)
    legs = [space.strokes[f"head 1 right angle {k}"].ends for k in (0, 1)]
    assert legs[0][1] == pytest.approx(legs[1][1])
    back, up = legs[0][0] - foot, legs[1][0] - foot
    assert float(back @ up) == pytest.approx(0, abs=1e-12)
    assert np.linalg.norm(back) == pytest.approx(np.linalg.norm(up))
    assert float(up @ (x - foot)) > 0
    assert space.spaces[0].shadow(back) == pytest.approx(back)


@pytest.mark.parametrize("vector", [[2, 1, 0], [0, 0, 2]])
def test_an_input_in_a_row_space_or_across_it_has_no_triangle(vector: list[float]) -> None:
    space = space_of({"heads": [PLANE], "inputs": [vector]})
    assert not drawn(space, "head 1 sail")
    assert not drawn(space, "head 1 drop")


def test_what_a_disc_hides_of_a_line_is_dashed_in_front_of_the_disc() -> None:
    space = space_of({"heads": [PLANE, LINE], "inputs": [[1, 0, 0]]})
    ((at, dashes),) = drawn(space, "head 2 behind")
    assert all(k < at for k, _ in drawn(space, "head 1"))
    toward, disc = space.camera.axes[2], space.discs()[0]
    middles = (dashes.points[::4] + dashes.points[3::4])[:, :2] / 2
    line = space.reach(1) * space.spaces[1].basis[0]
    flat, origin = space.camera.place(line), space.camera.place(np.zeros(3))
    shares = (middles - origin) @ (flat - origin) / float((flat - origin) @ (flat - origin))
    assert len(shares) > 3
    assert disc.hides(shares[:, None] * line, toward).all()
    color = dashes.get_stroke_color()
    assert color is not None
    hue, ground = space.spaces[1].color, coded(space.theme.ground)
    assert contrast(coded(color.to_hex()), ground) < contrast(coded(hue), ground)
    in_front = drawn(space, "head 2")[0][1].get_stroke_color()
    assert in_front is not None
    assert in_front.to_hex() == hue


def test_the_hidden_rim_of_a_disc_is_dashed_and_an_arrow_behind_keeps_its_head() -> None:
    space = space_of({"heads": [PLANE, OTHER], "inputs": [[1, 1, -3]]})
    assert drawn(space, "head 1 behind")
    assert drawn(space, "head 2 behind")
    below = space_of({"heads": [PLANE], "inputs": [[-1, -1, -0.2]]})
    ((_, dashes),) = drawn(below, "input behind")
    tip = tip_of(drawn(below, "input")[0][1])
    assert np.hypot(*(dashes.points[:, :2] - tip).T).min() < 1e-6


@pytest.mark.parametrize("name", THEMES)
def test_the_bar_of_all_heads_has_the_colour_of_none(name: str) -> None:
    theme = THEMES[name]
    words = dict.fromkeys(WORDS["en"], "x")
    counts = Counts(zones(small()).whole, theme, counted(12, 2, 24, 0), theme.family, words)
    assert counts.rank.bar.shares[0].color == theme.ink


def test_the_length_before_stays_as_an_empty_bar_around_the_one_of_now() -> None:
    params = {"heads": [PLANE, LINE], "inputs": [[2, 1, 0], [0, 0, 1]]}
    scene = staged(HeadSubspaces, params, Watch(()), small())
    scene.run()
    for bar, before, now in zip(
        on_stage(scene, OutputBar), (np.sqrt(5), 1.0), (0.0, 1.0), strict=True
    ):
        assert bar.length == pytest.approx(now)
        ghost, track = bar.ghost, bar.track
        assert ghost.get_fill_opacity() == 0
        assert ghost.get_left()[0] == pytest.approx(track.left)
        assert ghost.width == pytest.approx(track.width * before / bar.full)
        assert ghost.height > track.height
    (panel,) = on_stage(scene, HeadPanel)
    assert panel.key in panel.submobjects


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("aspect", ["16:9", "9:16", "1:1"])
def test_what_the_empty_bars_are_is_said_in_every_form(aspect: str, language: str) -> None:
    params = {"heads": [PLANE], "inputs": [[2, 1, 0], [2, 1, 2], [0, 0, 2]]}
    notes: dict[str, bool] = {}

    def see(picture: int) -> None:
        del picture
        for panel in on_stage(scene, HeadPanel):
            notes[watch.beats[-1]] = panel.note in panel.submobjects

    watch = Watch(seen=see, blind=True)
    scene = staged(HeadSubspaces, params, watch, small(aspect, language=language, fps=2))
    scene.run()
    (panel,) = on_stage(scene, HeadPanel)
    assert panel.key in panel.submobjects
    assert not notes["input_1"], "its shadow is the input itself"
    assert notes["input_2"] or panel.note is None  # there may be no room for it


@pytest.mark.parametrize("aspect", ASPECTS)
def test_rows_have_the_whole_picture_until_outputs_stand_beside_them(aspect: str) -> None:
    seen: dict[str, list[tuple[float, float, float, float]]] = {}

    def see(picture: int) -> None:
        del picture
        for rows in on_stage(scene, HeadRows):
            low, high = rows.get_corner((-1, -1, 0)), rows.get_corner((1, 1, 0))
            seen.setdefault(watch.beats[-1], []).append((low[0], low[1], high[0], high[1]))

    watch = Watch(seen=see, blind=True)
    look = small(aspect)
    scene = staged(HeadSubspaces, {"heads": FOUR, "inputs": [[1, 0, 0, 0]]}, watch, look)
    scene.run()
    room = zones(look)
    first, last = np.array(seen["heads"][-1]), np.array(seen["input_1"][-1])
    assert first[2] - first[0] > last[2] - last[0] or first[3] - first[1] > last[3] - last[1]
    assert last[2] <= room.stage.right + 0.01
    assert last[1] >= room.stage.bottom - 0.01
    widths: Array = np.array(seen["input_1"])
    assert (np.abs(np.diff(widths, axis=0)) < 3).all(), "they move, and do not jump"
    for bar, rank in zip(on_stage(scene, DimensionBar), (2, 1, 1), strict=True):
        assert bar.filled == 4
        assert bar.parts[0].width == pytest.approx(rank * bar.unit, abs=0.11)


@pytest.mark.parametrize("height", [0.3, 0.7])
@pytest.mark.parametrize("before", [0.1, 0.4, 0.7, 1.0])
def test_no_dashes_run_through_the_word_in_a_track(before: float, height: float) -> None:
    theme = THEMES["dark"]
    name = text("1", size=0.25, color=theme.ink)
    words = ("읽음", "못 읽음 (핵)", "못 읽음")
    zone = Zone(0.0, 0.0, 4.6, height)
    bar = OutputBar(zone, theme, name, theme.family[0], words, full=1.0, widest=name.width)
    assert bar.in_track
    bar.rest(before, formula("1", color=theme.ink), seen=True)
    bar.mark()
    bar.rest(0.0, formula("0", color=theme.ink), seen=False)
    if bar.said is None:
        assert bar.exact is not None
        assert bar.exact[0].get_fill_color().to_hex() == theme.kernel
        return
    left, right = bar.said.get_left()[0], bar.said.get_right()[0]
    low, high = bar.said.get_bottom()[1] - 0.03, bar.said.get_top()[1] + 0.03
    assert right < bar.track.right
    for start, end in zip(bar.ghost.points[0::4, :2], bar.ghost.points[3::4, :2], strict=True):
        across = min(start[0], end[0]) < right and max(start[0], end[0]) > left
        up = min(start[1], end[1]) < high and max(start[1], end[1]) > low
        assert not (across and up), "a dash of the empty bar lies on the word"
