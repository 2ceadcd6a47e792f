"""Nothing a client receives depends on what its seat may not know: two worlds, and every byte compared.

The worlds differ in all that is hidden from the viewer: the others' hands, the draw pile, what others drew.
What the viewer is sent must be the same bytes.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.game import Event
from lastcard.rulebooks import load, names
from lastcard.server.protocol.messages import TableNow
from lastcard.server.tables import events as e
from lastcard.server.tables.projection import Around, events_since, lobby_table, project, shared_part
from lastcard.server.tables.table import Table
from support.rule_mixes import random_changes
from support.server.tables import table
from support.worlds import dealt_anew, fork


def sent(one: Table, person: str | None, since: int = 0) -> bytes:
    """Every byte that a viewer gets about the table."""
    shown = project(one, person, shared_part(one, Around(5000, online={"id0", "id1"}, watchers=["Eve"])))
    message = TableNow(table=shown, events=events_since(one, person, since), resync=since == 0)
    return msgspec.json.encode(message) + msgspec.json.encode(lobby_table(one, 1))


def twin(one: Table, seat: int | None, chance: random.Random) -> Table:
    """The same table with everything that a seat can't know dealt anew, in the state and in the events."""
    other, other.match = copy.copy(one), copy.copy(one.match)
    assert other.match is not None
    game = other.match.round
    state_anew = dealt_anew(game.state, other.player_of(seat), chance)
    other.match.rounds = [*other.match.rounds[:-1], fork(game, state_anew)]
    name = None if seat is None else one.seats[seat].name
    other.recent_events = [(n, at, version, hidden(what, name)) for n, at, version, what in one.recent_events]
    return other


def hidden(what: Any, name: str | None) -> Any:
    """An event whose private part, if it is not for this name, holds something else."""
    if isinstance(what, Event) and what.hidden and (what.hidden_from_all or what.player != name):
        return msgspec.structs.replace(what, **{key: ["other"] for key in what.hidden})
    return what


@pytest.mark.parametrize("rules", names())
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_twin_states_look_the_same_to_every_byte_under_any_house_rules(
    rules: str, data: st.DataObject
) -> None:
    chance = random.Random(data.draw(st.integers(0, 1 << 30), label="chance"))
    changes = random_changes(chance, rules)
    one = table(rules, data.draw(st.integers(2, 4), label="players"), changes=changes)
    for _ in range(data.draw(st.integers(0, 25), label="steps")):
        if one.phase != "playing" or one.match is None:
            break
        seat = one.turn
        assert seat is not None
        action = chance.choice(one.match.round.legal(one.players.index(seat)))
        one.apply(e.NumberedEvent(one.n + 1, 2000 + one.n, e.ActionPlayed(seat=seat, action=str(action))))
    if one.phase != "playing":
        return
    for seat in [None, *range(len(one.seats))]:
        person = None if seat is None else one.seats[seat].person
        other = twin(one, seat, chance)
        assert sent(other, person) == sent(one, person)


@pytest.mark.parametrize("rules", names())
def test_a_running_round_shows_no_seed_and_no_other_hand(rules: str) -> None:
    one = table(rules, 3)
    assert one.match is not None
    secret = one.match.seeds[0].secret.hex()
    for person in (None, "id0", "id1"):
        data = sent(one, person)
        assert secret.encode() not in data
        assert one.seed.hex().encode() not in data


def test_refusals_don_t_tell_what_others_hold() -> None:
    """A refusal speaks of the own hand, the pile and the turn: the same in both worlds."""
    chance = random.Random(5)
    one = table("classic", 3)
    other = twin(one, 0, chance)
    texts = [
        *load("classic").deck.texts,
        "draw",
        "pass",
        "take",
        "challenge",
        "call",
        "catch Bob",
        "nonsense",
    ]
    for text in texts:
        wild = " R" if text[0] == "W" else ""
        action = f"play {text}{wild}" if text[0].isupper() else text
        answers = []
        for world in (one, other):
            try:
                assert world.match is not None
                world.match.round.verify(0, action)
                answers.append("fine")
            except ValueError as error:
                answers.append(str(error))
        assert answers[0] == answers[1]
