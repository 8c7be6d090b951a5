"""The preview in a real browser: a lecturer writes, saves, looks, mends and looks again."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.preview_page import LESSON, SHARED, browser, lesson, opened, rename_into_place, served
from tests.test_own_kinds import KIND

pytestmark = pytest.mark.page

BEAT = "[data-beat='warp.area']"
CALM = "#status[data-kind=idle]"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as launched:
        yield launched


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder, and one server, for all tests: each leaves the lesson as it found it."""
    return lesson(tmp_path_factory.mktemp("Kim's 강의 [1]")).parent


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    own = home / "own.py"
    own.write_text(KIND, encoding="utf-8")
    with served(home / "lesson.yaml", "--kinds", str(own)) as found:
        yield found


@pytest.fixture
def page(chromium: Browser, address: str, home: Path) -> Iterator[Page]:
    """The page at rest on the last beat, with everything drawn."""
    lesson(home)
    shown = opened(chromium, address)
    shown.locator(CALM).wait_for()
    shown.locator(BEAT).click()
    shown.locator(CALM).wait_for()
    yield shown
    shown.context.close()


def picture(page: Page) -> str:
    """The address of the large picture."""
    return page.locator("#still").get_attribute("src") or ""


def other_than(name: str) -> re.Pattern[str]:
    return re.compile(rf"^(?!{re.escape(name)}$)made/[0-9a-f]+\.jpg$")


def test_a_save_changes_the_picture_that_is_looked_at(page: Page, home: Path) -> None:
    before = picture(page)
    rename_into_place(home / "shared.yaml", SHARED.replace("[0, 1]", "[1, 1]"))
    page.locator("#again").click()
    rename_into_place(home / "shared.yaml", SHARED.replace("[2, 0]", "[2, 1]"))
    expect(page.locator("#still")).to_have_attribute("src", other_than(before))
    expect(page.locator(BEAT)).to_have_attribute("aria-current", "true")
    expect(page.locator("#where-beat")).to_have_text("area")


def test_the_clip_of_what_changed_plays_once_and_the_playhead_is_where_it_was(
    page: Page, home: Path
) -> None:
    where = page.locator("#now").inner_text()
    rename_into_place(home / "shared.yaml", SHARED.replace("[2, 0]", "[2, 3]"))
    page.locator("body.playing").wait_for()
    expect(page.locator("#clip")).to_be_visible()
    expect(page.locator("#captions")).to_have_text("넓이는 2입니다.")
    page.locator("body:not(.playing)").wait_for()
    expect(page.locator("#now")).to_have_text(where)
    expect(page.locator("#still")).to_be_visible()


def test_faults_are_shown_with_their_lines_until_they_are_mended(page: Page, home: Path) -> None:
    before, board = picture(page), home / "lesson.yaml"
    rename_into_place(board, LESSON.replace("det(A) == 2", "det(A) == 3"))
    fault = page.locator("#faults .fault")
    expect(fault.locator(".what")).to_contain_text("this claim is false: det(A) is 2, not 3")
    expect(fault.locator("pre i")).to_have_text("6")
    expect(fault.locator("pre span")).to_have_text("  - det(A) == 3")
    expect(fault.locator("mark")).to_have_text("d")
    link = fault.locator("a").get_attribute("href") or ""
    assert link.startswith("vscode://file/")
    assert link.endswith("lesson.yaml:6:5")
    expect(page.locator("#status-text")).to_contain_text("1 to mend")
    assert picture(page) == before
    board.write_text("scenes: [", encoding="utf-8")
    expect(page.locator("#faults")).not_to_contain_text("claim")
    expect(page.locator("#faults")).to_be_visible()
    board.unlink()
    expect(page.locator("#faults")).to_contain_text("does not exist")
    assert picture(page) == before
    board.write_text(LESSON, encoding="utf-8")
    expect(page.locator("#faults")).to_be_hidden()
    assert picture(page) == before


def test_language_theme_shape_and_captions_by_keyboard(page: Page) -> None:
    seen = [picture(page)]
    expect(page.locator("#captions")).to_have_text("넓이는 2입니다.")
    page.keyboard.press("c")
    expect(page.locator("#captions")).to_have_text("The area is 2.")
    page.keyboard.press("c")
    expect(page.locator("#captions")).to_be_hidden()
    page.keyboard.press("c")
    expect(page.locator("#captions")).to_have_text("넓이는 2입니다.")
    for key in "lta":
        page.keyboard.press(key)
        expect(page.locator("#still")).to_have_attribute("src", other_than(seen[-1]))
        page.locator(CALM).wait_for()
        seen.append(picture(page))
    assert len(set(seen)) == 4
    expect(page.locator("#captions")).to_have_text("The area is 2.")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("#aspect-name")).to_have_text("9:16")
    expect(page.locator("#where-beat")).to_have_text("area")


