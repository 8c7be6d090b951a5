"""Every template of a message that the code holds, found in its syntax trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent

MODULES = (
    *("algebra/*.py", "language/*.py", "stage/*.py", "scenes/*.py"),
    *("film/*.py", "preview/*.py", "cli.py", "render.py"),
)
"""Where messages for people arise that the catalogue must know."""

SPOKEN = ("film/*.py", "preview/*.py", "cli.py", "render.py")
"""Where whatever reads like a sentence must be a message; below, much of it is for programmers."""

CLICK = ("core", "decorators", "exceptions", "formatting", "parser", "types")
"""Click's modules whose sentences `cli` looks up in the catalogue."""

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
    **dict.fromkeys(("CrewError", "CutError", "PublishError", "ProbeError"), (0,)),
    **dict.fromkeys(("ShootingError", "UnknownName", "stage", "say"), (0,)),
    "Finding": (2, 3),
    "largest_fit": (3,),
    "Beat": (1,),
}
"""Which arguments of a call are messages; of ``error`` the first two that are texts are."""


def templates() -> dict[str, str]:
    """Each template with one place where it stands; constants that a call takes as a message."""
    found: dict[str, str] = {}
    for pattern in MODULES:
        for path in sorted(ROOT.glob(pattern)):
            for line, template in _in_tree(ast.parse(path.read_text(encoding="utf-8"))):
                found.setdefault(template, f"{path.relative_to(ROOT)}:{line}")
    for name in CLICK:
        path = Path(click.__file__).with_name(f"{name}.py")
        for line, template in _of_click(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(template, f"click/{path.name}:{line}")
    return found


def _of_click(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What Click asks gettext for: with one form, or with one for one and another for several."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            forms = {"_": 1, "ngettext": 2}.get(node.func.id, 0)
            for argument in node.args[:forms]:
                yield from _constants(argument)


def sentences() -> Iterator[tuple[str, str]]:
    """Whatever reads like a sentence where everything that is said is a message.

    Each with its place. Left out are what is written about the code itself, and errors that only
    who changes the program can make.
    """
    for pattern in SPOKEN:
        for path in sorted(ROOT.glob(pattern)):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for line, text in prose(tree):
                yield f"{path.relative_to(ROOT)}:{line}", text


def untold_beats() -> list[str]:
    """Places in `scenes/` where what a beat is for is no message, such as a formatted string."""
    return [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted(ROOT.glob("scenes/*.py"))
        for line in untold_docs(ast.parse(path.read_text(encoding="utf-8")))
    ]


def untold_docs(tree: ast.AST) -> Iterator[int]:
    """Lines of a ``doc`` that is neither a constant nor a phrase: in ``Beat(name, doc, …)``, and
    in ``replace(beat, doc=…)``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Beat", "replace"):
            docs = [keyword.value for keyword in node.keywords if keyword.arg == "doc"]
            if getattr(node.func, "id", "") == "Beat":
                docs += node.args[1:2]
                if len(docs) != 1:
                    yield node.lineno
            yield from (doc.lineno for doc in docs if not _is_message(doc))


def _is_message(argument: ast.expr) -> bool:
    match argument:
        case ast.Constant(value=str()):
            return True
        case ast.Call(func=ast.Name(id="phrase"), args=[ast.Constant(value=str())]):
            return True
        case ast.IfExp(body=body, orelse=other):
            return _is_message(body) and _is_message(other)
    return False


_FOR_PROGRAMMERS = frozenset(
    (
        "AssertionError",
        "ImportError",
        "LookupError",
        "NotImplementedError",
        "TypeError",
        "ValueError",
    )
)
_PROSE = re.compile(r"[a-z]{2,},? [a-z]{2,}")


def prose(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What reads like a sentence in a piece of code, with the lines."""
    match tree:
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in _FOR_PROGRAMMERS:
            return
        case ast.JoinedStr(values=values, lineno=line):
            fixed = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{…}" for part in values
            )
            if _PROSE.search(fixed):
                yield line, fixed
        case ast.Constant(value=str() as text, lineno=line):
            if _PROSE.search(text):
                yield line, text
        case _:
            for child in ast.iter_child_nodes(tree):
                yield from prose(child)


def _in_tree(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(map(_is_command, node.decorator_list)):
            text = ast.get_docstring(node)
            yield node.lineno, text or ""
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        if name in ("option", "Option", "version_option"):
            for keyword in node.keywords:
                if keyword.arg == "help":
                    yield from _constants(keyword.value)
        elif name == "phrase":
            yield from _constants(node.args[0])
        elif name == "error":
            skipped = 1 if _is_place(node.args[0]) else 0
            for argument in node.args[skipped : skipped + 2]:
                yield from _constants(argument)
        else:
            for index in TOLD.get(name, ()):
                if index < len(node.args):
                    yield from _constants(node.args[index])


def _is_command(decorator: ast.expr) -> bool:
    """``@cli.command(…)`` or ``@click.group(…)``, whose docstring is its help."""
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Attribute)
        and decorator.func.attr in ("command", "group")
    )


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
