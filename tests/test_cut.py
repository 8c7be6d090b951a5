"""From clips to a film: nothing is lost, shifted, renamed or damaged on the way."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from film import cut as cutting
from film.cut import CutError, arguments, ass, chapter_title, cut, ingredients
from film.plan import Cue, FilmPlan
from film.probe import ProbeError, boxes, verify
from film.sound import PRIMING, RATE, Part, Sound, sample_at, sound
from stage.look import Look
from tests.films import beat, clips, film, scene

CUES = {
    "ko": (Cue(30, 90, ("단위 정사각형을 놓습니다.",)), Cue(92, 150, ("넓이가", "6이 됩니다."))),
    "en": (Cue(0, 80, ("Place the unit square.",)),),
}


def three_scenes() -> FilmPlan:
    """Three scenes of four beats, 330 frames."""
    return film(
        [
            scene("card", [beat("show")], "행렬식"),
            scene("stretch", [beat("square", [(0, 30)], 30), beat("warp", [(10, 75)], 35)], "늘림"),
            scene("end", [beat("list", [], 60)], "요약"),
        ],
        captions=CUES,
    )


def subtitles(path: Path, track: int) -> list[tuple[float, float, str]]:
    """The cues of a subtitle track as they stand in the file: seconds, seconds, text."""
    with av.open(path) as container:
        stream = container.streams.subtitles[track]
        found = []
        for packet in container.demux(stream):
            data = bytes(packet)
            if (length := int.from_bytes(data[:2])) and packet.pts is not None:
                assert stream.time_base is not None
                start = float(packet.pts * stream.time_base)
                end = start + float((packet.duration or 0) * stream.time_base)
                found.append((start, end, data[2 : 2 + length].decode()))
        return found


def chapter_titles(path: Path) -> list[str]:
    """The titles of the chapters that a player finds."""
    with av.open(path) as container:
        return [each["metadata"].get("title", "") for each in container.chapters()]


def test_a_film_is_as_planned(tmp_path: Path) -> None:
    """Frames, profile, colours, rate, order of the file, key frames, chapters and captions."""
    plan = three_scenes()
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    verify(path, plan)
    with av.open(path) as container:
        video = container.streams.video[0]
        context = video.codec_context
        assert (context.name, video.profile, context.pix_fmt) == ("h264", "High", "yuv420p")
        tags = (context.color_primaries, context.color_trc, context.colorspace, context.color_range)
        assert tags == (1, 1, 1, 1)
        assert video.average_rate == video.base_rate == 30
        assert video.start_time == 0
        assert video.duration == plan.frames * cutting.TICKS
        assert container.metadata == {
            "major_brand": "isom",
            "minor_version": "512",
            "compatible_brands": "isomiso2avc1mp41",
            "title": "행렬식",
        }
        assert sum(1 for _ in container.decode(video)) == plan.frames == 330
    with av.open(path) as container:
        packets = [p for p in container.demux(container.streams.video[0]) if p.size]
    keys = [k for k, packet in enumerate(packets) if packet.is_keyframe]
    assert {start for start, _, _ in plan.beat_starts()} <= set(keys)
    assert keys == [0, *list(accumulate(piece.frames for piece in plan.pieces()))[:-1]]
    names = [name for name, _ in boxes(path)]
    assert names.index(b"moov") < names.index(b"mdat")
    assert b"edts" not in names
    assert names.count(b"trak") == 5  # picture, sound, two languages, chapters
    assert b"nclx\x00\x01\x00\x01\x00\x01\x00" in path.read_bytes()  # the container's colour tags
    assert chapter_titles(path) == ["행렬식", "늘림", "요약"]
    assert not [left for left in tmp_path.iterdir() if left.name not in ("film.mp4", "clips")]


def test_captions_start_when_planned_even_if_not_at_once(tmp_path: Path) -> None:
    """Without an edit list a late first cue could slip to the beginning; it does not."""
    plan = three_scenes()
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    with av.open(path) as container:
        tracks = container.streams.subtitles
        assert [track.language for track in tracks] == ["kor", "eng"]
        assert [track.metadata["handler_name"] for track in tracks] == ["Korean", "English"]
        default = av.stream.Disposition.default
        assert [bool(track.disposition & default) for track in tracks] == [True, False]
    for track, language in enumerate(plan.languages):
        shown = subtitles(path, track)
        assert [text.split("\n") for _, _, text in shown] == [
            list(cue.lines) for cue in CUES[language]
        ]
        for (start, end, _), cue in zip(shown, CUES[language], strict=True):
            assert (start, end) == pytest.approx((cue.start / 30, cue.end / 30), abs=0.01)


@pytest.mark.parametrize(
    "line",
    [
        'a < b --> c & "끝"',
        "<i>x</i> & &amp; <c>",
        "{x, y} und {\u2212y}",
        r"C:\d \h \t",
        "1\u00a0·\u00a02, 넓이: 6배, x\u0302",
    ],
)
def test_a_caption_is_shown_as_written(tmp_path: Path, line: str) -> None:
    """What other caption formats take for markup is text (case 33)."""
    plan = film([scene("one", [beat()], "")], captions={"ko": (Cue(3, 60, (line, "둘째 줄")),)})
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    expected = " ".join(line.split())
    assert [text for _, _, text in subtitles(path, 0)] == [f"{expected}\n둘째 줄"]


def test_what_ass_would_take_for_markup_is_kept_apart_by_a_mark_of_no_width() -> None:
    """Line breaks and overrides of ASS cannot be written otherwise."""
    text = ass([Cue(0, 30, (r"\name \N {\i1}",))], 30)
    assert text.splitlines()[-1] == (
        "Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,\\\u2060name \\\u2060N {\u2060\\i1}"
    )


def test_caption_times_are_rounded_once() -> None:
    """Hours, and a time that a float would round the wrong way."""
    cues = [Cue(3600 * 60 + 1, 3600 * 120 + 30, ("x",)), Cue(0, 3, ("y",))]
    first, second = ass(cues, 60).splitlines()[-2:]
    assert first.startswith("Dialogue: 0,1:00:00.02,2:00:00.50,")
    assert second.startswith("Dialogue: 0,0:00:00.00,0:00:00.05,")


NASTY = [r"A=B;#1\ "[:-1], "", "🙂", "\\\\", "[CHAPTER]", ";x", "#y", "a\\=b", "'\"`$(id)", "x\\"]


def test_titles_come_back_as_they_were(tmp_path: Path) -> None:
    """Signs of ffmpeg's metadata format, an empty title and emoji (case 34)."""
    plan = film([scene(f"s{k}", [beat(hold=3)], t) for k, t in enumerate(NASTY)], title="=;#\\")
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    assert chapter_titles(path) == NASTY
    with av.open(path) as container:
        assert container.metadata["title"] == "=;#\\"
    verify(path, plan)


