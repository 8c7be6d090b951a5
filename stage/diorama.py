"""Things in space as one picture: ordered by one tree, drawn from the back to the front."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject

from stage.camera import Camera
from stage.space import Piece, space
from stage.space_marks import Mark


class Diorama(VGroup):
    """Marks as one camera sees them. `compose` is the only way to change the picture.

    The order is found anew each time: it depends on what moves and, where faces meet in an edge,
    on which of them the viewer sees. What has drawn a piece is kept and used again.
    """

    def __init__(self) -> None:
        self._stock: dict[str, list[VGroup]] = {}
        self.drawn: list[tuple[Piece, VGroup]] = []
        """What is shown, from the back to the front."""
        super().__init__()

    def compose(self, marks: Sequence[Mark], camera: Camera) -> None:
        """Draw these marks. What comes first parts what comes later, and stays whole itself.

        Raises stage.camera.TooClose if something lies beside the eye or behind it.
        """
        of: dict[str, Mark] = {}
        pieces: list[Piece] = []
        for mark in marks:
            for piece in mark.pieces(camera):
                of[piece.owner] = mark
                pieces.append(piece)
        self.drawn = []
        used: dict[str, int] = {}
        parts: list[VMobject] = []
        for piece in space(pieces).ordered(camera):
            mark, k = of[piece.owner], used.get(piece.owner, 0)
            stock = self._stock.setdefault(piece.owner, [])
            if k == len(stock):
                stock.append(mark.made(piece.owner))
            mark.shape(piece, camera, stock[k])
            used[piece.owner] = k + 1
            self.drawn.append((piece, stock[k]))
            parts.extend(stock[k])
        self.submobjects = list(parts)
