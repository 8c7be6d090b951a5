"""Tables: numbers at their points, verdicts as marks, cells in place, refusals in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest
from manim import VMobject
from pydantic import ValidationError

from algebra.matrices import from_rows
from language.params import Refused, context
from language.refusals import without_consequences
from scenes.table import Table
from stage.cells import Mark, Sized, alignment, limits, set_table
from stage.layout import Misfit, zones
from stage.story import Box
from stage.theme import DARK
from tests.stage_helpers import ASPECTS, Watch, on_stage, outside, overlapping, run, small, staged

SIGNS = {
    "header": [
        {"ko": "사상", "en": "map"},
        {"ko": "행렬식", "en": "det"},
        {"ko": "방향", "en": "sense"},
    ],
    "rows": [
        [{"ko": "회전", "en": "rotation"}, 1, True],
        [r"$\begin{pmatrix}2&1\\0&3\end{pmatrix}$", Fraction(25, 4), {"holds": "1 < 2"}],
        [{"ko": "거울", "en": "mirror"}, -1, {"holds": "2 < 1"}],
        [{"ko": "납작해짐", "en": "flattening"}, 0, None],
        [{"ko": "크게 늘이기", "en": "stretch"}, Fraction(-24691, 2), True],
    ],
    "highlight": [[3, 2], [2, 3]],
}
WORDY = {
    "rows": [
        [
            "아주 긴 말로 이 행렬이 무엇인지 설명하는 칸입니다 " * 2,
            "여기도 꽤 긴 설명이 들어 있습니다",
        ],
        ["짧은 칸", "마지막 칸도 길게 적어서 줄을 나누어야 하도록 만듭니다"],
    ]
}
SQUEEZED = {"rows": [["선형독립성판정법의", "긴 말로 이 말이 무엇인지 설명하는 칸입니다 " * 2]]}
SINGLE = {"rows": [[1]], "appear": "whole"}


def read(params: Mapping[str, object]) -> Table.Params:
    return Table.Params.model_validate(params, context=context({}))


def fault(params: Mapping[str, object]) -> tuple[tuple[int | str, ...], str]:
    """Where the one fault is, and what it says."""
    with pytest.raises(ValidationError) as error:
        read(params)
    [detail] = without_consequences(error.value)
    refused = detail["ctx"]["error"]
    assert isinstance(refused, Refused)
    return (*detail["loc"], *refused.trail), str(refused)


def boxes_of(params: Mapping[str, object]) -> dict[str, Box]:
    watch = run(Table, params, wanted=())
    return {box.name: box for box in watch.boxes[watch.beats[-1]]}


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("params", [SIGNS, WORDY, SINGLE], ids=["signs", "wordy", "single"])
def test_tables_fit_in_every_shape(
    params: Mapping[str, object], language: str, aspect: str
) -> None:
    look = small(aspect, language=language)
    watch = run(Table, params, look, wanted=())
    found = zones(look)
    boxes = watch.boxes[watch.beats[-1]]
    assert outside(boxes, found.safe) == []
    assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
    assert overlapping(boxes, {"text"}) == []


def test_decimal_points_stand_below_each_other() -> None:
    values = [1, Fraction(25, 4), -1, 0, Fraction(-24691, 2), Fraction(1, 8), "12.5", "−3"]
    params = read({"rows": [[value] for value in values]})
    column = [row[0] for row in params.rows]
    assert alignment(column, "ko") == "point"
    table = set_table(
        [[cell] for cell in column],
        header=False,
        size=0.4,
        language="ko",
        theme=DARK,
        limits=[None],
    )
    for (cell,) in table.rows:
        assert isinstance(cell.content, VMobject)
        assert cell.left + cell.right == pytest.approx(float(cell.content.width))
    whole, two, minus, zero, _, three, typed, _ = (row[0] for row in table.rows)
    assert three.right > two.right > typed.right > 0
    assert [cell.right for cell in (whole, minus, zero)] == pytest.approx([0, 0, 0], abs=1e-6)
    assert three.left == pytest.approx(zero.left, abs=0.02), "0 is as wide as the 0 of 0.125"


def test_units_of_numbers_are_in_one_column_on_the_frame() -> None:
    place = boxes_of({"rows": [[7], [17], [117], [Fraction(7, 2)]]})
    ends = [place[f"cell {k}.1"].x1 for k in (1, 2, 3)]
    assert max(ends) - min(ends) < 0.01
    assert place["cell 4.1"].x1 > ends[0] + 0.1


def test_the_longest_word_of_a_narrow_column_stays_in_one_piece() -> None:
    """Its letters alone are narrower than what it takes in a line: white stands at both sides."""
    cells = [[row[0], row[1]] for row in read(SQUEEZED).rows]

    def sized(room: list[float | None]) -> Sized:
        return set_table(cells, header=False, size=0.4, language="ko", theme=DARK, limits=room)

    free = sized([None, None])
    narrow = limits(cells, free, 0.4 * free.width, "ko")
    broken = sized(narrow)
    assert broken.rows[0][1].height > 1.5 * free.rows[0][1].height, "words that part, part"
    assert broken.rows[0][0].height == pytest.approx(free.rows[0][0].height, rel=0.01)


def test_words_begin_below_each_other_and_marks_stand_in_the_middle() -> None:
    place = boxes_of(SIGNS)
    lefts = [place[f"cell {k}.1"].x0 for k in (1, 3, 4, 5)]
    assert max(lefts) - min(lefts) < 0.1
    middles = [(place[f"cell {k}.3"].x0 + place[f"cell {k}.3"].x1) / 2 for k in (1, 2, 3, 5)]
    assert max(middles) - min(middles) < 0.02
    assert "cell 4.3" not in place, "an empty cell shows nothing"


def test_verdicts_differ_in_shape_and_colour() -> None:
    scene = staged(Table, SIGNS, Watch(()))
    scene.run()
    marks = on_stage(scene, Mark)
    assert [mark.holds for mark in marks] == [True, True, False, True]
    yes, no = Mark(True, 0.4, DARK), Mark(False, 0.4, DARK)
    assert (len(yes), len(no)) == (1, 2)
    assert yes[0].get_stroke_color() != no[0].get_stroke_color()


def test_a_verdict_is_computed_with_the_storyboards_names() -> None:
    names = {"A": from_rows([[2, 1], [0, 3]])}
    params = Table.Params.model_validate(
        {"rows": [[{"holds": "det(A) == 6"}, {"holds": "det(A) < 0"}, "{det(A)}"]]},
        context=context(names),
    )
    assert params.rows[0][:2] == (True, False)
    assert Table.Params.model_validate(params.model_dump(mode="json")) == params


def test_params_survive_a_plan() -> None:
    params = read(SIGNS)
    assert Table.Params.model_validate(params.model_dump(mode="json")) == params


def test_rows_come_one_by_one_and_highlights_last() -> None:
    watch = run(Table, SIGNS, wanted=())
    assert watch.beats == [*(f"row_{k}" for k in range(1, 6)), "highlight"]
    for shown in range(1, 6):
        names = {box.name for box in watch.boxes[f"row_{shown}"]}
        assert f"cell {shown}.1" in names
        assert f"cell {shown + 1}.1" not in names
        assert {"heading 1", "heading 2", "heading 3"} <= names
    last = {box.name: box for box in watch.boxes["highlight"]}
    frame, cell = last["highlight 3.2"], last["cell 3.2"]
    assert frame.x0 < cell.x0 < cell.x1 < frame.x1
    assert frame.y0 < cell.y0 < cell.y1 < frame.y1


def test_cells_can_come_one_after_another() -> None:
    rows = {"rows": SIGNS["rows"], "appear": "cells"}
    watch = run(Table, rows, wanted=())
    plays = [name for name, _ in watch.plays]
    assert plays.count("row_1") == 3
    assert plays.count("row_4") == 2, "an empty cell needs no motion"
    assert run(Table, {"rows": [[None]], "appear": "cells"}, wanted=()).plays == []


@pytest.mark.parametrize(
    ("params", "place", "words"),
    [
        ({"rows": [[1, 2], [3]]}, ("rows", 1), "this row has 1 cell, the first row has 2"),
        ({"header": ["a"], "rows": [[1, 2]]}, ("rows", 0), "the header has 1"),
        ({"rows": [[1]], "highlight": [[2, 1]]}, ("highlight", 0), "no cell in row 2, column 1"),
        ({"rows": [[1]], "highlight": [[1, 0]]}, ("highlight", 0), "no cell in row 1, column 0"),
        ({"rows": [[1] * 9]}, ("rows", 0), "9 columns"),
        ({"rows": [[1, {"holds": "det("}]]}, ("rows", 0, 1, "holds"), ""),
        ({"rows": [[{"holds": "1 < 2", "ko": "x"}]]}, ("rows", 0, 0), "one comparison"),
    ],
)
def test_what_makes_no_table_is_refused_at_its_place(
    params: Mapping[str, object], place: tuple[int | str, ...], words: str
) -> None:
    where, what = fault(params)
    assert where == place
    assert words in what


def test_a_table_without_room_is_refused_in_words() -> None:
    with pytest.raises(Misfit, match="this table does not fit"):
        run(Table, {"rows": [["행렬식의부호와넓이의배율" * 12] * 8]}, wanted=())


def test_a_play_that_is_not_drawn_leaves_the_same_pictures() -> None:
    look = small(fps=4)
    whole = run(Table, SIGNS, look)
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0}
    some = run(Table, SIGNS, look, wanted=ends)
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number]), number
