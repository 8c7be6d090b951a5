"""Measures films and writes the tables of docs/performance.md: ``make bench``.

All sides are measured in one run on one machine, one after the other: this program, the same
lecture written by hand in plain Manim (plain_det.py), and the parts that a film consists of. What
counts are ratios. ``--quick`` measures a draft (854×480, 15 frames a second) to try the bench
itself; ``--note`` adds a sentence, such as that the machine was busy.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import imageio_ffmpeg

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import parts, tables  # noqa: E402 -- the project is no installed package
from film.plan import FilmPlan  # noqa: E402 -- likewise

LESSON = ROOT / "storyboards" / "det.yaml"
PAGE = ROOT / "docs" / "performance.md"
SCENE = "stretch"
"""The scene whose parameter is changed, and whose picture is compared."""


@dataclass(frozen=True, slots=True)
class Run:
    """A command that was run: seconds on the clock, seconds of processors, largest process."""

    wall: float
    cpu: float
    largest: int
    said: str


def run(words: Sequence[str], env: dict[str, str] | None = None) -> Run:
    """Runs a command; CalledProcessError if it fails.

    It runs under a small Python of its own, so that its children's figures are its alone.
    """
    code = (
        "import json, resource, subprocess, sys, time\n"
        "start = time.perf_counter()\n"
        "done = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
        "wall = time.perf_counter() - start\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(json.dumps([done.returncode, wall, used.ru_utime + used.ru_stime,"
        " used.ru_maxrss, done.stdout + done.stderr]))\n"
    )
    order = [sys.executable, "-c", code, *words]
    told = subprocess.run(order, capture_output=True, check=True, env=env, cwd=ROOT).stdout
    status, wall, cpu, largest, said = json.loads(told)
    if status != 0:
        raise subprocess.CalledProcessError(status, list(words), said)
    scale = 1 if sys.platform == "darwin" else 1024
    return Run(wall, cpu, largest * scale, said)


class Bench:
    """The sides of the bench, in a folder of its own; ``flag`` is the quality of all films."""

    def __init__(self, folder: Path, flag: str) -> None:
        self.folder = folder
        self.flag = flag
        self.lesson = folder / LESSON.name
        shutil.copyfile(LESSON, self.lesson)

    def ours(self, media: str, *words: str) -> Run:
        """The film as this program makes it."""
        order = [sys.executable, str(ROOT / "render.py"), str(self.lesson), self.flag]
        return run([*order, "--media_dir", str(self.folder / media), *words])

    def plain(self, film: FilmPlan) -> Run:
        """The film that plain Manim makes, with the same times."""
        fps = film.look.fps
        times = {
            scene.id: {
                beat.name: {
                    "steps": [[step.hold / fps, step.play / fps] for step in beat.steps],
                    "hold": beat.hold / fps,
                }
                for beat in scene.beats
            }
            for scene in film.scenes
        }
        path = self.folder / "times.json"
        path.write_text(json.dumps(times), encoding="utf-8")
        order = [
            sys.executable,
            "-m",
            "manim",
            self.flag,
            "--progress_bar",
            "none",
            "-v",
            "WARNING",
        ]
        order += ["--media_dir", str(self.folder / "plain"), str(ROOT / "bench" / "plain_det.py")]
        return run([*order, "PlainDet"], {**os.environ, "MATREEL_BENCH_TIMES": str(path)})

    def film_in(self, media: str, pattern: str = "*.mp4") -> Path:
        """The film in a media folder (Manim keeps parts beside it)."""
        return max((self.folder / media).rglob(pattern), key=lambda path: path.stat().st_size)

    def edit(self, old: str, new: str) -> None:
        """Changes the copy of the storyboard; ValueError if it does not say ``old``."""
        text = self.lesson.read_text(encoding="utf-8")
        if old not in text:
            raise ValueError(f"{LESSON.name} does not say {old!r} any more; mend the bench")
        self.lesson.write_text(text.replace(old, new, 1), encoding="utf-8")


def measured(folder: Path, flag: str, scenes: int) -> Iterator[tuple[str, object]]:
    """All figures by name, in the order in which they are taken."""
    bench = Bench(folder, flag)
    film = parts.planned(bench.lesson, flag)
    yield "film", film
    cold = bench.ours("ours")
    yield "cold", cold
    yield "ours_bytes", bench.film_in("ours").stat().st_size
    yield "same", bench.ours("ours")
    bench.edit("숫자 하나가", "수 하나가 언제나")
    yield "narration", bench.ours("ours", "--why")
    bench.edit(f"    id: {SCENE}\n", f"    id: {SCENE}\n    sense: false\n")
    yield "param", bench.ours("ours", "--why")
    yield "scene", bench.ours("scene", "--only", SCENE, "--no-store")
    shutil.copyfile(LESSON, bench.lesson)
    yield "one", bench.ours("one", "--jobs", "1")
    yield "two", bench.ours("two", "--jobs", "2")
    plain = bench.plain(film)
    yield "plain", plain
    yield "plain_bytes", bench.film_in("plain", "PlainDet.mp4").stat().st_size
    yield "parts", parts.alone(film, bench.lesson.parent)
    yield "quality", parts.quality(film, SCENE, bench.lesson.parent, folder)
    yield "memory", parts.memory(scenes)


def main() -> None:
    """Measures, prints, and writes the page."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="a draft, to try the bench itself")
    options.add_argument("--note", default="", help="a sentence for the page")
    options.add_argument("--scenes", type=int, default=400, help="for the figure of memory")
    wish = options.parse_args()
    found: dict[str, object] = {}
    with tempfile.TemporaryDirectory(prefix="matreel-bench-") as folder:
        start = time.perf_counter()
        for name, value in measured(Path(folder), "-ql" if wish.quick else "-qh", wish.scenes):
            found[name] = value
            shown = f"{value.wall:.2f} s" if isinstance(value, Run) else ""
            print(f"{time.perf_counter() - start:6.0f} s  {name} {shown}", flush=True)
    text = tables.page_of(found, machine(), wish.note)
    print(text)
    if not wish.quick:
        tables.write(PAGE, text)
        print(f"written into {PAGE.relative_to(ROOT)}")


def machine() -> str:
    """What it was measured on, and when."""
    from importlib.metadata import version

    names = ("manim", "numpy", "pycairo", "av")
    packages = ", ".join(f"{name} {version(name)}" for name in names)
    ffmpeg = imageio_ffmpeg.get_ffmpeg_version()
    return (
        f"{date.today().isoformat()}; {processor()}, {os.cpu_count()} cores, "
        f"{platform.system()} {platform.release()}; Python {platform.python_version()}, "
        f"{packages}, ffmpeg {ffmpeg}"
    )


def processor() -> str:
    """The processor's name, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


if __name__ == "__main__":
    main()
