"""Every finished round is kept, also of matches that were left, that go on, or that others finished."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from lastcard.cli import main
from lastcard.server.storage.matches import Work, save_left, save_rounds
from lastcard.server.storage.schema import games, log, parts, seats
from lastcard.server.storage.store import Store
from lastcard.server.tables import events as e
from lastcard.server.tables.commands import Context, deal
from lastcard.server.tables.table import Table
from support.server.databases import postgresql
from support.server.people import Guest, Running, fetch, opened, play_out, post, running
from support.server.tables import table

Make = Callable[[str | None], Guest]
slow = pytest.mark.slow


def in_round(number: int) -> Callable[[dict[str, Any]], bool]:
    return lambda t: t["phase"] == "playing" and t["round"] == number


def between(number: int) -> Callable[[dict[str, Any]], bool]:
    return lambda t: t["phase"] == "between" and t["round"] == number


def to_round_two(guest: Make, *names: str, **how: Any) -> list[Guest]:
    """A table of these people in the second round, some cards played."""
    usual = {"rules": "rounds", "set": {"rounds": 3}, "pace": "fast", "public": False}
    people = opened(guest, *names, **(usual | how))
    people[0].must("start")
    for one in people:
        one.shown(lambda t: t["phase"] != "waiting")
    play_out(people, in_round(2))
    for one in people:
        one.shown(in_round(2))
        one.catch_up()
    mover = next(one for one in people if one.my_turn)
    assert mover.act(mover.legal[0])["type"] == "ack"
    return people


def mine(base: str, who: Guest) -> list[dict[str, Any]]:
    """The games that somebody finds under their own."""
    person = who.heard[0]["me"]["person"]
    answer = fetch(f"{base}/api/history?person={person}", headers={"cookie": f"lastcard={who.token}"})
    found: list[dict[str, Any]] = answer.json()["games"]
    return found


def stats(base: str, who: Guest) -> dict[str, Any]:
    answer = fetch(f"{base}/api/me/stats", headers={"cookie": f"lastcard={who.token}"}).json()
    (one,) = answer["rules"]
    found: dict[str, Any] = one
    return found


def leave(server: Running, people: list[Guest]) -> None:
    for one in people:
        one.must("leave")


def close(server: Running, people: list[Guest]) -> None:
    people[0].must("close")


def expire(server: Running, people: list[Guest]) -> None:
    (room,) = server.server.hub.rooms.values()
    server.do(room.close("expired"))


@slow
@pytest.mark.parametrize("end", [leave, close, expire])
def test_a_match_that_was_left_keeps_its_finished_rounds_and_nothing_of_the_others(
    end: Callable[[Running, list[Guest]], None],
    server: Running,
    guest: Make,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    people = to_round_two(guest, "Ann", "Bob")
    ann, bob = people
    (going,) = mine(server.base, ann)
    assert (going["state"], going["rounds"]) == ("playing", 1)
    assert fetch(f"{server.base}/api/history").json()["games"] == []  # nobody else's
    seeds = seeds_of(server)
    end(server, people)
    (left,) = mine(server.base, bob)
    assert (left["game"], left["state"], left["rounds"]) == (going["game"], "left", 1)
    assert [seat["rated"] for seat in left["seats"]] == [False, False]
    assert fetch(f"{server.base}/api/leaderboard?rules=rounds").json()["rows"] == []
    numbers = stats(server.base, ann)
    assert (numbers["games"], numbers["rounds"], numbers["left"]) == (0, 1, 1)
    assert numbers["average_place"] is None
    path = f"{server.base}/api/games/{left['game']}"
    file = tmp_path / "left.json"
    file.write_bytes(fetch(f"{path}/record").content)
    assert main(["verify", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
    capsys.readouterr()
    replay = fetch(f"{path}/replay?round=1")
    assert replay.json()["rounds"] == 1
    assert replay.json()["checks"][0]["fair"] is True
    refused = fetch(f"{path}/replay?round=2")
    assert refused.status_code == 400
    told = file.read_text() + replay.text + refused.text + fetch(path).text
    first, second, *_ = seeds
    assert first in told  # the seal of the round that is over is open
    assert second not in told


def seeds_of(server: Running) -> list[str]:
    """In the order of the rounds."""
    with server.server.store.reading() as connection:
        bodies = connection.scalars(sa.select(log.c.body).order_by(log.c.n)).all()
    found = [e.decode(body) for body in bodies]
    return [one.seed.hex() for one in found if isinstance(one, e.TableCreated | e.RoundDealt)]


@slow
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_finished_rounds_are_there_although_the_server_is_gone(database: str, tmp_path: Path) -> None:
    if database == "postgresql":
        with postgresql(tmp_path) as url:
            rounds_survive(url)
    else:
        rounds_survive(str(tmp_path / "tables.db"))


def rounds_survive(url: str) -> None:
    """The second server begins with what the first, which is never told to stop, has on the disk."""
    usual = {"rules": "rounds", "set": {"rounds": 3}, "pace": "fast"}
    with running(url) as first:
        ann, bob = opened(lambda name: Guest(first.base, name), "Ann", "Bob", **usual)
        ann.must("start")
        bob.shown(in_round(1))
        play_out([ann, bob], in_round(3))
        with running(url) as second:
            back = [Guest(second.base, one.name, one.token) for one in (ann, bob)]
            (game,) = mine(second.base, back[0])
            assert (game["state"], game["rounds"]) == ("playing", 2)
            for one in back:
                one.must("open", code=ann.table["code"], id="back")
                one.must("leave", id="gone")
            (game,) = mine(second.base, back[1])
            assert (game["state"], game["rounds"]) == ("left", 2)
            assert stats(second.base, back[0])["rounds"] == 2


@slow
def test_who_was_replaced_keeps_the_rounds_that_they_played(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="rounds", set={"rounds": 2}, pace="fast", seats=2)
    ann.must("start")
    for one in (ann, bob):
        one.shown(in_round(1))
    play_out([ann, bob], between(1))
    ann.shown(between(1))
    bob.shown(between(1))
    code = ann.table["code"]
    bob.must("leave")
    ann.must("offer", seat=1, offer=True)
    cid = guest("Cid")
    cid.must("open", code=code, sit=True)
    ann.shown(lambda t: t["seats"][1]["name"] == "Cid")
    play_out([ann, cid], lambda t: t["phase"] == "over")
    (game,) = mine(server.base, bob)
    assert [seat["name"] for seat in game["seats"]] == ["Ann", "Cid"]
    assert [(one["name"], one["rounds"]) for one in game["left"]] == [("Bob", 1)]
    ours = [stats(server.base, one) for one in (ann, bob, cid)]
    assert [(one["games"], one["rounds"], one["left"]) for one in ours] == [(1, 2, 0), (0, 1, 1), (1, 1, 0)]
    assert ours[1]["points"] + ours[2]["points"] == game["seats"][1]["points"]


@slow
def test_a_rated_match_tells_each_person_s_rating_before_and_after(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", rules="rounds", set={"rounds": 1}, pace="fast", seats=3)
    ann.must("bot", seat=2)
    ann.must("start")
    for one in (ann, bob):
        one.shown(in_round(1))
    play_out([ann, bob], lambda t: t["phase"] == "over")
    ann.shown(lambda t: t["phase"] == "over")
    (game,) = mine(server.base, ann)
    assert game["state"] == "over"
    assert [seat["rating_before"] for seat in game["seats"]] == [1000, 1000, None]  # a bot's is its level's
    ranked = {
        row["name"]: row["rating"]
        for row in fetch(f"{server.base}/api/leaderboard?rules=rounds").json()["rows"]
    }
    assert {seat["name"]: seat["rating_after"] for seat in game["seats"][:2]} == ranked
    assert post(server, "/api/replay", {"game": game["game"]}).json()["rounds"] == 1


# ---- Without a server ----


def played(two: bytes, actions: int) -> Table:
    """One round to its end, and so much of another one that is dealt from the seed `two`."""
    one = table("rounds", 2, seed=b"\1" * 32, changes={"rounds": 3})
    one.seed = two  # promised for the second round

    def log(*events: e.LogEvent) -> None:
        for event in events:
            one.apply(e.NumberedEvent(one.n + 1, 1000 + one.n, event))

    def act() -> None:
        assert one.match is not None
        assert one.turn is not None
        log(e.ActionPlayed(seat=one.turn, action=str(one.match.round.legal()[0])))

    while one.phase == "playing":
        act()
    (following,) = deal(one, Context())
    assert isinstance(following, e.RoundDealt)
    log(msgspec.structs.replace(following, seed=b"\3" * 32))
    for _ in range(actions):
        act()
    return one


def stored(file: Path, *works: Work) -> list[Any]:
    """What a store holds of matches after this."""

    async def do() -> None:
        for work in works:
            await store.run(work)

    store = Store(str(file))
    asyncio.run(do())
    with store.reading() as connection:
        rows = [tuple(row) for kind in (games, seats, parts) for row in connection.execute(sa.select(kind))]
    store.close()
    return rows


def test_of_a_round_in_play_not_one_byte_is_stored_with_the_match(tmp_path: Path) -> None:
    """Twins: two tables whose second rounds have other cards and other moves leave the same behind."""
    rows = []
    for number, (seed, actions) in enumerate([(b"\4" * 32, 3), (b"\5" * 32, 8)]):
        twin = played(seed, actions)
        assert twin.match is not None
        assert (len(twin.match.rounds), twin.match.finished) == (2, 1)
        left = save_left(twin, 1, 5000)
        rows.append(stored(tmp_path / f"{number}.db", left))
    assert rows[0] == rows[1]
    assert len(rows[0]) == 1 + 2 + 2


def test_a_match_of_an_earlier_version_that_is_left_is_stored_then(tmp_path: Path) -> None:
    """Nothing was stored at the end of its rounds."""
    one = played(b"\4" * 32, 0)
    (game, *_) = stored(tmp_path / "t.db", save_left(one, 1, 5000))
    assert (game[9], game[6], game[5]) == ("left", 1, 5000)


def test_the_rounds_of_a_match_are_stored_once_however_often_they_are(tmp_path: Path) -> None:
    one = played(b"\4" * 32, 0)
    again = (save_rounds(one, 1, now) for now in (4000, 4500))
    rows = stored(tmp_path / "t.db", *again, save_left(one, 1, 5000))
    assert len(rows) == 1 + 2 + 2
    assert (rows[0][9], rows[0][6]) == ("left", 1)
