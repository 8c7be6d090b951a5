"""Pictures that lie beside a storyboard: found and looked at while reading, drawn much later."""

from __future__ import annotations

import hashlib
import unicodedata
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from algebra.wording import phrase, reason_of
from language.inside import inside
from language.values import Refused, Surroundings, describe, shorten

FORMATS = {"PNG": "PNG", "JPEG": "JPEG", "WEBP": "WebP"}
"""Pillow's names of what is read, and the usual ones."""

LARGEST_FILE = 40_000_000
"""Bytes."""
MOST_PIXELS = 60_000_000
"""As many as a good camera has; more would take gigabytes while drawing."""

_CURE = phrase("save it as PNG, JPEG or WebP")


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture by its name (in the storyboard's folder, composed form) and its bytes' SHA-256.

    The digest makes two pictures of the same name two different things. The folder is no part of
    what the picture is, so that a plan means the same on every machine.
    """

    name: str
    digest: str
    folder: Path | None = field(default=None, compare=False)

    @property
    def path(self) -> Path:
        """Where the file lies. Raises Refused if it is not there or its folder is unknown."""
        if self.folder is None:
            raise Refused(
                phrase("{name} has no folder to be looked for in", name=shorten(self.name))
            )
        return inside(self.folder, self.name)

    def read(self) -> bytes:
        """The bytes that the storyboard was read with; raises Refused if they have changed."""
        data = self.path.read_bytes()
        if hashlib.sha256(data).hexdigest() != self.digest:
            raise Refused(
                phrase("{name} has changed since it was read", name=shorten(self.name)),
                "start again",
            )
        return data


def read_picture(value: object, around: Surroundings) -> PictureFile:
    """A picture by the name a storyboard writes, or (in a plan) what `write_picture` wrote.

    Raises Refused for a name that leads out of the folder or to no file, and for what is no picture
    that can be drawn.
    """
    match value:
        case PictureFile():
            return value
        case {"file": str() as name, "sha256": str() as digest} if around.planned:
            return PictureFile(name, digest, around.folder)
        case str():
            pass
        case _:
            raise Refused(
                phrase("the name of a file is needed here; this is {value}", value=describe(value))
            )
    if value.lower().endswith((".svg", ".svgz")):
        raise Refused(
            phrase("{value} is a drawing in SVG, which is not read here", value=shorten(value)),
            _CURE,
        )
    if around.folder is None:
        raise Refused(phrase("there is no folder in which {value} could lie", value=shorten(value)))
    path = inside(around.folder, value)
    if path.stat().st_size > LARGEST_FILE:
        raise Refused(
            phrase(
                "{value} has more than {largest_file:,} bytes",
                value=shorten(value),
                largest_file=LARGEST_FILE,
            ),
            "make it smaller",
        )
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused(
            phrase(
                "{value} cannot be read: {strerror}",
                value=shorten(value),
                strerror=reason_of(error),
            )
        ) from error
    _look_at(data, value)
    name = unicodedata.normalize("NFC", value.replace("\\", "/"))
    return PictureFile(name, hashlib.sha256(data).hexdigest(), around.folder)


def _look_at(data: bytes, name: str) -> None:
    """Raises Refused for bytes that are no whole picture of a known format and sane size."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data)) as picture:
                found, (width, height) = picture.format or "", picture.size
                if found in FORMATS and width * height <= MOST_PIXELS:
                    picture.load()
    except UnidentifiedImageError:
        raise Refused(
            phrase("{name} is no picture that can be read", name=shorten(name)), _CURE
        ) from None
    except Image.DecompressionBombError:
        raise Refused(
            phrase("{name} has far too many pixels", name=shorten(name)), "make it smaller"
        ) from None
    except (OSError, SyntaxError, ValueError):
        raise Refused(
            phrase("{name} is a damaged picture", name=shorten(name)), "save it once more"
        ) from None
    if found not in FORMATS:
        raise Refused(
            phrase(
                "{name} is a picture in {found}, which is not read here",
                name=shorten(name),
                found=found,
            ),
            _CURE,
        )
    if width * height > MOST_PIXELS:
        size = phrase("{width:,} × {height:,} pixels", width=width, height=height)
        raise Refused(
            phrase("{name} has {size}", name=shorten(name), size=size),
            phrase("make it {most_pixels:,} at most", most_pixels=MOST_PIXELS),
        )


def write_picture(picture: PictureFile) -> Mapping[str, str]:
    """The JSON form, which names no folder."""
    return {"file": picture.name, "sha256": picture.digest}
