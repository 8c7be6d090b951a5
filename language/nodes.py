"""YAML as a tree whose every node knows its line and column; scalars mean what YAML 1.2 says.

The tree is built here from parse events, not by a loader: so duplicate keys are seen, decimals stay
exact, ``no`` and ``1:30`` stay text, no tag can run code, and budgets on size, depth and aliases
hold before anything is built. https://yaml.org/spec/1.2.2/#103-core-schema defines the scalars.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from algebra.wording import phrase
from language.letters import Written
from language.places import Fault, Place
from language.scalars import Value
from language.scalars import resolve_scalar as resolve_scalar  # for those who read a scalar alone
from language.syntax import Mark, decode, explain, split_lines

LARGEST_FILE = 1_000_000
"""Bytes."""
DEEPEST = 100
"""Collections inside one another, aliases expanded."""
MOST_NODES = 100_000
"""Nodes of the tree, aliases expanded."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value. ``source`` is what stands in the file, without quotes and escapes.

    ``start`` is the place of the first character of the value if the file shows it letter by
    letter on one line, so that a position in the text is a position in the file; else it is None,
    and ``written`` is how the file writes it.
    """

    place: Place
    value: Value
    source: str
    start: Place | None = None
    written: Written | None = field(default=None, compare=False, repr=False)

    def at(self, offset: int) -> Place:
        """The place of a character of the value, as nearly as it is known."""
        if self.start is None:
            found = self.written and self.written.place_of(offset, self.source)
            return Place(self.place.file, found[0] + 1, found[1] + 1) if found else self.place
        return Place(self.start.file, self.start.line, self.start.column + offset)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    place: Place
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a mapping, with its value."""

    key: str
    place: Place
    """Where the key stands."""
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order of the file; no key occurs twice."""

    place: Place
    entries: tuple[Entry, ...]

    def get(self, key: str) -> Entry | None:
        """The entry of this key, if there is one."""
        return next((entry for entry in self.entries if entry.key == key), None)


Node: TypeAlias = Scalar | Sequence | Mapping


def plain(node: Node) -> object:
    """The data of a node without places: None, bool, int, Fraction, str, list, dict."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {entry.key: plain(entry.value) for entry in node.entries}


def find(node: Node, trail: tuple[int | str, ...]) -> Node:
    """The node at the end of a trail of indices and keys; steps that lead nowhere are skipped."""
    for step in trail:
        match node:
            case Sequence() if isinstance(step, int) and 0 <= step < len(node.items):
                node = node.items[step]
            case Mapping() if isinstance(step, str) and (entry := node.get(step)) is not None:
                node = entry.value
    return node


@dataclass(slots=True)
class Allowance:
    """What may still be read: bytes, and nodes of trees. Files that belong together share one."""

    bytes_left: int = LARGEST_FILE
    nodes_left: int = MOST_NODES

    @property
    def is_spent(self) -> bool:
        """Was more wanted than there was?"""
        return self.bytes_left < 0 or self.nodes_left < 0


def load(
    path: Path, name: str = "", allowance: Allowance | None = None
) -> tuple[Node | None, tuple[Fault, ...]]:
    """The tree of a file, and what is wrong with it as YAML; the tree is None if there is none.

    ``name`` is what faults call the file, if not by its own name.
    """
    name = name or path.name
    allowance = allowance or Allowance()
    start = Place(name, 1, 1)
    if path.exists() and not (path.is_file() or path.is_dir()):
        # a pipe may never end, and could not be read a second time for the manifest
        return None, (Fault(start, "this is no file but a pipe or a device", "write it to a file"),)
    try:
        with path.open("rb") as file:
            data = file.read(allowance.bytes_left + 1)
    except OSError as error:
        reason = (
            phrase("does not exist")
            if isinstance(error, FileNotFoundError)
            else phrase("cannot be read")
        )
        return None, (
            Fault(start, phrase("this file {reason}", reason=reason), "check its name and folder"),
        )
    if len(data) > allowance.bytes_left:
        before = phrase(" with those read before it") if allowance.bytes_left < LARGEST_FILE else ""
        allowance.bytes_left = -1
        return None, (
            Fault(
                start,
                phrase(
                    "this file{before} is larger than {largest_file:,} bytes",
                    before=before,
                    largest_file=LARGEST_FILE,
                ),
                "split it into several storyboards",
            ),
        )
    allowance.bytes_left -= len(data)
    text, fault = decode(data, name)
    if fault is not None:
        return None, (fault,)
    return compose(text, name, allowance)


def compose(
    text: str, file: str, allowance: Allowance | None = None
) -> tuple[Node | None, tuple[Fault, ...]]:
    """The tree of YAML text, and its faults. Faults of syntax end the reading; others do not."""
    composer = _Composer(text, file, allowance or Allowance())
    try:
        root = composer.run()
    except _Stop as stop:
        return None, (*composer.faults, stop.fault)
    return root, tuple(composer.faults)


class _Stop(Exception):  # noqa: N818 -- it ends the composing; the fault inside is the error
    """The text cannot be read beyond this fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet."""

    place: Place
    anchor: str | None
    is_mapping: bool
    children: list[Node]
    size: int = 1
    height: int = 1


@dataclass(frozen=True, slots=True)
class _Anchored:
    node: Node
    size: int
    height: int


