"""What is asked for beyond the storyboard: size, rate, language, and where the film goes.

Imports nothing heavy, because the command line reads it before it knows what it has to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from algebra.wording import phrase

QUALITIES: Mapping[str, tuple[int, int, int]] = {
    "l": (854, 480, 15),
    "m": (1280, 720, 30),
    "h": (1920, 1080, 60),
    "p": (2560, 1440, 60),
    "k": (3840, 2160, 60),
}
"""Width, height and frames a second behind Manim's quality letters."""

ASPECTS: Mapping[str, tuple[int, int]] = {"16:9": (16, 9), "9:16": (9, 16), "1:1": (1, 1)}

SMALLEST, LARGEST = 128, 7680
"""Pixels along a side: below, no letter can be read; above, players stop decoding H.264."""

LONGEST_SHAPE = 2.5
"""Longer side to shorter side: pictures are laid out for shapes up to a cinema's."""


USUAL_ENCODER = "x264"
"""The one whose films are the same on every machine of a kind."""

HARDWARE = ("h264_videotoolbox", "h264_nvenc", "h264_qsv")
"""Encoders of Apple's, NVIDIA's and Intel's chips. What they give differs from chip to chip."""

ENCODERS = (USUAL_ENCODER, *HARDWARE)


class WishError(ValueError):
    """What was asked for cannot be, or does not fit the storyboard; the message says what would."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for. None means what the storyboard says.

    Sizes in pixels, `fps` frames a second; `only` is SCENE or SCENE.BEAT; `jobs` is how many
    processes draw; without `store`, clips of other runs are neither used nor kept; `encoder` is one
    of film.encode.ENCODERS.
    """

    width: int = 1920
    height: int = 1080
    fps: int = 60
    theme: str | None = None
    language: str | None = None
    only: str | None = None
    media_dir: Path = Path("media")
    jobs: int | None = None
    store: bool = True
    encoder: str = USUAL_ENCODER


def size_of(text: str) -> tuple[int, int]:
    """(width, height) in pixels from text such as ``1920,1080``.

    Both are even, because H.264 keeps colour for every second pixel only. Raises WishError.
    """
    try:
        width, height = (int(part) for part in text.lower().replace("x", ",").split(","))
    except ValueError:
        cure = phrase("write width and height such as 1920,1080")
        raise WishError(phrase("“{text}” is no size; {cure}", text=text, cure=cure)) from None
    if not SMALLEST <= min(width, height) <= max(width, height) <= LARGEST:
        raise WishError(
            phrase(
                "each side has {smallest} to {largest} pixels", smallest=SMALLEST, largest=LARGEST
            )
        )
    if width % 2 or height % 2:
        cure = phrase("{width},{height}", width=width + width % 2, height=height + height % 2)
        raise WishError(phrase("H.264 needs even numbers; write {cure}", cure=cure))
    if max(width, height) > LONGEST_SHAPE * min(width, height):
        raise WishError(
            phrase(
                "pictures are not laid out for one side longer than {ratio:g} times the other",
                ratio=LONGEST_SHAPE,
            )
        )
    return width, height


def chosen_size(
    quality: str, resolution: tuple[int, int] | None, aspect: str | None
) -> tuple[int, int]:
    """Width and height in pixels that three flags ask for together.

    `aspect` turns the size of `quality`; beside a `resolution` it may only agree with it
    (within a pixel or two: 854,480 counts as 16:9). Raises WishError if it does not.
    """
    width, height, _ = QUALITIES[quality]
    if resolution is None:
        turned = {"9:16": (height, width), "1:1": (height, height)}
        return turned.get(aspect or "", (width, height))
    if aspect is not None:
        across, up = ASPECTS[aspect]
        if abs(resolution[0] * up - resolution[1] * across) > 2 * max(across, up):
            given = f"-r {resolution[0]},{resolution[1]}"
            raise WishError(
                phrase(
                    "{given} and --aspect {aspect} contradict; leave out one",
                    given=given,
                    aspect=aspect,
                )
            )
    return resolution


def check_encoder(encoder: str) -> None:
    """Raises WishError unless this machine can use the encoder."""
    if encoder == USUAL_ENCODER:
        return  # it comes with the packages
    if encoder not in ENCODERS:
        raise WishError(
            phrase(
                "there is no encoder “{encoder}”; there are {encoders}",
                encoder=encoder,
                encoders=", ".join(ENCODERS),
            )
        )
    from film.encode import available  # it loads the codecs, which only this has to know

    if encoder not in (offered := available()):
        raise WishError(
            phrase(
                "the encoder {encoder} cannot be used on this machine; it offers {offered}",
                encoder=encoder,
                offered=", ".join(offered),
            )
        )
