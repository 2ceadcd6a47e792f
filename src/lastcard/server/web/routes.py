"""The HTTP part: what people may ask. What is done about it is decided in the layers below."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

from litestar import Request, Response, get, post
from litestar.exceptions import ClientException

from ...game.record import Record
from ...game.record import encode as encode_record
from ..common import clock
from ..common.names import NameTaken
from ..common.refusal import CommandRefused
from ..protocol import http_models as h
from ..protocol import messages as m
from ..push.endpoints import check_endpoint
from ..storage import history, uploaded_records
from ..storage.identity import COOKIE
from ..storage.subscriptions import Subscription
from ..tables.invitation import invitation
from . import queries
from .answers import ANSWERS_NO, body, found_or_refused, question, refusal_answer
from .parts import address_of, parts_of
from .previews import page_of_picture, page_with_tags, picture_of, picture_path
from .site_map import page_status
from .static_files import File, is_page

T = TypeVar("T")
YEAR: Final = 365 * 24 * 3600


# ---- Who somebody is ----


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
    """Who the cookie stands for."""
    parts = parts_of(request)
    return parts.hub.me(await parts.person(request))


@question("/api/me")
async def post_me(request: Request[Any, Any, Any]) -> Response[Any]:
    """Take a name, or change it; a name in use is refused with a suggestion. Without one: be somebody."""
    parts = parts_of(request)
    wanted = await body(request, h.NameWanted)
    known = request.cookies.get(COOKIE)
    if wanted.name is None:
        person, token = await parts.identity.be_somebody(known)
    else:
        try:
            person, token = await parts.identity.take_name(known, wanted.name)
        except NameTaken as error:
            suggestion = parts.identity.free_name(wanted.name)
            return refusal_answer(error, 200, suggestion)
        await parts.hub.renamed(person)
    await parts.with_face(person)
    await parts.hub.identified(person, wanted.ticket)
    return _with_token(request, parts.hub.me(person), token)


@question("/api/me/face")
async def post_face(request: Request[Any, Any, Any]) -> m.Me:
    """Choose another face."""
    parts = parts_of(request)
    person = await parts.person(request)
    if person is None:
        raise CommandRefused("denied", "choose_name")
    await parts.hub.change_face(person, (await body(request, h.FaceWanted)).face)
    return parts.hub.me(person)


@post("/api/me/link", status_code=200)
async def post_link_code(request: Request[Any, Any, Any]) -> h.LinkCode:
    """A code that lets another device be the same person."""
    parts = parts_of(request)
    person = await parts.person(request)
    if person is None:
        raise CommandRefused("denied", "choose_name")
    return h.LinkCode(code=parts.identity.link_code(person))


@question("/api/link")
async def post_link_device(request: Request[Any, Any, Any]) -> Response[m.Me]:
    """Use a code from another device; sets the cookie of its person."""
    parts = parts_of(request)
    wanted = await body(request, h.LinkCode)
    person, token = await parts.identity.link_device(wanted.code)
    await parts.with_face(person)
    return _with_token(request, parts.hub.me(person), token)


@post("/api/me/forget", status_code=200)
async def post_forget(request: Request[Any, Any, Any]) -> Response[m.Me]:
    """Make this device forget who it is, and close its sockets."""
    parts = parts_of(request)
    person = await parts.person(request)
    last = await parts.identity.forget(request.cookies.get(COOKIE))
    if last and person is not None:  # nobody can come back to their seats
        await parts.hub.give_up_seats(person)
    parts.hub.cut_off(person)
    answer = Response(parts.hub.me(None))
    answer.delete_cookie(COOKIE, path="/")
    return answer


@post("/api/me/push", status_code=200)
async def post_push(request: Request[Any, Any, Any]) -> h.PushState:
    """Have this browser sent a message when it is the person's turn and they do not look."""
    parts = parts_of(request)
    person, wanted = await parts.person(request), await body(request, h.PushWanted)
    if person is None:
        raise CommandRefused("denied", "choose_name")
    if parts.push is None:
        raise CommandRefused("gone", "no_push")
    check_endpoint(wanted.endpoint, parts.settings.push_anywhere)
    token = request.cookies[COOKIE]
    await parts.push.subscribe(person.id, token, Subscription(wanted.endpoint, wanted.p256dh, wanted.auth))
    return h.PushState(on=True)


@post("/api/me/push/end", status_code=200)
async def post_push_end(request: Request[Any, Any, Any]) -> h.PushState:
    """Have it sent no more."""
    parts = parts_of(request)
    person, wanted = await parts.person(request), await body(request, h.PushEnd)
    if person is not None and parts.push is not None:
        await parts.push.unsubscribe(person.id, wanted.endpoint)
    return h.PushState(on=False)


# ---- Tables, matches, people ----


async def _ask(request: Request[Any, Any, Any], question: Callable[..., T], *args: Any) -> T:
    """Have the store asked, beside the event loop."""
    store = parts_of(request).store
    return await store.read(question, store, *args)


