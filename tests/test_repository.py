"""The house rules that a program can check: who imports whom, what no file may hold, pins, kinds.

Each rule is a function from text to findings, and is shown small breaches of itself, so that it
is known to notice them, before it is let loose on the repository.
"""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent

STREET = ("algebra", "language", "stage", "scenes", "film", "preview", "render")
"""From the bottom to the top: a package may import itself and what stands left of it."""

NEVER = {("film", "scenes"), ("language", "scenes")}
"""Downward, but forbidden all the same: render.py passes the kinds in as a value."""

HOMES = {
    "yaml": ("language/nodes.py",),
    "ffmpeg": ("film/cut.py",),
    "click": ("render.py", "cli.py"),
    "manim": ("stage/", "scenes/", "film/shoot.py"),
}
"""One library, one place: a file, or a folder with its slash."""

LONGEST = 450
"""Lines; the house asks for about 400."""

DEBIAN_PYTHON = "3.11.2"
"""What Debian 12 ships, hence the oldest Python that every pin must accept."""

# Put together here, so that this file does not hold what it forbids.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("crates", "io"),
        ("conda", "anaconda", "org"),
        ("proxy", "golang", "org"),
    )
)
MACHINE_PATH = re.compile(
    r"(?<![\w.~$}])/(?:work|root|tmp|home|Users)/\w|[A-Z]:\\+Users\\|\.\./shared/"
)


class Import(NamedTuple):
    """One import of one module: its line, and its full dotted name."""

    line: int
    module: str


def imports(path: PurePosixPath, source: str) -> Iterator[Import]:
    """Every import of the file, wherever it stands, also `import_module("name")` with a literal.

    `from package import name` counts as `package.name`, because `name` may be a module.
    `path` is relative to the repository, and resolves relative imports.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            above = path.parts[: len(path.parts) - node.level] if node.level else ()
            package = ".".join((*above, *filter(None, [node.module])))
            for alias in node.names:
                yield Import(node.lineno, f"{package}.{alias.name}")
        elif isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "attr", getattr(node.func, "id", None))
            name = node.args[0]
            if called in {"import_module", "__import__"} and isinstance(name, ast.Constant):
                yield Import(node.lineno, str(name.value))


def import_breaches(path: PurePosixPath, source: str, kinds: frozenset[str]) -> list[str]:
    """What the file imports against the import rule, one `path:line: reason` each."""
    return [
        f"{path}:{line}: {reason}"
        for line, module in imports(path, source)
        if (reason := breach(path, module, kinds))
    ]


def breach(path: PurePosixPath, module: str, kinds: frozenset[str]) -> str:
    """Why the file may not import the module; empty if it may. `kinds` are the kinds' names."""
    mine, theirs = path.parts[0].removesuffix(".py"), module.split(".")[0]
    if theirs == "render" or (
        mine in STREET and theirs in STREET and STREET.index(theirs) > STREET.index(mine)
    ):
        return f"{mine} must not import {module}: imports go down {' < '.join(STREET)}"
    if (mine, theirs) in NEVER:
        return f"{mine} must not import scenes: it is given the kinds as a value"
    if is_kind(path) and theirs == "scenes" and {*module.split(".")[1:2]} & kinds - {path.stem}:
        return f"a kind must not import another kind ({module})"
    homes = HOMES.get(theirs)
    if homes and not str(path).startswith(homes):
        return f"{theirs} is imported by {' and '.join(homes)} only"
    return ""


def forbidden_text(path: PurePosixPath, text: str) -> list[str]:
    """Addresses of package registries and paths of somebody's machine in the text."""
    findings = []
    for number, line in enumerate(text.splitlines(), start=1):
        findings += [f"{path}:{number}: names {host}" for host in REGISTRIES if host in line]
        if found := MACHINE_PATH.search(line):
            findings.append(f"{path}:{number}: a path of one machine: {found[0]}")
    return findings


def is_kind(path: PurePosixPath) -> bool:
    """A public module of scenes is a kind of scene."""
    return path.parts[0] == "scenes" and path.suffix == ".py" and not path.stem.startswith("_")


def undocumented(path: PurePosixPath, source: str) -> list[str]:
    """What of a kind's own words is missing: its class, the manual page, the parameters' help."""
    named = path.stem.replace("_", "").lower()
    classes = [n for n in ast.parse(source).body if isinstance(n, ast.ClassDef)]
    kind = next((c for c in classes if c.name.lower() == named), None)
    if kind is None:
        return [f"{path}: has no class called like its file"]
    findings = []
    if len(ast.get_docstring(kind) or "") < 40:
        findings.append(f"{path}: {kind.name} has no docstring to serve as its manual page")
    for inner in kind.body:
        if isinstance(inner, ast.ClassDef) and inner.name == "Params":
            findings += [
                f"{path}:{field.lineno}: parameter {ast.unparse(field.target)} has no description"
                for field in inner.body
                if isinstance(field, ast.AnnAssign) and "description=" not in ast.unparse(field)
            ]
    return findings


