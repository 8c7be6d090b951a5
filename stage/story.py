"""StoryScene: a Manim scene that is told in beats, and whose clock is counted in frames.

Manim paints; this class owns time. A play of n frames is drawn at α = k/n for k = 1…n, and nothing
depends on dt, so a play that is not drawn is begun, set to its end and finished, and what follows
is the same to the pixel. Pictures are counted: 0 is the still with which the scene opens, and each
play adds as many as it has frames. Who listens (a rehearsal, a shooting) decides which are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeVar, cast

from manim import Animation, Camera, Mobject, Scene, config
from manim.animation.animation import prepare_animation
from manim.mobject.mobject import _AnimationBuilder
from manim.renderer.cairo_renderer import CairoRenderer
from manim.utils.family import extract_mobject_family_members

from language.kind import Beat
from language.params import KindParams
from stage.attention import Attention
from stage.extent import corners
from stage.ink import TITLE, Ink
from stage.layout import Zones, zones
from stage.look import Look
from stage.painter import Painter
from stage.painter import PixelArray as PixelArray
from stage.panel import title_ink
from stage.theme import THEMES, Theme

_M = TypeVar("_M", bound=Mobject)

LONGEST_PLAY = 60.0
"""Seconds; a single motion longer than this is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a scene is given: its params and the words and times of this film's language.

    `zones` are where it draws, if that is not the whole frame.
    """

    params: KindParams
    title: str = ""
    motion: str = "auto"
    run_times: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    zones: Zones | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """Where a named thing is at the end of a beat, in scene units."""

    name: str
    kind: str
    x0: float
    y0: float
    x1: float
    y1: float


class Recorder(Protocol):
    """Who listens to a scene while it runs."""

    def begin_beat(self, name: str) -> None:
        """A beat begins."""

    def hold(self, seconds: float) -> None:
        """The scene asks for at least so much stillness here."""

    def play(self, frames: int) -> None:
        """A motion of so many frames begins."""

    def wants(self, picture: int) -> bool:
        """Whether this picture should be drawn."""

    def take(self, picture: int, pixels: PixelArray) -> None:
        """A drawn picture; the array is only valid during the call."""

    def end_beat(self, boxes: tuple[Box, ...]) -> None:
        """The beat is over; what is shown stands in these boxes."""


class Onlooker(Protocol):
    """Who looks at a scene's things while it runs undrawn (the picture gate)."""

    def moments(self, frames: int) -> Collection[int]:
        """At which frames (0 to `frames`) of a motion it looks; 0 is the picture before."""

    def moment(self, scene: StoryScene, frame: int, frames: int) -> None:
        """A moment of a motion."""

    def rest(self, scene: StoryScene) -> None:
        """The end of a beat."""

    def within(self, prefix: str) -> Onlooker:
        """Who looks at a scene in a part of this one's frame; its beats have this prefix here."""


class BeatError(RuntimeError):
    """A scene whose construct does not play the beats that its class lists."""


class _NoFiles:
    """Stands where Manim's file writer would: this scene writes no files."""

    def __init__(self, settings: object) -> None:
        del settings  # the writer's contract hands it over; there is nothing to write


@contextmanager
def _configured(settings: Mapping[str, object]) -> Iterator[None]:
    """Manim with these settings, and afterwards as it was.

    Its own `tempconfig` sets every setting back, also the renderer, for which all of Manim's
    classes are given new bases: 15 ms for a scene of half a second.
    """
    before = {name: config[name] for name in settings}
    try:
        for name, value in settings.items():
            config[name] = value
        yield
    finally:
        for name, value in before.items():
            config[name] = value


def frames_of(run_time: float, fps: int) -> int:
    """Frames of a motion: at least one, else seconds × rate rounded once."""
    return max(1, round(Fraction(run_time) * fps))


