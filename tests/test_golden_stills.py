"""The end of every main beat of the course, drawn small, against pictures that were accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from film.shoot import still
from stage.look import Look
from tests.conftest import ROOT, Goldens
from tests.course import STORYBOARDS, TALL, WIDE, Course, aspect
from tests.pictures import Report, decoded

pytestmark = [pytest.mark.picture, pytest.mark.xdist_group("course")]

SHRINK = 4
"""From a film's size to a golden's: 480 × 270 and 270 × 480 still show a letter that moved."""

LARGEST = 3_000_000
"""Bytes of all goldens together: they are carried along by everyone who clones the project."""

LIGHT = {("det", "flip"): Look(WIDE.width, WIDE.height, WIDE.fps, "light", "en")}
"""Scenes shown in the other theme and language too: the one with both faces of the square."""


def looks(course: Course, path: Path, scene: str) -> Iterator[Look]:
    """In what looks a scene has goldens: dark, wide and tall, in the first language; a few more."""
    first = course.storyboard(path).languages[0]
    yield replace(WIDE, language=first)
    yield replace(TALL, language=first)
    if (path.stem, scene) in LIGHT:
        yield LIGHT[path.stem, scene]


def still_name(path: Path, scene: str, beat: str, look: Look) -> str:
    """What a still is called; its file ends in .png."""
    shape = aspect(look).replace(":", "x")
    return f"{path.stem}.{scene}.{beat}.{shape}.{look.theme}.{look.language}"


def main_beats(course: Course, path: Path) -> list[tuple[str, str]]:
    """Scene and beat of all pictures that tell what a scene of the storyboard is about."""
    return [
        (scene.id, spec.beat.name)
        for scene in course.storyboard(path).scenes
        for spec in scene.beats
        if spec.beat.main
    ]


def drawn(course: Course, path: Path, scene: str, beat: str, look: Look) -> bytes:
    """The last picture of a beat as a PNG file."""
    film = course.rehearsed(path, replace(look, theme="dark")).plan  # a theme moves nothing
    planned = next(each for each in film.scenes if each.id == scene)
    small = replace(look, width=look.width // SHRINK, height=look.height // SHRINK)
    return still(planned, small, planned.last_picture(beat), path.parent)


@pytest.mark.parametrize("path", STORYBOARDS, ids=lambda path: path.stem)
def test_the_stills_look_as_accepted(
    path: Path, course: Course, goldens: Goldens, picture_report: Report
) -> None:
    trouble = []
    for scene, beat in main_beats(course, path):
        for look in looks(course, path, scene):
            name = still_name(path, scene, beat, look)
            new = drawn(course, path, scene, beat, look)
            if goldens.accepting:
                goldens.accept(f"stills/{name}.png", new)
            elif what := picture_report.compare(name, goldens.read(f"stills/{name}.png"), new):
                trouble.append(what)
    if trouble:
        page = picture_report.page.relative_to(ROOT).as_posix()
        trouble += [f"see {page}, old and new side by side", "if that is meant, run --accept"]
        pytest.fail("\n".join(trouble), pytrace=False)


def test_there_is_a_golden_for_every_main_beat_and_no_other(
    course: Course, goldens: Goldens
) -> None:
    names = {
        f"{still_name(path, scene, beat, look)}.png"
        for path in STORYBOARDS
        for scene, beat in main_beats(course, path)
        for look in looks(course, path, scene)
    }
    assert names
    goldens.compare_names("stills", names)


def test_every_scene_of_the_other_theme_is_in_the_course(course: Course) -> None:
    beats = {(path.stem, scene) for path in STORYBOARDS for scene, _ in main_beats(course, path)}
    assert set(LIGHT) <= beats


def test_goldens_are_small(goldens: Goldens) -> None:
    paths = sorted((goldens.folder / "stills").glob("*.png"))
    assert sum(path.stat().st_size for path in paths) < LARGEST
    sides = {decoded(path.read_bytes()).shape[:2] for path in paths}
    assert sides <= {(270, 480), (480, 270)}


@pytest.mark.parametrize("path", STORYBOARDS, ids=lambda path: path.stem)
def test_every_scene_has_a_main_beat(path: Path, course: Course) -> None:
    """Else it would have no golden, and nobody would notice."""
    scenes = {scene.id for scene in course.storyboard(path).scenes}
    assert {scene for scene, _ in main_beats(course, path)} == scenes
