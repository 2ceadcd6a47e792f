"""Actions as text, both ways, at a table whose players are known (N1-N3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ..engine import codes as c
from ..errors import LastcardError
from ..rulebooks import Rulebook

NOT_WILD: Final = "{card} is not wild and names no {suit_word}"
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
    call_first: bool = False  # somebody else is named "PLAYER call": the call then stands before the name

    def __str__(self) -> str:
        words = [self.verb, self.card, self.colour]
        call = "call" if self.call else None
        if self.verb == "catch":
            words.append(self.player)
        elif self.player is not None:
            swap = f"with {self.player}"
            words += [call, swap] if self.call_first else [swap, call]
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
            raise NotationError(
                f"{name!r}: a name has no spaces at its ends, no control or invisible characters"
            )
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
        call_first = call and player is not None and f"{player} call" in self.seats
        return Action(verb, card, colour, player, call, call_first)

    def card(self, text: str) -> str:
        try:
            return self.cards.texts[self.cards.kind(text)]
        except KeyError:
            turned = [
                word
                for word in (text[1:] + text[:1], text[-1:] + text[:-1])
                if word.upper() in self.cards.of_text
            ]
            hint = f"; did you mean {turned[0].upper()}?" if turned else ""
            raise NotationError(f"there is no card {text!r} in {self.book.name}{hint}") from None

    def _colour(self, text: str) -> str:
        if text.upper() in self.book.suits:
            return text.upper()
        for letter, name in self.book.suits.items():
            if text.lower() == name.lower():
                return letter
        letters = ", ".join(self.book.suits)
        raise NotationError(f"{text!r} is no {self.book.suit_word}: expected one of {letters}")

    def _player(self, text: str, word: str) -> str:
        if text not in self.seats:
            known = ", ".join(self.players)
            raise NotationError(f"{word!r} needs the name of a player ({known}), not {text!r}")
        return text

    def encode(self, action: Action) -> int:
        """The action as the kernel takes it, or a NotationError if a part is missing or out of place."""
        if action.verb not in VERBS:
            raise NotationError(f"{action.verb!r} is no action: expected {', '.join(VERBS)}")
        verb = VERBS.index(action.verb)
        if action.verb in ("play", "jump"):
            return self._encode_play(verb, action)
        if action.verb == "catch":
            return c.pack(verb, 0, self.seats[self._player(action.player or "", "catch")])
        if action.verb == "name":
            return c.pack(verb, 0, self.cards.suit(self._colour(action.colour or "")))
        return c.pack(verb)

    def _encode_play(self, verb: int, action: Action) -> int:
        if action.card is None:
            raise NotationError(f"{action.verb!r} needs a card")
        kind = self.cards.kind(self.card(action.card))
        arg = c.NOTHING
        if action.colour is not None:
            arg = self.cards.suit(self._colour(action.colour))
            if not self.cards.kinds[kind].face.wild:
                raise NotationError(NOT_WILD.format(card=action.card, suit_word=self.book.suit_word))
        if action.player is not None:
            arg = self.seats[self._player(action.player, "with")]
            if not self.book.tables.swapping >> kind & 1:
                raise NotationError(f"{action.card} does not swap hands here")
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
