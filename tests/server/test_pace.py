"""When a table does something by itself: bots think like people, and a pass comes at its own time."""

from __future__ import annotations

from pathlib import Path
from statistics import median, stdev
from typing import Any

import pytest

from lastcard.bots.levels import LEVELS
from lastcard.game.events import LastCardCalled
from lastcard.server.common import clock
from lastcard.server.protocol import messages as m
from lastcard.server.protocol.stage import STAGE_MS, stage_ms
from lastcard.server.rooms.hub import Hub
from lastcard.server.rooms.pace import Pace
from lastcard.server.rooms.room import Room
from lastcard.server.settings import Settings
from lastcard.server.storage.store import Store
from lastcard.server.tables import events as e
from lastcard.server.tables.table import Table
from support.scenes import scene
from support.server.tables import table as dealt_table
from support.server.twins import SECRET, to_an_uncalled_card

PACE = Pace(Settings())
PACES: tuple[m.Pace, ...] = ("slow", "normal", "fast")
SEEDS = [number.to_bytes(32, "big") for number in range(200)]  # of the next deal: other times, same cards


def applied(table: Table, seat: int, action: str, at: int = 5000, **more: bool) -> Table:
    table.apply(e.NumberedEvent(table.n + 1, at, e.ActionPlayed(seat=seat, action=action, **more)))
    return table


def one_card(call: bool) -> Table:
    """Three at a table, and somebody has just played down to one card."""
    table = dealt_table("classic", 3, seed=SECRET)
    *course, last = to_an_uncalled_card("classic")
    for number, (seat, action) in enumerate(course):
        applied(table, seat, action, at=5000 - 5000 * (len(course) - number))
    return applied(table, last[0], f"{last[1]} call" if call else last[1])


def shown(table: Table, seen: int = 6000) -> int:
    """When the page has shown the card that was the last but one; a call takes no time from anybody."""
    last = [what for *_, version, what in table.recent_events if version == table.version]
    return seen + stage_ms(what for what in last if not isinstance(what, LastCardCalled))


def in_play(hands: str, top: str, before: str = "", **changes: Any) -> Table:
    """Ann in turn with these cards, at once or after an action of Bob's."""
    table = dealt_table("classic", 2, seed=SECRET, changes=changes)
    assert table.match is not None
    cards = {"Ann": hands, "Bob": f"{before} G1 G1 G2".strip()}
    turn = "Bob" if before else "Ann"
    table.match.rounds[-1] = scene("classic", cards, top=top, draw="B1 B2 Y3", turn=turn, **changes).round
    if before:
        applied(table, 1, f"play {before}")
    return table


def thinking(table: Table) -> list[float]:
    """Seconds that the bot in turn thinks, by chance."""
    found = []
    for table.seed in SEEDS:
        found.append((PACE.move_at(table, 0) - PACE.shown_at(table, table.turn_version)) / 1000)
    return found


def room_of(table: Table, store: Store) -> Room:
    """A server as people run it, with everybody there; it does not run."""
    settings = Settings()
    hub = Hub(store, settings)
    hub.faces.load_all([one.person or "" for one in table.seats])
    room = Room(1, table, store, settings, hub)
    for occupant in table.seats:
        room.presence.by_person[occupant.person or ""] = None  # type: ignore[assignment]
    return room


@pytest.mark.slow  # it opens a database
def test_42_the_real_numbers_people_wait_750_ms_and_bots_two_and_a_half_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, table = Store(str(tmp_path / "t.db")), one_card(call=False)
    room, landed, turn = room_of(table, store), 6000, table.turn  # done at 5000, and told a second later
    assert turn is not None
    with monkeypatch.context() as patch:
        patch.setattr(clock, "now_ms", lambda: landed)
        room.audience.broadcast()
    assert room.actions._free_at(turn, "draw") == landed + 750
    assert room.actions._free_at(turn, "call") == room.actions._free_at(turn, "catch Ann") == 0
    table.seats[turn].away = True
    for table.seed in SEEDS[:50]:
        times = {step.__name__: at for at, step in room.scheduler.dues()}
        assert list(times) == ["bots_react", "bot_moves"]
        moves = PACE.move_at(table, room.audience.landed_since())  # it thinks about it sooner
        assert min(times["bots_react"], moves) >= shown(table) + 2500
    store.close()


