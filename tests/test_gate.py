"""The picture gate finds what is bad, and nothing in what is good; its figures are published."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from film import gate
from film.gate_rules import AT_REST, numbers
from film.gate_watch import Found, merged
from film.progress import Silent
from language.kind import Kind
from language.model import BeatSpec, SceneSpec, Storyboard
from language.places import Place
from language.text import Text
from tests.bad_scenes import BAD, EVERY, GOOD, Tiny
from tests.conftest import ROOT, Goldens

PAGE = ROOT / "docs" / "picture-gate.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->"


def spec_of(scene: type[Tiny]) -> SceneSpec:
    """A tiny scene as a storyboard would have it."""
    place = Place("bad.yaml", 1, 1)
    target = f"{scene.__module__}:{scene.__name__}"
    params = scene.Params()
    kind = Kind(scene.__name__.lower(), scene.Params, scene.beats, scene.__doc__ or "", target)
    beats = tuple(BeatSpec(beat, None, None, place) for beat in scene.beats(params))
    return SceneSpec(scene.__name__.lower(), kind, params, None, "auto", beats, place)


def board(*scenes: type[Tiny]) -> Storyboard:
    """A storyboard of tiny scenes, in Korean."""
    return Storyboard(
        path=Path("bad.yaml"),
        version=1,
        title=Text.of({"ko": "그림"}),
        languages=("ko",),
        theme="dark",
        matrices={},
        claims=(),
        scenes=tuple(map(spec_of, scenes)),
        notices=(),
    )


@cache
def found_in(scene: type[Tiny]) -> tuple[Found, ...]:
    """What the gate finds in a scene, in any shape."""
    storyboard = board(scene)
    views = [
        gate.View(0, 0, shape, "ko", gate.bare(storyboard.scenes[0]), Path())
        for shape in gate.SHAPES
    ]
    seen = {view: gate.watch(view) for view in views}
    hurried = list(gate._hurried(storyboard, 0, 0, "ko", seen))
    forms = {view.shape: list(one.found) for view, one in seen.items()}
    return tuple(found for found, _ in merged({**forms, "": hurried}))


def rules_in(scene: type[Tiny]) -> set[str]:
    """The rules that find something in a scene."""
    return {found.finding.rule for found in found_in(scene)}
