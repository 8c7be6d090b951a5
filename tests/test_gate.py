"""The picture gate finds what is bad, and nothing in what is good; its figures are published."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from film import gate
from film.failures import fault_lines
from film.gate_rules import AT_REST
from film.gate_watch import Found, Seen, look_at, merged
from film.gate_words import numbers
from film.plan import ScenePlan
from film.progress import Silent
from language.inner import InnerScene
from language.kind import Kind
from language.messages import told
from language.model import BeatSpec, SceneSpec, Storyboard
from language.places import Place
from language.text import Text
from scenes.compare import SIDES, Compare
from stage.look import Look
from tests.bad_scenes import BAD, EVERY, GOOD
from tests.conftest import ROOT, Goldens
from tests.tiny_scenes import Tiny

PAGE = ROOT / "docs" / "picture-gate.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->"


def spec_of(scene: type[Tiny]) -> SceneSpec:
    """A tiny scene as a storyboard would have it."""
    place = Place("bad.yaml", 1, 1)
    target = f"{scene.__module__}:{scene.__name__}"
    params = scene.Params()
    kind = Kind(scene.__name__.lower(), scene.Params, scene.beats, scene.__doc__ or "", target)
    beats = tuple(BeatSpec(beat, None, None, place) for beat in scene.beats(params))
    return SceneSpec(scene.__name__.lower(), kind, params, None, "auto", beats, place)


def board(*scenes: type[Tiny]) -> Storyboard:
    """A storyboard of tiny scenes, in Korean."""
    return Storyboard(
        path=Path("bad.yaml"),
        version=1,
        title=Text.of({"ko": "그림"}),
        languages=("ko",),
        theme="dark",
        matrices={},
        claims=(),
        scenes=tuple(map(spec_of, scenes)),
        notices=(),
    )


def found_in(scene: type[Tiny]) -> tuple[Found, ...]:
    """What the gate finds in a scene, in any shape."""
    return _found(scene.__name__)


@cache
def _found(name: str) -> tuple[Found, ...]:
    storyboard = board(next(scene for scene in EVERY if scene.__name__ == name))
    views = [
        gate.View(0, 0, shape, "ko", gate.bare(storyboard.scenes[0]), Path())
        for shape in gate.SHAPES
    ]
    seen = {view: gate.watch(view) for view in views}
    hurried = list(gate._hurried(storyboard, 0, 0, "ko", seen))
    forms = {view.shape: list(one.found) for view, one in seen.items()}
    return tuple(found for found, _ in merged({**forms, "": hurried}))


def rules_in(scene: type[Tiny]) -> set[str]:
    """The rules that find something in a scene."""
    return {found.finding.rule for found in found_in(scene)}


@pytest.mark.parametrize("scene", BAD, ids=lambda scene: scene.__name__)
def test_what_is_bad_is_found(scene: type[Tiny]) -> None:
    assert scene.fault in rules_in(scene), [found.finding.what for found in found_in(scene)]


@pytest.mark.parametrize("scene", GOOD, ids=lambda scene: scene.__name__)
def test_in_what_is_good_nothing_is_found(scene: type[Tiny]) -> None:
    assert not found_in(scene), [found.finding.what for found in found_in(scene)]


def test_every_rule_has_a_bad_scene_and_enough_are_measured() -> None:
    ruled = {
        "overlap",
        "label on arrow",
        "line through type",
        "over a read-out",
        "out of place",
        "small type",
        "contrast",
        "no glyph",
        "empty",
        "overfull",
        "roles too close",
        "untrue",
        "several motions",
        "hurried",
        "does not fit",
    }
    assert {scene.fault for scene in BAD} == ruled
    assert len(BAD) >= 30
    assert len(GOOD) >= 15
    assert len(AT_REST) >= 10


def measured() -> str:
    """The table of the page: how many faults of each kind are found, and the false alarms."""
    lines = ["| rule | bad scenes | found |", "|---|---|---|"]
    rules = dict.fromkeys(scene.fault for scene in BAD)
    for rule in rules:
        own = [scene for scene in BAD if scene.fault == rule]
        hit = sum(rule in rules_in(scene) for scene in own)
        lines.append(f"| {rule} | {len(own)} | {hit} |")
    hit = sum(scene.fault in rules_in(scene) for scene in BAD)
    alarms = sum(bool(found_in(scene)) for scene in GOOD)
    share = 100 * hit / len(BAD)
    lines.append(f"| all | {len(BAD)} | {hit} ({share:.0f} %) |")
    lines += ["", f"False alarms: {alarms} in {len(GOOD)} good scenes that come close to a fault."]
    return "\n".join(lines) + "\n"


def test_the_page_tells_what_was_measured(goldens: Goldens) -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    shown, after = rest.split(END)
    if goldens.accepting:
        PAGE.write_text(before + BEGIN + measured() + END + after, encoding="utf-8", newline="\n")
        return
    assert shown == measured(), "run pytest tests/test_gate.py --accept"


def test_a_finding_names_scene_beat_shape_line_and_cure() -> None:
    scene = next(each for each in EVERY if each.__name__ == "LabelOnLabel")
    (fault,) = gate.inspect([board(scene)], 1, Silent())
    assert str(fault) == (
        "bad.yaml:1:1: labelonlabel.show and rest: the label (2, 1) and the label (1, 3) lie on "
        "one another (in every shape), move one of them, or write less"
    )
    assert fault.severity == "error"


def test_a_fault_in_one_shape_says_which() -> None:
    """The frame is narrow in 9:16 and 1:1 only."""
    scene = next(each for each in EVERY if each.__name__ == "WideOnly")
    faults = gate.inspect([board(scene)], 1, Silent())
    assert [fault.what for fault in faults if "border" in fault.what] == [
        "wideonly.show and rest: the label (1, 0) is cut off at the border of the frame "
        "(9:16 ko, 1:1 ko)"
    ]


def test_a_finding_is_told_in_korean() -> None:
    """All of it: what things are, when, and in which shapes; names are the scene's own."""
    scene = next(each for each in EVERY if each.__name__ == "LabelOnLabel")
    assert fault_lines(gate.inspect([board(scene)], 1, Silent()), "ko") == (
        "bad.yaml:1:1: labelonlabel.show와 rest: 이름표 “(2, 1)”과 이름표 “(1, 3)”이 서로 "
        "겹칩니다(모든 화면비). 하나를 옮기거나 줄여 적으십시오.",
    )
    scene = next(each for each in EVERY if each.__name__ == "TwoAtATime")
    (line,) = fault_lines(gate.inspect([board(scene)], 1, Silent()), "ko")
    assert "알림: twoatatime.show(움직이는 동안): 한꺼번에 2가지가 움직입니다" in line


