"""lastcard: one table for the Uno family, 108 Fool and Haggle.

    import lastcard

    match = lastcard.Match("classic", ["Ann", "Bob"], seed=0, stacking="same")
    round = match.deal()
    round.turn, round.legal()
    lastcard.play_match(match, ["tactician", "greedy"])

Everything here is loaded when it is first asked for: the import itself costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # instead of the import: this module costs every command its time
if TYPE_CHECKING:
    from .bots import Bot as Bot
    from .bots.loop import play_match as play_match
    from .errors import CodedError as CodedError
    from .errors import LastcardError as LastcardError
    from .game import Action as Action
    from .game import Event as Event
    from .game import Match as Match
    from .game import Record as Record
    from .game import Refusal as Refusal
    from .game import Round as Round
    from .game import RoundScore as RoundScore
    from .game import Standing as Standing
    from .game import View as View
    from .game import replay as replay
    from .game import score as score
    from .rulebooks import Rulebook as Rulebook
    from .rulebooks import load as load_rulebook
    from .rulebooks import names as rulebook_names
    from .sim import simulate as simulate

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Bot",
    "CodedError",
    "Event",
    "LastcardError",
    "Match",
    "Record",
    "Refusal",
    "Round",
    "RoundScore",
    "Rulebook",
    "Standing",
    "View",
    "__version__",
    "load_rulebook",
    "play_match",
    "replay",
    "rulebook_names",
    "score",
    "simulate",
]
# Where a public name comes from, if not from `game`; and what it is called there, if not the same.
_MODULES = {
    "Bot": "bots",
    "CodedError": "errors",
    "LastcardError": "errors",
    "Rulebook": "rulebooks",
    "load_rulebook": "rulebooks",
    "play_match": "bots.loop",
    "rulebook_names": "rulebooks",
    "simulate": "sim",
}
_NAMES = {"load_rulebook": "load", "rulebook_names": "names"}


def __getattr__(name: str) -> object:
    """A public name, loaded when it is first asked for; `simulate` needs the extra `sim`."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f".{_MODULES.get(name, 'game')}", __name__)
    found: object = getattr(module, _NAMES.get(name, name))
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
