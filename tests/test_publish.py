"""Publishing: all files of a film, checked, or none; what was there stays if anything fails."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from film import publish as publishing
from film.cut import CutError, cut
from film.names import Names, names
from film.plan import Chapter, Cue, FilmPlan
from film.publish import WORKSHOP, PublishError, publish
from film.sidecars import account, chapters_note, clock, transcript, youtube_chapters
from stage.look import Look
from tests.films import PNG, SMALL, beat, clips, film, scene

SAID = {"ko": "넓이는 6배가 됩니다.", "en": "The area becomes *6* times as large."}


def lesson(captions: bool = True) -> FilmPlan:
    """Three scenes of 15 seconds at 10 frames a second, something said in the second."""
    look = Look(64, 64, 10)
    shown = {"ko": (Cue(150, 190, ("넓이는 6배가 됩니다.",)),), "en": (Cue(150, 190, ("Six.",)),)}
    warp = beat("warp", [(20, 30)], 100, SAID)
    return film(
        [
            scene("card", [beat("show", [], 150)], "행렬식"),
            scene("stretch", [warp], "넓이 $\\det A$"),
            scene("end", [beat("list", [], 150)], "요약"),
        ],
        look=look,
        captions=shown if captions else {},
    )


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder``, with its content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def storyboard(tmp_path: Path) -> Path:
    """A storyboard's file, of which only the bytes matter here."""
    path = tmp_path / "Kim's 강의 [1]" / "det.yaml"
    path.parent.mkdir()
    path.write_text("storyboard: 1\n")
    return path


@pytest.fixture
def place(storyboard: Path) -> Names:
    """Where the film will lie: in the storyboard's folder, which has an awkward name (case 11)."""
    return names(storyboard.parent / "media", "det", SMALL, SMALL)


def test_everything_of_a_film_is_there(tmp_path: Path, storyboard: Path, place: Names) -> None:
    """Under its final name, and nothing else."""
    plan = lesson()
    done = publish(plan, clips(plan, tmp_path / "clips"), PNG, place, [storyboard])
    assert [path.name for path in done.paths] == [
        "det.ko.mp4",
        "det.ko.srt",
        "det.ko.vtt",
        "det.ko.en.srt",
        "det.ko.en.vtt",
        "det.ko.png",
        "det.ko.chapters.txt",
        "det.ko.transcript.md",
        "det.ko.manifest.json",
    ]
    assert set(place.folder.iterdir()) == set(done.paths)
    assert done.poster.read_bytes() == PNG
    assert "00:00:15,000 --> 00:00:19,000\n넓이는 6배가 됩니다." in done.captions[0].read_text()
    assert done.captions[3].read_text().startswith("WEBVTT\n")
    assert done.chapters is not None
    assert done.chapters.read_text() == "0:00 행렬식\n0:15 넓이 $\\det A$\n0:30 요약\n"


def test_the_manifest_accounts_for_every_file(
    tmp_path: Path, storyboard: Path, place: Names
) -> None:
    """Digests of inputs and outputs, versions, beats; nothing of this machine or this moment."""
    plan = lesson()
    made = clips(plan, tmp_path / "clips")
    done = publish(plan, made, PNG, place, [storyboard])
    text = done.manifest.read_text()
    read = json.loads(text)
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in done.paths[:-1]}
    assert {each["file"]: each["sha256"] for each in read["outputs"]} == digests
    assert all(
        each["bytes"] == (place.folder / each["file"]).stat().st_size for each in read["outputs"]
    )
    assert read["inputs"] == [
        {"file": "det.yaml", "sha256": hashlib.sha256(b"storyboard: 1\n").hexdigest()}
    ]
    assert (read["frames"], read["seconds"], read["look"]["fps"]) == (450, 45.0, 10)
    assert read["beats"][1] == {"frame": 150, "scene": "stretch", "beat": "warp"}
    assert {"manim", "numpy", "av", "ffmpeg", "python"} <= set(read["versions"])
    assert all(read["versions"].values())
    assert str(tmp_path) not in text
    again = names(tmp_path / "again", "det", SMALL, SMALL)
    assert publish(plan, made, PNG, again, [storyboard]).manifest.read_text() == text


