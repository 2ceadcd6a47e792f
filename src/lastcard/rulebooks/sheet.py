"""A rulebook as a sheet that people read, made from the data that the engine runs.

A sheet is messages: codes with parameters (`lastcard.messages`), worded where they are shown.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct, structs

from ..messages.message import Message
from .checks import idle_changes
from .loader import load, names
from .options import options
from .schema import Face, Rulebook

WIDTH = 100
# Options whose help speaks of several values: there is a sentence for each value.
_BY_VALUE = {
    ("stacking", "same"),
    ("stacking", "any"),
    ("drawn", "must"),
    ("after_draw", "any"),
    ("after_draw", "drawn"),
    ("call", "off"),
    ("call", "catch"),
    ("call", "points"),
}


class CardRow(NamedTuple):
    """A line of the table of cards; what does not apply is None."""

    cards: str
    copies: Message | None
    points: Message | None
    effect: Message | None


class Section(Struct, frozen=True):
    """A heading and its sentences; `rows` is the table of cards, where there is one."""

    title: Message
    lines: list[Message]
    rows: list[CardRow] = []


def say(code: str, **params: object) -> Message:
    """A message of the sheet."""
    return Message(f"sheet.{code}", params)


def sheet(rulebook: Rulebook, as_set: Rulebook | None = None) -> list[Section]:
    """The whole sheet. `as_set` has the house rules, where a match goes to another limit (F10)."""
    house_rules = list(_house_rules(rulebook if as_set is None else as_set)) or [say("no_house_rules")]
    return [*_game(rulebook), Section(say("title.house_rules"), house_rules)]


def _game(rulebook: Rulebook) -> list[Section]:
    """The sheet up to its house rules."""
    suits = [Message("suit", {"suit": name}) for name in rulebook.suits.values()]
    deck = say(f"deck.{rulebook.suit_word}", cards=_cards(len(rulebook.deck)), suits=_listed(suits))
    return [
        Section(say("title.players"), list(_players(rulebook))),
        Section(say("title.cards"), [deck], [*_rows(rulebook), *_patches(rulebook)]),
        Section(say("title.first_card"), list(_first_card(rulebook))),
        Section(say("title.turn"), list(_turn(rulebook))),
        Section(say("title.calling"), list(_calling(rulebook))),
        Section(say("title.dead_ends"), list(_dead_ends(rulebook))),
        Section(say("title.score"), list(_score(rulebook))),
        Section(say("title.match"), list(_match(rulebook))),
    ]


class TextRow(NamedTuple):
    """A row in English; what does not apply is empty."""

    cards: str
    copies: str
    points: str
    effect: str


class TextSection(NamedTuple):
    """A section in English."""

    title: str
    lines: list[str]
    rows: list[TextRow]


def in_english(rulebook: Rulebook) -> list[TextSection]:
    """The sheet as texts."""
    return [
        TextSection(
            str(section.title),
            [str(line) for line in section.lines],
            [_texts(row) for row in section.rows],
        )
        for section in sheet(rulebook)
    ]


def as_text(rulebook: Rulebook) -> str:
    """The sheet for a terminal or a printer."""
    out = [f"{rulebook.title} ({rulebook.name})", *([rulebook.about] if rulebook.about else [])]
    for section in in_english(rulebook):
        out += ["", section.title]
        for line in section.lines:
            out += textwrap.wrap(line, WIDTH, initial_indent="  ", subsequent_indent="    ")
        out += _columns(section.rows)
    return "\n".join(out) + "\n"


def _texts(row: CardRow) -> TextRow:
    return TextRow(row.cards, str(row.copies or ""), str(row.points or ""), str(row.effect or ""))


def _columns(rows: list[TextRow]) -> list[str]:
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(3)]
    out = []
    for *cells, effect in rows:
        head = f"    {'  '.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))}  "
        out += textwrap.wrap(
            head + effect, WIDTH, subsequent_indent=" " * len(head), drop_whitespace=True
        ) or [head.rstrip()]
    return out


def _listed(words: list[Message]) -> Message:
    """a, b and c"""
    *items, last = words
    return Message("list", {"items": items, "last": last}) if items else last


def _cards(n: int) -> Message:
    return Message("cards", {"count": n})


def _points(n: int) -> Message:
    return Message("points", {"count": n})


def _players(rulebook: Rulebook) -> Iterator[Message]:
    yield say("players", least=rulebook.min_players, most=rulebook.most_players, cards=_cards(rulebook.hand))
    if rulebook.first_player == "dealer_draw":
        yield say("dealer")
        yield say("dealer_moves")
    else:
        yield say("first_moves")


def _rows(rulebook: Rulebook) -> Iterator[CardRow]:
    """The faces; a run of number cards that are worth their number shares a row."""
    run: list[str] = []
    faces = list(rulebook.faces.items())
    for (symbol, face), following in zip(faces, [*faces[1:], None], strict=True):
        run.append(symbol)
        if following and _alike(rulebook, (symbol, face), following):
            continue
        cards = symbol if len(run) == 1 else f"{run[0]}-{symbol}"
        points = _worth(rulebook, face.points if len(run) == 1 else None)
        yield CardRow(cards, _copies(rulebook, face), points, _effect(rulebook, face))
        run = []


def _patches(rulebook: Rulebook) -> Iterator[CardRow]:
    """Single cards that count differently from their face."""
    for text, patch in rulebook.cards.items():
        parts = []
        if patch.lone is not None:
            parts.append(say("effect.lone", points=patch.lone))
        if patch.out is not None:
            parts.append(say("effect.out", points=patch.out))
        points = None if patch.points is None else _worth(rulebook, patch.points)
        yield CardRow(text, None, points, Message("parts", {"parts": parts}) if parts else None)


def _worth(rulebook: Rulebook, points: int | None) -> Message | None:
    """The points of a card, where they count; None is the card's own number."""
    if rulebook.scoring == "wins":
        return None
    return say("worth.face") if points is None else say("worth", points=points)


