"""Puts the preview together: workers, session, watch and server, until somebody stops it."""

from __future__ import annotations

import asyncio
import socket
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn

from algebra.wording import phrase, reason_of
from preview.guard import Guard, is_exposed
from preview.processes import Worker
from preview.server import application
from preview.session import Session
from preview.shelf import Shelf
from preview.watch import Stamps, Watch, content
from preview.worker import work_as_inspector, work_as_painter, work_as_reader

PORT = 8321
"""Where the page is unless the port is taken."""

TRIES = 20
"""Ports after PORT that are tried if it is taken."""


def preview(
    storyboard: Path,
    kind_paths: Sequence[Path],
    host: str,
    port: int | None,
    say: Callable[[str], None],
    browser: bool,
) -> None:
    """Serves the page of a storyboard until it is interrupted.

    ``say`` is told, in messages, what the person at the terminal should know. Without ``port`` it
    is PORT or the next free one. OSError if the address cannot be had.
    """
    listener = listen(host, port)
    address = f"http://{shown(host)}:{listener.getsockname()[1]}/"
    say(phrase("{name}: {address}  (Ctrl-C ends it)", name=storyboard.name, address=address))
    if is_exposed(host):
        say(
            phrase(
                "other machines can reach this page: whoever does sees the storyboard and its texts"
            )
        )
    if browser:
        webbrowser.open(address)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(storyboard, kind_paths, host, listener))


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket at the host, at the port or else at PORT or soon after; OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = [port] if port is not None else [*range(PORT, PORT + TRIES), 0]
    refusal = OSError(phrase("no port of {host} is free", host=host))
    for each in wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, each))
        except OSError as error:
            listener.close()
            refusal = OSError(
                phrase(
                    "cannot listen at {host}, port {port}: {reason}",
                    host=host,
                    port=each,
                    reason=reason_of(error),
                )
            )
        else:
            listener.listen(64)
            return listener
    raise refusal


def shown(host: str) -> str:
    """The host as it stands in an address that can be opened here."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{here}]" if ":" in here else here


async def _serve(
    storyboard: Path, kind_paths: Sequence[Path], host: str, listener: socket.socket
) -> None:
    async with sessions(storyboard, kind_paths) as session:
        app = Guard(application(session, is_exposed(host)), host, listener.getsockname()[1])
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=3,
        )
        await uvicorn.Server(config).serve(sockets=[listener])


@asynccontextmanager
async def sessions(storyboard: Path, kind_paths: Sequence[Path]) -> AsyncIterator[Session]:
    """A session that follows the storyboard's files as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="matreel-preview-", ignore_cleanup_errors=True) as home:
        served = Path(home) / "served"
        served.mkdir()
        reader = Worker(
            phrase("reader"), work_as_reader, (storyboard.absolute(), tuple(kind_paths))
        )
        painter = Worker(phrase("painter"), work_as_painter, (served, storyboard.absolute().parent))
        inspector = Worker(phrase("inspector"), work_as_inspector, (storyboard.absolute().parent,))
        session = Session(reader, painter, inspector, Shelf(served))
        try:
            async with asyncio.TaskGroup() as group:  # if one of them fails, all ends
                tasks = [
                    group.create_task(_follow(session, storyboard.absolute(), kind_paths)),
                    group.create_task(session.draw()),
                    group.create_task(session.inspect()),
                ]
                yield session
                for task in tasks:
                    task.cancel()
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from failures
        finally:
            for worker in (reader, painter, inspector):
                worker.stop()


async def _follow(session: Session, storyboard: Path, kind_paths: Sequence[Path]) -> None:
    """Reads at the start and after every save that has changed something."""
    own = frozenset(path.absolute() for path in kind_paths)
    stamps, watch = Stamps(content), Watch()

    def files() -> set[Path]:
        return {storyboard, *own, *(path.absolute() for path in session.inputs)}

    session.on_inputs = lambda: watch.look_at(files())
    watch.look_at(files())
    stamps.changed(files())
    await session.reread()
    stamps.changed(files())
    async for found in watch.changes():
        changed = stamps.changed(files() | found)
        if changed & own:
            await session.renew()
        elif changed:
            await session.reread()
