"""How fast the live page answers, measured in a real browser: `python bench/preview.py`.

A storyboard is copied into a folder of its own, `render.py preview` is started on it, and Chromium
opens the page. Then the file is saved again and again with another number or word in the scene that
is looked at, and the page itself says when the new picture stood in it. Linux only, because idle
time and memory are read from /proc.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")

PICTURE = """() => { window.seen = new Promise(done => {
    const still = document.getElementById("still"), old = still.getAttribute("src");
    const watch = new MutationObserver(async () => {
        const now = still.getAttribute("src");
        if (now === old) return;
        watch.disconnect();
        await still.decode();
        requestAnimationFrame(() => done(Date.now()));
    });
    watch.observe(still, {attributes: true, attributeFilter: ["src"]});
}); }"""

CLIP = """() => { window.played = new Promise(done => {
    const clip = document.getElementById("clip"), old = clip.getAttribute("src");
    const look = () => {
        if (clip.getAttribute("src") !== old && !clip.hidden && !clip.paused
            && clip.currentTime > 0 && clip.readyState >= 3
            && document.body.classList.contains("playing")) done(Date.now());
        else requestAnimationFrame(look);
    };
    look();
}); }"""

FAULT = """() => { window.told = new Promise(done => {
    const box = document.getElementById("faults");
    const watch = new MutationObserver(() => {
        if (box.hidden) return;
        watch.disconnect();
        requestAnimationFrame(() => done(Date.now()));
    });
    watch.observe(box, {attributes: true, childList: true});
}); }"""


@dataclass(frozen=True)
class Case:
    """A storyboard, the beat that is looked at, and an edit of its scene, numbered."""

    file: str
    beat: str
    edit: Callable[[str, int], str]


def another_matrix(text: str, number: int) -> str:
    """det.yaml with another shear part in A; its determinant stays."""
    return text.replace("A: [[2, 1], [0, 3]]", f"A: [[2, {1 + number / 1000}], [0, 3]]")


def another_title(scene: str) -> Callable[[str, int], str]:
    """An edit of a scene's title, which is part of each of its pictures."""

    def edit(text: str, number: int) -> str:
        pattern = rf"(id: {scene}\n\s+title: {{ko: \"?)"
        made, count = re.subn(pattern, rf"\g<1>{number} ", text)
        if count != 1:
            raise SystemExit(f"scene {scene} has no title that could be edited")
        return made

    return edit


# The lecture that everything began with, the longest one, and the one whose claims cost most.
CASES: Mapping[str, Case] = {
    "det": Case("det.yaml", "stretch.area", another_matrix),
    "reflection": Case("reflection.yaml", "compare.verdict", another_title("compare")),
    "heads": Case("heads.yaml", "two_heads.input_2", another_title("two_heads")),
}


