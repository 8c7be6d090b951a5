"""What an author should look at again, though nothing is wrong with the language of it.

- a number typed into a text that is no value computed in its scene (`language.numerals` says which
  numbers are looked at, `language.scene_facts` what is computed). A scene without numbers of its
  own, such as a summary, may speak of all that the storyboard computes. ``{5}`` is computed too:
  so an author says that a number stands for itself;
- a text that is written once for a film in several languages, and is in one of them;
- a matrix or vector that nothing refers to;
- a scene in which nothing is said and which shows no text of its own.

All of these are notices.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from algebra.expression_names import letter
from algebra.expressions import ExpressionError, Purse, evaluate
from algebra.matrices import Matrix
from algebra.wording import phrase, together, worded
from language import nodes, particles
from language.definitions import Definitions
from language.formats import plain
from language.kind import RESERVED_KEYS
from language.model import SceneSpec
from language.numerals import Numeral, equations, numerals
from language.places import Place
from language.report import Report
from language.says import Leaf
from language.scene_facts import (
    Fact,
    computed,
    counts,
    matrices_in,
    nearest,
    of_matrix,
    written_numbers,
)
from language.suggest import full_width
from language.text import without_spec
from language.values import LANGUAGES


@dataclass(frozen=True, slots=True)
class ReadScene:
    """A scene with the node it was read from and its texts as written."""

    spec: SceneSpec
    node: nodes.Mapping
    leaves: tuple[Leaf, ...]


_WORD = re.compile("[A-Za-z_][A-Za-z0-9_]*")
_COMPUTED = re.compile(r"\\[${}]|\\val\{([^{}]*)\}|\{([^{}$]*)\}")
_FORMULA = re.compile(r"(?<!\\)\$((?:\\.|[^$\\])*)\$", re.DOTALL)
_TRACE = re.compile(r"trace|대각합|트레이스|\\tr\b|고윳?값|eigenvalue", re.IGNORECASE)


class Lint:
    """Looks through one storyboard that was read without an error; notices go to the report."""

    def __init__(
        self,
        named: Definitions,
        head: Sequence[Leaf],
        scenes: Sequence[ReadScene],
        report: Report,
    ) -> None:
        self.named = named
        self.head = head
        self.scenes = scenes
        self.report = report
        self.purse = Purse()
        self.everything: tuple[Fact, ...] | None = None

    def run(self, file: str, claims: nodes.Node | None) -> None:
        """All that there is to notice; ``claims`` is the storyboard's section of that name."""
        self._unused(file, claims)
        self._numbers(self.head, None)
        for scene in self.scenes:
            self._numbers(scene.leaves, scene)
        for leaf in chain(self.head, *(scene.leaves for scene in self.scenes)):
            self._one_language(leaf)
        self._silence()

    # Numbers.

    def _numbers(self, leaves: Sequence[Leaf], scene: ReadScene | None) -> None:
        facts: tuple[Fact, ...] | None = None
        for leaf in leaves:
            template = leaf.node.source
            for equation in equations(template):
                self._equation(leaf, equation.left, equation.number)
            for number in numerals(template):
                if full_width(number.written) is not None:
                    self._full_width(leaf, number)
                    continue
                if facts is None:
                    facts = self._facts(scene)
                if not any(fact.is_meant_by(number) for fact in facts):
                    self._tell(leaf, number, facts, "scene" if scene else "storyboard")

    def _tell(self, leaf: Leaf, number: Numeral, facts: Sequence[Fact], where: str) -> None:
        near = nearest(number, facts)
        kept = phrase("{{{source}}} if it stands for itself", source=number.source)
        cure = phrase("write {kept}", kept=kept)
        if near is not None and near.source:
            cure = phrase(
                "write {{{source}}} if {value} is meant, or {kept}",
                source=near.source,
                value=plain(near.value),
                kept=kept,
            )
        elif near is not None:
            cure = phrase("the nearest is {value}; {cure}", value=plain(near.value), cure=cure)
        self.report.notice(
            leaf.node.at(number.offset),
            phrase(
                "{written} is typed, and nothing computed in this {where} is {written}",
                written=number.written,
                where=worded(where),
            ),
            cure,
        )

    def _full_width(self, leaf: Leaf, number: Numeral) -> None:
        plain_digits = unicodedata.normalize("NFKC", number.written)
        self.report.notice(
            leaf.node.at(number.offset),
            phrase("{written} is typed in full-width digits", written=number.written),
            phrase("type {plain_digits} instead", plain_digits=plain_digits),
        )

    def _equation(self, leaf: Leaf, left: str, number: Numeral) -> None:
        source = self._expression(left)
        if source is None:
            return
        try:
            value = evaluate(source, self.named.values, self.purse)
        except ExpressionError:
            return
        if isinstance(value, Matrix | tuple | bool) or Fact(value, source).is_meant_by(number):
            return
        self.report.notice(
            leaf.node.at(number.offset),
            phrase(
                "{written} is typed, and {source} is {value}",
                written=number.written,
                source=source,
                value=plain(value),
            ),
            phrase("write \\val{{{source}}}", source=source),
        )

    def _expression(self, latex: str) -> str | None:
        """The expression that is the left side of an equation, if it is one fact of one name."""
        latex = re.sub(r"\\(?:left|right|,|!|;| )", "", latex).strip()
        for form, source in _LEFT_SIDES.items():
            found = re.fullmatch(form, latex)
            if found:
                for name in self.named.values:
                    if found[1].strip("() ") in (letter(name), name):
                        return source.format(name)
        return None

    def _facts(self, scene: ReadScene | None) -> tuple[Fact, ...]:
        """What a scene computes; without numbers of its own, and for the title, all of it."""
        if scene is not None and self._has_numbers(scene):
            return tuple(self._own_facts(scene))
        if self.everything is None:
            own = chain.from_iterable(self._own_facts(each) for each in self.scenes)
            names = self._of_names(self.named.values, self._speaks_of_traces(self._all_leaves()))
            self.everything = (*own, *names)
        return self.everything

    def _all_leaves(self) -> tuple[Leaf, ...]:
        return (*self.head, *chain.from_iterable(scene.leaves for scene in self.scenes))

    def _has_numbers(self, scene: ReadScene) -> bool:
        return next(matrices_in(scene.spec.params), None) is not None

    def _own_facts(self, scene: ReadScene) -> Iterator[Fact]:
        sources = [source for leaf in scene.leaves for source in _expressions(leaf.node.source)]
        yield from computed(sources, self.named.values, self.purse)
        written = [node.source for node in _without_texts(scene)]
        names = {name for source in (*sources, *written) for name in _WORD.findall(source)}
        with_trace = self._speaks_of_traces(scene.leaves)
        yield from self._of_names(names, with_trace)
        for matrix in matrices_in(scene.spec.params):
            yield from of_matrix(matrix, "", with_trace)
        yield from counts(scene.spec.params)
        for source in written:
            yield from written_numbers(source)

    def _of_names(self, names: Mapping[str, Matrix] | set[str], with_trace: bool) -> Iterator[Fact]:
        """The facts of those of the storyboard's matrices that are among ``names``."""
        for name, matrix in self.named.values.items():
            if name in names:
                yield from of_matrix(matrix, name, with_trace)
                for scalar in _scalars(self.named.nodes[name]):
                    yield from written_numbers(scalar.source)

    def _speaks_of_traces(self, leaves: Sequence[Leaf]) -> bool:
        return any(_TRACE.search(leaf.node.source) for leaf in leaves)

    # What is not used, not said, or said in one language only.

    def _unused(self, file: str, claims: nodes.Node | None) -> None:
        used: set[str] = set()
        for scalar in chain(
            *(_scalars(node) for node in self.named.nodes.values()),
            _scalars(claims) if claims is not None else (),
            *(_without_texts(scene) for scene in self.scenes),
        ):
            used.update(_WORD.findall(scalar.source))
        for leaf in self._all_leaves():
            for source in (*_expressions(leaf.node.source), *_FORMULA.findall(leaf.node.source)):
                used.update(_WORD.findall(source))
        for name, place in self.named.places.items():
            # what an included file shares, other storyboards may use
            if name not in used and name in self.named.values and place.file == file:
                self.report.notice(
                    place, phrase("nothing refers to {name}", name=name), "use it or leave it out"
                )

    def _one_language(self, leaf: Leaf) -> None:
        languages = self.named.languages
        if leaf.language is not None or len(languages) < 2:
            return
        words = re.sub(r"\{[^{}]*\}", " ", _FORMULA.sub(" ", leaf.node.source))
        is_korean = re.search("[가-힣]", words) is not None
        if is_korean or len(re.findall("[A-Za-z]{2,}", words)) >= 3:
            mine = "ko" if is_korean else "en"
            others = [LANGUAGES[code] for code in languages if code != mine]
            if others and mine in languages:
                self.report.notice(
                    leaf.node.at(0),
                    phrase(
                        "this text is {languages}, and is used in {others} too",
                        languages=LANGUAGES[mine],
                        others=together(others),
                    ),
                    "write it as {ko: …, en: …}",
                )

    def _silence(self) -> None:
        silent = [
            scene
            for scene in self.scenes
            if all(beat.say is None for beat in scene.spec.beats) and not _shows_text(scene)
        ]
        spoken = any(beat.say for scene in self.scenes for beat in scene.spec.beats)
        if not silent:
            return
        if not spoken and len(silent) > 1:
            self._tell_silence(
                silent[0].node.place, phrase("in any of the {length} scenes", length=len(silent))
            )
            return
        for scene in silent:
            self._tell_silence(scene.node.place, "in this scene")

    def _tell_silence(self, place: Place, where: str) -> None:
        self.report.notice(
            place, phrase("nothing is said {where}", where=worded(where)), "write say: …"
        )


