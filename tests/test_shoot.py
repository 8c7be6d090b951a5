"""Pictures become clips: as many as planned, in the right colours, whoever shoots them."""

from __future__ import annotations

import errno
import io
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame

from film import crew
from film.crew import CrewError, shoot_film
from film.encode import ClipWriter, Converter, PixelArray
from film.plan import FilmPlan, Piece, plan
from film.shoot import ShootingError, rehearse, shoot, still
from film.workers import no_interrupt
from stage.look import Look
from stage.story import Box, Setting
from tests.slides import TINY, Slide, board, slide


def small_film(*, far: int = 3) -> FilmPlan:
    say = {"slide": {"ko": "정사각형이 오른쪽으로 미끄러집니다."}}
    return plan(board(slide("a", far=far), slide("b", far=5, say=say)), rehearse, TINY)


def joined(clips: Iterable[Path]) -> bytes:
    return b"".join(path.read_bytes() for path in clips)


def decoded(stream: bytes) -> list[VideoFrame]:
    with av.open(io.BytesIO(stream), "r", format="h264") as container:
        return list(container.decode(video=0))


class Everything:
    """A recorder that keeps a copy of each picture it wants."""

    def __init__(self, wanted: Sequence[int] | None = None) -> None:
        self.pictures: dict[int, PixelArray] = {}
        self._wanted = wanted

    def begin_beat(self, name: str) -> None:
        del name

    def hold(self, seconds: float) -> None:
        del seconds

    def play(self, frames: int) -> None:
        del frames

    def wants(self, picture: int) -> bool:
        return self._wanted is None or picture in self._wanted

    def take(self, picture: int, pixels: PixelArray) -> None:
        self.pictures[picture] = pixels.copy()

    def end_beat(self, boxes: tuple[Box, ...]) -> None:
        del boxes


def run(wanted: Sequence[int] | None = None) -> dict[int, PixelArray]:
    recorder = Everything(wanted)
    Slide(Setting(Slide.Params()), TINY, recorder).run()
    return recorder.pictures


def test_a_rehearsal_hears_motions_and_holds_in_frames_and_sees_what_stands_where() -> None:
    beats = rehearse(slide(run_times={"fade": 0.001}), TINY).beats
    assert [[(s.hold, s.play) for s in beat.steps] for beat in beats] == [
        [],
        [(0, 10), (3, 10)],
        [(0, 1)],
    ]
    assert [beat.hold for beat in beats] == [0, 3, 0]
    assert [(box.name, box.x0, box.x1) for box in beats[1].boxes] == [("square", 2.25, 3.75)]


def test_a_scene_that_fails_is_named_with_its_beat() -> None:
    with pytest.raises(ShootingError, match=r"scene b, beat fade: ValueError: the square is stuck"):
        plan(board(slide("a"), slide("b", fails=True)), rehearse, TINY)


def test_pictures_are_the_same_whether_those_before_were_drawn_or_not() -> None:
    everything = run()
    assert sorted(everything) == list(range(26))
    for wanted in ([25], [7, 13], [0, 20, 21]):
        for picture, pixels in run(wanted).items():
            assert np.array_equal(pixels, everything[picture]), picture


def test_a_film_has_exactly_the_planned_frames_and_a_key_frame_at_each_piece(
    tmp_path: Path,
) -> None:
    film = small_film()
    stream = joined(shoot_film(film, tmp_path))
    frames = decoded(stream)
    assert len(frames) == film.frames
    keys = [k for k, frame in enumerate(frames) if frame.key_frame]
    starts = np.cumsum([0, *(piece.frames for piece in film.pieces())])[:-1].tolist()
    assert keys == starts
    assert {start for start, _, _ in film.beat_starts()} <= set(keys)


def test_every_frame_shows_its_picture(tmp_path: Path) -> None:
    film = plan(board(slide("a")), rehearse, TINY)
    frames = decoded(joined(shoot_film(film, tmp_path)))
    pictures = run()
    shown = [p.first + k for p in film.pieces() for k in range(p.pictures) for _ in range(p.repeat)]
    for frame, picture in zip(frames, shown, strict=True):
        difference = frame.to_ndarray(format="rgb24").astype(int) - pictures[picture][:, :, :3]
        # 4:2:0 blurs colours at edges; the square's yellow plane and the ground must agree.
        assert np.median(np.abs(difference)) <= 2
        assert np.mean(np.abs(difference)) < 4


