"""Worker processes that shoot: how they are hired, given tasks, listened to and dismissed.

A worker is a spawned process that gets plain data and an import string. It tells of every clip as
it is finished, so what a worker that dies had finished is not lost.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Protocol, TypeAlias

from algebra.wording import message_of, phrase
from film.encode import SOFTWARE
from film.failures import ending
from film.plan import Piece, ScenePlan
from stage.look import Look

SHORT_OF_MEMORY = phrase("the machine may be short of memory, try --jobs 1")


class CrewError(RuntimeError):
    """A worker failed or died. Says what it was shooting; ``detail`` is its traceback, if any."""

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Task:
    """Pieces of one scene that are shot in one run of it, in the order of their pictures."""

    scene: ScenePlan
    look: Look
    pieces: tuple[Piece, ...]
    folder: Path
    beside: Path | None = None
    """The storyboard's folder."""
    encoder: str = SOFTWARE


class WorkerDied(Exception):  # noqa: N818 -- it is raised as what it names
    """A worker's process has ended. ``task`` is what it leaves to be done."""

    def __init__(self, task: Task, how: str, hint: str) -> None:
        super().__init__(how)
        self.task = task
        self.how = how
        self.hint = hint


class Desk(Protocol):
    """Where finished clips come in and frames are counted."""

    def frames(self, count: int) -> None:
        """So many more frames of a clip in the making (fewer, if it has to be made again)."""

    def clip(self, piece: Piece, path: Path) -> None:
        """The clip of this piece is complete, at this path."""


def shoot_task(task: Task, desk: Desk) -> None:
    """Shoots a task in this process."""
    from film.shoot import shoot  # it imports manim, which a worker does at its own pace

    shoot(task.scene, task.look, task.pieces, task.folder, desk, task.beside, task.encoder)


_Told: TypeAlias = tuple[str, object]


class Worker:
    """The parent's end of a worker process."""

    def __init__(self, process: BaseProcess, line: Connection[object, _Told]) -> None:
        self.process = process
        self.line = line
        self._task: Task | None = None
        self._half = 0
        """Frames of the piece that it is at."""

    @property
    def busy(self) -> bool:
        """Whether it has a task that is not done."""
        return self._task is not None

    def give(self, task: Task) -> None:
        """Hand over the next task; one that has died by then is heard of by `listen`."""
        self._task, self._half = task, 0
        try:
            self.line.send(task)
        except OSError:
            return  # its end of the line is closed: there is nothing more to be heard than that

    def listen(self, desk: Desk) -> bool:
        """Take one message; False if it says that the task is done.

        Raises CrewError if the scene fails, and WorkerDied.
        """
        try:
            what, value = self.line.recv()
        except (EOFError, OSError) as error:
            desk.frames(-self._half)
            raise self._died() from error
        match what, value:
            case "frames", int(count):
                self._half += count
                desk.frames(count)
            case "clip", (Piece() as piece, Path() as path):
                self._half = 0
                desk.clip(piece, path)
                if self._task is not None:
                    left = tuple(each for each in self._task.pieces if each != piece)
                    self._task = replace(self._task, pieces=left)
            case "failed", (str(message), str(detail)):
                raise CrewError(message, detail)
            case "done", _:
                self._task = None
                return False
            case _:
                raise TypeError(f"a worker says {what!r}, which nobody understands")
        return True

    def _died(self) -> WorkerDied | CrewError:
        self.process.join(5)
        code = self.process.exitcode
        how = ending(code)
        hint = phrase("; {hint}", hint=SHORT_OF_MEMORY) if code == -9 else ""
        if self._task is None or not self._task.pieces:
            return CrewError(
                phrase("a worker died ({how}) while it had nothing to do{hint}", how=how, hint=hint)
            )
        return WorkerDied(self._task, how, hint)


class Crew:
    """The workers that are there now, ``size`` of them at most; none before they are called."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.workers: list[Worker] = []
        self._hired = 0

    def call(self, number: int) -> list[Worker]:
        """So many workers (``size`` at most), those who are there first.

        A new one begins at once to load what it will need, so it is worth calling one early. None
        in a crew of one, for whom this process does the work.
        """
        if self.size < 2:
            return []
        while len(self.workers) < min(number, self.size):
            self.hire()
        return self.workers[:number]

    def hire(self) -> Worker:
        """One more worker."""
        spawn = multiprocessing.get_context("spawn")  # a fork would share fonts and locks
        self._hired += 1
        here, there = spawn.Pipe()
        process = spawn.Process(
            target=_work, args=(there,), name=f"camera {self._hired}", daemon=True
        )
        with no_interrupt():
            process.start()
        there.close()
        self.workers.append(worker := Worker(process, here))
        return worker

    def ready(self) -> list[Worker]:
        """Those at work who have something to say; waits until there is one."""
        busy = [worker for worker in self.workers if worker.busy]
        lines = wait([worker.line for worker in busy])
        return [worker for worker in busy if worker.line in lines]

    def at_work(self) -> bool:
        """Whether somebody has not yet done his task."""
        return any(worker.busy for worker in self.workers)

    def dismiss(self, *workers: Worker) -> None:
        """End these workers."""
        for worker in workers:
            worker.line.close()
            worker.process.terminate()
        for worker in workers:
            worker.process.join(5)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            self.workers.remove(worker)


@contextmanager
def crew_of(size: int) -> Iterator[Crew]:
    """Up to ``size`` workers, who are gone when the block is left, however it is left."""
    crew = Crew(size)
    try:
        yield crew
    finally:
        crew.dismiss(*crew.workers)


@contextmanager
def no_interrupt() -> Iterator[None]:
    """A process that starts in here does not hear Ctrl-C, from its first instruction on.

    Ctrl-C reaches every process of the terminal; it is the parent's to handle, who hears of it a
    moment later. A new process inherits which signals its parent holds back (on Windows, where none
    can be held back, it is deaf from its first own instruction on). The parent must note the signal
    too: another of its threads, which holds nothing back, can be the one to receive it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers; the worker will do it for itself
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with _held_back(signal.SIGINT):
            yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _held_back(number: signal.Signals) -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # starting it later would let signals through again
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


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
    with suppress(Exception):  # what fails here fails again with its task, where it can be told
        import film.shoot  # noqa: F401 -- loads manim while the parent is still planning
        from stage.typesetting import outlines

        outlines("")  # the typesetter loads its fonts
    messenger = _Messenger(line)
    while True:
        try:
            task = line.recv()
        except (EOFError, OSError):
            return  # the parent is gone
        if not isinstance(task, Task):
            return
        try:
            shoot_task(task, messenger)
            line.send(("done", None))
        except BrokenPipeError:
            return
        except Exception as error:
            line.send(("failed", (message_of(error), traceback.format_exc())))
