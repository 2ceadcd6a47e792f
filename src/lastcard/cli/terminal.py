"""A person at a plain terminal: what they are shown, and how they answer."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Sequence
from typing import TextIO

from ..errors import LastcardError
from ..game import Event, Match, View
from ..game.dealer_draw import DealerDraw
from ..game.narrate import narrate
from ..game.notation import NotationError
from ..game.scoring import made_of
from ..game.standing import Standing
from ..rulebooks import Rulebook
from ..rulebooks.sheet import as_text
from .tries import Tries

HELP = (
    "Type the number of a move, or the move itself: play R7, play W green call, draw, catch Pixel. "
    "A card alone is played: R7, or W G. A false call or catch costs cards. "
    "Enter shows the table, r the rules; q quits and keeps the match."
)

_CODES = {"red": 41, "yellow": 43, "green": 42, "blue": 44, "diamonds": 31, "hearts": 31}
_SYMBOLS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


class Quit(Exception):  # noqa: N818  # not an error: somebody leaves the table
    """The person leaves the table."""


class Paint:
    """Cards in colour and with symbols where the terminal has them, plain text where not."""

    def __init__(self, colour: bool, symbols: bool, width: int) -> None:
        self.colour = colour
        self.symbols = symbols
        self.width = width
        self.arrows = {1: " → ", -1: " ← "} if symbols else {1: " -> ", -1: " <- "}

    @classmethod
    def fit(cls, stream: TextIO) -> Paint:
        """What a stream can show: colours only on a terminal and without NO_COLOR, symbols only in UTF-8."""
        plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
        symbols = (stream.encoding or "").lower().replace("-", "") == "utf8"
        return cls(stream.isatty() and not plain, symbols, shutil.get_terminal_size().columns)

    def card(self, rulebook: Rulebook, text: str) -> str:
        """A card as the terminal shows it: on its colour, or with the symbol of its suit."""
        suit = rulebook.deck.kinds[rulebook.deck.kind(text)].suit
        name = list(rulebook.suits.values())[suit] if suit >= 0 else ""
        if self.symbols and name in _SYMBOLS:
            text = text[:-1] + _SYMBOLS[name]
        if not self.colour:
            return text
        code = _CODES.get(name, 7 if suit < 0 else 1)
        ink = "1;30;" if name == "yellow" else "1;97;" if 40 <= code < 50 else "1;"
        return f"\x1b[{ink}{code}m {text} \x1b[0m"

    def hand(self, rulebook: Rulebook, head: str, texts: Iterable[str]) -> str:
        """A heading and cards, on as many lines as they need; a card is never split."""
        lines, used = [head], len(head)
        for text in texts:
            wide = len(text) + (3 if self.colour else 1)
            if used + wide > self.width - 1:
                lines.append(" " * len(head))
                used = len(head)
            lines[-1] += " " + self.card(rulebook, text)
            used += wide
        return "\n".join(lines)

    def strong(self, text: str) -> str:
        """A text in bold where the terminal has colours."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text


