"""The gallery: one picture of every scene kind, drawn from the storyboards of the course."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from film.plan import plan
from film.shoot import rehearse, still
from language.kind import Kind
from language.model import SceneSpec, Storyboard
from stage.look import Look

FOLDER = "images/gallery"
"""Where the pictures lie, seen from the page."""

SIZE = (960, 540)
LARGEST = 120_000
"""Bytes of a picture: a page with all of them is looked at over slow lines too."""

SHOWN: Mapping[str, tuple[str, str, str]] = {
    "unit_square_warp": ("det", "stretch", "area"),
    "title_card": ("det", "opening", "motif"),
    "head_subspaces": ("heads", "two_heads", "input_2"),
    "summary": ("det", "summary", "point_4"),
}
"""Storyboard, scene and beat of kinds that many storyboards use; of others the first main beat."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """The picture that stands for a kind: a beat of a scene of a storyboard."""

    kind: Kind
    storyboard: Storyboard
    scene: SceneSpec
    beat: str

    @property
    def file(self) -> str:
        """The picture's path, seen from the page."""
        return f"{FOLDER}/{self.kind.name}.png"


def exhibits(storyboards: Sequence[Storyboard], kinds: Mapping[str, Kind]) -> tuple[Exhibit, ...]:
    """One exhibit of every kind, by name. LookupError if a kind is in no storyboard."""
    return tuple(_exhibit(storyboards, kinds[name]) for name in sorted(kinds))


def _exhibit(storyboards: Sequence[Storyboard], kind: Kind) -> Exhibit:
    wished = SHOWN.get(kind.name)
    for storyboard in storyboards:
        for scene in storyboard.scenes:
            if scene.kind.name != kind.name:
                continue
            if wished is not None and (storyboard.path.stem, scene.id) != wished[:2]:
                continue
            mains = [beat.beat.name for beat in scene.beats if beat.beat.main]
            beat = wished[2] if wished is not None else (mains or [scene.beats[-1].beat.name])[0]
            return Exhibit(kind, storyboard, scene, beat)
    raise LookupError(f"no storyboard has a scene of the kind {kind.name} for the gallery")


def drawn(exhibit: Exhibit) -> bytes:
    """The picture with which the beat ends, as a PNG file."""
    language = exhibit.storyboard.languages[0]
    look = Look(*SIZE, 30, exhibit.storyboard.theme, language)
    film = plan(exhibit.storyboard, rehearse, look, only=exhibit.scene.id)
    scene = film.scenes[0]
    picture = scene.last_picture(exhibit.beat)
    return still(scene, look, picture, exhibit.storyboard.path.parent)


def packed(picture: bytes) -> bytes:
    """The same picture in fewer bytes; ValueError if it is still too large for the page."""
    with Image.open(io.BytesIO(picture)) as image:
        file = io.BytesIO()
        image.convert("RGB").save(file, "PNG", optimize=True)
        if file.tell() > LARGEST:  # a photograph: 256 colours are enough for a page
            file = io.BytesIO()
            image.convert("RGB").quantize(256).save(file, "PNG", optimize=True)
    if file.tell() > LARGEST:
        raise ValueError(f"a picture of {file.tell()} bytes is too large for the gallery")
    return file.getvalue()


def page(found: Sequence[Exhibit]) -> str:
    """The page that shows all of them, as Markdown."""
    parts = [
        "# Gallery",
        "",
        "One picture of every scene kind, each the end of a beat in a storyboard of the course.",
        "`render.py kinds KIND` tells what a kind may be told; `make gallery` draws all anew.",
    ]
    for each in found:
        source = f"{each.storyboard.path.parent.name}/{each.storyboard.path.name}"
        parts += [
            "",
            f"## {each.kind.name}",
            "",
            each.kind.doc.strip().splitlines()[0],
            "",
            f"![{each.kind.name}: scene {each.scene.id}, beat {each.beat}]({each.file})",
            "",
            f"Scene `{each.scene.id}`, beat `{each.beat}` of [{source}](../{source}).",
        ]
    return "\n".join(parts) + "\n"
