"""Where messages may go: to the services of the browsers' makers, and never into our own network.

An endpoint comes from a browser, so it is as good as typed by anybody: unchecked, it could make our server
knock at any door.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from ..common.refusal import CommandRefused

LONGEST: Final = 1000
# Chromium and its kin, Firefox, Safari, Edge. What begins with a dot stands for all names below it.
SERVICES: Final = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)


class Target(NamedTuple):
    """A place that was checked: the address is connected to, the host is only named."""

    secure: bool
    host: str
    port: int
    address: str
    path: str


def check_endpoint(text: str, anywhere: bool = False) -> None:
    """Refuse what can't be the address of a push service; `anywhere` is for tests on this machine."""
    _parts(text, anywhere)


def _parts(text: str, anywhere: bool) -> SplitResult:
    try:
        parts = urlsplit(text)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise CommandRefused("invalid", "push_endpoint") from None
    plain = len(text) <= LONGEST and text.isascii() and text.isprintable() and " " not in text
    whole = plain and host != "" and "@" not in parts.netloc and not parts.fragment
    if whole and anywhere and parts.scheme in ("http", "https"):
        return parts
    if not whole or parts.scheme != "https" or port not in (None, 443) or not _is_service(host):
        raise CommandRefused("invalid", "push_endpoint")
    return parts


def _is_service(host: str) -> bool:
    return any(host.endswith(one) if one.startswith(".") else host == one for one in SERVICES)


def _is_public(address: str) -> bool:
    """Whether it lies in nobody's own network."""
    found = ipaddress.ip_address(address.partition("%")[0])
    return found.is_global and not found.is_multicast


def target_of(text: str, anywhere: bool = False) -> Target:
    """The address behind an endpoint, looked up once, so that it can't be another one when we connect."""
    parts = _parts(text, anywhere)
    secure, host = parts.scheme == "https", parts.hostname or ""
    port = parts.port or (443 if secure else 80)
    found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not anywhere and not all(map(_is_public, found)):
        raise CommandRefused("invalid", "push_endpoint")
    return Target(secure, host, port, found[0], parts.path + (f"?{parts.query}" if parts.query else ""))
