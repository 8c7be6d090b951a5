"""head_subspaces: what is drawn is what is computed, at every frame, for every shape of heads."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from pydantic import ValidationError

from algebra import facts
from algebra.matrices import Matrix, from_rows, random
from language.params import Refused, context
from scenes.head_subspaces import WORDS, HeadSubspaces
from stage.bars import OutputBar, VectorReadout
from stage.dimension_bars import DimensionBar
from stage.head_facts import counted, sees, telling
from stage.head_panel import HeadPanel
from stage.ink import Ink
from stage.layout import zones
from stage.look import Look
from stage.subspaces import RowSpaces
from tests.head_judges import Judge, drawn, tip_of
from tests.stage_helpers import ASPECTS, Array, Watch, on_stage, run, small, staged

PLANE = [[1, 0, 0], [0, 1, 0]]
TILTED = [["1", "0", "1"], ["0", "2", "1/2"]]
LINE = [[0, 1, 1]]

IN_SPACE: Mapping[str, Mapping[str, object]] = {
    "plane and line": {"heads": [PLANE, LINE], "inputs": [[1, 0, 0], [0, 0, 1]]},
    "two planes and a line": {"heads": [TILTED, [[1, 1, 0], [0, 0, 1]], [[1, -2, 1]]]},
    "nothing and everything": {"heads": ["zeros(2, 3)", "identity(3)"]},
    "one plane twice": {"heads": [[[1, 0, 1], [0, 1, 0]], [[2, 1, 2], [1, 1, 1]]]},
    "one line twice": {"heads": [[[1, 2, 3], [2, 4, 6]], [[1, 2, 3]]]},
    "large, small and roots": {
        "heads": [[["1000.25", "-1e-9", "12345"], ["0.1", "2000", "-7"]], [["sqrt(2)/2", 1, 0]]],
        "inputs": [["1234", "-567", "1/7"], ["sqrt(2)", "sqrt(2)/2", -3], [0, 0, 0]],
    },
    "five heads": {"heads": [[[1, 0, 0]], [[0, 1, 0]], TILTED, [[1, 1, 1]], PLANE]},
    "floats": {"heads": ["random(2, 3, seed=1)", "random(1, 3, seed=2)"]},
}
AS_BARS: Mapping[str, Mapping[str, object]] = {
    "four dimensions": {"heads": [[[1, 1, 0, 0], [0, 1, 1, 0]], [[0, 0, 1, 1]]]},
    "one dimension": {"heads": [[[0]], [[-3]]], "inputs": [[2]]},
    "two dimensions": {"heads": [[[1, 1]], [[1, -1], [0, 1]]]},
    "twelve heads": {"heads": [f"random(2, 5, seed={k})" for k in range(12)]},
    "long vectors": {"heads": ["random(8, 96, seed=0)", "random(8, 96, seed=1)"]},
}
MODELS: Mapping[str, Mapping[str, object]] = {
    "to scale": {"model": {"heads": 12, "rows": 8, "width": 96}},
    "too few rows": {"model": {"heads": 3, "rows": 2, "width": 10, "seed": 4}},
    "too many rows": {"model": {"heads": 4, "rows": 5, "width": 12}},
    "one head": {"model": {"heads": 1, "rows": 2, "width": 3}},
    "after heads": {"heads": [PLANE, LINE], "model": {"heads": 2, "rows": 2, "width": 3}},
}
ALL = {**IN_SPACE, **AS_BARS, **MODELS}

THOROUGH = ("plane and line", "four dimensions", "to scale")
"""Tried in both languages in every aspect: what the course shows."""


def read(params: Mapping[str, object]) -> HeadSubspaces.Params:
    """Params as a storyboard's mapping has them."""
    return HeadSubspaces.Params.model_validate(dict(params), context=context({}))


