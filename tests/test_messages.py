"""What the program says is said in Korean too: the whole catalogue, and the messages in place."""

from __future__ import annotations

import ast
import pickle
import re
import string
from pathlib import Path

import pytest
from click.testing import CliRunner

import render
from algebra.wording import Phrase, alternatives, listed, message_of, one_by_one, phrase, together
from film.failures import fault_lines
from language.messages import catalogue, of_the_system, told, told_fault
from language.places import Faults
from language.reader import read
from scenes import kinds
from tests.kinds_for_reading import HEAD, KINDS, SCENE, THEMES, read_text
from tests.message_templates import (
    has_words,
    prose,
    sentences,
    templates,
    untold_beats,
    untold_docs,
)
from tests.test_newcomers import BRACES
from tests.test_reading_faults import FAULTS

KOREAN = catalogue("ko")

# The catalogue.


def described() -> dict[str, str]:
    """What a fault says of a parameter that is lacking: its description, by kind and name."""
    return {
        field.description: f"{kind.name}.{name}"
        for kind in kinds().values()
        for name, field in kind.params.model_fields.items()
        if field.is_required() and field.description
    }


def test_every_message_has_a_korean_twin() -> None:
    known = templates() | described()
    assert {t: place for t, place in known.items() if has_words(t) and t not in KOREAN} == {}


def test_what_each_beat_is_for_is_a_message() -> None:
    """The catalogue can only know what is no formatted string."""
    assert untold_beats() == []
    both = {"map {k} moves the plane", "the map moves space; the volume follows"}
    assert both <= templates().keys()


@pytest.mark.parametrize(
    ("code", "untold"),
    [
        ('Beat("warp", "the map moves")', False),
        ('Beat("warp_1", phrase("map {k} moves", k=1), main=True)', False),
        ('Beat("warp", "one" if k else phrase("{k}", k=k))', False),
        ('replace(beat, doc=phrase("first scene: {doc}", doc=beat.doc))', False),
        ("replace(beat, run_time=2)", False),
        ('Beat("warp_1", f"map {k} moves")', True),
        ('Beat("warp", doc=f"map {k} moves")', True),
        ('Beat("warp", phrase(f"map {k} moves"))', True),
        ('Beat("warp", doc)', True),
        ('Beat(*("warp", "the map moves"))', True),
        ('replace(beat, doc=f"first scene: {beat.doc}")', True),
    ],
)
def test_a_beat_that_cannot_be_told_in_korean_is_noticed(code: str, untold: bool) -> None:
    assert list(untold_docs(ast.parse(code))) == ([1] if untold else [])


NO_MESSAGES: dict[str, tuple[str, ...]] = {
    "film/gallery.py": ("",),  # a page of the documentation
    "film/encode.py": ("bt709 limited bilinear",),
    "film/store.py": ("version of {…}", "run_time of {…}"),  # keys, which film/why.py tells
    "film/why.py": ("version of ", "run_time of "),
    "film/gate_colors.py": ("roles too close",),  # names of rules, which nobody is shown
    "film/gate_rules.py": (
        *("label on arrow", "line through type", "out of place", "small type", "no glyph"),
    ),
    "film/gate_watch.py": (
        *("at rest", "while it moves", "does not fit", "out of place", "several motions"),
    ),
    "preview/server.py": ("private, max-age",),
    "preview/worker.py": ("Connection[",),
    "render.py": (  # what a Python is told that cannot read the catalogue
        *("run `make setup`", "render.py: Python 3.11", "render.py: this Python lacks"),
    ),
}
"""What reads like a sentence and is none that people are told, by its beginning."""


def test_whatever_reads_like_a_sentence_is_a_message() -> None:
    known = templates()
    left = [
        f"{place}: {text}"
        for place, text in sentences()
        if text not in known and not text.startswith(NO_MESSAGES.get(place.rpartition(":")[0], ()))
    ]
    assert left == []


def test_no_exemption_is_left_over() -> None:
    texts = [(place.rpartition(":")[0], text) for place, text in sentences()]
    assert [
        (file, start)
        for file, starts in NO_MESSAGES.items()
        for start in starts
        if not any(where == file and text.startswith(start) for where, text in texts)
    ] == []


