"""A rulebook as the tables that the engine runs: the card columns, the bit sets and the options as ints."""

from __future__ import annotations

from collections.abc import Callable

from ..engine import codes as c
from ..engine.state import Rules
from .cards import Kind
from .schema import Rulebook

_STACKING = {"off": c.STACK_OFF, "same": c.STACK_SAME, "any": c.STACK_ANY}
_CALL = {"off": c.CALL_OFF, "catch": c.CALL_CATCH, "points": c.CALL_POINTS}
_SCORING = {
    "winner_takes": c.WINNER_TAKES,
    "ranked": c.RANKED,
    "wins": c.WINS,
    "penalties": c.PENALTIES,
}
# Options that the engine takes over as they are, under the same name.
_AS_THEY_ARE = (
    "jump_in",
    "draw_until_playable",
    "must_play",
    "catch_penalty",
    "false_call_penalty",
    "false_catch_penalty",
    "call_lapses",
    "uncalled_points",
    "refill_points",
    "reverse_skips_with_two",
    "last_card_hits",
    "target",
    "limit",
    "rounds",
    "max_turns",
)


def tables(rulebook: Rulebook) -> Rules:
    """Compile a rulebook for the engine: card columns, bit sets and options as integers."""
    r = Rules()
    _columns(r, rulebook)
    _bit_sets(r, rulebook)
    for name in _AS_THEY_ARE:
        setattr(r, name, int(getattr(rulebook, name)))
    r.hand_cards = rulebook.hand
    r.stacking = _STACKING[rulebook.stacking]
    r.call = _CALL[rulebook.call]
    r.scoring = _SCORING[rulebook.scoring]
    r.drawn_must = int(rulebook.drawn == "must")
    r.after_draw_any = int(rulebook.after_draw == "any")
    r.dealer_draw = int(rulebook.first_player == "dealer_draw")
    r.opening_from_hand = int(rulebook.opening == "from_hand")
    r.reverse_to_dealer = int(rulebook.opening_reverse == "dealer")
    return r


def _columns(r: Rules, rulebook: Rulebook) -> None:
    kinds = rulebook.deck.kinds
    r.kinds = len(kinds)
    r.suits = len(rulebook.suits)
    r.cards = len(rulebook.deck)
    r.deck = [kind for kind, copies in enumerate(rulebook.deck.copies) for _ in range(copies)]
    r.suit = [kind.suit for kind in kinds]
    r.number = [c.NOTHING if kind.face.number is None else kind.face.number for kind in kinds]
    r.draws = [kind.face.draws for kind in kinds]
    r.skips = [int(kind.face.skips) for kind in kinds]
    r.flips = [int(kind.face.flips) for kind in kinds]
    r.points = [kind.value("points") for kind in kinds]
    r.lone = [kind.value("lone") for kind in kinds]
    r.out = [kind.value("out") for kind in kinds]


def _bit_sets(r: Rules, rulebook: Rulebook) -> None:
    kinds = rulebook.deck.kinds

    def those(wanted: Callable[[Kind], bool]) -> int:
        return sum(1 << number for number, kind in enumerate(kinds) if wanted(kind))

    r.wilds = those(lambda k: k.face.wild)
    r.by_suit = [those(lambda k, suit=suit: k.suit == suit) for suit in range(r.suits)]  # type: ignore[misc]
    r.same_face = [those(lambda k, symbol=kind.symbol: k.symbol == symbol) for kind in kinds]  # type: ignore[misc]
    r.fits_on = [mask | r.wilds for mask in r.same_face]
    r.drawing = those(lambda k: k.face.draws > 0)
    last_resort = those(lambda k: k.face.last_resort)
    r.last_resort = 0 if rulebook.challenge else last_resort  # H5: C4 is then not enforced
    r.challengeable = last_resort & r.drawing if rulebook.challenge else 0
    r.never_first = those(lambda k: not k.face.starts)
    r.never_last = those(lambda k: k.face.acts) if rulebook.no_action_finish else 0
    r.swapping = those(lambda k: k.face.swaps) if rulebook.seven_zero else 0
    r.passing = those(lambda k: k.face.passes) if rulebook.seven_zero else 0
