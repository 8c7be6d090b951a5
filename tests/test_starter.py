"""What ``new`` writes is sound as it stands, and never takes another file's place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import render
from language.starter import safe_name


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(render.cli, [str(word) for word in words], prog_name="render.py")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_it_checks_without_a_notice(tmp_path: Path, language: str) -> None:
    path = tmp_path / "Kim's 강의 1.yaml"
    made = run("new", path, "--language", language)
    assert (made.exit_code, made.output) == (0, f"{path}\n")
    checked = run("check", "--strict", path)
    assert (checked.exit_code, checked.stderr) == (0, "")
    first = path.read_text("utf-8").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=../")
    assert first.endswith("/storyboards/storyboard.schema.json")


def test_comments_are_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    """The texts are in both, and the first is the film's."""
    for language, other in (("ko", "en"), ("en", "ko")):
        path = tmp_path / f"{language}.yaml"
        run("new", path, "--language", language)
        text = path.read_text("utf-8")
        assert f"languages: [{language}, {other}]" in text
        comments = "".join(line for line in text.splitlines()[1:] if line.strip().startswith("#"))
        assert ("넓이" in text, "확인" in comments) == (True, language == "ko")
        assert not any(word in text for word in ("HEAD", "KIND", "BRACES", "FIRST"))


def test_an_existing_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("mine", "utf-8")
    for wanted in (path, tmp_path / "a"):
        result = run("new", wanted)
        assert result.exit_code == render.USAGE
        assert "is there already; choose another name" in result.output
    assert path.read_text("utf-8") == "mine"


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights there")
def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    assert run("new", tmp_path / "a.yaml").exit_code == render.USAGE
    assert not (tmp_path / "elsewhere.yaml").exists()


def test_a_missing_folder_is_a_usage_error(tmp_path: Path) -> None:
    result = run("new", tmp_path / "none" / "a.yaml")
    assert result.exit_code == render.USAGE
    assert "make it first" in result.output


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("det", "det.yaml"),
        ("det.yml", "det.yaml"),
        ("det.YAML", "det.yaml"),
        ("선형사상 1강", "선형사상 1강.yaml"),
        ("한", "한.yaml"),
        ('a:b*c?"d"|e<f>', "a-b-c-d-e-f.yaml"),
        ("..", "lesson.yaml"),
        ("con", "_con.yaml"),
        ("a. .", "a.yaml"),
        ("a\nb\x00c", "a-b-c.yaml"),
    ],
)
def test_names_are_made_safe(wanted: str, name: str) -> None:
    assert safe_name(wanted) == name


def test_long_names_are_cut_between_letters() -> None:
    name = safe_name("가" * 200)
    assert len(name.encode()) <= 90
    assert set(name.removesuffix(".yaml")) == {"가"}


@pytest.mark.film
def test_it_becomes_a_film_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    run("new", path)
    words: list[str | Path] = [
        path,
        "-r",
        "256,144",
        "--fps",
        "5",
        "--jobs",
        "1",
        "--media_dir",
        tmp_path / "media",
    ]
    result = run(*words)
    assert result.exit_code == 0
    said = [line for line in result.stderr.splitlines() if "chapters.txt" not in line]
    assert said == [], "a starter is too short for YouTube's chapters, and right in all else"
    assert Path(result.stdout.strip()).is_file()
