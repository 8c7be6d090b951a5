"""Korean particles that follow how the thing before them is read aloud: 6은, 2는, det(A)는.

A particle has two forms, one after a final consonant and one after a vowel; 으로/로 counts ㄹ as a
vowel. What decides is the sound, so digits, Latin and Greek letters, fractions, exponents and units
are read first: 1/3 is 3분의 1 and ends in 일, A⁻¹ is 역행렬, R is 알.

tossi (last released in 2018, needs two more packages) decides decimals and Hangul, but no Latin
letters and no fractions; korean-glue looks at the last digit only (10,000 is read 만, not 영) and
gives F, H and S a final consonant; num2words spells numbers only, and is LGPL. So the rules stand
here.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum

from language.formulas import readable
from language.sounds import (
    ACCENT_READINGS,
    LETTER_READINGS,
    MINUS,
    SYMBOL_READINGS,
    UNIT_READINGS,
    WORD_READINGS,
    number_aloud,
)


class Ending(Enum):
    """How a word ends when it is spoken."""

    VOWEL = "vowel"
    RIEUL = "ㄹ"
    CONSONANT = "consonant"
    UNKNOWN = "unknown"


_PAIR = re.compile(r"([가-힣]+)/([가-힣]+)")
_PLAIN_PAIRS = frozenset(
    [("은", "는"), ("이", "가"), ("을", "를"), ("과", "와"), ("아", "야"), ("이에요", "예요")]
)
_AFTER_I = frozenset(
    (
        *("나", "라", "라고", "라는", "란", "라도", "며", "고", "든", "든지", "랑", "야"),
        *("야말로", "여"),
    )
)
_AFTER_EU = frozenset((*("로", "로는", "로도", "로서", "로써", "로부터"),))
_CLOSERS = " \t\n\u00a0)]}⟩’”\"'»」』】〉》.,;:?…"
_ENOUGH = 200  # characters in which the last word is found
_EXPONENT = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀˣᵗ"
_SPACES_OF_NUMBERS = "ℝℂℚℤℕ"


def is_pair(text: str) -> bool:
    """Does ``text`` have the form of two Korean words with a slash, such as 은/는?"""
    return _PAIR.fullmatch(text) is not None


def forms(pair: str) -> tuple[str, str] | None:
    """(after a consonant, after a vowel) for 은/는, 이/가, 을/를, 과/와, 아/야, 으로/로, 이라/라, …

    Either order is read; every pair that differs by a leading 이 or 으 counts. None for others.
    """
    found = _PAIR.fullmatch(pair)
    if found is None:
        return None
    for first, second in (found.groups(), found.groups()[::-1]):
        if (first, second) in _PLAIN_PAIRS or first in (f"이{second}", f"으{second}"):
            return first, second
    return None


def pair_meant(word: str) -> str | None:
    """The pair meant by ``이가``, ``은`` or ``이나``; None if that is no particle."""
    for cut in range(1, len(word)):
        pair = f"{word[:cut]}/{word[cut:]}"
        if forms(pair) is not None:
            return pair
    for first, second in sorted(_PLAIN_PAIRS):
        if word in (first, second):
            return f"{first}/{second}"
    base = re.sub("^[이으]", "", word)
    if base in _AFTER_I:
        return f"이{base}/{base}"
    return f"으{base}/{base}" if base in _AFTER_EU else None


def choose(pair: str, before: str) -> str:
    """The form of ``pair`` that follows the markup ``before``; both, as 은(는), if it is unknown.

    Raises ValueError for a pair that is no particle.
    """
    found = forms(pair)
    if found is None:
        raise ValueError(f"{pair} is no pair of particles")
    first, second = found
    match ending(before):
        case Ending.CONSONANT:
            return first
        case Ending.RIEUL:
            return second if first.startswith("으") else first
        case Ending.VOWEL:
            return second
    return f"({first[0]}){second}" if first[1:] == second else f"{first}({second})"


def ending(markup: str) -> Ending:
    """How the last thing said of resolved markup ends; brackets and dollars are looked through."""
    text = markup
    while True:
        text = text.rstrip(_CLOSERS).removesuffix("\\")
        if text.endswith("\\$"):
            return _of_hangul("러")
        if not text.endswith("$"):
            return _of_plain(text[-_ENOUGH:])
        start = re.search(r"(?<!\\)\$(?:\\.|[^$\\])*\$$", text, re.DOTALL)
        if start is None:
            return Ending.UNKNOWN
        found = _of_formula(readable(start[0][1:-1])[-_ENOUGH:])
        if found is not Ending.UNKNOWN:
            return found
        text = text[: start.start()]


def _of_formula(text: str) -> Ending:
    """The ending of a formula, given as `readable` shows it."""
    if text.endswith("]]"):
        return _of_hangul("렬")  # 행렬
    if text.endswith("!"):
        return _of_hangul("얼")  # 팩토리얼
    text = text.rstrip(_CLOSERS + "|‖")
    if re.search(r"\^\(?[^()\s]*$", text):
        return _of_hangul("곱")  # 제곱
    raised = re.search(rf"(.?)([{_EXPONENT}]+)$", text)
    if raised:
        return _of_power(*raised.groups())
    return _of_symbols(_without_denominators(text), in_formula=True)


def _of_power(base: str, exponent: str) -> Ending:
    if base in _SPACES_OF_NUMBERS and base:
        return _of_symbols(unicodedata.normalize("NFKC", exponent), in_formula=True)  # ℝ²: 알 이
    if exponent == "⁻¹" and (base.isupper() or base in _CLOSERS):
        return _of_hangul("렬")  # 역행렬
    if exponent == "ᵀ":
        return _of_hangul("렬" if base.isupper() else "치")  # 전치행렬, 전치
    return _of_hangul("곱")  # 제곱


def _of_plain(text: str) -> Ending:
    """The ending of text outside formulas."""
    raised = re.search(rf"(.?)([{_EXPONENT}]+)$", text)
    if raised:
        return _of_power(*raised.groups())
    return _of_symbols(_without_denominators(text, only_numbers=True), in_formula=False)


def _without_denominators(text: str, only_numbers: bool = False) -> str:
    """``text`` without what is read before its numerator: 1/3 is 3분의 1."""
    atom = r"[\d.,√]+" if only_numbers else r"(?:[\w.,√′]+|\([^()]*\)?)"
    while True:
        found = re.search(rf"(?<=[\w)])/{atom}$", text)
        if found is None or (only_numbers and not re.search(r"[\d)]/", text[found.start() - 1 :])):
            return text
        text = text[: found.start()].rstrip(_CLOSERS)


def _of_symbols(text: str, in_formula: bool) -> Ending:
    """The ending of the last word, number or sign."""
    if "ㄱ" <= text[-1:] <= "ㅎ":
        return Ending.RIEUL if text[-1] == "ㄹ" else Ending.CONSONANT  # 리을, 기역, 니은, …
    decomposed = unicodedata.normalize("NFD", text[-2:])
    if decomposed and decomposed[-1] in ACCENT_READINGS:
        return _of_hangul(ACCENT_READINGS[decomposed[-1]])
    text = unicodedata.normalize("NFKC", text.rstrip("\u20d7"))
    text = text.rstrip(_CLOSERS)
    if not text:
        return Ending.UNKNOWN
    last = text[-1]
    number = re.search(rf"[{MINUS}]?\d[\d,]*(?:\.\d+)?$", text)
    if number:
        return _of_hangul(number_aloud(number[0]))
    if "가" <= last <= "힣":
        return _of_hangul(last)
    word = re.search(r"[A-Za-z]+$", text)
    if word:
        return _of_latin(word[0], text[: word.start()], in_formula)
    reading = SYMBOL_READINGS.get(last)
    return Ending.UNKNOWN if reading is None else _of_hangul(reading)


def _of_latin(word: str, before: str, in_formula: bool) -> Ending:
    if not in_formula and word in UNIT_READINGS and re.search(r"\d\s?$", before):
        return _of_hangul(UNIT_READINGS[word])
    if len(word) > 1 and word.lower() in WORD_READINGS:
        return _of_hangul(WORD_READINGS[word.lower()])
    if len(word) == 1 or word.isupper() or in_formula:
        return _of_hangul(LETTER_READINGS[word[-1].upper()])
    # An English word as it is borrowed: 스케일, 플레인, 링 keep their last sound.
    if re.search(r"le?$", word):
        return Ending.RIEUL
    return Ending.CONSONANT if re.search(r"[mn]e?$|ng$", word) else Ending.VOWEL


def _of_hangul(syllables: str) -> Ending:
    """The ending of a word in Hangul, by its last syllable's final consonant (Unicode 3.12)."""
    final = (ord(syllables[-1]) - 0xAC00) % 28
    if final == 0:
        return Ending.VOWEL
    return Ending.RIEUL if final == 8 else Ending.CONSONANT
