"""Where each letter of a text stands in a file that writes it with escapes or over many lines."""

from __future__ import annotations

from dataclasses import dataclass

_LONG_ESCAPES = {"x": 4, "u": 6, "U": 10}
"""Characters of the escapes in double quotes that name a code; all others have two."""


@dataclass(frozen=True, slots=True)
class Written:
    """A text as the file has it, with its quotes: its rows, and the row and column of the first.

    ``style`` is YAML's: a quotation mark, ``|`` or ``>`` for a block, else empty. Rows and columns
    count from 0.
    """

    rows: tuple[str, ...]
    row: int
    column: int
    style: str

    def place_of(self, offset: int, value: str) -> tuple[int, int] | None:
        """Row and column of the character at ``offset`` of the text's value; None if it is not
        found, as in a value whose letters were composed.
        """
        raw = "\n".join(self.rows)
        at = raw.find("\n") + 1 if self.style in ("|", ">") else len(self.style)
        found = None
        for character in value[: offset + 1]:
            found = self._next(raw, at, character)
            if found is None:
                return None
            at = found[1]
        return None if found is None else self._position(raw, found[0])

    def is_escape(self, row: int, column: int) -> bool:
        """Does an escape begin at this row and column of the file?"""
        inside = 0 <= row - self.row < len(self.rows)
        line = self.rows[row - self.row] if inside else ""
        at = column - (self.column if row == self.row else 0)
        return self.style == '"' and line[at : at + 1] == "\\"

    def _next(self, raw: str, at: int, character: str) -> tuple[int, int] | None:
        """Where ``character`` begins and ends from ``at`` on; what YAML leaves out is passed."""
        while at < len(raw):
            if self.style == '"' and raw[at] == "\\":
                if raw[at + 1 : at + 2] != "\n":
                    return at, at + _LONG_ESCAPES.get(raw[at + 1 : at + 2], 2)
                at += 2
            elif raw[at] == character:
                doubled = self.style == "'" and raw.startswith("''", at)
                return at, at + (2 if doubled else 1)
            elif raw[at].isspace():
                if character == " ":  # a line end that was folded
                    return at, at + 1
                at += 1
            else:
                return None
        return None

    def _position(self, raw: str, at: int) -> tuple[int, int]:
        row = raw.count("\n", 0, at)
        column = at - (raw.rfind("\n", 0, at) + 1)
        return self.row + row, column + (self.column if row == 0 else 0)
