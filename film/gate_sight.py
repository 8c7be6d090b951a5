"""A picture as the picture gate sees it, and what may be found in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from algebra.wording import phrase
from stage.layout import Zones
from stage.pieces import Claim, Piece
from stage.theme import Theme

SEEN = 0.25
"""Opacity from which something counts as being there: below, it is on its way in or out."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of one picture; ``what`` and ``cure`` are messages."""

    rule: str
    things: tuple[str, ...]
    what: str
    cure: str
    severity: Literal["error", "notice"] = "error"


@dataclass(frozen=True)
class Sight:
    """A picture as the rules see it; ``themes`` are those that it may be shown in, its own first.

    ``claims`` are only known at rest.
    """

    pieces: tuple[Piece, ...]
    zones: Zones
    themes: tuple[Theme, ...]
    claims: tuple[Claim, ...] = ()

    @cached_property
    def type(self) -> tuple[tuple[int, Piece], ...]:
        """Set type that can be seen, with its place in the drawing order."""
        return tuple(
            (k, piece)
            for k, piece in enumerate(self.pieces)
            if piece.form == "type" and piece.opacity >= SEEN
        )


Rule: TypeAlias = Callable[[Sight], Iterator[Finding]]


def the(piece: Piece) -> str:
    """How a message speaks of it, with its kind."""
    words = {"type": piece.kind, "line": piece.kind or "line", "area": piece.kind or "face"}
    word = words.get(piece.form, "plate")
    kind = _KINDS.get(word, word)
    if piece.called == word or not (piece.name or piece.says):
        return phrase("the {kind}", kind=kind)
    if not piece.name:
        return phrase("the {kind} {words}", kind=kind, words=piece.called)
    return phrase("the {kind} {name}", kind=kind, name=piece.called)


_KINDS: Mapping[str, str] = {
    "area": phrase("area"),
    "arrow": phrase("arrow"),
    "ball": phrase("ball"),
    "bar": phrase("bar"),
    "cell": phrase("cell"),
    "code": phrase("code"),
    "disc": phrase("disc"),
    "dot": phrase("dot"),
    "face": phrase("face"),
    "fibres": phrase("fibres"),
    "formula": phrase("formula"),
    "label": phrase("label"),
    "letter": phrase("letter"),
    "line": phrase("drawn line"),
    "matrix": phrase("matrix"),
    "outline": phrase("outline"),
    "picture": phrase("picture"),
    "plate": phrase("plate"),
    "readout": phrase("read-out"),
    "text": phrase("text"),
}
"""What kinds of things are called that scenes name (`stage.story.named`); others as they are."""
