"""Who is answered, and with which headers: what stands before every other part of the server.

A page elsewhere may send requests here with its reader's browser, or point its own name here. So a
request must name this server, and say that it comes from one of its pages if it says where it comes
from. What changes anything must say so, and bring JSON of a bounded size.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES = ("localhost", "127.0.0.1", "[::1]")
WEB = 80
MAX_BODY = 200_000  # bytes
STRICT = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'self'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def _refused(status: int, why: str) -> HTTPException:
    return HTTPException(status, why, {"Connection": "close"})  # no more of it is read


_FOREIGN = _refused(403, "not a page of this server")
_TOO_LARGE = _refused(413, f"more than {MAX_BODY:,} bytes")


class Guard:
    """An ASGI application around another.

    Parameters
    ----------
    app : ASGI application
        What answers.
    port : int
        The port of this server.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        # browsers leave out the port of the web
        self.hosts = {f"{name}:{port}" for name in NAMES} | ({*NAMES} if port == WEB else set())
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse to."""

        async def strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in STRICT.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] == "http":
            try:
                self._check(scope)
            except HTTPException as refused:
                answer = PlainTextResponse(
                    f"{refused.detail}\n", refused.status_code, refused.headers
                )
                await answer(scope, receive, strictly)
                return
        await self.app(scope, _bounded(receive), strictly)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self.hosts:
            raise _refused(403, "not the name of this server")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in self.origins:
            raise _FOREIGN
        if scope["method"] in ("GET", "HEAD"):
            return
        # browsers say where a POST comes from, and ask before they send JSON elsewhere
        if origin is None or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise _FOREIGN
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise _refused(415, "JSON is taken here, as application/json")
        if int(headers.get("content-length", "0")) > MAX_BODY:
            raise _TOO_LARGE


def _bounded(receive: Receive) -> Receive:
    """`receive`, until the body becomes too large: its length need not be told beforehand."""
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MAX_BODY:
            raise _TOO_LARGE
        return message

    return receiving
