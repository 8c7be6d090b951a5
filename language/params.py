"""What the parameters of a scene kind are made of: matrices, vectors, numbers and text.

A kind declares its parameters as a frozen pydantic model::

    class Params(KindParams):
        matrix: Matrices2 = Field(description="the map, or a list of maps taken in turn")

Every type reads two forms. From a storyboard come lists of numbers and expression strings, which
are evaluated with the names given by :func:`context`; from a plan, without a context, comes the
JSON form. ``Params.model_validate(params.model_dump(mode="json")) == params`` holds for all types:

- a number is its canonical string if it is exact, a JSON number if it is floating;
- a matrix is ``{"rows": [["2", "1"], …], "name": "A"}``, or ``{"recipe": …, "name": …}`` if it
  comes from a seed;
- text is ``{"resolved": {"ko": …, "en": …}}``, with all its values already computed.

Plain pydantic types (``Literal``, ``tuple[Text, ...]``, models, bounds) may be used beside them; a
switch should be a :data:`Flag` and a whole number a :data:`Count`, because pydantic's own ``bool``
takes the string ``no`` for False and its ``int`` takes True for 1. A validator of a kind that finds
fault with its values raises :class:`Refused`, with the name of the parameter as its trail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    JsonValue,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

from algebra import matrices, numbers
from algebra.expressions import ExpressionError, Purse, Value, evaluate, names_used
from algebra.wording import phrase, worded
from language import cells, inner, picture_file, text, verbatim
from language.values import (
    LANGUAGES,
    Refused,
    Surroundings,
    describe,
    read_each,
    read_matrix,
    read_number,
    read_text,
    write_number,
    write_text,
)

__all__ = [
    "LANGUAGES",
    "Cell",
    "Count",
    "Flag",
    "Glyph",
    "Inner",
    "KindParams",
    "Listing",
    "Matrices2",
    "Matrix",
    "Matrix2",
    "Matrix3",
    "Number",
    "Picture",
    "Refused",
    "SquareMatrix",
    "Text",
    "Vector",
    "Vector2",
    "context",
    "planned",
]


class KindParams(BaseModel):
    """The parameters of a scene kind: frozen, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    def files(self) -> tuple[Path, ...]:
        """The files that the picture is made from, besides the storyboard."""
        return tuple(dict.fromkeys(each.path for each in _pictures(self)))


def context(
    names: Mapping[str, Value],
    languages: tuple[str, ...] = tuple(LANGUAGES),
    purse: Purse | None = None,
) -> dict[str, Surroundings]:
    """The ``context`` to hand to ``Params.model_validate`` for values from a storyboard."""
    return {"surroundings": Surroundings(names, languages, purse=purse)}


_PLAN = Surroundings({}, planned=True)


def planned(folder: Path | None) -> dict[str, Surroundings]:
    """The ``context`` for values from a plan whose storyboard lies in ``folder``."""
    return {"surroundings": Surroundings({}, planned=True, folder=folder)}


def _pictures(value: object) -> Iterator[picture_file.PictureFile]:
    """The pictures among validated params, those of inner scenes included."""
    match value:
        case picture_file.PictureFile():
            yield value
        case tuple() | list():
            for element in value:
                yield from _pictures(element)
        case inner.InnerScene():
            yield from _pictures(value.checked)
        case BaseModel():
            for name in type(value).model_fields:
                yield from _pictures(getattr(value, name))


@dataclass(frozen=True, slots=True, eq=False)  # by identity: typing hashes it, and a dict cannot be
class _Form:
    """How one parameter type is tied to pydantic: its reader, its writer and its JSON Schema."""

    read: Callable[[object, Surroundings], object]
    write: Callable[[Any], object]
    schema: Mapping[str, object]

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.with_info_plain_validator_function(
            self._validate,
            serialization=core_schema.plain_serializer_function_ser_schema(
                self.write, when_used="json"
            ),
        )

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return dict(self.schema)

    def _validate(self, value: object, info: core_schema.ValidationInfo[Any]) -> object:
        return self.read(value, info.context["surroundings"] if info.context else _PLAN)


def _shaped(
    need: str, fits: Callable[[int, int], bool], cure: str
) -> Callable[[object, Surroundings], matrices.Matrix]:
    """A reader of matrices whose m×n must fit; ``need`` names the shape that is wanted."""

    def read(value: object, around: Surroundings) -> matrices.Matrix:
        matrix = read_matrix(value, around, need)
        if not fits(*matrix.shape):
            raise Refused(
                phrase(
                    "{need} is needed here; this is {matrix}",
                    need=worded(need),
                    matrix=describe(matrix),
                ),
                cure,
                shapes_of=names_used(value) if isinstance(value, str) else (),
            )
        return matrix

    return read


_read_matrix2 = _shaped(
    "a 2×2 matrix", lambda m, n: (m, n) == (2, 2), "write it as [[a, b], [c, d]]"
)


def _read_matrices2(value: object, around: Surroundings) -> tuple[matrices.Matrix, ...]:
    match value:
        case [] | ():
            raise Refused(
                "a 2×2 matrix or a list of them is needed here; this is an empty list",
                "write [[a, b], [c, d]]",
            )
        case list() | tuple() if any(_is_matrix(element, around) for element in value):
            return tuple(
                read_each(enumerate(value), lambda element: _read_matrix2(element, around))
            )
    return (_read_matrix2(value, around),)


