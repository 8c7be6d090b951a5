"""Captions: narration split into cues that can be read, and written as SRT and WebVTT.

A text is first cut into words with a grade of breaking after each (see `language.breaks`): best
after a sentence, then after a clause, worse the closer two words belong together. The cheapest way
to fill cues of at most two lines is then found over all ways (dynamic programming), so limits hold
by construction and nothing is cut greedily.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from film.pacing import (
    CUE_GAP,
    CUE_LINES,
    EASY_CUE,
    LONGEST_CUE,
    READING_START,
    SHORTEST_CUE,
    columns,
    frames_for,
    limits,
)
from language.breaks import grade
from language.formulas import readable, segments
from language.grades import Grade

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


_TURN: Mapping[Grade, int] = {
    Grade.SENTENCE: 0,
    Grade.CLAUSE: 6,
    Grade.PHRASE: 18,
    Grade.SPACE: 40,
    Grade.MODIFIER: 110,
    Grade.TIGHT: 300,
    Grade.GLUE: 900,
    Grade.INSIDE: 4000,
}
"""What it costs to begin a cue's second line after a word of this grade."""

_LEAVE: Mapping[Grade, int] = {
    Grade.SENTENCE: 0,
    Grade.CLAUSE: 34,
    Grade.PHRASE: 110,
    Grade.SPACE: 140,
    Grade.MODIFIER: 220,
    Grade.TIGHT: 400,
    Grade.GLUE: 1000,
    Grade.INSIDE: 4000,
}
"""What it costs to begin the next cue: more, because for a moment nothing is there to read."""

_EACH_CUE = 40
"""Two short sentences share a cue, a line each, rather than flash by one after the other."""
_TOO_SHORT = 120
"""The cost of a cue of no length, in proportion for one shorter than EASY_CUE."""
_UNBALANCED = 50
"""The cost of a second line that is all empty; in proportion for less, half after a clause and a
quarter after a sentence, where lines are as long as they are."""
_STUB, _LEFT_OVER = 8, 14
"""A line of a single word, or of fewer columns, looks left over, unless it is a sentence."""
_RUNS_OVER = 60
"""The cost of a line in which a sentence ends and another begins, for each that is torn."""

_BREAKS = re.compile(r"[^\S\u00a0\u202f\u2007]+")  # every white space but the no-break ones


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    space: str
    """What joins it to the next word: a space, or nothing where a long word was cut."""
    grade: Grade
    """How bad a break after it is."""


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
        leaving = _LEAVE[page.words[end - 1].grade] if end < count else 0
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
        easy = int(self._limits.easy * EASY_CUE)
        if width < easy:
            cost += _TOO_SHORT * (easy - width) // easy
        if width <= self._limits.line:
            return cost + self._torn(start, end), end
        turns = [
            (self._turn(start, turn, end), turn)
            for turn in range(start + 1, end)
            if self._width(start, turn) <= self._limits.line
            and self._width(turn, end) <= self._limits.line
        ]
        if not turns:
            return None
        bend, turn = min(turns)
        return cost + bend, turn

    def _turn(self, start: int, turn: int, end: int) -> int:
        """The cost of the two lines of words ``start`` to ``turn`` and ``turn`` to ``end``."""
        upper, lower = self._width(start, turn), self._width(turn, end)
        after = self.words[turn - 1].grade
        uneven = _UNBALANCED * abs(upper - lower) // self._limits.line
        # A clause such as 양수이면 may stand on the upper line as a single word.
        single = end - turn == 1 or (turn - start == 1 and after is not Grade.CLAUSE)
        stub = _LEFT_OVER if single or min(upper, lower) < _STUB else 0
        if after is Grade.CLAUSE:
            uneven //= 2
        elif after is Grade.SENTENCE:
            uneven, stub = uneven // 4, 0
        return _TURN[after] + uneven + stub + self._torn(start, turn) + self._torn(turn, end)

    def _torn(self, start: int, end: int) -> int:
        """The cost of a sentence's end inside a line that holds only parts of sentences."""
        if all(word.grade is not Grade.SENTENCE for word in self.words[start : end - 1]):
            return 0
        torn = (start > 0 and self.words[start - 1].grade is not Grade.SENTENCE) + (
            end < len(self.words) and self.words[end - 1].grade is not Grade.SENTENCE
        )
        return _RUNS_OVER * torn

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
            yield _Word(piece, "", Grade.INSIDE)
        yield _Word(pieces[-1], " ", Grade.GLUE if glued else grade(word, following))


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

    They fill the time in proportion to what reading them at ease takes, but none is shown for
    longer than seven seconds, nor shorter than it can be read. ValueError if there are fewer than
    `needed_frames`.
    """
    lengths = [_shortest(lines, language, fps) for lines in texts]
    spare = frames - sum(lengths) - CUE_GAP * len(texts)
    if spare < 0:
        raise ValueError(f"{frames} frames are too few for {len(texts)} captions")
    start_of_reading = READING_START * limits(language).easy
    weights = [sum(columns(line) for line in lines) + start_of_reading for lines in texts]
    longest = int(LONGEST_CUE * fps)
    for _ in range(spare):
        growing = [k for k, length in enumerate(lengths) if length < longest]
        if not growing:
            break
        lengths[min(growing, key=lambda k: lengths[k] / weights[k])] += 1
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
