"""The largest sizes that the engine has room for: compiled, every list is as long as its limit."""

from typing import Final

MAX_PLAYERS: Final = 20
MAX_KINDS: Final = 60  # a bit set of kinds fits into one signed 64-bit integer
MAX_SUITS: Final = 8
MAX_CARDS: Final = 500