def test_beats_and_frames_are_reached_by_keyboard_pointer_and_slider(page: Page) -> None:
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#where-beat")).to_have_text("warp")
    page.keyboard.press("Home")
    expect(page.locator("#frame-number")).to_have_text("frame 0")
    page.keyboard.press(".")
    page.keyboard.press(".")
    page.keyboard.press(",")
    expect(page.locator("#frame-number")).to_have_text("frame 1")
    scrub = page.locator("#scrub")
    scrub.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#frame-number")).to_have_text("frame 2")
    assert "넓이" not in (scrub.get_attribute("aria-valuetext") or "x")
    box = page.locator("#strip").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.999 * box["width"], box["y"] + box["height"] / 2)
    expect(page.locator("#where-beat")).to_have_text("area")


def film_of(address: str) -> Any:
    """The film as a page that has just been opened is told of it."""
    line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    line.request("GET", "/events")
    answer = line.getresponse()
    while not (row := answer.readline().decode()).startswith('data: {"viewer"'):
        assert row
    line.close()
    return json.loads(row.removeprefix("data: "))["film"]


def test_the_clip_stands_where_the_slider_does(page: Page, address: str) -> None:
    scene = film_of(address)["scenes"][1]
    beat = scene["beats"][1]
    page.locator("[data-beat='warp.warp']").click()
    expect(page.locator("#scrub")).to_have_value(str(beat["start"] + beat["frames"] - 1))
    for _ in range(beat["hold"] + 3):
        page.keyboard.press(",")
    expect(page.locator("#clip")).to_be_visible()
    frame = beat["start"] + beat["frames"] - 1 - beat["hold"] - 3
    expect(page.locator("#scrub")).to_have_value(str(frame))
    shown = page.evaluate("document.getElementById('clip').currentTime")
    assert shown * 30 == pytest.approx(frame - scene["start"] + 0.5, abs=0.05)


@pytest.mark.parametrize(
    ("trouble", "goes_on"),
    [
        ("const broken = play(); clip.load(); return broken;", True),
        ('return Promise.reject(new DOMException("", "NotAllowedError"));', False),
    ],
    ids=["another clip is loaded", "the browser does not allow it"],
)
def test_playing_goes_on_unless_it_is_refused(page: Page, trouble: str, goes_on: bool) -> None:
    """A browser breaks off what it is about to play when it is given a clip to load."""
    page.evaluate(
        """() => {
            const clip = document.getElementById("clip");
            const play = clip.play.bind(clip);
            clip.play = () => {
                clip.dataset.tries = Number(clip.dataset.tries ?? 0) + 1;
                if (clip.dataset.tries > 1) return play();
                TROUBLE
            };
        }""".replace("TROUBLE", trouble)
    )
    clip = page.locator("#clip")
    page.locator("[data-beat='opening.title']").click()
    page.locator("#play").click()
    if goes_on:
        expect(clip).to_have_attribute("data-tries", re.compile("[2-9]"))
        page.locator("body.playing").wait_for()
    else:
        page.locator("body:not(.playing)").wait_for()
        expect(clip).to_have_attribute("data-tries", "1")


def test_the_panel_tells_of_the_beat_and_of_claims(page: Page) -> None:
    beat = page.locator("#pane-beat")
    expect(beat.locator(".say").first).to_have_text("넓이는 2입니다.")
    expect(beat.locator(".excerpt")).to_contain_text("area: {ko:")
    expect(beat.locator(".timing")).to_contain_text("motion")
    page.locator("#tab-claims").click()
    expect(page.locator("#pane-claims li")).to_contain_text("det(A) == 2")
    expect(page.locator("#pane-claims li")).to_contain_text("det(A) is 2")


def test_the_page_and_its_faults_are_korean_too(page: Page, home: Path) -> None:
    page.locator("#page-language").click()
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    expect(page.locator("#tab-beat")).to_have_text("대목")
    expect(page.locator("#play")).to_have_attribute("aria-label", "재생")
    rename_into_place(home / "lesson.yaml", LESSON.replace("det(A) == 2", "det(A) == 3"))
    expect(page.locator("#faults .what")).to_contain_text("거짓")
    rename_into_place(home / "lesson.yaml", LESSON)


