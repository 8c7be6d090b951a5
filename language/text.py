"""Text with values: what a storyboard wrote, and what it says once its values are filled in.

A template is plain text with ``{expression}``, ``{expression:spec}``, particle pairs such as
``{은/는}``, and formulas ``$…$``, whose braces are LaTeX's and whose values are written
``\\val{expression}`` or ``\\val{expression:spec}``. Outside formulas ``\\$``, ``\\{`` and ``\\}``
are the characters themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from algebra.expressions import (
    ExpressionError,
    Purse,
    Value,
    evaluate,
    functions_called,
    names_used,
)
from algebra.matrices import Matrix
from algebra.wording import phrase
from language import formats, particles
from language.escapes import lost_command
from language.formulas import plain_text

LONGEST_TEMPLATE = 10_000
"""Characters of one text: several minutes of speech."""
LONGEST_FORMULA = 1_000
"""Characters of one formula, its values filled in; a 12×12 matrix of fractions has room."""
DEEPEST_FORMULA = 20
"""Braces and environments inside one another."""


@dataclass(frozen=True, slots=True)
class Text:
    """What is shown or said, in one or more languages; values and particles are already filled in.

    ``parts`` pairs a language code with its markup, in the order of the storyboard: Unicode with
    ``$LaTeX$`` segments, in which ``\\$`` is a dollar sign and ``\\{`` ``\\}`` are braces.
    Hashable, and equal when it says the same in the same languages.
    """

    parts: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError("a text needs at least one language")

    @classmethod
    def of(cls, markup: Mapping[str, str]) -> Text:
        """The text of ``{language: markup}``; ValueError if that is empty."""
        return cls(tuple(markup.items()))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages this text is written in, in order."""
        return tuple(language for language, _ in self.parts)

    def has(self, language: str) -> bool:
        """Is there a version in this very language?"""
        return language in self.languages

    def get(self, language: str) -> str:
        """The markup in ``language``, or in the first language if there is none."""
        return dict(self.parts).get(language, self.parts[0][1])

    def plain(self, language: str) -> str:
        """The text for captions and metadata: no markup, formulas as readable Unicode."""
        return plain_text(self.get(language))

    def as_dict(self) -> dict[str, str]:
        """The JSON form; ``Text.of`` reads it back."""
        return dict(self.parts)


class TextError(ValueError):
    """A template cannot be filled in: what is wrong, what to write instead, and where.

    ``offset`` counts characters from the start of the template, from 0; ``shapes_of`` are the names
    whose shapes do not fit, if that is what is wrong.
    """

    def __init__(
        self, what: str, cure: str = "", offset: int = 0, shapes_of: tuple[str, ...] = ()
    ) -> None:
        super().__init__(f"{what}, {cure}" if cure else what)
        self.what = what
        self.cure = cure
        self.offset = offset
        self.shapes_of = shapes_of


def resolve(
    template: str, names: Mapping[str, Value], language: str, purse: Purse | None = None
) -> str:
    """The markup of ``template`` with its values and particles filled in; raises `TextError`.

    Outside formulas a number becomes plain text, a matrix or several vectors a formula. A particle
    pair takes the form that fits what stands before it; in a text of another language than Korean
    it needs Korean words around it.
    """
    if len(template) > LONGEST_TEMPLATE:
        raise TextError(
            phrase(
                "a text of {length:,} characters; {longest_template:,} are allowed",
                length=len(template),
                longest_template=LONGEST_TEMPLATE,
            ),
            "spread it over several beats",
        )
    return _Filling(template, names, language, purse).markup()


