"""When to read again: the folders of everything that the film is made from are watched.

Folders, not files: an editor that saves by renaming a new file into place, or deletes and writes
anew, leaves the watch on a file looking at nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

from watchfiles import awatch

SETTLED = 50
"""Milliseconds without a change after which a save is over: editors write twice."""

LONGEST = 400
"""Milliseconds after which changes are looked at even if they do not stop."""

PATIENCE = 0.5
"""Seconds between two looks for a folder that is not there."""

SUFFIXES = frozenset({".yaml", ".yml", ".png", ".jpg", ".jpeg", ".svg", ".webp"})
"""What a storyboard may be made of: such a file may be one that a fault asks for."""


class Watch:
    """Watches the folders of some files; `look_at` changes which, at any time."""

    def __init__(self) -> None:
        self._files: frozenset[Path] = frozenset()
        self._folders: frozenset[Path] = frozenset()
        self._moved = asyncio.Event()

    def look_at(self, files: Iterable[Path]) -> None:
        """From now on these are the files."""
        self._files = frozenset(Path(path).absolute() for path in files)
        self._files |= {path.resolve() for path in self._files}
        folders = frozenset(path.parent for path in self._files)
        if folders != self._folders:
            self._folders = folders
            self._moved.set()

    async def changes(self) -> AsyncIterator[frozenset[Path]]:
        """The changed files of each save. An empty set says that something may have been missed."""
        while True:
            self._moved.clear()
            there = [folder for folder in self._folders if folder.is_dir()]
            if len(there) < len(self._folders):
                asyncio.get_running_loop().call_later(PATIENCE, self._moved.set)
            if not there:
                await self._moved.wait()
                continue
            try:
                async for found in awatch(
                    *there,
                    recursive=False,
                    step=SETTLED,
                    debounce=LONGEST,
                    stop_event=self._moved,
                    watch_filter=None,
                ):
                    paths = frozenset(Path(path) for _, path in found)
                    if not all(folder.is_dir() for folder in there):
                        self._moved.set()
                    if kept := frozenset(filter(self._matters, paths)):
                        yield kept
            except FileNotFoundError:
                pass  # it went while the watch began
            yield frozenset()

    def _matters(self, path: Path) -> bool:
        return path in self._files or (
            path.suffix.lower() in SUFFIXES and not path.name.startswith(".")
        )


class Stamps:
    """Tells whether files have changed by what is in them: a save that alters nothing is none."""

    def __init__(self, digest: Callable[[Path], str]) -> None:
        self._digest = digest
        self._known: dict[Path, str] = {}

    def changed(self, files: Iterable[Path]) -> set[Path]:
        """Those files whose content is not what it was when last asked."""
        found = set()
        for path in files:
            now = self._digest(path)
            if self._known.get(path) != now:
                found.add(path)
            self._known[path] = now
        return found


def content(path: Path) -> str:
    """A file's digest; empty if there is none."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
