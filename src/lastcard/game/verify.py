"""Was a round dealt from its seed? Everything that chance decided is worked out again and compared."""

from __future__ import annotations

from msgspec import Struct

from ..messages.message import Message
from .dealer_draw import DrawError
from .fairness import Seed, commitment
from .match import Match
from .record import Record, RoundRecord
from .replay import begin, follow
from .round import Round
from .shuffler import HmacShuffler


class Check(Struct, frozen=True):
    """Whether a round was dealt from its seed, and why; None: it can't be checked."""

    round: int
    fair: bool | None
    why: Message


def check(record: Record) -> list[Check]:
    """Every round of a record, which must be sound: a RecordError says where it is not."""
    match = begin(record)
    for _ in follow(match, record):
        pass
    rounds = zip(record.rounds, match.rounds, strict=True)
    judged = ((number, *_judged(match, one, round)) for number, (one, round) in enumerate(rounds, 1))
    return [Check(number, fair, Message(f"fairness.{code}")) for number, fair, code in judged]


def _judged(match: Match, one: RoundRecord, played: Round) -> tuple[bool | None, str]:
    """The verdict on one round, and the code of its reason."""
    if one.seed is None:
        promised = one.commitment is not None
        return None, "seed_hidden" if promised else "no_seed"
    try:
        secret = bytes.fromhex(one.seed)
    except ValueError:
        return False, "not_hex"
    if one.commitment is None:
        return None, "no_commitment"
    if one.commitment != commitment(secret):
        return False, "other_seed"
    dealt = _again(match, played, Seed(secret, one.additions))
    if dealt is None:
        return False, "other_draw"
    if (dealt.deal.first, dealt.deal.deck) != (played.deal.first, played.deal.deck):
        return False, "other_deck"
    if dealt.deal != played.deal:
        return False, "other_first_card"
    for seat, action in played.actions:
        dealt.play(seat, action)
    if dealt.reshuffles != played.reshuffles:
        return False, "other_reshuffle"
    return True, "fair"


def _again(match: Match, played: Round, seed: Seed) -> Round | None:
    """The round as its seed deals it; who is first follows the rotation, which goes on from match to match
    (F2), or the draw for dealer (C1).

    None if the seed lays out other cards for that draw than those that were picked from.
    """
    shuffler = HmacShuffler(seed.key)
    if played is not match.rounds[0]:
        return Round.start(played.rulebook, played.players, played.deal.first, shuffler)
    again = Match(played.rulebook, played.players, first=played.deal.first)
    if match.draw is not None:
        try:
            draw = again.draw_for_dealer(shuffler)
            draw.repeat(match.draw.picks)
        except DrawError:  # the picks made sense with the other cards only
            return None
        if draw.piles != match.draw.piles:
            return None
    return again.deal(shuffler=shuffler)