@dataclass(slots=True)
class _Filling:
    """One template on its way to markup: how far it is read, and what is written so far."""

    template: str
    names: Mapping[str, Value]
    language: str
    purse: Purse | None = None
    at: int = 0
    written: list[str] = field(default_factory=list)

    def markup(self) -> str:
        lost = lost_command(self.template)
        if lost is not None:
            offset, what, cure = lost
            raise TextError(what, cure, offset)
        while self.at < len(self.template):
            character = self.template[self.at]
            if character == "\\":
                self._backslash()
            elif character == "$":
                self._formula()
            elif character == "{":
                self._value()
            elif character == "}":
                raise TextError(
                    "this } closes nothing", "write \\} for a brace in the text", self.at
                )
            else:
                self.written.append(character)
                self.at += 1
        return "".join(self.written)

    def _backslash(self) -> None:
        following = self.template[self.at + 1 : self.at + 2]
        command = re.match(r"\\[A-Za-z]+", self.template[self.at :])
        if command:
            raise TextError(
                phrase("{command} stands outside a formula", command=command[0]),
                "put the formula between dollar signs, as in $\\det A$",
                self.at,
            )
        size = 2 if following and following in "${}" else 1
        self.written.append(self.template[self.at : self.at + size])
        self.at += size

    def _formula(self) -> None:
        start = self.at
        body = re.compile(r"(?:\\.|[^$\\])*", re.DOTALL).match(self.template, start + 1)
        end = start + 1 if body is None else body.end()
        if self.template[end : end + 1] != "$":
            raise TextError(
                "this $ opens a formula that is not closed",
                "add a $, or write \\$ for a dollar sign",
                start,
            )
        if not self.template[start + 1 : end].strip():
            raise TextError(
                "an empty formula", "write one $ on each side of a formula, \\$ for a dollar", start
            )
        latex = self._with_values(start + 1, end)
        self._measure(latex, start)
        self.written.append(f"${latex}$")
        self.at = end + 1

    def _measure(self, latex: str, start: int) -> None:
        """Refuse a formula that would take long to read or to set."""
        if len(latex) > LONGEST_FORMULA:
            raise TextError(
                phrase(
                    "a formula of {length:,} characters; {longest_formula:,} are allowed",
                    length=len(latex),
                    longest_formula=LONGEST_FORMULA,
                ),
                "split it",
                start,
            )
        depth = 0
        for mark in re.findall(
            r"\\begin(?![A-Za-z])|\\left(?![A-Za-z])|\\end|\\right|\\.|[{}]", latex
        ):
            depth += (mark in ("{", "\\begin", "\\left")) - (mark in ("}", "\\end", "\\right"))
            if depth > DEEPEST_FORMULA:
                raise TextError("this formula is nested too deeply", "split it", start)

    def _with_values(self, start: int, end: int) -> str:
        """The LaTeX from ``start`` to ``end`` with each ``\\val{…}`` filled in."""
        filled = []
        opened: list[int] = []
        at = start
        while at < end:
            if self.template.startswith("\\val{", at):
                close = self.template.find("}", at, end)
                if close < 0:
                    raise TextError("\\val{ is not closed", "add a }", at)
                value, spec, offset = self._computed(at + 4, close)
                # Braces keep −2 and 1/3 together before an exponent and after a subscript.
                filled.append(f"{{{self._formatted(value, spec, offset, formula=True)}}}")
                at = close + 1
                continue
            if re.compile(r"\\val(?![A-Za-z])").match(self.template, at):
                raise TextError("\\val needs an expression in braces", "write \\val{det(A)}", at)
            character = self.template[at]
            if character == "\\":
                filled.append(self.template[at : at + 2])
                at += 2
                continue
            if character == "{":
                opened.append(at)
            elif character == "}":
                if not opened:
                    raise TextError("this } closes nothing", "remove it", at)
                self._refuse_value(opened.pop(), at)
            filled.append(character)
            at += 1
        if opened:
            raise TextError("this { is not closed", "add a }", opened[-1])
        return "".join(filled)

    def _refuse_value(self, opening: int, close: int) -> None:
        """Refuse a group of LaTeX that was meant to be computed: \\frac{det(A)}{2}."""
        inner = self.template[opening + 1 : close]
        if _AS_WORDS.search(self.template[:opening]) or not _is_computed(inner, self.names):
            return
        raise TextError(
            phrase(
                "{{{inner}}} is not computed inside a formula, whose braces are LaTeX's",
                inner=inner,
            ),
            phrase("write \\val{{{inner}}}", inner=inner),
            opening,
        )

    def _value(self) -> None:
        start = self.at
        close = self.template.find("}", start)
        inner = self.template[start + 1 : close]
        if close < 0 or "{" in inner or "$" in inner:
            raise TextError(
                "this { is not closed", "add a }, or write \\{ for a brace in the text", start
            )
        if particles.is_pair(inner.strip()) and not self._is_quotient(inner):
            self.written.append(self._particle(inner.strip(), start))
        elif (refusal := self._hangul(inner.strip())) is not None:
            raise TextError(*refusal, start + 1)
        else:
            value, spec, offset = self._computed(start, close)
            self.written.append(self._formatted(value, spec, offset, formula=False))
        self.at = close + 1

    def _hangul(self, inner: str) -> tuple[str, str] | None:
        """What is wrong with Korean words in braces, which nothing computes; None if nothing is."""
        if not re.search("[ㄱ-ㅎㅏ-ㅣ가-힣]", inner):
            return None
        if not inner.isidentifier() or inner in self.names:
            separated = re.fullmatch(r"([가-힣]+)\s*[|,·∣／\\(]\s*([가-힣]+)\)?", inner)
            pair = separated and "/".join(separated.groups())
            if not pair or particles.forms(pair) is None:
                return None
        else:
            pair = particles.pair_meant(inner)
        if pair is not None:
            return phrase("{{{inner}}} is no pair of particles", inner=inner), phrase(
                "did you mean {{{pair}}} ?", pair=pair
            )
        return (
            phrase("“{inner}” is nothing that could be computed", inner=inner[:40]),
            phrase("write \\{ and \\} for braces in the text"),
        )

    def _is_quotient(self, inner: str) -> bool:
        """넓이/둘레 is a quotient where both are names of the storyboard."""
        return all(name.strip() in self.names for name in inner.split("/"))

    def _particle(self, pair: str, start: int) -> str:
        if particles.forms(pair) is None:
            raise TextError(
                phrase("{pair} is no pair of particles", pair=pair),
                "write 은/는, 이/가, 을/를, 으로/로, 과/와 or 이라/라",
                start + 1,
            )
        before = "".join(self.written)
        around = re.sub(r"\{[^}]*\}", "", self.template)
        if self.language != "ko" and not re.search("[가-힣]", around):
            raise TextError(
                "a Korean particle in a text that is not Korean",
                phrase("remove {{{pair}}}", pair=pair),
                start,
            )
        if not before.strip():
            raise TextError(
                phrase("nothing stands before {{{pair}}}", pair=pair),
                "write the particle itself",
                start,
            )
        return particles.choose(pair, before)

    def _computed(self, opening: int, close: int) -> tuple[Value, str, int]:
        """The value between two braces, its format, and where the format stands."""
        inner = self.template[opening + 1 : close]
        source, spec = without_spec(inner)
        try:
            return evaluate(source, self.names, self.purse), spec, opening + 2 + len(source)
        except ExpressionError as error:
            offset = opening + 1 + error.column
            raise TextError(error.what, error.cure, offset, error.shapes_of) from error

    def _formatted(self, value: Value, spec: str, offset: int, formula: bool) -> str:
        try:
            if formula:
                return formats.latex(value, spec)
            if _is_set_as_formula(value):
                return f"${formats.latex(value, spec)}$"
            return formats.plain(value, spec)
        except formats.FormatError as error:
            raise TextError(error.what, error.cure, offset) from error


