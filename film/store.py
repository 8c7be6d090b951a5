"""The clip store: clips under the digest of everything that can change their pixels.

A clip's file carries the digest of its own bytes in its name, so a damaged one is seen and made
anew. Nothing is written under its final name: a clip is made in a workshop folder beside the
store and moved in when it is complete.

Several runs may share a store, and one may clear it while another works: what a run uses has a
second name in its own workshop.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from film import digests
from film.plan import Piece, ScenePlan
from film.record import FOLDER as FOLDER
from stage import kind_files
from stage.fonts import font_file
from stage.look import Look

MOST_BYTES = 5_000_000_000
"""How large a store may grow; a lecture of ten minutes at 1080p60 takes some 60 MB."""

LONGEST_UNUSED = 60 * 86_400.0
"""Seconds that a clip is kept without being used."""

_WORKSHOP = "workshop-"
_ABANDONED = 24 * 3600
"""Seconds after which a workshop belongs to a run that was killed: no film takes a day."""

_SHELF = "[0-9a-f][0-9a-f]"


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of the store: its size in bytes, and when it was last used (seconds since 1970)."""

    path: Path
    size: int
    used: float


def surroundings(
    targets: Iterable[str], notes: Path | None = None, encoder: str = "x264"
) -> dict[str, str]:
    """What can change pixels and is not in the plan: name → version or digest.

    ``targets`` are the import strings of the kinds that the film uses (a lecturer's own kinds lie
    outside the project's packages). ``notes`` is a folder in which the digests of font files are
    remembered by size and time of change; FileNotFoundError if a font is missing.
    """
    from film.encode import settings  # it loads the codecs, which listing a store must not need

    found = {f"version of {name}": known for name, known in digests.versions().items()}
    code = digests.code_digests(tuple(sorted(set(targets))))
    found.update({f"module {name}": digest for name, digest in code.items()})
    found["font"] = digests.font_digest(font_file(), notes)
    found["encoder"] = settings(encoder)
    return found


def scene_parts(scene: ScenePlan, look: Look, around: Mapping[str, str]) -> dict[str, str]:
    """All that the pictures of a scene depend on, by names that mean something to its author.

    Of the modules in ``around`` only those count that the scene's kind is made of. The scene's
    id, its place in the film, its narration and its holds are no part of it.
    """
    own = {f"module {name}" for name in digests.code_behind(scene.target)}
    parts = {"kind": scene.target, "motion": scene.motion}
    parts["title"] = scene.title_in(look.language)
    for name, value in scene.params.items():
        parts[f"param {name}"] = _text(value)
    for beat, seconds in scene.run_times.items():
        parts[f"run_time of {beat}"] = _text(seconds)
    parts["size"] = f"{look.width}x{look.height}"
    parts["rate"] = str(look.fps)
    parts["theme"] = look.theme
    parts["language"] = look.language
    for path in sorted(kind_files.own_files("", scene.params)):  # of scenes within this one
        parts[f"file {path}"] = digests.file_digest(path)
    rest = {k: v for k, v in around.items() if not k.startswith("module ") or k in own}
    return {**parts, **rest}


def clip_key(scene: ScenePlan, look: Look, piece: Piece, around: Mapping[str, str]) -> str:
    """The key of a piece's clip: a digest of all that its pixels and its length depend on."""
    return key_of(scene_parts(scene, look, around), piece)


def key_of(parts: Mapping[str, str], piece: Piece) -> str:
    """The key of the clip of a piece of a scene with these parts."""
    text = _text({**parts, "pictures": [piece.first, piece.pictures, piece.repeat]})
    return hashlib.sha256(text.encode()).hexdigest()


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True, default=dict)


class Store:
    """Clips (or stills, or rehearsals: files of another ending) in a folder, found by key."""

    def __init__(self, folder: Path, ending: str = "h264") -> None:
        self.folder = folder
        self._ending = ending

    def find(self, key: str) -> Path | None:
        """The clip with this key, if there is one and its bytes are what they were.

        A damaged file is removed. That it was used is noted in its time of access.
        """
        for path in self._shelf(key).glob(f"{key}.*.{self._ending}"):
            with suppress(OSError):  # another run may just have removed it
                if path.name.split(".")[1] == digests.file_digest(path):
                    os.utime(path, ns=(time.time_ns(), path.stat().st_mtime_ns))
                    return path
                path.unlink(missing_ok=True)
        return None

    def keep(self, key: str, made: Path) -> Path:
        """Move a finished clip into the store; where it lies now."""
        shelf = self._shelf(key)
        shelf.mkdir(parents=True, exist_ok=True)
        path = shelf / f"{key}.{digests.file_digest(made)}.{self._ending}"
        made.replace(path)
        return path

    @contextmanager
    def workshop(self) -> Iterator[Path]:
        """A folder for clips in the making, on the store's file system, removed afterwards."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._sweep()
        with TemporaryDirectory(
            prefix=_WORKSHOP, dir=self.folder, ignore_cleanup_errors=True
        ) as folder:
            yield Path(folder)

    def contents(self) -> tuple[Kept, ...]:
        """All files that are kept, of every ending, the one that was used last first."""
        found = []
        for path in self.folder.glob(f"{_SHELF}/*"):
            with suppress(OSError):  # another run may just have removed it
                facts = path.stat()
                found.append(Kept(path, facts.st_size, max(facts.st_atime, facts.st_mtime)))
        return tuple(sorted(found, key=lambda kept: -kept.used))

    def evict(
        self, most_bytes: int = MOST_BYTES, longest_unused: float = LONGEST_UNUSED
    ) -> tuple[Kept, ...]:
        """Remove what was not used for so many seconds, then what was used least recently.

        Until what is left has at most so many bytes. Gives what was removed.
        """
        gone = []
        total, now = 0, time.time()
        for kept in self.contents():
            total += kept.size
            if total > most_bytes or now - kept.used > longest_unused:
                kept.path.unlink(missing_ok=True)
                gone.append(kept)
        return tuple(gone)

    def clear(self) -> tuple[Kept, ...]:
        """Remove everything that is kept, and the notes about it; what that was."""
        gone = self.evict(most_bytes=0)
        for shelf in self.folder.glob(_SHELF):
            with suppress(OSError):  # another run has put something there
                shelf.rmdir()
        for notes in (*self.folder.glob("*.json"), *self.folder.glob("films/*.json")):
            notes.unlink(missing_ok=True)
        return gone

    def _shelf(self, key: str) -> Path:
        return self.folder / key[:2]

    def _sweep(self) -> None:
        for left in self.folder.glob(_WORKSHOP + "*"):
            with suppress(FileNotFoundError):  # another run may be sweeping too
                if time.time() - left.stat().st_mtime > _ABANDONED:
                    rmtree(left, ignore_errors=True)


def borrow(kept: Path, folder: Path) -> Path:
    """A second name in ``folder`` for a file of the store, which keeps it whatever happens there.

    A copy where the file system has no such thing.
    """
    path = folder / kept.name
    if not path.exists():
        try:
            path.hardlink_to(kept)
        except FileExistsError:
            pass
        except OSError:
            shutil.copyfile(kept, path)
    return path