@pytest.mark.parametrize(
    "code",
    [
        'raise CrewError(f"a worker died ({how})")',
        'click.echo("nothing has changed")',
        'yield "its index comes last"',
        'what = f"{name} is shown for {seconds} s"',
    ],
)
def test_a_sentence_that_is_no_message_is_noticed(code: str) -> None:
    assert len(list(prose(ast.parse(code)))) == 1


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring that says something."""',
        'raise TypeError(f"{target} is no scene that could be drawn")',
        'path = folder / "contact.png"',
    ],
)
def test_what_nobody_is_told_is_no_message(code: str) -> None:
    assert list(prose(ast.parse(code))) == []


def test_no_twin_has_lost_its_message() -> None:
    assert KOREAN.keys() - templates().keys() - described().keys() == set()


def fields_of(template: str) -> set[tuple[str, str, str]]:
    """Names, formats and conversions of a template's fields; particle pairs are none."""
    plain = re.sub(r"(?<!\{)\{[가-힣]+/[가-힣]+\}", "", template)
    return {
        (name, spec or "", conversion or "")
        for _, name, spec, conversion in string.Formatter().parse(plain)
        if name
    }


LEFT_OUT = {
    "{name} cannot take {length} argument{plural} here": {"plural"},
    "write {form}: {doc}": {"doc"},
    "this is storyboard version {value}": set(),
    "{name} {filename!r} does not exist.": {"name"},
    "{name} {filename!r} is a file.": {"name"},
    "{name} {filename!r} is a directory.": {"name"},
    "{name} {filename!r} is not readable.": {"name"},
    "{name} {filename!r} is not writable.": {"name"},
    "{name} {filename!r} is not executable.": {"name"},
    "{value!r} is not a valid {number_type}.": {"number_type"},
}
"""Fields that Korean has no use for: an English plural, the English manual, nouns of Click's."""


@pytest.mark.parametrize("template", sorted(t for t in KOREAN if re.search(r"\{\w+\W", t)))
def test_a_twin_has_the_same_fields(template: str) -> None:
    """Where a template is filled in; one without fields may hold braces of any kind."""
    try:
        fields = fields_of(template)
    except ValueError:
        return
    if any(not name.isidentifier() for name, _, _ in fields) or "…" in "".join(
        spec for _, spec, _ in fields
    ):
        return
    without = LEFT_OUT.get(template, set())
    assert fields_of(KOREAN[template]) == {f for f in fields if f[0] not in without}


WORDLESS = {"write {kept}", "an id", "the {kind}", "the {kind} {name}", "the {kind} {words}"}
"""Messages for which Korean needs no word of its own: it has no articles, for one."""


def test_the_catalogue_is_korean() -> None:
    for template, twin in KOREAN.items():
        if template and has_words(re.sub(r"\b\w+\.(py|txt)\b", "", template)):
            assert re.search("[가-힣]", twin) or template in WORDLESS, template


# How a message is told.


def test_a_phrase_is_its_english_text() -> None:
    made = phrase("{name} is {m}×{n}", name="A", m=2, n=3)
    assert made == "A is 2×3"
    assert (made.template, dict(made.fields)) == (
        "{name} is {m}×{n}",
        {"name": "A", "m": 2, "n": 3},
    )
    again = pickle.loads(pickle.dumps(made))
    assert isinstance(again, Phrase)
    assert (again, again.template, again.fields) == (made, made.template, made.fields)
    assert phrase("write it as {ko: …}") == "write it as {ko: …}"


def test_lists_of_phrases_are_phrases() -> None:
    assert alternatives(["a", "b", "c"]) == "a or b or c"
    assert together(["a", "b"]) == "a and b"
    assert listed(["a", "b"]) == "a, b"
    assert one_by_one(["", "a", "b"]) == "a; b"
    assert alternatives([]) == ""
    assert told(alternatives(["ko", "en"]), "ko") == "ko 또는 en"
    assert told(together(["ko", "en"]), "ko") == "ko와 en"


@pytest.mark.parametrize(
    ("name", "korean"),
    [("A", "A는 함수입니다"), ("R", "R은 함수입니다"), ("S1", "S1은 함수입니다")],
)
def test_particles_follow_the_values_in_messages(name: str, korean: str) -> None:
    assert told(phrase("{id} is a function", id=name), "ko") == korean


def test_what_the_catalogue_does_not_know_stays_english() -> None:
    assert told("an owl", "ko") == "an owl"
    unknown = phrase("an owl in {where}", where=phrase("a 2×2 matrix"))
    assert told(unknown, "ko") == "an owl in 2×2 행렬"
    assert told(unknown, "en") == "an owl in a 2×2 matrix"


