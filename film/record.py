"""What a finished film was made from, kept so that the next run can see that nothing has changed.

A record is made for each storyboard and each wish. It is looked at before anything heavy is
imported: digests of the storyboard's files and of the whole program decide, and sizes and times of
the film's own files (their digests, if only a time differs).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType

from algebra.wording import phrase
from film.digests import file_digest, program_digest, write_note
from film.wish import Wish
from language.messages import told

_NO_PART = ("jobs", "store")
"""Wishes that change nothing about the film, nor how its path is told."""


FOLDER = ".store"
"""The store's name inside the media folder."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """When a run began (seconds since 1970), and the digest of the program then."""

    time: float
    program: str


def begin(store: Path) -> Beginning:
    """To be called before a storyboard is read. ``store`` is the clip store's folder."""
    return Beginning(time.time(), program_digest(store))


@dataclass(frozen=True, slots=True)
class Fresh:
    """A film that is as it would be made now.

    ``notices`` are what was remarked about it, in each language of messages.
    """

    film: Path
    notices: Mapping[str, tuple[str, ...]]

    def lines(self, language: str) -> tuple[str, ...]:
        """What there is to say about it."""
        good = phrase("nothing has changed: {film} is up to date", film=self.film.name)
        return (*self.notices.get(language, ()), told(good, language))


def fresh(
    store: Path, began: Beginning, storyboard: Path, wish: Wish, own: Sequence[Path] = ()
) -> Fresh | None:
    """The film of a storyboard, if it is there and nothing has changed since it was made.

    ``store`` is the clip store's folder, ``own`` the files of a lecturer's own kinds.
    """
    note = _note(store, storyboard, wish, own)
    # Whatever is amiss with a record or a file, the film is looked at the long way.
    with suppress(OSError, ValueError, LookupError, TypeError, AttributeError):
        record = json.loads(note.read_text(encoding="utf-8"))
        inputs = [(Path(path), digest) for path, digest in record["inputs"].items()]
        if all(file_digest(path) == digest for path, digest in inputs) and all(
            _untouched(Path(path), facts) for path, facts in record["outputs"].items()
        ):
            notices = {code: tuple(lines) for code, lines in record["notices"].items()}
            if record["program"] == began.program:
                return Fresh(Path(record["film"]), notices)
    return None


def fresh_films(
    began: Beginning, storyboards: Sequence[Path], wish: Wish, own: Sequence[Path], strict: bool
) -> dict[Path, Fresh]:
    """Those of several storyboards whose films need not be made, by the storyboards' paths.

    None without the store. With ``strict`` a film that something was remarked about is no good.
    """
    if not wish.store:
        return {}
    store = wish.media_dir / FOLDER
    found = {path: fresh(store, began, path, wish, own) for path in storyboards}
    return {
        path: film
        for path, film in found.items()
        if film and not (strict and any(film.notices.values()))
    }


def remember(
    store: Path,
    began: Beginning,
    storyboard: Path,
    wish: Wish,
    *,
    own: Sequence[Path] = (),
    inputs: Sequence[Path],
    outputs: Sequence[Path],
    notices: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> None:
    """Records a film that was just made; ``outputs`` are all its files, the video first.

    ``inputs`` are the files that it was made from, ``notices`` what was remarked about it in each
    language of messages. If one of the files, or the program, has changed since the run began,
    nothing is recorded: what it was made from is not there any more. OSError if a file is gone.
    """
    changed = any(_changed(path) >= began.time for path in (*inputs, *own))
    if changed or program_digest(store) != began.program:
        return
    content = {
        "film": str(outputs[0]),
        "program": began.program,
        "inputs": {str(path.resolve()): file_digest(path) for path in (*inputs, *own)},
        "outputs": {str(path.resolve()): _facts(path) for path in outputs},
        "notices": {language: list(lines) for language, lines in notices.items()},
    }
    write_note(_note(store, storyboard, wish, own), content)


def _changed(path: Path) -> float:
    facts = path.stat()
    return max(facts.st_mtime, facts.st_ctime)


def _facts(path: Path) -> list[object]:
    facts = path.stat()
    return [facts.st_size, facts.st_mtime_ns, file_digest(path)]


def _untouched(path: Path, known: list[object]) -> bool:
    size, time, digest = known
    facts = path.stat()
    return facts.st_size == size and (facts.st_mtime_ns == time or file_digest(path) == digest)


def _note(store: Path, storyboard: Path, wish: Wish, own: Sequence[Path]) -> Path:
    """One for each thing that was asked for, from wherever it was asked."""
    asked = {name: str(value) for name, value in asdict(wish).items() if name not in _NO_PART}
    kinds = sorted(str(path.resolve()) for path in own)
    whole = [str(storyboard), str(storyboard.resolve()), asked, kinds]
    mark = hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:32]
    return store / "films" / f"{mark}.json"
