"""Actions as text, both ways, at a table whose players are known (N1-N3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ..errors import LastcardError
from ..kernel import codes as c
from ..rulebooks import Rulebook

VERBS: Final = ("play", "draw", "pass", "name", "take", "challenge", "call", "catch", "jump")


class NotationError(LastcardError):
    """Text that is no action; the message is a sentence for whoever typed it."""


class Action(Struct, frozen=True, omit_defaults=True):
    """What a player does: the parts for programs, `str()` for people and records."""

    verb: str
    card: str | None = None
    colour: str | None = None
    player: str | None = None  # whom to catch, or with whom to swap
    call: bool = False
    mixed_up: bool = False  # a player is called "NAME call": the call then stands before the name

    def __str__(self) -> str:
        words = [self.verb, self.card, self.colour]
        call = "call" if self.call else None
        if self.verb == "catch":
            words.append(self.player)
        elif self.player is not None:
            swap = f"with {self.player}"
            words += [call, swap] if self.mixed_up else [swap, call]
        else:
            words.append(call)
        return " ".join(word for word in words if word)


def check_names(names: Sequence[str]) -> None:
    """N1, or a NotationError."""
    for name in names:
        if not 1 <= len(name) <= 24:
            raise NotationError(f"{name!r}: a name has 1 to 24 characters")
        if ":" in name or "=" in name:
            raise NotationError(f"{name!r}: a name has no ':' and no '='")
        if name != name.strip() or not all(ch.isprintable() for ch in name):
            raise NotationError(f"{name!r}: a name has no spaces at its ends and no control characters")
        if names.count(name) > 1:
            raise NotationError(f"{name!r}: two players have this name")


class Notation:
    """Turns text into actions and actions into the kernel's ints."""

    def __init__(self, book: Rulebook, players: Sequence[str]) -> None:
        self.book = book
        self.cards = book.deck
        self.players = list(players)
        self.seats = {name: seat for seat, name in enumerate(players)}

    def parse(self, text: str) -> Action:
        verb, _, rest = text.strip().partition(" ")
        verb, rest = verb.lower(), rest.strip()
        if verb not in VERBS:
            raise NotationError(f"{text.strip()!r} is no action: expected {', '.join(VERBS)}")
        if verb in ("play", "jump"):
            return self._parse_play(verb, rest)
        if verb == "catch":
            return Action(verb, player=self._player(rest, verb))
        if verb == "name":
            return Action(verb, colour=self._colour(rest))
        if rest:
            raise NotationError(f"nothing can follow {verb!r}: {rest!r}")
        return Action(verb)

    def _parse_play(self, verb: str, rest: str) -> Action:
        word, _, rest = rest.partition(" ")
        if not word:
            raise NotationError(f"{verb!r} needs a card")
        card, rest = self.card(word), rest.strip()
        colour = player = None
        call = False
        if rest and rest.split()[0] not in ("with", "call"):
            word, _, rest = rest.partition(" ")
            colour, rest = self._colour(word), rest.strip()
        if rest.split()[:1] == ["call"]:
            call, rest = True, rest[4:].strip()
        if rest.split()[:1] == ["with"]:
            name, rest = rest[4:].strip(), ""
            if name not in self.seats and name.endswith(" call") and not call:
                name, call = name[:-5].rstrip(), True
            player = self._player(name, "with")
        if rest:
            raise NotationError(f"{rest!r} is not expected after {verb} {card}")
        return self._action(verb, card, colour, player, call)

    def _action(
        self, verb: str, card: str | None, colour: str | None, player: str | None, call: bool
    ) -> Action:
        mixed_up = call and player is not None and f"{player} call" in self.seats
        return Action(verb, card, colour, player, call, mixed_up)

    def card(self, text: str) -> str:
        try:
            return self.cards.texts[self.cards.kind(text)]
        except KeyError:
            raise NotationError(f"there is no card {text!r} in {self.book.name}") from None

    def _colour(self, text: str) -> str:
        if text.upper() in self.book.suits:
            return text.upper()
        letters = ", ".join(self.book.suits)
        raise NotationError(f"{text!r} is no {self.book.suit_word}: expected one of {letters}")

    def _player(self, text: str, word: str) -> str:
        if text not in self.seats:
            known = ", ".join(self.players)
            raise NotationError(f"{word!r} needs the name of a player ({known}), not {text!r}")
        return text

    def encode(self, action: Action) -> int:
        verb = VERBS.index(action.verb)
        kind = self.cards.kind(action.card) if action.card is not None else 0
        arg = c.NOTHING
        if action.colour is not None:
            arg = self.cards.suit(action.colour)
            if action.card is not None and not self.cards.kinds[kind].face.wild:
                raise NotationError(f"{action.card} is not wild and names no {self.book.suit_word}")
        if action.player is not None:
            if action.verb != "catch" and not self.book.tables.swapping >> kind & 1:
                raise NotationError(f"{action.card} does not swap hands here")
            arg = self.seats[action.player]
        return c.pack(verb, kind, arg, int(action.call))

    def decode(self, code: int) -> Action:
        verb = VERBS[c.verb_of(code)]
        arg = c.arg_of(code)
        if verb == "catch":
            return Action(verb, player=self.players[arg])
        if verb == "name":
            return Action(verb, colour=self.cards.suits[arg])
        if verb not in ("play", "jump"):
            return Action(verb)
        kind = c.kind_of(code)
        swaps = self.book.tables.swapping >> kind & 1
        colour = self.cards.suits[arg] if arg >= 0 and not swaps else None
        player = self.players[arg] if arg >= 0 and swaps else None
        return self._action(verb, self.cards.texts[kind], colour, player, bool(c.call_of(code)))
