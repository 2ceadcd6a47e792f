"""The lobby: who looks at it, and the list of public tables that they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..protocol import messages as m
from .connection import Connection


class LobbyFeed:
    """Sends the list again when it has changed, not more often than people can read."""

    def __init__(self, listing: Callable[[], m.LobbyNow], every: float) -> None:
        self.watchers: set[Connection] = set()
        self._listing = listing
        self._every = every
        self._timer: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Send the list soon; changes that come close together are sent as one."""
        if self._timer is None and self.watchers:
            self._timer = asyncio.get_running_loop().call_later(self._every, self._send)

    def _send(self) -> None:
        self._timer = None
        listing = self._listing()
        for connection in self.watchers:
            connection.send(listing)
