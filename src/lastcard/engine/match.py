"""From rounds to a match: who starts next, when it ends, who won and who lost (C9, L5, T2, F10)."""

from collections.abc import MutableSequence, Sequence

from .codes import PENALTIES
from .state import Rules


def next_first(first: int, players: int) -> int:
    """The deal, the first turn or the starter moves on by one seat, in every rulebook."""
    return (first + 1) % players


def length(r: Rules, players: int) -> int:
    """The most rounds a match can have; 0 in the rulebook means one for each player."""
    return r.rounds if r.rounds else players


def match_over(r: Rules, totals: Sequence[int], players: int, rounds: int) -> bool:
    """Whether a match stands decided after so many rounds."""
    goal = r.target if r.target else r.limit
    if goal:
        for seat in range(players):
            if totals[seat] >= goal:
                return True
    return rounds >= length(r, players)


def places(r: Rules, totals: Sequence[int], players: int, out: MutableSequence[int]) -> None:
    """The place of every seat: shared ranks 1, 2, 2, 4; where points are penalties the lowest is first."""
    for seat in range(players):
        place = 1
        for other in range(players):
            ahead = totals[other] - totals[seat]
            if r.scoring == PENALTIES:
                ahead = -ahead
            if ahead > 0:
                place += 1
        out[seat] = place


def loses(r: Rules, total: int) -> bool:
    """F10: everyone at or over the limit."""
    return r.limit > 0 and total >= r.limit


def next_limit(r: Rules, totals: Sequence[int], players: int) -> int:
    """F10: the next game at once goes to the highest loser's total, if that is above the limit."""
    limit = r.limit
    for seat in range(players):
        limit = max(limit, totals[seat])
    return limit
