"""One public module per scene kind, found by discovery; kinds never import each other.

There is no list of kinds: a module of this package whose name does not begin with an underscore is
a kind, its name in YAML is the module's name, and its one StoryScene class is what draws it.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

from language.kind import Kind
from language.places import Fault, Place
from stage import kind_files

if TYPE_CHECKING:
    from stage.story import StoryScene


@cache
def kinds() -> Mapping[str, Kind]:
    """Every scene kind by its name in YAML. Imports the kinds' modules, and with them Manim.

    Raises TypeError for a module that does not hold exactly one documented StoryScene class.
    """
    found = {}
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            found[module.name] = kind_of(module.name, f"{__name__}.{module.name}")
    return MappingProxyType(found)


def kind_of(name: str, module_name: str) -> Kind:
    """The kind that a module defines. Raises TypeError as `kinds` does."""
    own = scene_classes(importlib.import_module(module_name))
    if len(own) != 1:
        raise TypeError(f"{module_name} must define one scene class, it defines {len(own)}")
    return _kind(name, own[0], module_name)


def scene_classes(module: ModuleType) -> list[type[StoryScene]]:
    """The public scene classes that a module defines itself, in its order."""
    from stage.story import StoryScene

    return [
        member
        for member in vars(module).values()
        if inspect.isclass(member)
        and issubclass(member, StoryScene)
        and member.__module__ == module.__name__
        and not member.__name__.startswith("_")
    ]


def own_kinds(files: Iterable[Path]) -> tuple[Mapping[str, Kind], tuple[Fault, ...]]:
    """Our kinds and those of a lecturer's files, and what is wrong with the files.

    A class ``AngleDial`` of such a file is the kind ``angle_dial``. A file with a fault adds
    nothing and stops nothing: the kinds of the others are there.
    """
    found = dict(kinds())
    faults: list[Fault] = []
    for path in dict.fromkeys(file.resolve() for file in files):
        try:
            module = kind_files.load_module(kind_files.file_module(path))
        except Exception as error:
            faults.append(_load_fault(path, error))
            continue
        classes = scene_classes(module)
        if not classes:
            what = "this file defines no scene class"
            cure = "write class Name(StoryScene): with Params, beats and construct"
            faults.append(Fault(Place(path.name, 1, 1), what, cure))
        for scene in classes:
            name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", scene.__name__).lower()
            try:
                if name in found:
                    other = found[name].target
                    raise TypeError(f"there is a kind {name} already ({other}); rename the class")
                found[name] = _kind(name, scene, kind_files.file_module(path))
            except (TypeError, ValueError) as error:
                line = inspect.getsourcelines(scene)[1]
                faults.append(Fault(Place(path.name, line, 1), str(error)))
    return MappingProxyType(found), tuple(faults)


def _kind(name: str, scene: type[StoryScene], module: str) -> Kind:
    doc = inspect.getdoc(scene)
    if not doc or scene.__doc__ is None:
        raise TypeError(f"{module}: {scene.__name__} needs a docstring, it is the manual page")
    return Kind(name, scene.Params, scene.beats, doc, f"{module}:{scene.__name__}")


def _load_fault(path: Path, error: Exception) -> Fault:
    """What stopped a file from being loaded, at the line of it where that happened."""
    at = kind_files.line_at_fault(error, path)
    column = getattr(error, "offset", None) or 1
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    first = text.strip().partition("\n")[0]
    place = Place(path.name, at[1] if at else 1, column)
    return Fault(place, f"{type(error).__name__}: {first}" if first else type(error).__name__)
