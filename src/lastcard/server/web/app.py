"""The application: HTTP and the socket, over a hub. What people may do is decided below, not here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import ClientException, HTTPException, WebSocketDisconnect

from ...errors import LastcardError
from ...game.record import Record
from ...game.record import encode as encode_record
from ...rulebooks import names
from ..common import clock
from ..common.person import Person
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..protocol import http_models as h
from ..protocol import messages as m
from ..rooms.background import Background
from ..rooms.connection import MALFORMED, Connection
from ..rooms.dispatcher import Dispatcher
from ..rooms.hub import Hub
from ..settings import Settings
from ..storage import history, uploaded_records
from ..storage.identity import COOKIE, Identity, NameTaken
from ..storage.store import Store
from ..tables.projection import lobby_table
from . import queries
from .guard import Guard, for_others, own_origins
from .static_files import StaticFiles

logger = logging.getLogger(__name__)
T = TypeVar("T")
YEAR: Final = 365 * 24 * 3600
MOST_BODY: Final = 4 << 20
STATUS: Final = {"gone": 404, "denied": 403, "rate": 429}


class Server:
    """All parts of one running server."""

    def __init__(
        self, settings: Settings, url: str, port: int | None = None, static_files: StaticFiles | None = None
    ) -> None:
        self.settings = settings
        self.static_files = StaticFiles() if static_files is None else static_files
        self.store = Store(url)
        self.hub = Hub(self.store, settings, self.static_files.build)
        self.dispatcher = Dispatcher(self.hub)
        self.identity = Identity(self.store)
        self.background = Background(self.hub, self.identity)
        self.recovered = self.hub.recover()
        listening = settings.port if port is None else port
        origins = own_origins(settings, listening)
        self.for_others = for_others(settings, listening)
        self.litestar = Litestar(
            route_handlers=HANDLERS,
            lifespan=[self._alive],
            openapi_config=None,
            request_max_body_size=MOST_BODY,
            exception_handlers={Exception: _wrong},
            logging_config=None,
            signature_types=[m.Me],
        )
        self.litestar.state.server = self
        self.app = Guard(self.litestar, settings, origins)  # type: ignore[arg-type]

    @asynccontextmanager
    async def _alive(self, _: Litestar) -> AsyncIterator[None]:
        self.background.start()
        yield
        await self.stop()
        self.store.close()

    async def stop(self) -> None:
        """Say good-bye to everybody; what they do afterwards is not done."""
        self.hub.stop()
        await self.background.stop()

    async def record_visit(self, person: Person | None) -> None:
        if person is not None:
            try:
                await self.identity.record_visit(person)
            except Exception as error:  # another day will do
                logger.error("a visit can't be kept: %s", redacted(error))

    def person(self, connection: Any) -> Person | None:
        return self.identity.person(connection.cookies.get(COOKIE))


def _server(connection: Any) -> Server:
    found: Server = connection.app.state.server
    return found


def _address(connection: Any) -> str:
    return "" if connection.client is None else str(connection.client.host)


def _wrong(request: Request[Any, Any, Any], error: Exception) -> Response[h.Problem]:
    """Every problem as one sentence; what went wrong inside stays inside."""
    if isinstance(error, CommandRefused):
        return Response(h.Problem(why=str(error)), status_code=STATUS.get(error.code, 400))
    if isinstance(error, LastcardError):
        return Response(h.Problem(why=str(error)), status_code=400)
    if isinstance(error, HTTPException):
        return Response(h.Problem(why=_plainly(error)), status_code=error.status_code)
    logger.error("a request failed: %s", redacted(error))
    return Response(h.Problem(why="something went wrong here"), status_code=500)


def _plainly(error: HTTPException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    problems = [f"{one.get('key', '')}: {one.get('message', '')}" for one in extra if isinstance(one, dict)]
    return "; ".join(problems) or error.detail


def _declined(request: Request[Any, Any, Any], error: LastcardError) -> Response[h.Declined]:
    """A no is an answer: browsers complain to their user about every status but 200."""
    return Response(h.Declined(declined=str(error)), status_code=200)


async def _body(request: Request[Any, Any, Any], kind: Any) -> Any:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.ValidationError as error:
        raise CommandRefused("invalid", str(error)) from None
    except msgspec.DecodeError as error:
        raise ClientException(str(error)) from None


question = partial(post, status_code=200, exception_handlers={LastcardError: _declined})  # may be declined


# ---- Who one is ----


def _with_token(request: Request[Any, Any, Any], me: m.Me, token: str | None) -> Response[m.Me]:
    answer = Response(me)
    if token is not None:
        secure = request.url.scheme == "https"
        answer.set_cookie(
            COOKIE, token, max_age=YEAR, path="/", httponly=True, samesite="strict", secure=secure
        )
    return answer


@get("/api/me", cache_control=None)
async def get_me(request: Request[Any, Any, Any]) -> m.Me:
    server = _server(request)
    return server.hub.me(server.person(request))


@question("/api/me")
async def post_me(request: Request[Any, Any, Any]) -> Response[Any]:
    server = _server(request)
    wanted = await _body(request, h.NameWanted)
    try:
        person, token = await server.identity.take_name(request.cookies.get(COOKIE), wanted.name)
    except NameTaken as error:
        suggestion = server.identity.free_name(wanted.name)
        return Response(h.Declined(declined=str(error), suggestion=suggestion))
    server.hub.renamed(person)
    return _with_token(request, server.hub.me(person), token)


@post("/api/me/carry", status_code=200)
async def post_link_code(request: Request[Any, Any, Any]) -> h.CarryCode:
    server = _server(request)
    person = server.person(request)
    if person is None:
        raise CommandRefused("denied", "choose a name first")
    return h.CarryCode(code=server.identity.link_code(person))


@question("/api/carry")
async def post_link_device(request: Request[Any, Any, Any]) -> Response[m.Me]:
    server = _server(request)
    wanted = await _body(request, h.CarryCode)
    person, token = await server.identity.link_device(wanted.code)
    return _with_token(request, server.hub.me(person), token)


@post("/api/me/forget", status_code=200)
async def post_forget(request: Request[Any, Any, Any]) -> Response[m.Me]:
    server = _server(request)
    person = server.person(request)
    await server.identity.forget(request.cookies.get(COOKIE))
    server.hub.cut_off(person)
    answer = Response(server.hub.me(None))
    answer.delete_cookie(COOKIE, path="/")
    return answer


# ---- Tables, matches, people ----


@get("/health")
async def health(request: Request[Any, Any, Any]) -> h.Health:
    hub = _server(request).hub
    return h.Health(ok=True, tables=len(hub.rooms), sockets=len(hub.connections))


@get("/api/about")
async def get_about(request: Request[Any, Any, Any]) -> h.About:
    server = _server(request)
    return queries.about(server.static_files.build, server.for_others)


@get("/api/lobby")
async def get_lobby(request: Request[Any, Any, Any]) -> list[m.LobbyTable]:
    return _server(request).hub.tables()


@get("/api/tables/{code:str}")
async def get_table(request: Request[Any, Any, Any]) -> m.LobbyTable:
    server = _server(request)
    room = server.hub.find(request.path_params["code"], server.person(request), _address(request))
    async with room.locked():
        return lobby_table(room.table, len(room.presence.watchers(room.table)))


@get("/api/history")
async def get_history(request: Request[Any, Any, Any]) -> h.History:
    before, rules, person = (request.query_params.get(name) for name in ("before", "rules", "person"))
    server = _server(request)
    reader = server.person(request)
    who = None if reader is None else reader.id
    return await asyncio.to_thread(history.history, server.store, before, rules, person, who)


@get("/api/games/{game:str}")
async def get_game(request: Request[Any, Any, Any]) -> h.GameInfo:
    found = await asyncio.to_thread(history.game, _server(request).store, request.path_params["game"])
    return _found(found, "match")


@get("/api/games/{game:str}/record")
async def get_record(request: Request[Any, Any, Any]) -> Response[bytes]:
    game = request.path_params["game"]
    found = _found(await asyncio.to_thread(history.record, _server(request).store, game), "match")
    name = f'attachment; filename="lastcard-{game}.json"'
    return Response(
        encode_record(found).encode(),
        media_type="application/json",
        headers={"content-disposition": name},
    )


@get("/api/games/{game:str}/replay")
async def get_replay(request: Request[Any, Any, Any]) -> h.Replay:
    game, number = request.path_params["game"], request.query_params.get("round", "1")
    if not number.isdecimal() or len(number) > 6:
        raise CommandRefused("invalid", "round: expected a number")
    return await _replay(request, game, int(number))


async def _replay(request: Request[Any, Any, Any], game: str, number: int) -> h.Replay:
    store = _server(request).store
    found = _found(await asyncio.to_thread(history.record, store, game), "match")
    played = await asyncio.to_thread(history.game, store, game)
    bots = {seat.name: seat.bot for seat in played.seats if seat.bot is not None} if played else {}
    return await asyncio.to_thread(queries.replay, found, number, bots)


@question("/api/replay")
async def post_replay(request: Request[Any, Any, Any]) -> h.Replay:
    wanted = await _body(request, h.ReplayWanted)
    if wanted.game is not None:
        return await _replay(request, wanted.game, wanted.round)
    if wanted.record is None:
        raise ClientException("name a game, or send a record")
    return await asyncio.to_thread(queries.replay, wanted.record, wanted.round)


@question("/api/records")
async def post_record(request: Request[Any, Any, Any]) -> h.KeptRecord:
    """A record from elsewhere, to be watched and shown by a link."""
    text = await asyncio.to_thread(queries.checked_upload, await _body(request, Record))
    return h.KeptRecord(game=await _server(request).store.run(uploaded_records.save(text, clock.now_ms())))


@get("/api/leaderboard")
async def get_leaderboard(request: Request[Any, Any, Any]) -> h.Leaderboard:
    rules = request.query_params.get("rules", "classic")
    return await asyncio.to_thread(history.leaderboard, _server(request).store, rules)


@get("/api/me/stats")
async def get_my_stats(request: Request[Any, Any, Any]) -> h.Stats:
    server = _server(request)
    person = server.person(request)
    if person is None:
        raise CommandRefused("denied", "choose a name first")
    return _found(await asyncio.to_thread(history.stats, server.store, person.id), "person")


@get("/api/people/{person:str}/stats")
async def get_stats(request: Request[Any, Any, Any]) -> h.Stats:
    person = request.path_params["person"]
    return _found(await asyncio.to_thread(history.stats, _server(request).store, person), "person")


def _found(found: T | None, what: str) -> T:
    if found is None:
        raise CommandRefused("gone", f"there is no such {what}")
    return found


# ---- Rules and scores ----


@get("/api/rules/{rules:str}")
async def get_rules(request: Request[Any, Any, Any]) -> h.RulesPage:
    rules = request.path_params["rules"]
    if rules not in names():
        raise CommandRefused("gone", f"there is no rulebook {rules!r}: expected {', '.join(names())}")
    return queries.rules_page(rules, {})


@question("/api/rules/{rules:str}")
async def post_rules(request: Request[Any, Any, Any]) -> h.RulesPage:
    return queries.rules_page(request.path_params["rules"], (await _body(request, h.RulesWanted)).set)


@question("/api/score/{rules:str}")
async def post_score(request: Request[Any, Any, Any]) -> h.ScoreSheetPage:
    return queries.score_page(request.path_params["rules"], await _body(request, h.ScoreWanted))


@question("/api/haggle")
async def post_haggle(request: Request[Any, Any, Any]) -> h.HaggleScores:
    return queries.haggle_page(await _body(request, h.HaggleWanted))


# ---- The client ----


@get(["/", "/{path:path}"])
async def get_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client; any other page starts it."""
    static_files = _server(request).static_files
    path = request.url.path
    found = None if path.startswith("/api/") else static_files.find("/index.html" if path == "/" else path)
    if found is None:
        raise CommandRefused("gone", "there is no such page")
    lasting = "public, max-age=31536000, immutable" if found.lasting else "no-cache"
    headers = {"cache-control": lasting, "etag": f'"{found.mark}"', "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(b"", status_code=304, headers=headers)
    body = found.body
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = found.packed
    return Response(body, media_type=found.kind, headers=headers)


# ---- The socket ----


@websocket("/ws")
async def table_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """One socket: a task writes what waits, this one reads."""
    server = _server(socket)
    await socket.accept()
    connection = Connection(server.person(socket), server.settings, _address(socket))
    server.hub.connect(connection)
    writer = asyncio.create_task(_write(socket, connection))
    try:
        await server.record_visit(connection.person)
        while connection.closing is None:
            data = await socket.receive_data("text")
            if len(data) > m.LARGEST_MESSAGE or len(data.encode()) > m.LARGEST_MESSAGE:
                connection.refuse(None, "invalid", "the message is longer than 8 KB")
                connection.close(MALFORMED)
                break
            await server.dispatcher.receive(connection, data)
    except (WebSocketDisconnect, RuntimeError):
        connection.close(1000)
    finally:
        connection.close(1000)
        await server.hub.disconnect(connection)
        with suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(writer, 5)


async def _write(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    try:
        while (data := await connection.next()) is not None:
            await socket.send_data(data, mode="text")
        await socket.close(code=connection.closing or 1000)
    except Exception:  # the other end is gone: the reader notices it as well
        connection.close(1000)


HANDLERS: Final = [
    *(get_me, post_me, post_link_code, post_link_device, post_forget),
    *(health, get_about, get_lobby, get_table, get_history),
    *(get_game, get_record, get_replay, post_replay, post_record),
    *(get_leaderboard, get_my_stats, get_stats, get_rules, post_rules, post_score, post_haggle),
    *(get_page, table_socket),
]
