"""Grids of discs by which units can be counted, hues of heads, lines of legends, empty bars."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from algebra.matrices import from_rows
from stage.bars import MARK, frame
from stage.camera import Array, Orthographic
from stage.colors import coded, contrast, distance
from stage.head_hues import FROM_KERNEL, head_hues
from stage.legends import even_lines
from stage.space import Patch, Stroke, disc
from stage.subspace_pieces import (
    COVER,
    TINT,
    grid_offsets,
    hidden_hue,
    input_pieces,
    lifted,
    space_pieces,
)
from stage.theme import DARK, THEMES
from stage.viewpoint import RowSpace, orthonormal

AXES = ((0, 1), (0, 2), (1, 2))


def grid(one: RowSpace, reach: float, grown: float = 1.0) -> list[Array]:
    """Ends of the grid lines of a disc, each (2, 3)."""
    pieces = space_pieces(one, reach, 1.0, DARK, layer=4, copies=0, grown=grown)
    return [p.ends for p, _ in pieces if isinstance(p, Stroke) and " grid " in p.owner]


def distance_to(line: Array, point: Array) -> float:
    """How far a point is from a line through two points in space."""
    along = (line[1] - line[0]) / np.linalg.norm(line[1] - line[0])
    rest = point - line[0]
    return float(np.linalg.norm(rest - (rest @ along) * along))


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("reach", [1.19, 2.3, 3.57, 6.4])
def test_integer_points_of_a_coordinate_plane_are_crossings(
    axes: tuple[int, int], reach: float
) -> None:
    rows = np.zeros((2, 3), dtype=int)
    rows[0, list(axes)] = (1, 1)  # not the axes themselves
    rows[1, list(axes)] = (1, -2)
    one = RowSpace("head 1", orthonormal(from_rows(rows.tolist())), "#46E9EC", "")
    lines = grid(one, reach)
    found = 0
    for pair in itertools.product(range(-7, 8), repeat=2):
        point = np.zeros(3)
        point[list(axes)] = pair
        if np.linalg.norm(point) < 0.95 * reach:
            found += 1
            assert sum(distance_to(line, point) < 1e-9 for line in lines) == 2, pair
    assert found >= 5


@pytest.mark.parametrize("grown", [0.2, 0.7, 1.0])
def test_grid_lines_end_at_the_rim_and_stand_still_while_the_disc_grows(grown: float) -> None:
    one = RowSpace("head 1", np.eye(3)[:2], "#46E9EC", "")
    for line in grid(one, 3.57, grown):
        assert np.linalg.norm(line, axis=1) == pytest.approx(3.57 * grown)
        across = np.abs(line[0] - line[1]) < 1e-9
        assert np.abs(line[0][across] - np.round(line[0][across])).max() < 1e-9


@pytest.mark.parametrize("reach", [1e-6, 0.04, 0.7, 1.99, 2.0, 6.99, 7.0, 31.0, 2345.0])
def test_there_are_neither_too_many_grid_lines_nor_too_few(reach: float) -> None:
    places = np.array([offset for _, offset in grid_offsets(reach)])
    assert 5 <= len(places) <= 13
    assert np.abs(places).max() <= reach * (1 + 1e-9)
    step = float(places[-1] - places[-2])
    lead = step / 10 ** np.floor(np.log10(step) + 1e-9)
    assert min(abs(lead - k) for k in (1, 2, 5)) < 1e-6
    if 2 <= reach < 7:
        assert step == 1


@pytest.mark.parametrize("name", THEMES)
def test_hidden_lines_are_fainter_and_can_still_be_read(name: str) -> None:
    theme = THEMES[name]
    ground = coded(theme.ground)
    fainter = 0
    for face, hue in itertools.permutations((*theme.family, theme.kernel), 2):
        shown = (1 - COVER * TINT) * ground + COVER * TINT * coded(face)
        color = hidden_hue(hue, [face], theme)
        assert contrast(coded(color), shown) >= 3
        fainter += contrast(coded(color), ground) < contrast(coded(hue), ground) - 0.1
    assert fainter > 50


@pytest.mark.parametrize("name", THEMES)
def test_heads_take_hues_that_are_not_the_kernels_while_there_are_others(name: str) -> None:
    theme = THEMES[name]
    every = head_hues(theme, 12)
    assert sorted(every) == sorted(theme.family)
    near = [hue for hue in every if distance(hue, theme.kernel, "full") < FROM_KERNEL]
    for count in range(1, 13 - len(near)):
        assert not set(head_hues(theme, count)[:count]) & set(near)


def test_lines_of_a_legend_are_even() -> None:
    assert even_lines([2, 2, 2, 3], 0.5, 8.0) == [0, 2]
    assert even_lines([2, 2, 2, 3], 0.5, 20.0) == [0]
    assert even_lines([5, 1, 1], 0.5, 7.0) == [0, 1]
    assert even_lines([9, 1], 0.5, 7.0) == [0, 1]


def test_an_empty_bar_is_open_where_bars_begin_and_ends_at_its_length() -> None:
    points = frame(1.0, 0.0, 3.0, 0.4, begun=False).reshape(-1, 4, 3)
    starts, ends = points[:, 0, :2], points[:, 3, :2]
    assert points[..., 0].min() == pytest.approx(1.0)
    assert points[..., 0].max() == pytest.approx(3.0)
    upright = np.abs(starts[:, 0] - ends[:, 0]) < 1e-9
    assert starts[upright][:, 0] == pytest.approx([3.0]), "no side crosses the mark at zero"
    assert np.ptp([starts[upright][:, 1], ends[upright][:, 1]]) == pytest.approx(0.4 + 0.01 * MARK)
    assert (np.abs(starts - ends)[~upright][:, 0] < 0.3).all(), "dashes"


def test_a_shadow_is_over_the_tint_of_its_triangle_but_not_over_another_face() -> None:
    camera = Orthographic(0.6, 0.4)
    one = RowSpace("head 1", np.eye(3)[:2], "#46E9EC", "")
    drawn = [piece for piece, _ in input_pieces(np.array([2.0, 1, 2]), [one], camera, DARK)]
    shadow = next(piece for piece in drawn if piece.owner == "head 1 shadow")
    assert isinstance(drawn[-2], Patch)
    owners = [piece.owner for piece in lifted(drawn)]
    assert owners.index("head 1 shadow") > owners.index("head 1 sail")
    between = [shadow, disc(np.eye(3)[1:], 1.0, "head 2"), *drawn[1:]]
    assert next(piece.owner for piece in lifted(between)) == "head 1 shadow"


def test_the_mark_of_the_right_angle_is_clear_of_the_shadows_head() -> None:
    camera = Orthographic(1.5, 0.4, 0.0, 0.0, 1.3)
    one = RowSpace("head 1", np.eye(3)[:2], "#46E9EC", "")
    x = np.array([2.0, 1.0, 2.0])
    marks = [p for p, _ in input_pieces(x, [one], camera, DARK) if "angle" in p.owner]
    back = marks[0].ends[0] if isinstance(marks[0], Stroke) else x
    foot = one.shadow(x)
    assert np.hypot(*(camera.place(back) - camera.place(foot))) > 0.82 * 0.27
