"""What went wrong, in words for users, and whose fault it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from film.wish import WishError
from language.places import Fault, Faults
from language.values import count as counted


class Blame(IntEnum):
    """Whose fault it is that something failed; the number is the exit code."""

    STORYBOARD = 1
    COMMAND = 2
    ENVIRONMENT = 3
    RENDERING = 4


@dataclass(frozen=True, slots=True)
class Explained:
    """The lines that tell a user what failed, and the blame."""

    lines: tuple[str, ...]
    blame: Blame


def explained(failure: Exception, is_own: Callable[[str], bool]) -> Explained:
    """What `failure` means to the user; `is_own` tells whether a module is the program's."""
    if isinstance(failure, Faults):
        count = sum(fault.severity == "error" for fault in failure.faults) or len(failure.faults)
        last = f"{counted(count, 'fault')}; nothing was written"
        return Explained((*fault_lines(failure.faults), last), Blame.STORYBOARD)
    if isinstance(failure, WishError):
        return Explained((f"Error: {failure}",), Blame.COMMAND)
    if isinstance(failure, OSError) or isinstance(failure.__cause__, OSError):
        text = str(failure)
        if isinstance(failure, OSError) and failure.strerror and failure.filename:
            text = f"{failure.filename}: {failure.strerror}"
        return Explained((f"render.py: {text}",), Blame.ENVIRONMENT)
    kind = type(failure)
    # What the program itself raises is written for users; of the rest the name may say more.
    text = str(failure) if is_own(kind.__module__) else f"{kind.__name__}: {failure}"
    return Explained((f"render.py: {text.rstrip(': ')} (-v shows more)",), Blame.RENDERING)


def sorted_out(found: Sequence[Fault], strict: bool) -> tuple[Fault, ...]:
    """The notices among faults; raises all of them as Faults if there is an error.

    With `strict` notices are errors.
    """
    if any(fault.severity == "error" for fault in found) or (strict and found):
        raise Faults(tuple(found))
    return tuple(found)


def fault_lines(faults: Sequence[Fault]) -> tuple[str, ...]:
    """Faults and notices, one a line."""
    return tuple(
        str(fault).replace(f"{fault.place}: ", f"{fault.place}: notice: ", 1)
        if fault.severity == "notice"
        else str(fault)
        for fault in faults
    )
