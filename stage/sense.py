"""Signed area and orientation beside a picture, measured on what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manim import VGroup

from algebra import facts
from algebra.matrices import Matrix, identity
from algebra.motion import Path
from stage.ink import READOUT, formula
from stage.layout import Zone
from stage.mapped import MappedSquare
from stage.matrices import short_latex
from stage.panel import NumberReadout, WordReadout, caption_size
from stage.plane import Map
from stage.story import agrees, named

MOMENTS = 33
"""Moments of a motion at which the largest area is looked for."""


class SenseReadouts(VGroup):
    """The signed area of the square as it is drawn, and a word for its orientation.

    `words` gives the captions "area" and "sense" and the words "kept", "flipped" and "flat".
    """

    def __init__(
        self,
        picture: MappedSquare,
        paths: Sequence[Path],
        places: tuple[Zone, Zone],
        words: Mapping[str, str],
    ) -> None:
        self.picture = picture
        theme = picture.theme
        # On its way an area can be larger than at either end (a map onto a line, a mirror image).
        moments = (k / (MOMENTS - 1) for k in range(MOMENTS))
        largest = max(1.0, *(abs(path.det(t)) for t in moments for path in paths))
        size = caption_size((words["area"], words["sense"]), places, theme)
        area = NumberReadout(words["area"], places[0], theme, largest=largest, size=size)
        senses = {
            1: (words["kept"], theme.positive),
            -1: (words["flipped"], theme.negative),
            0: (words["flat"], theme.quiet),
        }
        sense = WordReadout(words["sense"], senses, places[1], theme, size=size)
        self.area = agrees(named(area, "signed area", "readout"), lambda: (picture.drawn_area(),))
        self.sense = named(sense, "orientation", "readout")
        super().__init__(self.area, self.sense)
        picture.listeners.append(self)
        self.rest(identity(2))

    def follow(self, matrix: Map) -> None:
        """Show the numbers of a frame in motion."""
        del matrix  # the read-out is measured on what is drawn, not computed beside it
        area = self.picture.square.signed_area()
        self.area.follow(area, self.side_color(area))
        self.sense.choose((area > 0) - (area < 0))

    def rest(self, matrix: Matrix) -> None:
        """Show the exact numbers of a map at rest."""
        side = facts.orientation(matrix)
        value = short_latex(facts.determinant(matrix))
        self.area.rest(formula(value, size=READOUT, color=self.side_color(side)))
        self.sense.choose(side)

    def side_color(self, side: float) -> str:
        """The face that shows: positive, negative, or neither."""
        theme = self.picture.theme
        if side == 0:
            return theme.ink
        return theme.positive if side > 0 else theme.negative
