"""Our bots in RLCard's own Uno, through an adapter: `python benchmarks/rlcard_match.py [GAMES]`.

RLCard's rules differ from ours in places (a drawn card that fits the colour is played at once, a Reverse
between two players does not skip): the bots see its table as `rounds` without that skip. Seats alternate.
"""

from __future__ import annotations

import sys
from math import sqrt
from typing import Any

from lastcard.ai.heuristic import choose_action
from lastcard.ai.inference import Inference, start_round
from lastcard.bots.compiled_search import CompiledSearch
from lastcard.bots.position import Position
from lastcard.bots.searcher import ROLLOUTS
from lastcard.bots.tactician import heuristic_for
from lastcard.engine import codes as c
from lastcard.engine.rng import seed
from lastcard.engine.state import State
from lastcard.rulebooks import load

ONE = ROLLOUTS["searcher-1"]  # about a millisecond

PLAYERS = 2
FACES = {"skip": "S", "reverse": "R", "draw_2": "+2", "wild": "W", "wild_draw_4": "W+4"}


class Adapter:
    """A tactician or, with rollouts, a searcher as an agent of RLCard."""

    use_raw = True

    def __init__(self, rollouts: int = 0) -> None:
        rulebook = load("rounds", {"reverse_skips_with_two": False})
        self._at = Position(rulebook, ["us", "them"])
        self._heuristic = heuristic_for(rulebook, PLAYERS)
        seed(self._heuristic.rng, 1)
        self._rollouts = rollouts
        self._search = CompiledSearch(rulebook, PLAYERS, self._heuristic, 1) if rollouts else None

    def eval_step(self, state: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        return self.step(state), {}

    def step(self, state: dict[str, Any]) -> str:
        legal: list[str] = state["raw_legal_actions"]
        if len(legal) == 1:
            return legal[0]
        s = self._look(state["raw_obs"])
        if self._search is None:
            code = choose_action(s, self._at.rules, self._heuristic)
        else:
            inference = Inference()
            start_round(inference, s)
            code = self._search.choose(s, inference, self._rollouts)
        return self._action(code, legal)

    def _look(self, seen: dict[str, Any]) -> State:
        """RLCard's state as ours: we are seat 0, and the cards that we can't see are missing."""
        s, cards = self._at.state, self._at.notation.cards
        me = next(i for i in range(PLAYERS) if seen["num_cards"][i] == len(seen["hand"]))
        s.turn, s.phase, s.direction, s.drawn = 0, c.ASK_PLAY, 1, c.NOTHING
        s.hands[0] = [0] * self._at.rules.kinds
        for card in seen["hand"]:
            s.hands[0][cards.kind(text(card))] += 1
        s.held[0] = sum(1 << kind for kind, n in enumerate(s.hands[0]) if n)
        s.count[:] = [seen["num_cards"][me], seen["num_cards"][1 - me]]
        # RLCard's `target` can bear the colour that a wild had before it was named.
        discards = seen["played_cards"] or [seen["target"]]
        s.pile_n = len(discards)
        s.pile[: s.pile_n] = [cards.kind(text(card)) for card in discards]
        s.colour = cards.suit(self._colour(discards[-1], seen["legal_actions"]))
        s.deck_n = self._at.rules.cards - s.pile_n - sum(s.count)
        return s

    def _colour(self, top: str, legal: list[str]) -> str:
        """The colour in force: that of any legal card that is neither wild nor of the top card's face."""
        for action in legal:
            face = action.partition("-")[2]
            if not face.startswith("wild") and face != top.partition("-")[2]:
                return action[0].upper()
        return top[0].upper()

    def _action(self, code: int, legal: list[str]) -> str:
        kind, arg = c.kind_of(code), c.arg_of(code)
        wanted = self._at.notation.cards.texts[kind]
        suits = self._at.notation.cards.suits
        for action in legal:
            fits = text(action) == wanted
            if fits and (arg == c.NOTHING or action[0].upper() == suits[arg]):
                return action
        raise ValueError(f"{wanted} is not among {legal}")


def text(card: str) -> str:
    """RLCard's `r-5`, `g-skip` or `b-wild` as we write it."""
    colour, _, face = card.partition("-")
    return FACES[face] if face.startswith("wild") else colour.upper() + FACES.get(face, face)


def match(one: Any, other: Any, games: int) -> tuple[float, float]:
    """The share of games that `one` wins, and its standard error."""
    import rlcard

    env = rlcard.make("uno", config={"seed": 99})
    won = 0
    for game in range(games):
        seat = game % 2
        env.set_agents([one, other] if seat == 0 else [other, one])
        _, payoffs = env.run(is_training=False)
        won += payoffs[seat] > 0
    share = won / games
    return share, sqrt(share * (1 - share) / games)


def main() -> None:
    import rlcard
    from rlcard.agents import RandomAgent
    from rlcard.models.uno_rule_models import UNORuleAgentV1

    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    by_chance = RandomAgent(num_actions=rlcard.make("uno").num_actions)
    rows = [
        ("uno-rule-v1", UNORuleAgentV1(), "random", by_chance, games),
        ("tactician", Adapter(), "random", by_chance, games),
        ("tactician", Adapter(), "uno-rule-v1", UNORuleAgentV1(), games),
        (f"searcher, {ONE:,} rollouts", Adapter(ONE), "random", by_chance, games // 4),
        (f"searcher, {ONE:,} rollouts", Adapter(ONE), "uno-rule-v1", UNORuleAgentV1(), games // 4),
    ]
    print("| in RLCard's uno | against | wins | 95% interval | games |\n|---|---|--:|--:|--:|")
    for name, one, opponent, other, n in rows:
        share, error = match(one, other, n)
        low, high = 100 * (share - 1.96 * error), 100 * (share + 1.96 * error)
        print(f"| {name} | {opponent} | {100 * share:.1f}% | {low:.1f} to {high:.1f} | {n:,} |", flush=True)


if __name__ == "__main__":
    main()
