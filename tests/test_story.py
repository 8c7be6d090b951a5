"""A scene told in beats: pictures are counted, drawn where wanted, and the same either way."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from manim import (
    LEFT,
    ORIGIN,
    RIGHT,
    UP,
    Circle,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    Line,
    Rotate,
    Square,
    Transform,
    ValueTracker,
    VGroup,
    always_redraw,
    linear,
)

from language.kind import Beat
from language.params import KindParams
from stage.drive import Drive, ease
from stage.layout import zones
from stage.look import Look
from stage.story import BeatError, Setting, StoryScene, frames_of, named
from stage.theme import THEMES
from tests.stage_helpers import Watch, small


class Plain(StoryScene):
    """Two beats of two plays and one."""

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        del params  # always these
        return (Beat("one", "a dot comes and moves", 1.0), Beat("two", "it goes", 0.5, main=True))

    def construct(self) -> None:
        dot = Dot(ORIGIN, radius=0.5)
        with self.beat("one"):
            self.add(Line(3 * LEFT, 3 * RIGHT))
            self.play(FadeIn(dot), run_time=self.run_time)
            self.wait(0.25)
            self.play(dot.animate.shift(2 * RIGHT), run_time=0.5)
        with self.beat("two"):
            self.play(FadeOut(dot), run_time=self.run_time)
            self.wait(2)


def play(
    kind: type[StoryScene],
    wanted: range | set[int] | None = None,
    *,
    look: Look | None = None,
    run_times: dict[str, float] | None = None,
) -> Watch:
    watch = Watch(wanted)
    kind(Setting(KindParams(), "", "auto", run_times or {}), look or small(), watch).run()
    return watch


# --- counting -------------------------------------------------------------------------------------


def test_pictures_are_counted_from_the_opening_on() -> None:
    watch = play(Plain)
    assert watch.beats == ["one", "two"]
    assert watch.plays == [("one", 6), ("one", 3), ("two", 3)]
    assert watch.holds == [("one", 0.25), ("two", 2)]
    assert sorted(watch.pictures) == list(range(13))
    assert watch.last == 12


def test_a_picture_is_the_whole_frame_in_rgba() -> None:
    picture = play(Plain, {0}).pictures[0]
    assert picture.shape == (108, 192, 4)
    assert picture.dtype == np.uint8
    assert (picture[..., 3] == 255).all()
    ground = THEMES["dark"].ground
    assert [*picture[0, 0, :3]] == [int(ground[i : i + 2], 16) for i in (1, 3, 5)]


def test_the_opening_has_what_the_first_beat_placed_and_no_motion() -> None:
    watch = play(Plain)
    middle = watch.pictures[0][54, 60:132, :3].astype(int)
    assert (middle.sum(axis=1) > 200).all(), "the line is there"
    assert watch.pictures[0][48, 96, :3].sum() < 120, "the dot is not"
    assert watch.pictures[6][48, 96, :3].sum() > 600
    assert np.array_equal(watch.pictures[12], watch.pictures[0]), "all that came has gone"


def test_drawing_some_pictures_gives_the_same_as_drawing_all() -> None:
    everything = play(Plain).pictures
    for wanted in ({0, 12}, {3}, {6, 7}, {8}, set(range(7, 13))):
        some = play(Plain, wanted).pictures
        assert set(some) == wanted
        for number, picture in some.items():
            assert np.array_equal(picture, everything[number]), number


def test_nothing_is_drawn_unasked() -> None:
    watch = play(Plain, set())
    assert watch.pictures == {}
    assert watch.last == 12


def test_frames_are_seconds_times_rate_rounded_once() -> None:
    assert frames_of(1.0, 60) == 60
    assert frames_of(0.001, 15) == 1, "a motion has at least one frame"
    assert frames_of(3.217, 60) == round(Fraction(3.217) * 60) == 193
    assert [frames_of(1 / 3, fps) for fps in (15, 30, 60)] == [5, 10, 20]


def test_a_beats_run_time_is_the_kinds_unless_the_storyboard_sets_it() -> None:
    assert play(Plain, set(), run_times={"two": 2.0}).plays == [("one", 6), ("one", 3), ("two", 12)]
    assert play(Plain, set(), look=small(fps=60)).plays[0] == ("one", 60)


def test_an_animation_without_a_run_time_keeps_its_own() -> None:
    class Own(Plain):
        """Own times, side by side."""

        def construct(self) -> None:
            with self.beat("one"):
                self.play(FadeIn(Dot(), run_time=0.5), FadeIn(Dot(UP), run_time=2.0))
            with self.beat("two"):
                pass

    assert play(Own, set()).plays == [("one", 12)]


# --- faults ---------------------------------------------------------------------------------------


def broken(construct: Callable[[StoryScene], None]) -> type[StoryScene]:
    """Plain with another construct."""

    class Broken(Plain):
        """Whatever it is given."""

        def construct(self) -> None:
            construct(self)

    return Broken


def in_beats(*names: str) -> Callable[[StoryScene], None]:
    def construct(scene: StoryScene) -> None:
        for name in names:
            with scene.beat(name):
                pass

    return construct


@pytest.mark.parametrize(
    "names", [("two", "one"), ("one",), (), ("one", "two", "two"), ("one", "one", "two")]
)
def test_beats_must_be_played_as_listed(names: tuple[str, ...]) -> None:
    with pytest.raises(BeatError, match=r"lists the beats \['one', 'two'\]"):
        play(broken(in_beats(*names)), set())


def test_an_unknown_beat_is_refused_by_name() -> None:
    with pytest.raises(BeatError, match="has no beat 'three'"):
        play(broken(in_beats("one", "three")), set())


def test_play_belongs_inside_a_beat() -> None:
    with pytest.raises(BeatError, match="inside a beat"):
        play(broken(lambda scene: scene.play(FadeIn(Dot()))), set())
    with pytest.raises(BeatError, match="inside a beat"):
        play(broken(lambda scene: setattr(scene, "noted", scene.run_time)), set())


@pytest.mark.parametrize("seconds", [0, -1, 1e9])
def test_a_motion_has_a_sensible_length(seconds: float) -> None:
    def construct(scene: StoryScene) -> None:
        with scene.beat("one"):
            scene.play(FadeIn(Dot()), run_time=seconds)

    with pytest.raises((BeatError, ValueError)):
        play(broken(construct), set())


def test_a_misspelt_option_is_an_error() -> None:
    """Manim would keep it as an attribute and say nothing."""

    def construct(scene: StoryScene) -> None:
        with scene.beat("one"):
            scene.play(FadeIn(Dot()), run_tme=2.0)  # type: ignore[call-arg]

    with pytest.raises(TypeError, match="run_tme"):
        play(broken(construct), set())


def test_a_kind_must_list_its_beats() -> None:
    class Silent(StoryScene):
        """No beats."""

    with pytest.raises(NotImplementedError, match="Silent must list its beats"):
        play(Silent, set())


# --- nothing but pictures -------------------------------------------------------------------------


def test_no_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play(Plain)
    assert list(tmp_path.rglob("*")) == []


def test_a_scene_leaves_manims_settings_as_they_were() -> None:
    from manim import config

    before = (config.pixel_width, config.frame_width, config.frame_rate, config.background_color)
    play(Plain, set(), look=small("9:16", theme="light"))
    after = (config.pixel_width, config.frame_width, config.frame_rate, config.background_color)
    assert before == after


def test_scenes_of_different_looks_can_be_built_before_they_run() -> None:
    wide, tall = Watch({0}), Watch({0})
    scenes = [
        Plain(Setting(KindParams()), small("16:9"), wide),
        Plain(Setting(KindParams()), small("9:16", theme="light"), tall),
    ]
    for scene in scenes:
        scene.run()
    assert wide.pictures[0].shape[:2] == (108, 192)
    assert tall.pictures[0].shape[:2] == (192, 108)
    assert tall.pictures[0][0, 0, 0] > 200


def test_zones_and_theme_come_from_the_look() -> None:
    scene = Plain(Setting(KindParams()), small("1:1", theme="light"), Watch())
    assert scene.theme is THEMES["light"]
    assert scene.zones == zones(small("1:1"))


def test_boxes_tell_where_named_things_stand() -> None:
    class Named(Plain):
        """One thing is seen, one is not."""

        def construct(self) -> None:
            with self.beat("one"):
                self.add(named(Square(2.0).shift(RIGHT), "square", "area"))
                self.add(named(Square(2.0).set_opacity(0), "nobody", "area"))
            with self.beat("two"):
                self.clear()

    watch = play(Named, set())
    (box,) = watch.boxes["one"]
    assert (box.name, box.kind) == ("square", "area")
    assert (box.x0, box.y0, box.x1, box.y1) == (0.0, -1.0, 2.0, 1.0)
    assert watch.boxes["two"] == ()


# --- plain Manim ----------------------------------------------------------------------------------


class Custom(StoryScene):
    """A lecturer's own scene, in which every play uses another way of Manim."""

    WAYS: ClassVar[tuple[str, ...]] = ("appear", "change", "move", "track", "turn", "many", "leave")

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        del params  # always these
        return tuple(Beat(way, way, 0.5) for way in cls.WAYS)

    def construct(self) -> None:
        t: Any = ValueTracker(0.0)  # Manim types `animate` as the tracker itself
        shape = Square(1.5, color="#FF0000", fill_opacity=0.5).shift(2 * LEFT)
        follower = always_redraw(
            lambda: Line(
                shape.get_center(), (3 * np.cos(t.get_value()), np.sin(t.get_value()), 0.0)
            )
        )
        marker = Dot(color="#00FF00").add_updater(lambda one: one.move_to(follower.get_end()))
        with self.beat("appear"):
            self.play(Create(shape), run_time=self.run_time)
            self.play(FadeIn(follower, marker), run_time=self.run_time)
            self.add(follower, marker)
        with self.beat("change"):
            self.play(Transform(shape, Circle(0.7).shift(2 * LEFT)), run_time=self.run_time)
        with self.beat("move"):
            self.play(shape.animate.shift(UP).set_color("#0000FF"), run_time=self.run_time)
        with self.beat("track"):
            self.play(t.animate.set_value(1.5), run_time=self.run_time)
            self.play(t.animate(rate_func=linear).set_value(-0.5), run_time=0.3)
        with self.beat("turn"):
            self.play(Rotate(shape, 0.8, about_point=ORIGIN), run_time=self.run_time)
        with self.beat("many"):
            extra = VGroup(Dot(UP), Dot(RIGHT))
            self.play(FadeIn(extra, run_time=1.0), t.animate(run_time=0.5).set_value(0.9))
        with self.beat("leave"):
            self.play(FadeOut(shape, follower, marker), run_time=self.run_time)


