"""What everybody could see of a round, and what follows from it about the hidden hands.

Each card in a hand is a slot with the kinds that it can't be. Whoever drew under C5 had nothing that fitted;
what is played after a draw is the drawn card (U6). The latest choices are kept, with what lay open then:
`guess` asks which hands would explain them. Nothing here reads a hidden card.
"""

from __future__ import annotations

from . import codes as c
from .carriers import MAX_PLAYERS, Rules, State
from .tactics import Tactics

MOST_SLOTS = 40  # remembered in a hand; of longer ones the rest is not
CHOICES = 24  # the latest ones are kept
LAID = 64  # so are the cards that were laid down last


class Memory:
    """What a seat concludes about the hands of the others."""

    __slots__ = (
        "choices",
        "chosen",
        "colour",
        "counts",
        "flips",
        "flips_then",
        "laid",
        "laid_from",
        "laid_kind",
        "laid_seat",
        "laid_until",
        "never",
        "oldest",
        "plays",
        "plays_then",
        "since",
        "size",
        "soft",
        "voids",
        "who",
    )

    never: list[list[int]]  # [seat][slot] -> bit set of kinds
    since: list[list[int]]  # [seat][slot] -> how many choices there were when the card came
    size: list[int]
    soft: int  # 1: also conclude what is likely, not certain: from draws, passes and choices

    choices: int  # in this round
    oldest: int  # the first one that still says something about the hands
    plays: int  # cards laid down in this round
    flips: int  # of them, those that turn the direction

    # The latest choices, each at its number modulo CHOICES.
    who: list[int]
    chosen: list[int]
    colour: list[int]
    plays_then: list[int]
    flips_then: list[int]
    counts: list[list[int]]
    voids: list[list[int]]

    # Cards laid down: whose, and from which choice until which they were in the hand.
    laid: int
    laid_seat: list[int]
    laid_kind: list[int]
    laid_from: list[int]
    laid_until: list[int]

    def __init__(self) -> None:
        self.never = [[0] * MOST_SLOTS for _ in range(MAX_PLAYERS)]
        self.since = [[0] * MOST_SLOTS for _ in range(MAX_PLAYERS)]
        self.size = [0] * MAX_PLAYERS
        self.soft = self.choices = self.oldest = self.plays = self.flips = self.laid = 0
        self.who, self.chosen, self.colour = [0] * CHOICES, [0] * CHOICES, [0] * CHOICES
        self.plays_then, self.flips_then = [0] * CHOICES, [0] * CHOICES
        self.counts = [[0] * MAX_PLAYERS for _ in range(CHOICES)]
        self.voids = [[0] * MAX_PLAYERS for _ in range(CHOICES)]
        self.laid_seat, self.laid_kind = [0] * LAID, [0] * LAID
        self.laid_from, self.laid_until = [0] * LAID, [0] * LAID


def forget(m: Memory, s: State) -> None:
    """A new round: nothing is known about anybody's cards."""
    m.choices = m.oldest = m.plays = m.flips = m.laid = 0
    for seat in range(s.players):
        m.size[seat] = 0
    catch_up(m, s)


def lose_track(m: Memory, players: int) -> None:
    """Hands moved: what was known is about nobody's cards."""
    m.oldest = m.choices
    for seat in range(players):
        m.size[seat] = 0


def remember(m: Memory, s: State, r: Rules, seat: int, action: int) -> None:
    """Conclude what an action tells, before it is applied; `catch_up` follows when it was."""
    verb = c.verb_of(action)
    top = s.pile[s.pile_n - 1]
    if verb == c.PLAY or verb == c.JUMP:
        kind = c.kind_of(action)
        answers = r.draws[kind] and r.draws[top]  # perhaps to a stack (H1): that was another question
        if verb == c.PLAY and s.phase == c.ASK_PLAY and not answers:
            note_choice(m, s, r, seat, c.pack(c.PLAY, kind, c.arg_of(action)))
        m.plays += 1
        m.flips += r.flips[kind]
        if (r.swapping | r.passing) >> kind & 1:
            lose_track(m, s.players)
        else:
            lay_down(m, seat, kind, s.phase == c.ASK_DRAWN and not r.after_draw_any)
        return
    mask = r.by_suit[s.colour] | r.fits_on[top]
    if verb == c.DRAW and (r.must_play or m.soft) and not (r.never_last and s.count[seat] == 1):  # C5
        for slot in range(m.size[seat]):
            m.never[seat][slot] |= mask
    elif verb == c.PASS and m.soft and m.size[seat]:
        m.never[seat][m.size[seat] - 1] |= mask


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
            could += not m.never[seat][i] >> kind & 1
        turn = m.plays % could if could else 0  # as good as chance, and the same for everybody
        for i in range(last + 1):
            if not m.never[seat][i] >> kind & 1:
                if turn == 0:
                    slot = i
                turn -= 1
    at = m.laid % LAID
    m.laid_seat[at] = seat
    m.laid_kind[at] = kind
    m.laid_from[at] = m.since[seat][slot]
    m.laid_until[at] = m.choices
    m.laid += 1
    for i in range(slot, last):
        m.never[seat][i] = m.never[seat][i + 1]
        m.since[seat][i] = m.since[seat][i + 1]
    m.size[seat] = last


def catch_up(m: Memory, s: State) -> None:
    """As many slots as there are cards: nothing is known about the new ones."""
    for seat in range(s.players):
        size = min(s.count[seat], MOST_SLOTS)
        for slot in range(m.size[seat], size):
            m.never[seat][slot] = 0
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
        common = m.never[seat][0]
        for slot in range(1, m.size[seat]):
            common &= m.never[seat][slot]
        for suit in range(r.suits):
            if r.by_suit[suit] & ~common == 0:
                voids |= 1 << suit
    return voids
