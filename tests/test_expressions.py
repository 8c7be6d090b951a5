"""The language of expressions: exact, helpful when wrong, and unable to reach anything else."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.expressions import (
    RESERVED_NAMES,
    ExpressionError,
    Value,
    compare,
    describe,
    evaluate,
    latex_name,
    names_used,
)
from algebra.matrices import Matrix, column, from_rows, identity, random, rotation
from algebra.numbers import square_root

NAMES: dict[str, Value] = {
    "A": from_rows([[2, 1], [0, 3]]),
    "B": from_rows([[1, 2, 3], [4, 5, 6]]),
    "C": from_rows([[1, 2], [2, 4]]),
    "R": rotation(90),
    "W": random(64, 768, seed=0),
    "x": column([1, 1]),
    "n": Fraction(12),
}


def matrix(source: str) -> Matrix:
    value = evaluate(source, NAMES)
    assert isinstance(value, Matrix)
    return value


def refusal(source: str) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        evaluate(source, NAMES)
    return caught.value


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("1/6", Fraction(1, 6)),
        ("1.001", Fraction(1001, 1000)),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("1e3", Fraction(1000)),
        ("2 ** -3", Fraction(1, 8)),
        ("-(3 - 5) * 4", Fraction(8)),
        ("sqrt(2)/2", square_root(Fraction(1, 2))),
        ("sqrt(2)**2", Fraction(2)),
        ("cos(60)", Fraction(1, 2)),
        ("sin(30) + cos(120)", Fraction(0)),
        ("abs(-3/4)", Fraction(3, 4)),
        ("det(A)", Fraction(6)),
        ("det(R @ A) / n", Fraction(1, 2)),
        ("det(rotation(135))", Fraction(1)),
        ("rank(C)", Fraction(1)),
        ("nullity(W)", Fraction(704)),
        ("rank(random(768, 768, seed=1))", Fraction(768)),
        ("trace(A)", Fraction(5)),
        ("norm([3, 4])", Fraction(5)),
        ("norm(C)", Fraction(5)),
        ("orientation(reflection(20))", Fraction(-1)),
        ("A[0, 1]", Fraction(1)),
        ("x[1]", Fraction(1)),
        ("kernel(C)[0][1]", Fraction(1)),
        ("cond(diag(8, 2))", Fraction(4)),
        ("spectral_norm(diag(3, -4))", Fraction(4)),
    ],
)
def test_numbers_are_exact(source: str, value: Value) -> None:
    assert evaluate(source, NAMES) == value
    assert not isinstance(evaluate(source, NAMES), float)


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        ("[[1, 2], [2, 4]]", [[1, 2], [2, 4]]),
        ("[1, 1]", [[1], [1]]),
        ("[[1, 1/6], [0, sqrt(4)]]", [[1, Fraction(1, 6)], [0, 2]]),
        ("R @ A", [[0, -3], [2, 1]]),
        ("A.T", [[2, 0], [1, 3]]),
        ("A[:, 0]", [[2], [0]]),
        ("A[1, :]", [[0, 3]]),
        ("inv(A)", [[Fraction(1, 2), Fraction(-1, 6)], [0, Fraction(1, 3)]]),
        ("A**-1 @ A", [[1, 0], [0, 1]]),
        ("2 * A - A * 2", [[0, 0], [0, 0]]),
        ("-A / 2", [[-1, Fraction(-1, 2)], [0, Fraction(-3, 2)]]),
        ("A @ B", [[6, 9, 12], [12, 15, 18]]),
        ("scale(2, 3)", [[2, 0], [0, 3]]),
        ("scale(2)", [[2, 0], [0, 2]]),
        ("shear(1)", [[1, 1], [0, 1]]),
        ("diag(1, 2, 3)", [[1, 0, 0], [0, 2, 0], [0, 0, 3]]),
        ("projection(0)", [[1, 0], [0, 0]]),
        ("identity(2)", [[1, 0], [0, 1]]),
        ("zeros(2, 1)", [[0], [0]]),
        ("solve(A, [3, 3])", [[1], [1]]),
        ("kernel(C)[0]", [[-2], [1]]),
        ("image(C)[0]", [[1], [2]]),
        ("  A  ", [[2, 1], [0, 3]]),
        ("[[1, 2],\n [3, 4]]", [[1, 2], [3, 4]]),
    ],
)
def test_matrices_are_exact(source: str, rows: list[list[Fraction | int]]) -> None:
    assert matrix(source) == from_rows(rows)


def test_several_values_come_as_a_tuple() -> None:
    assert evaluate("eigenvalues(A)", NAMES) == (2, 3)
    assert evaluate("singular_values(diag(3, 4))", NAMES) == (4, 3)
    assert evaluate("kernel(A)", NAMES) == ()


def test_a_seeded_matrix_keeps_its_recipe() -> None:
    made = matrix("random(64, 768, seed=0)")
    assert made.recipe == "random(64, 768, seed=0)"
    assert made == NAMES["W"]


entries = st.fractions(min_value=-9, max_value=9, max_denominator=8)
square = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(entries, min_size=n, max_size=n), min_size=n, max_size=n)
)


def written(rows: list[list[Fraction]]) -> str:
    return "[" + ", ".join("[" + ", ".join(map(str, row)) + "]" for row in rows) + "]"


@settings(max_examples=150, deadline=None)
@given(square)
def test_facts_agree_with_numpy(rows: list[list[Fraction]]) -> None:
    source = written(rows)
    floats = np.array([[float(x) for x in row] for row in rows])
    value = evaluate(f"det({source})", {})
    assert isinstance(value, Fraction)
    assert float(value) == pytest.approx(float(np.linalg.det(floats)), abs=1e-6)
    assert evaluate(f"trace({source})", {}) == sum(rows[i][i] for i in range(len(rows)))
    product = evaluate(f"{source} @ {source}.T - {source}", {})
    assert isinstance(product, Matrix)
    np.testing.assert_allclose(product.array, floats @ floats.T - floats, atol=1e-9)
    norm = evaluate(f"norm({source})", {})
    assert not isinstance(norm, Matrix | tuple | bool)
    assert float(norm) == pytest.approx(float(np.linalg.norm(floats)))
    if value:
        assert evaluate(f"inv({source}) @ {source}", {}) == identity(len(rows))


@settings(max_examples=150, deadline=None)
@given(st.recursive(st.integers(0, 9).map(str), lambda inner: st.one_of(
    st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
    inner.map(lambda s: f"-{s}"),
), max_leaves=12))  # fmt: skip
def test_arithmetic_agrees_with_fractions(source: str) -> None:
    exact = source
    for digit in "0123456789":
        exact = exact.replace(digit, f"Fraction({chr(ord('a') + int(digit))})")
    for digit in "0123456789":
        exact = exact.replace(f"({chr(ord('a') + int(digit))})", f"({digit})")
    try:
        # The source is made of digits and operators by this very test.
        expected = eval(exact, {"Fraction": Fraction})
    except ZeroDivisionError:
        with pytest.raises(ExpressionError, match="division by zero"):
            evaluate(source, {})
    else:
        assert evaluate(source, {}) == expected


@pytest.mark.parametrize(
    ("source", "holds"),
    [
        ("det(A) == 6", True),
        ("det(A) != 6", False),
        ("R @ A != A @ R", True),
        ("R @ R == -identity(2)", True),
        ("0 < det(A) < 7", True),
        ("0 < det(A) < 5", False),
        ("sqrt(2) * sqrt(3) == sqrt(6)", True),
        ("sqrt(2) + sqrt(3) > sqrt(5 + 2*sqrt(6)) - 1/10**12", True),
        ("kernel(C) == [-2, 1]", True),
        ("kernel(C) == [[-2, 1]]", True),
        ("kernel([[1, 1, 1]]) == [[-1, 1, 0], [-1, 0, 1]]", True),
        ("singular_values(diag(3, 4)) == [4, 3]", True),
        ("kernel(A) == kernel(C)", False),
        ("x.T @ x == 2", True),
        ("x.T @ x < 3", True),
        ("close(norm(W), 222, 1)", True),
        ("close(norm(W), 222, 1/1000)", False),
        ("close(A, A, 0)", True),
        ("close(singular_values(W)[0], spectral_norm(W), 1e-9)", True),
        ("rank(W) == 64", True),
        ("norm(W) < 300", True),
    ],
)
def test_comparisons(source: str, holds: bool) -> None:
    assert evaluate(source, NAMES) is holds


def test_a_comparison_is_given_with_its_sides() -> None:
    found = compare("det(A) == 5", NAMES)
    assert not found.holds
    assert [(term.source, term.value, term.is_literal) for term in found.terms] == [
        ("det(A)", 6, False),
        ("5", 5, True),
    ]
    assert found.signs == ("==",)


@pytest.mark.parametrize(
    ("source", "column", "message"),
    [
        ("A @ B @ A", 0, "A @ B @ A: A @ B is 2×3, A is 2×2: the middle sizes 3 and 2 differ"),
        ("B @ A", 0, "B @ A: B is 2×3, A is 2×2: the middle sizes 3 and 2 differ"),
        ("1 + (A + B)[0, 0]", 5, "A + B: A is 2×2, B is 2×3: only equal shapes can be added"),
        ("A * B", 0, "two matrices are not multiplied by *, did you mean @ ?"),
        ("2 @ A", 0, "@ multiplies matrices, did you mean * ?"),
        ("1 / A", 4, "a matrix cannot be divided by, did you mean the inverse, inv(A)?"),
        ("A + 1", 0, "a 2×2 matrix and a number cannot be added"),
        ("B ** 2", 0, "B is 2×3: only square matrices have powers"),
        ("2 ** (1/2)", 6, "an exponent must be a whole number, a square root is written sqrt(x)"),
        ("det(B)", 4, "det needs a square matrix; B is a 2×3 matrix"),
        ("det(3)", 4, "det needs a square matrix; 3 is a number"),
        ("solve(A, B)", 9, "solve needs a vector; B is a 2×3 matrix"),
        ("rotation(x)", 9, "rotation needs a number; x is a vector of 2 numbers"),
        ("inv(C)", 0, "the matrix has no inverse: det 0, kernel (−2, 1)"),
        ("A[2, 0]", 2, "A is 2×2: rows count from 0 to 1; there is no 2"),
        ("A[0, -1]", 5, "A is 2×2: columns count from 0 to 1; there is no -1"),
        ("A[0]", 0, "A is a 2×2 matrix and takes two indices, write A[0, 1]"),
        ("A[0:1, 0]", 2, "only a lone : picks a whole row or column"),
        ("dett(A)", 0, "unknown function dett, did you mean det ?"),
        ("1 + a", 4, "unknown name a, did you mean A ?"),
        ("넓이 + Q", 0, "unknown name 넓이, known are A, B, C, R, W, n, x"),
        ("det", 0, "det is a function, write what it is of, as in det(A)"),
        ("A(1)", 0, "A is not a function, did you mean A @ … or A * … ?"),
        ("scale()", 0, "scale cannot take 0 arguments here, write scale(a, b)"),
        ("random(2, 2, 0)", 0, "random cannot take 3 arguments here"),
        ("random(2, 2, sed=0)", 13, "random takes no sed= here, write random(rows, cols, seed=0)"),
        ("[[1, 2], [3]]", 9, "this row has length 1, the first row 2"),
        ("[]", 0, "an empty list, write its numbers, as in [1, 2]"),
        ("[A, 1]", 1, "an entry must be a number; this is a 2×2 matrix"),
        ("[[1, [2]], [3, 4]]", 5, "an entry must be a number, remove a pair of [ ]"),
        ("1 / (n - 12)", 0, "division by zero"),
        ("sqrt(-1)", 0, "the square root of a negative number"),
        ("eigenvalues(R)", 0, "not all eigenvalues of this matrix are real"),
        ("cond(C)", 0, "this matrix is singular, so its condition number is infinite"),
        ("norm(W) == 222", 0, "norm(W) == 222: floating numbers are never known to be equal"),
        ("A == B", 0, "A == B: a 2×2 matrix cannot be compared with a 2×3 matrix"),
        ("A < R", 0, "A < R: < compares numbers; this is a 2×2 matrix"),
        ("det(A) = 6", 7, "= compares nothing, did you mean == ?"),
        ("2A", 0, "a number runs into a name, write an operator between them, as in 2 * A"),
        ("A x", 2, "an operator or a comma is missing"),
        ("(A", 0, "the bracket ( is not closed, add a )"),
        ("A]", 1, "the bracket ] closes nothing, remove it"),
        ("010", 0, "a number begins with 0, remove the zero"),
        ("", 0, "the expression is empty"),
        ("(1, 2)", 0, "round brackets hold one value here, did you mean a list, [1, 2] ?"),
        ("not A", 0, "not has no meaning here, write the opposite comparison"),
        ("1j", 0, "only real numbers are known here, remove the j"),
    ],
)
def test_a_refusal_names_its_place_and_its_cure(source: str, column: int, message: str) -> None:
    error = refusal(source)
    assert str(error).startswith(message)
    assert error.column == column


@pytest.mark.parametrize(
    ("source", "column", "cure"),
    [
        ("x ≈ 1", 2, "did you mean close(x, y, tol)?"),
        ("n − 1", 2, "did you mean the hyphen - ?"),
        ("A × R", 2, "did you mean @ (matrices) or * (numbers)?"),
        ("A·R", 1, "did you mean @ (matrices) or * (numbers)?"),
        ("n ÷ 2", 2, "did you mean / ?"),
        ("n²", 1, "did you mean **2 ?"),
        ("n^2", 1, "did you mean ** (or A.T for the transpose) ?"),
        ("√2", 0, "did you mean sqrt(2) ?"),
        ("n ≤ 1", 2, "did you mean <= ?"),
        ("n ≠ 1", 2, "did you mean != ?"),
        ("A'", 1, "the transpose is A.T, and a text cannot be computed with"),
        ("[1 2; 3 4]", 4, "did you mean rows as lists, [[1, 2], [3, 4]] ?"),
        ("１＋２", 0, "did you mean 1 ?"),
        ("［1, 2]", 0, "did you mean [ ?"),
    ],
)
def test_habits_get_a_did_you_mean(source: str, column: int, cure: str) -> None:
    error = refusal(source)
    assert (error.column, error.cure) == (column, cure)


def test_columns_count_characters_after_korean_names() -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate("넓이 + det(둘레)", {"넓이": Fraction(1), "둘레": Fraction(2)})
    assert caught.value.column == 9


def test_an_exact_rank_of_twelve_by_twelve_takes_well_under_a_second() -> None:
    generator = np.random.default_rng(3)
    half = generator.integers(-9, 10, (12, 7))
    whole = half @ generator.integers(-9, 10, (7, 12))
    source = written([[Fraction(int(x), 7) for x in row] for row in whole])
    started = time.process_time()
    assert evaluate(f"rank({source})", {}) == 7
    assert evaluate(f"det({source})", {}) == 0
    assert time.process_time() - started < 1.0


@pytest.mark.parametrize(
    ("source", "latex"),
    [
        ("A", "A"),
        ("R @ A", "R A"),
        ("inv(A)", "A^{-1}"),
        ("A.T", r"A^{\mathsf T}"),
        ("inv(R @ A)", "(R A)^{-1}"),
        ("(A + B) @ C", "(A + B) C"),
        ("A - (B + C)", "A - (B + C)"),
        ("2 * A", "2 A"),
        ("1/2 * A", r"\frac{1}{2} A"),
        ("-A", "-A"),
        ("A**2", "A^{2}"),
        ("A**-2", "A^{-2}"),
        ("inv(A).T", r"(A^{-1})^{\mathsf T}"),
        ("BA", r"\mathrm{BA}"),
        ("x1", "x_{1}"),
        ("W_Q", "W_{Q}"),
        ("W_out", r"W_{\mathrm{out}}"),
        ("sigma", r"\sigma"),
        ("넓이", r"\text{넓이}"),
        ("rotation(90)", ""),
        ("rotation(90) @ A", ""),
        ("[[1, 2], [3, 4]]", ""),
        ("A[:, 0]", ""),
        ("det(A) * A", ""),
    ],
)
def test_the_name_of_an_expression(source: str, latex: str) -> None:
    assert latex_name(source) == latex


def test_names_used_are_in_order_and_leave_functions_out() -> None:
    assert names_used("inv(R) @ A + det(R) * R") == ("R", "A")


def test_reserved_names_are_the_functions_of_the_language() -> None:
    assert {"det", "rotation", "close", "random", "inv", "solve"} <= RESERVED_NAMES


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("1", "a number"),
        ("B", "a 2×3 matrix"),
        ("x", "a vector of 2 numbers"),
        ("[1]", "a vector of 1 number"),
        ("kernel(C)", "1 vector"),
        ("eigenvalues(A)", "2 numbers"),
        ("1 < 2", "a comparison"),
    ],
)
def test_a_value_is_described_in_words(source: str, words: str) -> None:
    assert describe(evaluate(source, NAMES)) == words