def test_plain_manim_works() -> None:
    watch = play(Custom)
    assert watch.beats == list(Custom.WAYS)
    different = [
        not np.array_equal(watch.pictures[k], watch.pictures[k - 1]) for k in range(1, watch.last)
    ]
    assert sum(different) > 0.8 * len(different), "things move"


@pytest.mark.parametrize("first", [4, 7, 11, 14, 16, 19, 26])
def test_a_play_that_is_not_drawn_leaves_the_same_picture(first: int) -> None:
    everything = play(Custom).pictures
    some = play(Custom, range(first, first + 2)).pictures
    for number in range(first, first + 2):
        assert np.array_equal(some[number], everything[number])


def test_every_last_picture_is_the_same_fast_forwarded() -> None:
    whole = play(Custom)
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist())
    some = play(Custom, ends)
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number])
    assert some.boxes == whole.boxes


def test_dt_is_never_an_argument_of_a_picture() -> None:
    """An updater that counts time sees none, so the rate cannot change what is drawn."""
    seen: list[float] = []

    class Timed(Plain):
        """A dot with a time-based updater."""

        def construct(self) -> None:
            dot = Dot().add_updater(lambda _, dt: seen.append(dt))
            with self.beat("one"):
                self.add(dot)
                self.play(FadeIn(Circle()), run_time=1.0)
            with self.beat("two"):
                pass

    play(Timed)
    assert seen
    assert set(seen) == {0}


# --- the drive ------------------------------------------------------------------------------------


def test_ease_starts_and_stops_gently() -> None:
    values = [ease(alpha) for alpha in np.linspace(0, 1, 101)]
    steps = np.diff(values)
    assert values[0] == 0.0
    assert values[-1] == 1.0
    assert (steps >= 0).all()
    assert steps[0] < 1e-4
    assert steps[-1] < 1e-4
    assert ease(0.5) == 0.5
    assert ease(-1.0) == 0.0
    assert ease(2.0) == 1.0


def test_a_drive_ends_exactly_at_one() -> None:
    seen: list[float] = []

    class Driven(Plain):
        """A drive in each beat."""

        def construct(self) -> None:
            dot = Dot()
            with self.beat("one"):
                self.play(Drive(dot, seen.append), run_time=1.0)
            with self.beat("two"):
                self.play(Drive(dot, seen.append, rate=lambda alpha: alpha), run_time=0.5)

    play(Driven, set())
    assert seen[-1] == 1.0
    assert set(seen) == {1.0}, "undrawn, it goes straight to its end"
    seen.clear()
    play(Driven)
    assert seen[-2:] == [1.0, 1.0]
    assert seen[:6] == pytest.approx([ease(k / 6) for k in range(1, 7)])
