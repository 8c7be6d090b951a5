"""The painter's process: runs scenes for the pictures of their beats, and shoots clips of them.

Everything it makes lies in one folder under names that digest what is in it, so a picture that
did not change keeps its address, and a browser that has it does not ask again.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from shutil import rmtree

import av
import numpy as np
from av.video.stream import VideoStream
from PIL import Image

from algebra.wording import message_of, one_by_one, worded
from film.encode import PixelArray
from film.plan import Piece
from film.shoot import ShootingError, shoot, walk_through
from film.wish import chosen_size
from preview.messages import Failed, Heard, Order, Paint, Painted, Shoot, Shot
from preview.pieces import beat_alone, clip_key, clip_name, pieces_of
from stage import kind_files
from stage.formulas import check
from stage.layout import Misfit
from stage.look import Look

QUALITY = 90
"""Of JPEG without chroma subsampling: text stays sharp. A 1280×720 picture takes 5 ms and 80 kB;
PNG and WebP take 20 to 40 ms and save nothing on the way from this machine to itself."""

PAUSE = 0.02
"""Seconds between two looks whether the server has changed its mind."""

KEPT_SCENES = 60
"""Scenes whose encoded motions are kept, so that a new hold costs no drawing."""


class Painter:
    """Draws into ``folder``; ``interrupt`` raises what ends the work when it is not wanted.

    ``beside`` is the storyboard's folder, from which scenes take pictures.
    """

    def __init__(self, folder: Path, beside: Path, interrupt: Callable[[], None]) -> None:
        self._folder = folder
        self._beside = beside
        self._interrupt = interrupt
        self._looked = time.monotonic()
        self._pieces = folder.parent / "pieces"
        self._pieces.mkdir(exist_ok=True)
        check("x")  # loads fonts and the typesetter, before anybody waits for them

    def answer(self, request: object, send: Callable[[object], None]) -> None:
        """Sends what a Paint or a Shoot asks for, piece by piece; TypeError for anything else."""
        match request:
            case Paint(order, first):
                self._paint(order, first, send)
            case Shoot(order, beat):
                self._shoot(order, beat, send)
            case _:
                raise TypeError(f"the painter was asked for {type(request).__name__}")

    def _paint(self, order: Order, first: str, send: Callable[[object], None]) -> None:
        """The beat that somebody is looking at is sent at once, the others when all are drawn."""
        later: list[tuple[str, PixelArray]] = []

        def show(beat: str, pixels: PixelArray) -> None:
            if beat == first:
                send(Painted(order.key, beat, self._picture(pixels)))
            else:
                later.append((beat, pixels))

        try:
            rehearsal = walk_through(order.scene, order.look, show, self._look_up, self._beside)
        except ShootingError as error:
            send(_failure(order, error))
            return
        send(Heard(order.key, pickle.dumps(rehearsal)))
        for beat, pixels in later:
            send(Painted(order.key, beat, self._picture(pixels)))

    def _picture(self, pixels: PixelArray) -> str:
        file = io.BytesIO()
        picture = Image.fromarray(np.ascontiguousarray(pixels[:, :, :3]))
        picture.save(file, "JPEG", quality=QUALITY, subsampling=0)
        data = file.getvalue()
        name = f"{hashlib.sha256(data).hexdigest()[:24]}.jpg"
        path = self._folder / name
        if not path.exists():
            part = path.with_suffix(".part")
            part.write_bytes(data)
            part.replace(path)
        return name

    def _shoot(self, order: Order, beat: str, send: Callable[[object], None]) -> None:
        if beat:
            scene = beat_alone(order.scene, beat)
            order = replace(order, scene=scene, clip=clip_key(order.key, scene))
        try:
            send(Shot(order.clip, self._clip(order)))
        except ShootingError as error:
            send(_failure(order, error))

    def _clip(self, order: Order) -> str:
        """The file name of a clip of the scene: made of kept motions, and of new ones."""
        path = self._folder / clip_name(order.clip)
        if path.exists():
            return path.name
        shelf = self._pieces / order.key
        shelf.mkdir(exist_ok=True)
        wanted = pieces_of(order.scene)
        drawn = {piece: shelf / f"{piece.first}+{piece.pictures}.h264" for piece in wanted}
        missing = [piece for piece, file in drawn.items() if not file.exists()]
        if missing:
            look = _small(order.look)
            single = {replace(piece, repeat=1): piece for piece in missing}
            watcher = _Keeper({piece: drawn[own] for piece, own in single.items()}, self._look_up)
            shoot(order.scene, look, tuple(single), shelf, watcher, self._beside)
        self._look_up()
        part = path.with_suffix(".part")
        join([(drawn[piece], piece.repeat) for piece in wanted], part, order.look.fps)
        part.replace(path)
        self._forget()
        return path.name

    def _forget(self) -> None:
        """Removes the motions of scenes that have not been shot for longest."""
        shelves = sorted(self._pieces.iterdir(), key=lambda shelf: shelf.stat().st_mtime)
        for shelf in shelves[:-KEPT_SCENES]:
            rmtree(shelf, ignore_errors=True)

    def _look_up(self) -> None:
        now = time.monotonic()
        if now - self._looked > PAUSE:
            self._looked = now
            self._interrupt()


@dataclass(frozen=True)
class _Keeper:
    """Gives each finished clip the name under which it is kept."""

    names: dict[Piece, Path]
    look_up: Callable[[], None]

    def frames(self, count: int) -> None:
        """Some frames more: a good moment to look up."""
        del count
        self.look_up()

    def clip(self, piece: Piece, path: Path) -> None:
        """The clip of this piece is complete."""
        path.replace(self.names[piece])


def join(clips: list[tuple[Path, int]], target: Path, fps: int) -> None:
    """Writes one MP4 of clips, each frame of which stays for a number of frames.

    A hold is one long frame, so it costs nothing to encode; browsers show such films as any other.
    """
    with av.open(str(target), "w", format="mp4", options={"movflags": "faststart"}) as film:
        track: VideoStream | None = None
        now = 0
        for clip, repeat in clips:
            with av.open(str(clip), format="h264") as source:
                stream = source.streams.video[0]
                if track is None:
                    track = film.add_stream_from_template(stream)
                    track.time_base = Fraction(1, fps)
                for packet in source.demux(stream):
                    if packet.size == 0:
                        continue  # the end of the file
                    packet.stream = track
                    packet.time_base = Fraction(1, fps)
                    packet.pts = packet.dts = now
                    packet.duration = repeat
                    now += repeat
                    film.mux(packet)


def _small(look: Look) -> Look:
    """The same shape at 480 lines."""
    width, height = chosen_size("l", None, _aspect(look))
    return replace(look, width=width, height=height)


def _aspect(look: Look) -> str:
    """The aspect's name as the command line has it."""
    return {"wide": "16:9", "tall": "9:16", "square": "1:1"}[look.aspect]


def _failure(order: Order, error: ShootingError) -> Failed:
    cause = error.__cause__ or error
    if isinstance(cause, Misfit):
        what = one_by_one((worded(cause.what), worded(cause.cure)))
        return Failed(order.key, what, error.beat)
    file, line = kind_files.line_at_fault(cause) or ("", 0)
    return Failed(order.key, message_of(error), error.beat, str(file), line)
