"""The comparison of stills sees what a viewer would see, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from film.encode import png
from tests.pictures import LEVEL, Pixels, Report, decoded, different, marked, too_many

WIDTH, HEIGHT = 480, 270
FINE = 8
"""A pixel is the mean of FINE × FINE points, so a picture can be moved by parts of a pixel."""

GROUND, GRID, FACE, INK = (16, 20, 27), (58, 86, 117), (90, 169, 248), (232, 237, 244)
ORANGE, PINK = (255, 144, 84), (233, 93, 154)

FIVE = ("#####", "#....", "####.", "....#", "....#", "#...#", ".###.")
SIX = ("..##.", ".#...", "#....", "####.", "#...#", "#...#", ".###.")
"""Figures for a label seven pixels high, a mark for each pixel."""


def picture(
    *,
    shift: float = 0.0,
    label: tuple[int, int] | None = (300, 110),
    figure: tuple[str, ...] = FIVE,
    face: tuple[int, int, int] = FACE,
    arrow: tuple[int, int, int] = ORANGE,
) -> Pixels:
    """Grid lines, a slanted face, a thin arrow and a label.

    ``shift`` moves all of it down and to the right, in pixels: a multiple of 1 / FINE.
    """
    y, x = (side / FINE - shift for side in np.ogrid[0 : HEIGHT * FINE, 0 : WIDTH * FINE])
    fine = np.full((HEIGHT * FINE, WIDTH * FINE, 3), GROUND, np.uint8)
    for step in range(7, WIDTH, 31):
        fine[:, np.abs(x[0] - step) < 0.6] = GRID
        fine[np.abs(y[:, 0] - step) < 0.6] = GRID
    fine[(y > 80) & (y < 160) & (np.abs(x - 0.4 * y - 118) < 45)] = face
    fine[(np.abs(y + 0.3 * x - 218) < 0.8) & (x > 60) & (x < 260)] = arrow
    if label is not None:
        for row, marks in enumerate(figure):
            for column, mark in enumerate(marks):
                left, top = (
                    round((at + shift) * FINE) for at in (label[0] + column, label[1] + row)
                )
                if mark == "#":
                    fine[top : top + FINE, left : left + FINE] = INK
    blocks = fine.reshape(HEIGHT, FINE, WIDTH, FINE, 3).sum(axis=(1, 3)) / FINE**2
    return np.asarray(blocks.round(), dtype=np.uint8)


@pytest.fixture(scope="module")
def golden() -> Pixels:
    return picture()


@pytest.mark.parametrize("shift", [0.125, -0.125])
def test_edges_an_eighth_of_a_pixel_elsewhere_pass(golden: Pixels, shift: float) -> None:
    new = picture(shift=shift)
    assert np.abs(new.astype(int) - golden).max() > 20  # it is another picture
    assert not too_many(different(golden, new))


def test_noise_of_a_few_levels_passes(golden: Pixels) -> None:
    noise = np.random.default_rng(0).integers(-LEVEL, LEVEL + 1, golden.shape)
    new = np.clip(golden + noise, 0, 255).astype(np.uint8)
    assert different(golden, new).sum() == 0


@pytest.mark.parametrize("label", [(301, 110), (300, 112), (310, 140), None])
def test_a_label_that_moved_or_vanished_fails(
    golden: Pixels, label: tuple[int, int] | None
) -> None:
    new = picture(label=label)
    assert too_many(different(golden, new))
    assert too_many(different(new, golden))


def test_another_figure_in_the_label_fails(golden: Pixels) -> None:
    assert too_many(different(golden, picture(figure=SIX)))


@pytest.mark.parametrize("channel", [0, 1, 2])
def test_six_levels_over_an_area_fail(golden: Pixels, channel: int) -> None:
    face = [*FACE]
    face[channel] -= 6
    assert too_many(different(golden, picture(face=(face[0], face[1], face[2]))))


def test_a_thin_line_in_another_colour_fails(golden: Pixels) -> None:
    assert too_many(different(golden, picture(arrow=PINK)))


@pytest.mark.parametrize(("left", "top"), [(400, 240), (120, 100), (60, 60), (290, 95)])
def test_a_patch_fails_wherever_it_lies(golden: Pixels, left: int, top: int) -> None:
    new = golden.copy()
    new[top : top + 20, left : left + 60] = (120, 120, 120)
    assert too_many(different(golden, new))


def test_the_page_shows_old_new_and_difference(golden: Pixels, tmp_path: Path) -> None:
    report = Report(tmp_path / "report")
    old, new = png(golden), png(picture(label=None))
    assert report.compare("a.same", old, old) == ""
    assert not report.page.exists()
    assert report.compare("b.label", old, new).startswith("b.label: ")
    assert report.compare("d.first", None, new) == "d.first: there is no golden"
    assert (report.page.parent / "d.first.now.png").read_bytes() == new
    assert report.compare("c.<face>", old, png(picture(face=ORANGE)))
    page = report.page.read_text("utf-8")
    assert "a.same" not in page
    assert "c.&lt;face&gt;" in page
    for role in ("golden", "now", "difference"):
        assert f'src="b.label.{role}.png"' in page
        assert (report.page.parent / f"b.label.{role}.png").is_file()
    shown = decoded((report.page.parent / "b.label.difference.png").read_bytes())
    assert np.array_equal(shown, marked(decoded(new), different(golden, decoded(new))))


def test_a_picture_of_another_size_fails_and_the_page_begins_anew(
    golden: Pixels, tmp_path: Path
) -> None:
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "old.png").write_bytes(b"")
    report = Report(tmp_path / "report")
    what = report.compare("a", png(golden), png(golden[:100]))
    assert what == "a: the golden is 480 × 270 pixels, the new picture 480 × 100 pixels"
    assert not (tmp_path / "report" / "old.png").exists()
    with pytest.raises(ValueError, match="480 × 100"):
        different(golden, golden[:100])


def test_a_png_file_gives_back_its_pixels(golden: Pixels) -> None:
    assert np.array_equal(decoded(png(golden)), golden)
