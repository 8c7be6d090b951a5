"""Holds that stand, and encoders that are there or not."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
from av.video.frame import VideoFrame

from film import crew
from film.crew import shoot_film
from film.encode import ClipWriter, Converter, PixelArray, available, stand
from film.plan import FilmPlan, plan
from film.shoot import Hearing, rehearse, run_planned
from film.wish import HARDWARE, WishError, check_encoder
from stage.look import Look
from tests.slides import TINY, board, slide


def small_film() -> FilmPlan:
    return plan(board(slide("a"), slide("b", far=5)), rehearse, TINY)


def joined(clips: Iterable[Path]) -> bytes:
    return b"".join(path.read_bytes() for path in clips)


def decoded(stream: bytes) -> list[VideoFrame]:
    with av.open(io.BytesIO(stream), "r", format="h264") as container:
        return list(container.decode(video=0))


class First(Hearing):
    """Keeps the first picture of a scene."""

    def wants(self, picture: int) -> bool:
        return picture == 0

    def take(self, picture: int, pixels: PixelArray) -> None:
        del picture  # it is the first
        self.pixels = pixels.copy()


def shown(look: Look) -> PixelArray:
    """The picture with which the slide begins."""
    first = First()
    run_planned(plan(board(slide("a")), rehearse, look).scenes[0], look, first, None)
    return first.pixels


def test_a_hold_is_one_picture_that_stands(tmp_path: Path) -> None:
    """Its frames are the same to the last bit, and another of them costs a few bytes."""
    look = replace(TINY, width=640, height=360)
    frames = sorted({1, 2, 15, 16, 17, 31, 32, 33, 64, 120})
    picture = Converter().convert(shown(look))
    with ClipWriter(tmp_path / "lone.h264", look, lone=True) as clip:
        clip.add(picture)
    lone = (tmp_path / "lone.h264").read_bytes()
    whole = [stand(lone, count, look) for count in frames]
    film = decoded(b"".join(whole))  # joined, as in a film
    assert len(film) == sum(frames)
    first = film[0].to_ndarray()
    assert all(np.array_equal(frame.to_ndarray(), first) for frame in film)
    error = np.mean((first.astype(float) - picture.to_ndarray()) ** 2)
    assert 10 * np.log10(255**2 / error) >= 45
    assert len(whole[-1]) - len(lone) < 120 * 100


def test_where_pictures_cannot_be_made_to_stand_holds_are_encoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another build of x264, or a chip's encoder: as many frames, and they look the same."""
    usual = decoded(joined(shoot_film(small_film(), tmp_path / "usual")))
    monkeypatch.setattr(crew, "standing", lambda _: ())
    other = decoded(joined(shoot_film(small_film(), tmp_path / "other")))
    assert len(usual) == len(other) == small_film().frames
    for a, b in zip(usual, other, strict=True):
        assert np.abs(a.to_ndarray().astype(int) - b.to_ndarray()).mean() < 2


def test_a_chip_s_encoder_is_refused_in_words_where_there_is_none() -> None:
    with pytest.raises(WishError, match="there is no encoder “x265”; there are x264, h264_"):
        check_encoder("x265")
    absent = sorted(set(HARDWARE) - set(available()))
    if not absent:
        pytest.skip("this machine has every chip there is")
    with pytest.raises(WishError, match=f"{absent[0]} cannot be used on this machine; .* x264"):
        check_encoder(absent[0])
