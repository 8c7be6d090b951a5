"""The clip store: clips under the digest of everything that can change their pixels.

A clip's file carries the digest of its own bytes in its name, so a damaged one is seen and made
anew. Nothing is written under its final name: a clip is made in a workshop folder beside the
store and moved in when it is complete.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from film import encode
from film.plan import Piece, ScenePlan
from stage import kind_files
from stage.fonts import font_file
from stage.look import Look

FOLDER = ".store"
"""The store's name inside the media folder."""

_PACKAGES = ("manim", "manimpango", "pycairo", "typst", "tylax", "av", "numpy", "scipy", "pydantic")
_CODE = ("algebra", "language", "stage", "scenes")
_SHOOTING = ("shoot.py", "encode.py")
_WORKSHOP = "workshop-"
_ABANDONED = 24 * 3600
"""Seconds after which a workshop belongs to a run that was killed: no film takes a day."""


def surroundings(targets: Iterable[str], notes: Path | None = None) -> dict[str, str]:
    """What can change pixels and is not in the plan: name → version or digest.

    ``targets`` are the import strings of the kinds that the film uses (a lecturer's own kinds lie
    outside the project's packages). ``notes`` is a folder in which the digests of font files are
    remembered by size and time of change; FileNotFoundError if a font is missing.
    """
    found = {f"version of {name}": _version(name) for name in _PACKAGES}
    found["code"] = _code_digest(tuple(sorted(set(targets))))
    found["font"] = _font_digest(font_file(), notes)
    found["encoder"] = encode.settings()
    return found


def clip_key(scene: ScenePlan, look: Look, piece: Piece, around: dict[str, str]) -> str:
    """The key of a piece's clip: a digest of all that its pixels and its length depend on.

    Where the piece lies in the film, the scene's id, its narration and the holds around it are no
    part of it: editing them draws nothing anew.
    """
    whole = {
        "target": scene.target,
        "params": scene.params,
        "title": scene.title_in(look.language),
        "motion": scene.motion,
        "run_times": scene.run_times,
        "look": [look.width, look.height, look.fps, look.theme, look.language],
        "pictures": [piece.first, piece.pictures, piece.repeat],
        "around": around,
    }
    text = json.dumps(whole, sort_keys=True, ensure_ascii=True, default=dict)
    return hashlib.sha256(text.encode()).hexdigest()


class Store:
    """Clips (or stills: files of another ending) in a folder, found by key.

    Several runs may share it.
    """

    def __init__(self, folder: Path, ending: str = "h264") -> None:
        self.folder = folder
        self._ending = ending

    def find(self, key: str) -> Path | None:
        """The clip with this key, if there is one and its bytes are what they were.

        A damaged file is removed.
        """
        for path in self._shelf(key).glob(f"{key}.*.{self._ending}"):
            if path.name.split(".")[1] == _file_digest(path):
                return path
            path.unlink(missing_ok=True)
        return None

    def keep(self, key: str, made: Path) -> Path:
        """Move a finished clip into the store; where it lies now."""
        shelf = self._shelf(key)
        shelf.mkdir(parents=True, exist_ok=True)
        path = shelf / f"{key}.{_file_digest(made)}.{self._ending}"
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

    def _shelf(self, key: str) -> Path:
        return self.folder / key[:2]

    def _sweep(self) -> None:
        for left in self.folder.glob(_WORKSHOP + "*"):
            with suppress(FileNotFoundError):  # another run may be sweeping too
                if time.time() - left.stat().st_mtime > _ABANDONED:
                    rmtree(left, ignore_errors=True)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


@cache
def _code_digest(targets: tuple[str, ...]) -> str:
    root = Path(__file__).resolve().parent.parent
    files = [path for package in _CODE for path in sorted((root / package).rglob("*.py"))]
    files += [Path(__file__).with_name(name) for name in _SHOOTING]
    named = [(str(path.relative_to(root)), path) for path in files]
    named += [(target, path) for target in targets if (path := _foreign_file(target)) is not None]
    whole = hashlib.sha256()
    for name, path in named:
        whole.update(f"{name}\0{_file_digest(path)}\n".encode())
    return whole.hexdigest()


def _foreign_file(target: str) -> Path | None:
    """The file of a kind that lies outside the project's packages."""
    if (own := kind_files.own_file(target)) is not None:
        return own
    module = kind_files.module_of(target)
    if module.split(".")[0] in _CODE:
        return None
    spec = find_spec(module)
    return Path(spec.origin) if spec is not None and spec.origin else None


def _font_digest(font: Path, notes: Path | None) -> str:
    """The digest of a font file of tens of megabytes, remembered while it does not change."""
    facts = font.stat()
    stamp = f"{font} {facts.st_size} {facts.st_mtime_ns}"
    note = notes / "font.json" if notes else None
    if note is not None:
        with suppress(OSError, ValueError):  # no note yet, or a damaged one: look again
            known = json.loads(note.read_text(encoding="utf-8"))
            if isinstance(known, dict) and known.get("stamp") == stamp:
                return str(known["digest"])
    digest = _file_digest(font)
    if note is not None:
        note.parent.mkdir(parents=True, exist_ok=True)
        part = note.with_name(f"font.{os.getpid()}.part")
        part.write_text(json.dumps({"stamp": stamp, "digest": digest}), encoding="utf-8")
        part.replace(note)
    return digest


def _file_digest(path: Path) -> str:
    """The first 32 hexadecimal digits of the file's SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]
