"""What files are called: short, safe everywhere, and never the same for two looks."""

from __future__ import annotations

import itertools
import unicodedata
from pathlib import Path

import pytest

from film.names import NAME_BYTES, names, safe
from stage.look import Look

MEDIA = Path("media")


def film(look: Look, usual: Look | None = None, only: str = "", storyboard: str = "det") -> str:
    """The film's path as text."""
    return names(MEDIA, storyboard, look, usual, only).film.as_posix()


@pytest.mark.parametrize(
    ("look", "name"),
    [
        (Look(), "det.ko"),
        (Look(language="en"), "det.en"),
        (Look(theme="light"), "det.ko.light"),
        (Look(854, 480, 15), "det.ko.480p15"),
        (Look(1280, 720, 30), "det.ko.720p30"),
        (Look(2560, 1440), "det.ko.1440p60"),
        (Look(3840, 2160), "det.ko.2160p60"),
        (Look(fps=30), "det.ko.1080p30"),
        (Look(1080, 1920), "det.ko.9x16"),
        (Look(480, 854, 15), "det.ko.9x16.480p15"),
        (Look(1080, 1080), "det.ko.1x1"),
        (Look(720, 720, 30, "light", "en"), "det.en.light.1x1.720p30"),
        (Look(852, 480, 15), "det.ko.852x480p15"),
        (Look(1000, 800), "det.ko.1000x800"),
    ],
)
def test_what_differs_from_the_usual_enters_the_name(look: Look, name: str) -> None:
    """Theme, aspect, size and rate; the language always."""
    assert film(look) == f"media/det/{name}.mp4"


def test_the_usual_look_is_the_storyboards() -> None:
    """A storyboard in the light theme has a light film, and a dark draft."""
    usual = Look(theme="light")
    assert film(Look(theme="light"), usual) == "media/det/det.ko.mp4"
    assert film(Look(theme="dark"), usual) == "media/det/det.ko.dark.mp4"
    small = Look(1280, 720, 30)
    assert film(small, small) == "media/det/det.ko.mp4"
    assert film(Look(), small) == "media/det/det.ko.1080p60.mp4"
    assert film(Look(1080, 1920), small) == "media/det/det.ko.9x16.1080p60.mp4"
    assert film(Look(), Look(1080, 1080)) == "media/det/det.ko.1080p60.mp4"


def test_a_part_is_never_taken_for_the_whole() -> None:
    """What --only names enters the name, behind a word that no theme can be."""
    assert film(Look(), only="stretch.warp") == "media/det/det.ko.only-stretch.warp.mp4"
    assert film(Look(), only="light") != film(Look(theme="light"))


def test_no_two_looks_share_a_name() -> None:
    """Over many sizes, rates, themes, languages and parts."""
    sides = (144, 480, 482, 720, 852, 854, 856, 1080, 1920, 1922)
    looks = [
        Look(width, height, fps, theme, language)
        for width, height, fps, theme, language in itertools.product(
            sides, sides, (15, 60), ("dark", "light"), ("ko", "en")
        )
    ]
    found = {film(look, only=only) for look in looks for only in ("", "a", "a.b")}
    assert len(found) == 3 * len(looks)


def test_what_lies_beside_the_film_is_named_after_it() -> None:
    """Captions of other languages say so; nothing of one film can be taken for another's."""
    korean, english = names(MEDIA, "det", Look()), names(MEDIA, "det", Look(language="en"))
    draft = names(MEDIA, "det", Look(854, 480, 15))
    assert korean.captions("ko", "srt").name == "det.ko.srt"
    assert korean.captions("en", "vtt").name == "det.ko.en.vtt"
    assert english.captions("en", "vtt").name == "det.en.vtt"
    everything = [
        path
        for each in (korean, english, draft)
        for path in (
            each.film,
            each.poster,
            each.chapters,
            each.transcript,
            each.manifest,
            *(each.captions(language, "srt") for language in ("ko", "en")),
        )
    ]
    assert len(set(everything)) == len(everything)
    assert {path.parent for path in everything} == {MEDIA / "det"}


@pytest.mark.parametrize("text", ["det", "Kim's 강의 [1]", "행렬식 2.5", "🙂", "a%d", "det.v2"])
def test_harmless_names_stay_as_they_are(text: str) -> None:
    """Quotes, brackets, spaces and Korean are no reason to rename (case 11)."""
    assert safe(text, NAME_BYTES) == text


@pytest.mark.parametrize(
    "text",
    [
        "가" * 90,
        "x" * 300,
        "../../etc/passwd",
        "a/b\\c",
        'a<b>:"c"|d?*',
        "con",
        "NUL.tar",
        "com1",
        "-rf",
        "...",
        "",
        "det.",
        " det ",
        "a\nb\x00",
        "a\u200bb\u202ec",
        "\ud800",
        "\U0010fffd",
    ],
)
def test_other_names_are_made_short_and_safe(text: str) -> None:
    """For every file system, and so that two of them stay apart (case 13)."""
    name = safe(text, NAME_BYTES)
    assert 0 < len(name.encode()) <= NAME_BYTES
    assert not set(name) & set('<>:"/\\|?*\n\0\u200b\u202e')
    assert name == name.strip(" .")
    assert not name.startswith("-")
    assert name.split(".")[0].casefold() not in ("con", "nul", "com1")
    assert safe(f"{text}!", NAME_BYTES) != name
    assert safe(name, NAME_BYTES) == name


def test_a_name_is_the_same_in_every_unicode_form() -> None:
    """macOS may hand over decomposed Korean."""
    for form in ("NFC", "NFD"):
        assert safe(unicodedata.normalize(form, "행렬식"), NAME_BYTES) == "행렬식"


def test_all_names_fit_into_the_shortest_limit() -> None:
    """Even with everything that a name may carry."""
    look = Look(1002, 802, 59, "가" * 90, "en")
    longest = names(MEDIA, "가" * 90, look, only="나" * 90 + ".warp")
    assert len(longest.manifest.name.encode()) <= 255
