"""Was a round dealt from its seed? Everything that chance decided is worked out again and compared."""

from __future__ import annotations

from msgspec import Struct

from .fairness import Seed, commitment
from .match import Match
from .record import Record, RoundRecord
from .replay import begin, follow
from .round import Round
from .shuffler import HmacShuffler


class Check(Struct, frozen=True):
    """Whether a round was dealt from its seed; None: it can't be checked. `why` is a sentence."""

    round: int
    fair: bool | None
    why: str


def check(record: Record) -> list[Check]:
    """Every round of a record, which must be sound: a RecordError says where it is not."""
    match = begin(record)
    for _ in follow(match, record):
        pass
    rounds = zip(record.rounds, match.rounds, strict=True)
    return [Check(number, *_judged(number, one, round)) for number, (one, round) in enumerate(rounds, 1)]


def _judged(number: int, one: RoundRecord, played: Round) -> tuple[bool | None, str]:
    if one.seed is None:
        promised = one.commitment is not None
        return None, "its seed is not shown yet" if promised else "it was dealt without a seed"
    try:
        secret = bytes.fromhex(one.seed)
    except ValueError:
        return False, "its seed is not written in hexadecimal"
    if one.commitment is None:
        return None, "nothing was promised before the deal"
    if one.commitment != commitment(secret):
        return False, "the seed is not the one that was promised: its SHA-256 is another"
    dealt = _again(number, played, Seed(secret, one.additions))
    if (dealt.deal.first, dealt.deal.deck) != (played.deal.first, played.deal.deck):
        return False, "the deck is not the one that the seed gives"
    if dealt.deal != played.deal:
        return False, "the first card is not the one that the seed gives"
    for seat, action in played.actions:
        dealt.play(seat, action)
    if dealt.reshuffles != played.reshuffles:
        return False, "a reshuffle is not the one that the seed gives"
    return True, "every card came from the seed"


def _again(number: int, played: Round, seed: Seed) -> Round:
    """The round as its seed deals it; who is first follows the rotation, or the draw for dealer."""
    shuffler = HmacShuffler(seed.key)
    if number == 1:
        return Match(played.rulebook, played.players).deal(shuffler=shuffler)
    return Round.start(played.rulebook, played.players, played.deal.first, shuffler)
