"""Rounds into a match: to a target, to a limit, or a number of rounds (C9, L5, T2, F10)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..engine import codes as c
from ..engine import deal as engine_deal
from ..engine import match as engine_match
from ..engine.state import State
from ..errors import LastcardError
from ..rulebooks import Rulebook
from .events import Event, EventBuilder
from .fairness import Seed
from .notation import Action, Notation
from .record import FORMAT, Record, RoundRecord
from .round import Deal, Round, check_players
from .shuffler import HmacShuffler, Shuffler
from .standing import Standing, standing


class MatchError(LastcardError):
    """A round that can't be dealt now."""


class Match:
    """A match in play: the rounds so far, the totals, and who has won or lost."""

    def __init__(self, book: Rulebook, players: Sequence[str], shuffler: Shuffler | None = None) -> None:
        check_players(book, players)
        self.book = book
        self.players = list(players)
        self.shuffler = HmacShuffler() if shuffler is None else shuffler
        self.rounds: list[Round] = []
        self.totals = [0] * len(players)
        self._counted = 0
        self.before: list[Event] = []  # the draw for dealer (C1)
        self.seeds: dict[int, Seed] = {}  # of rounds that were dealt from one that is shown afterwards

    @property
    def round(self) -> Round:
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

    def deal(self, deal: Deal | None = None, shuffler: Shuffler | None = None) -> Round:
        """Deal the next round: at random, or as told."""
        if self.over:
            raise MatchError("the match is over")
        if self.rounds and not self.round.over:
            raise MatchError("the round before is not over")
        shuffler = self.shuffler if shuffler is None else shuffler
        if deal is not None:
            round = Round(self.book, self.players, deal, shuffler)
        else:
            round = Round.start(self.book, self.players, self._first(shuffler), shuffler)
        self.rounds.append(round)
        self._count()
        return round

    def apply(self, seat: int, action: Action | str) -> list[Event]:
        """Do an action in the round in play; a round that ends is added to the totals."""
        events = self.round.apply(seat, action)
        self._count()
        return events

    def deal_from(self, seed: Seed) -> Round:
        """Deal the next round from a seed that was promised before (docs/fairness.md)."""
        round = self.deal(shuffler=HmacShuffler(seed.key))
        self.seeds[len(self.rounds) - 1] = seed
        return round

    def rename(self, seat: int, name: str) -> None:
        """Another name for a seat, between rounds: somebody else plays it. A record has one name for each."""
        players = [name if i == seat else old for i, old in enumerate(self.players)]
        check_players(self.book, players)
        if self.rounds and not self.round.over:
            raise MatchError("a round is in play")
        self.players = players
        for round in self.rounds:
            round.rename(players)

    def next_first(self) -> int | None:
        """Who must come first in the next round; None before the first."""
        return engine_match.next_first(self.round.deal.first, len(self.players)) if self.rounds else None

    def next_match(self) -> Match:
        """The match that follows at once with the same players: from 0, with the next limit (F10)."""
        limit = self.standing.next_limit
        book = self.book if limit is None else msgspec.structs.replace(self.book, limit=limit)
        return Match(book, self.players, self.shuffler)

    def record(self) -> Record:
        return Record(
            format=FORMAT,
            rules=msgspec.to_builtins(self.book),
            players=self.players,
            rounds=[_round_record(round, self.seeds.get(i)) for i, round in enumerate(self.rounds)],
        )

    def _count(self) -> None:
        if self.round.over and self._counted < len(self.rounds):
            self.totals = [a + b for a, b in zip(self.totals, self.round.state.points, strict=True)]
            self._counted += 1

    def _first(self, shuffler: Shuffler) -> int:
        following = self.next_first()
        if following is not None:
            return following
        if self.book.first_player == "joining":
            return 0
        return engine_match.next_first(self._draw_for_dealer(shuffler), len(self.players))

    def _draw_for_dealer(self, shuffler: Shuffler) -> int:
        """C1: everybody draws a card, the highest number deals."""
        r = self.book.tables
        s = State(r.kinds, len(self.book.deck), len(self.players))
        s.events = []
        dealer = c.NOTHING
        while dealer == c.NOTHING:
            engine_deal.gather(s, r, 0)
            s.deck[:] = shuffler.order(s.deck)[::-1]
            s.ordered = 1
            dealer = engine_deal.draw_for_dealer(s, r)
        notation = Notation(self.book, self.players)
        self.before = EventBuilder(notation).events(s.events, s, s)
        return dealer


def _round_record(round: Round, seed: Seed | None) -> RoundRecord:
    """A round; its seed is in the record only when the round is over, for it tells every card."""
    texts, deal = round.book.deck.texts, round.deal

    def pile(kinds: Sequence[int]) -> str:
        return " ".join(texts[kind] for kind in kinds)

    dealer = round.players[deal.first - 1] if round.book.first_player == "dealer_draw" else None
    return RoundRecord(
        dealer=dealer,
        first=round.players[deal.first],
        deck=pile(deal.deck),
        back=list(deal.back or ()),
        opening=texts[deal.opening] if deal.opening is not None else None,
        reshuffles=[pile(order) for order in round.reshuffles],
        commitment=None if seed is None else seed.commitment,
        seed=seed.secret.hex() if seed is not None and round.over else None,
        additions={} if seed is None else dict(seed.additions),
        actions=[f"{round.players[seat]}: {action}" for seat, action in round.actions],
    )
