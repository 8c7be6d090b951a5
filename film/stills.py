"""Stills: a picture of every beat and a contact sheet, without encoding a film.

A still is kept under the digest of all that its pixels depend on, like a clip, so a second run
draws only what has changed. What has been drawn is complete before it gets its name, and a set
of stills holds no picture of a beat that is gone.
"""

from __future__ import annotations

import multiprocessing
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from algebra.wording import phrase
from film.contact import Entry, contact_sheet, sheet_key
from film.crew import CrewError, default_jobs
from film.names import NAME_BYTES, safe
from film.plan import BeatPlan, Piece, ScenePlan
from film.progress import Progress
from film.store import FOLDER, Store, clip_key, surroundings
from film.studio import Planned
from film.wish import Wish
from film.workers import SHORT_OF_MEMORY
from language.messages import LANGUAGES, told
from stage.look import Look

ENDING = "png"
SHEET = "contact.png"
"""The contact sheet's name in the folder of its stills."""

_WORTH = 16
"""Pictures below which starting processes takes longer than it saves."""

START, MIDDLE, END = phrase("start"), phrase("middle"), phrase("end")
"""The moments of a motion that are drawn on request."""

_SHARE = 10
"""Pictures of one scene that a process draws at least, before another one helps it: each has to
run the whole scene, and to set its type."""


@dataclass(frozen=True, slots=True)
class Still:
    """A picture of a set: whose it is, its number in the scene, and when it is first seen.

    ``scene`` is an index into the plan's scenes, ``frame`` counts from the film's start, and
    ``moment`` is empty for the picture with which a beat ends.
    """

    scene: int
    picture: int
    frame: int
    name: str
    label: str
    moment: str = ""


@dataclass(frozen=True, slots=True)
class StillSet:
    """Stills as files, their contact sheet, and how many of them had to be drawn."""

    folder: Path
    pictures: tuple[Path, ...]
    sheet: Path
    drawn: int


def stills_of(film: Planned, moments: bool = False) -> tuple[Still, ...]:
    """The picture with which each beat ends, in order of time.

    With ``moments`` also those with which its motions start, are half done, and end.
    """
    places = {scene.id: k for k, scene in enumerate(film.storyboard.scenes, start=1)}
    digits = max(2, len(str(len(places))))
    found: list[Still] = []
    frame = 0
    for number, scene in enumerate(film.plan.scenes):
        orders = {
            spec.beat.name: k
            for spec_scene in film.storyboard.scenes
            if spec_scene.id == scene.id
            for k, spec in enumerate(spec_scene.beats, start=1)
        }
        picture = scene.first
        for beat in scene.beats:
            place = f"{places[scene.id]:0{digits}}-{scene.id}.{orders[beat.name]}-{beat.name}"
            name, label = safe(place, NAME_BYTES), f"{scene.id} · {beat.name}"
            if moments:
                found.extend(_moments(number, beat, picture, frame, name, label))
            end = picture + beat.pictures
            found.append(Still(number, end, frame + beat.frames - beat.hold, name, label))
            picture, frame = end, frame + beat.frames
    return tuple(found)


def _moments(
    scene: int, beat: BeatPlan, picture: int, frame: int, name: str, label: str
) -> Iterator[Still]:
    several = len(beat.steps) > 1
    for k, step in enumerate(beat.steps, start=1):
        frame += step.hold
        which = f"{k}" if several else ""
        middle = (step.play + 1) // 2
        for word, done in ((START, 0), (MIDDLE, middle), (END, step.play)):
            moment = (
                phrase("motion {which} {word}", which=which, word=word)
                if several
                else phrase("motion {word}", word=word)
            )
            yield Still(
                scene, picture + done, frame + done, f"{name}.motion{which}-{word}", label, moment
            )
        picture, frame = picture + step.play, frame + step.play


def make_stills(film: Planned, wish: Wish, progress: Progress, moments: bool = False) -> StillSet:
    """Draws what is missing, puts the set into its folder and the contact sheet beside it.

    Raises film.shoot.ShootingError or film.crew.CrewError; pictures that were finished are kept
    for the next run, and the folder stays as it was.
    """
    wanted = stills_of(film, moments)
    look = film.plan.look
    store = Store(wish.media_dir / FOLDER, ENDING)
    around = surroundings([scene.target for scene in film.plan.scenes], store.folder)
    keys = {
        (still.scene, still.picture): clip_key(
            film.plan.scenes[still.scene], look, Piece(0, still.picture, 1, 1), around
        )
        for still in wanted
    }
    found = {key: store.find(key) if wish.store else None for key in keys.values()}
    have = {key: path for key, path in found.items() if path is not None}
    missing: dict[str, tuple[int, int]] = {}
    for place, key in keys.items():
        if key not in have:
            missing.setdefault(key, place)
    progress.stage("drawing pictures", len(keys))
    with store.workshop() as workshop:

        def finished(place: tuple[int, int], made: Path) -> None:
            key = keys[place]
            have[key] = store.keep(key, made) if wish.store else made
            progress.done(len(have))

        tasks = _tasks(film, list(missing.values()), workshop)
        draw_all(tasks, wish.jobs or default_jobs(), finished)
        folder = film.names.folder / "stills" / film.names.stem
        files = [(still, have[keys[still.scene, still.picture]]) for still in wanted]
        progress.stage("contact sheet")
        sheet = _sheet(film, files, workshop, store if wish.store else None, around["font"])
        return _publish(files, sheet, folder, workshop, len(missing))


