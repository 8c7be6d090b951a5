"""The doctor finds what is missing, says how to mend it, and survives whatever is broken."""

from __future__ import annotations

import re
import shutil
import sys
from collections import namedtuple
from pathlib import Path

import pytest
from click.testing import CliRunner

import render
from film import doctor
from film.doctor import SET_UP, Finding, examine, packages, storage


def by_name(findings: object) -> dict[str, Finding]:
    assert hasattr(findings, "__iter__")
    return {finding.what: finding for finding in findings}


def test_all_is_well_here(tmp_path: Path) -> None:
    """Where the tests run, films can be made; everything that matters has been looked at."""
    found = by_name(examine(tmp_path))
    assert not [finding for finding in found.values() if finding.fatal]
    assert {"python", "manim", "fonts", "formulas", "drawing", "encoder", "ffmpeg"} <= set(found)
    assert "libx264" in found["encoder"].detail
    assert "cairo" in found["drawing"].detail
    assert "pango" in found["drawing"].detail
    assert not list(tmp_path.iterdir())


def project(folder: Path, dependencies: str, pins: str) -> Path:
    (folder / "pyproject.toml").write_text(f"[project]\ndependencies = [{dependencies}]\n")
    (folder / "requirements.txt").write_text(pins)
    return folder


def test_packages_are_compared_with_the_projects_own_lists(tmp_path: Path) -> None:
    """Missing is fatal; another version than the tested one is only advice."""
    wanted = '"click>=8", "rich", "no-such-package[extra]>=1"'
    found = by_name(packages(project(tmp_path, wanted, "# pins\nclick==0.1 ; x\nrich==0.2\n")))
    assert found["no-such-package"].fatal
    assert found["no-such-package"].cure == SET_UP
    assert not found["click"].good
    assert not found["click"].fatal
    assert "0.1;" in found["click"].cure
    assert list(found) == ["click", "rich", "no-such-package"]


def test_packages_need_no_pins(tmp_path: Path) -> None:
    """A copy of the project without its pins is as good."""
    folder = project(tmp_path, '"click>=8"', "")
    (folder / "requirements.txt").unlink()
    assert by_name(packages(folder))["click"].good


def test_a_broken_package_is_a_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever an import raises, the rest is still looked at."""
    monkeypatch.setitem(sys.modules, "cairo", None)
    monkeypatch.setitem(sys.modules, "av", None)
    found = by_name(examine(tmp_path))
    assert found["drawing"].fatal
    assert found["drawing"].cure == SET_UP
    assert found["encoder"].fatal
    assert found["ffmpeg"].good


def test_a_folder_that_cannot_be_written_is_fatal(tmp_path: Path) -> None:
    """A file stands where the folder should be: nobody can write there, not even root."""
    (tmp_path / "file").write_text("")
    found = list(storage(tmp_path / "file" / "media"))
    assert [finding.fatal for finding in found] == [True]
    assert "--media_dir" in found[0].cure


@pytest.mark.parametrize(
    ("free", "good", "fatal"), [(10**12, True, False), (10**9, False, False), (10**7, False, True)]
)
def test_little_space_is_advice_and_none_is_fatal(
    free: int, good: bool, fatal: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The folder need not exist: the disk is that of the nearest one that does."""
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(free, 0, free))
    space = by_name(storage(tmp_path / "a" / "b"))["free space"]
    assert (space.good, space.fatal) == (good, fatal)


def test_the_command_shows_marks_and_cures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One line each; the exit code tells whether films can be made."""

    def findings(media_dir: Path) -> list[Finding]:
        return [
            Finding("python", "3.11", ""),
            Finding("space", str(media_dir), "tidy up", essential=False),
            Finding("fonts", "gone", "install them"),
        ]

    monkeypatch.setattr(doctor, "examine", findings)
    result = CliRunner().invoke(render.cli, ["doctor", "--media_dir", str(tmp_path)])
    assert result.exit_code == render.ENVIRONMENT
    assert result.stdout.splitlines() == [
        "✓ python: 3.11",
        f"! space: {tmp_path}; tidy up",
        "✗ fonts: gone; install them",
    ]


def test_findings_are_told_in_korean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What was looked at, what is amiss and the cure; versions and paths stay."""
    monkeypatch.setitem(sys.modules, "cairo", None)
    arguments = ["doctor", "--media_dir", str(tmp_path), "--messages", "ko"]
    lines = CliRunner().invoke(render.cli, arguments).stdout.splitlines()
    assert f"✓ 결과 폴더: {tmp_path}" in lines
    assert any(re.fullmatch(r"✓ 인코더: PyAV [\d.]+의 libx264", line) for line in lines)
    (bad,) = (line for line in lines if line.startswith("✗"))
    assert bad.startswith("✗ 그리기: ModuleNotFoundError: ")
    assert bad.endswith(
        ". `make setup`을 실행하고 .venv/bin/python으로 시작하십시오(윈도에서는 README.md의 pip 줄)"
    )
