"""A round over the plain engine: what the PettingZoo, Gymnasium and OpenSpiel environments hold."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import numpy as np

from ..engine import codes as c
from ..engine.state import State
from ..errors import LastcardError
from ..game.notation import Notation
from ..rulebooks import Rulebook, load
from .layout import Layout, action_at, lay_out, reward, room_for_codes, write_mask, write_observation
from .reactions import ReactionCursor, answer, deal_game

ILLEGAL_REWARD = -1.0

Row = np.ndarray[Any, np.dtype[np.int8]]


class SetupError(LastcardError):
    """Something that can't be set up; the message says what."""


def checked(rules: str | Path | Rulebook, players: int | None) -> tuple[Rulebook, int]:
    """The rulebook and a number of players that it is for, or an error that says what was expected."""
    rulebook = rules if isinstance(rules, Rulebook) else load(rules)
    return rulebook, rulebook.check_players(rulebook.default_players if players is None else players)


class Episode:
    """One round and who is asked in it. Answers are indices of the action layout."""

    def __init__(self, rulebook: Rulebook, players: int) -> None:
        self.rulebook = rulebook
        self.players = players
        self.rules = rulebook.tables
        self.layout: Layout = lay_out(rulebook, players)
        self.state = State(self.rules.kinds, len(rulebook.deck), players)
        self.cursor = ReactionCursor()
        self.illegal: int | None = None  # the seat that ended the round by an answer that is not right
        self.actions = 0  # applied so far
        self._codes = [0] * room_for_codes(self.layout)
        self._mask = [0] * self.layout.actions

    def deal(self, key: int, game: int) -> None:
        """Round number `game` of a seed: the same cards as in every environment and every simulation."""
        self.illegal = None
        self.actions = 0
        self.cursor.seed = key
        deal_game(self.state, self.rules, self.cursor, game)
        if self.over:
            raise SetupError(f"{self.rulebook.name}: no round lasts beyond the deal")
        self._ask()

    @property
    def game(self) -> int:
        """The number of the round: later than asked for where a round was over with the deal."""
        return self.cursor.game

    def _ask(self) -> None:
        write_mask(self.state, self.rules, self.layout, self.cursor, self._codes, self._mask)

    @property
    def over(self) -> bool:
        """Whether the round has ended, by the rules or by an illegal action."""
        return self.illegal is not None or self.state.phase == c.OVER

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.cursor.seat

    def answer(self, index: int) -> None:
        """The answer of the seat that is asked. One that is not right ends the round; nothing replaces it."""
        if not (0 <= index < self.layout.actions and self._mask[index]):
            self.illegal = self.seat
            return
        self.act(action_at(self.layout, self.seat, index))

    def act(self, action: int) -> None:
        """The same with an engine action that is known to be right."""
        answer(self.state, self.rules, self.cursor, action)
        self.actions += action != c.NOTHING
        self._ask()

    def observation(self, seat: int) -> Row:
        """What a seat sees, as a new row of small integers (docs/environments.md)."""
        out = [0] * self.layout.width
        self.cursor.shown = 0  # a new row: the discards are written in full
        write_observation(self.state, self.rules, self.layout, self.cursor, seat, out)
        return np.array(out, np.int8)

    def mask(self, seat: int) -> Row:
        """What a seat may answer now: nothing at all unless it is the one that is asked."""
        asked = seat == self.seat and not self.over
        return np.array(self._mask if asked else [0] * self.layout.actions, np.int8)

    def right(self) -> list[int]:
        """The indices of all right answers."""
        return [] if self.over else [index for index, yes in enumerate(self._mask) if yes]

    def rewards(self) -> list[float]:
        """By seat: zero while the round goes on; -1 for an illegal action and nothing for the others."""
        if self.illegal is not None:
            return [ILLEGAL_REWARD if seat == self.illegal else 0.0 for seat in range(self.players)]
        if not self.over:
            return [0.0] * self.players
        return [reward(self.state, self.rules, seat) for seat in range(self.players)]

    def text(self, index: int, seat: int) -> str:
        """An answer in words (N3); a seat's name is its number."""
        code = action_at(self.layout, seat, index)
        if code == c.NOTHING:
            return "nothing"
        return str(Notation(self.rulebook, [str(i) for i in range(self.players)]).decode(code))

    def copy(self) -> Episode:
        """An episode that goes its own way from here."""
        new = copy(self)
        new.state = self.state.copy()
        new.cursor = self.cursor.copy()
        new._mask, new._codes = self._mask[:], self._codes[:]
        return new

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()
