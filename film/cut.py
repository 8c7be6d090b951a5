"""From clips to one film file: everything that ffmpeg does, and the only place that calls it.

The picture is not encoded again: the clips are joined byte by byte (each is a closed piece of the
same Annex-B H.264 stream, without B-frames) and each frame gets its time from its number. Sound,
captions and chapters join it on the way into the container.

`ingredients` and `arguments` are pure and say everything about the cut; `cut` only carries it out.
All working files bear plain names in a folder of their own, which is ffmpeg's working folder, so
no title or folder name ever reaches its command line: neither quotes nor the system's encoding
can damage it.
"""

from __future__ import annotations

import errno
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

import ffmpeg
import imageio_ffmpeg

from algebra.wording import phrase
from film.plan import Cue, FilmPlan
from film.sound import round_half_up, sound, write_for_encoder

FILM = "film.mp4"
SOUND = "sound.wav"
METADATA = "metadata.txt"

TICKS = 1_000
"""Ticks of the picture's clock to a frame: each frame lasts exactly so many, whatever the rate."""

SOUND_RATE = "160k"
"""Transparent for speech in stereo; silence takes next to nothing at any rate."""

CHAPTER_BYTES = 255
"""One of the two chapter lists of an MP4 counts a title's bytes in one byte."""

_LANGUAGES: Mapping[str, tuple[str, str]] = {
    "ko": ("kor", "Korean"),
    "en": ("eng", "English"),
    "ja": ("jpn", "Japanese"),
    "zh": ("zho", "Chinese"),
    "de": ("deu", "German"),
    "fr": ("fra", "French"),
    "es": ("spa", "Spanish"),
}
"""The three letters that an MP4 names a language by, and the name that menus show."""

_WORD_JOINER = "\u2060"
"""Has no width; stands where two characters together would mean something to the reader of ASS."""


class CutError(Exception):
    """ffmpeg could not make the film; the text ends with what it said last."""


def ffmpeg_version() -> str:
    """The version of the ffmpeg that cuts."""
    return str(imageio_ffmpeg.get_ffmpeg_version())


def cut(plan: FilmPlan, clips: Sequence[Path], folder: Path) -> Path:
    """Makes the film of ``clips`` (in the order of the plan's pieces) in ``folder``; its path.

    The folder is only worked in: nothing has a final name yet. CutError if ffmpeg fails; OSError
    if a clip cannot be read or something not be written.
    """
    for name, text in ingredients(plan).items():
        (folder / name).write_bytes(text.encode())
    write_for_encoder(sound(plan), folder / SOUND)
    _run(arguments(plan), clips, folder)
    (folder / SOUND).unlink()
    for name in ingredients(plan):
        (folder / name).unlink()
    return folder / FILM


def subtitled(plan: FilmPlan) -> tuple[str, ...]:
    """The languages that get a subtitle track, in the storyboard's order."""
    return tuple(language for language in plan.languages if plan.captions.get(language))


def ingredients(plan: FilmPlan) -> dict[str, str]:
    """The text files that `arguments` refers to: their names and what they contain."""
    tracks = {_track(k): ass(plan.captions[lang], plan.look.fps) for k, lang in _tracks(plan)}
    return {METADATA: metadata(plan), **tracks}


def arguments(plan: FilmPlan) -> list[str]:
    """What ffmpeg is called with; it reads the joined clips from its standard input.

    - The film's title and the chapters come from the first input.
    - The joined clips have no times: frame N is given N/fps. A part of a tick cannot be left over.
    - The encoder dates its first packet before zero, because of its priming. Counting from zero
      instead needs no edit list; `film.sound` has left out as much as that delays.
    - The captions in the film's language are marked as the default, because a film without
      narration tells nothing else; players that follow the mark show them, and all can hide them.
    - Packets are written in the order of their times, however long one track has nothing to
      write; else their order would depend on which of ffmpeg's threads was faster.
    - ``bitexact`` keeps versions and dates out of the file: equal films are equal files.
    """
    fps = plan.look.fps
    titles = ffmpeg.input(METADATA, format="ffmetadata")
    picture = ffmpeg.input("pipe:0", format="h264", framerate=fps)
    inputs = [ffmpeg.input(_track(k), format="ass") for k, _ in _tracks(plan)]
    streams = [
        titles["v?"],  # it has no such stream, but an input that nothing uses would be left out
        picture["v:0"],
        ffmpeg.input(SOUND, format="wav")["a:0"],
        *(track["s:0"] for track in inputs),
    ]
    options: dict[str, str | int] = {
        "format": "mp4",
        "map_metadata": 0,
        "map_chapters": 0,
        "c:v": "copy",
        "bsf:v": f"setts=ts=N/{fps}/TB:duration=1/{fps}/TB",
        "video_track_timescale": fps * TICKS,
        "movie_timescale": fps * TICKS,
        "c:a": "aac",
        "profile:a": "aac_low",
        "b:a": SOUND_RATE,
        "bsf:a": "setts=ts=N*1024",
        "flags:a": "+bitexact",
        "fflags": "+bitexact",
        "use_editlist": 0,
        "movflags": "+faststart",
        "max_interleave_delta": 0,
    }
    if inputs:
        options["c:s"] = "mov_text"
    for k, language in _tracks(plan):
        code, name = _LANGUAGES.get(language, ("und", language))
        options[f"metadata:s:s:{k}"] = f"language={code}"
        # The same stream by its place in the file: a name in the arguments is taken once only.
        options[f"metadata:s:{2 + k}"] = f"handler_name={name}"
        options[f"disposition:s:{k}"] = "default" if language == plan.look.language else "0"
    command = ffmpeg.output(*streams, FILM, **options)
    quiet = command.global_args("-hide_banner", "-nostats", "-loglevel", "warning")
    found: list[str] = quiet.overwrite_output().compile(cmd=imageio_ffmpeg.get_ffmpeg_exe())
    return found


