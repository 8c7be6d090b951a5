"""The animation behind every picture of a map: a number t moves, all else is computed from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from manim import Animation, Mobject


def ease(alpha: float) -> float:
    """Smooth start and stop: 6α⁵ − 15α⁴ + 10α³, with zero speed and acceleration at both ends."""
    if alpha <= 0.0:
        return 0.0
    if alpha >= 1.0:
        return 1.0
    return alpha**3 * (10 - alpha * (15 - 6 * alpha))


class Drive(Animation):
    """Calls `follow(t)` for t = ease(α) from 0 to 1; `follow` redraws `mobject` from the law.

    Unlike Manim's animations it copies nothing: the picture at t is a function of t alone.
    """

    def __init__(
        self,
        mobject: Mobject,
        follow: Callable[[float], None],
        rate: Callable[[float], float] = ease,
        run_time: float = 1.0,
    ) -> None:
        super().__init__(mobject, run_time=run_time)
        self._follow = follow
        self._rate = rate

    def begin(self) -> None:
        """Nothing is copied; the first drawn frame is the first step."""

    def interpolate(self, alpha: float) -> None:
        """Set the picture to t = rate(α)."""
        self._follow(self._rate(alpha))

    def finish(self) -> None:
        """Set the picture to its exact end."""
        self._follow(1.0)

    def get_all_mobjects(self) -> list[Mobject]:
        """What moves: the driven mobject alone."""
        return [cast(Mobject, self.mobject)]
