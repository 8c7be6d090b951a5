"""The whole command line in Korean: help, usage, closing lines, failures; and the page's words."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from unicodedata import east_asian_width

import click
import pytest
from click.testing import CliRunner, Result

import render
from cli import MESSAGES
from film.failures import ending, explained
from film.names import names
from film.plan import plan
from film.publish import PublishError, publish
from film.record import Fresh
from film.shoot import ShootingError, rehearse, shoot
from film.sidecars import account, chapters_note
from film.workers import SHORT_OF_MEMORY, CrewError
from language.messages import catalogue, told
from tests.conftest import ROOT
from tests.slides import TINY, board, slide

GOOD = """\
storyboard: 1
title: {ko: 행렬식, en: Determinant}
languages: [ko, en]
scenes:
  - kind: title_card
    id: opening
    heading: {ko: 넓이, en: Area}
"""


def run(*words: str | Path) -> Result:
    """The command line on a Korean system, eighty columns wide."""
    arguments = [str(word) for word in words]
    environment = {"LC_ALL": "ko_KR.UTF-8", "COLUMNS": "80"}
    return CliRunner().invoke(render.cli, arguments, prog_name="render.py", env=environment)


# Help


WORDS = re.compile(r"\b[a-z]{2,} [a-z]{2,}\b")
"""Two words of English; Korean help has flags, file names and no more."""


@pytest.mark.parametrize("command", ["", *sorted(render.cli.commands)])
def test_help_is_korean(command: str) -> None:
    result = run(*filter(None, (command,)), "--help")
    assert result.exit_code == 0
    said = re.sub(r"render\.py \w+", "", result.stdout)
    assert said.startswith("사용법: ")
    assert WORDS.findall(said) == []
    assert "이 도움말을 보여 줍니다." in said
    descriptions = re.findall(r"^  .*?\S  +(\S.*)$", said, re.M)
    assert [each for each in descriptions if not re.search("[가-힣0-9]", each)] == []


def test_the_manual_tells_of_beats_in_korean() -> None:
    result = run("kinds", "kernel_collapse")
    assert result.exit_code == 0
    assert "  fibres         입력을 핵과 나란한 직선으로 나눕니다\n" in result.stdout
    assert "ruled by lines" not in result.stdout.partition("\nBeats\n")[2].partition("\n\n")[0]


def test_help_is_not_wider_than_its_terminal() -> None:
    """A Hangul syllable takes two columns, which Click does not know."""
    lines = run("--help").stdout.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert max(sum(1 + (east_asian_width(c) in "WF") for c in line) for line in lines) <= 80
    assert not [line for line in lines if "\0" in line]


def test_the_ways_of_calling_it_stand_below_each_other() -> None:
    first, second, *_ = run("--help").stdout.splitlines()
    assert first == "사용법: render.py [OPTIONS] STORYBOARD..."
    assert second == "        render.py COMMAND ..."


def test_each_help_is_in_the_language_that_asks() -> None:
    """None is kept from one call to the next."""
    for language, word in [("ko", "사용법:"), ("en", "Usage:"), ("ko", "사용법:")]:
        for words in (["--help"], ["check", "--help"], ["check"]):
            result = CliRunner().invoke(render.cli, [*words, "--messages", language])
            assert (result.stdout + result.stderr).startswith(word), (language, words)


def test_messages_may_be_chosen_before_a_command(tmp_path: Path) -> None:
    board_file = tmp_path / "강의.yaml"
    board_file.write_text(GOOD, encoding="utf-8")
    for words in (
        ["--messages", "ko", "check", str(board_file)],
        ["check", "--messages=ko", str(board_file)],
    ):
        assert "강의.yaml: 좋습니다. 장면 1개" in CliRunner().invoke(render.cli, words).stdout


@pytest.mark.parametrize("language", ["C.UTF-8", "ko_KR.UTF-8"])
def test_help_answers_at_once(language: str) -> None:
    """In less than 0.3 s on a quiet machine; the best of several, because this one may be busy."""
    command = [sys.executable, str(ROOT / "render.py"), "--help"]
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, "LC_ALL": language}
        )
        times.append(time.perf_counter() - begun)
    assert min(times) < 0.3


# Usage


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["nowhere.yaml"],
            "'STORYBOARD...'에 쓸 수 없는 값입니다. 파일이 없습니다: 'nowhere.yaml'",
        ),
        (["check"], "인수가 빠졌습니다: 'STORYBOARD...'."),
        (["x.yaml", "--fps", "0"], "'--fps'에 쓸 수 없는 값입니다. 0: 1<=x<=120 범위의 수여야"),
        (["x.yaml", "-q", "z"], "'z': 'l', 'm', 'h', 'p', 'k' 가운데 하나여야 합니다."),
        (
            ["x.yaml", "--qualty"],
            "'--qualty': 그런 옵션은 없습니다. '--quality'을(를) 뜻하셨습니까?",
        ),
        (["x.yaml", "-r", "853,480"], "H.264에는 짝수가 필요합니다. 854,480으로 적으십시오"),
        (["x.yaml", "--fps", "a"], "'a': 여기에 쓸 수 있는 수가 아닙니다."),
        (["store", "--max-size"], "옵션 '--max-size'에 값이 필요합니다."),
        (["store", "--max-size", "5x"], "“5x”는 크기가 아닙니다. 500MB나 5GB처럼 적으십시오"),
        (["doctor", "here"], "남는 인수가 있습니다: here"),
    ],
)
def test_usage_is_told_in_korean(words: list[str], said: str) -> None:
    result = run(*words)
    assert result.exit_code == render.USAGE
    assert said in result.stderr
    assert "오류: " in result.stderr
    assert "Error" not in result.stderr


# What is made


def test_what_became_of_the_chapters_is_told() -> None:
    titles = [{"ko": word, "en": word} for word in ("여는 말", "핵")]
    film = plan(board(*(slide(f"s{k}", title=t) for k, t in enumerate(titles))), rehearse, TINY)
    assert told(chapters_note(film), "ko") == (
        "chapters.txt를 만들지 않았습니다. 유튜브의 챕터는 3개 이상, 저마다 10초 이상이어야 "
        "합니다. 이 영상의 장면으로는 1개뿐입니다"
    )
    assert re.fullmatch(r"0:\d\d, 장면 2개", told(account(film), "ko"))


def test_a_film_that_has_not_changed_repeats_its_remarks_in_the_language_that_asks() -> None:
    film = Fresh(Path("media/det/det.ko.mp4"), {"ko": ("알림: 하나",), "en": ("notice: one",)})
    assert film.lines("ko") == (
        "알림: 하나",
        "바뀐 것이 없습니다. det.ko.mp4는 최신입니다",
    )
    assert film.lines("en") == ("notice: one", "nothing has changed: det.ko.mp4 is up to date")


def test_a_film_and_its_stills_are_told_in_korean(tmp_path: Path) -> None:
    """From the first stage to the last line, twice; what stands on stdout is the path alone."""
    source, media = tmp_path / "강의.yaml", tmp_path / "media"
    source.write_text(GOOD, encoding="utf-8")
    where = ["--media_dir", str(media), "-ql", "--jobs", "1", "-v"]
    made = run(source, *where, "--why")
    assert made.stdout == f"{media}/강의/강의.ko.480p15.mp4\n"
    told_then = made.stderr.splitlines()
    assert told_then[:2] == ["읽는 중", "강의.yaml 리허설 중"]
    assert re.fullmatch(r"강의\.yaml: 그리는 중, \d+프레임", told_then[2])
    assert re.fullmatch(
        r"opening \(title\), 클립 \d+개: 이 장면을 만든 기록이 없습니다", told_then[3]
    )
    assert told_then[4] == "강의.yaml: 편집 중"
    assert WORDS.findall(made.stderr) == []
    again = run(source, *where)
    assert again.stderr.endswith("바뀐 것이 없습니다. 강의.ko.480p15.mp4는 최신입니다\n")
    stills = run("stills", source, *where)
    assert stills.stdout.endswith("contact.png: 정지 화면 1개, 이번에 그린 것 0개\n")
    assert "강의.yaml: 그림 그리는 중, 1프레임\n강의.yaml: 모아 보기\n" in stills.stderr


# What goes wrong


def said_of(failure: Exception) -> str:
    """The last line that a Korean reads of a failure."""
    return explained(failure, lambda module: module.startswith("film"), "ko").lines[-1]


def test_a_scene_that_fails_is_told_with_its_beat(tmp_path: Path) -> None:
    """The sentence is Korean; what Python says is Python's."""
    film = plan(board(slide("a")), rehearse, TINY)
    broken = replace(film.scenes[0], params={"far": 3, "fails": True})
    with pytest.raises(ShootingError) as caught:
        shoot(broken, TINY, film.pieces(), tmp_path)
    assert caught.value.beat == "fade"
    assert said_of(caught.value) == (
        "render.py: 장면 a, 대목 fade: ValueError: the square is stuck "
        "(-v를 붙이면 더 자세히 알려 줍니다)"
    )


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (
            PermissionError(errno.EACCES, "Permission denied", "m/x"),
            "render.py: m/x: 권한이 없습니다",
        ),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            "render.py: 디스크에 남은 공간이 없습니다",
        ),
        (OSError(errno.EIO, "Input/output error"), "render.py: Input/output error"),
        (
            CrewError(SHORT_OF_MEMORY),
            "render.py: 컴퓨터에 메모리가 모자랄 수 있으니 --jobs 1을 붙여",
        ),
        (RuntimeError("dead"), "render.py: RuntimeError: dead (-v를 붙이면"),
    ],
)
def test_failures_are_told_in_korean(failure: Exception, said: str) -> None:
    assert said_of(failure).startswith(said)


