"""Actions as text, both ways, at a table whose players are known (N1-N3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from msgspec import Struct

from ..engine import codes as c
from ..errors import CodedError
from ..rulebooks import Rulebook

# In the order of the engine's codes.
Verb = Literal["play", "draw", "pass", "name", "take", "challenge", "call", "catch", "jump"]
VERBS: Final[tuple[Verb, ...]] = get_args(Verb)
MOST_LETTERS: Final = 24  # in a name (N1)


class NotationError(CodedError):
    """Text that is not an action, a card or a name; `str()` is a sentence for the person who typed it."""

    namespace = "notation"


class Action(Struct, frozen=True, omit_defaults=True):
    """What a player does: the parts for programs, `str()` for people and records."""

    verb: Verb
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

    def __repr__(self) -> str:
        return f"<{self}>"


def check_names(names: Sequence[str]) -> None:
    """N1, or a NotationError."""
    for name in names:
        if not 1 <= len(name) <= MOST_LETTERS:
            raise NotationError("name_length", name=name, most=MOST_LETTERS)
        if ":" in name or "=" in name:
            raise NotationError("name_sign", name=name)
        if name != name.strip() or not all(ch.isprintable() for ch in name):
            raise NotationError("name_invisible", name=name)
        if names.count(name) > 1:
            raise NotationError("name_twice", name=name)


class Notation:
    """Turns text into actions and actions into the engine's ints."""

    def __init__(self, rulebook: Rulebook, players: Sequence[str]) -> None:
        self.rulebook = rulebook
        self.cards = rulebook.deck
        self.players = list(players)
        self.seats = {name: seat for seat, name in enumerate(players)}

    def parse(self, text: str) -> Action:
        """Text as an action, in either case; a NotationError says what is wrong with it."""
        word, _, rest = text.strip().partition(" ")
        verb, rest = self._verb(word.lower(), text), rest.strip()
        if verb in ("play", "jump"):
            return self._parse_play(verb, rest)
        if verb == "catch":
            return Action(verb, player=self._player(rest, verb))
        if verb == "name":
            return Action(verb, colour=self._colour(rest))
        if rest:
            raise NotationError("nothing_follows", verb=verb, rest=rest)
        return Action(verb)

    def read(self, action: Action | str) -> Action:
        """An action or its text as `decode` would give it, or a NotationError."""
        return self.decode(self.encode(self.parse(action) if isinstance(action, str) else action))

    def _verb(self, word: str, text: str) -> Verb:
        for verb in VERBS:
            if verb == word:
                return verb
        raise NotationError("unknown_verb", text=text.strip(), verbs=list(VERBS))

    def _parse_play(self, verb: Verb, rest: str) -> Action:
        word, _, rest = rest.partition(" ")
        if not word:
            raise NotationError("card_missing", verb=verb)
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
            raise NotationError("not_expected", rest=rest, verb=verb, card=card)
        return self._action(verb, card, colour, player, call)

    def _action(
        self, verb: Verb, card: str | None, colour: str | None, player: str | None, call: bool
    ) -> Action:
        call_first = call and player is not None and f"{player} call" in self.seats
        return Action(verb, card, colour, player, call, call_first)

    def card(self, text: str) -> str:
        """A card as it is written in this rulebook."""
        try:
            return self.cards.texts[self.cards.kind(text)]
        except KeyError:
            turned = [
                word
                for word in (text[1:] + text[:1], text[-1:] + text[:-1])
                if word.upper() in self.cards.of_text
            ]
            where = {"text": text, "rules": self.rulebook.name}
            if turned:
                raise NotationError("unknown_card_hint", **where, hint=turned[0].upper()) from None
            raise NotationError("unknown_card", **where) from None

    def _colour(self, text: str) -> str:
        if text.upper() in self.rulebook.suits:
            return text.upper()
        for letter, name in self.rulebook.suits.items():
            if text.lower() == name.lower():
                return letter
        letters = list(self.rulebook.suits)
        raise NotationError("unknown_colour", text=text, suit_word=self.rulebook.suit_word, letters=letters)

    def _player(self, text: str, word: str) -> str:
        if text not in self.seats:
            raise NotationError("unknown_player", word=word, players=self.players, text=text)
        return text

    def encode(self, action: Action) -> int:
        """The action as the engine takes it, or a NotationError if a part is missing or out of place."""
        verb = VERBS.index(self._verb(action.verb, action.verb))
        if action.verb in ("play", "jump"):
            return self._encode_play(verb, action)
        if action.verb == "catch":
            return c.pack(verb, 0, self.seats[self._player(action.player or "", "catch")])
        if action.verb == "name":
            return c.pack(verb, 0, self.cards.suit(self._colour(action.colour or "")))
        return c.pack(verb)

    def _encode_play(self, verb: int, action: Action) -> int:
        if action.card is None:
            raise NotationError("card_missing", verb=action.verb)
        kind = self.cards.kind(self.card(action.card))
        arg = c.NOTHING
        if action.colour is not None:
            arg = self.cards.suit(self._colour(action.colour))
            if not self.cards.kinds[kind].face.wild:
                raise NotationError("colour_not_wanted", card=action.card, suit_word=self.rulebook.suit_word)
        if action.player is not None:
            arg = self.seats[self._player(action.player, "with")]
            if not self.rulebook.tables.swapping >> kind & 1:
                raise NotationError("no_swap", card=action.card)
        return c.pack(verb, kind, arg, int(action.call))

    def decode(self, code: int) -> Action:
        """The engine's int as an action."""
        verb = VERBS[c.verb_of(code)]
        arg = c.arg_of(code)
        if verb == "catch":
            return Action(verb, player=self.players[arg])
        if verb == "name":
            return Action(verb, colour=self.cards.suits[arg])
        if verb not in ("play", "jump"):
            return Action(verb)
        kind = c.kind_of(code)
        swaps = self.rulebook.tables.swapping >> kind & 1
        colour = self.cards.suits[arg] if arg >= 0 and not swaps else None
        player = self.players[arg] if arg >= 0 and swaps else None
        return self._action(verb, self.cards.texts[kind], colour, player, bool(c.call_of(code)))
