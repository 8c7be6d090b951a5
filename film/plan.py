"""The plan of a film: every beat, picture and caption in whole frames, before anything is drawn.

All lengths are frames and all times are frames from the film's start, unless a name says seconds.
A scene's pictures are counted: picture 0 is the still with which it opens, and each motion of n
frames gives n further pictures. A hold repeats a picture; it draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from pydantic import JsonValue, TypeAdapter

from algebra.wording import phrase
from film import pacing
from film.captions import Cue as Cue
from film.captions import caption_text, cues, needed_frames, split
from film.landmarks import chapter_title, poster
from language.model import BeatSpec, SceneSpec, Storyboard
from language.places import Fault, Faults, Place
from language.text import Text
from stage.look import Look

if TYPE_CHECKING:
    from stage.story import Box  # its module imports manim, which a plan must not need

PIECE_FRAMES = 120
"""The longest piece: two seconds at 60 frames a second, near enough a key frame for seeking."""


@dataclass(frozen=True, slots=True)
class Step:
    """The picture before stays for ``hold`` frames, then a motion shows ``play`` new pictures."""

    hold: int
    play: int


@dataclass(frozen=True, slots=True)
class BeatPlan:
    """A beat on the timeline: its steps, then a final hold of its last picture.

    ``say`` is the plain caption text in each language in which it was written.
    """

    name: str
    doc: str
    steps: tuple[Step, ...]
    hold: int
    say: Mapping[str, str]
    main: bool = False

    @property
    def pictures(self) -> int:
        """How many new pictures the beat shows."""
        return sum(step.play for step in self.steps)

    @property
    def frames(self) -> int:
        """How long the beat lasts."""
        return sum(step.hold + step.play for step in self.steps) + self.hold


@dataclass(frozen=True, slots=True)
class ScenePlan:
    """A scene as plain data: what a worker needs to draw it, and how its beats lie in time.

    ``title`` holds the markup for each language; ``first`` is the number of the picture that
    stands when the first of ``beats`` begins, which is 0 unless earlier beats were left out.
    """

    id: str
    kind: str
    target: str
    params: Mapping[str, JsonValue]
    title: Mapping[str, str]
    motion: str
    run_times: Mapping[str, float]
    beats: tuple[BeatPlan, ...]
    first: int = 0

    @property
    def frames(self) -> int:
        """How long the scene lasts."""
        return sum(beat.frames for beat in self.beats)

    def title_in(self, language: str) -> str:
        """The title's markup in ``language``, or in its first language, or nothing."""
        return self.title.get(language, next(iter(self.title.values()), ""))

    def last_picture(self, beat: str | None = None) -> int:
        """The number of the picture with which ``beat`` (or else the scene) ends; LookupError."""
        picture = self.first
        for each in self.beats:
            picture += each.pictures
            if each.name == beat:
                return picture
        if beat is not None:
            raise LookupError(f"scene {self.id} has no beat {beat}")
        return picture


@dataclass(frozen=True, slots=True)
class Chapter:
    """A scene's part of the timeline, from frame ``start`` to before ``end``.

    ``title`` is plain text in the film's language, ``titles`` in every language of the storyboard.
    """

    start: int
    end: int
    title: str
    titles: Mapping[str, str] = field(default_factory=dict)

    def title_in(self, language: str) -> str:
        """The title in ``language``, or in the film's."""
        return self.titles.get(language, self.title)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the film that is encoded on its own, beginning with a key frame.

    Either ``pictures`` pictures of motion from number ``first``, one frame each (repeat 1), or
    one picture that stays for ``repeat`` frames. ``scene`` is an index into the plan's scenes.
    """

    scene: int
    first: int
    pictures: int
    repeat: int

    @property
    def frames(self) -> int:
        """How long the piece lasts."""
        return self.pictures * self.repeat


@dataclass(frozen=True, slots=True)
class FilmPlan:
    """A whole film, decided to the frame. Round-trips through JSON.

    ``name`` is the storyboard's file name without its ending; ``only`` is ``scene`` or
    ``scene.beat`` if the plan was restricted, else empty. ``title`` and the chapters' titles are
    plain text. ``poster`` is a scene's index and the number of one of its pictures.
    """

    name: str
    title: Mapping[str, str]
    languages: tuple[str, ...]
    look: Look
    scenes: tuple[ScenePlan, ...]
    captions: Mapping[str, tuple[Cue, ...]]
    chapters: tuple[Chapter, ...]
    poster: tuple[int, int]
    frames: int
    only: str = ""

    def to_json(self) -> str:
        """The plan as indented JSON text."""
        return _adapter().dump_json(self, indent=1).decode()

    @staticmethod
    def from_json(text: str) -> FilmPlan:
        """The plan that ``to_json`` wrote; pydantic's ValidationError if it is none."""
        return _adapter().validate_json(text)

    def pieces(self) -> tuple[Piece, ...]:
        """The whole timeline, cut where a beat or a step begins and after 120 frames at most.

        Neither workers nor the store have a say in where: the same plan has the same pieces.
        A motion of a single picture is one piece with the hold that follows it, because two
        pieces of one frame in a row would be two key frames that decoders may take for one.
        """
        return tuple(
            piece for number, scene in enumerate(self.scenes) for piece in _pieces(number, scene)
        )

    def beat_starts(self) -> tuple[tuple[int, str, str], ...]:
        """The frame at which each beat begins, with its scene's id and its name."""
        starts, frame = [], 0
        for scene in self.scenes:
            for beat in scene.beats:
                starts.append((frame, scene.id, beat.name))
                frame += beat.frames
        return tuple(starts)


