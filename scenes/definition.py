"""A term and what it means."""

from __future__ import annotations

from typing import Any

from manim import DOWN, LEFT, Animation, FadeIn, Line, VGroup
from pydantic import Field

from language.kind import Beat
from language.params import LANGUAGES, KindParams, Text
from stage.ink import BODY, FORMULA, HEADLINE, Ink, text
from stage.layout import Zone
from stage.page import largest_fit, page, page_title, reading
from stage.story import StoryScene, named

LEAST = 1.0
"""Seconds that even a word is left alone."""

SCALE = 1.5
"""The largest that the type of a short definition is set, beside the usual sizes."""

WORDS = {"ko": {"example": "예"}, "en": {"example": "Example"}}
"""What the picture itself says, by language."""


class Definition(StoryScene):
    """A term in both languages, its meaning, a formula for it, and an example.

    The term stands there large from the start, beside it the term in the other language if the
    storyboard gives both. Then the meaning appears, with the formula under it, and the example.
    """

    class Params(KindParams):
        """What a storyboard may set."""

        term: Text = Field(description="what is defined, a word or two: {ko: 핵, en: kernel}")
        meaning: Text = Field(description="the definition, a sentence or two")
        formula: Text | None = Field(
            default=None, description="the definition in mathematics, between dollars"
        )
        example: Text | None = Field(default=None, description="one line that shows it at work")

    @classmethod
    def beats(cls, params: Any) -> tuple[Beat, ...]:
        """term; meaning; example if there is one."""
        found = [
            Beat("term", "the term, in both languages", 0.8),
            Beat("meaning", "what it means, in words and in mathematics", 0.8, main=True),
        ]
        if params.example is not None:
            found.append(Beat("example", "an example", 0.8, main=True))
        return tuple(found)

    def construct(self) -> None:
        """Term, meaning and formula, example."""
        title = page_title(self.setting.title, self.zones, self.theme)
        zone = page(self.zones)
        _, block = largest_fit(
            BODY * SCALE,
            lambda size: _Block(self, zone, size / BODY),
            lambda made: made.height <= zone.height and made.width <= zone.width + 0.02,
            "this definition",
        )
        block.place(zone)
        with self.beat("term"):
            self.add(named(title, "title", "text"), block.term)
            if block.other is not None:
                self.play(FadeIn(block.other), run_time=self.run_time)
            self._read(self.params.term)
        with self.beat("meaning"):
            self.play(FadeIn(block.meaning), run_time=self.run_time)
            self._read(self.params.meaning)
            if block.formula is not None:
                self.play(FadeIn(block.formula), run_time=self.run_time)
                self._read(self.params.formula)
        if block.example is not None:
            with self.beat("example"):
                shown: Animation = FadeIn(block.example)
                self.play(shown, run_time=self.run_time)
                self._read(self.params.example)

    def _read(self, written: Text) -> None:
        """Stay until what has appeared can have been read."""
        language = self.look.language
        self.wait(max(LEAST, reading(written.get(language), language)))


class _Block:
    """All words of a definition, set at one scale and put under one another."""

    def __init__(self, scene: Definition, zone: Zone, scale: float) -> None:
        params, theme, language = scene.params, scene.theme, scene.look.language
        width = zone.width
        self.scale = scale
        term = text(
            params.term.get(language),
            size=HEADLINE * scale,
            color=theme.ink,
            width=width,
            weight=700,
        )  # fmt: skip -- one text
        rule = Line((0, 0, 0), (1.1, 0, 0), stroke_color=theme.positive, stroke_width=6)
        rule.next_to(term, DOWN, buff=0.25 * scale).align_to(term, LEFT)
        self.term = VGroup(named(term, "term", "text"), rule)
        self.other = self._other(params.term, scene, term, zone)
        self.head = VGroup(self.term) if self.other is None else VGroup(self.term, self.other)
        self.meaning = named(
            text(params.meaning.get(language), size=BODY * scale, color=theme.ink, width=width),
            "meaning",
            "text",
        )
        self.formula: Ink | None = None
        if params.formula is not None:
            set_large = text(params.formula.get(language), size=FORMULA * scale, color=theme.ink)
            self.formula = named(set_large, "formula", "formula")
        self.example = self._example(params.example, scene, width)
        self.rows = [one for one in self._all() if one is not None]

    def _all(self) -> tuple[Any, ...]:
        return (self.head, self.meaning, self.formula, self.example)

    @property
    def gap(self) -> float:
        """Between one row and the next."""
        return 0.5 * self.scale

    @property
    def height(self) -> float:
        return float(sum(row.height for row in self.rows)) + self.gap * (len(self.rows) - 1)

    @property
    def width(self) -> float:
        return max(float(row.width) for row in self.rows)

    def place(self, zone: Zone) -> None:
        """Put the rows into the zone, a little above its middle."""
        top = zone.top - max(0.0, (zone.height - self.height) * 0.45)
        for row in self.rows:
            row.shift((zone.left - row.get_left()[0], top - row.get_top()[1], 0.0))
            top -= row.height + self.gap

    def _other(self, term: Text, scene: Definition, own: Ink, zone: Zone) -> Ink | None:
        """The term in the other language, quieter: on the same line, or below if that is full."""
        others = [
            code
            for code in LANGUAGES
            if code != scene.look.language
            and term.has(code)
            and term.get(code) != term.get(scene.look.language)
        ]
        if not others:
            return None
        ink = text(term.get(others[0]), size=HEADLINE * 0.6 * self.scale, color=scene.theme.quiet)
        named(ink, "term in the other language", "text")
        gap = 0.35 * self.scale
        if own.width + gap + ink.width <= zone.width and own.height < 2 * HEADLINE * self.scale:
            return ink.move_baseline(float(own.get_right()[0]) + gap, own.baseline)
        ink.next_to(self.term, DOWN, buff=0.2 * self.scale).align_to(self.term, LEFT)
        return ink

    def _example(self, example: Text | None, scene: Definition, width: float) -> VGroup | None:
        """The example with the word for it before."""
        if example is None:
            return None
        language, theme, size = scene.look.language, scene.theme, BODY * self.scale
        head = text(WORDS[language]["example"], size=size, color=theme.positive, weight=700)
        indent = float(head.width) + 0.3 * self.scale
        body = text(example.get(language), size=size, color=theme.ink, width=width - indent)
        body.move_baseline(float(head.get_left()[0]) + indent, head.baseline)
        return VGroup(
            named(head, "word for the example", "text"), named(body, "example", "text")
        )  # fmt: skip -- two texts