def files() -> list[PurePosixPath]:
    """Every file of the repository, relative to it; no output, no caches, no environment."""
    found = []
    for folder, below, names in os.walk(ROOT):
        relative = Path(folder).relative_to(ROOT)
        below[:] = [
            b for b in below
            if (b == ".ci" or not b.startswith("."))
            and b != "__pycache__"
            and not b.endswith(".egg-info")
            and (relative / b).as_posix() not in {"media", "build", "dist"}
        ]  # fmt: skip
        found += [PurePosixPath((relative / name).as_posix()) for name in names]
    return sorted(found)


FILES = files()
PYTHON = [path for path in FILES if path.suffix == ".py"]
CODE = [path for path in PYTHON if path.parts[0] not in {"tests", "bench", "tools"}]
KINDS = [path for path in CODE if is_kind(path)]


def text_of(path: PurePosixPath) -> str:
    """The file's text; empty for pictures and other files that are none."""
    try:
        return (ROOT / path).read_text("utf-8")
    except UnicodeDecodeError:
        return ""


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("algebra/facts.py", "from language.model import Storyboard"),
        ("algebra/facts.py", "def f():\n    import stage.theme"),
        ("language/read.py", "from stage import theme"),
        ("language/read.py", "import scenes"),
        ("film/plan.py", "from scenes import kinds"),
        ("film/plan.py", "import importlib\nimportlib.import_module('scenes.summary')"),
        ("film/plan.py", "import render"),
        ("stage/planes.py", "from ..film import plan"),
        ("film/plan.py", "import manim"),
        ("film/shooting.py", "from manim import Scene"),
        ("language/model.py", "import yaml"),
        ("film/shoot.py", "import ffmpeg"),
        ("film/doctor.py", "import click"),
        ("scenes/title_card.py", "from scenes import summary"),
        ("scenes/title_card.py", "from .summary import Summary"),
    ],
)
def test_a_breach_of_the_import_rule_is_noticed(path: str, source: str) -> None:
    assert len(import_breaches(PurePosixPath(path), source, frozenset({"summary"}))) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("render.py", "import click\nfrom film import plan\nfrom scenes import kinds"),
        ("film/shoot.py", "import manim\nfrom stage.look import Look\nfrom . import store"),
        ("film/cut.py", "import ffmpeg"),
        ("language/nodes.py", "import yaml\nfrom language.places import Place"),
        ("scenes/summary.py", "import scenes\nimport scenes.summary"),
        ("scenes/title_card.py", "from scenes._parts import plate\nfrom manim import FadeIn"),
        ("stage/planes.py", "import numpy\nfrom algebra import motion"),
    ],
)
def test_an_import_downward_is_let_pass(path: str, source: str) -> None:
    assert import_breaches(PurePosixPath(path), source, frozenset({"summary"})) == []


def test_imports_go_down_the_street_and_every_library_has_its_place() -> None:
    kinds = frozenset(path.stem for path in KINDS)
    assert [b for path in CODE for b in import_breaches(path, text_of(path), kinds)] == []


def test_every_library_with_a_place_is_used_there() -> None:
    """Else a renamed file would leave a rule that guards nothing."""
    used = {name.split(".")[0] for path in CODE for _, name in imports(path, text_of(path))}
    assert set(HOMES) <= used


@pytest.mark.parametrize(
    "line",
    [
        *(f"see https://{host}/simple/" for host in REGISTRIES),
        "open('" + "/".join(("", "home", "ada", "det.yaml")) + "')",
        "cd " + "/".join(("", "work", "main")),
        "C:" + "\\Users\\ada",
        "see .." + "/shared/design.md",
    ],
)
def test_an_address_or_a_machine_path_is_noticed(line: str) -> None:
    assert len(forbidden_text(PurePosixPath("a.md"), "first\n" + line)) >= 1


def test_ordinary_paths_and_addresses_are_let_pass() -> None:
    text = "/usr/bin/env, /path/to/python, ~/films, https://www.manim.community, media/det/tmp/x"
    assert forbidden_text(PurePosixPath("a.md"), text) == []


def test_no_file_holds_a_registry_address_or_a_machine_path() -> None:
    assert [f for path in FILES for f in forbidden_text(path, text_of(path))] == []


