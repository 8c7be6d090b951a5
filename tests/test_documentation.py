"""The pages that people read, held to what the program does: examples, messages, flags, links.

A block marked ``yaml`` is a whole storyboard and must make a film; ``yaml fragment`` is completed
to one, and ``yaml file NAME`` lies beside it; ``yaml faulty`` and ``yaml noticed`` are answered by
the ``text`` block that follows; ``yaml with KIND`` uses the kind that a ``python`` block of the
same page defines. Tables are found by their heading row.
"""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import chain
from pathlib import Path

import pytest
from click import Option
from click.testing import CliRunner

import render
from algebra.expression_budget import LARGEST_EXACT
from algebra.expression_functions import FUNCTIONS
from algebra.expression_syntax import LONGEST_SOURCE
from algebra.expressions import ExpressionError, Value, evaluate
from algebra.matrices import Matrix
from algebra.motion import NAMES
from film.names import names
from film.pacing import LONGEST_FILM
from film.plan import plan
from film.shoot import rehearse, still
from film.studio import read_all
from film.wish import QUALITIES
from language import include, nodes, picture_file, verbatim
from language.claims import decide
from language.formats import plain
from language.kind import RESERVED_KEYS, Kind
from language.reader import KEYS
from language.scene_reader import LONGEST_RUN
from language.text import LONGEST_TEMPLATE, resolve
from language.values import describe
from scenes import kind_of, kinds
from stage import ink
from stage.layout import Zones
from stage.look import Look
from stage.theme import DARK, THEMES, roles
from stage.view import FILL

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "THIRD_PARTY.md"),
    *("docs/architecture.md", "docs/storyboard-language.md", "docs/pictures.md"),
)
EVERY = sorted({*PAGES, *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))})
"""The pages with blocks that this file looks at, and those that have tests of their own."""

