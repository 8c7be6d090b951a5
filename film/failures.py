"""What went wrong, in words for users, and whose fault it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from algebra.wording import message_of, phrase, reason_of, worded
from film.wish import WishError
from language.messages import told, told_fault
from language.places import Fault, Faults
from language.values import count


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


def explained(failure: Exception, is_own: Callable[[str], bool], language: str = "en") -> Explained:
    """What `failure` means to the user, in a language of messages.

    `is_own` tells whether a module is the program's.
    """
    if isinstance(failure, Faults):
        errors = sum(fault.severity == "error" for fault in failure.faults) or len(failure.faults)
        last = phrase("{faults}; nothing was written", faults=count(errors, "fault"))
        lines = (*fault_lines(failure.faults, language), told(last, language))
        return Explained(lines, Blame.STORYBOARD)
    if isinstance(failure, WishError):
        wish = phrase("Error: {what}", what=worded(message_of(failure)))
        return Explained((told(wish, language),), Blame.COMMAND)
    if isinstance(failure, OSError) or isinstance(failure.__cause__, OSError):
        said = phrase("render.py: {what}", what=worded(_of_the_system(failure)))
        return Explained((told(said, language),), Blame.ENVIRONMENT)
    kind = type(failure)
    # What the program itself raises is written for users; of the rest the name may say more.
    text = message_of(failure) if is_own(kind.__module__) else f"{kind.__name__}: {failure}"
    more = phrase("render.py: {what} (-v shows more)", what=told(text, language).rstrip(": "))
    return Explained((told(more, language),), Blame.RENDERING)


def _of_the_system(failure: Exception) -> str:
    """What the system, or whoever was refused by it, says of a failure."""
    if not isinstance(failure, OSError) or not failure.strerror:
        return message_of(failure)
    reason = reason_of(failure)
    if not failure.filename:
        return reason
    return phrase("{file}: {reason}", file=failure.filename, reason=reason)


def sorted_out(found: Sequence[Fault], strict: bool) -> tuple[Fault, ...]:
    """The notices among faults; raises all of them as Faults if there is an error.

    With `strict` notices are errors.
    """
    if any(fault.severity == "error" for fault in found) or (strict and found):
        raise Faults(tuple(found))
    return tuple(found)


def fault_lines(faults: Sequence[Fault], language: str = "en") -> tuple[str, ...]:
    """Faults and notices, one a line, in a language of messages."""
    notice = told(phrase("notice"), language)
    lines = ((fault, told_fault(fault, language)) for fault in faults)
    return tuple(
        line.replace(f"{fault.place}: ", f"{fault.place}: {notice}: ", 1)
        if fault.severity == "notice"
        else line
        for fault, line in lines
    )


def ending(code: int | None) -> str:
    """How a process has ended, by its exit code, which is negative for a signal."""
    if code is not None and code < 0:
        return phrase("signal {number}", number=-code)
    return phrase("exit code {number}", number=code)
