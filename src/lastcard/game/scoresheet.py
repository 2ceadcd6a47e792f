"""A running score sheet over an evening with real cards: the hands of every round, totals computed from them.

Only what people reported is kept, so a sheet can be corrected, and the score of every round can be explained.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from ..errors import CodedError, LastcardError
from ..rulebooks import Rulebook, load
from .scoring import ReportedRound, RoundScore, score_round
from .standing import Standing, standing


class SheetError(CodedError):
    """A sheet that can't be read or continued."""

    namespace = "score_sheet"


class SheetFile(Struct, kw_only=True, forbid_unknown_fields=True):
    """The file: a resolved rulebook and the rounds as reported."""

    format: Literal["lastcard-sheet/1"] = "lastcard-sheet/1"
    rules: dict[str, Any]
    players: list[str]
    rounds: list[ReportedRound] = field(default_factory=list)


class ScoreSheet:
    """A match played with real cards, round after round."""

    def __init__(self, rulebook: Rulebook, players: list[str]) -> None:
        self.rulebook = rulebook
        self.players = players
        self.rounds: list[ReportedRound] = []
        self.scores: list[RoundScore] = []

    @property
    def totals(self) -> dict[str, int]:
        """Everybody's points over the rounds so far."""
        return {name: sum(one.scores[name] for one in self.scores) for name in self.players}

    @property
    def standing(self) -> Standing:
        """Who leads, and whether the match is over."""
        return standing(self.rulebook, self.totals, len(self.rounds))

    def add(self, report: ReportedRound) -> RoundScore:
        """Score a round and add it; one that can't be scored changes nothing."""
        if self.standing.over:
            raise SheetError("over")
        if sorted(report.hands) != sorted(self.players):
            raise SheetError("players", players=self.players, others=list(report.hands))
        counted = score_round(self.rulebook, report)
        self.rounds.append(report)
        self.scores.append(counted)
        return counted

    def undo(self) -> None:
        """Take the last round back."""
        if not self.rounds:
            raise SheetError("empty")
        self.rounds.pop()
        self.scores.pop()


def read(data: bytes) -> ScoreSheet:
    """The sheet in a file's bytes, every round scored again; raises SheetError with the bad round."""
    try:
        file = msgspec.json.decode(data, type=SheetFile)
    except msgspec.DecodeError as error:
        raise SheetError("not_a_sheet", why=str(error)) from None
    sheet = ScoreSheet(load(file.rules), file.players)
    for number, report in enumerate(file.rounds, 1):
        try:
            sheet.add(report)
        except LastcardError as error:
            raise SheetError("round", round=number, why=error) from None
    return sheet


def write(sheet: ScoreSheet) -> bytes:
    """The file's bytes: indented JSON that `read` takes back."""
    rules = msgspec.to_builtins(sheet.rulebook)
    file = SheetFile(rules=rules, players=sheet.players, rounds=sheet.rounds)
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"
