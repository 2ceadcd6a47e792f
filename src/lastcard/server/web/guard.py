"""The outermost layer: only our own pages may talk to us, and every answer carries strict headers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

import msgspec

from ..common.rate_limit import TokenBuckets
from ..common.refusal import CommandRefused
from ..protocol.http_models import RequestRefused
from ..settings import Settings
from .addresses import Addresses

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # places of cards; no script, no sheet
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)

ASKING: Final = ("/api/", "/replay/", "/t/", "/picture/")  # what has to be looked up for an answer


class Guard:
    """ASGI: checks Host and Origin, limits requests and sockets, adds headers."""

    def __init__(self, app: App, settings: Settings, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses
        self.posts = TokenBuckets(settings.posts)
        self.reads = TokenBuckets(settings.reads)
        self.sockets = TokenBuckets(settings.sockets)
        self.most_sockets = settings.most_sockets
        self.open_sockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or socket on, or refuse it; counts open sockets."""
        kind = scope["type"]
        if kind == "lifespan":
            await self.app(scope, receive, send)
            return
        if kind == "http" and scope["method"] == "HEAD":  # the same as GET, without the body
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        refused = self._refused(scope)
        if refused is None and kind == "websocket":
            self.open_sockets += 1
            try:
                await self.app(scope, receive, send)
            finally:
                self.open_sockets -= 1
        elif refused is None:
            await self.app(scope, receive, _with_headers(send))
        elif kind == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            page = kind == "http" and not scope["path"].startswith("/api/")
            await _plain(_with_headers(send), *refused, page)

    def _refused(self, scope: Scope) -> tuple[int, CommandRefused] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        reached = (scope.get("server") or (None, 0))[0]
        if not self.addresses.answers_to(headers.get(b"host", ""), reached):
            return 421, CommandRefused("denied", "address")
        if b"%00" in scope.get("query_string", b"") or "\0" in scope["path"]:  # PostgreSQL takes none
            return 400, CommandRefused("invalid", "null_character")
        who = (scope.get("client") or ("", 0))[0]
        if scope["type"] == "http" and scope["method"] == "GET":
            return self._busy(self.reads, who) if scope["path"].startswith(ASKING) else None
        if not self.addresses.is_own(headers.get(b"origin", ""), reached):
            return 403, CommandRefused("denied", "other_site")
        if scope["type"] == "http":
            return self._busy(self.posts, who)
        return self._busy(self.sockets, who, self.open_sockets >= self.most_sockets)

    def _busy(self, limit: TokenBuckets, who: str, full: bool = False) -> tuple[int, CommandRefused] | None:
        if full or not limit.take(who):
            return 429, CommandRefused("rate", "requests_too_fast")
        return None


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return wrapped


def _without_body(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return wrapped


async def _plain(send: Send, status: int, refusal: CommandRefused, page: bool) -> None:
    """A refusal for a program; where a person would see it as a page, in words."""
    body = msgspec.json.encode(RequestRefused(refused=refusal.message, code=refusal.kind))
    if page:
        body = f"lastcard: {refusal}\n".encode()
    kind = b"text/plain; charset=utf-8" if page else b"application/json"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