def test_what_a_film_has_no_more_is_removed(tmp_path: Path, place: Names) -> None:
    """Captions of a language that is gone, chapters that are too few; foreign files stay."""
    plan = lesson()
    publish(plan, clips(plan, tmp_path / "clips"), PNG, place)
    (place.folder / "notes.txt").write_text("mine")
    draft = place.folder / "det.ko.480p15.mp4"
    draft.write_text("a draft")
    short = film(plan.scenes[:2], look=plan.look)
    done = publish(short, clips(short, tmp_path / "short"), PNG, place)
    assert done.chapters is None
    assert done.captions == ()
    assert {path.name for path in place.folder.iterdir()} == {
        "det.ko.mp4",
        "det.ko.png",
        "det.ko.transcript.md",
        "det.ko.manifest.json",
        "notes.txt",
        "det.ko.480p15.mp4",
    }


def test_a_manifest_can_name_nothing_else_for_removal(tmp_path: Path, place: Names) -> None:
    """Neither outside the folder nor of another film; a manifest that is none is replaced."""
    plan = lesson()
    made = clips(plan, tmp_path / "clips")
    place.folder.mkdir(parents=True)
    bait = place.folder.parent / "det.ko.bait"
    other = place.folder / "det.en.mp4"
    for path in (bait, other):
        path.write_text("keep")
    listed = [{"file": name} for name in ("../det.ko.bait", "det.en.mp4", str(bait))]
    place.manifest.write_text(json.dumps({"outputs": listed}))
    publish(plan, made, PNG, place)
    assert bait.read_text() == other.read_text() == "keep"
    for junk in ("no json", "[]", '{"outputs": 3}'):
        place.manifest.write_text(junk)
        assert publish(plan, made, PNG, place).manifest.read_text() != junk


@pytest.fixture
def good(tmp_path: Path, place: Names) -> dict[str, bytes]:
    """A good film is there already; what it consists of."""
    plan = lesson()
    publish(plan, clips(plan, tmp_path / "good"), PNG, place)
    return contents(place.folder)


