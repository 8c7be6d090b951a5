"""A picture from a file."""

from __future__ import annotations

from typing import Any

from manim import DOWN, FadeIn
from pydantic import Field

from language.kind import Beat
from language.params import KindParams, Picture, Text
from stage.ink import BODY, text
from stage.layout import Misfit, Zone
from stage.page import page, page_title
from stage.picture import PictureInk
from stage.story import StoryScene, named

READING = 2.0
"""Seconds that a picture or its caption needs, when nobody speaks."""

LEAST = 0.7
"""Height in scene units that a picture must be left with, or its caption is too long."""


class Image(StoryScene):
    """A picture from the storyboard's folder (PNG, JPEG or WebP), with a caption if there is one.

    It stands there from the start, as large as it fits, and turned as the camera noted. What is
    transparent in it lets the theme's ground through. If the file's bytes change, the scene is
    drawn anew, and nothing else is. Its beats are picture and, if there is one, caption.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        file: Picture = Field(
            description="the picture's name, told from the storyboard's folder: images/plane.png"
        )
        caption: Text | None = Field(default=None, description="a line or two under the picture")

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """picture; caption if there is one."""
        has_caption = params.caption is not None
        found = [Beat("picture", "the picture stands there", 0.8, main=not has_caption)]
        if has_caption:
            found.append(Beat("caption", "the line under it appears", 0.8, main=True))
        return tuple(found)

    def construct(self) -> None:
        """The picture, then its caption."""
        zone = page(self.zones)
        caption = None
        if self.params.caption is not None:
            markup = self.params.caption.get(self.look.language)
            width = zone.width * 0.9
            caption = text(
                markup, size=BODY, color=self.theme.quiet, width=width, align="center"
            )  # fmt: skip -- one text
            named(caption, "caption", "text")
            room = zone.height - caption.height - 0.3
            if room < LEAST:
                raise Misfit("this caption leaves no room for the picture", "write less")
            zone = Zone(zone.left, zone.top - room, zone.right, zone.top)
        picture = PictureInk(self.params.file.read(), zone, self.look)
        title = page_title(self.setting.title, self.zones, self.theme)
        with self.beat("picture"):
            self.add(named(title, "title", "text"), named(picture, "picture", "picture"))
            self.wait(READING)
        if caption is not None:
            with self.beat("caption"):
                caption.next_to(picture, DOWN, buff=0.3).set_x(zone.center[0])
                self.play(FadeIn(caption), run_time=self.run_time)
                self.wait(READING)
