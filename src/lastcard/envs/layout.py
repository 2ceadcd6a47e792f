"""The two layouts that every environment shares: actions as indices, and what a seat sees as a row of int8.

Both are built from a rulebook and a number of players, so a user's own TOML gets its layout like any other.
Seats are relative: 1 is the next seat to the left, whoever asks. The tables are in docs/environments.md. The
functions below `Layout` are written like the kernel, over a state `s`, rule tables `r` and a layout `lay`, so
that the vector environment compiles the very ones that the others run as they are.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

from ..engine import codes as c
from ..engine.bits import has
from ..engine.fields import Record, Shape, record
from ..engine.legal import add_reactions, legal
from ..engine.limits import MAX_KINDS, MAX_PLAYERS
from ..engine.pile import top_card
from ..engine.state import Rules, State
from ..rulebooks import Rulebook
from .reactions import Asking

MOST = 127  # the largest number in an observation: larger ones are cut down to it
MOST_FORMS = MAX_KINDS * MAX_PLAYERS
MOST_OTHERS = 48  # the actions that are no plays: 4 verbs, 8 colours, a call, 19 catches, nothing
PHASES = c.OVER + 1
# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("action_at", "index_of", "write_mask", "write_observation", "write_seats", "write_seen")


@record
class Layout(Record):
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


def lay_out(book: Rulebook, players: int) -> Layout:
    """The layout of a rulebook for so many players."""
    lay = Layout()
    lay.players, lay.kinds, lay.colours = players, book.tables.kinds, book.tables.suits
    _lay_actions(lay, book.tables)
    _lay_observation(lay)
    return lay


def _lay_actions(lay: Layout, r: Rules) -> None:
    lay.swaps = r.swapping & ~r.wilds
    form = 0
    for kind in range(r.kinds):
        lay.first_form[kind] = form
        named = r.suits if has(r.wilds, kind) else lay.players - 1 if has(lay.swaps, kind) else 0
        for _ in range(1 + named):
            lay.kind_at[form] = kind
            form += 1
    lay.forms = lay.calling = form
    lay.jumping = form * (2 if r.call else 1)
    lay.others = lay.jumping * (2 if r.jump_in else 1)
    codes = [c.pack(verb) for verb in (c.DRAW, c.PASS, c.TAKE, c.CHALLENGE)]
    codes += [c.pack(c.NAME, 0, colour) for colour in range(r.suits)]
    codes += [c.pack(c.CALL)] if r.call else []
    lay.catches = lay.players - 1 if r.call == c.CALL_CATCH else 0
    codes += [c.pack(c.CATCH, 0, seat) for seat in range(1, 1 + lay.catches)]
    lay.place = [c.NOTHING] * (c.JUMP + 1)
    for i, code in reversed(list(enumerate(codes))):
        lay.place[c.verb_of(code)] = lay.others + i
    lay.nothing = lay.others + len(codes) if r.call or r.jump_in else c.NOTHING
    lay.actions = lay.others + len(codes) + (1 if r.call or r.jump_in else 0)
    lay.other_codes = [*codes, *[c.NOTHING] * (MOST_OTHERS - len(codes))]


def _lay_observation(lay: Layout) -> None:
    at = 0
    for name, length in blocks(lay):
        setattr(lay, name, at)
        at += length
    lay.width = at


def blocks(lay: Layout) -> list[tuple[str, int]]:
    """The observation's blocks in their order, each with its length."""
    return [
        *((name, lay.kinds) for name in ("hand", "top", "drawn")),
        ("colour", lay.colours),
        ("phase", PHASES),
        *((name, lay.players) for name in ("counts", "said", "catchable", "turn", "attacker")),
        ("direction", 1),
        ("owed", 5),
        ("seen", lay.kinds),
    ]


def action_at(lay: Layout, seat: int, index: int) -> int:
    """The kernel's action for an index, done by a seat; NOTHING for `nothing`."""
    if index >= lay.others:
        code = lay.other_codes[index - lay.others]
        if code != c.NOTHING and c.verb_of(code) == c.CATCH:
            return c.pack(c.CATCH, 0, (seat + c.arg_of(code)) % lay.players)
        return code
    verb = c.PLAY
    call = 0
    if index >= lay.jumping:
        verb = c.JUMP
        index -= lay.jumping
    if index >= lay.calling:
        call = 1
        index -= lay.calling
    kind = lay.kind_at[index]
    arg = index - lay.first_form[kind] - 1
    if arg >= 0 and has(lay.swaps, kind):
        arg = (seat + 1 + arg) % lay.players
    return c.pack(verb, kind, arg, call)


