"""Collects what is wrong with a storyboard while it is read, each fault at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from algebra.expression_syntax import UnknownName
from algebra.expressions import Purse
from algebra.wording import one_by_one, phrase, worded
from language import nodes
from language.nodes import Node, find, plain
from language.places import Fault, Faults, Place
from language.suggest import did_you_mean, full_width, name_full_width
from language.values import Refused, describe

MOST_FAULTS = 200
"""Reading stops at so many: nobody mends more in one go."""

_WORD = re.compile("[A-Za-z_][A-Za-z0-9_]*")


class Report:
    """The faults of one file. At one place only the first error is kept: the rest follows from it.

    Names whose definition failed are ``broken``: an error in what refers to one is left out, for it
    says nothing new. Names ``later`` in the file than what is being read get advice of their own.
    ``defined`` are the places of the names; one whose shape did not fit once is ``misshapen``, and
    whatever else its shape does not fit is left out as well.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.errors: dict[Place, Fault] = {fault.place: fault for fault in faults}
        self.lacks: list[Fault] = []
        self.notices: list[Fault] = []
        self.broken: set[str] = set()
        self.later: dict[str, Place] = {}
        self.defined: Mapping[str, Place] = {}
        self.misshapen: set[str] = set()
        self.purse = Purse()

    def error(self, place: Place, what: str, cure: str = "") -> None:
        """Record an error; raises :class:`Faults` when there are far too many.

        It does so, too, when expressions have used up the storyboard's purse: then this error says
        so, and whatever is read after it would say the same.
        """
        self.errors.setdefault(place, Fault(place, what, cure))
        if self.purse.is_empty or len(self.errors) + len(self.lacks) >= MOST_FAULTS:
            raise self.faults()

    def missing(self, place: Place, what: str, cure: str) -> None:
        """Record that something is left out of what begins at ``place``, whatever else is there."""
        self.lacks.append(Fault(place, what, cure))

    def faults(self) -> Faults:
        """All errors, to be raised."""
        return Faults((*self.lacks, *self.errors.values()))

    def notice(self, place: Place, what: str, cure: str = "") -> None:
        """Record something that does not stop the film."""
        self.notices.append(Fault(place, what, cure, "notice"))

    def refuse(self, node: Node, refused: Refused) -> None:
        """Record the faults of the value of this node."""
        for single in refused.all:
            target = find(node, single.trail)
            if not isinstance(target, nodes.Scalar):
                self.error(target.place, single.what, single.cure)
                continue
            if self.broken.intersection(_WORD.findall(target.source)):
                continue
            found = _WORD.match(target.source, single.offset)
            is_unknown = isinstance(single.what, UnknownName)
            if is_unknown and found is not None and found[0] in self.later:
                where = self.later[found[0]].seen_from(target.place.file)
                self.error(
                    target.at(single.offset),
                    phrase(
                        "{found} is used before it is defined in {where}",
                        found=found[0],
                        where=where,
                    ),
                    "write the definition further up",
                )
                continue
            place = target.at(single.offset)
            names = [name for name in single.shapes_of if name in self.defined]
            if self.misshapen.isdisjoint(names):
                self.misshapen.update(names)
                self.error(place, single.what, self._with_definitions(single.cure, names, place))

    def _with_definitions(self, cure: str, names: Iterable[str], place: Place) -> str:
        """The cure, and where these names are defined."""
        where = [
            phrase(
                "{name} is defined in {where}",
                name=name,
                where=self.defined[name].seen_from(place.file),
            )
            for name in names
        ]
        return one_by_one((worded(cure), *where))

    def wrong_type(self, node: Node, need: str, cure: str) -> None:
        """Record that something of another type is needed: ``need`` is "a list of scenes"."""
        if isinstance(node, nodes.Scalar):
            wide = full_width(node.source)
            if wide is not None:
                offset, character, plain_character = wide
                self.error(node.at(offset), *name_full_width(character, plain_character))
                return
        self.error(
            node.place,
            phrase(
                "{need} is needed here; this is {node}",
                need=worded(need),
                node=describe(plain(node)),
            ),
            cure,
        )

    def unknown_key(self, entry: nodes.Entry, known: Iterable[str], where: str) -> None:
        """Record a key that means nothing in ``where`` ("a beat")."""
        wide = full_width(entry.key)
        if wide is not None:
            _, character, plain_character = wide
            self.error(entry.place, *name_full_width(character, plain_character))
            return
        self.error(
            entry.place,
            phrase("“{key}” means nothing in {where}", key=entry.key[:60], where=worded(where)),
            did_you_mean(entry.key, known),
        )

    def mapping(
        self, node: Node, need: str, cure: str, known: Iterable[str] | None, where: str = ""
    ) -> Mapping[str, nodes.Entry]:
        """The entries by key, if this is a mapping; keys that are not ``known`` are recorded."""
        if not isinstance(node, nodes.Mapping):
            self.wrong_type(node, need, cure)
            return {}
        entries = {entry.key: entry for entry in node.entries}
        if known is not None:
            names = list(known)
            for key in entries.keys() - set(names):
                self.unknown_key(entries[key], names, where)
        return entries
