"""What may be done: bit sets of playable kinds, `verify` for one action, `legal` for all of them.

`legal` lists what is right to do. `verify` also lets through what the rules punish or ignore: a false call
or catch, a call or colour that comes too late to matter (C8, U9).
"""

from collections.abc import MutableSequence

from . import codes as c
from .bits import has, lowest
from .pile import top_card
from .state import Counted, Rules, State

# Inlined where it is called when compiled: the path of nearly every action.
HOT = ("matching", "fits", "narrowed", "plays", "verbs", "call_fits", "cards_after", "can_react")


def matching(r: Rules, colour: int, top: int) -> int:
    """The kinds that match a colour in force or the card on top (U3), wilds included."""
    return r.by_suit[colour] | r.fits_on[top]


def fits(s: State, r: Rules, seat: int) -> int:
    """The kinds in a hand that may be laid on the discard pile (U3, C4, H7)."""
    mask = s.held[seat] & matching(r, s.colour, s.pile[s.pile_n - 1])
    if mask & r.last_resort or s.count[seat] == 1:
        return narrowed(s, r, seat, mask)
    return mask


def narrowed(s: State, r: Rules, seat: int, mask: int) -> int:
    """Of the kinds that match, those that C4 and H7 leave."""
    if mask & r.last_resort and mask & ~r.last_resort:
        mask &= ~r.last_resort
    if s.count[seat] == 1:
        mask &= ~r.never_last
    return mask


def answers(s: State, r: Rules, seat: int) -> int:
    """The kinds in a hand that pass a draw on to the next player (H1, C4, H7)."""
    return narrowed(s, r, seat, s.held[seat] & answering(s, r))


def answering(s: State, r: Rules) -> int:
    """The kinds that answer a draw card (H1); nothing is stacked on a last card."""
    if r.stacking == c.STACK_OFF or s.count[s.attacker] == 0:
        return 0
    top = top_card(s)
    mask = r.drawing & matching(r, s.colour, top)
    if r.stacking == c.STACK_SAME:
        mask &= r.same_face[top]
    return mask


def plays(s: State, r: Rules) -> int:
    """The kinds that the seat in turn may play now."""
    seat = s.turn
    phase = s.phase
    if phase == c.ASK_PLAY:
        return fits(s, r, seat)
    if phase == c.ASK_DRAWN:
        mask = fits(s, r, seat)
        drawn = mask & 1 << s.drawn
        if r.after_draw_any and not (r.drawn_must and drawn):  # F5, H6
            return mask
        return drawn  # U6
    if phase == c.ASK_STACK or phase == c.ASK_CHALLENGE:
        return answers(s, r, seat)
    return 0


def verbs(s: State, r: Rules, mask: int) -> int:
    """What else the seat in turn may do, given its playable kinds: a bit set of verbs."""
    phase = s.phase
    if phase == c.ASK_PLAY:
        return 0 if mask and r.must_play else 1 << c.DRAW  # C5, L3
    if phase == c.ASK_DRAWN:
        return 0 if r.drawn_must and mask >> s.drawn & 1 else 1 << c.PASS  # H6
    if phase == c.ASK_NAME:
        return 1 << c.NAME
    if phase == c.ASK_STACK:
        return 1 << c.TAKE
    if phase == c.ASK_CHALLENGE:
        return 1 << c.TAKE | 1 << c.CHALLENGE
    return 0


def jump(s: State, r: Rules, seat: int) -> int:
    """The kind with which a seat may jump in, or NOTHING (H2)."""
    if not r.jump_in or s.phase != c.ASK_PLAY or seat == s.turn:
        return c.NOTHING
    top = top_card(s)
    mask = s.held[seat] & 1 << top & ~r.wilds
    if s.count[seat] == 1:
        mask &= ~r.never_last
    return top if mask else c.NOTHING


def may_call(s: State, r: Rules, seat: int) -> bool:
    """Whether a call on its own would be a true one that changes something (C6, F6)."""
    if r.call == c.CALL_CATCH:
        return s.catchable >> seat & 1 == 1
    if r.call == c.CALL_POINTS:
        return s.called >> seat & 1 == 0 and (s.count[seat] == 1 or s.count[seat] == 2 and seat == s.turn)
    return False


def call_fits(s: Counted, r: Rules, seat: int, kind: int, arg: int) -> bool:
    """Whether a call with this play would be a true one that changes something (C6, F6)."""
    if r.call == c.CALL_CATCH:
        return s.count[seat] > 1 and cards_after(s, r, seat, kind, arg) == 1
    if r.call == c.CALL_POINTS:
        return s.called >> seat & 1 == 0 and s.count[seat] <= 2
    return False


