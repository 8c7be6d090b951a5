"""Matrices: entries that stay exact, arithmetic, indices, constructors, refusals."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from fractions import Fraction
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.facts import SingularMatrix, determinant
from algebra.matrices import (
    Matrix,
    ShapeError,
    column,
    diag,
    from_json,
    from_rows,
    identity,
    projection,
    random,
    reflection,
    rotation,
    scale,
    shear,
    zeros,
)
from algebra.numbers import square_root

A = from_rows([[2, 1], [0, 3]], "A")
B = from_rows([[0, -1], [1, 0]], "B")

fractions = st.fractions(min_value=-9, max_value=9, max_denominator=7)


def of_shape(m: int, n: int) -> st.SearchStrategy[Matrix]:
    row = st.lists(fractions, min_size=n, max_size=n)
    return st.lists(row, min_size=m, max_size=m).map(from_rows)


@settings(max_examples=100, deadline=None)
@given(of_shape(2, 3), of_shape(3, 4), of_shape(3, 4), of_shape(4, 2))
def test_arithmetic_obeys_its_laws_exactly(P: Matrix, Q: Matrix, R: Matrix, S: Matrix) -> None:
    assert P @ (Q + R) == P @ Q + P @ R
    assert (P @ Q) @ S == P @ (Q @ S)
    assert (P @ Q).T == Q.T @ P.T
    assert Q - R == -(R - Q)
    assert 3 * Q / 3 == Q
    assert np.allclose((P @ Q).array, P.array @ Q.array)


def test_products_of_the_course() -> None:
    assert from_rows([[0, -3], [2, 1]]) == B @ A
    assert from_rows([[1, -2], [3, 0]]) == A @ B
    assert A @ column([1, 1]) == column([3, 3])
    assert B @ (A @ column([1, 1])) == column([-3, 3])


def test_columns_are_the_images_of_the_basis() -> None:
    assert A.columns == ((2, 0), (1, 3))
    assert A[:, 1] == A @ column([0, 1]) == column([1, 3])


def test_powers() -> None:
    assert identity(2) == A**0
    assert A**3 == A @ A @ A
    assert identity(2) == A**-2 @ A**2
    assert rotation(45) ** 8 == identity(2)
    with pytest.raises(SingularMatrix, match=r"C has no inverse: det 0, kernel \(−2, 1\)"):
        from_rows([[1, 2], [2, 4]], "C") ** -1
    with pytest.raises(ShapeError, match="only square matrices have powers"):
        from_rows([[1, 2]]) ** 2


def test_indices() -> None:
    assert A[0, 1] == 1
    assert A[-1, -1] == 3
    assert A[0, :] == from_rows([[2, 1]])
    assert A[:, :] == A
    assert column([5, 6])[1] == 6
    W = random(5, 7, seed=1)
    assert W[4, 6] == W.array[4, 6]
    assert W[1:3, :].shape == (2, 7)
    with pytest.raises(IndexError, match="row 2 does not exist: the rows are 0 to 1"):
        A[2, 0]
    with pytest.raises(TypeError, match="A takes two indices"):
        A[0]
    with pytest.raises(TypeError, match="index"):
        A[True, 0]


def test_equality_is_exact_and_ignores_names() -> None:
    assert from_rows([[2, 1], [0, 3]], "other") == A
    assert hash(A) == hash(A.named("other")) == hash(Matrix(A.array))
    assert Matrix(A.array) == A
    assert from_rows([[Fraction(1, 10)]]) != from_rows([[0.1]])
    assert from_rows([[1, 2]]) != from_rows([[1], [2]])
    assert A != "A"


def test_exactness_is_kept_and_lost_where_it_should() -> None:
    assert rotation(135).is_exact
    assert (rotation(135) @ rotation(15) @ A).is_exact
    assert rotation(135) @ rotation(45) == rotation(180) == -identity(2)
    assert not rotation(20).is_exact
    assert not (A * 0.5).is_exact
    assert from_rows([[1, Fraction(1, 2)], [0, Fraction(3, 2)]]) == A / 2


def test_constructors() -> None:
    half, root = Fraction(1, 2), square_root(2) / 2
    assert rotation(90) == B
    assert rotation(45) == from_rows([[root, -root], [root, root]])
    assert shear(3) == from_rows([[1, 3], [0, 1]])
    assert scale(2) == diag(2, 2)
    assert scale(2, half) == diag(2, half)
    assert reflection(0) == diag(1, -1)
    assert reflection(45) == from_rows([[0, 1], [1, 0]])
    assert projection(45) == from_rows([[half, half], [half, half]])
    assert diag(1, 2, 3) @ column([1, 1, 1]) == column([1, 2, 3])
    assert zeros(2, 3).shape == (2, 3)


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_mirrors_and_projections_are_exact(degrees: int) -> None:
    mirror, shadow = reflection(degrees), projection(degrees)
    assert mirror @ mirror == identity(2)
    assert determinant(mirror) == -1
    assert shadow @ shadow == shadow
    assert mirror == 2 * shadow - identity(2)
    assert rotation(degrees).T @ rotation(degrees) == identity(2)


def test_turns_in_space() -> None:
    assert rotation(90, "z") @ column([1, 0, 0]) == column([0, 1, 0])
    assert rotation(90, "x") @ column([0, 1, 0]) == column([0, 0, 1])
    assert rotation(90, "y") @ column([0, 0, 1]) == column([1, 0, 0])
    assert rotation(120, (1, 1, 1)) == from_rows([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    with pytest.raises(ValueError, match="an axis in space is three numbers"):
        rotation(90, (0, 0, 0))
    with pytest.raises(ValueError, match="an axis is"):
        rotation(90, "w")


def test_a_seed_gives_the_same_matrix_again() -> None:
    W = random(64, 768, seed=0)
    expected = np.random.Generator(np.random.PCG64(0)).standard_normal((64, 768))
    assert np.array_equal(W.array, expected)
    assert W.recipe == "random(64, 768, seed=0)"
    assert not W.is_exact
    assert (W @ W.T).recipe == ""
    assert repr(W) == "Matrix(64×768, random(64, 768, seed=0))"


def test_json_keeps_entries_exactly_and_large_matrices_as_recipes() -> None:
    for M in (A, rotation(135), rotation(20), A / 7, random(300, 400, seed=3)):
        plain = json.loads(json.dumps(M.to_json()))
        again = from_json(plain)
        assert again == M
        assert (again.name, again.recipe) == (M.name, M.recipe)
    assert random(300, 400, seed=3).to_json() == {"recipe": "random(300, 400, seed=3)"}
    assert A.to_json() == {"name": "A", "rows": [["2", "1"], ["0", "3"]]}
    with pytest.raises(ValueError, match="unknown recipe"):
        from_json({"recipe": "random(3)"})
    with pytest.raises(ValueError, match="mapping"):
        from_json([[1]])


def test_nothing_can_change_a_matrix() -> None:
    source = np.ones((2, 2))
    M = Matrix(source)
    source[0, 0] = 99
    assert M[0, 0] == 1
    for array in (M.array, A.array):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 99


def test_shapes_that_do_not_fit_are_named() -> None:
    wide = from_rows([[1, 2, 3], [4, 5, 6]], "A")
    with pytest.raises(ShapeError, match="A is 2×3, B is 2×2: the middle sizes 3 and 2 differ"):
        wide @ B
    with pytest.raises(ShapeError, match="A is 2×3, B is 2×2: only matrices of one shape"):
        wide + B
    with pytest.raises(ShapeError, match="the right matrix is 2×3"):
        B - wide.named("")
    with pytest.raises(TypeError, match="multiplied with @"):
        A * cast(int, B)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "empty"),
        ([[]], "row 1 is empty"),
        ([[1, 2], [3]], "row 2 has 1 entry where row 1 has 2 entries"),
        ([[1, math.nan]], "row 1: nan is not a finite number"),
        ([[1], [math.inf]], "row 2: inf is not a finite number"),
        ([[True]], "truth value"),
        ([["x"]], "'x' is not a number"),
        ([[10**400]], "too large"),
        ([[square_root(2) * 10**400]], "too large"),
    ],
)
def test_rows_that_make_no_matrix_are_refused(rows: list[list[int]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        from_rows(rows)


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.ones(3), "1 axes"),
        (np.ones((0, 2)), "at least one row"),
        (np.array([[1, np.nan]]), "finite"),
    ],
)
def test_arrays_that_make_no_matrix_are_refused(array: np.ndarray, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Matrix(array)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: random(10**6, 10**6, seed=0), "at most 16,777,216"),
        (lambda: identity(10**6), "at most 1,048,576"),
        (lambda: zeros(10**9, 10**9), "at most"),
        (lambda: random(0, 3, seed=0), "at least one row"),
        (lambda: random(3, 3, seed=-1), "a seed is"),
        (lambda: random(3, 3, seed=True), "a seed is"),
        (lambda: identity(cast(int, 2.0)), "a size is a whole number"),
        (diag, "at least one row"),
    ],
)
def test_sizes_are_refused_before_memory_is_taken(build: Callable[[], Matrix], words: str) -> None:
    start = time.perf_counter()
    with pytest.raises(ValueError, match=words):
        build()
    assert time.perf_counter() - start < 0.1