def _is_matrix(element: object, around: Surroundings) -> bool:
    """Can this element of a list only be a matrix by itself?

    It tells ``[A, B]`` and ``[[[1, 0], [0, 1]], A]`` from the one matrix ``[[2, 1], [0, 3]]``.
    """
    match element:
        case matrices.Matrix() | Mapping():
            return True
        case list() | tuple():
            return any(isinstance(part, list | tuple) for part in element)
        case str():
            try:
                return isinstance(evaluate(element, around.names, around.purse), matrices.Matrix)
            except ExpressionError:
                return False
    return False


def _write_matrix(matrix: matrices.Matrix) -> dict[str, object]:
    return matrix.to_json()


def _write_matrices(many: tuple[matrices.Matrix, ...]) -> list[dict[str, object]]:
    return [matrix.to_json() for matrix in many]


NUMBER_SCHEMA: Mapping[str, JsonValue] = {"type": ["number", "string"]}
"""A number as storyboards write it, or an expression."""
_ROWS: dict[str, JsonValue] = {
    "type": "array",
    "minItems": 1,
    "items": {
        "anyOf": [
            {"type": "array", "minItems": 1, "items": dict(NUMBER_SCHEMA)},
            dict(NUMBER_SCHEMA),
        ]
    },
}
MATRIX_SCHEMA: Mapping[str, JsonValue] = {
    "anyOf": [_ROWS, {"type": "string", "description": "a name or an expression"}]
}
"""A matrix or a vector as storyboards write it, or an expression."""
TEXT_SCHEMA: Mapping[str, JsonValue] = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {code: {"type": "string"} for code in LANGUAGES},
            "additionalProperties": False,
            "minProperties": 1,
        },
    ]
}
"""A text as storyboards write it."""

Number = Annotated[numbers.Number, _Form(read_number, write_number, NUMBER_SCHEMA)]
"""A number, exact where it is written exactly."""

Matrix = Annotated[matrices.Matrix, _Form(read_matrix, _write_matrix, MATRIX_SCHEMA)]
"""A matrix of any shape; a plain list of numbers is a column."""

_read_square = _shaped(
    "a square matrix", lambda m, n: m == n, "write as many numbers in a row as there are rows"
)
SquareMatrix = Annotated[matrices.Matrix, _Form(_read_square, _write_matrix, MATRIX_SCHEMA)]
"""An n×n matrix."""

Matrix2 = Annotated[matrices.Matrix, _Form(_read_matrix2, _write_matrix, MATRIX_SCHEMA)]
"""A 2×2 matrix."""

_read_matrix3 = _shaped(
    "a 3×3 matrix", lambda m, n: (m, n) == (3, 3), "write it as [[a, b, c], [d, e, f], [g, h, i]]"
)
Matrix3 = Annotated[matrices.Matrix, _Form(_read_matrix3, _write_matrix, MATRIX_SCHEMA)]
"""A 3×3 matrix."""

Matrices2 = Annotated[
    tuple[matrices.Matrix, ...],
    _Form(
        _read_matrices2,
        _write_matrices,
        {"anyOf": [MATRIX_SCHEMA, {"type": "array", "minItems": 1, "items": MATRIX_SCHEMA}]},
    ),
]
"""A 2×2 matrix or a non-empty list of them; always a tuple once it is read."""

_read_vector = _shaped("a vector", lambda _, n: n == 1, "write its numbers, as in [1, 1]")
Vector = Annotated[matrices.Matrix, _Form(_read_vector, _write_matrix, MATRIX_SCHEMA)]
"""A column of n numbers, kept as an n×1 matrix."""

_read_vector2 = _shaped(
    "a vector of 2 numbers", lambda m, n: (m, n) == (2, 1), "write it as [1, 1]"
)
Vector2 = Annotated[matrices.Matrix, _Form(_read_vector2, _write_matrix, MATRIX_SCHEMA)]
"""A column of two numbers, kept as a 2×1 matrix."""

Text = Annotated[text.Text, _Form(read_text, write_text, TEXT_SCHEMA)]
"""A text, in one language or in several, with its values computed."""

_EACH_LANGUAGE: dict[str, JsonValue] = dict(TEXT_SCHEMA)

Cell = Annotated[
    cells.Cell,
    _Form(
        cells.read_cell,
        cells.write_cell,
        {
            "anyOf": [
                {"type": ["number", "boolean", "null"]},
                _EACH_LANGUAGE,
                {
                    "type": "object",
                    "properties": {cells.HOLDS: {"type": "string"}},
                    "required": [cells.HOLDS],
                    "additionalProperties": False,
                },
            ]
        },
    ),
]
"""A cell of a table: a number, a text, a verdict (true, false or what ``holds`` decides), or ~."""

Listing = Annotated[
    verbatim.Verbatim, _Form(verbatim.read_verbatim, verbatim.write_verbatim, TEXT_SCHEMA)
]
"""Lines that are shown letter for letter, in one language or in several."""

Glyph = Annotated[
    verbatim.Verbatim, _Form(verbatim.read_verbatim, verbatim.write_verbatim, TEXT_SCHEMA)
]
"""A character that is shown as a picture, the same in all languages or one for each."""

Picture = Annotated[
    picture_file.PictureFile,
    _Form(picture_file.read_picture, picture_file.write_picture, {"type": "string"}),
]
"""A picture file beside the storyboard."""

Inner = Annotated[
    inner.InnerScene,
    _Form(
        inner.read_inner,
        inner.write_inner,
        {
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": {"type": "string", "description": "what the scene shows"}},
        },
    ),
]
"""A scene within a scene: its kind, and what that kind takes."""

Flag = Annotated[bool, Field(strict=True)]
"""true or false, and nothing that merely sounds like it."""

Count = Annotated[int, Field(strict=True)]
"""A whole number."""
