"""Matrices with exact entries, and the constructors that a storyboard names.

Columns are the images of the basis, a vector is a column (an n×1 matrix), B @ A means A first.
Angles are in degrees. Indices count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias, overload

import numpy as np

from algebra.entries import (
    LARGEST_EXACT,
    LARGEST_RANDOM,
    Array,
    Rows,
    checked_array,
    checked_rows,
    positions,
    within,
)
from algebra.numbers import (
    Number,
    canonical,
    cosine,
    from_canonical,
    is_exact,
    number,
    sine,
    square_root,
    to_float,
)
from algebra.wording import phrase, worded

Entry: TypeAlias = Number | int


class ShapeError(ValueError):
    """Two matrices whose sizes do not fit the operation."""


@dataclass(frozen=True, eq=False, repr=False)
class Matrix:
    """An m×n matrix, m, n ≥ 1.

    `entries` is either rows of numbers, or a float array for large matrices that come from a seed;
    `rows` and `array` give both views of either, made when first asked for.
    `name` is the LaTeX of what the storyboard calls it ("A", "R A"); results of arithmetic have no
    name. `recipe` ("random(64, 768, seed=0)") stands for the entries in JSON. Neither counts in
    comparison, which is exact, entry by entry.

    Raises ValueError for empty or ragged rows and for entries that are no finite real numbers.
    """

    entries: Rows | Array
    name: str = ""
    recipe: str = ""

    def __post_init__(self) -> None:
        # The one place where a frozen field is set: whatever was handed in is copied into its
        # immutable form, so that no matrix can be changed through an array or list kept outside.
        if isinstance(self.entries, np.ndarray):
            checked: Rows | Array = checked_array(self.entries)
        else:
            checked = checked_rows(self.entries)
        object.__setattr__(self, "entries", checked)

    @property
    def shape(self) -> tuple[int, int]:
        """(m, n): rows, then columns."""
        return len(self.entries), len(self.entries[0])

    @cached_property
    def rows(self) -> Rows:
        """The entries as m tuples of n numbers."""
        if isinstance(self.entries, np.ndarray):
            return tuple(tuple(row) for row in self.entries.tolist())
        return self.entries

    @cached_property
    def array(self) -> Array:
        """The entries as a read-only m×n array of float64, each the nearest float."""
        if isinstance(self.entries, np.ndarray):
            return self.entries
        array = np.array([[to_float(x) for x in row] for row in self.entries], dtype=np.float64)
        array.flags.writeable = False
        return array

    @cached_property
    def is_exact(self) -> bool:
        """True if every entry is a fraction or a surd."""
        if isinstance(self.entries, np.ndarray):
            return False
        return all(is_exact(x) for row in self.entries for x in row)

    @property
    def is_square(self) -> bool:
        """True if there are as many rows as columns."""
        m, n = self.shape
        return m == n

    @property
    def T(self) -> Matrix:  # noqa: N802 - the transpose is written so in every textbook and in numpy
        """The transpose, n×m."""
        if isinstance(self.entries, np.ndarray):
            return Matrix(self.entries.T)
        return Matrix(tuple(zip(*self.entries, strict=True)))

    @property
    def columns(self) -> Rows:
        """The n columns as tuples of m numbers: the images of the basis vectors."""
        return tuple(zip(*self.rows, strict=True))

    def named(self, name: str) -> Matrix:
        """The same matrix under another name."""
        return replace(self, name=name)

    @overload
    def __getitem__(self, index: int | tuple[int, int]) -> Number: ...

    @overload
    def __getitem__(
        self, index: tuple[slice, int] | tuple[int, slice] | tuple[slice, slice]
    ) -> Matrix: ...

    @overload
    def __getitem__(self, index: object) -> Number | Matrix: ...

    def __getitem__(self, index: object) -> Number | Matrix:
        """M[i, j] is a number, M[:, j] an m×1 matrix, M[i, :] a 1×n matrix; x[i] for a column x.

        Raises IndexError outside the matrix, TypeError for other kinds of index.
        """
        m, n = self.shape
        if isinstance(index, int) and not isinstance(index, bool) and n == 1:
            index = (index, 0)
        if not (isinstance(index, tuple) and len(index) == 2):
            raise TypeError(
                phrase(
                    "{called} takes two indices: [i, j], [:, j] or [i, :]",
                    called=self._called("a matrix"),
                )
            )
        i, j = index
        down, across = positions(i, m, "row"), positions(j, n, "column")
        if isinstance(down, int) and isinstance(across, int):
            return number(self.entries[down][across])
        picked_rows = [down] if isinstance(down, int) else down
        picked_columns = [across] if isinstance(across, int) else across
        if isinstance(self.entries, np.ndarray):
            return Matrix(self.entries[np.ix_(picked_rows, picked_columns)])
        return Matrix(tuple(tuple(self.entries[r][c] for c in picked_columns) for r in picked_rows))

    def __matmul__(self, other: Matrix) -> Matrix:
        """The product: `other` first, then this map. Raises ShapeError if the sizes do not fit."""
        if not isinstance(other, Matrix):
            return NotImplemented
        (_, middle), (inner, _) = self.shape, other.shape
        if middle != inner:
            raise ShapeError(
                phrase(
                    "{sized}, {sized2}: the middle sizes {middle} and {inner} differ",
                    sized=self._sized("the left matrix"),
                    sized2=other._sized("the right matrix"),
                    middle=middle,
                    inner=inner,
                )
            )
        if isinstance(self.entries, np.ndarray) or isinstance(other.entries, np.ndarray):
            return Matrix(self.array @ other.array)
        columns = other.columns
        return Matrix(tuple(tuple(_dot(row, column) for column in columns) for row in self.entries))

    def __add__(self, other: Matrix) -> Matrix:
        """The sum. Raises ShapeError if the shapes differ."""
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape != other.shape:
            raise ShapeError(
                phrase(
                    "{sized}, {sized2}: only matrices of one shape can be added or subtracted",
                    sized=self._sized("the left matrix"),
                    sized2=other._sized("the right matrix"),
                )
            )
        if isinstance(self.entries, np.ndarray) or isinstance(other.entries, np.ndarray):
            return Matrix(self.array + other.array)
        return Matrix(
            tuple(
                tuple(x + y for x, y in zip(left, right, strict=True))
                for left, right in zip(self.entries, other.entries, strict=True)
            )
        )

    def __sub__(self, other: Matrix) -> Matrix:
        """The difference. Raises ShapeError if the shapes differ."""
        if not isinstance(other, Matrix):
            return NotImplemented
        return self + -other

    def __neg__(self) -> Matrix:
        return self * -1

    def __mul__(self, factor: Entry) -> Matrix:
        """The multiple by a number; the product of two matrices is written @."""
        if isinstance(factor, Matrix):
            raise TypeError("two matrices are multiplied with @, not with *")
        scalar = number(factor)
        if isinstance(self.entries, np.ndarray):
            return Matrix(self.entries * to_float(scalar))
        return Matrix(tuple(tuple(x * scalar for x in row) for row in self.entries))

    __rmul__ = __mul__

    def __truediv__(self, divisor: Entry) -> Matrix:
        """The multiple by 1/divisor. Raises ZeroDivisionError."""
        return self * (1 / number(divisor))

    def __pow__(self, exponent: int) -> Matrix:
        """A whole power; a negative one through the inverse.

        Raises ShapeError unless the matrix is square, SingularMatrix where no inverse exists.
        """
        if not isinstance(exponent, int) or isinstance(exponent, bool):
            return NotImplemented
        m, n = self.shape
        if m != n:
            raise ShapeError(
                phrase("{sized}: only square matrices have powers", sized=self._sized("the matrix"))
            )
        base = self
        if exponent < 0:
            # facts builds on this module, so the one step that needs it looks it up when used
            from algebra.facts import inverse

            base = inverse(self)
        power = identity(n)
        remaining = abs(exponent)
        while remaining:
            if remaining & 1:
                power = power @ base
            remaining >>= 1
            if remaining:
                base = base @ base
        return power

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape != other.shape:
            return False
        if isinstance(self.entries, np.ndarray) and isinstance(other.entries, np.ndarray):
            return bool(np.array_equal(self.entries, other.entries))
        return self.rows == other.rows

    def __hash__(self) -> int:
        # Equal numbers hash equally whatever their type, so a sample of them will do.
        return hash((self.shape, tuple(self.entries[0][:8]), self.entries[-1][-1]))

    def __repr__(self) -> str:
        m, n = self.shape
        if m * n > 36:
            return f"Matrix({m}×{n}{', ' + self.recipe if self.recipe else ''})"
        rows = ", ".join("[" + ", ".join(map(canonical, row)) + "]" for row in self.rows)
        return f"Matrix([{rows}])"

    def _called(self, otherwise: str) -> str:
        return self.name or worded(otherwise)

    def _sized(self, otherwise: str) -> str:
        m, n = self.shape
        return phrase("{called} is {m}×{n}", called=self._called(otherwise), m=m, n=n)

    def to_json(self) -> dict[str, object]:
        """Plain data for JSON: the recipe where there is one, else the entries as texts."""
        plain: dict[str, object] = {"name": self.name} if self.name else {}
        if self.recipe:
            return plain | {"recipe": self.recipe}
        return plain | {"rows": [[canonical(x) for x in row] for row in self.rows]}


def from_json(plain: object) -> Matrix:
    """The matrix that `Matrix.to_json` wrote; raises ValueError for other data."""
    if not isinstance(plain, dict):
        raise ValueError("a matrix in JSON is a mapping with rows or a recipe")
    name = plain.get("name", "")
    if "recipe" in plain:
        found = _RECIPE.fullmatch(plain["recipe"])
        if found is None:
            raise ValueError(phrase("unknown recipe {recipe!r}", recipe=plain["recipe"]))
        return random(int(found[1]), int(found[2]), int(found[3])).named(name)
    return Matrix(tuple(tuple(map(from_canonical, row)) for row in plain["rows"]), name)


def from_rows(rows: Iterable[Iterable[Entry]], name: str = "") -> Matrix:
    """The matrix with these rows. Raises ValueError as `Matrix` does."""
    return Matrix(tuple(tuple(row) for row in rows), name)


def column(entries: Iterable[Entry], name: str = "") -> Matrix:
    """A vector: the n×1 matrix of these entries."""
    return Matrix(tuple((x,) for x in entries), name)


def rotation(degrees: Entry, axis: str | Sequence[Entry] | None = None) -> Matrix:
    """The turn by an angle, counter-clockwise: 2×2, or 3×3 about an axis.

    The axis is "x", "y", "z" or three numbers; seen from its tip the turn is counter-clockwise
    (Rodrigues' formula). Exact for multiples of 15° where the axis has an exact length.
    """
    c, s = cosine(number(degrees)), sine(number(degrees))
    if axis is None:
        return Matrix(((c, -s), (s, c)))
    u = _unit_axis(axis)
    cross = ((0, -u[2], u[1]), (u[2], 0, -u[0]), (-u[1], u[0], 0))
    return Matrix(
        tuple(
            tuple((c if i == j else 0) + s * cross[i][j] + (1 - c) * u[i] * u[j] for j in range(3))
            for i in range(3)
        )
    )


def shear(k: Entry) -> Matrix:
    """[[1, k], [0, 1]]: e₁ stays, e₂ slides by k along it."""
    return from_rows(((1, k), (0, 1)))


def scale(a: Entry, b: Entry | None = None) -> Matrix:
    """2×2 scaling: by a in every direction, or by a along e₁ and b along e₂."""
    return diag(a, a if b is None else b)


def diag(*entries: Entry) -> Matrix:
    """The square matrix with these entries on its diagonal. Raises ValueError without any."""
    n = len(entries)
    within(n, n, LARGEST_EXACT)
    zero = Fraction(0)
    return Matrix(tuple((zero,) * i + (x,) + (zero,) * (n - 1 - i) for i, x in enumerate(entries)))


def reflection(degrees: Entry) -> Matrix:
    """The mirror image in the line through the origin at this angle."""
    c, s = cosine(2 * number(degrees)), sine(2 * number(degrees))
    return Matrix(((c, s), (s, -c)))


def projection(degrees: Entry) -> Matrix:
    """The orthogonal projection onto the line through the origin at this angle."""
    c, s = cosine(number(degrees)), sine(number(degrees))
    return Matrix(((c * c, c * s), (c * s, s * s)))


def identity(n: int) -> Matrix:
    """The n×n matrix that changes nothing."""
    within(n, n, LARGEST_EXACT)
    return diag(*[Fraction(1)] * n)


def zeros(m: int, n: int) -> Matrix:
    """The m×n matrix that sends everything to the origin."""
    within(m, n, LARGEST_EXACT)
    return Matrix(((Fraction(0),) * n,) * m)


def random(rows: int, cols: int, seed: int) -> Matrix:
    """A rows×cols matrix of standard normal floats from numpy's PCG64 generator with this seed.

    Raises ValueError, before any memory is taken, beyond 4096×4096 entries.
    """
    within(rows, cols, LARGEST_RANDOM)
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(phrase("a seed is a whole number from 0 up, not {seed!r}", seed=seed))
    generator = np.random.Generator(np.random.PCG64(seed))
    recipe = f"random({rows}, {cols}, seed={seed})"
    return Matrix(generator.standard_normal((rows, cols)), recipe=recipe)


_RECIPE = re.compile(r"random\((\d+), (\d+), seed=(\d+)\)")


def _dot(left: Iterable[Number], right: Iterable[Number]) -> Number:
    total: Number = Fraction(0)
    for x, y in zip(left, right, strict=True):
        if x and y:
            total = total + x * y
    return total


def _unit_axis(axis: str | Sequence[Entry]) -> tuple[Number, ...]:
    if isinstance(axis, str):
        if axis not in ("x", "y", "z"):
            raise ValueError(
                phrase('an axis is "x", "y", "z" or three numbers, not {axis!r}', axis=axis)
            )
        return tuple(Fraction(int(axis == letter)) for letter in "xyz")
    direction = tuple(map(number, axis))
    if len(direction) != 3 or not any(direction):
        raise ValueError("an axis in space is three numbers, not all of them zero")
    length = square_root(_dot(direction, direction))
    return tuple(x / length for x in direction)
