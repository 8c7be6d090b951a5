"""Where a line of text may end: how closely a word belongs to the word after it.

Captions and texts in pictures follow the sentence: best broken after a sentence, then after a
clause, then between groups of words; badly after a word that describes the next one, and never
inside a formula. English is judged by its small words, Korean by the endings of its words (see
`language.korean`).
"""

from __future__ import annotations

import re

from language import korean
from language.grades import Grade, is_symbol, word_set

_SENTENCE = re.compile(r"[.!?…。！？][\"'”’)\]」』]*$")
_CLAUSE = re.compile(r"[,;:，、；：—–][\"'”’)\]」』]*$")
_ABBREVIATIONS = frozenset({"e.g.", "i.e.", "cf.", "vs.", "Fig.", "Eq."})
_OPERATOR = re.compile(r"[=+\-−×·÷/<>≤≥≠≈→↦∈∘⊗⊥∥∝±∙⋅]+$")
_NUMBER = re.compile(r"[(\[]*[+\-−±]?[\d.,/√]*\d%?[)\]]*$")
_VALUE = re.compile(r"[(\[{]*(?:[+\-−±]?[\d./√]*\d%?|[A-Za-z])[)\]}]*,$")
"""A member of a list: a number or a letter with a comma behind it."""
_NEXT_VALUE = re.compile(r"[(\[{]*(?:[+\-−±]?√?\d|[A-Za-z](?![a-z]))")


def grade(word: str, following: str) -> Grade:
    """How bad a break between two words is; ``following`` may be empty at the end of a text."""
    if _OPERATOR.match(word) or _OPERATOR.match(following):
        return Grade.GLUE
    if _VALUE.match(word) and _NEXT_VALUE.match(following):
        return Grade.TIGHT
    if _SENTENCE.search(word) and word not in _ABBREVIATIONS:
        return Grade.SENTENCE
    if _CLAUSE.search(word):
        return Grade.CLAUSE
    if korean.is_hangul(word[-1:]):
        return korean.grade(word, following)
    if korean.is_hangul(following[:1]):
        # After a number stands a counter: 6 배, 3 차원. After a symbol, what it names.
        return Grade.TIGHT if _NUMBER.match(word) else Grade.MODIFIER
    return _english(word, following)


_CONJUNCTIONS = word_set(
    "after although and as because before but if nor or so than that then though unless until "
    "when where whether which while who yet"
)
_PREPOSITIONS = word_set(
    "about across along among around at behind below between beyond by down during for from in "
    "inside into like near of off on onto out outside over past per through to toward towards "
    "under up upon with within without"
)
_DETERMINERS = word_set(
    "a all an another any both each either every first fourth her his its my neither no one our "
    "same second several some such that their these third this those three two what whose your "
    "the"
)
_LEADING = word_set(
    "am are be been being can cannot could did do does had has have he i is it may might more "
    "most must never not now only she should still they too very was we were will would "
    "you"
)
"""Words that lean on the next one: verbs that help another, pronouns, adverbs of degree."""
_FIXED = frozenset(
    [
        *[("side", "by"), ("by", "side"), ("one", "by"), ("at", "all"), ("in", "all")],
        *[("as", "large"), ("times", "as"), ("of", "its"), ("up", "to"), ("such", "as")],
        *[("so", "that"), ("as", "well"), ("well", "as"), ("add", "up"), ("turned", "over")],
        *[("each", "other"), ("one", "another"), ("at", "once"), ("rather", "than")],
        *[("parallel", "to"), ("next", "to"), ("equal", "to")],
    ]
)
"""Pairs of words that make one, such as those of ``side by side``."""


_VERBS = word_set("are becomes can cannot has have is makes may must was were will")
"""Verbs with which the part after the subject begins."""
_TRAILING = word_set(
    "again alone apart away back down else enough itself off out themselves too up"
)
"""Words that belong to the one before them: the kernel alone, add up."""
_PRONOUNS = word_set("he i it nobody she they we you")


def _english(word: str, following: str) -> Grade:
    """How bad a break between two words of English (or of another language in letters) is."""
    this, after = (re.sub(r"\W+", "", each).lower() for each in (word, following))
    if _NUMBER.match(word) and re.match(r"[a-z%°]", following) and after not in _CONJUNCTIONS:
        # 6 times, 3.5 cm, 64 dimensions; but “rank 2 in all”
        return Grade.PHRASE if after in _PREPOSITIONS else Grade.TIGHT
    if (this, after) in _FIXED or this in _DETERMINERS - _CONJUNCTIONS:
        return Grade.TIGHT
    if this in _CONJUNCTIONS or this in _PREPOSITIONS or this in _LEADING:
        return Grade.MODIFIER
    if after in _TRAILING or is_symbol(following) or re.search(r"['’]s$|s['’]$", word):
        return Grade.MODIFIER
    if after in _PRONOUNS | _CONJUNCTIONS | _VERBS | _PREPOSITIONS - {"of"}:
        return Grade.PHRASE
    return Grade.SPACE
