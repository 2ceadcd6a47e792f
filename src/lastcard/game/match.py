"""Rounds into a match: to a target, to a limit, or a number of rounds (C9, L5, T2, F10)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..engine import match as engine_match
from ..errors import CodedError
from ..rulebooks import Rules, resolve
from .deal import Deal, check_players
from .dealer_draw import DealerDraw
from .events import Event
from .fairness import Seed
from .html import standing_html
from .notation import Action
from .record import FORMAT, DrawRecord, Record, RoundRecord, decode, encode
from .round import Player, Round
from .shuffler import HmacShuffler, Shuffler, seeded
from .standing import Standing, standing


class MatchError(CodedError):
    """A round that can't be dealt now."""

    namespace = "match"


class Match:
    """A match: the rounds so far, the totals, and who has won or lost.

    `rules` is the name of a rulebook, the path of a TOML file or a Rulebook; house rules are keywords. With a
    `seed` the cards can be repeated; without one nobody can foresee them. `first` is the seat that begins,
    where no dealer is drawn for: in a rematch it need not be the first seat (F2).

    >>> match = Match("classic", ["Ann", "Bob"], seed=0, stacking="same")
    >>> match.deal().turn
    'Ann'
    >>> match
    <Match of classic: round 1, Ann 0, Bob 0>
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[str],
        shuffler: Shuffler | None = None,
        *,
        seed: int | str | None = None,
        first: int = 0,
        **changes: Any,
    ) -> None:
        rulebook = resolve(rules, changes)
        check_players(rulebook, players)
        if shuffler is None and seed is not None:
            shuffler = seeded(seed)
        self.rulebook = rulebook
        self.players = list(players)
        self.shuffler = HmacShuffler() if shuffler is None else shuffler
        self.first = range(len(players))[first]  # an IndexError if there is no such seat
        self.rounds: list[Round] = []
        self.totals = [0] * len(players)
        self._counted = 0
        self.draw: DealerDraw | None = None  # for dealer (C1), as it is held or was held
        self.before: list[Event] = []  # its events
        self.seeds: dict[int, Seed] = {}  # of rounds that were dealt from one that is shown afterwards

    @property
    def round(self) -> Round:
        """The round in play, or the last one."""
        if not self.rounds:
            raise MatchError("no_round")
        return self.rounds[-1]

    @property
    def standing(self) -> Standing:
        """After the rounds that are over."""
        totals = dict(zip(self.players, self.totals, strict=True))
        return standing(self.rulebook, totals, self._counted)

    @property
    def finished(self) -> int:
        """How many rounds are over."""
        return self._counted

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self._counted == len(self.rounds) and self.standing.over

    def deal(self, deal: Deal | None = None, shuffler: Shuffler | None = None) -> Round:
        """Deal the next round: at random, or these cards."""
        if self.over:
            raise MatchError("over")
        if self.rounds and not self.round.over:
            raise MatchError("round_before")
        if shuffler is None:
            shuffler = self.shuffler if self.draw is None or self.rounds else self.draw.shuffler
        if deal is not None:
            round = Round(self.rulebook, self.players, deal, shuffler)
        else:
            round = Round.start(self.rulebook, self.players, self._first(shuffler), shuffler)
        self.rounds.append(round)
        self._count()
        return round

    def play(self, player: Player, action: Action | str) -> list[Event]:
        """Do an action in the round in play; a round that ends is added to the totals."""
        events = self.round.play(player, action)
        self._count()
        return events

    @property
    def draws_for_dealer(self) -> bool:
        """Whether a draw for dealer comes before the next deal (C1)."""
        return not self.rounds and self.rulebook.first_player == "dealer_draw"

    def draw_for_dealer(self, shuffler: Shuffler | None = None) -> DealerDraw:
        """Lay out the cards of the draw for dealer (C1); `deal` picks for those who have not."""
        if self.draw is None:
            if not self.draws_for_dealer:
                raise MatchError("no_draw")
            shuffler = self.shuffler if shuffler is None else shuffler
            self.draw = DealerDraw(self.rulebook, self.players, shuffler)
            self.before = self.draw.events
        return self.draw

    def draw_from(self, seed: Seed) -> DealerDraw:
        """Lay them out from a seed that was promised before; the first round is dealt from the same one."""
        return self.draw_for_dealer(HmacShuffler(seed.key))

    def deal_from(self, seed: Seed) -> Round:
        """Deal the next round from a seed that was promised before (docs/fairness.md)."""
        begun = self.draw is not None and not self.rounds
        round = self.deal(shuffler=None if begun else HmacShuffler(seed.key))
        self.seeds[len(self.rounds) - 1] = seed
        return round

    def rename(self, seat: int, name: str) -> None:
        """Another name for a seat, between rounds: somebody else plays it. A record has one name a seat."""
        self.rename_all([name if i == seat else old for i, old in enumerate(self.players)])

    def rename_all(self, players: Sequence[str]) -> None:
        """Other names for all seats at once, between rounds."""
        players = list(players)
        check_players(self.rulebook, players)
        if self.rounds and not self.round.over:
            raise MatchError("in_play")
        self.players = players
        for round in self.rounds:
            round.rename(players)

    def next_first(self) -> int | None:
        """Who must come first in the next round; None before the first, unless a dealer was drawn for."""
        if self.rounds:
            return engine_match.next_first(self.round.deal.first, len(self.players))
        return None if self.draw is None else self.draw.first

    def next_match(self, first: int | None = None) -> Match:
        """The match that follows at once with the same players: from 0, with the next limit (F10).

        The starter moves on (F2), unless `first` names another seat; a dealer is drawn for again (C1).
        """
        limit = self.standing.next_limit
        rulebook = self.rulebook if limit is None else msgspec.structs.replace(self.rulebook, limit=limit)
        following = (self.next_first() or 0) if first is None else first
        return Match(rulebook, self.players, self.shuffler, first=following)

    def record(self, *, finished: bool = False) -> Record:
        """All that is needed to replay the match (docs/record.md); with `finished` only rounds that are over.

        Of a round in play a record holds every card: such a record is for nobody who plays.
        """
        rounds = self.rounds[: self.finished] if finished else self.rounds
        return Record(
            format=FORMAT,
            rules=msgspec.to_builtins(self.rulebook),
            players=self.players,
            dealer_draw=_draw_record(self.draw, self.players),
            rounds=[_round_record(round, self.seeds.get(i)) for i, round in enumerate(rounds)],
        )

    def save(self, path: str | Path) -> None:
        """Write the record of the match to a file."""
        Path(path).write_text(encode(self.record()), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Match:
        """The match of a record, as it stands after the last action; it can be played on."""
        from .replay import replay

        return replay(decode(Path(path).read_bytes()))

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in self.standing.totals.items())
        how_far = "over" if self.over else f"round {len(self.rounds)}" if self.rounds else "not dealt yet"
        return f"<Match of {self.rulebook.name}: {how_far}, {totals}>"

    def _repr_html_(self) -> str:
        return standing_html(self.standing)

    def _count(self) -> None:
        if self.round.over and self._counted < len(self.rounds):
            self.totals = [a + b for a, b in zip(self.totals, self.round.state.points, strict=True)]
            self._counted += 1

    def _first(self, shuffler: Shuffler) -> int:
        following = self.next_first()
        if following is not None:
            return following
        if self.rulebook.first_player == "joining":
            return self.first
        return engine_match.next_first(self.draw_for_dealer(shuffler).finish(), len(self.players))


def _draw_record(draw: DealerDraw | None, players: list[str]) -> DrawRecord | msgspec.UnsetType:
    """The draw for dealer, unless all took the cards from the top: then the dealer says it all."""
    if draw is None or (draw.dealer is not None and not draw.by_hand):
        return msgspec.UNSET
    texts = draw.rulebook.deck.texts
    piles = [" ".join(texts[kind] for kind in pile) for pile in draw.piles]
    picks = [[f"{players[seat]}: {place}" for seat, place in one.items()] for one in draw.picks]
    return DrawRecord(piles=piles, picks=picks)


def _round_record(round: Round, seed: Seed | None) -> RoundRecord:
    """A round; its seed is in the record only when the round is over, for it tells every card."""
    texts, deal = round.rulebook.deck.texts, round.deal

    def pile(kinds: Sequence[int]) -> str:
        return " ".join(texts[kind] for kind in kinds)

    dealer = round.players[deal.first - 1] if round.rulebook.first_player == "dealer_draw" else None
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
