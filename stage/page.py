"""Pages of words: where they stand under a title, and how type is sized until it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from stage.ink import SMALLEST, TITLE, Ink
from stage.layout import Misfit, Zone, Zones
from stage.panel import title_ink
from stage.theme import Theme

UNDER_TITLE = 0.35
"""Scene units between a page's title and what stands under it."""

_STEP = 0.94
"""Each size that is tried is so much of the one before."""

_Set = TypeVar("_Set")


def page(zones: Zones) -> Zone:
    """All of a frame that lies under its title and above its foot."""
    whole = zones.whole
    return Zone(whole.left, whole.bottom, whole.right, zones.title.bottom - UNDER_TITLE)


def page_title(markup: str, zones: Zones, theme: Theme) -> Ink:
    """The title of a page of words, a little larger and heavier than that of a picture."""
    return title_ink(markup, zones.title, theme, size=TITLE * 1.1, weight=600)


def sizes(largest: float) -> Iterator[float]:
    """Type sizes to try, in scene units: from the largest to the smallest that may be shown."""
    size = largest
    while size > SMALLEST:
        yield size
        size *= _STEP
    yield SMALLEST


def largest_fit(
    largest: float, make: Callable[[float], _Set], fits: Callable[[_Set], bool], what: str
) -> tuple[float, _Set]:
    """The largest size at which what `make` sets fits, and what was set.

    Raises Misfit, which names `what`, if it does not even fit in the smallest type.
    """
    for size in sizes(largest):
        made = make(size)
        if fits(made):
            return size, made
    raise Misfit(f"{what} does not fit into the picture, not even in the smallest type")
