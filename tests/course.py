"""The storyboards of the course: read once, rehearsed and planned once in each look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from film.plan import FilmPlan, Rehearsal, plan
from film.shoot import rehearse
from language.model import SceneSpec, Storyboard
from language.reader import read
from scenes import kinds
from stage.look import Look
from stage.theme import THEMES

STORYBOARDS = tuple(sorted((Path(__file__).parent.parent / "storyboards").glob("*.yaml")))

WIDE = Look(1920, 1080, 60)
TALL = Look(1080, 1920, 60)


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A film's plan, and by a scene's id the rehearsal that it was planned from."""

    plan: FilmPlan
    rehearsals: Mapping[str, Rehearsal]


class Course:
    """Remembers what it has read and rehearsed."""

    def __init__(self) -> None:
        self._read: dict[Path, Storyboard] = {}
        self._rehearsed: dict[tuple[Path, Look], Rehearsed] = {}

    def storyboard(self, path: Path) -> Storyboard:
        """The storyboard in a file; Faults if it has any."""
        if path not in self._read:
            self._read[path] = read(path, kinds(), THEMES)
        return self._read[path]

    def looks(self, path: Path) -> tuple[Look, ...]:
        """In what looks a storyboard has goldens: wide in all its languages, tall in the first."""
        languages = self.storyboard(path).languages
        wide = tuple(replace(WIDE, language=language) for language in languages)
        return (*wide, replace(TALL, language=languages[0]))

    def rehearsed(self, path: Path, look: Look) -> Rehearsed:
        """The storyboard's film in ``look``; Faults or ShootingError if there can be none."""
        if (path, look) not in self._rehearsed:
            heard: dict[str, Rehearsal] = {}

            def listen(scene: SceneSpec, in_look: Look) -> Rehearsal:
                heard[scene.id] = rehearse(scene, in_look)
                return heard[scene.id]

            film = plan(self.storyboard(path), listen, look)
            self._rehearsed[path, look] = Rehearsed(film, heard)
        return self._rehearsed[path, look]


def aspect(look: Look) -> str:
    """The shape of a look as people write it."""
    return {"wide": "16:9", "tall": "9:16", "square": "1:1"}[look.aspect]
