"""The server's end of a worker process: started, asked, replaced when it dies."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import AsyncIterator, Callable
from multiprocessing.process import BaseProcess

from algebra.wording import phrase, worded
from film.failures import ending
from preview.messages import Broken, Cancel, Done, Ready
from preview.worker import Line

PATIENCE = 4.0
"""Seconds after a Cancel in which a worker that does not listen (an endless loop) is killed."""


class WorkerDied(RuntimeError):  # noqa: N818 -- it is raised as what it names
    """The process ended while it was asked something; the message says how."""


class WorkerBroke(RuntimeError):  # noqa: N818 -- likewise
    """The worker could not answer and lives on; ``detail`` is its traceback."""

    def __init__(self, message: str, detail: str) -> None:
        super().__init__(message)
        self.detail = detail


class Worker:
    """One worker process. ``name`` is a message.

    ``target`` is called in it with its end of the line and ``args``.
    """

    def __init__(self, name: str, target: Callable[..., None], args: tuple[object, ...]) -> None:
        self.name = name
        self._target = target
        self._args = args
        self._loop = asyncio.get_running_loop()
        self._process: BaseProcess | None = None
        self._line: Line | None = None
        self._heard: asyncio.Queue[object] = asyncio.Queue()
        self._patience: asyncio.TimerHandle | None = None
        self._starting = asyncio.Lock()
        self._life = 0
        self.busy = False

    @property
    def pid(self) -> int | None:
        """The process's number, if it runs."""
        return self._process.pid if self._process else None

    async def ask(self, request: object) -> AsyncIterator[object]:
        """The answers to a request, as they come. Starts the process if there is none.

        Raises WorkerDied or WorkerBroke. One request at a time.
        """
        self.busy = True
        try:
            process, line, heard = await self._started()
            try:
                await asyncio.to_thread(line.send, request)
            except OSError:
                raise self._died(process) from None
            while True:
                answer = await heard.get()
                if isinstance(answer, Done):
                    return
                if isinstance(answer, Broken):
                    raise WorkerBroke(answer.message, answer.detail)
                if answer is None:
                    raise self._died(process)
                yield answer
        finally:
            self.busy = False
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None

    def cancel(self) -> None:
        """Ask it to leave what it is doing; it is killed if it does not hear."""
        if not self.busy or self._line is None or self._patience is not None:
            return
        try:
            self._line.send(Cancel())
        except OSError:
            return  # it is dead already, which the next answer says
        self._patience = self._loop.call_later(PATIENCE, self._kill)

    def stop(self) -> None:
        """End the process; the next request starts a new one."""
        self._life += 1
        process, self._process = self._process, None
        line, self._line = self._line, None
        if process is not None:
            process.terminate()
            process.join(2)
            if process.is_alive():
                process.kill()
                process.join()
        if line is not None:
            line.close()  # after its other end, so that whoever listens has heard of that

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    async def warm(self) -> None:
        """Start the process if there is none, and wait until it has loaded everything."""
        await self._started()

    async def _started(self) -> tuple[BaseProcess, Line, asyncio.Queue[object]]:
        """The process that runs, or a new one, its line and what is heard on it."""
        async with self._starting:
            if self._process is None or not self._process.is_alive() or self._line is None:
                self._process, self._line, self._heard = await self._start()
            return self._process, self._line, self._heard

    async def _start(self) -> tuple[BaseProcess, Line, asyncio.Queue[object]]:
        self.stop()
        life = self._life
        spawn = multiprocessing.get_context("spawn")  # a fork would share fonts and locks
        here, there = spawn.Pipe()
        process = spawn.Process(
            target=self._target, args=(there, *self._args), name=self.name, daemon=True
        )
        await asyncio.to_thread(process.start)
        there.close()
        heard: asyncio.Queue[object] = asyncio.Queue()
        threading.Thread(target=self._listen, args=(here, heard), daemon=True).start()
        try:
            ready = isinstance(await heard.get(), Ready)
        except asyncio.CancelledError:
            process.kill()
            raise
        if life != self._life:  # it was told to stop while it began
            process.kill()
        elif ready:
            return process, here, heard
        raise self._died(process)

    def _listen(self, line: Line, heard: asyncio.Queue[object]) -> None:
        """Passes what comes on to the loop; None when the line is dead."""
        while True:
            try:
                message: object = line.recv()
            except (EOFError, OSError):
                message = None
            try:
                self._loop.call_soon_threadsafe(heard.put_nowait, message)
            except RuntimeError:
                return  # the loop is closed: the program ends
            if message is None:
                return

    def _died(self, process: BaseProcess) -> WorkerDied:
        process.join(2)
        code = process.exitcode
        if self._process is process:
            self.stop()
        return WorkerDied(
            phrase("the {worker} ended ({how})", worker=worded(self.name), how=ending(code))
        )