class Teller:
    """Tells a person what happens, as that person may see it."""

    def __init__(self, match: Match, you: int, paint: Paint, pace: float) -> None:
        self.match = match
        self.you = match.players[you]
        self.paint = paint
        self.pace = pace

    def tell(self, events: list[Event]) -> None:
        """Print what happened, hidden cards left out, and pause after what others did."""
        if self.match.rounds and not self.match.round.actions:
            self._heading(f"Round {len(self.match.rounds)}")
        for event in events:
            print(f"  {narrate(event.seen_by(self.you), self.match.rulebook, self.you)}")
            if event.type == "round_over":
                self._tell_scores()
        if self.pace and events and events[0].player != self.you:
            time.sleep(self.pace)

    def show_fan(self, draw: DealerDraw) -> None:
        """The face-down cards of the draw for dealer, with their numbers (C1)."""
        who = "The highest number" if draw.number == 1 else "The tied draw again"
        self._heading(f"Who deals? {who}")
        free = draw.free()
        back = "▒{}▒" if self.paint.symbols else "[{}]"
        lines, used = ["  "], 2
        for place in range(1, draw.size + 1):
            text = back.format(place if place in free else "-" * len(str(place)))
            if used + len(text) + 1 > self.paint.width - 1:
                lines.append("  ")
                used = 2
            lines[-1] += f"{text} "
            used += len(text) + 1
        print("\n".join(line.rstrip() for line in lines))

    def _heading(self, text: str) -> None:
        line = ("─" if self.paint.symbols else "-") * max(min(self.paint.width, 72) - len(text) - 4, 4)
        print(f"\n{self.paint.strong(text)} {line}")

    def _tell_scores(self) -> None:
        view, standing = self.match.round.view(None), self.match.standing
        width = max(map(len, self.match.players))
        self._heading("Scores")
        for name in self.match.players:
            points, parts = (view.scores or {})[name], (view.items or {})[name]
            how = made_of(parts) if len(parts) > 1 else ""
            line = f"  {name:{width}}  {points:+5}  total {standing.totals[name]:4} "
            print(self.paint.hand(self.match.rulebook, line, (view.hands or {})[name]))
            if how:
                print(f"  {'':{width}}  ({how})")
        if self.pace and not standing.over:
            goal = self.match.rulebook.target or self.match.rulebook.limit
            wait(f"  {f'To {goal}. ' if goal else ''}Enter deals the next round> ")

    def tell_match(self) -> None:
        """Print who won and who lost, and the command for the next game if it has losers (F10)."""
        standing = self.match.standing
        print(self.paint.strong(f"\nThe match is over: {' and '.join(standing.winners)} won."))
        if standing.losers:
            print(f"Lost: {', '.join(standing.losers)}. The next game at once goes to {standing.next_limit}:")
            print(f"  lastcard play {self.match.rulebook.name} {self._next_game(standing)}")

    def _next_game(self, standing: Standing) -> str:
        """The options for the next game at once: its limit, and who begins it (F2)."""
        players, usual = len(self.match.players), self.match.rulebook.default_players
        first = self.match.players[self.match.next_first() or 0]
        words = [] if players == usual else ["--players", str(players)]
        words += ["--set", f"limit={standing.next_limit}"]
        words += [] if first == self.you else ["--first", first]
        return shlex.join(words)

    def show(self, view: View) -> None:
        """The table from this person's seat."""
        rulebook, paint = self.match.rulebook, self.paint
        self._heading(f"{rulebook.title}, draw pile {view.draw_pile}")
        seats = [f"{name}{' (you)' if name == self.you else ''} {view.counts[name]}" for name in view.players]
        print(f"  {paint.arrows[view.direction].join(seats)}")
        colour = rulebook.suits[view.colour] if view.colour else f"no {rulebook.suit_word} yet"
        owed = f", you owe {view.owed}" if view.owed and view.turn == self.you else ""
        drawn = f", you drew {paint.card(rulebook, view.drawn)}" if view.drawn else ""
        print(f"  on top   {paint.card(rulebook, view.top)} ({colour}){owed}{drawn}")
        print(paint.hand(rulebook, "  you hold", view.hand))


def wait(prompt: str) -> str:
    """What is typed at a prompt; keys struck before it was shown don't count, and the end of input quits."""
    if sys.stdin is None:
        raise Quit
    if sys.stdin.isatty():
        try:
            import readline  # noqa: F401  # arrow keys edit the line
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)
        except ImportError:
            pass  # not on this system
    try:
        return input(prompt).strip()
    except EOFError:
        raise Quit from None


def _leave() -> None:
    """Quit, if it was meant."""
    if wait("  Leave the table? [y/N] ").lower() in ("y", "yes"):
        raise Quit


def stop(match: Match) -> None:
    """Everybody's hand and the table between them; at a terminal, Enter goes on and q quits."""
    round = match.round
    view = round.view(None)
    for seat, name in enumerate(round.players):
        mark = ">" if name == view.turn else " "
        print(f"    {mark} {name}: {' '.join(round.hand(seat)) or '-'}")
    colour = f" {match.rulebook.suits[view.colour]}" if view.colour else ""
    print(f"      top {view.top},{colour}, draw pile {view.draw_pile}, {view.phase}")
    if sys.stdin and sys.stdin.isatty() and wait("  [Enter] ").lower() in ("q", "quit"):
        raise Quit


