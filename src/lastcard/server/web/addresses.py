"""Where people reach this server: the addresses it answers to, and those to give to friends.

Nothing here sends a packet: the machine is asked for its own addresses only.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

from ..settings import Settings

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
EVERYWHERE: Final = ("0.0.0.0", "::")
VIRTUAL: Final = ("docker", "veth", "br-", "virbr", "vmnet", "vboxnet")  # friends can't reach those
BELIEVED_SECONDS: Final = 30.0
GET_ADDRESS: Final = 0x8915  # SIOCGIFADDR of Linux


def url(host: str, port: int) -> str:
    """The address of a page on this host, as people type it."""
    named = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{named}:{port}"


class Addresses:
    """Of one server that listens on a port."""

    def __init__(self, settings: Settings, port: int) -> None:
        self.port = port
        self.host = settings.host
        self.everywhere = settings.host in EVERYWHERE
        self.named = tuple(origin.rstrip("/") for origin in settings.origins)
        self._origins = frozenset({*self._own(), *self.named})
        self._hosts = frozenset(origin.split("://", 1)[1] for origin in self._origins)
        self._lan: tuple[float, list[str]] = (0.0, [])  # until when they are believed, and the addresses

    def _own(self) -> Iterator[str]:
        hosts = {self.host}
        if self.host in LOOPBACK or self.everywhere:
            hosts |= {"127.0.0.1", "localhost", "::1"}
        if self.everywhere:
            name = socket.gethostname()
            hosts |= {name, name.lower(), f"{name.lower()}.local"}
        for host in hosts:
            whole = url(host, self.port)
            yield whole
            if self.port == 80:
                yield whole.removesuffix(":80")

    def answers_to(self, host: str, reached: str | None) -> bool:
        """Whether a request may name this host; `reached` is the address that its connection came to.

        If we listen everywhere, that is every address of the machine, also one that it got later. A name that
        somebody points at us is not one: such a page could talk to us from anybody's browser.
        """
        return host in self._hosts or (self.everywhere and host in self._literal(reached))

    def is_own(self, origin: str, reached: str | None) -> bool:
        """Whether a page with this origin is ours."""
        if origin in self._origins:
            return True
        scheme, _, host = origin.partition("://")
        return self.everywhere and scheme == "http" and host in self._literal(reached)

    def _literal(self, reached: str | None) -> tuple[str, ...]:
        """An address of the machine as a browser names it."""
        if reached is None:
            return ()
        plain = reached.partition("%")[0]
        with suppress(ValueError):
            found = ip_address(plain)
            if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
                plain = str(found.ipv4_mapped)
        whole = url(plain, self.port).removeprefix("http://")
        return (whole, whole.removesuffix(":80")) if self.port == 80 else (whole,)

    def origin(self, host: str, scheme: str) -> str:
        """The origin of our pages for somebody who asked for this host, which `answers_to` has let through.

        Behind a proxy that speaks https the origin that the operator named is the true one.
        """
        named = (one for one in self.named if one.partition("://")[2] == host)
        return next(named, f"{scheme}://{host}")

    def for_friends(self) -> list[str]:
        """What friends can type, the likeliest first; none: only this machine can come, or has no network."""
        if self.named:
            return [*self.named]
        if self.host in LOOPBACK:
            return []
        return [url(host, self.port) for host in (self._in_network() if self.everywhere else [self.host])]

    def _in_network(self) -> list[str]:
        """Asked again now and then: a laptop may be carried to another network."""
        if monotonic() >= self._lan[0]:
            self._lan = (monotonic() + BELIEVED_SECONDS, lan_addresses())
        return self._lan[1]


def lan_addresses() -> list[str]:
    """The machine's addresses in its networks, the one that its packets carry first."""
    others = _of_interfaces() if sys.platform == "linux" else _of_name()
    found = [_outward(socket.AF_INET, "192.0.2.1"), *others]
    found += [] if any(found) else [_outward(socket.AF_INET6, "2001:db8::1")]
    return [one for one in dict.fromkeys(found) if one is not None and _reachable(one)]


def _reachable(text: str) -> bool:
    """Whether others could reach it: it is not this machine's own, and not for one cable only."""
    try:
        one = ip_address(text)
    except ValueError:
        return False
    return not (one.is_loopback or one.is_link_local or one.is_unspecified or one.is_multicast)


def _outward(family: int, anywhere: str) -> str | None:
    """The address that this machine's packets carry in its network; None: there is no network."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((anywhere, 9))  # none is sent
        return str(probe.getsockname()[0])
    return None


def _of_name() -> list[str]:
    """What the machine's own name stands for, where that is answered by the machine itself."""
    with suppress(OSError):
        return [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return []


def _of_interfaces() -> list[str]:
    """The IPv4 address of each network interface, on Linux."""
    from fcntl import ioctl

    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            if not name.startswith(VIRTUAL):
                with suppress(OSError):  # it has none
                    answer = ioctl(any_socket.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
                    found.append(socket.inet_ntoa(answer[20:24]))
    return found
