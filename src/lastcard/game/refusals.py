"""Refusals as sentences: what is wrong, for the player who tried it."""

from __future__ import annotations

from ..engine import codes as c
from ..engine.state import State
from .notation import NOT_WILD, Action, Notation

_SENTENCES = {
    c.ROUND_IS_OVER: "the round is over",
    c.NOT_YOUR_TURN: "it is {turn}'s turn",
    c.NOT_HELD: "{player} does not hold {card}",
    c.DOES_NOT_FIT: "{card} does not fit on {top} ({colour})",
    c.HAS_ANOTHER_CARD: "{card} is only for a player who can play nothing else",
    c.ONLY_THE_DRAWN_CARD: "only the card just drawn may be played",
    c.MUST_PLAY_THE_DRAWN_CARD: "the card just drawn fits and must be played",
    c.NOT_AS_LAST_CARD: "{card} is an action or wild card and can't be the last one",
    c.COLOUR_IS_MISSING: "{card} needs a {suit_word}, such as {verb} {card} {example}",
    c.COLOUR_IS_NOT_WANTED: NOT_WILD,
    c.PARTNER_IS_MISSING: "{card} swaps hands: say with whom, such as {verb} {card} with {other}",
    c.PARTNER_IS_ONESELF: "{player} can't swap hands with {player}",
    c.MUST_PLAY: "{player} holds a card that fits and must play",
    c.HAS_DRAWN: "{player} has drawn already: play or pass",
    c.HAS_NOT_DRAWN: "{player} must draw before passing",
    c.NAME_FIRST: "{turn} must name a {suit_word} first, such as name {example}",
    c.NOTHING_TO_NAME: "there is no {suit_word} to name",
    c.ANSWER_OR_TAKE: "{player} owes {owed}: answer with a draw card or take",
    c.DOES_NOT_ANSWER: "{card} does not answer {top}: take {owed}",
    c.NOTHING_TO_TAKE: "there is nothing to take",
    c.NOTHING_TO_CHALLENGE: "there is nothing to challenge",
    c.NO_CALLS: "the last card is not called in {rules}",
    c.NOBODY_THERE: "there is no such player",
    c.NO_CATCHES: "nobody is caught in {rules}",
    c.CALL_TOO_EARLY: "{player} can call with two cards on turn, or with one",
    c.CATCHES_ONESELF: "{player} can't catch {player}",
    c.NO_CARDS_LEFT: "{player} has no cards left",
    c.NO_JUMPING_IN: "{rules} has no jumping in",
    c.JUMPS_ON_OWN_TURN: "it is {player}'s own turn: play the card",
    c.NOT_BETWEEN_TURNS: "one can jump in only between turns",
    c.NOT_THE_SAME_CARD: "one can jump in only with {top}, the very card on top",
    c.UNKNOWN_ACTION: "there is no such action",
}


def sentence(code: int, notation: Notation, s: State, seat: int, action: Action) -> str:
    """Why an action was refused."""
    book, players, cards = notation.book, notation.players, notation.cards
    colour = list(book.suits.values())[s.colour] if s.colour >= 0 else f"no {book.suit_word} yet"
    return _SENTENCES[code].format(
        player=players[seat],
        turn=players[s.turn],
        card=action.card,
        verb=action.verb,
        top=cards.texts[s.pile[s.pile_n - 1]],
        colour=colour,
        owed="1 card" if s.owed == 1 else f"{s.owed} cards",
        other=players[(seat + 1) % len(players)],
        example=cards.suits[0],
        suit_word=book.suit_word,
        rules=book.name,
    )
