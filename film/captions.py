"""Captions: narration split into cues that can be read, and written as SRT and WebVTT.

A text is first cut into words with a cost of breaking after each: nothing after a sentence, a
little after a clause, more at a plain space, much inside a formula or between a number and its
unit, most inside a word. The cheapest way to fill cues of at most two lines is then found over all
ways (dynamic programming), so limits hold by construction and nothing is cut greedily.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from film.pacing import (
    CUE_GAP,
    CUE_LINES,
    LONGEST_CUE,
    SHORTEST_CUE,
    columns,
    frames_for,
    limits,
)
from language.formulas import readable, segments

Lines = tuple[str, ...]
"""The one or two lines of a cue."""

GLUE = "\u00a0"
"""A no-break space: it stands between words that belong together, such as those of a formula."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A caption that is shown from frame ``start`` to before frame ``end``."""

    start: int
    end: int
    lines: Lines


_AFTER_SENTENCE, _AFTER_CLAUSE, _BEFORE_LINK, _AT_SPACE, _AFTER_LINK = 0, 12, 24, 40, 80
_AT_GLUE, _IN_WORD = 400, 4000
_EACH_CUE = 12
"""Two short sentences share a cue, a line each, rather than flash by one after the other."""
_TOO_SHORT = 20
_UNBALANCED = 30
"""The cost of a second line that is all empty; in proportion for less."""

_SENTENCE = re.compile(r"[.!?…。！？][\"'”’)\]」』]*$")
_CLAUSE = re.compile(r"[,;:，、；：—–][\"'”’)\]」』]*$")
_ABBREVIATIONS = frozenset({"e.g.", "i.e.", "cf.", "vs.", "Fig.", "Eq."})
_LINK = re.compile(
    r"(an?|after|and|as|because|before|but|by|for|from|if|in|into|is|of|on|or|so|than|that|the|"
    r"then|to|when|where|which|while|with)$",
    re.IGNORECASE,
)
"""English words that begin a group of words, and so should not end a line."""
_OPERATOR = re.compile(r"[=+\-−×·÷/<>≤≥≠≈→↦∈∘⊗⊥∥∝±∙⋅]+$")
_NUMBER = re.compile(r"[\d.,/]*\d$")
_LATIN_UNIT = re.compile(
    r"(%|°|[mck]?m|m?s|px|bits?|[KMG]B|times|percent|degrees?|units?|dimensions?|dB)\b"
)
_BREAKS = re.compile(r"[^\S\u00a0\u202f\u2007]+")  # every white space but the no-break ones


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    space: str
    """What joins it to the next word: a space, or nothing where a long word was cut."""
    cost: int
    """The cost of a break after it."""


def caption_text(markup: str) -> str:
    """The plain text of ``markup`` for `split`: each formula's words are joined by GLUE."""
    return "".join(
        _BREAKS.sub(GLUE, readable(piece.content).strip()) if piece.is_math else piece.content
        for piece in segments(markup)
    )


def split(text: str, language: str) -> tuple[Lines, ...]:
    """The cues of ``text``: at most two lines each, no line wider than the language's limit."""
    page = _Page(tuple(_words(text, limits(language).line)), language)
    count = len(page.words)
    cheapest, cue_begins = (
        [0],
        [0],
    )  # for the first k words: the cost, and where the last cue begins
    for end in range(1, count + 1):
        leaving = page.words[end - 1].cost if end < count else 0
        options = [
            (cheapest[start] + cost + leaving, -start) for start, cost in page.cues_ending(end)
        ]
        cost, begin = min(options)
        cheapest.append(cost)
        cue_begins.append(-begin)
    found: list[Lines] = []
    end = count
    while end > 0:
        found.append(page.lines(cue_begins[end], end))
        end = cue_begins[end]
    return tuple(reversed(found))


class _Page:
    """Words in a row, with the cost of putting a run of them into one cue."""

    def __init__(self, words: tuple[_Word, ...], language: str) -> None:
        self.words = words
        self._limits = limits(language)
        self._begins: list[int] = []
        self._ends: list[int] = []
        place = 0
        for word in words:
            self._begins.append(place)
            place += columns(word.text)
            self._ends.append(place)
            place += len(word.space)

    def cues_ending(self, end: int) -> Iterator[tuple[int, int]]:
        """Every start of a cue that ends before word ``end``, with its cost."""
        for start in range(end - 1, -1, -1):
            if self._width(start, end) > CUE_LINES * self._limits.line + 1:
                return
            found = self._best_lines(start, end)
            if found is not None:
                yield start, found[0]

    def lines(self, start: int, end: int) -> Lines:
        """The lines of the cue of words ``start`` to ``end``, which must fit."""
        found = self._best_lines(start, end)
        if found is None:
            raise ValueError(f"words {start} to {end} do not fit into a cue")
        turn = found[1]
        return tuple(
            self._line(*part) for part in ((start, turn), (turn, end)) if part[0] < part[1]
        )

    def _best_lines(self, start: int, end: int) -> tuple[int, int] | None:
        """The cost of a cue and the word at which its second line begins (``end`` if none does)."""
        width = self._width(start, end)
        cost = _EACH_CUE
        if width < self._limits.easy * SHORTEST_CUE:
            cost += _TOO_SHORT
        if width <= self._limits.line:
            return cost, end
        turns = [
            (
                self.words[turn - 1].cost + _UNBALANCED * abs(upper - lower) // self._limits.line,
                turn,
            )
            for turn in range(start + 1, end)
            if (upper := self._width(start, turn)) <= self._limits.line
            and (lower := self._width(turn, end)) <= self._limits.line
        ]
        if not turns:
            return None
        bend, turn = min(turns)
        return cost + bend, turn

    def _width(self, start: int, end: int) -> int:
        return self._ends[end - 1] - self._begins[start]

    def _line(self, start: int, end: int) -> str:
        inner = "".join(word.text + word.space for word in self.words[start : end - 1])
        return inner + self.words[end - 1].text


