"""The picture gate: looks at every storyboard in every shape, language and theme, undrawn.

A scene is rehearsed once for each shape and language; colours are looked at in every theme. What
is found is told with the scene, the beat, the shapes it was found in, and the line of the
storyboard. docs/picture-gate.md says what is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path

from algebra.wording import phrase, together, worded
from film import pacing
from film.crew import CrewError, default_jobs
from film.gate_sight import Finding
from film.gate_watch import MOVING, REST, Found, Moment, Reading, Seen, look_at, merged
from film.plan import FilmPlan, Rehearsal, ScenePlan, plan
from film.progress import Progress
from film.stills import pool
from language.formulas import plain_text
from language.model import SceneSpec, Storyboard
from language.places import Fault, Place
from stage.look import Look
from stage.theme import THEMES

SHAPES: Mapping[str, tuple[int, int]] = {
    "16:9": (1920, 1080),
    "9:16": (1080, 1920),
    "1:1": (1080, 1080),
}
FPS = 30
"""Layout does not depend on it; fewer frames are fewer steps."""

_WORTH = 6
"""Scenes below which starting processes takes longer than it saves."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A scene to be looked at in one shape and language."""

    storyboard: int
    scene: int
    shape: str
    language: str
    plan: ScenePlan
    beside: Path

    @property
    def look(self) -> Look:
        width, height = SHAPES[self.shape]
        return Look(width, height, FPS, "dark", self.language)


def inspect(
    storyboards: Sequence[Storyboard], jobs: int | None, progress: Progress
) -> tuple[Fault, ...]:
    """All that is found in the pictures of the storyboards; errors and notices.

    Raises film.crew.CrewError if a process dies.
    """
    views = [
        View(number, k, shape, language, bare(scene), storyboard.path.parent)
        for number, storyboard in enumerate(storyboards)
        for k, scene in enumerate(storyboard.scenes)
        for shape in SHAPES
        for language in storyboard.languages
    ]
    progress.stage("looking", len(views))
    seen = _look_at_all(views, jobs or default_jobs(), progress)
    faults: list[Fault] = []
    for number, storyboard in enumerate(storyboards):
        for k, scene in enumerate(storyboard.scenes):
            by_form: dict[str, list[Found]] = {}
            for view, one in seen.items():
                if (view.storyboard, view.scene) == (number, k):
                    by_form[f"{view.shape} {view.language}"] = list(one.found)
            for language in storyboard.languages:
                hurried = _hurried(storyboard, number, k, language, seen)
                by_form.setdefault(f"16:9 {language}", []).extend(hurried)
            faults.extend(_faults(scene, by_form))
    return tuple(faults)


def bare(scene: SceneSpec) -> ScenePlan:
    """A scene as plain data, without its place in time."""
    return ScenePlan(
        id=scene.id,
        kind=scene.kind.name,
        target=scene.kind.target,
        params=scene.params.model_dump(mode="json"),
        title=scene.title.as_dict() if scene.title else {},
        motion=scene.motion,
        run_times={b.beat.name: b.run_time for b in scene.beats if b.run_time is not None},
        beats=(),
    )


def _look_at_all(views: Sequence[View], jobs: int, progress: Progress) -> dict[View, Seen]:
    if jobs == 1 or len(views) < _WORTH:
        return {view: watch(view) for view in views}
    seen: dict[View, Seen] = {}
    with pool(min(jobs, len(views))) as crew:
        # Views of one scene stand side by side in the list: its type is set once by each process.
        works = {crew.submit(watch, view): view for view in views}
        for done in as_completed(works):
            try:
                seen[works[done]] = done.result()
            except OSError as broken:
                raise CrewError(phrase("a process died: {broken}", broken=broken)) from broken
            progress.done(len(seen))
    return {view: seen[view] for view in views}


def watch(view: View) -> Seen:
    """Looks at one scene in one shape and language."""
    return look_at(view.plan, view.look, tuple(THEMES), view.beside)


def _faults(scene: SceneSpec, by_form: Mapping[str, Sequence[Found]]) -> Iterator[Fault]:
    """What was found in a scene, at the line of the beat in which it is seen first."""
    places = {beat.beat.name: beat.place for beat in scene.beats}
    beats: dict[tuple[Moment, Finding, tuple[str, ...]], list[str]] = {}
    for found, forms in merged(by_form):
        beats.setdefault((found.moment, found.finding, forms), []).append(found.beat)
    for (moment, finding, forms), (first, *later) in beats.items():
        place: Place = places.get(first, scene.place)
        where = f"{scene.id}.{first}" if first else scene.id
        what = phrase(
            "{where}{when}: {what} ({which})",
            where=together([where, ", ".join(later)]) if later else where,
            when=phrase(" while it moves") if moment == MOVING else "",
            what=worded(finding.what),
            which=phrase("in every shape") if len(forms) == len(by_form) else ", ".join(forms),
        )
        yield Fault(place, what, finding.cure, finding.severity)


def _hurried(
    storyboard: Storyboard, number: int, k: int, language: str, seen: Mapping[View, Seen]
) -> Iterator[Found]:
    """Text that leaves before it can have been read."""
    own = {
        view.scene: one
        for view, one in seen.items()
        if (view.storyboard, view.shape, view.language) == (number, "16:9", language)
    }
    heard = {j: one.rehearsal for j, one in own.items() if one.rehearsal is not None}
    if len(heard) < len(storyboard.scenes):
        return
    film = _plan(storyboard, heard, language)
    for reading in own[k].readings:
        yield from _too_short(film.scenes[k], reading, language)


def _plan(storyboard: Storyboard, heard: Mapping[int, Rehearsal], language: str) -> FilmPlan:
    numbers = {scene.id: j for j, scene in enumerate(storyboard.scenes)}
    return plan(
        storyboard, lambda spec, _: heard[numbers[spec.id]], Look(fps=FPS, language=language)
    )


def _too_short(scene: ScenePlan, reading: Reading, language: str) -> Iterator[Found]:
    shown, there = 0, False
    for beat in scene.beats:
        if beat.name == reading.beat:
            later = beat.steps[reading.step :]
            shown += sum(step.hold + step.play for step in later) + beat.hold
            there = True
        elif there and beat.name == reading.gone:
            break
        elif there:
            shown += beat.frames
    need = pacing.reading_frames(plain_text(reading.text), language, FPS)
    if there and shown < need:
        what = phrase(
            "{name} is shown for {shown:.1f} s, reading takes {need:.1f} s",
            name=reading.name,
            shown=shown / FPS,
            need=need / FPS,
        )
        finding = Finding("hurried", (reading.name,), what, "let it stay longer, or write less")
        yield Found(reading.beat, REST, finding)
