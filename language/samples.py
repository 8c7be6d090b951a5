"""Sample scenes of a kind, made from the types of its parameters alone.

They show which beats scenes of a kind can have, for the manual and for editors; a kind is asked,
not listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from algebra.wording import Phrase, alternatives, listed, phrase
from language import params
from language.kind import Beat, Kind

MOST_TRIALS = 600
"""Scenes that are tried of one kind."""

_A, _FLIP, _FLAT = [[2, 1], [0, 3]], [[1, 0], [0, -1]], [[1, 2], [2, 4]]
_WIDE, _CUBE = [[1, 2, 3], [4, 5, 7]], [[2, 0, 0], [0, 1, 0], [0, 0, 3]]
_PLANE = (_A, _FLIP, _FLAT)
_SPACE = (*_PLANE, _WIDE, _CUBE)

SAMPLES: Mapping[str, tuple[object, ...]] = {
    "Cell": ("…", 2, True),
    "Count": (2, 1, 3),
    "Flag": (True, False),
    "Glyph": ("F",),
    "Inner": ({"kind": "…"},),
    "Listing": ("a = 1\nb = 2\nc = 3",),
    "Matrices2": (*_PLANE, [_A, _A], [_A, _FLIP], [_A, _A, _A]),
    "Matrix": _SPACE,
    "Matrix2": _PLANE,
    "Matrix3": (_CUBE,),
    "Number": (2, -1),
    "Picture": ("picture.png",),
    "SquareMatrix": (*_PLANE, _CUBE),
    "Text": ("…", "$x$"),
    "Vector": ([1, 1], [1, 1, 1]),
    "Vector2": ([1, 1],),
}
"""Values of each parameter type that scenes may turn on; the first is the one for examples."""

_PLAIN: Mapping[object, tuple[object, ...]] = {
    bool: (True, False),
    int: (2, 1, 3),
    float: (2,),
    str: ("…", "F"),
    NoneType: (None,),
}


@dataclass(frozen=True, slots=True)
class SampleBeat:
    """A beat that scenes of a kind can have; ``always`` if every scene that was tried had it.

    ``when`` says in words on which parameter it turns, "with view: split", or on which two, as a
    message; "" if it turns on more.
    """

    beat: Beat
    always: bool
    when: str = ""


def sample(annotation: Any, metadata: Sequence[Any] = ()) -> object:
    """A value that fits a field's type, as a storyboard would write it."""
    return next(iter(samples(annotation, metadata)))


def samples(annotation: Any, metadata: Sequence[Any] = ()) -> tuple[object, ...]:
    """Several such values, as unlike as the type allows."""
    if name := type_name(annotation, metadata):
        return SAMPLES[name]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return samples(arguments[0], arguments[1:])
    if origin is Literal:
        return arguments
    if origin in (Union, UnionType):
        return tuple(value for part in arguments for value in samples(part))
    if origin in (tuple, list):
        return tuple(
            [element] * length for element in samples(arguments[0]) for length in (2, 1, 3)
        )
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = [field for field in annotation.model_fields.values() if field.is_required()]
        most = max((len(samples(f.annotation, f.metadata)) for f in fields), default=1)
        return tuple(_required(annotation, choice) for choice in range(most))
    return _PLAIN.get(annotation, ("…",))


def type_name(annotation: Any, metadata: Sequence[Any]) -> str:
    """The name that `language.params` has for a field's type; "" for any other type."""
    for name in SAMPLES:
        base, *marks = get_args(getattr(params, name))
        if base == annotation and any(mark is own for mark in marks for own in metadata):
            return name
    return ""


def _required(model: type[BaseModel], choice: int = 0) -> dict[str, object]:
    """A value of each field that must be given: its sample of that number, or its last."""
    values = {
        name: samples(field.annotation, field.metadata)
        for name, field in model.model_fields.items()
        if field.is_required()
    }
    return {name: options[min(choice, len(options) - 1)] for name, options in values.items()}


def required_params(kind: Kind) -> dict[str, object]:
    """A sample of each parameter that must be given."""
    return _required(kind.params)


def sample_beats(kind: Kind) -> tuple[SampleBeat, ...]:
    """The beats that scenes of this kind can have, in the order in which they come.

    Empty if no sample fits the kind's params: then its docstring has to tell.
    """
    order: list[str] = []
    found: dict[str, Beat] = {}
    trials = tuple(_trials(kind))
    for _, beats in trials:
        after: list[str] = []
        for beat in reversed(beats):
            if beat.name not in found:
                known = next((name for name in after if name in order), None)
                order.insert(len(order) if known is None else order.index(known), beat.name)
            found.setdefault(beat.name, beat)
            after.insert(0, beat.name)
    return tuple(_sample_beat(found[name], kind, trials) for name in order)


