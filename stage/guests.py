"""Scenes within a scene: each draws into its own part of the frame, and their host keeps the time.

A guest is a whole StoryScene with zones of its own. It runs in a thread that only ever moves while
its host waits for it, so that everything happens in one order, always the same. What a guest does
(beats, holds, motions) comes to the host as events; the pixels of its pictures are put into the
host's frame. Nothing of the scene kinds has to know about it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

from stage.kind_files import load_class
from stage.layout import Zone
from stage.look import Look
from stage.story import BeatError, Box, Onlooker, PixelArray, Recorder, Setting, StoryScene


@dataclass(frozen=True, slots=True)
class Began:
    """A beat begins."""

    beat: str


@dataclass(frozen=True, slots=True)
class Held:
    """The guest asks for so many seconds of stillness."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Moves:
    """A motion of so many frames begins; its pictures come as the host asks for them."""

    frames: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of the motion, the k-th from 1; its pixels are in the guest's hands."""

    k: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A beat is over; what stands where."""

    beat: str
    boxes: tuple[Box, ...]


Event: TypeAlias = Began | Held | Moves | Drawn | Ended


class _Dismissed(BaseException):
    """Raised inside a guest that nobody waits for any more."""


class Guest:
    """A scene in a part of the frame. It opens at once, and stands at its first motion or hold."""

    def __init__(
        self,
        kind: type[StoryScene],
        setting: Setting,
        look: Look,
        name: str,
        part: Zone,
        prefix: str = "",
    ) -> None:
        self.name = name
        self.prefix = prefix
        """What the names of its beats begin with where its host names them."""
        self.rows, self.columns = _pixels(part, look)
        self._go, self._told = threading.Semaphore(0), threading.Semaphore(0)
        self._failure: BaseException | None = None
        self._dismissed = False
        self._pixels: PixelArray | None = None
        self._wanted: frozenset[int] = frozenset()
        self._first = 0
        self.event: Event | None = None
        """What it does next; None when it is over."""
        self.told: Event | None = None
        """The end of the last beat that was told; its first beat may end before it is told."""
        self.boxes: tuple[Box, ...] = ()
        self._scene = kind(setting, look, self._recorder())
        self._thread = threading.Thread(target=self._run, name=f"guest {name}", daemon=True)

    def start(self, onlooker: Onlooker | None = None) -> None:
        """Let it run to its first event, looked at by an onlooker of its own."""
        self._scene.onlooker = onlooker
        self._thread.start()
        self._await()

    def next(self) -> Event | None:
        """Let it go on to its next event. Raises what the scene raises."""
        assert self.event is not None, "a guest that is over does nothing more"
        self._pixels = None
        self._go.release()
        self._await()
        return self.event

    def move(self, wanted: frozenset[int]) -> None:
        """Begin the motion that it stands at; only the `wanted` pictures of it will be drawn."""
        self._wanted = wanted
        self._pixels = None

    def draw(self, k: int) -> None:
        """Go on to the k-th picture of the motion, which must be wanted."""
        event = self.next()
        assert event == Drawn(k), f"{self.name} gives {event}, not picture {k}"

    def paste(self, frame: PixelArray) -> None:
        """Put the picture as it is now into the guest's part of a frame."""
        if self._pixels is None:
            self._pixels = self._scene.resting()[self.rows, self.columns].copy()
        frame[self.rows, self.columns] = self._pixels

    def standing(self) -> tuple[Box, ...]:
        """What stands where now, under names that tell the guests apart."""
        return tuple(replace(box, name=f"{self.name}: {box.name}") for box in self._scene.boxes())

    def dismiss(self) -> None:
        """End the thread, wherever the scene is."""
        if self._thread.is_alive():
            self._dismissed = True
            self._go.release()
            self._thread.join()

    def _recorder(self) -> Recorder:
        return _Line(self)

    def _run(self) -> None:
        try:
            self._scene.run()
        except _Dismissed:
            return
        except BaseException as failure:  # it is raised again where somebody waits for it
            self._failure = failure
        self.event = None
        self._told.release()

    def _await(self) -> None:
        self._told.acquire()
        if self._failure is not None:
            raise self._failure

    def tell(self, event: Event) -> None:
        """From within the thread: say what happens, and wait to be let on."""
        self.event = event
        self._told.release()
        self._go.acquire()
        if self._dismissed:
            raise _Dismissed

    def wants(self, picture: int) -> bool:
        """From within the thread: whether a picture, counted from the scene's first, is wanted."""
        return picture - self._first in self._wanted

    def took(self, picture: int, pixels: PixelArray) -> None:
        """From within the thread: a wanted picture is drawn."""
        self._pixels = pixels[self.rows, self.columns].copy()
        self.tell(Drawn(picture - self._first))

    def played(self, frames: int) -> None:
        """From within the thread: a motion begins."""
        self.tell(Moves(frames))

    def passed(self, frames: int) -> None:
        """From within the thread: the pictures of a motion have been counted."""
        self._first += frames
        self._wanted = frozenset()