def index_of(lay: Layout, seat: int, action: int) -> int:
    """The index of a kernel action, done by a seat."""
    verb = c.verb_of(action)
    arg = c.arg_of(action)
    if verb == c.PLAY or verb == c.JUMP:
        kind = c.kind_of(action)
        if arg >= 0 and has(lay.swaps, kind):
            arg = (arg - seat - 1) % lay.players
        index = lay.first_form[kind] + 1 + arg
        if c.call_of(action):
            index += lay.calling
        return index + lay.jumping if verb == c.JUMP else index
    if verb == c.CATCH:
        return lay.place[verb] + (arg - seat - 1) % lay.players
    return lay.place[verb] + arg if verb == c.NAME else lay.place[verb]


def room_for_codes(lay: Layout) -> int:
    """How many actions `write_mask` may have to list."""
    return 2 * lay.forms + lay.actions


def write_mask(
    s: State,
    r: Rules,
    lay: Layout,
    q: Asking,
    codes: MutableSequence[int],
    out: MutableSequence[int],
) -> int:
    """What the seat that is asked may answer, 1 for each such index; return how many there are."""
    for i in range(lay.actions):
        out[i] = 0
    if q.seat == c.NOTHING:
        return 0
    if q.reacting:
        n = add_reactions(s, r, q.seat, codes, 0)
        out[lay.nothing] = 1
    else:
        n = legal(s, r, q.seat, codes)
    for i in range(n):
        out[index_of(lay, q.seat, codes[i])] = 1
    return n + q.reacting


def write_observation(
    s: State, r: Rules, lay: Layout, q: Asking, seat: int, out: MutableSequence[int]
) -> None:
    """What a seat may know, and nothing else (`game.view` is the same list). The discards are not redone."""
    for i in range(lay.seen):
        out[i] = 0
    write_seen(s, lay, q, out)
    hand = s.hands[seat]
    for kind in range(lay.kinds):  # the hand stands at the very front: compiled, this is one copy
        out[kind] = hand[kind]
    out[lay.top + top_card(s)] = 1
    if s.colour != c.NOTHING:
        out[lay.colour + s.colour] = 1
    out[lay.phase + s.phase] = 1
    if seat == s.turn and s.phase == c.ASK_DRAWN:
        out[lay.drawn + s.drawn] = 1
    write_seats(s, lay, seat, out)
    out[lay.direction] = s.direction
    out[lay.owed] = min(s.owed, MOST)
    out[lay.owed + 1] = min(s.deck_n, MOST)
    out[lay.owed + 2] = min(s.refills, MOST)
    if seat == q.seat:
        out[lay.owed + 3 + q.reacting] = 1


def write_seats(s: State, lay: Layout, seat: int, out: MutableSequence[int]) -> None:
    """What lies open about every seat, the observer's own first."""
    other = seat
    for i in range(s.players):
        out[lay.counts + i] = min(s.count[other], MOST)
        other = other + 1 if other + 1 < s.players else 0
    if s.called | s.catchable:
        for i in range(s.players):
            out[lay.said + i] = s.called >> other & 1
            out[lay.catchable + i] = s.catchable >> other & 1
            other = other + 1 if other + 1 < s.players else 0
    if s.phase != c.OVER:
        out[lay.turn + (s.turn - seat) % s.players] = 1
    if s.owed:
        out[lay.attacker + (s.attacker - seat) % s.players] = 1


def write_seen(s: State, lay: Layout, q: Asking, out: MutableSequence[int]) -> None:
    """The discard pile by kind: only what came onto it since the last time, unless it was reshuffled."""
    if s.refills != q.refills or q.shown == 0:
        for kind in range(lay.kinds):
            out[lay.seen + kind] = 0
        q.shown = 0
        q.refills = s.refills
    while q.shown < s.pile_n:
        out[lay.seen + s.pile[q.shown]] += 1
        q.shown += 1


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
