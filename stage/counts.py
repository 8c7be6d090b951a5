"""Dimensions of a layer of heads, to scale: the rows of all heads, their rank, and two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from manim import VGroup, VMobject

from language.formats import plain
from stage.bars import rectangle
from stage.dimension_bars import DimensionBar, Share
from stage.head_facts import Counted
from stage.ink import BODY, text
from stage.layout import Zone
from stage.legends import Note, legend
from stage.story import named
from stage.theme import Theme

SHARE = 0.26
TALLEST = 0.75
"""Height of a bar: a share of its band, at most so many scene units."""


class Counts:
    """Three bars of one scale: all rows, the rank of all, and how the first two heads share."""

    def __init__(
        self,
        zone: Zone,
        theme: Theme,
        counted: Counted,
        hues: Sequence[str],
        words: Mapping[str, str],
    ) -> None:
        self.counted = counted
        rows = counted.heads * counted.rows
        unit = zone.width / max(rows, counted.width)
        bands = 3 if counted.heads > 1 else 2
        step = zone.height / bands
        zones = [
            Zone(zone.left, zone.top - (k + 1) * step, zone.right, zone.top - k * step)
            for k in range(bands)
        ]
        values = {
            "heads": counted.heads,
            "rows": counted.rows,
            "total": rows,
            "width": counted.width,
            "rank": counted.rank,
            "one": counted.ranks[0],
            "two": counted.ranks[1],
            "shared": counted.shared,
            "unread": counted.unread,
            "lost": counted.width - counted.rank,
        }
        said = {key: counted_words(template, values) for key, template in words.items()}
        maps = said["random" if counted.heads == 1 else "random several"]
        self.rows = Band(
            zones[0],
            theme,
            unit,
            said["all"],
            [Share(counted.rows, hues[h % len(hues)]) for h in range(counted.heads)],
            [Note(said["each"]), Note(maps.replace("{seeds}", counted.seeds))],
        )
        self.numbers = self._numbered(theme)
        lost = Note(said["lost"], theme.kernel, full=False)
        self.rank = Band(
            zones[1],
            theme,
            unit,
            said["stacked"],
            [
                # no hue: every one of the family is some head's
                Share(counted.rank, theme.ink),
                Share(counted.width - counted.rank, theme.kernel, full=False),
            ],
            [
                Note(said["read"], theme.ink),
                *([lost] if counted.rank < counted.width else []),
            ],
        )
        self.pair = None
        if bands == 3:
            self.pair = Band(zones[2], theme, unit, *self._pair(theme, hues, said))
        named(self.rows.bar, "rows", "bar")
        named(self.rank.bar, "rank", "bar")
        if self.pair is not None:
            named(self.pair.bar, "pair", "bar")

    def _pair(
        self, theme: Theme, hues: Sequence[str], said: Mapping[str, str]
    ) -> tuple[str, list[Share], list[Note]]:
        counted = self.counted
        one, two = (rank - counted.shared for rank in counted.ranks)
        shares = [
            Share(one, hues[0]),
            Share(counted.shared, theme.ink),
            Share(two, hues[1 % len(hues)]),
            Share(counted.unread, theme.kernel, full=False),
        ]
        notes = [
            Note(said["one"], hues[0]),
            Note(said["two"], hues[1 % len(hues)]),
            Note(said["shared"], theme.ink if counted.shared else None),
            Note(said["unread"], theme.kernel, full=False),
        ]
        return said["pair"], shares, notes

    def _numbered(self, theme: Theme) -> VGroup:
        """The heads' numbers inside their stretches, if there is room."""
        found = VGroup()
        for h in range(self.counted.heads):
            left, right = self.rows.bar.ends(h)
            ink = text(str(h + 1), size=0.27, color=theme.ground, weight=700)
            if right - left < ink.width + 0.1:
                return VGroup()
            found.add(ink.move_to(((left + right) / 2, self.rows.bar.zone.center[1], 0.0)))
        return found

    def filling(self, band: Band, under: VGroup | None = None) -> Callable[[float], None]:
        """The bar of a band fills from the left; what stands inside appears as it is reached."""

        def follow(t: float) -> None:
            band.bar.fill(t)
            reached = band.bar.zone.left + band.bar.filled * band.bar.unit
            for ink in under if under is not None else ():
                ink.set_opacity(1.0 if float(ink.get_right()[0]) <= reached + 1e-6 else 0.0)

        return follow


class Band:
    """A caption, a bar under it, and notes under the bar; before that, its empty place."""

    def __init__(
        self,
        zone: Zone,
        theme: Theme,
        unit: float,
        caption: str,
        shares: Sequence[Share],
        notes: Sequence[Note],
    ) -> None:
        self.caption = text(caption, size=BODY, color=theme.ink, width=zone.width)
        below = legend(Zone(zone.left, zone.bottom, zone.right, zone.bottom + 1), theme, notes)
        room = zone.height - self.caption.height - below.height - 0.5
        thick = max(0.2, min(SHARE * zone.height, TALLEST, room))
        whole = self.caption.height + thick + below.height + 0.32
        top = zone.top - max(0.0, (zone.height - whole) / 2)
        self.caption.move_to(
            (zone.left + self.caption.width / 2, top - self.caption.height / 2, 0.0)
        )
        top -= self.caption.height + 0.14
        self.bar = DimensionBar(Zone(zone.left, top - thick, zone.right, top), shares, unit)
        right = zone.left + self.bar.total * unit
        self.place = VMobject(stroke_color=theme.axis, stroke_width=2.2)
        """The empty place of the bar, to be shown before it comes."""
        self.place.set_points(rectangle(zone.left, top - thick, right, top))
        self.notes = below.shift((0.0, top - thick - 0.18 - float(below.get_top()[1]), 0.0))


def counted_words(template: str, values: Mapping[str, int]) -> str:
    """A text with its numbers: ``{rows}`` is replaced, thousands separated."""
    for key, value in values.items():
        template = template.replace(f"{{{key}}}", plain(Fraction(value)))
    return template
