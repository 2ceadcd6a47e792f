"""How fast the compiled engine is: against the C programs of its own rules, RLCard and OpenSpiel.

All contenders take turns in one process run on one core, so that a busy machine slows all alike; a ratio is
the median over the repeats, with the lowest and the highest beside it. Random play in every seat.

    make bench          (or: python benchmarks/speed.py [REPEATS])

A step is one applied action. RLCard's Uno has other rules in places, and OpenSpiel's crazy_eights is another
game: their steps are compared, not their rules. The C programs play the same games as the engine.
"""

from __future__ import annotations

import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

import limit
from lastcard.rulebooks import load
from lastcard.sim import simulate
from lastcard.sim.batch import BatchJob

SEED = 20260
EQUAL = 20_000  # games compared with those of the C programs, for each number of players
TABLES = (("rounds", 2), ("rounds", 4), ("rounds", 10), ("classic", 2), ("classic", 4), ("fool108", 3))
RLCARD = "RLCard uno, env.run"
SPIEL = "OpenSpiel crazy_eights, C++ evaluate_bots"
RATIOS = (
    ("rounds, 2 players", "C: rounds, 2 players", "0.70"),
    ("rounds, 4 players", "C: rounds, 4 players", ""),
    ("rounds, 10 players", "C: rounds, 10 players", ""),
    ("fool108, 3 players", "C: fool108, 3 players", "0.5"),
    ("classic, 2 players", "rounds, 2 players", "0.5"),
    ("classic, 4 players", "rounds, 4 players", "0.5"),
    ("rounds, 2 players", RLCARD, "1,000"),
    ("rounds, 2 players", "RLCard uno, raw game.step", ""),
    ("rounds, 2 players", "OpenSpiel crazy_eights, Python loop", ""),
    ("rounds, 2 players", SPIEL, "10"),
)
START = """
import sys
from lastcard.sim import simulate
simulate(sys.argv[1], players=2, games=1, seed=1, threads=1)
"""

Count = Callable[[], int]
Play = Callable[[int], Count]  # plays so many games; the steps are counted when the clock has stopped


class Contender(NamedTuple):
    """Somebody who plays, and how many games at a time: a fraction of a second's worth."""

    name: str
    games: int
    play: Play


class Speed(NamedTuple):
    """Games and steps a second, one entry a repeat."""

    games: list[float]
    steps: list[float]


def engine(rules: str, players: int) -> Play:
    job = BatchJob(load(rules), players, (0,) * players, SEED, False)
    return lambda games: steps_of(job.run(0, games))


def in_c(program: limit.Program, rules: str, players: int) -> Play:
    def play(games: int) -> Count:
        out = np.zeros(games, limit.RESULTS[rules])
        program(players, SEED, 0, out)
        return steps_of(out)

    return play


def steps_of(rows: limit.Rows) -> Count:
    return lambda: int(rows["steps"].sum())


def check_equal(program: limit.Program, rules: str, players: int) -> str:
    """Compare the games of a C program with the engine's; a difference ends the benchmark."""
    theirs = np.zeros(EQUAL, limit.RESULTS[rules])
    program(players, SEED, 0, theirs)
    ours = BatchJob(load(rules), players, (0,) * players, SEED, False).run(0, EQUAL)
    wrong = limit.differences(rules, ours, theirs, players)
    if wrong:
        sys.exit(f"{rules}, {players} players: game {wrong[0]} of seed {SEED} is not the same in C")
    return f"{rules}, {players} players: {EQUAL:,} games, all the same in C and in the engine"


def rlcard_run() -> Play:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(games: int) -> Count:
        before = env.timestep
        for _ in range(games):
            env.run(is_training=False)
        steps = env.timestep - before
        return lambda: steps

    return play


def rlcard_raw() -> Play:
    from plain_speed import rlcard

    def play(games: int) -> Count:
        steps = rlcard(games)
        return lambda: steps

    return play


def spiel_python(spiel: Any) -> Play:
    game = spiel.load_game("crazy_eights", {"players": 2})
    rng = random.Random(3)

    def play(games: int) -> Count:
        steps = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    steps += 1
        return lambda: steps

    return play


def spiel_bots(spiel: Any) -> Play:
    """The loop in C++, which does not count: the players' actions stand in the histories it leaves behind."""
    game = spiel.load_game("crazy_eights", {"players": 2})
    bots = [spiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(2)]

    def play(games: int) -> Count:
        states = [game.new_initial_state() for _ in range(games)]
        for number, state in enumerate(states):
            spiel.evaluate_bots(state, bots, number)
        return lambda: sum(move.player >= 0 for state in states for move in state.full_history())

    return play


