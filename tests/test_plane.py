"""The grid fills its zone under every map, stays inside it, and never becomes a crowd of lines."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from manim import ManimColor

from algebra.matrices import Matrix, diag, from_rows
from algebra.motion import path
from stage.drive import ease
from stage.layout import Zone, zones
from stage.look import Look
from stage.mapped import MappedSquare
from stage.plane import RIM, SCRAP, Lines, Plane, clip_lines, segment_points
from stage.theme import THEMES
from stage.view import View, framing, share
from tests.matrix_families import FAMILIES, member
from tests.stage_helpers import Array
from tests.test_theme import contrast, linear

ZONE = zones(Look()).stage
DARK = THEMES["dark"]
VIEW = View(-1.0, 0.3, 0.9)

NEAR = 1.0
"""How far a point of the zone may be from the next line, scene units, where lines are dense."""

SEEN = 0.3
"""Opacity from which a fading line counts."""

MOST_LINES = 700
"""Lines of both families together; a screen of 1080 lines could not show more."""

FLAT = 0.02
"""Sine of the angle between the images of the axes below which the plane looks like a line."""

WIDE_FAMILIES = {"huge", "mixed scales"}
"""Their numbers reach beyond the 2¹⁴ units that a plane counts lines for."""


def segments(lines: Lines, least: float = 0.0) -> Array:
    """Everything drawn with more than `least` opacity as segments, shape (n, 2, 2)."""
    paths = [one for family in (*lines.families, *lines.scraps) for one in family]
    shown = [one for one in paths if one.has_points() and one.get_stroke_opacity() > least]
    drawn = [one.points for one in (*shown, lines.axes) if one.has_points()]
    if not drawn:
        return np.zeros((0, 2, 2))
    points = np.concatenate(drawn)
    return np.stack([points[0::4, :2], points[3::4, :2]], axis=1)


def largest_gap(drawn: Array, zone: Zone = ZONE) -> float:
    """The farthest that any cell of the zone is from a segment."""
    x = np.linspace(zone.left, zone.right, 25)[1:-1]
    y = np.linspace(zone.bottom, zone.top, 17)[1:-1]
    cells = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 1, 2)
    if not len(drawn):
        return math.inf
    start, along = drawn[:, 0], drawn[:, 1] - drawn[:, 0]
    lengths = np.maximum((along**2).sum(axis=1), 1e-12)
    share_of = np.clip(((cells - start) * along).sum(axis=2) / lengths, 0, 1)
    nearest = np.linalg.norm(cells - start - share_of[..., None] * along, axis=2).min(axis=1)
    return float(nearest.max())


def spacing(matrix: Array, view: View) -> float:
    """Distance between neighbouring images of grid lines, of the denser family."""
    lengths = np.hypot(*matrix)
    return float(abs(np.linalg.det(matrix)) * view.unit / lengths.max())


def is_flat(matrix: Array, view: View) -> bool:
    lengths = np.hypot(*matrix)
    if lengths.min() * view.unit < FLAT:
        return True
    return bool(abs(np.linalg.det(matrix)) / lengths.prod() < FLAT)


def moments(matrix: Matrix) -> Iterator[tuple[Plane, Array, View]]:
    """The plane at moments of the map's motion, in the views it is shown in."""
    way = path(matrix)
    picture = MappedSquare(ZONE, DARK, [way])
    during = [(picture.view_during(way), t) for t in (0.0, 0.2, 0.5, 0.51, 0.8, 0.99, 1.0)]
    for view, t in ((picture.opening, 0.0), *during, (picture.view_after(way), 1.0)):
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a division by zero is a picture with holes
            picture.plane.follow(way(t), view)
        yield picture.plane, way(t), view


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_the_zone_is_full_and_lines_stay_inside(family: str) -> None:
    for seed in range(5):
        matrix = member(family, 2, seed)
        for plane, now, view in moments(matrix):
            for lines in (plane.ghost, plane.grid):
                drawn = segments(lines)
                assert len(drawn) <= MOST_LINES
                assert np.isfinite(drawn).all()
                assert (drawn >= (ZONE.left - 1e-9, ZONE.bottom - 1e-9)).all()
                assert (drawn <= (ZONE.right + 1e-9, ZONE.top + 1e-9)).all()
            if family in WIDE_FAMILIES:
                continue
            assert largest_gap(segments(plane.ghost, SEEN)) <= max(NEAR, view.unit)
            if not is_flat(now, view):
                allowed = max(NEAR, 1.01 * spacing(now, view))
                assert largest_gap(segments(plane.grid, SEEN)) <= allowed, (matrix, view)


@pytest.mark.parametrize(
    "matrix",
    [
        from_rows([[0.3, 0], [0, 0.3]]),
        diag(20, 20),
        from_rows([[-1000.25, -1e-9], [0.1, 12345]]),
        from_rows([[1, 1], [1, 1.001]]),
        from_rows([[0, 1], [0, 0]]),
        from_rows([[1, 1000], [0, 1]]),
    ],
)
def test_hard_maps_keep_the_zone_full(matrix: Matrix) -> None:
    for plane, now, view in moments(matrix):
        assert len(segments(plane.grid)) <= MOST_LINES
        assert largest_gap(segments(plane.ghost, SEEN)) <= max(NEAR, view.unit)
        if not is_flat(now, view):
            allowed = max(NEAR, 1.01 * spacing(now, view))
            assert largest_gap(segments(plane.grid, SEEN)) <= allowed


