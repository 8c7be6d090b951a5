"""The pictures in docs/images show what the program draws now; ``--accept`` draws them anew.

The gallery has a folder of its own there, which tests/test_gallery.py looks after.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from film.gallery import packed
from film.plan import plan
from film.shoot import rehearse, still
from language.kind import Kind
from language.reader import read
from scenes import kind_of, kinds
from stage.look import Look
from stage.theme import THEMES
from tests.conftest import ROOT, Goldens
from tests.pictures import Report, decoded

FOLDER = ROOT / "docs" / "images"
DET = ROOT / "storyboards" / "det.yaml"
KOREAN, ENGLISH = Look(1280, 720, 30), Look(1280, 720, 30, language="en")


@dataclass(frozen=True, slots=True)
class Illustration:
    """The end of a beat in a look; without ``page`` of det.yaml, else of the page's storyboard.

    ``info`` are the words behind the fence of that storyboard's block.
    """

    scene: str
    beat: str
    look: Look
    page: str = ""
    info: str = "yaml"


SHOWN = {
    "stretch": Illustration("stretch", "area", ENGLISH),
    "stretch-tall": Illustration("stretch", "area", Look(540, 960, 30, language="en")),
    "flip": Illustration("flip", "area", ENGLISH),
    "flat-light": Illustration("flat", "area", Look(1280, 720, 30, "light", "en")),
    "shear": Illustration("shear", "area", KOREAN, "README.md"),
    "vector_image": Illustration(
        "vector_image", "product", ENGLISH, "docs/pictures.md", "yaml with vector_image"
    ),
}


def block(page: str, info: str) -> str:
    """The first fenced block of a page with these words behind its fence."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.search(rf"^```{info}\n((?:.*\n)*?)```$", text, re.MULTILINE)
    assert found is not None
    return found[1]


def known(shown: Illustration, folder: Path) -> dict[str, Kind]:
    """The kinds, and the one that the illustration's page builds if there is one."""
    found = dict(kinds())
    name = shown.info.removeprefix("yaml").removeprefix(" with ")
    if name:
        (folder / f"{name}.py").write_text(block(shown.page, "python"), encoding="utf-8")
        found[name] = kind_of(name, name)
    return found


@pytest.mark.picture
@pytest.mark.parametrize("name", SHOWN)
def test_an_illustration_shows_what_is_drawn_now(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    goldens: Goldens,
    picture_report: Report,
) -> None:
    shown = SHOWN[name]
    monkeypatch.syspath_prepend(str(tmp_path))
    path = DET
    if shown.page:
        path = tmp_path / "lesson.yaml"
        path.write_text(block(shown.page, shown.info), encoding="utf-8")
    storyboard = read(path, known(shown, tmp_path), THEMES)
    [scene] = plan(storyboard, rehearse, shown.look, only=shown.scene).scenes
    new = packed(still(scene, shown.look, scene.last_picture(shown.beat)))
    file = FOLDER / f"{name}.png"
    if goldens.accepting:
        file.write_bytes(new)
    if what := picture_report.compare(f"illustration.{name}", file.read_bytes(), new):
        pytest.fail(f"{what}; if that is meant, run this test with --accept", pytrace=False)


def test_the_folder_holds_these_illustrations_and_no_others() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_an_illustration_has_its_size(name: str) -> None:
    look = SHOWN[name].look
    shape = decoded((FOLDER / f"{name}.png").read_bytes()).shape
    assert shape[:2] == (look.height, look.width)
