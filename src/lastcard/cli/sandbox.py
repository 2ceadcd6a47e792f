"""`--sandbox`, for every command that runs programs as bots."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ..bots import sandbox
from ..bots.forfeits import SandboxMode
from .common import Parser


def add_sandbox(parser: Parser) -> None:
    """`--sandbox`, for commands that run programs."""
    parser.add_argument(
        "--sandbox",
        choices=sandbox.MODES,
        default="auto",
        help="run programs in bubblewrap: auto (where it works, the default), on (or not at all), off",
    )


def tell_sandbox(mode: SandboxMode, specs: Iterable[str]) -> None:
    """Where programs run outside of the sandbox, one line on standard error that says what they can do."""
    from ..bots import registry

    if any(registry.is_command(spec) for spec in specs):
        line = sandbox.warning(mode)
        if line is not None:
            print(line, file=sys.stderr)
