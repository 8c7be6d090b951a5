"""What a film is made from besides its storyboard: code, packages, fonts, each with a digest.

Which code a scene kind is made of is read from its source: the project's modules that its module
imports, and those that these import. Nothing is imported for that, so it can be known before Manim
is loaded. A module that imports by a name which is only known when it runs is taken to import every
scene kind.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from cairo import cairo_version_string

from stage import kind_files
from stage.fonts import font_file

ROOT = Path(__file__).resolve().parent.parent
"""The project's folder."""

PACKAGES = (
    *("manim", "pycairo", "svgelements", "pillow"),  # what draws
    *("typst", "tylax", "pylatexenc", "pygments", "manimpango"),  # what sets type
    *("numpy", "scipy", "pydantic"),  # what computes
    "av",  # what encodes
)
"""Python packages that a picture's bytes can depend on."""

_CUTTING = ("imageio-ffmpeg", "ffmpeg-python", "manimgx-fonts-cjk", "pyyaml")
"""What else has a part in a finished film."""

CODE = ("algebra", "language", "stage", "scenes")
"""The project's packages that a picture can come from."""

SHOOTING = ("film.shoot", "film.encode")
"""Modules that every clip goes through."""

_LOADERS = frozenset({"scenes", "stage.kind_files"})
"""Modules that load kinds by name, but for others: they give no picture of their own."""

_STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)

_BY_NAME = frozenset({"import_module", "__import__", "load_class", "load_module", "exec", "eval"})


def file_digest(path: Path) -> str:
    """The first 32 hexadecimal digits of a file's SHA-256; OSError if it cannot be read."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]


def package_version(package: str) -> str:
    """The installed version of a package, or "absent"."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def versions() -> dict[str, str]:
    """The versions of all that draws, computes or encodes, by name.

    Cairo is listed beside its binding: where that was built from source, it is the system's own.
    """
    return {name: package_version(name) for name in PACKAGES} | {"cairo": cairo_version_string()}


def code_behind(target: str) -> dict[str, Path]:
    """The code that a kind's pictures can come from: names (of modules) and files.

    ``target`` is an import string. ImportError if it leads to no source file.
    """
    own = kind_files.own_file(target)
    stamps = (_program_stamp(), _stamp(own) if own is not None else None)
    return dict(_code_behind(target, stamps))


def _program_stamp() -> tuple[tuple[str, tuple[int, int]], ...]:
    """Sizes and times of the program's files: while they stay, nothing imports anything else."""
    files = [path for package in (*CODE, "film") for path in (ROOT / package).glob("*.py")]
    return tuple((str(path), _stamp(path)) for path in sorted(files))


@lru_cache(maxsize=64)
def _code_behind(target: str, stamp: object) -> tuple[tuple[str, Path], ...]:
    del stamp  # a program that has changed is looked through again
    own = kind_files.own_file(target)
    name = kind_files.module_of(target)
    found: dict[str, Path] = {}
    waiting = [(name, own if own is not None else _source(name))]
    waiting += [(module, _source(module)) for module in SHOOTING]
    while waiting:
        module, path = waiting.pop()
        if module in found:
            continue
        found[module] = path
        if module in SHOOTING or module == "scenes":
            continue  # what they need of the project comes with the kinds; the rest draws nothing
        for needed in _imports(module, path):
            if needed not in found and (file := _project_file(needed)) is not None:
                waiting.append((needed, file))
    return tuple(sorted(found.items()))


def _source(module: str) -> Path:
    path = _project_file(module)
    if path is None:
        # A kind outside the project's packages (in a test, say).
        spec = find_spec(module)
        path = Path(spec.origin) if spec is not None and spec.origin else None
    if path is None:
        raise ImportError(f"{module} has no source file")
    return path


def _project_file(module: str) -> Path | None:
    """The file of a module of the project's drawing packages or of film; None for any other."""
    if module.partition(".")[0] not in (*CODE, "film"):
        return None
    path = ROOT.joinpath(*module.split("."))
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


