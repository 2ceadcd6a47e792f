"""Combinations that make no sense, each refused in one sentence that names the field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..engine.limits import MAX_CARDS, MAX_KINDS
from ..engine.score import LEAGUE_BASE
from .cards import Kind
from .schema import Rulebook


def complaints(book: Rulebook) -> Iterator[str]:
    """Everything wrong with a rulebook whose fields are right one by one."""
    yield from _texts(book)
    yield from _sizes(book)
    yield from _house_rules(book)
    yield from _scores(book)
    yield from _first_card(book)


def idle_changes(book: Rulebook, changes: Iterable[str]) -> Iterator[str]:
    """Penalties that somebody sets although nothing in this rulebook would exact them."""
    needs = dict.fromkeys(("catch_penalty", "false_call_penalty", "false_catch_penalty"), "catch")
    for name in changes:
        wanted = needs.get(name, "points" if name == "uncalled_points" else book.call)
        if book.call != wanted:
            yield f'{name}: has no effect without call = "{wanted}"'


def unreachable_goals(book: Rulebook) -> Iterator[str]:
    """A target or limit that no match could come to, whatever is dealt; an unlikely one is fine."""
    goal = "target" if book.target else "limit"
    points, most = getattr(book, goal), _most_in_a_round(book)
    if most is None:
        return
    whole = most * (book.rounds or book.most_players)
    if points > whole:
        yield f"{goal}: {points} is out of reach: a round gives at most {most}, a whole match {whole}"


def _most_in_a_round(book: Rulebook) -> int | None:
    """A bound on what one player can get in a round; None where replenishing can cost any amount (F7)."""
    kinds = book.deck.kinds
    worth = [n * kind.value("points") for n, kind in zip(book.deck.copies, kinds, strict=True)]
    if book.scoring == "wins":
        return 1
    if book.scoring == "ranked":  # L4: 100 for the winner; negative cards can add to that
        below_zero = -sum(points for points in worth if points < 0)
        return LEAGUE_BASE + -(-below_zero // book.min_players)
    held = sum(points for points in worth if points > 0)
    if book.scoring == "winner_takes":
        return held
    lone, out = (max(kind.value(field) for kind in kinds) for field in ("lone", "out"))
    return None if book.refill_points else max(held, lone, out + book.uncalled_points)


def _texts(book: Rulebook) -> Iterator[str]:
    for field, text in (
        ("title", book.title),
        ("about", book.about),
        *((f"suits.{k}", v) for k, v in book.suits.items()),
    ):
        if not text.isprintable():
            yield f"{field}: has control characters in it"
    for letter in book.suits:
        if len(letter) != 1 or not letter.isalpha() or letter != letter.upper():
            yield f"suits: {letter!r} is not one capital letter"
    for symbol, face in book.faces.items():
        if (
            not symbol
            or symbol != symbol.upper()
            or any(not 32 < ord(ch) < 127 or ch in ",:=" for ch in symbol)
        ):
            yield f"faces: {symbol!r} can't be written as a card: use capital letters, digits and signs"
        if not face.suited and not face.wild:
            yield f"faces.{symbol}: a card without a {book.suit_word} must be wild, or it fits nothing"
    texts = book.deck.texts
    for text in texts:
        if texts.count(text) > 1:
            yield f"faces: two kinds of card are both written {text}"
            break
    for text in book.cards:
        if text not in texts:
            yield f"cards: there is no card {text}"


def _sizes(book: Rulebook) -> Iterator[str]:
    cards, kinds = len(book.deck), len(book.deck.kinds)
    if not 1 <= len(book.suits) <= 8:
        yield "suits: from 1 to 8 of them"
    if not 1 <= kinds <= MAX_KINDS:
        yield f"faces: {kinds} kinds of card, but at least 1 and at most {MAX_KINDS} are possible"
    if cards > MAX_CARDS:
        yield f"decks: {cards} cards are more than the {MAX_CARDS} that are possible"
    if not book.min_players <= book.default_players <= book.max_players:
        yield "default_players: must lie between min_players and max_players"
    turned = 0 if book.opening == "from_hand" else 1
    needed = book.most_players * book.hand + turned
    if needed > cards:
        yield f"hand: {book.hand} cards for {book.most_players} players need {needed} of {cards} cards"


def _house_rules(book: Rulebook) -> Iterator[str]:
    kinds = book.deck.kinds
    if book.stacking != "off" and not any(k.face.draws for k in kinds):
        yield "stacking: no card of this deck makes anybody draw"
    if book.jump_in and not any(
        n > 1 and not k.face.wild for n, k in zip(book.deck.copies, kinds, strict=True)
    ):
        yield "jump_in: all cards of this deck are different, so nobody can hold the top card twice"
    if book.seven_zero and not any(k.face.swaps or k.face.passes for k in kinds):
        yield "seven_zero: no card of this deck swaps or passes hands"
    if book.challenge and not any(k.face.last_resort and k.face.draws and k.face.wild for k in kinds):
        yield "challenge: no draw card of this rulebook is a last resort, so there is nothing to challenge"
    choice = "stacking" if book.stacking != "off" else "challenge" if book.challenge else ""
    if choice and any(k.face.draws and not k.face.skips for k in kinds):
        yield f"{choice}: whoever takes a draw card loses the turn, so every draw card must skip"
    if book.no_action_finish and all(k.face.acts for k in kinds):
        yield "no_action_finish: every card is an action card, so nobody could ever go out"
    if book.call == "points" and book.scoring != "penalties":
        yield 'call: "points" needs scoring = "penalties"'
    for symbol, face in book.faces.items():
        if face.swaps and (face.wild or face.passes):
            yield f"faces.{symbol}: a card that swaps hands can't be wild or pass hands too"
        if (face.swaps or face.passes) and face.acts:
            yield f"faces.{symbol}: a card that moves hands can't have another effect"


def _scores(book: Rulebook) -> Iterator[str]:
    penalties = book.scoring == "penalties"
    if book.target and book.limit:
        yield "limit: a match goes to a target or to a limit, not to both"
    if book.limit and not penalties:
        yield 'limit: losing at a limit needs scoring = "penalties"'
    if book.target and penalties:
        yield 'target: with scoring = "penalties" points are bad; set limit instead'
    if book.refill_points and not penalties:
        yield 'refill_points: needs scoring = "penalties"'
    if book.uncalled_points and not penalties:
        yield 'uncalled_points: needs scoring = "penalties"'
    if not penalties and any(kind.value("lone") or kind.value("out") for kind in book.deck.kinds):
        yield 'faces: lone and out need scoring = "penalties"'


def _first_card(book: Rulebook) -> Iterator[str]:
    numbers = {kind.face.number for kind in book.deck.kinds if kind.face.copies}
    if book.first_player == "dealer_draw" and len(numbers) < 2:
        yield 'first_player: "dealer_draw" needs cards with different numbers'
    if book.opening == "from_hand":
        if book.hand < 2:
            yield "hand: an opening from the hand needs at least 2 cards"
        if book.opening_reverse == "dealer":
            yield 'opening_reverse: "dealer" needs opening = "turned"'
        return
    startable = [kind for kind in book.deck.kinds if kind.face.starts]
    # More of them than can lie in the hands: so one is always left to be turned up.
    if sum(kind.face.copies for kind in startable) * book.decks <= book.most_players * book.hand:
        yield "faces: too few cards may start the discard pile; all of them could be dealt"
    for kind in startable:
        if kind.face.wild and _hits(kind):
            yield f"faces.{kind.symbol}: a wild card with an effect can't start the pile; say starts = false"
            break


def _hits(kind: Kind) -> bool:
    return bool(kind.face.draws or kind.face.skips or kind.face.flips)
