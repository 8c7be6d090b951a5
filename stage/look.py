"""How a film looks: its size, rate, theme and language. A value chosen at the top, passed down."""

from __future__ import annotations

from dataclasses import dataclass

SHORT_SIDE = 8.0
"""Scene units along the shorter side of the frame: a letter is as large in 9:16 as in 16:9."""


@dataclass(frozen=True, slots=True)
class Look:
    """Size in pixels (even numbers), frames a second, theme name, language code."""

    width: int = 1920
    height: int = 1080
    fps: int = 60
    theme: str = "dark"
    language: str = "ko"

    @property
    def frame_width(self) -> float:
        """Width in scene units."""
        return SHORT_SIDE * self.width / min(self.width, self.height)

    @property
    def frame_height(self) -> float:
        """Height in scene units."""
        return SHORT_SIDE * self.height / min(self.width, self.height)

    @property
    def aspect(self) -> str:
        """The nearest of the aspects that layouts are made for: wide, tall or square."""
        ratio = self.width / self.height
        if ratio > 1.2:
            return "wide"
        return "tall" if ratio < 1 / 1.2 else "square"
