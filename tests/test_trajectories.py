"""`simulate --trajectories`: the rows are the simulation's games, as the environments would show them."""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastcard.ai import policies
from lastcard.cli import main
from lastcard.engine import codes as c
from lastcard.engine.state import State
from lastcard.envs import action_at
from lastcard.envs.episode import Episode
from lastcard.envs.layout import blocks, reward
from lastcard.rulebooks import Rulebook, load, names
from lastcard.sim import Rounds, simulate, trajectories
from lastcard.sim.decision_rows import DecisionRecorder, Rows, rows_for, write_games
from lastcard.sim.export import ExportError
from lastcard.sim.trajectories import TrajectoryFile, TrajectoryWriter
from support.rule_mixes import random_rulebook

pytestmark = pytest.mark.slow  # they wait for the compiler

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def rounds(rules: str | Rulebook, **how: Any) -> Rounds:
    run = simulate(rules, threads=1, **how)
    assert isinstance(run, Rounds)
    return run


def rows_of(run: Rounds, room: int = 1 << 12) -> Rows:
    """All rows of a run, from as many buffers as it takes."""
    player, parts, game = TrajectoryWriter(run, room), [], 0
    while game < run.games:
        game, n = player.play(game, run.games)
        parts.append(Rows(*(column[:n].copy() for column in player.rows)))
    return Rows(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def mixes(name: str, count: int, games: int) -> Iterator[Rounds]:
    """Every rulebook for the fewest, some and the most players; then random house rules, players and bots."""
    rng = random.Random(name)
    rulebooks = [(load(rules), n) for rules in names() for n in (2, 3, 5, load(rules).most_players)]
    for _ in range(count):
        rulebook = random_rulebook(rng, max_turns=150)
        rulebooks.append((rulebook, rng.randrange(2, min(rulebook.most_players, 6) + 1)))
    for rulebook, players in rulebooks:
        bots = [rng.choice(policies.NAMES) for _ in range(players)]
        yield rounds(rulebook, players=players, games=games, bots=bots, seed=rng.getrandbits(63))


def same(one: Rows, other: Rows) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def check_game(run: Rounds, rows: Rows, lay: Any, game: int) -> None:
    """The rows of one game against what the simulation says about it."""
    mine = np.flatnonzero(rows.game == game)
    row = run.rows[game]
    assert rows.step[mine].tolist() == list(range(len(mine)))
    assert (rows.action[mine] != lay.nothing).sum() == row["steps"]
    state = State(1, 1, run.players)
    state.points[: run.players] = row["points"][: run.players].tolist()
    for seat in range(run.players):
        own = mine[rows.seat[mine] == seat]
        if len(own):
            assert rows.done[own].tolist() == [False] * (len(own) - 1) + [True]
            assert not rows.reward[own[:-1]].any()
            assert rows.reward[own[-1]] == np.float32(reward(state, run.rulebook.tables, seat))
    if row["winner"] >= 0:
        last = action_at(lay, int(rows.seat[mine[-1]]), int(rows.action[mine[-1]]))
        answered = c.verb_of(last) in (c.TAKE, c.CHALLENGE)  # a last Wild Draw Four waits for its answer (H5)
        assert (rows.seat[mine[-1]] == row["winner"]) != answered  # else going out ended the round


def test_the_rows_are_the_games_of_the_simulation() -> None:
    """As many actions in every game, the points as rewards, the winner; every action stands in its mask."""
    verbs: dict[int, int] = {}
    for run in mixes("games", 150, 6):
        player, rows = TrajectoryWriter(run, 1), rows_of(run)
        assert rows.mask[np.arange(len(rows.action)), rows.action].all()
        assert set(np.unique(rows.mask).tolist()) <= {0, 1}
        for game in range(run.games):
            check_game(run, rows, player.layout, game)
        for seat, action in zip(rows.seat.tolist(), rows.action.tolist(), strict=True):
            code = action_at(player.layout, seat, action)
            verb = c.NOTHING if code == c.NOTHING else c.verb_of(code)
            verbs[verb] = verbs.get(verb, 0) + 1
    every = (c.PLAY, c.DRAW, c.PASS, c.TAKE, c.CHALLENGE, c.NAME, c.CALL, c.CATCH, c.JUMP, c.NOTHING)
    assert all(verbs.get(verb, 0) > 10 for verb in every), verbs


def test_the_rows_are_what_the_plain_environment_shows() -> None:
    """Replayed through `envs.round`: the very same seat, observation and mask at every row."""
    for run in mixes("replayed", 40, 2):
        rows, at = rows_of(run), Episode(run.rulebook, run.players)
        for i in range(len(rows.game)):
            if rows.step[i] == 0:
                at.deal(run.seed, int(rows.game[i]))
                assert at.game == rows.game[i]
            assert (at.seat, at.cursor.reacting) == (rows.seat[i], rows.reacting[i])
            assert np.array_equal(at.observation(at.seat), rows.observation[i])
            assert np.array_equal(at.mask(at.seat), rows.mask[i])
            at.answer(int(rows.action[i]))
            assert at.illegal is None
            assert at.over == (i + 1 == len(rows.game) or rows.step[i + 1] == 0)


def test_plain_and_compiled_write_the_same() -> None:
    for run in mixes("plain", 30, 2):
        recorder, r = DecisionRecorder(), run.rulebook.tables
        recorder.layout, recorder.players.seed = TrajectoryWriter(run, 1).layout, run.seed
        recorder.players.policies[: run.players] = [policies.NAMES.index(name) for name in run.bots]
        s, plain = State(r.kinds, len(run.rulebook.deck), run.players), rows_for(recorder.layout, 1 << 13)
        game, n = write_games(s, r, recorder, 0, run.games, plain)
        assert game == run.games
        assert same(Rows(*(column[:n] for column in plain)), rows_of(run))


@pytest.mark.parametrize("room", [1, 100, 333])
def test_a_game_that_does_not_fit_goes_into_the_next_buffer_or_a_larger_one(room: int) -> None:
    run = rounds("classic", players=3, games=30, seed=3)
    assert same(rows_of(run, room), rows_of(run, 1 << 14))


TINY = """
name = "tiny"
title = "Tiny"
max_players = 3
default_players = 3
hand = 1
no_action_finish = true
scoring = "wins"
suits = { R = "red" }
faces = { 1 = { number = 1 }, S = { copies = 3, skips = true } }
"""  # four cards, all dealt: if the 1 is turned up, nobody can ever play


def test_a_round_that_is_over_with_the_deal_has_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    run = rounds(load(path), players=3, games=60, seed=1)
    at_once = run.rows["steps"] == 0
    assert 0 < at_once.sum() < 60
    assert set(rows_of(run).game.tolist()) == set(np.flatnonzero(~at_once).tolist())


def written(run: Rounds, path: Path, **how: Any) -> trajectories.Written:
    with TrajectoryFile(str(path)) as file:
        return file.write(run, **how)


def read(path: Path) -> Rows:
    columns = []
    for name, column in zip(Rows._fields, parquet.read_table(path).columns, strict=True):
        flat = column.combine_chunks()
        if name in ("observation", "mask"):
            columns.append(flat.flatten().to_numpy().reshape(len(flat), -1))
        else:
            columns.append(flat.to_numpy(zero_copy_only=False))
    return Rows(*columns)


def test_the_file_holds_the_rows_and_tells_what_they_are(tmp_path: Path) -> None:
    run = rounds("classic", players=3, games=400, bots=["random", "greedy", "lazy"], seed=5)
    path, lay = tmp_path / "steps.parquet", TrajectoryWriter(run, 1).layout
    told = written(run, path)
    rows = rows_of(run)
    assert same(read(path), rows)
    assert (told.games, told.decisions, told.complete) == (400, len(rows.game), True)
    file = parquet.ParquetFile(path)
    known = {key.decode(): value.decode() for key, value in file.schema_arrow.metadata.items()}
    assert known["rules_hash"] == run.rulebook.fingerprint
    assert (known["bots"], known["seed"], known["players"]) == ("random,greedy,lazy", "5", "3")
    assert list(json.loads(known["observation"]).items()) == blocks(lay)
    assert (known["actions"], known["nothing"]) == (str(lay.actions), str(lay.nothing))
    counted = file.metadata.metadata
    assert (counted[b"games"], counted[b"complete"]) == (b"400", b"True")
    assert int(counted[b"steps"]) == run.steps
    assert file.schema_arrow.field("observation").type.list_size == lay.width
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"
    assert [path] == list(tmp_path.iterdir())


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    one, other, third = (tmp_path / name for name in "abc")
    written(rounds("fool108", games=50, seed=5), one)
    written(rounds("fool108", games=50, seed=5), other)
    written(rounds("fool108", games=50, seed=6), third)
    assert one.read_bytes() == other.read_bytes() != third.read_bytes()


def test_ctrl_c_leaves_whole_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trajectories, "BUFFER", 1000)
    run, path, told = rounds("classic", games=300, seed=2), tmp_path / "steps.parquet", list[int]()

    def press(done: int) -> None:
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    done = written(run, path, progress=press)
    assert (done.games, done.complete) == (sum(told), False)
    assert 0 < done.games < 300
    assert same(read(path), rows_of(run.first_games(done.games)))
    counted = parquet.read_metadata(path).metadata
    assert (counted[b"games"], counted[b"complete"]) == (str(done.games).encode(), b"False")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run_(*words: str) -> tuple[int, str, str]:
        code = main(["simulate", *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run_


Run = Callable[..., tuple[int, str, str]]


def test_ctrl_c_in_the_command_says_how_many(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pressed while the steps are written: what is there stays. Pressed earlier: the older file stays."""
    monkeypatch.setattr(trajectories, "BUFFER", 1000)
    pressed_in: list[int] = []

    @contextmanager
    def press(games: int) -> Iterator[Callable[[int], None]]:
        pressed_in.append(games)
        yield lambda done: signal.raise_signal(signal.SIGINT) if len(pressed_in) in (2, 3) else None

    monkeypatch.setattr("lastcard.cli.simulate._progress", press)
    path = tmp_path / "steps.parquet"
    words = ("classic", "--games", "100000", "--seed", "1", "--trajectories", str(path))
    code, out, _ = run(*words)
    last = out.splitlines()[-1]
    assert (code, f"games are in {path}, stopped early: " in last) == (130, True), last
    before = path.read_bytes()
    assert len(np.unique(read(path).game)) == int(last.split()[3].replace(",", ""))
    code, out, _ = run(*words, "--json")
    assert code == 130
    told = json.loads(out)["trajectories"]
    assert [told[key] for key in ("file", "decisions", "games", "complete")] == [str(path), 0, 0, False]
    assert path.read_bytes() == before
    assert [path] == list(tmp_path.iterdir())


def test_it_goes_with_every_other_output(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "steps.parquet")
    words = ("rounds", "--players", "2", "--games", "50", "--seed", "4", "--trajectories", path)
    code, out, err = run(*words)
    told = out.splitlines()[-1]
    steps = parquet.read_metadata(path).num_rows
    line = f"{steps:,} decisions in 50 games are in {path}: "
    assert (code, told[: len(line)], err) == (0, line, "")
    data = json.loads(run(*words, "--json")[1])
    assert {"file": path, "decisions": steps, "games": 50, "complete": True}.items() <= data[
        "trajectories"
    ].items()
    assert data["steps"] == steps  # nobody is asked for a reaction in `rounds`
    code, out, err = run(*words, "--csv")
    assert (len(out.splitlines()), err[: len(line)], err.count("\n")) == (51, line, 1)
    games = str(tmp_path / "games.parquet")
    first, second = run(*words, "--parquet", games)[1].splitlines()
    assert (first, second[: len(line)]) == (f"50 games are in {games}", line)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--trajectories a --matches", "simulate: --trajectories is about single rounds"),
        ("--trajectories a --parquet ./a", "simulate: --parquet and --trajectories need two different files"),
        ("--trajectories .", ".: can't be written: this is not a file"),
        ("--trajectories nowhere/a", "nowhere/a: can't be written: No such file or directory"),
        ("--trajectories a --players 99", "rounds is for 2 to 10 players"),
    ],
)
def test_what_cannot_be_written_is_one_line(
    words: str, says: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("rounds", "--games", "1000000000", *words.split())  # refused before they begin
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(says)
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_older_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "steps.parquet"
    path.write_text("older")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(trajectories, "as_table", full)
    with pytest.raises(ExportError, match=r"steps\.parquet: can't be written: No space left on device"):
        written(rounds("rounds", games=5, seed=1), path)
    assert path.read_text() == "older"
    assert [path] == list(tmp_path.iterdir())
