"""Names for people who come without one: two friendly words in plain letters; they can take another any time.

The words were read in English, German and Russian: in none of them is one rude, or a joke at somebody's cost.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Final

FIRST: Final = (
    *("Bold", "Brave", "Breezy", "Bright", "Calm", "Cheerful", "Clever", "Cosy", "Curious", "Daring"),
    *("Dreamy", "Eager", "Fearless", "Friendly", "Gallant", "Gentle", "Graceful", "Happy", "Honest"),
    *("Hopeful", "Humble", "Jolly", "Keen", "Lively", "Loyal", "Lucky", "Mellow", "Merry", "Midnight"),
    *("Morning", "Nimble", "Noble", "Peaceful", "Quick", "Quiet", "Radiant", "Serene", "Smiling"),
    *("Spirited", "Starry", "Steady", "Summer", "Sunny", "Swift", "Trusty", "Upbeat", "Velvet", "Warm"),
    *("Winter", "Wise"),
)
SECOND: Final = (
    *("Alpaca", "Antelope", "Badger", "Bison", "Bumblebee", "Cheetah", "Chipmunk", "Crane", "Cricket"),
    *("Deer", "Dolphin", "Dragonfly", "Eagle", "Falcon", "Finch", "Firefly", "Gazelle", "Gecko", "Giraffe"),
    *("Hamster", "Hare", "Hedgehog", "Ibis", "Kingfisher", "Koala", "Ladybird", "Lark", "Leopard", "Lion"),
    *("Llama", "Lynx", "Magpie", "Marmot", "Marten", "Moose", "Mustang", "Nightjar", "Octopus", "Oriole"),
    *("Otter", "Owl", "Panda", "Pelican", "Penguin", "Pony", "Puffin", "Rabbit", "Raven", "Robin"),
    *("Salamander", "Seahorse", "Sparrow", "Squirrel", "Starfish", "Starling", "Stork", "Swan", "Tiger"),
    *("Tortoise", "Turtle", "Walrus", "Wombat", "Wren", "Zebra"),
)
PLAIN_TRIES: Final = 12  # before a number comes behind the two words


def proposed_names() -> Iterator[str]:
    """Names to try, without end: who asks takes the first that is free."""
    tried = 0
    while True:
        name = f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"
        tried += 1
        yield name if tried <= PLAIN_TRIES else f"{name} {secrets.randbelow(98) + 2}"