def test_how_a_process_ended() -> None:
    assert (told(ending(-9), "ko"), told(ending(3), "ko")) == ("신호 9", "종료 코드 3")
    assert (ending(-9), ending(3)) == ("signal 9", "exit code 3")


def test_a_film_that_cannot_be_put_in_its_place_is_told_in_korean(tmp_path: Path) -> None:
    film = plan(board(slide("a")), rehearse, TINY)
    (tmp_path / "det").write_text("a file is in the way")
    with pytest.raises(PublishError) as caught:
        publish(film, [], b"", names(tmp_path, "det", TINY, TINY))
    assert said_of(caught.value).startswith(
        f"render.py: {tmp_path}/det는 폴더로 만들 수 없습니다. 같은 이름의 파일이 있습니다"
    )


def test_a_package_that_is_lacking_is_told_in_korean(capsys: pytest.CaptureFixture[str]) -> None:
    with click.Context(render.cli).scope() as context:
        context.meta[MESSAGES] = "ko"
        failure = ModuleNotFoundError("gone", name="typst")
        assert render.explain(failure) == render.ENVIRONMENT
    assert capsys.readouterr().err.startswith(
        "render.py: 이 파이썬에는 패키지 typst가 없습니다. `make setup`을 실행하고"
    )


# The page


