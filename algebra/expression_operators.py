"""The operators + − * / @ ** on numbers and matrices, with their shapes and their cost checked."""

from __future__ import annotations

import ast
import math
from fractions import Fraction
from typing import TypeAlias

from algebra.expression_budget import Budget, OverBudget, most_bits
from algebra.expression_syntax import ExpressionError, Parsed, short
from algebra.expression_values import describe
from algebra.matrices import Matrix
from algebra.numbers import Number, Surd
from algebra.wording import phrase, worded

Operand: TypeAlias = Number | Matrix

LARGEST_EXPONENT = 1_000
"""Largest size of the exponent of a power."""

_LONGEST_POWER = 10_000
"""Bits a power may be expected to have: several times what a result may have, since the estimate is
made before anything is computed and errs upwards."""


def operate(
    parsed: Parsed, budget: Budget, node: ast.BinOp, left: Operand, right: Operand
) -> Operand:
    """The value of ``left operator right``; raises `ExpressionError` for operands that do not fit.

    OverBudget, ZeroDivisionError, OverflowError and ValueError come through from the computation.
    """
    match node.op:
        case ast.MatMult():
            return _matrix_product(parsed, budget, node, left, right)
        case ast.Pow():
            return _power(parsed, budget, node, left, right)
        case ast.Add() | ast.Sub():
            return _sum(parsed, budget, node, left, right)
        case ast.Div():
            return _quotient(parsed, budget, node, left, right)
    return _multiple(parsed, budget, node, left, right)


def _spend_entries(budget: Budget, left: Operand, right: Operand) -> None:
    sizes = [math.prod(x.shape) for x in (left, right) if isinstance(x, Matrix)]
    budget.spend(max(sizes, default=1), left, right)


def _shapes(
    parsed: Parsed, node: ast.BinOp, left: Matrix, right: Matrix, why: str
) -> ExpressionError:
    """A fault of sizes, naming both."""
    named = [
        phrase("{side} is {m}×{n}", side=short(parsed.text(side), place), m=m, n=n)
        for side, place, (m, n) in (
            (node.left, phrase("the left side"), left.shape),
            (node.right, phrase("the right side"), right.shape),
        )
    ]
    whole = short(parsed.text(node), "this")
    return parsed.misfit(
        phrase(
            "{whole}: {named}, {named2}: {why}",
            whole=whole,
            named=named[0],
            named2=named[1],
            why=worded(why),
        ),
        node,
    )


def _matrix_product(
    parsed: Parsed, budget: Budget, node: ast.BinOp, left: Operand, right: Operand
) -> Matrix:
    if not (isinstance(left, Matrix) and isinstance(right, Matrix)):
        raise parsed.error("@ multiplies matrices", "did you mean * ?", node)
    (m, middle), (inner, n) = left.shape, right.shape
    if middle != inner:
        raise _shapes(
            parsed,
            node,
            left,
            right,
            phrase("the middle sizes {middle} and {inner} differ", middle=middle, inner=inner),
        )
    budget.spend(m * middle * n, left, right)
    return left @ right


def _sum(parsed: Parsed, budget: Budget, node: ast.BinOp, left: Operand, right: Operand) -> Operand:
    minus = isinstance(node.op, ast.Sub)
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        if left.shape != right.shape:
            raise _shapes(parsed, node, left, right, "only equal shapes can be added")
        _spend_entries(budget, left, right)
        return left - right if minus else left + right
    if isinstance(left, Matrix) or isinstance(right, Matrix):
        raise parsed.error(
            phrase(
                "{left} and {right} cannot be added", left=describe(left), right=describe(right)
            ),
            "did you mean a multiple of identity(n)?",
            node,
        )
    _spend_entries(budget, left, right)
    return left - right if minus else left + right


def _quotient(
    parsed: Parsed, budget: Budget, node: ast.BinOp, left: Operand, right: Operand
) -> Operand:
    if isinstance(right, Matrix):
        raise parsed.error(
            "a matrix cannot be divided by", "did you mean the inverse, inv(A)?", node.right
        )
    _spend_entries(budget, left, right)
    return left / right


def _multiple(
    parsed: Parsed, budget: Budget, node: ast.BinOp, left: Operand, right: Operand
) -> Operand:
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        raise parsed.error("two matrices are not multiplied by *", "did you mean @ ?", node)
    _spend_entries(budget, left, right)
    if isinstance(right, Matrix):
        assert not isinstance(left, Matrix)  # refused above; the type checker cannot see that
        return right * left
    return left * right


def _power(
    parsed: Parsed, budget: Budget, node: ast.BinOp, base: Operand, exponent: Operand
) -> Operand:
    if not isinstance(exponent, Fraction) or exponent.denominator != 1:
        raise parsed.error(
            "an exponent must be a whole number", "a square root is written sqrt(x)", node.right
        )
    if abs(exponent) > LARGEST_EXPONENT:
        raise parsed.error(
            phrase("an exponent beyond {largest_exponent:,}", largest_exponent=LARGEST_EXPONENT),
            "use smaller numbers",
            node.right,
        )
    times = int(exponent)
    if isinstance(base, Matrix):
        m, n = base.shape
        if m != n:
            name = short(parsed.text(node.left), "the matrix")
            raise parsed.misfit(
                phrase("{name} is {m}×{n}: only square matrices have powers", name=name, m=m, n=n),
                node,
            )
        growth = (most_bits(base) + (m - 1).bit_length()) * abs(times)
        _check_growth(growth)
        # Repeated squaring takes up to 2·log₂ products, the last with the longest numbers.
        products = 2 * (1 + abs(times).bit_length())
        budget.spend(products * m**3 * (1 + growth // 256), base)
        return base**times
    if isinstance(base, float):
        return float(base**times)
    terms = len(base.terms) if isinstance(base, Surd) else 1
    _check_growth((most_bits(base) + terms - 1) * abs(times))
    budget.spend(2 * terms * (1 + abs(times).bit_length()), base)
    return base**times


def _check_growth(bits: int) -> None:
    if bits > _LONGEST_POWER:
        raise OverBudget("the result of this power is too long")
