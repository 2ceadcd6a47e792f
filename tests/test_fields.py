"""Records: what follows from a declaration agrees with it."""

from __future__ import annotations

import linecache
import random
from typing import Annotated

from lastcard.engine import bits
from lastcard.engine.fields import KEPT, PLAIN, TRANSIENT, BySeat, FieldRecord, Shape, record
from lastcard.engine.state import State, copy_position, reset
from lastcard.rulebooks import load, names
from support.engine_play import open_round, play_on


@record
class Inner(FieldRecord):
    number: int = 3
    seats: BySeat


@record
class Outer(FieldRecord):
    inner: Inner
    grid: Annotated[list[list[int]], Shape(("players", 2))]
    extra: Annotated[list[str] | None, PLAIN] = None


def test_start_values_are_those_declared_and_lists_have_their_lengths() -> None:
    outer = Outer(players=3)
    assert (outer.inner.number, outer.inner.seats) == (3, [0, 0, 0])
    assert (outer.grid, outer.extra) == ([[0, 0]] * 3, None)
    assert not hasattr(outer, "__dict__")


def test_a_copy_is_equal_and_shares_nothing() -> None:
    outer = Outer(players=2)
    outer.extra = ["only in plain Python"]
    other = outer.copy()
    assert other.key() == outer.key()
    assert other.extra is None
    other.inner.seats[1], other.grid[0][1], other.inner.number = 1, 1, 1
    assert outer.key() == Outer(players=2).key()


def played(rules: str, seed: int) -> State:
    """A state in the middle of a round, or at its end."""
    rng, rulebook = random.Random(seed), load(rules)
    s = open_round(rulebook, 3, list(rulebook.tables.deck), rng)
    for _ in zip(range(rng.randrange(60)), play_on(s, rulebook, [0, 1, 3], rng), strict=False):
        pass
    return s


def test_a_reset_state_is_a_new_one_except_for_what_is_kept() -> None:
    for rules in names():
        r = load(rules).tables
        for seed in range(10):
            s, new = played(rules, seed), State(r.kinds, r.cards, 3)
            reset(s, r)
            for field in State.FIELDS:
                if KEPT not in field.marks and not field.shape.pile:
                    assert getattr(s, field.name) == getattr(new, field.name), field.name
            assert any(s.rng)


def test_a_copied_position_has_everything_that_is_not_transient() -> None:
    for rules in names():
        r = load(rules).tables
        for seed in range(10):
            s, other = played(rules, seed), State(r.kinds, r.cards, 3)
            copy_position(s, r, other)
            for field in State.FIELDS:
                end = getattr(s, f"{field.name}_n") if field.shape.pile else None
                ours, theirs = getattr(s, field.name), getattr(other, field.name)
                if not {TRANSIENT, PLAIN} & set(field.marks):
                    assert ours[:end] == theirs[:end] if end is not None else ours == theirs, field.name
            assert not any(other.rng)


def test_tracebacks_show_the_lines_of_generated_functions() -> None:
    assert "def reset(s, r):" in linecache.getline(reset.__code__.co_filename, 1)


def test_bit_sets_answer_as_sets_do() -> None:
    rng = random.Random("bits")
    for _ in range(200):
        members = set(rng.sample(range(60), rng.randrange(1, 20)))
        mask = sum(1 << i for i in members)
        assert (bits.lowest(mask), bits.highest(mask), bits.count(mask)) == (
            min(members),
            max(members),
            len(members),
        )
        assert {i for i in range(62) if bits.has(mask, i)} == members