@get("/health")
async def health(request: Request[Any, Any, Any]) -> Response[h.Health]:
    """For monitors: the status is 200 while the server runs and its database answers, else 503."""
    parts = parts_of(request)
    ok = await parts.store.answers()
    found = h.Health(ok=ok, tables=len(parts.hub.rooms), sockets=len(parts.hub.connections))
    return Response(found, status_code=200 if ok else 503)


@get("/api/about")
async def get_about(request: Request[Any, Any, Any]) -> h.About:
    """What the page needs at its start."""
    parts = parts_of(request)
    hub, build = parts.hub, parts.static_files.build
    friends = parts.addresses.for_friends()
    push_key = None if parts.push is None else parts.push.public
    return queries.about(build, next(iter(friends), None), hub.rulebooks, hub.operator_bots.offered, push_key)


@get("/api/lobby")
async def get_lobby(request: Request[Any, Any, Any]) -> list[m.LobbyTable]:
    """The public tables."""
    return parts_of(request).hub.tables()


@get("/api/tables/{code:str}")
async def get_table(request: Request[Any, Any, Any]) -> m.LobbyTable:
    """One table as the lobby lists it, private ones too; refused (`gone`) if there is none."""
    parts = parts_of(request)
    room = parts.hub.find(request.path_params["code"], await parts.person(request), address_of(request))
    async with room.locked():
        return room.in_lobby()


@get("/api/tables/{code:str}/invitation", exception_handlers=ANSWERS_NO)
async def get_invitation(request: Request[Any, Any, Any]) -> h.Invitation:
    """A table for somebody who comes by its link: who is there, what is played, whether a seat is free."""
    parts = parts_of(request)
    person = await parts.person(request)
    room = parts.hub.find(request.path_params["code"], person, address_of(request))
    async with room.locked():
        who = None if person is None else person.id
        return invitation(room.table, who, room.presence.online, parts.hub.faces.of)


@get("/api/history")
async def get_history(request: Request[Any, Any, Any]) -> h.History:
    """A page of matches, filtered by rulebook and person."""
    before, rules, person = (request.query_params.get(name) for name in ("before", "rules", "person"))
    parts = parts_of(request)
    reader = await parts.person(request)
    who = None if reader is None else reader.id
    return await parts.store.read(history.history, parts.store, before, rules, person, who)


@get("/api/games/{game:str}")
async def get_game(request: Request[Any, Any, Any]) -> h.GameInfo:
    """One match: its finished rounds."""
    found = await _ask(request, history.game, request.path_params["game"])
    return found_or_refused(found, "match")


@get("/api/games/{game:str}/end")
async def get_match_end(request: Request[Any, Any, Any]) -> h.MatchEnd:
    """How a match ended: places, ratings, and what is worth telling of it."""
    store, game = parts_of(request).store, request.path_params["game"]
    found = found_or_refused(await store.read(history.game, store, game), "match")
    played = found_or_refused(await store.read(history.record, store, game), "match")
    moments = await asyncio.to_thread(queries.remarkable, played)
    picture = picture_path(["replay", game]) if parts_of(request).pictures.made else None
    return h.MatchEnd(game=found, moments=moments, picture=picture)


