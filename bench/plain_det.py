"""The determinant lecture as one would write it by hand in plain Manim: the bench's other side.

Nothing of Matreel is used. Motions and holds last as long as in the storyboard's plan: the file
that MATREEL_BENCH_TIMES names holds, for each scene and beat, pairs (hold, motion) and a last hold,
in seconds. So both films have one length, to a frame or two a beat.
"""

from __future__ import annotations

import json
import os
from importlib.resources import files
from pathlib import Path
from typing import Any

import manimpango
import numpy as np
from manim import (
    BLUE,
    DOWN,
    GREEN,
    LEFT,
    ORANGE,
    ORIGIN,
    RIGHT,
    UP,
    UR,
    ApplyMatrix,
    Arrow,
    Create,
    FadeIn,
    FadeOut,
    MathTypst,
    NumberPlane,
    Polygon,
    Scene,
    Text,
    VGroup,
)

KOREAN = "Noto Sans CJK KR"
"""The font that Matreel's films are set in, too."""

TIMES: dict[str, dict[str, dict[str, Any]]] = json.loads(
    Path(os.environ["MATREEL_BENCH_TIMES"]).read_text(encoding="utf-8")
)

# Before the first Text, or every letter is an empty box.
manimpango.register_font(str(next(Path(str(files("manimgx_fonts_cjk"))).rglob("*.ttc"))))

Matrix = tuple[tuple[float, float], tuple[float, float]]


class PlainDet(Scene):
    """Title, three examples, a stretch, a collapse, a flip, a summary."""

    def construct(self) -> None:
        """The whole lecture."""
        self.opening()
        self.warps("examples", [((0.5, 0), (0, 1.5)), ((1, 1), (0, 1)), ((0, -1), (1, 0))])
        self.warps("stretch", [((2, 1), (0, 3))])
        self.warps("flat", [((1, 2), (2, 4))])
        self.warps("flip", [((1, 2), (2, 1))])
        self.summary()

    def beat(self, scene: str, name: str, *motions: list[Any]) -> None:
        """Play the motions in the beat's own times; the last of them takes all that is left."""
        times, waiting = TIMES[scene][name], list(motions)
        for k, (hold, play) in enumerate(times["steps"]):
            if hold > 0:
                self.wait(hold)
            last = k == len(times["steps"]) - 1
            now = [each for motion in (waiting if last else waiting[:1]) for each in motion]
            waiting = waiting[1:]
            if now:
                self.play(*now, run_time=play)
            else:
                self.wait(play)
        if times["hold"] > 0:
            self.wait(times["hold"])

    def plane(self) -> tuple[VGroup, VGroup]:
        """The plane with everything that the matrix moves, and its ghost."""
        ghost = NumberPlane(background_line_style={"stroke_opacity": 0.25})
        plane = NumberPlane()
        square = Polygon(ORIGIN, RIGHT, UR, UP, color=BLUE, fill_opacity=0.35)
        first = Arrow(ORIGIN, RIGHT, buff=0, color=GREEN)
        second = Arrow(ORIGIN, UP, buff=0, color=ORANGE)
        return VGroup(ghost), VGroup(plane, square, first, second)

    def opening(self) -> None:
        """The opening card."""
        ghost, moving = self.plane()
        heading = Text("행렬식은 넓이의 배율이다", font=KOREAN).to_corner(UP + LEFT)
        line = Text("단위 정사각형으로 읽는 det A", font=KOREAN).scale(0.5)
        line.next_to(heading, DOWN, aligned_edge=LEFT)
        self.add(ghost, moving, heading)
        self.beat("opening", "title", [FadeIn(line)])
        self.beat("opening", "motif", [ApplyMatrix(np.array([[2, 1], [0, 3]]), moving)])
        self.clear()

    def warps(self, scene: str, matrices: list[Matrix]) -> None:
        """The unit square under each matrix in turn."""
        ghost, moving = self.plane()
        heading = Text("정사각형 하나를 따라가기", font=KOREAN).scale(0.6).to_corner(UP + LEFT)
        plane, *standing = moving
        self.add(ghost, plane, heading)
        labels = VGroup(
            MathTypst("(1, 0)").scale(0.7).next_to(RIGHT, RIGHT),
            MathTypst("(0, 1)").scale(0.7).next_to(UP, UP),
        )
        self.beat(scene, "square", [Create(one) for one in standing], [FadeIn(labels)])
        start, written = moving.copy(), VGroup()
        for k, ((a, b), (c, d)) in enumerate(matrices, start=1):
            number = f"_{k}" if len(matrices) > 1 else ""
            matrix = MathTypst(f"A = mat({a}, {b}; {c}, {d})").to_edge(RIGHT)
            motions: list[list[Any]] = []
            if k > 1:
                motions += [[FadeOut(written)], [moving.animate.become(start)], [FadeIn(matrix)]]
            else:
                motions += [[FadeOut(labels), FadeIn(matrix)]]
                if len(TIMES[scene][f"warp{number}"]["steps"]) < 2:
                    self.remove(labels)
                    self.add(matrix)
                    motions.clear()
            self.beat(
                scene, f"warp{number}", *motions, [ApplyMatrix(np.array([[a, b], [c, d]]), moving)]
            )
            result = MathTypst(f"det A = {a} dot {d} - {b} dot {c} = {a * d - b * c}")
            result.scale(0.8).next_to(matrix, DOWN)
            self.beat(scene, f"area{number}", [FadeIn(result)])
            written = VGroup(matrix, result)
        self.clear()

    def summary(self) -> None:
        """Four points, one after the other."""
        points = [
            "행렬식은 단위 정사각형이 옮겨 간 평행사변형의 부호 있는 넓이다.",
            "모든 도형의 넓이는 같은 배율이 된다.",
            "행렬식이 0이면 평면이 납작해지고, 되돌릴 수 없다.",
            "부호가 음이면 방향이 뒤집힌다.",
        ]
        rows = VGroup(*(Text(point, font=KOREAN).scale(0.5) for point in points))
        rows.arrange(DOWN, buff=0.8, aligned_edge=LEFT).to_edge(LEFT)
        for k, row in enumerate(rows, start=1):
            self.beat("summary", f"point_{k}", [FadeIn(row)])
