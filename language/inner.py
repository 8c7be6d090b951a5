"""A scene within a scene: a kind and its params, as ``compare`` holds two of them.

It is written as any scene is, without what belongs to the film: no id, no narration, no times.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from algebra.motion import NAMES, path
from algebra.wording import alternatives, message_of, phrase, worded
from language.suggest import did_you_mean
from language.text import Text
from language.values import Refused, Surroundings, describe, read_text, write_text

if TYPE_CHECKING:
    from language.kind import Kind

_Params = TypeVar("_Params", bound=BaseModel)

KEYS = ("kind", "title", "motion")
"""What every inner scene may say beside its kind's params."""

_OF_THE_FILM = ("id", "say", "beats")


@dataclass(frozen=True, slots=True)
class InnerScene:
    """A scene as plain data: what a worker needs to draw it.

    ``params`` is the JSON form of its kind's params, as text with sorted keys. ``checked`` are the
    params themselves while the storyboard is being read; what comes from a plan has none.
    """

    kind: str
    target: str
    params: str
    title: Text | None = None
    motion: str = "auto"
    checked: BaseModel | None = field(default=None, compare=False, repr=False)
    folder: Path | None = field(default=None, compare=False)
    """The storyboard's, in which the scene's pictures lie."""

    def read_params(self, kind: type[_Params]) -> _Params:
        """The params as those of its kind; pydantic's ValidationError if they are not."""
        if isinstance(self.checked, kind):
            return self.checked
        around = Surroundings({}, planned=True, folder=self.folder)
        return kind.model_validate(json.loads(self.params), context={"surroundings": around})


def read_inner(value: object, around: Surroundings) -> InnerScene:
    """A scene as a storyboard writes it, or (in a plan) as `write_inner` does.

    Raises Refused with the faults of all its parts, each at its place.
    """
    match value:
        case InnerScene():
            return value
        case {"target": str(), "kind": str(), "params": Mapping()} if around.planned:
            return _planned(cast(Mapping[str, Any], value), around.folder)
        case Mapping():
            return _read(cast(Mapping[str, object], value), around)
    raise Refused(
        phrase("a scene is needed here; this is {value}", value=describe(value)),
        "write {kind: …, …}",
    )


def write_inner(scene: InnerScene) -> dict[str, object]:
    """The JSON form."""
    return {
        "kind": scene.kind,
        "target": scene.target,
        "params": json.loads(scene.params),
        "title": None if scene.title is None else write_text(scene.title),
        "motion": scene.motion,
    }


def _planned(value: Mapping[str, Any], folder: Path | None) -> InnerScene:
    title = value.get("title")
    return InnerScene(
        value["kind"],
        value["target"],
        _canonical(dict(value["params"])),
        None if title is None else read_text(title, Surroundings({}, planned=True)),
        str(value.get("motion", "auto")),
        folder=folder,
    )


def _canonical(params: Mapping[str, object]) -> str:
    return json.dumps(params, sort_keys=True, ensure_ascii=False)


def _read(value: Mapping[str, object], around: Surroundings) -> InnerScene:
    kind = _kind(value, around)
    faults: list[Refused] = []
    for key in _OF_THE_FILM:
        if key in value:
            where = phrase("the scene that holds this one")
            faults.append(
                Refused(
                    phrase("“{key}” belongs to {where}", key=key, where=where),
                    "write it there",
                    (key,),
                )
            )
    title: Text | None = None
    if "title" in value:
        try:
            title = read_text(value["title"], around)
        except Refused as refused:
            faults.extend(refused.below("title").all)
    given = {key: part for key, part in value.items() if key not in (*KEYS, *_OF_THE_FILM)}
    params: BaseModel | None = None
    try:
        params = kind.params.model_validate(given, context={"surroundings": around})
    except ValidationError as error:
        faults.extend(_faults(error, kind))
    try:
        motion = _motion(value.get("motion", "auto"), params)
    except Refused as refused:
        faults.extend(refused.below("motion").all)
    if faults or params is None:
        first, *others = faults
        raise Refused(
            first.what, first.cure, first.trail, first.offset, tuple(others), first.shapes_of
        )
    written = _canonical(params.model_dump(mode="json"))
    return InnerScene(kind.name, kind.target, written, title, motion, params, around.folder)


def _kind(value: Mapping[str, object], around: Surroundings) -> Kind:
    known = sorted(
        name for name, kind in around.kinds.items() if not any(map(_holds_scenes, _fields(kind)))
    )
    name = value.get("kind")
    if name is None:
        raise Refused(
            "this scene does not say its kind",
            phrase("write kind: {known}", known=alternatives(known)),
        )
    if name in around.kinds and name not in known:
        raise Refused(
            phrase("a {name} cannot stand within another scene", name=name),
            "show one scene",
            ("kind",),
        )
    if not isinstance(name, str) or name not in known:
        shown = str(name)[:60]
        cure = did_you_mean(shown, known)
        raise Refused(phrase("there is no kind of scene “{shown}”", shown=shown), cure, ("kind",))
    return around.kinds[name]


def _fields(kind: Kind) -> list[Any]:
    return [one.annotation for one in kind.params.model_fields.values()]


def _holds_scenes(annotation: object) -> bool:
    return annotation is InnerScene


def _faults(error: ValidationError, kind: Kind) -> list[Refused]:
    """pydantic's errors about the params of an inner scene."""
    # it needs the kinds, which need the params
    from language.refusals import refusal, without_consequences

    found = []
    for detail in without_consequences(error):
        trail = tuple(detail["loc"])
        name = str(trail[-1]) if trail else ""
        match detail["type"]:
            case "missing":
                own = kind.params.model_fields.get(name) if len(trail) == 1 else None
                meaning = (
                    phrase(" ({meaning})", meaning=worded(own.description))
                    if own is not None and own.description
                    else ""
                )
                what = phrase(
                    "this {name} lacks “{name2}”{meaning}",
                    name=kind.name,
                    name2=name,
                    meaning=meaning,
                )
                found.append(Refused(what, phrase("write {name}: …", name=name), trail[:-1]))
            case "extra_forbidden":
                known = (*kind.params.model_fields, *KEYS) if len(trail) == 1 else ()
                what = phrase(
                    "“{name}” means nothing in a {name2}", name=name[:60], name2=kind.name
                )
                found.append(Refused(what, did_you_mean(name, known), trail))
            case _:
                refused = refusal(detail, kind)
                for step in reversed(trail):
                    refused = refused.below(step)
                found.extend(refused.all)
    return found


def _motion(name: object, params: BaseModel | None) -> str:
    """The name of a path that every square matrix of the scene can take; raises Refused."""
    from language.scene_facts import matrices_in  # it needs what this module gives

    known = ("auto", *NAMES)
    if not isinstance(name, str) or name not in known:
        shown = str(name)[:40]
        raise Refused(
            phrase("there is no motion “{shown}”", shown=shown), did_you_mean(shown, known)
        )
    for matrix in matrices_in(params) if name != "auto" else ():
        if matrix.is_square:
            try:
                path(matrix, name)
            except ValueError as error:
                raise Refused(message_of(error), "or leave motion out") from error
    return name
