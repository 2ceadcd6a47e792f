"""Scoring a round that was played with real cards: the engine's score over hands that people type in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..engine import codes as c
from ..engine.deal import clear
from ..engine.pile import give
from ..engine.score import score as score_state
from ..engine.state import State
from ..errors import CodedError
from ..messages.message import Message
from ..rulebooks import Rulebook, Rules, resolve
from .deal import check_players
from .notation import Notation
from .view import items


class ScoreError(CodedError):
    """Hands that can't be scored; `str()` says why."""

    namespace = "score"


class ReportedRound(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round as people report it: the hands held at its end, and what else counts."""

    hands: dict[str, str]  # cards separated by commas or spaces
    out: str | None = None  # the last card of the player who went out (F8)
    uncalled: bool = False  # that player went out without a call (F6)
    replenished: dict[str, int] = {}  # points charged for replenishing (F7)
    blocked: bool = False  # nobody went out (U8)


class RoundScore(Struct, frozen=True):
    """The points of a round by name, and what they are made of."""

    scores: dict[str, int]
    items: dict[str, dict[str, int]]
    winner: str | None


def score(
    rules: Rules,
    hands: Mapping[str, str] | None = None,
    /,
    *,
    out: str | None = None,
    uncalled: bool = False,
    replenished: Mapping[str, int] | None = None,
    blocked: bool = False,
    changes: Mapping[str, Any] | None = None,
    **named: str,
) -> RoundScore:
    """The points of a round that was played with real cards; hands are keywords, or a mapping of names.

    Cards are separated by spaces or commas, and the winner's hand is empty. In `fool108`, `out` is the last
    card played, `uncalled` says that it was not called, `replenished` what players paid for replenishing.
    `changes` are house rules.

    >>> score("classic", Ann="", Bob="R9 BS W+4").scores
    {'Ann': 79, 'Bob': 0}
    """
    report = ReportedRound(
        hands={**(hands or {}), **named},
        out=out,
        uncalled=uncalled,
        replenished=dict(replenished or {}),
        blocked=blocked,
    )
    return score_round(resolve(rules, changes), report)


def score_round(rulebook: Rulebook, report: ReportedRound) -> RoundScore:
    """Score one round, or a ScoreError."""
    players = list(report.hands)
    check_players(rulebook, players)
    notation = Notation(rulebook, players)
    hands = {name: [_kind(notation, word) for word in _words(text)] for name, text in report.hands.items()}
    out = _out_card(notation, report)
    winner = _winner(hands, report)
    laid = [] if out is None else [out]
    kind = rulebook.deck.too_many([*laid, *(kind for hand in hands.values() for kind in hand)])
    if kind is not None:
        raise ScoreError("copies", card=rulebook.deck.texts[kind], copies=rulebook.deck.copies[kind])
    s = _state(rulebook, list(hands.values()), winner, out, report)
    score_state(s, rulebook.tables)
    return RoundScore(dict(zip(players, s.points, strict=True)), items(notation, s), winner)


def made_of(items: Mapping[str, int]) -> str:
    """What a score is made of, in English: its parts, or how it came about (L4); empty if it is nothing.

    >>> made_of({"base": 200, "cards": 20, "lost": 20, "divisor": 3})
    '200 - 20, divided by 3'
    >>> made_of({"cards": 14, "queen": 0, "uncalled": 20})
    'cards 14, uncalled 20'
    """
    if "divisor" not in items:
        return ", ".join(f"{item} {points}" for item, points in items.items() if points)
    base, cards, lost, players = (items[item] for item in ("base", "cards", "lost", "divisor"))
    total = f"{base} {'+' if lost < 0 else '-'} {abs(lost)}" if lost else str(base)
    if cards > lost:
        return str(
            Message("points.ranked.most", {"sum": total, "players": players, "cards": cards, "lost": lost})
        )
    return str(Message("points.ranked", {"sum": total, "players": players}))


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _kind(notation: Notation, word: str) -> int:
    return notation.cards.kind(notation.card(word))


def _winner(hands: Mapping[str, Sequence[int]], report: ReportedRound) -> str | None:
    out = [name for name, hand in hands.items() if not hand]
    if report.blocked:
        if out:
            raise ScoreError("not_blocked", player=out[0])
        return None
    if not out:
        raise ScoreError("nobody_out")
    if len(out) > 1:
        raise ScoreError("two_out", player=out[0], other=out[1])
    return out[0]


def _out_card(notation: Notation, report: ReportedRound) -> int | None:
    """The last card played, which only counts where points are penalties."""
    rulebook = notation.rulebook
    if rulebook.scoring != "penalties":
        for part in ("out", "uncalled", "replenished"):
            if getattr(report, part):
                raise ScoreError(f"{part}_not_counted", rules=rulebook.name)
        return None
    if report.uncalled and rulebook.call != "points":
        raise ScoreError("uncalled_off")
    for name, points in report.replenished.items():
        if name not in report.hands:
            raise ScoreError("replenished_unknown", name=name)
        if points < 0:
            raise ScoreError("replenished_negative", player=name, points=points)
    if report.blocked:
        if report.out is not None or report.uncalled:
            raise ScoreError("blocked_out")
        return None
    if report.out is None:
        raise ScoreError("out_missing", rules=rulebook.name)
    return _kind(notation, report.out)


def _state(
    rulebook: Rulebook, hands: list[list[int]], winner: str | None, out: int | None, report: ReportedRound
) -> State:
    """The end of a round with just what the score looks at."""
    players = list(report.hands)
    s = State(rulebook.tables.kinds, 1, len(players))
    clear(s, rulebook.tables, 0)
    for seat, hand in enumerate(hands):
        for kind in hand:
            give(s, seat, kind)
        s.charges[seat] = report.replenished.get(players[seat], 0)
    if out is not None:
        s.pile[0], s.pile_n = out, 1
    s.reason = c.WON if winner is not None else c.BLOCKED
    s.winner = players.index(winner) if winner is not None else c.NOTHING
    if winner is not None and not report.uncalled:
        s.called = 1 << s.winner
    return s
