"""A worker process starts when it is needed, and is replaced when it dies, hangs or has to go."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from preview.messages import Broken, Cancel, Done, Ready
from preview.processes import Worker, WorkerBroke, WorkerDied


def echo(line: Any) -> None:
    """A worker that loads nothing: says its number, breaks, dies or hangs as it is asked."""
    line.send(Ready())
    while True:
        try:
            request = line.recv()
        except EOFError:
            return
        match request:
            case "pid":
                line.send(os.getpid())
            case "break":
                line.send(Broken("ValueError: no", "a traceback"))
                continue
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hang":
                time.sleep(60)
            case "wait":
                assert isinstance(line.recv(), Cancel)
                line.send(Done(cancelled=True))
                continue
            case Cancel():
                continue
        line.send(Done())


def mute(line: Any) -> None:
    """A worker that never gets ready."""
    del line
    raise SystemExit(3)


def with_worker(
    play: Callable[[Worker], Awaitable[None]], target: Callable[..., None] = echo
) -> None:
    async def run() -> None:
        worker = Worker("echo", target, ())
        try:
            async with asyncio.timeout(60):
                await play(worker)
        finally:
            worker.stop()

    asyncio.run(run())


async def answers(worker: Worker, request: object) -> list[object]:
    return [answer async for answer in worker.ask(request)]


def test_one_process_answers_until_it_dies_and_then_another() -> None:
    async def play(worker: Worker) -> None:
        [first] = await answers(worker, "pid")
        assert await answers(worker, "pid") == [first]
        with pytest.raises(WorkerDied, match="signal 9"):
            await answers(worker, "die")
        [second] = await answers(worker, "pid")
        assert second != first

    with_worker(play)


def test_a_request_that_breaks_is_told_and_the_process_lives_on() -> None:
    async def play(worker: Worker) -> None:
        [first] = await answers(worker, "pid")
        with pytest.raises(WorkerBroke, match="ValueError: no"):
            await answers(worker, "break")
        assert await answers(worker, "pid") == [first]

    with_worker(play)


def test_a_cancelled_request_ends_without_an_answer() -> None:
    async def play(worker: Worker) -> None:
        await worker.warm()
        asyncio.get_running_loop().call_later(0.3, worker.cancel)
        assert await answers(worker, "wait") == []

    with_worker(play)


def test_a_worker_that_does_not_listen_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a custom kind with an endless loop."""
    monkeypatch.setattr("preview.processes.PATIENCE", 0.2)

    async def play(worker: Worker) -> None:
        [first] = await answers(worker, "pid")
        asyncio.get_running_loop().call_later(0.3, worker.cancel)
        with pytest.raises(WorkerDied):
            await answers(worker, "hang")
        assert await answers(worker, "pid") != [first]

    with_worker(play)


def test_stopping_while_it_starts_or_answers_leaves_one_new_process() -> None:
    async def play(worker: Worker) -> None:
        starting = asyncio.create_task(worker.warm())
        await asyncio.sleep(0.05)
        worker.stop()
        with pytest.raises(WorkerDied):
            await starting
        [first] = await answers(worker, "pid")
        hanging = asyncio.create_task(answers(worker, "hang"))
        await asyncio.sleep(0.2)
        worker.stop()
        warm = asyncio.create_task(worker.warm())
        with pytest.raises(WorkerDied):
            await hanging
        await warm
        [second] = await answers(worker, "pid")
        assert second == worker.pid
        assert second != first

    with_worker(play)


def test_a_process_that_never_gets_ready_is_told_of() -> None:
    async def play(worker: Worker) -> None:
        with pytest.raises(WorkerDied, match="exit code 3"):
            await answers(worker, "pid")

    with_worker(play, mute)
