"""Signed area or volume and orientation beside a picture, measured on what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from manim import VGroup

from algebra import facts
from algebra.matrices import Matrix, identity
from algebra.motion import Path
from stage.ink import READOUT, formula
from stage.matrices import short_latex
from stage.panel import NumberReadout, Panel, WordReadout, caption_size
from stage.plane import Map
from stage.story import agrees, named
from stage.theme import Theme

MOMENTS = 33
"""Moments of a motion at which the largest size is looked for."""


@dataclass(frozen=True, slots=True)
class Size:
    """The signed area or volume of what a map makes of the unit square or cube.

    `live` takes it from the corners of a frame, `drawn` from the outline on the frame; both in
    units of the plane or of space.
    """

    name: str
    live: Callable[[], float]
    drawn: Callable[[], float]


class Listener(Protocol):
    """What stands elsewhere and follows the same map (read-outs)."""

    def follow(self, matrix: Map) -> None:
        """A frame in motion."""

    def rest(self, matrix: Matrix) -> None:
        """The map has come to rest at these exact entries."""


class Measured(Protocol):
    """A picture of a map that tells its listeners every frame."""

    theme: Theme
    listeners: list[Listener]

    @property
    def size(self) -> Size:
        """What can be measured on it."""


class SenseReadouts(VGroup):
    """The signed size of a figure as it is drawn, and a word for its orientation.

    The word comes with the first motion: before it, it would be told of a map that has done
    nothing yet. Until the matrix comes, the size stands alone in the middle; then it makes room
    (`settle`). `words` gives the captions "size" and "sense" and the words "kept",
    "flipped" and "flat".
    """

    def __init__(
        self,
        picture: Measured,
        paths: Sequence[Path],
        place: Panel,
        words: Mapping[str, str],
    ) -> None:
        self.picture = picture
        places = place.readouts
        self._ways = (place.middle, places[0].center[0])
        theme = picture.theme
        size = picture.size
        self._live = size.live
        # On its way a size can be larger than at either end (a map onto a line, a mirror image).
        moments = (k / (MOMENTS - 1) for k in range(MOMENTS))
        largest = max(1.0, *(abs(path.det(t)) for t in moments for path in paths))
        em = caption_size((words["size"], words["sense"]), places, theme)
        number = NumberReadout(words["size"], places[0], theme, largest=largest, size=em)
        self.colors = {1: theme.positive, -1: theme.negative, 0: theme.ink}
        """The face that shows, by the sign of the size; of a flat figure neither."""
        senses = {
            1: (words["kept"], theme.positive),
            -1: (words["flipped"], theme.negative),
            0: (words["flat"], theme.quiet),
        }
        sense = WordReadout(words["sense"], senses, places[1], theme, size=em)
        self.number = agrees(named(number, size.name, "readout"), lambda: (size.drawn(),))
        self.sense = named(sense, "orientation", "readout")
        super().__init__(self.number, self.sense)
        picture.listeners.append(self)
        self._tell(identity(paths[0].matrix.shape[0]))
        self.settle(0.0)

    def settle(self, t: float) -> None:
        """Go, as t goes from 0 to 1, from where the number stands alone to its place in the row."""
        alone, place = self._ways
        self.number.stand_at((1.0 - t) * alone + t * place)

    def follow(self, matrix: Map) -> None:
        """Show the numbers of a frame in motion."""
        del matrix  # the read-out is measured on what is drawn, not computed beside it
        size = self._live()
        side = (size > 0) - (size < 0)
        self.number.follow(size, self.colors[side])
        self.sense.choose(side)

    def rest(self, matrix: Matrix) -> None:
        """Show the exact numbers of a map at rest."""
        self._tell(matrix)
        self.sense.choose(facts.orientation(matrix))

    def _tell(self, matrix: Matrix) -> None:
        color = self.colors[facts.orientation(matrix)]
        value = short_latex(facts.determinant(matrix))
        self.number.rest(formula(value, size=READOUT, color=color))