def metadata(plan: FilmPlan) -> str:
    """The film's title and chapters in ffmpeg's metadata format."""
    lines = [";FFMETADATA1", _entry(plan.title.get(plan.look.language, plan.name))]
    for chapter in plan.chapters:
        lines += [
            "[CHAPTER]",
            f"TIMEBASE=1/{plan.look.fps}",
            f"START={chapter.start}",
            f"END={chapter.end}",
            _entry(chapter_title(chapter.title)),
        ]
    return "\n".join(lines) + "\n"


def _entry(title: str) -> str:
    """A title's line. White space of any kind becomes one space; the rest comes back as it is."""
    text = _one_line(title)
    for character in "\\=;#":
        text = text.replace(character, "\\" + character)
    # ffmpeg joins a line that ends in a backslash to the next, even where that is an escaped one.
    # It stops reading a value at a NUL, which thus ends the line without becoming part of it.
    return f"title={text}" + ("\0" if text.endswith("\\") else "")


def chapter_title(title: str) -> str:
    """``title`` on one line, or as much of it as fits into CHAPTER_BYTES with an ellipsis."""
    text = _one_line(title)
    if len(text.encode()) <= CHAPTER_BYTES:
        return text
    return text.encode()[: CHAPTER_BYTES - len("…".encode())].decode(errors="ignore") + "…"


def _one_line(text: str) -> str:
    return " ".join(text.replace("\0", "").split())


def ass(cues: Sequence[Cue], fps: int) -> str:
    """Captions in the form whose text ffmpeg passes on unchanged.

    (Reading SRT or WebVTT, it takes ``<``, ``{`` and a backslash for markup.) Times are rounded
    to hundredths of a second, which is less than a frame.
    """
    lines = [
        "[Script Info]",
        "ScriptType: v4.00+",
        "",
        "[Events]",
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    ]
    for cue in cues:
        text = r"\N".join(_verbatim(line) for line in cue.lines)
        times = f"{_ass_time(cue.start, fps)},{_ass_time(cue.end, fps)}"
        lines.append(f"Dialogue: 0,{times},Default,,0,0,0,,{text}")
    return "\n".join(lines) + "\n"


def _verbatim(line: str) -> str:
    """``line`` with the three pairs that mean something (``\\n``, ``\\N``, ``{\\``) taken apart."""
    text = _one_line(line)
    for pair in ("\\n", "\\N", "{\\"):
        text = text.replace(pair, pair[0] + _WORD_JOINER + pair[1])
    return text


def _ass_time(frame: int, fps: int) -> str:
    hundredths = round_half_up(frame * 100, fps)
    minutes, rest = divmod(hundredths, 6_000)
    return f"{minutes // 60}:{minutes % 60:02}:{rest // 100:02}.{rest % 100:02}"


def _tracks(plan: FilmPlan) -> list[tuple[int, str]]:
    return list(enumerate(subtitled(plan)))


def _track(number: int) -> str:
    return f"captions{number}.ass"


def _run(command: Sequence[str], clips: Sequence[Path], folder: Path) -> None:
    """Runs ``command`` in ``folder`` with the bytes of ``clips`` as its input; CutError."""
    # ffmpeg writes what it has to say into a file: a pipe that nobody reads would stop it.
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said
        )
        assert process.stdin is not None  # because of stdin=PIPE
        try:
            _feed(process.stdin, clips)
            status = process.wait()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if status != 0:
            said.seek(0)
            raise CutError(_complaint(status, said.read().decode(errors="replace")))


def _feed(pipe: IO[bytes], clips: Sequence[Path]) -> None:
    """Passes the clips on, one after the other, holding little of them in memory."""
    try:
        with pipe:
            for clip in clips:
                with clip.open("rb") as source:
                    shutil.copyfileobj(source, pipe, 1 << 20)
    except OSError as error:
        # ffmpeg has ended before its input did (Windows calls that an invalid argument): its exit
        # status and words say why. A clip that cannot be read is another matter.
        if error.errno not in (errno.EPIPE, errno.EINVAL):
            raise


def _complaint(status: int, said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    if "No space left on device" in said:
        return phrase("the disk is full: the film could not be written")
    last = "".join(f"\n{line}" for line in lines[-6:])
    return phrase(
        "ffmpeg could not cut the film (exit status {status}){last}", status=status, last=last
    )
