"""Progress is one line on a terminal, and nothing anywhere else."""

from __future__ import annotations

import io

import pytest

from algebra.wording import phrase
from film.progress import showing


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal, and keeps what is written."""

    def __init__(self, encoding: str) -> None:
        self.kept = io.BytesIO()
        super().__init__(self.kept, encoding=encoding, errors="backslashreplace")

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        self.flush()
        return self.kept.getvalue().decode(self.encoding)


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")


@pytest.mark.parametrize("encoding", ["utf-8", "cp949", "ascii"])
def test_a_terminal_sees_film_stage_and_frames(encoding: str) -> None:
    """In any encoding, with Korean in the film's name."""
    terminal = Terminal(encoding)
    with showing(terminal, "강의.yaml") as progress:
        progress.stage("reading")
        progress.stage("shooting", 240)
        progress.done(60)
        progress.done(180)
    text = terminal.text()
    assert "강의.yaml".encode(encoding, "backslashreplace").decode(encoding) in text
    assert "shooting" in text
    assert "180/240" in text
    assert "/?" not in text


def test_a_pipe_sees_nothing() -> None:
    """Neither text nor control codes."""
    pipe = io.StringIO()
    with showing(pipe, "det.yaml") as progress:
        progress.stage("shooting", 240)
        progress.done(240)
    assert pipe.getvalue() == ""


def test_a_file_is_told_each_stage_on_request() -> None:
    """One line a stage, so that a log shows life."""
    pipe = io.StringIO()
    with showing(pipe, "det.yaml", told=True) as progress:
        progress.stage("shooting", 240)
        progress.done(120)
        progress.stage("cutting")
    assert pipe.getvalue() == "det.yaml: shooting, 240 frames\ndet.yaml: cutting\n"


def test_stages_are_told_in_a_language() -> None:
    """On a terminal and in a file."""
    pipe, terminal = io.StringIO(), Terminal("utf-8")
    for stream in (pipe, terminal):
        with showing(stream, "det.yaml", told=True, language="ko") as progress:
            progress.stage(phrase("rehearsing {name}", name="det.yaml"))
            progress.stage("shooting", 240)
            progress.done(240)
    assert pipe.getvalue() == "det.yaml: det.yaml 리허설 중\ndet.yaml: 그리는 중, 240프레임\n"
    assert "그리는 중" in terminal.text()
    assert "shooting" not in terminal.text()


def test_what_is_meant_for_stdout_stays_there(capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal that shows the bar does not swallow the path that a pipe waits for."""
    terminal = Terminal("utf-8")
    with showing(terminal, "det.yaml"):
        print("media/det/det.ko.mp4")
    assert capsys.readouterr().out == "media/det/det.ko.mp4\n"
    assert "det.ko.mp4" not in terminal.text()


def test_an_error_passes_and_leaves_the_terminal_tidy() -> None:
    """The cursor, hidden while the bar moves, is shown again."""
    terminal = Terminal("utf-8")
    with pytest.raises(ZeroDivisionError), showing(terminal, "det.yaml"):
        raise ZeroDivisionError
    hidden, shown = terminal.text().rfind("\x1b[?25l"), terminal.text().rfind("\x1b[?25h")
    assert -1 < hidden < shown
