"""Networks as the store keeps them: by a short mark, from which nobody can tell the address.

A mark is a keyed hash, so that nobody outside finds addresses with the same one, and it is so short that
thousands of addresses share it, so that it names none to those who have the database and the key.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

import sqlalchemy as sa

from ..common.network import network_of
from .schema import secret_keys
from .store import Store

KEY: Final = "networks"
DIGITS: Final = 5  # hexadecimal: one mark for 4,096 IPv4 addresses


class NetworkMarks:
    """The marks of one server; they stay the same as long as its database."""

    def __init__(self, store: Store) -> None:
        with store.engine.begin() as connection:
            self._key = _stored_key(connection)

    def of(self, address: str) -> str:
        """The mark of the network that an address belongs to."""
        found = hashlib.blake2b(network_of(address).encode(), key=self._key)
        return found.hexdigest()[:DIGITS]


def _stored_key(connection: sa.Connection) -> bytes:
    """The key of this database, made when it is first wanted."""
    query = sa.select(secret_keys.c.value).where(secret_keys.c.id == KEY)
    found: str | None = connection.scalar(query)
    if found is None:
        found = secrets.token_hex(32)
        connection.execute(secret_keys.insert().values(id=KEY, value=found))
    return bytes.fromhex(found)
