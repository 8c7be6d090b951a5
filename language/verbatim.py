"""Text that is shown letter for letter, such as a program: no values, no formulas, no escapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from algebra.wording import alternatives, phrase
from language.values import LANGUAGES, Refused, Surroundings, in_order, no_text

LONGEST = 20_000
"""Characters: more than any picture has room for."""


@dataclass(frozen=True, slots=True)
class Verbatim:
    """The same lines in one or more languages, as they were written; hashable."""

    parts: tuple[tuple[str, str], ...]

    def get(self, language: str) -> str:
        """The text in ``language``, or in the first language if there is none."""
        return dict(self.parts).get(language, self.parts[0][1])


def read_verbatim(value: object, around: Surroundings) -> Verbatim:
    """From a string for all languages, or one for each; from a plan, what `write_verbatim` wrote.

    Raises Refused for what is no text, is empty or far too long, and where the film's first
    language is missing.
    """
    match value:
        case Verbatim():
            return value
        case {"verbatim": Mapping() as parts} if around.planned:
            return Verbatim(tuple((str(code), str(part)) for code, part in parts.items()))
        case str():
            return Verbatim(tuple((code, _checked(value)) for code in around.languages))
        case Mapping() if value:
            pass
        case _:
            raise no_text(value, "write a text, or one for each language as {ko: …, en: …}")
    found = {}
    for code, part in value.items():
        if code not in LANGUAGES:
            known = alternatives(LANGUAGES)
            what = phrase("“{code}” is not a language that texts can be in", code=str(code)[:40])
            raise Refused(what, phrase("use {known}", known=known), (str(code),))
        if not isinstance(part, str):
            raise no_text(part).below(code)
        try:
            found[code] = _checked(part)
        except Refused as refused:
            raise refused.below(code) from None
    if (first := around.languages[0]) not in found:
        what = phrase(
            "this text is missing in {languages} ({first}), the film's first language",
            languages=LANGUAGES[first],
            first=first,
        )
        raise Refused(what, phrase("add {first}: …", first=first))
    return Verbatim(tuple(in_order(found, around.languages).items()))


def _checked(text: str) -> str:
    if not text.strip():
        raise Refused("this text is empty", "write something")
    if len(text) > LONGEST:
        raise Refused(
            phrase("this text has {length:,} characters", length=len(text)),
            phrase("show {longest:,} at most", longest=LONGEST),
        )
    return text


def write_verbatim(text: Verbatim) -> dict[str, dict[str, str]]:
    """The JSON form."""
    return {"verbatim": dict(text.parts)}