class StoryScene(Scene):
    """The base of every scene kind.

    A kind has a docstring (its manual page), ``Params``, ``beats`` and ``construct``, in which each
    beat is a ``with self.beat("name"):`` block of plain Manim.
    """

    Params: ClassVar[type[KindParams]] = KindParams

    def __init__(
        self, setting: Setting, look: Look, recorder: Recorder, onlooker: Onlooker | None = None
    ) -> None:
        self.setting = setting
        self.look = look
        self.recorder = recorder
        self.onlooker = onlooker
        self.moving: tuple[Animation, ...] = ()
        """The animations of the motion that runs."""
        self.together = False
        """Whether it is meant that several things move in it."""
        self.theme: Theme = THEMES[look.theme]
        self.zones: Zones = setting.zones or zones(look)
        self._manim_settings = {
            "pixel_width": look.width,
            "pixel_height": look.height,
            "frame_width": look.frame_width,
            "frame_height": look.frame_height,
            "frame_rate": look.fps,
            "background_color": self.theme.ground,
            "disable_caching": True,
            "log_to_file": False,
        }
        with _configured(self._manim_settings):
            super().__init__(
                renderer=CairoRenderer(file_writer_class=cast(Any, _NoFiles)), random_seed=0
            )
        self._painter = Painter(cast(Camera, self.renderer.camera))
        self._picture = 0
        self._opened = False
        self._beat: Beat | None = None
        self._played: list[str] = []
        self._attention = Attention(look.language, look.fps)

    @property
    def params(self) -> Any:
        """The params of this scene; kinds annotate it with their own class."""
        return self.setting.params

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """The beats of a scene with these params, in order."""
        raise NotImplementedError(f"{cls.__name__} must list its beats")

    def run(self) -> None:
        """Play the whole scene to the recorder.

        Raises BeatError if a listed beat was not played, or played out of order.
        """
        with _configured(self._manim_settings):
            self.setup()
            self.construct()
            self.tear_down()
        listed = [beat.name for beat in self.beats(self.params)]
        if self._played != listed:
            raise BeatError(f"{type(self).__name__} lists the beats {listed}, plays {self._played}")

    @contextmanager
    def beat(self, name: str) -> Iterator[None]:
        """A beat: motions, then a hold to read what came (the planner may make it longer)."""
        beats = {beat.name: beat for beat in self.beats(self.params)}
        if name not in beats:
            raise BeatError(f"{type(self).__name__} has no beat {name!r}; it has {list(beats)}")
        self._beat = beats[name]
        self.recorder.begin_beat(name)
        self._attention.begin(self.mobjects)
        yield
        self._open()
        self._attention.look(self.mobjects)
        if self._attention.owed:
            self.recorder.hold(self._attention.owed / self.look.fps)
        if self.onlooker is not None:
            self.onlooker.rest(self)
        self.recorder.end_beat(self.boxes())
        self._played.append(name)
        self._beat = None

    @property
    def beat_name(self) -> str:
        """The beat that runs; empty between beats."""
        return self._beat.name if self._beat else ""

    @property
    def run_time(self) -> float:
        """Seconds of the current beat's main motion: the storyboard's wish, else the kind's."""
        if self._beat is None:
            raise BeatError("run_time is known only inside a beat")
        return self.setting.run_times.get(self._beat.name, self._beat.run_time)

    def title_line(self, *, size: float = TITLE, weight: int = 400) -> Ink:
        """The scene's title in its zone, in smaller type if it is long, named "title"."""
        line = title_ink(self.setting.title, self.zones.title, self.theme, size=size, weight=weight)
        return named(line, "title", "text")

    # The signature is narrower than Manim's on purpose: Manim keeps unknown keywords silently.
    def play(  # type: ignore[override]
        self,
        *animations: Animation | _AnimationBuilder | Mobject,
        run_time: float | None = None,
        together: bool = False,
    ) -> None:
        """Play animations together, drawn only where the recorder wants pictures.

        `run_time` in seconds; without it each animation keeps its own. `together` says that it is
        meant when several things move at a time (see docs/picture-gate.md).
        """
        self.together = together
        if self._beat is None:
            raise BeatError("play belongs inside a beat: with self.beat(...):")
        self._open()
        # Manim types `mobject.animate` as the mobject itself, which it is not.
        moves = [prepare_animation(cast(Any, animation)) for animation in animations]
        if run_time is not None:
            for move in moves:
                move.set_run_time(run_time)
        seconds = max(move.get_run_time() for move in moves)
        if not 0 < seconds <= LONGEST_PLAY:
            raise BeatError(f"a motion lasts between 0 and {LONGEST_PLAY:g} s, not {seconds:g} s")
        count = frames_of(seconds, self.look.fps)
        self.recorder.play(count)
        self._attention.look(self.mobjects)
        self._attention.passes(count)
        for move in moves:
            move._setup_scene(self)
            move.begin()
            mobject = cast(Mobject, move.mobject)  # OpenGL mobjects never get here
            if mobject is not None and mobject not in self.get_mobject_family_members():
                self.add(mobject)
        self.moving = tuple(moves)
        self._look_on(moves, seconds, count)
        first = self._picture + 1
        wanted = [k for k in range(1, count + 1) if self.recorder.wants(first + k - 1)]
        still: PixelArray | None = None
        below: set[int] = set()
        self._painter.forget()
        for k in wanted:
            self._step(moves, seconds, Fraction(k, count))
            if still is None:
                still, below = self._split(moves)
            self._draw(first + k - 1, still, below)
        if not wanted or wanted[-1] != count:
            self._step(moves, seconds, Fraction(1))
        self._picture += count
        self.moving = ()
        for move in moves:
            move.finish()
            move.clean_up_from_scene(self)
        self._attention.look(self.mobjects)

    # A hold is time, not pictures, so Manim's stop conditions and frozen frames have no meaning.
    def wait(self, duration: float = 1.0) -> None:  # type: ignore[override]
        """Stay still for at least so many seconds (the planner may make it longer)."""
        self._open()
        self._attention.look(self.mobjects)
        self._attention.passes(round(Fraction(duration) * self.look.fps))
        self.recorder.hold(duration)

    def boxes(self) -> tuple[Box, ...]:
        """Where the named things stand now (see `named`)."""
        found = []
        for mobject in extract_mobject_family_members(self.mobjects):
            label = vars(mobject).get("box_name")
            if label is None or not _shown(mobject):
                continue
            name, kind = label
            found.append(Box(name, kind, *(round(value, 3) + 0.0 for value in corners(mobject))))
        return tuple(found)

    def resting(self) -> PixelArray:
        """The picture as everything stands now; valid until the next one is painted."""
        return self._painter.paint(self._family(self.mobjects), None)

    def _open(self) -> None:
        """Draw picture 0 once, when the first beat has placed its things."""
        if self._opened:
            return
        self._opened = True
        if self.recorder.wants(0):
            self.recorder.take(0, self.resting())

    def _step(self, moves: list[Animation], seconds: float, alpha: Fraction) -> None:
        for move in moves:
            own = Fraction(move.get_run_time())
            share = min(Fraction(1), alpha * Fraction(seconds) / own) if own else Fraction(1)
            move.interpolate(float(share))
        self.update_mobjects(0)  # updaters follow; time is never their argument

    def _look_on(self, moves: list[Animation], seconds: float, count: int) -> None:
        """Step through the moments that an onlooker asks for."""
        if self.onlooker is None:
            return
        for k in sorted(self.onlooker.moments(count)):
            self._step(moves, seconds, Fraction(k, count))
            self.onlooker.moment(self, k, count)

    def _family(self, mobjects: list[Mobject]) -> list[Mobject]:
        return extract_mobject_family_members(
            mobjects, use_z_index=True, only_those_with_points=True
        )

    def _split(self, moves: list[Animation]) -> tuple[PixelArray, set[int]]:
        """What lies below the lowest moving thing, painted once, and which parts that is."""
        moved: set[int] = set()
        for move in moves:
            for mobject in move.get_all_mobjects():
                moved.update(id(member) for member in mobject.get_family())
            if move.mobject is not None:
                moved.update(id(member) for member in move.mobject.get_family())
        family = extract_mobject_family_members(self.mobjects, use_z_index=True)
        updated = {
            id(member)
            for mobject in self.mobjects
            if mobject.has_time_based_updater() or mobject.get_family_updaters()
            for member in mobject.get_family()
        }
        lowest = next(
            (k for k, one in enumerate(family) if id(one) in moved or id(one) in updated),
            len(family),
        )
        below = [one for one in family[:lowest] if one.has_points()]
        return self._painter.paint(below, None).copy(), {id(one) for one in family[:lowest]}

    def _draw(self, picture: int, still: PixelArray, below: set[int]) -> None:
        # Looked up for every frame, because what moves may gain and lose parts as it goes.
        above = [one for one in self._family(self.mobjects) if id(one) not in below]
        self.recorder.take(picture, self._painter.paint(above, still))


def _shown(mobject: Mobject) -> bool:
    return any(
        member.has_points()
        and max(float(member.get_fill_opacity()), float(member.get_stroke_opacity())) > 0.01
        for member in mobject.get_family()
    )


def named(mobject: _M, name: str, kind: str) -> _M:
    """Give a thing the name under which plans, goldens and picture checks know it."""
    mobject.box_name = (name, kind)  # type: ignore[attr-defined]
    return mobject


def agrees(mobject: _M, measure: Callable[[], tuple[float, ...]]) -> _M:
    """Say which numbers of the drawing a label or read-out tells; `measure` takes them from it.

    The picture gate compares them with what is written, whenever a beat has come to rest.
    """
    mobject.measure = measure  # type: ignore[attr-defined]
    return mobject
