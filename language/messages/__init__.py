"""What the program says, in the language of whoever reads it: one catalogue for each language.

English stands in the code, where a message arises (`algebra.wording`); ``ko.po`` beside this file
pairs each template with its Korean. The form is gettext's, so that its editors can be used; but its
compiled files would be one more thing to build, and its look-up knows nothing of Korean particles,
so the few lines that read it are here. In a Korean template ``{name}{은/는}`` takes the particle
that fits the value, by the rule of texts.

The language is chosen where the program is started and passed on as a value; nothing here keeps it.
"""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from algebra.wording import Phrase
from language.places import Fault

LANGUAGES = ("ko", "en")
"""The languages that messages can be told in."""

_FOLDER = Path(__file__).parent
_ENTRY = re.compile(r'^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)^msgstr ((?:"(?:[^"\\]|\\.)*"\s*)+)', re.M)
_PIECE = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_PAIR = re.compile(r"(?<!\{)\{([가-힣]+/[가-힣]+)\}")


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> Mapping[str, str]:
    """The templates of a language by the English ones; empty for English."""
    if language == "en":
        return MappingProxyType({})
    text = (_FOLDER / f"{language}.po").read_text(encoding="utf-8")
    entries = _ENTRY.finditer(text)
    pairs = {_unquoted(entry[1]): _unquoted(entry[2]) for entry in entries}
    pairs.pop("", None)  # what a catalogue says of itself
    return MappingProxyType(pairs)


def _unquoted(quoted: str) -> str:
    whole = "".join(_PIECE.findall(quoted))
    return _ESCAPE.sub(lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), whole)


def told(message: str, language: str) -> str:
    """A message in a language; in English where the catalogue does not know it.

    Fields that are phrases ("a 2×3 matrix") are told in the language too; plain strings are what an
    author wrote, and stay.
    """
    known = catalogue(language)
    if not known:
        return str(message)
    if not isinstance(message, Phrase):
        return known.get(message, message)
    template = known.get(message.template)
    fields = {
        name: told(value, language) if isinstance(value, Phrase) else value
        for name, value in message.fields.items()
    }
    if template is None:
        return message.template.format_map(fields) if fields else str(message)
    return _filled(template, fields) if fields else template


def _filled(template: str, fields: Mapping[str, object]) -> str:
    """The template with its fields, and the particles that fit them."""
    from language import particles  # which English needs not, and which takes a moment to load

    whole = ""
    for index, piece in enumerate(_PAIR.split(template)):
        whole += particles.choose(piece, whole) if index % 2 else piece.format_map(fields)
    return whole


def told_fault(fault: Fault, language: str) -> str:
    """``det.yaml:14:12: what is wrong, what to write instead``, in a language."""
    what, cure = told(fault.what, language), told(fault.cure, language)
    if language == "en":
        return f"{fault.place}: {what}, {cure}" if cure else f"{fault.place}: {what}"
    sentences = (text if text.endswith(("?", ".")) else f"{text}." for text in (what, cure) if text)
    return f"{fault.place}: {' '.join(sentences)}"


def of_the_system(environment: Mapping[str, str], system: str | None) -> str:
    """The language of messages that a system is set to; English if it is none of ours.

    The first of LC_ALL, LC_MESSAGES and LANG that says something counts, as POSIX has it; without
    any, as on Windows, the name of the ``system``'s locale, such as "Korean_Korea".
    """
    chosen = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, chosen), system or "")
    return "ko" if re.match(r"(?i)ko(?![a-z])|korean", name) else "en"


def of_this_system() -> str:
    """The language of messages that the system is set to on which this runs."""
    return of_the_system(os.environ, locale.getlocale()[0])
