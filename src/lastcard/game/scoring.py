"""Scoring a round that was played with real cards: the kernel's score over hands that people type in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ..engine import codes as c
from ..engine.deal import clear
from ..engine.pile import give
from ..engine.score import score
from ..engine.state import State
from ..errors import LastcardError
from ..rulebooks import Rulebook
from .notation import Notation
from .round import check_players
from .view import items


class ScoreError(LastcardError):
    """Hands that can't be scored; the message says why."""


class ReportedRound(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round as people report it: the hands held at its end, and what else counts."""

    hands: dict[str, str]  # cards separated by commas or spaces
    out: str | None = None  # the last card of whoever went out (F8)
    uncalled: bool = False  # who went out without a call (F6)
    replenished: dict[str, int] = {}  # points charged for replenishing (F7)
    blocked: bool = False  # nobody went out (U8)


class RoundScore(Struct, frozen=True):
    """The points of a round by name, and what they are made of."""

    scores: dict[str, int]
    items: dict[str, dict[str, int]]
    winner: str | None


def score_round(book: Rulebook, told: ReportedRound) -> RoundScore:
    """Score one round, or a TallyError."""
    players = list(told.hands)
    check_players(book, players)
    notation = Notation(book, players)
    hands = {name: [_kind(notation, word) for word in _words(text)] for name, text in told.hands.items()}
    out = _out_card(notation, told)
    winner = _winner(hands, told)
    laid = [] if out is None else [out]
    kind = book.deck.too_many([*laid, *(kind for hand in hands.values() for kind in hand)])
    if kind is not None:
        raise ScoreError(
            f"{book.deck.texts[kind]} is there more often than in the deck ({book.deck.copies[kind]})"
        )
    s = _state(book, list(hands.values()), winner, out, told)
    score(s, book.tables)
    return RoundScore(dict(zip(players, s.points, strict=True)), items(notation, s), winner)


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _kind(notation: Notation, word: str) -> int:
    return notation.cards.kind(notation.card(word))


def _winner(hands: Mapping[str, Sequence[int]], told: ReportedRound) -> str | None:
    out = [name for name, hand in hands.items() if not hand]
    if told.blocked:
        if out:
            raise ScoreError(f"{out[0]} is out, so the round is not blocked")
        return None
    if not out:
        raise ScoreError("nobody is out: one hand must be empty, or the round blocked (--blocked)")
    if len(out) > 1:
        raise ScoreError(f"{out[0]} and {out[1]} can't both be out")
    return out[0]


def _out_card(notation: Notation, told: ReportedRound) -> int | None:
    """The last card played, which only counts where points are penalties."""
    book = notation.book
    if book.scoring != "penalties":
        for flag, given in (
            ("--out", told.out),
            ("--uncalled", told.uncalled),
            ("--replenished", told.replenished),
        ):
            if given:
                raise ScoreError(f"{flag} does not count in {book.name}")
        return None
    if told.uncalled and book.call != "points":
        raise ScoreError('--uncalled does not count without call = "points"')
    for name, points in told.replenished.items():
        if name not in told.hands:
            raise ScoreError(f"--replenished: there is no player {name!r}")
        if points < 0:
            raise ScoreError(f"--replenished: {name} can't have been charged {points} points")
    if told.blocked:
        if told.out is not None or told.uncalled:
            raise ScoreError("in a blocked round nobody went out: leave out --out and --uncalled")
        return None
    if told.out is None:
        raise ScoreError(f"{book.name} needs the last card of whoever went out (--out CARD)")
    return _kind(notation, told.out)


def _state(
    book: Rulebook, hands: list[list[int]], winner: str | None, out: int | None, told: ReportedRound
) -> State:
    """The end of a round with just what the score looks at."""
    players = list(told.hands)
    s = State(book.tables.kinds, 1, len(players))
    clear(s, book.tables, 0)
    for seat, hand in enumerate(hands):
        for kind in hand:
            give(s, seat, kind)
        s.charges[seat] = told.replenished.get(players[seat], 0)
    if out is not None:
        s.pile[0], s.pile_n = out, 1
    s.reason = c.WON if winner is not None else c.BLOCKED
    s.winner = players.index(winner) if winner is not None else c.NOTHING
    if winner is not None and not told.uncalled:
        s.called = 1 << s.winner
    return s
