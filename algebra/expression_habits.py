"""What authors write from habit, and what it is called in expressions instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from types import MappingProxyType

from algebra.wording import phrase

SIGNS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "≈": (phrase("≈ is no comparison here"), phrase("did you mean close(x, y, tol)?")),
        "−": (phrase("− is the printed minus sign"), phrase("did you mean the hyphen - ?")),
        "–": (phrase("– is a dash"), phrase("did you mean the hyphen - ?")),
        "—": (phrase("— is a dash"), phrase("did you mean the hyphen - ?")),
        "×": (phrase("× is no operator here"), phrase("did you mean @ (matrices) or * (numbers)?")),
        "·": (phrase("· is no operator here"), phrase("did you mean @ (matrices) or * (numbers)?")),
        "⋅": (phrase("⋅ is no operator here"), phrase("did you mean @ (matrices) or * (numbers)?")),
        "∘": (phrase("∘ is no operator here"), phrase("did you mean @ ?")),
        "∗": (phrase("∗ is no operator here"), phrase("did you mean * ?")),
        "÷": (phrase("÷ is no operator here"), phrase("did you mean / ?")),
        "⁄": (phrase("⁄ is no operator here"), phrase("did you mean / ?")),
        "²": (phrase("² is no power here"), phrase("did you mean **2 ?")),
        "³": (phrase("³ is no power here"), phrase("did you mean **3 ?")),
        "⁻": (phrase("⁻ is no power here"), phrase("did you mean inv(A) or **-1 ?")),
        "ᵀ": (phrase("ᵀ is no transpose here"), phrase("did you mean A.T ?")),
        "√": (phrase("√ is no function here"), phrase("did you mean sqrt(2) ?")),
        "≤": (phrase("≤ is no comparison here"), phrase("did you mean <= ?")),
        "≥": (phrase("≥ is no comparison here"), phrase("did you mean >= ?")),
        "≠": (phrase("≠ is no comparison here"), phrase("did you mean != ?")),
        "°": (
            phrase("° is not needed"),
            phrase("angles are in degrees: did you mean rotation(90) ?"),
        ),
        "^": (phrase("^ is no power here"), phrase("did you mean ** (or A.T for the transpose) ?")),
        "'": (
            phrase("' has no meaning here"),
            phrase("the transpose is A.T, and a text cannot be computed with"),
        ),
        '"': (phrase("an expression holds no text"), phrase("remove the quotation marks")),
        "\\": (
            phrase("\\ has no meaning here"),
            phrase("write plain arithmetic such as R @ A or 1/6"),
        ),
        "‘": (phrase("‘ has no meaning here"), phrase("the transpose is A.T")),
        "’": (phrase("’ has no meaning here"), phrase("the transpose is A.T")),
        ";": (
            phrase("; has no meaning here"),
            phrase("did you mean rows as lists, [[1, 2], [3, 4]] ?"),
        ),
        "!": (phrase("! has no meaning here"), phrase("did you mean != ?")),
        "∞": (phrase("∞ is not a number"), phrase("write a finite number")),
        "π": (
            phrase("π has no exact form here"),
            phrase("angles are in degrees: did you mean 180 ?"),
        ),
        "{": (phrase("{ has no meaning here"), phrase("did you mean round or square brackets?")),
        "}": (phrase("} has no meaning here"), phrase("did you mean round or square brackets?")),
        "|": (phrase("| has no meaning here"), phrase("did you mean det(A), norm(x) or abs(x)?")),
        "$": (phrase("$ has no meaning here"), phrase("write the expression without dollar signs")),
    }
)

REFUSED_NODES: Mapping[type[ast.AST], tuple[str, str]] = MappingProxyType(
    {
        ast.Lambda: (phrase("a function cannot be defined here"), phrase("write the value itself")),
        ast.ListComp: (
            phrase("a loop cannot be written here"),
            phrase("write the numbers themselves"),
        ),
        ast.SetComp: (
            phrase("a loop cannot be written here"),
            phrase("write the numbers themselves"),
        ),
        ast.DictComp: (
            phrase("a loop cannot be written here"),
            phrase("write the numbers themselves"),
        ),
        ast.GeneratorExp: (
            phrase("a loop cannot be written here"),
            phrase("write the numbers themselves"),
        ),
        ast.BoolOp: (
            phrase("and/or has no meaning here"),
            phrase("write two expressions instead of one"),
        ),
        ast.IfExp: (phrase("if has no meaning here"), phrase("write the value itself")),
        ast.NamedExpr: (phrase(":= has no meaning here"), phrase("did you mean == ?")),
        ast.Tuple: (
            phrase("round brackets hold one value here"),
            phrase("did you mean a list, [1, 2] ?"),
        ),
        ast.Starred: (
            phrase("* before a value has no meaning here"),
            phrase("write the values one by one"),
        ),
        ast.JoinedStr: (
            phrase("an expression holds no text"),
            phrase("remove the quotation marks"),
        ),
        ast.Await: (phrase("await has no meaning here"), phrase("write plain arithmetic")),
        ast.Yield: (phrase("yield has no meaning here"), phrase("write plain arithmetic")),
        ast.YieldFrom: (phrase("yield has no meaning here"), phrase("write plain arithmetic")),
        ast.Not: (phrase("not has no meaning here"), phrase("write the opposite comparison")),
        ast.Invert: (phrase("~ has no meaning here"), phrase("write plain arithmetic")),
        ast.BitXor: (phrase("^ is no power here"), phrase("did you mean ** ?")),
        ast.BitAnd: (
            phrase("& has no meaning here"),
            phrase("write two expressions instead of one"),
        ),
        ast.FloorDiv: (phrase("// has no meaning here"), phrase("did you mean / ?")),
        ast.Mod: (phrase("% has no meaning here"), phrase("write plain arithmetic")),
        ast.LShift: (phrase("<< has no meaning here"), phrase("did you mean < ?")),
        ast.RShift: (phrase(">> has no meaning here"), phrase("did you mean > ?")),
        ast.Is: (phrase("is has no meaning here"), phrase("did you mean == ?")),
        ast.IsNot: (phrase("is not has no meaning here"), phrase("did you mean != ?")),
        ast.In: (phrase("in has no meaning here"), phrase("write a comparison such as ==")),
        ast.NotIn: (phrase("not in has no meaning here"), phrase("write a comparison such as !=")),
    }
)

METHODS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("inverse", "inv", "I", "invert", "pinv"), "inv({})"),
        **dict.fromkeys(("transpose", "t", "T", "transposed", "H"), "{}.T"),
        **dict.fromkeys(("det", "determinant"), "det({})"),
        **dict.fromkeys(("rank", "matrix_rank"), "rank({})"),
        **dict.fromkeys(("kernel", "nullspace", "null_space", "ker"), "kernel({})"),
        **dict.fromkeys(("image", "columnspace", "colspace"), "image({})"),
        **dict.fromkeys(("trace", "tr"), "trace({})"),
        **dict.fromkeys(("eigenvals", "eigvals", "eigenvalues"), "eigenvalues({})"),
        **dict.fromkeys(("dot", "matmul", "mm", "multiply"), "{} @ {}"),
        **dict.fromkeys(("eye", "identity"), "identity({})"),
        **dict.fromkeys(("array", "matrix", "Matrix", "tensor"), "{}"),
        **dict.fromkeys(("allclose", "isclose"), "close({}, {}, 1e-9)"),
        **{name: f"{name}({{}})" for name in ("norm", "cond", "nullity", "sqrt", "abs")},
    }
)
"""What methods and functions of other programs are called here; ``{}`` stands for the matrix."""

LIBRARIES = frozenset(("np", "numpy", "sp", "scipy", "sympy", "torch", "math", "linalg", "LA"))

APPLIED = re.compile(
    r"\b(det|rank|nullity|kernel|image|trace|norm|inv|cond|sqrt|cos|sin|abs|orientation)"
    r"\s+([A-Za-z]\w*|\d+)\b"
)
"""A function before its argument without brackets, as in ``det A``."""