def cards_after(s: Counted, r: Rules, seat: int, kind: int, arg: int) -> int:
    """How many cards a seat holds after a play that is not its last card, moved hands included (H3)."""
    if r.swapping >> kind & 1:
        return s.count[arg]
    if r.passing >> kind & 1:
        return s.count[(seat - s.direction) % s.players]
    return s.count[seat] - 1


def legal(s: State, r: Rules, seat: int, out: MutableSequence[int]) -> int:
    """Write every right action of a seat into `out`, which must be long enough; return how many."""
    n = 0
    if s.phase == c.OVER:
        return n
    if seat == s.turn:
        mask = plays(s, r)
        also = verbs(s, r, mask)
        while mask:
            n = add_plays(s, r, seat, lowest(mask), out, n)
            mask &= mask - 1
        for verb in (c.DRAW, c.PASS, c.TAKE, c.CHALLENGE):
            if also >> verb & 1:
                out[n] = c.pack(verb)
                n += 1
        if also >> c.NAME & 1:
            for colour in range(r.suits):
                out[n] = c.pack(c.NAME, 0, colour)
                n += 1
    return add_reactions(s, r, seat, out, n)


def add_plays(s: State, r: Rules, seat: int, kind: int, out: MutableSequence[int], n: int) -> int:
    """The forms in which one card can be played: with each colour or partner, with and without a call."""
    verb = c.PLAY if seat == s.turn else c.JUMP
    if s.count[seat] == 1:
        first, end = c.NOTHING, 0  # U9: a last card names nothing
    elif r.wilds >> kind & 1:
        first, end = 0, r.suits
    elif r.swapping >> kind & 1:
        first, end = 0, s.players
    else:
        first, end = c.NOTHING, 0
    for arg in range(first, end):
        if arg == seat and r.swapping >> kind & 1:
            continue
        out[n] = c.pack(verb, kind, arg)
        n += 1
        if call_fits(s, r, seat, kind, arg):
            out[n] = c.pack(verb, kind, arg, 1)
            n += 1
    return n


def add_reactions(s: State, r: Rules, seat: int, out: MutableSequence[int], n: int) -> int:
    """Calls, catches and jump-ins: what a seat may do out of turn."""
    if s.count[seat] == 0:
        return n
    if may_call(s, r, seat):
        out[n] = c.pack(c.CALL)
        n += 1
    others = s.catchable & ~(1 << seat)
    for other in range(s.players):
        if others >> other & 1:
            out[n] = c.pack(c.CATCH, 0, other)
            n += 1
    kind = jump(s, r, seat)
    if kind != c.NOTHING:
        n = add_plays(s, r, seat, kind, out, n)
    return n


def asked(s: State, i: int) -> int:
    """The i-th seat to be asked for a reaction: owners of open windows first, then in turn order (C7)."""
    for want in (1, 0):
        seat = s.turn
        for _ in range(s.players):
            if s.catchable >> seat & 1 == want:
                if i == 0:
                    return seat
                i -= 1
            seat = (seat + s.direction) % s.players
    return c.NOTHING


def can_react(s: State, r: Rules) -> bool:
    """Whether anybody could have something to say out of turn: a quick look before the seats are asked."""
    if s.catchable or r.jump_in and s.phase == c.ASK_PLAY:
        return True
    if r.call == c.CALL_POINTS:
        for seat in range(s.players):
            if may_call(s, r, seat):
                return True
    return False


def verify(s: State, r: Rules, seat: int, action: int) -> int:
    """ALLOWED, or the code of the first reason to refuse an action."""
    verb = c.verb_of(action)
    if s.phase == c.OVER:
        return c.ROUND_IS_OVER
    if verb >= c.REACTIONS:
        return verify_reaction(s, r, seat, action)
    if seat != s.turn:
        return c.NOT_YOUR_TURN
    if (s.phase == c.ASK_NAME) != (verb == c.NAME):
        return c.NAME_FIRST if s.phase == c.ASK_NAME else c.NOTHING_TO_NAME
    if verb == c.NAME:
        return c.ALLOWED if 0 <= c.arg_of(action) < r.suits else c.COLOUR_IS_MISSING
    if verb == c.PLAY:
        return verify_play(s, r, seat, action)
    return verify_verb(s, r, verb)


