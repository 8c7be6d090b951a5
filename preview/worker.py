"""A worker process: one of two bodies, and the line on which it is asked and answers.

Manim and the typesetter are loaded once, before the first request. This module imports nothing
heavy, because the server imports it too.
"""

from __future__ import annotations

import contextlib
import os
import signal
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Protocol, TypeAlias

from preview.messages import Broken, Cancel, Done, Ready

Line: TypeAlias = "Connection[object, object]"


class Cancelled(BaseException):
    """The server does not want the answer any more. No Exception: a scene must not catch it."""


class Body(Protocol):
    """What a worker does."""

    def answer(self, request: object, send: Callable[[object], None]) -> None:
        """Send whatever the request asks for."""


def work_as_reader(line: Line, path: Path, kind_paths: Sequence[Path]) -> None:
    """The life of a reader."""
    _work(line, lambda: _reader(path, kind_paths))


def work_as_painter(line: Line, folder: Path, beside: Path) -> None:
    """The life of a painter, which draws into ``folder``; ``beside`` is the storyboard's."""
    _work(line, lambda: _painter(line, folder, beside))


def work_as_inspector(line: Line, beside: Path) -> None:
    """The life of an inspector; ``beside`` is the storyboard's folder."""
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(10)  # what is being drawn goes first
    _work(line, lambda: _inspector(beside))


def _inspector(beside: Path) -> Body:
    from preview.inspecting import Inspector

    return Inspector(beside)


def _reader(path: Path, kind_paths: Sequence[Path]) -> Body:
    from preview.reading import Reader

    return Reader(path, kind_paths)


def _painter(line: Line, folder: Path, beside: Path) -> Body:
    from preview.painting import Painter

    def interrupt() -> None:
        if line.poll():
            message = line.recv()
            if not isinstance(message, Cancel):
                raise TypeError(f"{type(message).__name__} came while another was being answered")
            raise Cancelled

    return Painter(folder, beside, interrupt)


def _work(line: Line, make: Callable[[], Body]) -> None:
    """Requests in, answers out, until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    # Small matrices gain nothing from BLAS threads, and the other worker needs the second core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        body = make()
        line.send(Ready())
        while True:
            request = line.recv()
            if isinstance(request, Cancel):
                continue  # it crossed with the answer
            line.send(_answer(body, request, line.send))
    except (EOFError, OSError):
        return  # the server is gone


def _answer(body: Body, request: object, send: Callable[[object], None]) -> Done | Broken:
    try:
        body.answer(request, send)
    except Cancelled:
        return Done(cancelled=True)
    except (EOFError, BrokenPipeError):
        raise
    except Exception as error:
        return Broken(f"{type(error).__name__}: {error}", traceback.format_exc())
    return Done()