def _words(text: str, line: int) -> Iterator[_Word]:
    tight = _BREAKS.sub(" ", "".join(c for c in text if c.isspace() or not _control(c))).strip()
    parts = re.split(r"([ \u00a0\u202f\u2007]+)", tight)
    words, spaces = parts[::2], parts[1::2]
    for k, word in enumerate(words):
        if not word:
            continue
        glued = k < len(spaces) and " " not in spaces[k]
        following = words[k + 1] if k + 1 < len(words) else ""
        pieces = list(_cut(word, line))
        for piece in pieces[:-1]:
            yield _Word(piece, "", _IN_WORD)
        yield _Word(pieces[-1], " ", _AT_GLUE if glued else _break_cost(word, following))


def _control(character: str) -> bool:
    return unicodedata.category(character) == "Cc"


def _cut(word: str, line: int) -> Iterator[str]:
    """``word`` whole, or in parts as wide as a line if it is wider than that."""
    part = ""
    for character in word:
        if part and columns(part + character) > line:
            yield part
            part = ""
        part += character
    yield part


def _break_cost(word: str, following: str) -> int:
    if _OPERATOR.match(word) or _OPERATOR.match(following):
        return _AT_GLUE
    if _NUMBER.match(word) and (_LATIN_UNIT.match(following) or _hangul(following[:1])):
        return _AT_GLUE
    if _SENTENCE.search(word) and word not in _ABBREVIATIONS:
        return _AFTER_SENTENCE
    if _CLAUSE.search(word):
        return _AFTER_CLAUSE
    if _LINK.match(word):
        return _AFTER_LINK
    return _BEFORE_LINK if _LINK.match(following) else _AT_SPACE


def _hangul(character: str) -> bool:
    return "가" <= character <= "힣"  # after a number stands a counter: 6 배, 3 차원


def _shortest(lines: Lines, language: str, fps: int) -> int:
    wide = sum(columns(line) for line in lines)
    return max(
        frames_for(SHORTEST_CUE, fps), frames_for(Fraction(wide, limits(language).most), fps)
    )


def needed_frames(texts: Sequence[Lines], language: str, fps: int) -> int:
    """The shortest time in which these cues can be shown, with the gap after each."""
    return sum(_shortest(lines, language, fps) + CUE_GAP for lines in texts)


def cues(
    texts: Sequence[Lines], start: int, frames: int, language: str, fps: int
) -> tuple[Cue, ...]:
    """The cues of a beat that begins at frame ``start`` and lasts ``frames``.

    They fill the time in proportion to their width, but none is shown for longer than seven
    seconds, nor shorter than it can be read. ValueError if there are fewer than `needed_frames`.
    """
    lengths = [_shortest(lines, language, fps) for lines in texts]
    spare = frames - sum(lengths) - CUE_GAP * len(texts)
    if spare < 0:
        raise ValueError(f"{frames} frames are too few for {len(texts)} captions")
    widths = [max(1, sum(columns(line) for line in lines)) for lines in texts]
    longest = int(LONGEST_CUE * fps)
    for _ in range(spare):
        growing = [k for k, length in enumerate(lengths) if length < longest]
        if not growing:
            break
        lengths[min(growing, key=lambda k: Fraction(lengths[k], widths[k]))] += 1
    found, now = [], start
    for lines, length in zip(texts, lengths, strict=True):
        found.append(Cue(now, now + length, tuple(lines)))
        now += length + CUE_GAP
    return tuple(found)


def _clock(frame: int, fps: int, point: str) -> str:
    """``frame`` as hours, minutes, seconds and milliseconds, rounded half up from integers."""
    milliseconds = (2000 * frame + fps) // (2 * fps)
    seconds, milliseconds = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{seconds:02}{point}{milliseconds:03}"


def srt(shown: Iterable[Cue], fps: int) -> str:
    """The cues as SubRip text.

    SubRip has no escapes: text stands as it is, but for an arrow ``-->``, which would be taken
    for a time line and becomes →.
    """
    return "\n".join(
        f"{number}\n{_clock(cue.start, fps, ',')} --> {_clock(cue.end, fps, ',')}\n"
        + "".join(f"{_one_line(line).replace('-->', '→')}\n" for line in cue.lines)
        for number, cue in enumerate(shown, start=1)
    )


_VTT_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def vtt(shown: Iterable[Cue], fps: int) -> str:
    """The cues as WebVTT text, in which ``&``, ``<`` and ``>`` are escaped."""
    return "WEBVTT\n" + "".join(
        f"\n{number}\n{_clock(cue.start, fps, '.')} --> {_clock(cue.end, fps, '.')}\n"
        + "".join(f"{_one_line(line).translate(_VTT_ESCAPES)}\n" for line in cue.lines)
        for number, cue in enumerate(shown, start=1)
    )


def _one_line(line: str) -> str:
    return " ".join(line.split())
