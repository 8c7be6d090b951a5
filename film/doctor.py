"""Is everything here that a film needs? One finding per thing, each with its cure.

Nothing is imported before it is its turn, so that one missing package is one finding, not a
traceback. What only `film.shoot` and `film.cut` may touch (Manim, ffmpeg) is asked through them.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from algebra.wording import phrase, reason_of, worded

PROJECT = Path(__file__).resolve().parent.parent
SCANT_SPACE = 2 * 1024**3
"""Bytes; a film of the course with its clips takes a few hundred megabytes at 1080p60."""
NO_SPACE = 200 * 1024**2
"""Bytes below which not even a draft can be promised."""
SET_UP = phrase("run `make setup` and start .venv/bin/python (Windows: the pip line of README.md)")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; its words are messages.

    `cure` is empty where all is well. Without what is `essential` no film can be made; the rest
    is advice.
    """

    what: str
    detail: str
    cure: str = ""
    essential: bool = True

    @property
    def good(self) -> bool:
        """Is there nothing to cure?"""
        return not self.cure

    @property
    def fatal(self) -> bool:
        """Does this keep films from being made?"""
        return self.essential and not self.good


def line(finding: Finding, encoding: str) -> str:
    """A finding as a message with a mark, which is plain where an encoding lacks the usual one."""
    marks = ("✓", "!", "✗")
    try:
        "".join(marks).encode(encoding or "ascii")
    except UnicodeEncodeError:
        marks = ("ok", "--", "NO")
    mark = marks[0] if finding.good else marks[2] if finding.essential else marks[1]
    what, detail = worded(finding.what), worded(finding.detail)
    if finding.good:
        return phrase("{mark} {what}: {detail}", mark=mark, what=what, detail=detail)
    cure = worded(finding.cure)
    return phrase("{mark} {what}: {detail}; {cure}", mark=mark, what=what, detail=detail, cure=cure)


def examine(media_dir: Path) -> Iterator[Finding]:
    """Findings about this Python, its packages, fonts, drawing, encoders and `media_dir`.

    They come one by one, as they are found: drawing alone takes a second to look at. The order
    goes from causes to effects, so the first bad one is the one to cure first.
    """
    yield python()
    yield from packages()
    for name, look_at in _PARTS.items():
        yield _guarded(name, look_at)
    yield from storage(media_dir)


def _guarded(name: str, look_at: Callable[[], Finding]) -> Finding:
    """What `look_at` finds, or its failure as a finding about what has the name."""
    try:
        return look_at()
    except Exception as failure:  # whatever is broken, the doctor must survive it
        return Finding(name, f"{type(failure).__name__}: {failure}".splitlines()[0], SET_UP)


def python() -> Finding:
    """Version and path of the interpreter; render.py has refused one that is too old."""
    return Finding(
        phrase("python"), f"{'.'.join(map(str, sys.version_info[:3]))} ({sys.executable})"
    )


def packages(project: Path = PROJECT) -> Iterator[Finding]:
    """Each package that the project asks for, with the version that is installed.

    The list is the project's own; a version other than the pinned one may work, so it is only
    mentioned.
    """
    pins = _pins(project / "requirements.txt")
    wanted = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    for requirement in wanted["project"]["dependencies"]:
        name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Finding(name, phrase("not installed"), SET_UP)
            continue
        pinned = pins.get(name, version)
        if version == pinned:
            yield Finding(name, version)
        else:
            advice = phrase(
                "Matreel is tested with {pinned}; `make setup` brings it", pinned=pinned
            )
            yield Finding(name, version, advice, essential=False)


def _pins(file: Path) -> dict[str, str]:
    """Versions by package name, from a file of ``name==version`` lines; empty without the file."""
    if not file.exists():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines()
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", "\n".join(lines), re.MULTILINE))


def fonts() -> Finding:
    """The text font, and whether it really has Korean."""
    from stage.fonts import TEXT_FAMILY, font_file, missing_glyphs

    if missing := missing_glyphs("행렬 각 뷁"):
        lack = phrase("{font} lacks {letters}", font=font_file().name, letters=" ".join(missing))
        return Finding(phrase("fonts"), lack, SET_UP)
    return Finding(phrase("fonts"), f"{TEXT_FAMILY} ({font_file().name})")


def formulas() -> Finding:
    """Does a LaTeX formula typeset?"""
    from stage.formulas import check

    if trouble := check(r"\begin{pmatrix} 2 & 1 \\ 0 & 3 \end{pmatrix}"):
        return Finding(phrase("formulas"), trouble, SET_UP)
    return Finding(phrase("formulas"), f"typst {metadata.version('typst')}")


def drawing() -> Finding:
    """Cairo, Pango, and Manim on top of them."""
    import cairo
    import manimpango

    importlib.import_module("film.shoot")
    versions = (
        f"manim {metadata.version('manim')}",
        f"cairo {cairo.cairo_version_string()}",
        f"pango {manimpango.pango_version()}",
    )
    return Finding(phrase("drawing"), ", ".join(versions))


def encoder() -> Finding:
    """The H.264 encoder inside PyAV."""
    import av

    name = av.codec.Codec("libx264", "w").name
    return Finding(
        phrase("encoder"), phrase("{name} in PyAV {version}", name=name, version=av.__version__)
    )


def ffmpeg() -> Finding:
    """The ffmpeg program that joins clips and sound: does it run?"""
    from film.cut import ffmpeg_version

    return Finding("ffmpeg", ffmpeg_version())


_PARTS: Mapping[str, Callable[[], Finding]] = {
    phrase("fonts"): fonts,
    phrase("formulas"): formulas,
    phrase("drawing"): drawing,
    phrase("encoder"): encoder,
    "ffmpeg": ffmpeg,
}
"""What is looked at by drawing or encoding something, in this order."""


def storage(media_dir: Path) -> Iterator[Finding]:
    """May the output folder be written to, and is there room?"""
    folder = media_dir.absolute()
    while not folder.exists():
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"matreel")
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as refusal:
        cure = phrase("choose a folder of yours with --media_dir")
        yield Finding(
            phrase("output folder"),
            phrase("{file}: {reason}", file=folder, reason=reason_of(refusal)),
            cure,
        )
        return
    yield Finding(phrase("output folder"), str(media_dir))
    free = shutil.disk_usage(folder).free
    mend = phrase("free some space, or choose another disk with --media_dir")
    advice = mend if free < SCANT_SPACE else ""
    yield Finding(
        phrase("free space"), f"{free / 1024**3:.1f} GiB", advice, essential=free < NO_SPACE
    )
