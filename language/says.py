"""Texts in storyboards: titles in several languages, and what is said in each beat of a scene.

``say`` is a string for the first beat, a list with one text a beat, or a mapping by beat; or a
mapping by language with any of these inside. A text is a string, said in every language of the
film, or a mapping by language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from algebra.wording import alternatives, phrase
from language import nodes
from language.escapes import broken_formulas
from language.inner import InnerScene
from language.kind import Beat
from language.model import PlacedText
from language.nodes import Node, find, plain
from language.places import Place
from language.report import Report
from language.suggest import did_you_mean, nearest
from language.text import Text
from language.values import (
    LANGUAGES,
    Refused,
    Surroundings,
    after_comma,
    count,
    in_order,
    no_text,
    read_text,
    resolve_text,
)


@dataclass(frozen=True, slots=True)
class Said:
    """What is said in a beat, and where that stands."""

    text: Text
    place: Place


@dataclass(frozen=True, slots=True)
class Leaf:
    """A text as the storyboard writes it; ``language`` is None if it is said in all of them."""

    node: nodes.Scalar
    language: str | None


class Texts:
    """Reads texts, records their faults, and keeps every piece with its place.

    ``leaves`` are the same texts as they were written, with their values still in braces.
    """

    def __init__(self, around: Surroundings, report: Report) -> None:
        self.around = around
        self.report = report
        self.pieces: list[PlacedText] = []
        self.leaves: list[Leaf] = []

    def text(self, node: Node) -> Text | None:
        """The text of a node, or None if it is at fault."""
        try:
            text = read_text(plain(node), self.around)
        except Refused as refused:
            self.report.refuse(node, refused)
            return None
        self.keep(text, node)
        return text

    def keep(self, text: Text, node: Node) -> None:
        """Keep the pieces of a text that was read from ``node``; miss languages it lacks."""
        places = {code: _letters(find(node, (code,))) for code in text.languages}
        self._keep(text, places, node.place)
        self.leaves.extend(_leaves(node, None))

    def keep_all(self, value: object, node: Node) -> None:
        """Keep every text inside validated params, which were read from ``node``."""
        match value:
            case Text():
                self.keep(value, node)
            case tuple() | list():
                for index, element in enumerate(value):
                    self.keep_all(element, find(node, (index,)))
            case InnerScene():
                self.keep_all(value.checked, node)
                self.keep_all(value.title, find(node, ("title",)))
            case BaseModel():
                for name in type(value).model_fields:
                    if isinstance(node, nodes.Mapping) and node.get(name) is not None:
                        self.keep_all(getattr(value, name), find(node, (name,)))

    def refuse_eaten_commands(self) -> None:
        """Record where an escape of YAML has eaten the first letter of a command such as \\nu.

        Other escapes are told by `language.text.resolve`; that a line break was one, only the file
        shows.
        """
        for leaf in self.leaves:
            for offset, what, cure in broken_formulas(leaf.node.source):
                place = leaf.node.at(offset)
                if leaf.node.written is not None and leaf.node.written.is_escape(
                    place.line - 1, place.column - 1
                ):
                    self.report.error(place, what, cure)

    def _keep(self, text: Text, places: dict[str, Place], place: Place) -> None:
        for code, markup in text.parts:
            self.pieces.append(PlacedText(places[code], code, markup))
        default = self.around.languages[0]
        for code in self.around.languages:
            what = phrase(
                "this text is missing in {languages} ({code})", languages=LANGUAGES[code], code=code
            )
            if text.has(code):
                continue
            if code == default:
                self.report.error(
                    place,
                    phrase("{what}, the film's first language", what=what),
                    phrase("add {code}: …", code=code),
                )
            else:
                self.report.notice(
                    place,
                    what,
                    phrase(
                        "add {code}: …; until then the {languages} is shown",
                        code=code,
                        languages=LANGUAGES[default],
                    ),
                )

    def say(self, node: Node, beats: Sequence[Beat] | None) -> dict[str, Said]:
        """What is said, by beat; ``beats`` is None if the scene's beats are not known."""
        spoken = _Spoken(self.around, self.report, beats)
        spoken.spread(node, None)
        self.leaves.extend(spoken.leaves)
        said = {}
        for beat, parts in spoken.parts.items():
            markup = {code: text for code, (text, _) in parts.items()}
            text = Text.of(in_order(markup, self.around.languages))
            places = {code: place for code, (_, place) in parts.items()}
            first = min(places.values())
            self._keep(text, places, first)
            said[beat] = Said(text, first)
        return said


