"""Pictures from files: which are read, how they lie on the frame, and what their bytes decide."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image as Pillow
from pydantic import ValidationError

from film.manifest import manifest
from film.plan import FilmPlan, plan
from film.shoot import rehearse, still
from film.store import clip_key
from language.model import Storyboard
from language.params import planned
from language.picture_file import PictureFile
from language.places import Faults
from language.reader import read
from language.values import Refused, Surroundings
from scenes import kinds
from scenes.image import Image
from stage.layout import Misfit, Zone, zones
from stage.look import Look
from stage.picture import PictureInk
from stage.story import Setting
from stage.theme import THEMES
from tests.pictures import decoded
from tests.stage_helpers import ASPECTS, Watch, outside, overlapping, small

Pixels = npt.NDArray[np.uint8]

BOARD = """storyboard: 1
title: t
scenes:
  - kind: title_card
    heading: 그림
  - kind: image
    id: shown
    file: {name}
    caption: 설명
"""
TINY = Look(160, 90, 10)


def encoded(picture: Pillow.Image, kind: str = "PNG", exif: Pillow.Exif | None = None) -> bytes:
    data = io.BytesIO()
    picture.save(data, kind, **({"exif": exif} if exif else {}))
    return data.getvalue()


def plain(color: tuple[int, ...] = (200, 30, 60), size: tuple[int, int] = (40, 20)) -> Pillow.Image:
    return Pillow.new("RGBA" if len(color) == 4 else "RGB", size, color)


def storyboard(folder: Path, name: str, text: str = BOARD) -> Storyboard:
    path = folder / "lesson.yaml"
    path.write_text(text.replace("{name}", name), encoding="utf-8")
    return read(path, kinds(), tuple(THEMES))


def faults_of(folder: Path, name: str) -> list[str]:
    with pytest.raises(Faults) as raised:
        storyboard(folder, name)
    return [str(fault) for fault in raised.value.faults]


def on_frame(data: bytes, look: Look, zone: Zone | None = None) -> tuple[PictureInk, Pixels]:
    """A picture and the frame on which it alone lies."""
    picture = PictureInk(data, zone or zones(look).stage, look)
    frame = np.zeros((look.height, look.width, 4), np.uint8)
    frame[..., 3] = 255
    picture.paint_onto(frame)
    return picture, frame


# Finding and refusing


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_name_is_found_however_it_is_composed_on_the_disk(
    form: Literal["NFC", "NFD"], tmp_path: Path
) -> None:
    """Case 12."""
    (tmp_path / unicodedata.normalize(form, "그림.png")).write_bytes(encoded(plain()))
    written = unicodedata.normalize("NFC", "그림.png")
    found = storyboard(tmp_path, written)
    params = found.scenes[1].params
    assert isinstance(params, Image.Params)
    assert params.file.name == written
    film = plan(found, rehearse, TINY)
    assert still(film.scenes[1], TINY, 0, tmp_path)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../p.png", "leads out of the storyboard's folder"),
        ("/etc/passwd", "is not told from the storyboard's folder"),
        ("away/p.png", "a link that leads out"),
        ("missing.png", "does not exist"),
        ("drawing.svg", "a drawing in SVG, which is not read here"),
        ("moving.gif", "a picture in GIF, which is not read here"),
        ("text.png", "is no picture that can be read"),
        ("half.png", "is a damaged picture"),
        ("https://example.org/p.png", "nothing is fetched"),
        ("7", "the name of a file is needed here; this is the number 7"),
    ],
)
def test_what_is_no_picture_beside_the_storyboard_is_refused_at_its_place(
    name: str, words: str, tmp_path: Path
) -> None:
    """Case 30 for pictures."""
    inside, outside_ = tmp_path / "lesson", tmp_path / "elsewhere"
    inside.mkdir()
    outside_.mkdir()
    for folder in (tmp_path, outside_):
        (folder / "p.png").write_bytes(encoded(plain()))
    (inside / "away").symlink_to(outside_)
    (inside / "drawing.svg").write_text("<svg/>", encoding="utf-8")
    (inside / "moving.gif").write_bytes(encoded(plain(), "GIF"))
    (inside / "text.png").write_text("no picture", encoding="utf-8")
    noise = np.random.default_rng(0).integers(0, 255, (60, 60, 3)).astype(np.uint8)
    (inside / "half.png").write_bytes(encoded(Pillow.fromarray(noise))[:4000])
    [fault] = faults_of(inside, name)
    assert fault.startswith("lesson.yaml:8:11: ")
    assert words in fault


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_the_three_formats_are_read(kind: str, tmp_path: Path) -> None:
    (tmp_path / "p.picture").write_bytes(encoded(plain(), kind))
    assert storyboard(tmp_path, "p.picture").inputs[-1].name == "p.picture"


def test_a_plan_holds_the_name_and_the_digest_and_no_folder(tmp_path: Path) -> None:
    (tmp_path / "p.png").write_bytes(encoded(plain()))
    film = plan(storyboard(tmp_path, "p.png"), rehearse, TINY)
    assert str(tmp_path) not in film.to_json()
    params = film.scenes[1].params
    there = Image.Params.model_validate(dict(params), context=planned(tmp_path))
    assert there.files() == ((tmp_path / "p.png").resolve(),)
    assert there == Image.Params.model_validate(dict(params)), "the folder is no part of it"
    assert FilmPlan.from_json(film.to_json()) == film


# On the frame


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("size", [(400, 20), (20, 400), (1, 1), (64, 48)])
def test_pictures_and_captions_fit_in_every_shape(
    size: tuple[int, int], aspect: str, tmp_path: Path
) -> None:
    (tmp_path / "p.png").write_bytes(encoded(plain(size=size)))
    look = small(aspect)
    params = storyboard(tmp_path, "p.png").scenes[1].params
    watch = Watch(())

    Image(Setting(params, "그림"), look, watch).run()
    found = zones(look)
    boxes = watch.boxes["caption"]
    assert {box.name for box in boxes} == {"title", "picture", "caption"}
    assert outside(boxes, found.safe) == []
    assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
    assert overlapping(boxes, {"text", "picture"}) == []


def test_a_picture_is_turned_as_its_camera_says() -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6  # a quarter turn clockwise
    picture = plain((0, 0, 0), (40, 20))
    picture.paste((255, 255, 255), (0, 0, 20, 20))  # the left half, which belongs on top
    ink, frame = on_frame(encoded(picture, "PNG", exif), Look(400, 400))
    shown = frame[ink.rows, ink.columns, 0]
    assert abs(shown.shape[0] - 2 * shown.shape[1]) <= 1
    assert shown[:10].min() == 255
    assert shown[-10:].max() == 0


def test_small_pictures_keep_square_pixels() -> None:
    board = Pillow.fromarray(np.array([[0, 255], [255, 0]], np.uint8)).convert("RGB")
    ink, frame = on_frame(encoded(board), Look(400, 400))
    shown = frame[ink.rows, ink.columns, 0]
    assert set(np.unique(shown)) == {0, 255}
    half = shown.shape[0] // 2
    assert shown[: half - 1, : half - 1].max() == 0
    assert shown[: half - 1, half + 1 :].min() == 255


def test_a_picture_of_the_right_size_is_shown_pixel_by_pixel() -> None:
    look = Look(400, 400)
    noise = np.random.default_rng(1).integers(0, 256, (122, 320, 3)).astype(np.uint8)
    unit = look.width / look.frame_width
    zone = Zone(-160 / unit, -61 / unit, 160 / unit, 61 / unit)
    ink, frame = on_frame(encoded(Pillow.fromarray(noise)), look, zone)
    assert np.array_equal(frame[ink.rows, ink.columns, :3], noise)


def test_alpha_lets_the_ground_through_and_lends_no_colour() -> None:
    picture = plain((255, 0, 0, 0), (200, 200))
    picture.paste((0, 255, 0, 255), (50, 50, 150, 150))
    picture.paste((0, 0, 255, 128), (50, 150, 150, 200))
    ink, frame = on_frame(encoded(picture), Look(300, 300))
    shown = frame[ink.rows, ink.columns]
    assert shown[..., 0].max() <= 1, "no red from what is wholly transparent"
    assert shown[..., 3].min() == 255, "the frame stays opaque"
    assert 126 <= int(shown[-20, shown.shape[1] // 2, 2]) <= 130


def test_sixteen_bits_of_grey_keep_their_middle() -> None:
    grey = Pillow.fromarray(np.full((20, 20), 32768, np.uint16))
    ink, frame = on_frame(encoded(grey), Look(200, 200))
    assert abs(int(frame[ink.rows, ink.columns][5, 5, 0]) - 128) <= 1


def test_the_colours_of_the_file_are_those_of_the_frame(tmp_path: Path) -> None:
    (tmp_path / "p.png").write_bytes(encoded(plain((12, 200, 77))))
    film = plan(storyboard(tmp_path, "p.png"), rehearse, TINY)
    pixels = decoded(still(film.scenes[1], TINY, 0, tmp_path))
    assert (pixels[40, 80] == (12, 200, 77)).all()


# Bytes


def keys(film: FilmPlan) -> list[tuple[int, str]]:
    return [(p.scene, clip_key(film.scenes[p.scene], TINY, p, {})) for p in film.pieces()]


def test_new_bytes_under_the_same_name_are_drawn_anew_and_nothing_else_is(tmp_path: Path) -> None:
    """Case 5 for pictures."""
    path = tmp_path / "p.png"
    path.write_bytes(encoded(plain()))
    before = plan(storyboard(tmp_path, "p.png"), rehearse, TINY)
    path.write_bytes(encoded(plain((0, 90, 200))))
    after = plan(storyboard(tmp_path, "p.png"), rehearse, TINY)
    old, new = keys(before), keys(after)
    assert [scene for scene, _ in old] == [scene for scene, _ in new]
    changed = {scene for (scene, one), (_, other) in zip(old, new, strict=True) if one != other}
    same = {scene for (scene, one), (_, other) in zip(old, new, strict=True) if one == other}
    assert (changed, same) == ({1}, {0})
    path.write_bytes(encoded(plain()))
    assert keys(plan(storyboard(tmp_path, "p.png"), rehearse, TINY)) == old


def test_bytes_that_change_after_reading_are_not_drawn(tmp_path: Path) -> None:
    path = tmp_path / "p.png"
    path.write_bytes(encoded(plain()))
    film = plan(storyboard(tmp_path, "p.png"), rehearse, TINY)
    path.write_bytes(encoded(plain((0, 90, 200))))
    with pytest.raises(Exception, match="has changed since it was read"):
        still(film.scenes[1], TINY, 0, tmp_path)


def test_the_manifest_lists_the_picture_among_its_inputs(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "p.png").write_bytes(encoded(plain()))
    board = storyboard(tmp_path, "images/p.png")
    text = manifest(plan(board, rehearse, TINY), board.inputs, {})
    assert '"file": "images/p.png"' in text


def test_a_picture_without_a_folder_is_refused_in_words() -> None:
    with pytest.raises(ValidationError, match="no folder"):
        Image.Params.model_validate(
            {"file": "p.png"}, context={"surroundings": Surroundings({})}
        )  # fmt: skip -- one call
    with pytest.raises(Refused, match="no folder"):
        PictureFile("p.png", "0" * 64).read()


def test_a_caption_that_leaves_no_room_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "p.png").write_bytes(encoded(plain()))

    given: Mapping[str, object] = {"file": "p.png", "caption": "긴 설명 " * 200}
    around = {"surroundings": Surroundings({}, folder=tmp_path)}
    params = Image.Params.model_validate(given, context=around)
    with pytest.raises(Misfit, match="leaves no room"):
        Image(Setting(params), small(), Watch(())).run()