def page_words(language: str) -> dict[str, str]:
    """The words of the page in a language, by their names."""
    text = (ROOT / "preview" / "page" / "words.js").read_text(encoding="utf-8")
    part = re.search(rf"^  {language}: \{{(.*?)^  \}}", text, re.M | re.S)
    assert part is not None
    return dict(re.findall(r'(\w+): "([^"]*)"', part[1]))


def test_the_page_has_every_word_in_both_languages() -> None:
    korean, english = page_words("ko"), page_words("en")
    assert korean.keys() == english.keys()
    assert len(korean) > 40
    exempt = {"pageLanguage", "pageLanguageHint"}  # told in the language that they lead to
    assert [name for name, word in korean.items() if not re.search("[가-힣]", word)] == [
        name for name in korean if name in exempt
    ]


def test_the_page_calls_things_what_messages_call_them() -> None:
    """One word for one thing, on the page and in the terminal."""
    korean, known = page_words("ko"), catalogue("ko")
    for name, message in {
        "beat": "beat",
        "claims": "claim",
        "notice": "notice",
        "scene": "scene",
        "picture": "picture",
        "motion": "motion",
        "theme": "theme",
    }.items():
        assert korean[name] == known[message], name
    assert known["  holds: {claim}"].split(":")[0].strip() == korean["holds"]
    everything = " ".join([*korean.values(), *known.values()])
    assert [word for word in ("비트", "시간선", "해설", "플레이") if word in everything] == []
