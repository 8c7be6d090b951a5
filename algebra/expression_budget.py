"""How much may be computed, by one expression and by all expressions of a storyboard together.

What is too much is refused before the work is done, not while it runs.

Work is counted in multiplications of floats. An exact multiplication costs about twenty thousand
times one of numpy's, more for long numbers and for surds; the factors were measured on the machines
at hand and only need to be right within a small factor.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from algebra.matrices import Matrix
from algebra.numbers import Number, Surd
from algebra.wording import phrase

MOST_WORK = 4_000_000_000
"""Float multiplications: about half a second on one core."""
MOST_TOGETHER = 2 * MOST_WORK
"""The same for all expressions that share a `Purse`: about a second."""
MOST_BITS = 2_000
"""Bits of one exact numerator or denominator: about 600 digits."""
LARGEST_EXACT = 16_384
"""Entries of one matrix of exact numbers, 128×128."""

_EXACT_WORK = 20_000
_SURD_FACTOR = 30


class OverBudget(Exception):  # noqa: N818 -- it says what happened, and is caught one level up
    """The work would be too much: what is too large, and what to write instead."""

    def __init__(self, what: str, cure: str = "use smaller numbers") -> None:
        super().__init__(what)
        self.cure = cure


@dataclass(slots=True)
class Purse:
    """What many evaluations may still spend together: those of one storyboard."""

    left: int = MOST_TOGETHER

    @property
    def is_empty(self) -> bool:
        """Was more asked for than there was? Then nothing more is computed."""
        return self.left < 0

    def spend(self, work: int) -> None:
        """Take so much work; raises OverBudget once there is not so much left."""
        self.left = -1 if self.is_empty else self.left - work
        if self.is_empty:
            raise OverBudget(
                "with this the expressions of the storyboard take too long to compute together",
                "compute less, or with smaller matrices",
            )


@dataclass(slots=True)
class Budget:
    """What one evaluation may still spend. It lives as long as that evaluation.

    What is spent comes out of the ``purse`` too, if the evaluation is one of many.
    """

    left: int = MOST_WORK
    purse: Purse | None = None

    def spend(self, multiplications: int, *operands: Number | Matrix) -> None:
        """Take the work of so many multiplications of the operands' entries; raises OverBudget."""
        work = max(1, multiplications) * max((_weight(x) for x in operands), default=1)
        self.left -= work
        if self.left < 0:
            raise OverBudget("this takes too long to compute")
        if self.purse is not None:
            self.purse.spend(work)


def bits(number: Number) -> int:
    """Length of the longest integer in an exact number; 0 for a float."""
    if isinstance(number, Fraction):
        return max(number.numerator.bit_length(), number.denominator.bit_length())
    if isinstance(number, Surd):
        return max(max(r.bit_length(), bits(q)) for r, q in number.terms)
    return 0


def most_bits(value: Number | Matrix) -> int:
    """The same, over all entries of a matrix."""
    if isinstance(value, Matrix):
        return max(bits(x) for row in value.rows for x in row) if value.is_exact else 0
    return bits(value)


def check_size(value: Number | Matrix) -> None:
    """Raises OverBudget for a number too long to be meant, or for too many exact entries."""
    if isinstance(value, Matrix) and value.is_exact:
        check_entries(*value.shape)
    if most_bits(value) > MOST_BITS:
        raise OverBudget(
            phrase("the result has more than {most_bits} digits", most_bits=MOST_BITS * 3 // 10)
        )


def check_entries(m: int, n: int) -> None:
    """Raises OverBudget if an m×n matrix of exact numbers would be too large."""
    if m * n > LARGEST_EXACT:
        raise OverBudget(
            phrase(
                "{m}×{n} is {m2:,} entries; {largest_exact:,} exact ones are allowed",
                m=m,
                n=n,
                m2=m * n,
                largest_exact=LARGEST_EXACT,
            )
        )


def _weight(value: Number | Matrix) -> int:
    """Work of one multiplication of these entries, in multiplications of floats."""
    if isinstance(value, float) or (isinstance(value, Matrix) and not value.is_exact):
        return 1
    exact = _EXACT_WORK * (1 + most_bits(value) // 64)
    entries = (x for row in value.rows for x in row) if isinstance(value, Matrix) else (value,)
    terms = max((len(x.terms) for x in entries if isinstance(x, Surd)), default=0)
    return exact * (_SURD_FACTOR * terms if terms else 1)