@pytest.mark.parametrize("name", IN_SPACE)
def test_space_shows_what_is_computed_at_every_frame(name: str) -> None:
    judge = Judge(IN_SPACE[name]).run()
    (space,) = on_stage(judge.scene, RowSpaces)
    assert space.grown[: len(space.spaces)] == [1.0] * len(space.spaces)
    assert [one.rank for one in space.spaces] == [np.linalg.matrix_rank(h) for h in judge.heads]
    for one, head in zip(space.spaces, judge.heads, strict=True):
        projector = np.linalg.pinv(head) @ head
        assert one.basis.T @ one.basis == pytest.approx(projector, abs=1e-9)


@pytest.mark.parametrize("name", AS_BARS)
def test_bars_show_what_is_computed_at_every_frame(name: str) -> None:
    judge = Judge(AS_BARS[name]).run()
    cells = on_stage(judge.scene, DimensionBar)
    n = judge.heads[0].shape[1]
    for bar, head in zip(cells, judge.heads, strict=True):
        rank = int(np.linalg.matrix_rank(head))
        assert [share.count for share in bar.shares] == [rank, n - rank]
        assert bar.filled == n


@pytest.mark.parametrize("name", [*IN_SPACE, *AS_BARS])
def test_at_rest_lengths_are_exact_and_words_tell_who_sees(name: str) -> None:
    scene = staged(HeadSubspaces, ALL[name], Watch(()), small())
    scene.run()
    (panel,) = on_stage(scene, HeadPanel)
    params = read(ALL[name])
    last = (params.inputs or telling(params.heads))[-1]
    for bar, head in zip(on_stage(scene, OutputBar), params.heads, strict=True):
        output = head.array @ last.array[:, 0]
        size = float(np.linalg.norm(head.array)) * float(np.linalg.norm(last.array))
        seen = bool(np.linalg.norm(output) > 1e-9 * size)
        assert bar.exact is not None
        assert not bar.number.has_points()
        assert bar.length == pytest.approx(float(np.linalg.norm(output)) if seen else 0, rel=1e-9)
        if not bar.in_track:
            assert bar.said is bar.words[0 if seen else 1]
        elif seen:
            assert bar.said is None
        else:
            violet = bar.exact[0].get_fill_color().to_hex() == bar.theme.kernel
            assert bar.said is bar.words[2] or violet
    assert not panel.readout.live.has_points()


def test_moving_along_the_kernel_moves_neither_shadow_nor_bar() -> None:
    lengths: list[float] = []
    shadows: list[Array] = []
    heights: list[float] = []

    def see(picture: int) -> None:
        del picture  # every one is noted
        (space,), (panel,) = on_stage(scene, RowSpaces), on_stage(scene, HeadPanel)
        if watch.beats[-1] == "input_2" and space.vector is not None:
            lengths.append(panel.bars[0].length)
            ((_, arrow),) = drawn(space, "head 1 shadow")
            shadows.append(tip_of(arrow))
            heights.append(space.vector[2])

    watch = Watch(seen=see, during="input_2", blind=True)
    params = {"heads": [PLANE], "inputs": [[2, 1, 0], [2, 1, 2]]}
    scene = staged(HeadSubspaces, params, watch, small())
    scene.run()
    assert len(heights) > 8
    assert heights == sorted(heights)
    assert heights[-1] == 2
    assert lengths == pytest.approx([math.sqrt(5)] * len(lengths))
    assert np.array(shadows) == pytest.approx(np.array([shadows[0]] * len(shadows)), abs=1e-9)