def test_a_title_of_many_lines_and_bytes(tmp_path: Path) -> None:
    """One line; a chapter's is cut between characters, the film's own is whole (case 13)."""
    long = "가나다라마바사아자" * 10
    plan = film([scene("s", [beat()], f"하나\r\n둘\t셋\0{long}")], title=long)
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    (title,) = chapter_titles(path)
    assert title.startswith("하나 둘 셋가나다")
    assert title.endswith("…")
    assert 250 < len(title.encode()) <= 255
    assert chapter_title("짧음") == "짧음"
    with av.open(path) as container:
        assert container.metadata["title"] == long


def test_titles_and_folders_never_reach_the_command_line() -> None:
    """So neither their quotes nor the system's encoding can matter."""
    plan = three_scenes()
    words = arguments(plan)
    assert all(word.isascii() for word in words[1:])
    assert not [word for word in words[1:] if os.sep in word and not word.startswith("setts=")]
    inputs = [words[k + 1] for k, word in enumerate(words) if word == "-i"]
    assert inputs == ["metadata.txt", "pipe:0", "sound.wav", "captions0.ass", "captions1.ass"]
    files = ingredients(plan)
    assert set(files) == set(inputs) - {"pipe:0", "sound.wav"}
    assert "title=늘림" in files["metadata.txt"].splitlines()


def test_the_picture_is_copied_and_timed_by_number() -> None:
    """The arguments say so, for the plan's rate."""
    plan = film([scene("s", [beat()], "")], look=Look(320, 180, 25))
    words = arguments(plan)
    pairs = dict(pairwise(words))
    assert pairs["-c:v"] == "copy"
    assert pairs["-framerate"] == "25"
    assert pairs["-bsf:v"] == "setts=ts=N/25/TB:duration=1/25/TB"
    assert (pairs["-use_editlist"], pairs["-movflags"]) == ("0", "+faststart")
    assert "-c:s" not in pairs  # nothing is said


@pytest.mark.parametrize("fps", [1, 7, 24, 120])
def test_any_rate_is_constant_to_the_tick(tmp_path: Path, fps: int) -> None:
    """Also where a frame is no whole number of milliseconds or samples."""
    plan = film([scene("s", [beat()], "제목")], look=Look(64, 64, fps), captions=CUES)
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    verify(path, plan)


