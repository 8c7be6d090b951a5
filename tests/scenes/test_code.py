"""Programs: letters in their columns, lines pointed at, outputs beside their lines."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import ValidationError

from language.params import Refused, context
from scenes.code import Code
from stage.layout import Misfit, zones
from stage.listing import (
    CodeLine,
    Letter,
    colors,
    column_width,
    letters,
    lexer_for,
    lines_of,
    mixed,
    unshowable,
    width_of,
)
from stage.program import MARKED
from stage.theme import THEMES, Theme
from tests.stage_helpers import ASPECTS, Watch, on_stage, outside, overlapping, run, small, staged
from tests.test_theme import contrast, linear

LISTING = """
import torch

A = torch.tensor([[2., 1.], [0., 3.]])
y = A @ x  # 벡터를 보낸 곳
print(y != 0, y >= 1, "넓이")
"""
PARAMS = {
    "listing": LISTING,
    "point": [[3], [4, 5]],
    "outputs": [{"line": 4, "value": "(4, 6)"}, {"line": 1, "value": "$\\det A = 6$"}],
}


def placed(source: str, syntax: str = "python") -> list[Letter]:
    lexer = lexer_for(syntax)
    assert lexer is not None
    return list(letters(lines_of(source), lexer))


def fault(params: dict[str, object]) -> tuple[tuple[int | str, ...], str]:
    with pytest.raises(ValidationError) as error:
        Code.Params.model_validate(params, context=context({}))
    [detail] = error.value.errors()
    refused = detail["ctx"]["error"]
    assert isinstance(refused, Refused)
    return (*detail["loc"], *refused.trail), str(refused)


def test_every_letter_is_in_its_column() -> None:
    found = placed("a != b >= c\n    -> ffi")
    assert [(one.character, one.column) for one in found if one.line == 0] == [
        *(("a", 0), ("!", 2), ("=", 3), ("b", 5), (">", 7), ("=", 8), ("c", 10)),
    ]
    assert [(one.character, one.column) for one in found if one.line == 1] == [
        *(("-", 4), (">", 5), ("f", 7), ("f", 8), ("i", 9)),
    ]


def test_hangul_takes_two_columns() -> None:
    assert width_of("# 넓이 x") == 8
    assert [one.column for one in placed("# 넓이 x")] == [0, 2, 4, 7]


def test_tabs_go_to_their_stops_and_blank_ends_are_left_out() -> None:
    assert lines_of("\n\na\tb\n\tc  \n\n") == ("a   b", "    c")
    assert lines_of("가\tb") == ("가  b",)
    assert lines_of("가") == ("가",), "composed"


def test_letters_are_drawn_in_their_columns() -> None:
    size = 0.5
    line = CodeLine(placed("i=넓W")[:4], 1.0, 0.0, size, THEMES["dark"])
    left = 1.0
    for letter, wide in (("i", 1), ("=", 1), ("넓", 2), ("W", 1)):
        one = CodeLine(
            [one for one in placed("i=넓W") if one.character == letter],
            1.0,
            0.0,
            size,
            THEMES["dark"],
        )
        right = left + wide * column_width() * size
        slack = 0.06 * size  # a wide letter may reach into the space between columns
        assert (
            left - slack <= float(one.get_left()[0]) <= float(one.get_right()[0]) <= right + slack
        )
        left = right
    assert float(line.get_right()[0]) <= left + 0.06 * size


def test_letters_have_the_colours_of_what_they_are() -> None:
    kinds = {(one.character, one.kind) for one in placed("def f(x):  # 말\n    return 'a' + 12")}
    assert {
        ("d", "keyword"),
        ("f", "name"),
        ("말", "comment"),
        ("1", "number"),
        ("a", "string"),
    } <= (kinds)
    for theme in THEMES.values():
        assert len(set(colors(theme).values())) == 6


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_all_colours_can_be_read(theme: Theme) -> None:
    for color in colors(theme).values():
        assert contrast(linear(color), linear(theme.ground)) >= 4.5
        assert contrast(linear(color), linear(mixed(theme.ground, theme.emphasis, MARKED))) >= 4.5


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("params", [PARAMS, {"listing": "x"}, {"listing": "x\n" * 18}], ids=str)
def test_programs_fit_in_every_shape(params: dict[str, object], language: str, aspect: str) -> None:
    look = small(aspect, language=language)
    watch = run(Code, params, look, wanted=())
    found = zones(look)
    boxes = watch.boxes[watch.beats[-1]]
    assert outside(boxes, found.safe) == []
    assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
    assert overlapping(boxes, {"text", "code"}) == []


def test_outputs_stand_beside_their_lines_and_come_with_them() -> None:
    watch = run(Code, PARAMS, wanted=())
    first, last = ({box.name: box for box in watch.boxes[name]} for name in ("point_1", "point_2"))
    assert "output of line 1" in first, "no beat points at line 1, so its output comes at once"
    assert "output of line 4" not in first
    output, line = last["output of line 4"], last["line 4"]
    assert output.x0 > line.x1
    assert min(output.y1, line.y1) - max(output.y0, line.y0) > 0.5 * (output.y1 - output.y0)


def test_what_is_pointed_at_keeps_its_colours_and_the_rest_steps_back() -> None:
    quiet = THEMES["dark"].quiet.lower()
    seen: dict[str, list[bool]] = {}

    class Noting(Watch):
        """Looks at the lines when a beat is over."""

        def end_beat(self, boxes: tuple[object, ...]) -> None:
            del boxes
            seen[self.beats[-1]] = [
                all(path.get_fill_color().to_hex().lower() == quiet for path in line)
                for line in on_stage(scene, CodeLine)
                if len(line)
            ]

    scene = staged(Code, PARAMS, Noting(()))
    scene.run()
    assert seen["listing"] == [False] * 4
    assert seen["point_1"] == [True, False, True, True]
    assert seen["point_2"] == [True, True, False, False]


@pytest.mark.parametrize(
    ("params", "place", "words"),
    [
        ({"listing": "x\n" * 19}, ("listing",), "19 lines"),
        ({"listing": "x" * 101}, ("listing",), "101 columns wide"),
        ({"listing": "x\n\U0010fffd"}, ("listing",), "U+10FFFD of line 2"),
        ({"listing": {"ko": "a\nb", "en": "a"}}, ("listing",), "how many lines"),
        ({"listing": {"ko": "a", "fr": "a"}}, ("listing", "fr"), "fr"),
        ({"listing": {"en": "a"}}, ("listing",), "missing in Korean"),
        ({"listing": "  \n"}, ("listing",), "empty"),
        ({"listing": "x", "syntax": "pythn"}, ("syntax",), "python"),
        ({"listing": "x", "point": [[1], [2]]}, ("point", 1, 0), "there is no line 2"),
        ({"listing": "x", "point": [[]]}, ("point", 0), "points at no line"),
        (
            {"listing": "x", "outputs": [{"line": 3, "value": "a"}]},
            ("outputs", 0, "line"),
            "no line 3",
        ),
        (
            {"listing": "x", "outputs": [{"line": 1, "value": "a"}, {"line": 1, "value": "b"}]},
            ("outputs", 1, "line"),
            "two outputs",
        ),
    ],
)
def test_what_cannot_be_shown_is_refused_at_its_place(
    params: dict[str, object], place: tuple[int | str, ...], words: str
) -> None:
    where, what = fault(params)
    assert where == place
    assert words in what


def test_lines_too_long_for_a_narrow_frame_are_refused_in_words() -> None:
    with pytest.raises(Misfit, match="90 columns does not fit"):
        run(Code, {"listing": "x" * 90}, small("9:16"), wanted=())


def test_braces_and_dollars_mean_nothing() -> None:
    params = Code.Params.model_validate({"listing": "f'{x}' + '$'"}, context=context({}))
    assert params.listing.get("ko") == "f'{x}' + '$'"
    assert Code.Params.model_validate(params.model_dump(mode="json")) == params
    assert unshowable("가 λ ≠ → x") is None


def test_a_play_that_is_not_drawn_leaves_the_same_pictures() -> None:
    look = small(fps=4)
    whole = run(Code, PARAMS, look)
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0}
    some = run(Code, PARAMS, look, wanted=ends)
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number]), number