def test_the_orbit_goes_once_round_and_ends_where_it_began() -> None:
    angles: list[float] = []

    def see(picture: int) -> None:
        del picture  # every one is noted
        if watch.beats and watch.beats[-1] == "orbit":
            angles.append(on_stage(scene, RowSpaces)[0].camera.azimuth)

    watch = Watch(seen=see)
    scene = staged(HeadSubspaces, IN_SPACE["plane and line"], watch, small())
    scene.run()
    before = [n for beat, n in watch.plays if beat.startswith("head")]
    once_round = next(n for beat, n in watch.plays if beat == "orbit")
    steps = np.diff(angles[: once_round - 1])
    assert (steps > 0).all()
    assert steps.max() < 0.2
    assert angles[once_round - 2] - angles[0] > 6
    begun = watch.pictures[sum(n for beat, n in watch.plays if beat.startswith("head"))]
    ended = watch.pictures[sum(before) + once_round]
    assert np.array_equal(begun, ended)
    added = watch.pictures[sum(n for beat, n in watch.plays if not beat.startswith("input"))]
    assert not np.array_equal(ended, added), "the beat leaves something that was not there before"


@pytest.mark.parametrize(
    "name", ["plane and line", "nothing and everything", "four dimensions", "after heads"]
)
def test_fast_forward_gives_the_same_pictures(name: str) -> None:
    whole = run(HeadSubspaces, ALL[name])
    ends = np.cumsum([0, *(frames for _, frames in whole.plays)])
    skipped = run(HeadSubspaces, ALL[name], wanted={int(end) for end in ends})
    assert set(skipped.pictures) == {int(end) for end in ends}
    for picture, pixels in skipped.pictures.items():
        assert np.array_equal(pixels, whole.pictures[picture]), picture


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("name", ALL)
def test_all_that_is_named_stays_in_the_safe_area_and_out_of_the_foot(
    name: str, aspect: str
) -> None:
    languages = ("ko", "en") if name in THOROUGH else ("en",) if aspect != "4:3" else ()
    for language in languages:
        look = small(aspect, language=language)
        watch = run(HeadSubspaces, ALL[name], look, wanted=(), title="부분공간")
        room = zones(look)
        for beat, boxes in watch.boxes.items():
            assert any(box.name == "title" for box in boxes)
            for box in boxes:
                where = f"{language} {beat} {box}"
                assert box.x0 >= room.safe.left - 0.01, where
                assert box.x1 <= room.safe.right + 0.01, where
                assert box.y1 <= room.safe.top + 0.01, where
                assert box.y0 >= room.foot.top - 0.01, where


@pytest.mark.parametrize("aspect", ["16:9", "9:16"])
@pytest.mark.parametrize("name", ["plane and line", "two planes and a line", "one plane twice"])
def test_names_keep_clear_of_each_other_and_of_the_input(name: str, aspect: str) -> None:
    for language in ("ko", "en"):
        boxes = run(HeadSubspaces, ALL[name], small(aspect, language=language), wanted=()).boxes
        for beat, there in boxes.items():
            labels = [box for box in there if box.kind == "label"]
            for k, one in enumerate(labels):
                for other in labels[k + 1 :]:
                    apart = (
                        one.x1 <= other.x0
                        or other.x1 <= one.x0
                        or one.y1 <= other.y0
                        or other.y1 <= one.y0
                    )
                    assert apart, f"{language} {beat}: {one} {other}"


@pytest.mark.parametrize("name", ["plane and line", "four dimensions"])
def test_before_there_are_outputs_no_bar_is_begun(name: str) -> None:
    begun: dict[str, set[bool]] = {}
    said: dict[str, set[str]] = {}

    def see(picture: int) -> None:
        del picture  # every one is noted
        beat = watch.beats[-1] if watch.beats else "before"
        shown = {id(one) for mobject in scene.mobjects for one in mobject.get_family()}
        panels = on_stage(scene, HeadPanel)
        bases = [id(bar.base) in shown for panel in panels for bar in panel.bars]
        begun.setdefault(beat, set()).update(bases)
        facts_shown = [one.says for one in on_stage(scene, Ink) if " + " in one.says]
        said.setdefault(beat, set()).update(facts_shown)

    watch = Watch(seen=see, blind=True)
    scene = staged(HeadSubspaces, ALL[name], watch, small(language="en"))
    scene.run()
    early = [beat for beat, seen in begun.items() if not beat.startswith("input") and any(seen)]
    assert early == []
    assert begun["input_2"] == {True}
    if name == "plane and line":
        assert said["orbit"] == {"rank 2 + nullity 1 = 3", "rank 1 + nullity 2 = 3"}
        assert not said["input_2"], "the facts make way for the bars"


