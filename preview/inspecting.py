"""The inspector's process: looks at scenes with the picture gate when nothing is drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from algebra.wording import phrase, worded
from film.gate_watch import MOVING, look_at
from preview.messages import Inspect, Inspected, Remark, in_each_language


class Inspector:
    """Looks at scenes undrawn; ``beside`` is the storyboard's folder."""

    def __init__(self, beside: Path) -> None:
        self._beside = beside

    def answer(self, request: object, send: Callable[[object], None]) -> None:
        """Sends what the gate finds in the scene of an Inspect; TypeError for anything else."""
        if not isinstance(request, Inspect):
            raise TypeError(f"the inspector was asked for {type(request).__name__}")
        order = request.order
        seen = look_at(order.scene, order.look, (order.look.theme,), self._beside)
        remarks = []
        for found in dict.fromkeys(seen.found):
            finding = found.finding
            what = worded(finding.what)
            if found.moment == MOVING:
                what = phrase("{what} (while it moves)", what=what)
            cure = in_each_language(finding.cure)
            remarks.append(Remark(found.beat, in_each_language(what), cure, finding.severity))
        send(Inspected(order.key, tuple(remarks)))
