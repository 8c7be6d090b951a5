"""tools/setup.sh on machines that lack something, played by a folder of stand-in commands."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "tools" / "setup.sh"
REAL = ("bash", "cat", "dirname", "env", "grep", "head", "true")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the set-up script is for bash")


class Machine(NamedTuple):
    """A clone and the only folder of commands it sees, none of which can install anything."""

    clone: Path
    commands: Path

    def command(self, name: str, body: str) -> None:
        """Puts a stand-in there: the lines of a shell script."""
        path = self.commands / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
        path.chmod(0o755)

    def set_up(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs the script there to its end."""
        return subprocess.run(
            [self.commands / "bash", self.clone / "tools" / "setup.sh", *arguments],
            env={"PATH": str(self.commands)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def installed(self) -> str:
        """The command lines that apt-get was given, one a line."""
        log = self.clone / "apt.log"
        return log.read_text("utf-8") if log.exists() else ""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A fresh Debian: Python, but no compiler, no libraries, no root and no sudo."""
    fresh = Machine(tmp_path / "Kim's 강의", tmp_path / "commands")
    (fresh.clone / "tools").mkdir(parents=True)
    fresh.commands.mkdir()
    shutil.copy(SCRIPT, fresh.clone / "tools")
    for name in REAL:
        found = shutil.which(name)
        assert found, name
        (fresh.commands / name).symlink_to(found)
    fresh.command("python3", f'exec "{sys.executable}" "$@"')
    fresh.command("uname", "echo Linux")
    fresh.command("id", "echo 1000")
    fresh.command("apt-get", 'echo "$*" >> apt.log; case "$*" in *install*) exit 100;; esac')
    return fresh


def test_without_root_it_prints_the_one_command_and_stops(machine: Machine) -> None:
    done = machine.set_up("film")
    assert done.returncode == 3
    assert done.stdout.count("\n") == 1
    first, packages = done.stdout.split("--no-install-recommends ")
    assert first == "sudo apt-get update && sudo apt-get install -y "
    assert {"gcc", "pkg-config", "libcairo2-dev", "libpango1.0-dev"} <= set(packages.split())
    assert "chromium" not in packages
    assert machine.installed() == ""
    assert not (machine.clone / ".venv").exists()


def test_the_one_command_for_the_tests_names_the_browser_too(machine: Machine) -> None:
    done = machine.set_up("test")
    assert done.returncode == 3
    assert {"gcc", "chromium"} <= set(done.stdout.split())


def test_what_is_there_is_not_asked_for(machine: Machine) -> None:
    machine.command("gcc", "exit 0")
    machine.command("pkg-config", 'case "$*" in *pangocairo*) exit 0;; *) exit 1;; esac')
    packages = machine.set_up("film").stdout.split()
    assert "libcairo2-dev" in packages
    assert not {"gcc", "pkg-config", "libpango1.0-dev"} & set(packages)


def test_sudo_that_asks_for_a_password_is_no_sudo(machine: Machine) -> None:
    machine.command("sudo", "exit 1")
    assert machine.set_up("film").returncode == 3
    assert machine.installed() == ""


@pytest.mark.parametrize("way", ["root", "sudo"])
def test_whoever_may_install_does_and_a_failure_is_said(machine: Machine, way: str) -> None:
    if way == "root":
        machine.command("id", "echo 0")
    else:
        machine.command("sudo", '[ "$1" = -n ] && shift && exec "$@"')
    done = machine.set_up("film")
    update, install = machine.installed().splitlines()
    assert update.endswith("update")
    assert "install -y --no-install-recommends" in install
    assert "libcairo2-dev" in install
    assert done.returncode == 3
    assert "could not install" in done.stderr


def test_an_old_python_is_refused_before_anything_is_installed(machine: Machine) -> None:
    machine.command("python3", "exit 1")
    machine.command("id", "echo 0")
    done = machine.set_up("film")
    assert done.returncode == 3
    assert "needs Python 3.11 or newer" in done.stderr
    assert machine.installed() == ""


def test_a_system_without_apt_is_told_what_to_bring(machine: Machine) -> None:
    (machine.commands / "apt-get").unlink()
    done = machine.set_up("film")
    assert done.returncode == 3
    assert "libpango1.0-dev" in done.stderr


def test_the_wrong_word_is_wrong_usage(machine: Machine) -> None:
    assert machine.set_up("films").returncode == 2
    assert machine.set_up().returncode == 2
