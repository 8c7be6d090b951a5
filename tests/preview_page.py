"""Helpers for tests of the preview: storyboards, a running server, its page in a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--autoplay-policy=no-user-gesture-required",
)

LESSON = """\
storyboard: 1
title: {ko: 밀기, en: A shear}
languages: [ko, en]
include: shared.yaml
claims:
  - det(A) == 2
scenes:
  - kind: title_card
    id: opening
    heading: {ko: 넓이, en: Area}
    say: {ko: 넓이를 봅니다., en: We look at areas.}
  - kind: unit_square_warp
    id: warp
    matrix: A
    beats: {warp: {run_time: 0.5}}
    say:
      area: {ko: "넓이는 {det(A)}입니다.", en: "The area is {det(A)}."}
"""
"""Two scenes; line 6 has the claim."""

SHARED = "matrices:\n  A: [[2, 0], [0, 1]]\n"


def lesson(folder: Path) -> Path:
    """The storyboard and the file that it includes, in a folder."""
    (folder / "shared.yaml").write_text(SHARED, encoding="utf-8")
    path = folder / "lesson.yaml"
    path.write_text(LESSON, encoding="utf-8")
    return path


def rename_into_place(path: Path, text: str) -> None:
    """Saves as Vim and most editors do."""
    part = path.with_name(f".{path.name}.swp")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


@contextmanager
def served(path: Path, *flags: str) -> Iterator[str]:
    """The address of a preview of the storyboard; it ends politely afterwards."""
    command: Sequence[str] = (
        *(sys.executable, "-u", str(ROOT / "render.py"), "preview", str(path)),
        *("--no-browser", *flags),
    )
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None  # because of stdout=PIPE
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found
        yield found[0]
        process.terminate()
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()


@contextmanager
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or another that is installed."""
    found = [path for name in BROWSERS if (path := shutil.which(name))]
    assert found, "no Chromium to look with: make setup-test installs it"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found[0], args=list(FLAGS))
        try:
            yield launched
        finally:
            launched.close()


def opened(at: Browser, address: str, width: int = 1440, height: int = 900) -> Page:
    """A new page with the preview, as soon as it has a timeline."""
    context = at.new_context(viewport={"width": width, "height": height}, locale="en-US")
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto(address)
    page.locator("#scenes button").first.wait_for()
    return page
