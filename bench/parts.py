"""What a film consists of, each measured alone in one process: drawing, converting, encoding."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

import av
import imageio_ffmpeg
import numpy as np
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc

from film.crew import shoot_film
from film.encode import ClipWriter, Converter, PixelArray, standing
from film.plan import FilmPlan, plan
from film.shoot import Hearing, rehearse, run_planned, shoot
from film.wish import QUALITIES
from language.reader import read
from scenes import kinds
from stage.look import Look
from stage.theme import THEMES

PLAIN_CRF = "23"
"""Manim's own, with x264's default preset."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Seconds: of scenes run undrawn, and of all motion pictures and all different holds."""

    pictures: int
    holds: int
    setting: float
    drawing: float
    copying: float
    converting: float
    encoding: float
    standing: float

    @property
    def sum(self) -> float:
        """All of it, on one core."""
        return self.drawing + self.converting + self.encoding + self.standing


@dataclass(frozen=True, slots=True)
class Quality:
    """A picture against its lossless original."""

    psnr: float
    ssim: float
    bytes: int


def planned(lesson: Path, flag: str) -> FilmPlan:
    """The lesson's film at the quality of a flag such as ``-qh``."""
    width, height, fps = QUALITIES[flag.removeprefix("-q")]
    look = Look(width=width, height=height, fps=fps)
    return plan(read(lesson, kinds(), tuple(THEMES)), rehearse, look)


class _Timer(Hearing):
    """Takes pictures and keeps account of the seconds spent on each part."""

    def __init__(self, film: FilmPlan, scene: int, folder: Path, work: bool) -> None:
        super().__init__()
        pieces = [piece for piece in film.pieces() if piece.scene == scene]
        self._moving = {
            piece.first + k for piece in pieces if piece.repeat == 1 for k in range(piece.pictures)
        }
        self._standing = {piece.first for piece in pieces if piece.repeat > 1}
        self._look = film.look
        self._path = folder / "alone.h264"
        self._work = work
        self._writer: ClipWriter | None = None
        self._converter = Converter()
        self.pictures = self.holds = 0
        self.copying = self.converting = self.encoding = self.standing = 0.0

    def wants(self, picture: int) -> bool:
        return picture in self._moving or picture in self._standing

    def take(self, picture: int, pixels: PixelArray) -> None:
        self.pictures += picture in self._moving
        self.holds += picture in self._standing
        if not self._work:
            return
        start = time.perf_counter()
        frame = self._converter.convert(pixels)
        self.converting += time.perf_counter() - start
        if picture in self._moving:
            if self._writer is None:
                self._writer = ClipWriter(self._path, self._look)
            start = time.perf_counter()
            self._writer.add(frame)
            self.encoding += time.perf_counter() - start
        if picture in self._standing:
            start = time.perf_counter()
            with ClipWriter(self._path.with_suffix(".lone"), self._look, lone=True) as lone:
                lone.add(frame)
            self.standing += time.perf_counter() - start
        start = time.perf_counter()
        np.copyto(pixels, pixels.copy())
        self.copying += (time.perf_counter() - start) / 2

    def close(self) -> None:
        """End the clip."""
        if self._writer is not None:
            self._writer.finish()


def alone(film: FilmPlan, folder: Path) -> Parts:
    """Each part of the film on its own. Scenes run three times: undrawn, drawn, and with all."""
    standing(film.look)  # made once, whatever the film
    totals = dict.fromkeys(
        (
            "pictures",
            "holds",
            "setting",
            "drawing",
            "copying",
            "converting",
            "encoding",
            "standing",
        ),
        0.0,
    )
    for number, scene in enumerate(film.scenes):
        for part, recorder in (
            ("setting", Hearing()),
            ("drawing", drawn := _Timer(film, number, folder, work=False)),
            ("", worked := _Timer(film, number, folder, work=True)),
        ):
            start = time.perf_counter()
            run_planned(scene, film.look, recorder, folder)
            if part:
                totals[part] += time.perf_counter() - start
        worked.close()
        totals["pictures"] += drawn.pictures
        totals["holds"] += drawn.holds
        for part in ("copying", "converting", "encoding", "standing"):
            totals[part] += getattr(worked, part)
    return Parts(int(totals.pop("pictures")), int(totals.pop("holds")), **totals)


