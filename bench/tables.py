"""The measured part of docs/performance.md, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- measured: make bench -->", "<!-- end of what is measured -->"


def page_of(found: Mapping[str, Any], machine: str, note: str) -> str:
    """The tables as Markdown."""
    return "\n\n".join(
        part
        for part in (f"Measured {machine}.", note, _goals(found), _parts(found), _times(found))
        if part
    )


def write(page: Path, text: str) -> None:
    """Puts the tables between the page's two marks; ValueError if it has none."""
    before, mark, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise ValueError(f"{page.name} has no marks to write between")
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8", newline="\n")


def _goals(found: Mapping[str, Any]) -> str:
    film, parts = found["film"], found["parts"]
    cold, plain = found["cold"], found["plain"]
    ours, manims = found["quality"]
    first, last = found["memory"]
    length = film.frames / film.look.fps
    shot = found["narration"].said.count(" clip")
    rows = [
        (
            f"the lecture ({length:.0f} s, {film.look.height}p{film.look.fps}), cold, "
            "against plain Manim",
            "≥ 4× faster, aim 6×",
            f"{plain.wall / cold.wall:.1f}× ({cold.wall:.1f} s against {plain.wall:.1f} s)",
        ),
        (
            "… against the time that it plays",
            "",
            f"{cold.wall / length:.2f} of it",
        ),
        (
            "… against the sum of its parts on two cores",
            "≤ 1.3×, aim 1.1×",
            f"{cold.wall / (parts.sum / 2):.2f}× ({parts.sum / 2:.1f} s)",
        ),
        (
            "picture of scene `stretch` against lossless frames",
            "≥ 45 dB",
            f"{ours.psnr:.1f} dB (Manim's settings on the same frames: {manims.psnr:.1f} dB)",
        ),
        ("… SSIM", "≥ Manim's", f"{ours.ssim:.5f} (Manim's {manims.ssim:.5f})"),
        (
            "… size",
            "≤ 2× Manim's, aim 1.2×",
            f"{ours.bytes / manims.bytes:.2f}× ({ours.bytes / 1e6:.2f} MB)",
        ),
        (
            "whole film against plain Manim's (other pictures), size",
            "",
            f"{found['ours_bytes'] / 1e6:.1f} MB against {found['plain_bytes'] / 1e6:.1f} MB",
        ),
        (
            "one parameter of one scene changed",
            "≤ 1.2× the scene's own cost",
            f"{found['param'].wall / found['scene'].wall:.2f}× "
            f"({found['param'].wall:.1f} s; the scene alone {found['scene'].wall:.1f} s)",
        ),
        (
            "only narration changed",
            "nothing drawn; ≤ 2 s + sound and mux",
            f"{shot} clips drawn, {found['narration'].wall:.1f} s in all",
        ),
        ("nothing changed", "≤ 1 s, aim 0.3 s", f"{found['same'].wall:.2f} s"),
        (
            "two workers against one",
            "≥ 1.8×",
            f"{found['one'].wall / found['two'].wall:.2f}×",
        ),
        ("largest process", "≤ 500 MB", f"{max(cold.largest, found['two'].largest) / 1e6:.0f} MB"),
        (
            "memory over many scenes in one process",
            "flat",
            f"{first / 1e6:.0f} MB after a tenth of them, {last / 1e6:.0f} MB after all",
        ),
    ]
    return _table(("measure", "asked for", "found"), rows)


def _parts(found: Mapping[str, Any]) -> str:
    parts = found["parts"]
    each = 1000 / parts.pictures
    rows = [
        (
            "drawing (Python, NumPy, Cairo)",
            f"{parts.drawing * each:.1f} ms",
            f"{parts.drawing:.1f} s",
        ),
        ("… of which copying what does not move", f"{parts.copying * each:.1f} ms", ""),
        (
            "… of which setting type and building scenes, once a scene",
            "",
            f"{parts.setting:.1f} s",
        ),
        (
            "converting RGBA to YUV 4:2:0, BT.709",
            f"{parts.converting * each:.1f} ms",
            f"{parts.converting:.1f} s",
        ),
        ("encoding motion", f"{parts.encoding * each:.1f} ms", f"{parts.encoding:.1f} s"),
        (
            f"encoding the {parts.holds} different holds",
            f"{1000 * parts.standing / max(1, parts.holds):.0f} ms each",
            f"{parts.standing:.1f} s",
        ),
        (f"all, on one core ({parts.pictures} motion pictures)", "", f"{parts.sum:.1f} s"),
    ]
    return _table(("part, measured alone in one process", "a motion picture", "the film"), rows)


def _times(found: Mapping[str, Any]) -> str:
    names = {
        "plain": "plain Manim, cold",
        "cold": "cold, as many workers as cores",
        "one": "cold, one worker",
        "two": "cold, two workers",
        "scene": "one scene alone, without the store",
        "param": "one parameter changed",
        "narration": "narration changed",
        "same": "nothing changed",
    }
    rows = [
        (name, f"{found[key].wall:.2f} s", f"{found[key].cpu:.1f} s") for key, name in names.items()
    ]
    return _table(("run", "on the clock", "of processors"), rows)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