def _alike(rulebook: Rulebook, one: tuple[str, Face], other: tuple[str, Face]) -> bool:
    return _plain(rulebook, *one) and _plain(rulebook, *other) and one[1].copies == other[1].copies


def _plain(rulebook: Rulebook, symbol: str, face: Face) -> bool:
    moves = rulebook.seven_zero and (face.swaps or face.passes)
    return symbol == str(face.points) and not (face.acts or moves or face.lone or face.out)


def _copies(rulebook: Rulebook, face: Face) -> Message:
    count = face.copies * rulebook.decks
    return say(f"copies.{rulebook.suit_word}" if face.suited else "copies.all", count=count)


def _effect(rulebook: Rulebook, face: Face) -> Message | None:
    """What a face is called and does."""
    effects = list(_effects(rulebook, face))
    parts = Message("parts", {"parts": effects})
    if not face.name:
        return parts if effects else None
    name = Message("face", {"face": face.name})
    return say("effect.named", face=name, effect=parts) if effects else name


def _effects(rulebook: Rulebook, face: Face) -> Iterator[Message]:
    if face.wild:
        yield say(f"effect.wild.{rulebook.suit_word}")
    if face.last_resort:
        yield say("effect.bluff") if rulebook.challenge else say("effect.last_resort")
    if face.draws:
        yield say("effect.draws_skips" if face.skips else "effect.draws", cards=_cards(face.draws))
    elif face.skips:
        yield say("effect.skips")
    if face.flips:
        yield say("effect.flips")
        if rulebook.reverse_skips_with_two:
            yield say("effect.flips_two")
    if rulebook.seven_zero and face.swaps:
        yield say("effect.swaps")
    if rulebook.seven_zero and face.passes:
        yield say("effect.passes")
    if face.lone:
        yield say("effect.lone", points=face.lone)
    if face.out:
        yield say("effect.out", points=face.out)


def _first_card(rulebook: Rulebook) -> Iterator[Message]:
    if rulebook.opening == "from_hand":
        yield say("opening.hand")
        yield say("opening.hand_effect")
        if any(face.wild for face in rulebook.faces.values()):
            yield say(f"opening.hand_wild.{rulebook.suit_word}")
        return
    yield say("opening.turned")
    never = [
        Message("face", {"face": face.name or symbol})
        for symbol, face in rulebook.faces.items()
        if not face.starts
    ]
    if never:
        yield say("opening.never", faces=_listed(never))
    if any(face.wild and face.starts for face in rulebook.faces.values()):
        yield say(f"opening.wild.{rulebook.suit_word}")
    if any(face.flips for face in rulebook.faces.values()):
        yield say(
            "opening.reverse_dealer" if rulebook.opening_reverse == "dealer" else "opening.reverse_first"
        )
        if rulebook.opening_reverse == "first" and rulebook.reverse_skips_with_two:
            yield say("opening.reverse_two")


