"""Random rulebooks for tests: house rules drawn at random, in combinations that the schema accepts."""

from __future__ import annotations

import random
from typing import Any

from lastcard.rulebooks import Rulebook, RulebookError, load, names

# What can be drawn for each option; the first value is the usual one.
CHOICES: dict[str, tuple[Any, ...]] = {
    "stacking": ("off", "same", "any"),
    "jump_in": (False, True),
    "seven_zero": (False, True),
    "draw_until_playable": (False, True),
    "challenge": (False, True),
    "drawn": ("may", "must"),
    "no_action_finish": (False, True),
    "call": ("off", "catch", "points"),
    "must_play": (True, False),
    "after_draw": ("drawn", "any"),
    "reverse_skips_with_two": (True, False),
    "last_card_hits": (True, False),
    "decks": (1, 2),
    "catch_penalty": (2, 0, 1),
    "false_call_penalty": (2, 0, 3),
    "false_catch_penalty": (2, 0, 3),
    "call_lapses": (False, True),
    "uncalled_points": (20, 0, 7),
    "refill_points": (0, 5, 3),
}
NOT_MIXED = {
    "max_turns": "the tests set it, by how long their rounds may get",
    "target": "about matches, not rounds",
    "limit": "about matches, not rounds",
    "rounds": "about matches, not rounds",
}


def random_changes(rng: random.Random, rules: str, without: str = "") -> dict[str, Any]:
    """Some house rules that make sense together: those the schema refuses are drawn again."""
    names_ = sorted(set(CHOICES) - {without})
    while True:
        picked = rng.sample(names_, rng.randrange(0, len(names_)))
        changes = {name: rng.choice(CHOICES[name]) for name in picked}
        try:
            load(rules, changes)
        except RulebookError:
            continue
        return changes


def accepted(rules: str, *switches: str) -> dict[str, Any]:
    """Those of the house rules that can be switched on in this rulebook."""
    changes: dict[str, Any] = {}
    for name in switches:
        try:
            load(rules, changes | {name: True})
        except RulebookError:
            continue
        changes[name] = True
    return changes


def random_rulebook(rng: random.Random, **more: Any) -> Rulebook:
    rules = rng.choice(names())
    return load(rules, random_changes(rng, rules) | more)


def random_deck(rng: random.Random, rulebook: Rulebook, players: int) -> list[int]:
    """The full deck, or a tiny one that can just be dealt, in any order, in which some card can start."""
    every = [kind for kind, n in enumerate(rulebook.deck.copies) for _ in range(n)]
    needed = players * rulebook.hand + (0 if rulebook.opening == "from_hand" else 1)
    while True:
        rng.shuffle(every)
        size = len(every) if rng.random() < 0.4 else min(len(every), needed + rng.randrange(0, 12))
        deck = every[:size]
        rest = deck[players * rulebook.hand :]
        if rulebook.opening == "from_hand" or any(
            not rulebook.tables.never_first >> kind & 1 for kind in rest
        ):
            return deck
