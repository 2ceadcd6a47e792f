"""The integers of the engine: verbs, phases, ends, refusals and raw events.

An action is one int, so that it can live in arrays: four bits of verb, one bit of call, six bits of card
kind, and the argument plus one (a colour for a wild, a seat for a seven or a catch; 0 when there is none).
"""

from typing import Final

NOTHING: Final = -1

# Verbs (N3). The first six belong to the seat in turn; the last three may come from others.
PLAY: Final = 0
DRAW: Final = 1
PASS: Final = 2
NAME: Final = 3
TAKE: Final = 4
CHALLENGE: Final = 5
CALL: Final = 6
CATCH: Final = 7
JUMP: Final = 8
REACTIONS: Final = CALL

# Phases: what the seat in turn is asked.
ASK_PLAY: Final = 0  # play a card, or draw
ASK_DRAWN: Final = 1  # has drawn: play, or pass (U6)
ASK_NAME: Final = 2  # the first card is a wild: name its colour (C3, F2)
ASK_STACK: Final = 3  # a draw is owed: answer it or take it (H1)
ASK_CHALLENGE: Final = 4  # a Wild Draw Four has landed: challenge, take, or answer (H5)
OVER: Final = 5

# Why a round ended (U8).
GOING_ON: Final = 0
WON: Final = 1
BLOCKED: Final = 2
CAPPED: Final = 3

# Options that have more than two values.
STACK_OFF: Final = 0
STACK_SAME: Final = 1
STACK_ANY: Final = 2

CALL_OFF: Final = 0
CALL_CATCH: Final = 1  # C6-C8
CALL_POINTS: Final = 2  # F6

WINNER_TAKES: Final = 0  # C9
RANKED: Final = 1  # L4
WINS: Final = 2  # T2
PENALTIES: Final = 3  # F8

# Refusals: 0 is "allowed"; `game` turns the others into sentences.
ALLOWED: Final = 0
ROUND_IS_OVER: Final = 1
NOT_YOUR_TURN: Final = 2
NOT_HELD: Final = 3
DOES_NOT_FIT: Final = 4
HAS_ANOTHER_CARD: Final = 5  # C4
ONLY_THE_DRAWN_CARD: Final = 6  # U6
MUST_PLAY_THE_DRAWN_CARD: Final = 7  # H6
NOT_AS_LAST_CARD: Final = 8  # H7
COLOUR_IS_MISSING: Final = 9  # U10
COLOUR_IS_NOT_WANTED: Final = 10
PARTNER_IS_MISSING: Final = 11  # H3
PARTNER_IS_ONESELF: Final = 12
MUST_PLAY: Final = 13  # C5
HAS_DRAWN: Final = 14  # U6, F5
HAS_NOT_DRAWN: Final = 15
NAME_FIRST: Final = 16  # C3, F2
NOTHING_TO_NAME: Final = 17
ANSWER_OR_TAKE: Final = 18  # H1
DOES_NOT_ANSWER: Final = 19  # H1
NOTHING_TO_TAKE: Final = 20
NOTHING_TO_CHALLENGE: Final = 21
NO_CALLS: Final = 22  # H8
NO_CATCHES: Final = 23
CALL_TOO_EARLY: Final = 24  # F6
CATCHES_ONESELF: Final = 25
NO_CARDS_LEFT: Final = 26
NO_JUMPING_IN: Final = 27  # H2
JUMPS_ON_OWN_TURN: Final = 28
NOT_BETWEEN_TURNS: Final = 29
NOT_THE_SAME_CARD: Final = 30
NOBODY_THERE: Final = 31
UNKNOWN_ACTION: Final = 32

# Raw events: what happened, as (event, seat, a, b). `game` makes events of them.
EV_DEALER_CARD: Final = 0  # a: kind
EV_TURNED_UP: Final = 1  # a: kind
EV_PUT_BACK: Final = 2  # a: kind, b: cards above it
EV_OPENED: Final = 3  # a: kind
EV_PLAYED: Final = 4  # a: kind, b: colour, partner or NOTHING
EV_JUMPED: Final = 5  # as EV_PLAYED
EV_DREW: Final = 6  # a: kind, b: why
EV_DREW_NOTHING: Final = 7  # b: why
EV_PASSED: Final = 8
EV_NAMED: Final = 9  # a: colour
EV_SKIPPED: Final = 10
EV_REVERSED: Final = 11  # a: the direction now
EV_OWES: Final = 12  # a: the cards owed now
EV_SWAPPED: Final = 13  # a: the partner
EV_HANDS_MOVED: Final = 14
EV_RESHUFFLED: Final = 15  # a: cards in the new draw pile
EV_CHARGED: Final = 16  # a: points (F7)
EV_CALLED: Final = 17
EV_FALSE_CALL: Final = 18
EV_CAUGHT: Final = 19  # a: the seat that was caught
EV_FALSE_CATCH: Final = 20  # a: the accused
EV_CHALLENGED: Final = 21  # a: the seat challenged, b: 1 if guilty
EV_NO_EFFECT: Final = 22  # a call or catch that changes nothing (C8)
EV_ENDED: Final = 23  # seat: the winner or NOTHING, a: why

# Why a card was drawn (b of EV_DREW).
BY_CHOICE: Final = 0
BY_FORCE: Final = 1  # a draw card, taken or not
BY_PENALTY: Final = 2  # caught, false call or false catch
BY_CHALLENGE: Final = 3
# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("pack", "verb_of", "call_of", "kind_of", "arg_of")


def pack(verb: int, kind: int = 0, arg: int = NOTHING, call: int = 0) -> int:
    """An action as one integer: verb, call, kind of card, and a colour or seat."""
    return verb | call << 4 | kind << 5 | (arg + 1) << 11


def verb_of(action: int) -> int:
    """The verb of a packed action."""
    return action & 15


def call_of(action: int) -> int:
    """1 if the action calls the last card, else 0."""
    return action >> 4 & 1


def kind_of(action: int) -> int:
    """The kind of card of a packed action."""
    return action >> 5 & 63


def arg_of(action: int) -> int:
    """The colour or seat of a packed action, NOTHING without one."""
    return (action >> 11) - 1