def _leaves(node: Node, language: str | None) -> Iterator[Leaf]:
    """A text, or those of a mapping by language."""
    if isinstance(node, nodes.Scalar):
        yield Leaf(node, language)
    elif isinstance(node, nodes.Mapping):
        for entry in node.entries:
            yield from _leaves(entry.value, entry.key)


def _letters(node: Node) -> Place:
    """The place of the first letter of a text."""
    return node.at(0) if isinstance(node, nodes.Scalar) else node.place


class _Spoken:
    """Collects what is said: by beat, then by language, each with its place."""

    def __init__(self, around: Surroundings, report: Report, beats: Sequence[Beat] | None) -> None:
        self.around = around
        self.report = report
        self.names = None if beats is None else [beat.name for beat in beats]
        self.parts: dict[str, dict[str, tuple[str, Place]]] = {}
        self.leaves: list[Leaf] = []

    def spread(self, node: Node, language: str | None) -> None:
        """Read a whole ``say``, or its part in one language."""
        match node:
            case nodes.Scalar():
                self._first(node, language)
            case nodes.Sequence():
                self._by_order(node, language)
            case nodes.Mapping():
                if language is None and any(entry.key in LANGUAGES for entry in node.entries):
                    self._by_language(node)
                else:
                    self._by_beat(node, language)

    def _first(self, node: nodes.Scalar, language: str | None) -> None:
        if self.names == []:
            self.report.error(node.place, "this scene has no beat to speak in", "leave say out")
            return
        self._put(self.names[0] if self.names else "", node, language)

    def _by_order(self, node: nodes.Sequence, language: str | None) -> None:
        names = self.names
        if names is not None and len(node.items) != len(names):
            self.report.error(
                node.place,
                phrase(
                    "{number} for {number2}",
                    number=count(len(node.items), "text"),
                    number2=count(len(names), "beat"),
                ),
                phrase("write one for each of {names}; ~ says nothing", names=", ".join(names)),
            )
            names = None
        for index, item in enumerate(node.items):
            if not (isinstance(item, nodes.Scalar) and item.value is None):
                self._put(names[index] if names is not None else str(index), item, language)

    def _by_language(self, node: nodes.Mapping) -> None:
        for entry in node.entries:
            if entry.key in LANGUAGES:
                self.spread(entry.value, entry.key)
                continue
            if is_empty(entry.value):
                refused = after_comma(entry.key)
                self.report.error(entry.place, refused.what, refused.cure)
                continue
            is_beat = self.names is not None and entry.key in self.names
            self.report.error(
                entry.place,
                phrase(
                    "“{key}” is {value}, and stands beside languages",
                    key=entry.key[:40],
                    value=phrase("a beat") if is_beat else phrase("no language"),
                ),
                "write the beats inside each language"
                if is_beat
                else phrase("use {languages}", languages=alternatives(LANGUAGES)),
            )

    def _by_beat(self, node: nodes.Mapping, language: str | None) -> None:
        if not node.entries:
            self.report.error(node.place, "nothing is said here", "leave say out")
        for entry in node.entries:
            if self.names is not None and entry.key not in self.names:
                unknown_beat(self.report, entry, self.names)
            else:
                self._put(entry.key, entry.value, language)

    def _put(self, beat: str, node: Node, language: str | None) -> None:
        """Read one text for one beat."""
        self.leaves.extend(_leaves(node, language))
        if language is None and isinstance(node, nodes.Mapping):
            try:
                text = read_text(plain(node), self.around)
            except Refused as refused:
                self.report.refuse(node, refused)
                return
            for code, markup in text.parts:
                self._set(beat, code, markup, _letters(find(node, (code,))))
            return
        value = plain(node)
        for code in self.around.languages if language is None else (language,):
            try:
                if not isinstance(value, str):
                    raise no_text(value)
                markup = resolve_text(value, self.around, code)
            except Refused as refused:
                self.report.refuse(node, refused)
            else:
                self._set(beat, code, markup, _letters(node))

    def _set(self, beat: str, code: str, markup: str, place: Place) -> None:
        self.parts.setdefault(beat, {})[code] = (markup, place)


def is_empty(node: Node) -> bool:
    """Does nothing stand here, not even a tilde?"""
    return isinstance(node, nodes.Scalar) and node.value is None and not node.source


def unknown_beat(report: Report, entry: nodes.Entry, names: Sequence[str]) -> None:
    """Record a beat that the scene does not have."""
    if is_empty(entry.value) and nearest(entry.key, names) is None:
        refused = after_comma(entry.key)
        report.error(entry.place, refused.what, refused.cure)
        return
    report.error(
        entry.place,
        phrase("this scene has no beat “{key}”", key=entry.key[:40]),
        did_you_mean(entry.key, names),
    )
