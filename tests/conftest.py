"""What all tests share: goldens and the switch that accepts them, and the course, rehearsed once.

Manim is imported by the fixtures that need it, so that tests of the algebra do not pay for it.
"""

from __future__ import annotations

import locale
import os
import signal
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from language.messages import of_the_system

if TYPE_CHECKING:
    from tests.course import Course
    from tests.pictures import Report

ROOT = Path(__file__).resolve().parent.parent

if of_the_system(os.environ, locale.getlocale()[0]) != "en":
    os.environ["LC_ALL"] = "C.UTF-8"  # the tests read messages in English unless they say otherwise

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in its background deaf to Ctrl-C, and tests send it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The switch `--accept`."""
    parser.addoption(
        "--accept",
        action="store_true",
        help="rewrite the goldens that differ (tests/goldens), instead of comparing with them",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file's tests share a process; those of the course are one group, so it is rehearsed once.

    A file that belongs to a larger group is marked with it.
    """
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


class Goldens:
    """The folder of what was accepted once, and whether this run accepts anew."""

    def __init__(self, folder: Path, accepting: bool) -> None:
        self.folder = folder
        self.accepting = accepting

    def accept(self, name: str, content: bytes) -> None:
        """Make ``content`` the golden ``name``, a path below the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def read(self, name: str) -> bytes | None:
        """The golden ``name``, or None if it was never accepted."""
        path = self.folder / name
        return path.read_bytes() if path.is_file() else None

    def compare_text(self, name: str, text: str) -> None:
        """Fails with the difference, line by line, if ``text`` is not the golden ``name``."""
        if self.accepting:
            self.accept(name, text.encode())
            return
        golden = self.read(name)
        if golden is None:
            pytest.fail(f"there is no golden {name}; run --accept and read it", pytrace=False)
        if golden.decode() != text:
            before, after = golden.decode().splitlines(), text.splitlines()
            lines = unified_diff(before, after, f"{name} (golden)", f"{name} (now)", lineterm="")
            pytest.fail("\n".join([*lines, "if that is meant, run --accept"]), pytrace=False)

    def compare_names(self, folder: str, names: set[str]) -> None:
        """Fails if the files in ``folder`` are not exactly ``names``; accepting removes others."""
        found = {path.name for path in (self.folder / folder).glob("*")}
        if self.accepting:
            for name in found - names:
                (self.folder / folder / name).unlink()
            return
        trouble = [f"unused: {folder}/{name}" for name in sorted(found - names)]
        trouble += [f"missing: {folder}/{name}" for name in sorted(names - found)]
        if trouble:
            pytest.fail("\n".join([*trouble, "run --accept to mend this"]), pytrace=False)


@pytest.fixture(scope="session")
def goldens(request: pytest.FixtureRequest) -> Goldens:
    """The goldens of this repository."""
    return Goldens(ROOT / "tests" / "goldens", bool(request.config.getoption("--accept")))


@pytest.fixture(scope="session")
def course() -> Course:
    """The storyboards of the course; what is rehearsed for one test is there for the next."""
    from tests.course import Course

    return Course()


@pytest.fixture(scope="session")
def picture_report() -> Report:
    """The page that shows the stills of this run that differ; what an earlier run left is gone."""
    from tests.pictures import Report

    return Report(ROOT / "media" / "picture-report")
