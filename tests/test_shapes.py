"""What stands on the plane: tips where the coordinates say, areas as read, senses as signs."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from manim import ManimColor

from algebra.facts import orientation
from algebra.matrices import Matrix, from_rows, reflection, rotation
from algebra.motion import path
from stage.layout import Zone, zones
from stage.look import Look
from stage.plane import Map
from stage.shapes import (
    ARC,
    CORNERS,
    DOT,
    SHAFT,
    TIP_WIDTH,
    WIDER,
    Arrow,
    FlatSegment,
    GhostSquare,
    ImageLine,
    SenseArc,
    UnitSquare,
    arrow_outline,
    closed_polygon,
    widths,
)
from stage.theme import THEMES
from stage.view import View
from tests.matrix_families import FAMILIES, member
from tests.stage_helpers import Array, anchors, shoelace
from tests.test_theme import contrast, linear

DARK = THEMES["dark"]
VIEW = View(-2.0, -1.0, 0.8)
ORIGIN = np.array([VIEW.x, VIEW.y])


def placed(vector: Array) -> Array:
    return np.asarray(ORIGIN + VIEW.unit * np.asarray(vector), dtype=np.float64)


def whole(mobject_points: Array) -> bool:
    return bool(np.isfinite(mobject_points).all())


# --- arrows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_the_tip_is_the_image_of_the_vector(seed: int) -> None:
    rng = np.random.default_rng(seed)
    vector, matrix = rng.normal(size=2) * 3, rng.normal(size=(2, 2))
    arrow = Arrow(vector, DARK.first)
    arrow.follow(matrix, VIEW)
    assert arrow.tip == pytest.approx(matrix @ vector)
    corners = anchors(arrow)
    nearest = np.abs(corners - placed(matrix @ vector)).max(axis=1).min()
    assert nearest < 1e-9
    along = matrix @ vector
    reach = (corners - ORIGIN) @ along / np.hypot(*along)
    assert reach.max() == pytest.approx(VIEW.unit * np.hypot(*along)), "nothing beyond the tip"


@pytest.mark.parametrize("length", [0.4, 1.0, 2.5, 9.0, 300.0])
@pytest.mark.parametrize("degrees", [0, 37, 90, 180, 299])
def test_weight_does_not_depend_on_length_or_direction(length: float, degrees: float) -> None:
    angle = np.radians(degrees)
    unit = np.array([np.cos(angle), np.sin(angle)])
    side = np.array([-unit[1], unit[0]])
    corners = arrow_outline(np.zeros(2), length * unit)[::4, :2]
    across = corners @ side
    tail = np.abs(corners @ unit) < 1e-9
    assert np.ptp(across[tail]) == pytest.approx(SHAFT)
    assert np.ptp(across) == pytest.approx(TIP_WIDTH)


def test_a_short_arrow_shrinks_as_a_whole() -> None:
    small = arrow_outline(np.zeros(2), np.array([0.15, 0.0]))[::4, :2]
    assert small[:, 0].min() == pytest.approx(0.0)
    assert small[:, 0].max() == pytest.approx(0.15)
    assert 2 * small[:, 1].max() < TIP_WIDTH / 1.5


@pytest.mark.parametrize("vector", [(0.0, 0.0), (1e-300, 0.0), (0.0, -1e-17), (0.01, 0.01)])
def test_what_has_no_length_is_a_dot(vector: tuple[float, float]) -> None:
    arrow = Arrow((1.0, 1.0), DARK.first)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        arrow.follow(np.diag(vector), VIEW)
    assert whole(arrow.points)
    assert arrow.width == pytest.approx(2 * DOT, rel=1e-3)
    assert arrow.height == pytest.approx(2 * DOT, rel=1e-3)
    assert arrow.get_center()[:2] == pytest.approx(ORIGIN, abs=DOT)


def test_becoming_a_dot_is_no_leap() -> None:
    """Where an arrow ends and a dot begins, the change is smaller than the dot itself."""
    before = arrow_outline(np.zeros(2), np.array([DOT * 1.001, 0.0]))[:, :2]
    after = arrow_outline(np.zeros(2), np.array([DOT * 0.999, 0.0]))[:, :2]
    sizes = [np.ptp(one, axis=0) for one in (before, after)]
    assert np.abs(sizes[0] - sizes[1]).max() < 1.5 * DOT


# --- the unit square ------------------------------------------------------------------------------


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"huge", "mixed scales"}))
def test_its_area_is_the_determinant_at_every_moment(family: str) -> None:
    square = UnitSquare(DARK)
    for seed in range(4):
        way = path(member(family, 2, seed))
        for t in np.linspace(0, 1, 21):
            now = way(float(t))
            square.follow(now, VIEW)
            size = 1e-9 * max(1.0, float(np.abs(now).max()) ** 2)
            assert square.signed_area() == pytest.approx(np.linalg.det(now), abs=size)
            assert square.signed_area() == pytest.approx(way.det(float(t)), abs=size)
            drawn = shoelace(anchors(square.face)) / VIEW.unit**2
            assert drawn == pytest.approx(square.signed_area(), abs=1e3 * size)
            assert np.array_equal(square.vertices, CORNERS @ now.T)


@pytest.mark.parametrize(
    ("matrix", "hatched"),
    [
        (np.eye(2), False),
        (np.diag([1.0, -1.0]), True),
        (np.array([[1.0, 2.0], [2.0, 1.0]]), True),
        (-np.eye(2), False),
        (np.zeros((2, 2)), False),
        (np.array([[1.0, 2.0], [2.0, 4.0]]), False),
    ],
)
def test_only_the_other_face_is_hatched(matrix: Map, hatched: bool) -> None:
    """The colour is not the only thing that tells orientation."""
    square = UnitSquare(DARK)
    for before in (np.diag([1.0, -1.0]), np.eye(2)):  # whatever was drawn before
        square.follow(before, VIEW)
        square.follow(matrix, VIEW)
        assert square.hatch.has_points() == hatched
        color = DARK.negative if hatched else DARK.positive
        assert ManimColor(square.face.fill_color) == ManimColor(color)
        assert ManimColor(square.edge.stroke_color) == ManimColor(color)


def test_hatching_stays_inside_its_square() -> None:
    square = UnitSquare(DARK)
    matrix = np.array([[1.0, 2.0], [2.0, 1.0]])
    square.follow(matrix, VIEW)
    ends = (square.hatch.points[:, :2] - ORIGIN) / VIEW.unit @ np.linalg.inv(matrix).T
    assert ends.min() >= -1e-9
    assert ends.max() <= 1 + 1e-9
    assert len(square.hatch.points) > 8


def dashes(ghost: GhostSquare) -> Array:
    """What is drawn of the ghost as segments, shape (n, 2, 2)."""
    return np.stack([ghost.points[0::4, :2], ghost.points[3::4, :2]], axis=1)


def test_the_ghost_is_the_square_before_the_map() -> None:
    ghost = GhostSquare(DARK)
    ghost.follow(VIEW)
    assert ghost.corners == pytest.approx(VIEW.place(CORNERS)[:, :2])
    drawn = dashes(ghost).reshape(-1, 2)
    assert drawn.min(axis=0) == pytest.approx(ghost.corners.min(axis=0))
    assert drawn.max(axis=0) == pytest.approx(ghost.corners.max(axis=0))
    ghost.follow(VIEW, np.diag([2.0, 3.0]))
    assert shoelace(ghost.corners) == pytest.approx(6 * VIEW.unit**2)


def test_the_ghost_is_told_from_axes_by_its_dashes() -> None:
    """They meet at the corners, are longer than the gaps, and equally many in every view."""
    ghost = GhostSquare(DARK)
    for unit in (0.3, 1.0, 4.0):
        ghost.follow(View(0.0, 0.0, unit))
        drawn = dashes(ghost)
        assert len(drawn) == 4 * GhostSquare.DASHES
        lengths = np.hypot(*(drawn[:, 1] - drawn[:, 0]).T)
        assert 0.55 < lengths.sum() / (4 * unit) < 0.7
        for corner in ghost.corners:
            touching = np.isclose(np.hypot(*(drawn - corner).reshape(-1, 2).T), 0.0, atol=1e-9)
            assert touching.sum() == 2, "a corner is drawn from both sides"
    zone = Zone(-1.0, -1.0, 0.5, 5.0)
    ghost = GhostSquare(DARK, zone)
    ghost.follow(View(0.0, 0.0, 4.0))
    assert dashes(ghost)[..., 0].max() <= 0.5 + 1e-9


# --- the sense of turning -------------------------------------------------------------------------


def turning(arc: SenseArc) -> float:
    """Signed area swept from the origin along the arc: its sense."""
    points = anchors(arc.arc) - ORIGIN
    return float((points[:-1, 0] * points[1:, 1] - points[:-1, 1] * points[1:, 0]).sum())


SENSES = [
    from_rows([[2, 1], [0, 3]]),
    from_rows([[1, 2], [2, 1]]),
    reflection(30),
    rotation(135),
    rotation(180),
    from_rows([[1, 1], [0, 1]]),
    from_rows([[-1, 0], [0, 1]]),
    from_rows([[10, 1], [1, -10]]),
    from_rows([[2, 1], [1, -1]]) * 9,
]


@pytest.mark.parametrize("matrix", SENSES, ids=str)
def test_the_arc_turns_as_the_sign_of_the_determinant_says(matrix: Matrix) -> None:
    arc = SenseArc(DARK.ink)
    arc.follow(matrix.array, View(VIEW.x, VIEW.y, 1.3))
    assert np.sign(turning(arc)) == orientation(matrix)
    columns = matrix.array
    starts, ends = anchors(arc.arc)[0] - ORIGIN, anchors(arc.tip)[0] - ORIGIN
    first, second = columns[:, 0], columns[:, 1]

    def angle(one: Array, other: Array) -> float:
        return float(abs(np.arctan2(one[0] * other[1] - one[1] * other[0], one @ other)))

    between = angle(first, second)
    assert angle(first, starts) < between / 2, "it begins at the first vector"
    assert angle(second, ends) < between / 2, "its head is at the second"


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_the_arc_is_small_and_vanishes_where_there_is_no_sense(family: str) -> None:
    arc = SenseArc(DARK.ink)
    for seed in range(6):
        way = path(member(family, 2, seed))
        for t in np.linspace(0, 1, 9):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                arc.follow(way(float(t)), VIEW)
            assert arc.arc.has_points() == arc.tip.has_points()
            if arc.arc.has_points():
                reach = np.hypot(*(anchors(arc.arc) - ORIGIN).T).max()
                shorter = VIEW.unit * np.hypot(*way(float(t))).min()
                assert reach <= min(2 * ARC, shorter) + 1e-6, "it stays between the arrows"
                assert np.sign(turning(arc)) == np.sign(np.linalg.det(way(float(t))))
    arc.follow(np.array([[1.0, 2.0], [2.0, 4.0]]), VIEW)
    assert not arc.arc.has_points()
    arc.follow(np.zeros((2, 2)), VIEW)
    assert not arc.tip.has_points()


# --- what is left of a flattened plane ------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "ends"),
    [
        ([[1, 2], [2, 4]], [(0, 0), (3, 6)]),
        ([[1, -2], [2, -4]], [(-2, -4), (1, 2)]),
        ([[0, 1], [0, 0]], [(0, 0), (1, 0)]),
        ([[0, 0], [0, -3]], [(0, -3), (0, 0)]),
    ],
)
def test_the_segment_is_the_image_of_the_square(
    rows: list[list[int]], ends: list[tuple[int, int]]
) -> None:
    segment = FlatSegment(DARK.image)
    segment.follow(np.array(rows, dtype=float), VIEW)
    assert np.array(sorted(segment.ends.tolist())) == pytest.approx(np.array(sorted(ends)))
    for one in (segment.glow, segment.line):
        drawn = (one.points[[0, -1], :2] - ORIGIN) / VIEW.unit
        assert drawn == pytest.approx(segment.ends)
        assert one.get_stroke_opacity() == 0, "it appears only when it is time"
    segment.appear(1.0)
    assert segment.line.get_stroke_opacity() == 1
    assert 0 < segment.glow.get_stroke_opacity() < 0.5, "a highlight, not an area with an outline"


@pytest.mark.parametrize("name", sorted(THEMES))
def test_arrows_and_paper_stand_out_from_the_segment(name: str) -> None:
    """In every theme: the arrows from the highlight, the line from the ground (WCAG 1.4.11)."""
    theme = THEMES[name]
    ground, image = ManimColor(theme.ground), ManimColor(theme.image)
    glow = linear(ground.interpolate(image, FlatSegment.SHADE).to_hex())
    assert contrast(linear(theme.image), linear(theme.ground)) >= 3
    for arrow in (theme.first, theme.second):
        assert contrast(linear(arrow), glow) >= 3


@pytest.mark.parametrize(
    ("rows", "dots"),
    [
        ([[1, 2], [2, 4]], [(0, 0), (3, 6)]),
        ([[1, -1], [-1, 1]], []),  # the arrows' tips are the ends
        ([[2, 0], [0, 0]], []),
        ([[0, 0], [0, 0]], []),
    ],
)
def test_ends_that_no_arrow_marks_get_dots(
    rows: list[list[int]], dots: list[tuple[int, int]]
) -> None:
    matrix = np.array(rows, dtype=float)
    segment, square = FlatSegment(DARK.image), UnitSquare(DARK)
    segment.follow(matrix, VIEW)
    square.follow(matrix, VIEW)
    assert not square.dots.has_points(), "a square that passes a segment on its way has none"
    square.flattens = True
    square.follow(matrix, VIEW)
    for one in (segment.dots, square.dots):
        circles = one.points[:, :2].reshape(-1, 16, 2)
        middles = (circles.min(axis=1) + circles.max(axis=1)) / 2
        assert len(middles) == len(dots)
        if dots:
            assert (middles - ORIGIN) / VIEW.unit == pytest.approx(np.array(dots, dtype=float))


def test_dots_come_gradually_while_a_square_is_flattened() -> None:
    square, last = UnitSquare(DARK), np.array([[1.0, 2.0], [2.0, 4.0]])
    square.flattens = True
    sizes = []
    for t in np.linspace(0.6, 1.0, 401):
        square.follow((1 - t) * np.eye(2) + t * last, VIEW)
        points = square.dots.points[:16, 0]
        sizes.append(float(np.ptp(points)) / 2 if len(points) else 0.0)
    assert sizes[0] == 0
    assert sizes[-1] == pytest.approx(UnitSquare.END)
    assert np.diff(sizes).max() < 0.02
    assert np.diff(sizes).min() >= 0


def test_an_arrow_is_wider_under_a_shorter_one() -> None:
    """The nearer their directions are; nothing jumps, and elsewhere all have one weight."""
    assert widths(np.array([[1.0, 2.0], [2.0, 4.0]])) == pytest.approx([1.0, 1.0 + WIDER])
    for other in ([2.0, -1.0], [-2.0, -4.0], [0.0, 0.0]):
        assert widths(np.array([[1.0, 2.0], other])) == [1.0, 1.0]
    angles = np.linspace(-0.4, 0.4, 161)
    tips = 3 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    turning = [widths(np.array([[1.0, 0.0], tip]))[1] for tip in tips]
    growing = [widths(np.array([[1.0, 0.0], [x, 0.0]])) for x in np.linspace(0.0, 3.0, 301)]
    for change in (np.diff(turning), np.diff(growing, axis=0)):
        assert np.abs(change).max() < 0.05
    assert turning[0] == turning[-1] == 1.0
    thin, wide = (arrow_outline(np.zeros(2), np.array([3.0, 0.0]), 1.0, w) for w in (1.0, 1.9))
    assert wide[12] == pytest.approx(thin[12]), "the tip stays"
    assert wide[0, 1] == pytest.approx(1.9 * thin[0, 1])


def test_a_line_runs_across_its_zone() -> None:
    zone = zones(Look()).stage
    line = ImageLine(DARK.image)
    line.along(np.array([1.0, 2.0]), VIEW, zone)
    start, end = line.points[0, :2], line.points[-1, :2]
    assert end - start == pytest.approx((end - start)[0] * np.array([1.0, 2.0]))
    assert {round(float(start[1]), 6), round(float(end[1]), 6)} == {
        round(zone.bottom, 6),
        round(zone.top, 6),
    }
    assert (start - ORIGIN)[1] == pytest.approx(2 * (start - ORIGIN)[0])


def test_a_polygon_is_closed() -> None:
    points = closed_polygon(CORNERS)
    assert points.shape == (16, 3)
    assert points[0] == pytest.approx(points[-1])
