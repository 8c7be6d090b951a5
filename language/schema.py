"""The JSON Schema of storyboards, by which editors complete and explain them.

It is made from the scene kinds: their parameters as pydantic describes them, the beats that sample
scenes have. It knows the form of a storyboard, not its mathematics: whatever `language.reader`
accepts fits it, and a file that fits it may still be refused.
https://json-schema.org/draft/2020-12
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Collection, Mapping
from typing import TypeAlias

from pydantic import JsonValue

from language.include import KEYS as INCLUDED_KEYS
from language.kind import Kind
from language.params import MATRIX_SCHEMA, NUMBER_SCHEMA, TEXT_SCHEMA
from language.reader import DEFAULT_LANGUAGE, DEFAULT_THEME, KEYS, VERSIONS
from language.samples import SampleBeat, sample_beats
from language.scene_reader import LONGEST_RUN, MOTIONS
from language.values import LANGUAGES

Schema: TypeAlias = dict[str, JsonValue]

FILE = "storyboard.schema.json"
"""What the schema is called where storyboards lie."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def modeline(where: str = FILE) -> str:
    """The comment that tells an editor where a storyboard's schema is, seen from the storyboard."""
    return f"# yaml-language-server: $schema={where}"


def schema_text(kinds: Mapping[str, Kind], themes: Collection[str]) -> str:
    """The schema as the text of a file."""
    return json.dumps(schema(kinds, themes), ensure_ascii=False, indent=1) + "\n"


def schema(kinds: Mapping[str, Kind], themes: Collection[str]) -> Schema:
    """The JSON Schema of storyboards made of these kinds and themes."""
    definitions: Schema = {
        "text": dict(TEXT_SCHEMA),
        "number": dict(NUMBER_SCHEMA),
        "matrix": dict(MATRIX_SCHEMA),
    }
    for name in sorted(kinds):
        definitions |= _kind(kinds[name])
    properties = _storyboard_keys(kinds, themes)
    return {
        "$schema": DIALECT,
        "title": "Matreel storyboard",
        "description": "Scenes about matrices, and what is said in them.",
        "type": "object",
        "required": ["storyboard", "title", "scenes"],
        "additionalProperties": False,
        "properties": {key: properties[key] for key in KEYS},
        "$defs": definitions,
    }


def _storyboard_keys(kinds: Mapping[str, Kind], themes: Collection[str]) -> dict[str, Schema]:
    files: Schema = {"type": "string", "pattern": r"\.[yY][aA]?[mM][lL]$"}
    vectors: Schema = {"type": "object", "additionalProperties": {"$ref": "#/$defs/matrix"}}
    assert set(INCLUDED_KEYS) <= set(KEYS)  # an included file is checked by the same rules
    return {
        "storyboard": {"description": "version of the storyboard language", "enum": [*VERSIONS]},
        "title": _text("the film's title"),
        "languages": {
            "description": "languages of the film; the first is the default",
            "type": "array",
            "items": {"enum": [*LANGUAGES]},
            "minItems": 1,
            "uniqueItems": True,
            "default": [DEFAULT_LANGUAGE],
        },
        "theme": {
            "description": "colours, by name",
            "enum": [*sorted(themes)],
            "default": DEFAULT_THEME,
        },
        "include": {
            "description": "files in the storyboard's folder whose matrices and vectors are shared",
            "anyOf": [files, {"type": "array", "items": dict(files)}],
        },
        "matrices": {
            "description": "names for matrices: rows of numbers, or expressions such as R @ A",
            **vectors,
        },
        "vectors": {
            "description": "names for vectors: lists of numbers, or expressions such as A @ x",
            **vectors,
        },
        "claims": {
            "description": "statements that must hold before anything is drawn, as det(A) == 6",
            "type": "array",
            "items": {"type": "string"},
        },
        "scenes": {
            "description": "the scenes, in order",
            "type": "array",
            "minItems": 1,
            "items": _scene(kinds),
        },
    }


def _text(description: str) -> Schema:
    return {"description": description, "$ref": "#/$defs/text"}


def _scene(kinds: Mapping[str, Kind]) -> Schema:
    """A scene is checked by its kind; without one, only the kind is asked for."""
    known = sorted(kinds)
    choices: list[JsonValue] = [
        {"const": name, "description": inspect.cleandoc(kinds[name].doc)} for name in known
    ]
    by_kind: list[JsonValue] = [
        {
            "if": {"properties": {"kind": {"const": name}}, "required": ["kind"]},
            "then": {"$ref": f"#/$defs/{name}"},
        }
        for name in known
    ]
    return {
        "type": "object",
        "required": ["kind"],
        "properties": {
            "kind": {"description": "what the scene shows", "type": "string", "oneOf": choices}
        },
        "allOf": by_kind,
    }


