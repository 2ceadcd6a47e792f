"""Web push: who is in turn and does not look is told, once a turn, by a message without cards."""

from __future__ import annotations

import base64
import json
import logging
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lastcard.server.common.refusal import CommandRefused
from lastcard.server.push import sender as sender_module
from lastcard.server.push.endpoints import check_endpoint, target_of
from lastcard.server.push.keys import PushKeysError, keys_in, make_keys
from lastcard.server.push.sender import MOST_WAITING, Sender
from lastcard.server.storage import subscriptions
from lastcard.server.storage.subscriptions import Subscription
from support.server.people import QUICK, Guest, Message, Running, fetch, opened, post, running, wait_for

pytest.importorskip("pywebpush")
import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

pytestmark = pytest.mark.slow  # servers and sockets
SETTINGS = replace(QUICK, push_anywhere=True, push_grace=0.05, pushes=(1000, 1000))


def plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """A browser's part: its keys, and what came for it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.p256dh = plain(self.key.public_key().public_bytes(*form))

    @property
    def wanted(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": plain(self.auth)}

    def read(self, body: bytes) -> Message:
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        message: Message = json.loads(text)
        return message


class Service:
    """A push service on this machine."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.location: str | None = None
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("content-length", "0")
                if service.location is not None:
                    self.send_header("location", service.location)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._http = HTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def service() -> Iterator[Service]:
    one = Service()
    yield one
    one.close()


@pytest.fixture(scope="module")
def pushing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("push")
    with running(str(folder / "tables.db"), SETTINGS, push_keys=make_keys(folder / "keys.pem")) as one:
        yield one


@pytest.fixture
def make(pushing: Running) -> Callable[[str | None], Guest]:
    return lambda name: Guest(pushing.base, name)


def subscribe(server: Running, one: Guest, browser: Browser) -> Message:
    answer: Message = post(server, "/api/me/push", browser.wanted, cookie=f"lastcard={one.token}").json()
    return answer


def hide(one: Guest) -> None:
    one.send(type="look", visible=False)
    one.catch_up()


def dealt(make: Callable[[str | None], Guest], *names: str) -> tuple[Guest, Guest]:
    """A round of two people: who is in turn, and the other."""
    people = opened(make, *names)
    for one in people:
        one.must("ready")
    for one in people:
        one.shown(lambda table: table["phase"] == "playing" and table["view"]["turn"] is not None)
    first, second = sorted(people, key=lambda one: not one.my_turn)
    return first, second


def to_the_other(one: Guest, other: Guest) -> None:
    """Move until it is the other's turn."""
    while one.my_turn:
        simple = [text for text in one.legal if text in ("draw", "pass")] or one.legal
        assert one.act(simple[0])["type"] == "ack"
    other.shown(lambda table: table["view"]["turn"] == table["view"]["you"])


def test_who_is_in_turn_and_does_not_look_is_told_once_without_a_card(
    pushing: Running, make: Callable[[str | None], Guest], service: Service
) -> None:
    ann, bob = dealt(make, "Ann told", "Bob told")
    browser = Browser(f"{service.base}/send/bob")
    assert subscribe(pushing, bob, browser) == {"on": True}
    hide(bob)
    to_the_other(ann, bob)
    wait_for(lambda: service.got)
    (path, headers, body) = service.got[0]
    assert path == "/send/bob"
    assert browser.read(body) == {
        "type": "turn",
        "table": bob.table["code"],
        "rules": "classic",
        "title": "Classic",
    }
    assert headers["content-encoding"] == "aes128gcm"
    assert (int(headers["ttl"]) > 0, headers["topic"]) == (True, bob.table["code"])
    key = fetch(pushing.base + "/api/about").json()["push_key"]
    assert headers["authorization"].startswith("vapid t=")
    assert headers["authorization"].endswith(f"k={key}")
    assert Vapid02.verify(headers["authorization"])
    hide(bob)  # looking away again in the same turn changes nothing
    if "draw" in bob.legal:
        bob.act("draw")
    bob.catch_up()
    assert len(service.got) == 1
    to_the_other(bob, ann)
    to_the_other(ann, bob)
    wait_for(lambda: len(service.got) == 2)