@pytest.mark.parametrize("path", PYTHON, ids=str)
def test_no_python_file_grows_too_long_to_read(path: PurePosixPath) -> None:
    assert text_of(path).count("\n") < LONGEST


def test_no_file_is_a_drawer_for_everything() -> None:
    assert [path for path in PYTHON if path.stem in {"utils", "helpers", "misc", "common"}] == []


def test_a_kind_without_its_own_words_is_noticed() -> None:
    kind = PurePosixPath("scenes/title_card.py")
    bare = "class TitleCard:\n    class Params:\n        text: str\n"
    assert len(undocumented(kind, bare)) == 2
    assert len(undocumented(kind, "class Card:\n    '''A card.'''")) == 1


def test_there_are_kinds() -> None:
    assert {"title_card", "unit_square_warp", "summary"} <= {path.stem for path in KINDS}


@pytest.mark.parametrize("path", KINDS, ids=str)
def test_every_kind_has_its_manual_page_its_test_and_a_storyboard(path: PurePosixPath) -> None:
    assert undocumented(path, text_of(path)) == []
    tests = [p for p in PYTHON if p.parts[0] == "tests" and p.stem.startswith("test_")]
    assert any(path.stem in p.stem for p in tests), f"no tests/…/test_{path.stem}.py"
    boards = [text_of(p) for p in FILES if p.parts[0] == "storyboards" and p.suffix == ".yaml"]
    assert any(re.search(rf"\bkind:\s*{path.stem}\b", board) for board in boards)


def pins(name: str) -> dict[str, Requirement]:
    """The requirements of a file that apply to this machine, by canonical name.

    AssertionError where a line is anything but a comment, an include or an exact pin.
    """
    found: dict[str, Requirement] = {}
    for line in text_of(PurePosixPath(name)).splitlines():
        if line.startswith("-r "):
            found |= pins(line.removeprefix("-r "))
        elif line and not line.startswith("#"):
            pin = Requirement(line)
            assert [s.operator for s in pin.specifier] == ["=="], line
            assert pin.url is None, line
            if pin.marker is None or pin.marker.evaluate():
                found[canonicalize_name(pin.name)] = pin
    return found


def version_of(pin: Requirement) -> str:
    """The one version that an exact pin allows."""
    return next(iter(pin.specifier)).version


def wanted(extra: str | None) -> list[Requirement]:
    """What pyproject.toml asks for, with the extra if one is named."""
    project = tomllib.loads(text_of(PurePosixPath("pyproject.toml")))["project"]
    lines = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
    return [Requirement(line) for line in lines]


def needed(asked: list[Requirement]) -> set[str]:
    """Canonical names of all that the requirements need on this machine, transitively."""
    found: set[tuple[str, str]] = set()
    ahead = [(r, extra) for r in asked for extra in ("", *r.extras)]
    while ahead:
        requirement, extra = ahead.pop()
        key = (canonicalize_name(requirement.name), extra)
        if key in found:
            continue
        found.add(key)
        for line in metadata.requires(key[0]) or ():
            below = Requirement(line)
            if below.marker is None or below.marker.evaluate({"extra": extra}):
                ahead += [(below, e) for e in ("", *below.extras)]
    return {name for name, _ in found}


@pytest.mark.parametrize(
    ("name", "extra"), [("requirements.txt", None), ("requirements-dev.txt", "test")]
)
def test_the_pins_are_all_that_is_needed_and_within_what_is_supported(
    name: str, extra: str | None
) -> None:
    pinned = pins(name)
    assert needed(wanted(extra)) == set(pinned)
    outside = [
        str(r) for r in wanted(extra)
        if not r.specifier.contains(version_of(pinned[canonicalize_name(r.name)]))
    ]  # fmt: skip
    assert outside == []


@pytest.mark.parametrize("pin", pins("requirements-dev.txt").values(), ids=str)
def test_what_is_installed_is_what_is_pinned_and_runs_on_debians_python(pin: Requirement) -> None:
    installed = metadata.distribution(pin.name)
    assert installed.version == version_of(pin)
    if "Requires-Python" in installed.metadata:
        floor = SpecifierSet(installed.metadata["Requires-Python"])
        assert floor.contains(DEBIAN_PYTHON)


def test_the_build_tools_are_pinned() -> None:
    assert {"pip", "cython", "meson-python", "setuptools"} <= set(pins("requirements-build.txt"))


def test_every_pinned_package_stands_in_the_list_of_licences() -> None:
    words = re.findall(r"[\w.-]+", text_of(PurePosixPath("THIRD_PARTY.md")))
    assert set(pins("requirements-dev.txt")) <= {canonicalize_name(word) for word in words}
