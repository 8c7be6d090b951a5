"""Every template of a message that the code holds, found in its syntax trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

MODULES = (
    *("algebra/*.py", "language/*.py", "stage/formulas.py", "stage/typesetting.py"),
    *("film/*.py", "scenes/*.py", "cli.py", "render.py"),
)
"""Where messages for people arise that the catalogue must know."""

TOLD: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("Refused", "ExpressionError", "TextError", "FormatError"), (0, 1)),
    **dict.fromkeys(("OverBudget", "Incomparable", "StarterError", "FormulaError"), (0, 1)),
    **dict.fromkeys(("WishError", "SingularMatrix", "ShapeError", "no_text", "misfit"), (0,)),
    **dict.fromkeys(("Fault", "notice", "missing", "_fault", "wrong_type"), (1, 2)),
    "Misfit": (0, 1),
    "_joined": (0,),
    "UnknownPart": (0,),
    "mapping": (1, 2, 4),
    "unknown_key": (2,),
    "_tell_silence": (1,),
    "read_matrix": (2,),
    "_shaped": (0, 2),
    "_needs": (0, 1),
    "_limit": (0,),
    "_length": (1, 2),
    "_unfit": (1,),
    "_shapes": (4,),
    "short": (1,),
    "describe": (),
    "count": (1,),
    "counted": (1,),
    "_sized": (0,),
    "_called": (0,),
    "_square": (1,),
    "_tell": (3,),
    "_count": (1,),
    "_unknown": (1,),
}
"""Which arguments of a call are messages; of ``error`` the first two that are texts are."""


def templates() -> dict[str, str]:
    """Each template with one place where it stands; constants that a call takes as a message."""
    found: dict[str, str] = {}
    for pattern in MODULES:
        for path in sorted(ROOT.glob(pattern)):
            for line, template in _in_tree(ast.parse(path.read_text(encoding="utf-8"))):
                found.setdefault(template, f"{path.relative_to(ROOT)}:{line}")
    return found


def _in_tree(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        if name == "phrase":
            yield from _constants(node.args[0])
        elif name == "error":
            skipped = 1 if _is_place(node.args[0]) else 0
            for argument in node.args[skipped : skipped + 2]:
                yield from _constants(argument)
        else:
            for index in TOLD.get(name, ()):
                if index < len(node.args):
                    yield from _constants(node.args[index])


def has_words(template: str) -> bool:
    """Is there anything to translate beside the fields?"""
    rest = re.sub(r"\{\w+[^{}]*\}", "", template.replace("{{", "").replace("}}", ""))
    return re.search("[a-z]{2,}", rest) is not None


def _is_place(argument: ast.expr) -> bool:
    """``report.error`` takes a place first, ``parsed.error`` what is wrong."""
    if isinstance(argument, ast.Constant | ast.JoinedStr):
        return False
    return not (isinstance(argument, ast.Call) and getattr(argument.func, "id", "") == "phrase")


def _constants(argument: ast.expr) -> Iterator[tuple[int, str]]:
    match argument:
        case ast.Constant(value=str() as text) if text:
            yield argument.lineno, text
        case ast.IfExp(body=body, orelse=other):
            yield from _constants(body)
            yield from _constants(other)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _constants(value)
        case ast.Call(func=ast.Name(id="phrase"), keywords=keywords):
            for keyword in keywords:
                yield from _constants(keyword.value)