def field(folder: Path) -> list[Contender]:
    """Everybody who can play on this machine; those who can't are named."""
    out: list[Contender] = []
    programs = {}
    if reason := limit.missing():
        print(reason)
    else:
        programs = {rules: limit.build(rules, folder) for rules in limit.RESULTS}
    for rules, players in TABLES:
        table, games = f"{rules}, {players} players", 60_000 // players
        out.append(Contender(table, games, engine(rules, players)))
        if rules in programs:
            print(check_equal(programs[rules], rules, players))
            out.append(Contender(f"C: {table}", games, in_c(programs[rules], rules, players)))
    out.append(Contender(RLCARD, 40, rlcard_run()))
    out.append(Contender("RLCard uno, raw game.step", 200, rlcard_raw()))
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed: crazy_eights is not compared")
    else:
        out.append(Contender("OpenSpiel crazy_eights, Python loop", 100, spiel_python(pyspiel)))
        out.append(Contender(SPIEL, 1000, spiel_bots(pyspiel)))
    return out


def race(contenders: list[Contender], repeats: int) -> dict[str, Speed]:
    """Everybody in turn, again and again."""
    speeds = {contender.name: Speed([], []) for contender in contenders}
    for repeat in range(-1, repeats):  # the first time is for warming up
        for name, games, play in contenders:
            start = time.perf_counter()
            count = play(games)
            seconds = time.perf_counter() - start
            steps = count()
            del count  # and with it what was played: not on the next one's time
            if repeat >= 0:
                speeds[name].games.append(games / seconds)
                speeds[name].steps.append(steps / seconds)
    return speeds


def show_speeds(speeds: dict[str, Speed]) -> None:
    print("\n| | games/s | steps/s | steps a game |\n|---|--:|--:|--:|")
    for name, speed in speeds.items():
        games, steps = median(speed.games), median(speed.steps)
        print(f"| {name} | {games:,.0f} | {steps:,.0f} | {steps / games:.1f} |")


def show_ratios(speeds: dict[str, Speed], repeats: int) -> None:
    print(f"\n| ratio, in steps/s | median | lowest to highest of {repeats} | goal |\n|---|--:|--:|--:|")
    for ours, theirs, goal in RATIOS:
        if theirs in speeds:
            show_ratio(f"{ours} / {theirs}", speeds[ours].steps, speeds[theirs].steps, goal)


def show_ratio(name: str, ours: list[float], theirs: list[float], goal: str) -> None:
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    low, middle, high = (f"{value:,.3g}" for value in (min(ratios), median(ratios), max(ratios)))
    print(f"| {name} | {middle} | {low} to {high} | {goal} |")


def threads(repeats: int, games: int = 400_000) -> None:
    """Two threads against one, on whatever cores there are."""

    def speed(n: int) -> float:
        return simulate("rounds", players=2, games=games, seed=SEED, threads=n).games_per_second

    pairs = [(speed(2), speed(1)) for _ in range(repeats)]
    twos, ones = ([pair[i] for pair in pairs] for i in (0, 1))
    show_ratio("rounds, 2 players: two threads / one", twos, ones, "1.6")


def starts(runs: int = 3) -> None:
    """A process that plays one game: with nothing compiled, then with everything in the cache."""
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "XDG_CACHE_HOME": home}
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # as on anybody's machine: modules are compiled once
        for rules in ("rounds", "classic"):
            cold, *cached = (seconds([sys.executable, "-c", START, rules], env) for _ in range(1 + runs))
            print(f"| {rules}: first start, with the compile | {cold:.1f} s | | under 20 s |")
            low, middle, high = min(cached), median(cached), max(cached)
            print(f"| {rules}: cached start | {middle:.2f} s | {low:.2f} to {high:.2f} s | under 1.5 s |")


def seconds(command: list[str], env: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, env=env, check=True)
    return time.perf_counter() - start


def machine() -> str:
    """Cores and processor, and the versions of all that runs."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    gcc = "no gcc"
    if not limit.missing():
        gcc = (
            "gcc "
            + subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
        )
    parts = [f"{os.cpu_count()} cores, {names[0] if names else platform.machine()}"]
    parts += [f"Python {platform.python_version()}", gcc]
    for package in ("lastcard", "numba", "llvmlite", "numpy", "rlcard", "open_spiel"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            parts.append(f"no {package}")
    return "; ".join(parts)


def main(repeats: int = 15) -> None:
    print(machine())
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    with tempfile.TemporaryDirectory() as folder:
        contenders = field(Path(folder))
        if cores:
            os.sched_setaffinity(0, {max(cores)})
        speeds = race(contenders, repeats)
        if cores:
            os.sched_setaffinity(0, cores)
    show_speeds(speeds)
    show_ratios(speeds, repeats)
    threads(repeats)
    starts()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
