"""What everybody could see of a round, and what follows from it about the hidden hands.

Each card in a hand is a slot that knows when the card came. Whoever drew under C5 had nothing that fitted, so
no card that was there then can be of those kinds; what is played after a draw is the drawn card (U6). From
which slot any other card was played is a guess. The latest choices are kept, with what lay open then: `guess`
asks which hands would explain them. Nothing here reads a hidden card.
"""

from __future__ import annotations

from typing import Annotated

from ..engine import codes as c
from ..engine.bits import has
from ..engine.fields import BySeat, Record, Shape, record
from ..engine.legal import matching
from ..engine.pile import top_card
from ..engine.state import Rules, State
from .heuristic import Tactics

MOST_SLOTS = 40  # remembered in a hand; of longer ones the rest is not
CHOICES = 24  # the latest ones are kept
LAID = 64  # so are the cards that were laid down last
SIGNS = 48  # and the latest signs of each seat that it lacks something


BySlot = Annotated[list[list[int]], Shape(("players", MOST_SLOTS))]
ByChoice = Annotated[list[int], Shape((CHOICES,))]
ByChoiceAndSeat = Annotated[list[list[int]], Shape((CHOICES, "players"))]
ByLaid = Annotated[list[int], Shape((LAID,))]


@record
class Memory(Record):
    """What a seat concludes about the hands of the others."""

    since: BySlot  # how many choices there were when the card came
    born: BySlot  # how many signs of the seat were before the card came
    size: BySeat
    signs: BySeat  # how many of its draws and passes told something
    lacked: Annotated[list[list[int]], Shape(("players", SIGNS))]  # at each sign: kinds it can't have held
    soft: int  # 1: also conclude what is likely, not certain: from draws, passes and choices

    choices: int  # in this round
    oldest: int  # the first one that still says something about the hands
    plays: int  # cards laid down in this round
    flips: int  # of them, those that turn the direction

    # The latest choices, each at its number modulo CHOICES.
    who: ByChoice
    chosen: ByChoice
    colour: ByChoice
    plays_then: ByChoice
    flips_then: ByChoice
    counts: ByChoiceAndSeat
    voids: ByChoiceAndSeat

    # Cards laid down: whose, and from which choice until which they were in the hand; from and to which sign.
    laid: int
    laid_seat: ByLaid
    laid_kind: ByLaid
    laid_from: ByLaid
    laid_until: ByLaid
    laid_born: ByLaid
    laid_signs: ByLaid


def forget(m: Memory, s: State) -> None:
    """A new round: nothing is known about anybody's cards."""
    m.choices = m.oldest = m.plays = m.flips = m.laid = 0
    for seat in range(s.players):
        m.size[seat] = m.signs[seat] = 0
    catch_up(m, s)


def lose_track(m: Memory, players: int) -> None:
    """Hands moved: what was known is about nobody's cards."""
    m.oldest = m.choices
    for seat in range(players):
        m.size[seat] = 0


def remember(m: Memory, s: State, r: Rules, seat: int, action: int) -> None:
    """Conclude what an action tells, before it is applied; `catch_up` follows when it was."""
    verb = c.verb_of(action)
    top = top_card(s)
    if verb == c.PLAY or verb == c.JUMP:
        kind = c.kind_of(action)
        answers = r.draws[kind] and r.draws[top]  # perhaps to a stack (H1): that was another question
        if verb == c.PLAY and s.phase == c.ASK_PLAY and not answers:
            note_choice(m, s, r, seat, c.pack(c.PLAY, kind, c.arg_of(action)))
        m.plays += 1
        m.flips += r.flips[kind]
        if has((r.swapping | r.passing), kind):
            lose_track(m, s.players)
        else:
            lay_down(m, seat, kind, s.phase == c.ASK_DRAWN and not r.after_draw_any)
        return
    mask = matching(r, s.colour, top)
    if verb == c.DRAW and r.must_play and not (r.never_last and s.count[seat] == 1):  # C5
        lack(m, seat, mask)
    elif m.soft and (verb == c.DRAW or verb == c.PASS) and not (r.never_last and s.count[seat] <= 2):
        lack(m, seat, mask & ~r.wilds)  # but a wild may well be kept for later


def lack(m: Memory, seat: int, kinds: int) -> None:
    """A seat shows that it holds none of some kinds."""
    m.lacked[seat][m.signs[seat] % SIGNS] = kinds
    m.signs[seat] += 1


def never(m: Memory, seat: int, first: int, end: int) -> int:
    """The kinds that a card can't be which was in a hand at the signs from `first` to before `end`."""
    kinds = 0
    for sign in range(max(first, m.signs[seat] - SIGNS), end):
        kinds |= m.lacked[seat][sign % SIGNS]
    return kinds


def never_in(m: Memory, seat: int, slot: int) -> int:
    """The kinds that the card in a slot can't be."""
    return never(m, seat, m.born[seat][slot], m.signs[seat])


def note_choice(m: Memory, s: State, r: Rules, seat: int, action: int) -> None:
    """Keep a choice together with what everybody saw when it was made."""
    at = m.choices % CHOICES
    m.who[at] = seat
    m.chosen[at] = action
    m.colour[at] = s.colour
    m.plays_then[at] = m.plays
    m.flips_then[at] = m.flips
    for other in range(s.players):
        m.counts[at][other] = s.count[other]
        m.voids[at][other] = suits_lacking(m, s, r, other)
    m.choices += 1


def lay_down(m: Memory, seat: int, kind: int, newest: bool) -> None:
    """One slot less: the newest one, or any that could have been this card, which is a guess."""
    last = m.size[seat] - 1
    if last < 0:
        return
    slot = last
    if not newest:
        could = 0
        for i in range(last + 1):
            could += not has(never_in(m, seat, i), kind)
        turn = m.plays % could if could else 0  # as good as chance, and the same for everybody
        for i in range(last + 1):
            if not has(never_in(m, seat, i), kind):
                if turn == 0:
                    slot = i
                turn -= 1
    at = m.laid % LAID
    m.laid_seat[at] = seat
    m.laid_kind[at] = kind
    m.laid_from[at] = m.since[seat][slot]
    m.laid_until[at] = m.choices
    m.laid_born[at] = m.born[seat][slot]
    m.laid_signs[at] = m.signs[seat]
    m.laid += 1
    for i in range(slot, last):
        m.born[seat][i] = m.born[seat][i + 1]
        m.since[seat][i] = m.since[seat][i + 1]
    m.size[seat] = last


def catch_up(m: Memory, s: State) -> None:
    """As many slots as there are cards: nothing is known about the new ones."""
    for seat in range(s.players):
        size = min(s.count[seat], MOST_SLOTS)
        for slot in range(m.size[seat], size):
            m.born[seat][slot] = m.signs[seat]
            m.since[seat][slot] = m.choices
        m.size[seat] = size


def known_voids(m: Memory, s: State, r: Rules, t: Tactics) -> None:
    """Tell a tactician which suits everybody is known to lack."""
    for seat in range(s.players):
        t.voids[seat] = suits_lacking(m, s, r, seat)


def suits_lacking(m: Memory, s: State, r: Rules, seat: int) -> int:
    """The suits that a seat's slots leave no room for."""
    voids = 0
    if m.size[seat] == s.count[seat] and s.count[seat]:
        newest = m.born[seat][0]
        for slot in range(1, m.size[seat]):
            newest = max(newest, m.born[seat][slot])
        common = never(m, seat, newest, m.signs[seat])
        for suit in range(r.suits):
            if r.by_suit[suit] & ~r.wilds & ~common == 0:
                voids |= 1 << suit
    return voids