def test_C8_the_one_in_turn_waits_as_long_whether_the_last_card_was_called_or_not() -> None:
    forgot, called = one_card(call=False), one_card(call=True)
    assert forgot.last_card_landed()
    assert called.last_card_landed()
    waits = []
    for seed in SEEDS:
        forgot.seed = called.seed = seed
        times = [PACE.move_at(table, 6000) for table in (forgot, called)]
        assert times[0] == times[1]
        waits.append(times[0] - shown(forgot))
    assert 2500 < min(waits) < 2800
    assert max(waits) > 3500


def test_66_bots_think_at_the_pace_of_the_table_and_never_like_a_clock() -> None:
    table = in_play("R1 R2 B3 B4", top="R7")
    usual = {}
    for table.pace in PACES:
        pace, middle = table.pace, Settings().paces[table.pace]
        times = thinking(table)
        usual[pace] = median(times)
        assert 0.5 * middle < usual[pace] < 1.5 * middle
        assert stdev(times) > 0.25 * middle
        assert len(set(times)) > 100
        assert 0.39 * middle < min(times)
        assert max(times) < 4.01 * middle
    assert usual["slow"] > usual["normal"] > usual["fast"]


def test_66_the_pause_of_a_bot_tells_nothing_of_its_cards() -> None:
    """It was longer the more there was to choose from: AUC 0.95 to 1.00 for whether there was a choice."""
    table = in_play("R1 R2 B3 B4", top="R7")
    for level in LEVELS:
        waits = []
        for hand in ("B1 B2 B3 B4", "R1 B2 B3 B4", "R1 R2 R3 R4", "R+2 RS W W+4"):
            table = in_play(hand, top="R7")
            table.seats[0].level = level
            waits.append(thinking(table))
        assert waits[1:] == waits[:1] * 3


@pytest.mark.parametrize("hand", ["B1 B2 B3", "R1 R2 R3"])
def test_66_a_bot_thinks_at_once_and_moves_at_a_time_drawn_beforehand(hand: str) -> None:
    """So that the time it needs to find its move does not come on top."""
    table = in_play(hand, top="R7")
    for level in LEVELS:
        table.seats[0].level = level
        for table.seed in SEEDS[:50]:
            assert PACE.think_from(table, 0) == PACE.shown_at(table, table.turn_version)
            assert PACE.move_at(table, 0) - PACE.think_from(table, 0) > 100


def test_66_bots_take_longer_after_a_card_to_take_in_and_by_their_level() -> None:
    def middle(hands: str, top: str = "R7", before: str = "", **changes: Any) -> float:
        return median(thinking(in_play(hands, top, before, **changes)))

    some = middle("R1 R2 B3")
    assert middle("R1 R2 B3", before="R5") == pytest.approx(some, rel=0.3)
    assert middle("R+2 B3 B4", before="R+2", stacking="same") > 1.3 * some  # a card that has to be taken in
    levels = {}
    table = in_play("R1 R2 B3 B4", top="R7")
    for level in LEVELS:
        table.seats[0].level = level
        levels[level] = median(thinking(table))
    assert len(set(levels.values())) == len(LEVELS)
    assert max(levels.values()) < 1.5 * min(levels.values())


def test_66_bots_begin_to_think_when_the_page_has_shown_what_happened() -> None:
    table = in_play("R1 R2 B3", top="R7", before="R+2")  # two cards for Ann, who sits out
    events = [what for *_, version, what in table.recent_events if version == table.version]
    assert stage_ms(events) == STAGE_MS["play"] + 2 * STAGE_MS["draw"] + STAGE_MS["skip"]
    assert PACE.shown_at(table, table.version) == 5000 + stage_ms(events)
    applied(table, 1, "play G1" if "play G1" in legal(table) else "draw", at=5100)  # while that is shown
    last = [what for *_, version, what in table.recent_events if version == table.version]
    assert PACE.shown_at(table, table.version) == 5000 + stage_ms([*events, *last])


def legal(table: Table) -> list[str]:
    assert table.match is not None
    return [str(action) for action in table.match.round.legal()]


def test_66_the_times_are_the_same_whenever_they_are_asked_for_and_after_a_restart() -> None:
    one, other = one_card(call=False), one_card(call=False)
    other.seed = one.seed  # which comes from the log too
    assert one.turn is not None
    for verb in ("call", "catch", "jump"):
        times = {PACE.reaction_at(table, one.turn, verb, 6000) for table in (one, one, other)}
        assert len(times) == 1
    assert len({PACE.move_at(table, 6000) for table in (one, one, other)}) == 1
    before = PACE.move_at(one, 6000)
    one.apply(e.NumberedEvent(one.n + 1, 6500, e.ChatSent(name="Ann", seat=0, text="come on")))
    assert PACE.move_at(one, 6000) == before