def test_who_looks_is_not_told_and_who_looks_away_in_their_turn_is(
    pushing: Running, make: Callable[[str | None], Guest], service: Service
) -> None:
    ann, bob = dealt(make, "Ann looks", "Bob looks")
    for one, path in ((ann, "ann"), (bob, "bob")):
        assert subscribe(pushing, one, Browser(f"{service.base}/send/{path}")) == {"on": True}
    to_the_other(ann, bob)
    to_the_other(bob, ann)
    hide(ann)
    wait_for(lambda: service.got)
    assert [path for path, _, _ in service.got] == ["/send/ann"]


def test_who_comes_back_in_time_is_not_told(tmp_path: Path, service: Service) -> None:
    keys = make_keys(tmp_path / "keys.pem")
    with running(str(tmp_path / "t.db"), replace(SETTINGS, push_grace=0.4), push_keys=keys) as server:
        ann, bob = dealt(lambda name: Guest(server.base, name), "Ann back", "Bob back")
        subscribe(server, bob, Browser(f"{service.base}/send/bob"))
        hide(bob)
        to_the_other(ann, bob)
        calls = server.server.hub.rooms[bob.table["code"]].turn_calls
        assert calls._timer is not None
        bob.send(type="look", visible=True)
        bob.catch_up()
        assert calls._timer is None
        bob.close()  # nobody is told less for being away: the timer starts again
        wait_for(lambda: service.got)


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_forgotten(
    pushing: Running, make: Callable[[str | None], Guest], service: Service, status: int
) -> None:
    ann, bob = dealt(make, f"Ann ended {status}", f"Bob ended {status}")
    subscribe(pushing, bob, Browser(f"{service.base}/gone/{status}"))
    who = str(bob.heard[0]["me"]["person"])
    assert subscriptions.of(pushing.server.store, who)
    service.status = status
    hide(bob)
    to_the_other(ann, bob)
    wait_for(lambda: not subscriptions.of(pushing.server.store, who))


