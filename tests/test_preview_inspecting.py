"""The preview's inspector tells what the picture gate finds, on the beats it belongs to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from film.plan import plan
from film.shoot import rehearse
from preview.inspecting import Inspector
from preview.messages import Inspect, Inspected, Order, Paint
from preview.pieces import scene_key
from stage.look import Look
from tests.slides import board, slide

LOOK = Look(1280, 720, 30, "dark", "ko")


def inspected(far: int, tmp_path: Path) -> Inspected:
    scene = plan(board(slide("a", far=far)), rehearse, LOOK).scenes[0]
    found: list[Any] = []
    order = Order(scene_key(scene, LOOK, {}), "", scene, LOOK)
    Inspector(tmp_path).answer(Inspect(order), found.append)
    [answer] = found
    assert isinstance(answer, Inspected)
    assert answer.key == order.key
    return answer


def test_what_fails_is_a_remark_and_no_crash(tmp_path: Path) -> None:
    scene = plan(board(slide("a")), rehearse, LOOK).scenes[0]
    broken = replace(scene, params={"far": 3, "fails": True})
    found: list[Any] = []
    Inspector(tmp_path).answer(Inspect(Order("k", "", broken, LOOK)), found.append)
    assert any("the square is stuck" in remark.what["en"] for remark in found[0].remarks)


def test_remarks_belong_to_beats_and_are_told_once(tmp_path: Path) -> None:
    answer = inspected(3, tmp_path)
    assert {remark.beat for remark in answer.remarks} <= {"still", "slide", "fade"}
    told = [(remark.beat, remark.what["en"]) for remark in answer.remarks]
    assert len(set(told)) == len(told)


def test_anything_else_is_not_the_inspectors(tmp_path: Path) -> None:
    scene = plan(board(slide("a")), rehearse, LOOK).scenes[0]
    with pytest.raises(TypeError):
        Inspector(tmp_path).answer(Paint(Order("k", "", scene, LOOK)), print)
