"""The safe language of expressions: what a storyboard may compute, and nothing else.

``det(R @ A)``, ``sqrt(2)/2``, ``A[:, 0]``, ``[[1, 1/6], [0, 3]]``, ``rank(W) == 64``. A walk
(`algebra.expression_walk`) over a checked syntax tree (`algebra.expression_syntax`) calls the
functions of one table (`algebra.expression_functions`) and the operators; there is no ``eval``, and
no way from a value to its attributes. Whatever is written exactly is computed exactly.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from algebra.expression_budget import Budget, OverBudget, Purse
from algebra.expression_functions import FUNCTIONS
from algebra.expression_names import latex_name
from algebra.expression_syntax import ExpressionError, Parsed, parse, short
from algebra.expression_values import Value, describe
from algebra.expression_walk import Comparison, Term, Walk
from algebra.wording import message_of, phrase

__all__ = [
    "RESERVED_NAMES",
    "Comparison",
    "ExpressionError",
    "Purse",
    "Term",
    "Value",
    "compare",
    "describe",
    "evaluate",
    "functions_called",
    "latex_name",
    "names_used",
]

RESERVED_NAMES = frozenset(FUNCTIONS)
"""Names that a storyboard cannot give to a matrix."""


_READING = 5_000
"""Work of reading one character of an expression, in multiplications of floats."""


def evaluate(source: str, names: Mapping[str, Value], purse: Purse | None = None) -> Value:
    """The value of an expression over ``names``; raises `ExpressionError`, and nothing else.

    Decimals are kept as fractions; a list of numbers is a column, a list of lists a matrix; angles
    are degrees. Work, memory, length and depth are bounded and refused well within a second; a
    ``purse`` bounds the work of all evaluations that are given it.
    """
    walk = _begun(parse(source), names, purse)
    return walk.value(walk.parsed.body)


def _begun(parsed: Parsed, names: Mapping[str, Value], purse: Purse | None) -> Walk:
    """A walk over the tree, its reading paid for."""
    budget = Budget(purse=purse)
    try:
        budget.spend(_READING * len(parsed.source))
    except OverBudget as refused:
        raise ExpressionError(message_of(refused), refused.cure) from None
    return Walk(parsed, names, budget)


def compare(source: str, names: Mapping[str, Value], purse: Purse | None = None) -> Comparison:
    """The truth of a comparison or of ``close(…)``, with its sides; raises `ExpressionError`."""
    walk = _begun(parse(source), names, purse)
    body = walk.parsed.body
    if isinstance(body, ast.Compare):
        return walk.comparison(body)
    if isinstance(body, ast.Call) and isinstance(body.func, ast.Name) and body.func.id == "close":
        holds = walk.value(body)
        terms = tuple(walk.term(argument) for argument in body.args)
        return Comparison(holds is True, terms, ("close",))
    raise ExpressionError(
        phrase("{strip} states nothing", strip=short(source.strip(), "this")),
        "write a comparison such as det(A) == 6",
    )


def names_used(source: str) -> tuple[str, ...]:
    """The names an expression refers to, functions left out, in order; raises `ExpressionError`."""
    nodes = [node for node in ast.walk(parse(source).body) if isinstance(node, ast.Name)]
    nodes.sort(key=lambda node: node.col_offset)
    return tuple(dict.fromkeys(node.id for node in nodes if node.id not in FUNCTIONS))


def functions_called(source: str) -> tuple[str, ...]:
    """The functions that an expression calls, in no order; raises `ExpressionError`.

    Also for a call of what is no function of the language, as in f(x).
    """
    calls = [node for node in ast.walk(parse(source).body) if isinstance(node, ast.Call)]
    called = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    unknown = sorted(called - FUNCTIONS.keys())
    if unknown:
        raise ExpressionError(phrase("unknown function {unknown}", unknown=unknown[0]))
    return tuple(called)
