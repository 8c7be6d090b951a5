"""The functions that an expression may call: one table, which the manual and the reader share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, TypeAlias

from algebra import facts, matrices
from algebra.entries import LARGEST_RANDOM
from algebra.expression_budget import Budget, bits, check_entries
from algebra.expression_values import Value, largest_difference
from algebra.matrices import Matrix
from algebra.numbers import Number, Surd, absolute, cosine, sine, square_root

Role: TypeAlias = Literal["number", "whole", "matrix", "square", "vector", "values"]
"""What an argument must be."""


@dataclass(frozen=True, slots=True)
class Function:
    """One function: how it is written, a line for the manual, its arguments, and what it does.

    ``required`` of the ``roles`` must be given; with ``rest`` the last role may repeat.
    ``keyword`` names an argument that is written with its name and comes last.
    ``spend`` takes the cost from the budget before the work begins.
    """

    form: str
    doc: str
    roles: tuple[Role, ...]
    apply: Callable[..., Value]
    required: int = -1
    rest: bool = False
    keyword: str = ""
    spend: Callable[[Budget, Sequence[Value]], None] = lambda budget, _: budget.spend(100)

    @property
    def least(self) -> int:
        """Fewest arguments."""
        return self.required if self.required >= 0 else len(self.roles)


def _spend_elimination(budget: Budget, arguments: Sequence[Value]) -> None:
    """Elimination on an m×n matrix, or the singular values of one that is floating."""
    matrix = arguments[0]
    assert isinstance(matrix, Matrix)
    m, n = matrix.shape
    if matrix.is_exact:
        budget.spend(m * n * min(m, n) + 100, matrix)
    else:
        _spend_svd(budget, arguments)


def _spend_svd(budget: Budget, arguments: Sequence[Value]) -> None:
    matrix = arguments[0]
    assert isinstance(matrix, Matrix)
    m, n = matrix.shape
    # the second term was measured: a flat matrix takes longer than its multiplications
    budget.spend(6 * m * n * min(m, n) + 1_500 * m * n + 100_000)


def _spend_entries(budget: Budget, arguments: Sequence[Value]) -> None:
    matrix = arguments[0]
    assert isinstance(matrix, Matrix)
    m, n = matrix.shape
    budget.spend(m * n, matrix)


def _spend_root(budget: Budget, arguments: Sequence[Value]) -> None:
    # Long numbers are searched for square factors up to a million, which takes a tenth of a second.
    number = arguments[0]
    if isinstance(number, Fraction | Surd):
        budget.spend(20_000 if bits(number) < 34 else 400_000_000)


def _spend_norm(budget: Budget, arguments: Sequence[Value]) -> None:
    _spend_entries(budget, arguments)
    matrix = arguments[0]
    if isinstance(matrix, Matrix) and matrix.is_exact:
        budget.spend(400_000_000)


def _spend_grid(budget: Budget, arguments: Sequence[Value]) -> None:
    m, n = _whole(arguments[0]), _whole(arguments[-1])
    check_entries(m, n)
    budget.spend(m * n, Fraction(1))


def _spend_random(budget: Budget, arguments: Sequence[Value]) -> None:
    # Far too many entries are left to the constructor, which says so without making them.
    entries = _whole(arguments[0]) * _whole(arguments[1])
    budget.spend(200 * min(max(entries, 0), LARGEST_RANDOM))


def _spend_close(budget: Budget, arguments: Sequence[Value]) -> None:
    # The entries are compared one by one, which takes numpy's numbers out of their array.
    budget.spend(4_000 * sum(map(_size, arguments)))


def _size(value: Value) -> int:
    """How many numbers there are in a value."""
    if isinstance(value, tuple):
        return sum(map(_size, value))
    return math.prod(value.shape) if isinstance(value, Matrix) else 1


def _whole(value: Value) -> int:
    assert isinstance(value, Fraction)
    return int(value)


def _random(rows: Fraction, cols: Fraction, seed: Fraction) -> Matrix:
    return matrices.random(int(rows), int(cols), seed=int(seed))


def _eigenvalues(A: Matrix) -> tuple[Value, ...]:
    found = facts.eigenvalues(A)
    real = tuple(x for x in found if not isinstance(x, complex))
    if len(real) < len(found):
        raise ValueError("not all eigenvalues of this matrix are real")
    return real


def _condition(A: Matrix) -> Number:
    condition = facts.condition_number(A)
    if condition == math.inf:
        raise ValueError("this matrix is singular, so its condition number is infinite")
    return condition


def _close(left: Value, right: Value, tolerance: Number) -> bool:
    return largest_difference(left, right) <= tolerance


FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "rotation": Function(
            "rotation(degrees)", "turn by an angle in degrees", ("number",), matrices.rotation
        ),
        "shear": Function("shear(k)", "[[1, k], [0, 1]]", ("number",), matrices.shear),
        "scale": Function(
            "scale(a, b)", "a along both axes, or a and b", ("number",) * 2, matrices.scale, 1
        ),
        "diag": Function(
            "diag(a, b, …)",
            "the square matrix with this diagonal",
            ("number",),
            matrices.diag,
            rest=True,
        ),
        "reflection": Function(
            "reflection(degrees)",
            "mirror image in the line at an angle in degrees",
            ("number",),
            matrices.reflection,
        ),
        "projection": Function(
            "projection(degrees)",
            "projection onto the line at an angle in degrees",
            ("number",),
            matrices.projection,
        ),
        "identity": Function(
            "identity(n)",
            "the n×n identity",
            ("whole",),
            lambda n: matrices.identity(int(n)),
            spend=_spend_grid,
        ),
        "zeros": Function(
            "zeros(m, n)",
            "the m×n zero matrix",
            ("whole",) * 2,
            lambda m, n: matrices.zeros(int(m), int(n)),
            spend=_spend_grid,
        ),
        "random": Function(
            "random(rows, cols, seed=0)",
            "rows×cols normal numbers from a seed",
            ("whole",) * 3,
            _random,
            keyword="seed",
            spend=_spend_random,
        ),
        "sqrt": Function("sqrt(x)", "the square root", ("number",), square_root, spend=_spend_root),
        "cos": Function("cos(degrees)", "cosine of an angle in degrees", ("number",), cosine),
        "sin": Function("sin(degrees)", "sine of an angle in degrees", ("number",), sine),
        "abs": Function("abs(x)", "the size of a number", ("number",), absolute),
        "det": Function(
            "det(A)", "the determinant", ("square",), facts.determinant, spend=_spend_elimination
        ),
        "rank": Function(
            "rank(A)",
            "the rank",
            ("matrix",),
            lambda A: Fraction(facts.rank(A)),
            spend=_spend_elimination,
        ),
        "nullity": Function(
            "nullity(A)",
            "the dimension of the kernel",
            ("matrix",),
            lambda A: Fraction(facts.nullity(A)),
            spend=_spend_elimination,
        ),
        "kernel": Function(
            "kernel(A)",
            "a basis of the kernel",
            ("matrix",),
            facts.kernel,
            spend=_spend_elimination,
        ),
        "image": Function(
            "image(A)",
            "a basis of the image",
            ("matrix",),
            facts.image,
            spend=_spend_elimination,
        ),
        "trace": Function("trace(A)", "the trace", ("square",), facts.trace, spend=_spend_entries),
        "norm": Function(
            "norm(A)",
            "the Frobenius norm; a vector's length",
            ("matrix",),
            facts.norm,
            spend=_spend_norm,
        ),
        "spectral_norm": Function(
            "spectral_norm(A)",
            "the largest singular value",
            ("matrix",),
            facts.spectral_norm,
            spend=_spend_svd,
        ),
        "cond": Function(
            "cond(A)", "the condition number", ("matrix",), _condition, spend=_spend_svd
        ),
        "singular_values": Function(
            "singular_values(A)",
            "the singular values, largest first",
            ("matrix",),
            facts.singular_values,
            spend=_spend_svd,
        ),
        "eigenvalues": Function(
            "eigenvalues(A)",
            "the real eigenvalues",
            ("square",),
            _eigenvalues,
            spend=_spend_svd,
        ),
        "orientation": Function(
            "orientation(A)",
            "1 if orientation is kept, −1 if it is reversed, 0 if all is flattened",
            ("square",),
            lambda A: Fraction(facts.orientation(A)),
            spend=_spend_elimination,
        ),
        "inv": Function(
            "inv(A)", "the inverse", ("square",), facts.inverse, spend=_spend_elimination
        ),
        "solve": Function(
            "solve(A, b)",
            "the x with A x = b",
            ("square", "vector"),
            facts.solve,
            spend=_spend_elimination,
        ),
        "close": Function(
            "close(x, y, tol)",
            "true if two values differ by at most a tolerance",
            ("values", "values", "number"),
            _close,
            spend=_spend_close,
        ),
    }
)
"""Every function, by the name it has in a storyboard."""
