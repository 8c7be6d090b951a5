"""head_subspaces: rows come with their heads, words stand by what they are said of, on one line."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from manim import ManimColor

from scenes.head_subspaces import HeadSubspaces
from stage.bars import NUMBER, OutputBar
from stage.colors import coded, contrast
from stage.ink import formula, text
from stage.layout import Zone
from stage.subspaces import RowSpaces
from stage.theme import THEMES
from tests.stage_helpers import Watch, on_stage, run, small, staged

PLANE = [[1, 0, 0], [0, 1, 0]]
LINE = [[0, 1, 1]]
FOUR = [[[1, 1, 0, 0], [0, 1, 1, 0]], [[0, 0, 1, 1]], [[1, -1, 1, -1]]]
FORMS = list(itertools.product(["16:9", "9:16", "1:1"], ["ko", "en"]))


def a_bar(theme: str, hue: int) -> OutputBar:
    """A wide row of the theme's palette, in which 1 fills the track."""
    look = THEMES[theme]
    name = text("head 1", size=0.3, color=look.ink)
    words = ("reads it", "misses it (kernel)", "misses it")
    zone = Zone(0.0, 0.0, 7.0, 1.1)
    return OutputBar(zone, look, name, look.family[hue], words, full=1.0, widest=name.width)


@pytest.mark.parametrize("aspect", ["16:9", "9:16"])
def test_what_is_said_of_a_head_comes_when_the_head_is_told(aspect: str) -> None:
    seen: dict[str, set[str]] = {}

    def see(picture: int) -> None:
        del picture
        seen[watch.beats[-1]] = {
            getattr(part, "box_name", ("", ""))[0]
            for mobject in scene.mobjects
            for part in mobject.get_family()
        }

    watch = Watch(seen=see)
    params = {"heads": [PLANE, LINE], "inputs": [[1, 0, 0]]}
    scene = staged(HeadSubspaces, params, watch, small(aspect, fps=2))
    scene.run()
    assert {"output 1", "fact 1"} <= seen["head_1"]
    assert not seen["head_1"] & {"output 2", "fact 2"}
    assert {"output 1", "fact 1", "output 2", "fact 2"} <= seen["head_2"]
    assert {"output 1", "output 2"} <= seen["input_1"]
    assert not seen["input_1"] & {"fact 1", "fact 2"}


def test_there_is_no_empty_frame_before_its_heading_comes() -> None:
    params = {"model": {"heads": 4, "rows": 2, "width": 9}}
    watch = run(HeadSubspaces, params, small())
    last = sum(frames for beat, frames in watch.plays if beat == "rows")
    picture = watch.pictures[last]
    below = picture[picture.shape[0] // 2 :]
    assert (below == below[0, 0]).all(), "nothing stands where the other bars will be"
    assert (picture != below[0, 0]).any()


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_the_end_of_an_empty_bar_is_seen_on_a_longer_bar(theme: str) -> None:
    for hue in range(len(THEMES[theme].family)):
        bar = a_bar(theme, hue)
        one = formula("1", color=THEMES[theme].ink)
        bar.rest(0.4, one.copy(), seen=True)
        bar.mark()
        assert not bar.cut.has_points(), "both end there"
        bar.rest(1.0, one.copy(), seen=True)
        assert bar.cut.get_x() == pytest.approx(bar.track.left + 0.4 * bar.track.width)
        assert bar.cut.height == pytest.approx(bar.track.height)
        color = coded(ManimColor(bar.cut.get_stroke_color()).to_hex())
        assert contrast(color, coded(THEMES[theme].family[hue])) >= 3
        bar.rest(0.2, one.copy(), seen=True)
        assert not bar.cut.has_points(), "it is seen on the ground"


@pytest.mark.parametrize(("aspect", "language"), FORMS)
@pytest.mark.parametrize("heads", [[PLANE, LINE], FOUR])
def test_name_word_and_number_of_one_line_stand_on_one_baseline(
    heads: list[list[list[int]]], aspect: str, language: str
) -> None:
    params = {"heads": heads, "inputs": [[0] * (len(heads[0][0]) - 1) + [1]]}
    scene = staged(HeadSubspaces, params, Watch(()), small(aspect, language=language, fps=2))
    scene.run()
    for bar in on_stage(scene, OutputBar):
        if bar.in_track:  # where the word stands in the middle of the empty track
            continue
        assert bar.said is not None
        assert bar.exact is not None
        inks = [bar.caption, bar.said]
        if bar.size == NUMBER:  # else it has been scaled, and does not know its baseline
            inks.append(bar.exact)
        for one, other in itertools.combinations(inks, 2):
            shift = abs(one.baseline - other.baseline)
            assert shift < 1e-6 or shift > 0.1, "on one line, or on another"


@pytest.mark.parametrize(("aspect", "language"), FORMS)
def test_a_word_is_nearer_to_its_own_bar_than_to_the_next(aspect: str, language: str) -> None:
    params = {"heads": [PLANE, LINE], "inputs": [[1, 0, 0], [0, 0, 1]]}
    scene = staged(HeadSubspaces, params, Watch(()), small(aspect, language=language, fps=2))
    scene.run()
    first, second = on_stage(scene, OutputBar)
    assert first.said is not None
    low, high = first.said.get_bottom()[1], first.said.get_top()[1]
    if high < first.track.bottom:
        assert first.track.bottom - high < 0.75 * (low - second.track.top)
    else:
        assert low >= first.track.bottom


@pytest.mark.parametrize(("aspect", "language"), FORMS)
def test_the_name_of_a_plane_is_nearer_to_it_than_to_any_other_end(
    aspect: str, language: str
) -> None:
    params = {"heads": [PLANE, LINE], "inputs": [[1, 0, 0], [0, 0, 1]]}
    scene = staged(HeadSubspaces, params, Watch(()), small(aspect, language=language, fps=2))
    scene.run()
    (space,) = on_stage(scene, RowSpaces)
    name = space.names[0]
    assert name is not None
    half = np.array([name.width, name.height]) / 2
    line = space.reach(1) * space.spaces[1].basis[0]
    for end in (*(-axis for axis in space.axes), line, -line):
        away = np.abs(space.camera.place(end) - name.get_center()[:2]) - half
        assert np.hypot(*np.maximum(away, 0)) > 0.45, "it would seem to be the name of that"
    upright = abs(space.camera.x - name.get_center()[0]) - half[0]
    assert upright > 0.2, "it would seem to be said of the axis"
