"""From the text of an expression to a syntax tree that holds nothing but arithmetic.

Python's own parser reads the text, so an author writes what numpy users write; nothing is ever
compiled or run. Everything that is no arithmetic on numbers and matrices is refused here, by name,
before anything is computed, and so is everything that is too long or too deep.
"""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

LONGEST_SOURCE = 4_000
"""Characters in one expression."""
MOST_NODES = 3_000
"""Nodes of one syntax tree: a 16×16 matrix of fractions needs about 1,300."""
DEEPEST = 60
"""Levels of one syntax tree. A walk needs some three Python frames a level."""
LONGEST_NUMBER = 300
"""Digits in one written number."""


class ExpressionError(ValueError):
    """An expression cannot be read or computed: what is wrong, what to write instead, and where.

    ``column`` counts characters from the start of the expression, from 0.
    """

    def __init__(self, what: str, cure: str = "", column: int = 0) -> None:
        super().__init__(f"{what}, {cure}" if cure else what)
        self.what = what
        self.cure = cure
        self.column = column


@dataclass(frozen=True, slots=True)
class Parsed:
    """An expression's text with its tree; the tree holds only nodes that `parse` lets through."""

    source: str
    body: ast.expr
    encoded: bytes

    def column(self, node: ast.AST) -> int:
        """Where ``node`` begins: characters from the start of the source, from 0."""
        return self._characters(getattr(node, "col_offset", 0))

    def text(self, node: ast.expr) -> str:
        """The source of ``node``, as written."""
        end = len(self.encoded) if node.end_col_offset is None else node.end_col_offset
        return self.encoded[node.col_offset : end].decode()

    def error(self, what: str, cure: str, node: ast.AST) -> ExpressionError:
        """An error that points at ``node``."""
        return ExpressionError(what, cure, self.column(node))

    def _characters(self, offset: int) -> int:
        # Python counts columns in UTF-8 bytes, people count characters.
        return len(self.encoded[:offset].decode(errors="ignore"))


def short(text: str, otherwise: str) -> str:
    """A piece of source to quote in a message, or other words where it is long."""
    return text if len(text) <= 30 else otherwise


_HABITS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "≈": ("≈ is no comparison here", "did you mean close(x, y, tol)?"),
        "−": ("− is the printed minus sign", "did you mean the hyphen - ?"),
        "–": ("– is a dash", "did you mean the hyphen - ?"),
        "—": ("— is a dash", "did you mean the hyphen - ?"),
        "×": ("× is no operator here", "did you mean @ (matrices) or * (numbers)?"),
        "·": ("· is no operator here", "did you mean @ (matrices) or * (numbers)?"),
        "⋅": ("⋅ is no operator here", "did you mean @ (matrices) or * (numbers)?"),
        "∘": ("∘ is no operator here", "did you mean @ ?"),
        "∗": ("∗ is no operator here", "did you mean * ?"),
        "÷": ("÷ is no operator here", "did you mean / ?"),
        "⁄": ("⁄ is no operator here", "did you mean / ?"),
        "²": ("² is no power here", "did you mean **2 ?"),
        "³": ("³ is no power here", "did you mean **3 ?"),
        "⁻": ("⁻ is no power here", "did you mean inv(A) or **-1 ?"),
        "ᵀ": ("ᵀ is no transpose here", "did you mean A.T ?"),
        "√": ("√ is no function here", "did you mean sqrt(2) ?"),
        "≤": ("≤ is no comparison here", "did you mean <= ?"),
        "≥": ("≥ is no comparison here", "did you mean >= ?"),
        "≠": ("≠ is no comparison here", "did you mean != ?"),
        "°": ("° is not needed", "angles are in degrees: did you mean rotation(90) ?"),
        "^": ("^ is no power here", "did you mean ** (or A.T for the transpose) ?"),
        "'": ("' has no meaning here", "the transpose is A.T, and a text cannot be computed with"),
        '"': ("an expression holds no text", "remove the quotation marks"),
        "\\": ("\\ has no meaning here", "write plain arithmetic such as R @ A or 1/6"),
        "‘": ("‘ has no meaning here", "the transpose is A.T"),
        "’": ("’ has no meaning here", "the transpose is A.T"),
        ";": ("; has no meaning here", "did you mean rows as lists, [[1, 2], [3, 4]] ?"),
        "!": ("! has no meaning here", "did you mean != ?"),
        "∞": ("∞ is not a number", "write a finite number"),
        "π": ("π has no exact form here", "angles are in degrees: did you mean 180 ?"),
        "{": ("{ has no meaning here", "did you mean round or square brackets?"),
        "}": ("} has no meaning here", "did you mean round or square brackets?"),
        "$": ("$ has no meaning here", "write the expression without dollar signs"),
    }
)

