"""A league's secret: 32 random bytes that its deals come from, promised by their hash, revealed at the end.

While a league is not finished its store holds the hash alone. The secret lies beside the store in a folder of
its own that nobody else may open and that no bot in the sandbox sees, so an interrupted league goes on with
it. A league that is made longer after its end gets another secret for the deals that follow.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from .errors import LeagueError

BESIDE: Final = "-secrets"
STORE_FILES: Final = ("", "-wal", "-shm", "-journal", BESIDE)
DUMPABLE: Final = 4  # linux/prctl.h


class Secret(Struct, frozen=True):
    """What the deals of a league come from, from one deal on; the value is None where it is not revealed."""

    first: int
    commitment: str  # SHA-256 of the 32 bytes, in hexadecimal
    value: str | None = None  # the bytes in hexadecimal

    @property
    def kept(self) -> bool:
        """Whether this is the secret that was promised."""
        return self.value is not None and commitment(bytes.fromhex(self.value)) == self.commitment


def draw(first: int) -> Secret:
    """A new secret for the deals from `first` on."""
    value = secrets.token_bytes(32)
    return Secret(first, commitment(value), value.hex())


def commitment(value: bytes) -> str:
    """The promise that a secret is this one."""
    return hashlib.sha256(value).hexdigest()


def store_files(path: str) -> tuple[str, ...]:
    """All that belongs to a store, for bots not to see."""
    return tuple(os.path.abspath(path) + ending for ending in STORE_FILES)


class SecretFolder:
    """Where the secrets of unfinished leagues lie, one file each, beside their store."""

    def __init__(self, store: str) -> None:
        self.folder = Path(store + BESIDE)

    def keep(self, secret: Secret) -> None:
        """Write a secret down for us alone, so that it outlives us and the machine's power."""
        assert secret.value is not None
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with open(os.open(self._place(secret), flags, 0o600), "w", encoding="ascii") as file:
                file.write(f"{secret.value}\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise LeagueError(f"{self.folder}: can't be written: {error.strerror}") from None

    def find(self, secret: Secret) -> Secret:
        """A secret that was promised, with its value."""
        place = self._place(secret)
        try:
            found = Secret(secret.first, secret.commitment, place.read_text(encoding="ascii").strip())
        except (OSError, ValueError):
            raise LeagueError(f"{place}: the secret of this league is not there, so it can't go on") from None
        with suppress(ValueError):
            if found.kept:
                return found
        raise LeagueError(f"{place}: is not the secret that was promised, so this league can't go on")

    def forget(self, secret: Secret) -> None:
        """Take the file of a secret away that has been revealed."""
        with suppress(OSError):
            self._place(secret).unlink(missing_ok=True)
            self.folder.rmdir()  # if it was the last one

    def _place(self, secret: Secret) -> Path:
        return self.folder / secret.commitment


@contextmanager
def private_memory() -> Iterator[None]:
    """Nobody but root may look into this process meanwhile, where the system can do that (Linux)."""
    keep_memory_private()
    try:
        yield
    finally:
        _dumpable(1)


def keep_memory_private() -> None:
    """The same for the rest of this process's life, in a worker."""
    _dumpable(0)


def _dumpable(value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DUMPABLE, value, 0, 0, 0)