class _Composer:
    """Builds the tree with a stack of its own: depth never meets Python's recursion limit."""

    def __init__(self, text: str, file: str, allowance: Allowance) -> None:
        self.text = text
        self.allowance = allowance
        self.file = file
        self.lines = split_lines(text)
        self.faults: list[Fault] = []
        self.anchors: dict[str, _Anchored] = {}
        self.stack: list[_Open] = []
        self.root: Node | None = None

    def run(self) -> Node | None:
        documents = 0
        for event in self._events():
            match event:
                case yaml.DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        raise _Stop(
                            self._fault(
                                event, "a second document begins here", "keep one, without ---"
                            )
                        )
                case yaml.ScalarEvent():
                    self._add(self._scalar(event), 1, 0, event.anchor)
                case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                    self._open(event)
                case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                    self._close()
                case yaml.AliasEvent():
                    self._alias(event)
        return self.root

    def _events(self) -> Iterator[Any]:
        # The types of PyYAML's compiled parser are unknown to type checkers, hence Any.
        loader_class: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            loader = loader_class(self.text)
            while loader.check_event():
                yield loader.get_event()
        except yaml.MarkedYAMLError as error:
            marks = [
                None if mark is None else Mark(mark.line, mark.column)
                for mark in (error.context_mark, error.problem_mark)
            ]
            raise _Stop(
                explain(error.problem or "", marks[0], marks[1], self.lines, self.file)
            ) from error
        except yaml.YAMLError as error:
            raise _Stop(explain(str(error), None, None, self.lines, self.file)) from error

    def _place(self, event: Any) -> Place:
        return Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def _fault(self, event: Any, what: str, cure: str) -> Fault:
        return Fault(self._place(event), what, cure)

    def _open(self, event: Any) -> None:
        self._refuse_tag(event)
        if len(self.stack) >= DEEPEST:
            raise _Stop(
                self._fault(
                    event,
                    phrase("more than {deepest} levels are nested here", deepest=DEEPEST),
                    "make it flatter",
                )
            )
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.stack.append(_Open(self._place(event), event.anchor, is_mapping, []))

    def _close(self) -> None:
        done = self.stack.pop()
        node: Node
        if done.is_mapping:
            node = Mapping(done.place, tuple(self._entries(done.children)))
        else:
            node = Sequence(done.place, tuple(done.children))
        self._add(node, done.size, done.height, done.anchor)

    def _add(self, node: Node, size: int, height: int, anchor: str | None) -> None:
        if anchor is not None:
            self.anchors[anchor] = _Anchored(node, size, height)
        self._count(1, node.place)
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        parent.children.append(node)
        parent.size += size
        parent.height = max(parent.height, height + 1)

    def _count(self, more: int, place: Place) -> None:
        self.allowance.nodes_left -= more
        if self.allowance.nodes_left < 0:
            raise _Stop(
                Fault(
                    place,
                    phrase(
                        "this file has more than {most_nodes:,} values "
                        "once its aliases are expanded",
                        most_nodes=MOST_NODES,
                    ),
                    "split it, and let aliases not multiply one another",
                )
            )

    def _alias(self, event: Any) -> None:
        known = self.anchors.get(event.anchor)
        if known is None:
            inside = any(open_.anchor == event.anchor for open_ in self.stack)
            what = (
                phrase("the alias *{anchor} stands inside its own anchor", anchor=event.anchor)
                if inside
                else phrase(
                    "the alias *{anchor} has no anchor &{anchor} above it", anchor=event.anchor
                )
            )
            raise _Stop(self._fault(event, what, "write the value out"))
        if len(self.stack) + known.height > DEEPEST:
            raise _Stop(
                self._fault(
                    event,
                    phrase(
                        "more than {deepest} levels are nested here once aliases are expanded",
                        deepest=DEEPEST,
                    ),
                    "make it flatter",
                )
            )
        self._count(known.size - 1, self._place(event))
        self._add(known.node, known.size, known.height, None)

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None:
            tag = str(event.tag).replace("tag:yaml.org,2002:", "!!")
            self.faults.append(
                self._fault(
                    event,
                    phrase("the tag {tag} is refused: tags are not read", tag=tag[:60]),
                    "leave it out",
                )
            )

    def _entries(self, children: list[Node]) -> Iterator[Entry]:
        seen: dict[str, Place] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar) or key.value is None:
                self.faults.append(Fault(key.place, "a key must be a word", "write key: value"))
                continue
            name = key.source
            if name == "<<":
                self.faults.append(
                    Fault(
                        key.place,
                        "merge keys (<<) are not read",
                        "write the keys out, or give the whole value an alias",
                    )
                )
            elif name in seen:
                self.faults.append(
                    Fault(
                        key.place,
                        phrase(
                            "the key “{name}” stands here again; it is already in line {line}",
                            name=name[:60],
                            line=seen[name].line,
                        ),
                        "keep one of the two",
                    )
                )
            else:
                seen[name] = key.place
                yield Entry(name, key.place, value)

    def _scalar(self, event: Any) -> Scalar:
        self._refuse_tag(event)
        place = self._place(event)
        source = unicodedata.normalize("NFC", event.value)
        if event.style in (None, ""):
            value, fault = resolve_scalar(source)
            if fault is not None:
                self.faults.append(Fault(place, *fault))
            start = place
        else:
            value = source
            start = Place(place.file, place.line, place.column + 1)
        line = self.lines[start.line - 1] if start.line <= len(self.lines) else ""
        is_shown = (
            bool(source)
            and event.style not in ("|", ">")
            and line.startswith(source, start.column - 1)
        )
        if is_shown:
            return Scalar(place, value, source, start)
        first, last = event.start_mark, event.end_mark
        rows = self.lines[first.line : last.line + 1]
        written = Written(
            (rows[0][first.column :], *rows[1:]) if rows else (),
            first.line,
            first.column,
            event.style or "",
        )
        return Scalar(place, value, source, None, written)
