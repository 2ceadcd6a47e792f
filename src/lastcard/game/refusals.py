"""Refusals: why an action was not accepted, as a code with parameters and as a sentence.

The engine refuses with an int; here it becomes the code that programs and the page know, with what the
sentence needs. The words are in `lastcard.messages`.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from ..engine import codes as c
from ..engine.legal import answering
from ..engine.state import State
from ..errors import CodedError
from ..messages.message import Message
from .notation import Action, Notation

# First those of the engine, in the order of its numbers from 1 on.
RefusalCode = Literal[
    "round_over",
    "not_your_turn",
    "not_held",
    "does_not_fit",
    "has_another_card",
    "only_the_drawn_card",
    "must_play_the_drawn_card",
    "not_as_last_card",
    "colour_missing",
    "colour_not_wanted",
    "partner_missing",
    "partner_is_self",
    "must_play",
    "has_drawn",
    "has_not_drawn",
    "name_first",
    "nothing_to_name",
    "answer_or_take",
    "does_not_answer",
    "nothing_to_take",
    "nothing_to_challenge",
    "no_calls",
    "no_catches",
    "call_too_early",
    "catches_self",
    "no_cards_left",
    "no_jumping_in",
    "jumps_on_own_turn",
    "not_between_turns",
    "not_the_same_card",
    "nobody_there",
    "unknown_action",
    "does_not_fit_yet",  # as does_not_fit, before a first wild has its colour
    "challenge_or_take",  # as does_not_answer, where no card at all could
    "no_jump_on_a_wild",  # as not_the_same_card, where the top card is a wild
    "bad_action",  # text that is not an action; `why` says more
    "unknown_player",
    "bad_line",  # a line of a record without a name
    "no_round",
    "not_in_round",
]

_CODES: Final[tuple[RefusalCode, ...]] = get_args(RefusalCode)
# What a sentence speaks of, where it speaks of anything.
_PARAMS: Final[dict[RefusalCode, tuple[str, ...]]] = {
    "not_your_turn": ("turn",),
    "not_held": ("player", "card"),
    "does_not_fit": ("card", "top", "colour"),
    "does_not_fit_yet": ("card", "top", "suit_word"),
    "has_another_card": ("card",),
    "not_as_last_card": ("card",),
    "colour_missing": ("card", "suit_word", "example"),
    "colour_not_wanted": ("card", "suit_word"),
    "partner_missing": ("card", "example"),
    "partner_is_self": ("player",),
    "must_play": ("player",),
    "has_drawn": ("player",),
    "has_not_drawn": ("player",),
    "name_first": ("turn", "suit_word", "example"),
    "nothing_to_name": ("suit_word",),
    "answer_or_take": ("player", "owed"),
    "does_not_answer": ("card", "top", "owed"),
    "challenge_or_take": ("top", "owed"),
    "no_calls": ("rules",),
    "no_catches": ("rules",),
    "call_too_early": ("player",),
    "catches_self": ("player",),
    "no_cards_left": ("player",),
    "no_jumping_in": ("rules",),
    "jumps_on_own_turn": ("player",),
    "not_the_same_card": ("top",),
}


class Refusal(CodedError):
    """An action that was not accepted: `code` and `params` for programs, `str()` for the player."""

    namespace = "refusal"

    def __init__(self, code: RefusalCode, **params: object) -> None:
        super().__init__(code, **params)


def refusal(number: int, notation: Notation, s: State, seat: int, action: Action) -> Refusal:
    """The engine's refusal of an action."""
    name = _precisely(_CODES[number - 1], notation, s)
    params = {param: _parameter(param, notation, s, seat, action) for param in _PARAMS.get(name, ())}
    return Refusal(name, **params)


def _precisely(name: RefusalCode, notation: Notation, s: State) -> RefusalCode:
    """The engine's code, or one of ours where more can be said."""
    r = notation.rulebook.tables
    if name == "does_not_fit" and s.colour < 0:
        return "does_not_fit_yet"
    if name == "does_not_answer" and s.phase == c.ASK_CHALLENGE and not answering(s, r):
        return "challenge_or_take"
    if name == "not_the_same_card" and r.wilds >> s.pile[s.pile_n - 1] & 1:
        return "no_jump_on_a_wild"
    return name


def _parameter(name: str, notation: Notation, s: State, seat: int, action: Action) -> object:
    rulebook, players, cards = notation.rulebook, notation.players, notation.cards
    match name:
        case "player":
            return players[seat]
        case "turn":
            return players[s.turn]
        case "card":
            return action.card
        case "top":
            return cards.texts[s.pile[s.pile_n - 1]]
        case "colour":
            return list(rulebook.suits.values())[s.colour] if s.colour >= 0 else None
        case "owed":
            return Message("cards", {"count": s.owed})
        case "suit_word":
            return rulebook.suit_word
        case "rules":
            return rulebook.name
        case _:
            return _example(notation, seat, action if s.phase != c.ASK_NAME else Action("name"))


def _example(notation: Notation, seat: int, action: Action) -> str:
    """What the player could have said instead."""
    if action.card is None:
        return f"name {notation.cards.suits[0]}"
    kind = notation.cards.kind(action.card)
    if notation.rulebook.tables.swapping >> kind & 1:
        other = notation.players[(seat + 1) % len(notation.players)]
        return f"{action.verb} {action.card} with {other}"
    return f"{action.verb} {action.card} {notation.cards.suits[0]}"
