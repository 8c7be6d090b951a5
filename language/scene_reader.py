"""The scenes of a storyboard: each a kind with its params, and what is said in its beats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pydantic import ValidationError

from algebra.matrices import Matrix
from algebra.motion import NAMES, path
from algebra.wording import alternatives, message_of, phrase
from language import nodes
from language.inner import InnerScene
from language.kind import BEAT_KEYS, RESERVED_KEYS, Beat, Kind
from language.lint import ReadScene
from language.model import BeatSpec, SceneSpec
from language.nodes import Node, plain
from language.params import KindParams
from language.places import Place
from language.refusals import refuse_params
from language.report import Report
from language.says import Said, Texts, unknown_beat
from language.suggest import did_you_mean, nearest
from language.values import Refused, read_number

MOTIONS = ("auto", *NAMES)
"""What ``motion`` may say: paths from the identity to a map."""

LONGEST_RUN = 60
"""Seconds that the main motion of a beat may last."""

_WITH_UNIT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:s|sec|secs|seconds?|초)\.?\s*", re.IGNORECASE)
_ID = re.compile("[a-z0-9_-]{1,60}")


class SceneReader:
    """Reads the list of scenes; faults go to the report."""

    def __init__(self, kinds: Mapping[str, Kind], reading: Texts, report: Report) -> None:
        self.kinds = kinds
        self.reading = reading
        self.around = reading.around
        self.report = report
        self.ids: dict[str, Place] = {}
        self.scenes: list[ReadScene] = []

    def read(self, entry: nodes.Entry | None, root: Node) -> tuple[SceneSpec, ...]:
        """All scenes that are without fault."""
        example = phrase("begin each with - kind: …")
        if entry is None:
            self.report.missing(root.place, "this storyboard has no scenes", "write scenes:")
            return ()
        if not isinstance(entry.value, nodes.Sequence):
            self.report.wrong_type(entry.value, "a list of scenes", example)
            return ()
        if not entry.value.items:
            self.report.error(entry.value.place, "this list of scenes is empty", example)
        items = entry.value.items
        explicit = [self._explicit_id(item) for item in items]
        for item, name in zip(items, explicit, strict=True):
            first = len(self.reading.leaves)
            scene = self._scene(item, name)
            if scene is not None and isinstance(item, nodes.Mapping):
                leaves = tuple(self.reading.leaves[first:])
                self.scenes.append(ReadScene(scene, item, leaves))
        return tuple(scene.spec for scene in self.scenes)

    def _explicit_id(self, item: Node) -> str | None:
        """The id that a scene gives itself; all of these are known before any default is chosen."""
        entry = item.get("id") if isinstance(item, nodes.Mapping) else None
        if entry is None:
            return None
        name = plain(entry.value)
        if not isinstance(name, str):
            self.report.wrong_type(entry.value, "an id", "write letters, or put it in quotes")
            return None
        if not _ID.fullmatch(name):
            self.report.error(
                entry.value.place,
                phrase("“{name}” cannot be an id", name=name[:60]),
                "use a-z, 0-9, _ and -, at most 60 in all",
            )
            return None
        if name in self.ids:
            self.report.error(
                entry.value.place,
                phrase(
                    "the id “{name}” is already taken in line {line}",
                    name=name,
                    line=self.ids[name].line,
                ),
                "choose another",
            )
            return None
        self.ids[name] = entry.value.place
        return name

    def _default_id(self, kind: str, place: Place) -> str:
        number, name = 1, kind
        while name in self.ids:
            number += 1
            name = f"{kind}_{number}"
        self.ids[name] = place
        return name

    def _scene(self, item: Node, explicit_id: str | None) -> SceneSpec | None:
        if not isinstance(item, nodes.Mapping):
            self.report.wrong_type(item, "a scene", "begin it with kind: …")
            return None
        entries = {entry.key: entry for entry in item.entries}
        kind = self._kind(entries.get("kind"), item)
        params = None if kind is None else self._params(kind, item)
        beats = None if kind is None or params is None else kind.beats(params)
        title = self.reading.text(entries["title"].value) if "title" in entries else None
        said = self.reading.say(entries["say"].value, beats) if "say" in entries else {}
        runs = self._run_times(entries["beats"].value, beats) if "beats" in entries else {}
        motion = self._motion(entries["motion"].value, params) if "motion" in entries else "auto"
        if kind is None or params is None or beats is None:
            return None
        return SceneSpec(
            id=explicit_id or self._default_id(kind.name, item.place),
            kind=kind,
            params=params,
            title=title,
            motion=motion,
            beats=tuple(_beat_spec(beat, said, runs, item.place) for beat in beats),
            place=item.place,
        )

    def _kind(self, entry: nodes.Entry | None, item: nodes.Mapping) -> Kind | None:
        known = sorted(self.kinds)
        if entry is None:
            for other in item.entries:
                if other.key not in RESERVED_KEYS and nearest(other.key, ["kind"]):
                    self.report.unknown_key(other, ["kind"], "a scene")
                    return None
            self.report.missing(
                item.place,
                "this scene does not say its kind",
                phrase("write kind: {known}", known=alternatives(known)),
            )
            return None
        name = plain(entry.value)
        if not isinstance(name, str):
            self.report.wrong_type(
                entry.value, "the name of a kind", phrase("use {known}", known=alternatives(known))
            )
            return None
        if name not in self.kinds:
            self.report.error(
                entry.value.place,
                phrase("there is no kind of scene “{name}”", name=name[:60]),
                did_you_mean(name, known),
            )
            return None
        return self.kinds[name]

    def _params(self, kind: Kind, item: nodes.Mapping) -> KindParams | None:
        given = {
            entry.key: plain(entry.value)
            for entry in item.entries
            if entry.key not in RESERVED_KEYS
        }
        around = {"surroundings": self.around}
        try:
            params = kind.params.model_validate(given, context=around)
        except ValidationError as error:
            refuse_params(error, kind, item, self.report)
            known = {key: given[key] for key in given.keys() & kind.params.model_fields.keys()}
            if known == given:
                return None
            # without the unknown keys the scene may be sound, and its beats can be judged as well
            try:
                params = kind.params.model_validate(known, context=around)
            except ValidationError:
                return None
        self.reading.keep_all(params, item)
        return params

    def _run_times(
        self, node: Node, beats: Sequence[Beat] | None
    ) -> dict[str, tuple[float, Place]]:
        entries = self.report.mapping(
            node, "a mapping of beats", "write it as {warp: {run_time: 3}}", None
        )
        names = None if beats is None else [beat.name for beat in beats]
        runs = {}
        for name, entry in entries.items():
            if names is not None and name not in names:
                unknown_beat(self.report, entry, names)
                continue
            settings = self.report.mapping(
                entry.value,
                "what is set for the beat",
                "write {run_time: 3}",
                BEAT_KEYS,
                "a beat",
            )
            if "run_time" in settings:
                seconds = self._run_time(settings["run_time"].value)
                if seconds is not None:
                    runs[name] = (seconds, entry.place)
        return runs

    def _run_time(self, node: Node) -> float | None:
        written = plain(node)
        unit = re.fullmatch(_WITH_UNIT, written) if isinstance(written, str) else None
        if unit:
            self.report.error(
                node.place,
                "a run_time is in seconds, without a unit",
                phrase("write {unit}", unit=unit[1]),
            )
            return None
        try:
            seconds = float(read_number(written, self.around))
        except Refused as refused:
            self.report.refuse(node, refused)
            return None
        if 0 < seconds <= LONGEST_RUN:
            return seconds
        source = node.source if isinstance(node, nodes.Scalar) else f"{seconds:g}"
        self.report.error(
            node.place,
            phrase("a run_time of {source} s is too long", source=source[:40])
            if seconds > 0
            else phrase(
                "a run_time of {source} s is no time in which anything could move",
                source=source[:40],
            ),
            phrase("write more than 0 and at most {longest_run} seconds", longest_run=LONGEST_RUN),
        )
        return None

    def _motion(self, node: Node, params: KindParams | None) -> str:
        name = plain(node)
        if not isinstance(name, str):
            self.report.wrong_type(
                node, "the name of a motion", phrase("use {motions}", motions=alternatives(MOTIONS))
            )
        elif name not in MOTIONS:
            self.report.error(
                node.place,
                phrase("there is no motion “{name}”", name=name[:40]),
                did_you_mean(name, MOTIONS),
            )
        else:
            for matrix in _square_matrices(params) if name != "auto" else ():
                try:
                    path(matrix, name)
                except ValueError as error:
                    self.report.error(node.place, message_of(error), "or leave motion out")
            return name
        return "auto"


def _square_matrices(value: object) -> Iterator[Matrix]:
    """The square matrices among validated params."""
    match value:
        case Matrix() if value.is_square:
            yield value
        case tuple() | list():
            for element in value:
                yield from _square_matrices(element)
        case InnerScene():
            return  # it has a motion of its own
        case KindParams():
            for name in type(value).model_fields:
                yield from _square_matrices(getattr(value, name))


def _beat_spec(
    beat: Beat,
    said: Mapping[str, Said],
    runs: Mapping[str, tuple[float, Place]],
    scene: Place,
) -> BeatSpec:
    speech = said.get(beat.name)
    run_time, place = runs.get(beat.name, (None, scene))
    return BeatSpec(
        beat=beat,
        say=None if speech is None else speech.text,
        run_time=run_time,
        place=place if speech is None else speech.place,
    )
