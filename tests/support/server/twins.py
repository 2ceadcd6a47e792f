"""Two worlds for one viewer: a course of a round, and another deal in which the same course looks the same.

What a viewer may know is said here once more and by itself: fields of the engine's state, not a `View`.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from lastcard.engine.state import State
from lastcard.game import Deal, Match, Refusal, Round, Seed
from lastcard.game.deal import DealError
from lastcard.rulebooks import load
from lastcard.server.common import clock
from lastcard.server.rooms import connection, hub, room
from lastcard.server.settings import Settings
from lastcard.server.storage import identity, people
from lastcard.server.tables import commands
from lastcard.server.tables import table as server_table
from support.server import people as guests
from support.server.people import Running, running

NOW = 1_700_000_000_000
SECRET = bytes(range(32))
NAMES = ("Ann", "Bob", "Cid")
Course = list[tuple[int, str]]


def dealt(rules: str, deck: list[int] | None = None, secret: bytes = SECRET) -> Match:
    """A round as the server deals it from the seed; or with other cards, as if the seed had given them."""
    match = Match(load(rules), NAMES)
    game = match.deal_from(Seed(secret, {}))
    if deck is not None:
        other = Deal(first=game.deal.first, deck=deck, back=game.deal.back, opening=game.deal.opening)
        match.rounds[-1] = Round(match.rulebook, match.players, other, game.shuffler)
    return match


def known(s: State, viewer: int | None) -> tuple[Any, ...]:
    """What a viewer may know of a state; None is a spectator."""
    public = (s.turn, s.phase, s.direction, s.colour, s.pile[: s.pile_n], s.count[:], s.deck_n)
    duties = (s.owed, s.attacker, s.called, s.catchable, s.turns, s.refills)
    own = None if viewer is None else s.hands[viewer][:]
    return public, duties, own, s.drawn if viewer == s.turn else None


def course(rules: str, chance: random.Random, most: int) -> Course:
    """Random right actions; the last of them leaves the round in play."""
    match = dealt(rules)
    done: Course = []
    while len(done) < most:
        seat = match.round.state.turn
        action = str(chance.choice(match.round.legal(seat)))
        match.play(seat, action)
        if match.round.over:
            break
        done.append((seat, action))
    return done


def to_an_uncalled_card(rules: str) -> Course:
    """Right actions until somebody holds one card without a call, and somebody else is in turn."""
    match = dealt(rules)
    done: Course = []
    while not match.round.state.catchable:
        seat = match.round.state.turn
        texts = [str(action) for action in match.round.legal(seat)]
        action = next((t for t in texts if t.startswith("play") and not t.endswith("call")), texts[0])
        match.play(seat, action)
        assert not match.round.over
        done.append((seat, action))
    assert not match.round.state.catchable >> match.round.state.turn & 1
    return done


def seen(rules: str, deck: list[int], done: Course, viewer: int | None) -> Iterator[Any]:
    """What a viewer knows after every step, as far as the course can be played with this deck."""
    try:
        match = dealt(rules, deck)
        yield known(match.round.state, viewer)
        for seat, action in done:
            events = match.play(seat, action)
            got = [event.seen_by(None if viewer is None else NAMES[viewer]) for event in events]
            yield known(match.round.state, viewer), got
    except (Refusal, DealError):
        return


def twin_deck(rules: str, done: Course, viewer: int | None, chance: random.Random) -> list[int]:
    """Another deck for the same course: cards change places wherever this viewer can't notice."""
    deck = list(dealt(rules).round.deal.deck)
    right = list(seen(rules, deck, done, viewer))
    moved = 0
    held = len(NAMES) * load(rules).hand  # the cards on top are the hands
    for _ in range(400):
        i, j = chance.randrange(held), chance.randrange(len(deck))
        if deck[i] == deck[j]:
            continue
        deck[i], deck[j] = deck[j], deck[i]
        if all(a == b for a, b in zip_longest(seen(rules, deck, done, viewer), right)):
            moved += 1
        else:
            deck[i], deck[j] = deck[j], deck[i]
        if moved == 25:
            break
    return deck


def fix_chance(patch: pytest.MonkeyPatch) -> None:
    """Ids, tokens, codes, faces and seeds of a server are the same in every world."""
    counter = itertools.count(1)

    class Chance:
        """In the place of `secrets`."""

        @staticmethod
        def token_hex(size: int) -> str:
            return f"{next(counter):0{2 * size}x}"

        token_urlsafe = staticmethod(lambda size: f"token {next(counter)}")

    patch.setattr(hub, "new_code", lambda: f"TAB{'ABCDEFGH'[next(counter) % 8]}E")
    for module in (people, room, identity, connection, guests):
        patch.setattr(module, "secrets", Chance)
    patch.setattr(people, "random_face", lambda: "fox")
    patch.setattr(commands, "fresh", lambda: SECRET)


@contextmanager
def world(
    folder: Path,
    settings: Settings,
    patch: pytest.MonkeyPatch,
    deck: list[int] | None = None,
    twin: type[Match] | None = None,
) -> Iterator[Running]:
    """A real server whose clock stands still and whose chance is always the same: only cards differ."""
    with patch.context() as world_patch:
        world_patch.setattr(clock, "now_ms", lambda: NOW)
        fix_chance(world_patch)
        if deck is not None:
            rules_of = dealt

            class Twin(Match):
                def deal_from(self, seed: Seed) -> Round:
                    super().deal_from(seed)
                    self.rounds[-1] = rules_of(self.rulebook.name, deck).round
                    return self.rounds[-1]

            world_patch.setattr(server_table, "Match", Twin)
        if twin is not None:
            world_patch.setattr(server_table, "Match", twin)
        folder.mkdir()
        with running(str(folder / "t.db"), settings) as server:
            yield server