_REFUSED_NODES: Mapping[type[ast.AST], tuple[str, str]] = MappingProxyType(
    {
        ast.Lambda: ("a function cannot be defined here", "write the value itself"),
        ast.ListComp: ("a loop cannot be written here", "write the numbers themselves"),
        ast.SetComp: ("a loop cannot be written here", "write the numbers themselves"),
        ast.DictComp: ("a loop cannot be written here", "write the numbers themselves"),
        ast.GeneratorExp: ("a loop cannot be written here", "write the numbers themselves"),
        ast.BoolOp: ("and/or has no meaning here", "write two expressions instead of one"),
        ast.IfExp: ("if has no meaning here", "write the value itself"),
        ast.NamedExpr: (":= has no meaning here", "did you mean == ?"),
        ast.Tuple: ("round brackets hold one value here", "did you mean a list, [1, 2] ?"),
        ast.Starred: ("* before a value has no meaning here", "write the values one by one"),
        ast.JoinedStr: ("an expression holds no text", "remove the quotation marks"),
        ast.Await: ("await has no meaning here", "write plain arithmetic"),
        ast.Yield: ("yield has no meaning here", "write plain arithmetic"),
        ast.YieldFrom: ("yield has no meaning here", "write plain arithmetic"),
        ast.Not: ("not has no meaning here", "write the opposite comparison"),
        ast.Invert: ("~ has no meaning here", "write plain arithmetic"),
        ast.BitXor: ("^ is no power here", "did you mean ** ?"),
        ast.BitOr: ("| has no meaning here", "did you mean det(A) or norm(A)?"),
        ast.BitAnd: ("& has no meaning here", "write two expressions instead of one"),
        ast.FloorDiv: ("// has no meaning here", "did you mean / ?"),
        ast.Mod: ("% has no meaning here", "write plain arithmetic"),
        ast.LShift: ("<< has no meaning here", "did you mean < ?"),
        ast.RShift: (">> has no meaning here", "did you mean > ?"),
        ast.Is: ("is has no meaning here", "did you mean == ?"),
        ast.IsNot: ("is not has no meaning here", "did you mean != ?"),
        ast.In: ("in has no meaning here", "write a comparison such as =="),
        ast.NotIn: ("not in has no meaning here", "write a comparison such as !="),
    }
)

_ALLOWED_NODES = (
    *(ast.Constant, ast.Name, ast.Load, ast.List, ast.Call, ast.keyword),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.MatMult, ast.Pow),
    *(ast.UnaryOp, ast.USub, ast.UAdd, ast.Attribute, ast.Subscript, ast.Slice),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
)


@lru_cache(maxsize=512)
def parse(source: str) -> Parsed:
    """The syntax tree of ``source``; raises `ExpressionError` for all that is no arithmetic.

    Nobody changes a tree after this, so it is kept: a storyboard says the same expression often.
    """
    if len(source) > LONGEST_SOURCE:
        raise ExpressionError(
            f"the expression has {len(source):,} characters; {LONGEST_SOURCE:,} are allowed",
            "split it over several names",
        )
    if not source.strip():
        raise ExpressionError("the expression is empty", "write a number or a name")
    _check_characters(source)
    _check_brackets(source)
    # Python takes white space at the start for indentation, and the rest of it for line ends.
    flat = re.sub(r"\s", " ", source)
    start = len(flat) - len(flat.lstrip())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's advice is for programmers
            body = ast.parse(flat[start:], mode="eval").body
    except SyntaxError as error:
        raise _in_plain_words(error, flat, start) from None
    except (RecursionError, MemoryError, ValueError):
        raise ExpressionError("the expression is nested too deeply", "split it up") from None
    _check_tree(body, start)
    shifted = flat.encode()
    if start:
        for node in ast.walk(body):
            if isinstance(node, ast.expr | ast.keyword):
                node.col_offset += start
                node.end_col_offset = (node.end_col_offset or 0) + start
    parsed = Parsed(source, body, shifted)
    _check_parts(parsed)
    return parsed


def _check_characters(source: str) -> None:
    for column, character in enumerate(source):
        if "！" <= character <= "～":
            plain = unicodedata.normalize("NFKC", character)
            raise ExpressionError(
                f"{character} is a full-width character", f"did you mean {plain} ?", column
            )
        if character == "!" and source[column + 1 : column + 2] == "=":
            continue
        if character in _HABITS:
            what, cure = _HABITS[character]
            raise ExpressionError(what, cure, column)
        if not (character.isascii() or character.isspace()) and (
            not character.isalpha() or unicodedata.normalize("NFKC", character) != character
        ):
            raise ExpressionError(
                f"the character {character} (U+{ord(character):04X}) has no meaning here",
                "write plain letters, digits and operators",
                column,
            )
        if character.isascii() and not (character.isprintable() or character.isspace()):
            raise ExpressionError(
                f"the control character U+{ord(character):04X} has no meaning here",
                "remove it",
                column,
            )
    long_number = re.search(rf"[0-9_]{{{LONGEST_NUMBER + 1},}}", source)
    if long_number:
        raise ExpressionError(
            f"a number of more than {LONGEST_NUMBER} digits",
            "write a shorter number",
            long_number.start(),
        )


