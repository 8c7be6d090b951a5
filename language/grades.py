"""How closely two words belong together, in steps that every language shares."""

from __future__ import annotations

import re
from enum import IntEnum


class Grade(IntEnum):
    """How bad it is to break after a word, the best first."""

    SENTENCE = 0
    CLAUSE = 1
    """After a comma, a colon, a Korean connective ending such as -고 or -면."""
    PHRASE = 2
    """Where a group of words begins: before a preposition, after a Korean particle."""
    SPACE = 3
    """Between words of which nothing is known."""
    MODIFIER = 4
    """After a word that describes the next: an adnominal form, a genitive, a bare noun."""
    TIGHT = 5
    """After a determiner, between a number and its unit, inside a list of values."""
    GLUE = 6
    """Beside an operator or inside a formula."""
    INSIDE = 7
    """Inside a word."""


_SYMBOL = re.compile(r"[(\[]*[+\-−±]?√?\d|[(\[]|(?:[A-Z]{1,3}|[b-hj-z])(?![A-Za-z'’])")
"""What a noun may be named or counted by: a number, a vector in brackets, a letter."""


def is_symbol(word: str) -> bool:
    """Is this a number, a vector in brackets or a letter, which the noun before it goes with?"""
    return _SYMBOL.match(word) is not None


def word_set(words: str) -> frozenset[str]:
    """The words of a text, which are easier to read in a row than in quotation marks."""
    return frozenset(words.split())