_Trial: TypeAlias = tuple[Mapping[str, object], tuple[Beat, ...]]


def _sample_beat(beat: Beat, kind: Kind, trials: Sequence[_Trial]) -> SampleBeat:
    """The beat with what is known of when there is one."""
    has = [any(each.name == beat.name for each in beats) for _, beats in trials]
    if all(has):
        return SampleBeat(beat, True)
    fields = kind.params.model_fields
    of_maps = {
        name: type_name(field.annotation, field.metadata) == "Matrices2"
        for name, field in fields.items()
    }
    seen = {
        name: [_feature(name, given.get(name, field.default), of_maps[name]) for given, _ in trials]
        for name, field in fields.items()
    }
    for name in fields:
        with_it, without = _parted(seen[name], has)
        if without.isdisjoint(with_it):
            return SampleBeat(beat, False, _any_of(name, with_it))
    # How many maps there are is told last: a number for each of several follows from it.
    for pair in combinations(sorted(fields, key=of_maps.__getitem__), 2):
        both = list(zip(*(seen[name] for name in pair), strict=True))
        together, apart = _parted(both, has)
        if len(together) == 1 and apart.isdisjoint(together):
            return SampleBeat(beat, False, listed(together[0]))
    return SampleBeat(beat, False)


_Feature = TypeVar("_Feature")


def _parted(seen: Sequence[_Feature], has: Sequence[bool]) -> tuple[list[_Feature], set[_Feature]]:
    """What was seen of scenes that have a beat, each once, and of those that do not."""
    there = [word for word, having in zip(seen, has, strict=True) if having]
    return list(dict.fromkeys(there)), {
        w for w, having in zip(seen, has, strict=True) if not having
    }


def _feature(name: str, value: object, of_maps: bool) -> Phrase:
    """What of a parameter's value beats may turn on, in words."""
    match value:
        case bool() | str():
            word = str(value).lower() if isinstance(value, bool) else value
            return phrase("with {name}: {values}", name=name, values=word)
        case list() if of_maps:
            if isinstance(value[0][0], list) and len(value) > 1:
                return phrase("with several in {name}", name=name)
            return phrase("with one in {name}", name=name)
        case None | () | []:
            return phrase("without {name}", name=name)
    return phrase("with {name}", name=name)


def _any_of(name: str, features: Sequence[Phrase]) -> str:
    """Any of some features of one parameter; its values are told together."""
    values = [str(each.fields["values"]) for each in features if "values" in each.fields]
    others = [each for each in features if "values" not in each.fields]
    if values:
        others.append(phrase("with {name}: {values}", name=name, values=alternatives(values)))
    return alternatives(others)


def fits(kind: Kind, name: str, value: object) -> bool:
    """May a scene of this kind have ``value`` for a parameter, whatever its other ones are?"""
    around = params.context({})
    for given in islice(_sample_params(kind), MOST_TRIALS):
        try:
            kind.params.model_validate(given | {name: value}, context=around)
        except ValidationError:
            continue
        return True
    return False


def _trials(kind: Kind) -> Iterator[_Trial]:
    """Every sample scene that fits the kind's params, and its beats."""
    around = params.context({})
    tried: list[dict[str, object]] = []
    for given in islice(_sample_params(kind), MOST_TRIALS):
        if given in tried:
            continue
        tried.append(given)
        try:
            read = kind.params.model_validate(given, context=around)
        except ValidationError:
            continue
        yield given, kind.beats(read)


def _sample_params(kind: Kind) -> Iterator[dict[str, object]]:
    """All that must be given and nothing else, everything at once, and both with up to two
    parameters set otherwise."""
    fields = kind.params.model_fields
    values = {name: samples(f.annotation, f.metadata) for name, f in fields.items()}
    everything = {name: choices[0] for name, choices in values.items()}
    bases = (required_params(kind), everything)
    yield from bases
    for names in (*((name,) for name in fields), *combinations(fields, 2)):
        for base in bases:
            for chosen in _choices([values[name] for name in names]):
                yield base | dict(zip(names, chosen, strict=True))


def _choices(values: Sequence[Sequence[object]]) -> Iterator[tuple[object, ...]]:
    if len(values) == 1:
        yield from ((value,) for value in values[0])
    else:
        first, second = values
        yield from ((one, other) for one in first for other in second)
