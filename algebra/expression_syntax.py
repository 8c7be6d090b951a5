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
from dataclasses import dataclass
from functools import lru_cache

from algebra.expression_habits import APPLIED, LIBRARIES, METHODS, REFUSED_NODES, SIGNS
from algebra.wording import Phrase, phrase, worded

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

    ``column`` counts characters from the start of the expression, from 0. ``shapes_of`` are the
    names whose shapes do not fit, if that is what is wrong.
    """

    def __init__(
        self, what: str, cure: str = "", column: int = 0, shapes_of: tuple[str, ...] = ()
    ) -> None:
        super().__init__(f"{what}, {cure}" if cure else what)
        self.what = what
        self.cure = cure
        self.column = column
        self.shapes_of = shapes_of


class UnknownName(Phrase):
    """What is said of a name that nothing defines: a reader of the whole file may know better."""


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

    def misfit(self, what: str, node: ast.expr) -> ExpressionError:
        """An error about the shapes of what ``node`` names."""
        names = (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
        return ExpressionError(what, "", self.column(node), tuple(dict.fromkeys(names)))

    def _characters(self, offset: int) -> int:
        # Python counts columns in UTF-8 bytes, people count characters.
        return len(self.encoded[:offset].decode(errors="ignore"))


def short(text: str, otherwise: str) -> str:
    """A piece of source to quote in a message, or other words where it is long."""
    return text if len(text) <= 30 else worded(otherwise)


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
            phrase(
                "the expression has {length:,} characters; {longest_source:,} are allowed",
                length=len(source),
                longest_source=LONGEST_SOURCE,
            ),
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
                phrase("{character} is a full-width character", character=character),
                phrase("did you mean {plain} ?", plain=plain),
                column,
            )
        if character == "!" and source[column + 1 : column + 2] == "=":
            continue
        if character in SIGNS:
            what, cure = SIGNS[character]
            raise ExpressionError(what, cure, column)
        if not (character.isascii() or character.isspace()) and (
            not character.isalpha() or unicodedata.normalize("NFKC", character) != character
        ):
            raise ExpressionError(
                phrase(
                    "the character {character} (U+{code:04X}) has no meaning here",
                    character=character,
                    code=ord(character),
                ),
                "write plain letters, digits and operators",
                column,
            )
        if character.isascii() and not (character.isprintable() or character.isspace()):
            raise ExpressionError(
                phrase(
                    "the control character U+{code:04X} has no meaning here", code=ord(character)
                ),
                "remove it",
                column,
            )
    long_number = re.search(rf"[0-9_]{{{LONGEST_NUMBER + 1},}}", source)
    if long_number:
        raise ExpressionError(
            phrase("a number of more than {longest_number} digits", longest_number=LONGEST_NUMBER),
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
        return ExpressionError(
            phrase("the bracket {bracket} is not closed", bracket=bracket),
            phrase("add a {closing}", closing=closing),
            column,
        )
    if "unmatched" in message or "does not match" in message:
        bracket = source[column : column + 1]
        return ExpressionError(
            phrase("the bracket {bracket} closes nothing", bracket=bracket), "remove it", column
        )
    if "leading zeros" in message:
        return ExpressionError("a number begins with 0", "remove the zero", column)
    if "literal" in message:
        return ExpressionError(
            "a number runs into a name", "write an operator between them, as in 2 * A", column
        )
    single = re.search(r"(?<![=!<>:])=(?!=)", source)
    if single and (column == single.start() or "==" in message or "assign" in message):
        return ExpressionError("= compares nothing", "did you mean == ?", single.start())
    applied = APPLIED.search(source)
    if applied:
        return ExpressionError(
            phrase("{applied} takes what it is of in brackets", applied=applied[1]),
            phrase("did you mean {applied}({applied2}) ?", applied=applied[1], applied2=applied[2]),
            applied.start(),
        )
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
                phrase("the expression has more than {most_nodes:,} parts", most_nodes=MOST_NODES),
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
            if type(node) in REFUSED_NODES:
                what, cure = REFUSED_NODES[type(node)]
                raise parsed.error(what, cure, node if hasattr(node, "col_offset") else parent)
            if not isinstance(node, _ALLOWED_NODES):
                raise parsed.error("this is not arithmetic", "write plain arithmetic", parent)
        if isinstance(parent, ast.Constant):
            _check_constant(parsed, parent)
        elif isinstance(parent, ast.Call) and _is_method(parent.func):
            raise _method(parsed, parent)
        elif isinstance(parent, ast.Attribute) and parent.attr in METHODS and parent.attr != "T":
            meant = METHODS[parent.attr].format(short(parsed.text(parent.value), "A"))
            raise parsed.error(
                phrase(".{attr} has no meaning here", attr=parent.attr),
                phrase("did you mean {meant} ?", meant=meant),
                parent,
            )
        elif isinstance(parent, ast.Attribute) and parent.attr != "T":
            raise parsed.error(
                phrase(".{attr} has no meaning here", attr=parent.attr),
                "only .T, the transpose, may follow a dot",
                parent,
            )
        elif isinstance(parent, ast.Call) and not isinstance(parent.func, ast.Name):
            raise parsed.error(
                phrase("{func} is not a function", func=short(parsed.text(parent.func), "this")),
                "remove the brackets or write an operator before them",
                parent,
            )
        elif isinstance(parent, ast.Name) and parent.id.startswith("__"):
            raise parsed.error(
                phrase("{id} is not a name here", id=parent.id), "use names of letters", parent
            )


def _is_method(function: ast.expr) -> bool:
    """Does a call look like ``A.inverse()`` or ``np.linalg.det(A)``, as other programs write it?"""
    return isinstance(function, ast.Attribute) and function.attr in METHODS


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _method(parsed: Parsed, call: ast.Call) -> ExpressionError:
    """The refusal of such a call, with what it is called here."""
    method = call.func
    assert isinstance(method, ast.Attribute)  # `_is_method` has seen to that
    values = [parsed.text(argument) for argument in call.args]
    if _root(method) not in LIBRARIES:
        values.insert(0, parsed.text(method.value))
    form = METHODS[method.attr]
    usual = form.format("A", "B")
    meant = form.format(*values) if len(values) == form.count("{}") else usual
    written = short(parsed.text(method), f".{method.attr}")
    return parsed.error(
        phrase("{written} has no meaning here", written=written),
        phrase("did you mean {meant} ?", meant=short(meant, usual)),
        call,
    )


def _check_constant(parsed: Parsed, node: ast.Constant) -> None:
    value: object = node.value
    if isinstance(value, bool) or value is None:
        raise parsed.error(
            phrase("{value} is not a number", value=value), "write a number or a comparison", node
        )
    if isinstance(value, complex):
        raise parsed.error("only real numbers are known here", "remove the j", node)
    if not isinstance(value, int | float):
        raise parsed.error("an expression holds no text", "write a number or a name", node)
