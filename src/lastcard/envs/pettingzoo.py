"""A PettingZoo AEC environment: every seat is an agent, asked in turn or for a reaction.

    from lastcard.envs.pettingzoo import env
    table = env("classic", players=4)

An observation is a dict with `observation` and `action_mask`; both layouts are in docs/environments.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ..engine.pile import top_card
from ..rulebooks import Rulebook
from ..seeds import seed_or_random
from .episode import Episode, checked
from .spaces import observation_space

Observation = dict[str, np.ndarray[Any, Any]]


def env(
    rules: str | Path | Rulebook = "classic", players: int | None = None, render_mode: str | None = None
) -> CardTable:
    """A table of a rulebook (a name, a TOML file or a Rulebook) for so many players."""
    return CardTable(rules, players, render_mode)


class CardTable(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One round an episode; the rounds of a seed follow each other, and the first player moves on."""

    metadata = {"name": "lastcard_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        rules: str | Path | Rulebook = "classic",
        players: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        rulebook, n = checked(rules, players)
        self.round = Episode(rulebook, n)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(n)]
        self.agents: list[str] = []
        lay = self.round.layout
        self.observation_spaces = {agent: observation_space(lay) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(lay.actions) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._key: int | None = None
        self._game = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: the observation and the mask of actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of the layout's actions, the same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: the first round of a seed, or the next one of the seed that is in use."""
        if seed is not None or self._key is None:
            self._key = seed_or_random(seed)
            self._game = 0
        self.round.deal(self._key, self._game)
        self._game = self.round.game + 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"illegal": False} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """The agent that is asked; the first one that is left when the round is over."""
        seat = 0 if self.round.over else self.round.seat
        self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; its mask is all zeros unless it is asked."""
        seat = self._seats[agent]
        return {"observation": self.round.observation(seat), "action_mask": self.round.mask(seat)}

    def step(self, action: int | None) -> None:
        """Answer for the selected agent, None if it is done; an illegal action ends the round with -1."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.round.answer(-1 if action is None else int(action))
        self.rewards = dict(zip(self.possible_agents, self.round.rewards(), strict=True))
        if self.round.over:
            self.terminations = dict.fromkeys(self.agents, True)
            if self.round.illegal is not None:
                self.infos[agent]["illegal"] = True
        self._select()
        self._accumulate_rewards()

    def render(self) -> str:
        """The table as everybody sees it, in one line."""
        s, cards = self.round.state, self.round.rulebook.deck
        colour = cards.suits[s.colour] if s.colour >= 0 else "-"
        hands = " ".join(str(n) for n in s.count)
        return f"top {cards.texts[top_card(s)]}, {colour}; cards {hands}; draw pile {s.deck_n}"

    def close(self) -> None:
        """Nothing is held open."""
