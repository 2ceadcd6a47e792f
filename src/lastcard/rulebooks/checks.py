"""Combinations that make no sense, each refused in one sentence that names the field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..engine.limits import MAX_CARDS, MAX_KINDS, MAX_SUITS
from ..engine.score import LEAGUE_BASE
from ..messages.message import Message
from .cards import Kind
from .schema import Rulebook


def say(code: str, **params: object) -> Message:
    """What is wrong with a rulebook, as a message."""
    return Message(f"rulebook.{code}", params)


def complaints(rulebook: Rulebook) -> Iterator[Message]:
    """Everything wrong with a rulebook whose fields are right one by one."""
    yield from _texts(rulebook)
    yield from _sizes(rulebook)
    yield from _house_rules(rulebook)
    yield from _scores(rulebook)
    yield from _first_card(rulebook)


def idle_changes(rulebook: Rulebook, changes: Iterable[str]) -> Iterator[Message]:
    """Penalties that somebody sets although nothing in this rulebook would exact them."""
    needs = dict.fromkeys(("catch_penalty", "false_call_penalty", "false_catch_penalty"), "catch")
    needs |= dict.fromkeys(("call_lapses", "uncalled_points"), "points")
    for name in changes:
        wanted = needs.get(name, rulebook.call)
        if rulebook.call != wanted:
            yield say("idle", field=name, wanted=wanted)


def unreachable_goals(rulebook: Rulebook) -> Iterator[Message]:
    """A target or limit that no match could come to, whatever is dealt; an unlikely one is fine."""
    goal = "target" if rulebook.target else "limit"
    points, most = getattr(rulebook, goal), _most_in_a_round(rulebook)
    if most is None:
        return
    whole = most * (rulebook.rounds or rulebook.most_players)
    if points > whole:
        yield say("out_of_reach", field=goal, points=points, most=most, whole=whole)


def _most_in_a_round(rulebook: Rulebook) -> int | None:
    """A bound on what one player can get in a round; None where replenishing can cost any amount (F7)."""
    kinds = rulebook.deck.kinds
    worth = [n * kind.value("points") for n, kind in zip(rulebook.deck.copies, kinds, strict=True)]
    if rulebook.scoring == "wins":
        return 1
    if rulebook.scoring == "ranked":  # L4: 100 for the winner; negative cards can add to that
        below_zero = -sum(points for points in worth if points < 0)
        return LEAGUE_BASE + -(-below_zero // rulebook.min_players)
    held = sum(points for points in worth if points > 0)
    if rulebook.scoring == "winner_takes":
        return held
    lone, out = (max(kind.value(field) for kind in kinds) for field in ("lone", "out"))
    return None if rulebook.refill_points else max(held, lone, out + rulebook.uncalled_points)


def _texts(rulebook: Rulebook) -> Iterator[Message]:
    for field, text in (
        ("title", rulebook.title),
        ("about", rulebook.about),
        *((f"suits.{k}", v) for k, v in rulebook.suits.items()),
    ):
        if not text.isprintable():
            yield say("control", field=field)
    for letter in rulebook.suits:
        if len(letter) != 1 or not letter.isalpha() or letter != letter.upper():
            yield say("suit_letter", letter=letter)
    for symbol, face in rulebook.faces.items():
        if (
            not symbol
            or symbol != symbol.upper()
            or any(not 32 < ord(ch) < 127 or ch in ",:=" for ch in symbol)
        ):
            yield say("face_text", symbol=symbol)
        if not face.suited and not face.wild:
            yield say("suitless", symbol=symbol, suit_word=rulebook.suit_word)
    texts = rulebook.deck.texts
    for text in texts:
        if texts.count(text) > 1:
            yield say("same_text", card=text)
            break
    for text in rulebook.cards:
        if text not in texts:
            yield say("no_card", card=text)


def _sizes(rulebook: Rulebook) -> Iterator[Message]:
    cards, kinds = len(rulebook.deck), len(rulebook.deck.kinds)
    if not 1 <= len(rulebook.suits) <= MAX_SUITS:
        yield say("suits", most=MAX_SUITS)
    if not 1 <= kinds <= MAX_KINDS:
        yield say("kinds", kinds=kinds, most=MAX_KINDS)
    if cards > MAX_CARDS:
        yield say("cards", cards=cards, most=MAX_CARDS)
    if not rulebook.min_players <= rulebook.default_players <= rulebook.max_players:
        yield say("default_players")
    turned = 0 if rulebook.opening == "from_hand" else 1
    needed = rulebook.most_players * rulebook.hand + turned
    if needed > cards:
        yield say("hand", hand=rulebook.hand, players=rulebook.most_players, needed=needed, cards=cards)


def _house_rules(rulebook: Rulebook) -> Iterator[Message]:
    kinds = rulebook.deck.kinds
    if rulebook.stacking != "off" and not any(k.face.draws for k in kinds):
        yield say("stacking")
    if rulebook.jump_in and not any(
        n > 1 and not k.face.wild for n, k in zip(rulebook.deck.copies, kinds, strict=True)
    ):
        yield say("jump_in")
    if rulebook.seven_zero and not any(k.face.swaps or k.face.passes for k in kinds):
        yield say("seven_zero")
    if rulebook.challenge and not any(k.face.last_resort and k.face.draws and k.face.wild for k in kinds):
        yield say("challenge")
    choice = "stacking" if rulebook.stacking != "off" else "challenge" if rulebook.challenge else ""
    if choice and any(k.face.draws and not k.face.skips for k in kinds):
        yield say("draws_skip", field=choice)
    if rulebook.no_action_finish and all(k.face.acts for k in kinds):
        yield say("no_action_finish")
    if rulebook.call == "points" and rulebook.scoring != "penalties":
        yield say("call_points")
    for symbol, face in rulebook.faces.items():
        if face.swaps and (face.wild or face.passes):
            yield say("swaps", symbol=symbol)
        if (face.swaps or face.passes) and face.acts:
            yield say("moves", symbol=symbol)


def _scores(rulebook: Rulebook) -> Iterator[Message]:
    penalties = rulebook.scoring == "penalties"
    if rulebook.target and rulebook.limit:
        yield say("both_goals")
    if rulebook.limit and not penalties:
        yield say("limit")
    if rulebook.target and penalties:
        yield say("target")
    if rulebook.refill_points and not penalties:
        yield say("refill_points")
    if rulebook.uncalled_points and not penalties:
        yield say("uncalled_points")
    if not penalties and any(kind.value("lone") or kind.value("out") for kind in rulebook.deck.kinds):
        yield say("lone_out")


def _first_card(rulebook: Rulebook) -> Iterator[Message]:
    numbers = {kind.face.number for kind in rulebook.deck.kinds if kind.face.copies}
    if rulebook.first_player == "dealer_draw" and len(numbers) < 2:
        yield say("dealer_draw")
    if rulebook.opening == "from_hand":
        if rulebook.hand < 2:
            yield say("opening_hand")
        if rulebook.opening_reverse == "dealer":
            yield say("opening_reverse")
        return
    startable = [kind for kind in rulebook.deck.kinds if kind.face.starts]
    # More of them than can lie in the hands: so one is always left to be turned up.
    if sum(kind.face.copies for kind in startable) * rulebook.decks <= rulebook.most_players * rulebook.hand:
        yield say("too_few_start")
    for kind in startable:
        if kind.face.wild and _hits(kind):
            yield say("wild_start", symbol=kind.symbol)
            break


def _hits(kind: Kind) -> bool:
    return bool(kind.face.draws or kind.face.skips or kind.face.flips)