@contextmanager
def served(path: Path) -> Iterator[tuple[str, int]]:
    """The address of a preview of the storyboard, and its process's number."""
    command = [sys.executable, "-u", str(ROOT / "render.py"), "preview", str(path), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None  # because of stdout=PIPE
    try:
        begun = time.time()
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            raise SystemExit(f"the preview said {line!r}")
        print(f"  address told after {time.time() - begun:.2f} s")
        yield found[0], process.pid
    finally:
        process.terminate()
        process.wait()


@contextmanager
def opened(address: str, beat: str) -> Iterator[Page]:
    """The page in a browser, resting on a beat, when everything has been drawn once."""
    browser_path = next(path for name in BROWSERS if (path := shutil.which(name)))
    with sync_playwright() as playwright:
        flags = [*FLAGS, "--autoplay-policy=no-user-gesture-required"]
        browser = playwright.chromium.launch(executable_path=browser_path, args=flags)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        page.locator(f"[data-beat='{beat}'] img").wait_for(timeout=120_000)
        page.locator(f"[data-beat='{beat}']").click()
        settle(page)
        yield page
        browser.close()


def settle(page: Page) -> None:
    """Wait until nothing is being drawn any more, and for a moment longer."""
    page.wait_for_timeout(300)
    page.locator("#status[data-kind=idle]").wait_for(timeout=120_000)
    page.wait_for_timeout(700)


def save(path: Path, text: str) -> float:
    """Save as many editors do, by renaming; the time in milliseconds when that was done."""
    part = path.with_name(f".{path.name}.new")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
    return time.time() * 1000


def told(name: str, values: list[float]) -> None:
    """One line of figures, from milliseconds."""
    ordered = sorted(values)
    late = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    middle = statistics.median(ordered)
    print(f"  {name}: median {middle / 1000:.2f} s, 95 % {late / 1000:.2f} s (n={len(values)})")


def saves(page: Page, path: Path, case: Case, count: int, clips: bool) -> None:
    """Time pictures (and clips) of `count` saves."""
    good = path.read_text(encoding="utf-8")
    pictures, played = [], []
    for number in range(1, count + 1):
        page.evaluate(PICTURE)
        if clips:
            page.evaluate(CLIP)
        begun = save(path, case.edit(good, number))
        pictures.append(page.evaluate("window.seen") - begun)
        if clips:
            played.append(page.evaluate("window.played") - begun)
            page.keyboard.press("Space")
            page.locator(f"[data-beat='{case.beat}']").click()
        settle(page)
    told("save → new picture in the page", pictures)
    if clips:
        told("save → its clip playing", played)
    save(path, good)
    settle(page)


def faults(page: Page, path: Path, count: int) -> None:
    """Time how soon a fault is shown: a misspelt key, and YAML that cannot be parsed."""
    good = path.read_text(encoding="utf-8")
    times = []
    for number in range(count):
        broken = good.replace("kind:", "knd:", 1) if number % 2 else good + "\n  - [\n"
        page.evaluate(FAULT)
        begun = save(path, broken)
        times.append(page.evaluate("window.told") - begun)
        page.wait_for_timeout(300)
        save(path, good)
        page.locator("#faults").wait_for(state="hidden")
        settle(page)
    told("save → fault shown", times)


def tree(pid: int) -> list[int]:
    """The process and its descendants."""
    files = Path(f"/proc/{pid}/task").glob("*/children")  # any of its threads may have started one
    children = [child for file in files for child in file.read_text().split()]
    return [pid, *(each for child in children for each in tree(int(child)))]


def ticks(pids: list[int]) -> int:
    """Processor time that they have used, in clock ticks."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(each[11]) + int(each[12]) for each in fields)


def memory(pids: list[int]) -> float:
    """Their own memory (without what they share) in megabytes."""
    total = 0
    for pid in pids:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        total += sum(int(n) for n in re.findall(r"Private_\w+:\s+(\d+)", text))
    return total / 1024


def idle(pid: int, seconds: int) -> None:
    """Processor time of all processes of a preview at which nobody saves."""
    pids = tree(pid)
    before = -1
    while ticks(pids) - before > 20:  # the picture gate may still be looking at scenes
        before = ticks(pids)
        time.sleep(3)
    before = ticks(pids)
    time.sleep(seconds)
    used = (ticks(pids) - before) / os.sysconf("SC_CLK_TCK")
    print(f"  idle: {100 * used / seconds:.2f} % of a core, {memory(pids):.0f} MB")


def endure(page: Page, path: Path, case: Case, pid: int, count: int) -> None:
    """Save often, and see what memory does."""
    good = path.read_text(encoding="utf-8")
    if page.locator("#again").get_attribute("aria-pressed") == "true":
        page.locator("#again").click()
    readings = []
    for number in range(1, count + 1):
        page.evaluate(PICTURE)
        save(path, case.edit(good, 1000 + number))
        page.evaluate("window.seen")
        if number % (count // 10) == 0:
            settle(page)
            readings.append(f"{number}: {memory(tree(pid)):.0f}")
    print(f"  memory in MB after saves: {', '.join(readings)}")


def main() -> None:
    """Measures what was asked for."""
    parser = argparse.ArgumentParser(description="Measure the preview in Chromium.")
    parser.add_argument("cases", nargs="*", choices=[*CASES, []], help="default: all")
    parser.add_argument("--saves", type=int, default=20)
    parser.add_argument("--endure", type=int, default=0, metavar="N", help="N more saves, memory")
    wish = parser.parse_args()
    for name in wish.cases or CASES:
        case = CASES[name]
        print(case.file)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(shutil.copy(ROOT / "storyboards" / case.file, folder))
            with served(path) as (address, pid), opened(address, case.beat) as page:
                saves(page, path, case, wish.saves, clips=True)
                faults(page, path, max(4, wish.saves // 2))
                idle(pid, 20)
                if wish.endure:
                    endure(page, path, case, pid, wish.endure)


if __name__ == "__main__":
    main()
