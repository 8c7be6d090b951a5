"""A scene is looked at while it runs undrawn: at the end of every beat, and during its motions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from algebra.wording import message_of, phrase
from film.gate_colors import COLORS, blended
from film.gate_rules import AT_REST, IN_MOTION, empty_or_full, findings
from film.gate_sight import SEEN, Finding, Sight
from film.plan import Rehearsal, ScenePlan
from film.shoot import ShootingError, observe
from stage.layout import Misfit
from stage.look import Look
from stage.pieces import Piece, claims, pieces
from stage.theme import THEMES

if TYPE_CHECKING:
    from stage.story import StoryScene

MOMENTS = 10
"""A motion is looked at at 0, 1/10, … 1 of its time."""

PASSING = 4
"""Moments of the nine within a motion through which something may lie where it should not: what
moves passes by other things."""

STIR = 0.4
"""Scene units that something must move to be seen as a motion of its own."""


Moment: TypeAlias = Literal["at rest", "while it moves"]
REST: Moment = "at rest"
MOVING: Moment = "while it moves"


@dataclass(frozen=True, slots=True)
class Found:
    """A finding, and when: in which beat, at rest or during its motions."""

    beat: str
    moment: Moment
    finding: Finding


@dataclass(frozen=True, slots=True)
class Reading:
    """Text that came in a beat, before the end of its `step`-th motion, and the beat it left in.

    `gone` is empty if it stays to the scene's end.
    """

    text: str
    name: str
    beat: str
    step: int
    gone: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a scene in one look; no rehearsal if it could not be run to its end."""

    found: tuple[Found, ...]
    readings: tuple[Reading, ...] = ()
    rehearsal: Rehearsal | None = None


def look_at(scene: ScenePlan, look: Look, themes: Collection[str], beside: Path | None) -> Seen:
    """Runs the scene undrawn and looks at it; `themes` are those in which it may be shown."""
    watcher = _Watcher(look, themes)
    try:
        rehearsal = observe(scene, look, watcher, beside)
        if watcher.blended:  # shades that a kind has computed cannot be guessed in another theme
            for theme in {*themes} - {look.theme}:
                other = _Colorist(replace(look, theme=theme))
                observe(scene, replace(look, theme=theme), other, beside)
                watcher.replace(theme, tuple(other.all_found()))
    except ShootingError as error:
        return Seen((*watcher.all_found(), watcher.failed(error)))
    return Seen(tuple(watcher.all_found()), tuple(watcher.reading()), rehearsal)


class _Colorist:
    """Looks at colours only, at the end of every beat, in the theme of the look."""

    def __init__(self, look: Look, prefix: str = "") -> None:
        self._look = look
        self._prefix = prefix
        self._inner: list[_Colorist] = []
        self._theme = THEMES[look.theme]
        self._found: list[Found] = []

    def within(self, prefix: str) -> _Colorist:
        self._inner.append(inner := _Colorist(self._look, prefix))
        return inner

    def all_found(self) -> Iterator[Found]:
        """What was found here and in the scenes within."""
        yield from self._found
        for inner in self._inner:
            yield from inner.all_found()

    def moments(self, frames: int) -> Collection[int]:
        del frames  # what colours there are is seen at rest
        return ()

    def moment(self, scene: StoryScene, frame: int, frames: int) -> None:
        """Nothing is looked at in motion."""

    def rest(self, scene: StoryScene) -> None:
        sight = Sight(pieces(scene.mobjects, self._theme.ground), scene.zones, (self._theme,))
        for found in findings(sight, COLORS):
            self._found.append(Found(self._prefix + scene.beat_name, REST, found))


@dataclass
class _Text:
    name: str
    beat: str
    step: int
    gone: str = ""


@dataclass
class _Motion:
    """What was seen during one motion."""

    beat: str = ""
    seen: dict[Finding, int] = field(default_factory=dict)
    began: list[dict[int, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]] = field(
        default_factory=list
    )
    stirred: set[int] = field(default_factory=set)