def test_a_beat_on_its_own_and_a_motion_of_one_frame_are_shot_as_planned(tmp_path: Path) -> None:
    hasty = slide("a", run_times={"slide": 0.001})
    film = plan(board(hasty), rehearse, TINY, "a.slide")
    frames = decoded(joined(shoot_film(film, tmp_path)))
    assert len(frames) == film.frames == 1 + 3 + 1 + 8
    assert [frame.key_frame for frame in frames].count(True) == len(film.pieces())


def test_the_stream_says_how_it_is_to_be_shown(tmp_path: Path) -> None:
    (path, *_) = shoot_film(plan(board(slide("a")), rehearse, TINY), tmp_path)
    with av.open(str(path), format="h264") as container:
        stream = container.streams.video[0]
        next(container.decode(stream))
        codec = stream.codec_context
        assert isinstance(codec, VideoCodecContext)
        assert (codec.profile, codec.pix_fmt, codec.has_b_frames) == ("High", "yuv420p", False)
        assert (codec.width, codec.height) == (160, 90)
        assert codec.sample_aspect_ratio == 1
        assert (codec.color_primaries, codec.color_trc, codec.colorspace) == (1, 1, 1)
        assert codec.color_range == 1  # limited


def parameter_sets(stream: bytes) -> set[bytes]:
    units = [unit.rstrip(b"\0") for unit in stream.split(b"\0\0\1")[1:]]
    return {unit for unit in units if unit[0] & 31 in (7, 8)}


def test_all_clips_share_their_parameter_sets(tmp_path: Path) -> None:
    clips = shoot_film(small_film(), tmp_path)
    assert len(parameter_sets(joined(clips))) == 2  # one of the sequence, one of the picture
    assert all(len(parameter_sets(path.read_bytes())) == 2 for path in clips)


@pytest.mark.parametrize(
    "color", ["#FAF9F7", "#FF0000", "#10141B", "#5AA9F8", "#FFFFFF", "#000000", "#00FF00"]
)
def test_flat_colours_come_out_as_they_went_in(color: str, tmp_path: Path) -> None:
    """Case 23."""
    look = Look(width=64, height=64, fps=10)
    want = np.array([int(color[k : k + 2], 16) for k in (1, 3, 5)])
    pixels = np.empty((64, 64, 4), np.uint8)
    pixels[..., :3], pixels[..., 3] = want, 255
    with ClipWriter(tmp_path / "flat.h264", look) as clip:
        clip.add(Converter().convert(pixels), 3)
    for frame in decoded((tmp_path / "flat.h264").read_bytes()):
        y, u, v = (plane.astype(float) for plane in planes(frame))
        red = (y - 16) / 219 + 1.5748 * (v - 128) / 224
        blue = (y - 16) / 219 + 1.8556 * (u - 128) / 224
        green = ((y - 16) / 219 - 0.2126 * red - 0.0722 * blue) / 0.7152
        shown = 255 * np.stack([red, green, blue], axis=-1)
        assert np.abs(shown - want).max() <= 2


