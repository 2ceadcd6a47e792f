"""What makes a league the league that it is: rules, bots, table sizes, and what its deals come from."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ..bots import registry
from ..bots.check import check_start
from ..bots.forfeits import BotError, Limits
from ..engine.codes import PENALTIES
from ..game.notation import NotationError, check_names
from ..rulebooks import Rulebook
from ..seeds import check_seed
from .errors import LeagueError
from .promise import Secret
from .schedule import Schedule


class Entrant(Struct, frozen=True):
    """A bot in a league: what it is called there, and what it is."""

    name: str
    spec: str


class Plan(Struct, frozen=True):
    """The settings of a league. Entrants are numbered in the order given."""

    rulebook: Rulebook
    entrants: tuple[Entrant, ...]
    sizes: tuple[int, ...]  # how many sit at a table; more than one number is a mixed league (L5)
    seed: int | None = None  # None: the deals come from secrets, which a run draws
    secrets: tuple[Secret, ...] = ()

    def secret(self, deal: int) -> bytes:
        """The secret that a deal comes from."""
        known = [one for one in self.secrets if one.first <= deal and one.value is not None]
        if not known:
            raise LeagueError("this league has no seed, and its secret is not known")
        return bytes.fromhex(known[-1].value or "")

    @property
    def names(self) -> list[str]:
        """The entrants' names, in the order of their numbers."""
        return [one.name for one in self.entrants]

    @property
    def low_is_good(self) -> bool:
        """Whether points are penalties (F8)."""
        return bool(self.rulebook.tables.scoring == PENALTIES)


def entrant(text: str) -> Entrant:
    """`NAME=SPEC`, or a bot's spec alone, which then gives the name.

    >>> entrant("best=greedy")
    Entrant(name='best', spec='greedy')
    """
    name, sign, spec = text.partition("=")
    if sign and not set(name) & set(" /:"):  # else the sign stands in a command line
        return Entrant(name, spec)
    return Entrant(registry.label(text), text)


def check(plan: Plan) -> None:
    """An error that says why if nobody could play this league."""
    try:
        check_names(plan.names)
    except NotationError as error:
        raise LeagueError(f"bots: {error}; NAME=SPEC gives a bot another name") from None
    for one in plan.entrants:
        registry.check(one.spec)
    _check_sizes(plan.rulebook, plan.sizes, len(plan.entrants))
    Schedule(len(plan.entrants), plan.sizes)  # refuses what nobody could have meant
    if plan.seed is not None:
        check_seed(plan.seed)


def check_starts(plan: Plan, limits: Limits) -> None:
    """Start every bot that is not ours once: a LeagueError names the first that does not answer the hello."""
    for one in plan.entrants:
        if one.spec in registry.BUILT_IN:
            continue
        try:
            check_start(one.spec, limits, plan.rulebook, plan.names[: plan.sizes[0]])
        except BotError as error:
            raise LeagueError(f"bots: {one.name}: {error}") from None


def correction(before: Sequence[Entrant], after: Sequence[Entrant]) -> bool:
    """Whether the same bots play under the same names, at most started by other commands."""
    return len(before) == len(after) and all(
        old == new
        or old.name == new.name
        and old.spec not in registry.BUILT_IN
        and new.spec not in registry.BUILT_IN
        for old, new in zip(before, after, strict=True)
    )


def _check_sizes(rulebook: Rulebook, sizes: Sequence[int], bots: int) -> None:
    if not sizes or len(set(sizes)) < len(sizes):
        raise LeagueError("players: expected a number, or different numbers such as 2,3")
    for size in sizes:
        rulebook.check_players(size)
        if size > bots:
            raise LeagueError(
                f"tables of {size} need {size} bots, not {bots}; the same bot can come twice: again=random"
            )
