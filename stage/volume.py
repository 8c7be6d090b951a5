"""Signed volume and orientation beside a picture of space, measured on what is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from manim import VGroup

from algebra import facts
from algebra.matrices import Matrix, identity
from algebra.motion import Path
from stage.camera import Array
from stage.ink import READOUT, formula
from stage.layout import Zone
from stage.mapped_cube import MappedCube
from stage.matrices import short_latex
from stage.panel import NumberReadout, WordReadout, caption_size
from stage.sense import MOMENTS
from stage.story import agrees, named


class VolumeReadouts(VGroup):
    """The signed volume of the solid as it is drawn, and a word for its orientation.

    `words` gives the captions "volume" and "sense" and the words "kept", "flipped" and "flat".
    """

    def __init__(
        self, picture: MappedCube, path: Path, places: tuple[Zone, Zone], words: Mapping[str, str]
    ) -> None:
        theme = picture.theme
        self.picture = picture
        # On its way a volume can be larger than at either end (a map onto a plane).
        moments = (k / (MOMENTS - 1) for k in range(MOMENTS))
        largest = max(1.0, *(abs(path.det(t)) for t in moments))
        size = caption_size((words["volume"], words["sense"]), places, theme)
        volume = NumberReadout(words["volume"], places[0], theme, largest=largest, size=size)
        self.colors = {1: theme.positive, -1: theme.negative, 0: theme.ink}
        senses = {
            1: (words["kept"], theme.positive),
            -1: (words["flipped"], theme.negative),
            0: (words["flat"], theme.quiet),
        }
        sense = WordReadout(words["sense"], senses, places[1], theme, size=size)
        self.volume = agrees(
            named(volume, "signed volume", "readout"), lambda: (picture.signed_volume(),)
        )
        self.sense = named(sense, "orientation", "readout")
        super().__init__(self.volume, self.sense)
        picture.listeners.append(self)
        self.rest(identity(3))

    def follow(self, matrix: Array) -> None:
        """Show the numbers of a frame in motion."""
        del matrix  # the read-out is measured on what is drawn, not computed beside it
        volume = self.picture.signed_volume()
        side = (volume > 0) - (volume < 0)
        self.volume.follow(volume, self.colors[side])
        self.sense.choose(side)

    def rest(self, matrix: Matrix) -> None:
        """Show the exact numbers of a map at rest."""
        side = facts.orientation(matrix)
        value = short_latex(facts.determinant(matrix))
        self.volume.rest(formula(value, size=READOUT, color=self.colors[side]))
        self.sense.choose(side)
