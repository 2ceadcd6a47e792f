"""The reactions that people send to a table: codes, which the page draws at the seat for a moment."""

from __future__ import annotations

from typing import Final, Literal, get_args

Emote = Literal["laugh", "wow", "sad", "cross", "phew", "cheeky", "love", "bravo"]
EMOTES: Final[tuple[Emote, ...]] = get_args(Emote)
