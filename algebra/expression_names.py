"""The LaTeX of an expression over named matrices: what the picture calls ``R @ A``."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from types import MappingProxyType

from algebra.expression_syntax import parse

_GREEK: Mapping[str, str] = MappingProxyType(
    {
        name: f"\\{name}"
        for name in (
            *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"),
            *("kappa", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "chi", "psi"),
            *("omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi"),
            *("Psi", "Omega"),
        )
    }
)

_SUM, _PRODUCT, _POWER = 1, 2, 3
"""How tightly an expression binds: what stands in a tighter place needs brackets."""


def latex_name(source: str) -> str:
    """LaTeX for a symbolic expression: ``inv(R) @ A`` is "R^{-1} A"; "" where there is no name.

    A literal or a constructor has no name, and neither has anything built with one, nor a part or
    a fact of a matrix. Names of several letters stand upright; a trailing number, or what follows
    an underscore, becomes an index. Raises `ExpressionError` for what `evaluate` could not read.
    """
    named = _name(parse(source).body)
    return "" if named is None else named[0]


def letter(name: str) -> str:
    """A storyboard's name in LaTeX: "A", "x_{1}", "\\sigma", "\\mathrm{BA}"."""
    base, _, index = name.strip("_").partition("_")
    numbered = re.fullmatch(r"([^\W\d]+)(\d+)", base)
    if numbered and not index:
        base, index = numbered[1], numbered[2]
    base = _GREEK.get(base, base)
    if len(base) > 1 and not base.startswith("\\"):
        base = f"\\mathrm{{{base}}}" if base.isascii() else f"\\text{{{base}}}"
    index = index.replace("_", ",")
    if len(index) > 1 and not index.isdigit():
        index = f"\\mathrm{{{index}}}" if index.isascii() else f"\\text{{{index}}}"
    return f"{base}_{{{index}}}" if index else base


def _name(node: ast.expr) -> tuple[str, int] | None:
    """The LaTeX of a node and how tightly it binds; None if it has no name."""
    match node:
        case ast.Name(id=name):
            return letter(name), _POWER + 1
        case ast.Call(func=ast.Name(id="inv"), args=[inner]):
            return _raised(inner, "-1")
        case ast.Attribute(value=inner, attr="T"):
            return _raised(inner, r"\mathsf T")
        case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
            power = _whole(exponent)
            return None if power is None else _raised(base, power)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            named = _bracketed(inner, _PRODUCT)
            return None if named is None else (f"-{named}", _SUM)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            first, second = _bracketed(left, _SUM), _bracketed(right, _PRODUCT)
            if first is None or second is None:
                return None
            return f"{first} {'+' if isinstance(operator, ast.Add) else '-'} {second}", _SUM
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            return _joined(_bracketed(left, _PRODUCT), _bracketed(right, _PRODUCT))
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _joined(_factor(left), _factor(right))
    return None


def _joined(first: str | None, second: str | None) -> tuple[str, int] | None:
    return None if first is None or second is None else (f"{first} {second}", _PRODUCT)


def _bracketed(node: ast.expr, least: int) -> str | None:
    named = _name(node)
    if named is None:
        return None
    return named[0] if named[1] >= least else f"({named[0]})"


def _raised(node: ast.expr, exponent: str) -> tuple[str, int] | None:
    base = _bracketed(node, _POWER + 1)
    return None if base is None else (f"{base}^{{{exponent}}}", _POWER)


def _factor(node: ast.expr) -> str | None:
    """A factor of a multiple: a written number, a fraction of two, or something with a name."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return str(value)
        case ast.BinOp(
            left=ast.Constant(value=int() as top),
            op=ast.Div(),
            right=ast.Constant(value=int() as bottom),
        ):
            return f"\\frac{{{top}}}{{{bottom}}}"
    return _bracketed(node, _PRODUCT)


def _whole(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=int() as value):
            return str(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return f"-{value}"
    return None
