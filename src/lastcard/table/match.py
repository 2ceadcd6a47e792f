"""Rounds into a match: to a target, to a limit, or a number of rounds (C9, L5, T2, F10)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..errors import LastcardError
from ..kernel import codes as c
from ..kernel import deal as k_deal
from ..kernel import match as k_match
from ..kernel.carriers import State
from ..rulebooks import Rulebook
from .events import Event, Writer
from .fairness import Seed
from .game import Deal, Game, check_players
from .notation import Action, Notation
from .record import FORMAT, Record, RoundRecord
from .source import KeyedStream, Source
from .standing import Standing, standing


class MatchError(LastcardError):
    """A round that can't be dealt now."""


class Match:
    """A match in play: the rounds so far, the totals, and who has won or lost."""

    def __init__(self, book: Rulebook, players: Sequence[str], source: Source | None = None) -> None:
        check_players(book, players)
        self.book = book
        self.players = list(players)
        self.source = KeyedStream() if source is None else source
        self.rounds: list[Game] = []
        self.totals = [0] * len(players)
        self._counted = 0
        self.before: list[Event] = []  # the draw for dealer (C1)
        self.seeds: dict[int, Seed] = {}  # of rounds that were dealt from one that is shown afterwards

    @property
    def game(self) -> Game:
        """The round in play, or the last one."""
        return self.rounds[-1]

    @property
    def standing(self) -> Standing:
        """After the rounds that are over."""
        totals = dict(zip(self.players, self.totals, strict=True))
        return standing(self.book, totals, self._counted)

    @property
    def over(self) -> bool:
        return self._counted == len(self.rounds) and self.standing.over

    def deal(self, deal: Deal | None = None, source: Source | None = None) -> Game:
        """Deal the next round: at random, or as told."""
        if self.over:
            raise MatchError("the match is over")
        if self.rounds and not self.game.over:
            raise MatchError("the round before is not over")
        source = self.source if source is None else source
        if deal is not None:
            game = Game(self.book, self.players, deal, source)
        else:
            game = Game.start(self.book, self.players, self._first(source), source)
        self.rounds.append(game)
        self._count()
        return game

    def apply(self, seat: int, action: Action | str) -> list[Event]:
        """Do an action in the round in play; a round that ends is added to the totals."""
        events = self.game.apply(seat, action)
        self._count()
        return events

    def deal_from(self, seed: Seed) -> Game:
        """Deal the next round from a seed that was promised before (docs/fairness.md)."""
        game = self.deal(source=KeyedStream(seed.key))
        self.seeds[len(self.rounds) - 1] = seed
        return game

    def rename(self, seat: int, name: str) -> None:
        """Another name for a seat, between rounds: somebody else plays it. A record has one name for each."""
        players = [name if i == seat else old for i, old in enumerate(self.players)]
        check_players(self.book, players)
        if self.rounds and not self.game.over:
            raise MatchError("a round is in play")
        self.players = players
        for game in self.rounds:
            game.rename(players)

    def next_first(self) -> int | None:
        """Who must come first in the next round; None before the first."""
        return k_match.next_first(self.game.deal.first, len(self.players)) if self.rounds else None

    def next_match(self) -> Match:
        """The match that follows at once with the same players: from 0, with the next limit (F10)."""
        limit = self.standing.next_limit
        book = self.book if limit is None else msgspec.structs.replace(self.book, limit=limit)
        return Match(book, self.players, self.source)

    def record(self) -> Record:
        return Record(
            format=FORMAT,
            rules=msgspec.to_builtins(self.book),
            players=self.players,
            rounds=[_round_record(game, self.seeds.get(i)) for i, game in enumerate(self.rounds)],
        )

    def _count(self) -> None:
        if self.game.over and self._counted < len(self.rounds):
            self.totals = [a + b for a, b in zip(self.totals, self.game.state.points, strict=True)]
            self._counted += 1

    def _first(self, source: Source) -> int:
        following = self.next_first()
        if following is not None:
            return following
        if self.book.first_player == "joining":
            return 0
        return k_match.next_first(self._draw_for_dealer(source), len(self.players))

    def _draw_for_dealer(self, source: Source) -> int:
        """C1: everybody draws a card, the highest number deals."""
        r = self.book.tables
        s = State(r.kinds, len(self.book.deck), len(self.players))
        s.notes = []
        dealer = c.NOTHING
        while dealer == c.NOTHING:
            k_deal.gather(s, r, 0)
            s.deck[:] = source.order(s.deck)[::-1]
            s.ordered = 1
            dealer = k_deal.draw_for_dealer(s, r)
        notation = Notation(self.book, self.players)
        self.before = Writer(notation).events(s.notes, s, s)
        return dealer


def _round_record(game: Game, seed: Seed | None) -> RoundRecord:
    """A round; its seed is in the record only when the round is over, for it tells every card."""
    texts, deal = game.book.deck.texts, game.deal

    def pile(kinds: Sequence[int]) -> str:
        return " ".join(texts[kind] for kind in kinds)

    dealer = game.players[deal.first - 1] if game.book.first_player == "dealer_draw" else None
    return RoundRecord(
        dealer=dealer,
        first=game.players[deal.first],
        deck=pile(deal.deck),
        back=list(deal.back or ()),
        opening=texts[deal.opening] if deal.opening is not None else None,
        reshuffles=[pile(order) for order in game.reshuffles],
        commitment=None if seed is None else seed.commitment,
        seed=seed.secret.hex() if seed is not None and game.over else None,
        additions={} if seed is None else dict(seed.additions),
        actions=[f"{game.players[seat]}: {action}" for seat, action in game.actions],
    )
