"""One map, one motion: the laws of every path, over many thousands of matrices."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.facts import determinant, kernel, orientation, rank
from algebra.matrices import (
    Matrix,
    column,
    diag,
    from_rows,
    identity,
    projection,
    rotation,
    shear,
    zeros,
)
from algebra.motion import NAMES, Path, homogeneous, path
from algebra.motion_case import case_of
from algebra.numbers import Number, square_root, to_float
from tests.matrix_families import FAMILIES, member

MOMENTS = tuple(k / 32 for k in range(33))


# --- the laws -------------------------------------------------------------------------------------


def check_laws(M: Matrix) -> Path:
    """Every guarantee of the table for the path that M is given, at 33 moments."""
    p = path(M)
    n = M.shape[0]
    frames = np.array([p(t) for t in MOMENTS])
    dets = np.array([p.det(t) for t in MOMENTS])
    size = max(1.0, float(np.linalg.norm(M.array, 2)))

    assert np.isfinite(frames).all()
    assert np.isfinite(dets).all()
    assert np.array_equal(frames[0], np.eye(n))
    assert np.array_equal(frames[-1], M.array)
    assert np.abs(p(1e-9) - np.eye(n)).max() < 1e-6 * size
    assert np.abs(p(1 - 1e-9) - M.array).max() < 1e-6 * size
    assert np.abs(p(0.5 - 1e-9) - p(0.5 + 1e-9)).max() < 1e-6 * size
    # the entries of the frames have the determinant that the law of the path claims
    assert np.abs(np.linalg.det(frames) - dets).max() < 1e-11 * size**n

    highest = np.linalg.norm(frames, 2, axis=(1, 2)).max()
    bound = 1.25 * size if p.name in ("flow", "half_turn") else size
    assert highest <= bound * (1 + 1e-9)

    if p.name in ("straight", "turn"):
        assert (dets[:-1] > 0).all()
        assert dets[-1] == 0
        check_kernel(M, p, size)
    elif p.name in ("flow", "half_turn"):
        logarithm = math.log(to_float(determinant(M)))
        assert np.allclose(dets, np.exp(np.array(MOMENTS) * logarithm), rtol=1e-9, atol=0)
    elif p.name == "polar":
        assert (dets > 0).all()
    else:
        assert p.name == "flip"
        assert (dets[:16] > 0).all()
        assert dets[16] == 0
        assert (dets[17:] < 0).all()
    assert orientation(M) == np.sign(dets[-1])
    # the read-out ends on the determinant that a text about the map shows
    assert dets[-1] == to_float(determinant(M))
    return p


def check_kernel(M: Matrix, p: Path, size: float) -> None:
    """Kernel vectors shrink along one line: their own, or the one that the turn carried them to."""
    for vector in kernel(M):
        v = vector.array[:, 0] / np.linalg.norm(vector.array)
        if p.name == "straight":
            for t in (0.25, 0.5, 0.9):
                assert np.abs(p(t) @ v - (1 - t) * v).max() < 1e-10 * size
        else:
            turned = p(0.5) @ v
            assert math.isclose(float(np.linalg.norm(turned)), 1, rel_tol=1e-9)
            for s in (0.25, 0.5, 0.9):
                moved = p((1 + s) / 2) @ v
                assert np.abs(moved - (1 - s) * turned).max() < 1e-10 * size


def test_laws_hold_for_thousands_of_matrices() -> None:
    """5,400 matrices from 18 families, 33 moments each; every path of the table is met often."""
    met = dict.fromkeys(NAMES, 0)
    for family in FAMILIES:
        for n in (1, 2, 3):
            for seed in range(100):
                M = member(family, n, seed)
                try:
                    met[check_laws(M).name] += 1
                except AssertionError as error:
                    raise AssertionError(f"{family}, {n}×{n}, seed {seed}: {M!r}") from error
    assert sum(met.values()) == 5400
    assert met.pop("steps") == 0
    assert min(met.values()) >= 50, met


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(FAMILIES)), st.integers(1, 3), st.integers(1000, 2**32))
def test_laws_hold_for_other_seeds(family: str, n: int, seed: int) -> None:
    check_laws(member(family, n, seed))


def square(entries: st.SearchStrategy[Number]) -> st.SearchStrategy[Matrix]:
    def rows(n: int) -> st.SearchStrategy[Matrix]:
        row = st.lists(entries, min_size=n, max_size=n)
        return st.lists(row, min_size=n, max_size=n).map(from_rows)

    return st.integers(1, 3).flatmap(rows)


fractions = st.fractions(min_value=-5, max_value=5, max_denominator=12)
roots = st.builds(lambda p, q, r: p + q * square_root(r), fractions, fractions, st.integers(2, 7))
floats = st.floats(-100, 100, allow_subnormal=False)


@settings(max_examples=150, deadline=None)
@given(square(fractions) | square(roots) | square(floats))
def test_laws_hold_for_free_entries(M: Matrix) -> None:
    check_laws(M)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(FAMILIES)), st.integers(1, 3), st.integers(0, 2**32))
def test_steps_fits_every_map_and_flattens_at_most_once(family: str, n: int, seed: int) -> None:
    M = member(family, n, seed)
    p = path(M, "steps")
    size = max(1.0, float(np.linalg.norm(M.array, 2)))
    dets = [p.det(t) for t in MOMENTS]
    signs = [np.sign(d) for d in dets if d]
    assert np.array_equal(p(0), np.eye(n))
    assert np.array_equal(p(1), M.array)
    assert np.abs(p(1 - 1e-9) - M.array).max() < 1e-6 * size
    assert np.abs(np.linalg.det(np.array([p(t) for t in MOMENTS])) - dets).max() < 1e-11 * size**n
    assert sum(a != b for a, b in pairwise(signs)) == (orientation(M) < 0)
    assert np.linalg.det(p(1 / 3)) == pytest.approx(1)
    assert np.abs(p(1 / 3) @ p(1 / 3).T - np.eye(n)).max() < 1e-12


@pytest.mark.parametrize("n", [2, 3])
def test_the_case_agrees_with_numpy_where_numpy_is_sure(n: int) -> None:
    """Whole-number matrices, whose eigenvalues are told apart by far more than rounding."""
    for seed in range(300):
        M = member("whole", n, seed)
        values = np.linalg.eigvals(M.array)
        p = path(M)
        negative = (np.abs(values.imag) < 1e-4) & (values.real < -1e-4)
        if rank(M) < n:
            assert p.name == ("turn" if values.real.min() < -1e-4 else "straight"), M
        elif np.linalg.det(M.array) < 0:
            assert p.name == "flip", M
        elif negative.any():
            assert p.name in ("half_turn", "polar"), M
        else:
            assert p.name in ("flow", "polar"), M


def test_negative_eigenvalues_are_told_from_pairs_close_to_them() -> None:
    hair = Fraction(1, 1000)
    pair = from_rows([[-1, -hair, 0], [hair, -1, 0], [0, 0, 2]])
    assert not case_of(pair).has_negative_eigenvalue
    assert case_of(diag(-1, -1, 2)).has_negative_eigenvalue
    assert case_of(diag(-1, -1 - hair, 2)).has_negative_eigenvalue
    for n in (1, 2, 3):
        for seed in range(200):
            M = member("whole", n, seed)
            values = np.linalg.eigvals(M.array)
            negative = (np.abs(values.imag) < 1e-4) & (values.real < -1e-4)
            assert case_of(M).has_negative_eigenvalue == negative.any(), M


# --- the maps of the course -----------------------------------------------------------------------

A = from_rows([[2, 1], [0, 3]], "A")
C = from_rows([[1, 2], [2, 4]], "C")


@pytest.mark.parametrize(
    ("M", "name"),
    [
        (identity(2), "flow"),
        (A, "flow"),
        (C, "straight"),
        (-C, "turn"),
        (shear(1), "flow"),
        (rotation(90), "flow"),
        (rotation(135), "flow"),
        (rotation(180), "half_turn"),
        (-identity(2), "half_turn"),
        (-identity(3), "flip"),
        (diag(1, -1), "flip"),
        (from_rows([[0, 1], [1, 0]]), "flip"),
        (diag(1, 1, -1), "flip"),
        (diag(-1, -1, 1), "polar"),
        (diag(2, 3, 4), "flow"),
        (rotation(120, (1, 1, 1)), "flow"),
        (from_rows([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), "turn"),
        (zeros(2, 2), "straight"),
        (from_rows([[0, 1], [0, 0]]), "straight"),
        (projection(20), "straight"),
        (from_rows([[1, 1], [1, Fraction(1001, 1000)]]), "flow"),
        (from_rows([[Fraction("-1000.25"), Fraction("-1e-9")], [Fraction("0.1"), 12345]]), "flip"),
        (from_rows([[-1000.25, -1e-9], [0.1, 12345.0]]), "flip"),
        (diag(Fraction("1e-9"), 10**12), "flow"),
        (from_rows([[-1, 1], [0, -1]]), "half_turn"),
        (from_rows([[Fraction(-1, 100), 100], [0, Fraction(-1, 100)]]), "polar"),
        (from_rows([[-5, 100], [Fraction(-1, 100), -5]]), "polar"),
        (from_rows([[7]]), "flow"),
        (from_rows([[-7]]), "flip"),
        (from_rows([[0]]), "straight"),
    ],
)
def test_the_maps_of_the_course_take_their_paths(M: Matrix, name: str) -> None:
    assert check_laws(M).name == name


def test_the_identity_does_not_move() -> None:
    p = path(identity(2))
    for t in MOMENTS:
        assert np.array_equal(p(t), np.eye(2))


@pytest.mark.parametrize("degrees", [90, 135, 179, 180, 200, 270])
def test_a_turn_keeps_lengths_all_along(degrees: int) -> None:
    p = path(rotation(degrees))
    for t in MOMENTS:
        assert np.abs(p(t).T @ p(t) - np.eye(2)).max() < 1e-12
        assert p.det(t) == pytest.approx(1, rel=1e-12)


def test_a_shear_keeps_area_one_and_its_axis() -> None:
    p = path(shear(1))
    for t in MOMENTS:
        assert p(t).tolist() == [[1, t], [0, 1]]
        assert p.det(t) == 1


def test_powers_half_way_square_to_the_map() -> None:
    for M in (A, rotation(135), diag(2, 3, 4), rotation(120, (1, 1, 1)), shear(3)):
        half = path(M, "flow")(0.5)
        assert np.abs(half @ half - M.array).max() < 1e-13


def test_the_two_forms_of_a_plane_power_agree() -> None:
    """[sin((1−t)θ)·I + sin(tθ)·M/s]/sin θ, and with sinh where the eigenvalues are real."""
    for M, f in ((from_rows([[1, -2], [1, 2]]), math.sin), (A, math.sinh)):
        s = math.sqrt(to_float(determinant(M)))
        cosine = float(np.trace(M.array)) / 2 / s
        angle = math.acos(cosine) if cosine < 1 else math.acosh(cosine)
        for t in MOMENTS:
            own = s**t * (f((1 - t) * angle) * np.eye(2) + f(t * angle) * M.array / s) / f(angle)
            assert np.abs(path(M)(t) - own).max() < 1e-13


def test_a_mirror_with_a_turn_turns_the_shorter_way() -> None:
    p = path(rotation(30, "z") @ diag(1, 1, -1))
    assert p.name == "flip"
    assert np.abs(p(0.5)[:2, :2] - rotation(15).array).max() < 1e-13


def test_each_name_can_be_asked_for() -> None:
    fitting = {
        "straight": C,
        "turn": -C,
        "flow": A,
        "half_turn": -A,
        "polar": from_rows([[1, 1], [1, Fraction(1001, 1000)]]),
        "flip": diag(1, -1),
        "steps": A,
    }
    assert fitting.keys() == NAMES.keys()
    for name, M in fitting.items():
        p = path(M, name)
        assert (p.name, p.doc) == (name, NAMES[name])


@pytest.mark.parametrize(
    ("M", "name", "words"),
    [
        (C, "flow", r"C cannot move this way: flow needs det > 0"),
        (-A, "flow", "no real powers"),
        (A, "half_turn", "two negative"),
        (from_rows([[-5, 100], [Fraction(-1, 100), -5]]), "flow", "far beyond both ends"),
        (-A, "straight", "without negative eigenvalues"),
        (A, "turn", "turn needs det = 0"),
        (C, "turn", "straight suits"),
        (C, "polar", "polar needs det > 0"),
        (A, "flip", "flip needs det < 0"),
        (A, "swirl", "there is no path 'swirl'"),
        (from_rows([[1, 2, 3], [4, 5, 6]]), "auto", "2×3: paths are for square matrices up to 3×3"),
        (identity(4), "auto", "4×4"),
        (from_rows([[1e200]]), "auto", "up to 1e\\+100"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(M: Matrix, name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        path(M, name)


@pytest.mark.parametrize("t", [-0.1, 1.1, math.nan])
def test_a_moment_outside_is_refused(t: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        path(A)(t)
    with pytest.raises(ValueError, match="from 0 to 1"):
        path(A).det(t)


def test_frames_do_not_share_memory() -> None:
    p = path(A)
    for t in (0.0, 0.5, 1.0):
        p(t)[:] = 99
        assert p(t)[0, 0] != 99


def test_the_homogeneous_lift_keeps_the_plane_z_1() -> None:
    p = path(A)
    lift = homogeneous(p, column([1, 1]))
    assert np.array_equal(lift(1) @ [1, 1, 1], [4, 4, 1])
    for t in MOMENTS:
        assert np.array_equal(lift(t)[:2, :2], p(t))
        assert np.array_equal(lift(t)[:2, 2], [t, t])
        assert np.array_equal(lift(t)[2], [0, 0, 1])
        assert lift.det(t) == p.det(t)
    with pytest.raises(ValueError, match="vector of 2 entries"):
        homogeneous(p, column([1, 1, 1]))
