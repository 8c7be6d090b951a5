"""The frame's parts: inside the safe area, apart from each other, for every shape of frame."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from stage.ink import BODY, LABEL, READOUT
from stage.layout import SAFE, Zone, zones
from stage.look import SHORT_SIDE, Look
from stage.panel import panel

SHAPES = {
    "16:9": (1920, 1080),
    "9:16": (1080, 1920),
    "1:1": (1080, 1080),
    "4:3": (1440, 1080),
    "5:2": (2700, 1080),
    "2:5": (1080, 2700),
    "5:6": (1080, 1296),
    "6:5": (1296, 1080),
}
EPSILON = 1e-9


def within(inner: Zone, outer: Zone) -> bool:
    return (
        inner.left >= outer.left - EPSILON
        and inner.bottom >= outer.bottom - EPSILON
        and inner.right <= outer.right + EPSILON
        and inner.top <= outer.top + EPSILON
    )


def apart(one: Zone, other: Zone) -> bool:
    return (
        one.right <= other.left + EPSILON
        or other.right <= one.left + EPSILON
        or one.top <= other.bottom + EPSILON
        or other.top <= one.bottom + EPSILON
    )


@pytest.fixture(params=list(SHAPES.values()), ids=list(SHAPES))
def look(request: pytest.FixtureRequest) -> Look:
    """A look of each shape."""
    width, height = request.param
    return Look(width, height)


def test_everything_stands_in_the_safe_area(look: Look) -> None:
    found = zones(look)
    for zone in (found.title, found.stage, found.margin, found.foot, found.whole):
        assert within(zone, found.safe)
        assert zone.width > 0
        assert zone.height > 0
    assert found.safe.left - found.frame.left == pytest.approx(SAFE * look.frame_width)
    assert found.safe.bottom - found.frame.bottom == pytest.approx(SAFE * look.frame_height)


def test_zones_do_not_overlap(look: Look) -> None:
    found = zones(look)
    for one, other in combinations((found.title, found.stage, found.margin, found.foot), 2):
        assert apart(one, other)
    assert apart(found.whole, found.foot), "what uses all of the frame leaves the caption its place"


def test_the_stage_is_the_largest_part(look: Look) -> None:
    found = zones(look)
    area = found.stage.width * found.stage.height
    assert area > 1.2 * found.margin.width * found.margin.height
    assert area > 0.25 * look.frame_width * look.frame_height


def test_the_caption_has_room_for_two_lines(look: Look) -> None:
    """Two lines of body text with leading; players may set them into the safe margin."""
    found = zones(look)
    assert found.foot.top - found.frame.bottom >= 2 * 1.45 * BODY + 0.1
    assert found.foot.top < found.stage.bottom


def test_a_letter_is_as_large_in_every_shape(look: Look) -> None:
    assert min(look.frame_width, look.frame_height) == pytest.approx(SHORT_SIDE)
    assert look.frame_width / look.frame_height == pytest.approx(look.width / look.height)


def test_size_in_pixels_does_not_move_anything(look: Look) -> None:
    half = replace(look, width=look.width // 2, height=look.height // 2)
    assert zones(half) == zones(look)


def test_the_margins_places_are_apart_and_large_enough(look: Look) -> None:
    found = zones(look)
    places = panel(found)
    parts = (places.matrix, places.formula, *places.readouts)
    for one in parts:
        assert within(one, found.margin)
    for one, other in combinations(parts, 2):
        assert apart(one, other)
    for readout in places.readouts:
        assert readout.height >= LABEL + READOUT, "a caption and a number under it"


def test_a_shape_between_has_the_nearest_layout() -> None:
    aspects = {name: Look(*size).aspect for name, size in SHAPES.items()}
    assert aspects["16:9"] == aspects["4:3"] == aspects["5:2"] == "wide"
    assert aspects["9:16"] == aspects["2:5"] == "tall"
    assert aspects["1:1"] == "square"


def test_a_zone_knows_its_points() -> None:
    zone = Zone(0.0, 0.0, 4.0, 2.0)
    assert zone.center == (2.0, 1.0)
    assert zone.holds(4.0, 0.0)
    assert not zone.holds(4.1, 1.0)
    assert zone.inset(1.0, 0.5) == Zone(1.0, 0.5, 3.0, 1.5)
    assert zone.inset(0.5) == Zone(0.5, 0.5, 3.5, 1.5)
