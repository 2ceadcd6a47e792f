"""Who a browser is, behind a proxy and on another device: secure cookies, own limits, words that expire."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest

from lastcard.server.storage import identity
from support.server.people import QUICK, Guest, Running, opened, register, running, submit

pytestmark = pytest.mark.slow  # they start servers

PLACE = "cards.example.org"


def by_proxy(server: Running, name: str, visitor: str, origin: str = f"https://{PLACE}") -> httpx.Response:
    """As a proxy on the same machine hands a visitor's request on."""
    got = {"host": PLACE, "origin": origin, "x-forwarded-proto": "https", "x-forwarded-for": visitor}
    return submit(f"{server.base}/api/me", json={"name": name}, headers=got)


def test_a_cookie_that_came_by_https_goes_by_https_only(tmp_path: Path) -> None:
    with running(
        str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, origins=(f"https://{PLACE}",))
    ) as server:
        answer = by_proxy(server, "Ann", "198.51.100.7")
        assert answer.status_code == 200
        assert "; secure" in answer.headers["set-cookie"].lower()
        plain = submit(f"{server.base}/api/me", json={"name": "Bob"}, headers={"origin": server.base})
        assert "; secure" not in plain.headers["set-cookie"].lower()  # http://127.0.0.1 would lose it
        assert by_proxy(server, "Cid", "198.51.100.7", origin=f"http://{PLACE}").status_code == 403


def test_one_visitor_s_flood_does_not_shut_out_another(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, origins=(f"https://{PLACE}",), posts=(0.001, 2))
    with running(str(tmp_path / "t.db"), few) as server:
        got = [by_proxy(server, f"Ann {n}", "198.51.100.7").status_code for n in range(3)]
        assert got == [200, 200, 429]
        assert by_proxy(server, "Bob", "198.51.100.8").status_code == 200


def test_a_word_for_another_device_is_too_old_after_a_while(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = {"cookie": f"lastcard={register(server.base, 'Ann')}", "origin": server.base}
    for lasts in (300, -1):
        monkeypatch.setattr(identity, "LINK_SECONDS", lasts)
        word = submit(f"{server.base}/api/me/link", headers=cookie).json()["code"]
        other = submit(f"{server.base}/api/link", json={"code": word}, headers={"origin": server.base})
        assert ("lastcard" in other.cookies) == (lasts > 0)


def test_who_is_forgotten_gives_up_the_seat_unless_another_device_still_has_it(server: Running) -> None:
    """It stood there as "reconnecting" for a day, and everybody waited for somebody who can't come back."""
    ann, bob = opened(lambda name: Guest(server.base, name), "Ann", "Bob", timer=0)
    ann.must("start")
    cookie = {"cookie": f"lastcard={bob.token}", "origin": server.base}
    code = submit(f"{server.base}/api/me/link", headers=cookie).json()["code"]
    other = submit(f"{server.base}/api/link", json={"code": code}, headers={"origin": server.base})
    submit(f"{server.base}/api/me/forget", headers=cookie)
    ann.must("say", text="still here")
    assert ann.table["seats"][1]["kind"] == "person"
    again = {"cookie": f"lastcard={other.cookies['lastcard']}", "origin": server.base}
    submit(f"{server.base}/api/me/forget", headers=again)
    assert ann.shown(lambda t: t["seats"][1]["kind"] == "bot")["seats"][1]["name"] == "Bob"