@get(["/picture/lobby.png", "/picture/{kind:str}/{name:str}"])
async def get_picture(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What a link to a table or a match looks like, as PNG of 1200 x 630."""
    parts = parts_of(request)
    words = page_of_picture(request.url.path) if parts.pictures.made else None
    if words is None:
        raise CommandRefused("gone", "no_page")
    drawn = await picture_of(parts, request, words)
    lasting = 60 if words[:1] == ["t"] else 3600
    return Response(drawn, media_type="image/png", headers={"cache-control": f"public, max-age={lasting}"})


@get("/api/games/{game:str}/record")
async def get_record(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The finished rounds of a match as a file to download (docs/record.md)."""
    game = request.path_params["game"]
    found = found_or_refused(await _ask(request, history.record, game), "match")
    name = f'attachment; filename="lastcard-{game}.json"'
    return Response(
        encode_record(found).encode(),
        media_type="application/json",
        headers={"content-disposition": name},
    )


@get("/api/games/{game:str}/replay")
async def get_replay(request: Request[Any, Any, Any]) -> h.Replay:
    """One finished round of a match, step by step."""
    game, number = request.path_params["game"], request.query_params.get("round", "1")
    if not number.isdecimal() or len(number) > 6:
        raise CommandRefused("invalid", "round_number")
    return await _replay(request, game, int(number))


async def _replay(request: Request[Any, Any, Any], game: str, number: int) -> h.Replay:
    store = parts_of(request).store
    found = found_or_refused(await store.read(history.record, store, game), "match")
    played = await store.read(history.game, store, game)
    bots = {seat.name: seat.bot for seat in played.seats if seat.bot is not None} if played else {}
    faces = {seat.name: seat.face for seat in played.seats if seat.face is not None} if played else {}
    return await asyncio.to_thread(queries.replay, found, number, bots, faces)


@question("/api/replay")
async def post_replay(request: Request[Any, Any, Any]) -> h.Replay:
    """One round of a finished match or of the record in the request."""
    wanted = await body(request, h.ReplayWanted)
    if wanted.game is not None:
        return await _replay(request, wanted.game, wanted.round)
    if wanted.record is None:
        raise ClientException("name a game, or send a record")
    return await asyncio.to_thread(queries.replay, wanted.record, wanted.round)


@question("/api/records")
async def post_record(request: Request[Any, Any, Any]) -> h.StoredRecord:
    """A record from elsewhere, to be watched and shown by a link."""
    text = await asyncio.to_thread(queries.checked_upload, await body(request, Record))
    return h.StoredRecord(game=await parts_of(request).store.run(uploaded_records.save(text, clock.now_ms())))


@get("/api/leaderboard")
async def get_leaderboard(request: Request[Any, Any, Any]) -> h.Leaderboard:
    """The best rated people; `classic` unless another rulebook is named."""
    rules = request.query_params.get("rules", "classic")
    return await _ask(request, history.leaderboard, rules)


@get("/api/me/stats")
async def get_my_stats(request: Request[Any, Any, Any]) -> h.Stats:
    """The results of the person who asks."""
    parts = parts_of(request)
    person = await parts.person(request)
    if person is None:
        raise CommandRefused("denied", "choose_name")
    return found_or_refused(await parts.store.read(history.stats, parts.store, person.id), "person")


@get("/api/people/{person:str}/stats")
async def get_stats(request: Request[Any, Any, Any]) -> h.Stats:
    """The results of any person, by id."""
    person = request.path_params["person"]
    return found_or_refused(await _ask(request, history.stats, person), "person")


# ---- Rules and scores ----


@get("/api/rules/{rules:str}")
async def get_rules(request: Request[Any, Any, Any]) -> h.RulesPage:
    """A rulebook as sheet and form."""
    rules, rulebooks = request.path_params["rules"], parts_of(request).hub.rulebooks
    try:
        fields = rulebooks.fields(rules)
    except CommandRefused as refusal:
        raise CommandRefused.because("gone", refusal) from None
    return queries.rules_page(rules, fields, {})


@question("/api/rules/{rules:str}")
async def post_rules(request: Request[Any, Any, Any]) -> h.RulesPage:
    """The same with house rules set."""
    wanted = await body(request, h.RulesWanted)
    rules = request.path_params["rules"]
    return queries.rules_page(rules, parts_of(request).hub.rulebooks.fields(rules), wanted.set)


@question("/api/rulebooks")
async def post_own_rules(request: Request[Any, Any, Any]) -> h.RulesPage:
    """A rulebook that somebody brings for a table: checked, and kept for a while."""
    hub = parts_of(request).hub
    rules = await hub.upload_rules(address_of(request), (await body(request, h.OwnRules)).toml)
    return await asyncio.to_thread(queries.rules_page, rules, hub.rulebooks.fields(rules), {})


@get("/api/tables/{code:str}/rules")
async def get_table_rules(request: Request[Any, Any, Any]) -> h.RulesPage:
    """The rules in force at a table, wherever they came from."""
    parts = parts_of(request)
    room = parts.hub.find(request.path_params["code"], await parts.person(request), address_of(request))
    async with room.locked():
        return queries.table_rules_page(room.table)


@question("/api/score/{rules:str}")
async def post_score(request: Request[Any, Any, Any]) -> h.ScoreSheetPage:
    """Score a sheet of rounds played with real cards."""
    wanted = await body(request, h.ScoreWanted)
    rulebook = parts_of(request).hub.rulebooks.load(request.path_params["rules"], wanted.set)
    return queries.score_page(rulebook, wanted)


@question("/api/haggle")
async def post_haggle(request: Request[Any, Any, Any]) -> h.HaggleScores:
    """Score a table of Haggle."""
    return queries.haggle_page(await body(request, h.HaggleWanted))


# ---- The client ----


@get(["/", "/{path:path}"])
async def get_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client, or one of its pages, which start it; also where nothing is, with that status."""
    parts = parts_of(request)
    path = request.url.path
    found, status = parts.static_files.files.get(path), 200
    if found is None and is_page(path):
        found, status = parts.static_files.start, await page_status(parts, request)
        found = await page_with_tags(parts, request, found) if status == 200 else found
    if found is None:
        raise CommandRefused("gone", "no_page")
    return _file(request, found, status)


def _file(request: Request[Any, Any, Any], found: File, status: int) -> Response[bytes]:
    lasting = "public, max-age=31536000, immutable" if found.lasting else "no-cache"
    headers = {"cache-control": lasting, "vary": "accept-encoding"}
    if status == 200:  # what is missing may be there at the next time
        headers["etag"] = f'"{found.mark}"'
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(b"", status_code=304, headers=headers)
    body = found.body
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = found.packed
    return Response(body, media_type=found.kind, headers=headers, status_code=status)


ROUTES: Final = [
    *(get_me, post_me, post_face, post_link_code, post_link_device, post_forget, post_push, post_push_end),
    *(health, get_about, get_lobby, get_table, get_invitation, get_history),
    *(get_game, get_match_end, get_picture, get_record, get_replay, post_replay, post_record),
    *(get_leaderboard, get_my_stats, get_stats, get_rules, post_rules, post_score, post_haggle),
    *(post_own_rules, get_table_rules),
    get_page,
]
