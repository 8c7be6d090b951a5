"""Who may ask the server what. A page on the web can make a browser ask servers on this machine.

So a request must name this server in its Host header (against names that are made to point here),
come from its own page or from nowhere (Sec-Fetch-Site), and carry the page's own Origin if it
changes anything. Answers tell browsers to load nothing from anywhere else.
"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from algebra.wording import phrase
from preview.messages import in_all_languages

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

SECURITY = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """Lets requests through to ``app`` that a page of this server, or a person, may make."""

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        self._app = app
        self._host = host
        self._port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers in the application's place if it refuses."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self.refusal(str(scope["method"]), str(scope["path"]), headers)
        if refusal:
            said = PlainTextResponse(in_all_languages(refusal), 403, SECURITY)
            await said(scope, receive, send)
            return

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY)
            await send(message)

        await self._app(scope, receive, secured)

    def refusal(self, method: str, path: str, headers: Headers) -> str:
        """Why a request is refused; empty if it is not."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return phrase("this server does not answer to that name")
        site = headers.get("sec-fetch-site", "none")
        arriving = path == "/" and headers.get("sec-fetch-mode") == "navigate"
        if site not in ("same-origin", "none") and not arriving:
            return phrase("this server answers its own page only")
        if method not in ("GET", "HEAD") and headers.get("origin") != f"http://{host}":
            return phrase("this server takes orders from its own page only")
        return ""

    def _is_ours(self, host: str) -> bool:
        try:
            split = urlsplit(f"//{host}")
            name, port = split.hostname or "", split.port or 80
        except ValueError:
            return False
        if port != self._port or split.username is not None or split.path:
            return False
        if name in LOOPBACK or name == self._host.lower():
            return True
        return is_exposed(self._host) and _is_address(name)


def is_exposed(host: str) -> bool:
    """Can other machines reach a server that listens there?"""
    if host in LOOPBACK:
        return False
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return True


def _is_address(name: str) -> bool:
    """Written as numbers, which no foreign name server can make point here."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
