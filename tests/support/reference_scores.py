"""The cards, defaults and scores of the reference engine, from docs/rules.md."""

from __future__ import annotations

from typing import Any

Options = dict[str, Any]
Hands = dict[str, list[str]]

RULEBOOKS = ("classic", "league", "rounds", "fool108")
BASE: Options = {
    "stacking": "off",
    "jump_in": False,
    "seven_zero": False,
    "draw_until_playable": False,  # H1-H4
    "challenge": False,
    "drawn": "may",
    "no_action_finish": False,
    "call": "off",  # H5-H8, T1
    "catch_penalty": 2,
    "false_call_penalty": 2,
    "false_catch_penalty": 2,  # C7, C8
    "call_lapses": False,
    "uncalled_points": 20,
    "refill_points": 0,
    "decks": 1,  # F6, F7, H9
    "reverse_skips_with_two": True,
    "last_card_hits": True,
    "must_play": True,  # U5, U9, C5
    "after_draw": "drawn",
    "opening_reverse": "first",
    "max_turns": 2000,  # U6, L2, U8
}
# Options that the reference engine, which plays one round from a given deck, does not need to know.
NOT_IN_A_ROUND = {
    "decks": "the deck is given",
    "target": "about matches",
    "limit": "about matches",
    "rounds": "about matches",
}
DEFAULTS: dict[str, Options] = {
    "classic": {**BASE, "call": "catch", "opening_reverse": "dealer"},  # C3, C5, C6
    "league": {**BASE, "must_play": False},  # L2, L3
    "rounds": {**BASE},  # T1
    "fool108": {
        **BASE,
        "call": "points",
        "call_lapses": True,
        "refill_points": 5,
        "reverse_skips_with_two": False,  # F6, F7, F4
        "must_play": False,
        "after_draw": "any",
    },  # F5
}
FRENCH_VALUES = {"6": 6, "7": 7, "8": 8, "9": 0, "10": 10, "J": 2, "Q": 3, "K": 4, "A": 11}  # F8


def full_deck(rulebook: str) -> list[str]:  # U1, F1: the whole deck, not shuffled
    if rulebook == "fool108":
        return [value + suit for suit in "CDHS" for value in FRENCH_VALUES]
    deck = ["W"] * 4 + ["W+4"] * 4
    for colour in "RYGB":
        deck += [colour + "0"] + [colour + face for face in [*"123456789", "S", "R", "+2"]] * 2
    return deck


def all_options(rulebook: str, options: Options) -> Options:  # the given ones over the rulebook's own
    if rulebook not in RULEBOOKS or not set(options) <= set(BASE):
        raise ValueError("no such rulebook or option")
    merged = {**DEFAULTS[rulebook], **options}
    senseless = {"fool108": ("jump_in", "seven_zero"), "league": ("challenge",)}  # H2, H3, H5
    if any(merged[key] for key in senseless.get(rulebook, ())):
        raise ValueError("this combination makes no sense")
    return merged


def uno_value(card: str, action: int, wild: int) -> int:
    number = int(card[1:]) if card[1:].isdigit() else action
    return wild if card in ("W", "W+4") else number


def league_scores(hands: Hands, winner: str | None) -> dict[str, int]:  # L4; U8: winner may be None
    scores: dict[str, int] = {}
    players = len(hands)
    for name, hand in hands.items():
        more = sum(1 for other in hands.values() if len(other) > len(hand))
        points = 100 + 100 * more - min(100, sum(uno_value(card, 10, 15) for card in hand))
        half_up = (2 * points + players) // (2 * players)
        scores[name] = 100 if name == winner else max(1, half_up)
    return scores


def penalty_items(
    options: Options,
    hands: Hands,
    winner: str | None,
    out_card: str | None,
    called: set[str],
    replenished: dict[str, int],
) -> dict[str, dict[str, int]]:
    """F6-F8, F11; `replenished` holds the points charged by F7."""
    items: dict[str, dict[str, int]] = {}
    for name, hand in hands.items():
        cards, queen = sum(FRENCH_VALUES[card[:-1]] for card in hand), 0
        if winner is not None and len(hand) == 1 and hand[0][:-1] == "Q":  # F8; U8: else it counts 3
            cards, queen = 0, 40 if hand[0] == "QS" else 20  # F8
        if name == winner and out_card is not None and out_card[:-1] == "Q":  # F8
            queen = -40 if out_card == "QS" else -20
        missed = options["call"] == "points" and name == winner and name not in called  # F6
        uncalled = options["uncalled_points"] if missed else 0
        items[name] = {
            "cards": cards,
            "queen": queen,
            "uncalled": uncalled,
            "replenished": replenished.get(name, 0),
        }
    return items


def score_round(
    rulebook: str,
    options: Options,
    hands: Hands,
    winner: str | None,
    out_card: str | None,
    called: set[str],
    replenished: dict[str, int],
) -> dict[str, int]:
    merged = all_options(rulebook, options)
    if rulebook == "classic":  # C9; U8: a round without a winner scores nobody
        total = sum(uno_value(card, 20, 50) for name in hands if name != winner for card in hands[name])
        return {name: total if name == winner else 0 for name in hands}
    if rulebook == "league":
        return league_scores(hands, winner)
    if rulebook == "rounds":  # T2: rounds won
        return {name: int(name == winner) for name in hands}
    items = penalty_items(merged, hands, winner, out_card, called, replenished)
    return {name: sum(parts.values()) for name, parts in items.items()}
