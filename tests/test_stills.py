"""Stills: named by scene and beat, drawn once, complete, and none left of a beat that is gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from film import stills
from film.contact import MOST, Entry, contact_sheet, sheet_key
from film.names import names
from film.plan import plan
from film.progress import Silent
from film.shoot import ShootingError, rehearse, still
from film.stills import Still, StillSet, clock, make_stills, stills_of
from film.studio import Planned
from film.wish import Wish
from language.model import SceneSpec
from tests.slides import TINY, board, slide


def planned(folder: Path, *scenes: SceneSpec, only: str = "") -> Planned:
    """A film of slides, whose storyboard lies in a folder."""
    slides = board(*scenes)
    film = plan(slides, rehearse, TINY, only)
    called = names(folder, slides.path.stem, TINY, TINY, only)
    return Planned(slides, film, called, ())


def made(
    folder: Path, *scenes: SceneSpec, only: str = "", jobs: int = 1, store: bool = True
) -> StillSet:
    wish = Wish(media_dir=folder, jobs=jobs, store=store)
    return make_stills(planned(folder, *scenes, only=only), wish, Silent())


def test_there_is_a_picture_for_every_beat(tmp_path: Path) -> None:
    found = made(tmp_path, slide("one"), slide("two"))
    assert [path.name for path in found.pictures] == [
        "01-one.1-still.png",
        "01-one.2-slide.png",
        "01-one.3-fade.png",
        "02-two.1-still.png",
        "02-two.2-slide.png",
        "02-two.3-fade.png",
    ]
    assert (
        found.folder == planned(tmp_path, slide("one")).names.folder / "stills" / found.folder.name
    )


def test_a_still_is_the_picture_with_which_the_beat_ends(tmp_path: Path) -> None:
    found = made(tmp_path, slide("one"))
    scene = planned(tmp_path, slide("one")).plan.scenes[0]
    for path, beat in zip(found.pictures, scene.beats, strict=True):
        assert path.read_bytes() == still(scene, TINY, scene.last_picture(beat.name))


def test_what_has_not_changed_is_not_drawn_again(tmp_path: Path) -> None:
    first = made(tmp_path, slide("one"), slide("two", far=5))
    again = made(tmp_path, slide("one"), slide("two", far=5))
    other = made(tmp_path, slide("one"), slide("two", far=1))
    assert (first.drawn, again.drawn, other.drawn) == (6, 0, 3)


def test_without_the_store_all_is_drawn(tmp_path: Path) -> None:
    made(tmp_path, slide("one"))
    assert made(tmp_path, slide("one"), store=False).drawn == 3


def test_a_beat_that_is_gone_leaves_no_still(tmp_path: Path) -> None:
    before = made(tmp_path, slide("one"), slide("two"))
    (before.folder / "mine.txt").write_text("a note of the lecturer's")
    after = made(tmp_path, slide("two"))
    assert {path.name for path in after.folder.iterdir()} == {
        "01-two.1-still.png",
        "01-two.2-slide.png",
        "01-two.3-fade.png",
        "contact.png",
        "mine.txt",
    }


def test_only_a_beat_keeps_its_number_and_has_a_folder_of_its_own(tmp_path: Path) -> None:
    whole = made(tmp_path, slide("one"), slide("two"))
    found = made(tmp_path, slide("one"), slide("two"), only="two.slide")
    assert [path.name for path in found.pictures] == ["02-two.2-slide.png"]
    assert found.folder != whole.folder
    assert found.pictures[0].read_bytes() == whole.pictures[4].read_bytes()
    assert found.drawn == 0


def test_moments_are_start_middle_and_end_of_each_motion(tmp_path: Path) -> None:
    found = stills_of(planned(tmp_path, slide("one")), moments=True)
    slides = [each for each in found if each.label == "one · slide"]
    assert [(each.picture, each.moment) for each in slides] == [
        (0, "motion 1 start"),
        (5, "motion 1 middle"),
        (10, "motion 1 end"),
        (10, "motion 2 start"),
        (15, "motion 2 middle"),
        (20, "motion 2 end"),
        (20, ""),
    ]
    frames = [each.frame for each in slides]
    assert frames == sorted(frames)


def test_times_are_those_of_the_film(tmp_path: Path) -> None:
    """A beat's still is first seen when its last motion has ended."""
    film = planned(tmp_path, slide("one"), slide("two"))
    ends: dict[str, int] = {}
    frame = 0
    for scene in film.plan.scenes:
        for beat in scene.beats:
            ends[f"{scene.id} · {beat.name}"] = frame + beat.frames - beat.hold
            frame += beat.frames
    assert {each.label: each.frame for each in stills_of(film)} == ends
    assert clock(635, 10) == "1:03.5"


