"""A person at a plain terminal: what they are shown, and how they answer."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from typing import TextIO

from ..bots.host import REACTIONS
from ..rulebooks import Rulebook
from ..rulebooks.sheet import as_text
from ..table import Event, Match, View
from ..table.narrate import narrate
from ..table.notation import NotationError

HELP = """  Type the number of a move, or the move itself: play R7, play W G call, draw, pass, catch Otto.
  A card alone is played: R7, or W G. r shows the rules, q quits and keeps the match."""

_COLOURS = {"red": 41, "yellow": 43, "green": 42, "blue": 44, "diamonds": 31, "hearts": 31}
_ARROWS = {1: "→", -1: "←"}


class Quit(Exception):  # noqa: N818  # not an error: somebody leaves the table
    """The person leaves the table."""


class Paint:
    """Cards in colour where the terminal has it, plain text where not."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    @classmethod
    def fit(cls, stream: TextIO) -> Paint:
        return cls(stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb")

    def card(self, book: Rulebook, text: str) -> str:
        if not self.colour:
            return text
        suit = book.deck.kinds[book.deck.kind(text)].suit
        name = list(book.suits.values())[suit] if suit >= 0 else ""
        code = _COLOURS.get(name, 7 if suit < 0 else 1)
        ink = "1;30;" if name == "yellow" else "1;97;" if 40 <= code < 50 else "1;"
        return f"\x1b[{ink}{code}m {text} \x1b[0m"

    def cards(self, book: Rulebook, texts: Iterable[str]) -> str:
        return " ".join(self.card(book, text) for text in texts)

    def strong(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text


class Teller:
    """Tells a person what happens, as that person may see it."""

    def __init__(self, match: Match, you: int, paint: Paint, pace: float) -> None:
        self.match = match
        self.you = match.players[you]
        self.paint = paint
        self.pace = pace

    def tell(self, events: list[Event]) -> None:
        book = self.match.book
        if not self.match.game.actions:
            print(self.paint.strong(f"\nRound {len(self.match.rounds)}"))
        for event in events:
            print(f"  {narrate(event.seen_by(self.you), book)}")
            if event.type == "round_over":
                self._tell_scores()
        if self.pace and not (events and events[0].player == self.you):
            time.sleep(self.pace)

    def _tell_scores(self) -> None:
        view = self.match.game.view(None)
        totals = self.match.standing.totals
        width = max(map(len, self.match.players))
        for name in self.match.players:
            hand = self.paint.cards(self.match.book, (view.hands or {})[name])
            parts = (view.items or {})[name]
            made_of = ", ".join(f"{item} {n}" for item, n in parts.items() if n) if len(parts) > 1 else ""
            points = (view.scores or {})[name]
            line = f"  {name:{width}}  {points:+5}  total {totals[name]:4}  {hand}"
            print(f"{line}  ({made_of})" if made_of else line)

    def tell_match(self) -> None:
        standing = self.match.standing
        print(self.paint.strong(f"\nThe match is over: {' and '.join(standing.winners)} won."))
        if standing.losers:
            print(
                f"Lost: {', '.join(standing.losers)}. A next game at once would go to {standing.next_limit}."
            )

    def show(self, view: View) -> None:
        """The table from this person's seat, in three lines."""
        book, paint = self.match.book, self.paint
        order = view.players if view.direction > 0 else view.players[::-1]
        seats = [f"{paint.strong(name) if name == view.turn else name} {view.counts[name]}" for name in order]
        colour = book.suits[view.colour] if view.colour else f"no {book.suit_word} yet"
        print(f"\n  {f' {_ARROWS[1]} '.join(seats)}    draw pile {view.draw_pile}")
        owed = f", you owe {view.owed}" if view.owed and view.turn == self.you else ""
        print(f"  on top {paint.card(book, view.top)} ({colour}){owed}")
        print(f"  you hold {paint.cards(book, view.hand)}")


class Person:
    """A player who is asked at the terminal."""

    def __init__(self, match: Match, teller: Teller) -> None:
        self.match = match
        self.teller = teller

    def choose(self, view: View) -> str:
        self.teller.show(view)
        return self._ask(view, view.legal, "your move> ")

    def respond(self, view: View) -> str | None:
        """Reactions out of turn; on turn they stand in the list of moves."""
        wanted = [text for text in view.legal if text.split()[0] in REACTIONS]
        if self.match.book.call == "points":  # F6: there is time until the last card is played
            wanted = [text for text in wanted if text != "call"]
        if view.turn == view.you or not wanted:
            return None
        return self._ask(view, [*wanted, "nothing"], "react? ") or None

    def _ask(self, view: View, moves: list[str], prompt: str) -> str:
        for number, text in enumerate(moves, 1):
            print(f"  {number:3}) {text}")
        while True:
            try:
                typed = input(f"  {prompt}").strip()
            except EOFError:
                raise Quit from None
            answer = self._answer(typed, moves)
            if answer is not None:
                return "" if answer == "nothing" else answer

    def _answer(self, typed: str, moves: list[str]) -> str | None:
        """The move that was meant, or None after saying what is wrong."""
        if typed in ("", "?", "h", "help"):
            print(HELP)
        elif typed.lower() in ("q", "quit"):
            if input("  Leave the table? [y/N] ").strip().lower() in ("y", "yes"):
                raise Quit
        elif typed.lower() in ("r", "rules"):
            print(as_text(self.match.book))
        elif typed.isascii() and typed.isdigit():
            if 1 <= int(typed) <= len(moves):
                return moves[int(typed) - 1]
            print(f"  There is no move {typed}: choose from 1 to {len(moves)}.")
        else:
            return self._move(typed, moves)
        return None

    def _move(self, typed: str, moves: list[str]) -> str | None:
        notation, seat = self.match.game.notation, self.match.players.index(self.teller.you)
        for text in (typed, f"play {typed}"):
            if text == "nothing" and text in moves:
                return text
            try:
                notation.parse(text)
            except NotationError as error:
                if text == typed:
                    said = error
                continue
            try:
                self.match.game.verify(seat, text)
            except ValueError as error:
                print(f"  No: {error}.")
                return None
            return text
        print(f"  No: {said}.")
        return None
