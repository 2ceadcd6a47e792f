"""OpenSpiel: `import lastcard.envs.openspiel`, then `pyspiel.load_game("lastcard(rules=classic,players=3)")`.

Chance acts once, at the root: it picks one of `deals` rounds of `seed`, each as likely. From then on every
card follows from that round's own generator, as in a simulation, and no player sees it. So a state is its
history: it can be copied, replayed and serialised, and a tree search can enumerate the deals; what it can't
do is enumerate the next card. Action ids are the indices of the action layout, observations its rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ..seeds import check_seed
from .episode import Episode, checked
from .layout import blocks

DEALS = 10_000
MOST_PLAYERS = 20
ASKED = 3  # a turn is at most a challenge (or a colour named), a draw, and then a play or a pass

GAME_TYPE = pyspiel.GameType(
    short_name="lastcard",
    long_name="lastcard: the Uno family and 108 Fool",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"rules": "classic", "players": 0, "deals": DEALS, "seed": 0},
)


class CardGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A rulebook (a name or a TOML file) for so many players; 0 stands for the rulebook's own number."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        rules = str(params.get("rules", "classic"))
        self.rulebook, self.players = checked(rules, int(params.get("players", 0)) or None)
        self.deals = int(params.get("deals", DEALS))
        self.key = check_seed(int(params.get("seed", 0)))
        self.first = Episode(self.rulebook, self.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.first.layout.actions,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self._longest(),
        )
        super().__init__(GAME_TYPE, info, params)

    def _longest(self) -> int:
        """Every turn: what the seat in turn does, and everybody asked after each of its actions."""
        reacting = self.players if self.first.layout.nothing >= 0 else 0
        return (self.rulebook.max_turns + 2) * ASKED * (1 + 2 * reacting)

    def new_initial_state(self) -> CardState:
        """The moment before the deal, where chance is to move."""
        return CardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CardObserver:
        """OpenSpiel's hook for observations; its arguments change nothing here."""
        return CardObserver(self)


class CardState(pyspiel.State):  # type: ignore[misc]
    """A round, or the moment before its deal."""

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self.round: Episode | None = None

    @property
    def game(self) -> CardGame:
        """Not an attribute: pyspiel copies those with every state."""
        return self.get_game()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """The seat that is asked, or pyspiel's number for chance before the deal and for the end."""
        if self.round is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.round.over else self.round.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals by number, all equally likely."""
        return [(deal, 1 / self.game.deals) for deal in range(self.game.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        at = self.round
        return [] if at is None or at.over or player != at.seat else at.right()

    def _apply_action(self, action: int) -> None:
        """The deal, or an answer; one that is not right ends the round with -1 for that seat."""
        if self.round is None:
            self.round = Episode(self.game.rulebook, self.game.players)
            self.round.deal(self.game.key, action)
        else:
            self.round.answer(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.game.first.text(action, player)

    def is_terminal(self) -> bool:
        """Whether the round is over; before the deal it is not."""
        return self.round is not None and self.round.over

    def returns(self) -> list[float]:
        """Everybody's reward, from -1 to 1: zeros until the round is over."""
        return [0.0] * self.game.players if self.round is None else self.round.rewards()

    def __str__(self) -> str:
        """Chance's choice and everything done since: that is all a state is."""
        return " ".join(str(action) for action in self.history())


class CardObserver:
    """What a player sees, as the layout has it; before the deal there is nothing to see."""

    def __init__(self, game: CardGame) -> None:
        lay = game.first.layout
        self.tensor = np.zeros(lay.width, np.float32)
        self.dict = {
            name: self.tensor[getattr(lay, name) : getattr(lay, name) + size] for name, size in blocks(lay)
        }

    def set_from(self, state: CardState, player: int) -> None:
        """Write a player's observation into `tensor`, which `dict` shows by its blocks."""
        self.tensor[:] = 0 if state.round is None else state.round.observation(player)

    def string_from(self, state: CardState, player: int) -> str:
        """The numbers of the observation, separated by spaces."""
        if state.round is None:
            return "before the deal"
        return " ".join(str(n) for n in state.round.observation(player).tolist())


pyspiel.register_game(GAME_TYPE, CardGame)
