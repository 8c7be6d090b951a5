"""``include:`` brings the matrices and vectors of other files, which storyboards may share.

An included file is YAML with ``matrices:`` and ``vectors:``, and may include others in turn. Faults
in it are told at their place in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from algebra.wording import phrase
from language import nodes
from language.inside import inside
from language.nodes import Allowance, Node, load, plain
from language.places import Place
from language.report import Report
from language.values import Refused, shorten

KEYS = ("include", "matrices", "vectors")
"""The keys of an included file."""

MOST_FILES = 50
"""Files that one storyboard may include, all in all."""

_EXAMPLE = phrase("write include: shared.yaml, or a list of files")


@dataclass(frozen=True, slots=True)
class Included:
    """A file that a storyboard includes: where it is, and its sections."""

    path: Path
    matrices: nodes.Entry | None
    vectors: nodes.Entry | None


class Includes:
    """Reads what a storyboard includes, each file once, after what it includes itself."""

    def __init__(self, storyboard: Path, allowance: Allowance, report: Report) -> None:
        self.root = storyboard.parent
        self.allowance = allowance
        self.report = report
        self.read_so_far: list[Included] = []
        self.seen: set[Path] = {storyboard.resolve()}
        self.open: list[Path] = [storyboard.resolve()]

    def read(self, entry: nodes.Entry | None) -> tuple[Included, ...]:
        """The files that ``include:`` names, and those that they include, in order of need.

        File names are told from the storyboard's folder, in whichever file they stand.
        """
        if entry is not None:
            value = entry.value
            for item in value.items if isinstance(value, nodes.Sequence) else (value,):
                self._include(item)
        return tuple(self.read_so_far)

    def _include(self, item: Node) -> None:
        written = plain(item)
        if not isinstance(item, nodes.Scalar) or not isinstance(written, str):
            self.report.wrong_type(item, "the name of a file", _EXAMPLE)
            return
        try:
            path = self._path(written)
        except Refused as refused:
            self.report.error(item.at(0), refused.what, refused.cure)
            return
        if path in self.open:
            whom = (
                phrase("itself")
                if path == self.open[-1]
                else phrase("a file that includes this one")
            )
            self.report.error(
                item.at(0),
                phrase(
                    "{written} is {whom}: files cannot include in a circle",
                    written=shorten(written),
                    whom=whom,
                ),
                "leave it out",
            )  # fmt: skip -- one message
        elif path not in self.seen:
            self._file(path, item.at(0))

    def _path(self, written: str) -> Path:
        if not written.lower().endswith((".yaml", ".yml")):
            raise Refused(
                phrase("{written} is no YAML file", written=shorten(written)),
                "its name must end in .yaml or .yml",
            )
        return inside(self.root, written)

    def _file(self, path: Path, place: Place) -> None:
        if self.allowance.is_spent:
            return  # which has been told, and of every further file would be told again
        if len(self.seen) > MOST_FILES:
            self.report.error(
                place,
                phrase("more than {most_files} files are included", most_files=MOST_FILES),
                "join some",
            )
            return
        self.seen.add(path)
        name = path.relative_to(self.root.resolve()).as_posix()
        root, faults = load(path, name, self.allowance)
        for fault in faults:
            self.report.error(fault.place, fault.what, fault.cure)
        if root is None:
            if not faults:
                self.report.error(
                    Place(name, 1, 1), "this file is empty", "write matrices: or vectors:"
                )
            return
        entries = self.report.mapping(
            root, "a mapping", "write matrices: or vectors:", KEYS, "an included file"
        )
        self.open.append(path)
        self.read(entries.get("include"))
        self.open.pop()
        included = Included(path, entries.get("matrices"), entries.get("vectors"))
        self.read_so_far.append(included)
