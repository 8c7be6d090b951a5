"""Two scenes beside each other."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any, Literal

from manim import Line
from pydantic import Field, ValidationInfo, field_validator

from algebra.wording import phrase, worded
from language.inner import InnerScene
from language.kind import Beat
from language.params import Inner, KindParams, Refused
from stage.guests import Guest, HostScene, scene_class
from stage.page import page_title
from stage.parts import parts
from stage.story import Setting, named

SIDES = ("first", "second")


class Compare(HostScene):
    """Two scenes of other kinds, side by side (above each other in a tall frame).

    Each is written as a scene of its own: its kind, what that kind takes, and a title if it should
    have one; narration and times belong to the comparison. With `order: together` both play the
    same beats at the same time and must have the same ones; with `in_turn` the second waits until
    the first is done, and the beats are called first_… and second_….
    """

    class Params(KindParams):
        """What a storyboard may set."""

        order: Literal["together", "in_turn"] = Field(
            default="together", description="both at the same time, or one after the other"
        )
        first: Inner = Field(description="the scene on the left, or above: {kind: …, …}")
        second: Inner = Field(description="the scene on the right, or below: {kind: …, …}")

        @field_validator("second")
        @classmethod
        def _same_beats(cls, second: InnerScene, info: ValidationInfo) -> InnerScene:
            first: InnerScene | None = info.data.get("first")
            if first is None or info.data.get("order") != "together":
                return second
            one, other = ([beat.name for beat in _beats(scene)] for scene in (first, second))
            if one != other:
                raise Refused(
                    phrase(
                        "the two scenes have different beats: {one}; {other}",
                        one=", ".join(one),
                        other=", ".join(other),
                    ),
                    "write order: in_turn",
                )
            return second

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """Those of the two scenes: once each if they play together, else first_… and second_…."""
        if params.order == "together":
            pairs = zip(_beats(params.first), _beats(params.second), strict=True)
            return tuple(
                replace(one, run_time=max(one.run_time, other.run_time)) for one, other in pairs
            )
        sides = zip(SIDES, (params.first, params.second), strict=True)
        return tuple(
            chain.from_iterable(
                (
                    replace(
                        beat,
                        name=f"{side}_{beat.name}",
                        doc=phrase("first scene: {doc}", doc=worded(beat.doc))
                        if side == SIDES[0]
                        else phrase("second scene: {doc}", doc=worded(beat.doc)),
                    )
                    for beat in _beats(scene)
                )
                for side, scene in sides
            )
        )

    def construct(self) -> None:
        """Both scenes open; then their beats, together or in turn."""
        title = page_title(self.setting.title, self.zones, self.theme)
        place = parts(self.zones, self.look.aspect)
        (x0, y0), (x1, y1) = place.border
        border = Line((x0, y0, 0.0), (x1, y1, 0.0))
        border.set_stroke(self.theme.grid, width=2)
        self.add(named(title, "title", "text"), border)
        guests = [
            Guest(
                scene_class(scene.target),
                self._setting(side, scene, zones),
                self.look,
                side,
                frame,
                self._prefix(side),
            )
            for side, scene, zones, frame in zip(
                SIDES,
                (self.params.first, self.params.second),
                place.zones,
                place.frames,
                strict=True,
            )
        ]
        with self.receiving(guests):
            for beat in self.beats(self.params):
                side = beat.name.partition("_")[0]
                with self.beat(beat.name):
                    if self.params.order == "together":
                        self.tell_beat(guests)
                    else:
                        self.tell_beat([guests[SIDES.index(side)]])

    def _prefix(self, side: str) -> str:
        """What the names of a side's beats begin with here."""
        return "" if self.params.order == "together" else f"{side}_"

    def _setting(self, side: str, scene: InnerScene, zones: Any) -> Setting:
        """What a guest is given; it keeps the comparison's times where that has its beats."""
        prefix = self._prefix(side)
        times = {
            beat.name: self.setting.run_times[prefix + beat.name]
            for beat in _beats(scene)
            if prefix + beat.name in self.setting.run_times
        }
        return Setting(
            params=scene.read_params(scene_class(scene.target).Params),
            title=scene.title.get(self.look.language) if scene.title else "",
            motion=scene.motion,
            run_times=times,
            zones=zones,
        )


def _beats(scene: InnerScene) -> tuple[Beat, ...]:
    kind = scene_class(scene.target)
    return kind.beats(scene.read_params(kind.Params))