class _Watcher:
    """Looks through the rules' eyes and keeps what they find.

    Scenes within a scene are seen each by a watcher of its own, in their own zones.
    """

    def __init__(self, look: Look, themes: Collection[str], prefix: str = "") -> None:
        own = THEMES[look.theme]
        self._look = look
        self._prefix = prefix
        self._inner: list[_Watcher] = []
        self._themes = (own, *(THEMES[name] for name in themes if name != look.theme))
        self.found: list[Found] = []
        self._beat = ""
        self._step = 0
        self._motion = _Motion()
        self._texts: dict[str, _Text] = {}
        self._blended = False

    @property
    def blended(self) -> bool:
        """Whether some colour is no role's."""
        return self._blended or any(inner.blended for inner in self._inner)

    def within(self, prefix: str) -> _Watcher:
        names = [theme.name for theme in self._themes]
        self._inner.append(inner := _Watcher(self._look, names, prefix))
        return inner

    def all_found(self) -> Iterator[Found]:
        """What was found here and in the scenes within."""
        yield from self.found
        for inner in self._inner:
            yield from inner.all_found()

    def moments(self, frames: int) -> Collection[int]:
        return {round(k * frames / MOMENTS) for k in range(MOMENTS + 1)}

    def moment(self, scene: StoryScene, frame: int, frames: int) -> None:
        if frame == 0:
            self._begin(scene)
            return
        seen = self._see(scene)
        if frame < frames:
            for found in findings(seen, IN_MOTION):
                self._motion.seen[found] = self._motion.seen.get(found, 0) + 1
        self._follow(scene)
        if frame == frames:
            self._end(scene)
            self._read(seen.pieces)

    def rest(self, scene: StoryScene) -> None:
        self._come_to(scene)
        sight = self._see(scene, at_rest=True)
        self._blended = self._blended or blended(sight)
        self._read(sight.pieces)
        told = set()
        rules = (rule for rule in AT_REST if rule is not empty_or_full or not self._inner)
        for found in findings(sight, rules):
            self.found.append(Found(self._beat, REST, found))
            told.add((found.rule, found.things))
        # What is still so when the beat has come to rest is told once.
        self.found = [
            one
            for one in self.found
            if not (
                one.beat == self._beat
                and one.moment != REST
                and (one.finding.rule, one.finding.things) in told
            )
        ]

    def replace(self, theme: str, found: Collection[Found]) -> None:
        """What was guessed of another theme gives way to what was seen in it."""
        self.found = [one for one in self.found if theme not in one.finding.things]
        for inner in self._inner:
            inner.replace(theme, ())
        self.found.extend(found)

    def failed(self, error: ShootingError) -> Found:
        """A scene that could not be run to its end: often because something does not fit."""
        cause = error.__cause__
        if isinstance(cause, Misfit):
            finding = Finding("does not fit", (), cause.what, cause.cure)
        else:
            finding = Finding("fails", (), message_of(error), "mend the kind")
        return Found(self._beat, REST, finding)

    def reading(self) -> Iterator[Reading]:
        """Every text with the beat in which it came, and the one in which it was gone."""
        for says, text in self._texts.items():
            yield Reading(says, text.name, text.beat, text.step, text.gone)
        for inner in self._inner:
            yield from inner.reading()

    def _come_to(self, scene: StoryScene) -> None:
        """Note which beat it is."""
        beat = self._prefix + scene.beat_name
        if beat != self._beat:
            self._beat, self._step = beat, 0

    def _see(self, scene: StoryScene, at_rest: bool = False) -> Sight:
        found = pieces(scene.mobjects, self._themes[0].ground, nameless=at_rest)
        said = claims(scene.mobjects) if at_rest else ()
        return Sight(found, scene.zones, self._themes, said)

    def _read(self, found: tuple[Piece, ...]) -> None:
        shown = {
            piece.says: piece
            for piece in found
            if piece.form == "type" and piece.kind == "text" and piece.opacity >= SEEN
        }
        for says, piece in shown.items():
            if says and says not in self._texts:
                self._texts[says] = _Text(piece.called, self._beat, self._step)
        for says, text in self._texts.items():
            if says not in shown and not text.gone:
                text.gone = self._beat

    def _begin(self, scene: StoryScene) -> None:
        self._come_to(scene)
        self._step += 1
        self._motion = _Motion(self._beat)
        for move in scene.moving:
            mobject = move.mobject
            passing = move.is_introducer() or move.is_remover() or mobject is None
            family = [] if passing else mobject.get_family()
            self._motion.began.append(
                {id(one): one.points.mean(axis=0) for one in family if len(one.points)}
            )

    def _follow(self, scene: StoryScene) -> None:
        """Which of the animations have moved something since they began."""
        for k, (move, before) in enumerate(zip(scene.moving, self._motion.began, strict=True)):
            if k in self._motion.stirred or not before:
                continue
            for one in move.mobject.get_family():
                start = before.get(id(one))
                if start is None or not len(one.points):
                    continue
                if np.abs(one.points.mean(axis=0) - start).max() > STIR:
                    self._motion.stirred.add(k)
                    break

    def _end(self, scene: StoryScene) -> None:
        motion = self._motion
        for found, count in motion.seen.items():
            if count > (0 if found.rule == "out of place" else PASSING):
                notice = Finding(found.rule, found.things, found.what, found.cure, "notice")
                self.found.append(Found(motion.beat, MOVING, notice))
        if len(motion.stirred) > 1 and not scene.together:
            finding = Finding(
                "several motions",
                (),
                phrase("{number} things move at a time", number=len(motion.stirred)),
                "let one follow the other, or say play(…, together=True)",
                "notice",
            )
            self.found.append(Found(motion.beat, MOVING, finding))


def merged(found: Mapping[str, Collection[Found]]) -> Iterator[tuple[Found, tuple[str, ...]]]:
    """The same finding in several forms once, with the forms in which it was made."""
    forms: dict[tuple[str, Moment, str, tuple[str, ...]], tuple[Found, list[str]]] = {}
    for form, each in found.items():
        for one in each:
            key = (one.beat, one.moment, one.finding.rule, one.finding.things)
            kept = forms.setdefault(key, (one, []))[1]
            if form not in kept:
                kept.append(form)
    for one, where in forms.values():
        yield one, tuple(where)
