"""Events as English sentences, for terminals and logs; the reader's own are worded as "You play R7"."""

from __future__ import annotations

from msgspec import UNSET

from ..rulebooks import Rulebook
from . import events as e

_YOUR_VERB = {
    "passes": "pass",
    "catches": "catch",
    "goes": "go",
    "is": "are",
    "has": "have",
    "called": "called",
    "must": "must",
}
_WHY = {"choice": "", "penalty": " as a penalty", "challenge": " for the challenge"}


def narrate(event: e.Event, rulebook: Rulebook, you: str | None = None) -> str:
    """One event, in the form that the reader may see (`Event.seen_by`, or the whole of it in a replay)."""
    return _Narrator(rulebook, you).sentence(event)


def cards(n: int) -> str:
    """A number of cards in words."""
    return "a card" if n == 1 else f"{n} cards"


class _Narrator:
    """Who reads, and by which rulebook."""

    def __init__(self, rulebook: Rulebook, you: str | None) -> None:
        self.rulebook = rulebook
        self.you = you

    def sentence(self, event: e.Event) -> str:
        said = self._about_cards(event) or self._about_turns(event)
        return said if said is not None else self._about_players(event)

    def _about_cards(self, event: e.Event) -> str | None:
        match event:
            case e.DealerCardDrawn():
                return f"{self.says(event, 'draws')} {event.card} for the deal"
            case e.CardTurnedUp():
                return f"{event.card} is turned up"
            case e.CardPutBack():
                return f"{event.card} may not start the pile and goes back"
            case e.RoundOpened():
                return f"{self.says(event, 'opens')} with {event.card}"
            case e.CardPlayed():
                return self.played(event)
            case e.JumpedIn():
                return f"{self.played(event)} out of turn"
            case e.CardsDrawn():
                return self.drawn(event)
            case e.PileReshuffled():
                return f"The discards are shuffled into a new draw pile of {cards(event.count)}"
        return None

    def _about_turns(self, event: e.Event) -> str | None:
        match event:
            case e.TurnPassed():
                return self.says(event, "passes")
            case e.ColourNamed():
                return f"{self.says(event, 'names')} {self.rulebook.suits[event.colour]}"
            case e.TurnSkipped():
                return f"{self.says(event, 'loses')} the turn"
            case e.DirectionReversed():
                return "Play goes the other way"
            case e.DrawOwed():
                return f"{self.says(event, 'owes')} {cards(event.count)}"
            case e.RoundEnded():
                return self.ended(event)
        return None

    def _about_players(self, event: e.Event) -> str:
        match event:
            case e.HandsSwapped():
                return f"{self.says(event, 'swaps')} hands with {self.name(event.partner)}"
            case e.HandsPassed():
                return "All hands are passed on"
            case e.PointsCharged():
                return f"{self.says(event, 'is')} charged {event.points} points for replenishing"
            case e.LastCardCalled():
                return f"{self.says(event, 'calls')} the last card"
            case e.FalseCall():
                return f"{self.says(event, 'called')} falsely"
            case e.PlayerCaught():
                return f"{self.says(event, 'catches')} {self.name(event.caught)} without a call"
            case e.FalseCatch():
                return f"{self.says(event, 'accuses')} {self.name(event.accused)} falsely"
            case e.NoEffect():
                return f"{self.says(event, 'is')} too late, nothing happens"
            case e.Challenged():
                return self.challenged(event)
        raise AssertionError(f"an event without a sentence: {event!r}")

    def name(self, player: str) -> str:
        return "you" if player == self.you else player

    def says(self, event: e.Event, verb: str) -> str:
        """The subject and its verb."""
        if event.player != self.you or self.you is None:
            return f"{event.player} {verb}"
        return f"You {_YOUR_VERB.get(verb, verb.removesuffix('s'))}"

    def played(self, event: e.CardPlayed | e.JumpedIn) -> str:
        text = f"{self.says(event, 'plays')} {event.card}"
        if event.colour is not None:
            text += f", {self.rulebook.suits[event.colour]}"
        if event.partner is not None:
            text += f" with {self.name(event.partner)}"
        return text

    def drawn(self, event: e.CardsDrawn) -> str:
        if event.count == 0:
            return f"{self.says(event, 'finds')} nothing to draw"
        seen = "" if event.cards is UNSET or not event.cards else f": {' '.join(event.cards)}"
        if event.why == "forced":
            return f"{self.says(event, 'must')} draw {cards(event.count)}{seen}"
        return f"{self.says(event, 'draws')} {cards(event.count)}{_WHY[event.why]}{seen}"

    def challenged(self, event: e.Challenged) -> str:
        verdict = "guilty" if event.guilty else "innocent"
        shown = "" if event.hand is UNSET or not event.hand else f" ({' '.join(event.hand)})"
        return f"{self.says(event, 'challenges')} {self.name(event.against)}: {verdict}{shown}"

    def ended(self, event: e.RoundEnded) -> str:
        if event.reason == "won":
            verb = "win" if event.player == self.you and self.you is not None else "wins"
            return f"{self.says(event, 'goes')} out and {verb} the round"
        return f"The round is {event.reason}: nobody wins it"