def test_an_output_of_length_zero_has_no_bar_and_leaves_no_mark() -> None:
    scene = staged(HeadSubspaces, IN_SPACE["plane and line"], Watch(()), small())
    scene.run()
    plane, line = on_stage(scene, OutputBar)  # the last input: unseen by the plane, 1 by the line
    assert not plane.bar.has_points()
    assert plane.ghost.has_points(), "it was 1 before"
    assert line.bar.has_points()
    assert not line.ghost.has_points(), "it was 0 before"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_rim_of_the_inputs_name_has_the_colour_of_what_is_behind_it(theme: str) -> None:
    look = small(theme=theme)
    for vector, covered in (([2, 1, 0], True), ([0, 0, 9], False)):
        params = {"heads": [PLANE], "inputs": [vector]}
        scene = staged(HeadSubspaces, params, Watch(()), look)
        scene.run()
        (space,) = on_stage(scene, RowSpaces)
        rim = space.tip[0].get_stroke_color(background=True)
        assert rim is not None
        assert (rim.to_hex() != space.theme.ground) == covered, vector


@pytest.mark.parametrize("name", MODELS)
def test_counts_are_drawn_to_scale_and_add_up(name: str) -> None:
    scene = staged(HeadSubspaces, MODELS[name], Watch(()), small())
    scene.run()
    model = read(MODELS[name]).model
    assert model is not None
    bars = on_stage(scene, DimensionBar)
    assert len({bar.unit for bar in bars}) == 1
    assert [share.count for share in bars[0].shares] == [model.rows] * model.heads
    maps = [random(model.rows, model.width, model.seed + h).array for h in range(model.heads)]
    rank = int(np.linalg.matrix_rank(np.vstack(maps)))
    assert [share.count for share in bars[1].shares] == [rank, model.width - rank]
    if model.heads > 1:
        one, two = (int(np.linalg.matrix_rank(m)) for m in maps[:2])
        both = one + two - int(np.linalg.matrix_rank(np.vstack(maps[:2])))
        counts = [share.count for share in bars[2].shares]
        assert counts == [one - both, both, two - both, model.width - one - two + both]
    for bar in bars:
        for share, part in zip(bar.shares, bar.parts, strict=True):
            if share.count:
                width = part.get_right()[0] - part.get_left()[0]
                assert width == pytest.approx(share.count * bar.unit, abs=0.11)


def test_twelve_heads_of_64_rows_read_all_768_dimensions() -> None:
    found = counted(12, 64, 768, 0)
    assert (found.rank, found.ranks, found.shared, found.unread) == (768, (64, 64), 0, 640)


def test_kernels_of_two_seeded_heads_meet_in_just_what_neither_reads() -> None:
    found = counted(2, 3, 8, 5)
    one, two = (random(3, 8, 5 + h).array for h in range(2))
    kernels = [np.linalg.svd(m)[2][3:] for m in (one, two)]
    meeting = sum(len(k) for k in kernels) - int(np.linalg.matrix_rank(np.vstack(kernels)))
    assert found.unread == meeting == 2


@pytest.mark.parametrize("seed", range(20))
def test_inputs_that_are_found_tell_the_heads_apart(seed: int) -> None:
    generator = np.random.default_rng(seed)
    n = int(generator.integers(2, 6))
    heads = tuple(
        from_rows(generator.integers(-2, 3, (int(generator.integers(1, 4)), n)).tolist())
        for _ in range(int(generator.integers(2, 4)))
    )
    found = telling(heads)
    assert 1 <= len(found) <= 2
    pictures = [[sees(head, vector) for head in heads] for vector in found]
    kernels = [facts.kernel(head) for head in heads]
    can = any(sees(head, vector) for kernel in kernels for vector in kernel for head in heads)
    if can:
        assert all(any(seen) and not all(seen) for seen in pictures)
        assert len({tuple(seen) for seen in pictures}) == len(found)