def test_an_error_keeps_its_phrase() -> None:
    error = ValueError(phrase("{value} is not a number", value=1))
    assert isinstance(message_of(error), Phrase)
    assert message_of(KeyError(3)) == "3"


# Which language.


@pytest.mark.parametrize(
    ("environment", "system", "language"),
    [
        ({"LANG": "ko_KR.UTF-8"}, None, "ko"),
        ({"LANG": "en_US.UTF-8"}, "ko_KR", "en"),
        ({"LC_ALL": "C", "LANG": "ko_KR.UTF-8"}, None, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "ko", "LANG": "de_DE"}, None, "ko"),
        ({"LANG": "kok_IN"}, None, "en"),
        ({}, "Korean_Korea", "ko"),
        ({}, "ko_KR", "ko"),
        ({}, "English_United States", "en"),
        ({}, None, "en"),
    ],
)
def test_the_language_is_the_systems(
    environment: dict[str, str], system: str | None, language: str
) -> None:
    assert of_the_system(environment, system) == language


BOARD = """\
storyboard: 1
title: {ko: 넓이, en: Area}
languages: [ko, en]
matrices:
  A: [[2, 1], [0, 3]]
claims:
  - det(A) == 5
  - det A == 6
scenes:
  - kind: unit_sqare_warp
    matrix: A
  - kind: unit_square_warp
    matrix: A
    say: {ko: 넓이가, 변합니다., en: "$\\theta$"}
"""

SAID = """\
board.yaml:7:5: 이 주장은 거짓입니다. det(A)는 6이고, 5가 아닙니다. A는 5번째 줄에서 정의했습니다.
board.yaml:8:5: det 뒤에는 괄호를 쓰고 그 안에 대상을 적습니다. det(A)를 뜻하셨습니까?
board.yaml:10:11: “unit_sqare_warp”라는 장면 종류는 없습니다. “unit_square_warp”를 뜻하셨습니까?
board.yaml:14:20: 따옴표 없는 글은 쉼표에서 끝나므로 “변합니다.”가 따로 떨어집니다. \
글 전체를 따옴표로 감싸십시오.
board.yaml:14:33: 큰따옴표 안의 “\\t”는 \\theta의 시작이 아니라 탭입니다. \
글을 작은따옴표 '…'로 감싸거나 \\\\theta로 적으십시오.
잘못 5개. 아무것도 쓰지 않았습니다
"""


@pytest.mark.parametrize(
    ("flags", "environment"), [(["--messages", "ko"], {}), ([], {"LC_ALL": "ko_KR.UTF-8"})]
)
def test_a_board_is_told_in_korean(
    tmp_path: Path, flags: list[str], environment: dict[str, str]
) -> None:
    board = tmp_path / "board.yaml"
    board.write_text(BOARD, encoding="utf-8")
    result = CliRunner().invoke(render.cli, ["check", str(board), *flags], env=environment)
    assert result.exit_code == render.FAULTS
    assert result.stderr == SAID


def test_a_flag_overrules_the_system(tmp_path: Path) -> None:
    board = tmp_path / "board.yaml"
    board.write_text(BOARD, encoding="utf-8")
    arguments = ["check", str(board), "--messages", "en"]
    result = CliRunner().invoke(render.cli, arguments, env={"LC_ALL": "ko_KR.UTF-8"})
    assert "board.yaml:7:5: this claim is false: det(A) is 6, not 5, A is" in result.stderr


def test_the_command_line_itself_speaks_korean() -> None:
    runner = CliRunner()
    wrong = runner.invoke(render.cli, ["chekc"], env={"LC_ALL": "ko_KR.UTF-8"})
    assert "“chekc”라는 명령도 스토리보드도 없습니다. “check”를 뜻하셨습니까?" in wrong.stderr
    kind = runner.invoke(render.cli, ["kinds", "sumary", "--messages", "ko"])
    assert "“sumary”라는 종류는 없습니다. “summary”를 뜻하셨습니까?" in kind.stderr


# The messages in place: every fault that the other tests know, in Korean.

