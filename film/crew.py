"""Who shoots: this process, or a crew of worker processes. The clips are the same to the byte.

The plan fixes the pieces; the crew only decides which worker shoots which run of them. A worker is
a spawned process that gets plain data and an import string, and tells of every clip as it is
finished, so that a run that is stopped has lost little.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeAlias

from film.plan import FilmPlan, Piece, ScenePlan
from film.store import Store, clip_key, surroundings
from stage.look import Look

MOST_JOBS = 8
"""A worker takes some 300 MB; more than eight help only on machines whose owners know it."""

_SETUP = 60
"""What it costs to run a scene undrawn (its typesetting), in drawn frames."""

_HOLD = 0.3
"""What a frame of a hold costs, in drawn frames: it is only encoded."""

_WORTH = 240
"""Drawn frames of work below which starting a worker takes longer than it saves."""


class CrewError(RuntimeError):
    """A worker failed or died. Says what it was shooting; ``detail`` is its traceback, if any."""

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Task:
    """Pieces of one scene that are shot in one run of it."""

    scene: ScenePlan
    look: Look
    pieces: tuple[Piece, ...]
    folder: Path
    beside: Path | None = None
    """The storyboard's folder."""

    @property
    def cost(self) -> float:
        """How much work it is, in drawn frames."""
        return _SETUP + sum(_cost(piece) for piece in self.pieces)


def default_jobs() -> int:
    """One worker for each core that this process may use, eight at most."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows cannot say
        cores = os.cpu_count() or 1
    return min(cores, MOST_JOBS)


def shoot_film(
    plan: FilmPlan,
    folder: Path,
    *,
    store: Store | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    beside: Path | None = None,
) -> tuple[Path, ...]:
    """The clips of the whole film, in the order of ``plan.pieces()``.

    ``beside`` is the storyboard's folder, in which the files lie that the film shows.

    Clips are made in ``folder``, which must lie on the store's file system, and stay there if
    there is no store. ``progress`` is told the number of frames that are done, stored ones at
    once. Raises CrewError or film.shoot.ShootingError; finished clips are in the store by then.
    """
    pieces = plan.pieces()
    around = surroundings([scene.target for scene in plan.scenes], store.folder if store else None)
    keys = [clip_key(plan.scenes[p.scene], plan.look, p, around) for p in pieces]
    clips: dict[str, Path] = {}
    if store is not None:
        found = {key: store.find(key) for key in dict.fromkeys(keys)}
        clips = {key: path for key, path in found.items() if path is not None}
    desk = _Desk(pieces, keys, clips, store, progress or _untold)
    missing = {key: piece for key, piece in zip(keys, pieces, strict=True) if key not in clips}
    tasks = _tasks(plan, tuple(missing.values()), folder, jobs, beside)
    _shoot_all(tasks, desk, jobs)
    return tuple(clips[key] for key in keys)


def _untold(frames: int) -> None:
    """Nobody watches the progress."""
    del frames


class _Desk:
    """Where finished clips come in and frames are counted."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        keys: Sequence[str],
        clips: dict[str, Path],
        store: Store | None,
        progress: Callable[[int], None],
    ) -> None:
        self._keys = dict(zip(pieces, keys, strict=True))
        self._clips = clips
        self._store = store
        self._progress = progress
        self._uses: dict[str, int] = {}
        for key in keys:
            self._uses[key] = self._uses.get(key, 0) + 1
        ready = (p.frames for p, key in zip(pieces, keys, strict=True) if key in clips)
        self._done = sum(ready)
        progress(self._done)

    def frames(self, count: int) -> None:
        """Frames of a clip in the making."""
        self._done += count
        self._progress(self._done)

    def clip(self, piece: Piece, path: Path) -> None:
        """A clip is finished; a copy of it elsewhere in the film is done as well."""
        key = self._keys[piece]
        self._clips[key] = self._store.keep(key, path) if self._store else path
        again = self._uses[key] - 1
        if again:
            self.frames(again * piece.frames)


def _cost(piece: Piece) -> float:
    return piece.frames if piece.repeat == 1 else 1 + _HOLD * piece.frames


def _tasks(
    plan: FilmPlan, pieces: Sequence[Piece], folder: Path, jobs: int, beside: Path | None
) -> list[Task]:
    """The pieces in runs of one scene each, the longest run first.

    With several workers a long scene is divided, so that none waits long for the last one.
    """
    by_scene: dict[int, list[Piece]] = {}
    for piece in pieces:
        by_scene.setdefault(piece.scene, []).append(piece)
    total = sum(_cost(piece) for piece in pieces)
    share = max(total / (2 * jobs), 2 * _SETUP) if jobs > 1 else float("inf")
    tasks: list[Task] = []
    for number, own in by_scene.items():
        place = folder / str(number)
        place.mkdir(parents=True, exist_ok=True)
        scene = plan.scenes[number]
        runs = _runs(own, share)
        tasks.extend(Task(scene, plan.look, tuple(run), place, beside) for run in runs)
    return sorted(tasks, key=lambda task: -task.cost)


