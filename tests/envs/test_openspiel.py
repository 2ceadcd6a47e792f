"""OpenSpiel's own random simulation test, with serialization, over every rulebook and a user's own file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lastcard.envs.episode import Episode
from lastcard.rulebooks import load, names

pytestmark = pytest.mark.slow  # all rulebooks in other people's suites

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: its conformance test was not run"
)
pytest.importorskip("lastcard.envs.openspiel")

# The test serialises after every action, which replays the round so far: long rounds take it forever.
SHORT = 'extends = "{rules}"\nmax_turns = 60\n'


def load_game(rules: str | Path, players: int, deals: int = 50) -> Any:
    return pyspiel.load_game("lastcard", {"rules": str(rules), "players": players, "deals": deals, "seed": 3})


@pytest.mark.parametrize("rules", names())
@pytest.mark.parametrize("players", [2, 3, 0])
def test_random_simulation(rules: str, players: int, tmp_path: Path) -> None:
    """0 stands for the most players."""
    path = tmp_path / "short.toml"
    path.write_text(SHORT.format(rules=rules), encoding="utf-8")
    game = load_game(path, players or load(rules).most_players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_rulebook_is_named_in_the_game_string() -> None:
    game = pyspiel.load_game("lastcard(rules=fool108,players=3,deals=20)")
    assert (game.num_players(), game.max_chance_outcomes()) == (3, 20)


def test_the_deal_is_the_round_of_that_number() -> None:
    """The same answers give the same round as a plain one, and an illegal one ends it."""
    game, at = load_game("classic", 3), Episode(load("classic"), 3)
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(17)
    at.deal(3, 17)
    for _ in range(12):
        assert state.current_player() == at.seat
        assert state.legal_actions() == at.right()
        assert state.observation_tensor(at.seat) == at.observation(at.seat).tolist()
        assert state.action_to_string(at.right()[0]) == at.text(at.right()[0], at.seat)
        state.apply_action(at.right()[0])
        at.answer(at.right()[0])
    seat = at.seat
    copy = state.clone()
    wrong = next(index for index in range(at.layout.actions) if index not in at.right())
    copy.apply_action(wrong)
    assert copy.is_terminal()
    assert copy.returns() == [-1.0 if i == seat else 0.0 for i in range(3)]
    assert not state.is_terminal()
