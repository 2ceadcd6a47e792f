"""A slow, plain reference engine for the shedding games of docs/rules.md: the oracle of differential tests.

Clause ids (U, C, L, T, F, H, N) stand beside the branches that implement them.
Every action is tried, and undone if it is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from support.reference_scores import Hands, Options, all_options, penalty_items, score_round


class Refused(Exception):
    """An action that the rules refuse; the state is as it was."""


class NeedOrder(Exception):  # a draw needs a reshuffle and no order is given; the state is as it was
    def __init__(self, discards: list[str]) -> None:
        super().__init__(f"an order is needed for {discards}")
        self.discards = discards


@dataclass(frozen=True)
class Move:  # a play or a jump as read from its text (N3)
    verb: str
    card: str
    colour: str | None = None
    partner: str | None = None
    call: bool = False

    def text(self) -> str:
        swap = f"with {self.partner}" if self.partner else None
        words = [self.verb, self.card, self.colour, swap, "call" if self.call else None]
        return " ".join(word for word in words if word)


def refuse_unless(condition: bool, why: str) -> None:
    if not condition:
        raise Refused(why)


class Reference:
    def __init__(
        self,
        rulebook: str,
        options: Options,
        names: list[str],
        deck: list[str],
        first: str,
        back: Sequence[int] = (),
        opening: str | None = None,
        hand: int | None = None,
    ) -> None:
        if len(names) < 2 or len(set(names)) != len(names) or first not in names:  # U2, N1
            raise ValueError("at least two different names, and first is one of them")
        self.rulebook = rulebook
        self.options = all_options(rulebook, options)
        self.names = list(names)
        self.french = rulebook == "fool108"
        self.colours = ("C", "D", "H", "S") if self.french else ("R", "Y", "G", "B")
        self.draw_faces = {"6": 2, "7": 1} if self.french else {"+2": 2, "W+4": 4}  # U4, F4
        self.skip_face, self.reverse_face = ("A", "9") if self.french else ("S", "R")  # U4, F4
        self.wild_faces = ("Q",) if self.french else ("W", "W+4")  # U3, F3
        self.action_faces = {self.skip_face, self.reverse_face, *self.wild_faces, *self.draw_faces}  # H7
        self.swap_face, self.pass_face = ("7", "0") if self.options["seven_zero"] else ("", "")  # H3
        self.reverse_skips = len(names) == 2 and bool(self.options["reverse_skips_with_two"])  # U5, F4
        self.orders: list[list[str]] = []
        self.hands: Hands = {name: [] for name in names}
        self.pile = list(deck)  # top first
        self.discard: list[str] = []  # top last
        self.colour: str | None = None  # the colour in force
        self.turn, self.phase, self.direction = first, "play", 1
        self.drawn: str | None = None  # the card just drawn, in phase 'drawn'
        self.last_player, self.guilty = first, False  # H5: of the Wild Draw Four on top
        self.called: set[str] = set()
        self.open: set[str] = set()  # C6, C7: one card, not called, window open
        self.caught: set[str] = set()  # C8: until the windows close
        self.turns = self.refills = self.owed = 0
        self.empty_draws = 0  # U8
        self.replenished = dict.fromkeys(names, 0)  # F7, in points
        self.reason: str | None = None
        self.winner: str | None = None
        self._deal(first, hand or (5 if self.french else 7))  # U2, C2, F1
        if self.french:
            self._open_french(first, opening)
        else:
            self._open_uno(first, list(back))
        self._test_dead_ends()  # U8: tested after the deal

    def _snapshot(self) -> dict[str, Any]:  # all the fields, with their own lists and sets
        saved = {k: v.copy() if isinstance(v, list | set | dict) else v for k, v in self.__dict__.items()}
        saved["hands"] = {name: list(hand) for name, hand in self.hands.items()}
        return saved

    def copy(self) -> Reference:
        twin = object.__new__(Reference)
        twin.__dict__.update(self._snapshot())
        return twin

    def _face(self, card: str) -> str:
        uno_face = card if card in ("W", "W+4") else card[1:]
        return card[:-1] if self.french else uno_face

    def _colour(self, card: str) -> str | None:
        uno_colour = None if card in ("W", "W+4") else card[0]
        return card[-1] if self.french else uno_colour

    def _is_wild(self, card: str) -> bool:
        return self._face(card) in self.wild_faces

    def _after(self, name: str, step: int = 1) -> str:
        return self.names[(self.names.index(name) + step * self.direction) % len(self.names)]

    def _deal(self, first: str, size: int) -> None:
        if len(self.pile) < size * len(self.names):
            raise ValueError("too few cards to deal")
        for _ in range(size):
            for step in range(len(self.names)):
                self.hands[self._after(first, step)].append(self.pile.pop(0))

    def _turn_up(self, back: list[int]) -> str:  # C3: a Wild Draw Four goes back; L2, T1: both wilds
        unfit = ("W+4",) if self.rulebook == "classic" else ("W", "W+4")
        if all(card in unfit for card in self.pile):
            raise ValueError("no card can start the pile")
        while self.pile[0] in unfit:
            card = self.pile.pop(0)
            self.pile.insert(back.pop(0) if back else len(self.pile), card)
        return self.pile.pop(0)

    def _open_uno(self, first: str, back: list[int]) -> None:
        card = self._turn_up(back)  # C2; H3: no seven-zero here
        self.discard, self.colour, face = [card], self._colour(card), self._face(card)
        dealer = self._after(first, -1)
        self.direction = -1 if face == "R" else 1
        if face == "W":  # C3: names, then plays
            self._begin(first, "name")
        elif face == "R" and self.options["opening_reverse"] == "dealer":  # C3
            self._begin(dealer)
        elif face == "S" or (face == "R" and self.reverse_skips):  # C3, L2
            self._begin(self._after(first))
        elif face == "+2" and self.options["stacking"] != "off":  # H1: may be stacked
            self.owed = 2
            self._begin(first, "stack")
        elif face == "+2":  # C3, L2
            self._pay(first, 2)
        else:
            self._begin(first)

    def _open_french(self, starter: str, opening: str | None) -> None:
        card = self.hands[starter][0] if opening is None else opening  # F2
        if card not in self.hands[starter]:
            raise ValueError("the opening card is not in the starter's hand")
        self.hands[starter].remove(card)
        self.discard = [card]
        if self._is_wild(card):  # F2: the starter names the suit
            self._begin(starter, "name")
        else:
            self.colour = self._colour(card)
            self._effect(starter, card, last=False)  # F2: on the next player

    def _end_turn(self) -> None:  # F6: a call made with two cards is good for that turn's play only
        if self.options["call_lapses"] and len(self.hands[self.turn]) == 2:
            self.called.discard(self.turn)

    def _begin(self, name: str, phase: str = "play") -> None:  # a seat gets the turn
        self._end_turn()
        self.turn, self.phase, self.drawn = name, phase, None
        self.turns += 1  # U8: only seats that act are counted

    def _end(self, reason: str, winner: str | None) -> None:
        self.phase, self.reason, self.winner = "over", reason, winner
        self.drawn, self.owed = None, 0
        self._close_windows()

    def _test_dead_ends(self) -> None:  # U8: blocked is tested first
        stuck = not self.pile and len(self.discard) <= 1 and not any(map(self._playable, self.names))
        blocked = stuck or self.empty_draws >= 2 * len(self.names)
        if blocked and self.phase in ("play", "drawn"):
            self._end("blocked", None)
        elif self.turns > self.options["max_turns"] and self.phase != "over" and all(self.hands.values()):
            self._end("capped", None)

    def _refill(self, name: str) -> None:  # U7: the top discard stays, the rest becomes the draw pile
        rest = self.discard[:-1]
        if not rest:
            return
        if not self.orders:
            raise NeedOrder(sorted(rest))
        self.pile = list(self.orders.pop(0))
        if sorted(self.pile) != sorted(rest):
            raise ValueError("the order is not one of the cards to reshuffle")
        self.discard = self.discard[-1:]
        self.refills += 1
        self.replenished[name] += self.options["refill_points"] * self.refills  # F7

    def _draw_one(self, name: str) -> str | None:
        if not self.pile:
            self._refill(name)
        if not self.pile:
            return None
        card = self.pile.pop(0)
        self.hands[name].append(card)
        self.called.discard(name)  # C6, F6: a card drawn clears the mark
        self.open.discard(name)  # no longer exactly one card
        self.empty_draws = 0  # U8
        return card

    def _draw(self, name: str, count: int) -> None:  # U7: what exists is drawn
        for _ in range(count):
            self._draw_one(name)

    def _fits(self, card: str) -> bool:  # U3, F3
        same_face = self._face(card) == self._face(self.discard[-1])
        return self._is_wild(card) or self._colour(card) == self.colour or same_face

    def _without_h7(self, name: str, cards: set[str]) -> set[str]:  # H7: no action as the last card
        if self.options["no_action_finish"] and len(self.hands[name]) == 1:
            return {card for card in cards if self._face(card) not in self.action_faces}
        return cards

    def _without_c4(self, cards: set[str]) -> set[str]:  # C4: W+4 only when there is nothing else (L1, H5)
        enforced = self.rulebook in ("classic", "rounds") and not self.options["challenge"]
        return cards - {"W+4"} if enforced and cards != {"W+4"} else cards

    def _playable(self, name: str) -> set[str]:  # by the whole hand, whatever was drawn
        fitting = {card for card in self.hands[name] if self._fits(card)}
        return self._without_c4(self._without_h7(name, fitting))

    def _answers(self, name: str) -> set[str]:  # H1: the draw cards that may be stacked
        if self.options["stacking"] == "off" or self._gone_out() is not None:
            return set()  # H1: nothing is stacked on a last card
        same = self.options["stacking"] == "same"
        faces = {self._face(self.discard[-1])} if same else set(self.draw_faces)
        found = {card for card in self.hands[name] if self._face(card) in faces and self._fits(card)}
        return self._without_c4(self._without_h7(name, found))

    def _must_play_drawn(self) -> bool:  # H6
        return self.options["drawn"] == "must" and self.drawn in self._playable(self.turn)

    def _choices(self, name: str) -> set[str]:  # the cards that may be played now, but for jump-ins
        if name != self.turn or self.phase in ("name", "over"):
            return set()
        if self.phase in ("stack", "challenge"):
            return self._answers(name)
        only_drawn = self.options["after_draw"] == "drawn" or self._must_play_drawn()  # U6, F5, H6
        if self.phase == "drawn" and only_drawn:
            return self._playable(name) & {str(self.drawn)}
        return self._playable(name)

    def _jumps(self, name: str) -> set[str]:  # H2: the top card's twin, between turns, by others
        if not self.options["jump_in"] or self.phase != "play" or name == self.turn:
            return set()
        same = {card for card in self.hands[name] if card == self.discard[-1] and not self._is_wild(card)}
        return self._without_h7(name, same)  # H7

    def _may_draw(self) -> bool:  # C5, L3, F5
        return self.phase == "play" and not (self.options["must_play"] and self._playable(self.turn))

    def _gone_out(self) -> str | None:  # who has played the last card (H5: may await a challenge)
        return next((name for name in self.names if not self.hands[name]), None)

    def legal(self, name: str) -> set[str]:
        if self.phase == "over" or not self.hands[name]:  # C8
            return set()
        texts = self._reactions(name)
        if name == self.turn:
            texts |= self._plain_choices()
        for card in self._choices(name):
            texts |= self._forms("play", name, card)
        for card in self._jumps(name):
            texts |= self._forms("jump", name, card)
        return texts

    def _plain_choices(self) -> set[str]:
        if self.phase == "play":
            return {"draw"} if self._may_draw() else set()
        if self.phase == "drawn":
            return set() if self._must_play_drawn() else {"pass"}
        if self.phase == "name":
            return {"name " + colour for colour in self.colours}
        return {"take", "challenge"} if self.phase == "challenge" else {"take"}

    def _reactions(self, name: str) -> set[str]:
        if self.options["call"] == "points":
            return {"call"} if name not in self.called and self._may_call_points(name) else set()
        texts = {"catch " + other for other in self.open if other != name}
        return texts | ({"call"} if name in self.open else set())

    def _forms(self, verb: str, name: str, card: str) -> set[str]:
        last = len(self.hands[name]) == 1
        colours: Sequence[str | None] = self.colours if self._is_wild(card) and not last else [None]  # U10
        partners: list[str | None] = [None]
        if self._face(card) == self.swap_face and not last:  # H3
            partners = [other for other in self.names if other != name]
        moves = [Move(verb, card, colour, partner) for colour in colours for partner in partners]
        moves += [replace(move, call=True) for move in moves if self._call_would_be_true(name, move)]
        # N1: a text that would be read as another move is not the text of this one
        return {move.text() for move in moves if self._read_move(*move.text().split(" ", 1)) == move}

    def _call_would_be_true(self, name: str, move: Move) -> bool:
        size = len(self.hands[name])
        if self.options["call"] == "points":  # F6
            return size <= 2 and name not in self.called
        if self.options["call"] == "off" or size == 1:  # C6: ignored with the last card
            return False
        if move.partner is not None:  # H3: a seven
            return len(self.hands[move.partner]) == 1
        if self._face(move.card) == self.pass_face:  # H3: a zero
            return len(self.hands[self._after(name, -1)]) == 1
        return size == 2

    def apply(self, name: str, text: str) -> None:
        saved = self._snapshot()
        try:
            refuse_unless(name in self.names and self.phase != "over", "no such player, or all is over")
            self._act(name, text)
            self._test_dead_ends()  # U8: tested after every action
        except Exception:
            self.__dict__.update(saved)
            raise

    def _act(self, name: str, text: str) -> None:
        simple = {
            "draw": self._choose_draw,
            "pass": self._pass,
            "take": self._take,
            "challenge": self._challenge,
            "call": self._call,
        }
        verb, _, rest = text.partition(" ")
        if verb in ("play", "jump"):
            self._play(name, self._read_move(verb, rest))
        elif verb == "catch":
            self._catch(name, rest)
        elif verb == "name":
            self._name_colour(name, rest)
        else:
            refuse_unless(text in simple, "no such action")
            simple[text](name)

    def _read_move(self, verb: str, rest: str) -> Move:  # N3: CARD [COLOUR] [with NAME] [call]
        refuse_unless(not rest.endswith(" "), "a space at the end")
        card, _, rest = rest.partition(" ")
        colour: str | None = None
        if rest.split(" ")[0] in self.colours:
            colour, _, rest = rest.partition(" ")
        if rest.startswith("with "):
            who = rest.removeprefix("with ")
            if who in self.names:  # N1: a full match wins
                return Move(verb, card, colour, who)
            refuse_unless(who.endswith(" call") and who.removesuffix(" call") in self.names, "with whom?")
            return Move(verb, card, colour, who.removesuffix(" call"), True)
        refuse_unless(rest in ("", "call"), "the action can't be read")
        return Move(verb, card, colour, None, rest == "call")

    def _in_turn(self, name: str, *phases: str) -> None:
        refuse_unless(name == self.turn and self.phase in phases, "not now")

    def _check_parts(self, name: str, move: Move) -> None:
        size = len(self.hands[name])
        wild, swap = self._is_wild(move.card), self._face(move.card) == self.swap_face
        refuse_unless(move.colour is None or wild, "no colour is named with this card")
        refuse_unless(move.colour is not None or not wild or size == 1, "a colour is needed")  # U9, U10
        refuse_unless(move.partner is None or swap, "nothing is swapped with this card")  # H3
        refuse_unless(move.partner is not None or not swap or size == 1, "with whom?")  # H3
        refuse_unless(move.partner != name, "with another player")
        if move.call:
            refuse_unless(self.options["call"] != "off", "there are no calls")  # H8
            refuse_unless(self.options["call"] == "catch" or size <= 2, "too many cards")  # F6

    def _play(self, name: str, move: Move) -> None:
        cards = self._jumps(name) if move.verb == "jump" else self._choices(name)
        refuse_unless(move.card in cards, "not playable")
        self._check_parts(name, move)
        if move.verb == "jump":  # H2: the turn of the one who was to act is over
            self._end_turn()
        self._close_windows()  # C6
        self.empty_draws = 0  # U8
        if move.call and self.options["call"] == "points":  # F6: the call, then the play
            self.called.add(name)
        last = self._put_down(name, move)
        changed = {name} if last else {name} | self._seven_zero(name, move)
        self._effect(name, move.card, last)
        if self.options["call"] == "catch" and not last:  # C6: a call with the last card is ignored
            self.open |= {seat for seat in changed if len(self.hands[seat]) == 1}  # C6, C7
            if move.call:
                self._judge_call(name)

    def _put_down(self, name: str, move: Move) -> bool:
        hand = self.hands[name]
        hand.remove(move.card)
        self.guilty = move.card == "W+4" and any(self._colour(card) == self.colour for card in hand)  # H5
        self.last_player = name
        self.discard.append(move.card)
        if not self._is_wild(move.card):
            self.colour = self._colour(move.card)
        elif hand:  # U9: a final wild leaves the colour as it was
            self.colour = move.colour
        return not hand  # was it the last one?

    def _seven_zero(self, name: str, move: Move) -> set[str]:  # H3: the seats whose hands were replaced
        replaced: set[str] = set()
        if self._face(move.card) == self.swap_face and move.partner is not None:
            replaced = {name, move.partner}
            self.hands[name], self.hands[move.partner] = self.hands[move.partner], self.hands[name]
        elif self._face(move.card) == self.pass_face:
            self.hands = {seat: self.hands[self._after(seat, -1)] for seat in self.names}
            replaced = set(self.names)
        self.called -= replaced  # C6
        return replaced

    def _effect(self, name: str, card: str, last: bool) -> None:  # U4, F4: to the next player
        face = self._face(card)
        if face == self.reverse_face:
            self.direction = -self.direction
        victim = self._after(name)
        amount = self.draw_faces.get(face, 0)
        if last and not (amount and self.options["last_card_hits"]):
            self._end("won", name)  # U9
        elif amount:
            self.owed += amount
            if card == "W+4" and self.options["challenge"]:  # H5: a last one too
                self._begin(victim, "challenge")
            elif self.options["stacking"] != "off" and not last:  # H1
                self._begin(victim, "stack")
            else:
                self._pay(victim, self.owed)  # U4, U9, F9
        elif face == self.skip_face or (face == self.reverse_face and self.reverse_skips):
            self._begin(self._after(victim))  # U4, U5, F4
        else:
            self._begin(victim)

    def _pay(self, victim: str, count: int) -> None:  # the victim draws and loses the turn
        self._draw(victim, count)
        self.owed = 0
        if self._gone_out() is not None:  # U9, F9: after a last card the round ends
            self._end("won", self._gone_out())
        else:
            self._begin(self._after(victim))

    def _stops_at(self, name: str, card: str) -> bool:  # H4: what may be played after drawing decides
        playable = self._playable(name)
        return bool(playable) if self.options["after_draw"] == "any" else card in playable

    def _choose_draw(self, name: str) -> None:
        self._in_turn(name, "play")
        refuse_unless(self._may_draw(), "a card can be played")
        self._close_windows()  # C6
        self.drawn = card = self._draw_one(name)
        while self.options["draw_until_playable"] and card is not None and not self._stops_at(name, card):
            card = self._draw_one(name)  # H4
            self.drawn = card or self.drawn
        if self.drawn is None:  # U6: a draw of nothing passes by itself
            self.empty_draws += 1
            self._begin(self._after(name))
        else:
            self.phase = "drawn"

    def _pass(self, name: str) -> None:
        self._in_turn(name, "drawn")
        refuse_unless(not self._must_play_drawn(), "the drawn card must be played")  # H6
        self._begin(self._after(name))

    def _take(self, name: str) -> None:
        self._in_turn(name, "stack", "challenge")
        self._pay(name, self.owed)

    def _challenge(self, name: str) -> None:  # H5
        self._in_turn(name, "challenge")
        if self.guilty:
            self._draw(self.last_player, self.owed)
            self.owed, self.phase = 0, "play"  # the challenger plays on, in the same turn
        else:
            self._pay(name, self.owed + 2)

    def _name_colour(self, name: str, colour: str) -> None:
        self._in_turn(name, "name")
        refuse_unless(colour in self.colours, "no such colour")
        self.colour, self.phase = colour, "play"  # C3: the same turn goes on
        if self.french:  # F2
            self._begin(self._after(name))

    def _close_windows(self) -> None:
        self.open, self.caught = set(), set()

    def _may_call_points(self, name: str) -> bool:  # F6: with one card, or with two on one's turn
        return len(self.hands[name]) <= (2 if name == self.turn else 1)

    def _judge_call(self, name: str) -> None:
        if len(self.hands[name]) == 1:  # C6
            self.called.add(name)
            self.open.discard(name)
        else:  # C8: false
            self._draw(name, self.options["false_call_penalty"])

    def _call(self, name: str) -> None:
        refuse_unless(self.options["call"] != "off", "there are no calls")  # H8
        refuse_unless(bool(self.hands[name]), "no cards")  # C8
        if name in self.caught or name in self.called:
            return  # C8: no-op
        if self.options["call"] == "points":  # F6
            refuse_unless(self._may_call_points(name), "too many cards to call")
            self.called.add(name)
        elif len(self.hands[name]) != 1 or name in self.open:  # C8: else closed, a no-op
            self._judge_call(name)

    def _catch(self, name: str, accused: str) -> None:
        refuse_unless(self.options["call"] == "catch", "there are no catches")  # H8
        refuse_unless(bool(self.hands[name]), "no cards")  # C8
        refuse_unless(accused in self.names and accused != name, "any other player")  # C7
        if accused in self.caught:
            return  # C8: no-op
        if accused in self.called or len(self.hands[accused]) != 1:  # C8: false
            self._draw(name, self.options["false_catch_penalty"])
        elif accused in self.open:  # C7; C8: else closed, a no-op
            self.open.discard(accused)
            self.caught.add(accused)
            self._draw(accused, self.options["catch_penalty"])

    def state(self) -> dict[str, object]:
        over = self.phase == "over"
        shown: dict[str, object] = {
            "over": over,
            "reason": self.reason,
            "winner": self.winner,
            "turn": None if over else self.turn,
            "phase": self.phase,
            "direction": self.direction,
            "top": self.discard[-1],
            "colour": self.colour,
            "owed": self.owed,
            "hands": {name: sorted(hand) for name, hand in self.hands.items()},
            "draw_pile": list(self.pile),
            "discard": list(self.discard),
            "called": sorted(self.called),
            "open": sorted(self.open),
            "turns": self.turns,
            "refills": self.refills,
            "scores": None,
            "items": None,
        }
        if over:
            out_card = None if self.winner is None else self.discard[-1]
            end = (self.hands, self.winner, out_card, self.called, self.replenished)
            shown["scores"] = score_round(self.rulebook, self.options, *end)
            if self.french:  # F11
                shown["items"] = penalty_items(self.options, *end)
        return shown
