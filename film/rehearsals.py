"""Rehearsals that are remembered: what a scene does depends on what its pictures depend on.

A storyboard whose narration was edited is planned anew without running a scene.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from film.plan import Piece, Rehearsal, Rehearse, RehearsedBeat, ScenePlan, Step
from film.store import Store, clip_key, surroundings
from language.model import SceneSpec
from stage.look import Look

ENDING = "json"

_WHOLE = Piece(0, 0, 0, 0)
"""No piece has this form: a rehearsal is of the whole scene."""


class Memory:
    """Rehearses through ``rehearse``, unless the store in this folder knows what would be heard.

    Nothing is written before `keep`, so that what only looks leaves no trace.
    """

    def __init__(self, folder: Path, rehearse: Rehearse) -> None:
        self._store = Store(folder, ENDING)
        self._rehearse = rehearse
        self._new: dict[str, Rehearsal] = {}
        self._around: dict[str, Mapping[str, str]] = {}

    def rehearse(self, scene: SceneSpec, look: Look) -> Rehearsal:
        """What the scene does in each beat; raises whatever the rehearsal does."""
        key = self._key(scene, look)
        found = self._store.find(key)
        if found is not None:
            return from_json(found.read_text(encoding="utf-8"))
        self._new[key] = rehearsal = self._rehearse(scene, look)
        return rehearsal

    def keep(self, folder: Path) -> None:
        """Put what was heard into the store; ``folder`` is one to work in, on its file system."""
        for key, rehearsal in self._new.items():
            made = folder / f"{key}.{ENDING}"
            made.write_text(to_json(rehearsal), encoding="utf-8")
            self._store.keep(key, made)
        self._new.clear()

    def _key(self, scene: SceneSpec, look: Look) -> str:
        target = scene.kind.target
        if target not in self._around:
            self._around[target] = surroundings([target], self._store.folder)
        as_planned = ScenePlan(
            id=scene.id,
            kind=scene.kind.name,
            target=target,
            params=scene.params.model_dump(mode="json"),
            title=scene.title.as_dict() if scene.title else {},
            motion=scene.motion,
            run_times={b.beat.name: b.run_time for b in scene.beats if b.run_time is not None},
            beats=(),
        )
        return clip_key(as_planned, look, _WHOLE, self._around[target])


def to_json(rehearsal: Rehearsal) -> str:
    """The rehearsal as JSON text."""
    return json.dumps([asdict(beat) for beat in rehearsal.beats], ensure_ascii=False)


def from_json(text: str) -> Rehearsal:
    """The rehearsal that `to_json` wrote."""
    from stage.story import Box  # its module imports manim

    return Rehearsal(
        tuple(
            RehearsedBeat(
                beat["name"],
                tuple(Step(**step) for step in beat["steps"]),
                beat["hold"],
                tuple(Box(**box) for box in beat["boxes"]),
            )
            for beat in json.loads(text)
        )
    )
