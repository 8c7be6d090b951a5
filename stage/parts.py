"""Two parts of a frame, each with zones of its own, in which scenes stand beside each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stage.beside import STRIP
from stage.layout import Zone, Zones
from stage.page import UNDER_TITLE

GAP = 0.3
"""Half of what lies between two parts, scene units."""

HEAD = 0.52
"""Height of a part's own title."""


LOW = 3.2
"""Height below which a picture and its numbers stand beside each other."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The pieces of the frame that two scenes take, their zones, and the line between them."""

    frames: tuple[Zone, Zone]
    zones: tuple[Zones, Zones]
    border: tuple[tuple[float, float], tuple[float, float]]


def parts(zones: Zones, aspect: str) -> Parts:
    """Side by side in wide frames, above each other in others.

    Nothing of a part reaches into the host's title or into the foot.
    """
    whole, frame = zones.whole, zones.frame
    top = zones.title.bottom - UNDER_TITLE / 2
    x, y = whole.center[0], (whole.bottom + top) / 2
    if aspect != "wide":
        frames = (
            Zone(frame.left, y, frame.right, top),
            Zone(frame.left, whole.bottom, frame.right, y),
        )
        insides = (
            Zone(whole.left, y + GAP, whole.right, top),
            Zone(whole.left, whole.bottom, whole.right, y - GAP),
        )
        border = ((whole.left, y), (whole.right, y))
    else:
        frames = (
            Zone(frame.left, whole.bottom, x, top),
            Zone(x, whole.bottom, frame.right, top),
        )
        insides = (
            Zone(whole.left, whole.bottom, x - GAP, top),
            Zone(x + GAP, whole.bottom, whole.right, top),
        )
        border = ((x, whole.bottom), (x, top))
    first, second = (_within(part, inside) for part, inside in zip(frames, insides, strict=True))
    return Parts(frames, (first, second), border)


def _within(frame: Zone, inside: Zone) -> Zones:
    """The zones of a part: a title, a stage, and the margin under it, or beside it in a part that
    is too low for both; no foot."""
    title = Zone(inside.left, inside.top - HEAD, inside.right, inside.top)
    body = replace(inside, top=title.bottom - 0.12)
    if body.height > LOW:
        split = body.bottom + STRIP
        stage, margin = replace(body, bottom=split + 0.15), replace(body, top=split)
    else:
        split = body.left + 0.4 * body.width
        stage, margin = replace(body, right=split - 0.1), replace(body, left=split + 0.1)
    return Zones(
        frame=frame,
        safe=inside,
        title=title,
        stage=stage,
        margin=margin,
        foot=replace(inside, top=inside.bottom),
        whole=inside,
        flow="row",
    )
