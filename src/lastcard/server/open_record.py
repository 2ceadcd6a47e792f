"""A record from the command line to the replay page: by the server that runs, or one started for it."""

from __future__ import annotations

import urllib.request
from urllib.error import HTTPError

import msgspec

from ..game.record import Record
from .protocol import http_models as h
from .replays.making import checked_upload
from .run import ServeError, address, open_browser, runs_already, serve
from .settings import Settings


def watch(record: Record, port: int, url: str | None = None) -> int:
    """Open the replay page. The record itself goes to the server; the address holds only its name."""
    text = checked_upload(record)  # what can't be replayed is refused before anything is started
    settings = Settings(port=port)
    if port and runs_already(settings.host, port):
        where = address(settings.host, port)
        page = f"{where}/replay/{_uploaded(where, text)}"
        print(f"The record is at {page}", flush=True)
        open_browser(page)
        return 0
    return serve(settings, url, browser=True, record=text)


def _uploaded(where: str, text: str) -> str:
    headers = {"origin": where, "content-type": "application/json"}
    asked = urllib.request.Request(f"{where}/api/records", text.encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            reply = answer.read()
    except HTTPError as error:
        with error:
            raise _refused(where, error.read()) from None
    except OSError as error:
        raise ServeError(f"{where}: {error}") from None
    try:
        return msgspec.json.decode(reply, type=h.StoredRecord).game
    except msgspec.ValidationError:
        raise _refused(where, reply) from None


def _refused(where: str, reply: bytes) -> ServeError:
    """What the server said no with, as a sentence; another program may answer at that port."""
    try:
        return ServeError(f"{where}: {msgspec.json.decode(reply, type=h.RequestRefused).refused}")
    except (msgspec.DecodeError, KeyError):
        return ServeError(f"{where}: the answer is not one of lastcard's")
