"""Formulas as readable Unicode, for captions, metadata and for choosing Korean particles.

pylatexenc parses the LaTeX; its own text output is not used for structure, because it drops the
names of functions (``\\det A`` became "A"), the brackets of fractions and all indices.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pylatexenc.latex2text import get_default_latex_context_db
from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexSpecialsNode,
    LatexWalker,
    LatexWalkerParseError,
)
from pylatexenc.macrospec import (
    EnvironmentSpec,
    LatexContextDb,
    MacroSpec,
    std_environment,
    std_macro,
    std_specials,
)

from language.symbols import (
    ACCENTS,
    BLACKBOARD,
    DROPPED,
    FRACTIONS,
    FUNCTIONS,
    LOWER,
    SPACES,
    SYMBOLS,
    TEXTS,
    UPPER,
)


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of markup: plain text with its escapes undone, or the LaTeX between two dollars."""

    content: str
    is_math: bool


def segments(markup: str) -> tuple[Segment, ...]:
    """The pieces of resolved markup, in order; empty pieces of plain text are left out.

    A dollar without a partner is plain text: `language.text.resolve` lets none through.
    """
    found = []
    end = 0
    for formula in re.finditer(r"(?<!\\)\$((?:\\.|[^$\\])*)\$", markup, re.DOTALL):
        found.append(Segment(_unescaped(markup[end : formula.start()]), False))
        found.append(Segment(formula[1], True))
        end = formula.end()
    found.append(Segment(_unescaped(markup[end:]), False))
    return tuple(piece for piece in found if piece.content or piece.is_math)


def _unescaped(text: str) -> str:
    return re.sub(r"\\([${}])", r"\1", text)


def plain_text(markup: str) -> str:
    """Resolved markup as plain Unicode text: formulas readable, nothing left of the markup."""
    return "".join(
        readable(piece.content) if piece.is_math else piece.content for piece in segments(markup)
    )


@lru_cache(maxsize=1024)
def readable(latex: str) -> str:
    """LaTeX math as one line of Unicode: "A⁻¹", "det A = 6", "1/3", "[[2, 1], [0, 3]]".

    Never fails: what cannot be parsed is shown without its backslashes and braces.
    """
    try:
        nodes, _, _ = LatexWalker(
            latex, latex_context=_GRAMMAR, tolerant_parsing=False
        ).get_latex_nodes()
        return unicodedata.normalize("NFC", _tidy(_line(nodes)))
    except (LatexWalkerParseError, RecursionError):
        return re.sub(r"[\\{}$]", "", latex)


_RELATIONS = "=≠<>≤≥≈≡∼→↦⇒⇔∈∉⊂⊆∪∩←≅"
_BINARY = "+−×·±⊕⊗∘"


def _grammar() -> LatexContextDb:
    """The macros that take arguments in formulas, and nothing else of LaTeX.

    pylatexenc's own table also holds \\verb, \\def or \\input, which have no business in a formula.
    """
    one = ["mathbb", "mathrm", "mathbf", "mathsf", "mathit", "mathcal", "mathtt", "boldsymbol"]
    macros = [std_macro(name, "{") for name in (*one, *TEXTS, *ACCENTS)]
    macros += [std_macro(name, "{{") for name in FRACTIONS]
    macros += [std_macro("sqrt", "[{"), std_macro("operatorname", "*{")]
    macros += [std_macro("xrightarrow", "[{"), std_macro("\\", "*[")]
    grammar = LatexContextDb()
    grammar.add_context_category(
        "mathematics",
        macros=macros,
        environments=[std_environment("array", "[{")],
        specials=[std_specials(mark) for mark in ("&", "~", "''")],
    )
    grammar.set_unknown_macro_spec(MacroSpec(""))
    grammar.set_unknown_environment_spec(EnvironmentSpec(""))
    return grammar


_GRAMMAR = _grammar()
_LETTERS = get_default_latex_context_db()

_Node = Any  # pylatexenc ships no types


def _line(nodes: Sequence[_Node]) -> str:
    """The nodes one after the other, with what ^ and _ raise or lower."""
    text = ""
    pieces = list(_pieces(nodes))
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        index += 1
        if piece not in ("^", "_"):
            text += piece
            continue
        while index < len(pieces) and pieces[index].isspace():
            index += 1
        script = _tidy(pieces[index]) if index < len(pieces) else ""
        index += 1
        text = text.rstrip(" \u2062") + _script(piece, script)
    return text


def _script(kind: str, content: str) -> str:
    """An exponent or index in small figures where Unicode has them, else after ^ or _."""
    # The figures need no spaces, "n + 1" does.
    tight = content.replace(" ", "")
    known = UPPER if kind == "^" else LOWER
    word = tight.isalpha() and len(tight) > 1
    if not word and all(character in known for character in tight):
        return "".join(known[character] for character in tight)
    if kind == "_" and tight.isalnum():
        return f"_{content}"
    return f"{kind}{content}" if len(tight) == 1 else f"{kind}({content})"


