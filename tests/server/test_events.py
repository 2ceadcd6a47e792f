"""The log in the database: events are stored under the tags and fields that they have always had."""

from __future__ import annotations

from typing import get_args

import pytest

from lastcard.server.tables import events as e

SETTINGS = (
    '"rules":"classic","book":{"name":"classic"},"set":{"stacking":"same"},"seats":3,"public":true,'
    '"timer":"auto","pace":"normal"'
)
# As version 0.1 has written them. A line here is never changed: it stands in people's databases.
STORED: dict[type, str] = {
    e.TableCreated: f'{{"type":"created",{SETTINGS},"seed":"AQI="}}',
    e.SeatTaken: '{"type":"sat","seat":1,"person":"p1","name":"Bob"}',
    e.PersonRenamed: '{"type":"renamed","person":"p1","name":"Robert"}',
    e.QueueChanged: '{"type":"waits","person":"p2","name":"Cid","waits":true}',
    e.BotSeated: '{"type":"bot","seat":2,"level":"casual","name":"Ada"}',
    e.SeatOffered: '{"type":"offered","seat":2,"offered":true}',
    e.SeatVacated: '{"type":"rose","seat":1,"why":"left","level":"casual"}',
    e.StandInChanged: '{"type":"minded","seat":1,"away":true,"why":"timeout"}',
    e.HostChanged: '{"type":"host","seat":null}',
    e.ReadyChanged: '{"type":"ready","seat":0,"ready":true}',
    e.DealerDrawBegun: '{"type":"draw","game":"g1"}',
    e.CardPicked: '{"type":"pick","seat":1,"place":4,"by_table":true}',
    e.CeremonySkipped: '{"type":"skip","seat":0}',
    e.DrawnAgain: '{"type":"again"}',
    e.RoundDealt: '{"type":"deal","seed":"Aw==","game":"g1"}',
    e.ActionPlayed: '{"type":"did","seat":0,"action":"play R3","timeout":true}',
    e.ChatSent: '{"type":"said","name":"Eve","seat":null,"text":"hi"}',
    e.SpectatorsMuted: '{"type":"muted","muted":true}',
    e.SeedAdditionChanged: '{"type":"added","seat":0,"text":"mix"}',
    e.SettingsChanged: f'{{"type":"changed",{SETTINGS}}}',
    e.TableClosed: '{"type":"closed","why":"expired"}',
    e.CommandAnswered: '{"type":"answered","n":7,"version":3}',
}


def test_every_event_of_the_log_has_a_stored_form() -> None:
    assert set(STORED) == set(get_args(e.LogEvent))


@pytest.mark.parametrize("kind", STORED, ids=lambda kind: kind.__name__)
def test_what_older_versions_have_stored_is_read_and_written_the_same(kind: type) -> None:
    event = e.decode(STORED[kind])
    assert type(event) is kind
    assert e.encode(event) == STORED[kind]
