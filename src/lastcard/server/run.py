"""Running a server until it is stopped: the port, the line that says where it is, the browser."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from errno import EACCES, EADDRINUSE

import uvicorn

from ..errors import LastcardError
from .common import clock
from .gc_policy import prepare
from .push.keys import PushKeys
from .settings import Settings
from .storage.store import default_url
from .storage.uploaded_records import save
from .tables.offered_bots import OfferedBots
from .tables.offered_rulebooks import OfferedRulebooks
from .web.addresses import Addresses, url
from .web.app import Server
from .web.static_files import HOW_TO_BUILD


class ServeError(LastcardError):
    """A server that can't start; the message says why."""


def address(host: str, port: int) -> str:
    """The address to type into a browser on this machine; one that listens everywhere is shown as local."""
    return url({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)


def for_friends(addresses: Addresses) -> list[str]:
    """Lines that say what to give to friends; none if the server is for this machine only."""
    found = addresses.for_friends()
    if found and addresses.named:
        return [f"Friends open {' or '.join(found)}"]
    if not addresses.everywhere:
        return []
    port = addresses.port
    if not found:
        return [
            f"No network was found. Once there is one, friends open http://ADDRESS-OF-THIS-MACHINE:{port}"
        ]
    return [
        f"Friends in your network open {' or '.join(found)}",
        f"(If they can't reach it, allow port {port} in this machine's firewall.)",
    ]


def listen(host: str, port: int) -> socket.socket:
    """The port, taken; or a ServeError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, asyncio sets TCP_NODELAY: an ack must not wait for the table that went before.
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if host == "::":  # everywhere means by IPv4 too, also where a system keeps the two apart
        with suppress(OSError, AttributeError):
            taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    try:
        taken.bind((host, port))
        taken.listen(2048)
    except (OSError, OverflowError) as error:
        taken.close()
        reason = getattr(error, "strerror", None) or str(error)
        wrong = "--port" if getattr(error, "errno", None) in (EADDRINUSE, EACCES) else "--host"
        raise ServeError(f"serve: {host}:{port}: {reason}; try another {wrong}") from None
    return taken


def runs_already(host: str, port: int) -> bool:
    """One of ours answers there."""
    where = f"{address(host, port)}/health"
    with suppress(OSError, ValueError):
        try:
            answer = urllib.request.urlopen(where, timeout=6)
        except urllib.error.HTTPError as error:  # it is there, and its database is not
            answer = error
        with answer:
            return b'"tables"' in answer.read(200)
    return False


class _Uvicorn(uvicorn.Server):
    """Says that it is up, and says good-bye to its sockets before it goes."""

    def __init__(self, config: uvicorn.Config, server: Server, where: str, page: str | None) -> None:
        super().__init__(config)
        self._server, self._where, self._page = server, where, page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        count = self._server.recovered
        tables = f"; {count} table{'s' if count != 1 else ''} restored" if count else ""
        print(f"lastcard is at {self._where} (Ctrl-C stops it{tables})", flush=True)
        for line in for_friends(self._server.addresses):
            print(line, flush=True)
        if not self._server.static_files.built:
            print(HOW_TO_BUILD, file=sys.stderr, flush=True)
        if self._page is not None:
            await asyncio.to_thread(open_browser, self._page)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._server.stop()
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def open_browser(where: str) -> None:
    """Open the browser if there is one; failing is not an error."""
    import webbrowser

    with suppress(Exception):  # the address stands above: people can open it themselves
        webbrowser.open(where)


def _config(server: Server) -> uvicorn.Config:
    return uvicorn.Config(
        server.app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # a packer for each socket costs more than it saves
        ws_max_size=64 << 10,  # our own limit of 8 KB is checked, and answered, in `web`
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )


def serve(
    settings: Settings,
    url: str | None,
    browser: bool,
    record: str | None = None,
    rulebooks: OfferedRulebooks | None = None,
    bots: OfferedBots | None = None,
    push_keys: PushKeys | None = None,
) -> int:
    """Serve until Ctrl-C. The browser opens the lobby, or the replay of a packed record."""
    try:
        taken = listen(settings.host, settings.port)
    except ServeError:
        if browser and record is None and runs_already(settings.host, settings.port):
            where = address(settings.host, settings.port)
            print(f"lastcard is already running at {where}")
            open_browser(where)
            return 0
        raise
    port = int(taken.getsockname()[1])
    try:
        database = default_url() if url is None else url
        server = Server(settings, database, port, rulebooks=rulebooks, bots=bots, push_keys=push_keys)
    except LastcardError:
        taken.close()
        raise
    prepare()
    where = page = address(settings.host, port)
    if record is not None:
        with server.store.engine.begin() as connection:
            page = f"{where}/replay/{save(record, clock.now_ms())(connection)}"
        print(f"The record is at {page}", flush=True)
    runner = _Uvicorn(_config(server), server, where, page if browser else None)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # a stop like Ctrl-C: it is no failure
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(runner.serve(sockets=[taken]))
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0
