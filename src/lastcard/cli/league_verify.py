"""What a league's deals come from: told when it begins and ends, and checked by `lastcard league verify`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .league_open import league_parser, open_league
from .sandbox import add_sandbox, tell_sandbox

if TYPE_CHECKING:
    from ..league import Plan
    from ..league.promise import Secret


def tell_seed(plan: Plan) -> None:
    """Where bots of others play for a seed, one line on standard error that says what that means."""
    from ..bots import registry

    if plan.seed is not None and any(one.spec not in registry.BUILT_IN for one in plan.entrants):
        print(
            f"The deals come from seed {plan.seed}: a bot that knows or guesses it can foretell them."
            " Without --seed a new league's deals come from a secret.",
            file=sys.stderr,
        )


def tell_promise(secret: Secret) -> None:
    """Before the first deal of a run: the promise."""
    print(f"The deals come from a secret. Its SHA-256 is {secret.commitment}; it is revealed at the end.\n")
    sys.stdout.flush()


def tell_revealed(revealed: Iterable[Secret]) -> None:
    """After the last deal: the secret."""
    for secret in revealed:
        print(f"The secret was {secret.value}; `lastcard league verify` deals everything again from it.")


def verify(words: list[str]) -> int:
    """Check secrets against their promises and deal every game again; 1 if something is not as promised."""
    parser = league_parser("verify", description="Check that every deal of a league is as promised.")
    parser.add_argument("--play", action="store_true", help="let the bots play every game again as well")
    add_sandbox(parser)
    args = parser.read(words)
    store, plan = open_league(args)
    from ..bots.forfeits import Limits
    from ..league.promise import store_files
    from ..league.verify import broken_promises, other_deals, other_games

    with store:
        broken = broken_promises(plan)
        _tell_origin(plan, broken)
        count = store.count(args.name)
        wrong = list(other_deals(store, args.name, plan))
        print(_verdict(wrong, count, "dealt as promised", "NOT dealt as promised"))
        if args.play:
            tell_sandbox(args.sandbox, [one.spec for one in plan.entrants])
            limits = Limits(sandbox=args.sandbox, hidden=store_files(store.path))
            again = list(other_games(store, args.name, plan, limits))
            print(_verdict(again, count, "played again, and the same", "NOT the same when played again"))
            wrong += again
    return 1 if broken or wrong else 0


def _tell_origin(plan: Plan, broken: list[int]) -> None:
    if plan.seed is not None:
        print(f"The deals come from seed {plan.seed}, which was known from the beginning.")
    for secret in plan.secrets:
        verdict = "is NOT" if secret.first in broken else "is"
        print(f"From deal {secret.first} on: secret {secret.value}")
        print(f"  {verdict} the promised one (SHA-256 {secret.commitment})")


def _verdict(wrong: list[int], count: int, right: str, not_right: str) -> str:
    if not wrong:
        return f"{count:,} games: {right}."
    shown = ", ".join(map(str, wrong[:10])) + (", ..." if len(wrong) > 10 else "")
    return f"{len(wrong):,} of {count:,} games: {not_right}: {shown}"
