"""The web application: the page, its pictures and clips, the stream of news, and one order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from algebra.wording import phrase
from preview.messages import ASPECTS, Choice, in_all_languages
from preview.session import Session
from stage.fonts import font_file

PAGE = Path(__file__).with_name("page")

ASSETS = {
    "": ("index.html", "text/html; charset=utf-8"),
    **{
        name: (name, "text/javascript; charset=utf-8")
        for name in ("app.js", "film.js", "panel.js", "player.js", "words.js")
    },
    "style.css": ("style.css", "text/css; charset=utf-8"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
}
"""Every file of the page by its address: nothing else of the folder can be asked for."""

FOREVER = "private, max-age=31536000, immutable"
"""The name of a picture digests its content, so what a browser has is right."""

KEPT = "private, max-age=86400"

LONGEST_ORDER = 2_000
"""Bytes of a request's body."""


def application(session: Session, exposed: bool) -> Starlette:
    """The application over a session; ``exposed`` if other machines can reach it."""

    async def asset(request: Request) -> Response:
        found = ASSETS.get(request.path_params.get("name", ""))
        if found is None:
            return _refused(phrase("there is no such page"), 404)
        name, kind = found
        return FileResponse(PAGE / name, media_type=kind, headers={"Cache-Control": "no-cache"})

    async def font(request: Request) -> Response:
        del request  # there is one
        return FileResponse(
            font_file(), media_type="font/collection", headers={"Cache-Control": KEPT}
        )

    async def made(request: Request) -> Response:
        path = session.shelf.file(request.path_params["name"])
        if path is None:
            return _refused(phrase("there is no such picture"), 404)
        kind = "video/mp4" if path.suffix == ".mp4" else "image/jpeg"
        return FileResponse(path, media_type=kind, headers={"Cache-Control": FOREVER})

    async def events(request: Request) -> Response:
        asked = request.query_params
        aspect = asked.get("aspect", "")
        choice = Choice(
            asked.get("language", "")[:8],
            asked.get("theme", "")[:16],
            aspect if aspect in ASPECTS else ASPECTS[0],
        )
        ending = anyio.Event()
        return EventSourceResponse(
            news(choice, ending), ping=20, shutdown_event=ending, shutdown_grace_period=1
        )

    async def news(choice: Choice, ending: anyio.Event) -> AsyncIterator[dict[str, str]]:
        viewer = session.enter(choice)
        try:
            yield {"event": "hello", "data": json.dumps({"exposed": exposed})}
            while await _either(viewer.news, ending):
                viewer.news.clear()
                yield {"event": "state", "data": await session.show(viewer)}
        finally:
            session.leave(viewer)

    async def looking(request: Request) -> Response:
        try:
            body = json.loads(await _body(request))
            number, scene, beat = int(body["viewer"]), str(body["scene"]), str(body["beat"])
        except (ValueError, KeyError, TypeError):
            return _refused(phrase("that says nothing"), 400)
        return Response(status_code=204 if session.look_at(number, scene, beat) else 410)

    app = Starlette(
        routes=[
            Route("/", asset),
            Route("/events", events),
            Route("/looking", looking, methods=["POST"]),
            Route("/made/{name}", made),
            Route("/font.ttc", font),
            Route("/{name}", asset),
        ]
    )
    app.router.redirect_slashes = False  # an address is right or it is not
    return app


def _refused(message: str, status: int) -> Response:
    return PlainTextResponse(in_all_languages(message), status)


async def _either(news: asyncio.Event, ending: anyio.Event) -> bool:
    """Waits for one of the two; False if it is the end."""
    waiting = [asyncio.ensure_future(news.wait()), asyncio.ensure_future(ending.wait())]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()
    return not ending.is_set()


async def _body(request: Request) -> bytes:
    """The body of a request; ValueError if it is longer than any order."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_ORDER:
            raise ValueError("too long")
    return body
