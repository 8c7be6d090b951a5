"""Import strings of scene kinds: a module of the project, or a file of a lecturer's own.

``scenes.title_card:TitleCard`` names a class of this project, ``file:/lectures/own.py:Dial`` one of
a file that somebody named on the command line. Either way a spawned process finds the class by the
string alone. A file is executed once in a process, under a module name derived from its path.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

SCHEME = "file:"
"""How the module part begins if it names a file."""


def file_module(path: Path) -> str:
    """The module part of the import string of a kind in this file."""
    return SCHEME + path.resolve().as_posix()


def module_of(target: str) -> str:
    """The module part of an import string (a path may hold a colon, a class name does not)."""
    return target.rpartition(":")[0]


def own_file(target: str) -> Path | None:
    """The file that an import string names, or None if it names a module."""
    module = module_of(target)
    return Path(module.removeprefix(SCHEME)) if module.startswith(SCHEME) else None


def own_files(target: str, params: object) -> set[Path]:
    """The lecturers' files that a scene is drawn with: its own kind's, and those of scenes in it.

    ``params`` are the scene's as JSON has them, in which a scene within a scene has a ``target``.
    """
    found = {path for path in (own_file(target),) if path is not None}
    match params:
        case Mapping():
            inner = params.get("target")
            found |= own_files(inner if isinstance(inner, str) else "", list(params.values()))
        case list() | tuple():
            found = found.union(*(own_files("", each) for each in params))
    return found


def load_module(module: str) -> ModuleType:
    """Imports a module, or executes a file once; whatever its code raises passes through."""
    if not module.startswith(SCHEME):
        return importlib.import_module(module)
    path = Path(module.removeprefix(SCHEME))
    name = module_name(path)
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made  # pydantic looks up annotations there
    try:
        spec.loader.exec_module(made)
    except BaseException:
        del sys.modules[name]
        raise
    return made


def load_class(target: str) -> object:
    """What an import string names; AttributeError if its module has no such thing."""
    return getattr(load_module(module_of(target)), target.rpartition(":")[2])


def module_name(path: Path) -> str:
    """A module name for a file: its stem to be read, a digest of its path to be unique."""
    stem = re.sub(r"\W", "_", path.stem)
    return f"own_kinds_{stem}_{hashlib.sha256(path.as_posix().encode()).hexdigest()[:8]}"


def line_at_fault(error: BaseException, path: Path | None = None) -> tuple[Path, int] | None:
    """The line of a lecturer's file in which an error arose, the deepest one; None if in none.

    Without a path, any file that was loaded by `load_module`. A syntax error names its own line.
    """
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        named = Path(error.filename)
        if path is None or named == path:
            return named, error.lineno
    own = {str(path)} if path is not None else _loaded()
    found = None
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename in own and frame.lineno is not None:
            found = Path(frame.filename), frame.lineno
    return found


def _loaded() -> set[str]:
    return {
        str(module.__file__)
        for name, module in list(sys.modules.items())
        if name.startswith("own_kinds_") and getattr(module, "__file__", None)
    }
