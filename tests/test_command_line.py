"""What users see of the command line: messages, exit codes, and that it never trips over text."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

import click
import pytest
from click.testing import CliRunner, Result

import render
from film.wish import QUALITIES, WishError, chosen_size, size_of
from language.places import Fault, Faults, Place

PROJECT = Path(__file__).resolve().parent.parent
PROGRAM = str(PROJECT / "render.py")

GOOD = """\
storyboard: 1
title: {ko: 행렬식, en: Determinant}
languages: [ko, en]
scenes:
  - kind: title_card
    id: opening
    heading: {ko: 넓이, en: Area}
"""


def storyboard(folder: Path, text: str = GOOD, name: str = "강의.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(render.cli, [str(word) for word in words], prog_name="render.py")


def process(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, PROGRAM, *map(str, words)],
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
        timeout=120,
    )


# Help


def test_help_imports_nothing_heavy() -> None:
    """What ``--help`` imports decides how long it takes."""
    heavy = ["manim", "numpy", "av", "pydantic", "yaml", "rich", "typst", "PIL", "ffmpeg"]
    program = (
        "import runpy, sys\n"
        f"sys.path.insert(0, {str(PROJECT)!r})\n"
        f"sys.argv = [{PROGRAM!r}, '--help']\n"
        "try:\n"
        f"    runpy.run_path({PROGRAM!r}, run_name='__main__')\n"
        "except SystemExit as end:\n"
        f"    print('END', end.code, sorted(set({heavy!r}) & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "STORYBOARD" in done.stdout
    assert done.stdout.endswith("END 0 []\n")


def test_help_shows_the_options_of_the_default_command() -> None:
    """Nobody who wants a film has to know that the command is called film."""
    text = run("--help").output
    film = render.cli.commands["film"]
    flags = {
        flag for option in film.params if isinstance(option, click.Option) for flag in option.opts
    }
    assert not {flag for flag in flags if flag not in text}
    assert text.count("--help") == 1


@pytest.mark.parametrize("command", sorted(render.cli.commands))
def test_every_command_has_help(command: str) -> None:
    """Each page names the command and says what it does."""
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"render.py {command}" in result.output


def test_no_arguments_show_the_help() -> None:
    """The usage exit code, because nothing was asked for."""
    result = run()
    assert result.exit_code == render.USAGE
    assert "STORYBOARD" in result.output


def test_version_is_the_projects() -> None:
    """One version, wherever it is asked for."""
    assert f'version = "{render.VERSION}"' in (PROJECT / "pyproject.toml").read_text("utf-8")
    assert render.VERSION in run("--version").output


# Usage


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["-r", "853,480"], "H.264 needs even numbers; write 854,480"),
        (["-r", "853,481"], "write 854,482"),
        (["-r", "big"], "write width and height such as 1920,1080"),
        (["-r", "1920"], "write width and height such as 1920,1080"),
        (["-r", "0,0"], "128 to 7680 pixels"),
        (["-r", "-1920,1080"], "128 to 7680 pixels"),
        (["-r", "100000,100000"], "128 to 7680 pixels"),
        (["-r", "4096,256"], "longer than 2.5 times the other"),
        (["--fps", "0"], "1<=x<=120"),
        (["--fps", "-1"], "1<=x<=120"),
        (["--fps", "1000000"], "1<=x<=120"),
        (["--fps", "29.97"], "not a valid integer"),
        (["-q", "z"], "'l', 'm', 'h', 'p', 'k'"),
        (["--aspect", "4:3"], "16:9"),
        (["--jobs", "0"], "1<=x<=256"),
        (["-r", "1920,1080", "--aspect", "9:16"], "contradict"),
        (["--qualty", "l"], "--quality"),
    ],
)
def test_impossible_wishes_are_usage_errors(words: list[str], advice: str, tmp_path: Path) -> None:
    """Exit code 2 and a cure, before anything is read, on either side of the path."""
    path = storyboard(tmp_path)
    orders: list[list[str | Path]] = [[*words, path], [path, *words]]
    for order in orders:
        result = run(*order, "--media_dir", tmp_path / "media")
        assert result.exit_code == render.USAGE
        assert advice in " ".join(result.output.split())
    assert not (tmp_path / "media").exists()


def test_unknown_words_are_compared_with_the_commands(tmp_path: Path) -> None:
    """A misspelt command is not merely a missing file; a missing file is not a command."""
    assert "did you mean “check”?" in run("chekc", storyboard(tmp_path)).output
    assert "nowhere.yaml" in run(tmp_path / "nowhere.yaml").output
    assert run("chekc").exit_code == run(tmp_path / "nowhere.yaml").exit_code == render.USAGE


def test_usage_is_told_as_it_was_typed(tmp_path: Path) -> None:
    """Nobody who never typed film reads of it; who did, does."""
    path = storyboard(tmp_path)
    told = run(path, "--bogus").stderr
    assert told.startswith("Usage: render.py [OPTIONS] STORYBOARD...\nTry 'render.py --help'")
    told = run("film", path, "--bogus").stderr
    assert told.startswith("Usage: render.py film [OPTIONS] STORYBOARD...\n")


@pytest.mark.parametrize(
    ("quality", "aspect", "size"),
    [
        ("l", None, (854, 480)),
        ("h", "16:9", (1920, 1080)),
        ("h", "9:16", (1080, 1920)),
        ("h", "1:1", (1080, 1080)),
        ("k", "9:16", (2160, 3840)),
    ],
)
def test_aspect_turns_the_quality(quality: str, aspect: str | None, size: tuple[int, int]) -> None:
    """The short side stays what the quality letter promises."""
    assert chosen_size(quality, None, aspect) == size


def test_a_resolution_may_agree_with_an_aspect() -> None:
    """854,480 is 16:9 for everyone but a ruler; 1000,1000 is not 9:16."""
    assert chosen_size("h", (854, 480), "16:9") == (854, 480)
    assert chosen_size("h", (720, 720), "1:1") == (720, 720)
    with pytest.raises(WishError, match="contradict"):
        chosen_size("h", (1000, 1000), "9:16")


@pytest.mark.parametrize("quality", sorted(QUALITIES))
def test_qualities_are_sizes_that_may_be_asked_for(quality: str) -> None:
    """Every letter's size passes the checks that a written size has to pass."""
    width, height, _ = QUALITIES[quality]
    assert size_of(f"{width},{height}") == size_of(f"{width}x{height}") == (width, height)