def verify_verb(s: State, r: Rules, verb: int) -> int:
    """Draw, pass, take and challenge."""
    if verbs(s, r, plays(s, r)) >> verb & 1:
        return c.ALLOWED
    owed = s.phase == c.ASK_STACK or s.phase == c.ASK_CHALLENGE
    if verb == c.TAKE:
        return c.NOTHING_TO_TAKE
    if verb == c.CHALLENGE:
        return c.NOTHING_TO_CHALLENGE
    if owed:
        return c.ANSWER_OR_TAKE
    if verb == c.DRAW:
        return c.HAS_DRAWN if s.phase == c.ASK_DRAWN else c.MUST_PLAY
    return c.MUST_PLAY_THE_DRAWN_CARD if s.phase == c.ASK_DRAWN else c.HAS_NOT_DRAWN


def verify_play(s: State, r: Rules, seat: int, action: int) -> int:
    """Whether the seat may play this card in this way: ALLOWED, or the code of a refusal."""
    kind = c.kind_of(action)
    if kind >= r.kinds or not has(s.held[seat], kind):
        return c.NOT_HELD
    if not has(plays(s, r), kind):
        return why_not(s, r, seat, kind)
    return verify_form(s, r, seat, action)


def why_not(s: State, r: Rules, seat: int, kind: int) -> int:
    """Why a card that is held can't be played: the reason a player would want to hear."""
    bit = 1 << kind
    owed = s.phase == c.ASK_STACK or s.phase == c.ASK_CHALLENGE
    if owed:
        if not bit & answering(s, r):
            return c.DOES_NOT_ANSWER
    elif not bit & matching(r, s.colour, top_card(s)):
        return c.DOES_NOT_FIT
    elif s.phase == c.ASK_DRAWN and not r.after_draw_any and kind != s.drawn:
        return c.ONLY_THE_DRAWN_CARD
    if s.count[seat] == 1 and bit & r.never_last:
        return c.NOT_AS_LAST_CARD
    if owed or not fits(s, r, seat) & bit:
        return c.HAS_ANOTHER_CARD
    return c.MUST_PLAY_THE_DRAWN_CARD


def verify_form(s: State, r: Rules, seat: int, action: int) -> int:
    """The parts of a play or jump-in beside the card: colour, partner, call (U9, U10, H3, F6)."""
    kind = c.kind_of(action)
    arg = c.arg_of(action)
    last = s.count[seat] == 1
    if has(r.wilds, kind):
        if arg >= r.suits or arg == c.NOTHING and not last:
            return c.COLOUR_IS_MISSING
    elif has(r.swapping, kind):
        if arg >= s.players or arg == c.NOTHING and not last:
            return c.PARTNER_IS_MISSING
        if arg == seat:
            return c.PARTNER_IS_ONESELF
    elif arg != c.NOTHING:
        return c.COLOUR_IS_NOT_WANTED
    if c.call_of(action):
        if r.call == c.CALL_OFF:
            return c.NO_CALLS
        if r.call == c.CALL_POINTS and s.count[seat] > 2:
            return c.CALL_TOO_EARLY
    return c.ALLOWED


def verify_reaction(s: State, r: Rules, seat: int, action: int) -> int:
    """Whether a call, catch or jump-in may be tried: ALLOWED, or the code of a refusal."""
    verb = c.verb_of(action)
    if verb > c.JUMP:
        return c.UNKNOWN_ACTION
    if verb == c.JUMP and not r.jump_in:
        return c.NO_JUMPING_IN
    if verb != c.JUMP and r.call == c.CALL_OFF:
        return c.NO_CALLS
    if s.count[seat] == 0:
        return c.NO_CARDS_LEFT
    if verb == c.JUMP:
        return verify_jump(s, r, seat, action)
    if verb == c.CALL:
        due = s.count[seat] == 1 or s.count[seat] == 2 and seat == s.turn or has(s.called, seat)
        return c.CALL_TOO_EARLY if r.call == c.CALL_POINTS and not due else c.ALLOWED
    if r.call != c.CALL_CATCH:
        return c.NO_CATCHES
    if not 0 <= c.arg_of(action) < s.players:
        return c.NOBODY_THERE
    return c.CATCHES_ONESELF if c.arg_of(action) == seat else c.ALLOWED


def verify_jump(s: State, r: Rules, seat: int, action: int) -> int:
    """Whether the seat may jump in with this card (H2): ALLOWED, or the code of a refusal."""
    kind = c.kind_of(action)
    if seat == s.turn:
        return c.JUMPS_ON_OWN_TURN
    if s.phase != c.ASK_PLAY:
        return c.NOT_BETWEEN_TURNS
    if kind >= r.kinds or not has(s.held[seat], kind):
        return c.NOT_HELD
    if kind != top_card(s) or has(r.wilds, kind):
        return c.NOT_THE_SAME_CARD
    if jump(s, r, seat) == c.NOTHING:
        return c.NOT_AS_LAST_CARD
    return verify_form(s, r, seat, action)
