"""What the server has of a person: exported, erased on their word, and logs that don't stay for ever."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from lastcard.game import verify
from lastcard.game.record import decode
from lastcard.server.common import clock
from lastcard.server.storage import personal_data
from lastcard.server.storage.schema import metadata
from support.server.people import Guest, Running, fetch, opened, play_out, submit

pytestmark = pytest.mark.slow  # they play over sockets

SAID = "a secret between us"


def headers(server: Running, guest: Guest) -> dict[str, str]:
    return {"cookie": f"lastcard={guest.token}", "origin": server.base}


def my_data(server: Running, guest: Guest) -> dict[str, Any]:
    answer = fetch(f"{server.base}/api/me/data", headers=headers(server, guest))
    assert "attachment" in answer.headers["content-disposition"]
    found: dict[str, Any] = answer.json()
    return found


def erase(server: Running, guest: Guest) -> None:
    answer = submit(f"{server.base}/api/me/erase", headers=headers(server, guest))
    assert answer.json()["person"] is None
    assert answer.cookies.get("lastcard") is None


def everything(server: Running) -> str:
    """The whole database, as text."""
    found = []
    with server.server.store.reading() as connection:
        for table in metadata.sorted_tables:
            found += [str(tuple(row)) for row in connection.execute(sa.select(table))]
    return "\n".join(found)


def a_match(server: Running, *names: str, words: bool = False) -> list[Guest]:
    """A match that was played to its end, at a table that is closed."""
    people = opened(lambda name: Guest(server.base, name), *names, rules="rounds", timer=0)
    people[0].must("say", text=SAID)
    if words:
        people[0].must("shuffle", text="my words")
    people[0].must("start")
    play_out(people, lambda table: table["phase"] == "over")
    people[0].must("close")
    return people


def game_of(server: Running, guest: Guest) -> str:
    return str(my_data(server, guest)["matches"][0]["game"])


def test_all_that_is_known_of_a_person_can_be_downloaded(server: Running) -> None:
    ann, bob = a_match(server, "Ann", "Bob")
    mine = my_data(server, ann)
    assert (mine["name"], mine["devices"]) == ("Ann", 1)
    assert [one["rules"] for one in mine["matches"]] == ["rounds"]
    assert [one["text"] for one in mine["chat"]] == [SAID]
    assert list(mine["ratings"]) == ["rounds"]
    assert my_data(server, bob)["chat"] == []


def test_nobody_without_a_name_gets_or_erases_anything(server: Running) -> None:
    assert fetch(f"{server.base}/api/me/data").status_code == 403
    assert submit(f"{server.base}/api/me/erase", headers={"origin": server.base}).status_code == 403


def test_who_is_erased_is_nowhere_in_the_database_and_the_results_stay(server: Running) -> None:
    """Statistics and chat of anyone who had finished a round stayed for ever under their name."""
    ann, bob = a_match(server, "Annabel", "Bob")
    game, person = game_of(server, ann), my_data(server, ann)["person"]
    assert "Annabel" in everything(server)
    erase(server, ann)
    left = everything(server)
    for trace in ("Annabel", person, SAID):
        assert trace not in left
    info = fetch(f"{server.base}/api/games/{game}").json()
    assert [(one["name"], one["person"] is None) for one in info["seats"]] == [
        (personal_data.LEFT, True),
        ("Bob", False),
    ]
    assert game_of(server, bob) == game
    record = decode(fetch(f"{server.base}/api/games/{game}/record").content)
    assert record.players == [personal_data.LEFT, "Bob"]
    assert all(one.fair for one in verify.check(record))


def test_a_deal_whose_key_held_the_name_can_t_be_checked_any_more_and_says_so(server: Running) -> None:
    ann, bob = a_match(server, "Ann", "Bob", words=True)
    game = game_of(server, ann)
    erase(server, ann)
    record = decode(fetch(f"{server.base}/api/games/{game}/record").content)
    assert [one.fair for one in verify.check(record)] == [None, True]  # words count for the next deal only
    assert "my words" not in everything(server)
    erase(server, bob)
    record = decode(fetch(f"{server.base}/api/games/{game}/record").content)
    assert sorted(record.players) == [personal_data.LEFT, f"{personal_data.LEFT} 2"]


def test_at_a_table_that_goes_on_a_bot_plays_for_who_was_erased(server: Running) -> None:
    ann, bob = opened(lambda name: Guest(server.base, name), "Annabel", "Bob", rules="rounds", timer=0)
    ann.must("say", text=SAID)
    ann.must("start")
    person = my_data(server, ann)["person"]
    erase(server, ann)
    table = bob.shown(lambda t: t["seats"][0]["kind"] == "bot")
    assert table["seats"][0]["name"].startswith(personal_data.LEFT)
    play_out([bob], lambda table: table["phase"] == "over")
    bob.must("close")
    server.do(server.server.background.drop_old_logs())
    left = everything(server)
    assert "Annabel" not in left
    assert SAID not in left
    assert f"'{person}', '{bob.name}" not in left


def test_other_devices_are_cut_off_too_and_the_name_is_free(server: Running) -> None:
    ann = Guest(server.base, "Ann")
    code = submit(f"{server.base}/api/me/link", headers=headers(server, ann)).json()["code"]
    linked = submit(f"{server.base}/api/link", json={"code": code}, headers={"origin": server.base})
    other = Guest(server.base, "Ann", linked.cookies["lastcard"])
    erase(server, ann)
    other.hear()
    assert fetch(f"{server.base}/api/me", headers=headers(server, other)).json()["person"] is None
    assert Guest(server.base, "Ann").name == "Ann"


def test_the_log_of_a_closed_table_is_deleted_after_a_while_and_its_match_stays(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = a_match(server, "Ann", "Bob")
    days = server.server.settings.log_days
    server.do(server.server.background.drop_old_logs())
    assert my_data(server, ann)["chat"]
    later = clock.now_ms() + round((days + 1) * 24 * 3600 * 1000)
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    server.do(server.server.background.drop_old_logs())
    assert my_data(server, ann)["chat"] == []
    assert fetch(f"{server.base}/api/games/{game_of(server, ann)}/record").status_code == 200


def test_the_log_of_an_open_table_stays_however_old(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = opened(lambda name: Guest(server.base, name), "Ann", "Bob", timer=0)
    ann.must("say", text=SAID)
    later = clock.now_ms() + 10**11
    monkeypatch.setattr(clock, "now_ms", lambda: later)
    server.do(server.server.background.drop_old_logs())
    assert msgspec.json.encode(SAID).decode()[1:-1] in everything(server)