def test_a_click_sounds_with_its_flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decoded without an edit list, what is laid at a frame is heard at that frame."""
    plan = three_scenes()
    at = sample_at(100, plan.look.fps)
    click = np.full((48, 2), 0.9, np.float32) * np.tile([[1], [-1]], (24, 1))
    monkeypatch.setattr(
        cutting, "sound", lambda plan: Sound(sound(plan).length, (Part(at, click),))
    )
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    heard, length = [], 0
    with av.open(path) as container:
        for frame in container.decode(container.streams.audio[0]):
            assert frame.pts == length
            heard.append(frame.to_ndarray())
            length += frame.samples
    loud = np.flatnonzero(np.abs(np.concatenate(heard, axis=1)).max(axis=0) > 0.3)
    assert abs(int(loud[0]) - at) < RATE // 1000
    assert loud[-1] - at < 48 + RATE // 1000


def test_sound_lasts_as_long_as_the_picture(tmp_path: Path) -> None:
    """To the sample; stereo AAC-LC at 48 kHz, and silent."""
    plan = three_scenes()
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    with av.open(path) as container:
        stream = container.streams.audio[0]
        assert (stream.codec_context.name, stream.profile) == ("aac", "LC")
        assert (stream.sample_rate, stream.codec_context.layout.name) == (48_000, "stereo")
        assert (stream.start_time, stream.duration) == (0, 330 * 1600)
        assert all(not frame.to_ndarray().any() for frame in container.decode(stream))


def test_parts_of_a_sound_are_added_and_clipped() -> None:
    """Across the borders of blocks and of the film; loud is clipped, not wrapped round."""
    half = np.full((RATE, 2), 0.75, np.float32)
    parts = (
        Part(-10, half[:100]),
        Part(RATE - 20, half),
        Part(2 * RATE + 5, half),
        Part(RATE, half),
    )
    mixed = np.concatenate(list(Sound(2 * RATE + 10, parts).blocks()))
    assert mixed.shape == (2 * RATE + 10, 2)
    quiet, full = round(0.75 * 32_767), 32_767
    assert (mixed[0] == quiet).all()
    assert (mixed[RATE - 21] == 0).all()
    assert (mixed[RATE - 20] == quiet).all()
    assert (mixed[RATE + 1] == full).all()
    assert (mixed[2 * RATE + 9] == quiet).all()
    late = np.concatenate(list(Sound(2 * RATE + 10, parts).blocks(PRIMING)))
    assert (late == mixed[PRIMING:]).all()


def test_the_same_clips_give_the_same_bytes(tmp_path: Path) -> None:
    """No dates, no versions, no race of threads; whatever the folder is called (case 11)."""
    plan = three_scenes()
    made = clips(plan, tmp_path / "clips")
    films = []
    for name in ("a", "Kim's 강의 [1] %d", "-y", "b"):
        (tmp_path / name).mkdir()
        films.append(cut(plan, made, tmp_path / name).read_bytes())
    assert films[0] == films[1] == films[2] == films[3]


def test_what_ffmpeg_said_last_is_in_the_error(tmp_path: Path) -> None:
    """Clips that are no H.264 at all."""
    plan = three_scenes()
    junk = tmp_path / "junk.h264"
    junk.write_bytes(b"nothing of use" * 100_000)
    with pytest.raises(CutError, match=r"exit status \d+\)\n.*dimensions not set"):
        cut(plan, [junk], tmp_path)


def test_a_missing_clip_stops_the_cut(tmp_path: Path) -> None:
    """ffmpeg, which has already begun, is ended."""
    plan = three_scenes()
    made = clips(plan, tmp_path / "clips")
    with pytest.raises(FileNotFoundError):
        cut(plan, [*made, tmp_path / "missing.h264"], tmp_path)


def _without_one(made: Sequence[Path]) -> Sequence[Path]:
    return made[:-1]


def _twice(made: Sequence[Path]) -> Sequence[Path]:
    return [*made, made[-1]]


def _swapped(made: Sequence[Path]) -> Sequence[Path]:
    return [made[1], made[0], *made[2:]]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_without_one, "frames instead of 330"),
        (_twice, "frames instead of 330"),
        (_swapped, "key frames are missing or misplaced at"),
    ],
)
def test_a_film_of_wrong_clips_is_noticed(tmp_path: Path, change: object, fault: str) -> None:
    """A clip too few, too many, or two in the wrong order."""
    plan = three_scenes()
    made = clips(plan, tmp_path / "clips")
    assert callable(change)
    path = cut(plan, change(made), tmp_path)
    with pytest.raises(ProbeError, match=fault):
        verify(path, plan)


def test_other_sizes_and_rates_than_planned_are_noticed(tmp_path: Path) -> None:
    """All that is wrong is said at once."""
    plan = film([scene("s", [beat()], "")], look=Look(320, 180, 30))
    other = film([scene("s", [beat()], "이름")], look=Look(180, 320, 60))
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    with pytest.raises(ProbeError, match=r"size is.*rate is.*chapters are"):
        verify(path, other)


def test_a_damaged_film_is_noticed(tmp_path: Path) -> None:
    """Half a file, and no film at all."""
    plan = three_scenes()
    path = cut(plan, clips(plan, tmp_path / "clips"), tmp_path)
    whole = path.read_bytes()
    for damaged in (whole[: len(whole) // 2], b"", whole[:40]):
        path.write_bytes(damaged)
        with pytest.raises(ProbeError):
            verify(path, plan)
