"""The integers the kernel speaks: verbs, phases, ends, refusals and notes.

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

# Refusals: 0 is "allowed"; the table layer turns the others into sentences.
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

# Notes: what happened, as (note, seat, a, b). The table layer makes events of them.
N_DEALER_CARD: Final = 0  # a: kind
N_TURNED_UP: Final = 1  # a: kind
N_PUT_BACK: Final = 2  # a: kind, b: cards above it
N_OPENED: Final = 3  # a: kind
N_PLAYED: Final = 4  # a: kind, b: colour, partner or NOTHING
N_JUMPED: Final = 5  # as N_PLAYED
N_DREW: Final = 6  # a: kind, b: why
N_DREW_NOTHING: Final = 7  # b: why
N_PASSED: Final = 8
N_NAMED: Final = 9  # a: colour
N_SKIPPED: Final = 10
N_REVERSED: Final = 11  # a: the direction now
N_OWES: Final = 12  # a: the cards owed now
N_SWAPPED: Final = 13  # a: the partner
N_HANDS_MOVED: Final = 14
N_RESHUFFLED: Final = 15  # a: cards in the new draw pile
N_CHARGED: Final = 16  # a: points (F7)
N_CALLED: Final = 17
N_FALSE_CALL: Final = 18
N_CAUGHT: Final = 19  # a: the seat that was caught
N_FALSE_CATCH: Final = 20  # a: the accused
N_CHALLENGED: Final = 21  # a: the seat challenged, b: 1 if guilty
N_NO_EFFECT: Final = 22  # a call or catch that changes nothing (C8)
N_ENDED: Final = 23  # seat: the winner or NOTHING, a: why

# Why a card was drawn (b of N_DREW).
BY_CHOICE: Final = 0
BY_FORCE: Final = 1  # a draw card, taken or not
BY_PENALTY: Final = 2  # caught, false call or false catch
BY_CHALLENGE: Final = 3


def pack(verb: int, kind: int = 0, arg: int = NOTHING, call: int = 0) -> int:
    return verb | call << 4 | kind << 5 | (arg + 1) << 11


def verb_of(action: int) -> int:
    return action & 15


def call_of(action: int) -> int:
    return action >> 4 & 1


def kind_of(action: int) -> int:
    return action >> 5 & 63


def arg_of(action: int) -> int:
    return (action >> 11) - 1
