"""From a YAML file to a storyboard, or to everything that is wrong with it.

This is the only validation of storyboards. Faults are collected, not raised one by one, so that an
author mends a file in one go; each stands at the very key, value or letter that is at fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from algebra.expressions import ExpressionError, names_used
from algebra.matrices import Matrix
from algebra.wording import alternatives, one_by_one, phrase, together
from language import nodes
from language.claims import decide
from language.definitions import Definitions
from language.include import Includes
from language.kind import Kind
from language.lint import Lint
from language.model import Claim, Storyboard
from language.nodes import Allowance, Node, load, plain
from language.places import Faults, Place
from language.report import Report
from language.says import Texts
from language.scene_reader import SceneReader
from language.suggest import did_you_mean
from language.text import Text
from language.values import LANGUAGES, Surroundings, describe, refused_expression

VERSIONS = (1,)
"""The versions of the storyboard language that this program reads."""

KEYS = (
    *("storyboard", "title", "languages", "theme"),
    *("include", "matrices", "vectors", "claims", "scenes"),
)
"""The keys of a storyboard."""

DEFAULT_LANGUAGE = "ko"
DEFAULT_THEME = "dark"


def read(path: Path, kinds: Mapping[str, Kind], themes: Collection[str]) -> Storyboard:
    """The storyboard in a file, complete and checked; claims hold.

    ``kinds`` are the scene kinds there are, ``themes`` the names of themes. Raises :class:`Faults`
    with every error of the file, in the order of their places.
    """
    allowance = Allowance()
    root, faults = load(path, path.name, allowance)
    report = Report(faults)
    if root is None and not report.errors:
        report.error(Place(path.name, 1, 1), "this file is empty", "write storyboard: 1 to begin")
    if root is None:
        raise report.faults()
    includes = Includes(path, allowance, report)
    storyboard = _read_root(path, root, kinds, themes, includes, report)
    if storyboard is None:
        raise report.faults()
    return storyboard


def texts(storyboard: Storyboard) -> Iterator[tuple[Place, str, str]]:
    """Every piece of text of a storyboard: its place, its language, its markup."""
    for piece in storyboard.texts:
        yield piece.place, piece.language, piece.markup


def _read_root(
    path: Path,
    root: Node,
    kinds: Mapping[str, Kind],
    themes: Collection[str],
    includes: Includes,
    report: Report,
) -> Storyboard | None:
    """The storyboard, if nothing essential is missing; its faults are in the report."""
    entries = report.mapping(
        root,
        "a storyboard",
        "begin with storyboard: 1, then title: and scenes:",
        KEYS,
        "a storyboard",
    )
    if not isinstance(root, nodes.Mapping):
        return None
    version = _read_version(entries.get("storyboard"), root, report)
    if version is None and "storyboard" in entries:
        # the rest of another version's file cannot be judged by the rules of this one
        raise Faults((report.errors[entries["storyboard"].value.place],))
    languages = _read_languages(entries.get("languages"), report)
    theme = _read_theme(entries.get("theme"), themes, report)
    named = Definitions(report, languages)
    included = includes.read(entries.get("include"))
    matrices: dict[str, Matrix] = {}
    vectors: dict[str, Matrix] = {}
    for file in included:
        matrices |= named.read(file.matrices, "matrix")
        vectors |= named.read(file.vectors, "vector")
    matrices |= named.read(entries.get("matrices"), "matrix")
    vectors |= named.read(entries.get("vectors"), "vector")
    around = Surroundings(
        MappingProxyType(dict(named.values)),
        languages,
        purse=report.purse,
        folder=path.parent,
        kinds=kinds,
    )
    reading = Texts(around, report)
    title = _read_title(entries.get("title"), root, reading, report)
    head = tuple(reading.leaves)
    claims = _read_claims(entries.get("claims"), named, report)
    scene_reader = SceneReader(kinds, reading, report)
    scenes = scene_reader.read(entries.get("scenes"), root)
    reading.refuse_eaten_commands()
    if version is None or title is None or report.errors or report.lacks:
        return None
    said = entries.get("claims")
    Lint(named, head, scene_reader.scenes, report).run(path.name, said.value if said else None)
    return Storyboard(
        path=path,
        version=version,
        title=title,
        languages=languages,
        theme=theme,
        matrices=MappingProxyType(matrices),
        claims=claims,
        scenes=scenes,
        notices=tuple(sorted(report.notices, key=lambda notice: notice.place)),
        vectors=MappingProxyType(vectors),
        texts=tuple(sorted(reading.pieces, key=lambda piece: (piece.place, piece.language))),
        included=tuple(file.path for file in included),
    )


def _read_version(entry: nodes.Entry | None, root: Node, report: Report) -> int | None:
    known = together(map(str, VERSIONS))
    reads = phrase("this program reads version {known}", known=known)
    if entry is None:
        report.missing(
            root.place,
            phrase(
                "this file does not say which version of storyboard it is; {reads}", reads=reads
            ),
            phrase("write storyboard: {versions}", versions=VERSIONS[-1]),
        )
        return None
    value = plain(entry.value)
    if isinstance(value, int) and not isinstance(value, bool):
        if value in VERSIONS:
            return value
        what = phrase("this is storyboard version {value}", value=value)
    elif isinstance(entry.value, nodes.Scalar):
        what = phrase("“{source}” is no version", source=entry.value.source[:40])
    else:
        what = phrase("{value} is no version", value=describe(value))
    report.error(
        entry.value.place,
        phrase("{what}; {reads}", what=what, reads=reads),
        phrase("write storyboard: {versions}", versions=VERSIONS[-1]),
    )
    return None


def _read_languages(entry: nodes.Entry | None, report: Report) -> tuple[str, ...]:
    example = phrase("write them as [{languages}]", languages=", ".join(LANGUAGES))
    if entry is None:
        return (DEFAULT_LANGUAGE,)
    if not isinstance(entry.value, nodes.Sequence):
        report.wrong_type(entry.value, "a list of languages", example)
        return (DEFAULT_LANGUAGE,)
    languages: list[str] = []
    for item in entry.value.items:
        value = plain(item)
        if not isinstance(value, str):
            report.wrong_type(item, "a language", example)
        elif value not in LANGUAGES:
            report.error(
                item.place,
                phrase("“{value}” is not a language that films can be in", value=value[:40]),
                did_you_mean(value, LANGUAGES),
            )
        elif value in languages:
            report.error(
                item.place, phrase("{value} is listed twice", value=value), "keep one of the two"
            )
        else:
            languages.append(value)
    if not entry.value.items:
        report.error(entry.value.place, "no language is listed", example)
    return tuple(languages) or (DEFAULT_LANGUAGE,)


def _read_theme(entry: nodes.Entry | None, themes: Collection[str], report: Report) -> str:
    if entry is None:
        return DEFAULT_THEME
    value = plain(entry.value)
    if not isinstance(value, str):
        report.wrong_type(
            entry.value,
            "the name of a theme",
            phrase("use {themes}", themes=alternatives(sorted(themes))),
        )
    elif value not in themes:
        report.error(
            entry.value.place,
            phrase("there is no theme “{value}”", value=value[:40]),
            did_you_mean(value, sorted(themes)),
        )
    else:
        return value
    return DEFAULT_THEME


def _read_title(
    entry: nodes.Entry | None, root: nodes.Mapping, reading: Texts, report: Report
) -> Text | None:
    if entry is not None:
        return reading.text(entry.value)
    report.missing(root.place, "this storyboard has no title", "write title: …")
    return None


def _read_claims(
    entry: nodes.Entry | None, named: Definitions, report: Report
) -> tuple[Claim, ...]:
    if entry is None:
        return ()
    example = phrase("write one a line, as in - det(A) == 6")
    if not isinstance(entry.value, nodes.Sequence):
        report.wrong_type(entry.value, "a list of claims", example)
        return ()
    claims = []
    for item in entry.value.items:
        source = plain(item)
        if not isinstance(source, str):
            report.wrong_type(item, "a claim", "write a comparison such as det(A) == 6")
            continue
        claim = _decide(source, item, named, report)
        if claim is not None:
            claims.append(claim)
    return tuple(claims)


def _decide(source: str, item: Node, named: Definitions, report: Report) -> Claim | None:
    try:
        decided = decide(source, named.values, report.purse)
    except ExpressionError as error:
        report.refuse(item, refused_expression(error))
        return None
    if decided.holds:
        return Claim(source, decided.message, item.place)
    defined = [
        phrase(
            "{name} is defined in {where}",
            name=name,
            where=named.places[name].seen_from(item.place.file),
        )
        for name in names_used(source)
    ]
    report.error(
        item.place,
        phrase("this claim is false: {message}", message=decided.message),
        one_by_one(defined),
    )
    return None
