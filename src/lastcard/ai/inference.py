"""What everybody could see of a round, and what follows from it about the hidden hands.

Each card in a hand is a slot that knows when the card came. Whoever drew under C5 had nothing that fitted, so
no card that was there then can be of those kinds; what is played after a draw is the drawn card (U6). From
which slot any other card was played is a guess. The latest choices are kept, with what lay open then: `guess`
asks which hands would explain them. Nothing here reads a hidden card.
"""

from __future__ import annotations

from ..engine import codes as c
from ..engine.state import MAX_PLAYERS, Rules, State
from .heuristic import Tactics

MOST_SLOTS = 40  # remembered in a hand; of longer ones the rest is not
CHOICES = 24  # the latest ones are kept
LAID = 64  # so are the cards that were laid down last
SIGNS = 48  # and the latest signs of each seat that it lacks something


class Memory:
    """What a seat concludes about the hands of the others."""

    __slots__ = (
        "born",
        "choices",
        "chosen",
        "colour",
        "counts",
        "flips",
        "flips_then",
        "lacked",
        "laid",
        "laid_born",
        "laid_from",
        "laid_kind",
        "laid_seat",
        "laid_signs",
        "laid_until",
        "oldest",
        "plays",
        "plays_then",
        "signs",
        "since",
        "size",
        "soft",
        "voids",
        "who",
    )

    since: list[list[int]]  # [seat][slot] -> how many choices there were when the card came
    born: list[list[int]]  # [seat][slot] -> how many signs of the seat were before the card came
    size: list[int]
    signs: list[int]  # [seat] -> how many of its draws and passes told something
    lacked: list[list[int]]  # [seat][sign modulo SIGNS] -> the kinds that it can't have held, a bit set
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

    # Cards laid down: whose, and from which choice until which they were in the hand; from and to which sign.
    laid: int
    laid_seat: list[int]
    laid_kind: list[int]
    laid_from: list[int]
    laid_until: list[int]
    laid_born: list[int]
    laid_signs: list[int]

    def __init__(self) -> None:
        self.born, self.since = ([[0] * MOST_SLOTS for _ in range(MAX_PLAYERS)] for _ in range(2))
        self.lacked = [[0] * SIGNS for _ in range(MAX_PLAYERS)]
        self.size, self.signs = [0] * MAX_PLAYERS, [0] * MAX_PLAYERS
        self.soft = self.choices = self.oldest = self.plays = self.flips = self.laid = 0
        self.who, self.chosen, self.colour = [0] * CHOICES, [0] * CHOICES, [0] * CHOICES
        self.plays_then, self.flips_then = [0] * CHOICES, [0] * CHOICES
        self.counts = [[0] * MAX_PLAYERS for _ in range(CHOICES)]
        self.voids = [[0] * MAX_PLAYERS for _ in range(CHOICES)]
        self.laid_seat, self.laid_kind = [0] * LAID, [0] * LAID
        self.laid_from, self.laid_until = [0] * LAID, [0] * LAID
        self.laid_born, self.laid_signs = [0] * LAID, [0] * LAID


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
            could += not never_in(m, seat, i) >> kind & 1
        turn = m.plays % could if could else 0  # as good as chance, and the same for everybody
        for i in range(last + 1):
            if not never_in(m, seat, i) >> kind & 1:
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
