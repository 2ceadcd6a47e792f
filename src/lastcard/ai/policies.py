"""The simplest players, by integer id, over what a seat knows. They serve batches, tests and tables alike."""

from collections.abc import MutableSequence

from ..engine import codes as c
from ..engine.bits import count, highest, lowest
from ..engine.legal import call_fits
from ..engine.rng import randbelow
from ..engine.state import Rules
from .knowledge import Knowledge

RANDOM = 0  # plays any playable card, draws only without one, plays a drawn card that fits
LAZY = 1  # as likely to draw or to pass as to play, where it may
HOARDER = 2  # draws and passes whenever it may
GREEDY = 3  # sheds the card that costs most

NAMES = ("random", "lazy", "hoarder", "greedy")
# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("choose", "other_verb", "any_bit", "play_form")


def choose(policy: int, knowledge: Knowledge, r: Rules) -> int:
    """The action of a policy whose turn it is."""
    rest = knowledge.verbs
    if knowledge.plays == 0 or rest and (policy == HOARDER or policy == LAZY and randbelow(knowledge.rng, 2)):
        return other_verb(knowledge, r, rest)
    kind = dearest(knowledge, r) if policy == GREEDY else any_bit(knowledge.rng, knowledge.plays)
    return play_form(knowledge, r, c.PLAY, kind)


def respond(policy: int, knowledge: Knowledge, r: Rules) -> int:
    """A policy's answer when it is asked for a reaction: an action, or NOTHING. Hoarders sit still.

    A seat that has nothing to say takes nothing from the generator: asking all seats or only those that
    could react makes the same game.
    """
    others = knowledge.catchable & ~(1 << knowledge.seat)
    if not (knowledge.caller or others or knowledge.jump != c.NOTHING):
        return c.NOTHING
    if policy == HOARDER or randbelow(knowledge.rng, 2):
        return c.NOTHING
    if knowledge.caller:
        return c.pack(c.CALL)
    if others:
        return c.pack(c.CATCH, 0, any_bit(knowledge.rng, others))
    return play_form(knowledge, r, c.JUMP, knowledge.jump)


def other_verb(knowledge: Knowledge, r: Rules, rest: int) -> int:
    """One of the verbs in the bit set `rest`, at random, as an action; a colour to name is random too."""
    verb = any_bit(knowledge.rng, rest) if rest & rest - 1 else highest(rest)
    return c.pack(verb, 0, randbelow(knowledge.rng, r.suits)) if verb == c.NAME else c.pack(verb)


def play_form(knowledge: Knowledge, r: Rules, verb: int, kind: int) -> int:
    """A card with whatever it must name, chosen at random; a true call is made every other time."""
    arg = c.NOTHING
    if knowledge.count[knowledge.seat] > 1:
        if r.wilds >> kind & 1:
            arg = randbelow(knowledge.rng, r.suits)
        elif r.swapping >> kind & 1:
            arg = (knowledge.seat + 1 + randbelow(knowledge.rng, knowledge.players - 1)) % knowledge.players
    call = r.call and call_fits(knowledge, r, knowledge.seat, kind, arg) and randbelow(knowledge.rng, 2)
    return c.pack(verb, kind, arg, 1 if call else 0)


def any_bit(rng: MutableSequence[int], mask: int) -> int:
    """The place of one of the bits that are set, each as likely."""
    if mask & mask - 1:  # more than one
        for _ in range(randbelow(rng, count(mask))):
            mask &= mask - 1
    return lowest(mask)


def dearest(knowledge: Knowledge, r: Rules) -> int:
    """The playable kind that is worth most points, NOTHING if there is none."""
    best = c.NOTHING
    for kind in range(r.kinds):
        if knowledge.plays >> kind & 1 and (best == c.NOTHING or r.points[kind] > r.points[best]):
            best = kind
    return best
