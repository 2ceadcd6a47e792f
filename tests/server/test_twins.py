"""Nothing a client receives depends on what its seat may not know: real servers, and every byte compared.

One course of a round is played at two servers. All that a viewer can't know is dealt otherwise at the second
one. What the viewer's socket was sent must be the same to the byte; so must the lobby, the pages and the log.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lastcard.game import Match, Seed
from lastcard.game.dealer_draw import DealerDraw
from lastcard.rulebooks import load, names
from lastcard.server.storage.store import Store
from support.server.people import QUICK, Guest, Running, fetch
from support.server.twins import NAMES, Course, course, dealt, known, to_an_uncalled_card, twin_deck, world

pytestmark = [pytest.mark.slow, pytest.mark.each_rulebook]  # they start servers

STILL = msgspec.structs.replace(QUICK, window=0, lobby_every=1e6, chats=(1000, 1000))


class Lines(logging.Handler):
    """Everything that is logged, as it would stand in a file."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def log() -> Iterator[Lines]:
    lines = Lines()
    logger = logging.getLogger("lastcard")
    before = logger.level
    logger.addHandler(lines)
    logger.setLevel(logging.DEBUG)
    yield lines
    logger.removeHandler(lines)
    logger.setLevel(before)


class Party:
    """Three at a table, a spectator with a name, one without, and somebody in the lobby."""

    def __init__(self, server: Running, rules: str) -> None:
        self.server = server
        self.people = [Guest(server.base, name) for name in NAMES]
        self.eve, self.nobody, self.lobby = Guest(server.base, "Eve"), Guest(server.base), Guest(server.base)
        self.pages: list[bytes] = []
        self.code = self.people[0].must("create", rules=rules, seats=len(NAMES))["code"]
        for one in self.people[1:]:
            self.told(one.must("open", code=self.code, sit=True))
        for watcher in (self.eve, self.nobody):
            watcher.must("open", code=self.code)
        self.look()
        self.told(self.people[0].must("start"))

    @property
    def here(self) -> list[Guest]:
        return [one for one in (*self.people, self.eve, self.nobody) if one.table]

    def told(self, ack: dict[str, Any]) -> None:
        """Wait until everybody at the table has heard of it."""
        for one in self.here:
            one.shown(lambda t: t["n"] >= ack["n"])

    def look(self) -> None:
        """The lobby, and the pages that anybody may read."""
        self.lobby.send(type="lobby")
        self.lobby.until(lambda m: m["type"] == "lobby")
        for path in ("/api/lobby", f"/api/tables/{self.code}", "/api/history", "/health"):
            self.pages.append(fetch(self.server.base + path).content)

    def bytes_of(self, viewer: int | None) -> list[str]:
        if viewer is not None:
            return self.people[viewer].raw
        return [*self.eve.raw, "--", *self.nobody.raw]

    def close(self) -> None:
        for one in (*self.people, self.eve, self.nobody, self.lobby):
            one.close()


def wrong(party: Party, one: Guest, chance: random.Random) -> None:
    """What is refused: cards that are not held, questions that are not asked, rubbish, old versions."""
    playing = bool(one.view["you"])
    cards = [f"play {text}{' R' if text[0] == 'W' else ''}" for text in load(one.view["rules"]).deck.texts]
    for text in (*chance.sample(cards, 6), "take", "challenge", "pass", "name R", "nonsense"):
        if text not in one.legal:
            answer = one.act(text)
            assert answer["code"] == ("rules" if playing else "denied"), (text, answer)
    for text in ("draw", f"catch {NAMES[1]}"):
        assert one.act(text, version=0)["type"] == "refused"
    for kind in ("ready", "start"):
        assert one.command(kind)["type"] == "refused"
    one.send(type="ping", sent=1.5)
    one.until(lambda m: m["type"] == "pong")
    one.send(type="act", id="rubbish", seat=1)
    one.until(lambda m: m["type"] == "refused")
    party.told(one.must("say", text=f"step {one.table['version']}"))


def fail_once(patch: pytest.MonkeyPatch, party: Party, seat: int, action: str) -> None:
    """The store fails, with all it was given in the message, as those of databases are."""
    real = Store.append

    async def fails(self: Store, number: int, lines: Any, work: Any = None) -> Any:
        hands = party.server.server.hub.rooms[party.code].table.match
        assert hands is not None
        raise RuntimeError(f"{lines} {hands.round.state.hands}")

    patch.setattr(Store, "append", fails)
    mover = party.people[seat]
    assert mover.act(action)["code"] == "busy"
    patch.setattr(Store, "append", real)


