"""How long things stay: reading speeds, shortest holds, longest film, each with its reason.

Rates count columns: a full-width character (Hangul, Han, kana) is two, any other is one, a
combining mark is none. So five and a half Korean characters a second, the pace of a calm lecturer,
are eleven columns.
Caption limits follow Netflix's timed text style guides, which SubtitleEdit's checker shares.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

OPENING_HOLD = Fraction(1, 2)
"""Seconds before a scene's first motion: the eye has to arrive after the cut."""

RESULT_HOLD = Fraction(4, 5)
"""Seconds at least after each result, even when nothing is said."""

CLOSING_HOLD = Fraction(2)
"""Seconds at the end of the film: players fade in their controls over the last picture."""

READING_START = Fraction(2, 5)
"""Seconds in which a reader notices that there is something to read."""

LONGEST_FILM = Fraction(4 * 3600)
"""Seconds; more than any lecture. What is longer is a slip, and would fill the disk."""

SHORTEST_CUE = Fraction(5, 6)
"""Seconds; a shorter caption is a flash."""

EASY_CUE = Fraction(7, 5)
"""Seconds of reading under which a caption joins its neighbour, if that can take it."""

LONGEST_CUE = Fraction(7)
"""Seconds; a caption that stays longer is read twice."""

CUE_GAP = 2
"""Frames between captions, so that the change of text is seen."""

CUE_LINES = 2
"""Lines of a caption; a third would cover the picture."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a reader of a language can take in: columns a line and columns a second.

    ``most`` is the caption rate that must never be exceeded, ``easy`` the rate at which the
    film's own language is given time.
    """

    line: int
    most: int
    easy: int


KOREAN = Limits(line=32, most=24, easy=11)
LATIN = Limits(line=42, most=20, easy=14)


def limits(language: str) -> Limits:
    """The limits for a language code: Korean has its own, every other is read letter by letter."""
    return KOREAN if language == "ko" else LATIN


def columns(text: str) -> int:
    """The display width of ``text``: 2 for each full-width character, 0 for combining ones."""
    return sum(_column_width(character) for character in text)


def _column_width(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf", "Cc"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def frames_for(seconds: Fraction, fps: int) -> int:
    """The fewest frames that last at least so long."""
    return -((-seconds * fps) // 1)


def reading_frames(text: str, language: str, fps: int) -> int:
    """How long ``text`` must stand to be read at ease; 0 if there is none."""
    if not text:
        return 0
    return frames_for(Fraction(columns(text), limits(language).easy) + READING_START, fps)


class Stepped(Protocol):
    """A hold and the motion after it, in frames."""

    @property
    def hold(self) -> int:
        """Frames of stillness before the motion."""

    @property
    def play(self) -> int:
        """Frames of the motion."""


def holds(
    steps: tuple[Stepped, ...], asked: int, *, least: int, opening: bool, closing: bool, fps: int
) -> tuple[int, ...]:
    """The frames of each step's hold and of the final hold of a beat, in order.

    ``asked`` is the final hold that the scene wants, ``least`` the frames that the whole beat
    must last; ``opening`` says that the beat opens its scene, ``closing`` that it ends the film.
    A hold is never a single frame on its own: see `FilmPlan.pieces`.
    """
    found: list[int] = []
    before = 0
    for step in steps:
        hold = step.hold
        if opening and not found:
            hold = max(hold, frames_for(OPENING_HOLD, fps))
        found.append(_no_single(hold, before))
        before = step.play
    used = sum(found) + sum(step.play for step in steps)
    final = max(asked, frames_for(RESULT_HOLD, fps), least - used)
    if closing:
        final = max(final, frames_for(CLOSING_HOLD, fps))
    return (*found, _no_single(final, before))


def _no_single(hold: int, play_before: int) -> int:
    if play_before == 1:
        return max(1, hold)
    return 2 if hold == 1 else hold
