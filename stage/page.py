"""Pages of words: where they stand under a title, and how type is sized until it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar
from unicodedata import east_asian_width

from algebra.wording import phrase, worded
from language.formulas import plain_text
from stage.ink import SMALLEST, TITLE, Ink
from stage.layout import Misfit, Zone, Zones
from stage.panel import title_ink
from stage.theme import Theme

UNDER_TITLE = 0.35
"""Scene units between a page's title and what stands under it."""

_STEP = 0.94
"""Each size that is tried is so much of the one before."""

START = 0.4
"""Seconds in which a reader notices that there is something to read."""

RATES = {"ko": 11.0, "en": 14.0}
"""Columns a second that are read at ease, where a Hangul syllable has two (`film.pacing` gives
captions the same pace)."""

_Set = TypeVar("_Set")


def reading(markup: str, language: str) -> float:
    """Seconds that a text needs to be read when it has appeared; none for no text."""
    shown = plain_text(markup)
    if not shown:
        return 0.0
    columns = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in shown)
    return START + columns / RATES.get(language, RATES["en"])


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
    raise Misfit(
        phrase(
            "{what} does not fit into the picture, not even in the smallest type",
            what=worded(what),
        )
    )