class _Line:
    """The recorder of a guest: all that it hears becomes events."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._beat = ""
        self._before = 0

    def begin_beat(self, name: str) -> None:
        self._beat = name
        self._guest.tell(Began(name))

    def hold(self, seconds: float) -> None:
        self._guest.tell(Held(seconds))

    def play(self, frames: int) -> None:
        self._guest.passed(self._before)
        self._before = frames
        self._guest.played(frames)

    def wants(self, picture: int) -> bool:
        return self._guest.wants(picture)

    def take(self, picture: int, pixels: PixelArray) -> None:
        self._guest.took(picture, pixels)

    def end_beat(self, boxes: tuple[Box, ...]) -> None:
        self._guest.tell(Ended(self._beat, boxes))


def scene_class(target: str) -> type[StoryScene]:
    """The scene class that an import string names; TypeError if it is none."""
    found = load_class(target)
    if not (isinstance(found, type) and issubclass(found, StoryScene)):
        raise TypeError(f"{target} is no StoryScene")
    return found


def _pixels(part: Zone, look: Look) -> tuple[slice, slice]:
    """The rows and columns of the frame that a part of it takes."""
    unit = look.width / look.frame_width
    top, bottom = (round(look.height / 2 - y * unit) for y in (part.top, part.bottom))
    left, right = (round(look.width / 2 + x * unit) for x in (part.left, part.right))
    return slice(max(top, 0), bottom), slice(max(left, 0), right)


class HostScene(StoryScene):
    """A scene that has guests. It may add things of its own, outside the guests' parts."""

    guests: tuple[Guest, ...] = ()

    @contextmanager
    def receiving(self, guests: Sequence[Guest]) -> Iterator[None]:
        """Let the guests in; they are gone when the block is left, however it is left."""
        self.guests = tuple(guests)
        try:
            for guest in self.guests:
                guest.start(self.onlooker.within(guest.prefix) if self.onlooker else None)
                self._until(guest, (Held, Moves, Ended))
            yield
            for guest in self.guests:
                if isinstance(guest.event, Ended) and guest.next() is not None:
                    raise BeatError(f"the scene {guest.name} has beats that nobody asked for")
        finally:
            for guest in self.guests:
                guest.dismiss()

    def resting(self) -> PixelArray:
        """The host's own things with every guest's picture in its part."""
        frame = super().resting().copy()
        for guest in self.guests:
            guest.paste(frame)
        return frame

    def boxes(self) -> tuple[Box, ...]:
        """The host's own things, and those of the guests."""
        guests = (box for guest in self.guests for box in guest.standing())
        return (*super().boxes(), *guests)

    def tell_beat(self, guests: Sequence[Guest]) -> None:
        """Run the beat that these guests stand in to its end, all of them at the same time.

        Their motions go pairwise, each with the other's of the same rank; each waits for the
        longest hold.
        """
        for guest in guests:
            if guest.event is not None and guest.event is guest.told:
                guest.next()
                self._until(guest, (Held, Moves, Ended))
            if guest.event is None:
                raise BeatError(f"the scene {guest.name} has fewer beats than are asked for")
        while any(not isinstance(guest.event, Ended) for guest in guests):
            seconds = 0.0
            moving: dict[Guest, int] = {}
            for guest in guests:
                held = 0.0
                while isinstance(event := guest.event, Held | Began):
                    held += event.seconds if isinstance(event, Held) else 0.0
                    guest.next()
                seconds = max(seconds, held)
                if isinstance(event, Moves):
                    moving[guest] = event.frames
            if seconds:
                self.wait(seconds)
            if moving:
                self._move(moving)
        for guest in guests:
            guest.told = guest.event

    def _until(self, guest: Guest, kinds: tuple[type, ...]) -> None:
        """Let a guest set its next beat up: to its first motion, hold or end."""
        while guest.event is not None and not isinstance(guest.event, kinds):
            guest.next()

    def _move(self, moving: dict[Guest, int]) -> None:
        """One motion of each guest, drawn where the host's recorder wants pictures."""
        self._open()
        count = max(moving.values())
        self.recorder.play(count)
        first = self._picture + 1
        wanted = [k for k in range(1, count + 1) if self.recorder.wants(first + k - 1)]
        own: PixelArray | None = None
        ahead: dict[Guest, list[int]] = {}
        for guest, frames in moving.items():
            # One that is done before the others stands still in its last picture.
            pictures = sorted({min(k, frames) for k in wanted})
            ahead[guest] = pictures
            guest.move(frozenset(pictures))
        for k in wanted:
            if own is None:
                own = StoryScene.resting(self).copy()
            for guest, pictures in ahead.items():
                if pictures and pictures[0] <= k:
                    guest.draw(pictures.pop(0))
            frame = own.copy()
            for guest in self.guests:
                guest.paste(frame)
            self.recorder.take(first + k - 1, frame)
        self._picture += count
        for guest in moving:
            guest.next()
