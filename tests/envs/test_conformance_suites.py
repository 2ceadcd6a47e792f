"""The official conformance tests, over every rulebook, several player counts and a user's own TOML file."""

from __future__ import annotations

from pathlib import Path

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from lastcard.envs.episode import SetupError
from lastcard.envs.gymnasium import SeatEnv
from lastcard.envs.pettingzoo import env
from lastcard.rulebooks import PlayerCountError, load, names

pytestmark = [pytest.mark.slow, pytest.mark.each_rulebook]  # all rulebooks in other people's suites

OWN = """
extends = "classic"
title = "Ours"
hand = 5
jump_in = true
seven_zero = true
stacking = "any"
challenge = true
"""
TABLES = [
    (rules, players)
    for rules in names()
    for players in range(load(rules).min_players, load(rules).most_players + 1)
]

# PettingZoo's own advice against its own classic games: masks stand beside the observation in a dict.
dicts_are_fine = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


@dicts_are_fine
@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_pettingzoo_api_and_seeds(rules: str, players: int) -> None:
    api_test(env(rules, players), num_cycles=400)
    seed_test(lambda: env(rules, players), num_cycles=60)


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_gymnasium_checker(rules: str, players: int) -> None:
    check_env(SeatEnv(rules, players, bots=["greedy"], seat=players - 1), skip_render_check=True)


@dicts_are_fine
def test_an_own_file_works_everywhere(own: Path) -> None:
    api_test(env(own, 5), num_cycles=400)
    seed_test(lambda: env(own, 5), num_cycles=60)
    check_env(SeatEnv(own, 5), skip_render_check=True)


def test_a_table_is_refused_with_a_sentence() -> None:
    with pytest.raises(PlayerCountError, match="classic is for 2 to 10 players, not 11"):
        env("classic", 11)
    with pytest.raises(SetupError, match="there is no bot 'smart'"):
        SeatEnv("classic", 3, bots=["smart"])
    with pytest.raises(SetupError, match="bots: expected 1 or 3, not 2"):
        SeatEnv("classic", 4, bots=["random", "lazy"])