@cache
def _adapter() -> TypeAdapter[FilmPlan]:
    return TypeAdapter(FilmPlan)


def _pieces(number: int, scene: ScenePlan) -> Iterator[Piece]:
    picture = scene.first
    for beat in scene.beats:
        holds = [*(step.hold for step in beat.steps), beat.hold]
        plays = [0, *(step.play for step in beat.steps)]
        for play, hold in zip(plays, holds, strict=True):
            kept = hold
            if play == 1:
                kept += 1
            else:
                first = picture + 1
                for part in _evenly(play):
                    yield Piece(number, first, part, 1)
                    first += part
            picture += play
            for part in _evenly(kept):
                yield Piece(number, picture, 1, part)


def _evenly(frames: int) -> tuple[int, ...]:
    """``frames`` in as few parts of at most PIECE_FRAMES as possible, their lengths within one."""
    parts = -(-frames // PIECE_FRAMES)
    return tuple((frames * (i + 1)) // parts - (frames * i) // parts for i in range(parts))


@dataclass(frozen=True, slots=True)
class RehearsedBeat:
    """What a scene did in one beat when it ran undrawn.

    The steps' holds and the final ``hold`` are what the scene itself asked for; ``boxes`` is
    what stands in the frame at the end.
    """

    name: str
    steps: tuple[Step, ...]
    hold: int
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """All beats of a scene, as they were heard."""

    beats: tuple[RehearsedBeat, ...]


Rehearse: TypeAlias = Callable[[SceneSpec, Look], Rehearsal]


class UnknownPart(LookupError):  # noqa: N818 -- it is raised as what it names
    """``only`` names a scene or a beat that the storyboard does not have; says what it has."""


def plan(storyboard: Storyboard, rehearse: Rehearse, look: Look, only: str = "") -> FilmPlan:
    """The film of ``storyboard`` in ``look``, which says its language.

    ``only`` restricts it to ``scene`` or ``scene.beat``; what remains keeps its lengths. Raises
    UnknownPart if there is no such part, and Faults if the film would be longer than four hours.
    """
    chosen, beat = _chosen(storyboard, only)
    longest = pacing.frames_for(pacing.LONGEST_FILM, look.fps)
    scenes: list[ScenePlan] = []
    captions: dict[str, list[Cue]] = {language: [] for language in storyboard.languages}
    chapters: list[Chapter] = []
    start = 0
    for spec in chosen:
        scene = _plan_scene(spec, rehearse(spec, look), look, spec is storyboard.scenes[-1])
        if beat:
            scene = _restricted(scene, beat)
        _write_captions(captions, spec, scene, start, look.fps)
        end = start + scene.frames
        titles = {each: chapter_title(storyboard, spec, each) for each in storyboard.languages}
        chapters.append(Chapter(start, end, titles[look.language], titles))
        scenes.append(scene)
        start = end
        if start > longest:
            raise Faults((_too_long(spec.place, look),))
    return FilmPlan(
        name=storyboard.path.stem,
        title={language: storyboard.title.plain(language) for language in storyboard.languages},
        languages=storyboard.languages,
        look=look,
        scenes=tuple(scenes),
        captions={language: tuple(found) for language, found in captions.items()},
        chapters=tuple(chapters),
        poster=poster(scenes),
        frames=start,
        only=only,
    )


def notices(storyboard: Storyboard, look: Look) -> tuple[Fault, ...]:
    """What the plan rounds and an author may want to know: motions shorter than a frame."""
    return tuple(
        Fault(
            beat.place,
            phrase(
                "a motion of {run_time:g} s is shorter than a frame, and is shown as one frame",
                run_time=beat.run_time,
            ),
            phrase(
                "write at least {value:.3f} s at {fps} frames a second",
                value=1 / look.fps,
                fps=look.fps,
            ),
            "notice",
        )
        for scene in storyboard.scenes
        for beat in scene.beats
        if beat.run_time is not None and beat.run_time * look.fps < 1
    )


def _chosen(storyboard: Storyboard, only: str) -> tuple[tuple[SceneSpec, ...], str]:
    if not only:
        return storyboard.scenes, ""
    scene_id, dot, beat = only.partition(".")
    named = {scene.id: scene for scene in storyboard.scenes}
    if scene_id not in named:
        raise UnknownPart(
            phrase(
                "no scene is called {scene_id!r}{meant}",
                scene_id=scene_id,
                meant=_meant(scene_id, list(named)),
            )
        )
    scene = named[scene_id]
    names = [each.beat.name for each in scene.beats]
    if dot and beat not in names:
        raise UnknownPart(
            phrase(
                "scene {scene_id!r} has no beat {beat!r}{meant}",
                scene_id=scene_id,
                beat=beat,
                meant=_meant(beat, names),
            )
        )
    return (scene,), beat


def _meant(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    if near:
        return phrase("; did you mean {near!r}?", near=near[0])
    return phrase("; there are {names}", names=", ".join(known))


def _plan_scene(spec: SceneSpec, rehearsal: Rehearsal, look: Look, ends_film: bool) -> ScenePlan:
    heard = [beat.name for beat in rehearsal.beats]
    listed = [beat.beat.name for beat in spec.beats]
    if heard != listed:
        raise ValueError(
            phrase(
                "scene {id} lists the beats {listed}, but plays {heard}",
                id=spec.id,
                listed=listed,
                heard=heard,
            )
        )
    beats = tuple(
        _plan_beat(beat, run, look.fps, k == 0, ends_film and k == len(listed) - 1, look.language)
        for k, (beat, run) in enumerate(zip(spec.beats, rehearsal.beats, strict=True))
    )
    return ScenePlan(
        id=spec.id,
        kind=spec.kind.name,
        target=spec.kind.target,
        params=spec.params.model_dump(mode="json"),
        title=spec.title.as_dict() if spec.title else {},
        motion=spec.motion,
        run_times={b.beat.name: b.run_time for b in spec.beats if b.run_time is not None},
        beats=beats,
    )


def _plan_beat(
    spec: BeatSpec, run: RehearsedBeat, fps: int, opening: bool, closing: bool, language: str
) -> BeatPlan:
    say = {each: spec.say.plain(each) for each in spec.say.languages} if spec.say else {}
    least = max(
        [
            pacing.reading_frames(say.get(language, ""), language, fps),
            *(needed_frames(_cue_texts(spec.say, each), each, fps) for each in say),
        ]
    )
    *before, last = pacing.holds(
        run.steps, run.hold, least=least, opening=opening, closing=closing, fps=fps
    )
    steps = tuple(Step(hold, step.play) for hold, step in zip(before, run.steps, strict=True))
    return BeatPlan(spec.beat.name, spec.beat.doc, steps, last, say, spec.beat.main)


def _cue_texts(say: Text | None, language: str) -> tuple[tuple[str, ...], ...]:
    """Nothing where nothing was written: a caption in another language would help nobody."""
    if say is None or not say.has(language):
        return ()
    return split(caption_text(say.get(language)), language)


def _write_captions(
    captions: Mapping[str, list[Cue]], spec: SceneSpec, scene: ScenePlan, start: int, fps: int
) -> None:
    says = {beat.beat.name: beat.say for beat in spec.beats}
    for beat in scene.beats:
        for language, found in captions.items():
            texts = _cue_texts(says[beat.name], language)
            found.extend(cues(texts, start, beat.frames, language, fps))
        start += beat.frames


def _restricted(scene: ScenePlan, beat: str) -> ScenePlan:
    kept = next(each for each in scene.beats if each.name == beat)
    return replace(scene, beats=(kept,), first=scene.last_picture(beat) - kept.pictures)


def _too_long(place: Place, look: Look) -> Fault:
    hours = pacing.LONGEST_FILM / 3600
    return Fault(
        place,
        phrase(
            "up to here the film is longer than {hours} hours ({fps} frames a second)",
            hours=hours,
            fps=look.fps,
        ),
        "make several storyboards of it, or shorten run_time and narration",
    )