def _turn(rulebook: Rulebook) -> Iterator[Message]:
    yield say(f"turn.play.{rulebook.suit_word}")
    yield say(f"turn.wild.{rulebook.suit_word}")
    when = "must" if rulebook.must_play else "may"
    yield say(f"turn.draw_until_{when}" if rulebook.draw_until_playable else f"turn.draw_{when}")
    if rulebook.drawn == "must":
        yield say("turn.drawn_must")
    else:
        yield say("turn.drawn_only" if rulebook.after_draw == "drawn" else "turn.drawn_any")
    if any(face.draws for face in rulebook.faces.values()):
        yield say("turn.last_hits" if rulebook.last_card_hits else "turn.last_spares")


def _calling(rulebook: Rulebook) -> Iterator[Message]:
    if rulebook.call == "off":
        yield say("call.off")
    elif rulebook.call == "catch":
        yield say("call.catch")
        yield say("call.catch_penalty", cards=_cards(rulebook.catch_penalty))
        yield say(
            "call.false", call=_cards(rulebook.false_call_penalty), catch=_cards(rulebook.false_catch_penalty)
        )
    else:
        yield say("call.points")
        yield say("call.cancelled")
        if rulebook.call_lapses:
            yield say("call.lapses")
        yield say("call.missed", points=_points(rulebook.uncalled_points))


def _dead_ends(rulebook: Rulebook) -> Iterator[Message]:
    yield say("refill")
    if rulebook.refill_points:
        yield say("refill.points", points=_points(rulebook.refill_points), second=2 * rulebook.refill_points)
    yield say("blocked")
    yield say("blocked.passed")
    yield say("capped", turns=rulebook.max_turns)


def _score(rulebook: Rulebook) -> Iterator[Message]:
    for part in _SCORE[rulebook.scoring]:
        yield say(f"score.{part}")


_SCORE = {
    "winner_takes": ("winner_takes", "nobody"),
    "ranked": ("ranked", "ranked_cards", "ranked_divided", "ranked_mixed"),
    "wins": ("wins",),
    "penalties": ("penalties", "penalties_blocked"),
}


def _match(rulebook: Rulebook) -> Iterator[Message]:
    length = Message("rounds", {"count": rulebook.rounds}) if rulebook.rounds else say("match.a_round_each")
    if rulebook.target:
        yield say("match.target", points=_points(rulebook.target), length=length)
    elif rulebook.limit:
        yield say("match.limit", points=_points(rulebook.limit))
        yield say("match.limit_places")
        yield say("match.limit_next")
        yield say("match.limit_rounds", length=length)
    else:
        yield say("match.lowest" if rulebook.scoring == "penalties" else "match.best", length=length)


def _house_rules(rulebook: Rulebook) -> Iterator[Message]:
    """What differs from the rulebook as it comes, or for an own rulebook from the usual.

    A rulebook may come with a house rule of which the rest of its sheet says nothing: it stands here too.
    """
    default = _defaults(Rulebook)
    usual = structs.asdict(load(rulebook.name)) if rulebook.name in names() else default
    for name in options():
        value = getattr(rulebook, name)
        if value != usual[name] or value != default[name] and not _said_above(rulebook, name, default[name]):
            yield _house_rule(name, value)


@cache
def _defaults(schema: type[Rulebook]) -> dict[str, Any]:
    """The default of every field; to read them off the schema takes milliseconds."""
    return {one.name: one.default for one in structs.fields(schema)}


def _house_rule(name: str, value: bool | int | str) -> Message:
    """An option and its value, with what that means unless it is off."""
    word = str(value)
    option = {"option": name, "value": ("off", "on")[value] if isinstance(value, bool) else word}
    if value is False:
        return say("house_rule.off", **option)
    if (name, word) in _BY_VALUE:
        return say("house_rule", **option, about=say(f"option.{name}.{word}"))
    return say(
        "house_rule", **option, about=Message("option", {"option": name, "help": options()[name].help})
    )


def _said_above(rulebook: Rulebook, name: str, default: object) -> bool:
    """Whether the rest of the sheet changes with an option, or has no reason to."""
    idle = any(idle_changes(rulebook, [name]))
    return idle or _game(rulebook) != _game(structs.replace(rulebook, **{name: default}))
