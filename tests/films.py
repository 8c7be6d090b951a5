"""Small films for tests, without Manim: plans written by hand and clips of a moving bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import av
import numpy as np

from film.encode import ClipWriter
from film.plan import BeatPlan, Chapter, Cue, FilmPlan, ScenePlan, Step
from stage.look import Look

SMALL = Look(width=320, height=180, fps=30)

PNG = b"\x89PNG\r\n\x1a\n and a picture"
"""Enough of a poster for those who only move it."""


def beat(
    name: str = "show",
    steps: Sequence[tuple[int, int]] = ((20, 30),),
    hold: int = 40,
    say: Mapping[str, str] | None = None,
) -> BeatPlan:
    """A beat of 90 frames, or as said."""
    return BeatPlan(name, "what it shows", tuple(Step(*step) for step in steps), hold, say or {})


def scene(name: str, beats: Sequence[BeatPlan], title: str | None = None) -> ScenePlan:
    """A scene of a kind that nobody draws."""
    titles = {} if title is None else {"ko": title}
    return ScenePlan(name, "card", "scenes.card:Card", {}, titles, "auto", {}, tuple(beats))


def film(
    scenes: Sequence[ScenePlan],
    *,
    look: Look = SMALL,
    title: str = "행렬식",
    languages: tuple[str, ...] = ("ko", "en"),
    captions: Mapping[str, tuple[Cue, ...]] | None = None,
) -> FilmPlan:
    """The plan of these scenes; each is a chapter, titled as the scene is in Korean."""
    chapters, frame = [], 0
    for each in scenes:
        chapters.append(Chapter(frame, frame + each.frames, each.title_in("ko")))
        frame += each.frames
    return FilmPlan(
        name="det",
        title={"ko": title, "en": "The determinant"},
        languages=languages,
        look=look,
        scenes=tuple(scenes),
        captions=captions or {},
        chapters=tuple(chapters),
        poster=(0, 0),
        frames=frame,
    )


def clips(plan: FilmPlan, folder: Path) -> tuple[Path, ...]:
    """One Annex-B file for each piece of ``plan``, encoded as its own closed stream."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for number, piece in enumerate(plan.pieces()):
        path = folder / f"{number:04}.h264"
        _clip(path, piece.frames, plan.look, moving=piece.repeat == 1)
        made.append(path)
    return tuple(made)


def _clip(path: Path, frames: int, look: Look, *, moving: bool) -> None:
    with ClipWriter(path, look) as clip:
        for k in range(frames):
            luma = np.full((look.height * 3 // 2, look.width), 128, np.uint8)
            luma[: look.height] = 40
            left = 4 * k % look.width if moving else 0
            luma[: look.height, left : left + 16] = 200
            clip.add(av.VideoFrame.from_ndarray(luma, format="yuv420p"))
