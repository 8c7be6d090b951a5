"""pydantic's errors about a scene's params, in words for people who write storyboards.

https://docs.pydantic.dev/latest/errors/validation_errors/ lists the types of error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from algebra.wording import alternatives, listed, message_of, phrase, worded
from language import nodes
from language.kind import BEAT_KEYS, RESERVED_KEYS, Kind
from language.nodes import find
from language.report import Report
from language.suggest import nearest
from language.values import Refused, count, describe


def refuse_params(error: ValidationError, kind: Kind, scene: nodes.Mapping, report: Report) -> None:
    """Record every fault that pydantic found in the params of ``scene``."""
    for detail in without_consequences(error):
        trail = tuple(detail["loc"])
        match detail["type"]:
            case "missing":
                _refuse_missing(trail, kind, scene, report)
            case "extra_forbidden":
                _refuse_extra(trail, kind, scene, report)
            case _:
                refused = refusal(detail, kind)
                for step in reversed(trail):
                    refused = refused.below(step)
                report.refuse(scene, refused)


def without_consequences(error: ValidationError) -> list[ErrorDetails]:
    """What pydantic found, without lists that are too short only because items of theirs failed."""
    details = error.errors(include_url=False)
    trails = [tuple(detail["loc"]) for detail in details]
    return [
        detail
        for detail, trail in zip(details, trails, strict=True)
        if detail["type"] != "too_short"
        or not any(len(other) > len(trail) and other[: len(trail)] == trail for other in trails)
    ]


def _refuse_missing(
    trail: tuple[int | str, ...], kind: Kind, scene: nodes.Mapping, report: Report
) -> None:
    holder = find(scene, trail[:-1])
    name = str(trail[-1])
    field = kind.params.model_fields.get(name) if len(trail) == 1 else None
    meaning = (
        phrase(" ({meaning})", meaning=worded(field.description))
        if field is not None and field.description
        else ""
    )
    what = phrase(
        "this {name} lacks “{name2}”{meaning}", name=kind.name, name2=name, meaning=meaning
    )
    report.missing(holder.place, what, phrase("write {name}: …", name=name))


def _refuse_extra(
    trail: tuple[int | str, ...], kind: Kind, scene: nodes.Mapping, report: Report
) -> None:
    holder = find(scene, trail[:-1])
    entry = holder.get(str(trail[-1])) if isinstance(holder, nodes.Mapping) else None
    if entry is None:
        report.error(
            holder.place, phrase("“{trail}” means nothing here", trail=trail[-1]), "leave it out"
        )
        return
    if len(trail) > 1:
        report.unknown_key(entry, (), "this mapping")
        return
    known = [*kind.params.model_fields, *RESERVED_KEYS]
    if nearest(entry.key, known) is None and nearest(entry.key, BEAT_KEYS) is not None:
        report.error(
            entry.place,
            phrase("“{key}” means nothing in a {name}", key=entry.key[:60], name=kind.name),
            "did you mean “run_time”? It stands in beats: {name: {run_time: 3}}",
        )
        return
    report.unknown_key(entry, known, phrase("a {name}", name=kind.name))


def refusal(detail: ErrorDetails, kind: Kind) -> Refused:
    """What pydantic found in one value, in words, seen from that value."""
    context: Mapping[str, Any] = detail.get("ctx", {})
    own = context.get("error")
    if isinstance(own, Refused):
        return own
    if isinstance(own, Exception):
        return Refused(message_of(own))
    value = detail["input"]
    words = _WORDS.get(detail["type"])
    if words is not None:
        what, cure = words(context, value)
        return Refused(what, cure)
    top = detail["loc"][0] if detail["loc"] else ""
    field = kind.params.model_fields.get(str(top))
    meaning = field.description if field is not None else None
    return Refused(
        phrase("this value does not fit; it is {value}", value=describe(value)),
        phrase("give {meaning}", meaning=worded(meaning)) if meaning else "",
    )


_Words = Callable[[Mapping[str, Any], object], tuple[str, str]]


def _needs(what: str, cure: str = "") -> _Words:
    return lambda _, value: (
        phrase("{what} is needed here; this is {value}", what=worded(what), value=describe(value)),
        cure,
    )


def _limit(words: str, key: str) -> _Words:
    return lambda context, value: (
        phrase("{value} is not allowed here", value=describe(value)),
        phrase(
            "write a number {words} {context}", words=worded(words), context=_bound(context[key])
        ),
    )


def _bound(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def _length(key: str, words: str, noun: str) -> _Words:
    def tell(context: Mapping[str, Any], value: object) -> tuple[str, str]:
        length = len(value) if isinstance(value, str | list | tuple | dict) else 0
        bound = count(int(context[key]), noun)
        return phrase("this has {number}", number=count(length, noun)), phrase(
            "write {words} {bound}", words=worded(words), bound=bound
        )

    return tell


def _choices(expected: str) -> str:
    """pydantic's "'a', 'b' or 'c'", which knows how it may be told."""
    *others, last = re.findall("'[^']*'", expected) or [expected]
    return alternatives([listed(others), last]) if others else last


def _one_of(context: Mapping[str, Any], value: object) -> tuple[str, str]:
    return phrase("{value} is not one of the choices here", value=describe(value)), phrase(
        "use {expected}", expected=_choices(context["expected"])
    )


_BOOL = _needs("true or false")
_INT = _needs("a whole number")
_FLOAT = _needs("a number")
_STR = _needs("a text", "put it in quotes to make it a text")
_LIST = _needs("a list", "write it as [1, 2] or with a “- ” before each value")
_DICT = _needs("a mapping of keys to values", "write it as {key: value}")

_WORDS: Mapping[str, _Words] = {
    "bool_type": _BOOL,
    "bool_parsing": _BOOL,
    "int_type": _INT,
    "int_parsing": _INT,
    "int_parsing_size": _INT,
    "int_from_float": _INT,
    "float_type": _FLOAT,
    "float_parsing": _FLOAT,
    "finite_number": _FLOAT,
    "string_type": _STR,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "set_type": _LIST,
    "frozen_set_type": _LIST,
    "iterable_type": _LIST,
    "dict_type": _DICT,
    "mapping_type": _DICT,
    "model_type": _DICT,
    "model_attributes_type": _DICT,
    "none_required": _needs("nothing", "leave it empty"),
    "literal_error": _one_of,
    "enum": _one_of,
    "greater_than": _limit("greater than", "gt"),
    "greater_than_equal": _limit("not less than", "ge"),
    "less_than": _limit("less than", "lt"),
    "less_than_equal": _limit("not greater than", "le"),
    "multiple_of": _limit("that is a multiple of", "multiple_of"),
    "too_short": _length("min_length", "at least", "value"),
    "too_long": _length("max_length", "at most", "value"),
    "string_too_short": _length("min_length", "at least", "character"),
    "string_too_long": _length("max_length", "at most", "character"),
    "string_pattern_mismatch": lambda context, value: (
        phrase("{value} has not the right form", value=describe(value)),
        phrase("it must match {pattern}", pattern=context["pattern"]),
    ),
}
