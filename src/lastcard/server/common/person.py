"""Who somebody is, for every part of the server."""

from __future__ import annotations

from msgspec import Struct


class Person(Struct, frozen=True):
    """Somebody with a name. `id` is public; the token that proves it is not here."""

    id: str
    name: str
