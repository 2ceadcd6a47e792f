"""A round: what people and programs hold while it is played.

An action is applied to a copy of the state, which takes its place only when all went well: so a refusal, or a
reshuffle that a record has no order for, changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from msgspec import structs

from ..engine import codes as c
from ..engine import deal as engine_deal
from ..engine.legal import asked, legal, verify
from ..engine.react import react
from ..engine.state import State
from ..engine.step import step
from ..rulebooks import Rulebook, Rules, resolve
from .deal import Deal, DealError, check_deck, check_players
from .events import Event, EventBuilder, Reason
from .notation import Action, Notation, NotationError
from .position import place
from .reasons import Reasons, reasons
from .refusals import Refusal, refusal
from .shuffler import HmacShuffler, Shuffler
from .view import Phase, View, view

Player = int | str  # a seat, counted from 0, or a name


class Round:
    """One round of a rulebook, from the deal until somebody is out.

    Players are named by seat (from 0) or by name; actions are `Action` objects or their text.

    >>> import lastcard
    >>> round = lastcard.Match("rounds", ["Ann", "Bob"], seed=0).deal()
    >>> round
    <Round of rounds: Ann's turn (play) on R5, red; Ann 7 cards, Bob 7 cards>
    >>> [str(action) for action in round.legal()]
    ['play R3', 'play RR', 'play R+2', 'play G5']
    >>> round.play("Ann", "play R3")
    [CardPlayed(player='Ann', card='R3')]
    """

    def __init__(
        self, rulebook: Rulebook, players: Sequence[str], deal: Deal, shuffler: Shuffler | None = None
    ) -> None:
        check_players(rulebook, players)
        self._prepare(rulebook, players, shuffler)
        self.state, self.deal = self._dealt(deal)

    def _prepare(self, rulebook: Rulebook, players: Sequence[str], shuffler: Shuffler | None) -> None:
        self.rulebook = rulebook
        self.players = list(players)
        self.notation = Notation(rulebook, players)
        self.shuffler = HmacShuffler() if shuffler is None else shuffler
        self.actions: list[tuple[int, Action]] = []
        self.reshuffles: list[list[int]] = []
        self.events: list[Event] = []
        self._builder = EventBuilder(self.notation)
        self._out = [0] * (rulebook.tables.kinds * max(len(players), 8) * 2 + len(players) + 8)

    @classmethod
    def start(cls, rulebook: Rulebook, players: Sequence[str], first: int, shuffler: Shuffler) -> Round:
        """A round from a shuffled deck; the shuffler decides all that chance decides."""
        return cls(rulebook, players, Deal(first=first, deck=shuffler.order(rulebook.tables.deck)), shuffler)

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        hands: Mapping[str, str],
        *,
        top: str,
        turn: str | None = None,
        colour: str | None = None,
        discards: str = "",
        draw_pile: str | None = None,
        shuffler: Shuffler | None = None,
        **changes: Any,
    ) -> Round:
        """A round in the middle, with these hands and `turn` (by default the first name) to play.

        Cards are text, separated by spaces. `discards` lie under `top`, the lowest first. `draw_pile` has its
        top card first; None shuffles all cards that are not elsewhere into it. A wild on top needs `colour`.
        `changes` are house rules.

        >>> Round.from_position("rounds", {"Ann": "R3 W", "Bob": "G1"}, top="R5").legal()[0]
        <play R3>
        """
        rulebook = resolve(rules, changes)
        check_players(rulebook, list(hands))
        new = cls.__new__(cls)
        new._prepare(rulebook, list(hands), shuffler)
        new.deal = Deal(first=0, deck=[])
        new.state = place(new.notation, new.shuffler, hands, top, discards, draw_pile)
        new._set_turn(top, turn, colour)
        return new

    def _set_turn(self, top: str, turn: str | None, colour: str | None) -> None:
        s, cards = self.state, self.rulebook.deck
        s.turn = s.first = 0 if turn is None else self.seat(turn)
        s.colour = cards.suit(colour) if colour is not None else cards.kinds[cards.kind(top)].suit
        if s.colour < 0:
            raise DealError("top_colour", card=top, suit_word=self.rulebook.suit_word)

    # ---- How it stands ----

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.state.phase == c.OVER

    @property
    def turn(self) -> str | None:
        """Who is to act; None when the round is over."""
        return None if self.over else self.players[self.state.turn]

    @property
    def turn_seat(self) -> int | None:
        """The same as a seat."""
        return None if self.over else self.state.turn

    @property
    def phase(self) -> Phase:
        """What the player in turn is asked."""
        return self.view(None).phase

    @property
    def winner(self) -> str | None:
        """Who went out, when the round is over."""
        return self.players[self.state.winner] if self.state.winner >= 0 else None

    @property
    def reason(self) -> Reason | None:
        """Why the round ended (U8)."""
        return self.view(None).reason

    @property
    def scores(self) -> dict[str, int] | None:
        """The round's points by name, when it is over."""
        return dict(zip(self.players, self.state.points, strict=True)) if self.over else None

    @property
    def hands(self) -> dict[str, list[str]]:
        """All hands: for a replay or a referee, never for a player."""
        return {name: self.hand(seat) for seat, name in enumerate(self.players)}

    @property
    def catchable(self) -> list[int]:
        """The seats that hold one card, have not called and can be caught (C7)."""
        return [seat for seat in range(len(self.players)) if self.state.catchable >> seat & 1]

    @property
    def question(self) -> tuple[int, ...]:
        """Who is asked what, as a key: it changes when somebody else, or something else, is asked."""
        s = self.state
        return s.turn, s.phase, s.pile_n, s.turns

    def asking_order(self) -> list[int]:
        """The seats in the order in which they are asked for reactions (C7)."""
        return [asked(self.state, i) for i in range(len(self.players))]

    def seat(self, player: Player) -> int:
        """The seat of a player who is given by name or by seat."""
        if isinstance(player, str):
            if player not in self.notation.seats:
                raise Refusal("unknown_player", name=player)
            return self.notation.seats[player]
        if not 0 <= player < len(self.players):
            raise Refusal("nobody_there")
        return player

    def hand(self, player: Player) -> list[str]:
        """A hand, by colour and then by face."""
        return self._builder.hand(self.state, self.seat(player))

    def view(self, player: Player | None) -> View:
        """What a player may know; None is a spectator."""
        seat = None if player is None else self.seat(player)
        legal = [] if seat is None else self.legal(seat)
        return view(self.notation, self.state, seat, legal)

    # ---- What may be done, and doing it ----

    def legal(self, player: Player | None = None) -> list[Action]:
        """Every action that is right for a player to do now, reactions included; None is who is in turn."""
        seat = self.state.turn if player is None else self.seat(player)
        n = legal(self.state, self.rulebook.tables, seat, self._out)
        return [self.notation.decode(code) for code in self._out[:n]]

    def reasons(self, player: Player) -> Reasons | None:
        """Why a player can't play some of the cards they hold, or draw; None when the round is over."""
        return reasons(self.notation, self.state, self.seat(player))

    def verify(self, player: Player, action: Action | str) -> None:
        """A Refusal if the rules don't allow an action. What they punish or ignore is allowed (C8)."""
        self._code(self.seat(player), action)

    def play(self, player: Player, action: Action | str) -> list[Event]:
        """Do an action; return what happened. A refused one raises and changes nothing."""
        seat = self.seat(player)
        code = self._code(seat, action)
        new = self._applied(seat, code, [])
        if new.starved:
            discards = new.pile[: new.pile_n - 1]
            order = self.shuffler.order(sorted(discards))
            if Counter(order) != Counter(discards):
                raise DealError("reshuffle")
            new = self._applied(seat, code, order)
            self.reshuffles.append(order)
        return self._take_over(new, (seat, self.notation.decode(code)))

    def _code(self, seat: int, action: Action | str) -> int:
        """The action as the engine takes it, or a Refusal."""
        try:
            parsed = self.notation.parse(action) if isinstance(action, str) else action
            code = self.notation.encode(parsed)
        except NotationError as error:
            raise Refusal("bad_action", why=error) from None
        refused = verify(self.state, self.rulebook.tables, seat, code)
        if refused:
            raise refusal(refused, self.notation, self.state, seat, parsed)
        return code

    def _applied(self, seat: int, code: int, order: list[int]) -> State:
        new = self.state.copy()
        new.events = []
        new.feed[: len(order)] = order[::-1]
        new.feed_n = len(order)
        if c.verb_of(code) >= c.REACTIONS:
            react(new, self.rulebook.tables, seat, code)
        else:
            step(new, self.rulebook.tables, code)
        return new

    def _take_over(self, new: State, done: tuple[int, Action]) -> list[Event]:
        events = self._builder.events(new.events or (), self.state, new)
        new.events = None
        self.state = new
        self.actions.append(done)
        self.events += events
        return events

    def copy(self) -> Round:
        """A round of its own that stands where this one stands: for trying things out."""
        new = copy(self)
        new.state = self.state.copy()
        new.actions, new.events = self.actions[:], self.events[:]
        new.reshuffles = self.reshuffles[:]
        new.shuffler = copy(self.shuffler)
        new._out = self._out[:]
        return new

    def rename(self, players: Sequence[str]) -> None:
        """Other names for the seats of a round that is over; past events keep the old names."""
        before, self.notation = self.notation, Notation(self.rulebook, players)
        self.players = list(players)
        self._builder = EventBuilder(self.notation)
        self.actions = [(seat, self.notation.decode(before.encode(done))) for seat, done in self.actions]

    def __repr__(self) -> str:
        v = self.view(None)
        cards = ", ".join(f"{name} {n} card{'s' * (n != 1)}" for name, n in v.counts.items())
        if self.over:
            by = f" by {v.winner}" if v.winner else ""
            return f"<Round of {self.rulebook.name}: {v.reason}{by}; {cards}>"
        colour = f", {self.rulebook.suits[v.colour]}" if v.colour else ""
        return f"<Round of {self.rulebook.name}: {v.turn}'s turn ({v.phase}) on {v.top}{colour}; {cards}>"

    def _repr_html_(self) -> str:
        from .html import round_html

        return round_html(self)

    # ---- The deal ----

    def _dealt(self, deal: Deal) -> tuple[State, Deal]:
        """The state before the first turn, and the deal with everything decided."""
        check_deck(self.rulebook, len(self.players), deal)
        r = self.rulebook.tables
        s = State(r.kinds, len(deal.deck), len(self.players))
        engine_deal.clear(s, r, deal.first)
        s.events = []
        s.ordered = 1
        s.deck[:] = deal.deck[::-1]
        s.deck_n = len(deal.deck)
        engine_deal.hand_out(s, r)
        deal = self._open(s, deal) if r.opening_from_hand else self._turn_up(s, deal)
        engine_deal.begin(s, r)
        self.events += self._builder.events(s.events, s, s)
        s.events = None
        return s, deal

    def _open(self, s: State, deal: Deal) -> Deal:
        """The starter's first card comes from the hand (F2)."""
        if deal.back:
            raise DealError("back_not_turned", rules=self.rulebook.name)
        hand = deal.deck[: len(self.players) * self.rulebook.hand : len(self.players)]
        kind = hand[self.shuffler.randbelow(len(hand))] if deal.opening is None else deal.opening
        if not s.held[deal.first] >> kind & 1:
            name, card = self.players[deal.first], self.rulebook.deck.texts[kind]
            raise DealError("opening_not_held", player=name, card=card)
        engine_deal.open_from_hand(s, kind)
        return structs.replace(deal, back=[], opening=kind)

    def _turn_up(self, s: State, deal: Deal) -> Deal:
        """The first card is turned up; one that may not start the pile goes back (C3, L2)."""
        if deal.opening is not None:
            raise DealError("opening_turned", rules=self.rulebook.name)
        never = self.rulebook.tables.never_first
        if all(never >> kind & 1 for kind in s.deck[: s.deck_n]):
            raise DealError("no_start")
        places: list[int] = []
        while not engine_deal.turn_up(s, self.rulebook.tables):
            places.append(self._place(s, deal.back, len(places)))
            engine_deal.put_back(s, places[-1])
        if deal.back and len(deal.back) > len(places):
            raise DealError("back_starts")
        return structs.replace(deal, back=places)

    def _place(self, s: State, back: list[int] | None, i: int) -> int:
        """How many cards lie above a card that goes back: as given, else it goes to the bottom."""
        if back is None:
            return self.shuffler.randbelow(s.deck_n + 1)
        above = back[i] if i < len(back) else s.deck_n
        if not 0 <= above <= s.deck_n:
            raise DealError("back_place", above=above, cards=s.deck_n)
        return above