def test_a_plane_and_a_line_are_told_apart_both_ways() -> None:
    plane, line = from_rows(PLANE), from_rows(LINE)
    pictures = [(sees(plane, x), sees(line, x)) for x in telling((plane, line))]
    assert pictures == [(False, True), (True, False)]


def test_seeing_is_decided_exactly() -> None:
    almost = from_rows([[1, Matrix(((1,),))[0, 0] + 0]])
    assert not sees(almost, from_rows([[1], [-1]]))
    assert sees(read({"heads": [[["1", "1.0000000001"]]]}).heads[0], from_rows([[1], [-1]]))
    noisy = random(2, 5, 0)
    assert not sees(noisy, facts.kernel(noisy)[0])


def test_the_first_picture_has_title_axes_and_the_matrix_of_the_head_that_is_told() -> None:
    watch = Watch((0,))
    scene = staged(HeadSubspaces, IN_SPACE["plane and line"], watch, replace(small(), fps=2))
    kinds: list[set[str]] = []
    watch.seen = lambda _: kinds.append(
        {
            getattr(part, "box_name", ("", ""))[0]
            for mobject in scene.mobjects
            for part in mobject.get_family()
        }
    )
    scene.run()
    assert kinds[0] >= {"title", "axis 1", "axis 2", "axis 3", "matrix 1"}
    assert not kinds[0] & {"head 1", "matrix 2"}


@pytest.mark.parametrize(
    ("params", "what", "trail"),
    [
        ({}, "there are no heads here", ()),
        ({"inputs": [[1, 2]], "model": {}}, "inputs need heads", ("inputs",)),
        ({"heads": [PLANE, [[1, 2]]]}, "reads vectors of 2 numbers, the first of 3", ("heads", 1)),
        ({"heads": [PLANE], "inputs": [[1, 2]]}, "this input has 2 numbers", ("inputs", 0)),
        ({"heads": [PLANE] * 13}, "these are 13 heads", ("heads", 12)),
        ({"model": {"heads": 12, "rows": 128}}, "1536×768 matrix", ("model",)),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    params: Mapping[str, object], what: str, trail: tuple[object, ...]
) -> None:
    with pytest.raises(ValidationError) as caught:
        read(params)
    (detail,) = caught.value.errors()
    refused = detail["ctx"]["error"]
    assert isinstance(refused, Refused)
    assert what in refused.what
    assert refused.cure
    assert refused.trail == trail


@pytest.mark.parametrize(
    "model", [{"heads": 13}, {"heads": 0}, {"rows": 0}, {"seed": -1}, {"n": 3}]
)
def test_a_model_out_of_bounds_is_refused(model: Mapping[str, int]) -> None:
    with pytest.raises(ValidationError):
        read({"model": model})


@pytest.mark.parametrize("name", ALL)
def test_params_survive_a_plan(name: str) -> None:
    params = read(ALL[name])
    plain = json.loads(json.dumps(params.model_dump(mode="json")))
    assert HeadSubspaces.Params.model_validate(plain) == params


@pytest.mark.parametrize(("name", "live"), [("four dimensions", True), ("long vectors", False)])
def test_live_coordinates_show_only_short_vectors(name: str, live: bool) -> None:
    shown: list[bool] = []

    def see(picture: int) -> None:
        del picture  # every one is noted
        shown.extend(one.live.has_points() for one in on_stage(scene, VectorReadout))

    scene = staged(HeadSubspaces, ALL[name], Watch(seen=see, blind=True), small())
    scene.run()
    assert any(shown) == live


def test_the_words_are_the_same_in_both_languages() -> None:
    assert WORDS["ko"].keys() == WORDS["en"].keys()
    assert Look().language in WORDS
