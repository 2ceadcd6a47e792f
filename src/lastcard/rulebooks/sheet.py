"""A rulebook as a sheet that people read, made from the data that the engine runs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct, structs

from .checks import idle_changes
from .loader import load, names
from .options import options
from .schema import Face, Rulebook

WIDTH = 100
_PLAINLY = {  # an option at one of its values, where its help tells of several
    (
        "stacking",
        "same",
    ): "A draw card can be answered with one of the same face; the last victim takes the sum.",
    (
        "stacking",
        "any",
    ): "A draw card can be answered with any draw card that fits; the last victim takes the sum.",
    ("drawn", "must"): "A drawn card that can be played must be played.",
    ("after_draw", "any"): "After drawing, any card that fits may be played.",
    ("after_draw", "drawn"): "After drawing, only the drawn card may be played.",
    ("call", "off"): "The last card is not called.",
    ("call", "catch"): "The last card must be called; who forgets it can be caught.",
    ("call", "points"): "Going out without a call costs points.",
}


class Row(NamedTuple):
    """A line of the table of cards."""

    cards: str
    copies: str
    points: str
    effect: str


class Section(Struct, frozen=True):
    """A heading and its sentences; `rows` is the table of cards, where there is one."""

    title: str
    lines: list[str]
    rows: list[Row] = []


def sheet(book: Rulebook) -> list[Section]:
    """The sections of the sheet, the house rules that differ from the usual ones last."""
    return [*_game(book), Section("House rules in force", list(_house_rules(book)) or ["None."])]


def _game(book: Rulebook) -> list[Section]:
    """The sheet up to its house rules."""
    deck = f"{len(book.deck)} cards, {book.suit_word}s {_listed(book.suits.values())}."
    return [
        Section("Players", list(_players(book))),
        Section("Cards", [deck], [*_rows(book), *_patches(book)]),
        Section("First card", list(_first_card(book))),
        Section("A turn", list(_turn(book))),
        Section("Calling", list(_calling(book))),
        Section("When nothing moves", list(_dead_ends(book))),
        Section("Score", list(_score(book))),
        Section("Match", list(_match(book))),
    ]


def as_text(book: Rulebook) -> str:
    """The sheet for a terminal or a printer."""
    out = [f"{book.title} ({book.name})", *([book.about] if book.about else [])]
    for section in sheet(book):
        out += ["", section.title]
        for line in section.lines:
            out += textwrap.wrap(line, WIDTH, initial_indent="  ", subsequent_indent="    ")
        out += _columns(section.rows)
    return "\n".join(out) + "\n"


def _columns(rows: list[Row]) -> list[str]:
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(3)]
    out = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True)]
        head = f"    {'  '.join(cells)}  "
        out += textwrap.wrap(
            head + row.effect, WIDTH, subsequent_indent=" " * len(head), drop_whitespace=True
        ) or [head.rstrip()]
    return out


def _listed(words: Iterable[str]) -> str:
    """a, b and c"""
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _cards(n: int) -> str:
    return _counted(n, "card")


def _points(n: int) -> str:
    return _counted(n, "point")


def _counted(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n or 'no'} {what}s"


def _players(book: Rulebook) -> Iterator[str]:
    yield f"{book.min_players} to {book.most_players} players, {_cards(book.hand)} each."
    if book.first_player == "dealer_draw":
        yield "Everybody draws a card and the highest number deals; the player left of the dealer starts."
        yield "The deal passes to the left from round to round."
    else:
        yield "The first player changes from round to round, in the order of joining."


def _rows(book: Rulebook) -> Iterator[Row]:
    """The faces; a run of number cards that are worth their number shares a row."""
    run: list[str] = []
    faces = list(book.faces.items())
    for (symbol, face), following in zip(faces, [*faces[1:], None], strict=True):
        run.append(symbol)
        if following and _alike(book, (symbol, face), following):
            continue
        cards = symbol if len(run) == 1 else f"{run[0]}-{symbol}"
        points = f"{face.points}" if len(run) == 1 else "face value"
        yield Row(cards, _copies(book, face), _worth(book, points), _effect(book, face))
        run = []


def _patches(book: Rulebook) -> Iterator[Row]:
    """Single cards that count differently from their face."""
    for text, patch in book.cards.items():
        extras = []
        if patch.lone is not None:
            extras.append(f"costs {patch.lone} if it is the only card left")
        if patch.out is not None:
            extras.append(f"{patch.out} points for going out with it")
        points = "" if patch.points is None else _worth(book, f"{patch.points}")
        yield Row(text, "", points, ", ".join(extras))


def _worth(book: Rulebook, points: str) -> str:
    """The points of a card, where they count."""
    return "" if book.scoring == "wins" else f"counts {points}"


def _alike(book: Rulebook, one: tuple[str, Face], other: tuple[str, Face]) -> bool:
    return _plain(book, *one) and _plain(book, *other) and one[1].copies == other[1].copies


def _plain(book: Rulebook, symbol: str, face: Face) -> bool:
    moves = book.seven_zero and (face.swaps or face.passes)
    return symbol == str(face.points) and not (face.acts or moves or face.lone or face.out)


def _copies(book: Rulebook, face: Face) -> str:
    count = face.copies * book.decks
    return f"{count} of each {book.suit_word}" if face.suited else f"{count} in all"


def _effect(book: Rulebook, face: Face) -> str:
    parts = list(_effects(book, face))
    if not parts:
        return face.name
    return f"{face.name}: {', '.join(parts)}" if face.name else ", ".join(parts)


def _effects(book: Rulebook, face: Face) -> Iterator[str]:
    if face.wild:
        yield f"goes on anything and names a {book.suit_word}"
    if face.last_resort:
        yield "a bluff can be challenged" if book.challenge else "only when nothing else can be played"
    if face.draws:
        yield f"the next player draws {_cards(face.draws)}{' and loses the turn' if face.skips else ''}"
    elif face.skips:
        yield "the next player loses the turn"
    if face.flips:
        yield "play goes the other way"
        if book.reverse_skips_with_two:
            yield "with two players it skips the other"
    if book.seven_zero and face.swaps:
        yield "swaps hands with a chosen player"
    if book.seven_zero and face.passes:
        yield "all hands move on to the next player"
    if face.lone:
        yield f"costs {face.lone} if it is the only card left"
    if face.out:
        yield f"{face.out} points for going out with it"


def _first_card(book: Rulebook) -> Iterator[str]:
    if book.opening == "from_hand":
        yield "The starter's first card is picked at random from the starter's hand."
        yield "Its effect hits the next player."
        if any(face.wild for face in book.faces.values()):
            yield f"If it is wild, the starter names the {book.suit_word}."
        return
    yield "The top card of the draw pile is turned up; its effect hits the first player."
    never = [face.name or symbol for symbol, face in book.faces.items() if not face.starts]
    if never:
        yield f"{_listed(never)}: back into the draw pile, and another card is turned up."
    if any(face.wild and face.starts for face in book.faces.values()):
        yield f"Wild: the first player names a {book.suit_word}, then plays."
    if any(face.flips for face in book.faces.values()):
        starts = "the dealer plays first" if book.opening_reverse == "dealer" else "the first player starts"
        yield f"Reverse: {starts}, and play goes the other way."
        if book.opening_reverse == "first" and book.reverse_skips_with_two:
            yield "With two players a first Reverse skips the first player."


def _turn(book: Rulebook) -> Iterator[str]:
    yield (
        f"Play a card of the {book.suit_word} in force, one with the number or symbol of the top card, "
        "or a wild."
    )
    yield f"A wild names its {book.suit_word} as it is played; the last card names nothing."
    when = "who can't play" if book.must_play else "who can't play, or does not want to,"
    how_many = "draws until a card can be played" if book.draw_until_playable else "draws one card"
    yield f"A player {when} {how_many}."
    if book.drawn == "must":
        yield "A drawn card that fits must be played; otherwise the player passes."
    else:
        which = "that card" if book.after_draw == "drawn" else "any card that fits"
        yield f"Then {which} may be played, or the turn passed."
    if any(face.draws for face in book.faces.values()):
        still = "is still drawn, before the score is counted" if book.last_card_hits else "is not drawn"
        yield f"A draw card played as the last card {still}."


def _calling(book: Rulebook) -> Iterator[str]:
    if book.call == "off":
        yield "The last card is not called."
    elif book.call == "catch":
        yield "Whoever is down to one card must call, with the play or before the next player draws or plays."
        caught = _cards(book.catch_penalty)
        yield f"Until then anybody may catch a player who has not called: that player draws {caught}."
        call, catch = _cards(book.false_call_penalty), _cards(book.false_catch_penalty)
        yield f"A false call costs {call}, a false catch {catch}."
    else:
        yield "Call with two cards on your turn before you play, or with one card until you play it."
        yield "Drawing cancels the call."
        yield f"Going out without a call costs {_points(book.uncalled_points)}."


def _dead_ends(book: Rulebook) -> Iterator[str]:
    yield "An empty draw pile is made anew from the discards under the top card."
    if book.refill_points:
        n = book.refill_points
        yield f"Whoever must draw then pays {_points(n)} the first time in a round, {2 * n} the second, ..."
    yield "The round is blocked when nobody can play and nothing can be drawn."
    yield "It is also blocked when all have passed twice in a row with nothing to draw."
    yield f"After turn {book.max_turns} it ends undecided."


def _score(book: Rulebook) -> Iterator[str]:
    if book.scoring == "winner_takes":
        yield "The winner of a round takes the points of all cards that the others hold."
        yield "A round that nobody wins scores nobody."
    elif book.scoring == "ranked":
        yield "100 points, and 100 more for each player with more cards."
        yield "Less the points of one's cards, at most 100."
        yield "Divided by the number of players, halves rounded up, at least 1: so the winner has 100."
    elif book.scoring == "wins":
        yield "A round counts 1 for its winner."
    else:
        yield "Everybody is charged for the cards still held; totals may be negative."
        yield "In a blocked round every hand counts by its cards alone."


def _match(book: Rulebook) -> Iterator[str]:
    length = _counted(book.rounds, "round") if book.rounds else "as many rounds as there are players"
    best = "lowest" if book.scoring == "penalties" else "best"
    if book.target:
        yield f"The first to reach {_points(book.target)} wins; after {length} the best total does."
    elif book.limit:
        yield f"Everyone at {_points(book.limit)} or more at the end of a round loses."
        yield "Places go by total, the lowest first."
        yield "A next game at once starts from 0 and goes to the highest loser's total."
        yield f"After {length} the match ends in any case."
    else:
        yield f"A match has {length}; the {best} total wins, ties share the place."


def _house_rules(book: Rulebook) -> Iterator[str]:
    """What differs from the rulebook as it comes, or for an own rulebook from the usual.

    A rulebook may come with a house rule of which the rest of its sheet says nothing: that is said here too.
    """
    default: dict[str, Any] = {one.name: one.default for one in structs.fields(Rulebook)}
    usual = structs.asdict(load(book.name)) if book.name in names() else default
    for name, one in options().items():
        value = getattr(book, name)
        if value != usual[name] or value != default[name] and not _told_above(book, name, default[name]):
            setting = f"{name} = {str(value).lower()}"
            plainly = _PLAINLY.get((name, str(value)), one.help)
            yield setting if value is False else f"{setting}: {plainly}"


def _told_above(book: Rulebook, name: str, default: object) -> bool:
    """Whether the rest of the sheet changes with an option, or has no reason to."""
    idle = any(idle_changes(book, [name]))
    return idle or _game(book) != _game(structs.replace(book, **{name: default}))
