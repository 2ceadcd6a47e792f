"""The next match at a table, without a server: who begins it (F2), and the limit it goes to (F10)."""

from __future__ import annotations

import pytest

from lastcard.server.common.person import Person
from lastcard.server.protocol import messages as m
from lastcard.server.tables import events as e
from lastcard.server.tables.commands import Context, deal, decide
from lastcard.server.tables.projection import Around, project, shared_part
from lastcard.server.tables.table import Table
from lastcard.server.web.queries import table_rules_page
from support.server.tables import table

ANN = Person("id0", "Ann")


def log(one: Table, *events: e.LogEvent) -> None:
    for event in events:
        one.apply(e.NumberedEvent(one.n + 1, 1000 + one.n, event))


def play_out(one: Table) -> Table:
    """Until the match is over."""
    while one.phase != "over":
        if one.phase == "between":
            log(one, *deal(one, Context()))
        assert one.match is not None
        assert one.turn is not None
        log(one, e.ActionPlayed(seat=one.turn, action=str(one.match.round.legal()[0])))
    return one


def rematch(one: Table) -> str:
    """Who begins, by name."""
    log(one, *deal(one, Context(new_game=lambda: "again")))
    assert one.match is not None
    return one.match.players[one.match.round.deal.first]


@pytest.mark.parametrize("rules", ["rounds", "league", "fool108"])
def test_F2_the_rotation_goes_on_in_a_rematch(rules: str) -> None:
    one = play_out(table(rules, 3, seed=b"\1" * 32, changes={"rounds": 2}))
    assert rematch(one) == "Cid"
    assert rematch(play_out(one)) == "Bob"


def test_F2_a_seat_that_was_taken_over_keeps_its_place_in_the_order() -> None:
    one = play_out(table("rounds", 3, seed=b"\1" * 32, changes={"rounds": 1}))
    log(one, e.SeatVacated(seat=1, why="left"), e.SeatTaken(seat=1, person="id9", name="Eve"))
    assert rematch(one) == "Eve"


def test_F2_without_the_next_player_the_one_after_begins() -> None:
    one = play_out(table("rounds", 3, seed=b"\1" * 32, changes={"rounds": 1}))
    log(one, e.SeatVacated(seat=1, why="left"))
    assert rematch(one) == "Cid"
    assert rematch(play_out(one)) == "Ann"


def test_F2_with_other_settings_the_first_seat_begins() -> None:
    one = play_out(table("rounds", 3, seed=b"\1" * 32, changes={"rounds": 1}))
    log(one, *decide(one, ANN, m.Change(id="c", set={"rounds": 2}), Context()))
    assert rematch(one) == "Ann"


def test_F2_a_match_without_a_rotation_is_logged_as_before() -> None:
    one = play_out(table("classic", 3, seed=b"\1" * 32, changes={"rounds": 1}))
    (dealt,) = deal(one, Context(new_game=lambda: "again"))
    assert e.encode(dealt).count('"first"') == 0


def limits(one: Table) -> tuple[int, object, object]:
    """As the table, the form and the rule sheet have it."""
    page = table_rules_page(one)
    lines = [line for section in page.sheet for line in section.lines]
    (said,) = [line.params["points"] for line in lines if line.code == "sheet.match.limit"]
    return project(one, None, shared_part(one, Around(0))).limit, page.values["limit"], said.params["count"]


def test_F10_the_limit_in_force_is_shown() -> None:
    one = play_out(table("fool108", 3, seed=b"\1" * 32, changes={"limit": 20}))
    assert limits(one) == (20, 20, 20)
    assert one.match is not None
    following = one.match.standing.next_limit
    assert following is not None
    assert following > 20
    rematch(one)
    assert limits(one) == (following, following, following)
    house_rules = table_rules_page(one).sheet[-1].lines
    assert "20" in str(house_rules)  # what was set, not what came of it
    assert str(following) not in str(house_rules)


def test_F10_with_other_players_the_limit_is_the_one_that_was_set() -> None:
    one = play_out(table("fool108", 3, seed=b"\1" * 32, changes={"limit": 20}))
    log(one, e.SeatVacated(seat=1, why="left"))
    rematch(one)
    assert limits(one) == (20, 20, 20)
