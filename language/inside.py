"""The files that a storyboard may name: those in its own folder, and no others."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from algebra.wording import phrase
from language.values import Refused, shorten

LONGEST_NAME = 200
"""Characters of a file's name with its folders."""


def inside(folder: Path, written: str) -> Path:
    """The file that a storyboard in ``folder`` calls ``written``, with all links followed.

    Raises :class:`Refused` for a name that leads out of the folder in any way, and for one that
    leads to no file. Whether a name is composed (NFC) or decomposed (NFD) on the disk is all one.
    """
    name = shorten(written)
    stay = phrase("write the name of a file in the storyboard's folder")
    if not written.strip() or len(written) > LONGEST_NAME or not written.isprintable():
        raise Refused(phrase("{name} is no file name", name=name), stay)
    if re.match("[A-Za-z][A-Za-z0-9+.-]+:", written):
        raise Refused(phrase("{name} is an address; nothing is fetched", name=name), stay)
    if written[0] in "/\\~" or re.match("[A-Za-z]:", written):
        raise Refused(phrase("{name} is not told from the storyboard's folder", name=name), stay)
    parts = re.split(r"[/\\]", written)
    if ".." in parts:
        raise Refused(phrase("{name} leads out of the storyboard's folder", name=name), stay)
    root = folder.resolve()
    try:
        path = _found(root, written).resolve()
        if not path.is_relative_to(root):
            raise Refused(
                phrase("{name} is a link that leads out of the storyboard's folder", name=name),
                "put the file itself into the folder",
            )
        if path.is_file():
            return path
        reason = phrase("is no file") if path.exists() else phrase("does not exist")
    except (OSError, RuntimeError):  # a link that leads to itself
        reason = phrase("cannot be read")
    raise Refused(phrase("{name} {reason}", name=name, reason=reason), "check its name and folder")


def _found(root: Path, written: str) -> Path:
    forms = (unicodedata.normalize(form, written) for form in ("NFC", "NFD"))
    paths = [root / name for name in (written, *forms)]
    return next((path for path in paths if path.exists()), paths[0])