def _pieces(nodes: Sequence[_Node]) -> Iterator[str]:
    """Single characters, and whole macros, groups and environments, as text."""
    after_delimiter = False
    for node in nodes:
        if isinstance(node, LatexCharsNode):
            for character in node.chars:
                if after_delimiter and character == ".":
                    after_delimiter = False
                    continue
                after_delimiter = False
                yield " " if character.isspace() else {"-": "−", "'": "′"}.get(character, character)
        elif isinstance(node, LatexGroupNode):
            yield _line(node.nodelist)
        elif isinstance(node, LatexMathNode):
            yield _tidy(_line(node.nodelist))
        elif isinstance(node, LatexEnvironmentNode):
            yield _environment(node)
        elif isinstance(node, LatexSpecialsNode):
            yield {"&": " ", "~": " ", "''": "″"}.get(node.specials_chars, node.specials_chars)
        elif isinstance(node, LatexMacroNode):
            after_delimiter = node.macroname in ("left", "right")
            yield from _macro(node)


def _arguments(node: _Node) -> list[_Node]:
    found = node.nodeargd.argnlist if node.nodeargd is not None else []
    return [argument for argument in found or [] if argument is not None]


def _macro(node: _Node) -> Iterator[str]:
    name = node.macroname
    given = _arguments(node)
    inner = [_tidy(_line([argument])) for argument in given]
    if name in DROPPED:
        return
    if name in SPACES:
        yield " "
    elif name in FRACTIONS and len(inner) == 2:
        # what follows is no part of the denominator: 1/2 x
        yield f"{_grouped(inner[0])}/{_grouped(inner[1])}\u2062"
    elif name == "sqrt" and inner:
        sign = {"3": "∛", "4": "∜"}.get(inner[0], "√") if len(inner) == 2 else "√"
        yield sign + _grouped(inner[-1])
    elif name in ACCENTS and inner:
        yield inner[0] + ACCENTS[name]
    elif name == "mathbb" and inner:
        yield inner[0].translate(BLACKBOARD)
    elif name in TEXTS and given:
        yield from _text_argument(given[-1])
    elif name in SYMBOLS:
        yield SYMBOLS[name]
    elif name in FUNCTIONS or name == "operatorname":
        # A function's name keeps its distance: "det A", but "det(A)".
        yield f"\u2061{inner[-1] if inner else name}\u2062"
    elif inner:
        yield inner[-1]
    else:
        # Greek letters and signs: only the table is used, none of its rules is run.
        letter = getattr(_LETTERS.get_macro_spec(name), "simplify_repl", None)
        yield letter if isinstance(letter, str) and "%" not in letter else ""


def _text_argument(node: _Node) -> Iterator[str]:
    """Words inside a formula: their spaces stay, a formula inside them is a formula again."""
    for part in node.nodelist if isinstance(node, LatexGroupNode) else [node]:
        if isinstance(part, LatexCharsNode):
            yield re.sub(r"\s+", "\u00a0", part.chars)
        else:
            yield _tidy(_line([part]))


def _environment(node: _Node) -> str:
    """A matrix as [[2, 1], [0, 3]], a column as (3, 3), anything else row by row."""
    rows: list[list[list[_Node]]] = [[[]]]
    for part in node.nodelist:
        if isinstance(part, LatexMacroNode) and part.macroname == "\\":
            rows.append([[]])
        elif isinstance(part, LatexSpecialsNode) and part.specials_chars == "&":
            rows[-1].append([])
        else:
            rows[-1][-1].append(part)
    cells = [[_tidy(_line(cell)) for cell in row] for row in rows]
    cells = [row for row in cells if any(row)]
    if "matrix" in node.environmentname:
        if all(len(row) == 1 for row in cells):
            return "(" + ", ".join(row[0] for row in cells) + ")"
        return "[" + ", ".join("[" + ", ".join(row) + "]" for row in cells) + "]"
    return "; ".join(" ".join(row) for row in cells)


def _grouped(text: str) -> str:
    """In brackets if it has several terms or factors."""
    simple = re.fullmatch(r"−?[\w.,√]+|\(.*\)|.", text)
    return text if simple else f"({text})"


def _tidy(text: str) -> str:
    """Spaces as a printer would set them."""
    text = re.sub(rf"\u2062? *([{re.escape(_RELATIONS)}]) *", r" \1 ", text)
    # + and − are operators only after something; at the start or after ( or = they are signs.
    operand = r"[\w)\]}′°‖|ᵀ⁰-⁹¹²³₀-₉\u0300-\u036f\u20d7\u2062]"
    text = re.sub(rf"(?<={operand}) *([{re.escape(_BINARY)}]) *", r" \1 ", text)
    text = text.replace("\u2062\u2061", " ")  # one function of another: dim im A
    text = re.sub(r"(?<=[\w)\]])\u2061|\u2062(?=[\w√‖[])", " ", text)
    text = re.sub(r"[\u2061\u2062]", "", text)
    text = re.sub(r"‖ *([^‖]*?) *‖", r"‖\1‖", text)
    text = re.sub(r"([(\[⟨]) +", r"\1", text)
    text = re.sub(r" +([)\]⟩,])", r"\1", text)
    return re.sub(r" +", " ", text).strip(" ").replace("\u00a0", " ")
