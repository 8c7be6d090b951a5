"""Facts about a matrix: rank, kernel, image, determinant, inverse, singular values and the rest.

Exact entries are decided exactly, by elimination on fractions and surds. For floats one rule holds
everywhere: a singular value counts as zero if it is at most 10⁻¹² times the largest. That is above
max(m, n)·ε, the rounding of a singular value decomposition, for every size up to 4096.
Vectors are n×1 matrices. Where an exact calculation leaves the surds that are kept exact (see
`algebra.surds`), the float rule takes over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from algebra.elimination import Echelon, LeftTheField, determinant_of, echelon, whole
from algebra.matrices import Matrix, ShapeError, column, identity
from algebra.numbers import Number, absolute, canonical, is_exact, sign, square_root, to_float
from algebra.wording import phrase, worded

Floats: TypeAlias = NDArray[np.floating[Any]]

LARGEST_CAREFUL = 6
"""Size up to which the determinant of floats is worked out in fractions."""
ZERO_RATIO = 1e-12
"""A floating singular value at most this times the largest counts as zero."""


class SingularMatrix(ValueError):  # noqa: N818 - the textbook's word
    """A map that cannot be undone; `kernel` is a vector it sends to zero."""

    def __init__(self, message: str, kernel: Matrix) -> None:
        super().__init__(message)
        self.kernel = kernel


class NoSolution(ValueError):  # noqa: N818 - says what happened, in words
    """A right side outside the image."""


def determinant(M: Matrix) -> Number:
    """The factor by which M scales areas (volumes), with its sign. Raises ShapeError.

    For floats up to 6×6 it is the determinant of exactly these floats, rounded once.
    """
    n = _square(M, "a determinant")
    if M.is_exact:
        try:
            return determinant_of(M.rows)
        except LeftTheField:
            pass
    if rank(M) < n:
        return 0.0
    if n <= LARGEST_CAREFUL:
        rows = tuple(tuple(Fraction(x) for x in row) for row in M.array.tolist())
        return to_float(determinant_of(rows))
    return float(np.linalg.det(M.array))


def orientation(M: Matrix) -> int:
    """Sign of the determinant: +1 keeps orientation, −1 reverses it, 0 flattens. Raises ShapeError.

    For floats a matrix is flat by the rule of singular values; otherwise the sign comes from an LU
    factorisation, whose rounding is too small to change it.
    """
    _square(M, "an orientation")
    if M.is_exact:
        try:
            return sign(determinant_of(M.rows))
        except LeftTheField:
            pass
    if rank(M) < M.shape[0]:
        return 0
    return int(np.linalg.slogdet(M.array)[0])


def rank(M: Matrix) -> int:
    """Number of independent columns, the dimension of the image."""
    reduced = _reduced(M)
    if reduced is not None:
        return len(reduced.pivots)
    return _counted_rank(np.linalg.svd(M.array, compute_uv=False))


def nullity(M: Matrix) -> int:
    """Dimension of the kernel: columns − rank."""
    return M.shape[1] - rank(M)


def trace(M: Matrix) -> Number:
    """Sum of the diagonal. Raises ShapeError."""
    _square(M, "a trace")
    total: Number = Fraction(0)
    for i, row in enumerate(M.rows):
        total = total + row[i]
    return total


def kernel(M: Matrix) -> tuple[Matrix, ...]:
    """A basis of the vectors that M sends to zero; empty if there is only the zero vector.

    Exact: one vector per free column, positive there, in smallest whole numbers where rational:
    [[1, 2], [2, 4]] has (−2, 1). Floats: orthonormal, from the right singular vectors.
    """
    n = M.shape[1]
    reduced = _reduced(M)
    if reduced is None:
        _, sigma, right = np.linalg.svd(M.array)
        return _orthonormal(right[_counted_rank(sigma) :])
    basis = []
    for free in sorted(set(range(n)) - set(reduced.pivots)):
        vector: list[Number] = [Fraction(0)] * n
        vector[free] = Fraction(1)
        for row, pivot in zip(reduced.rows, reduced.pivots, strict=False):
            vector[pivot] = -row[free]
        basis.append(column(whole(vector)))
    return tuple(basis)


def image(M: Matrix) -> tuple[Matrix, ...]:
    """A basis of the vectors that M reaches.

    Exact: the pivot columns in smallest whole numbers, [[1, 2], [2, 4]] gives (1, 2). Floats:
    orthonormal, from the left singular vectors.
    """
    reduced = _reduced(M)
    if reduced is None:
        left, sigma, _ = np.linalg.svd(M.array, full_matrices=False)
        return _orthonormal(left.T[: _counted_rank(sigma)])
    return tuple(column(whole(M.columns[pivot])) for pivot in reduced.pivots)


def row_space(M: Matrix) -> tuple[Matrix, ...]:
    """A basis of the span of the rows, as n×1 vectors: what M reads of its input.

    Exact: the non-zero rows of the reduced echelon form in smallest whole numbers. Floats:
    orthonormal, from the right singular vectors.
    """
    reduced = _reduced(M)
    if reduced is None:
        _, sigma, right = np.linalg.svd(M.array, full_matrices=False)
        return _orthonormal(right[: _counted_rank(sigma)])
    return tuple(column(whole(row)) for row in reduced.rows[: len(reduced.pivots)])


def inverse(M: Matrix) -> Matrix:
    """The map that undoes M. Raises ShapeError, or SingularMatrix with a kernel vector."""
    n = _square(M, "an inverse")
    if M.is_exact:
        unit = identity(n).rows
        try:
            reduced = echelon(tuple(a + b for a, b in zip(M.rows, unit, strict=True)), width=n)
        except LeftTheField:
            pass
        else:
            if len(reduced.pivots) == n:
                return Matrix(tuple(row[n:] for row in reduced.rows))
    vanishing = kernel(M)
    if vanishing:
        raise SingularMatrix(
            phrase(
                "{name} has no inverse: det 0, kernel {vanishing}",
                name=M.name or phrase("the matrix"),
                vanishing=_listed(vanishing[0]),
            ),
            vanishing[0],
        )
    return Matrix(np.linalg.inv(M.array).astype(np.float64))


def solve(A: Matrix, b: Matrix) -> Matrix:
    """The one x with A x = b (or X with A X = B).

    Raises ShapeError; NoSolution if b lies outside the image of A; SingularMatrix, with a kernel
    vector, if there are many solutions.
    """
    (m, n), (height, _) = A.shape, b.shape
    if m != height:
        raise ShapeError(
            phrase(
                "{name} is {m}×{n}, {name2} has {height} rows: A x = b needs {m}",
                name=A.name or phrase("the matrix"),
                m=m,
                n=n,
                name2=b.name or phrase("the right side"),
                height=height,
            )
        )
    outside = NoSolution("there is no solution: the right side lies outside the image")
    if A.is_exact and b.is_exact:
        joined = tuple(p + q for p, q in zip(A.rows, b.rows, strict=True))
        try:
            reduced = echelon(joined, width=n)
        except LeftTheField:
            pass
        else:
            found = len(reduced.pivots)
            if any(x for row in reduced.rows[found:] for x in row[n:]):
                raise outside
            if found == n:
                return Matrix(tuple(row[n:] for row in reduced.rows[:n]))
    left, sigma, right = np.linalg.svd(A.array, full_matrices=False)
    r = _counted_rank(sigma)
    # Only the part of b along the image can be reached; what is left over tells if b lies outside.
    reached = left[:, :r].T @ b.array
    missed = b.array - left[:, :r] @ reached
    if np.linalg.norm(missed) > 1e-10 * np.linalg.norm(b.array):
        raise outside
    if r < n:
        vanishing = kernel(A)[0]
        raise SingularMatrix(
            phrase(
                "there are many solutions: adding multiples of the kernel vector {vanishing} "
                "to one gives the others",
                vanishing=_listed(vanishing),
            ),
            vanishing,
        )
    if m == n:
        return Matrix(np.linalg.solve(A.array, b.array).astype(np.float64))
    return Matrix(right[:r].T @ (reached / sigma[:r, None]))


def norm(M: Matrix) -> Number:
    """Frobenius norm: √ of the sum of squares; for a vector its length. Exact for fractions."""
    if M.is_exact:
        total: Number = Fraction(0)
        for row in M.rows:
            for x in row:
                total = total + x * x
        return square_root(total)
    largest = float(np.abs(M.array).max())
    return largest * float(np.linalg.norm(M.array / largest)) if largest else 0.0


def singular_values(M: Matrix) -> tuple[Number, ...]:
    """The half-axes of the image of the unit ball, largest first: min(m, n) of them.

    Exact for 2×2 fractions, from σ₁ ± σ₂ = √(‖M‖² ± 2·|det M|), and where M is diagonal, a single
    row or a single column; else floats.
    """
    m, n = M.shape
    if M.is_exact:
        if all(i == j or not x for i, row in enumerate(M.rows) for j, x in enumerate(row)):
            return tuple(sorted((absolute(M.rows[i][i]) for i in range(min(m, n))), reverse=True))
        if min(m, n) == 1:
            return (norm(M),)
        if m == n == 2:
            (a, b), (c, d) = M.rows
            squares, area = a * a + b * b + c * c + d * d, 2 * absolute(a * d - b * c)
            if is_exact(squares) and is_exact(area):
                plus, minus = square_root(squares + area), square_root(squares - area)
                if is_exact(plus) and is_exact(minus):
                    return ((plus + minus) / 2, (plus - minus) / 2)
    return tuple(np.linalg.svd(M.array, compute_uv=False).tolist())


def spectral_norm(M: Matrix) -> Number:
    """The most that M stretches a vector: its largest singular value."""
    return singular_values(M)[0]


def condition_number(M: Matrix) -> Number:
    """Largest singular value over smallest; infinity for dependent columns and rows."""
    if rank(M) < min(M.shape):
        return math.inf
    sigma = singular_values(M)
    return sigma[0] / sigma[-1]


def eigenvalues(M: Matrix) -> tuple[Number | complex, ...]:
    """The eigenvalues with multiplicity, by rising real, then imaginary part. Raises ShapeError.

    Exact for triangular matrices, and for 2×2 with real eigenvalues whose root is exact.
    """
    n = _square(M, "an eigenvalue")
    if M.is_exact:
        rows = M.rows
        below = any(rows[i][j] for i in range(n) for j in range(i))
        above = any(rows[i][j] for i in range(n) for j in range(i + 1, n))
        if not (below and above):
            return tuple(sorted(rows[i][i] for i in range(n)))
        if n == 2:
            middle = (rows[0][0] + rows[1][1]) / 2
            half = (rows[0][0] - rows[1][1]) / 2
            square = half * half + rows[0][1] * rows[1][0]
            if is_exact(square):
                root = square_root(absolute(square))
                if sign(square) >= 0:
                    return middle - root, middle + root
                x, y = to_float(middle), to_float(root)
                return complex(x, -y), complex(x, y)
    if np.array_equal(M.array, M.array.T):
        return tuple(np.linalg.eigvalsh(M.array).tolist())
    values = sorted(
        np.linalg.eigvals(M.array).tolist(), key=lambda z: (complex(z).real, complex(z).imag)
    )
    return tuple(z.real if isinstance(z, complex) and not z.imag else z for z in values)


def minor(M: Matrix, i: int, j: int) -> Number:
    """The determinant without row i and column j, counted from 0.

    Raises ShapeError, IndexError.
    """
    n = _square(M, "a minor")
    if n < 2:
        raise ShapeError("a minor needs a matrix of at least 2×2")
    if not (0 <= i < n and 0 <= j < n):
        raise IndexError(phrase("row {i}, column {j} is not in a {n}×{n} matrix", i=i, j=j, n=n))
    rows = tuple(r[:j] + r[j + 1 :] for k, r in enumerate(M.rows) if k != i)
    return determinant(Matrix(rows))


def principal_minors(M: Matrix, k: int) -> tuple[Number, ...]:
    """The determinants on every choice of k equal rows and columns, in order. Raises ShapeError.

    Their sum is the k-th coefficient of the characteristic polynomial up to sign.
    """
    n = _square(M, "a principal minor")
    if not 1 <= k <= n:
        raise ShapeError(
            phrase("a {n}×{n} matrix has principal minors of size 1 to {n}, not {k}", n=n, k=k)
        )
    return tuple(
        determinant(Matrix(tuple(tuple(M.rows[i][j] for j in chosen) for i in chosen)))
        for chosen in combinations(range(n), k)
    )


def _square(M: Matrix, what: str) -> int:
    m, n = M.shape
    if m != n:
        raise ShapeError(
            phrase(
                "{name} is {m}×{n}: only square matrices have {what}",
                name=M.name or phrase("the matrix"),
                m=m,
                n=n,
                what=worded(what),
            )
        )
    return n


def _reduced(M: Matrix) -> Echelon | None:
    """The reduced echelon form where it can be had exactly."""
    if not M.is_exact:
        return None
    try:
        return echelon(M.rows, width=M.shape[1])
    except LeftTheField:
        return None


def _counted_rank(sigma: Floats) -> int:
    return int(np.count_nonzero(sigma > ZERO_RATIO * sigma[0])) if sigma[0] > 0 else 0


def _orthonormal(vectors: Floats) -> tuple[Matrix, ...]:
    """Unit vectors as columns; the last part that matters is made positive, as in exact kernels."""
    basis = []
    for vector in vectors:
        last = vector[np.flatnonzero(np.abs(vector) > 1e-9)[-1]]
        basis.append(Matrix((vector if last > 0 else -vector)[:, None]))
    return tuple(basis)


def _listed(vector: Matrix) -> str:
    """(−2, 1) with a true minus; floats with four significant digits."""
    entries: Sequence[Number] = vector.columns[0]
    shown = [canonical(x) if is_exact(x) else f"{x:.4g}" for x in entries[:6]]
    if len(entries) > 6:
        shown.append("…")
    return "(" + ", ".join(shown).replace("-", "−") + ")"
