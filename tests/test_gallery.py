"""The gallery shows what the program draws now, and every kind has its picture in it.

``make gallery`` (or pytest with ``--accept``) draws it anew.
"""

from __future__ import annotations

from functools import cache

import pytest

from film.gallery import FOLDER, LARGEST, SIZE, Exhibit, drawn, exhibits, packed, page
from language.reader import read
from scenes import kinds
from stage.theme import THEMES
from tests.conftest import ROOT, Goldens
from tests.course import STORYBOARDS
from tests.pictures import Report, decoded

DOCS = ROOT / "docs"


@cache
def shown() -> tuple[Exhibit, ...]:
    """What the gallery shows, by kind."""
    return exhibits([read(path, kinds(), THEMES) for path in STORYBOARDS], kinds())


@pytest.mark.picture
@pytest.mark.parametrize("name", sorted(kinds()))
def test_every_kind_looks_as_in_the_gallery(
    name: str, goldens: Goldens, picture_report: Report
) -> None:
    exhibit = next(each for each in shown() if each.kind.name == name)
    path = DOCS / exhibit.file
    new = packed(drawn(exhibit))
    if goldens.accepting:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(new)
        return
    old = path.read_bytes() if path.exists() else None
    if what := picture_report.compare(f"gallery.{name}", old, new):
        pytest.fail(f"{what}; if that is meant, run make gallery", pytrace=False)


def test_the_page_shows_every_kind(goldens: Goldens) -> None:
    text = page(shown())
    if goldens.accepting:
        (DOCS / "gallery.md").write_text(text, encoding="utf-8", newline="\n")
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == text
    assert [f"## {name}" in text for name in kinds()] == [True] * len(kinds())


def test_the_folder_holds_the_pictures_of_the_page_and_no_others(goldens: Goldens) -> None:
    wanted = {(DOCS / each.file).name for each in shown()}
    folder = DOCS / FOLDER
    if goldens.accepting:
        for left in {path.name for path in folder.glob("*")} - wanted:
            (folder / left).unlink()
    assert {path.name for path in folder.glob("*")} == wanted


def test_pictures_are_small() -> None:
    for path in sorted((DOCS / FOLDER).glob("*.png")):
        assert path.stat().st_size <= LARGEST, path.name
        assert decoded(path.read_bytes()).shape[:2] == (SIZE[1], SIZE[0]), path.name


def test_a_kind_without_a_storyboard_is_named() -> None:
    with pytest.raises(LookupError, match="no storyboard has a scene of the kind"):
        exhibits([], kinds())
