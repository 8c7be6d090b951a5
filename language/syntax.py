"""What is wrong with a file that is not YAML, in words for people who write storyboards.

A YAML parser says "did not find expected key" at a place that is often not the cause. Here the
usual causes (tabs, full-width characters, quotes, brackets, indentation) are looked for and named.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from algebra.wording import phrase
from language.places import Fault, Place
from language.suggest import full_width, name_full_width

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
# What YAML calls non-printable (https://yaml.org/spec/1.2.2/#51-character-set).
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|(?:^|\s)#.*")


@dataclass(frozen=True, slots=True)
class Mark:
    """A position in the parser's counting: line and column from 0."""

    line: int
    column: int


def split_lines(text: str) -> list[str]:
    """The lines as a YAML parser counts them, without their ends."""
    return _LINE_END.split(text)


def decode(data: bytes, file: str) -> tuple[str, Fault | None]:
    """The text of a UTF-8 file, with or without a byte order mark; or what it is instead."""
    start = Place(file, 1, 1)
    save = phrase("save the file as UTF-8")
    for mark, name in (
        (codecs.BOM_UTF32_LE, "UTF-32"),
        (codecs.BOM_UTF32_BE, "UTF-32"),
        (codecs.BOM_UTF16_LE, "UTF-16"),
        (codecs.BOM_UTF16_BE, "UTF-16"),
    ):
        if data.startswith(mark):
            return "", Fault(start, phrase("this file is {name}, not UTF-8", name=name), save)
    if b"\x00" in data[:4]:
        return "", Fault(start, "this file looks like UTF-16 or UTF-32, not UTF-8", save)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        lines = split_lines(data[: error.start].decode("utf-8", "replace"))
        place = Place(file, len(lines), len(lines[-1]) + 1)
        byte = phrase("the byte 0x{data:02X} is not UTF-8", data=data[error.start])
        if _is_cp949(data):
            return "", Fault(
                place, phrase("{byte}; this file looks like CP949 (EUC-KR)", byte=byte), save
            )
        return "", Fault(place, byte, save)
    odd = _UNPRINTABLE.search(text)
    if odd is not None:
        lines = split_lines(text[: odd.start()])
        place = Place(file, len(lines), len(lines[-1]) + 1)
        return "", Fault(
            place, phrase("an unprintable character (U+{code:04X})", code=ord(odd[0])), "delete it"
        )
    return text, None


def _is_cp949(data: bytes) -> bool:
    try:
        text = data.decode("cp949")
    except UnicodeDecodeError:
        return False
    return any("가" <= character <= "힣" for character in text)


def explain(
    problem: str, context: Mark | None, mark: Mark | None, lines: list[str], file: str
) -> Fault:
    """The fault behind a parser's message: ``problem`` found at ``mark`` while reading from
    ``context`` on."""
    begin = context or mark or Mark(0, 0)
    end = mark or begin
    usual = _usual_cause(begin, end, lines, file)
    if usual is not None:
        return usual
    unquoted = _unquoted_braces(problem, begin, end, lines, file) or _bars(
        problem, end, lines, file
    )
    if unquoted is not None:
        return unquoted
    what, cure, at_context = _meaning(problem, end, lines)
    spot = begin if at_context else end
    # the parser reports the end of the file as a line after the last; nobody's editor shows that
    row = min(spot.line, len(lines) - 1)
    column = spot.column if row == spot.line else len(lines[row])
    return Fault(Place(file, row + 1, column + 1), what, cure)


def _usual_cause(begin: Mark, end: Mark, lines: list[str], file: str) -> Fault | None:
    """A tab or odd space in an indentation, or a full-width character, near where it went wrong."""
    first = begin.line if end.line - begin.line <= 1 else end.line - 1
    for row in range(max(first, 0), min(end.line + 1, len(lines))):
        line = lines[row]
        indentation = line[: len(line) - len(line.lstrip())]
        for character, name in (
            ("\t", phrase("a tab")),
            ("\u3000", phrase("a full-width space (U+3000)")),
            ("\xa0", phrase("a no-break space (U+00A0)")),
        ):
            if character in indentation:
                return Fault(
                    Place(file, row + 1, indentation.index(character) + 1),
                    phrase("this line is indented with {name}", name=name),
                    "indent with plain spaces",
                )
        if re.match(r"\s*-\s*\t", line):
            return Fault(
                Place(file, row + 1, line.index("\t") + 1),
                "a tab stands after the dash",
                "type a plain space",
            )
        bare = _QUOTED.sub(lambda found: " " * len(found[0]), line)
        wide = full_width(bare)
        if wide is not None:
            column, character, plain = wide
            return Fault(Place(file, row + 1, column + 1), *name_full_width(character, plain))
    return None


_OPENERS, _CLOSERS = "{[", "}]"


