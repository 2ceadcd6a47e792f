"""The state's own generator: sfc32, four 32-bit words held in wider ints.

Bit-identical in Python and compiled. For simulations only: games dealt to people take their orders from
`game.shuffler`, which is keyed and can be verified.
"""

from collections.abc import MutableSequence

WORD = 0xFFFFFFFF
# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("seed", "randbelow")


def seed(rng: MutableSequence[int], number: int, stream: int = 0) -> None:
    """Set the four words from a number of up to 63 bits; each stream of a number is another sequence."""
    rng[0] = number & WORD
    rng[1] = number >> 32 & WORD
    rng[2] = stream & WORD
    rng[3] = 1 + (stream >> 32)
    for _ in range(15):
        randbelow(rng, 1)


def randbelow(rng: MutableSequence[int], n: int) -> int:
    """A number from 0 to n - 1, of the next 32 random bits.

    For the few hundred that n can be, the bias is under one in ten million.
    """
    b = rng[1]
    c = rng[2]
    d = rng[3]
    out = (rng[0] + b + d) & WORD
    rng[3] = d + 1 & WORD
    rng[0] = b ^ b >> 9
    rng[1] = c + (c << 3) & WORD
    rng[2] = ((c << 21 & WORD | c >> 11) + out) & WORD
    return out * n >> 32
