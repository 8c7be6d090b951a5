"""Lines of words: few, about equally long, and none that ends where a reader would not pause.

How well a line may end after a word is known to `language.breaks`, as for captions. The best one
of all ways to divide a text is found, so a good last line is not left to chance by those before it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from language.breaks import grade
from language.grades import Grade

ENDING: Mapping[Grade, float] = {
    Grade.SENTENCE: 0.0,
    Grade.CLAUSE: 0.05,
    Grade.PHRASE: 0.25,
    Grade.SPACE: 0.4,
    Grade.MODIFIER: 1.0,
    Grade.TIGHT: 2.5,
    Grade.GLUE: 6.0,
    Grade.INSIDE: 20.0,
}
"""What it costs to end a line after a word of each grade."""

UNEVEN = 1.2
"""What a line costs that is twice as long as it would be among equally long ones, or empty."""

STUB = 2.6
"""Width below which a line looks left over, in sizes of the type."""

LEFT_OVER = 1.0
"""What such a line costs."""

TORN: Mapping[Grade, float] = {Grade.SENTENCE: 0.8, Grade.CLAUSE: 0.9}
"""What it costs if one of these ends within a line, and the line breaks off what follows it."""

ONE_MORE = 1.5
"""What a line more than need be costs: less than to end one after an article."""

SLACK = 0.002
"""By how much a line may be wider than its room, in sizes of the type: widths are rounded."""


def divided(
    words: Sequence[str], widths: Sequence[float], spaces: Sequence[float], room: float
) -> tuple[tuple[int, int], ...]:
    """The lines of a text as ranges of its words, (first, one after the last).

    `words` are plain text, for their meaning. Their `widths`, those of the `spaces` between them
    and the `room` of a line are in sizes of the type. A word wider than the room has a line of its
    own.
    """
    count = len(words)
    begins, ends = [0.0], [widths[0] if widths else 0.0]
    for space, width in zip(spaces, widths[1:], strict=True):
        begins.append(ends[-1] + space)
        ends.append(begins[-1] + width)
    lines = _fewest(begins, ends, room)
    if lines <= 1:
        return ((0, count),) if count else ()
    grades = [grade(*pair) for pair in pairwise(words)]

    def costs(even: float) -> list[list[float]]:
        """What the lines cost that begin with each word: by one word, by two, and as many as fit.

        A word has a line in any case, if need be one that is too long.
        """
        table = []
        for start in range(count):
            row: list[float] = []
            torn = 0.0
            for end in range(start + 1, count + 1):
                width = ends[end - 1] - begins[start]
                if width > room + SLACK and row:
                    break
                paid = UNEVEN * ((width - even) / even) ** 2 + (LEFT_OVER if width < STUB else 0.0)
                if end < count:
                    last = grades[end - 1]
                    paid += ENDING[last] + (0.0 if last in TORN else torn)
                    torn = max(torn, TORN.get(last, 0.0))
                row.append(paid)
            table.append(row)
        return table

    def best(lines: int) -> tuple[float, tuple[int, ...]]:
        """The least cost of so many lines, and the words that they begin with."""
        table = costs(ends[-1] / lines)
        found = [0.0] + [math.inf] * count  # found[k]: the first k words, in one line more each
        starts: list[list[int]] = []  # time round, of which the last begins with word starts[-1][k]
        for _ in range(lines):
            longer, begun = [math.inf] * (count + 1), [0] * (count + 1)
            for start, row in enumerate(table):
                paid = found[start]
                if paid == math.inf:
                    continue
                for end, one in enumerate(row, start + 1):
                    if paid + one < longer[end]:
                        longer[end], begun[end] = paid + one, start
            found = longer
            starts.append(begun)
        if found[count] == math.inf:
            return math.inf, ()
        line_starts, end = [], count
        for begun in reversed(starts):
            end = begun[end]
            line_starts.append(end)
        return found[count], tuple(reversed(line_starts))

    few, more = best(lines), best(lines + 1)
    starts = few[1] if few[0] <= more[0] + ONE_MORE else more[1]
    return tuple(pairwise((*starts, count)))


def _fewest(begins: Sequence[float], ends: Sequence[float], room: float) -> int:
    """How many lines the words need, each as full as it can be."""
    lines, start = 0, -math.inf
    for begin, end in zip(begins, ends, strict=True):
        if end - start > room + SLACK:
            lines, start = lines + 1, begin
    return lines
