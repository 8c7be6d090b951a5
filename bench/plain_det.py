"""The determinant lecture as one would write it by hand in plain Manim: the other side of the bench.

Nothing of Matreel is used. Motions last as long as in the storyboard's plan, and each hold is read
from the file that MATREEL_BENCH_HOLDS names (scene, beat → seconds), so both films have one length.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

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
    Arrow,
    ApplyMatrix,
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

HOLDS: dict[str, dict[str, float]] = json.loads(Path(os.environ["MATREEL_BENCH_HOLDS"]).read_text())
KOREAN = "Noto Sans CJK KR"


class PlainDet(Scene):
    """Title, three examples, a stretch, a collapse, a flip, a summary."""

    def hold(self, scene: str, beat: str) -> None:
        """Stand still as long as the storyboard's plan does."""
        seconds = HOLDS[scene][beat]
        if seconds > 0:
            self.wait(seconds)

    def construct(self) -> None:
        """The whole lecture."""
        self.title()
        self.warps("examples", [((0.5, 0), (0, 1.5)), ((1, 1), (0, 1)), ((0, -1), (1, 0))])
        self.warps("stretch", [((2, 1), (0, 3))])
        self.warps("flat", [((1, 2), (2, 4))])
        self.warps("flip", [((1, 2), (2, 1))])
        self.summary()

    def plane(self) -> tuple[VGroup, VGroup]:
        """The plane with everything that the matrix moves, and its ghost."""
        ghost = NumberPlane(background_line_style={"stroke_opacity": 0.25})
        plane = NumberPlane()
        square = Polygon(ORIGIN, RIGHT, UR, UP, color=BLUE, fill_opacity=0.35)
        first = Arrow(ORIGIN, RIGHT, buff=0, color=GREEN)
        second = Arrow(ORIGIN, UP, buff=0, color=ORANGE)
        return VGroup(ghost), VGroup(plane, square, first, second)

    def title(self) -> None:
        """The opening card."""
        ghost, moving = self.plane()
        heading = Text("행렬식은 넓이의 배율이다", font=KOREAN).to_corner(UP + LEFT)
        line = Text("단위 정사각형으로 읽는 det A", font=KOREAN).scale(0.5)
        line.next_to(heading, DOWN, aligned_edge=LEFT)
        self.add(ghost, moving, heading)
        self.play(FadeIn(line), run_time=0.9)
        self.hold("opening", "title")
        self.play(ApplyMatrix([[2, 1], [0, 3]], moving), run_time=2.6)
        self.hold("opening", "motif")
        self.clear()

    def warps(self, scene: str, matrices: list[tuple[tuple[float, float], tuple[float, float]]]) -> None:
        """The unit square under each matrix in turn."""
        ghost, moving = self.plane()
        heading = Text("정사각형 하나를 따라가기", font=KOREAN).scale(0.6).to_corner(UP + LEFT)
        plane, *standing = moving
        self.add(ghost, plane, heading)
        self.play(*(Create(one) for one in standing), run_time=1.6)
        labels = VGroup(MathTypst("(1, 0)").scale(0.7).next_to(RIGHT, RIGHT)).add(
            MathTypst("(0, 1)").scale(0.7).next_to(UP, UP)
        )
        self.play(FadeIn(labels), run_time=0.6)
        self.hold(scene, "square")
        for k, ((a, b), (c, d)) in enumerate(matrices, start=1):
            number = f"_{k}" if len(matrices) > 1 else ""
            matrix = MathTypst(f"A = mat({a}, {b}; {c}, {d})").to_edge(RIGHT)
            moved = moving.copy()
            self.play(FadeOut(labels), FadeIn(matrix), run_time=0.6)
            self.play(ApplyMatrix([[a, b], [c, d]], moving), run_time=2.8)
            self.hold(scene, f"warp{number}")
            result = MathTypst(f"det A = {a} dot {d} - {b} dot {c} = {a * d - b * c}")
            result.scale(0.8).next_to(matrix, DOWN)
            self.play(FadeIn(result), run_time=0.8)
            self.hold(scene, f"area{number}")
            if k < len(matrices):
                self.play(FadeOut(matrix, result), run_time=0.4)
                self.play(moving.animate.become(moved), run_time=1.2)
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
            self.play(FadeIn(row), run_time=0.8)
            self.hold("summary", f"point_{k}")
