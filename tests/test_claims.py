"""Claims are decided before anything is drawn, and a false one says what is true."""

from __future__ import annotations

import pytest

from algebra.expressions import ExpressionError, Value
from algebra.matrices import from_rows, random, rotation
from language.claims import decide

NAMES: dict[str, Value] = {
    "A": from_rows([[2, 1], [0, 3]]),
    "C": from_rows([[1, 2], [2, 4]]),
    "R": rotation(90),
    "W": random(64, 768, seed=0),
}


@pytest.mark.parametrize(
    ("source", "holds", "exact", "message"),
    [
        ("det(A) == 6", True, True, "det(A) is 6"),
        ("det(A) == 5", False, True, "det(A) is 6, not 5"),
        ("5 == det(A)", False, True, "det(A) is 6, not 5"),
        ("det(A) == det(C)", False, True, "det(A) is 6, but det(C) is 0"),
        ("det(A) != 6", False, True, "det(A) is 6"),
        ("A != A", False, True, "A and A are both [[2, 1], [0, 3]]"),
        (
            "R @ A != A @ R",
            True,
            True,
            "R @ A is [[0, −3], [2, 1]], A @ R is [[1, −2], [3, 0]]",
        ),
        ("kernel(C) == [2, 1]", False, True, "kernel(C) is (−2, 1), not (2, 1)"),
        ("kernel(A) == kernel(C)", False, True, "kernel(A) is empty, but kernel(C) is (−2, 1)"),
        ("det(A) < 5", False, True, "det(A) is 6, which is not less than 5"),
        ("5 >= det(A)", False, True, "det(A) is 6, which is greater than 5"),
        ("det(C) > det(A)", False, True, "det(C) is 0, which is not greater than det(A), 6"),
        ("1 < det(A) < 5", False, True, "det(A) is 6"),
        ("rank(W) == 64", True, True, "rank(W) is 64"),
        ("rank([[1, 2], [2, 4]]) == 1", True, True, "rank([[1, 2], [2, 4]]) is 1"),
        ("inv(A) == 1/6 * [[3, -1], [0, 2]]", True, True, "inv(A) is [[0.5, −1/6], [0, 1/3]]"),
        ("close(norm(W), 222, 1)", True, False, "norm(W) and 222 differ by 0.01029, at most 1"),
        (
            "close(norm(W), 222, 0.001)",
            False,
            False,
            "norm(W) and 222 differ by 0.01029, more than 0.001",
        ),
    ],
)
def test_a_claim_is_decided(source: str, holds: bool, exact: bool, message: str) -> None:
    decided = decide(source, NAMES)
    assert (decided.holds, decided.exact, decided.message) == (holds, exact, message)


def test_each_side_is_given_with_its_value() -> None:
    assert decide(" det(A) == 2*3 ", NAMES).sides == (("det(A)", "6"), ("2*3", "6"))
    assert decide("close(W, W, 0)", NAMES).sides[0] == (
        "W",
        "a 64×768 matrix is too large to be read",
    )


@pytest.mark.parametrize(
    ("source", "column", "message"),
    [
        (
            "norm(W) == 222",
            0,
            "norm(W) == 222: floating numbers are never known to be equal, write close(x, y, tol)",
        ),
        ("W != W", 0, "W != W: floating numbers are never known to be equal"),
        ("det(A)", 0, "det(A) states nothing, write a comparison such as det(A) == 6"),
        ("det(A) = 6", 7, "= compares nothing, did you mean == ?"),
        ("det(A) == 6 and det(C) == 0", 0, "and/or has no meaning here"),
        ("det(B) == 6", 4, "unknown name B, known are A, C, R, W"),
        ("A == 6", 0, "A == 6: a 2×2 matrix cannot be compared with a number"),
    ],
)
def test_what_states_nothing_is_refused(source: str, column: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        decide(source, NAMES)
    assert str(caught.value).startswith(message)
    assert caught.value.column == column
