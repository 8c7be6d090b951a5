"""Definitions: both names of the term, words that fit, parts that come in order."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from film.pacing import reading_frames
from language.params import context
from scenes.definition import Definition
from stage.layout import Misfit, zones
from tests.stage_helpers import ASPECTS, outside, overlapping, run, small

KERNEL = {
    "term": {"ko": "핵", "en": "kernel"},
    "meaning": {
        "ko": "선형사상이 영벡터로 보내는 모든 벡터의 모임입니다.",
        "en": "All vectors that a linear map sends to the zero vector.",
    },
    "formula": r"$\ker A = \{x : Ax = 0\}$",
    "example": {
        "ko": r"$\begin{pmatrix}1&2\\2&4\end{pmatrix}$의 핵은 $(2,-1)$이 놓인 직선입니다.",
        "en": r"That of $\begin{pmatrix}1&2\\2&4\end{pmatrix}$ is a line through $(2,-1)$.",
    },
}
SHORT = {"term": "rank", "meaning": {"ko": "상의 차원", "en": "the dimension of the image"}}
LONG = {
    **KERNEL,
    "term": {"ko": "일반화된 고유벡터 사슬", "en": "chain of generalised eigenvectors"},
    "meaning": KERNEL["meaning"]["ko"] * 5,  # type: ignore[index]
}
OTHER = "term in the other language"


def names(params: Mapping[str, object], beat: str, language: str = "ko") -> set[str]:
    watch = run(Definition, params, small(language=language), wanted=())
    return {box.name for box in watch.boxes[beat]}


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("params", [KERNEL, SHORT, LONG], ids=["kernel", "short", "long"])
def test_definitions_fit_in_every_shape(
    params: Mapping[str, object], language: str, aspect: str
) -> None:
    look = small(aspect, language=language)
    watch = run(Definition, params, look, wanted=())
    found = zones(look)
    boxes = watch.boxes[watch.beats[-1]]
    assert outside(boxes, found.safe) == []
    assert [box.name for box in boxes if box.y0 < found.foot.top - 0.02] == []
    assert overlapping(boxes, {"text", "formula"}) == []
    tops = {box.name: box.y1 for box in boxes}
    order = [name for name in ("title", "term", "meaning", "formula", "example") if name in tops]
    assert [tops[name] for name in order] == sorted((tops[n] for n in order), reverse=True)


def test_parts_come_in_their_beats() -> None:
    assert names(KERNEL, "term") == {"title", "term", OTHER}
    assert names(KERNEL, "meaning") == {"title", "term", OTHER, "meaning", "formula"}
    assert names(KERNEL, "example") - names(KERNEL, "meaning") == {
        "example",
        "word for the example",
    }
    assert run(Definition, SHORT, wanted=()).beats == ["term", "meaning"]


def test_a_term_that_is_the_same_in_both_languages_stands_once() -> None:
    assert OTHER not in names(SHORT, "meaning")
    assert OTHER not in names({**SHORT, "term": {"ko": "rank", "en": "rank"}}, "meaning")
    assert OTHER in names(KERNEL, "term", "en")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_everything_is_given_time_to_be_read(language: str) -> None:
    """At the pace at which the planner gives captions time."""
    look = small(language=language)
    watch = run(Definition, KERNEL, look, wanted=())
    waits = sum(seconds for _, seconds in watch.holds)
    params = Definition.Params.model_validate(KERNEL, context=context({}))
    written = (params.term, params.meaning, params.formula, params.example)
    texts = [one.plain(language) for one in written if one is not None]
    needs = [reading_frames(text, language, 1000) / 1000 for text in texts]
    asked = sum(max(1.0, need) for need in needs)
    assert asked - 0.002 <= waits <= asked + len(needs) / look.fps


def test_a_definition_without_room_is_refused_in_words() -> None:
    endless = {**SHORT, "meaning": "모든 벡터의 모임 " * 200}
    with pytest.raises(Misfit, match="this definition does not fit"):
        run(Definition, endless, wanted=())


def test_a_play_that_is_not_drawn_leaves_the_same_pictures() -> None:
    look = small(fps=4)
    whole = run(Definition, KERNEL, look)
    ends = set(np.cumsum([frames for _, frames in whole.plays]).tolist()) | {0}
    some = run(Definition, KERNEL, look, wanted=ends)
    for number in ends:
        assert np.array_equal(some.pictures[number], whole.pictures[number]), number
