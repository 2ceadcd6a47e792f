"""Which bots can be seated: levels, and those of the operator by their names."""

from __future__ import annotations

import pytest

from lastcard.bots.forfeits import BotError
from lastcard.bots.levels import DEFAULT, LEVELS
from lastcard.server.common.person import Person
from lastcard.server.common.refusal import CommandRefused
from lastcard.server.protocol import messages as m
from lastcard.server.tables import events as e
from lastcard.server.tables.commands import Context, create
from lastcard.server.tables.offered_bots import OfferedBots
from lastcard.server.tables.offered_rulebooks import OfferedRulebooks
from lastcard.server.tables.projection import Around, shared_part
from lastcard.server.web.queries import about
from support.server.tables import table

SPEC = "python3 secret_bot.py --key 1234"
OFFERED = OfferedBots([("Shed_2-x", SPEC)])
ANN = Person("id0", "Ann")


@pytest.mark.parametrize("name", ["", "two words", "x" * 21, "ё", "a=b", "casual", "Master", "shed_2-X"])
def test_a_name_that_can_t_be_is_refused(name: str) -> None:
    with pytest.raises(BotError):
        OfferedBots([("Shed_2-x", SPEC), (name, SPEC)])


def test_a_level_plays_as_itself_and_a_bot_that_is_gone_as_the_usual_level() -> None:
    assert OFFERED.playing("Shed_2-x") == "Shed_2-x"
    assert OFFERED.playing("beginner") == "beginner"
    assert OFFERED.playing("gone") == OfferedBots().playing("Shed_2-x") == DEFAULT


def test_the_page_is_told_the_name_and_nothing_else() -> None:
    told = about("", None, OfferedRulebooks(), OFFERED)
    assert {one.name for one in told.levels} - set(LEVELS) == {"Shed_2-x"}
    assert "secret_bot" not in repr(told)


def test_a_table_takes_the_name_and_never_what_stands_behind_it() -> None:
    made = create(ANN, m.Create(id="c", bots="Shed_2-x"), Context(bots=OFFERED))
    assert {one.level for one in made if isinstance(one, e.BotSeated)} == {"Shed_2-x"}
    for wrong in (SPEC, "shed_2-x", "random"):
        with pytest.raises(CommandRefused):
            create(ANN, m.Create(id="c", bots=wrong), Context(bots=OFFERED))


def test_a_seat_shows_what_plays_there() -> None:
    one = table("classic", 2)
    one.apply(e.NumberedEvent(one.n + 1, 1, e.BotSeated(seat=1, level="Shed_2-x", name="Mira")))
    for bots, shown in ((OFFERED, "Shed_2-x"), (OfferedBots(), DEFAULT)):
        assert shared_part(one, Around(5000, playing=bots.playing)).seats[1].level == shown
