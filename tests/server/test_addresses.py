"""What a browser types: every page has its status, HEAD is GET without a body, and friends get an address."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest

from lastcard.server import run
from lastcard.server.settings import Settings
from lastcard.server.web import addresses
from lastcard.server.web.addresses import Addresses, lan_addresses
from lastcard.server.web.static_files import StaticFiles
from support.server.people import QUICK, Guest, Process, Running, fetch, post, running

pytestmark = pytest.mark.slow  # they start servers

Make = Callable[[str | None], Guest]
GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.json"))[0]


def head(url: str, **how: object) -> httpx.Response:
    with httpx.Client(verify=False) as browser:
        return browser.head(url, **how)  # type: ignore[arg-type]


def known_paths(server: Running, guest: Make) -> list[str]:
    code = guest("Ann").must("create", public=False)["code"]
    game = post(server, "/api/records", msgspec.json.decode(GOLDEN.read_bytes())).json()["game"]
    return [
        *("/", "/replays", "/replay", "/leaderboard", "/scores", "/haggle", "/rules"),
        *("/rules/classic", "/scores/fool108", f"/replay/{game}", f"/replay/{game}?round=1&step=3"),
        *(f"/t/{code}", f"/t/{code.lower()}", f"/t/{code}?watch", "/rules/", "/rules/classic/"),
    ]


UNKNOWN = (
    *("/nonsense", "/nonsense/more", "/replay/nonsense", "/rules/nonsense", "/scores/nonsense"),
    *("/t/ABCDE", "/t/no-code-at-all", "/t", "/rules/classic/more", "/replays/more"),
)


def test_a_page_that_is_there_is_ok_and_one_that_is_not_is_a_404_that_starts_the_client_too(
    server: Running, guest: Make
) -> None:
    start = StaticFiles().files["/index.html"].body
    for path in known_paths(server, guest):
        assert fetch(server.base + path).status_code == 200, path
    for path in UNKNOWN:
        answer = fetch(server.base + path, headers={"if-none-match": '"x"'})
        assert (answer.status_code, answer.content) == (404, start), path
        assert answer.headers["content-type"].startswith("text/html")
        assert "etag" not in answer.headers  # or a browser would show what was missing as it is now
    for path in ("/nothing.js", "/assets/nothing.css", "/api/nothing"):
        answer = fetch(server.base + path)
        assert (answer.status_code, "refused" in answer.json()) == (404, True), path


def test_head_is_get_without_a_body_on_every_page_and_question(server: Running, guest: Make) -> None:
    asked = [*known_paths(server, guest), *UNKNOWN, "/icon.svg", "/nothing.js", "/health"]
    asked += ["/api/me", "/api/about", "/api/lobby", "/api/history", "/api/leaderboard", "/api/rules/classic"]
    asked += ["/api/rules/nonsense", "/api/me/stats", "/api/games/nothing", "/api/nothing"]
    for path in asked:
        whole, bare = fetch(server.base + path), head(server.base + path)
        assert (bare.status_code, bare.content) == (whole.status_code, b""), path
        same = {name: value for name, value in whole.headers.items() if name != "date"}
        assert {name: value for name, value in bare.headers.items() if name != "date"} == same, path
    assert head(server.base + "/health", headers={"host": "evil.example"}).status_code == 421


def test_who_comes_under_another_name_reads_why_not(server: Running) -> None:
    other = {"host": "cards.home.arpa"}
    assert "--origin" in fetch(server.base + "/", headers=other).text
    assert fetch(server.base + "/api/about", headers=other).json()["code"] == "denied"


def test_codes_of_tables_can_t_be_guessed_by_asking_for_their_pages(tmp_path: Path) -> None:
    with running(str(tmp_path / "t.db"), msgspec.structs.replace(QUICK, guesses=(0.001, 3))) as server:
        ann = Guest(server.base, "Ann")
        secret = ann.must("create", public=False)["code"]
        ann.close()
        tried = [fetch(f"{server.base}/t/AAAA{letter}").status_code for letter in "ABCDE"]
        assert tried == [404, 404, 404, 429, 429]
        assert fetch(f"{server.base}/t/{secret}").status_code == 429  # as if it were not there
        own = {"cookie": f"lastcard={ann.token}"}
        assert fetch(f"{server.base}/t/{secret}", headers=own).status_code == 200


def test_friends_get_an_address_that_is_not_this_machine_s_own() -> None:
    def given(**how: object) -> list[str]:
        return Addresses(Settings(**how), 8108).for_friends()  # type: ignore[arg-type]

    assert given() == []
    assert given(host="192.0.2.7") == ["http://192.0.2.7:8108"]
    assert given(host="2001:db8::7") == ["http://[2001:db8::7]:8108"]
    assert given(origins=("https://cards.example.org/",)) == ["https://cards.example.org"]
    everywhere = given(host="0.0.0.0")  # none on a machine without a network
    assert everywhere == [f"http://{one}:8108" for one in lan_addresses()]
    assert not any("127.0.0.1" in one or "0.0.0.0" in one for one in everywhere)


def test_a_server_that_listens_everywhere_answers_to_the_address_that_was_reached_and_to_no_other_name() -> (
    None
):
    one = Addresses(Settings(host="0.0.0.0"), 8108)
    for reached, host in (
        ("10.1.2.3", "10.1.2.3:8108"),
        ("::ffff:10.1.2.3", "10.1.2.3:8108"),
        ("fd00::7", "[fd00::7]:8108"),
        ("127.0.0.1", "localhost:8108"),
        ("10.1.2.3", f"{socket.gethostname()}:8108"),
    ):
        assert one.answers_to(host, reached), host
        assert one.is_own(f"http://{host}", reached), host
    for host in ("evil.example:8108", "10.1.2.4:8108", "10.1.2.3:80", "10.1.2.3", ""):
        assert not one.answers_to(host, "10.1.2.3"), host
        assert not one.is_own(f"http://{host}", "10.1.2.3"), host
    assert not one.is_own("https://10.1.2.3:8108", "10.1.2.3")
    assert not Addresses(Settings(), 8108).answers_to("10.1.2.3:8108", "10.1.2.3")


def test_a_new_network_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [["192.0.2.7"], ["192.0.2.8", "10.0.0.8"]]
    monkeypatch.setattr(addresses, "lan_addresses", lambda: found[0])
    one = Addresses(Settings(host="0.0.0.0"), 8108)
    assert one.for_friends() == ["http://192.0.2.7:8108"]
    del found[0]
    later = time.monotonic() + addresses.BELIEVED_SECONDS + 1
    monkeypatch.setattr(addresses, "monotonic", lambda: later)
    assert one.for_friends() == ["http://192.0.2.8:8108", "http://10.0.0.8:8108"]


@pytest.mark.parametrize(
    ("lan", "said"),
    [
        (["192.0.2.7", "10.0.0.7"], "http://192.0.2.7:8108 or http://10.0.0.7:8108"),
        ([], "http://ADDRESS-OF-THIS-MACHINE:8108"),
    ],
)
def test_what_is_printed_for_friends(lan: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: lan)
    told = "\n".join(run.for_friends(Addresses(Settings(host="0.0.0.0"), 8108)))
    assert said in told
    assert "http://0.0.0.0" not in told
    assert run.for_friends(Addresses(Settings(), 8108)) == []
    assert run.for_friends(Addresses(Settings(origins=("https://cards.example.org",)), 8108)) == [
        "Friends open https://cards.example.org"
    ]


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_serve_everywhere_prints_an_address_that_friends_can_use(host: str, tmp_path: Path) -> None:
    if host == "::" and not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    process = Process(str(tmp_path / "t.db"), 0, "--host", host)
    try:
        assert process.child.stdout is not None
        told = process.child.stdout.readline()
        lan = lan_addresses()
        assert "0.0.0.0" not in process.line + told
        friends = [word for word in told.split() if word.startswith("http://")]
        port = process.base.rpartition(":")[2]
        assert friends == (
            [f"http://{one}:{port}" for one in lan] or [f"http://ADDRESS-OF-THIS-MACHINE:{port}"]
        )
        for base in (process.base, *friends[: len(lan)]):
            assert fetch(f"{base}/health").status_code == 200, base
            about = fetch(f"{base}/api/about").json()
            assert about["for_others"] == (friends[0] if lan else None)
            me = httpx.post(f"{base}/api/me", json={"name": f"Ann {base[-9:-6]}"}, headers={"origin": base})
            assert me.status_code == 200
    finally:
        process.end()
