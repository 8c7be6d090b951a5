"""How work in progress is shown: a bar on a terminal, nothing where nobody watches.

Where output goes into a file, a line for each stage can be asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress
from rich.text import Text

from algebra.wording import phrase, worded
from language.messages import told as told_in

SPEED_WINDOW = 10.0
"""Seconds over which the speed is taken: short enough to follow, long enough not to jump."""


class Progress(Protocol):
    """Who is told how far the work is. Nothing about the work depends on it."""

    def stage(self, name: str, frames: int = 0) -> None:
        """A new stage begins (reading, rehearsing, shooting, cutting), of `frames` frames.

        0 frames means that its length is not known; ``name`` is a message.
        """

    def done(self, frames: int) -> None:
        """`frames` frames of this stage are done, counted from its beginning."""


class Silent:
    """Progress that nobody watches: output is piped into a file or another program."""

    def stage(self, name: str, frames: int = 0) -> None:
        """Says nothing."""

    def done(self, frames: int) -> None:
        """Says nothing."""


class Lines:
    """Progress for a file that somebody will read: one line as each stage begins."""

    def __init__(self, stream: TextIO, film: str, language: str = "en") -> None:
        self._stream = stream
        self._film = film
        self._language = language

    def stage(self, name: str, frames: int = 0) -> None:
        """Writes the stage, and how many frames it has."""
        if frames:
            name = phrase("{stage}, {frames} frames", stage=worded(name), frames=frames)
        said = ": ".join(part for part in (self._film, told_in(name, self._language)) if part)
        print(said, file=self._stream, flush=True)

    def done(self, frames: int) -> None:
        """Says nothing: a line for each frame would be thousands."""


class Frames(ProgressColumn):
    """Frames done and frames in all, such as ``97/1473``; empty if nobody knows how many."""

    def render(self, task: Task) -> Text:
        """The column's text."""
        if task.total is None:
            return Text()
        return Text(f"{task.completed:.0f}/{task.total:.0f}", style="progress.download")


class FramesPerSecond(ProgressColumn):
    """Frames a second over the last seconds, such as ``83 fps``."""

    def render(self, task: Task) -> Text:
        """The column's text; empty until there is something to measure."""
        speed = task.finished_speed or task.speed
        return Text("" if not speed else f"{speed:.0f} fps", style="progress.data.speed")


class Bar:
    """Progress as one line of a terminal: film, stage, bar, frames, speed and time left."""

    def __init__(self, bars: RichProgress, film: str, language: str = "en") -> None:
        self._bars = bars
        self._film = film
        self._language = language
        self._task = bars.add_task(film, total=None, stage="")

    def stage(self, name: str, frames: int = 0) -> None:
        """Starts the line anew for the next stage; its clock and speed start anew, too."""
        self._bars.remove_task(self._task)
        stage = told_in(name, self._language)
        self._task = self._bars.add_task(self._film, total=frames or None, stage=stage)

    def done(self, frames: int) -> None:
        """Moves the bar."""
        self._bars.update(self._task, completed=frames)


@contextmanager
def showing(
    stream: TextIO, film: str, told: bool = False, language: str = "en"
) -> Iterator[Progress]:
    """Progress of the film named `film` on `stream`, for as long as the context lasts.

    Its stages are told in a ``language`` of messages.

    Where `stream` is no terminal nothing at all is written, unless it is to be `told`. On a
    terminal the line is wiped when the context ends, so that what is printed afterwards stands
    alone.
    """
    if not stream.isatty():
        yield Lines(stream, film, language) if told else Silent()
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        TextColumn("{task.fields[stage]}", style="cyan"),
        BarColumn(),
        Frames(),
        FramesPerSecond(),
        TimeRemainingColumn(),
    )
    console = Console(file=stream)
    with RichProgress(
        *columns,
        console=console,
        transient=True,
        speed_estimate_period=SPEED_WINDOW,
        # Otherwise what is meant for stdout, perhaps a pipe, would appear on this terminal.
        redirect_stdout=False,
    ) as bars:
        yield Bar(bars, film, language)
