"""The plan decides every frame, and says so in whole numbers."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from film.captions import Cue
from film.landmarks import CARD, poster
from film.pacing import columns, holds
from film.plan import (
    PIECE_FRAMES,
    BeatPlan,
    FilmPlan,
    Piece,
    Rehearsal,
    Rehearse,
    RehearsedBeat,
    ScenePlan,
    Step,
    UnknownPart,
    notices,
    plan,
)
from language.model import SceneSpec
from language.places import Faults
from language.text import Text
from scenes.title_card import TitleCard
from stage.look import Look
from tests.slides import board, slide

LOOK = Look(fps=60)
PLAYS = st.lists(st.tuples(st.integers(0, 300), st.integers(1, 300)), max_size=4)


def rehearsed(
    still: tuple[int, ...] = (), move: tuple[int, ...] = (90, 90), fade: tuple[int, ...] = (30,)
) -> Rehearsal:
    """Three beats with motions of these lengths, and no holds of their own."""
    names = {"still": still, "slide": move, "fade": fade}
    return Rehearsal(
        tuple(
            RehearsedBeat(name, tuple(Step(0, play) for play in plays), 0)
            for name, plays in names.items()
        )
    )


def always(rehearsal: Rehearsal) -> Rehearse:
    def played(scene: SceneSpec, look: Look) -> Rehearsal:
        del scene, look
        return rehearsal

    return played


unhurried = always(rehearsed())


def test_holds_are_the_shortest_that_the_eye_needs() -> None:
    film = plan(board(slide("one"), slide("two")), unhurried, LOOK)
    one, two = film.scenes
    assert [beat.steps for beat in one.beats] == [
        (),
        (Step(0, 90), Step(0, 90)),
        (Step(0, 30),),
    ]
    assert [beat.hold for beat in one.beats] == [48, 48, 48]  # 0.8 s after each result
    assert [beat.hold for beat in two.beats] == [48, 48, 120]  # 2 s at the end of the film
    assert film.frames == one.frames + two.frames == (48 + 228 + 78) + (48 + 228 + 150)


def test_a_scene_opens_with_half_a_second_of_stillness() -> None:
    film = plan(board(slide()), always(rehearsed(still=(60, 60))), LOOK)
    assert film.scenes[0].beats[0].steps == (Step(30, 60), Step(0, 60))


def test_a_hold_that_the_scene_asks_for_is_kept() -> None:
    run = replace(rehearsed().beats[1], steps=(Step(33, 90),), hold=200)
    heard = Rehearsal((rehearsed().beats[0], run, rehearsed().beats[2]))
    beat = plan(board(slide()), always(heard), LOOK).scenes[0].beats[1]
    assert (beat.steps, beat.hold) == ((Step(33, 90),), 200)


def test_narration_lengthens_the_hold_to_its_reading_time_and_no_picture() -> None:
    """Case 32: forty syllables over a motion of a second and a half."""
    text = "행렬식은넓이를 얼마나크게하는지 말해주는수이고 부호는방향입니다 더알아봅시다"
    film = plan(board(slide(say={"slide": {"ko": text}})), unhurried, LOOK)
    beat = film.scenes[0].beats[1]
    assert beat.steps == (Step(0, 90), Step(0, 90))
    assert beat.frames >= (columns(text) / 11 + 0.4) * 60 > beat.frames - 1
    assert "".join(line for cue in film.captions["ko"] for line in cue.lines).replace(
        " ", ""
    ) == text.replace(" ", "")


def test_another_language_gets_the_time_that_its_captions_cannot_do_without() -> None:
    say = {"slide": {"ko": "넓이.", "en": "The area of every figure in the plane. " * 9}}
    film = plan(board(slide(say=say)), unhurried, LOOK)
    shown = film.captions["en"]
    assert film.scenes[0].beats[1].frames > 600
    for cue in shown:
        assert sum(map(columns, cue.lines)) * 60 <= 20 * (cue.end - cue.start)
    assert film.captions["ko"] == (Cue(48, 48 + min(film.frames, 7 * 60), ("넓이.",)),)


def test_captions_begin_with_their_beat_in_the_languages_in_which_they_were_written() -> None:
    say = {"still": {"ko": "하나."}, "fade": {"ko": "셋.", "en": "Three."}}
    film = plan(board(slide("a", say=say), slide("b", say=say)), unhurried, LOOK)
    starts = {f"{scene}.{beat}": start for start, scene, beat in film.beat_starts()}
    assert [cue.start for cue in film.captions["ko"]] == [
        starts["a.still"],
        starts["a.fade"],
        starts["b.still"],
        starts["b.fade"],
    ]
    assert [cue.start for cue in film.captions["en"]] == [starts["a.fade"], starts["b.fade"]]


def test_chapters_are_the_scenes_and_have_titles_even_where_scenes_have_none() -> None:
    scenes = (slide("a"), slide("b", title={"ko": "행렬식 $\\det A$", "en": "x"}), slide("the_end"))
    film = plan(board(*scenes), unhurried, LOOK)
    assert [chapter.title for chapter in film.chapters] == ["미끄럼", "행렬식 det A", "the end"]
    assert [film.chapters[0].start, film.chapters[-1].end] == [0, film.frames]
    assert all(a.end == b.start for a, b in zip(film.chapters, film.chapters[1:], strict=False))


def test_the_poster_is_the_end_of_a_main_beat_and_not_of_the_opening_scene() -> None:
    assert plan(board(slide("a"), slide("b")), unhurried, LOOK).poster == (1, 180)
    assert plan(board(slide("a")), unhurried, LOOK).poster == (0, 180)


def test_a_title_card_with_a_motif_is_the_better_poster() -> None:
    """Title and picture in one; a card that is only a title says less than a picture."""
    motif = ScenePlan("b", CARD, "", {}, {}, "auto", {}, (main("title", 54), main("motif", 156)))
    bare = replace(motif, id="c", beats=(main("title", 54),))
    other = replace(motif, id="d", kind="slide", beats=(main("square", 30), main("warp", 120)))
    assert poster([other, motif, other]) == (1, 54 + 156)
    assert poster([bare, other, other]) == (1, 30)
    assert poster([bare]) == (0, 54)
    assert poster([replace(bare, beats=(replace(main("title", 54), main=False),))]) == (0, 54)


def test_chapters_have_names_in_every_language_also_where_scenes_have_no_title() -> None:
    """The film's title for its first scene, a card's heading, else the id; only what is said."""
    card = replace(slide("part_two"), params=TitleCard.Params(heading=Text.of({"en": "Part $2$"})))
    storyboard = board(slide("a"), card, slide("the_end", title={"ko": "끝", "en": "End"}))
    titles = [chapter.titles for chapter in plan(storyboard, unhurried, LOOK).chapters]
    assert titles == [
        {"ko": "미끄럼", "en": "Slides"},
        {"ko": "Part 2", "en": "Part 2"},
        {"ko": "끝", "en": "End"},
    ]
    (only,) = plan(storyboard, unhurried, LOOK, "part_two").chapters
    assert (only.title, only.title_in("en"), only.title_in("de")) == ("Part 2",) * 3


def test_only_a_scene_keeps_its_lengths_and_only_a_beat_its_picture_numbers() -> None:
    storyboard = board(slide("a"), slide("b"), slide("c"))
    whole = plan(storyboard, unhurried, LOOK)
    scene = plan(storyboard, unhurried, LOOK, "b")
    assert scene.scenes == (whole.scenes[1],)
    beat = plan(storyboard, unhurried, LOOK, "b.fade")
    assert beat.only == "b.fade"
    assert beat.scenes[0].first == 180
    assert beat.scenes[0].beats == whole.scenes[1].beats[2:]
    assert beat.frames == beat.chapters[0].end == whole.scenes[1].beats[2].frames
    assert beat.pieces() == (Piece(0, 181, 30, 1), Piece(0, 210, 1, 48))


@pytest.mark.parametrize(
    ("only", "sentence"),
    [
        ("strech", "no scene is called 'strech'; did you mean 'stretch'?"),
        ("q", "no scene is called 'q'; there are stretch, fold"),
        ("fold.slid", "scene 'fold' has no beat 'slid'; did you mean 'slide'?"),
        ("fold.q", "scene 'fold' has no beat 'q'; there are still, slide, fade"),
    ],
)
def test_an_unknown_part_is_refused_with_what_was_meant(only: str, sentence: str) -> None:
    with pytest.raises(UnknownPart) as caught:
        plan(board(slide("stretch"), slide("fold")), unhurried, LOOK, only)
    assert str(caught.value) == sentence


def test_a_film_of_many_hours_is_refused_at_the_scene_that_makes_it_so() -> None:
    def endless(scene: SceneSpec, look: Look) -> Rehearsal:
        del scene
        return rehearsed(move=(3600 * look.fps,))

    scenes = [slide(f"s{k}", line=10 * k) for k in range(1, 9)]
    with pytest.raises(Faults) as caught:
        plan(board(*scenes), endless, LOOK)
    assert str(caught.value).startswith("slides.yaml:40:1: up to here the film is longer than 4 h")


def test_a_motion_shorter_than_a_frame_is_told_of_with_its_place() -> None:
    """Case 22."""
    scene = slide(run_times={"slide": 0.001, "fade": 0.5}, line=7)
    (notice,) = notices(board(scene), LOOK)
    assert str(notice) == (
        "slides.yaml:9:5: a motion of 0.001 s is shorter than a frame, and is shown as one frame, "
        "write at least 0.017 s at 60 frames a second"
    )
    assert notice.severity == "notice"


def test_a_scene_that_plays_other_beats_than_it_lists_is_refused() -> None:
    with pytest.raises(ValueError, match="lists the beats"):
        plan(board(slide()), always(Rehearsal(rehearsed().beats[:2])), LOOK)


def test_a_plan_survives_json() -> None:
    scene = slide(say={"slide": {"ko": "넓이 <6>", "en": "area"}}, title={"ko": "제목"})
    film = plan(board(scene, slide("b", run_times={"fade": 1 / 3})), unhurried, LOOK)
    assert FilmPlan.from_json(film.to_json()) == film


def test_a_plan_needs_no_manim() -> None:
    code = "import sys, film.plan, film.crew, film.store; sys.exit('manim' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(PLAYS, st.integers(0, 400), st.integers(0, 2000), st.booleans(), st.booleans())
@settings(max_examples=200)
def test_a_beat_is_as_long_as_it_must_be_and_no_longer(
    plays: list[tuple[int, int]], asked: int, least: int, opening: bool, closing: bool
) -> None:
    steps = tuple(Step(*play) for play in plays)
    found = holds(steps, asked, least=least, opening=opening, closing=closing, fps=60)
    length = sum(found) + sum(step.play for step in steps)
    assert length >= least
    assert all(hold >= step.hold for hold, step in zip(found, steps, strict=False))
    assert found[-1] >= (120 if closing else 48)
    assert not (opening and steps) or found[0] >= 30
    shorter = length - 1
    needed = sum(found[:-1]) + sum(step.play for step in steps)
    assert shorter < max(least, needed + max(asked, 120 if closing else 48))


@given(st.lists(st.tuples(PLAYS, st.integers(0, 400)), min_size=1, max_size=4), st.integers(0, 99))
@settings(max_examples=200)
def test_pieces_cover_the_timeline_exactly_and_none_is_a_single_frame(
    beats: list[tuple[list[tuple[int, int]], int]], first: int
) -> None:
    planned = []
    for k, (plays, asked) in enumerate(beats):
        steps = tuple(Step(*play) for play in plays)
        *before, last = holds(steps, asked, least=0, opening=k == 0, closing=False, fps=60)
        paced = tuple(Step(hold, step.play) for hold, step in zip(before, steps, strict=True))
        planned.append(BeatPlan(f"b{k}", "", paced, last, {}))
    scene = ScenePlan("s", "slide", "", {}, {}, "auto", {}, tuple(planned), first)
    pieces = film_of(scene).pieces()
    shown = [
        piece.first + k
        for piece in pieces
        for k in range(piece.pictures)
        for _ in range(piece.repeat)
    ]
    expected, picture = [], first
    for beat in planned:
        for step in beat.steps:
            expected += [picture] * step.hold
            expected += range(picture + 1, picture + step.play + 1)
            picture += step.play
        expected += [picture] * beat.hold
    assert shown == expected
    assert all(2 <= piece.frames <= PIECE_FRAMES for piece in pieces)
    assert all(piece.pictures == 1 or piece.repeat == 1 for piece in pieces)
    ends, now = set(), 0
    for piece in pieces:
        now += piece.frames
        ends.add(now)
    starts, now = [], 0
    for beat in planned:
        starts.append(now)
        now += beat.frames
    assert set(starts[1:]) <= ends  # each beat begins with a piece, and so with a key frame


def test_a_long_hold_is_divided_evenly() -> None:
    beat = BeatPlan("b", "", (), 121, {})
    scene = ScenePlan("s", "slide", "", {}, {}, "auto", {}, (beat,))
    assert [piece.repeat for piece in film_of(scene).pieces()] == [60, 61]


@pytest.mark.parametrize("fps", [15, 60])
def test_thirty_odd_motions_take_exactly_the_frames_that_were_planned(fps: int) -> None:
    """Case 2: 3.217 s is rounded once, beat by beat."""
    frames = max(1, round(Fraction(3.217) * fps))

    def odd(scene: SceneSpec, look: Look) -> Rehearsal:
        del scene, look
        return rehearsed(still=(frames,), move=(frames,), fade=(frames,))

    say = {beat: {"ko": "넓이."} for beat in ("still", "slide", "fade")}
    look = replace(LOOK, fps=fps)
    film = plan(board(*(slide(f"s{k}", say=say) for k in range(10))), odd, look)
    assert sum(piece.frames for piece in film.pieces()) == film.frames
    assert [cue.start for cue in film.captions["ko"]] == [s for s, _, _ in film.beat_starts()]


def main(name: str, play: int) -> BeatPlan:
    return BeatPlan(name, "", (Step(0, play),), 48, {}, main=True)


def film_of(scene: ScenePlan) -> FilmPlan:
    return FilmPlan("x", {}, ("ko",), LOOK, (scene,), {}, (), (0, 0), scene.frames)
