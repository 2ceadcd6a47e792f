"""A second Haggle scorer, written from the text of the rules alone: card by card, with no table of counts.

It shares nothing with `lastcard.haggle`, so that the two can be compared. The random part of rule 12 is told
to it: `kept` holds the cards that were left of each hand.
"""

from __future__ import annotations

from itertools import groupby

WORTH = {"Y": 1, "B": 2, "R": 3, "O": 4, "W": 5}


def brute_scores(
    handed_in: dict[str, str], kept: dict[str, str], count_eliminated: bool = True, double_last: bool = True
) -> dict[str, int | None]:
    """A score for each name, None for ELIMINATED."""
    out = {name for name, hand in handed_in.items() if any(hand.count(colour) >= 7 for colour in WORTH)}
    present = {name: hand for name, hand in kept.items() if count_eliminated or name not in out}
    sunniest = yellow_winner(present)
    reddest = red_winner(present)
    scores: dict[str, int | None] = {}
    for name, hand in kept.items():
        if name in out:
            scores[name] = None
            continue
        score = worth(hand, doubled_red=name == reddest) + 10 * full_sets(hand)
        if name == sunniest:
            score += hand.count("Y") ** 2
        pyramid = sorted(len(list(same)) for _, same in groupby(sorted(hand))) == [1, 2, 3, 4]
        attacks = [other for other in present if other != name and present[other].count("B") >= 5]
        for _ in range(hand.count("R") // 3):
            attacks = attacks[1:]
        if pyramid and not double_last:
            score *= 2
        for _ in attacks:
            score -= 10
        if pyramid and double_last:
            score *= 2
        scores[name] = score
    return scores


def worth(hand: str, doubled_red: bool) -> int:
    """The cards of one hand, each with its own value."""
    whites = [0 if hand.count("W") > 3 else WORTH["W"]] * hand.count("W")
    for pair in range(hand.count("Y") // 2):
        if pair < len(whites):
            whites[pair] *= 2
    oranges = [WORTH["O"]] * hand.count("O")
    while len(oranges) > hand.count("B"):
        oranges.pop()
    for triple in range(hand.count("B") // 3):
        if triple < len(oranges):
            oranges[triple] *= 4
    reds = [WORTH["R"] * (2 if doubled_red else 1) for card in hand if card == "R"]
    others = [WORTH[card] for card in hand if card in "YB"]
    return sum(whites) + sum(oranges) + sum(reds) + sum(others)


def full_sets(hand: str) -> int:
    cards, sets = list(hand), 0
    while set(cards) == set(WORTH):
        for colour in WORTH:
            cards.remove(colour)
        sets += 1
    return sets


def yellow_winner(hands: dict[str, str]) -> str | None:
    ranking = sorted(hands, key=lambda name: hands[name].count("Y"), reverse=True)
    while ranking and "Y" in hands[ranking[0]]:
        tied = [name for name in ranking if hands[name].count("Y") == hands[ranking[0]].count("Y")]
        if len(tied) == 1:
            return tied[0]
        ranking = ranking[len(tied) :]
    return None


def red_winner(hands: dict[str, str]) -> str | None:
    ranking = sorted(hands, key=lambda name: hands[name].count("R"), reverse=True)
    if not ranking or (len(ranking) > 1 and hands[ranking[0]].count("R") == hands[ranking[1]].count("R")):
        return None
    return ranking[0]
