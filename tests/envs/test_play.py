"""Play in the environments: rewards, illegal actions; a vector table plays the games of a plain one."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from lastcard.engine.rng import randbelow
from lastcard.envs.episode import Episode, SetupError
from lastcard.envs.gymnasium import SeatEnv
from lastcard.envs.pettingzoo import env
from lastcard.envs.vector import VectorTable
from lastcard.rulebooks import Rulebook, load, names
from support.records import check_same
from support.rule_mixes import random_rulebook

pytestmark = pytest.mark.slow  # most wait for the compiler


def compare(rulebook: Rulebook, players: int, tables: int, steps: int, seed: int) -> int:
    """The same answers at vector tables and plain ones: every array and state, every step; games finished."""
    rng = random.Random(seed)
    many, plain = (
        VectorTable(rulebook, players, tables, seed),
        [Episode(rulebook, players) for _ in range(tables)],
    )
    observations, masks = many.reset()
    rewards, done, illegal = np.zeros((tables, players)), np.zeros(tables, bool), np.zeros(tables, bool)
    ended = 0
    for i, at in enumerate(plain):
        at.deal(seed, i)
    for _ in range(steps):
        for i, at in enumerate(plain):
            assert not at.over
            assert many.seats[i] == at.seat
            assert np.array_equal(observations[i], at.observation(at.seat))
            assert np.array_equal(masks[i], at.mask(at.seat))
        actions = np.array([rng.choice(at.right()) if rng.random() > 0.01 else -7 for at in plain])
        observations, masks, rewards, done, info = many.step(actions)
        illegal = info["illegal"]
        for i, at in enumerate(plain):
            at.answer(int(actions[i]))
            assert (at.over, at.illegal is not None) == (done[i], illegal[i])
            assert rewards[i].tolist() == pytest.approx(at.rewards())
            if at.over:
                ended += 1
                at.deal(seed, at.game + tables)
            check_same(at.state, many._tables.states[i], at.rules.kinds)
    return ended


@pytest.mark.parametrize("rules", names())
def test_vector_and_plain_are_the_same(rules: str) -> None:
    rulebook = load(rules)
    for players in (2, 3, rulebook.most_players):
        compare(rulebook, players, 3, 120, 11)


def test_vector_and_plain_are_the_same_under_random_house_rules() -> None:
    rng = random.Random("vector")
    ended = 0
    for _ in range(120):
        rulebook = random_rulebook(rng, max_turns=120)
        ended += compare(
            rulebook, rng.randrange(2, min(rulebook.most_players, 6) + 1), 2, 100, rng.getrandbits(63)
        )
    assert ended > 120


def test_an_own_file_works_at_vector_tables(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('extends = "fool108"\nhand = 3\nmax_players = 6\n', encoding="utf-8")
    assert VectorTable(path, 6, 2, 1).rulebook.hand == 3
    assert compare(load(path), 6, 4, 200, 1) > 5


def test_random_play_is_random_over_the_mask() -> None:
    """`play_randomly` picks by the word; a plain table with the same generator picks the same."""
    many, at = VectorTable("classic", 3, 1, 5), Episode(load("classic"), 3)
    many.reset()
    at.deal(5, 0)
    for _ in range(400):
        many.play_randomly(1)
        at.answer(at.right()[randbelow(at.cursor.rng, len(at.right()))])
        if at.over:
            at.deal(5, at.game + 1)
        check_same(at.state, many._tables.states[0], at.rules.kinds)


def test_vector_tables_say_what_they_expect() -> None:
    many = VectorTable("rounds", 2, 4, 1)
    observations, _ = many.reset()
    with pytest.raises(ValueError, match="read-only"):
        observations[0, 0] = 1
    with pytest.raises(SetupError, match="actions: expected 4 of them"):
        many.step(np.zeros(3, np.int64))
    with pytest.raises(SetupError, match="tables: expected at least 1"):
        VectorTable("rounds", 2, 0)


@pytest.mark.each_rulebook
@pytest.mark.parametrize("rules", names())
def test_pettingzoo_pays_at_the_end(rules: str) -> None:
    table = env(rules, 3)
    rng = random.Random(rules)
    table.reset(seed=4)
    paid = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, over, _, info = table.last()
        paid[agent] += reward
        assert not info["illegal"]
        table.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert list(paid.values()) == table.round.rewards()


def test_an_illegal_action_in_pettingzoo() -> None:
    table = env("classic", 3)
    table.reset(seed=1)
    actor = table.agent_selection
    table.step(int(np.flatnonzero(table.observe(actor)["action_mask"] == 0)[0]))
    assert all(table.terminations.values())
    assert table.rewards == {agent: -1.0 if agent == actor else 0.0 for agent in table.possible_agents}
    assert {agent: info["illegal"] for agent, info in table.infos.items()} == {
        agent: agent == actor for agent in table.possible_agents
    }


@pytest.mark.each_rulebook
@pytest.mark.parametrize("rules", names())
def test_gymnasium_against_bots(rules: str) -> None:
    """The mask always holds an answer until the round is over, and the reward comes then."""
    table = SeatEnv(rules, 4, bots=["random", "greedy", "lazy"], seat=1)
    rng = random.Random(rules)
    for episode in range(5):
        _, info = table.reset(seed=9 if episode == 0 else None)
        over = False
        while not over:
            assert table.round.seat == 1
            choice = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, reward, over, cut, info = table.step(choice)
            assert not cut
            assert over or reward == 0
        assert reward == table.round.rewards()[1]
        assert not info["illegal"]


def test_an_illegal_action_in_gymnasium() -> None:
    table = SeatEnv("classic", 3)
    _, info = table.reset(seed=2)
    _, reward, over, _, info = table.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
