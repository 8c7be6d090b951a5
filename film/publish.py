"""Gives a finished film its place: all files of it, or none.

Everything is made and checked in a working folder beside the place where it will lie, then
renamed. Until then whatever lay there stays; if anything fails, it stays byte for byte.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from algebra.wording import message_of, phrase
from film import captions
from film.cut import CutError, cut, subtitled
from film.manifest import manifest, outputs_of
from film.names import Names
from film.plan import FilmPlan
from film.probe import ProbeError, verify
from film.sidecars import transcript, youtube_chapters

WORKSHOP = ".making-"
"""How the names of working folders begin."""

ABANDONED = 24 * 3600
"""Seconds after which a working folder belongs to no run any more, but to one that was killed."""


class PublishError(Exception):
    """The film was not published; the message says why, and nothing has changed."""


@dataclass(frozen=True, slots=True)
class Published:
    """Where everything of a film lies. ``chapters`` is None if YouTube would not show any."""

    film: Path
    captions: tuple[Path, ...]
    poster: Path
    chapters: Path | None
    transcript: Path
    manifest: Path

    @property
    def paths(self) -> tuple[Path, ...]:
        """All of it, the film first."""
        chapters = (self.chapters,) if self.chapters else ()
        return (
            self.film,
            *self.captions,
            self.poster,
            *chapters,
            self.transcript,
            self.manifest,
        )


def publish(
    plan: FilmPlan,
    clips: Sequence[Path],
    poster_png: bytes,
    names: Names,
    inputs: Sequence[Path] = (),
) -> Published:
    """Cuts the film of ``clips`` (in the order of ``plan.pieces()``) and puts it in its place.

    ``poster_png`` is a PNG file's content; ``inputs`` are the files that the storyboard consists
    of, itself first. PublishError if anything fails: then what lay there before still does.
    """
    try:
        names.folder.mkdir(parents=True, exist_ok=True)
        with _workshop(names.folder) as made, _workshop(names.folder) as kept:
            film = cut(plan, clips, made)
            verify(film, plan)
            new = {names.film: film}
            for path, content in _beside(plan, poster_png, names).items():
                new[path] = made / path.name
                new[path].write_bytes(content)
            stale = _stale(names, new)
            listing = manifest(plan, inputs, {path.name: at for path, at in new.items()})
            new[names.manifest] = made / names.manifest.name
            new[names.manifest].write_text(listing, encoding="utf-8", newline="\n")
            for path in new.values():
                _settle(path)
            _exchange(new, stale, kept)
    except (CutError, ProbeError) as error:
        raise PublishError(message_of(error)) from error
    except OSError as error:
        raise PublishError(_plainly(error, names.folder)) from error
    return Published(
        names.film,
        tuple(
            names.captions(language, ending)
            for language in subtitled(plan)
            for ending in ("srt", "vtt")
        ),
        names.poster,
        names.chapters if names.chapters in new else None,
        names.transcript,
        names.manifest,
    )


def _beside(plan: FilmPlan, poster_png: bytes, names: Names) -> dict[Path, bytes]:
    """Final paths and contents of all files but film and manifest."""
    texts = {names.transcript: transcript(plan)}
    for language in subtitled(plan):
        cues, fps = plan.captions[language], plan.look.fps
        texts[names.captions(language, "srt")] = captions.srt(cues, fps)
        texts[names.captions(language, "vtt")] = captions.vtt(cues, fps)
    if (chapters := youtube_chapters(plan)) is not None:
        texts[names.chapters] = chapters
    if not poster_png.startswith(b"\x89PNG\r\n\x1a\n"):
        raise ProbeError("the poster is not a PNG picture")
    return {names.poster: poster_png, **{path: text.encode() for path, text in texts.items()}}


def _stale(names: Names, new: Mapping[Path, Path]) -> tuple[Path, ...]:
    """Files that belonged to the film before and do not any more, such as a language's captions.

    A manifest may be edited by hand, so only names of this film are taken from it.
    """
    listed = (names.folder / Path(name).name for name in outputs_of(names.manifest))
    return tuple(
        path
        for path in listed
        if path not in new and path != names.manifest and path.name.startswith(f"{names.stem}.")
    )


def _exchange(new: Mapping[Path, Path], stale: Iterable[Path], kept: Path) -> None:
    """Puts each file of ``new`` (final path → where it is now) in its place, removes ``stale``.

    Each file goes from old to new in one step, so that at no moment a film is missing; ``kept``
    is a folder for second names of the old files, from which all come back if one cannot be
    replaced (because a player on Windows has it open, say).
    """
    old: dict[Path, Path] = {}
    for path in (*new, *stale):
        if path.exists():
            old[path] = kept / path.name
            _second_name(path, old[path])
    done: list[Path] = []
    try:
        for path, made in new.items():
            # Noted before it happens: an interruption in between must undo it, too.
            done.append(path)
            made.replace(path)
        for path in stale:
            done.append(path)
            path.unlink(missing_ok=True)
    except BaseException:
        for path in done:
            if path in old:
                old[path].replace(path)
            else:
                path.unlink(missing_ok=True)
        raise


def _second_name(path: Path, name: Path) -> None:
    """A second name for a file, or a copy where the file system has no such thing."""
    try:
        name.hardlink_to(path)
    except OSError:
        shutil.copy2(path, name)


def _settle(path: Path) -> None:
    """Waits until the file is on the disk: a name must not arrive there before the content."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextmanager
def _workshop(folder: Path) -> Iterator[Path]:
    """A folder to work in, on the same file system; it is gone afterwards, whatever happens.

    Those that killed runs have left are swept out.
    """
    for left in folder.glob(f"{WORKSHOP}*"):
        with suppress(FileNotFoundError):  # another run has just finished with it
            if time.time() - left.stat().st_mtime > ABANDONED:
                shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        prefix=WORKSHOP, dir=folder.resolve(), ignore_cleanup_errors=True
    ) as name:
        yield Path(name)


def _plainly(error: OSError, folder: Path) -> str:
    """What went wrong with the files, in words that say what to do."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return phrase("the disk is full: there is no room for the film in {folder}", folder=folder)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return phrase("no permission to write {path}", path=error.filename or folder)
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return phrase("{folder} cannot be made a folder: a file is in its way", folder=folder)
    return phrase("the film could not be written: {error}", error=error)