PLACES: dict[str, str] = {
    "empty file": "1:1: 파일이 비어 있습니다. storyboard: 1로 시작하십시오.",
    "another version": (
        "1:13: 스토리보드 99판입니다. 이 프로그램은 1판을 읽습니다. storyboard: 1을 적으십시오."
    ),
    "unknown key": ("3:1: 스토리보드에서 “matrixes”는 뜻이 없습니다. “matrices”를 뜻하셨습니까?"),
    "title a number": "2:8: 여기에는 글이 필요한데, 수 2026입니다. 글이라면 따옴표로 감싸십시오.",
    "scenes a mapping": (
        "3:9: 여기에는 장면의 목록이 필요한데, 키와 값의 묶음입니다. "
        "장면마다 - kind: …로 시작하십시오."
    ),
    "id twice": "10:9: id “a”는 7번째 줄에서 이미 썼습니다. 다른 것을 고르십시오.",
    "run_time 0": (
        "7:30: run_time이 0초이면 아무것도 움직일 수 없습니다. "
        "0초보다 길고 60초 이하인 시간을 적으십시오."
    ),
    "say too long": (
        "7:10: 대목 2개에 글 3개입니다. "
        "square, warp마다 하나씩 적으십시오. ~는 말이 없다는 뜻입니다."
    ),
    "say mixed": (
        "7:18: “warp”는 대목인데, 언어와 나란히 있습니다. 언어마다 그 안에 대목을 적으십시오."
    ),
    "2×3 for 2×2": (
        "6:13: 여기에는 2×2 행렬이 필요한데, 2×3 행렬입니다. [[a, b], [c, d]]처럼 적으십시오."
    ),
    "ragged literal": ("6:22: 이 행은 수 1개, 첫 행은 2개입니다. 모든 행의 길이를 같게 하십시오."),
    "used before": "3:19: A를 3번째 줄에서 정의하기 전에 썼습니다. 정의를 더 위에 적으십시오.",
    "count too small": "7:12: 여기에는 수 0을 쓸 수 없습니다. 1 이상인 수를 적으십시오.",
    "too few values": "8:13: 값 0개가 있습니다. 값 1개 이상으로 하십시오.",
    "duplicate key": (
        "7:5: 키 “matrix”가 또 있습니다. 6번째 줄에 이미 있습니다. 둘 가운데 하나만 두십시오."
    ),
    "motion that does not fit": (
        "7:13: A는 이렇게 움직일 수 없습니다. flow에는 양의 행렬식이 필요합니다. "
        "또는 motion을 빼십시오."
    ),
}


def korean(folder: Path, text: str) -> list[str]:
    """The faults of a storyboard in Korean, without the name of its file."""
    with pytest.raises(Faults) as raised:
        read_text(folder, text)
    return [told_fault(f, "ko").removeprefix("det.yaml:") for f in raised.value.faults]


@pytest.mark.parametrize("case", PLACES)
def test_a_fault_is_told_in_korean_at_its_place(tmp_path: Path, case: str) -> None:
    assert korean(tmp_path, FAULTS[case][0]) == [PLACES[case]]


ENGLISH = re.compile(
    r"\b(?:the|this|that|is|are|has|have|not|write|needed|here|means|stands|did|you|put|remove|use|"
    r"choose|keep|give|or|of|with)\b"
)
"""Little words of English that no Korean message has, outside of what it quotes."""


def test_no_fault_of_reading_is_left_in_english(tmp_path: Path) -> None:
    told_by_the_tests = ("a kind's own rule",)
    texts = [case[0] for name, case in FAULTS.items() if name not in told_by_the_tests]
    texts += [SCENE + text for text, _ in BRACES.values()]
    left = [
        line
        for text in texts
        for line in korean(tmp_path, text)
        if ENGLISH.search(re.sub(r"“[^”]*”|\(the map[^)]*\)", "", line))
    ]
    assert left == []


def test_notices_are_told_in_korean(tmp_path: Path) -> None:
    text = SCENE.replace("title: t\n", "title: t\nlanguages: [ko, en]\n")
    board = read_text(tmp_path, text + "    say: {warp: {ko: 넓이는 7배}}\n")
    assert list(fault_lines(board.notices, "ko")) == [
        "det.yaml:8:22: 알림: 이 글은 영어(en)로 된 것이 없습니다. "
        "en: …을 더하십시오. 그때까지는 한국어 글을 보입니다.",
        "det.yaml:8:26: 알림: 7이 직접 적혀 있는데, 이 장면에서 계산한 값에는 7이 없습니다. "
        "6을 뜻한다면 {det(A)}로, 그 수 자체라면 {7}로 적으십시오.",
    ]


def test_reading_itself_does_not_depend_on_the_language(tmp_path: Path) -> None:
    """English is what faults are made of; Korean is only how they are told."""
    path = tmp_path / "det.yaml"
    path.write_text(HEAD, encoding="utf-8")
    with pytest.raises(Faults, match="this storyboard has no scenes"):
        read(path, KINDS, THEMES)
