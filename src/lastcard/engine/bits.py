"""Bit sets as ints, of kinds, seats, suits or verbs: the few questions that are asked of them.

Compiled, each of these is an instruction or two of the machine (`compiled`). In plain Python a call costs
more than the question, so the functions that every action runs through write `mask >> i & 1` themselves.
"""

# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("has",)


def has(mask: int, i: int) -> bool:
    """Whether `i` is in the set."""
    return mask >> i & 1 == 1


def lowest(mask: int) -> int:
    """The smallest member of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The largest member of a set that is not empty."""
    return mask.bit_length() - 1


def count(mask: int) -> int:
    """How many members a set has."""
    return mask.bit_count()
