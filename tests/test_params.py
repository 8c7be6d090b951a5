"""Parameters of scene kinds: what they read, what they refuse, and that plans keep them exactly."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from algebra.matrices import from_rows, rotation
from algebra.matrices import random as random_matrix
from language import params, text
from language.kind import Beat, Kind
from language.params import KindParams, Refused, context
from tests.kinds_for_reading import KINDS, ListParams, WarpParams

A = from_rows([[2, 1], [0, 3]], "A")
R = rotation(90).named("R")
x = from_rows([[1], [Fraction(1, 2)]], "x")
NAMES = {"A": A, "R": R, "x": x, "W": random_matrix(3, 5, 0).named("W")}


def read(kind: Any, value: object) -> Any:
    """The value of a parameter of this type, as a storyboard gives it."""
    return TypeAdapter(kind).validate_python(value, context=context(NAMES))


def refusal(kind: Any, value: object) -> Refused:
    """The fault of a value that must not fit."""
    with pytest.raises(ValidationError) as caught:
        read(kind, value)
    [detail] = caught.value.errors()
    refused = detail["ctx"]["error"]
    assert isinstance(refused, Refused)
    return refused


def round_trip(given: BaseModel) -> BaseModel:
    """The same params after they were written to JSON and read from it without any names."""
    return type(given).model_validate(json.loads(json.dumps(given.model_dump(mode="json"))))


def test_a_name_gives_the_matrix_its_name_and_an_expression_its_latex() -> None:
    assert read(params.Matrix, "A") == A
    assert read(params.Matrix, "A").name == "A"
    assert read(params.Matrix, "R @ A").name == "R A"
    assert read(params.Matrix, [[2, 1], [0, 3]]).name == ""
    assert read(params.Matrix, "rotation(90)").name == ""


def test_entries_may_be_numbers_fractions_and_expressions() -> None:
    matrix = read(params.Matrix2, [[Fraction(1001, 1000), "1/6"], ["sqrt(2)/2", "A[0, 1]"]])
    assert matrix[0, 0] == Fraction(1001, 1000)
    assert matrix[0, 1] == Fraction(1, 6)
    assert matrix[1, 0] * matrix[1, 0] == Fraction(1, 2)
    assert matrix[1, 1] == 1
    assert matrix.is_exact


def test_one_matrix_and_a_list_of_matrices_are_told_apart() -> None:
    assert read(params.Matrices2, [[2, 1], [0, 3]]) == (A,)
    assert read(params.Matrices2, "A") == (A,)
    assert read(params.Matrices2, ["A", "R"]) == (A, R)
    assert [m.name for m in read(params.Matrices2, ["A", "R @ A"])] == ["A", "R A"]
    assert read(params.Matrices2, [[[2, 1], [0, 3]], "R"]) == (A, R)
    assert read(params.Matrices2, [["det(A)/3", 1], [0, 3]]) == (A,)


def test_a_plain_list_is_a_column() -> None:
    assert read(params.Vector, [1, 2, 3]).shape == (3, 1)
    assert read(params.Vector, "x") == x
    assert read(params.Vector, [[1], [2]]).shape == (2, 1)
    assert read(params.Matrix, [1, 2, 3]).shape == (3, 1)
    assert read(params.Vector2, "A[:, 0]") == from_rows([[2], [0]])


@pytest.mark.parametrize(
    ("kind", "value", "what", "cure"),
    [
        (
            params.Matrix2,
            [1, 2, 3],
            "a 2×2 matrix is needed here; this is a vector of 3 numbers",
            "write it as [[a, b], [c, d]]",
        ),
        (
            params.Matrix2,
            [[1, 2, 3], [4, 5, 6]],
            "a 2×2 matrix is needed here; this is a 2×3 matrix",
            "write it as [[a, b], [c, d]]",
        ),
        (
            params.Matrix2,
            [[1]],
            "a 2×2 matrix is needed here; this is a vector of 1 number",
            "write it as [[a, b], [c, d]]",
        ),
        (
            params.Matrix2,
            "W",
            "a 2×2 matrix is needed here; this is a 3×5 matrix",
            "write it as [[a, b], [c, d]]",
        ),
        (
            params.SquareMatrix,
            "W",
            "a square matrix is needed here; this is a 3×5 matrix",
            "write as many numbers in a row as there are rows",
        ),
        (
            params.Vector,
            [[1, 2]],
            "a vector is needed here; this is a 1×2 matrix",
            "write its numbers, as in [1, 1]",
        ),
        (
            params.Vector2,
            [1, 2, 3],
            "a vector of 2 numbers is needed here; this is a vector of 3 numbers",
            "write it as [1, 1]",
        ),
        (
            params.Matrix,
            3,
            "a matrix is needed here; this is the number 3",
            "write its rows, as in [[2, 1], [0, 3]], or its name",
        ),
        (
            params.Matrix,
            None,
            "a matrix is needed here; this is empty",
            "write its rows, as in [[2, 1], [0, 3]], or its name",
        ),
        (
            params.Matrix,
            {"rows": [["1"]]},
            "a matrix is needed here; this is a mapping of keys to values",
            "write its rows, as in [[2, 1], [0, 3]], or its name",
        ),
        (params.Matrix, "det(A)", "a matrix is needed here; “det(A)” is the number 6", ""),
        (params.Matrix, [], "this matrix is empty", "write its rows, as in [[2, 1], [0, 3]]"),
        (
            params.Matrices2,
            [],
            "a 2×2 matrix or a list of them is needed here; this is an empty list",
            "write [[a, b], [c, d]]",
        ),
        (params.Number, "A", "a number is needed here; “A” is a 2×2 matrix", ""),
        (params.Number, "det(A) == 6", "a number is needed here; “det(A) == 6” is true", ""),
        (
            params.Number,
            True,
            "a number is needed here; this is true",
            "write a number or an expression such as 1/6 or sqrt(2)/2",
        ),
        (params.Number, 10**101, "this number is larger than 10^100", "choose a smaller unit"),
        (
            params.Number,
            "10**99 * 10**99",
            "this number is larger than 10^100",
            "choose a smaller unit",
        ),
        (
            params.Matrix,
            "A * 10**101",
            "this matrix has an entry larger than 10^100",
            "choose a smaller unit",
        ),
        (
            params.Text,
            2026,
            "a text is needed here; this is the number 2026",
            "put it in quotes to make it a text",
        ),
        (
            params.Text,
            ["a"],
            "a text is needed here; this is a list of 1 value",
            "write a text, or one for each language as {ko: …, en: …}",
        ),
        (params.Text, " ", "this text is empty", "write something, or leave the key out"),
    ],
)
def test_what_does_not_fit_is_refused_by_what_it_is(
    kind: object, value: object, what: str, cure: str
) -> None:
    refused = refusal(kind, value)
    assert (refused.what, refused.cure) == (what, cure)
    assert refused.trail == ()


@pytest.mark.parametrize(
    ("kind", "value", "trail", "what"),
    [
        (
            params.Matrix,
            [[1, 2], [3]],
            (1,),
            "this row has 1 number, the first row has 2",
        ),
        (params.Matrix, [[1, 2], []], (1,), "this row is empty"),
        (
            params.Matrix,
            [[1, 2], 3],
            (1,),
            "a row of numbers is needed here; this is the number 3",
        ),
        (
            params.Matrix,
            [[1, None], [3, 4]],
            (0, 1),
            "a number is needed here; this is empty",
        ),
        (
            params.Matrices2,
            ["A", [[1, 2, 3]]],
            (1,),
            "a 2×2 matrix is needed here; this is a 1×3 matrix",
        ),
        (
            params.Text,
            {"ko": "가", "fr": "a"},
            ("fr",),
            "“fr” is not a language that texts can be in",
        ),
        (
            params.Text,
            {"ko": 3},
            ("ko",),
            "a text is needed here; this is the number 3",
        ),
    ],
)
def test_a_fault_inside_a_value_knows_its_way_there(
    kind: object, value: object, trail: tuple[object, ...], what: str
) -> None:
    refused = refusal(kind, value)
    assert refused.trail == trail
    assert refused.what == what


def test_a_value_reports_all_its_faults() -> None:
    refused = refusal(params.Matrix, [[None, 1], [2, True], [3]])
    assert [single.trail for single in refused.all] == [(0, 0), (1, 1), (2,)]


def test_a_fault_in_an_expression_knows_its_letter() -> None:
    refused = refusal(params.Number, "1 + Q")
    assert refused.offset == 4
    assert "Q" in refused.what


def test_full_width_characters_are_named() -> None:
    refused = refusal(params.Matrix, "［１，２］")
    assert refused.what == "“［” is a full-width character (U+FF3B)"
    assert refused.cure == "type [ instead"


def test_a_plain_string_is_said_in_every_language_of_the_film() -> None:
    one = TypeAdapter(params.Text).validate_python("{det(A)}", context=context(NAMES, ("en", "ko")))
    assert one == text.Text.of({"en": "6", "ko": "6"})


def test_the_first_language_of_the_film_comes_first() -> None:
    around = context(NAMES, ("en", "ko"))
    both = TypeAdapter(params.Text).validate_python({"ko": "가", "en": "a"}, context=around)
    assert both.languages == ("en", "ko")


def test_unknown_keys_and_changes_are_refused() -> None:
    with pytest.raises(ValidationError, match="extra_forbidden"):
        WarpParams.model_validate({"matrix": "A", "matrx": 3}, context=context(NAMES))
    warp = WarpParams.model_validate({"matrix": "A"}, context=context(NAMES))
    with pytest.raises(ValidationError, match="frozen"):
        warp.__setattr__("lines", 4)


def test_params_survive_json_with_their_names_and_recipes() -> None:
    warp = WarpParams.model_validate(
        {
            "matrix": ["R @ A", [["sqrt(2)/2", "1/3"], [0, 1]]],
            "vectors": ["x", [1, 2]],
            "factor": "1/3 - sqrt(3)",
            "note": {"ko": "{det(A)}배, \\{집합\\}", "en": "$\\frac{1}{2}$ of it"},
            "wide": "W",
            "square": "rotation(45)",
            "direction": [Fraction(1, 3), "cos(10)"],
        },
        context=context(NAMES),
    )
    again = round_trip(warp)
    assert isinstance(again, WarpParams)
    assert again == warp
    assert [matrix.name for matrix in again.matrix] == ["R A", ""]
    assert again.matrix[1].is_exact
    assert again.wide is not None
    assert (again.wide.name, again.wide.recipe) == ("W", "random(3, 5, seed=0)")
    assert warp.model_dump(mode="json")["wide"] == {"name": "W", "recipe": "random(3, 5, seed=0)"}
    assert warp.model_dump(mode="json")["factor"] == "-sqrt(3)+1/3"
    assert again.direction is not None
    assert not again.direction.is_exact


_rational = st.fractions(max_denominator=10**6).filter(lambda q: abs(q) < 10**90)
_number = st.one_of(
    _rational,
    st.floats(min_value=-1e90, max_value=1e90),
    st.integers(-(10**90), 10**90),
    st.builds(lambda q, r: f"({q})*sqrt({r})", _rational, st.integers(2, 30)),
)


@given(_number, st.lists(st.lists(_number, min_size=2, max_size=2), min_size=2, max_size=2))
@settings(max_examples=60, deadline=None)
def test_every_number_survives_json(factor: object, rows: list[list[object]]) -> None:
    warp = WarpParams.model_validate({"matrix": rows, "factor": factor}, context=context({}))
    again = round_trip(warp)
    assert isinstance(again, WarpParams)
    assert again == warp
    assert type(again.factor) is type(warp.factor)
    assert again.matrix[0].is_exact == warp.matrix[0].is_exact


@given(
    st.text(
        st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="{}$\\"),
        min_size=1,
        max_size=20,
    ).filter(str.strip)
)
@settings(max_examples=60, deadline=None)
def test_every_plain_text_survives_json(written: str) -> None:
    points = ListParams.model_validate({"points": [written]}, context=context({}))
    assert round_trip(points) == points


def test_damaged_json_of_a_matrix_is_refused_in_words() -> None:
    for damaged in ({}, {"rows": 3}, {"rows": [["1"], ["2", "3"]]}, {"recipe": "os.system()"}):
        with pytest.raises(ValidationError, match="in JSON is needed here"):
            WarpParams.model_validate({"matrix": damaged})


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_kind_has_a_json_schema_with_its_descriptions(kind: Any) -> None:
    schema = kind.params.model_json_schema()
    json.dumps(schema)
    assert schema["additionalProperties"] is False
    for name, field in kind.params.model_fields.items():
        assert schema["properties"][name].get("description") == field.description


def test_a_parameter_with_a_reserved_name_is_no_kind() -> None:
    class Bad(KindParams):
        say: params.Text

    with pytest.raises(ValueError, match="cannot be called say"):
        Kind("bad", Bad, KINDS["warp"].beats, "Bad.", "nowhere:Bad")


def test_a_beat_cannot_be_called_like_a_language() -> None:
    with pytest.raises(ValueError, match="language code"):
        Beat("ko", "Korean")
