"""A socket that only watches (`/ws?watch`): a television is nobody, whatever its cookie says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.server.people import Guest, Running, fetch, opened, submit

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]


def television(server: Running, of: Guest, sit: bool = False) -> Guest:
    """In the browser of somebody, with their cookie, at their table."""
    screen = Guest(server.base, token=of.token, watches=True)
    screen.must("open", code=of.table["code"], sit=sit)
    return screen


def test_a_television_leaves_the_player_of_the_same_browser_in_the_seat(server: Running, guest: Make) -> None:
    ann, bob = opened(guest, "Ann", "Bob", public=False)
    ann.must("start")
    screen = television(server, ann)
    shown = ann.shown(lambda table: table["nameless"] == 1)
    assert (shown["watchers"], shown["seats"][0]["online"]) == ([], True)
    bob.shown(lambda table: table["phase"] == "playing")
    first = ann if ann.my_turn else bob
    assert first.act(first.legal[0])["type"] == "ack"
    screen.shown(lambda table: table["version"] == first.table["version"])
    assert not any(message["type"] == "elsewhere" for message in ann.catch_up())
    screen.close()
    assert ann.shown(lambda table: table["nameless"] == 0)["seats"][0]["online"]


def test_a_television_sees_no_hand_and_is_nobody(server: Running, guest: Make) -> None:
    ann, _ = opened(guest, "Ann", "Bob")
    ann.must("start")
    screen = television(server, ann, sit=True)
    welcome = screen.heard[0]
    assert (welcome["me"]["person"], welcome["me"]["name"], welcome["ticket"]) == (None, None, "")
    assert (screen.table["you"], screen.view["you"], screen.view["hand"]) == (None, None, [])
    assert (screen.table["may"], screen.view["legal"]) == (["leave"], [])
    nobody = guest(None)
    nobody.must("open", code=ann.table["code"])
    screen.catch_up()
    assert {**screen.table, "now": 0} == {**nobody.table, "now": 0}  # what any spectator sees, and no more


@pytest.mark.parametrize(
    "wish",
    [
        {"kind": "sit"},
        {"kind": "say", "text": "hello"},
        {"kind": "create", "bots": "beginner"},
        {"kind": "act", "action": "draw", "version": 0},
        {"kind": "start"},
    ],
    ids=lambda wish: str(wish["kind"]),
)
def test_a_television_can_do_nothing_for_the_person_of_its_cookie(
    server: Running, guest: Make, wish: dict[str, object]
) -> None:
    ann, _ = opened(guest, "Ann", "Bob")
    ann.must("start")
    screen = television(server, ann)
    assert screen.command(**wish)["why"]["code"] == "server.choose_name"  # type: ignore[arg-type]
    screen.send(type="react", emote="wow")
    assert screen.until(lambda message: message["type"] == "refused")["why"]["code"] == "server.choose_name"


def test_nobody_makes_somebody_of_a_television(server: Running, guest: Make) -> None:
    ann, _ = opened(guest, "Ann", "Bob")
    screen = television(server, ann)
    headers = {"origin": server.base, "cookie": f"lastcard={ann.token}"}
    submit(f"{server.base}/api/me", json={"name": "Anna", "ticket": ""}, headers=headers)
    ann.shown(lambda table: table["seats"][0]["name"] == "Anna")
    assert not any(message["type"] == "me" for message in screen.catch_up())
    assert ann.table["nameless"] == 1


def test_the_page_for_a_television_is_there_for_every_table_and_only_there(
    server: Running, guest: Make
) -> None:
    ann, _ = opened(guest, "Ann", "Bob", public=False)
    page = f"{server.base}/t/{ann.table['code']}/tv"
    assert fetch(page).status_code == 200
    assert fetch(f"{page}x").status_code == fetch(f"{page}/more").status_code == 404
    assert fetch(f"{server.base}/t/ZZZZZ/tv").status_code == 404
    ann.must("close")
    assert fetch(page).status_code == 404
