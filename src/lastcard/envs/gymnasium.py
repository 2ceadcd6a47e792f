"""A Gymnasium environment: one seat learns, the simplest policies sit on the others.

    from lastcard.envs.gymnasium import SeatEnv
    table = SeatEnv("classic", players=4, bots=["random"], seat=0)

An observation is a dict with `observation` and `action_mask`; the mask also stands in the info.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from ..ai import policies
from ..ai.knowledge import Knowledge, observe
from ..engine.rng import seed as seed_stream
from ..rulebooks import Rulebook
from ..seeds import LARGEST_SEED, check_seed
from .episode import Episode, SetupError, checked
from .spaces import observation_space

Observation = dict[str, np.ndarray[Any, Any]]


class SeatEnv(gymnasium.Env[Any, Any]):
    """One round an episode, seen from one seat. `bots` is one name for all others, or one for each of them.

    The others act between two questions to the seat. A round that ends before the seat is asked at all is not
    an episode: the next one is dealt.
    """

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        rules: str | Path | Rulebook = "classic",
        players: int | None = None,
        bots: Sequence[str] = ("random",),
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        rulebook, n = checked(rules, players)
        if not 0 <= seat < n:
            raise SetupError(f"seat: expected 0 to {n - 1}, not {seat}")
        self.round = Episode(rulebook, n)
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = observation_space(self.round.layout)
        self.action_space = gymnasium.spaces.Discrete(self.round.layout.actions)
        self._bots = _by_seat(bots, n, seat)
        self._look = Knowledge()
        self._key: int | None = None
        self._game = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal: the first round of a seed, or the next one of the seed that is in use."""
        super().reset(seed=seed)
        if seed is not None or self._key is None:
            self._key = int(self.np_random.integers(LARGEST_SEED)) if seed is None else check_seed(seed)
            self._game = 0
        while True:
            self.round.deal(self._key, self._game)
            seed_stream(self._look.rng, self._key, 2 * self.round.game + 1)
            self._game = self.round.game + 1
            self._let_others_act()
            if not self.round.over:
                return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer the question and play on to the next one; an illegal action ends the round with -1."""
        self.round.answer(int(action))
        self._let_others_act()
        reward = self.round.rewards()[self.seat]
        return self._observation(), reward, self.round.over, False, self._info()

    def _let_others_act(self) -> None:
        """Until the seat is asked, or the round is over."""
        at, v = self.round, self._look
        while not at.over and at.seat != self.seat:
            observe(at.state, at.rules, at.seat, v)
            think = policies.respond if at.cursor.reacting else policies.choose
            at.act(think(self._bots[at.seat], v, at.rules))

    def _observation(self) -> Observation:
        return {"observation": self.round.observation(self.seat), "action_mask": self.round.mask(self.seat)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.round.mask(self.seat), "illegal": self.round.illegal is not None}


def _by_seat(bots: Sequence[str], players: int, seat: int) -> list[int]:
    """The bot of every seat, by its number; the learner's own place is filled but never asked."""
    names = [bots] if isinstance(bots, str) else list(bots)
    for name in names:
        if name not in policies.NAMES:
            raise SetupError(f"there is no bot {name!r}: expected {', '.join(policies.NAMES)}")
    if len(names) not in (1, players - 1):
        raise SetupError(f"bots: expected 1 or {players - 1}, not {len(names)}")
    levels = [policies.NAMES.index(name) for name in names]
    levels = levels * (players - 1) if len(levels) == 1 else levels
    return [*levels[:seat], policies.RANDOM, *levels[seat:]]
