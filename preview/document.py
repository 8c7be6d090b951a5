"""What the page shows of a film, as plain data that becomes JSON.

All times are frames from the film's start at `messages.FPS`. Pictures and clips are added by the
session, which knows which of them there are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from urllib.parse import quote

from film.pacing import reading_frames
from film.plan import BeatPlan, FilmPlan, ScenePlan
from language.formulas import plain_text
from language.model import BeatSpec, SceneSpec, Storyboard
from language.places import Fault, Place
from preview.messages import Json, in_each_language
from stage.theme import THEMES, roles

EXCERPT = 4
"""Lines of the storyboard that are shown of a beat: its own, one before it, two after it."""


class Sources:
    """The text of the files that places point into, read once between two saves."""

    def __init__(self, folder: Path, others: Sequence[Path] = ()) -> None:
        self._folder = folder.resolve()
        self._others = {path.name: path for path in others}
        self._lines: dict[str, list[str]] = {}

    def forget(self) -> None:
        """The files may have changed."""
        self._lines.clear()

    def path(self, file: str) -> Path:
        """The file that a place names, told from the storyboard's folder."""
        inside = self._folder / file
        return self._others[file] if file in self._others and not inside.exists() else inside

    def lines(self, file: str, first: int, count: int) -> list[Json]:
        """Some lines of a file, counted from 1; none if it cannot be read."""
        if file not in self._lines:
            try:
                text = self.path(file).read_text(encoding="utf-8-sig", errors="replace")
            except OSError:
                text = ""
            self._lines[file] = text.splitlines()
        found: list[Json] = []
        found += self._lines[file][first - 1 : first - 1 + count]
        return found

    def place(self, place: Place, count: int = EXCERPT) -> dict[str, Json]:
        """A place with its text and a link that opens it in an editor."""
        path = quote(self.path(place.file).as_posix().removeprefix("/"))
        first = max(1, place.line - 1) if count > 1 else place.line
        return {
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "href": f"vscode://file/{path}:{place.line}:{place.column}",
            "first": first,
            "text": self.lines(place.file, first, count),
        }

    def fault(self, fault: Fault) -> dict[str, Json]:
        """A fault with the line in which it stands."""
        return {
            "place": self.place(fault.place, 1),
            "what": {**in_each_language(fault.what)},
            "cure": {**in_each_language(fault.cure)},
            "severity": fault.severity,
        }


def document(
    board: Storyboard,
    film: FilmPlan,
    known: Collection[str],
    remarks: Sequence[Fault],
    sources: Sources,
) -> dict[str, Json]:
    """The film as it is laid out; ``known`` are the scenes whose times are not guessed."""
    look = film.look
    specs = {scene.id: scene for scene in board.scenes}
    scenes: list[Json] = []
    start = 0
    for scene in film.scenes:
        scenes.append(_scene(specs[scene.id], scene, start, film, known, sources))
        start += scene.frames
    return {
        "title": dict(film.title),
        "file": board.path.name,
        "languages": list(board.languages),
        "look": {
            "width": look.width,
            "height": look.height,
            "fps": look.fps,
            "theme": look.theme,
            "language": look.language,
        },
        "themes": list(THEMES),
        "colours": dict(roles(THEMES[look.theme])),
        "frames": film.frames,
        "scenes": scenes,
        "cues": {
            language: [[cue.start, cue.end, list(cue.lines)] for cue in cues]
            for language, cues in film.captions.items()
        },
        "claims": [
            {
                "source": claim.source,
                "value": {**in_each_language(claim.value)},
                "place": sources.place(claim.place, 1),
            }
            for claim in board.claims
        ],
        "remarks": [sources.fault(fault) for fault in remarks],
    }


def _scene(
    spec: SceneSpec,
    scene: ScenePlan,
    start: int,
    film: FilmPlan,
    known: Collection[str],
    sources: Sources,
) -> dict[str, Json]:
    beats: list[Json] = []
    now = start
    for number, beat in enumerate(scene.beats):
        beats.append(_beat(spec.beats[number], beat, now, film, sources))
        now += beat.frames
    title = plain_text(scene.title_in(film.look.language))
    return {
        "id": scene.id,
        "kind": scene.kind,
        "title": title or scene.id.replace("_", " "),
        "place": sources.place(spec.place),
        "start": start,
        "frames": scene.frames,
        "guessed": scene.id not in known,
        "beats": beats,
    }


def _beat(
    spec: BeatSpec, beat: BeatPlan, start: int, film: FilmPlan, sources: Sources
) -> dict[str, Json]:
    language = film.look.language
    return {
        "name": beat.name,
        "doc": {**in_each_language(spec.beat.doc)},  # the plan, being JSON, has its English only
        "main": beat.main,
        "place": sources.place(spec.place),
        "say": dict(beat.say),
        "start": start,
        "frames": beat.frames,
        "steps": [asdict(step) for step in beat.steps],
        "hold": beat.hold,
        "motion": beat.pictures,
        "reading": reading_frames(beat.say.get(language, ""), language, film.look.fps),
    }
