"""Pictures to H.264: the one place where colours are converted and encoder settings are chosen.

Every clip comes from a fresh single-threaded x264 and begins with an IDR picture that carries its
parameter sets; there are no B-frames, so decoding order is display order and no player needs an
edit list. `stitchable` keeps the parameter sets of all clips of one look equal: clips joined byte
to byte are one valid stream.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import av
import numpy as np
import numpy.typing as npt
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc, VideoReformatter

from stage.look import Look

PixelArray = npt.NDArray[np.uint8]
"""One frame, shape (height, width, 4), RGBA, C-contiguous."""

PRESET = "ultrafast"
PROFILE = "high"
CRF = 22
PARAMS = (
    # Line art needs none of the costly tools. Over 60 frames of moving grid lines at 1080p60, one
    # thread: this 7.5 ms a frame, 50.5 dB, 780 KiB; veryfast without look-ahead and with diamond
    # search at CRF 21: 8.7 ms, 49.2 dB, 660 KiB; both far above the 45 dB that are asked for.
    "cabac=1:8x8dct=1:partitions=i8x8,i4x4:subme=1"
    # One key frame a clip, at its start.
    ":keyint=infinite:scenecut=0:open-gop=0:bframes=0"
    # Parameter sets that do not depend on the content, and a constant rate in them.
    ":stitchable=1:force-cfr=1"
)


def settings() -> str:
    """All that decides how pictures become bytes, for the key of a stored clip."""
    return f"libx264 {PRESET} {PROFILE} crf={CRF} {PARAMS} bt709 limited bilinear"


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
    """One clip on its way to a file, which has its name only once the clip is complete."""

    def __init__(self, path: Path, look: Look) -> None:
        self._path = path
        self._part = path.with_name(path.name + ".part")
        self._encoder = _encoder(look)
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


def _encoder(look: Look) -> VideoCodecContext:
    encoder = av.CodecContext.create("libx264", "w")
    if not isinstance(encoder, VideoCodecContext):
        raise TypeError("libx264 is not a video encoder in this build of PyAV")
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
    encoder.options = {
        "preset": PRESET,
        "profile": PROFILE,
        "crf": str(CRF),
        "x264-params": PARAMS,
    }
    return encoder


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