# What goes wrong inside


def answered(failure: BaseException, verbose: bool = False) -> int:
    """The exit code with which a command would end that meets this failure."""
    with pytest.raises(click.exceptions.Exit) as end, render.answering(verbose):
        raise failure
    return end.value.exit_code


def fault(line: int, severity: Literal["error", "notice"] = "error") -> Fault:
    return Fault(Place("det.yaml", line, 12), "넓이가 없다", "쓴다", severity)


def test_faults_are_listed_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """One a line in order, then how many; notices among them are marked and not counted."""
    code = answered(Faults((fault(14), fault(3, "notice"), fault(2))))
    assert code == render.FAULTS
    assert capsys.readouterr().err.splitlines() == [
        "det.yaml:2:12: 넓이가 없다, 쓴다",
        "det.yaml:3:12: notice: 넓이가 없다, 쓴다",
        "det.yaml:14:12: 넓이가 없다, 쓴다",
        "2 faults; nothing was written",
    ]


def test_strict_makes_notices_faults(capsys: pytest.CaptureFixture[str]) -> None:
    """Without it they are only shown."""
    render.settle([fault(3, "notice")], strict=False)
    assert "det.yaml:3:12: notice: " in capsys.readouterr().err
    with pytest.raises(Faults):
        render.settle([fault(3, "notice")], strict=True)
    assert answered(Faults((fault(3, "notice"),))) == render.FAULTS
    assert capsys.readouterr().err.endswith("1 fault; nothing was written\n")


