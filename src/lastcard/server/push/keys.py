"""The operator's pair of keys (VAPID): push services know by it which server a message is from."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

from ...errors import LastcardError


class PushKeysError(LastcardError):
    """Keys that can't be read, made or used; the message says why."""


def _vapid() -> Any:
    """The library, only where somebody has keys; raises PushKeysError if the extra is not installed."""
    try:
        import pywebpush  # noqa: F401 - the sender needs it
        from py_vapid import Vapid02
    except ImportError as error:
        raise PushKeysError(f"push needs {error.name}: install lastcard[push]") from None
    return Vapid02


class PushKeys:
    """A private key, and the public one as browsers take it."""

    def __init__(self, vapid: Any) -> None:
        from cryptography.hazmat.primitives import serialization

        self.vapid = vapid
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        point = vapid.public_key.public_bytes(*form)
        self.public = base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def make_keys(path: Path) -> PushKeys:
    """New keys in a new file, for its owner alone to read. One that is there is never written over."""
    fresh = _vapid()()
    fresh.generate_keys()
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(fresh.private_pem())
    except OSError as error:
        raise PushKeysError(f"{path}: {error.strerror}") from None
    return PushKeys(fresh)


def keys_in(path: Path) -> PushKeys:
    """The keys in a file. They are not made on the way: by another key no browser knows the server."""
    vapid = _vapid()
    try:
        return PushKeys(vapid.from_pem(path.read_bytes()))
    except FileNotFoundError:
        raise PushKeysError(f"{path}: there is no such file: `lastcard keys {path}` makes it") from None
    except OSError as error:
        raise PushKeysError(f"{path}: {error.strerror}") from None
    except Exception:  # whatever the library says of a key, it may quote it
        raise PushKeysError(f"{path}: is not a private key as `lastcard keys` makes it") from None