def test_failures_are_logged_without_the_address(
    pushing: Running,
    make: Callable[[str | None], Guest],
    service: Service,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    ann, bob = dealt(make, "Ann fails", "Bob fails")
    subscribe(pushing, bob, Browser(f"{service.base}/secret-capability"))
    service.status = 500
    hide(bob)
    to_the_other(ann, bob)
    wait_for(lambda: "answered 500" in caplog.text)
    assert "secret-capability" not in caplog.text


def test_a_redirection_is_not_followed(
    pushing: Running, make: Callable[[str | None], Guest], service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    ann, bob = dealt(make, "Ann sent on", "Bob sent on")
    subscribe(pushing, bob, Browser(f"{service.base}/moved"))
    service.status, service.location = 307, f"{service.base}/inside"
    hide(bob)
    to_the_other(ann, bob)
    wait_for(lambda: "answered 307" in caplog.text)
    assert [path for path, _, _ in service.got] == ["/moved"]


def test_one_tap_off_and_forgetting_oneself_end_it(
    pushing: Running, make: Callable[[str | None], Guest], service: Service
) -> None:
    bob = make("Bob ends")
    who = str(bob.heard[0]["me"]["person"])
    browser = Browser(f"{service.base}/send/ends")
    subscribe(pushing, bob, browser)
    cookie = f"lastcard={bob.token}"
    post(pushing, "/api/me/push/end", {"endpoint": browser.endpoint}, cookie=cookie)
    assert subscriptions.of(pushing.server.store, who) == []
    subscribe(pushing, bob, browser)
    other = Browser(f"{service.base}/send/other-device")
    code = post(pushing, "/api/me/link", None, cookie=cookie).json()
    linked = post(pushing, "/api/link", code).cookies["lastcard"]
    post(pushing, "/api/me/push", other.wanted, cookie=f"lastcard={linked}")
    post(pushing, "/api/me/forget", {}, cookie=cookie)  # this device; the other is still the same person
    assert [one.endpoint for one in subscriptions.of(pushing.server.store, who)] == [other.endpoint]


def test_a_person_has_ten_browsers_at_most_and_a_browser_one_person(
    pushing: Running, make: Callable[[str | None], Guest]
) -> None:
    ann, bob = make("Ann many"), make("Bob many")
    whose = [str(one.heard[0]["me"]["person"]) for one in (ann, bob)]
    for n in range(12):
        subscribe(pushing, ann, Browser(f"http://127.0.0.1:9/{n}"))
    assert len(subscriptions.of(pushing.server.store, whose[0])) == 10
    subscribe(pushing, bob, Browser("http://127.0.0.1:9/11"))
    assert len(subscriptions.of(pushing.server.store, whose[0])) == 9
    assert len(subscriptions.of(pushing.server.store, whose[1])) == 1


def test_without_keys_nobody_can_subscribe(server: Running, guest: Callable[[str | None], Guest]) -> None:
    assert fetch(server.base + "/api/about").json()["push_key"] is None
    cookie = f"lastcard={guest('Ann no keys').token}"
    answer = post(server, "/api/me/push", Browser("https://push.example.org/x").wanted, cookie=cookie)
    assert answer.json()["refused"]["code"] == "server.no_push"


def test_subscribing_needs_a_name_and_real_keys(
    pushing: Running, make: Callable[[str | None], Guest]
) -> None:
    wanted = Browser("http://127.0.0.1:9/x").wanted
    assert post(pushing, "/api/me/push", wanted).status_code == 403
    cookie = f"lastcard={make('Ann keys').token}"
    assert post(pushing, "/api/me/push", wanted | {"auth": "short"}, cookie=cookie).status_code == 400


# ---- Where messages may go ----

RIGHT = [
    "https://fcm.googleapis.com/fcm/send/x:y",
    "https://updates.push.services.mozilla.com/wpush/v2/x",
    "https://web.push.apple.com/x",
    "https://wns2-by3p.notify.windows.com/w/?token=x",
]
WRONG = [
    "http://fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://10.0.0.7/x",
    "https://localhost/x",
    "https://printer.local/x",
    "https://vault.internal/x",
    "https://push.example.org/x",
    "https://fcm.googleapis.com.example.org/x",
    "https://evilpush.apple.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://me@fcm.googleapis.com/x",
    "https://fcm.googleapis.com/x#y",
    "https://fcm.googleapis.com/a b",
    "https://fcm.googleapis.com:port/x",
    "https:///x",
    "ftp://fcm.googleapis.com/x",
    "https://fcm.googleapis.com/" + "x" * 1000,
    "",
]


@pytest.mark.parametrize("endpoint", WRONG)
def test_only_addresses_of_push_services_are_taken(endpoint: str) -> None:
    with pytest.raises(CommandRefused):
        check_endpoint(endpoint)


def test_the_addresses_of_all_browsers_services_are_taken() -> None:
    for endpoint in RIGHT:
        check_endpoint(endpoint)


def test_a_name_that_leads_into_the_own_network_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def leads_to(*addresses: str) -> None:
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    for inside in (
        "127.0.0.1",
        "224.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "169.254.169.254",
        "::1",
        "fd00::1",
        "0.0.0.0",
    ):
        leads_to("93.184.215.14", inside)
        with pytest.raises(CommandRefused):
            target_of("https://fcm.googleapis.com/x")
    leads_to("93.184.215.14")
    target = target_of("https://fcm.googleapis.com/x?y=1")
    assert (target.host, target.address, target.path) == ("fcm.googleapis.com", "93.184.215.14", "/x?y=1")


def test_no_more_messages_wait_than_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    held = threading.Event()
    monkeypatch.setattr(sender_module.Sender, "_deliver", lambda *_: held.wait(20))
    sender = Sender(make_keys(tmp_path / "keys.pem"), SETTINGS, "https://localhost", lambda _: None)
    for _ in range(MOST_WAITING + 20):
        sender.send(Subscription("https://push.example.org/x", "", ""), "T", b"x")
    assert not held.is_set()  # nobody has waited for it
    assert "one is dropped" in caplog.text
    held.set()
    sender.close()


# ---- Keys ----


def test_keys_are_made_once_and_only_their_owner_can_read_them(tmp_path: Path) -> None:
    path = tmp_path / "keys.pem"
    first = make_keys(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert keys_in(path).public == first.public
    assert len(first.public) == 87
    with pytest.raises(PushKeysError):
        make_keys(path)
    assert keys_in(path).public == first.public


def test_a_file_that_holds_no_key_is_refused_without_quoting_it(tmp_path: Path) -> None:
    path = tmp_path / "keys.pem"
    path.write_text("my password")
    with pytest.raises(PushKeysError) as refused:
        keys_in(path)
    assert "my password" not in str(refused.value)
