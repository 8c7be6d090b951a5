"""Every film of the course, to the frame, as a text that was read and accepted.

A plan says in words what a film shows: beats in frames, captions, chapters, the poster, and where
each named thing stands at the end of each beat. What changes a film changes a line here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest

from film.captions import Cue
from film.plan import BeatPlan, FilmPlan, Step
from stage.look import Look
from stage.story import Box
from tests.conftest import Goldens
from tests.course import STORYBOARDS, Course, Rehearsed, aspect

pytestmark = pytest.mark.xdist_group("course")

HUNDREDTH = Decimal("0.01")


def described(rehearsed: Rehearsed) -> Iterator[str]:
    """The lines that tell a film."""
    film = rehearsed.plan
    yield f"====== {_named(film.look)}: {film.title[film.look.language]} ======"
    yield f"{film.frames} frames; poster: {_poster(film)}"
    yield "chapters:"
    for chapter in film.chapters:
        yield f"  {chapter.start:>5}–{chapter.end:<5} {chapter.title}"
    start = 0
    for scene in film.scenes:
        heard = rehearsed.rehearsals[scene.id].beats
        yield ""
        yield f"scene {scene.id} ({scene.kind}), {scene.frames} frames"
        for beat, run in zip(scene.beats, heard, strict=True):
            yield _timing(beat, start)
            yield from _captions(film, start, start + beat.frames)
            yield from map(_place, run.boxes)
            start += beat.frames


def _named(look: Look) -> str:
    return f"{aspect(look)} {look.language}, {look.fps} frames a second"


def _poster(film: FilmPlan) -> str:
    """The poster's place: the beat that it ends, by name."""
    number, picture = film.poster
    scene = film.scenes[number]
    ends = {scene.last_picture(beat.name): beat.name for beat in reversed(scene.beats)}
    return f"end of {scene.id}.{ends[picture]} (picture {picture})"


def _timing(beat: BeatPlan, start: int) -> str:
    main = " (main)" if beat.main else ""
    return f" beat {beat.name}{main} from {start}: {_steps(beat.steps, beat.hold)}"


def _steps(steps: Sequence[Step], hold: int) -> str:
    """Holds and motions in order: hold 30, play 90, hold 48."""
    parts = [
        f"{what} {frames}"
        for step in steps
        for what, frames in (("hold", step.hold), ("play", step.play))
        if frames
    ]
    return ", ".join([*parts, f"hold {hold}"])


def _captions(film: FilmPlan, start: int, end: int) -> Iterator[str]:
    for language, cues in film.captions.items():
        for cue in cues:
            if start <= cue.start < end:
                yield _caption(language, cue)


def _caption(language: str, cue: Cue) -> str:
    return f"  {language} {cue.start}–{cue.end} “{' / '.join(cue.lines)}”"


def _place(box: Box) -> str:
    x0, x1, y0, y1 = (hundredths(value) for value in (box.x0, box.x1, box.y0, box.y1))
    return f"   {f'{box.name} ({box.kind})':<28} x {x0:>6} … {x1:>6}   y {y0:>6} … {y1:>6}"


def hundredths(value: float) -> str:
    """A box's edge to 0.01 units, 0 never as −0.

    Edges come in thousandths. Halves are rounded as they are written in decimals, so that 1.005
    does not fall to one side or the other by the last bit of a binary fraction.
    """
    rounded = Decimal(str(value)).quantize(HUNDREDTH, ROUND_HALF_UP)
    return str(abs(rounded) if rounded == 0 else rounded)


@pytest.mark.parametrize("path", STORYBOARDS, ids=lambda path: path.stem)
def test_the_film_is_planned_as_accepted(path: Path, course: Course, goldens: Goldens) -> None:
    films = [course.rehearsed(path, look) for look in course.looks(path)]
    text = "\n\n\n".join("\n".join(described(film)) for film in films)
    goldens.compare_text(f"plans/{path.stem}.txt", f"{text}\n")


def test_there_is_a_golden_plan_for_every_storyboard_and_no_other(goldens: Goldens) -> None:
    assert STORYBOARDS
    goldens.compare_names("plans", {f"{path.stem}.txt" for path in STORYBOARDS})


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1.005, "1.01"), (-1.005, "-1.01"), (-0.004, "0.00"), (-0.0, "0.00"), (7.0, "7.00")],
)
def test_positions_are_rounded_as_they_are_written(value: float, shown: str) -> None:
    assert hundredths(value) == shown


def test_a_changed_text_fails_with_the_lines_that_changed(tmp_path: Path) -> None:
    Goldens(tmp_path, accepting=True).compare_text("plans/a.txt", "one\ntwo\n")
    goldens = Goldens(tmp_path, accepting=False)
    goldens.compare_text("plans/a.txt", "one\ntwo\n")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)-two\n\+three\n.*--accept"):
        goldens.compare_text("plans/a.txt", "one\nthree\n")
    with pytest.raises(pytest.fail.Exception, match=r"no golden plans/b\.txt.*--accept"):
        goldens.compare_text("plans/b.txt", "one\n")


def test_goldens_without_a_use_and_uses_without_a_golden_are_named(tmp_path: Path) -> None:
    accepting, goldens = Goldens(tmp_path, accepting=True), Goldens(tmp_path, accepting=False)
    accepting.accept("plans/a.txt", b"")
    accepting.accept("plans/b.txt", b"")
    goldens.compare_names("plans", {"a.txt", "b.txt"})
    with pytest.raises(pytest.fail.Exception, match=r"unused: plans/b\.txt\nmissing: plans/c\.txt"):
        goldens.compare_names("plans", {"a.txt", "c.txt"})
    accepting.compare_names("plans", {"a.txt"})
    assert [path.name for path in (tmp_path / "plans").iterdir()] == ["a.txt"]
