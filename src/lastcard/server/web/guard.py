"""The outermost layer: only our own pages may talk to us, and every answer carries strict headers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, Final

import msgspec

from ..common.rate_limit import TokenBuckets
from ..common.refusal import CommandRefused
from ..protocol.http_models import RequestRefused
from ..settings import Settings

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


LOOPBACK = ("127.0.0.1", "localhost", "::1")


def own_origins(settings: Settings, port: int) -> frozenset[str]:
    """The addresses under which people reach this server, exactly."""
    hosts = {settings.host}
    if settings.host in (*LOOPBACK, "0.0.0.0", "::"):
        hosts |= {"127.0.0.1", "localhost", "[::1]"}
    if settings.host in ("0.0.0.0", "::"):
        hosts |= _addresses_here()
    named = {f"[{host}]" if ":" in host and not host.startswith("[") else host for host in hosts}
    ports = {f":{port}", ""} if port == 80 else {f":{port}"}
    found = {f"http://{host}{suffix}" for host in named for suffix in ports}
    return frozenset(found | {origin.rstrip("/") for origin in settings.origins})


def _addresses_here() -> set[str]:
    """This machine's name and addresses, when it listens to all of them."""
    import socket

    name = socket.gethostname()
    found = {name}
    with suppress(OSError):
        found |= {str(info[4][0]) for info in socket.getaddrinfo(name, None)}
    return found | ({outward} if (outward := _outward()) else set())


def _outward() -> str | None:
    """The address that this machine's packets carry in its network; None: there is no network."""
    import socket

    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # none is sent
        return str(probe.getsockname()[0])
    return None


def for_others(settings: Settings, port: int) -> str | None:
    """The address to give to friends; None: only this machine can come."""
    if settings.origins:
        return settings.origins[0].rstrip("/")
    if settings.host in LOOPBACK:
        return None
    host = _outward() if settings.host in ("0.0.0.0", "::") else settings.host
    if host is None:
        return None
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Guard:
    """ASGI: checks Host and Origin, limits requests and sockets, adds headers."""

    def __init__(self, app: App, settings: Settings, origins: frozenset[str]) -> None:
        self.app = app
        self.origins = origins
        self.hosts = frozenset(origin.split("://", 1)[1] for origin in origins)
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
            await _plain(_with_headers(send), *refused)

    def _refused(self, scope: Scope) -> tuple[int, CommandRefused] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if headers.get(b"host", "") not in self.hosts:
            return 421, CommandRefused("denied", "address")
        who = (scope.get("client") or ("", 0))[0]
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return self._busy(self.reads, who) if scope["path"].startswith("/api/") else None
        if headers.get(b"origin", "") not in self.origins:
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


async def _plain(send: Send, status: int, refusal: CommandRefused) -> None:
    body = msgspec.json.encode(RequestRefused(refused=refusal.message, code=refusal.kind))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