def _unquoted_braces(
    problem: str, begin: Mark, end: Mark, lines: list[str], file: str
) -> Fault | None:
    """A text with braces, a colon or more after its quotes inside ``{ko: …}`` or ``[…]``."""
    if "',' or '}'" not in problem and "',' or ']'" not in problem:
        return None
    if end.line >= len(lines) or end.column > len(lines[end.line]):
        return None
    line = lines[end.line]
    found, before = line[end.column : end.column + 1], line[: end.column].rstrip()
    column = end.column
    inside = phrase("a list") if "']'" in problem else phrase("{ko: …}")
    cure = phrase("put the whole text in quotes")
    if before.endswith("}") and found not in _OPENERS:
        column = _opening(before)
    if line[column : column + 1] == "{" and (end.line, column) != (begin.line, begin.column):
        what: str = phrase("a text with {{ }} inside {inside} needs quotes", inside=inside)
    elif begin.line == end.line and (found == ":" or before.endswith(":")):
        what = phrase("a text with a colon inside {inside} needs quotes", inside=inside)
    elif before.endswith(('"', "'")) and found.strip():
        what = phrase("this stands after the end of a text in quotes")
        cure = phrase("put the whole text into one pair of quotes")
    else:
        return None
    return Fault(Place(file, end.line + 1, column + 1), what, cure)


def _opening(before: str) -> int:
    """Where the bracket is opened that is closed at the end of ``before``; 0 if it is nowhere."""
    depth = 0
    for column in range(len(before) - 1, -1, -1):
        depth += (before[column] in _CLOSERS) - (before[column] in _OPENERS)
        if depth == 0:
            return column
    return 0


def _bars(problem: str, mark: Mark, lines: list[str], file: str) -> Fault | None:
    """``- |A| == 6``: to YAML, the bar begins a block of text."""
    line = lines[mark.line] if mark.line < len(lines) else ""
    found = re.search(r"(?:^|[\s\[,:-])(\|\s*(?:det\s*)?(\w+)\s*\|)", line)
    if ("comment or line break" not in problem and "chomping" not in problem) or found is None:
        return None
    return Fault(
        Place(file, mark.line + 1, found.start(1) + 1),
        phrase("{found} cannot be written with bars", found=found[1]),
        phrase("did you mean det({found})?", found=found[2]),
    )


def _meaning(problem: str, mark: Mark, lines: list[str]) -> tuple[str, str, bool]:
    """The message in words, a cure, and whether it is about where the reading began."""
    found = lines[mark.line][mark.column : mark.column + 1] if mark.line < len(lines) else ""
    rest = lines[mark.line][mark.column :] if mark.line < len(lines) else ""
    quote = phrase("put the whole text in quotes")
    if "unexpected end of stream" in problem:
        return phrase("this quotation mark is never closed"), phrase("write the second one"), True
    if "',' or ']'" in problem:
        return (
            phrase("this list is not closed, or lacks a comma"),
            phrase("write it as [1, 2]"),
            True,
        )
    if "',' or '}'" in problem:
        return (
            phrase("this mapping is not closed, or lacks a comma"),
            phrase("write it as {ko: …, en: …}"),
            True,
        )
    if "mapping values are not allowed" in problem:
        return (
            phrase("a colon stands here where no key can be"),
            phrase("check the indentation of this line and the one above, or {quote}", quote=quote),
            False,
        )
    if "unknown escape" in problem or "hexadecimal" in problem or "hexdecimal" in problem:
        return (
            phrase("a backslash in double quotes begins an escape, and this is none"),
            phrase("use single quotes, or write \\\\"),
            False,
        )
    if "Unicode character escape" in problem:
        return (
            phrase("this escape is half a character or none"),
            phrase("type the character itself"),
            False,
        )
    if "incompatible YAML" in problem:
        return (
            phrase("this version of YAML is not read"),
            phrase("write %YAML 1.2, or leave the line out"),
            False,
        )
    if "sequence entries are not allowed" in problem:
        return (
            phrase("a list cannot begin here"),
            phrase("put each “- ” on a line of its own"),
            False,
        )
    if "cannot start any token" in problem:
        return phrase("a value cannot begin with {found}", found=found), quote, False
    if "'-' indicator" in problem or ("expected <block end>" in problem and found == "-"):
        return (
            phrase("this line is indented like the list above but does not begin with “- ”"),
            phrase("indent it as far as the other keys of its item"),
            False,
        )
    if "find expected ':'" in problem:
        return (
            phrase("this line is no key: value"),
            phrase("write a colon and a space after the key"),
            True,
        )
    if "expected key" in problem or "expected <block end>" in problem:
        if rest.startswith(("]", "}")):
            return phrase("this {found} closes nothing", found=found), phrase("delete it"), False
        if lines[mark.line][: mark.column].strip():
            return phrase("this stands after the end of the value"), quote, False
        return (
            phrase("the indentation of this line fits no line above"),
            phrase("indent it as far as its neighbours"),
            False,
        )
    if "node content" in problem:
        return (
            phrase("a value is missing before {found}", found=found or phrase("the end")),
            quote,
            False,
        )
    if "maximum nesting" in problem:
        return phrase("far too many levels are nested here"), phrase("make it flatter"), False
    if "comment or line break" in problem or "chomping" in problem:
        return (
            phrase("the text of a block begins on the next line"),
            phrase("press Enter after | or >"),
            False,
        )
    if "alphabetic or numeric" in problem:
        sign = lines[mark.line][mark.column - 1 : mark.column]
        return phrase("a name is missing after {sign}", sign=sign), quote, False
    return (
        phrase("this cannot be read as YAML"),
        phrase("check the quotes, colons and indentation here"),
        False,
    )
