"""Facts about matrices: the numbers of the course, exact laws, numpy as second opinion."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.facts import (
    NoSolution,
    SingularMatrix,
    condition_number,
    determinant,
    eigenvalues,
    image,
    inverse,
    kernel,
    minor,
    norm,
    nullity,
    orientation,
    principal_minors,
    rank,
    row_space,
    singular_values,
    solve,
    spectral_norm,
    trace,
)
from algebra.matrices import (
    Matrix,
    ShapeError,
    column,
    diag,
    from_rows,
    identity,
    projection,
    random,
    reflection,
    rotation,
    shear,
    zeros,
)
from algebra.numbers import Number, canonical, is_exact, square_root, to_float

A = from_rows([[2, 1], [0, 3]], "A")
B = rotation(90)
C = from_rows([[1, 2], [2, 4]], "C")
M = from_rows([[1, 1], [1, Fraction(1001, 1000)]], "M")

fractions = st.fractions(min_value=-6, max_value=6, max_denominator=6)
roots = st.builds(lambda p, q: p + q * square_root(2), fractions, fractions)


@st.composite
def exact_matrices(draw: st.DrawFn, square: bool = False) -> Matrix:
    """Up to 4×4, often of low rank: a product through a narrow middle."""
    m = draw(st.integers(1, 4))
    n = m if square else draw(st.integers(1, 4))
    entries: st.SearchStrategy[Number] = fractions if draw(st.booleans()) else roots

    def block(height: int, width: int) -> Matrix:
        row = st.lists(entries, min_size=width, max_size=width)
        return from_rows(draw(st.lists(row, min_size=height, max_size=height)))

    if draw(st.booleans()):
        return block(m, n)
    middle = draw(st.integers(1, 2))
    return block(m, middle) @ block(middle, n)


# --- laws -----------------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(exact_matrices())
def test_rank_and_nullity_fill_the_input_space(P: Matrix) -> None:
    m, n = P.shape
    assert rank(P) + nullity(P) == n
    assert rank(P) == rank(P.T) == len(image(P)) == len(row_space(P))
    assert len(kernel(P)) == nullity(P)
    for v in kernel(P):
        assert P @ v == zeros(m, 1)
        for r in row_space(P):
            assert r.T @ v == zeros(1, 1)
    for w in image(P):
        assert rank(from_rows([[*a, *b] for a, b in zip(P.rows, w.rows, strict=True)])) == rank(P)


@settings(max_examples=100, deadline=None)
@given(exact_matrices(square=True), st.data())
def test_determinant_inverse_and_solve_belong_together(P: Matrix, data: st.DataObject) -> None:
    n = P.shape[0]
    b = column(data.draw(st.lists(fractions, min_size=n, max_size=n)))
    d = determinant(P)
    assert is_exact(d)
    assert to_float(d) == pytest.approx(np.linalg.det(P.array), rel=1e-6, abs=1e-6)
    assert orientation(P) == (d > 0) - (d < 0)
    assert determinant(P.T) == d
    assert determinant(P @ P) == d * d
    assert (d == 0) == (rank(P) < n)
    if d:
        assert P @ inverse(P) == inverse(P) @ P == identity(n)
        assert P @ solve(P, b) == b
        assert determinant(inverse(P)) == 1 / d
    else:
        with pytest.raises(SingularMatrix) as caught:
            inverse(P)
        assert P @ caught.value.kernel == zeros(n, 1)
        with pytest.raises((SingularMatrix, NoSolution)):
            solve(P, b)


@settings(max_examples=100, deadline=None)
@given(exact_matrices())
def test_singular_values_agree_with_numpy(P: Matrix) -> None:
    expected = np.linalg.svd(P.array, compute_uv=False)
    size = max(1.0, expected[0])
    found = [to_float(s) for s in singular_values(P)]
    assert found == pytest.approx(expected.tolist(), abs=1e-7 * size)
    assert to_float(norm(P)) == pytest.approx(np.linalg.norm(P.array))
    assert spectral_norm(P) == singular_values(P)[0]
    if rank(P) == min(P.shape):
        assert to_float(condition_number(P)) >= 1 - 1e-12
    else:
        assert condition_number(P) == math.inf


@settings(max_examples=100, deadline=None)
@given(exact_matrices(square=True))
def test_eigenvalues_add_up_to_the_trace(P: Matrix) -> None:
    values = [x if isinstance(x, complex) else complex(to_float(x)) for x in eigenvalues(P)]
    size = max(1.0, float(np.abs(P.array).max())) ** P.shape[0] * 100
    assert len(values) == P.shape[0]
    assert abs(sum(values) - to_float(trace(P))) < 1e-9 * size
    assert abs(np.prod(values) - to_float(determinant(P))) < 1e-9 * size
    assert values == sorted(values, key=lambda z: (z.real, z.imag))


@settings(max_examples=60, deadline=None)
@given(exact_matrices(square=True))
def test_minors_rebuild_the_determinant(P: Matrix) -> None:
    n = P.shape[0]
    assert sum(principal_minors(P, 1), Fraction(0)) == trace(P)
    assert principal_minors(P, n) == (determinant(P),)
    if n > 1:
        terms = [(-1) ** j * P[0, j] * minor(P, 0, j) for j in range(n)]
        assert sum(terms, Fraction(0)) == determinant(P)


@pytest.mark.parametrize("shape", [(3, 3), (3, 5), (5, 3), (6, 6)])
@pytest.mark.parametrize("seed", range(5))
def test_floats_follow_numpy(shape: tuple[int, int], seed: int) -> None:
    m, n = shape
    thin = random(m, 2, seed) @ random(2, n, seed + 100)
    assert rank(thin) == 2
    assert nullity(thin) == n - 2
    for v in kernel(thin):
        assert np.abs(thin.array @ v.array).max() < 1e-13
    assert len(image(thin)) == len(row_space(thin)) == 2
    full = random(m, n, seed)
    assert rank(full) == min(m, n)
    if m == n:
        assert orientation(full) == np.sign(np.linalg.det(full.array))
        assert orientation(thin) == 0
        assert determinant(thin) == 0.0
        assert np.abs((full @ inverse(full)).array - np.eye(n)).max() < 1e-10
        b = random(n, 1, seed + 7)
        assert np.abs((full @ solve(full, b)).array - b.array).max() < 1e-10
        with pytest.raises(SingularMatrix, match="det 0, kernel"):
            inverse(thin)
        with pytest.raises(NoSolution):
            solve(thin, b)
        with pytest.raises(SingularMatrix, match="many solutions"):
            solve(thin, thin @ b)


# --- the numbers of the course --------------------------------------------------------------------


def test_what_survives_and_what_is_lost() -> None:
    assert rank(A) == 2
    assert rank(C) == 1
    assert kernel(C) == (column([-2, 1]),)
    assert image(C) == (column([1, 2]),)
    assert row_space(C) == (column([1, 2]),)
    assert C @ column([1, 1]) == C @ column([3, 0]) == column([3, 6])
    assert kernel(A) == ()
    assert kernel(from_rows([[1, Fraction(-3, 2), 0]])) == (column([3, 2, 0]), column([0, 0, 1]))


def test_a_wide_seeded_map_loses_704_dimensions() -> None:
    W = random(64, 768, seed=0)
    assert (rank(W), nullity(W)) == (64, 704)
    z = kernel(W)[0]
    x = random(768, 1, seed=1)
    assert np.abs(W.array @ (x.array + 5 * z.array) - W.array @ x.array).max() < 1e-12


def test_the_determinant_reads_the_unit_square() -> None:
    assert determinant(diag(Fraction(1, 2), Fraction(3, 2))) == Fraction(3, 4)
    assert determinant(shear(1)) == 1
    assert determinant(A) == 6
    assert determinant(C) == 0
    assert determinant(diag(2, 3, 4)) == 24
    assert determinant(B @ A) == determinant(A @ B) == 6
    assert determinant(rotation(135)) == determinant(rotation(20) @ rotation(-20)) == 1


def test_a_nearly_singular_map_is_measured_by_its_condition() -> None:
    assert determinant(M) == Fraction(1, 1000)
    assert solve(M, column([2, Fraction("2.001")])) == column([1, 1])
    assert solve(M, column([2, Fraction("2.002")])) == column([0, 2])
    assert to_float(condition_number(M)) == pytest.approx(4002.0, abs=0.01)
    assert 1 / to_float(singular_values(M)[1]) == pytest.approx(2000.5, abs=0.01)
    tiny = identity(2) * Fraction(1, 1000)
    assert determinant(tiny) == Fraction(1, 10**6)
    assert condition_number(tiny) == 1


def test_the_sign_is_orientation() -> None:
    assert orientation(B) == orientation(A) == 1
    assert orientation(diag(1, -1)) == orientation(reflection(20)) == -1
    assert orientation(from_rows([[0, 1], [1, 0]])) == orientation(diag(1, 1, -1)) == -1
    assert orientation(C) == orientation(projection(20)) == 0


def test_order_matters_by_a_norm_of_two() -> None:
    assert norm(B @ A - A @ B) == 2
    assert norm(column([3, 4])) == 5
    assert norm(column([1, 1])) == square_root(2)
    assert norm(Matrix(np.array([[3e200, 4e200]]))) == pytest.approx(5e200)


def test_undoing() -> None:
    sixth = Fraction(1, 6)
    assert inverse(A) == from_rows([[3, -1], [0, 2]]) * sixth
    assert inverse(A) @ column([3, 3]) == column([1, 1])
    assert inverse(B @ A) == inverse(A) @ inverse(B)
    assert inverse(B) @ inverse(A) @ B @ A == from_rows([[2, 1], [1, 5]]) / 3
    with pytest.raises(
        SingularMatrix, match=r"C has no inverse: det 0, kernel \(−2, 1\)"
    ) as caught:
        inverse(C)
    assert caught.value.kernel == column([-2, 1])


def test_circle_to_ellipse() -> None:
    first, second = singular_values(A)
    assert (canonical(first), is_exact(second)) == ("1/2*sqrt(2)+1/2*sqrt(26)", True)
    assert to_float(first) == pytest.approx(3.2566, abs=1e-4)
    assert to_float(second) == pytest.approx(1.8424, abs=1e-4)
    assert eigenvalues(A) == (2, 3)
    assert singular_values(diag(2, -3, 4)) == (4, 3, 2)
    assert eigenvalues(from_rows([[1, 1], [1, 0]])) == (
        (1 - square_root(5)) / 2,
        (1 + square_root(5)) / 2,
    )
    assert eigenvalues(B) == (-1j, 1j)
    assert eigenvalues(from_rows([[4.0, 1.0], [1.0, 4.0]])) == pytest.approx((3, 5))


# --- exactness and refusals -----------------------------------------------------------------------


def test_exact_decisions_that_floats_would_miss() -> None:
    hair = Fraction(1, 10**30)
    nearly = from_rows([[1, 1], [1, 1 + hair]])
    assert (rank(nearly), orientation(nearly), determinant(nearly)) == (2, 1, hair)
    assert rank(projection(15) + projection(105)) == 2
    assert rank(projection(15) @ projection(105)) == 0
    r = square_root(2)
    assert kernel(from_rows([[r, 2], [1, r]])) == (column([-r, 1]),)


def test_twelve_by_twelve_is_quick() -> None:
    P = from_rows(np.random.default_rng(0).integers(-99, 99, (12, 12)).tolist()) / 7
    lowered = from_rows([*P.rows[:11], [a + b for a, b in zip(P.rows[0], P.rows[1], strict=True)]])
    start = time.perf_counter()
    assert (rank(P), rank(lowered)) == (12, 11)
    assert time.perf_counter() - start < 0.5


def test_leaving_the_exact_surds_falls_back_to_the_float_rule() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23)
    P = from_rows([[square_root(p) for p in primes[i : i + 3]] for i in (0, 3, 6)])
    assert P.is_exact
    assert rank(P) == 3
    assert to_float(determinant(P)) == pytest.approx(np.linalg.det(P.array))
    assert np.abs(inverse(P).array @ P.array - np.eye(3)).max() < 1e-10
    assert orientation(P) == np.sign(np.linalg.det(P.array))


def test_rectangular_systems() -> None:
    tall = from_rows([[1, 0], [0, 1], [1, 1]])
    assert solve(tall, column([2, 3, 5])) == column([2, 3])
    assert solve(Matrix(tall.array), column([2, 3, 5])).array.tolist() == [
        [pytest.approx(2)],
        [pytest.approx(3)],
    ]
    with pytest.raises(NoSolution, match="outside the image"):
        solve(tall, column([2, 3, 6]))
    with pytest.raises(SingularMatrix, match=r"kernel vector \(−1, −1, 1\)") as caught:
        solve(tall.T, column([1, 1]))
    assert caught.value.kernel == column([-1, -1, 1])
    with pytest.raises(ShapeError, match="A x = b needs 2"):
        solve(A, column([1, 2, 3]))


def test_facts_of_square_matrices_refuse_others() -> None:
    wide = from_rows([[1, 2, 3], [4, 5, 6]], "W")
    for fact in (determinant, orientation, trace, inverse, eigenvalues):
        with pytest.raises(ShapeError, match="W is 2×3: only square matrices have"):
            fact(wide)
    with pytest.raises(ShapeError, match="at least 2×2"):
        minor(identity(1), 0, 0)
    with pytest.raises(IndexError, match="row 2"):
        minor(A, 2, 0)
    with pytest.raises(ShapeError, match="size 1 to 2, not 3"):
        principal_minors(A, 3)
