"""A published film in a real browser: it plays to its end, seeks, and shows its captions."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, sync_playwright

from film.names import names
from film.plan import Cue, FilmPlan
from film.publish import Published, publish
from tests.films import PNG, SMALL, beat, clips, film, scene

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--autoplay-policy=no-user-gesture-required",
)
AWKWARD = 'a < b --> c & "끝" {x}'

pytestmark = pytest.mark.film


class Ranges(SimpleHTTPRequestHandler):
    """Serves files and parts of files, without which a player cannot seek."""

    def do_GET(self) -> None:
        """Answers a request for one range of bytes, or for a whole file."""
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        content = path.read_bytes()
        first, last, status = 0, len(content) - 1, HTTPStatus.OK
        if (wanted := self.headers.get("Range", "")).startswith("bytes="):
            low, high = wanted.removeprefix("bytes=").split("-")
            first, last = int(low), min(int(high or last), last)
            status = HTTPStatus.PARTIAL_CONTENT
        self.send_response(status)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(last - first + 1))
        if status is HTTPStatus.PARTIAL_CONTENT:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
        self.end_headers()
        self.wfile.write(content[first : last + 1])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the server's name
        """Keeps quiet: requests are not what the test is about."""


@pytest.fixture
def plan() -> FilmPlan:
    """Four seconds, with two captions."""
    return film(
        [scene("one", [beat(hold=10)], "하나"), scene("two", [beat(hold=10)], "둘")],
        captions={"ko": (Cue(15, 55, ("단위 정사각형", "둘째 줄")), Cue(70, 110, (AWKWARD,)))},
    )


@pytest.fixture
def published(tmp_path: Path, plan: FilmPlan) -> Published:
    """The film of the plan, in a folder with an awkward name."""
    place = names(tmp_path / "Kim's 강의 [1]", "det", SMALL, SMALL)
    return publish(plan, clips(plan, tmp_path / "clips"), PNG, place)


@pytest.fixture
def page(published: Published) -> Iterator[Page]:
    """A page with the film in it, in a browser that has just loaded it from a loopback server."""
    folder = published.film.parent
    html = Path(__file__).with_name("playback.html").read_text(encoding="utf-8")
    captions = next(path for path in published.captions if path.suffix == ".vtt")
    html = html.replace("FILM", quote(published.film.name))
    (folder / "playback.html").write_text(
        html.replace("CAPTIONS", quote(captions.name)), encoding="utf-8"
    )
    found = [path for name in BROWSERS if (path := shutil.which(name))]
    assert found, "no Chromium to play in: make setup-test installs it"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Ranges, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=found[0], args=list(FLAGS))
            try:
                shown = browser.new_page()
                shown.goto(f"http://127.0.0.1:{server.server_port}/playback.html")
                shown.wait_for_function("film.readyState >= 2 || record.error", timeout=20_000)
                yield shown
            finally:
                browser.close()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def record(page: Page) -> dict[str, Any]:
    """What the page noted."""
    noted: dict[str, Any] = page.evaluate("record")
    return noted


def test_a_film_plays_to_its_end_with_its_captions(page: Page, plan: FilmPlan) -> None:
    """Both captions become active when planned, with their text as written (case 33)."""
    assert record(page)["error"] is None
    length = plan.frames / plan.look.fps
    assert page.evaluate("film.duration") == pytest.approx(length, abs=0.001)
    assert page.evaluate("[film.videoWidth, film.videoHeight]") == [320, 180]
    page.evaluate("film.play()")
    page.wait_for_function("film.ended || record.error", timeout=1000 * (length + 20))
    noted = record(page)
    assert noted["error"] is None
    assert noted["events"][-1] == "ended"
    assert [cue["text"] for cue in noted["shown"]] == ["단위 정사각형\n둘째 줄", AWKWARD]
    for cue, planned in zip(noted["shown"], plan.captions["ko"], strict=True):
        assert cue["start"] == pytest.approx(planned.start / plan.look.fps, abs=0.001)
        assert cue["end"] == pytest.approx(planned.end / plan.look.fps, abs=0.001)
        assert cue["start"] - 0.01 <= cue["at"] <= cue["end"]
    assert page.evaluate("film.getVideoPlaybackQuality().corruptedVideoFrames") == 0


def test_seeking_lands_where_it_should(page: Page, plan: FilmPlan) -> None:
    """Into the middle of a motion, whose picture is then the planned one: the bar stands there."""
    frame = plan.scenes[0].frames + 20 + 15  # the second scene's motion after 16 of its pictures
    page.evaluate(f"film.currentTime = ({frame} + 0.5) / {plan.look.fps}")
    page.wait_for_function("record.events.includes('seeked') || record.error", timeout=20_000)
    brightest = page.evaluate(
        """() => {
            const canvas = document.createElement("canvas");
            canvas.width = film.videoWidth; canvas.height = 1;
            const context = canvas.getContext("2d");
            context.drawImage(film, 0, 90, canvas.width, 1, 0, 0, canvas.width, 1);
            const row = context.getImageData(0, 0, canvas.width, 1).data;
            return Array.from({length: canvas.width}, (_, x) => x).filter(x => row[4 * x] > 128);
        }"""
    )
    assert brightest[0] == pytest.approx(4 * 15, abs=1)
    assert len(brightest) == pytest.approx(16, abs=2)
