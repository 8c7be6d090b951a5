"""The names that a storyboard defines: its matrices and vectors."""

from __future__ import annotations

import keyword
import re

from algebra.expression_names import letter
from algebra.expressions import RESERVED_NAMES
from algebra.matrices import Matrix
from algebra.wording import phrase, worded
from language import nodes
from language.nodes import Node, plain
from language.places import Place
from language.report import Report
from language.values import Refused, Surroundings, describe, read_matrix

MOST_ENTRIES = 33_554_432
"""Entries of all named matrices together: 256 MiB as floats, two of the largest that there are."""

_NAME = re.compile("[A-Za-z][A-Za-z0-9_]{0,39}")


def why_not_a_name(name: str) -> tuple[str, str] | None:
    """What is wrong with a name and what to do about it; None if nothing is."""
    shown = f"“{name[:40]}”"
    if name in RESERVED_NAMES:
        return phrase("{shown} is already the name of a function", shown=shown), phrase(
            "choose another name"
        )
    if keyword.iskeyword(name):
        return phrase("{shown} has a meaning of its own in expressions", shown=shown), phrase(
            "choose another name"
        )
    if not _NAME.fullmatch(name):
        return (
            phrase("{shown} cannot be a name", shown=shown),
            phrase(
                "use letters a-z and A-Z, digits and _, with a letter first and at most 40 in all"
            ),
        )
    return None


class Definitions:
    """The names that the storyboard defines, in its order, each usable by those that follow."""

    def __init__(self, report: Report, languages: tuple[str, ...]) -> None:
        self.report = report
        self.languages = languages
        self.values: dict[str, Matrix] = {}
        self.places: dict[str, Place] = {}
        self.nodes: dict[str, Node] = {}
        self.entries = 0
        report.defined = self.places

    def read(self, entry: nodes.Entry | None, noun: str) -> dict[str, Matrix]:
        """The matrices of one section; ``noun`` is "matrix" or "vector"."""
        if entry is None:
            return {}
        sample = "A: [[2, 1], [0, 3]]" if noun == "matrix" else "x: [1, 1]"
        definitions = self.report.mapping(
            entry.value,
            phrase("a mapping of names to {plural}", plural=_plural(noun)),
            phrase("write {sample}", sample=sample),
            None,
        )
        self.report.later = {name: definition.place for name, definition in definitions.items()}
        read = {}
        for name, definition in definitions.items():
            matrix = self._define(name, definition, noun)
            self.report.later.pop(name, None)
            if matrix is not None:
                read[name] = matrix
        return read

    def _define(self, name: str, definition: nodes.Entry, noun: str) -> Matrix | None:
        matrix = self._value(definition.value, noun)
        refusal = self._refusal(name, definition.place)
        if refusal is not None:
            self.report.error(definition.place, *refusal)
            return None
        self.places[name] = definition.place
        self.nodes[name] = definition.value
        if matrix is None:
            self.report.broken.add(name)
            return None
        self.values[name] = matrix.named(letter(name))
        return self.values[name]

    def _refusal(self, name: str, place: Place) -> tuple[str, str] | None:
        if name in self.places:
            where = self.places[name].seen_from(place.file)
            return phrase(
                "the name {name} is already taken in {where}", name=name, where=where
            ), phrase("choose another name")
        return why_not_a_name(name)

    def _value(self, node: Node, noun: str) -> Matrix | None:
        around = Surroundings(self.values, self.languages, purse=self.report.purse)
        try:
            matrix = read_matrix(plain(node), around, phrase("a {noun}", noun=worded(noun)))
        except Refused as refused:
            self.report.refuse(node, refused)
            return None
        self.entries += matrix.shape[0] * matrix.shape[1]
        if self.entries > MOST_ENTRIES:
            self.report.error(
                node.place,
                phrase(
                    "with this {noun} the names have more than {most_entries:,} entries together",
                    noun=worded(noun),
                    most_entries=MOST_ENTRIES,
                ),
                "name smaller ones",
            )
            return None
        if noun == "vector" and matrix.shape[1] != 1:
            self.report.error(
                node.place,
                phrase("a vector is needed here; this is {matrix}", matrix=describe(matrix)),
                "write its numbers, as in [1, 1], or name it under matrices",
            )
            return None
        return matrix


def _plural(noun: str) -> str:
    return phrase("matrices") if noun == "matrix" else phrase("vectors")