LANGUAGE, PICTURES = "docs/storyboard-language.md", "docs/pictures.md"
SMALL = Look(320, 180, 10)
LARGEST_PICTURE = 200_000
"""Bytes of one picture in docs/images."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its page, the line of its fence, the words after it, and what it holds."""

    page: str
    line: int
    info: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def source(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    for found in re.finditer(r"^```(.*)\n((?:.*\n)*?)```$", source(page), re.MULTILINE):
        line = source(page)[: found.start()].count("\n") + 1
        yield Block(page, line, found[1], found[2])


def prose(page: str) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^```.*\n(?:.*\n)*?```$", "", source(page), flags=re.MULTILINE)


def table(page: str, *heads: str) -> list[list[str]]:
    """The rows of the one table of a page with this heading row, without backticks."""
    row = re.escape("| " + " | ".join(heads) + " |")
    [body] = re.findall(rf"^{row}\n\|[-|]+\|\n((?:\|.*\n)+)", source(page), re.MULTILINE)
    return [
        [cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in body.splitlines()
    ]


def named(text: str) -> str:
    """What stands between the first two backticks of a cell that has lost its outer ones."""
    return text.split("`")[0]


ALL = [block for page in PAGES for block in blocks(page)]
WHOLE = [block for block in ALL if block.info == "yaml"]
FRAGMENTS = [block for block in ALL if block.info == "yaml fragment"]
ANSWERED = [block for block in ALL if block.info in ("yaml faulty", "yaml noticed")]


def write(folder: Path, text: str, name: str = "lesson.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def completed(fragment: str) -> str:
    """A fragment (scenes, or keys of a storyboard) with what it needs to be a storyboard."""
    if fragment.startswith("- kind:"):
        fragment = "scenes:\n" + re.sub("^", "  ", fragment, flags=re.MULTILINE)
    missing = {
        "storyboard": "storyboard: 1",
        "title": "title: t",
        "languages": "languages: [ko, en]",
        "matrices": "matrices: {A: [[2, 1], [0, 3]], S: shear(1)}",
        "scenes": "scenes: [{kind: title_card, heading: t}]",
    }
    given = re.findall(r"^(\w+):", fragment, re.MULTILINE)
    order = ("storyboard", "title", "languages", "matrices")
    before = [missing[key] for key in order if key not in given]
    after = [] if "scenes" in given else [missing["scenes"]]
    return "\n".join([*before, fragment, *after])


def examples() -> dict[str, Value]:
    """The matrices and the vector that the page on the language computes with."""
    [sentence] = re.findall(r"With (`A = .*?):\n", source(LANGUAGE), re.DOTALL)
    found: dict[str, Value] = {}
    for name, definition in re.findall(r"`(\w+) = ([^`]+)`", sentence):
        value = evaluate(definition, {})
        assert isinstance(value, Matrix)
        found[name] = value.named(name)
    return found


# Storyboards


def test_there_are_blocks_of_every_sort() -> None:
    assert len(WHOLE) >= 2
    assert len(FRAGMENTS) >= 5
    assert {b.info for b in ANSWERED} == {"yaml faulty", "yaml noticed"}
    known = {"", "text", "python", "yaml", "yaml fragment", "yaml faulty", "yaml noticed"}
    assert {b.info for b in ALL} - known == {"yaml with vector_image", "yaml file maps.yaml"}


@pytest.mark.parametrize("block", WHOLE, ids=str)
def test_a_whole_storyboard_makes_a_film(block: Block, tmp_path: Path) -> None:
    [storyboard], notices = read_all([write(tmp_path, block.text)], kinds(), tuple(THEMES))
    assert notices == ()
    assert plan(storyboard, rehearse, SMALL).frames > 0


@pytest.mark.parametrize("block", FRAGMENTS, ids=str)
def test_a_fragment_has_no_fault_in_a_storyboard(block: Block, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "storyboards" / "images", tmp_path / "images")
    for other in blocks(block.page):
        if other.info.startswith("yaml file "):
            write(tmp_path, other.text, other.info.removeprefix("yaml file "))
    read_all([write(tmp_path, completed(block.text))], kinds(), tuple(THEMES))


@pytest.mark.parametrize("block", ANSWERED, ids=str)
def test_a_shown_message_is_what_the_program_says(block: Block, tmp_path: Path) -> None:
    answer = ALL[ALL.index(block) + 1]
    assert answer.info == "text"
    path = write(tmp_path, block.text, answer.text.partition(":")[0])
    result = CliRunner().invoke(render.cli, ["check", "--messages", "en", str(path)])
    assert result.exit_code == (render.FAULTS if block.info == "yaml faulty" else 0)
    assert result.stderr == answer.text


def test_the_key_tables_are_complete() -> None:
    assert {row[0] for row in table(LANGUAGE, "key", "needed", "meaning")} == set(KEYS)
    assert {row[0] for row in table(LANGUAGE, "key", "meaning")} == set(RESERVED_KEYS)


# Values


@pytest.mark.parametrize(("written", "meaning"), table(LANGUAGE, "written", "read as"))
def test_a_scalar_is_read_as_the_table_says(written: str, meaning: str) -> None:
    assert describe(nodes.resolve_scalar(written)[0]) == meaning


@pytest.mark.parametrize(("expression", "value"), table(LANGUAGE, "expression", "value"))
def test_an_expression_has_the_value_shown(expression: str, value: str) -> None:
    assert plain(evaluate(expression, examples())) == value


def verdict_of(claim: str) -> str:
    """``holds``, what was found instead, or why it cannot be decided."""
    try:
        decided = decide(claim, examples())
    except ExpressionError as error:
        return error.what.removeprefix(f"{claim}: ")
    return "holds" if decided.holds else decided.message


@pytest.mark.parametrize(("claim", "verdict"), table(LANGUAGE, "claim", "verdict"))
def test_a_claim_has_the_verdict_shown(claim: str, verdict: str) -> None:
    assert verdict_of(claim) == verdict


@pytest.mark.parametrize(("text", "becomes"), table(LANGUAGE, "text", "becomes"))
def test_a_text_becomes_what_is_shown(text: str, becomes: str) -> None:
    assert resolve(text, examples(), "ko") == becomes


def test_the_tables_of_functions_and_motions_are_the_programs() -> None:
    shown = [tuple(row) for row in table(LANGUAGE, "function", "gives")]
    assert shown == [(each.form, each.doc) for each in FUNCTIONS.values()]
    assert {row[0] for row in table(LANGUAGE, "motion", "how it goes")} == {"auto", *NAMES}
    heads = ("the matrix", "path", "what is promised on the way")
    assert {named(row[1]) for row in table(PICTURES, *heads)} == set(NAMES)


def test_the_limits_are_the_programs() -> None:
    bounds = {row[0]: row[1] for row in table(LANGUAGE, "what", "at most")}
    random = evaluate("random(1, 1, seed=0)", {})
    assert isinstance(random, Matrix)
    with pytest.raises(ExpressionError) as refused:
        evaluate("random(10**6, 10**6, seed=0)", {})
    assert bounds.pop("entries of one `random` matrix") in refused.value.what
    assert list(bounds.values()) == [
        f"{nodes.LARGEST_FILE:,} bytes",
        f"{nodes.MOST_NODES:,}",
        f"{nodes.DEEPEST}",
        f"{LONGEST_TEMPLATE:,} characters",
        f"{LONGEST_SOURCE:,} characters",
        f"{LARGEST_EXACT:,}",
        f"{include.MOST_FILES}",
        f"{verbatim.LONGEST:,}",
        f"{picture_file.LARGEST_FILE:,} bytes",
        f"{picture_file.MOST_PIXELS:,}",
        f"{LONGEST_RUN} seconds",
        f"{LONGEST_FILM / 3600} hours",
    ]


# The command line


def flags(command: str) -> set[str]:
    """Every spelling of a command's flags, -ql and its like among them."""
    options = [o for o in render.cli.commands[command].params if isinstance(o, Option)]
    spelt = {name for option in options for name in option.opts}
    return spelt | {"--help"} | {f"-q{letter}" for letter in QUALITIES if "-q" in spelt}


def flags_named(page: str) -> set[str]:
    """Flags in command lines and in code spans that begin with one."""
    calls = [
        line.partition("#")[0]
        for block in blocks(page)
        for line in block.text.splitlines()
        if "render.py" in line
    ]
    spans = [s for s in re.findall(r"`([^`]+)`", prose(page)) if "render.py" in s or s[0] == "-"]
    words = " ".join([*(call.partition("render.py")[2] for call in calls), *spans])
    return set(re.findall(r"(?<!\S)--?[A-Za-z][\w-]*", words))


@pytest.mark.parametrize("page", [page for page in EVERY if page != "THIRD_PARTY.md"])
def test_every_flag_named_exists(page: str) -> None:
    known = {flag for command in render.cli.commands for flag in flags(command)}
    others = {"--accept", "-n"} if page == "CONTRIBUTING.md" else set()  # switches of pytest
    assert flags_named(page) - others <= known


def test_the_readme_names_every_flag_of_the_film() -> None:
    options = [o for o in render.cli.commands["film"].params if isinstance(o, Option)]
    shown = flags_named("README.md")
    missing = [o.opts for o in options if not {*o.opts, *(f"{n}l" for n in o.opts)} & shown]
    assert missing == []


def test_the_readme_lists_the_commands_and_the_kinds() -> None:
    commands = {row[0].split()[1] for row in table("README.md", "command", "does")}
    assert {c for c in commands if "." not in c} == {*render.cli.commands} - {"film"}
    boards = [path.read_text(encoding="utf-8") for path in (ROOT / "storyboards").glob("*.yaml")]
    used = set(re.findall(r"\bkind: (\w+)", " ".join(boards)))  # all kinds, says test_repository
    assert used <= {row[0] for row in table("README.md", "kind", "what it shows")} <= set(kinds())


def test_the_readme_lists_the_films_of_the_course() -> None:
    listed = [
        re.findall(r"\((.*?)\)", row[0]) for row in table("README.md", "film", "what it tells")
    ]
    boards = (ROOT / "storyboards").glob("*.yaml")
    assert sorted(chain(*listed)) == sorted(f"storyboards/{path.name}" for path in boards)


def test_the_architecture_has_a_room_for_every_module_of_the_stage() -> None:
    rooms = table("docs/architecture.md", "for", "modules")
    listed = [
        name for row in rooms for name in re.findall(r"\w+", re.sub(r"\(.*?\)|:.*", "", row[1]))
    ]
    modules = {path.stem for path in (ROOT / "stage").glob("[!_]*.py")}
    assert sorted(name for name in listed if name != "and") == sorted(modules)


def test_the_readme_lists_the_files_of_a_film() -> None:
    det = names(Path("media"), "det", Look())
    captions = [det.captions(code, end) for code in ("ko", "en") for end in ("srt", "vtt")]
    made = [det.film, det.poster, det.chapters, det.transcript, det.manifest, *captions]
    cells = [row[0] for row in table("README.md", "file", "what it is")]
    listed = {name for cell in cells for name in re.findall(r"[\w.]+\.\w+", cell)}
    assert listed == {path.name for path in made}


@pytest.mark.parametrize("page", EVERY)
def test_every_make_target_named_exists(page: str) -> None:
    targets = set(re.findall(r"^([\w-]+):", source("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^)make ([a-z][\w-]*)", source(page), re.MULTILINE)) <= targets


# The picture guide


def test_the_tables_of_roles_zones_and_sizes_are_the_programs() -> None:
    shown = {name for row in table(PICTURES, "role", "what it is") for name in row[0].split("`, `")}
    assert shown == {*roles(DARK), "family"}
    zones = {name for row in table(PICTURES, "zone", "holds") for name in row[0].split("`, `")}
    assert zones == {field.name for field in fields(Zones)} - {"flow"}
    for name, size, _ in table(PICTURES, "name", "size", "for"):
        assert getattr(ink, name) == float(size)
    assert f"take {FILL:.0%} of the zone".replace("%", " %") in source(PICTURES)


@pytest.fixture
def worked_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kind]:
    """The kind that the picture guide builds, as a file of its own."""
    [program] = [block for block in blocks(PICTURES) if block.info == "python"]
    write(tmp_path, program.text, "vector_image.py")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield kind_of("vector_image", "vector_image")
    sys.modules.pop("vector_image")


@pytest.mark.parametrize("matrix", ["[[2, 1], [0, 3/2]]", "[[1, 2], [2, 4]]", "zeros(2, 2)"])
def test_the_worked_kind_can_be_drawn(worked_example: Kind, tmp_path: Path, matrix: str) -> None:
    """With the storyboard beside it, and with maps that flatten the plane."""
    [block] = [block for block in blocks(PICTURES) if block.info.startswith("yaml with")]
    text = re.sub(r"  A: .*", f"  A: {matrix}", block.text)
    known = {**kinds(), worked_example.name: worked_example}
    [storyboard], notices = read_all([write(tmp_path, text)], known, tuple(THEMES))
    film = plan(storyboard, rehearse, Look(320, 180, 10, language="en"))
    [scene] = film.scenes
    assert notices == ()
    assert still(scene, SMALL, scene.last_picture()) != still(scene, SMALL, 0)


def test_the_worked_kind_stands_by_the_house_rules(tmp_path: Path) -> None:
    [program] = [block for block in blocks(PICTURES) if block.info == "python"]
    path = write(tmp_path, program.text, "vector_image.py")
    config = ["--config", str(ROOT / "pyproject.toml")]
    for command in (["check"], ["format", "--check"]):
        call = [sys.executable, "-m", "ruff", *command, *config, str(path)]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


# Links and names


def anchor(heading: str) -> str:
    """GitHub's anchor of a heading."""
    plain_words = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return plain_words.replace(" ", "-")


@pytest.mark.parametrize("page", EVERY)
def test_links_within_the_repository_lead_somewhere(page: str) -> None:
    targets = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", prose(page))
    for target in (first or second for first, second in targets):
        if re.match(r"\w+://", target):
            continue
        path, _, place = target.partition("#")
        other = (ROOT / page).parent / path if path else ROOT / page
        assert other.exists(), target
        if place:
            text = other.read_text(encoding="utf-8")
            headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
            assert place in {anchor(heading) for heading in headings}, target


@pytest.mark.parametrize("page", EVERY)
def test_modules_and_files_named_exist(page: str) -> None:
    """`stage.view.framing` can be imported, and `film/wish.py` is a file."""
    packages = "algebra|language|stage|scenes|film|preview"
    spans = set(re.findall(r"`([^`\n]+)`", prose(page)))
    for span in spans:
        if re.fullmatch(rf"(?:{packages}|tests|docs|storyboards|tools|bench)/[\w./-]+\.\w+", span):
            invented = {"scenes/vector_image.py", "scenes/kernel_collapse.py"}
            assert span in invented or (ROOT / span).exists(), span
        elif dotted := re.match(rf"((?:{packages})(?:\.\w+)+)(?:\(.*\))?$", span):
            found_in(dotted[1])


def found_in(dotted: str) -> object:
    """What a dotted name means: a module, or something in one; AssertionError if nothing."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            assert hasattr(found, part), dotted
            found = getattr(found, part)
        return found
    raise AssertionError(dotted)


def test_every_picture_is_shown_somewhere_and_small_enough_to_carry() -> None:
    shown = " ".join(source(page) for page in EVERY)
    pictures = sorted((ROOT / "docs" / "images").glob("*.png"))  # the gallery has its own test
    assert [p.name for p in pictures if f"images/{p.name}" not in shown] == []
    assert [p.name for p in pictures if p.stat().st_size > LARGEST_PICTURE] == []