def test_a_failing_scene_leaves_the_last_good_set(tmp_path: Path) -> None:
    good = made(tmp_path, slide("one"))
    before = {path: path.read_bytes() for path in good.folder.iterdir()}
    film = planned(tmp_path, slide("one"))
    spoilt = replace(film.plan.scenes[0], params={"far": 9, "fails": True})
    broken = replace(film, plan=replace(film.plan, scenes=(spoilt,)))
    with pytest.raises(ShootingError, match="the square is stuck"):
        make_stills(broken, Wish(media_dir=tmp_path, jobs=1), Silent())
    assert {path: path.read_bytes() for path in good.folder.iterdir()} == before


def test_processes_draw_the_same(tmp_path: Path) -> None:
    scenes = [slide(f"s{k}", far=k) for k in range(1, 7)]
    alone = made(tmp_path / "one", *scenes, jobs=1)
    together = made(tmp_path / "two", *scenes, jobs=2)
    assert together.drawn == alone.drawn
    for one, other in zip(alone.pictures, together.pictures, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_the_contact_sheet_holds_every_still(tmp_path: Path) -> None:
    colors = ["#ff0000", "#00ff00", "#0000ff"]
    entries = []
    for k, color in enumerate(colors):
        path = tmp_path / f"{k}.png"
        Image.new("RGB", (160, 90), color).save(path)
        entries.append(Entry(path, f"scene · beat {k}", "0:01.0"))
    sheet = contact_sheet("행렬식", entries)
    seen = {color for _, color in sheet.getcolors(sheet.width * sheet.height) or []}
    assert {(255, 0, 0), (0, 255, 0), (0, 0, 255)} <= seen


def test_a_sheet_is_made_once_for_the_same_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures are not read again where nothing has changed, and a sheet is never a stale one."""
    sheets = []

    def counted(title: str, entries: Sequence[Entry]) -> Image.Image:
        sheets.append([one.label for one in entries])
        return contact_sheet(title, entries)

    monkeypatch.setattr(stills, "contact_sheet", counted)
    first = made(tmp_path, slide("one"), slide("two", far=5))
    before = first.sheet.read_bytes()
    first.sheet.write_bytes(b"spoilt")
    again = made(tmp_path, slide("one"), slide("two", far=5))
    assert len(sheets) == 1
    assert again.sheet.read_bytes() == before
    changed = made(tmp_path, slide("one"), slide("two", far=1))
    assert len(sheets) == 2
    assert changed.sheet.read_bytes() != before
    renamed = made(tmp_path, slide("one"), slide("three", far=1))
    assert (renamed.drawn, len(sheets)) == (0, 3), "the same pictures under other words"
    back = made(tmp_path, slide("one"), slide("two", far=5))
    assert (back.sheet.read_bytes(), len(sheets)) == (before, 3)
    made(tmp_path, slide("one"), slide("two", far=5), store=False)
    assert len(sheets) == 4, "without the store all is made"


def test_all_that_a_sheet_shows_is_in_its_key(tmp_path: Path) -> None:
    one, same, other = (tmp_path / f"{name}.png" for name in ("one", "same", "other"))
    for path, color in ((one, "#ff0000"), (same, "#ff0000"), (other, "#ff0001")):
        Image.new("RGB", (16, 9), color).save(path)
    key = sheet_key("title", [Entry(one, "label", "0:01.0")], "font")
    assert key == sheet_key("title", [Entry(same, "label", "0:01.0")], "font")
    others = {
        sheet_key("titel", [Entry(one, "label", "0:01.0")], "font"),
        sheet_key("title", [Entry(other, "label", "0:01.0")], "font"),
        sheet_key("title", [Entry(one, "labels", "0:01.0")], "font"),
        sheet_key("title", [Entry(one, "label", "0:01.1")], "font"),
        sheet_key("title", [Entry(one, "label", "0:01.0")], "face"),
        sheet_key("title", [Entry(one, "label", "0:01.0")] * 2, "font"),
    }
    assert len(others | {key}) == 7


def test_a_sheet_of_very_many_can_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "tall.png"
    Image.new("RGB", (90, 160), "#ffffff").save(path)
    sheet = contact_sheet("", [Entry(path, "a", "b")] * 400)
    assert max(sheet.size) <= MOST


def test_a_sheet_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a picture"):
        contact_sheet("", [])


def test_stills_are_plain_data() -> None:
    assert Still(0, 1, 2, "n", "l") == Still(0, 1, 2, "n", "l", "")