def _kind(kind: Kind) -> Schema:
    """The definitions for scenes of one kind: the scene, and the models inside its params."""
    made = kind.params.model_json_schema(ref_template=f"#/$defs/{kind.name}.{{model}}")
    inner = made.pop("$defs", {})
    beats = sample_beats(kind)
    properties = {name: _plainer(field) for name, field in made["properties"].items()}
    scene: Schema = {
        "description": inspect.cleandoc(kind.doc),
        "type": "object",
        "required": ["kind", *made.get("required", [])],
        "additionalProperties": False,
        "properties": {
            "kind": {"const": kind.name},
            **_reserved(kind.name, beats),
            **properties,
        },
    }
    return {
        kind.name: scene,
        f"{kind.name}.said": _said(beats),
        **{f"{kind.name}.{name}": _plainer(model) for name, model in inner.items()},
    }


def _said(beats: tuple[SampleBeat, ...]) -> Schema:
    """What is said in one language: in the first beat, in order, or by beat."""
    one: Schema = {"type": "string"}
    lines: Schema = {"type": "array", "items": {"type": ["string", "null"]}}
    return {"anyOf": [one, lines, _by_beat(beats, one)]}


def _reserved(name: str, beats: tuple[SampleBeat, ...]) -> Schema:
    """The keys that every scene of the kind ``name`` has, with its beats."""
    run_time: Schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "run_time": {
                "description": f"seconds of the beat's motion, at most {LONGEST_RUN}",
                "$ref": "#/$defs/number",
            }
        },
    }
    text: Schema = {"$ref": "#/$defs/text"}
    in_order: Schema = {
        "description": "one text for each beat, in order; ~ says nothing",
        "type": "array",
        "items": {"anyOf": [text, {"type": "null"}]},
    }
    by_language: Schema = {
        code: {"description": f"in {language}", "$ref": f"#/$defs/{name}.said"}
        for code, language in LANGUAGES.items()
    }
    return {
        "id": {
            "description": "the scene's name in --only and chapters",
            "type": "string",
            "pattern": "^[a-z0-9_-]{1,60}$",
        },
        "title": _text("the scene's title, and its chapter's"),
        "motion": {
            "description": "the path from the identity to the map",
            "enum": [*MOTIONS],
            "default": "auto",
        },
        "say": {
            "description": "narration: a text for the first beat, a list, or a text by beat",
            "anyOf": [{"type": "string"}, in_order, _by_beat(beats, text, by_language)],
        },
        "beats": {
            "description": "how long the motion of a beat lasts",
            **_by_beat(beats, run_time),
        },
    }


def _by_beat(beats: tuple[SampleBeat, ...], value: Schema, others: Schema | None = None) -> Schema:
    """A mapping from the beats' names; numbered beats go on beyond those of the samples."""
    properties: Schema = {each.beat.name: {"description": each.beat.doc, **value} for each in beats}
    numbered = dict.fromkeys(
        stem[1] for each in beats if (stem := re.fullmatch(r"(.+_)\d+", each.beat.name))
    )
    found: Schema = {
        "type": "object",
        "properties": {**properties, **(others or {})},
        "additionalProperties": not beats,  # where no sample fits, the beats are not known
    }
    if numbered:
        found["patternProperties"] = {f"^{stem}[1-9][0-9]*$": value for stem in numbered}
    return found


def _plainer(field: JsonValue) -> JsonValue:
    """pydantic's description of a field without what only repeats the key, by reference where it
    is one of ours."""
    if isinstance(field, list):
        return [_plainer(part) for part in field]
    if not isinstance(field, dict):
        return field
    kept = {
        key: _plainer(value)
        for key, value in field.items()
        if key != "title" and not (key == "default" and value in (None, []))
    }
    for name, known in (("text", TEXT_SCHEMA), ("matrix", MATRIX_SCHEMA)):
        if all(kept.get(key) == value for key, value in known.items()):
            rest = {key: value for key, value in kept.items() if key not in known}
            return {**rest, "$ref": f"#/$defs/{name}"}
        choices = kept.get("anyOf")
        if isinstance(choices, list) and kept.get("anyOf") == [*_choices(known), {"type": "null"}]:
            rest = {key: value for key, value in kept.items() if key != "anyOf"}
            return {**rest, "anyOf": [{"$ref": f"#/$defs/{name}"}, {"type": "null"}]}
    return kept


def _choices(known: Mapping[str, JsonValue]) -> list[JsonValue]:
    choices = known["anyOf"]
    assert isinstance(choices, list)
    return choices