def _check_brackets(source: str) -> None:
    depth = 0
    for column, character in enumerate(source):
        depth += (character in "([") - (character in ")]")
        if depth > DEEPEST:
            raise ExpressionError("brackets are nested too deeply", "split it up", column)


def _in_plain_words(error: SyntaxError, source: str, start: int) -> ExpressionError:
    """Python's complaint in the words of this language."""
    message = error.msg or ""
    column = min(max(0, start + (error.offset or 1) - 1), len(source))
    if "too many nested" in message:
        return ExpressionError("brackets are nested too deeply", "split it up", column)
    if "never closed" in message:
        bracket = source[column : column + 1]
        closing = "]" if bracket == "[" else ")"
        return ExpressionError(f"the bracket {bracket} is not closed", f"add a {closing}", column)
    if "unmatched" in message or "does not match" in message:
        bracket = source[column : column + 1]
        return ExpressionError(f"the bracket {bracket} closes nothing", "remove it", column)
    if "leading zeros" in message:
        return ExpressionError("a number begins with 0", "remove the zero", column)
    if "literal" in message:
        return ExpressionError(
            "a number runs into a name", "write an operator between them, as in 2 * A", column
        )
    single = re.search(r"(?<![=!<>:])=(?!=)", source)
    if single and (column == single.start() or "==" in message or "assign" in message):
        return ExpressionError("= compares nothing", "did you mean == ?", single.start())
    if "forgot a comma" in message or re.search(r"[\w)\]]\s+[\w(\[]", source):
        return ExpressionError(
            "an operator or a comma is missing",
            "write @ between matrices, * between numbers, a comma between entries",
            column,
        )
    return ExpressionError("this is not an expression", "check its operators and brackets", column)


def _check_tree(body: ast.expr, start: int) -> None:
    """Count and measure without recursion, so that no tree can exhaust the stack."""
    waiting: list[tuple[ast.AST, int]] = [(body, 1)]
    count = 0
    while waiting:
        node, depth = waiting.pop()
        count += not isinstance(node, ast.Load)
        if depth > DEEPEST:
            column = getattr(node, "col_offset", 0) + start
            raise ExpressionError("the expression is nested too deeply", "split it up", column)
        if count > MOST_NODES:
            raise ExpressionError(
                f"the expression has more than {MOST_NODES:,} parts",
                "split it over several names",
            )
        waiting.extend((child, depth + 1) for child in ast.iter_child_nodes(node))


def _check_parts(parsed: Parsed) -> None:
    """Refuse every node that is no arithmetic, and every attribute but ``.T``."""
    indices = {
        node.slice
        for node in ast.walk(parsed.body)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple)
    }
    for parent in ast.walk(parsed.body):
        for node in (parent, *ast.iter_child_nodes(parent)):
            if node in indices:
                continue  # A[0, 1]: the one place where a tuple is meant
            if type(node) in _REFUSED_NODES:
                what, cure = _REFUSED_NODES[type(node)]
                raise parsed.error(what, cure, node if hasattr(node, "col_offset") else parent)
            if not isinstance(node, _ALLOWED_NODES):
                raise parsed.error("this is not arithmetic", "write plain arithmetic", parent)
        if isinstance(parent, ast.Constant):
            _check_constant(parsed, parent)
        elif isinstance(parent, ast.Attribute) and parent.attr != "T":
            raise parsed.error(
                f".{parent.attr} has no meaning here",
                "only .T, the transpose, may follow a dot",
                parent,
            )
        elif isinstance(parent, ast.Call) and not isinstance(parent.func, ast.Name):
            raise parsed.error(
                f"{short(parsed.text(parent.func), 'this')} is not a function",
                "remove the brackets or write an operator before them",
                parent,
            )
        elif isinstance(parent, ast.Name) and parent.id.startswith("__"):
            raise parsed.error(f"{parent.id} is not a name here", "use names of letters", parent)


def _check_constant(parsed: Parsed, node: ast.Constant) -> None:
    value: object = node.value
    if isinstance(value, bool) or value is None:
        raise parsed.error(f"{value} is not a number", "write a number or a comparison", node)
    if isinstance(value, complex):
        raise parsed.error("only real numbers are known here", "remove the j", node)
    if not isinstance(value, int | float):
        raise parsed.error("an expression holds no text", "write a number or a name", node)