_NAME = r"(\\?[A-Za-z]+(?:\{[A-Za-z]+\})?(?:_\{?[A-Za-z0-9]+\}?)?|\([A-Za-z]+\))"
_LEFT_SIDES: Mapping[str, str] = {
    rf"\\det\s*{_NAME}": "det({})",
    rf"\\operatorname\{{det\}}\s*{_NAME}": "det({})",
    rf"(?:\\rank|\\(?:operatorname|mathrm)\{{rank\}})\s*{_NAME}": "rank({})",
    rf"(?:\\tr|\\(?:operatorname|mathrm)\{{tr\}})\s*{_NAME}": "trace({})",
    rf"\\dim\s*\\ker\s*{_NAME}": "nullity({})",
    rf"\\[lr]vert\s*\\det\s*{_NAME}\s*\\[lr]vert": "abs(det({}))",
    rf"\\[lr]Vert\s*{_NAME}\s*\\[lr]Vert": "norm({})",
}
"""LaTeX for one fact of one named matrix or vector, and the expression for it."""


def _expressions(template: str) -> Iterator[str]:
    """The expressions in the braces of a text."""
    for found in _COMPUTED.finditer(template):
        inner = found[1] if found[1] is not None else found[2]
        if inner and not particles.is_pair(inner.strip()):
            yield without_spec(inner)[0]


def _scalars(node: nodes.Node) -> Iterator[nodes.Scalar]:
    match node:
        case nodes.Scalar():
            yield node
        case nodes.Sequence():
            for item in node.items:
                yield from _scalars(item)
        case nodes.Mapping():
            for entry in node.entries:
                yield from _scalars(entry.value)


def _without_texts(scene: ReadScene) -> Iterator[nodes.Scalar]:
    """The values of a scene's params that are no texts."""
    texts = {leaf.node.place for leaf in scene.leaves}
    for entry in scene.node.entries:
        if entry.key not in RESERVED_KEYS:
            yield from (scalar for scalar in _scalars(entry.value) if scalar.place not in texts)


def _shows_text(scene: ReadScene) -> bool:
    """Does the scene show a text among its params, as cards and summaries do?"""
    reserved = {
        scalar.place
        for entry in scene.node.entries
        if entry.key in RESERVED_KEYS
        for scalar in _scalars(entry.value)
    }
    return any(leaf.node.place not in reserved for leaf in scene.leaves)
