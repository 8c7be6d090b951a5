"""Who may ask the preview's server what."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers

from preview.guard import Guard, is_exposed
from preview.run import listen, shown

PAGE = {"host": "127.0.0.1:8321", "sec-fetch-site": "same-origin"}


def refusal(headers: dict[str, str], method: str = "GET", path: str = "/events") -> str:
    return Guard(Starlette(), "127.0.0.1", 8321).refusal(method, path, Headers(headers))


@pytest.mark.parametrize("host", ["127.0.0.1:8321", "localhost:8321", "[::1]:8321"])
def test_this_machine_may_ask_under_each_of_its_names(host: str) -> None:
    assert refusal({"host": host}) == ""


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example:8321", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8321.evil.example"),
        *(
            "127.0.0.1.evil.example:8321",
            "me@127.0.0.1:8321",
            "localhost:8321/x",
            "",
            "192.168.1.5:8321",
        ),
        *("[::1", "localhost:port"),
    ],
)  # fmt: skip -- one a word
def test_any_other_name_is_refused(host: str) -> None:
    """A page elsewhere could give its own name this machine's address."""
    assert "name" in refusal({"host": host})


def test_a_foreign_page_may_neither_read_nor_listen() -> None:
    for site in ("cross-site", "same-site"):
        assert refusal(PAGE | {"sec-fetch-site": site})
        assert refusal(PAGE | {"sec-fetch-site": site, "sec-fetch-mode": "navigate"})


def test_a_link_elsewhere_may_lead_to_the_page() -> None:
    arriving = PAGE | {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert refusal(arriving, path="/") == ""


def test_only_the_page_itself_may_change_something() -> None:
    own = PAGE | {"origin": "http://127.0.0.1:8321"}
    assert refusal(own, "POST", "/looking") == ""
    assert refusal(PAGE, "POST", "/looking")
    for origin in (
        "http://evil.example",
        "null",
        "https://127.0.0.1:8321",
        "http://localhost:8321",
    ):
        assert refusal(PAGE | {"origin": origin}, "POST", "/looking")


def test_on_another_address_numbers_are_answered_and_foreign_names_are_not() -> None:
    guard = Guard(Starlette(), "0.0.0.0", 8321)
    assert guard.refusal("GET", "/", Headers({"host": "192.168.1.5:8321"})) == ""
    assert guard.refusal("GET", "/", Headers({"host": "evil.example:8321"}))
    named = Guard(Starlette(), "lecture.local", 8321)
    assert named.refusal("GET", "/", Headers({"host": "lecture.local:8321"})) == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.7"])
def test_loopback_is_not_exposed(host: str) -> None:
    assert not is_exposed(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "lecture.local"])
def test_anything_else_is(host: str) -> None:
    assert is_exposed(host)


def test_a_taken_port_gives_way_to_the_next_unless_it_was_asked_for() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        taken = first.getsockname()[1]
        assert second.getsockname()[1] != taken
        with pytest.raises(OSError, match=f"port {taken}"):
            listen("127.0.0.1", taken)


def test_an_address_for_all_is_opened_here() -> None:
    assert shown("0.0.0.0") == "127.0.0.1"
    assert shown("::1") == "[::1]"