def wrong_clips(made: Sequence[Path]) -> Iterator[tuple[str, Sequence[Path], bytes]]:
    """What may be wrong with the material, and the fault that is reported."""
    damaged = made[0].with_name("damaged.h264")
    data = made[1].read_bytes()
    damaged.write_bytes(data[: len(data) // 2])
    junk = made[0].with_name("junk.h264")
    junk.write_bytes(b"junk" * 1000)
    yield "frames instead of 450", made[:-1], PNG
    yield "not as planned", [made[0], damaged, *made[2:]], PNG
    yield "ffmpeg could not cut", [junk], PNG
    yield "No such file", [*made, made[0].with_name("missing.h264")], PNG
    yield "not a PNG", made, b"no picture"


def test_the_old_film_stays_if_the_new_one_is_no_good(
    tmp_path: Path, place: Names, good: dict[str, bytes]
) -> None:
    """Byte for byte, with all that belongs to it, and nothing is left lying about (case 4)."""
    plan = lesson(captions=False)
    for fault, material, poster in wrong_clips(clips(plan, tmp_path / "clips")):
        with pytest.raises(PublishError, match=fault):
            publish(plan, material, poster, place)
        assert contents(place.folder) == good


def test_the_old_film_stays_if_a_file_cannot_be_replaced(
    tmp_path: Path, place: Names, good: dict[str, bytes]
) -> None:
    """A folder stands where the captions should go: those already replaced come back."""
    plan = lesson()
    made = clips(plan, tmp_path / "clips")
    place.transcript.unlink()
    place.transcript.mkdir()
    (place.transcript / "in the way").write_text("")
    with pytest.raises(PublishError):
        publish(plan, made, PNG + b"another", place)
    (place.transcript / "in the way").unlink()
    place.transcript.rmdir()
    assert contents(place.folder) == {k: v for k, v in good.items() if "transcript" not in k}


@pytest.mark.parametrize("stop", range(9))
def test_an_interruption_between_two_files_undoes_both(
    tmp_path: Path,
    place: Names,
    good: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
    stop: int,
) -> None:
    """Wherever it comes: before, between or after the files that are replaced."""
    folder = tmp_path / "new"
    folder.mkdir()
    new = {place.folder / name: folder / name for name in [*list(good)[:6], "det.ko.fresh"]}
    for path in new.values():
        path.write_bytes(b"new")
    stale = (place.folder / list(good)[7],)
    rename, remove, calls = Path.replace, Path.unlink, iter(range(100))

    def replace(self: Path, target: Path) -> Path:
        if self.parent == folder and next(calls) == stop:
            raise KeyboardInterrupt
        return rename(self, target)

    def unlink(self: Path, missing_ok: bool = False) -> None:
        if self in stale and next(calls) == stop:
            raise KeyboardInterrupt
        remove(self, missing_ok)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(Path, "unlink", unlink)
    kept = tmp_path / "kept"
    kept.mkdir()
    if stop == 8:
        publishing._exchange(new, stale, kept)
        assert [path.read_bytes() for path in new] == [b"new"] * 7
        assert not stale[0].exists()
    else:
        with pytest.raises(KeyboardInterrupt):
            publishing._exchange(new, stale, kept)
        assert contents(place.folder) == good


def test_an_interrupted_cut_leaves_nothing(
    tmp_path: Path, place: Names, good: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C is no PublishError, and the working folder goes."""

    def interrupted(_film: Path, _plan: FilmPlan) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(publishing, "verify", interrupted)
    plan = lesson()
    with pytest.raises(KeyboardInterrupt):
        publish(plan, clips(plan, tmp_path / "clips"), PNG, place)
    assert contents(place.folder) == good


def test_working_folders_of_killed_runs_are_swept_out(tmp_path: Path, place: Names) -> None:
    """When they are a day old: a younger one may belong to a run that is still going on."""
    plan = lesson()
    old, young = (place.folder / f"{WORKSHOP}{name}" for name in ("old", "young"))
    for folder in (old, young):
        folder.mkdir(parents=True)
        (folder / "film.mp4").write_bytes(b"half")
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(old, (two_days_ago, two_days_ago))
    publish(plan, clips(plan, tmp_path / "clips"), PNG, place)
    assert not old.exists()
    assert young.exists()


def test_a_place_that_cannot_be_had_is_named(tmp_path: Path) -> None:
    """A file lies where the media folder should be."""
    plan = lesson()
    made = clips(plan, tmp_path / "clips")
    (tmp_path / "media").write_text("a file")
    with pytest.raises(PublishError, match=r"media.*cannot be made a folder: a file is in its way"):
        publish(plan, made, PNG, names(tmp_path / "media", "det", SMALL, SMALL))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 400 KiB; skips where none can be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(place)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only an administrator of a Linux system can mount a file system")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_named_and_leaves_the_old_film(tmp_path: Path, small_disk: Path) -> None:
    """The first film fits, the longer one does not (case 10)."""
    place = names(small_disk, "det", SMALL, SMALL)
    first = film([scene("s", [beat(steps=[], hold=10)], "하나")], look=Look(64, 64, 10))
    publish(first, clips(first, tmp_path / "first"), PNG, place)
    before = contents(small_disk)
    for size, frames in ((64, 300), (1280, 16)):  # the sound alone, then the picture is too large
        look = Look(size, size, 10)
        longer = film([scene("s", [beat(steps=[(0, frames)], hold=5)], "둘")], look=look)
        with pytest.raises(PublishError, match="the disk is full"):
            publish(longer, clips(longer, tmp_path / f"{size}"), PNG * 30_000, place)
        assert contents(small_disk) == before


def test_a_disk_that_fills_while_ffmpeg_writes_is_named(tmp_path: Path) -> None:
    """ffmpeg's own complaint is translated."""
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no device that is always full")
    plan = lesson()
    (tmp_path / "film.mp4").symlink_to(full)
    with pytest.raises(CutError, match="the disk is full"):
        cut(plan, clips(plan, tmp_path / "clips"), tmp_path)


def scenes_of(
    lengths: Sequence[int], titles: Sequence[str] | None = None, rest: int = 0
) -> FilmPlan:
    """A film with scenes of so many seconds, titled A, B, C…"""
    named = titles or [chr(65 + k) for k in range(len(lengths))]
    scenes = [
        scene(f"s{k}", [beat(steps=[], hold=30 * length + rest)], title)
        for k, (length, title) in enumerate(zip(lengths, named, strict=True))
    ]
    return film(scenes)


def chapters(lengths: Sequence[int], titles: Sequence[str] | None = None, rest: int = 0) -> str:
    """YouTube's list for such a film; empty if there is none."""
    return youtube_chapters(scenes_of(lengths, titles, rest)) or ""


def test_chapters_follow_youtubes_rules() -> None:
    """Short scenes join the one before, and a short opening keeps its name (case 34)."""
    assert chapters([30, 30, 30]) == "0:00 A\n0:30 B\n1:00 C\n"
    assert chapters([30, 4, 30, 30, 9]) == "0:00 A\n0:34 C\n1:04 D\n"
    assert chapters([4, 30, 30, 30]) == "0:00 A\n0:34 C\n1:04 D\n"
    assert chapters([4, 4, 30, 30, 30]) == "0:00 A\n0:38 D\n1:08 E\n"
    assert chapters([10, 10, 10]) == "0:00 A\n0:10 B\n0:20 C\n"
    assert chapters([1800, 1799, 10, 15]) == "0:00 A\n30:00 B\n59:59 C\n1:00:09 D\n"


def test_too_few_chapters_are_none() -> None:
    """YouTube would show none of two, or of any that are too short."""
    assert chapters([100, 100]) == ""
    assert chapters([100, 9, 100]) == ""
    assert chapters([9, 9, 9, 9]) == ""


@pytest.mark.parametrize(
    ("lengths", "note"),
    [
        ([30, 30, 30], ""),
        ([4, 30, 30, 30], "chapters.txt: “B” is part of “A” (YouTube takes 3 chapters or more, "),
        ([30, 4, 30, 30, 9], "chapters.txt: “B” is part of “A”; “E” is part of “D” (YouTube"),
        ([100, 100], "no chapters.txt: YouTube takes 3 chapters or more, of 10 s or more each, "),
        ([9, 9, 9, 9], "make only 1"),
    ],
)
def test_what_became_of_the_chapters_is_told(lengths: list[int], note: str) -> None:
    """A scene that shares a chapter is named, and so is the reason if there are no chapters."""
    told = chapters_note(scenes_of(lengths))
    assert note in told
    assert bool(told) == bool(note)


def test_a_part_of_a_film_or_a_single_scene_is_not_expected_to_have_chapters() -> None:
    assert chapters_note(replace(scenes_of([30, 4]), only="s0")) == ""
    assert chapters_note(scenes_of([30])) == ""


def test_a_film_is_accounted_for_in_a_line() -> None:
    """Length, scenes, and the languages in which there is something to read."""
    assert account(lesson()) == "0:45, 3 scenes; captions: ko, en beside it"
    assert account(film(lesson().scenes[:1], look=lesson().look)) == "0:15, 1 scene"


def test_chapters_are_ten_seconds_apart_as_printed() -> None:
    """9.97 s and 10.03 s can both print as ten, and 10.03 s as nine."""
    for rest in (-1, 1, 14, 29):
        lines = chapters([11, 10, 10, 20, 10, 33, 10], rest=rest).splitlines()
        times = [int(line[0]) * 60 + int(line[2:4]) for line in lines]
        assert times[0] == 0
        assert all(b - a >= 10 for a, b in pairwise(times))


def test_chapter_titles_are_ones_that_youtube_takes() -> None:
    """No angle brackets, no line breaks, none empty."""
    assert chapters([20, 20, 20], ["a<b>\nc", "", "A=B;#1\\"]) == (
        "0:00 a‹b› c\n0:20 장면 2\n0:40 A=B;#1\\\n"
    )


def test_the_transcript_tells_all_in_every_language() -> None:
    """Scenes with their times, beats as paragraphs, and nothing taken for Markdown."""
    assert transcript(lesson()) == (
        "# 행렬식\n\n"
        "## 1. 행렬식 (0:00)\n\n"
        "## 2. 넓이 det A (0:15)\n\n"
        "넓이는 6배가 됩니다.\n\n"
        "## 3. 요약 (0:30)\n"
        "\n---\n\n"
        "# The determinant\n\n"
        "## 1. 행렬식 (0:00)\n\n"
        "## 2. 넓이 det A (0:15)\n\n"
        "The area becomes \\*6\\* times as large.\n\n"
        "## 3. 요약 (0:30)\n"
    )


def test_a_scene_without_a_title_is_headed_by_its_chapters_name() -> None:
    """In each language its own, never by nothing."""
    plan = film([scene("opening", [beat(say={"ko": "하나.", "en": "One."})])])
    names = {"ko": "행렬식", "en": "The determinant"}
    told = transcript(replace(plan, chapters=(Chapter(0, plan.frames, "행렬식", names),)))
    assert "## 1. 행렬식 (0:00)\n\n하나." in told
    assert "## 1. The determinant (0:00)\n\nOne." in told


def test_a_transcript_shows_text_as_it_was_written() -> None:
    """Signs that Markdown or HTML would take for their own."""
    said = {"ko": "1. a < b & `c` [d](e) $x$ _y_\n\n# z"}
    plan = film([scene("s", [beat(say=said), beat(say={"ko": "- 끝"})])], languages=("ko",))
    assert transcript(plan).split("\n\n")[2:] == [
        "1\\. a \\< b & \\`c\\` \\[d\\](e) \\$x\\$ \\_y\\_ \\# z",
        "\\- 끝\n",
    ]


def test_the_clock() -> None:
    """As YouTube reads it."""
    assert [clock(s) for s in (0, 59, 60, 3599, 3600, 36061)] == [
        "0:00",
        "0:59",
        "1:00",
        "59:59",
        "1:00:00",
        "10:01:01",
    ]
