"""Where something was written, and what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from algebra.wording import phrase


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A point in a file; line and column count from 1, columns in characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def seen_from(self, file: str) -> str:
        """``line 3`` for readers of the same file, ``maps.yaml:3`` for those of another."""
        return (
            phrase("line {line}", line=self.line)
            if self.file == file
            else f"{self.file}:{self.line}"
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a storyboard: where, what, and what to write instead.

    A ``notice`` is a fault that does not stop the film (rounded run time, missing translation).
    """

    place: Place
    what: str
    cure: str = ""
    severity: Literal["error", "notice"] = "error"

    def __str__(self) -> str:
        advice = f", {self.cure}" if self.cure else ""
        return f"{self.place}: {self.what}{advice}"


class Faults(Exception):  # noqa: N818 -- it is a collection of faults, not one error, and is named for what it holds
    """All faults of a storyboard, raised together, in the order of their places."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.place))
        super().__init__("\n".join(str(fault) for fault in self.faults))
