"""Records gone through for somebody: a round step by step, what is worth telling, what can be stored."""

from __future__ import annotations

from typing import Final, cast

import msgspec

from ...game import Record, Round
from ...game.events import AnyEvent
from ...game.moments import Moment, moments
from ...game.replay import begin, follow
from ...game.verify import check
from ...messages.message import Message
from ...rulebooks import Rulebook, names
from ..common.faces import Face
from ..common.names import own_id
from ..common.refusal import CommandRefused
from ..protocol import http_models as h
from ..tables.projection import deck_of

MOST_ACTIONS: Final = 100_000  # of a record that is replayed for somebody
MOST_BYTES: Final = 1 << 20  # of a record that is stored; a long match of ten players is a third of it
MOST_STEPS: Final = 5_000  # of a round: each has a view of its own


def replay(
    record: Record,
    number: int,
    bots: dict[str, str] | None = None,
    faces: dict[str, Face] | None = None,
) -> h.Replay:
    """One round of a record, step by step in the open, and whether its cards came from the seed."""
    if not 1 <= number <= len(record.rounds):
        raise CommandRefused(
            "invalid", "record_rounds", rounds=Message("rounds", {"count": len(record.rounds)})
        )
    long = len(record.rounds[number - 1].actions) > MOST_STEPS
    if long or sum(len(one.actions) for one in record.rounds) > MOST_ACTIONS:
        raise CommandRefused("invalid", "record_too_long")
    checks = _checks(record)
    match = begin(record)
    steps = []
    for at, line, events in follow(match, record):
        if at == number:
            game = match.round
            before = match.before if line is None and number == 1 else []
            shown = cast("list[AnyEvent]", [*before, *events])
            steps.append(_step(game, shown, dealt=line is None))
    return h.Replay(
        rules=_rules_of(match.rulebook),
        title=match.rulebook.title,
        players=match.players,
        bots=bots or {},
        faces=faces or {},
        rounds=len(record.rounds),
        round=number,
        steps=steps,
        standing=match.standing,
        suits=match.rulebook.suits,
        suit_word=match.rulebook.suit_word,
        cards=deck_of(match.rulebook).cards,
        checks=checks,
    )


def remarkable(record: Record) -> list[Moment]:
    """What is worth telling of a match; nothing of one that is too long to be gone through for somebody."""
    if sum(len(one.actions) for one in record.rounds) > MOST_ACTIONS:
        return []
    return moments(record)


def _step(game: Round, events: list[AnyEvent], dealt: bool) -> h.ReplayStep:
    """The deal, or the last action of a round."""
    seat, action = (None, None) if dealt else game.actions[-1]
    player = None if seat is None else game.players[seat]
    return h.ReplayStep(player=player, action=action, events=events, view=game.view(None), hands=game.hands)


def _rules_of(rulebook: Rulebook) -> str:
    """The name of a rulebook that comes with us, else its id: a record may call its rules what it likes."""
    return rulebook.name if rulebook.name in names() else own_id(rulebook.fingerprint)


def _checks(record: Record) -> list[h.RoundCheck]:
    """Whether each round was dealt from its seed."""
    return [
        h.RoundCheck(
            round=one.round,
            fair=one.fair,
            commitment=dealt.commitment,
            seed=dealt.seed,
            additions=dealt.additions,
            why=one.why,
        )
        for one, dealt in zip(check(record), record.rounds, strict=True)
    ]


def checked_upload(record: Record) -> str:
    """A record as it is stored, or CommandRefused: only what can be replayed is."""
    record = msgspec.structs.replace(record, terminal=msgspec.UNSET)  # whose bots are nobody else's business
    text = msgspec.json.encode(record).decode()
    if len(text) > MOST_BYTES:
        raise CommandRefused("invalid", "record_too_large", most=MOST_BYTES >> 20)
    replay(record, 1)
    return text
