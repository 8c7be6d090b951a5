"""Scenes run here: undrawn for a rehearsal, drawn into clips, or drawn once for a still."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from av.video.frame import VideoFrame

from algebra.wording import message_of, phrase, reason_of
from film.encode import SOFTWARE, ClipWriter, Converter, PixelArray, png
from film.plan import Piece, Rehearsal, RehearsedBeat, ScenePlan, Step
from language.model import SceneSpec
from language.params import planned
from stage import kind_files
from stage.look import Look
from stage.story import Box, Onlooker, Recorder, Setting, StoryScene


class ShootingError(RuntimeError):
    """A scene could not be drawn. Says which scene and beat; its cause is what went wrong.

    ``beat`` is the name of the beat that was running, empty if none was.
    """

    def __init__(self, message: str, beat: str = "") -> None:
        super().__init__(message)
        self.beat = beat


class Watcher(Protocol):
    """Who is told how a shooting goes on."""

    def frames(self, count: int) -> None:
        """So many more frames are encoded."""

    def clip(self, piece: Piece, path: Path) -> None:
        """The clip of this piece is complete, at this path."""


class Unwatched:
    """A watcher that does nothing."""

    def frames(self, count: int) -> None:
        """Nothing."""

    def clip(self, piece: Piece, path: Path) -> None:
        """Nothing."""


def rehearse(scene: SceneSpec, look: Look) -> Rehearsal:
    """What the scene does in each beat, without drawing it. ShootingError if it fails."""
    kind = _scene_class(scene.kind.target)
    setting = Setting(
        params=scene.params,
        title=scene.title.get(look.language) if scene.title else "",
        motion=scene.motion,
        run_times={b.beat.name: b.run_time for b in scene.beats if b.run_time is not None},
    )
    listener = _Listener(look.fps)
    _run(scene.id, kind, setting, look, listener)
    return Rehearsal(tuple(listener.beats))


def walk_through(
    scene: ScenePlan,
    look: Look,
    show: Callable[[str, PixelArray], None],
    look_up: Callable[[], None],
    beside: Path | None = None,
) -> Rehearsal:
    """Rehearses the scene and shows the picture with which each beat ends, in a single run of it.

    ``show`` gets the beat's name and the picture, whose array is its own to keep. ``look_up`` is
    called at every turn of the scene; what it raises ends the walk, and passes through if it is
    no Exception. Of ``scene`` only what draws is used, not its beats; ``beside`` is the
    storyboard's folder. ShootingError if it fails.
    """
    guide = _Guide(look.fps, show, look_up)
    run_planned(scene, look, guide, beside)
    return Rehearsal(tuple(guide.beats))


def observe(
    scene: ScenePlan, look: Look, onlooker: Onlooker, beside: Path | None = None
) -> Rehearsal:
    """Rehearses the scene while somebody looks at the things that stand in it, undrawn.

    Of ``scene`` only what draws is used, not its beats; ``beside`` is the storyboard's folder.
    ShootingError if it fails.
    """
    listener = _Listener(look.fps)
    run_planned(scene, look, listener, beside, onlooker)
    return Rehearsal(tuple(listener.beats))


def shoot(
    scene: ScenePlan,
    look: Look,
    pieces: Sequence[Piece],
    folder: Path,
    watcher: Watcher | None = None,
    beside: Path | None = None,
    encoder: str = SOFTWARE,
) -> tuple[Path, ...]:
    """One H.264 file (Annex B) for each piece, in ``folder``, in the order of ``pieces``.

    ``beside`` is the storyboard's folder, in which the files lie that the scene shows.
    Runs the scene once and keeps a single picture at a time. A file is named after its piece and
    appears complete. Raises ShootingError if the scene fails, has not the pictures it was planned
    with, or if the disk does not take the clips.
    """
    paths = {piece: folder / _clip_name(piece) for piece in pieces}
    camera = _Camera(scene.id, look, paths, watcher or Unwatched(), encoder)
    try:
        run_planned(scene, look, camera, beside)
        camera.check_complete()
    finally:
        camera.abandon()
    return tuple(paths[piece] for piece in pieces)


def still(scene: ScenePlan, look: Look, picture: int, beside: Path | None = None) -> bytes:
    """Picture number ``picture`` of the scene as a PNG file; ShootingError if it has none.

    ``beside`` is the storyboard's folder.
    """
    taken: list[bytes] = []
    stills(scene, look, (picture,), lambda _, data: taken.append(data), beside)
    return taken[0]


def stills(
    scene: ScenePlan,
    look: Look,
    pictures: Collection[int],
    show: Callable[[int, bytes], None],
    beside: Path | None = None,
) -> None:
    """Shows pictures of the scene by their numbers, each as a PNG file, in a single run of it.

    ``beside`` is the storyboard's folder. ShootingError if the scene fails or has not all of them.
    """
    photographer = _Photographer(pictures, show)
    run_planned(scene, look, photographer, beside)
    if photographer.left:
        raise ShootingError(
            phrase(
                "scene {scene} has no picture {picture}",
                scene=scene.id,
                picture=min(photographer.left),
            )
        )


def run_planned(
    scene: ScenePlan,
    look: Look,
    recorder: Hearing,
    beside: Path | None,
    onlooker: Onlooker | None = None,
) -> None:
    """Runs a planned scene once to a recorder, who says which pictures are drawn.

    ``beside`` is the storyboard's folder. ShootingError if the scene fails.
    """
    kind = _scene_class(scene.target)
    setting = Setting(
        params=kind.Params.model_validate(dict(scene.params), context=planned(beside)),
        title=scene.title_in(look.language),
        motion=scene.motion,
        run_times=scene.run_times,
    )
    _run(scene.id, kind, setting, look, recorder, onlooker)


def _run(
    scene: str,
    kind: type[StoryScene],
    setting: Setting,
    look: Look,
    recorder: Hearing,
    onlooker: Onlooker | None = None,
) -> None:
    with _blamed(scene, recorder):
        kind(setting, look, recorder, onlooker).run()


@contextmanager
def _blamed(scene: str, recorder: Hearing) -> Iterator[None]:
    try:
        yield
    except (ShootingError, BrokenPipeError):
        raise  # it says where already, or nobody is left to tell
    except Exception as error:
        beat = phrase(", beat {name}", name=recorder.beat) if recorder.beat else ""
        at = kind_files.line_at_fault(error)
        where = f"{at[0].name}:{at[1]}: " if at else ""
        message = phrase(
            "{where}scene {scene}{beat}: {kind}: {message}",
            where=where,
            scene=scene,
            beat=beat,
            kind=type(error).__name__,
            message=message_of(error),
        )
        raise ShootingError(message, recorder.beat) from error


def _scene_class(target: str) -> type[StoryScene]:
    found = kind_files.load_class(target)
    if not (isinstance(found, type) and issubclass(found, StoryScene)):
        raise TypeError(f"{target} is no StoryScene")
    return found


def _clip_name(piece: Piece) -> str:
    return f"{piece.first}+{piece.pictures}x{piece.repeat}.h264"


class Hearing(Recorder):
    """A recorder that knows which beat is running, and draws nothing."""

    def __init__(self) -> None:
        self.beat = ""

    def begin_beat(self, name: str) -> None:
        self.beat = name

    def hold(self, seconds: float) -> None:
        del seconds  # the plan has decided on holds

    def play(self, frames: int) -> None:
        del frames  # likewise

    def wants(self, picture: int) -> bool:
        del picture  # none is wanted
        return False

    def take(self, picture: int, pixels: PixelArray) -> None:
        del pixels
        raise AssertionError(f"picture {picture} was drawn unasked")

    def end_beat(self, boxes: tuple[Box, ...]) -> None:
        del boxes  # the rehearsal has noted them


class _Listener(Hearing):
    """Notes steps and holds, in frames."""

    def __init__(self, fps: int) -> None:
        super().__init__()
        self.beats: list[RehearsedBeat] = []
        self._fps = fps
        self._steps: list[Step] = []
        self._hold = 0

    def begin_beat(self, name: str) -> None:
        super().begin_beat(name)
        self._steps, self._hold = [], 0

    def hold(self, seconds: float) -> None:
        self._hold += round(Fraction(seconds) * self._fps)

    def play(self, frames: int) -> None:
        self._steps.append(Step(self._hold, frames))
        self._hold = 0

    def end_beat(self, boxes: tuple[Box, ...]) -> None:
        self.beats.append(RehearsedBeat(self.beat, tuple(self._steps), self._hold, boxes))


class _Guide(_Listener):
    """A listener that also draws the last picture of every motion, and shows those of beats' ends.

    Which motion of a beat is its last is known only when the beat is over.
    """

    def __init__(
        self, fps: int, show: Callable[[str, PixelArray], None], look_up: Callable[[], None]
    ) -> None:
        super().__init__(fps)
        self._show = show
        self._look_up = look_up
        self._last = 0
        self._latest: PixelArray | None = None

    def play(self, frames: int) -> None:
        self._look_up()
        super().play(frames)
        self._last += frames

    def wants(self, picture: int) -> bool:
        return picture == self._last

    def take(self, picture: int, pixels: PixelArray) -> None:
        del picture  # the latest is the one
        self._latest = pixels.copy()

    def end_beat(self, boxes: tuple[Box, ...]) -> None:
        super().end_beat(boxes)
        self._look_up()
        if self._latest is not None:
            self._show(self.beat, self._latest)


class _Camera(Hearing):
    """Encodes the pictures of its pieces as they are drawn."""

    def __init__(
        self, scene: str, look: Look, paths: dict[Piece, Path], watcher: Watcher, encoder: str
    ) -> None:
        super().__init__()
        self._encoder = encoder
        self._scene = scene
        self._look = look
        self._watcher = watcher
        self._paths = paths
        self._converter = Converter()
        self._open: dict[Piece, ClipWriter] = {}
        self._left: dict[int, list[Piece]] = {}
        for piece in paths:
            for picture in range(piece.first, piece.first + piece.pictures):
                self._left.setdefault(picture, []).append(piece)

    def wants(self, picture: int) -> bool:
        return picture in self._left

    def take(self, picture: int, pixels: PixelArray) -> None:
        frame = self._converter.convert(pixels)
        for piece in self._left.pop(picture):
            path = self._paths[piece]
            ends = picture == piece.first + piece.pictures - 1
            try:
                self._write(piece, frame, ends)
            except OSError as error:
                raise ShootingError(
                    phrase(
                        "clips cannot be written to {folder}: {reason}",
                        folder=path.parent,
                        reason=reason_of(error),
                    )
                ) from error
            self._watcher.frames(piece.repeat)
            if ends:
                self._watcher.clip(piece, path)

    def _write(self, piece: Piece, frame: VideoFrame, ends: bool) -> None:
        if piece not in self._open:
            lone = piece.pictures == 1
            self._open[piece] = ClipWriter(self._paths[piece], self._look, self._encoder, lone)
        self._open[piece].add(frame, piece.repeat)
        if ends:
            self._open.pop(piece).finish()

    def check_complete(self) -> None:
        """ShootingError if some picture never came."""
        if self._left:
            raise ShootingError(
                phrase(
                    "scene {scene} was planned with {number} pictures and more than it has now; "
                    "its length must depend on its params alone",
                    scene=self._scene,
                    number=max(self._left),
                )
            )

    def abandon(self) -> None:
        """Remove the clips that are not complete."""
        while self._open:
            self._open.popitem()[1].abandon()


class _Photographer(Hearing):
    """Wants a few pictures, as PNG files."""

    def __init__(self, pictures: Collection[int], show: Callable[[int, bytes], None]) -> None:
        super().__init__()
        self.left = set(pictures)
        self._show = show

    def wants(self, picture: int) -> bool:
        return picture in self.left

    def take(self, picture: int, pixels: PixelArray) -> None:
        self.left.discard(picture)
        self._show(picture, png(pixels))
