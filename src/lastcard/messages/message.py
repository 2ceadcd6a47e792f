"""`Message`: something to say, as plain data. A module of its own, since loading msgspec takes its time."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from . import sentence


class Message(Struct, frozen=True):
    """Something to say: its key in the catalogue, and what goes into its places.

    A parameter is a text, a number, another message, or a list of these.
    """

    code: str
    params: dict[str, Any] = {}

    def __str__(self) -> str:
        return sentence(self.code, self.params)
