"""Running a table of bots: seats that could react are asked first (C7), then the one in turn."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from ..game import Action, Event, Match, Standing, View
from .base import Bot

REACTIONS = ("call", "catch", "jump")

Watch = Callable[[list[Event]], None]


def play_match(
    match: Match,
    bots: Sequence[Bot | str],
    watch: Watch = lambda events: None,
    *,
    seed: int | None = None,
) -> Standing:
    """Deal and play rounds until the match is over; return how it stands then.

    There is one bot for each seat: an object with `choose` and `respond`, or what the command line takes (a
    name such as "tactician", `module:Class`, a command). `watch` gets the events of every deal and action,
    and `seed` makes bots that are given by name repeatable. An error of a bot ends the match; `bots.referee`
    replaces a bot that fails instead.

    >>> import lastcard
    >>> match = lastcard.Match("rounds", ["Ann", "Bob"], seed=1)
    >>> lastcard.play_match(match, ["greedy", "random"], seed=1).over
    True
    """
    seed = secrets.randbits(32) if seed is None else seed
    players = [_made(bot, match, seed + seat) for seat, bot in enumerate(bots)]
    try:
        while not match.over:
            if not match.rounds or match.round.over:
                held = draw_for_dealer(match, players, watch)
                round = match.deal()
                watch([*(match.before if len(match.rounds) == 1 and not held else ()), *round.events])
            play_round(match, players, watch)
    finally:
        for given, player in zip(bots, players, strict=True):
            if isinstance(given, str):
                getattr(player, "close", lambda: None)()
    return match.standing


def _made(bot: Bot | str, match: Match, seed: int) -> Bot:
    if not isinstance(bot, str):
        return bot
    from .registry import create

    return create(bot, match.rulebook, match.players, seed)


def draw_for_dealer(match: Match, players: Sequence[Any], watch: Watch) -> bool:
    """Hold the draw for dealer (C1) for somebody who wants to pick; False if it comes with the deal.

    Such a player has a method `pick_for_dealer`, which gets the draw and answers with a place. Others take
    the card in front of them. `watch` is called when the cards lie there and after every pick, also where
    nothing is shown yet.
    """
    asked = [getattr(player, "pick_for_dealer", None) for player in players]
    if not match.draws_for_dealer or not any(asked):
        return False
    draw = match.draw_for_dealer()
    watch([])
    while draw.dealer is None:
        if draw.shown:
            draw.again()
        for seat in draw.waiting:
            pick = asked[seat] or (lambda draw, seat=seat: draw.in_front_of(seat))
            watch(draw.pick(seat, pick(draw)))
    return True


def play_round(match: Match, players: Sequence[Bot], watch: Watch = lambda events: None) -> None:
    """Play the current round of a match to its end."""
    round = match.round
    noticed = [0] * len(players)  # how many of the events each seat knows
    while not round.over:
        if ask_reactions(match, players, watch, noticed):
            continue
        seat = round.turn_seat
        assert seat is not None  # it is not over
        notify(match, seat, players[seat], noticed)
        watch(match.play(seat, players[seat].choose(round.view(seat))))


def notify(match: Match, seat: int, player: Bot, noticed: list[int]) -> None:
    """Before it is asked, a player that wants to know gets what has happened, as its seat saw it."""
    notice = getattr(player, "notice", None)
    if notice is not None:
        events = match.round.events
        notice([event.seen_by(match.players[seat]).data() for event in events[noticed[seat] :]])
        noticed[seat] = len(events)


def ask_reactions(match: Match, players: Sequence[Bot], watch: Watch, noticed: list[int]) -> bool:
    """Ask every seat that could react, once; True if somebody jumped in, which is a new situation.

    A person (`may_try`) is also asked where nothing is right to do: else the question itself would tell that
    somebody forgot to call (C8).
    """
    round = match.round
    for seat in round.asking_order():
        view = round.view(seat)
        may_try = getattr(players[seat], "may_try", None)
        if not (reactions(view) or may_try is not None and may_try(view)):
            continue
        notify(match, seat, players[seat], noticed)
        answer = players[seat].respond(view)
        if answer is not None:
            watch(match.play(seat, answer))
            if str(answer).startswith("jump") or round.over:
                return True
    return False


def reactions(view: View) -> list[Action]:
    """What a seat that is asked for a reaction can answer, if it wants to."""
    return [action for action in view.legal if action.verb in REACTIONS]
