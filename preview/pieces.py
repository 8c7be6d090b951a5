"""How a clip for the page is put together from a scene's plan."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from film.plan import Piece, ScenePlan
from stage import kind_files
from stage.look import Look


def pieces_of(scene: ScenePlan) -> tuple[Piece, ...]:
    """The scene's timeline as motions of one frame a picture, and holds of one picture.

    A motion is a single piece however long it is: the page seeks in it by frames of a file on the
    same machine, and a kept motion is worth more than a short one.
    """
    found: list[Piece] = []
    picture = scene.first
    for beat in scene.beats:
        for step in beat.steps:
            found += _hold(picture, step.hold)
            found.append(Piece(0, picture + 1, step.play, 1))
            picture += step.play
        found += _hold(picture, beat.hold)
    return tuple(found)


def _hold(picture: int, frames: int) -> list[Piece]:
    return [Piece(0, picture, 1, frames)] if frames else []


def scene_key(scene: ScenePlan, look: Look, code: Mapping[Path, str]) -> str:
    """A digest of all that the scene's pictures depend on; ``code`` digests custom kinds' files."""
    own = kind_files.own_files(scene.target, scene.params)
    whole = {
        "target": scene.target,
        "code": {path.as_posix(): code.get(path, "") for path in sorted(own)},
        "params": scene.params,
        "title": scene.title_in(look.language),
        "motion": scene.motion,
        "run_times": scene.run_times,
        "look": [look.width, look.height, look.fps, look.theme, look.language],
    }
    return _digest(whole)


def clip_key(key: str, scene: ScenePlan) -> str:
    """The key of a clip: the scene's pictures and how long each stays."""
    steps = [[[step.hold, step.play] for step in beat.steps] + [beat.hold] for beat in scene.beats]
    return _digest([key, scene.first, steps])


def beat_alone(scene: ScenePlan, beat: str) -> ScenePlan:
    """The scene with this beat only; LookupError if it has none of that name."""
    last = scene.last_picture(beat)
    kept = next(each for each in scene.beats if each.name == beat)
    return replace(scene, beats=(kept,), first=last - kept.pictures)


def beat_clip_key(key: str, scene: ScenePlan, beat: str) -> str:
    """The key of a clip of one beat."""
    return clip_key(key, beat_alone(scene, beat))


def clip_name(clip: str) -> str:
    """The file name of the clip with this key."""
    return f"{clip}.mp4"


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True, default=dict)
    return hashlib.sha256(text.encode()).hexdigest()[:24]
