"""What authors write from habit, and what it is called in expressions instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from types import MappingProxyType

SIGNS: Mapping[str, tuple[str, str]] = MappingProxyType(
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
        "|": ("| has no meaning here", "did you mean det(A), norm(x) or abs(x)?"),
        "$": ("$ has no meaning here", "write the expression without dollar signs"),
    }
)

REFUSED_NODES: Mapping[type[ast.AST], tuple[str, str]] = MappingProxyType(
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