def quality(film: FilmPlan, scene: str, beside: Path, folder: Path) -> tuple[Quality, Quality]:
    """A scene's picture as in this program's film, and as Manim's settings would encode it."""
    number = [each.id for each in film.scenes].index(scene)
    alone = replace(film, scenes=(film.scenes[number],))
    clips = folder / "quality"
    clips.mkdir()
    ours = folder / "ours.h264"
    with ours.open("wb") as file:
        for clip in shoot_film(alone, clips, beside=beside):
            file.write(clip.read_bytes())
    lossless = folder / "lossless.mkv"
    _lossless(film, number, beside, lossless)
    plain = folder / "plain.mp4"
    _ffmpeg("-i", str(lossless), "-c:v", "libx264", "-crf", PLAIN_CRF, str(plain))
    rate = str(film.look.fps)
    return (
        _compared(["-r", rate, "-i", str(ours)], lossless, ours),
        _compared(["-i", str(plain)], lossless, plain),
    )


def _lossless(film: FilmPlan, number: int, beside: Path, path: Path) -> None:
    """All frames of a scene, converted but without loss."""
    look = film.look
    repeats: dict[int, int] = {}
    for piece in film.pieces():
        if piece.scene == number:
            for k in range(piece.pictures):
                repeats[piece.first + k] = repeats.get(piece.first + k, 0) + piece.repeat

    class Keeper(Hearing):
        """Encodes every frame as it comes."""

        def wants(self, picture: int) -> bool:
            return picture in repeats

        def take(self, picture: int, pixels: PixelArray) -> None:
            frame = converter.convert(pixels)
            for _ in range(repeats[picture]):
                frame.pts = self.count
                self.count += 1
                container.mux(stream.encode(frame))

        count = 0

    converter = Converter()
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=look.fps)
        stream.width, stream.height, stream.pix_fmt = look.width, look.height, "yuv420p"
        stream.options = {"preset": "ultrafast", "qp": "0"}
        # Tagged as the film is: ffmpeg converts before it compares what it takes for other colours.
        codec = stream.codec_context
        codec.color_primaries, codec.color_trc = ColorPrimaries.BT709, ColorTrc.BT709
        codec.colorspace, codec.color_range = Colorspace.ITU709, ColorRange.MPEG
        run_planned(film.scenes[number], look, Keeper(), beside)
        container.mux(stream.encode(None))


def _compared(source: list[str], lossless: Path, file: Path) -> Quality:
    # Frames are compared by their numbers: containers round their times differently.
    graph = (
        "[0:v]settb=1/1000,setpts=N,split[a][b];[1:v]settb=1/1000,setpts=N,split[c][d];"
        "[a][c]psnr;[b][d]ssim"
    )
    said = _ffmpeg(*source, "-i", str(lossless), "-lavfi", graph, "-f", "null", "-")
    psnr = re.search(r"PSNR y:[\d.inf]+ .*?average:([\d.]+)", said)
    ssim = re.search(r"SSIM .*?All:([\d.]+)", said)
    if psnr is None or ssim is None:
        raise ValueError(f"ffmpeg compared nothing: {said[-500:]}")
    return Quality(float(psnr[1]), float(ssim[1]), file.stat().st_size)


def _ffmpeg(*words: str) -> str:
    order = [imageio_ffmpeg.get_ffmpeg_exe(), "-hide_banner", "-nostats", "-y", *words]
    done = subprocess.run(order, capture_output=True, check=True)
    return done.stderr.decode(errors="replace")


def memory(scenes: int) -> tuple[int, int]:
    """Bytes that a process has at most after a tenth of so many small scenes, and after all."""
    code = f"from bench.parts import shoot_many; shoot_many({scenes})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    first, last = done.stdout.split()[-2:]
    return int(first), int(last)


def shoot_many(scenes: int) -> None:
    """Shoots a summary so many times, each with other words; prints the process's peak twice."""
    scale = 1 if sys.platform == "darwin" else 1024
    lesson = Path(__file__).resolve().parent.parent / "storyboards" / "det.yaml"
    board = read(lesson, kinds(), tuple(THEMES))
    film = plan(board, rehearse, Look(width=320, height=180, fps=2))
    last = film.scenes[-1]
    number = len(film.scenes) - 1
    pieces = [replace(piece, repeat=1) for piece in film.pieces() if piece.scene == number]
    with tempfile.TemporaryDirectory() as folder:
        for k in range(1, scenes + 1):
            scene = replace(last, title={"ko": f"정리 {k}"})
            shoot(scene, film.look, tuple(dict.fromkeys(pieces)), Path(folder))
            if k in (max(1, scenes // 10), scenes):
                print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale)
