"""The two layouts that every environment shares: actions as indices, and what a seat sees as a row of int8.

Both are built from a rulebook and a number of players, so a user's own TOML gets its layout like any other.
Seats are relative: 1 is the next seat to the left of the one that is asked. The tables are in
docs/environments.md. The functions below `Layout` are written like the engine's, over a state `s`, rule
tables `r`, a layout and a cursor: `vector` compiles the same ones that the others run as they are.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from ..engine import codes as c
from ..engine.bits import has
from ..engine.fields import FieldRecord, Shape, record
from ..engine.legal import add_reactions, legal
from ..engine.limits import MAX_KINDS, MAX_PLAYERS
from ..engine.pile import top_card
from ..engine.state import Rules, State
from ..rulebooks import Rulebook
from .reactions import ReactionCursor

MOST = 127  # the largest number in an observation: larger ones are cut down to it
MOST_FORMS = MAX_KINDS * MAX_PLAYERS
MOST_OTHERS = 48  # the actions that are not plays: 4 verbs, 8 colours, a call, 19 catches, nothing
MOST_CODES = 2 * MOST_FORMS + 4 * MOST_FORMS + MOST_OTHERS  # see `room_for_codes`
PHASES = c.OVER + 1
# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("action_at", "index_of", "write_mask", "write_observation", "write_seats", "write_seen")


@record
class Layout(FieldRecord):
    """Where everything stands, as ints and lists of a length that never changes, like all that is compiled.

    A form is a card with what it names: by itself, with each colour (a wild) or with each partner (a card
    that swaps hands). The action blocks: forms without a call, with one, the same for jump-ins, the others.
    """

    players: int
    kinds: int

    # Actions.
    actions: int
    forms: int
    first_form: Annotated[list[int], Shape((MAX_KINDS + 1,))]  # of each kind
    kind_at: Annotated[list[int], Shape((MOST_FORMS,))]  # of each form
    swaps: int  # bit set of kinds: their forms name a partner
    calling: int  # where the forms with a call begin
    jumping: int  # where jump-ins begin
    others: int  # where the rest begins
    other_codes: Annotated[list[int], Shape((MOST_OTHERS,))]  # as engine actions; a catch: the relative seat
    place: Annotated[list[int], Shape((c.JUMP + 1,))]  # of each verb: where it begins, or NOTHING
    colours: int
    catches: int
    nothing: int  # the answer of a seat that does not react, or NOTHING

    # The observation: where each block begins.
    width: int
    seen: int
    hand: int
    top: int
    drawn: int
    colour: int
    phase: int
    counts: int
    said: int  # whose call stands
    catchable: int
    turn: int
    attacker: int
    direction: int  # and after it: owed, draw pile, reshuffles, asked in turn, asked for a reaction
    owed: int


def lay_out(rulebook: Rulebook, players: int) -> Layout:
    """The layout of a rulebook for so many players."""
    layout = Layout()
    layout.players, layout.kinds, layout.colours = players, rulebook.tables.kinds, rulebook.tables.suits
    _lay_actions(layout, rulebook.tables)
    _lay_observation(layout)
    return layout


def _lay_actions(layout: Layout, r: Rules) -> None:
    layout.swaps = r.swapping & ~r.wilds
    form = 0
    for kind in range(r.kinds):
        layout.first_form[kind] = form
        named = r.suits if has(r.wilds, kind) else layout.players - 1 if has(layout.swaps, kind) else 0
        for _ in range(1 + named):
            layout.kind_at[form] = kind
            form += 1
    layout.forms = layout.calling = form
    layout.jumping = form * (2 if r.call else 1)
    layout.others = layout.jumping * (2 if r.jump_in else 1)
    codes = [c.pack(verb) for verb in (c.DRAW, c.PASS, c.TAKE, c.CHALLENGE)]
    codes += [c.pack(c.NAME, 0, colour) for colour in range(r.suits)]
    codes += [c.pack(c.CALL)] if r.call else []
    layout.catches = layout.players - 1 if r.call == c.CALL_CATCH else 0
    codes += [c.pack(c.CATCH, 0, seat) for seat in range(1, 1 + layout.catches)]
    layout.place = [c.NOTHING] * (c.JUMP + 1)
    for i, code in reversed(list(enumerate(codes))):
        layout.place[c.verb_of(code)] = layout.others + i
    layout.nothing = layout.others + len(codes) if r.call or r.jump_in else c.NOTHING
    layout.actions = layout.others + len(codes) + (1 if r.call or r.jump_in else 0)
    layout.other_codes = [*codes, *[c.NOTHING] * (MOST_OTHERS - len(codes))]


def _lay_observation(layout: Layout) -> None:
    at = 0
    for name, length in blocks(layout):
        setattr(layout, name, at)
        at += length
    layout.width = at


def blocks(layout: Layout) -> list[tuple[str, int]]:
    """The observation's blocks in their order, each with its length."""
    return [
        *((name, layout.kinds) for name in ("hand", "top", "drawn")),
        ("colour", layout.colours),
        ("phase", PHASES),
        *((name, layout.players) for name in ("counts", "said", "catchable", "turn", "attacker")),
        ("direction", 1),
        ("owed", 5),
        ("seen", layout.kinds),
    ]