def test_lines_are_the_images_of_the_grids_lines() -> None:
    """Every drawn line, taken back by the map, is a line x = k or y = k."""
    matrix = np.array([[2.0, 1.0], [-0.5, 1.5]])
    plane = Plane(ZONE, DARK)
    plane.follow(matrix, VIEW)
    drawn = (segments(plane.grid) - (VIEW.x, VIEW.y)) / VIEW.unit
    before = drawn @ np.linalg.inv(matrix).T
    straight = np.abs(before[:, 0] - before[:, 1]) < 1e-9
    assert (straight.sum(axis=1) == 1).all()
    counted = before[:, 0][straight]
    assert counted == pytest.approx(np.round(counted), abs=1e-9)
    assert {0.0, 1.0, -1.0} <= {float(round(value)) for value in counted}


def test_axes_are_the_images_of_the_axes() -> None:
    plane = Plane(ZONE, DARK)
    plane.follow(np.array([[2.0, 1.0], [0.0, 3.0]]), VIEW)
    points = plane.grid.axes.points
    drawn = (np.stack([points[0::4, :2], points[3::4, :2]], axis=1) - (VIEW.x, VIEW.y)) / VIEW.unit
    along = drawn[:, 1] - drawn[:, 0]
    assert len(along) == 2
    slopes = sorted(float(dy / dx) for dx, dy in along)
    assert slopes == pytest.approx([0.0, 3.0]), "the images of both axes"
    for start in drawn[:, 0]:
        assert min(abs(start[1]), abs(start[1] - 3 * start[0])) < 1e-9, "through the origin"


def test_under_a_map_onto_a_line_only_the_line_is_left() -> None:
    plane = Plane(ZONE, DARK)
    plane.follow(np.array([[1.0, 2.0], [2.0, 4.0]]), VIEW)
    drawn = segments(plane.grid, SEEN)
    along = drawn[:, 1] - drawn[:, 0]
    assert len(drawn) > 0
    assert along[:, 1] == pytest.approx(2 * along[:, 0], abs=1e-9)
    plane.follow(np.zeros((2, 2)), VIEW)
    assert len(segments(plane.grid)) == 0
    assert len(segments(plane.ghost)) > 10, "the ghost remembers the plane"


def test_the_ghost_ignores_the_map_and_follows_the_view() -> None:
    plane = Plane(ZONE, DARK)
    plane.follow(np.eye(2), VIEW)
    before = segments(plane.ghost)
    plane.follow(np.array([[0.0, -2.0], [1.0, 5.0]]), VIEW)
    assert np.array_equal(segments(plane.ghost), before)
    near = View(VIEW.x, VIEW.y, VIEW.unit * 1.7)
    plane.follow(np.eye(2), near)
    assert len(segments(plane.ghost)) < len(before)
    assert largest_gap(segments(plane.ghost, SEEN)) <= near.unit


def visible(lines: Lines) -> list[tuple[float, Array]]:
    """The opacity and the ends of everything but the axes that is drawn."""
    found: list[tuple[float, Array]] = []
    for one in (one for family in (*lines.families, *lines.scraps) for one in family):
        ends = np.stack([one.points[0::4, :2], one.points[3::4, :2]], axis=1)
        found += [(float(one.get_stroke_opacity()), pair) for pair in ends]
    return found


@pytest.mark.parametrize("end", [(1.0, 0.001), (0.001, 0.001)], ids=["one way", "both ways"])
def test_lines_fade_gradually(end: tuple[float, float]) -> None:
    """No line pops while a map flattens; new ones may come in at the zone's border."""
    plane = Plane(ZONE, DARK)
    before: dict[tuple[int, int], float] = {}
    scale_before, most = [100.0, 100.0], 0
    for alpha in np.linspace(0, 1, 169):
        t = ease(float(alpha))
        scale = [(1 - t) + t * factor for factor in end]
        plane.follow(np.diag(scale), VIEW)
        now: dict[tuple[int, int], float] = {}
        for opacity, ends in visible(plane.grid):
            axis = int(abs(ends[0, 0] - ends[1, 0]) > 1e-6)  # 0: the lines x = k, 1: y = k
            off = ends[0, axis] - (VIEW.x, VIEW.y)[axis]
            now[axis, round(off / (scale[axis] * VIEW.unit))] = opacity
        if t < 0.98:  # after that all of the zone has come together within a few pixels
            for line in before.keys() | now.keys():
                axis, number = line
                low, high = ((ZONE.left, ZONE.right), (ZONE.bottom, ZONE.top))[axis]
                places = [
                    (VIEW.x, VIEW.y)[axis] + number * each[axis] * VIEW.unit
                    for each in (scale_before, scale)
                ]
                if low + RIM[1] < min(places) and max(places) < high - RIM[1]:
                    assert abs(before.get(line, 0.0) - now.get(line, 0.0)) < 0.35, (line, t)
        before, scale_before, most = now, scale, max(most, len(now))
    assert before, "the plane is never empty while it is a plane"
    assert most > 20


