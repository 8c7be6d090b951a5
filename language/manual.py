"""The manual of the scene kinds, made from what each kind says about itself.

Nothing here is written by hand for one kind: the page is its docstring, the fields of its
parameters, its beats, and a scene from the storyboards that come with the program. What a kind
says of its beats is told in the language of messages; the rest of a page is English.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent, fill, indent
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from unicodedata import east_asian_width

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from algebra.wording import Phrase, phrase
from language.kind import Kind
from language.messages import told
from language.samples import SAMPLES, fits, required_params, sample_beats, type_name

WIDTH = 80
"""Columns of a page."""

TYPE_WORDS: Mapping[str, str] = {
    "Cell": "a number, a text, true, false or ~",
    "Count": "a whole number",
    "Flag": "true or false",
    "Glyph": "a character, or one per language",
    "Inner": "a scene, as {kind: …, …}",
    "Listing": "lines, or lines per language",
    "Matrices2": "a 2×2 matrix, or a list of them",
    "Matrix": "a matrix",
    "Matrix2": "a 2×2 matrix",
    "Matrix3": "a 3×3 matrix",
    "Number": "a number",
    "Picture": "the name of a picture file",
    "SquareMatrix": "a square matrix",
    "Text": "a text, or one per language",
    "Vector": "a vector",
    "Vector2": "a vector of 2 numbers",
}
"""What authors call the parameter types of :mod:`language.params`."""

PLAIN_WORDS: Mapping[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a word",
}


def table(kinds: Mapping[str, Kind]) -> str:
    """One line per kind: its name and the first line of its docstring."""
    width = max(map(len, kinds), default=0)
    return "\n".join(f"{name:{width}}  {headline(kind)}" for name, kind in sorted(kinds.items()))


def headline(kind: Kind) -> str:
    """The first line of a kind's docstring."""
    return inspect.cleandoc(kind.doc).partition("\n")[0]


def page(kind: Kind, storyboards: Path, language: str = "en") -> str:
    """The manual page of a kind; its example is the first scene of it in `storyboards`."""
    sections = [f"{kind.name}\n{'=' * len(kind.name)}", inspect.cleandoc(kind.doc)]
    fields = [_field(name, field, kind) for name, field in kind.params.model_fields.items()]
    sections.append("Parameters\n" + ("\n".join(fields) or "  none"))
    sections.append(
        "Beats\n" + ("\n".join(beats_of(kind, language)) or "  as the text above tells")
    )
    scene = example(kind, storyboards)
    source = f" (from {scene[0].name})" if scene[0] else ""
    sections.append(f"Example{source}\n" + indent(scene[1], "  "))
    return "\n\n".join(sections)


def beats_of(kind: Kind, language: str = "en") -> tuple[str, ...]:
    """A line for each beat that scenes of this kind can have, told in a language; numbered beats
    share one.

    Nothing if no sample fits the kind's params: then its docstring has to tell.
    """
    beats = sample_beats(kind)
    names = {each.beat.name for each in beats}
    lines: dict[str, str] = {}
    for each in beats:
        name, doc = each.beat.name, each.beat.doc
        base = re.sub(r"_\d+$", "", name)
        when = "" if each.always else each.when or phrase("not in every scene")
        if base == name:
            if f"{name}_1" in names:
                one = each.when or phrase("for one")
                when = phrase("{one}; otherwise {name}_1, {name}_2, …", one=one, name=name)
        elif base not in names and base not in lines:
            doc = _of_any_number(doc)
        else:
            continue
        lines[base] = told(doc, language) + (f" ({told(when, language)})" if when else "")
    return tuple(
        _entry(name if name in names else f"{name}_1, …", words) for name, words in lines.items()
    )


def _of_any_number(doc: str) -> str:
    """What a beat that is numbered 1 is for, with k for its number."""
    if isinstance(doc, Phrase) and doc.fields:
        return Phrase(
            doc.template,
            {name: "k" if value == 1 else value for name, value in doc.fields.items()},
        )
    return re.sub(r"\b1\b", "k", doc)


def example(kind: Kind, storyboards: Path) -> tuple[Path | None, str]:
    """A scene of this kind as YAML, and the storyboard that it was taken from.

    Where no storyboard has one it is made of samples, and the storyboard is None.
    """
    for path in sorted(storyboards.glob("*.yaml")):
        if scene := _scene_lines(path.read_text(encoding="utf-8-sig"), kind.name):
            return path, scene
    lines = [f"- kind: {kind.name}"]
    lines.extend(f"  {name}: {_as_yaml(value)}" for name, value in required_params(kind).items())
    return None, "\n".join(lines)


def _as_yaml(value: object) -> str:
    """A sample as YAML; strings among them need no quotes."""
    if isinstance(value, list):
        return f"[{', '.join(map(_as_yaml, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _scene_lines(text: str, kind: str) -> str:
    """The lines of the first list element that begins with this kind, as they were written."""
    lines = text.splitlines()
    opening = re.compile(rf"(\s*)- kind: {re.escape(kind)}\s*(#.*)?$")
    for start, line in enumerate(lines):
        if match := opening.match(line):
            margin = len(match.group(1))
            end = start + 1
            while end < len(lines) and (
                not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > margin
            ):
                end += 1
            return dedent("\n".join(lines[start:end])).strip()
    return ""


def _field(name: str, field: FieldInfo, kind: Kind) -> str:
    words = words_for(field.annotation, field.metadata)
    if type_name(field.annotation, field.metadata) == "Matrices2" and not fits(
        kind, name, SAMPLES["Matrices2"][0]
    ):
        words = "a list of 2×2 matrices"
    if field.is_required():
        return _entry(name, f"{words}; {field.description or 'must be given'}")
    default = field.get_default(call_default_factory=True, validated_data={})
    given = "" if default in (None, ()) else f" (default {_as_yaml(default)})"
    return _entry(name, f"{words}, optional; {field.description or 'may be left out'}{given}")


def _entry(name: str, words: str) -> str:
    """A name and what it means, wrapped beside it."""
    # textwrap counts characters, so each wide one is followed by another until all is laid out
    wide = "".join(c + "\0" if east_asian_width(c) in "WF" else c for c in words)
    lines = fill(wide, WIDTH, initial_indent=f"  {name:14} ", subsequent_indent=" " * 17)
    return lines.replace("\0", "")


def words_for(annotation: Any, metadata: Sequence[Any] = ()) -> str:
    """A field's type in an author's words."""
    if name := type_name(annotation, metadata):
        return TYPE_WORDS[name]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return words_for(arguments[0], arguments[1:])
    if origin in (Union, UnionType):
        return " or ".join(words_for(part) for part in arguments if part is not NoneType)
    if origin is Literal:
        return "one of " + ", ".join(str(value) for value in arguments)
    if origin in (tuple, list):
        return f"a list, each {words_for(arguments[0])}"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return f"a mapping of {', '.join(annotation.model_fields)}"
    return PLAIN_WORDS.get(annotation, getattr(annotation, "__name__", str(annotation)))