_AS_WORDS = re.compile(
    r"\\(?:text\w*|mbox|math(?:rm|tt|sf|it|bf)|operatorname\*?|begin|end|label|tag)\s*$"
)
"""What stands before a group of words: \\mathtt{det(A)} shows what a program says."""


def _is_computed(inner: str, names: Mapping[str, Value]) -> bool:
    """Is a group of a formula an expression and no LaTeX: ``det(A)``, ``A[0, 1]``, ``x:.2f``?

    ``A``, ``n-1`` and ``A + B`` mean the same in both, and are left alone.
    """
    source, spec = without_spec(inner)
    if spec and not formats.SPEC.fullmatch(spec):
        return False
    try:
        used, called = names_used(source), functions_called(source)
    except ExpressionError:
        return False
    if not all(name in names for name in used):
        return bool(called)
    is_marked = bool(spec) or re.search(r"@|\w\s*\[|\.T\b|\*\*", source) is not None
    return bool(called) or (is_marked and bool(used))


def without_spec(inner: str) -> tuple[str, str]:
    """Cut ``A[:, 0]:.2f`` at its last colon outside brackets."""
    depth = 0
    for index, character in enumerate(inner):
        depth += (character in "([") - (character in ")]")
        if character == ":" and depth == 0:
            return inner[:index], inner[index + 1 :].strip()
    return inner, ""


def _is_set_as_formula(value: Value) -> bool:
    """Matrices, vectors and bases are formulas; numbers, one or several, are words of the text."""
    if isinstance(value, tuple):
        return not value or any(_is_set_as_formula(part) for part in value)
    return isinstance(value, Matrix)
