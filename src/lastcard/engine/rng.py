"""The state's own generator: sfc32, four 32-bit words held in wider ints.

Bit-identical in Python and compiled. For simulations only: games dealt to people take their orders from
`game.shuffler`, which is keyed and can be verified.
"""

from collections.abc import MutableSequence

WORD = 0xFFFFFFFF
# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("seed", "randbelow")


def seed(q: MutableSequence[int], number: int, stream: int = 0) -> None:
    """Set the four words from a number of up to 63 bits; each stream of a number is another sequence."""
    q[0] = number & WORD
    q[1] = number >> 32 & WORD
    q[2] = stream & WORD
    q[3] = 1 + (stream >> 32)
    for _ in range(15):
        randbelow(q, 1)


def randbelow(q: MutableSequence[int], n: int) -> int:
    """A number from 0 to n - 1, of the next 32 random bits.

    For the few hundred that n can be, the bias is under one in ten million.
    """
    b = q[1]
    c = q[2]
    d = q[3]
    out = (q[0] + b + d) & WORD
    q[3] = d + 1 & WORD
    q[0] = b ^ b >> 9
    q[1] = c + (c << 3) & WORD
    q[2] = ((c << 21 & WORD | c >> 11) + out) & WORD
    return out * n >> 32