def _runs(pieces: list[Piece], share: float) -> Iterator[list[Piece]]:
    run: list[Piece] = []
    for piece in pieces:
        if run and sum(map(_cost, run)) + _cost(piece) / 2 > share:
            yield run
            run = []
        run.append(piece)
    yield run


def _shoot_all(tasks: list[Task], desk: _Desk, jobs: int) -> None:
    wanted = min(jobs, len(tasks))
    if wanted <= 1 or sum(task.cost for task in tasks) < _WORTH:
        from film.shoot import shoot  # manim is needed only now

        for task in tasks:
            shoot(task.scene, task.look, task.pieces, task.folder, desk, task.beside)
        return
    with _crew(wanted) as workers:
        waiting = list(reversed(tasks))
        for worker in workers:
            worker.give(waiting.pop())
        busy = set(workers)
        while busy:
            for ready in wait([worker.line for worker in busy]):
                worker = next(each for each in busy if each.line is ready)
                if worker.listen(desk):
                    continue
                if waiting:
                    worker.give(waiting.pop())
                else:
                    busy.remove(worker)


_Told: TypeAlias = tuple[str, object]


class _Worker:
    """The parent's end of a worker process."""

    def __init__(self, process: BaseProcess, line: Connection[object, _Told]) -> None:
        self.process = process
        self.line = line
        self._task: Task | None = None

    def give(self, task: Task) -> None:
        """Hand over the next task."""
        self._task = task
        try:
            self.line.send(task)
        except OSError as error:
            raise self._died() from error

    def listen(self, desk: _Desk) -> bool:
        """Take one message; False if it says that the task is done. Raises CrewError."""
        try:
            what, value = self.line.recv()
        except (EOFError, OSError) as error:
            raise self._died() from error
        match what, value:
            case "frames", int(count):
                desk.frames(count)
            case "clip", (Piece() as piece, Path() as path):
                desk.clip(piece, path)
            case "failed", (str(message), str(detail)):
                raise CrewError(message, detail)
            case "done", _:
                return False
            case _:
                raise CrewError(f"a worker says {what!r}, which nobody understands")
        return True

    def _died(self) -> CrewError:
        self.process.join(5)
        code = self.process.exitcode
        scene = self._task.scene.id if self._task else "?"
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        hint = "; the machine may be short of memory, try --jobs 1" if code == -9 else ""
        return CrewError(f"a worker died ({how}) while it was shooting scene {scene}{hint}")


@contextmanager
def _crew(size: int) -> Iterator[list[_Worker]]:
    """Workers that are gone when the block is left, however it is left."""
    spawn = multiprocessing.get_context("spawn")  # a fork would share fonts and locks
    workers = []
    try:
        for number in range(size):
            here, there = spawn.Pipe()
            process = spawn.Process(
                target=_work, args=(there,), name=f"camera {number + 1}", daemon=True
            )
            with _no_interrupt():
                process.start()
            there.close()
            workers.append(_Worker(process, here))
        yield workers
    finally:
        for worker in workers:
            worker.line.close()
            worker.process.terminate()
        for worker in workers:
            worker.process.join(5)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """A process that starts in here ignores Ctrl-C from its first instruction on.

    Ctrl-C reaches every process of the terminal; it is the parent's to handle.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers; the worker will do it for itself
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Messenger:
    """Tells the parent how a shooting goes on."""

    def __init__(self, line: Connection[_Told, object]) -> None:
        self._line = line

    def frames(self, count: int) -> None:
        """So many frames more."""
        self._line.send(("frames", count))

    def clip(self, piece: Piece, path: Path) -> None:
        """A clip is finished."""
        self._line.send(("clip", (piece, path)))


def _work(line: Connection[_Told, object]) -> None:
    """A worker's life: tasks in, clips out, until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from film.shoot import shoot  # manim is imported in the worker, at its own pace

    messenger = _Messenger(line)
    while True:
        try:
            task = line.recv()
        except (EOFError, OSError):
            return  # the parent is gone
        if not isinstance(task, Task):
            return
        try:
            shoot(task.scene, task.look, task.pieces, task.folder, messenger, task.beside)
            line.send(("done", None))
        except BrokenPipeError:
            return
        except Exception as error:
            line.send(("failed", (str(error), traceback.format_exc())))
