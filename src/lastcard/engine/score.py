"""What a round is worth: C9, L4, T2 and F8, from the hands as they are when it ends."""

from . import codes as c
from .bits import has, highest
from .pile import top_card
from .state import Rules, State

LEAGUE_BASE = 100  # L4: for everybody, again for each player with more cards, and the most that cards cost
LEAGUE_LEAST = 1  # L4


def score(s: State, r: Rules) -> None:
    """Fill `points` and the items that they are made of."""
    if r.scoring == c.WINS:  # T2: what is held counts for nothing
        for seat in range(s.players):
            s.points[seat] = 1 if seat == s.winner else 0
        return
    for seat in range(s.players):
        s.card_points[seat] = held_points(s, r, seat)
    if r.scoring == c.WINNER_TAKES:
        winner_takes(s)
    elif r.scoring == c.RANKED:
        ranked(s)
    else:
        penalties(s, r)


def held_points(s: State, r: Rules, seat: int) -> int:
    """What the cards in a hand are worth."""
    total = 0
    hand = s.hands[seat]
    mask = s.held[seat]
    while mask:
        kind = highest(mask)
        total += hand[kind] * r.points[kind]
        mask ^= 1 << kind
    return total


def winner_takes(s: State) -> None:
    """C9; a round without a winner scores nobody (U8)."""
    for seat in range(s.players):
        s.points[seat] = 0
    if s.winner >= 0:
        for seat in range(s.players):
            s.points[s.winner] += s.card_points[seat]


def ranked(s: State) -> None:
    """L4, in whole numbers: halves are rounded up."""
    n = s.players
    for seat in range(n):
        s.base_points[seat] = LEAGUE_BASE
        for other in range(n):
            if s.count[other] > s.count[seat]:
                s.base_points[seat] += LEAGUE_BASE
        value = s.base_points[seat] - lost_to_cards(s, seat)
        s.points[seat] = max(LEAGUE_LEAST, (2 * value + n) // (2 * n))


def lost_to_cards(s: State, seat: int) -> int:
    """What a hand costs where points go by rank (L4)."""
    return min(LEAGUE_BASE, s.card_points[seat])


def penalties(s: State, r: Rules) -> None:
    """F6-F9: cards held, a lone queen, or going out: with a queen, without a call."""
    for seat in range(s.players):
        s.last_points[seat] = 0
        s.uncalled[seat] = 0
        if seat == s.winner:
            s.last_points[seat] = r.out[top_card(s)]
            if r.call == c.CALL_POINTS and not has(s.called, seat):
                s.uncalled[seat] = r.uncalled_points
        elif s.count[seat] == 1 and s.reason == c.WON:  # U8: with no winner a lone queen counts 3
            lone = r.lone[highest(s.held[seat])]
            if lone:
                s.card_points[seat] = 0
                s.last_points[seat] = lone
        s.points[seat] = s.card_points[seat] + s.last_points[seat] + s.uncalled[seat] + s.charges[seat]