def play(party: Party, done: Course, viewer: int | None, patch: pytest.MonkeyPatch) -> None:
    """The course, with wrong messages of the viewer in between."""
    chance = random.Random(7)
    watching = party.eve if viewer is None else party.people[viewer]
    for number, (seat, action) in enumerate(done):
        if number % 6 == 1:
            wrong(party, watching, chance)
            party.look()
        if number == 3:
            fail_once(patch, party, seat, action)
        party.told(party.people[seat].must("act", action=action, version=party.people[seat].table["version"]))
    party.look()
    again = watching.again()  # a refresh: the whole table, and all that happened
    again.must("open", code=party.code)
    watching.raw += again.raw
    again.close()


def lived(
    folder: Path, rules: str, done: Course, viewer: int | None, deck: list[int] | None
) -> tuple[list[str], list[str], list[bytes], list[str]]:
    """What a viewer, the lobby, readers of pages and the log got; the clock stands still."""
    patch = pytest.MonkeyPatch()
    with world(folder, STILL, patch, deck) as server, log() as lines:
        party = Party(server, rules)
        play(party, done, viewer, patch)
        party.close()
    patch.undo()
    return party.bytes_of(viewer), party.lobby.raw, party.pages, lines.lines


@pytest.mark.parametrize("viewer", [0, None], ids=["a seat", "a spectator"])
@pytest.mark.parametrize("rules", names())
def test_every_byte_on_the_sockets_is_the_same_in_a_twin_world(
    rules: str, viewer: int | None, tmp_path: Path
) -> None:
    chance = random.Random(f"{rules} {viewer}")
    done = course(rules, chance, 14)
    deck = twin_deck(rules, done, viewer, chance)
    one, other = dealt(rules), dealt(rules, deck)
    for match in (one, other):
        for seat, action in done:
            match.play(seat, action)
    hidden = [seat for seat in range(len(NAMES)) if seat != viewer]
    for seat in hidden:  # the worlds do differ in every hand that is hidden, and in the draw pile
        assert one.round.hand(seat) != other.round.hand(seat)
    assert one.round.state.deck != other.round.state.deck
    assert known(one.round.state, viewer) == known(other.round.state, viewer)
    first = lived(tmp_path / "one", rules, done, viewer, None)
    second = lived(tmp_path / "other", rules, done, viewer, deck)
    for got, twin in zip(first, second, strict=True):
        assert got == twin
    sent = "".join(first[0])
    for kind in ("table", "refused", "pong", "chat", "game"):
        assert f'"type":"{kind}"' in sent
    assert any("can't be stored" in line for line in first[3])


PICKS = (4, 2, 9)


class OtherCards(Match):
    """Other cards wherever nobody picks one in the draw for dealer."""

    def draw_from(self, seed: Seed) -> DealerDraw:
        draw = super().draw_from(seed)
        hidden = [at for at in range(len(draw._pile)) if at + 1 not in PICKS]
        cards = random.Random(3).sample([draw._pile[at] for at in hidden], len(hidden))
        assert cards != [draw._pile[at] for at in hidden]
        for at, kind in zip(hidden, cards, strict=True):
            draw._pile[at] = kind
        return draw


def in_the_draw(folder: Path, twin: type[Match] | None) -> list[Any]:
    """What everybody gets in a draw for dealer, with wrong messages in between, until its cards are shown."""
    still = msgspec.structs.replace(STILL, draw_seconds=600, draw_shown=600)
    with (
        pytest.MonkeyPatch.context() as patch,
        world(folder, still, patch, twin=twin) as server,
        log() as lines,
    ):
        party = Party(server, "classic")
        party.look()
        for seat, place in enumerate(PICKS):
            for one in (*party.people, party.eve):
                for wrong_place in (PICKS[0], 1, 77, None):
                    assert one.command("pick", draw=7, place=wrong_place)["type"] == "refused"
                assert one.command("act", action="draw", version=0)["type"] == "refused"
                assert one.command("start")["type"] == "refused"
            party.told(party.people[seat].must("pick", draw=1, place=place))
            again = party.eve.again()
            again.must("open", code=party.code)
            party.eve.raw += again.raw
            party.eve.socket, again.socket = again.socket, party.eve.socket
            party.look()
        assert party.people[0].table["draw"]["shown"]
        party.close()
        return [
            *(one.raw for one in (*party.people, party.eve, party.nobody, party.lobby)),
            party.pages,
            lines.lines,
        ]


