"""Who shoots: this process, or a crew of worker processes. The clips are the same to the byte.

The plan fixes the pieces; the crew only decides which worker shoots which run of them. A worker is
a spawned process that gets plain data and an import string, and tells of every clip as it is
finished, so that a run that is stopped has lost little.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from algebra.wording import phrase
from film.encode import SOFTWARE, stand, stand_on, standing
from film.plan import FilmPlan, Piece, ScenePlan
from film.store import Store, borrow, key_of, scene_parts, surroundings
from film.workers import Crew, Desk, Task, WorkerDied, crew_of, shoot_task
from film.workers import CrewError as CrewError
from stage.look import Look

MOST_JOBS = 8
"""A worker takes some 300 MB; more than eight help only on machines whose owners know it."""

_SETUP = 15
"""What it costs to run a scene undrawn (its typesetting), in drawn frames."""

_HOLD = 3
"""What a hold costs, in drawn frames: one picture, all of it new to the encoder."""

_WORTH = 240
"""Drawn frames of work below which starting a worker takes longer than it saves."""

_LEAST = 90
"""Drawn frames of work that are not divided any more: each task runs its scene anew."""

_APART = 5
"""Seconds between two key frames of a hold at most, for those who seek in the film."""

_TRIES = 3
"""How often a piece may kill its worker before it is given up."""


def default_jobs() -> int:
    """One worker for each core that this process may use, eight at most."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows cannot say
        cores = os.cpu_count() or 1
    return min(cores, MOST_JOBS)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a film needs: of each scene all that its pictures depend on, and what is not stored."""

    parts: tuple[Mapping[str, str], ...]
    missing: tuple[Piece, ...]


def shoot_film(
    plan: FilmPlan,
    folder: Path,
    *,
    store: Store | None = None,
    jobs: int = 1,
    hands: Crew | None = None,
    progress: Callable[[int], None] | None = None,
    beside: Path | None = None,
    encoder: str = SOFTWARE,
    tell: Callable[[Wanted], None] | None = None,
) -> tuple[Path, ...]:
    """The clips of the whole film, in the order of ``plan.pieces()``, all of them in ``folder``.

    ``beside`` is the storyboard's folder, in which the files lie that the film shows. ``folder``
    must lie on the store's file system. ``jobs`` workers shoot, or those of ``hands``, a crew that
    is there already and stays. ``progress`` is told the number of frames that are done,
    stored ones at once; ``tell`` what has to be shot, before that begins. Raises CrewError or
    film.shoot.ShootingError; finished clips are in the store by then.
    """
    pieces = plan.pieces()
    shot = [_shot(piece, plan.look, encoder) for piece in pieces]
    notes = store.folder if store else None
    around = surroundings([scene.target for scene in plan.scenes], notes, encoder)
    parts = tuple(scene_parts(scene, plan.look, around) for scene in plan.scenes)
    keys = [key_of(parts[piece.scene], piece) for piece in shot]
    clips: dict[str, Path] = {}
    if store is not None:
        for key in dict.fromkeys(keys):
            if (found := store.find(key)) is not None:
                clips[key] = borrow(found, folder)
    desk = _Desk(pieces, shot, keys, clips, store, progress or _untold)
    missing = {key: piece for key, piece in zip(keys, shot, strict=True) if key not in clips}
    if tell is not None:
        tell(Wanted(parts, tuple(missing.values())))
    with nullcontext(hands) if hands else crew_of(jobs) as crew:
        tasks = _tasks(plan, tuple(missing.values()), folder, crew.size, beside, encoder)
        _shoot_all(tasks, desk, crew)
    return _laid_out(plan, pieces, [clips[key] for key in keys], shot, folder / "holds")


def _shot(piece: Piece, look: Look, encoder: str) -> Piece:
    """What is shot for a piece: of a hold only its picture, if that can be made to stand."""
    if piece.repeat == 1 or encoder != SOFTWARE or not standing(look):
        return piece
    return replace(piece, repeat=1)


def _laid_out(
    plan: FilmPlan,
    pieces: Sequence[Piece],
    clips: Sequence[Path],
    shot: Sequence[Piece],
    folder: Path,
) -> tuple[Path, ...]:
    """The clips in the film's order, holds as long as they last; these are written in ``folder``.

    A hold of several pieces has one key frame for as many of them as `_APART` allows.
    """
    folder.mkdir(exist_ok=True)
    starts = {frame for frame, _, _ in plan.beat_starts()}
    laid: list[Path] = []
    before: tuple[int, int] | None = None
    frame = since = 0
    for number, (piece, single, clip) in enumerate(zip(pieces, shot, clips, strict=True)):
        path = folder / f"{number}.h264"
        picture = (piece.scene, piece.first)
        if piece == single:
            laid.append(clip)
            before = None
        else:
            goes_on = picture == before and frame not in starts
            if goes_on and since + piece.frames <= _APART * plan.look.fps:
                data = stand_on(since, piece.frames, plan.look)
                since += piece.frames
            else:
                data = stand(clip.read_bytes(), piece.frames, plan.look)
                since = piece.frames
            path.write_bytes(data)
            laid.append(path)
            before = picture
        frame += piece.frames
    return tuple(laid)


def _untold(frames: int) -> None:
    """Nobody watches the progress."""
    del frames


class _Desk(Desk):
    """Where finished clips come in and frames are counted."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        shot: Sequence[Piece],
        keys: Sequence[str],
        clips: dict[str, Path],
        store: Store | None,
        progress: Callable[[int], None],
    ) -> None:
        self._keys = dict(zip(shot, keys, strict=True))
        self._clips = clips
        self._store = store
        self._progress = progress
        self._frames: dict[str, int] = {}
        for piece, key in zip(pieces, keys, strict=True):
            self._frames[key] = self._frames.get(key, 0) + piece.frames
        self._done = sum(count for key, count in self._frames.items() if key in clips)
        progress(self._done)

    def frames(self, count: int) -> None:
        """Frames of a clip in the making."""
        self._done += count
        self._progress(self._done)

    def clip(self, piece: Piece, path: Path) -> None:
        """A clip is finished; so is all of the film that shows it again, or for longer."""
        key = self._keys[piece]
        if self._store is not None:
            path = borrow(self._store.keep(key, path), path.parent)
        self._clips[key] = path
        if more := self._frames[key] - piece.frames:
            self.frames(more)