ENGLISH = re.compile(r"\b(?:the|and|is|are|has|lies?|in|or|it|less|least|other|theme)\b")


@pytest.mark.parametrize("scene", BAD, ids=lambda scene: scene.__name__)
def test_nothing_that_is_found_is_left_in_english(scene: type[Tiny]) -> None:
    for found in found_in(scene):
        if found.finding.rule != "does not fit":  # in the words of the bad scene itself
            for message in (found.finding.what, found.finding.cure):
                assert not ENGLISH.search(re.sub("“[^”]*”", "", told(message, "ko")))


@pytest.mark.parametrize(
    ("says", "value"),
    [
        ("(2, -1)", (2.0, -1.0)),
        (r"-\frac{3}{4}", (-0.75,)),
        (r"\dfrac{-1}{2}", (-0.5,)),
        ("37{,}748", (37748.0,)),
        ("0.333", (0.333,)),
        (r"\sqrt{2}", None),
    ],
)
def test_numbers_are_read_from_formulas(says: str, value: tuple[float, ...] | None) -> None:
    assert numbers(says) == value


def side_by_side(first: type[Tiny], second: type[Tiny], order: str = "together") -> Seen:
    """What is seen of two tiny scenes beside each other."""
    inner = [
        InnerScene(each.__name__, f"{each.__module__}:{each.__name__}", "{}")
        for each in (first, second)
    ]
    params = Compare.Params.model_validate({"order": order, "first": inner[0], "second": inner[1]})
    plan = ScenePlan(
        id="pair",
        kind="compare",
        target="scenes.compare:Compare",
        params=params.model_dump(mode="json"),
        title={"ko": "둘"},
        motion="auto",
        run_times={},
        beats=(),
    )
    return look_at(plan, Look(1920, 1080, 60, "dark", "ko"), ("dark", "light"), None)


class Clear(Tiny):
    """One label in the middle of its stage."""

    def show(self) -> None:
        """It stands there."""
        self.say("(2, 1)", *self.zones.stage.center)


class Crowded(Clear):
    """Another label on the first."""

    fault = "overlap"

    def show(self) -> None:
        """Both stand there."""
        super().show()
        x, y = self.zones.stage.center
        self.say("(1, 3)", x + 0.2, y + 0.05)


class Crossing(Clear):
    """A label that comes slowly over the other."""

    fault = "overlap"

    def show(self) -> None:
        """It moves."""
        super().show()
        x, y = self.zones.stage.center
        label = self.say("(1, 3)", x - 0.3, y)
        self.play(self.glide(label, (1.3, 0.0, 0.0)))


class Outside(Clear):
    """A label half outside of the part of the frame that it has."""

    fault = "out of place"

    def show(self) -> None:
        """It stands there."""
        part = self.zones.frame
        self.say("(1, 3)", part.left, (part.bottom + part.top) / 2)


@pytest.mark.parametrize("order", ["together", "in_turn"])
@pytest.mark.parametrize("bad", [Crowded, Crossing, Outside])
def test_scenes_within_a_scene_are_looked_at_too(bad: type[Tiny], order: str) -> None:
    pairs: list[tuple[type[Tiny], type[Tiny]]] = [(bad, Clear), (Clear, bad)]
    for number, (first, second) in enumerate(pairs):
        found = side_by_side(first, second, order).found
        assert {each.finding.rule for each in found} == {bad.fault}
        prefix = "" if order == "together" else f"{SIDES[number]}_"
        assert {each.beat for each in found} <= {f"{prefix}show", f"{prefix}rest"}


def test_good_scenes_within_a_scene_are_no_empty_picture() -> None:
    assert not side_by_side(Clear, Clear).found


def test_processes_find_the_same() -> None:
    """Who looks does not matter, nor in which order."""
    storyboard = board(*BAD[:6])
    alone = gate.inspect([storyboard], 1, Silent())
    assert gate.inspect([storyboard], 2, Silent()) == alone
