"""What an author probably meant: the nearest known word, the plain form of a wide character."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable

from algebra.wording import phrase

_WIDE = re.compile("[\xa0\u3000\uff01-\uff5e]")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like ``word``, or None if none is like it.

    Capitals and the difference between ``-`` and ``_`` do not count.
    """
    plain = {_plain(candidate): candidate for candidate in known}
    found = difflib.get_close_matches(_plain(word), plain, n=1, cutoff=0.6)
    return plain[found[0]] if found else None


def _plain(word: str) -> str:
    return word[:80].lower().replace("-", "_")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``did you mean “run_time”?``, or the list of what is known if nothing is like ``word``."""
    words = list(known)
    guess = nearest(word, words)
    if guess is not None:
        return phrase("did you mean “{guess}”?", guess=guess)
    return phrase("known here: {words}", words=", ".join(words)) if words else ""


def full_width(text: str) -> tuple[int, str, str] | None:
    """The first full-width character or odd space of ``text``: where, itself, its plain form.

    These come from East Asian input methods (``［１，２］``) and look like brackets, digits, commas
    and colons without being any.
    """
    found = _WIDE.search(text)
    if found is None:
        return None
    return found.start(), found[0], unicodedata.normalize("NFKC", found[0])


def name_full_width(wide: str, plain: str) -> tuple[str, str]:
    """What is wrong and what to do about a full-width character, in words."""
    if plain == " ":
        name = (
            phrase("a no-break space (U+00A0)")
            if wide == "\xa0"
            else phrase("a full-width space (U+3000)")
        )
        return phrase("this is {name}", name=name), phrase("type a plain space")
    return phrase(
        "“{wide}” is a full-width character (U+{code:04X})", wide=wide, code=ord(wide)
    ), phrase("type {plain} instead", plain=plain)
