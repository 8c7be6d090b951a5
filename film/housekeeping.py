"""What is told of the clip store and done to it on request; sizes and ages as people write them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from algebra.wording import phrase
from film.store import FOLDER, LONGEST_UNUSED, MOST_BYTES, Kept, Store
from film.wish import WishError
from language.values import count

_UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000, "t": 1_000_000_000_000}
_SPANS = {"m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400}

_KINDS = {".h264": phrase("clip"), ".png": phrase("picture"), ".json": phrase("rehearsal")}


def bytes_of(text: str) -> int:
    """The number of bytes in text such as ``5GB``, ``500 MB`` or ``1000``; WishError."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*", text.lower())
    if match is None:
        raise WishError(phrase("“{text}” is no size; write one such as 500MB or 5GB", text=text))
    return int(float(match[1]) * _UNITS[match[2]])


def seconds_of(text: str) -> float:
    """The number of seconds in text such as ``12h``, ``30d`` or ``8w``; WishError."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([mhdw])\w*\s*", text.lower())
    if match is None:
        raise WishError(phrase("“{text}” is no age; write one such as 12h, 30d or 8w", text=text))
    return float(match[1]) * _SPANS[match[2]]


def size_text(size: int) -> str:
    """A size as people read it, such as ``1.2 GB``."""
    amount, unit = float(size), "B"
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if amount < 1000 or unit == "TB":
            break
        amount /= 1000
    return f"{amount:.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:.1f} {unit}"


def tidy(
    media_dir: Path, max_size: str | None, max_age: str | None, clear: bool
) -> tuple[str, ...]:
    """Removes what is asked to be removed, and says what; nothing if nothing is asked.

    WishError for what is no size or no age.
    """
    store = Store(media_dir / FOLDER)
    if clear:
        gone = store.clear()
    elif max_size is not None or max_age is not None:
        gone = store.evict(
            MOST_BYTES if max_size is None else bytes_of(max_size),
            LONGEST_UNUSED if max_age is None else seconds_of(max_age),
        )
    else:
        return ()
    return (
        phrase("removed {total}", total=total(gone)),
        phrase("kept {total}", total=total(store.contents())),
    )


def account(media_dir: Path) -> Iterator[str]:
    """How much is kept, of what, and how old it is; where the limits are."""
    store = Store(media_dir / FOLDER)
    kept = store.contents()
    yield phrase("{folder}: {total}", folder=store.folder, total=total(kept))
    now = time.time()
    for ending, kind in _KINDS.items():
        those = [each for each in kept if each.path.suffix == ending]
        if those:
            oldest, newest = (_ago(now - each.used) for each in (those[-1], those[0]))
            span = phrase("{oldest} to {newest}", oldest=oldest, newest=newest)
            yield phrase(
                "  {number}: {size}, last used {when}",
                number=count(len(those), kind),
                size=size_text(sum(each.size for each in those)),
                when=newest if oldest == newest else span,
            )
    yield phrase(
        "after each film at most {size} are kept, and nothing that was unused for {days:.0f} days",
        size=size_text(MOST_BYTES),
        days=LONGEST_UNUSED / 86_400,
    )


def total(kept: Sequence[Kept]) -> str:
    """How many files, and how large together."""
    size = size_text(sum(each.size for each in kept))
    return phrase("{number}, {size}", number=count(len(kept), "file"), size=size)


def _ago(seconds: float) -> str:
    if seconds >= 2 * _SPANS["d"]:
        return phrase("{days:.0f} days ago", days=seconds // _SPANS["d"])
    if seconds >= 2 * _SPANS["h"]:
        return phrase("{hours:.0f} hours ago", hours=seconds // _SPANS["h"])
    if seconds >= 2 * _SPANS["m"]:
        return phrase("{minutes:.0f} minutes ago", minutes=seconds // _SPANS["m"])
    return phrase("just now")
