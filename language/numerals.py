"""Numbers that an author typed into a text as digits, and which of them state nothing.

A number states something if a computed value could contradict it: "the area is 5". Ordinals,
counters up to ten, sizes, names, versions, years and the 0 and 1 of conditions ("if it is 0") do
not, and are passed over: a false alarm costs more than a number that nobody looked at. Numbers that
are written in words (다섯 배, five times) are not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

LARGEST_COUNT = 10
"""Up to here a number before a counter (3차원, 4 rows) counts what is seen."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as typed, where it begins in its text, and what it is.

    ``places`` is how many decimals it has: with some, it is a value rounded to so many.
    """

    written: str
    offset: int
    value: Fraction
    places: int = 0

    @property
    def source(self) -> str:
        """The number as an expression, which a text can hold in braces."""
        if self.places or re.fullmatch(r"\d+(?:/\d+)?", self.written):
            return self.written.replace("−", "-").replace(",", "")
        return f"{self.value}:," if "," in self.written else str(self.value)


@dataclass(frozen=True, slots=True)
class Equation:
    """A formula ``left = number`` of a text: the LaTeX of its left side, and the number."""

    left: str
    number: Numeral


_HOLE = "\x00"
_INSIDE = re.compile(r"\\[${}]|\$(?:\\.|[^$\\])*\$|\{[^{}$]*\}", re.DOTALL)

_NUMERAL = re.compile(
    r"(?P<sign>(?<![\w\x00)\]])[-−])?"
    r"(?:(?P<bottom>\d+)분의\s?(?P<top>\d+)"
    r"|(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<places>\d+)|/(?P<below>\d+))?)"
)

_SIZE = re.compile(
    r"\d[\d,]*[×xX]\d[\d,]*(?:[×xX]\d[\d,]*)*"
    r"|\d[\d,]* [×x] \d[\d,]*(?= ?(?:행렬|격자|표|matri|grid|table|map))"
    r"|\b\d[\d,]* by \d[\d,]*"
)
_ORIGIN = re.compile(r"\(0(?:, ?0)+\)")
_ATTACHED_BEFORE = re.compile(r"[A-Za-zα-ωΑ-Ω_^#@.:~–\x00제]$|[A-Za-z\d]-$|\d[-−/,]$")
_ATTACHED_AFTER = re.compile(r"[A-Za-z_²³]|-[A-Za-z]|[:.~–,/-]\d|°?[CF]\b")
_NAMED_BEFORE = re.compile(
    r"(?:\b(?:step|part|chapter|section|figure|fig\.|lesson|lecture|scene|page|number|no\.|nr\.|"
    r"version|table|example|equation|eq\.|theorem|lemma|rule|exercise|problem|item|slide|case|year|"
    r"in|since|of)|그림|표|식|예제|보기|문제|정리|버전|단원|슬라이드|장면|단계)\s?$",
    re.IGNORECASE,
)
_YEAR_WORDS = ("in ", "since ", "of ")
_ORDINAL_AFTER = re.compile(
    r"\s?(?:번째|번|단계|차원\s?공간|차시|주차|교시|학년|년|월|세대|호|쪽|장(?!면)|절|강|회(?!전)"
    r"|부(?!터)|차(?!이|원)|초|st\b|nd\b|rd\b|th\b)"
)
_COUNTER_AFTER = re.compile(
    r"\s?(?:차원|가지|개|명|줄|행(?!렬)|열|층|칸|벌|쌍|점(?!\d)|방향|변|축|조각|묶음|종류)"
    r"|[ -](?:dimension|step|point|map|vector|matri|column|row|line|side|example|way|head|layer|"
    r"entr|number|part|scene|minute|second|picture|piece|arrow|axis|axes|plane|rule|case|corner|"
    r"direction|of the|other|basis|kind|more|different|equal)",
    re.IGNORECASE,
)
_CONDITION_AFTER = re.compile(
    r"\s?(?:이?면|이?라면|[이가은는]\s?아[니닌]|일\s?때|일\s?경우|인\s?경우|이?라도|보다|인지|일까)"
)
_DENIED_AFTER = re.compile(r"\s?[이가은는]\s?아[니닌]")
_DENIED_BEFORE = re.compile(r"\b(?:not|never)\s$", re.IGNORECASE)
_CONDITION_BEFORE = re.compile(
    r"\b(?:if|when|whenever|unless|where|whether|than|not|never|between|from|until)\b[^.;!?]*$",
    re.IGNORECASE,
)
_WHOLE_AFTER = re.compile(r"\s?(?:%|퍼센트|per ?cent|°|도|deg)", re.IGNORECASE)
"""100 % and 360° are all there is."""
_LISTED = re.compile(r"\s*\(?\d{1,2}[.)]\s")


def numerals(template: str) -> Iterator[Numeral]:
    """The numbers typed into the words of ``template`` that state something, in order.

    What stands in braces is computed, and formulas are looked at by `equations`.
    """
    words = _INSIDE.sub(lambda found: _HOLE * len(found[0]), template)
    passed = [found.span() for rule in (_SIZE, _ORIGIN) for found in rule.finditer(words)]
    listed = _LISTED.match(words)
    if listed:
        passed.append(listed.span())
    for found in _NUMERAL.finditer(words):
        start = found.start()
        if any(first <= found.end() - 1 and start < last for first, last in passed):
            continue
        number = _number(found)
        if number is not None and not _states_nothing(number, words, found):
            yield number


def equations(template: str) -> Iterator[Equation]:
    """The formulas ``left = number`` that are stated in ``template``, not supposed."""
    for formula in re.finditer(r"(?<!\\)\$((?:\\.|[^$\\])*)\$", template, re.DOTALL):
        found = re.fullmatch(r"([^=<>]+)=\s*(-?\d+(?:\.\d+|/\d+)?)\s*", formula[1])
        if found is None or is_condition(template, formula.start(), formula.end()):
            continue
        digits = found[2].partition(".")[2]
        number = Numeral(
            found[2], formula.start(1) + found.start(2), Fraction(found[2]), len(digits)
        )
        yield Equation(found[1].strip(), number)


def is_condition(words: str, start: int, end: int) -> bool:
    """Is what stands from ``start`` to ``end`` supposed, denied or compared with, not stated?"""
    before = _INSIDE.sub("", words[:start])
    return bool(_CONDITION_AFTER.match(words, end) or _CONDITION_BEFORE.search(before))


def _number(found: re.Match[str]) -> Numeral | None:
    places = found["places"] or ""
    if found["top"]:
        top, below = found["top"], found["bottom"]
    else:
        top, below = found["whole"].replace(",", "") + places, found["below"] or "1"
    if len(top) + len(below) > 40 or int(below) == 0:
        return None
    value = Fraction(int(top), int(below)) / 10 ** len(places)
    value = -value if found["sign"] else value
    return Numeral(found[0], found.start(), value, len(places))


def _states_nothing(number: Numeral, words: str, found: re.Match[str]) -> bool:
    before, end = words[: found.start()], found.end()
    if _ATTACHED_BEFORE.search(before) or _ATTACHED_AFTER.match(words, end):
        return True
    named = _NAMED_BEFORE.search(before)
    if named and (not named[0].lower().endswith(_YEAR_WORDS) or 1500 < number.value < 2200):
        return True
    if _DENIED_AFTER.match(words, end) or _DENIED_BEFORE.search(before):
        return True
    if _ORDINAL_AFTER.match(words, end):
        return True
    if 0 < number.value <= LARGEST_COUNT and _COUNTER_AFTER.match(words, end):
        return True
    if number.value in (0, 1) and is_condition(words, found.start(), end):
        return True
    return number.value in (100, 360) and _WHOLE_AFTER.match(words, end) is not None