def planes(frame: VideoFrame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Y, U and V at the size of U and V."""
    rows = frame.to_ndarray()
    height, width = frame.height, frame.width
    chroma = rows[height:].reshape(2, height // 2, width // 2)
    return rows[:height:2, ::2], chroma[0], chroma[1]


def test_line_art_keeps_forty_five_decibels(tmp_path: Path) -> None:
    look = replace(TINY, width=640, height=360)
    film = plan(board(slide("a")), rehearse, look)
    converter = Converter()
    recorder = Everything()
    Slide(Setting(Slide.Params()), look, recorder).run()
    frames = decoded(joined(shoot_film(film, tmp_path)))
    shown = [p.first + k for p in film.pieces() for k in range(p.pictures) for _ in range(p.repeat)]
    errors = [
        np.mean(
            (
                frame.to_ndarray().astype(float)
                - converter.convert(recorder.pictures[n]).to_ndarray()
            )
            ** 2
        )
        for frame, n in zip(frames, shown, strict=True)
    ]
    assert 10 * np.log10(255**2 / max(errors)) >= 45


def test_two_workers_shoot_the_same_bytes_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_WORTH", 0)
    monkeypatch.setattr(crew, "_LEAST", 5)  # so that scenes are divided between workers
    film = small_film()
    done: list[int] = []
    alone = shoot_film(film, tmp_path / "alone", jobs=1)
    both = shoot_film(film, tmp_path / "both", jobs=2, progress=done.append)
    assert [a.read_bytes() for a in alone] == [b.read_bytes() for b in both]
    assert done == sorted(done)
    assert done[-1] == film.frames
    assert multiprocessing.active_children() == []


def test_a_failing_worker_says_where_and_leaves_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_WORTH", 0)
    good = small_film()
    scene = replace(good.scenes[1], params={**good.scenes[1].params, "fails": True})
    film = replace(good, scenes=(good.scenes[0], scene))
    with pytest.raises(CrewError, match="scene b, beat fade: ValueError: the square is stuck") as e:
        shoot_film(film, tmp_path, jobs=2)
    assert "Traceback" in e.value.detail
    assert multiprocessing.active_children() == []


@contextmanager
def assassin(victims: int) -> Iterator[None]:
    """Kills so many workers as they come, as long as the block lasts."""
    over = threading.Event()

    def work() -> None:
        killed: set[int] = set()
        while len(killed) < victims and not over.wait(0.01):
            for worker in multiprocessing.active_children():
                if worker.pid is not None and worker.pid not in killed and len(killed) < victims:
                    os.kill(worker.pid, signal.SIGKILL)
                    killed.add(worker.pid)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_a_dead_worker_is_replaced_and_the_film_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_WORTH", 0)
    undisturbed = joined(shoot_film(small_film(), tmp_path / "alone", jobs=1))
    with assassin(victims=2):
        disturbed = joined(shoot_film(small_film(), tmp_path / "both", jobs=2))
    assert disturbed == undisturbed
    assert multiprocessing.active_children() == []


def test_a_piece_that_kills_every_worker_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_WORTH", 0)
    died = r"a worker died \(signal 9\) each time .* scene [ab], beat \w+; the mach"
    # Three tries for each of the two tasks at most.
    with assassin(victims=6), pytest.raises(CrewError, match=died):
        shoot_film(small_film(), tmp_path, jobs=2)
    assert multiprocessing.active_children() == []


def test_an_interrupt_leaves_no_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "_WORTH", 0)

    def impatient(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shoot_film(small_film(), tmp_path, jobs=2, progress=impatient)
    assert multiprocessing.active_children() == []


def test_a_piece_that_the_scene_has_not_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    film = small_film()
    with pytest.raises(ShootingError, match="scene a was planned with"):
        shoot(film.scenes[0], TINY, [Piece(0, 20, 30, 1)], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_takes_no_clips_is_named_and_not_the_scene(tmp_path: Path) -> None:
    with pytest.raises(ShootingError, match=r"^clips cannot be written to .*gone: No such file"):
        shoot(small_film().scenes[0], TINY, [Piece(0, 1, 10, 1)], tmp_path / "gone")


def test_a_full_disk_leaves_no_half_clip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        del self, target
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ShootingError, match="No space left on device"):
        shoot(small_film().scenes[0], TINY, [Piece(0, 1, 10, 1)], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_still_is_the_picture_itself() -> None:
    film = small_film()
    with av.open(io.BytesIO(still(film.scenes[0], TINY, 20)), "r") as container:
        (frame,) = container.decode(video=0)
    assert np.array_equal(frame.to_ndarray(format="rgb24"), run([20])[20][:, :, :3])
    with pytest.raises(ShootingError, match="has no picture 99"):
        still(film.scenes[0], TINY, 99)


def test_one_picture_is_kept_at_a_time_however_long_the_scene(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive, most = 0, 0
    convert = Converter.convert

    class Counted:
        """Counts how many converted pictures exist."""

        def __init__(self, frame: VideoFrame) -> None:
            nonlocal alive, most
            self.frame = frame
            alive += 1
            most = max(most, alive)

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    def counting(self: Converter, pixels: PixelArray) -> Counted:
        return Counted(convert(self, pixels))

    def add(self: ClipWriter, counted: Counted, repeat: int = 1) -> None:
        adding(self, counted.frame, repeat)

    adding = ClipWriter.add
    monkeypatch.setattr(Converter, "convert", counting)
    monkeypatch.setattr(ClipWriter, "add", add)
    look = replace(TINY, fps=60)
    film = plan(board(slide("a", run_times={"slide": 3.0})), rehearse, look)
    shoot_film(film, tmp_path)
    assert most <= 2  # the one before lives until the next has been converted


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be held back there")
@pytest.mark.parametrize("by", ["this thread", "another thread"])
def test_ctrl_c_while_a_worker_is_hired_is_heard_afterwards(by: str) -> None:
    """The system chooses which thread gets it: any that does not hold it back."""
    steps = []
    over = threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    receiver = threading.main_thread() if by == "this thread" else other

    def hire() -> None:
        with no_interrupt():
            assert receiver.ident is not None
            signal.pthread_kill(receiver.ident, signal.SIGINT)
            time.sleep(0.05)  # whoever gets it has it now
            steps.append("hired")
        steps.append("went on")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            hire()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
        over.set()
        other.join()
    assert steps == ["hired"]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())