class TerminalPlayer:
    """A player who is asked at the terminal."""

    def __init__(self, match: Match, teller: Teller) -> None:
        self.match = match
        self.teller = teller
        self.tries = Tries(match, teller.you)

    def choose(self, view: View) -> str:
        """Ask until a legal action is typed; raises Quit if the person leaves. What can only be passed is."""
        if {action.verb for action in view.legal} - {"call"} == {"pass"}:
            card = self.teller.paint.card(self.match.rulebook, view.drawn) if view.drawn else "The card"
            print(f"  {card} does not fit: you pass.")
            return "pass"
        return self._ask(view, self.tries.moves(view), "your move> ")

    def may_try(self, view: View) -> bool:
        """Whether to ask for a reaction although none may be right."""
        return view.turn != view.you and self.tries.news()

    def pick_for_dealer(self, draw: DealerDraw) -> int:
        """Ask for a face-down card by its number; Enter takes the one in front (C1)."""
        self.teller.show_fan(draw)
        free = draw.free()
        while (typed := wait(f"  pick a card (1 to {draw.size}, Enter: any)> ")) != "":
            if typed.isascii() and typed.isdigit() and len(typed) < 4 and int(typed) in free:
                return int(typed)
            if typed.lower() in ("q", "quit"):
                _leave()
            elif typed.lower() in ("r", "rules"):
                print(as_text(self.match.rulebook))
            elif typed.isascii() and typed.isdigit():
                print(f"  There is no card {typed[:9]} to pick: choose from {', '.join(map(str, free))}.")
            else:
                print("  Type the number of a card; Enter takes any. r shows the rules, q quits.")
        return draw.in_front_of(self.match.players.index(self.teller.you))

    def respond(self, view: View) -> str | None:
        """Reactions out of turn; on turn they stand in the list of moves."""
        if view.turn == view.you:
            return None
        wanted = self.tries.reactions(view)
        return self._ask(view, [*wanted, "nothing"], "react? ") or None if wanted else None

    def _ask(self, view: View, moves: Sequence[str], prompt: str) -> str:
        """A move, or an empty text for none."""
        while True:
            self.teller.show(view)
            groups = self._groups(moves)
            for number, group in enumerate(groups, 1):
                print(f"  {number:3}) {self._label(group)}")
            while (typed := wait(f"  {prompt}")) not in ("", "r", "rules"):
                answer = self._answer(typed, groups)
                if answer == "nothing":
                    return ""
                if answer is not None and self._agreed(answer, view):
                    return answer
            if typed:
                print(as_text(self.match.rulebook))
            elif "nothing" in moves:
                return ""

    def _groups(self, moves: Sequence[str]) -> list[list[str]]:
        """Moves that differ only in the colour or the partner stand together; calls come first."""
        groups: dict[tuple[bool, str], list[str]] = {}
        for text in moves:
            called = text.endswith(" call")
            # Plays and jumps go by their card; any other move stands alone.
            what = " ".join(text.split()[:2]) if text.startswith(("play", "jump")) else text
            groups.setdefault((not called, what), []).append(text)
        return [group for _, group in sorted(groups.items(), key=lambda item: item[0][0])]

    def _label(self, group: list[str]) -> str:
        if len(group) == 1:
            return group[0]
        move = self.match.round.notation.parse(group[0])
        what = "with somebody" if move.player else f"and name a {self.match.rulebook.suit_word}"
        return f"{move.verb} {move.card} {what}{' call' if move.call else ''}"

    def _agreed(self, move: str, view: View) -> bool:
        """Whether somebody who was told what a false call or catch costs still wants it."""
        question = self.tries.question(move, view)
        return question is None or wait(f"  {question} [y/N] ").lower() in ("y", "yes")

    def _answer(self, typed: str, groups: list[list[str]]) -> str | None:
        """The move that was meant, or None after saying what is wrong."""
        if typed.lower() in ("?", "h", "help"):
            print(textwrap.indent(textwrap.fill(HELP, max(self.teller.paint.width - 4, 20)), "  "))
        elif typed.lower() in ("q", "quit"):
            _leave()
        elif typed.isascii() and typed.isdigit():
            if len(typed) < 5 and 1 <= int(typed) <= len(groups):
                return self._one_of(groups[int(typed) - 1])
            print(f"  There is no move {typed[:9]}: choose from 1 to {len(groups)}.")
        elif [typed] in groups:
            return typed
        else:
            return self._move(typed)
        return None

    def _one_of(self, group: list[str]) -> str | None:
        """The colour or the partner of a move that needs one."""
        if len(group) == 1:
            return group[0]
        moves = [self.match.round.notation.parse(text) for text in group]
        words = [move.player or self.match.rulebook.suits[move.colour or ""] for move in moves]
        for number, word in enumerate(words, 1):
            print(f"    {number}) {word}")
        typed = wait("    which? ").lower()
        for number, (word, text) in enumerate(zip(words, group, strict=True), 1):
            if typed == str(number) or typed and word.lower().startswith(typed):
                return text
        return None

    def _move(self, typed: str) -> str | None:
        """A move in words; a card alone is played."""
        round, seat = self.match.round, self.match.players.index(self.teller.you)
        text = typed
        try:
            try:
                round.notation.parse(text)
            except NotationError as error:
                text = f"play {typed}"
                if typed.split()[0].upper() not in round.rulebook.deck.of_text:
                    raise error from None
            round.verify(seat, text)
        except LastcardError as error:
            print(f"  No: {error}.")
            return None
        return str(round.notation.parse(text))
