"""Pictures to H.264: the one place where colours are converted and encoder settings are chosen.

Every clip comes from a fresh single-threaded encoder and begins with an IDR picture that carries
its parameter sets; there are no B-frames, so decoding order is display order and no player needs
an edit list. `stitchable` keeps the parameter sets of all clips of one look equal: clips joined
byte to byte are one valid stream.

A hold costs one picture: it is a key frame followed by frames that say "as before", which are the
same few bytes whatever the picture is (`standing`).
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import BinaryIO, Self

import av
import numpy as np
import numpy.typing as npt
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc, VideoReformatter

from film.wish import HARDWARE, USUAL_ENCODER
from stage.look import Look

PixelArray = npt.NDArray[np.uint8]
"""One frame, shape (height, width, 4), RGBA, C-contiguous."""

SOFTWARE = USUAL_ENCODER

PRESET = "ultrafast"
PROFILE = "high"
STANDING_CRF = 20
"""For the single picture of a hold, which is looked at longer than any other."""

PARAMS = (
    # Line art needs none of the costly tools. A scene of 348 motion pictures and its holds, at
    # 1080p60, one thread, against the same frames as Manim encodes them (570 kB, 52.8 dB, SSIM
    # 0.99899, some 50 ms a frame): at CRF 22 with subme=1 4.7 ms a motion picture and 3.0 times
    # the size; at CRF 30 with subme=2 5.3 ms, 1.9 times the size, 54 dB, SSIM 0.9990. Trellis
    # quantisation, psychovisual tools and adaptive quantisation cost more than they gave.
    "cabac=1:8x8dct=1:partitions=i8x8,i4x4:subme=2"
    # One key frame a clip, at its start.
    ":keyint=infinite:scenecut=0:open-gop=0:bframes=0"
    # Parameter sets that do not depend on the content, and a constant rate in them.
    ":stitchable=1:force-cfr=1"
)

_PERIOD = 32
"""After so many, the frames of a picture that stands are the same again: x264 numbers the frames
after a key frame in four bits, and signs each one's last bits by its number's lowest five."""


_TINY = 1000
"""Bytes; at 4K a frame in which nothing changes takes some 270."""


def settings(encoder: str = SOFTWARE) -> str:
    """All that decides how pictures become bytes, for the key of a stored clip."""
    colours = "bt709 limited bilinear"
    if encoder != SOFTWARE:
        return f"{encoder} {_hardware_options(encoder)} {colours}"
    quality = f"crf={_moving_crf(0)},{_moving_crf(720)},{_moving_crf(1080)},{STANDING_CRF}"
    return f"libx264 {PRESET} {PROFILE} {quality} {PARAMS} {colours}"


def _moving_crf(lines: int) -> int:
    """For motion: the same line is thinner in a small picture, and suffers more from each loss."""
    if lines >= 1080:
        return 30
    return 26 if lines >= 720 else 22


def available() -> tuple[str, ...]:
    """The encoders that can be used on this machine, software first.

    A hardware encoder counts if it opens and takes a picture: PyAV may know of one whose chip or
    driver is not there.
    """
    return (SOFTWARE, *(name for name in HARDWARE if _works(name)))


@cache
def _works(name: str) -> bool:
    look = Look(640, 360, 30)
    try:
        encoder = _encoder(look, name)
        frame = VideoFrame(look.width, look.height, "yuv420p")
        frame.pts = 0
        return bool([*encoder.encode(frame), *encoder.encode(None)])
    except (av.FFmpegError, ValueError, TypeError):  # not built in, no device, no driver
        return False


_ONE_AT_A_TIME = Lock()


def standing(look: Look) -> tuple[bytes, ...]:
    """The frames that say "as before", the first of them for the first frame after a key frame.

    When all have been used, they come in the same order again.

    Taken from x264 itself, shown a grey picture that does not change: nothing is left to encode
    but that every block stays as it is, which means the same after any key frame of this look.
    Empty if this build of x264 numbers frames otherwise; then holds are encoded like motions.
    It takes a fifth of a second at 1080p, once in a process; threads may ask at the same time.
    """
    with _ONE_AT_A_TIME:
        return _standing(Look(look.width, look.height, look.fps))


@cache
def _standing(look: Look) -> tuple[bytes, ...]:
    frame = VideoFrame(look.width, look.height, "yuv420p")
    for plane in frame.planes:
        plane.update(b"\x80" * plane.buffer_size)
    encoder = _encoder(look)
    options = dict(encoder.options)
    options["qp"] = options.pop("crf")  # else the rate control takes long to come to rest
    encoder.options = options
    units: list[bytes] = []
    for number in range(1 + 2 * _PERIOD):
        frame.pts = number
        units.append(b"".join(bytes(packet) for packet in encoder.encode(frame)))
    units[-1] += b"".join(bytes(packet) for packet in encoder.encode(None))
    first, again = units[1 : 1 + _PERIOD], units[1 + _PERIOD :]
    return tuple(first) if first == again and max(map(len, first)) < _TINY else ()


def stand(clip: bytes, frames: int, look: Look) -> bytes:
    """A clip of a single picture, made to last so many frames.

    ValueError if `standing` is empty.
    """
    return clip + stand_on(1, frames - 1, look)


def stand_on(since: int, frames: int, look: Look) -> bytes:
    """So many frames more of a picture that stands; ``since`` frames were there since its key.

    The key frame counts. ValueError if `standing` is empty.
    """
    still = standing(look)
    if not still:
        raise ValueError("this build of x264 cannot make pictures stand")
    return b"".join(still[(since - 1 + k) % len(still)] for k in range(frames))


class Converter:
    """RGBA pixels to BT.709 YUV 4:2:0 with limited range. Keeps its tables between pictures."""

    def __init__(self) -> None:
        self._reformatter = VideoReformatter()

    def convert(self, pixels: PixelArray) -> VideoFrame:
        """A frame of its own: ``pixels`` may change afterwards."""
        return self._reformatter.reformat(
            VideoFrame.from_numpy_buffer(np.ascontiguousarray(pixels), format="rgba"),
            format="yuv420p",
            dst_colorspace=Colorspace.ITU709,
            src_color_range=ColorRange.JPEG,
            dst_color_range=ColorRange.MPEG,
            dst_color_trc=ColorTrc.BT709,
            dst_color_primaries=ColorPrimaries.BT709,
            threads=1,  # the crew has a process for each core
        )


class ClipWriter:
    """One clip on its way to a file, which has its name only once the clip is complete.

    ``lone`` says that it is a single picture, which will be looked at for long.
    """

    def __init__(self, path: Path, look: Look, encoder: str = SOFTWARE, lone: bool = False) -> None:
        self._path = path
        self._part = path.with_name(path.name + ".part")
        self._encoder = _encoder(look, encoder, STANDING_CRF if lone else None)
        self._file: BinaryIO = self._part.open("wb")
        self._frames = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if kind is None:
            self.finish()
        else:
            self.abandon()

    def add(self, frame: VideoFrame, repeat: int = 1) -> None:
        """Show a converted picture for ``repeat`` frames."""
        for _ in range(repeat):
            frame.pts = self._frames
            self._frames += 1
            for packet in self._encoder.encode(frame):
                self._file.write(bytes(packet))

    def finish(self) -> None:
        """Flush the encoder and give the file its name; OSError leaves nothing behind."""
        try:
            for packet in self._encoder.encode(None):
                self._file.write(bytes(packet))
            self._file.close()
            self._part.replace(self._path)
        except OSError:
            self.abandon()
            raise

    def abandon(self) -> None:
        """Remove what was written."""
        with suppress(OSError):  # a full disk, which is told of elsewhere, fails here once more
            self._file.close()
        self._part.unlink(missing_ok=True)


def _encoder(look: Look, name: str = SOFTWARE, crf: int | None = None) -> VideoCodecContext:
    codec = "libx264" if name == SOFTWARE else name
    encoder = av.CodecContext.create(codec, "w")
    if not isinstance(encoder, VideoCodecContext):
        raise TypeError(f"{codec} is not a video encoder in this build of PyAV")
    encoder.width, encoder.height = look.width, look.height
    encoder.pix_fmt = "yuv420p"
    encoder.sample_aspect_ratio = Fraction(1)
    encoder.time_base = Fraction(1, look.fps)
    encoder.framerate = Fraction(look.fps)
    encoder.thread_count = 1  # more threads would decide differently from run to run
    encoder.color_primaries = ColorPrimaries.BT709
    encoder.color_trc = ColorTrc.BT709
    encoder.colorspace = Colorspace.ITU709
    encoder.color_range = ColorRange.MPEG
    if name == SOFTWARE:
        encoder.options = {
            "preset": PRESET,
            "profile": PROFILE,
            "crf": str(_moving_crf(min(look.width, look.height)) if crf is None else crf),
            "x264-params": PARAMS,
        }
    else:
        encoder.options = _hardware_options(name)
        encoder.gop_size = 10_000  # one key frame a clip, at its start
        encoder.max_b_frames = 0
        encoder.bit_rate = look.width * look.height * look.fps // 10  # 12 Mbit/s at 1080p60
    return encoder


def _hardware_options(name: str) -> dict[str, str]:
    """The names by which each of them knows "high profile, no haste"."""
    if name == "h264_nvenc":
        return {"profile": "high", "preset": "p4", "forced-idr": "1"}
    if name == "h264_qsv":
        return {"profile": "high", "preset": "medium"}
    return {"profile": "high", "realtime": "0"}


def png(pixels: PixelArray) -> bytes:
    """The picture as a PNG file without transparency."""
    height, width = pixels.shape[:2]
    encoder = av.CodecContext.create("png", "w")
    if not isinstance(encoder, VideoCodecContext):
        raise TypeError("png is not a picture encoder in this build of PyAV")
    encoder.width, encoder.height = width, height
    encoder.pix_fmt = "rgb24"
    encoder.time_base = Fraction(1, 25)
    frame = VideoFrame.from_ndarray(np.ascontiguousarray(pixels[:, :, :3]), format="rgb24")
    packets = [*encoder.encode(frame), *encoder.encode(None)]
    return b"".join(bytes(packet) for packet in packets)
