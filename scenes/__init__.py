"""One public module per scene kind, found by discovery; kinds never import each other.

There is no list of kinds: a module of this package whose name does not begin with an underscore is
a kind, its name in YAML is the module's name, and its one StoryScene class is what draws it.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from language.kind import Kind


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
    from stage.story import StoryScene

    module = importlib.import_module(module_name)
    own = [
        member
        for member in vars(module).values()
        if inspect.isclass(member)
        and issubclass(member, StoryScene)
        and member.__module__ == module_name
        and not member.__name__.startswith("_")
    ]
    if len(own) != 1:
        raise TypeError(f"{module_name} must define one scene class, it defines {len(own)}")
    scene = own[0]
    doc = inspect.getdoc(scene)
    if not doc or scene.__doc__ is None:
        raise TypeError(f"{module_name}: {scene.__name__} needs a docstring, it is the manual page")
    return Kind(name, scene.Params, scene.beats, doc, f"{module_name}:{scene.__name__}")