def _cost(piece: Piece) -> float:
    if piece.pictures == 1:
        return _HOLD + 0.3 * (piece.repeat - 1)  # a hardware encoder is shown every frame
    return piece.frames


def _work(task: Task) -> float:
    """How much work a task is, in drawn frames."""
    return _SETUP + sum(map(_cost, task.pieces))


def _tasks(
    plan: FilmPlan,
    pieces: Sequence[Piece],
    folder: Path,
    jobs: int,
    beside: Path | None,
    encoder: str,
) -> list[Task]:
    """The pieces in runs of one scene each, in the order in which workers should begin them.

    Several workers get long runs first and short ones last, each its share of half of what is left
    (guided self-scheduling, Polychronopoulos and Kuck 1987): few scenes are run twice, and none
    waits long for the last one.
    """
    by_scene: dict[int, list[Piece]] = {}
    for piece in pieces:
        by_scene.setdefault(piece.scene, []).append(piece)
    left = {number: sum(map(_cost, own)) for number, own in by_scene.items()}
    tasks: list[Task] = []
    while by_scene:
        number = max(left, key=lambda scene: (left[scene], -scene))
        share = max(sum(left.values()) / (2 * jobs), _LEAST) if jobs > 1 else float("inf")
        run = _first(by_scene[number], share)
        left[number] -= sum(map(_cost, run))
        by_scene[number] = by_scene[number][len(run) :]
        place = folder / str(number)
        place.mkdir(parents=True, exist_ok=True)
        tasks.append(Task(plan.scenes[number], plan.look, tuple(run), place, beside, encoder))
        if not by_scene[number]:
            del by_scene[number], left[number]
    return tasks


def _first(pieces: Sequence[Piece], share: float) -> Sequence[Piece]:
    """As many of the pieces as are about ``share`` of work; all, if only a little would be left."""
    costs = list(map(_cost, pieces))
    number, work = 0, 0.0
    while number < len(pieces) and (number == 0 or work + costs[number] / 2 <= share):
        work += costs[number]
        number += 1
    return pieces if sum(costs) - work < _LEAST / 2 else pieces[:number]


def _shoot_all(tasks: list[Task], desk: _Desk, crew: Crew) -> None:
    wanted = min(crew.size, len(tasks))
    if wanted <= 1 or sum(map(_work, tasks)) < _WORTH:
        for task in tasks:
            shoot_task(task, desk)
        return
    waiting = list(reversed(tasks))
    tries: dict[Piece, int] = {}
    for worker in crew.call(wanted):
        worker.give(waiting.pop())
    while crew.at_work():
        for worker in crew.ready():
            try:
                if not worker.listen(desk) and waiting:
                    worker.give(waiting.pop())
            except WorkerDied as death:
                crew.dismiss(worker)
                crew.hire().give(_again(death, tries))


def _again(death: WorkerDied, tries: dict[Piece, int]) -> Task:
    """What is left of a task whose worker died; CrewError if its next piece has had its chances."""
    task = death.task
    piece = task.pieces[0]
    tries[piece] = tries.get(piece, 0) + 1
    if tries[piece] >= _TRIES:
        raise CrewError(
            phrase(
                "a worker died ({how}) each time it was shooting scene {scene}, beat {beat}{hint}",
                how=death.how,
                scene=task.scene.id,
                beat=_beat_of(task.scene, piece),
                hint=death.hint,
            )
        )
    return task


def _beat_of(scene: ScenePlan, piece: Piece) -> str:
    """The name of the beat that a piece belongs to, or that begins with its picture."""
    last = scene.first
    for beat in scene.beats:
        last += beat.pictures
        if piece.first <= last:
            return beat.name
    return scene.beats[-1].name
