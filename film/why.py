"""Why clips are shot again: what differs from all that the last run's clips depended on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from algebra.wording import phrase, worded
from film.digests import write_note
from film.plan import FilmPlan, Piece, ScenePlan
from language.values import count

_LONGEST = 40
"""Characters of a value that is quoted."""

Parts = Mapping[str, str]
"""All that a scene's pictures depend on, as `film.store.scene_parts` names it."""


def reasons(
    plan: FilmPlan, parts: Sequence[Parts], missing: Sequence[Piece], last: Mapping[str, Parts]
) -> Iterator[str]:
    """A line for each scene that has to be shot: its beats, its clips, and what has changed.

    ``last`` is what `last_parts` knows of the last run of this storyboard.
    """
    for number, scene in enumerate(plan.scenes):
        pieces = [piece for piece in missing if piece.scene == number]
        if pieces:
            beats = ", ".join(dict.fromkeys(beat for p in pieces for beat in _beats(scene, p)))
            yield phrase(
                "{scene} ({beats}), {clips}: {reason}",
                scene=scene.id,
                beats=beats,
                clips=count(len(pieces), "clip"),
                reason=worded(_why(parts[number], last.get(scene.id))),
            )


def _beats(scene: ScenePlan, piece: Piece) -> Iterator[str]:
    """The beats in which the piece's pictures are first seen."""
    last = scene.first
    for beat in scene.beats:
        first, last = last, last + beat.pictures
        if first < piece.first <= last or piece.first == scene.first == first:
            yield beat.name
            return


def _why(now: Parts, before: Parts | None) -> str:
    if before is None:
        return phrase("no run with this scene is remembered")
    changed = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    if not changed:
        return phrase("not in the store: never finished, removed, damaged, or of another length")
    whole = ""  # things, not sentences: in Korean they are joined otherwise than by `one_by_one`
    for name in changed:
        one = _difference(name, before.get(name), now.get(name))
        whole = phrase("{one}; {next}", one=whole, next=one) if whole else one
    return whole


def _difference(name: str, before: str | None, now: str | None) -> str:
    called = _called(name)
    if before is None:
        return phrase("{what} (new)", what=called)
    if now is None:
        return phrase("{what} (gone)", what=called)
    if name.startswith("module ") or max(len(before), len(now)) > _LONGEST:
        return called
    return phrase("{what} ({before} → {now})", what=called, before=before, now=now)


_PARTS: Mapping[str, str] = {
    "param ": phrase("param {name}"),
    "run_time of ": phrase("run_time of {name}"),
    "file ": phrase("file {name}"),
    "module ": phrase("module {name}"),
    "version of ": phrase("version of {name}"),
}
"""How the names of `film.store.scene_parts` begin that hold a name, and how they are told."""

_WHOLE = {
    "kind": phrase("kind"),
    "motion": phrase("motion"),
    "title": phrase("title"),
    "size": phrase("size"),
    "rate": phrase("rate"),
    "theme": phrase("theme"),
    "language": phrase("language"),
    "font": phrase("font"),
    "encoder": phrase("encoder"),
}
"""Those that stand for themselves."""


def _called(part: str) -> str:
    """What a part of `film.store.scene_parts` is called, as a message."""
    for start, template in _PARTS.items():
        if part.startswith(start):
            return phrase(template, name=part.removeprefix(start))
    return _WHOLE.get(part, part)


def last_parts(notes: Path, storyboard: str) -> Mapping[str, Parts]:
    """What the scenes of the last run of a storyboard depended on, by their ids."""
    with suppress(OSError, ValueError, AttributeError, TypeError):  # none yet, or damaged
        known = json.loads(_note(notes, storyboard).read_text(encoding="utf-8"))
        return {scene: dict(parts) for scene, parts in known.items()}
    return {}


def remember(notes: Path, plan: FilmPlan, parts: Sequence[Parts]) -> None:
    """Notes what this run's scenes depend on; scenes that were not part of it stay known."""
    known = dict(last_parts(notes, plan.name))
    known.update({scene.id: own for scene, own in zip(plan.scenes, parts, strict=True)})
    write_note(_note(notes, plan.name), known)


def _note(notes: Path, storyboard: str) -> Path:
    from film.names import NAME_BYTES, safe

    return notes / "films" / f"{safe(storyboard, NAME_BYTES)}.why.json"
