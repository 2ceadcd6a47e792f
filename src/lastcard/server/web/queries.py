"""What is only read or worked out: rules as sheets and forms, score sheets, Haggle."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from ... import __version__
from ...bots.levels import DEFAULT, LEVELS, missing
from ...errors import CodedError
from ...game.scoresheet import ScoreSheet, SheetError
from ...haggle import score as haggle_score
from ...messages.message import Message
from ...rulebooks import Rulebook, RulebookError, load, options
from ...rulebooks.options import Option
from ...rulebooks.sheet import sheet
from ..common.refusal import CommandRefused
from ..protocol import http_models as h
from ..protocol import messages as m
from ..tables.offered_bots import OfferedBots
from ..tables.offered_rulebooks import Changes, OfferedRulebooks, load_fields
from ..tables.projection import deck_of
from ..tables.table import Table

SETTABLE = tuple(options())


def about(
    build: str,
    for_others: str | None,
    rulebooks: OfferedRulebooks,
    bots: OfferedBots,
    push_key: str | None = None,
) -> h.About:
    """What the page needs at its start: versions, levels of bots, rulebooks."""
    return h.About(
        protocol=m.PROTOCOL,
        build=build,
        version=__version__,
        phrases=list(m.PHRASES),
        levels=[
            *(h.LevelInfo(name=name, own=False) for name in LEVELS if not missing(name)),
            *(h.LevelInfo(name=name, own=True) for name in bots.own),
        ],
        default_level=DEFAULT,
        rules=[rulebook_info(rulebooks.load(name)) for name in rulebooks.names()],
        for_others=for_others,
        push_key=push_key,
    )


def rulebook_info(rulebook: Rulebook) -> h.RulebookInfo:
    """A rulebook as the page lists it."""
    return h.RulebookInfo(
        name=rulebook.name,
        title=rulebook.title,
        about=rulebook.about,
        min_players=rulebook.min_players,
        most_players=rulebook.most_players,
        default_players=rulebook.default_players,
        hand=rulebook.hand,
        scoring=rulebook.scoring,
    )


def rules_page(rules: str, fields: dict[str, Any] | None, changes: Changes) -> h.RulesPage:
    """A rulebook with house rules as a sheet and a form; refused if they make no sense.

    `fields` is a rulebook that did not come with us.
    """
    rulebook = load_fields(rules, fields, changes)
    usual = load_fields(rules, fields)
    return h.RulesPage(
        rules=rules,
        info=rulebook_info(rulebook),
        options=offered(rules if fields is None else fields, changes, rulebook),
        values={name: getattr(rulebook, name) for name in SETTABLE},
        usual={name: getattr(usual, name) for name in SETTABLE},
        sheet=sheet(rulebook),
        suits=rulebook.suits,
        suit_word=rulebook.suit_word,
        cards=deck_of(rulebook).cards,
    )


def table_rules_page(table: Table) -> h.RulesPage:
    """The rules in force at a table: those of its match, which may go to another limit than was set (F10)."""
    return structs.replace(
        rules_page(table.rules, table.own, table.set),
        values={name: getattr(table.rulebook, name) for name in SETTABLE},
        sheet=sheet(table.rulebook, table.next_rulebook),
    )


def offered(source: str | dict[str, Any], changes: Changes, rulebook: Rulebook) -> list[Option]:
    """What a form should show: only what this rulebook, as it stands, takes in another value than now."""

    def taken(name: str, value: bool | int | str) -> bool:
        try:
            load(source, {**changes, name: value})
        except RulebookError:
            return False
        return True

    def other(one: Option, now: int) -> int:
        return now + 1 if one.most is None or now < one.most else now - 1

    found = []
    for name, one in options().items():
        now = getattr(rulebook, name)
        if isinstance(now, bool):
            shown = taken(name, not now)
        elif isinstance(now, str):
            choices = tuple(word for word in one.choices if word == now or taken(name, word))
            one, shown = structs.replace(one, choices=choices), len(choices) > 1
        else:
            shown = taken(name, other(one, now))
        if shown or name in changes:
            found.append(one)
    return found


def score_page(rulebook: Rulebook, wanted: h.ScoreWanted) -> h.ScoreSheetPage:
    """An evening with real cards, scored; the refusal of a round that can't be names it."""
    scored = ScoreSheet(rulebook, wanted.players)
    for number, hands in enumerate(wanted.rounds, 1):
        try:
            scored.add(hands)
        except CodedError as error:
            raise CommandRefused.because("invalid", SheetError("round", round=number, why=error)) from None
    return h.ScoreSheetPage(rounds=scored.scores, standing=scored.standing)


def haggle_page(wanted: h.HaggleWanted) -> h.HaggleScores:
    """Score a table of Haggle; raises HaggleError for hands that can't be."""
    scores = haggle_score(
        dict(wanted.hands),
        seed=wanted.seed,
        count_eliminated=wanted.count_eliminated,
        double_last=wanted.double_last,
    )
    players = [
        h.HagglePlayer(
            name=one.name,
            points=one.points,
            eliminated=one.eliminated,
            changes=[
                h.HaggleChange(rule=c.rule, why=Message(c.code, c.params), points=c.points)
                for c in one.changes
            ],
        )
        for one in scores
    ]
    return h.HaggleScores(players=players, seed=scores.seed)
