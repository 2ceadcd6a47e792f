"""A rulebook as a sheet that people read, made from the very data that the engine runs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from .options import options
from .schema import Face, Rulebook

HOUSE_RULES = (
    "stacking",
    "jump_in",
    "seven_zero",
    "draw_until_playable",
    "challenge",
    "drawn",
    "no_action_finish",
    "decks",
)


class Section(Struct, frozen=True):
    """A heading and its lines; `rows` is the table of cards, where there is one."""

    title: str
    lines: list[str]
    rows: list[tuple[str, str, str, str]] = []


def sheet(book: Rulebook) -> list[Section]:
    return [
        Section("Players", list(_players(book))),
        Section("Cards", [f"{len(book.deck)} cards, {book.suit_word}s {_listed(book.suits.values())}."], _rows(book)),
        Section("First card", list(_first_card(book))),
        Section("A turn", list(_turn(book))),
        Section("Calling", list(_calling(book))),
        Section("When nothing moves", list(_dead_ends(book))),
        Section("Score", list(_score(book))),
        Section("Match", list(_match(book))),
        Section("House rules in force", list(_house_rules(book))),
    ]


def as_text(book: Rulebook) -> str:
    """The sheet for a terminal or a printer."""
    out = [f"{book.title} ({book.name})", book.about, ""]
    for section in sheet(book):
        out.append(section.title)
        out += [f"  {line}" for line in section.lines]
        widths = [max((len(row[i]) for row in section.rows), default=0) for i in range(3)]
        for row in section.rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
            out.append(f"    {'  '.join((*cells, row[3]))}".rstrip())
        out.append("")
    return "\n".join(out)


def _listed(words: object) -> str:
    """a, b and c"""
    items = [str(word) for word in words]  # type: ignore[attr-defined]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _cards(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"


def _players(book: Rulebook) -> Iterator[str]:
    yield f"{book.min_players} to {book.most_players} players, {_cards(book.hand)} each."
    if book.first_player == "dealer_draw":
        yield "Everybody draws a card and the highest number deals; the player left of the dealer starts."
        yield "The deal passes to the left from round to round."
    else:
        yield "The first player changes from round to round, in the order of joining."


def _rows(book: Rulebook) -> list[tuple[str, str, str, str]]:
    rows: list[tuple[str, str, str, str]] = []
    plain: list[str] = []
    faces = list(book.faces.items())
    for i, (symbol, face) in enumerate(faces):
        plain.append(symbol)
        following = faces[i + 1] if i + 1 < len(faces) else None
        if following and _plain(symbol, face) and _plain(*following) and face.copies == following[1].copies:
            continue
        run = plain[0] if len(plain) == 1 else f"{plain[0]}-{plain[-1]}"
        points = _points(face.points) if len(plain) == 1 else "their number"
        rows.append((run, _copies(book, face), points, _effect(book, face)))
        plain = []
    for text, patch in book.cards.items():
        told = [f"{field} {value}" for field in ("points", "lone", "out") if (value := getattr(patch, field)) is not None]
        rows.append((text, "", "", _listed(told).replace("lone", "alone in the hand").replace("out", "going out")))
    return rows


def _plain(symbol: str, face: Face) -> bool:
    """A number card worth its number, so that a run of them can share a row."""
    moves = face.acts or face.swaps or face.passes or face.lone or face.out
    return symbol == str(face.points) and not moves


def _points(n: int) -> str:
    return "1 point" if n == 1 else f"{n} points"


def _copies(book: Rulebook, face: Face) -> str:
    count = face.copies * book.decks
    return f"{count} of each {book.suit_word}" if face.suited else f"{count} in all"


def _effect(book: Rulebook, face: Face) -> str:
    parts = []
    if face.wild:
        parts.append(f"goes on anything and names a {book.suit_word}")
    if face.last_resort:
        parts.append("a bluff can be challenged" if book.challenge else "only when nothing else can be played")
    if face.draws:
        loses = " and loses the turn" if face.skips else ""
        parts.append(f"the next player draws {_cards(face.draws)}{loses}")
    elif face.skips:
        parts.append("the next player loses the turn")
    if face.flips:
        two = "; with two players it skips the other" if book.reverse_skips_with_two else ""
        parts.append(f"play goes the other way{two}")
    if book.seven_zero and face.swaps:
        parts.append("swaps hands with a chosen player")
    if book.seven_zero and face.passes:
        parts.append("all hands move on to the next player")
    if face.lone:
        parts.append(f"costs {face.lone} if it is the only card left")
    if face.out:
        parts.append(f"{face.out} points for going out with it")
    text = ": ".join([face.name, ", ".join(parts)]) if face.name and parts else face.name or ", ".join(parts)
    return text


def _first_card(book: Rulebook) -> Iterator[str]:
    if book.opening == "from_hand":
        yield "The starter's first card is picked at random from the starter's hand; its effect hits the next player."
        yield f"If it is wild, the starter names the {book.suit_word}."
        return
    yield "The top card of the draw pile is turned up; its effect hits the first player."
    never = [face.name or symbol for symbol, face in book.faces.items() if not face.starts]
    if never:
        yield f"{_listed(never)}: goes back into the draw pile, and another card is turned up."
    if any(face.wild and face.starts for face in book.faces.values()):
        yield f"Wild: the first player names a {book.suit_word}, then plays."
    if any(face.flips for face in book.faces.values()):
        starts = "the dealer plays first" if book.opening_reverse == "dealer" else "the first player starts"
        yield f"Reverse: {starts}, and play goes the other way."


def _turn(book: Rulebook) -> Iterator[str]:
    yield f"Play a card of the {book.suit_word} in force, with the number or symbol of the top card, or a wild."
    yield f"A wild names its {book.suit_word} as it is played; the last card names nothing."
    how_many = "draws until a card can be played" if book.draw_until_playable else "draws one card"
    when = "who can't play" if book.must_play else "who can't or does not want to play"
    yield f"A player {when} {how_many}."
    which = "that card" if book.after_draw == "drawn" else "any card that fits"
    if book.drawn == "must":
        yield "A drawn card that fits must be played; otherwise the player passes."
    else:
        yield f"Then {which} may be played, or the turn passed."
    if book.last_card_hits:
        yield "A draw card played as the last card is still drawn, before the score is counted."
    else:
        yield "A draw card played as the last card is not drawn."


def _calling(book: Rulebook) -> Iterator[str]:
    if book.call == "off":
        yield "The last card is not called."
    elif book.call == "catch":
        yield "Whoever is down to one card must call: with the play, or before the next player draws or plays."
        yield f"Until then anybody may catch a player who has not called: that player draws {_cards(book.catch_penalty)}."
        yield f"A false call costs {_cards(book.false_call_penalty)}, a false catch {_cards(book.false_catch_penalty)}."
    else:
        yield "Call with two cards on your turn before you play, or with one until you play it; drawing cancels it."
        yield f"Going out without a call costs {_points(book.uncalled_points)}."


def _dead_ends(book: Rulebook) -> Iterator[str]:
    yield "An empty draw pile is made anew from the discards under the top card."
    if book.refill_points:
        n = book.refill_points
        yield f"Whoever must draw then pays {n} points the first time in a round, {2 * n} the second, and so on."
    yield "When nobody can play or draw, or all have passed twice in a row with nothing to draw, the round is blocked."
    yield f"After turn {book.max_turns} a round ends undecided."


def _score(book: Rulebook) -> Iterator[str]:
    if book.scoring == "winner_takes":
        yield "The winner of a round takes the points of all cards that the others hold."
        yield "A round that nobody wins scores nobody."
    elif book.scoring == "ranked":
        yield "100 points, and 100 more for each player with more cards; less the points of one's cards, at most 100;"
        yield "divided by the number of players, halves rounded up, at least 1. So the winner has 100."
    elif book.scoring == "wins":
        yield "A round counts 1 for its winner."
    else:
        yield "Everybody is charged for the cards still held; totals may be negative."
        yield "In a blocked round every hand counts by its cards alone."


def _match(book: Rulebook) -> Iterator[str]:
    length = f"{book.rounds} rounds" if book.rounds else "as many rounds as there are players"
    if book.target:
        yield f"The first to reach {book.target} points wins; after {length} the best total does."
    elif book.limit:
        yield f"Everyone at {book.limit} points or more at the end of a round loses; places go by the lowest total."
        yield "If the next game follows at once, it goes to the highest loser's total, from 0."
        yield f"After {length} the match ends in any case."
    else:
        yield f"A match has {length}; the best total wins, ties share the place."


def _house_rules(book: Rulebook) -> Iterator[str]:
    found = False
    defaults = dict(zip(Rulebook.__struct_fields__[-len(Rulebook.__struct_defaults__) :], Rulebook.__struct_defaults__, strict=True))
    for name in HOUSE_RULES:
        value = getattr(book, name)
        if value != defaults[name]:
            found = True
            yield f"{name} = {str(value).lower()}: {options()[name].help}"
    if not found:
        yield "none"