def _sheet(
    film: Planned,
    files: Sequence[tuple[Still, Path]],
    workshop: Path,
    store: Store | None,
    font: str,
) -> Path:
    """The contact sheet as a file: the one that is kept of these same pictures, or a new one.

    Most of its cost is reading all pictures again, which a run that draws nothing shall not pay.
    """
    fps = film.plan.look.fps
    language = film.plan.look.language
    entries = [
        Entry(path, still.label, " · ".join(filter(None, (clock(still.frame, fps), moment))))
        for still, path in files
        for moment in (told(still.moment, language if language in LANGUAGES else "en"),)
    ]
    title = f"{film.plan.title.get(language, film.plan.name)}   {film.names.stem}"
    key = sheet_key(title, entries, font)
    kept = store.find(key) if store is not None else None
    if kept is not None:
        return kept
    made = workshop / SHEET
    contact_sheet(title, entries).save(made, compress_level=6)
    return made if store is None else store.keep(key, made)


def _publish(
    files: Sequence[tuple[Still, Path]], sheet: Path, folder: Path, workshop: Path, drawn: int
) -> StillSet:
    """Gives every still and the sheet its name, and removes those that are none any more."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"{still.name}.{ENDING}" for still, _ in files]
    named = [(path, name) for (_, path), name in zip(files, names, strict=True)]
    for path, name in [*named, (sheet, SHEET)]:
        part = workshop / f"{name}.part"
        shutil.copyfile(path, part)
        part.replace(folder / name)
    for left in folder.glob(f"*.{ENDING}"):
        if left.name not in {*names, SHEET}:
            left.unlink(missing_ok=True)
    pictures = tuple(folder / name for name in names)
    return StillSet(folder, pictures, folder / SHEET, drawn)


def clock(frame: int, fps: int) -> str:
    """The time of a frame as minutes, seconds and tenths: ``1:03.5``."""
    tenths = frame * 10 // fps
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


@dataclass(frozen=True, slots=True)
class Drawing:
    """Pictures of one scene that are drawn in one run of it, into a folder."""

    scene: ScenePlan
    number: int
    look: Look
    pictures: tuple[int, ...]
    folder: Path
    beside: Path


def _tasks(film: Planned, places: Sequence[tuple[int, int]], folder: Path) -> list[Drawing]:
    """The pictures in runs of one scene each, the longest run first."""
    by_scene: dict[int, list[int]] = {}
    for scene, picture in places:
        by_scene.setdefault(scene, []).append(picture)
    tasks = []
    for number, pictures in by_scene.items():
        parts = max(1, len(pictures) // (2 * _SHARE))
        size = -(-len(pictures) // parts)
        for k in range(0, len(pictures), size):
            run = tuple(sorted(pictures)[k : k + size])
            own, beside = film.plan.scenes[number], film.storyboard.path.parent
            tasks.append(Drawing(own, number, film.plan.look, run, folder, beside))
    return sorted(tasks, key=lambda task: -len(task.pictures))


def draw_all(
    tasks: Sequence[Drawing], jobs: int, finished: Callable[[tuple[int, int], Path], None]
) -> None:
    """Draws everything, in this process or in ``jobs`` others; tells of each task's pictures."""
    if jobs == 1 or len(tasks) < 2 or sum(len(task.pictures) for task in tasks) < _WORTH:
        for task in tasks:
            for place, path in draw(task).items():
                finished(place, path)
        return
    with pool(min(jobs, len(tasks))) as crew:
        works = {crew.submit(draw, task): task for task in tasks}
        for done in as_completed(works):
            for place, path in answer(done, works[done].scene.id).items():
                finished(place, path)


def draw(task: Drawing) -> dict[tuple[int, int], Path]:
    """Draws the pictures of a task; by scene and picture, the file of each."""
    from film.shoot import stills  # manim is imported only where something is drawn

    made: dict[tuple[int, int], Path] = {}

    def show(picture: int, data: bytes) -> None:
        path = task.folder / f"{task.number}.{picture}.{ENDING}"
        path.write_bytes(data)
        made[task.number, picture] = path

    stills(task.scene, task.look, task.pictures, show, task.beside)
    return made


Answer = dict[tuple[int, int], Path]


def answer(done: Future[Answer], scene: str) -> Answer:
    """What a process has made of a scene; CrewError if it died, else what it raised."""
    try:
        return done.result()
    except BrokenProcessPool as broken:
        raise CrewError(
            phrase(
                "a process died while it was drawing scene {scene}; {hint}",
                scene=scene,
                hint=SHORT_OF_MEMORY,
            )
        ) from broken


@contextmanager
def pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are gone when the block is left, however it is left."""
    spawn = multiprocessing.get_context("spawn")  # a fork would share fonts and locks
    crew = ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_deaf)
    try:
        yield crew
    except BaseException:
        crew.shutdown(wait=False, cancel_futures=True)
        for process in list((crew._processes or {}).values()):
            process.terminate()  # what they would still make, nobody waits for
        raise
    finally:
        crew.shutdown(cancel_futures=True)


def _deaf() -> None:
    """Ctrl-C reaches every process of the terminal; it is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