class ClaimedOwn(Exception):  # noqa: N818 -- only its origin matters
    """An exception of the program's own, whose text is a sentence for users."""

    __module__ = "film.crew"
    detail = ""


@pytest.mark.parametrize(
    ("failure", "code", "message"),
    [
        (WishError("det.yaml does not speak French"), render.USAGE, "speak French"),
        (OSError(errno.ENOSPC, "No space left on device"), render.ENVIRONMENT, "No space left"),
        (PermissionError(errno.EACCES, "denied", "m/x"), render.ENVIRONMENT, "py: m/x: denied\n"),
        (ModuleNotFoundError("gone", name="typst"), render.ENVIRONMENT, "package typst; run `make"),
        (ModuleNotFoundError("no film.x", name="film.x"), render.RENDERING, "no film.x"),
        (RuntimeError("dead"), render.RENDERING, "render.py: RuntimeError: dead (-v shows more)"),
        (ClaimedOwn("the worker died"), render.RENDERING, "render.py: the worker died (-v"),
        (ZeroDivisionError(), render.RENDERING, "ZeroDivisionError (-v shows more)"),
        (KeyboardInterrupt(), render.STOPPED, "stopped"),
    ],
)
def test_each_failure_has_its_exit_code(
    failure: BaseException, code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence for the user; the traceback only on request."""
    assert answered(failure) == code
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


def test_verbose_shows_the_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    """With a worker's own, if there is one; faults of the input have none to show."""
    failure = ClaimedOwn("the worker died")
    failure.detail = "what the worker saw"
    assert answered(failure, verbose=True) == render.RENDERING
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert "what the worker saw" in err
    assert answered(Faults((fault(2),)), verbose=True) == render.FAULTS
    assert "Traceback" not in capsys.readouterr().err


# check


def test_check_says_what_is_there(tmp_path: Path) -> None:
    """Counts and languages on stdout, more on request, and nothing written."""
    path = storyboard(tmp_path)
    result = run("check", path)
    assert result.exit_code == 0
    assert re.fullmatch(r".*강의\.yaml: good; 1 scene, \d+ beats?; ko and en\n", result.stdout)
    assert "opening (title_card): " in run("check", "-v", path).stdout
    assert [file.name for file in tmp_path.iterdir()] == ["강의.yaml"]


def test_check_reports_all_faults_of_all_files(tmp_path: Path) -> None:
    """One run shows everything there is to mend."""
    first = storyboard(tmp_path, GOOD.replace("title_card", "titel_card"), "a.yaml")
    second = storyboard(tmp_path, GOOD.replace("storyboard: 1", "storyboard: 99"), "b.yaml")
    result = run("check", first, second)
    assert result.exit_code == render.FAULTS
    assert "a.yaml:5:11: " in result.stderr
    assert "did you mean “title_card”?" in result.stderr
    assert "b.yaml:1:13: " in result.stderr
    assert result.stderr.endswith("2 faults; nothing was written\n")


@pytest.mark.parametrize("character", ["\U0010fffd", "😀"])
def test_characters_without_a_glyph_are_refused(character: str, tmp_path: Path) -> None:
    """By check and before a film, with place and code: never an empty box in the film."""
    path = storyboard(tmp_path, GOOD.replace("Area", f"Area {character}"))
    for result in (run("check", path), run(path, "--media_dir", tmp_path / "media")):
        assert result.exit_code == render.FAULTS
        assert re.search(r"강의\.yaml:7:\d+: no font has the character U\+", result.stderr)
        assert f"U+{ord(character):04X}" in result.stderr
    assert not (tmp_path / "media").exists()


@pytest.mark.parametrize(
    "formula",
    [r"\\frac{1}{", r"\\input{/etc/hostname}", r"\\text{😀}"],
    ids=["open", "file", "emoji"],
)
def test_formulas_that_cannot_be_set_are_refused(formula: str, tmp_path: Path) -> None:
    """With the place of the text that they stand in."""
    path = storyboard(tmp_path, GOOD.replace("en: Area", f'en: "Area ${formula}$"'))
    result = run("check", path)
    assert result.exit_code == render.FAULTS
    assert "강의.yaml:7:" in result.stderr


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "cp949", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "utf-8:strict"},
    ],
    ids=["cp949", "ascii", "C-plain", "utf-8"],
)
def test_any_locale_and_a_pipe_carry_korean(tmp_path: Path, environment: dict[str, str]) -> None:
    """The exit code is the job's; what the encoding lacks is escaped."""
    text = GOOD.replace("ko: 넓이", "ko: 넓이 \U0010fffd", 1)
    good, bad = storyboard(tmp_path, GOOD), storyboard(tmp_path, text, "나쁨.yaml")
    done = process("check", good, **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b".yaml: good; 1 scene" in done.stdout
    done = process("check", bad, **environment)
    assert done.returncode == render.FAULTS
    assert b".yaml:7:" in done.stderr
    assert b"Traceback" not in done.stderr


def test_every_command_survives_a_bare_encoding(tmp_path: Path) -> None:
    """Marks, dashes and Korean in help, manual and findings are escaped, not fatal."""
    words: list[list[str | Path]] = [["doctor", "--media_dir", tmp_path], ["kinds"], ["--help"]]
    for each in words:
        done = process(*each, LC_ALL="C", PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()


# kinds


def test_kinds_lists_and_shows_them() -> None:
    """The table has every kind; each has a page with parameters, beats and an example."""
    kinds, _ = render.kinds_and_themes()
    listed = [line.split()[0] for line in run("kinds").stdout.splitlines()]
    assert listed == sorted(kinds)
    for name in kinds:
        text = run("kinds", name).stdout
        assert {"Parameters", "Beats"} <= set(text.splitlines())
        assert f"- kind: {name}" in text


@pytest.mark.parametrize(
    ("word", "cure"),
    [
        ("titel_card", "did you mean “title_card”?"),
        ("kernel", "did you mean “kernel_collapse”?"),
        ("Summar", "did you mean “summary”?"),
        ("zzz", "known here: code, compare, "),
    ],
)
def test_an_unknown_kind_is_a_usage_error(word: str, cure: str) -> None:
    """With the nearest name, or the one that it is a part of."""
    result = run("kinds", word)
    assert result.exit_code == render.USAGE
    assert f"there is no kind “{word}”; {cure}" in result.output


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_reader_that_has_gone_is_no_failure() -> None:
    """``render.py kinds | head -1`` must not complain."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-u", PROGRAM, "kinds"],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
        timeout=120,
    )
    os.close(writer)
    assert done.stderr == b""


# A Python that lacks the packages


def test_a_bare_python_says_what_sets_things_up(tmp_path: Path) -> None:
    """One line and the exit code for the environment, from any folder."""
    done = subprocess.run(
        [sys.executable, "-S", "-I", PROGRAM, "det.yaml"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == render.ENVIRONMENT
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "make setup" in done.stderr


def test_a_python_with_only_some_packages_says_so_too(tmp_path: Path) -> None:
    """Click alone is not enough to make films; the missing package is named."""
    spec = Path(click.__file__).parent
    shutil.copytree(spec, tmp_path / "site" / "click")
    code = f"import sys; sys.path[:0] = [{str(tmp_path / 'site')!r}, {str(PROJECT)!r}]; "
    code += "import render; render.main()"
    for words in (["check", PROGRAM], [PROGRAM], ["kinds"]):
        done = subprocess.run(
            [sys.executable, "-S", "-I", "-c", code, *words],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == render.ENVIRONMENT
        assert re.fullmatch(r"render.py: this Python lacks the package \w+; .*\n", done.stderr)
