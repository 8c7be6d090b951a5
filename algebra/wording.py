"""Sentences for people: in English, with what is needed to tell them in another language.

A message is written where it arises: ``phrase("{name} is {m}×{n}", name="A", m=2, n=3)``
is the text "A is 2×3" and remembers template and fields. Who shows it may look the template up in a
catalogue and fill the same fields into its twin. A plain string is its own template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any


class Phrase(str):
    """An English text that knows its template and its fields; otherwise a string like any other.

    Without fields, braces in the template stand for themselves. Fields may be phrases again.
    """

    template: str
    fields: Mapping[str, object]

    def __new__(cls, template: str, fields: Mapping[str, object]) -> Phrase:
        """The phrase whose text is the template, filled in."""
        made = super().__new__(cls, template.format_map(fields) if fields else template)
        made.template = template
        made.fields = MappingProxyType(dict(fields))
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made from."""
        return type(self), (self.template, dict(self.fields))


def phrase(template: str, /, **fields: object) -> Phrase:
    """The phrase with these fields, each named as in the template's braces."""
    return Phrase(template, fields)


def worded(text: str) -> Phrase:
    """A message of the code's own, ready to be a field of another: never a word of an author's."""
    return text if isinstance(text, Phrase) else Phrase(text, {})


def alternatives(words: Iterable[str]) -> str:
    """ "a", "a or b", "a or b or c"; "" for none."""
    return _joined("{one} or {other}", words)


def together(words: Iterable[str]) -> str:
    """ "a", "a and b", "a and b and c"; "" for none."""
    return _joined("{one} and {other}", words)


def listed(words: Iterable[str]) -> str:
    """ "a, b, c"; "" for none."""
    return _joined("{one}, {other}", words)


def one_by_one(words: Iterable[str]) -> str:
    """ "a; b; c", without what is empty; "" for none."""
    return _joined("{one}; {other}", filter(None, words))


def _joined(template: str, words: Iterable[str]) -> str:
    whole: str = ""
    for word in words:
        whole = Phrase(template, {"one": whole, "other": word}) if whole else word
    return whole


def message_of(error: BaseException) -> str:
    """What an error says, as the phrase that it was raised with: ``str`` would lose the fields."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


_REASONS = (
    phrase("Permission denied"),
    phrase("No such file or directory"),
    phrase("No space left on device"),
    phrase("Read-only file system"),
    phrase("Is a directory"),
    phrase("Not a directory"),
    phrase("File exists"),
    phrase("Address already in use"),
    phrase("Cannot assign requested address"),
)
"""What systems say most often of files and addresses, so that a catalogue can know it."""


def reason_of(error: OSError) -> str:
    """The system's own word for an error, as a message if it is one that is often heard."""
    said = error.strerror or str(error)
    return next((known for known in _REASONS if known == said), said)
