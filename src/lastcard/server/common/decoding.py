"""JSON that others send: whatever is malformed about it is one error."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def decode(decoder: msgspec.json.Decoder[T], data: bytes | str) -> T:
    """What the decoder reads. Raises msgspec.DecodeError, also for bad UTF-8 and for lists 5,000 deep."""
    try:
        return decoder.decode(data)
    except UnicodeDecodeError:
        raise msgspec.DecodeError("invalid UTF-8") from None
    except RecursionError:
        raise msgspec.DecodeError("nested too deeply") from None
