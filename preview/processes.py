"""The server's end of a worker process: started, asked, replaced when it dies."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import AsyncIterator, Callable
from multiprocessing.process import BaseProcess

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
    """One worker process. ``target`` is called in it with its end of the line and ``args``."""

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
            await self._started()
            line = self._line
            assert line is not None  # it has just been started
            try:
                await asyncio.to_thread(line.send, request)
            except OSError:
                raise self._died() from None
            while True:
                answer = await self._heard.get()
                if isinstance(answer, Done):
                    return
                if isinstance(answer, Broken):
                    raise WorkerBroke(answer.message, answer.detail)
                if answer is None:
                    raise self._died()
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

    async def _started(self) -> None:
        async with self._starting:
            if self._process is None or not self._process.is_alive():
                await self._start()

    async def _start(self) -> None:
        self.stop()
        spawn = multiprocessing.get_context("spawn")  # a fork would share fonts and locks
        here, there = spawn.Pipe()
        self._process = spawn.Process(
            target=self._target, args=(there, *self._args), name=self.name, daemon=True
        )
        await asyncio.to_thread(self._process.start)
        there.close()
        self._line, self._heard = here, asyncio.Queue()
        listening = threading.Thread(target=self._listen, args=(here, self._heard), daemon=True)
        listening.start()
        if not isinstance(await self._heard.get(), Ready):
            raise self._died()

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

    def _died(self) -> WorkerDied:
        process = self._process
        code = None
        if process is not None:
            process.join(2)
            code = process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        self.stop()
        return WorkerDied(f"the {self.name} ended ({how})")