def test_C7_bots_catch_no_sooner_than_after_two_and_a_half_seconds_and_the_weaker_later() -> None:
    table = one_card(call=False)
    assert table.turn is not None
    seat, found = table.turn, dict[str, list[int]]()
    for level in LEVELS:
        table.seats[seat].level = level
        found[level] = []
        for table.seed in SEEDS:
            at = PACE.reaction_at(table, seat, "catch", 6000)
            found[level].append(at - shown(table))
    assert min(map(min, found.values())) >= 2500
    assert min(found["master"]) < 2550
    middles = [median(times) for times in found.values()]
    assert middles == sorted(middles, reverse=True)
    table.seats[seat].level = "beginner"  # mostly too late, if a bot is in turn
    late = 0
    for table.seed in SEEDS:
        late += PACE.reaction_at(table, seat, "catch", 6000) > PACE.move_at(table, 6000)
    assert late > len(SEEDS) / 2


def test_C6_a_bot_calls_a_forgotten_card_like_a_person_and_before_it_is_caught() -> None:
    table = one_card(call=False)
    assert table.match is not None
    (owner,) = table.match.round.catchable
    for table.seed in SEEDS:
        assert 400 < PACE.reaction_at(table, owner, "call", 6000) - shown(table) < 1500


def drawn(table: Table) -> Table:
    """Ann has drawn."""
    return applied(table, 0, "draw")


CASES: dict[str, tuple[dict[str, Any], str, set[str]]] = {
    "it does not fit": ({}, "B2 Y1", {"pass"}),
    "it may be played": ({}, "R2 Y1", {"play", "pass"}),
    "it must be played": ({"drawn": "must"}, "R2 Y1", {"play"}),
    "drawn until it fits": ({"draw_until_playable": True}, "B2 Y1 R2", {"play", "pass"}),
}


@pytest.mark.parametrize("case", CASES)
def test_U6_a_turn_is_passed_at_a_time_that_tells_nothing_of_the_card(case: str) -> None:
    changes, pile, verbs = CASES[case]
    table = dealt_table("classic", 2, seed=SECRET, changes=changes)
    assert table.match is not None
    hands = {"Ann": "B3 G4", "Bob": "R1 R3"}
    table.match.rounds[-1] = scene("classic", hands, top="R7", draw=pile, **changes).round
    drawn(table)
    assert table.turn_verbs == verbs
    seen = 5000 + STAGE_MS["draw"] * (len(pile.split()) if changes.get("draw_until_playable") else 1)
    for table.pace in PACES:
        least, most = (Settings().passes or {})[table.pace]
        times = set()
        for table.seed in SEEDS:
            times.add(PACE.pass_at(table))
        if "pass" not in verbs:
            assert times == {None}
            continue
        assert len(times) > 100
        waits = [at - seen for at in times if at is not None]
        assert 1000 * least <= min(waits) < 1000 * least + 100
        assert 1000 * most - 100 < max(waits) <= 1000 * most
        table.seats[0].away = True  # a bot plays or passes at the same time
        assert PACE.move_at(table, 0) == PACE.pass_at(table)
        table.seats[0].away = False


def test_F5_after_a_draw_in_fool108_any_card_may_fit_and_only_then_there_is_a_choice() -> None:
    table = dealt_table("fool108", 2, seed=SECRET)
    assert table.match is not None
    for hand, verbs in (("8C JD", {"pass"}), ("8C JH", {"play", "pass"})):
        table.match.rounds[-1] = scene(
            "fool108", {"Ann": hand, "Bob": "KS KC"}, top="10H", draw="6D 8D 7D"
        ).round
        drawn(table)
        assert table.turn_verbs == verbs
        assert PACE.pass_at(table) is not None


def test_U6_the_table_s_own_pass_is_neither_a_time_out_nor_a_sign_of_life() -> None:
    table = drawn(in_play("B3 G4", top="R7"))
    table.seats[0].timeouts = 1
    applied(table, 0, "pass", auto=True)
    assert table.seats[0].timeouts == 1
    assert not [what for *_, what in table.recent_events if type(what).__name__ == "TimeoutEvent"]
    table = drawn(in_play("B3 G4", top="R7"))
    table.seats[0].timeouts = 1
    applied(table, 0, "pass")  # by hand
    assert table.seats[0].timeouts == 0