def _imports(module: str, path: Path) -> Iterator[str]:
    """Names that may be modules of the project, from the module's source."""
    names = set(_imports_of(path, module, _stamp(path)))
    if _ANY in names and module not in _LOADERS:
        names.update(f"scenes.{file.stem}" for file in (ROOT / "scenes").glob("[!_]*.py"))
    for name in sorted(names - {_ANY}):
        package, *rest = name.split(".")
        if package in CODE:
            yield package
            for part in rest:
                package = f"{package}.{part}"
                yield package


_ANY = "*"


def _stamp(path: Path) -> tuple[int, int]:
    facts = path.stat()
    return facts.st_size, facts.st_mtime_ns


@cache
def _imports_of(path: Path, module: str, stamp: tuple[int, int]) -> tuple[str, ...]:
    del stamp  # a file that has changed is read again
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    source = path.read_bytes()
    waiting: list[ast.AST] = [ast.parse(source, str(path))]
    # Imports are statements; expressions are looked through only where one may import by name.
    parts = ast.AST if any(name.encode() in source for name in _BY_NAME) else _STATEMENTS
    while waiting:
        node = waiting.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                waiting += node.orelse  # what is never executed draws nothing
                continue
            case ast.Import():
                found.update(alias.name for alias in node.names)
            case ast.ImportFrom():
                above = package.split(".")[: len(package.split(".")) + 1 - node.level]
                base = ".".join([*(above if node.level else []), *filter(None, [node.module])])
                found.add(base)
                found.update(f"{base}.{alias.name}" for alias in node.names)
                if any(alias.name in _BY_NAME for alias in node.names):
                    found.add(_ANY)
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in _BY_NAME:
                found.add(_ANY)
        waiting.extend(part for part in ast.iter_child_nodes(node) if isinstance(part, parts))
    return tuple(sorted(found))


def code_digests(targets: Iterable[str]) -> dict[str, str]:
    """The digest of every module behind these kinds, by its name."""
    files = {name: path for target in targets for name, path in code_behind(target).items()}
    return {name: file_digest(path) for name, path in sorted(files.items())}


def font_digest(font: Path, notes: Path | None = None) -> str:
    """The digest of a font file of tens of megabytes, remembered while it does not change.

    ``notes`` is the folder of the note, which is written if the folder is there.
    """
    facts = font.stat()
    stamp = f"{font} {facts.st_size} {facts.st_mtime_ns}"
    note = notes / "font.json" if notes else None
    if note is not None:
        with suppress(OSError, ValueError):  # no note yet, or a damaged one: look again
            known = json.loads(note.read_text(encoding="utf-8"))
            if isinstance(known, dict) and known.get("stamp") == stamp:
                return str(known["digest"])
    digest = file_digest(font)
    if note is not None and note.parent.is_dir():
        write_note(note, {"stamp": stamp, "digest": digest})
    return digest


def write_note(path: Path, content: Mapping[str, object]) -> None:
    """Writes JSON that appears complete or not at all; what stops it is no reason to stop for.

    A note only spares work.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        part.replace(path)
    with suppress(OSError):
        part.unlink(missing_ok=True)


def program_digest(notes: Path | None = None) -> str:
    """A digest of all that turns storyboards into films: code, packages, font, Python."""
    files = [path for package in (*CODE, "film") for path in (ROOT / package).glob("*.py")]
    code = {str(path.relative_to(ROOT)): file_digest(path) for path in [*files, *ROOT.glob("*.py")]}
    packages = versions() | {name: package_version(name) for name in _CUTTING}
    whole = {
        "code": code,
        "packages": packages,
        "font": font_digest(font_file(), notes),
        "python": [platform.python_version(), platform.machine(), platform.system()],
        "ffmpeg": os.environ.get("IMAGEIO_FFMPEG_EXE", ""),
    }
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()
