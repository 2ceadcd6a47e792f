"""C1: the draw for dealer at a table, on real sockets and as the sum of a log."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from lastcard.game.verify import check
from lastcard.server.common.person import Person
from lastcard.server.common.refusal import CommandRefused
from lastcard.server.protocol import messages as m
from lastcard.server.settings import Settings
from lastcard.server.storage import history
from lastcard.server.tables import commands
from lastcard.server.tables import events as e
from lastcard.server.tables.commands import Context, after_draw, create, decide
from lastcard.server.tables.draw_commands import picked_by_table
from lastcard.server.tables.projection import Around, events_since, lobby_table, may, project, shared_part
from lastcard.server.tables.table import Table
from support.server.draws import AGES, GOING, STANDING, decided, seed_where, tied
from support.server.people import Guest, Message, Process, Running, opened, play_out, running

NAMES = ("Ann", "Bob", "Cid")


# ---- Without a server: the sum of a log ----


def log(one: Table, *events: e.LogEvent) -> None:
    for event in events:
        one.apply(e.NumberedEvent(one.n + 1, 1000 + one.n, event))


def drawing(seed: bytes, players: int = 3, more_seats: int = 0) -> Table:
    """A table where people have just seen the cards laid out."""
    who = [Person(f"id{i}", name) for i, name in enumerate(NAMES[:players])]
    context = Context(new_game=lambda: "g", draws=True)
    made = create(who[0], m.Create(id="c", rules="classic", seats=players + more_seats), context)
    made[0] = msgspec.structs.replace(made[0], seed=seed)
    made += [e.SeatTaken(seat=i, person=one.id, name=one.name) for i, one in enumerate(who) if i]
    one = Table("ABCDE")
    log(one, *made)
    log(one, *commands.deal(one, context))
    return one


def pick(one: Table, seat: int, place: int | None, draw: int = 1) -> None:
    who = Person(f"id{seat}", NAMES[seat])
    log(one, *decide(one, who, m.Pick(id="p", draw=draw, place=place), Context()))


def shown(one: Table, person: str | None = None) -> m.TableState:
    return project(one, person, shared_part(one, Around(5000, online={"id0", "id1"}, watchers=["Eve"])))


def told(one: Table) -> list[str]:
    events = events_since(one, None, 0)
    return [
        event.event.type if isinstance(event, m.GameEvent) else str(event.__struct_config__.tag)
        for event in events
    ]


def test_C1_a_match_begins_with_the_draw_and_its_round_comes_from_the_same_seed() -> None:
    one = drawing(seed_where(decided, 4, 2, 9))
    assert (one.phase, one.match is not None and one.match.rounds) == ("drawing", [])
    state = shown(one)
    assert (state.phase, state.round, state.view) == ("drawing", 0, None)
    assert state.draw == m.DrawState(
        number=1,
        cards=9,
        players=[0, 1, 2],
        drawing=[0, 1, 2],
        picked=[],
        shown=False,
        tied=[],
        dealer=None,
        first=None,
        skipped=[],
        deadline=None,
    )
    for seat, place in ((2, 9), (0, 4)):
        pick(one, seat, place)
    draw = shown(one).draw
    assert draw is not None
    assert draw.picked == [m.PickedCard(seat=2, place=9), m.PickedCard(seat=0, place=4)]
    assert "dealer_card" not in told(one)
    pick(one, 1, 2)
    draw = shown(one).draw
    assert draw is not None
    assert draw.shown
    assert draw.dealer is not None
    assert draw.first == (draw.dealer + 1) % 3
    best = max(draw.picked, key=lambda card: -1 if card.number is None else card.number)
    assert best.seat == draw.dealer
    assert told(one)[-5:] == ["dealer_draw", "dealer_card", "dealer_card", "dealer_card", "dealer"]
    log(one, *after_draw(one))
    assert (one.phase, one.drawing, shown(one).draw) == ("playing", None, None)
    assert one.match is not None
    assert one.match.round.deal.first == draw.first
    assert told(one).count("dealer_card") == 3  # not told again with the deal
    while not one.match.round.over:
        assert one.turn is not None
        log(one, e.ActionPlayed(seat=one.turn, action=str(one.match.round.legal()[0])))
    record = one.match.record()
    assert isinstance(record.dealer_draw, msgspec.Struct)
    assert record.dealer_draw.picks == [["Cid: 9", "Ann: 4", "Bob: 2"]]
    assert check(record)[0].fair


def test_C1_the_tied_draw_again_and_nobody_else() -> None:
    one = drawing(seed_where(tied, 1, 2, 3))
    for seat in range(3):
        pick(one, seat, seat + 1)
    draw = shown(one).draw
    assert draw is not None
    assert (draw.shown, draw.dealer, len(draw.tied)) == (True, None, 2)
    assert told(one)[-1] == "dealer_tie"
    (other,) = {0, 1, 2} - set(draw.tied)
    log(one, *after_draw(one))
    again = shown(one).draw
    assert again is not None
    assert (again.number, again.drawing, again.picked) == (2, draw.tied, [])
    assert told(one)[-1] == "dealer_draw"
    for seat, number, kind, code in (
        (other, 2, "rules", "draw.not_drawing"),
        (draw.tied[0], 1, "stale", "server.moved_on"),
    ):
        with pytest.raises(CommandRefused) as refused:
            pick(one, seat, 1, draw=number)
        assert (refused.value.kind, refused.value.message.code) == (kind, code)
    assert "pick" in may(one, f"id{draw.tied[0]}")
    assert "pick" not in may(one, f"id{other}")
    assert "skip" in may(one, f"id{other}")


def test_C1_what_may_be_done_in_the_draw_and_what_not() -> None:
    one = drawing(seed_where(decided, 4, 2, 9), more_seats=1)
    ann, eve = Person("id0", "Ann"), Person("id9", "Eve")
    assert {"pick", "skip"} <= set(may(one, "id0"))
    assert not {"ready", "start", "shuffle", "change"} & set(may(one, "id0", {"id0"}))
    assert not {"pick", "skip"} & {*may(one, "id9"), *may(one, None)}
    pick(one, 0, 4)
    assert "pick" not in may(one, "id0")
    wrong: list[tuple[Person, Any, str]] = [
        (ann, m.Pick(id="x", draw=1, place=5), "draw.picked_already"),
        (Person("id1", "Bob"), m.Pick(id="x", draw=1, place=4), "draw.place_taken"),
        (Person("id1", "Bob"), m.Pick(id="x", draw=1, place=50), "draw.no_place"),
        (eve, m.Pick(id="x", draw=1, place=5), "server.not_in_round"),
        (eve, m.Skip(id="x"), "server.not_in_round"),
        (ann, m.Ready(id="x"), "server.round_in_play"),
        (ann, m.Start(id="x"), "server.round_in_play"),
        (ann, m.Shuffle(id="x", text="late"), "server.shuffled_already"),
        (ann, m.Change(id="x", seats=4), "server.between_matches"),
    ]
    for who, command, code in wrong:
        before = one.n
        with pytest.raises(CommandRefused) as refused:
            decide(one, who, command, Context(online={"id0"}))
        assert refused.value.message.code == code
        assert one.n == before
    log(one, *decide(one, eve, m.Sit(id="s"), Context()))  # the fourth seat, for the next match
    assert not {"pick", "skip"} & set(may(one, "id9"))
    log(one, e.StandInChanged(seat=1, away=True, why="stepped"))
    assert not {"pick", "skip"} & set(may(one, "id1"))


def test_C1_the_table_picks_the_card_in_front_whatever_it_is() -> None:
    one = drawing(seed_where(decided, 4, 2, 9))
    assert picked_by_table(one, [0, 1, 2]) == [
        e.CardPicked(seat=seat, place=place, by_table=True) for seat, place in ((0, 2), (1, 5), (2, 8))
    ]
    pick(one, 1, 8)
    pick(one, 0, None)
    assert picked_by_table(one, [2]) == [e.CardPicked(seat=2, place=7, by_table=True)]
    assert one.drawing is not None
    assert one.drawing.picked == [(1, 8), (0, 2)]


def sent(one: Table, person: str | None) -> bytes:
    """Every byte that a viewer gets about the table."""
    message = m.TableNow(table=shown(one, person), events=events_since(one, person, 0), resync=True)
    return msgspec.json.encode(message) + msgspec.json.encode(lobby_table(one, 1))


@pytest.mark.parametrize("wanted", [decided, tied])
def test_C1_nothing_that_is_sent_depends_on_a_card_that_lies_face_down(wanted: Any) -> None:
    """Two worlds with other cards wherever nobody has seen them: the same bytes at every step."""
    chance = random.Random(7)
    one = drawing(seed_where(wanted, 4, 2, 9))

    def same() -> None:
        twin = copy.deepcopy(one)
        assert one.drawing is not None
        assert twin.drawing is not None
        pile, seen = twin.drawing.draw._pile, {card.place for card in one.drawing.drawn.values()}
        hidden = [at for at in range(len(pile)) if at + 1 not in seen]
        before = list(pile)
        for at, kind in zip(hidden, chance.sample([pile[at] for at in hidden], len(hidden)), strict=True):
            pile[at] = kind
        assert pile != before
        for person in (None, "id0", "id1", "id2"):
            assert sent(twin, person) == sent(one, person)
        assert one.seed.hex().encode() not in sent(one, "id0")

    same()
    for seat, place in ((0, 4), (1, 2), (2, 9)):
        pick(one, seat, place)
        same()
    log(one, *after_draw(one))
    if wanted is tied:
        same()


def test_C1_a_log_without_a_draw_deals_as_it_did() -> None:
    """Tables of the time before, and servers that hold no ceremony."""
    seed = seed_where(decided, 1, 2, 3)
    one, other = drawing(seed), drawing(seed)
    old = Table("ABCDE")
    for numbered in [e.RoundDealt(seed=b"\7" * 32, game="g")]:
        made = create(Person("id0", "Ann"), m.Create(id="c", rules="classic", seats=3), Context())
        made[0] = msgspec.structs.replace(made[0], seed=seed)
        log(old, *made, *(e.SeatTaken(seat=i, person=f"id{i}", name=NAMES[i]) for i in (1, 2)), numbered)
    for seat in range(3):
        pick(one, seat, seat + 1)  # from the top, down the seats: the draw of old
        pick(other, seat, 9 - seat)
    for drawn in (one, other):
        while drawn.phase == "drawing":
            log(drawn, *after_draw(drawn))
            if drawn.drawing is not None:
                log(drawn, *picked_by_table(drawn, drawn.drawing.waiting))
    assert old.match is not None
    assert one.match is not None
    assert other.match is not None
    assert old.match.round.deal == one.match.round.deal
    assert old.match.round.deal.deck == other.match.round.deal.deck  # no matter who deals
    assert told(old).index("deal") < told(old).index("dealer_card")


# ---- On real sockets ----


def seeded_table(guest: Any, seed: bytes, *names: str, **how: Any) -> list[Guest]:
    with patch.object(commands, "fresh", lambda: seed):
        people = opened(guest, *names, **how)
    people[0].must("start")
    for one in people:
        one.shown(lambda t: t["phase"] == "drawing")
    return people


@contextmanager
def served(tmp_path: Path, settings: Settings) -> Iterator[tuple[Running, Any]]:
    with running(str(tmp_path / "t.db"), settings) as server:
        yield server, lambda name=None: Guest(server.base, name)


def draw_of(guest: Guest) -> Message:
    found: Message = guest.table["draw"]
    return found


def draws_seen(guest: Guest) -> list[Message]:
    """Every state of the draw that somebody was shown."""
    tables = (heard["table"] for heard in guest.heard if heard["type"] == "table")
    return [table["draw"] for table in tables if table["draw"] is not None]


def pick_live(guest: Guest, place: int | None, draw: int = 1, **more: Any) -> Message:
    return guest.command("pick", draw=draw, place=place, **more)


@pytest.mark.slow
def test_C1_everybody_picks_sees_the_numbers_and_is_told_who_deals(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(STANDING, draw_shown=0.3)
    with served(tmp_path, settings) as (_, guest):
        ann, bob, cid = seeded_table(guest, seed_where(decided, 4, 2, 9), *NAMES)
        eve = guest("Eve")
        eve.must("open", code=ann.table["code"])
        assert eve.table["draw"] == {**draw_of(ann), "deadline": eve.table["draw"]["deadline"]}
        assert draw_of(ann)["deadline"] > ann.table["now"]
        first = pick_live(ann, 4, id="once")
        assert first["type"] == "ack"
        assert pick_live(ann, 5, id="once") == first  # the same id: the stored answer, and nothing is done
        assert pick_live(bob, 4)["why"]["code"] == "draw.place_taken"
        assert pick_live(bob, 2)["type"] == "ack"
        eve.shown(lambda t: len(t["draw"]["picked"]) == 2)
        assert [card["card"] for card in draw_of(eve)["picked"]] == [None, None]
        assert eve.command("pick", draw=1, place=1)["why"]["code"] == "server.not_in_round"
        assert pick_live(cid, 9)["type"] == "ack"
        for one in (ann, bob, cid, eve):
            table = one.shown(lambda t: t["phase"] == "playing")
            open_cards = next(
                h["table"]["draw"]
                for h in one.heard
                if h["type"] == "table" and (h["table"]["draw"] or {}).get("shown")
            )
            assert [card["place"] for card in open_cards["picked"]] == [4, 2, 9]
            assert table["draw"] is None
            events = [x for h in one.heard if h["type"] == "table" for x in h["events"]]
            (chosen,) = (x["event"] for x in events if x["type"] == "game" and x["event"]["type"] == "dealer")
            assert chosen["player"] == NAMES[open_cards["dealer"]]
            assert chosen["first"] == NAMES[open_cards["first"]]


@pytest.mark.slow
def test_C1_after_a_while_the_table_picks_and_a_tie_is_drawn_again_by_itself(tmp_path: Path) -> None:
    with served(tmp_path, GOING) as (_, guest):
        ann, bob, cid = seeded_table(guest, seed_where(tied, 2, 5, 8), *NAMES)
        ann.shown(lambda t: t["phase"] == "playing")
        states = draws_seen(ann)
        ends = [state for state in states if state["shown"]]
        assert ends[0]["tied"]
        assert ends[0]["dealer"] is None
        assert ends[-1]["dealer"] is not None
        assert [state["number"] for state in states] == sorted(state["number"] for state in states)
        assert {one["seat"] for one in ends[1]["picked"]} == set(ends[0]["tied"])
        for one in (bob, cid):
            one.shown(lambda t: t["phase"] == "playing")


@pytest.mark.slow
def test_C1_one_tap_skips_it_for_somebody_among_bots(tmp_path: Path) -> None:
    """Nothing is waited for, not even where all draw again."""
    with served(tmp_path, STANDING) as (_, guest):
        for number in range(6):
            ann = guest(f"Ann{number}")
            ann.must("create", rules="classic", seats=4, bots="casual", start=True)
            assert ann.shown(lambda t: t["phase"] == "drawing")["draw"]["picked"] == []
            ann.must("skip")
            ann.shown(lambda t: t["phase"] == "playing")


@pytest.mark.slow
def test_C1_who_skips_holds_nobody_up_and_takes_nothing_from_the_others(tmp_path: Path) -> None:
    with served(tmp_path, STANDING) as (_, guest):
        ann, bob = seeded_table(guest, seed_where(decided, 3, 7), "Ann", "Bob")
        ann.must("skip")
        assert ann.command("skip")["type"] == "ack"  # twice is once
        bob.shown(lambda t: t["draw"]["skipped"] == [0] and len(t["draw"]["picked"]) == 1)
        assert [card["place"] for card in draw_of(bob)["picked"]] == [3]
        assert pick_live(bob, 7)["type"] == "ack"
        bob.shown(lambda t: t["draw"]["shown"])
        ann.shown(lambda t: t["draw"]["shown"])
        bob.catch_up()
        assert bob.table["phase"] == "drawing"  # Bob may look at the cards
        bob.must("skip")
        for one in (ann, bob):
            one.shown(lambda t: t["phase"] == "playing")


@pytest.mark.slow
def test_C1_who_leaves_is_away_or_offline_is_picked_for(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(STANDING, paces=GOING.paces)
    with served(tmp_path, settings) as (_, guest):
        ann, bob, cid, dan = seeded_table(guest, seed_where(decided, 4, 2, 9, 1), *NAMES, "Dan")
        assert draw_of(ann)["picked"] == []
        bob.must("leave")
        cid.must("away")
        dan.close()
        ann.shown(lambda t: {one["seat"] for one in t["draw"]["picked"]} == {1, 2, 3})
        assert ann.table["seats"][1]["kind"] == "bot"
        assert ann.table["seats"][1]["name"] == "Bob"
        assert cid.command("pick", draw=1, place=1)["why"]["code"] == "server.stand_in_plays"
        ann.must("skip")
        ann.shown(lambda t: t["phase"] == "playing")
        assert len(ann.view["players"]) == 4


@pytest.mark.slow
def test_C1_a_kicked_one_is_picked_for_and_the_last_who_leaves_closes_the_table(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(STANDING, paces=GOING.paces)
    with served(tmp_path, settings) as (server, guest):
        ann, bob = seeded_table(guest, seed_where(decided, 3, 7), "Ann", "Bob")
        ann.must("kick", seat=1)
        bob.until(lambda h: h["type"] == "lobby" and h["why"] == "kicked")
        ann.shown(lambda t: t["draw"] and [one["seat"] for one in t["draw"]["picked"]] == [1])
        code = ann.table["code"]
        ann.must("leave")
        assert code not in server.server.hub.rooms


@pytest.mark.slow
def test_C1_a_restart_in_the_middle_goes_on(tmp_path: Path) -> None:
    with served(tmp_path, STANDING) as (server, guest):
        ann, bob = seeded_table(guest, seed_where(decided, 4, 2), "Ann", "Bob")
        done = pick_live(ann, 4, id="before")
        cards = draw_of(ann)["cards"]
        tokens, code = (ann.token, bob.token), ann.table["code"]
        for one in (ann, bob):
            one.close()
    with served(tmp_path, STANDING) as (server, _):
        ann, bob = (
            Guest(server.base, name, token) for name, token in zip(("Ann", "Bob"), tokens, strict=True)
        )
        for one in (ann, bob):
            one.must("open", code=code)
        assert (draw_of(bob)["picked"][0]["place"], draw_of(bob)["cards"]) == (4, cards)
        assert draw_of(bob)["deadline"] >= bob.table["now"] + 1000 * AGES / 2  # the whole time again
        assert pick_live(ann, 9, id="before") == done
        assert pick_live(bob, 2)["type"] == "ack"
        for one in (ann, bob):
            one.must("skip")
        for one in (ann, bob):
            one.shown(lambda t: t["phase"] == "playing")


@pytest.mark.slow
def test_C1_kill_9_in_the_middle_goes_on(tmp_path: Path) -> None:
    first = Process(str(tmp_path / "t.db"))
    ann = Guest(first.base, "Ann")
    code = ann.must("create", rules="classic", seats=3, bots="casual", start=True)["code"]
    ann.shown(lambda t: t["phase"] == "drawing")
    assert pick_live(ann, 9)["type"] == "ack"
    first.end()
    second = Process(str(tmp_path / "t.db"), int(first.base.rpartition(":")[2]))
    try:
        back = Guest(second.base, "Ann", ann.token)
        back.must("open", code=code)
        if back.table["phase"] == "drawing":
            assert {
                key: value for key, value in draw_of(back)["picked"][0].items() if key in ("seat", "place")
            } == {"seat": 0, "place": 9}
            back.must("skip")
        back.shown(lambda t: t["phase"] == "playing")
    finally:
        second.end()


@pytest.mark.slow
def test_C1_a_rematch_is_drawn_for_again_and_the_lobby_lists_it(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(STANDING, paces=GOING.paces)
    with served(tmp_path, settings) as (server, guest):
        ann, bob = seeded_table(guest, seed_where(decided, 3, 7), "Ann", "Bob", set={"rounds": 1})
        (listed,) = server.server.hub.tables()
        assert listed.phase == "drawing"
        for one in (ann, bob):
            one.must("skip")
        for one in (ann, bob):
            one.shown(lambda t: t["phase"] == "playing")
        play_out([ann, bob], lambda t: t["phase"] == "over")
        game = ann.table["game"]
        for one in (ann, bob):
            one.must("ready")
        assert ann.shown(lambda t: t["phase"] == "drawing")["draw"]["picked"] == []
        assert ann.table["standing"]["totals"] == {"Ann": 0, "Bob": 0}
        found = history.record(server.server.hub.store, game)
        assert found is not None
        assert [one.fair for one in check(found)] == [True]
        assert isinstance(found.dealer_draw, msgspec.Struct)