def test_no_crumbs_of_lines_lie_in_corners() -> None:
    """A line that cuts a corner is the fainter the shorter it is, unless it is one of a crowd."""
    plane = Plane(ZONE, DARK)
    crumbs = 0
    for step in range(240):
        slope = 0.2 + step / 100
        plane.follow(np.array([[2.0, slope], [0.0, 2.0]]), VIEW)
        for opacity, (start, end) in visible(plane.grid):
            length = float(np.hypot(*(end - start)))
            crumbs += length < SCRAP[0]
            assert opacity < 0.02 or length > SCRAP[0], (slope, length)
    assert crumbs > 10, "there were such lines to hide"


def test_no_line_lies_so_close_to_the_border_that_others_poke_out() -> None:
    """It comes in as it moves away from the border, without popping."""
    plane = Plane(ZONE, DARK)
    before, seen = 0.0, []
    for away in np.arange(0.01, 0.25, 0.005):
        plane.follow(np.eye(2), View(ZONE.left + away + 3.0, VIEW.y, 1.0))
        now = max(
            (
                opacity
                for opacity, (start, end) in visible(plane.grid)
                if max(start[0], end[0]) < ZONE.left + away + 1e-6
            ),
            default=0.0,
        )
        assert abs(now - before) < 0.2, away
        seen.append(now)
        before = now
        assert now < 0.01 or away > RIM[0]
    assert seen[-1] == pytest.approx(1.0)


def test_lines_come_in_at_corners_without_popping() -> None:
    """From frame to frame no part that comes or goes is both long and plain to see."""
    plane = Plane(ZONE, DARK)
    weight: dict[int, float] = {}
    for step in range(400):
        plane.follow(np.array([[2.0, 0.9], [0.0, 2.0]]), View(VIEW.x + step / 200, VIEW.y, 0.9))
        now: dict[int, float] = {}
        for opacity, (start, end) in visible(plane.grid):
            if abs(end[1] - start[1]) < 1e-9:
                continue
            base = start[0] - start[1] * 0.45 - step / 200  # the same line has the same base
            now[round(float(base) * 50)] = opacity
        for key in weight.keys() | now.keys():
            near = [now.get(k, 0.0) for k in (key - 1, key, key + 1)]
            assert min(abs(weight.get(key, 0.0) - one) for one in near) < 0.12, (step, key)
        weight = now


def test_the_ghost_can_be_seen_on_a_projector_and_stays_behind_the_grid() -> None:
    for theme in THEMES.values():
        plane = Plane(ZONE, theme)
        ghost = linear(ManimColor(plane.ghost.axes.get_stroke_color()).to_hex())
        grid = linear(theme.grid)
        assert contrast(ghost, linear(theme.ground)) >= 1.4
        assert contrast(ghost, grid) >= 1.5


def test_a_steady_view_draws_the_same_lines_again() -> None:
    one, two = Plane(ZONE, DARK), Plane(ZONE, DARK)
    matrix = np.array([[2.0, 1.0], [0.0, 3.0]])
    one.follow(matrix, VIEW)
    two.follow(np.zeros((2, 2)), View(0.0, 0.0, 3.0))
    two.follow(matrix, VIEW)
    assert np.array_equal(segments(one.grid), segments(two.grid))
    assert np.array_equal(segments(one.ghost), segments(two.ghost))


def test_lines_are_clipped_to_a_zone() -> None:
    zone = Zone(-1.0, -1.0, 1.0, 1.0)
    starts = np.array([[0.0, 0.0], [5.0, 0.0], [0.0, 0.5]])
    upright = clip_lines(starts, np.array([0.0, 1.0]), zone)
    assert upright.tolist() == [[[0, -1], [0, 1]], [[0, -1], [0, 1]]]
    diagonal = clip_lines(starts[:1], np.array([1.0, 1.0]), zone)
    assert diagonal.tolist() == [[[-1, -1], [1, 1]]]
    assert segment_points(diagonal).shape == (4, 3)


def test_a_view_frames_what_the_beat_is_about() -> None:
    points = np.array([[0.0, 0.0], [4.0, 1.0]])
    view = framing(ZONE, [points])
    assert share(ZONE, view, points) == pytest.approx(0.72)
    placed = view.place(points)
    assert placed[:, 0].mean() == pytest.approx(ZONE.center[0])
    assert placed[:, 1].mean() == pytest.approx(ZONE.center[1])
    assert framing(ZONE, [np.zeros((3, 2))]).unit == 1.0, "a point has no size to go by"


def test_a_view_between_two_ends_exactly_at_the_second() -> None:
    one, two = View(0.0, 0.0, 1.0), View(3.0, -1.0, 0.01)
    assert one.toward(two, 1.0) == two
    assert one.toward(two, 0.0) == one
    middle = one.toward(two, 0.5)
    assert middle.unit == pytest.approx(0.1), "equal factors in equal times"
    assert (middle.x, middle.y) == (1.5, -0.5)