def test_whoever_cannot_see_finds_names_landmarks_and_a_live_region(page: Page) -> None:
    for role in ("main", "banner", "complementary", "slider", "toolbar", "tablist", "status"):
        expect(page.get_by_role(role)).to_have_count(1)
    nameless = page.evaluate(
        """[...document.querySelectorAll("button, a, input, section")].filter(one =>
            !one.closest("[hidden], dialog") &&
            !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length)
        ).map(one => one.outerHTML)"""
    )
    assert nameless == []
    assert "넓이는 2입니다." in (page.locator("#still").get_attribute("alt") or "")
    expect(page.locator("#faults")).to_have_attribute("role", "alert")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_two_browsers_follow_the_same_file_each_in_its_look(
    page: Page, chromium: Browser, address: str, home: Path
) -> None:
    other = opened(chromium, address, 390, 844)
    other.locator(BEAT).click()
    other.keyboard.press("l")
    expect(other.locator("#captions")).to_have_text("The area is 2.")
    other.locator(CALM).wait_for()
    seen = picture(page), picture(other)
    assert seen[0] != seen[1]
    rename_into_place(home / "shared.yaml", SHARED.replace("[2, 0]", "[2, 5]"))
    expect(page.locator("#still")).to_have_attribute("src", other_than(seen[0]))
    expect(other.locator("#still")).to_have_attribute("src", other_than(seen[1]))
    expect(page.locator("#captions")).to_have_text("넓이는 2입니다.")
    width = other.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing sticks out on a phone"
    other.context.close()


def test_a_custom_kind_is_drawn_and_its_faults_stop_nothing_else(page: Page, home: Path) -> None:
    scene = "  - {kind: point_row, id: row, points: 3}\n"
    rename_into_place(home / "lesson.yaml", LESSON + scene)
    row = page.locator("[data-beat='row.points']")
    row.locator("img:not(.stale)").wait_for()
    row.click()
    before = picture(page)
    own = home / "own.py"
    rename_into_place(own, KIND.replace("(k - 2, 0, 0)", "(1 / 0, 0, 0)"))
    page.locator("#scenes .failed").wait_for(timeout=30_000)
    page.locator("#tab-findings").click()
    expect(page.locator("#pane-findings")).to_contain_text("own.py:30: scene row, beat points")
    assert picture(page) == before, "the last good picture stays"
    rename_into_place(own, KIND.replace("(k - 2, 0, 0)", "(k - 2, 1 / 2, 0)"))
    expect(page.locator("#still")).to_have_attribute("src", other_than(before), timeout=30_000)
    rename_into_place(own, KIND.replace("class PointRow", "class PointRow("))
    expect(page.locator("#faults")).to_contain_text("SyntaxError", timeout=30_000)
    expect(page.locator("#faults")).to_contain_text("own.py:14")
    rename_into_place(own, KIND)
    expect(page.locator("#faults")).to_be_hidden(timeout=30_000)


def test_nothing_is_asked_of_any_other_machine(chromium: Browser, address: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    asked: list[Request] = []
    trouble: list[str] = []
    page.on("request", lambda request: asked.append(request))
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(address)
    page.locator("#scenes img").first.wait_for()
    page.locator(CALM).wait_for()  # while anything changes, its beat plays by itself
    page.keyboard.press("Space")
    page.locator("body.playing").wait_for()
    assert {urlsplit(each.url).netloc for each in asked} == {urlsplit(address).netloc}
    assert trouble == []
    context.close()


def ask(
    address: str, method: str, path: str, headers: dict[str, str] | None = None
) -> tuple[int, bytes, dict[str, str]]:
    """One request as it is, without a client's good manners."""
    line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    line.request(method, path, body=b"{}" if method == "POST" else None, headers=headers or {})
    answer = line.getresponse()
    found = answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()}
    line.close()
    return found


def test_the_server_gives_parts_of_clips_and_nothing_beside_them(page: Page, address: str) -> None:
    clip = page.evaluate("document.getElementById('clip').getAttribute('src')")
    status, body, headers = ask(address, "GET", f"/{clip}", {"Range": "bytes=4-7"})
    assert (status, body) == (206, b"ftyp")
    assert headers["content-type"] == "video/mp4"
    assert "default-src 'self'" in headers["content-security-policy"]
    for path in (
        *("/made/../lesson.yaml", "/made/..%2f..%2flesson.yaml", "/made/%2e%2e/%2e%2e/x.mp4"),
        *("/lesson.yaml", "/../render.py", "/page/app.js", "/made/", "/..%5crender.py"),
    ):
        assert ask(address, "GET", path)[0] == 404, path


def test_the_server_refuses_foreign_names_and_orders(address: str) -> None:
    assert ask(address, "GET", "/", {"Host": "evil.example"})[0] == 403
    assert ask(address, "POST", "/looking")[0] == 403
    assert ask(address, "GET", "/looking")[0] == 404
    origin = {"Origin": address.rstrip("/")}
    assert ask(address, "POST", "/looking", origin)[0] == 400
