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


def choose(bot: int, v: Knowledge, r: Rules) -> int:
    """The action of a bot whose turn it is."""
    rest = v.verbs
    if v.plays == 0 or rest and (bot == HOARDER or bot == LAZY and randbelow(v.rng, 2)):
        return other_verb(v, r, rest)
    kind = dearest(v, r) if bot == GREEDY else any_bit(v.rng, v.plays)
    return play_form(v, r, c.PLAY, kind)


def respond(bot: int, v: Knowledge, r: Rules) -> int:
    """A bot's answer when it is asked for a reaction: an action, or NOTHING. Hoarders sit still.

    Whoever has nothing to say takes nothing from the generator: asking all seats or only those that could
    react makes the same game.
    """
    others = v.catchable & ~(1 << v.seat)
    if not (v.caller or others or v.jump != c.NOTHING):
        return c.NOTHING
    if bot == HOARDER or randbelow(v.rng, 2):
        return c.NOTHING
    if v.caller:
        return c.pack(c.CALL)
    if others:
        return c.pack(c.CATCH, 0, any_bit(v.rng, others))
    return play_form(v, r, c.JUMP, v.jump)


def other_verb(v: Knowledge, r: Rules, rest: int) -> int:
    verb = any_bit(v.rng, rest) if rest & rest - 1 else highest(rest)
    return c.pack(verb, 0, randbelow(v.rng, r.suits)) if verb == c.NAME else c.pack(verb)


def play_form(v: Knowledge, r: Rules, verb: int, kind: int) -> int:
    """A card with whatever it must name, chosen at random; a true call is made every other time."""
    arg = c.NOTHING
    if v.count[v.seat] > 1:
        if r.wilds >> kind & 1:
            arg = randbelow(v.rng, r.suits)
        elif r.swapping >> kind & 1:
            arg = (v.seat + 1 + randbelow(v.rng, v.players - 1)) % v.players
    call = r.call and call_fits(v, r, v.seat, kind, arg) and randbelow(v.rng, 2)
    return c.pack(verb, kind, arg, 1 if call else 0)


def any_bit(q: MutableSequence[int], mask: int) -> int:
    """The place of one of the bits that are set, each as likely."""
    if mask & mask - 1:  # more than one
        for _ in range(randbelow(q, count(mask))):
            mask &= mask - 1
    return lowest(mask)


def dearest(v: Knowledge, r: Rules) -> int:
    best = c.NOTHING
    for kind in range(r.kinds):
        if v.plays >> kind & 1 and (best == c.NOTHING or r.points[kind] > r.points[best]):
            best = kind
    return best