def test_C1_every_byte_is_the_same_whatever_lies_face_down_in_the_draw_for_dealer(tmp_path: Path) -> None:
    first, second = in_the_draw(tmp_path / "one", None), in_the_draw(tmp_path / "other", OtherCards)
    for got, twin in zip(first, second, strict=True):
        assert got == twin
    assert '"number":1' in first[0][-1]


@contextmanager
def at_an_uncalled_card(folder: Path) -> Iterator[tuple[Running, Party, Guest]]:
    """A server where somebody's one card lies uncalled, those at the table, and whose turn it is."""
    slow = msgspec.structs.replace(STILL, window=600)
    with pytest.MonkeyPatch.context() as patch, world(folder, slow, patch) as server:
        party = Party(server, "classic")
        for seat, action in to_an_uncalled_card("classic"):
            mover = party.people[seat]
            party.told(mover.must("act", action=action, version=mover.table["version"]))
        yield server, party, next(one for one in party.people if one.my_turn)
        party.close()


def with_an_uncalled_card(folder: Path, queue: bool) -> tuple[list[list[str]], int]:
    """What everybody else gets while the seat in turn has sent its action, or not; and how many are held."""
    with at_an_uncalled_card(folder) as (server, party, turn):
        if queue:
            turn.send(type="act", id="q", action=turn.legal[0], version=turn.table["version"])
            turn.send(type="ping", sent=1)  # when this is answered, the action has been looked at
            turn.until(lambda m: m["type"] == "pong")
        others = [one for one in (*party.people, party.eve) if one is not turn]
        for one in others:
            wrong(party, one, random.Random(3))
            again = one.again()
            again.must("open", code=party.code)
            one.raw += again.raw
            one.socket, again.socket = again.socket, one.socket
        party.look()
        held = len(server.server.hub.rooms[party.code].actions.held)
        heard = [one.raw for one in others] + [party.nobody.raw, party.lobby.raw]
        pages = [page.decode() for page in party.pages]
    return [*heard, pages], held


def test_42_nobody_notices_an_action_that_is_held_back(tmp_path: Path) -> None:
    silent, none = with_an_uncalled_card(tmp_path / "one", queue=False)
    queued, one = with_an_uncalled_card(tmp_path / "other", queue=True)
    assert (none, one) == (0, 1)
    assert queued == silent


def test_two_people_may_use_the_same_id_for_what_is_held_back(tmp_path: Path) -> None:
    with at_an_uncalled_card(tmp_path / "one") as (_, party, turn):
        other = next(one for one in party.people if not one.my_turn)
        now = turn.table["version"]
        turn.send(type="act", id="same", action=turn.legal[0], version=now)
        assert other.command("act", id="same", action="draw", version=now)["code"] == "rules"
        assert turn.command("act", id="more", action=turn.legal[0], version=now)["code"] == "busy"


def test_a_bot_calls_as_soon_as_if_nothing_were_held_back(tmp_path: Path) -> None:
    with at_an_uncalled_card(tmp_path / "one") as (_, party, turn):
        (exposed,) = (one for one in party.people if one.name in turn.table["calling"]["accusable"])
        turn.send(type="act", id="q", action=turn.legal[0], version=turn.table["version"])
        exposed.must("away")  # a bot goes on with the one card
        turn.until(lambda m: any(e.get("event", {}).get("type") == "call" for e in m.get("events", ())))
        assert turn.until(lambda m: m.get("id") == "q")["type"] == "ack"  # and now nothing holds it back


def test_the_comparison_notices_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One number that comes from a hidden hand, and the bytes differ."""
    from lastcard.server.tables import projection as server_state
    from lastcard.server.tables.table import Table

    chance = random.Random(1)
    done = course("classic", chance, 6)
    deck = twin_deck("classic", done, 0, chance)
    real = server_state._fairness

    def leaking(table: Table) -> Any:
        told = real(table)
        if table.match is None:
            return told
        return msgspec.structs.replace(told, commitment=str(table.match.round.state.held[1] % 97))

    monkeypatch.setattr(server_state, "_fairness", leaking)
    first = lived(tmp_path / "one", "classic", done, 0, None)
    second = lived(tmp_path / "other", "classic", done, 0, deck)
    assert first[0] != second[0]
