"""`score`: hands in, a ranking out, with every change that made it."""

from __future__ import annotations

from .hands import seat
from .rules import ScoredPlayer, ScoringTable, order

TYPE_CHECKING = False  # instead of the import, as in hands.py
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from .hands import Hand


class Scores:
    """The players, best first, ties in the order given, eliminated players last (G1).

    `seed` is the one that rule 12 used: the caller's, or a fresh one if cards had to be removed without.
    """

    __slots__ = ("players", "seed")

    def __init__(self, players: tuple[ScoredPlayer, ...], seed: int | None) -> None:
        self.players = players
        self.seed = seed

    def __iter__(self) -> Iterator[ScoredPlayer]:
        return iter(self.players)

    def __len__(self) -> int:
        return len(self.players)

    def __getitem__(self, name: str) -> ScoredPlayer:
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def lines(self, explain: bool = False) -> list[str]:
        """What the command prints: `NAME: SCORE`, and with `explain` the changes below each name."""
        lines = []
        for player in self.players:
            lines.append(f"{player.name}: {'ELIMINATED' if player.eliminated else player.points}")
            if explain:
                lines += [f"  {change}" for change in player.changes]
        return lines

    def as_dict(self, explain: bool = False) -> dict[str, Any]:
        """The same for programs, ready for JSON."""
        answer: dict[str, Any] = {
            "scores": {player.name: player.points for player in self.players if not player.eliminated},
            "eliminated": [player.name for player in self.players if player.eliminated],
            "removed": {player.name: player.removed for player in self.players},
            "seed": self.seed,
        }
        if explain:
            answer["changes"] = {
                player.name: [{"rule": c.rule, "why": c.why, "points": c.points} for c in player.changes]
                for player in self.players
            }
        return answer


def score(
    hands: Mapping[str, Hand],
    *,
    seed: int | None = None,
    count_eliminated: bool = True,
    double_last: bool = True,
) -> Scores:
    """Score the hands of a table.

    A hand is text such as "YYR" or five counts in the order of COLOURS. `seed` repeats the random removal of
    rule 12. Without `count_eliminated` the cards of eliminated players don't count in rules 3, 5 and 9;
    without `double_last` a pyramid doubles before the blue deductions. Raises HaggleError with a sentence.

    >>> scores = score({"Ada": "YYR", "Ben": "OWB"})
    >>> scores.lines()
    ['Ada: 12', 'Ben: 11']
    >>> scores["Ada"].points
    12
    """
    seated: dict[str, tuple[int, ...]] = {}
    for name, hand in hands.items():
        seat(seated, name, hand)
    table = ScoringTable(
        [ScoredPlayer(name, cards) for name, cards in seated.items()], seed, count_eliminated
    )
    for rule in order(double_last):
        rule(table)
    ranking = sorted(table.players, key=lambda player: (player.eliminated, -player.points))
    return Scores(tuple(ranking), table.seed)