def action_at(layout: Layout, seat: int, index: int) -> int:
    """The engine's action for an index, done by a seat; NOTHING for `nothing`."""
    if index >= layout.others:
        code = layout.other_codes[index - layout.others]
        if code != c.NOTHING and c.verb_of(code) == c.CATCH:
            return c.pack(c.CATCH, 0, (seat + c.arg_of(code)) % layout.players)
        return code
    verb = c.PLAY
    call = 0
    if index >= layout.jumping:
        verb = c.JUMP
        index -= layout.jumping
    if index >= layout.calling:
        call = 1
        index -= layout.calling
    kind = layout.kind_at[index]
    arg = index - layout.first_form[kind] - 1
    if arg >= 0 and has(layout.swaps, kind):
        arg = (seat + 1 + arg) % layout.players
    return c.pack(verb, kind, arg, call)


def index_of(layout: Layout, seat: int, action: int) -> int:
    """The index of an engine action, done by a seat."""
    verb = c.verb_of(action)
    arg = c.arg_of(action)
    if verb == c.PLAY or verb == c.JUMP:
        kind = c.kind_of(action)
        if arg >= 0 and has(layout.swaps, kind):
            arg = (arg - seat - 1) % layout.players
        index = layout.first_form[kind] + 1 + arg
        if c.call_of(action):
            index += layout.calling
        return index + layout.jumping if verb == c.JUMP else index
    if verb == c.CATCH:
        return layout.place[verb] + (arg - seat - 1) % layout.players
    return layout.place[verb] + arg if verb == c.NAME else layout.place[verb]


def room_for_codes(layout: Layout) -> int:
    """How many actions `write_mask` may have to list."""
    return 2 * layout.forms + layout.actions


def write_mask(
    s: State,
    r: Rules,
    layout: Layout,
    cursor: ReactionCursor,
    codes: MutableSequence[int],
    out: MutableSequence[int],
) -> int:
    """What the seat that is asked may answer, 1 for each such index; return how many there are."""
    for i in range(layout.actions):
        out[i] = 0
    if cursor.seat == c.NOTHING:
        return 0
    if cursor.reacting:
        n = add_reactions(s, r, cursor.seat, codes, 0)
        out[layout.nothing] = 1
    else:
        n = legal(s, r, cursor.seat, codes)
    for i in range(n):
        out[index_of(layout, cursor.seat, codes[i])] = 1
    return n + cursor.reacting


def write_observation(
    s: State, r: Rules, layout: Layout, cursor: ReactionCursor, seat: int, out: MutableSequence[int]
) -> None:
    """What a seat may know, and nothing else (`game.view` is the same list). The discards are not redone."""
    for i in range(layout.seen):
        out[i] = 0
    write_seen(s, layout, cursor, out)
    hand = s.hands[seat]
    for kind in range(layout.kinds):  # the hand comes first: compiled, this is one copy
        out[kind] = hand[kind]
    out[layout.top + top_card(s)] = 1
    if s.colour != c.NOTHING:
        out[layout.colour + s.colour] = 1
    out[layout.phase + s.phase] = 1
    if seat == s.turn and s.phase == c.ASK_DRAWN:
        out[layout.drawn + s.drawn] = 1
    write_seats(s, layout, seat, out)
    out[layout.direction] = s.direction
    out[layout.owed] = min(s.owed, MOST)
    out[layout.owed + 1] = min(s.deck_n, MOST)
    out[layout.owed + 2] = min(s.refills, MOST)
    if seat == cursor.seat:
        out[layout.owed + 3 + cursor.reacting] = 1


def write_seats(s: State, layout: Layout, seat: int, out: MutableSequence[int]) -> None:
    """What lies open about every seat, the observer's own first."""
    other = seat
    for i in range(s.players):
        out[layout.counts + i] = min(s.count[other], MOST)
        other = other + 1 if other + 1 < s.players else 0
    if s.called | s.catchable:
        for i in range(s.players):
            out[layout.said + i] = s.called >> other & 1
            out[layout.catchable + i] = s.catchable >> other & 1
            other = other + 1 if other + 1 < s.players else 0
    if s.phase != c.OVER:
        out[layout.turn + (s.turn - seat) % s.players] = 1
    if s.owed:
        out[layout.attacker + (s.attacker - seat) % s.players] = 1


def write_seen(s: State, layout: Layout, cursor: ReactionCursor, out: MutableSequence[int]) -> None:
    """The discard pile by kind: only what came onto it since the last time, unless it was reshuffled."""
    if s.refills != cursor.refills or cursor.shown == 0:
        for kind in range(layout.kinds):
            out[layout.seen + kind] = 0
        cursor.shown = 0
        cursor.refills = s.refills
    while cursor.shown < s.pile_n:
        out[layout.seen + s.pile[cursor.shown]] += 1
        cursor.shown += 1


def reward(s: State, r: Rules, seat: int) -> float:
    """A finished round's points as the share of the match that they are worth, from -1 to 1."""
    points = s.points[seat]
    if r.scoring == c.WINS:
        return float(min(1, points))
    if r.scoring == c.RANKED:
        return min(1.0, points / RANKED_MOST)
    goal = r.target if r.target else r.limit if r.limit else NO_GOAL
    share = max(-1.0, min(1.0, points / goal))
    return -share if r.scoring == c.PENALTIES else share


RANKED_MOST = 100  # L4: nobody gets more for a round
NO_GOAL = 500  # what stands for the target or limit of a rulebook that has none
