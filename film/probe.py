"""Does a film have what the plan and the makers of players ask for? Read from the file alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import av
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc

from algebra.wording import one_by_one, phrase
from film.cut import TICKS, chapter_title, subtitled
from film.plan import FilmPlan
from film.sound import RATE, sound


class ProbeError(Exception):
    """A film is not what it should be; the message says in what."""


_HOLDING_BOXES = frozenset({b"moov", b"trak", b"mdia", b"minf", b"stbl", b"udta"})
"""Parts of an MP4 that consist of parts."""


def verify(film: Path, plan: FilmPlan) -> None:
    """Returns if ``film`` is the film that ``plan`` describes, fit for every player; ProbeError.

    Counts and dates every packet and decodes the first frame of each piece; decoding everything
    would take as long as watching parts of it.
    """
    try:
        with av.open(film) as container:
            streams = container.streams
            if not (len(streams.video) == len(streams.audio) == 1):
                raise ProbeError("the film that was cut has no picture or no sound")
        found = [*_in_boxes(film), *_in_picture(film, plan), *_around_it(film, plan)]
    except av.FFmpegError as error:
        raise ProbeError(
            phrase("the film that was cut cannot be read: {error}", error=error)
        ) from error
    if found:
        raise ProbeError(
            phrase("the film that was cut is not as planned: {found}", found=one_by_one(found))
        )


def boxes(film: Path) -> Iterator[tuple[bytes, int]]:
    """The names of the parts of an MP4 and where they start, in order, outer ones first."""
    with film.open("rb") as file:
        end = file.seek(0, 2)
        stack = [(0, end)]
        while stack:
            start, end = stack.pop()
            if start + 8 > end:
                continue
            file.seek(start)
            size, name = int.from_bytes(file.read(4)), file.read(4)
            header = 8
            if size == 1:  # the size did not fit into four bytes and follows in eight
                size, header = int.from_bytes(file.read(8)), 16
            elif size == 0:  # to the end
                size = end - start
            if size < header:
                raise ProbeError(
                    phrase("the film that was cut has a damaged part at byte {start}", start=start)
                )
            yield name, start
            stack.append((start + size, end))
            if name in _HOLDING_BOXES:
                stack.append((start + header, min(start + size, end)))


def _in_boxes(film: Path) -> Iterator[str]:
    places = dict(boxes(film))
    if not places.get(b"moov", 1 << 62) < places.get(b"mdat", -1):
        yield phrase("its index does not come first")
    if b"edts" in places:
        yield phrase("it has an edit list")


def _in_picture(film: Path, plan: FilmPlan) -> Iterator[str]:
    with av.open(film) as container:
        stream = container.streams.video[0]
        context = stream.codec_context
        look = plan.look
        facts = {
            phrase("codec"): (context.name, "h264"),
            phrase("profile"): (stream.profile, "High"),
            phrase("pixel format"): (context.pix_fmt, "yuv420p"),
            phrase("size"): ((stream.width, stream.height), (look.width, look.height)),
            phrase("primaries"): (context.color_primaries, ColorPrimaries.BT709),
            phrase("transfer"): (context.color_trc, ColorTrc.BT709),
            phrase("matrix"): (context.colorspace, Colorspace.ITU709),
            phrase("range"): (context.color_range, ColorRange.MPEG),
            phrase("rate"): (stream.average_rate, look.fps),
            phrase("length"): (_ticks(stream.duration), plan.frames * TICKS),
        }
        yield from (
            phrase("{what} is {found} instead of {planned}", what=what, found=is_, planned=planned)
            for what, (is_, planned) in facts.items()
            if is_ != planned
        )
        keys: set[int] = set()
        frames, steady = 0, True
        for packet in container.demux(stream):
            if packet.size:
                steady &= packet.pts == packet.dts == frames * TICKS
                if packet.is_keyframe:
                    keys.add(frames)
                frames += 1
        if frames != plan.frames:
            yield phrase(
                "it has {frames} frames instead of {planned}", frames=frames, planned=plan.frames
            )
        if not steady:
            yield phrase("its frames do not follow each other at a constant rate")
        starts, needed = _key_frames(plan)
        if wrong := (keys - starts) | (needed - keys):
            yield phrase(
                "key frames are missing or misplaced at {frames}", frames=sorted(wrong)[:5]
            )
    with av.open(film) as container:
        stream = container.streams.video[0]
        stream.codec_context.skip_frame = "NONKEY"
        decoded = sum(1 for _ in container.decode(stream))
        if decoded != len(keys):
            yield phrase(
                "only {decoded} of {number} key frames can be decoded",
                decoded=decoded,
                number=len(keys),
            )


def _key_frames(plan: FilmPlan) -> tuple[set[int], set[int]]:
    """The frames that may be key frames, where pieces begin, and those that have to be.

    A piece that goes on showing the picture before, within a beat, needs none.
    """
    pieces = plan.pieces()
    starts = [0, *list(accumulate(piece.frames for piece in pieces))[:-1]]
    beats = {frame for frame, _, _ in plan.beat_starts()}
    shown = [(piece.scene, piece.first, piece.pictures) for piece in pieces]
    going_on = {
        start
        for start, before, now in zip(starts[1:], shown, shown[1:], strict=False)
        if before == now and start not in beats
    }
    return set(starts), set(starts) - going_on


def _around_it(film: Path, plan: FilmPlan) -> Iterator[str]:
    """Sound, captions and chapters."""
    with av.open(film) as container:
        heard = container.streams.audio[0]
        context = heard.codec_context
        if (context.name, heard.profile, context.sample_rate, context.channels) != (
            "aac",
            "LC",
            RATE,
            2,
        ):
            yield phrase("its sound is not AAC-LC at 48 kHz in stereo")
        if heard.start_time != 0 or abs(_ticks(heard.duration) - sound(plan).length) > 1024:
            yield phrase("its sound is not as long as its picture")
        tracks = len(container.streams.subtitles)
        if tracks != len(subtitled(plan)):
            yield phrase(
                "it has captions in {tracks} languages instead of {planned}",
                tracks=tracks,
                planned=len(subtitled(plan)),
            )
        chapters = [
            (
                round(c["start"] * (c["time_base"] or 0) * plan.look.fps),
                c["metadata"].get("title", ""),
            )
            for c in container.chapters()
        ]
        planned = [(c.start, chapter_title(c.title)) for c in plan.chapters]
        if chapters != planned:
            yield phrase(
                "its chapters are {chapters} instead of {planned}",
                chapters=chapters,
                planned=planned,
            )


def _ticks(duration: int | None) -> int:
    return -1 if duration is None else duration
