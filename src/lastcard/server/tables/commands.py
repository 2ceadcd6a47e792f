"""The command handler: a command and who sent it in, events for the log out, or `CommandRefused`.

Nothing is changed or sent here. `act`, an action of the game, is judged in `rooms/actions` by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain, count
from typing import Any, Final

import msgspec

from ...bots.levels import BOT_NAMES, DEFAULT, LEVELS, missing
from ...game.fairness import fresh
from ...rulebooks import Rulebook
from ..common.faces import Face
from ..common.names import chat_text, key, tidy
from ..common.person import Person
from ..common.refusal import CommandRefused
from ..protocol import messages as m
from . import draw_commands
from . import events as e
from .offered_bots import OfferedBots
from .offered_rulebooks import Changes, OfferedRulebooks, load_fields
from .table import UNDER_WAY, Table


class Context(msgspec.Struct, frozen=True):
    """What a decision depends on besides the log: who is connected or idle, new ids, rulebooks, bots.

    `bot_names` are those that no person on this server has.
    """

    online: Collection[str] = ()
    idle: Collection[str] = ()
    new_game: Callable[[], str] = lambda: ""
    rulebooks: OfferedRulebooks = OfferedRulebooks()
    bots: OfferedBots = OfferedBots()
    bot_names: Sequence[str] = BOT_NAMES
    draws: bool = False  # people see the draw for dealer; else it comes unseen with the deal
    faces: Callable[[str], Face | None] = lambda _: None  # of a person, by id


Events = list[e.LogEvent]
LONGEST_QUEUE: Final = 20


def decide(table: Table, who: Person, command: Any, context: Context) -> Events:
    """The events that a command leads to, or CommandRefused."""
    if isinstance(command, _CHANGES) and not _ends(command) and not table.log_size.may_change(who.id):
        raise CommandRefused("rate", "too_many_changes")
    return _DECIDE[type(command)](table, who, command, context)


# What makes a log longer and nobody play: each of them so often between two deals (`log_size`).
_CHANGES: Final = (
    *(m.Sit, m.Wait, m.Ready, m.AddBot, m.Offer, m.HandOver, m.Away, m.Mute, m.Shuffle, m.Change),
)


def _ends(command: Any) -> bool:
    """Whether it only takes back what was changed before: that is always possible."""
    return getattr(command, "away", True) is False or getattr(command, "wait", True) is False


# ---- The table itself ----


def usual_changes(usual: Rulebook, changes: Changes) -> Changes:
    """The house rules that differ from the rulebook as it comes."""
    return {name: value for name, value in changes.items() if getattr(usual, name, None) != value}


def create(who: Person, command: m.Create, context: Context, quick: bool = False) -> Events:
    """The events that open a table with its creator in the first seat; raises CommandRefused.

    A `quick` one is for strangers: nobody is its host.
    """
    own = context.rulebooks.fields(command.rules)
    rulebook = load_fields(command.rules, own, command.set)
    seats = rulebook.default_players if command.seats is None else command.seats
    _check_seats(rulebook, seats)
    first = e.TableCreated(
        rules=command.rules,
        rulebook=msgspec.to_builtins(rulebook),
        set=usual_changes(load_fields(command.rules, own), command.set),
        seats=seats,
        public=command.public,
        timer=command.timer,
        pace=command.pace,
        seed=fresh(),
        own=own,
        quick=quick,
    )
    out: Events = [first, e.SeatTaken(seat=0, person=who.id, name=who.name)]
    out += [] if quick else [e.HostChanged(seat=0)]
    if command.bots is not None:
        _check_level(command.bots, context.bots)
        taken = [who.name]
        for seat in range(1, seats):
            taken.append(bot_name(taken, context))
            out.append(e.BotSeated(seat=seat, level=command.bots, name=taken[-1]))
    if command.start:
        if command.bots is None:
            raise CommandRefused("denied", "nobody_to_play")
        out.append(_new_match(rulebook, 0, context))
    return out


def _check_seats(rulebook: Rulebook, seats: int) -> None:
    if not rulebook.min_players <= seats <= rulebook.most_players:
        least, most = rulebook.min_players, rulebook.most_players
        raise CommandRefused("invalid", "players", rules=rulebook.name, least=least, most=most)


def _check_level(level: str, bots: OfferedBots) -> None:
    if level in bots:
        return
    if level not in LEVELS:
        raise CommandRefused("invalid", "no_level", name=level, names=[*LEVELS, *bots.own])
    if (package := missing(level)) is not None:
        raise CommandRefused("invalid", "level_missing", level=level, package=package)


def bot_name(taken: Iterable[str], context: Context) -> str:
    """The first name for a bot that nobody at the table has."""
    used = {key(name) for name in taken}
    spare = (f"{name} {number}" for number in count(100) for name in BOT_NAMES)  # never, with twenty seats
    return next(name for name in chain(context.bot_names, spare) if key(name) not in used)


def _change(table: Table, who: Person, command: m.Change, context: Context) -> Events:
    _host_only(table, who)
    if table.phase not in ("waiting", "over"):
        raise CommandRefused("denied", "between_matches")
    rules = table.rules if command.rules is None else command.rules
    unchanged = table.set if command.rules in (None, table.rules) else {}
    changes = unchanged if command.set is None else command.set
    own = table.own if rules == table.rules else context.rulebooks.fields(rules)
    rulebook = load_fields(rules, own, changes)
    seats = len(table.seats) if command.seats is None else command.seats
    _check_seats(rulebook, seats)
    if sum(occupant.kind != "empty" for occupant in table.seats) > seats:
        raise CommandRefused("denied", "seats_taken")
    changed = e.SettingsChanged(
        rules=rules,
        rulebook=msgspec.to_builtins(rulebook),
        set=usual_changes(load_fields(rules, own), changes),
        seats=seats,
        public=table.public if command.public is None else command.public,
        timer=table.timer if command.timer is None else command.timer,
        pace=table.pace if command.pace is None else command.pace,
        own=own,
    )
    return [changed]


def _close(table: Table, who: Person, command: m.Close, context: Context) -> Events:
    _host_only(table, who)
    return [e.TableClosed(why="closed")]


# ---- Seats ----


def _seated(table: Table, who: Person) -> int:
    seat = table.seat_of(who.id)
    if seat is None:
        raise CommandRefused("denied", "seated_only")
    return seat


def _host_only(table: Table, who: Person) -> int:
    seat = _seated(table, who)
    if table.host != seat:
        raise CommandRefused("denied", "host_only")
    return seat


def _existing(table: Table, seat: int) -> int:
    if seat >= len(table.seats):
        raise CommandRefused("invalid", "no_seat")
    return seat


def _sit(table: Table, who: Person, command: m.Sit, context: Context) -> Events:
    if who.id in table.banned:
        raise CommandRefused("denied", "removed")
    if table.seat_of(who.id) is not None:
        raise CommandRefused("denied", "seated_already")
    own = table.former_seat(who.id)
    if own is None and command.seat is None and _soon(table, who, context):
        return _queued(table, who)
    seat = own if own is not None else _free_seat(table, command.seat)
    out: Events = []
    same = table.seat_named(who.name)
    if same is not None and same not in (seat, own):
        if table.seats[same].kind == "person" or table.in_match(same):
            raise CommandRefused("name", "name_at_table", name=table.seats[same].name)
        level = table.seats[same].level or DEFAULT
        taken = [*(occupant.name for occupant in table.seats), who.name]
        out.append(e.BotSeated(seat=same, level=level, name=bot_name(taken, context)))
    name = table.seats[seat].name if own is not None else who.name  # a match knows one by one name
    out.append(e.SeatTaken(seat=seat, person=who.id, name=name))
    if table.host is None and not table.quick:
        out.append(e.HostChanged(seat=seat))
    return out


def rename(table: Table, who: Person) -> Events:
    """Somebody has another name; the table keeps the old one while another seat there has the new one."""
    seat = table.seat_of(who.id)
    if seat is not None:
        same = table.seat_named(who.name)
        if table.seats[seat].name == who.name or same not in (None, seat):
            return []
    elif table.queue.get(who.id, who.name) == who.name:
        return []
    if not table.log_size.may_change(who.id):
        return []
    return [e.PersonRenamed(person=who.id, name=who.name)]


def _soon(table: Table, who: Person, context: Context) -> bool:
    """Whether a bot makes room for this person when the round is over: sooner than an empty seat's match."""
    others = table.reserved({*context.online} - {who.id})
    opening = sum(table.opens(seat) for seat in table.players)
    return table.phase in UNDER_WAY and len(others) < opening


def _queued(table: Table, who: Person) -> Events:
    if who.id in table.queue:
        return []
    if len(table.queue) >= LONGEST_QUEUE:
        raise CommandRefused("full", "queue_full")
    return [e.QueueChanged(person=who.id, name=who.name, waits=True)]


def _wait(table: Table, who: Person, command: m.Wait, context: Context) -> Events:
    """Queue for a seat; if one is free, it is taken at once."""
    if not command.wait:
        return [e.QueueChanged(person=who.id, name=who.name, waits=False)] if who.id in table.queue else []
    try:
        return _sit(table, who, m.Sit(id=command.id), context)
    except CommandRefused as refused:
        if refused.kind != "full":
            raise
    return _queued(table, who)


def _free_seat(table: Table, wanted: int | None) -> int:
    """The seat that is meant, if it can be taken."""
    if wanted is None:
        seats = range(len(table.seats))  # in a match a bot's seat first: the others play in the next one
        order = sorted(seats, key=lambda i: (not table.in_match(i), table.seats[i].kind == "bot", i))
        for seat in order:
            if table.free(seat):
                return seat
        raise CommandRefused("full", "no_free_seat")
    occupant = table.seats[_existing(table, wanted)]
    if table.free(wanted):
        return wanted
    if occupant.kind == "person":
        raise CommandRefused("full", "seat_taken")
    if table.phase in UNDER_WAY:
        raise CommandRefused("full", "bot_finishes")
    raise CommandRefused("full", "bot_stays")


def _stand(table: Table, who: Person, command: m.Stand | m.Leave, context: Context) -> Events:
    seat = table.seat_of(who.id)
    if seat is None:
        return [e.QueueChanged(person=who.id, name=who.name, waits=False)] if who.id in table.queue else []
    return vacate(table, seat, "left", context)


def vacate(table: Table, seat: int, why: Any, context: Context) -> Events:
    """Somebody gives up a seat: a bot goes on in a match; the host's role passes on; the last one closes."""
    out: Events = [e.SeatVacated(seat=seat, why=why, level=DEFAULT)]
    left = [(other, occupant) for other, occupant in table.people() if other != seat]
    if not left:
        return [*out, e.TableClosed(why="empty")]
    if table.host == seat:
        out.append(e.HostChanged(seat=next_host(table, seat, context.online)))
    return out


def next_host(table: Table, leaving: int, online: Collection[str]) -> int | None:
    """The next person on the way round who is there; never a bot, never somebody offline."""
    seats = len(table.seats)
    for step in range(1, seats):
        occupant = table.seats[(leaving + step) % seats]
        if occupant.kind == "person" and occupant.person in online:
            return (leaving + step) % seats
    return None


def _bot(table: Table, who: Person, command: m.AddBot, context: Context) -> Events:
    own = _host_only(table, who)
    occupant = table.seats[_existing(table, command.seat)]
    _check_level(command.level, context.bots)
    if command.seat == own:
        raise CommandRefused("denied", "own_seat")
    if table.in_match(command.seat):
        if occupant.kind == "bot":
            raise CommandRefused("denied", "bot_replaced")
        return [e.SeatVacated(seat=command.seat, why="replaced", level=command.level)]
    name = bot_name((occupant.name for occupant in table.seats), context)
    return [e.BotSeated(seat=command.seat, level=command.level, name=name)]


def _offer(table: Table, who: Person, command: m.Offer, context: Context) -> Events:
    _host_only(table, who)
    if table.seats[_existing(table, command.seat)].kind != "bot":
        raise CommandRefused("denied", "bots_seat_only")
    return [e.SeatOffered(seat=command.seat, offered=command.offer)]


def _kick(table: Table, who: Person, command: m.Kick, context: Context) -> Events:
    own = _host_only(table, who)
    occupant = table.seats[_existing(table, command.seat)]
    if command.seat == own or occupant.kind == "empty":
        raise CommandRefused("denied", "nobody_there")
    if occupant.kind == "bot" and table.in_match(command.seat):
        raise CommandRefused("denied", "bot_removed")
    return [e.SeatVacated(seat=command.seat, why="kicked", level=DEFAULT)]


def _host(table: Table, who: Person, command: m.HandOver, context: Context) -> Events:
    own = _seated(table, who)
    occupant = table.seats[_existing(table, command.seat)]
    if table.quick:
        raise CommandRefused("denied", "no_host")
    if table.host == own:
        if occupant.kind != "person" or occupant.person not in context.online:
            raise CommandRefused("denied", "host_connected")
        return [e.HostChanged(seat=command.seat)]
    if command.seat != own or not _host_missing(table, context):
        raise CommandRefused("denied", "host_only")
    return [e.HostChanged(seat=own)]


def _host_missing(table: Table, context: Context) -> bool:
    """There is no host, or one who is offline or has long done nothing."""
    person = None if table.host is None else table.seats[table.host].person
    return person is None or person not in context.online or person in context.idle


def _away(table: Table, who: Person, command: m.Away, context: Context) -> Events:
    seat = _seated(table, who)
    if table.seats[seat].away == command.away:
        return []
    out: Events = [e.StandInChanged(seat=seat, away=command.away, why="stepped" if command.away else "back")]
    return out


# ---- The deal ----


def _ready(table: Table, who: Person, command: m.Ready, context: Context) -> Events:
    seat = _seated(table, who)
    if table.phase in UNDER_WAY:
        raise CommandRefused("denied", "round_in_play")
    if table.phase == "between" and not table.in_match(seat):
        raise CommandRefused("denied", "next_match")
    out: Events = [e.ReadyChanged(seat=seat, ready=command.ready)]
    if command.ready and all_ready(table, context, seat) and enough(table):
        out += deal(table, context)
    return out


def all_ready(table: Table, context: Context, also: int | None = None) -> bool:
    """Everybody is ready; in the middle of a match only its players are waited for, and not the absent.

    Strangers wait for nobody who is absent.
    """
    for seat, occupant in table.people():
        gone = occupant.away or occupant.person not in context.online
        others = gone and table.quick
        if table.phase == "between":
            others = gone or not table.in_match(seat)
        if seat != also and not occupant.ready and not others:
            return False
    return True


def enough(table: Table) -> bool:
    """Whether a round can be dealt: enough seats are taken, bots fill them, or a match is under way."""
    seated = sum(occupant.kind != "empty" for occupant in table.seats)
    return table.phase == "between" or table.quick or seated >= table.next_rulebook.min_players


def deal(table: Table, context: Context) -> Events:
    """The next round, or the first of a new match."""
    rulebook = table.next_rulebook
    seated = sum(occupant.kind != "empty" for occupant in table.seats)
    if table.log_size.worn_out(within_match=table.phase == "between"):
        raise CommandRefused("full", "table_worn_out")
    if not enough(table):
        raise CommandRefused("denied", "too_few_players", rules=rulebook.name, least=rulebook.min_players)
    if table.phase != "between" and seated > rulebook.most_players:
        raise CommandRefused("denied", "too_many_players", rules=rulebook.name, most=rulebook.most_players)
    if table.phase == "between":
        return [e.RoundDealt(seed=fresh())]
    bots = _fill(table, context) if table.quick else []
    seats = range(len(table.seats)) if table.quick else table.taken
    first = table.next_first(seats) if rulebook.first_player == "joining" else 0
    return [*bots, _new_match(rulebook, first, context)]


def _fill(table: Table, context: Context) -> Events:
    """Before a match of strangers: bots for the seats that are empty, and for people who are gone."""
    gone = [seat for seat, occupant in table.people() if occupant.person not in context.online]
    free = [seat for seat, occupant in enumerate(table.seats) if occupant.kind == "empty" or seat in gone]
    out: Events = [e.SeatVacated(seat=seat, why="left") for seat in gone]
    taken = [occupant.name for occupant in table.seats]
    for seat in free:
        taken.append(bot_name(taken, context))
        out.append(e.BotSeated(seat=seat, level=DEFAULT, name=taken[-1]))
    return out


def _new_match(rulebook: Rulebook, first: int, context: Context) -> e.LogEvent:
    """A match begins with the draw for dealer where there is one, and people are to see it (C1)."""
    if context.draws and rulebook.first_player == "dealer_draw":
        return e.DealerDrawBegun(game=context.new_game())
    return e.RoundDealt(seed=fresh(), game=context.new_game(), first=first)


def _start(table: Table, who: Person, command: m.Start, context: Context) -> Events:
    seat = _seated(table, who)
    if table.phase in UNDER_WAY:
        raise CommandRefused("denied", "round_in_play")
    if table.quick:
        raise CommandRefused("denied", "deals_by_itself")
    if table.host != seat and not _host_missing(table, context):
        raise CommandRefused("denied", "host_deals")
    return deal(table, context)


def _shuffle(table: Table, who: Person, command: m.Shuffle, context: Context) -> Events:
    if table.phase == "drawing":
        raise CommandRefused("denied", "shuffled_already")
    return [e.SeedAdditionChanged(seat=_seated(table, who), text=tidy(command.text))]


def after_draw(table: Table) -> Events:
    """What follows when the cards of a draw have been shown: the tied draw again, or the deal."""
    assert table.drawing is not None
    return [e.DrawnAgain()] if table.drawing.draw.dealer is None else [e.RoundDealt(seed=fresh())]


# ---- Talk ----


def _say(table: Table, who: Person, command: m.Say, context: Context) -> Events:
    seat = table.seat_of(who.id)
    if seat is None and table.muted:
        raise CommandRefused("denied", "muted")
    name = who.name if seat is None else table.seats[seat].name  # the table knows one by one name
    if command.phrase is not None:
        if command.phrase not in m.PHRASES:
            raise CommandRefused("invalid", "no_phrase", name=command.phrase)
        return [e.ChatSent(name=name, seat=seat, face=context.faces(who.id), phrase=command.phrase)]
    text = chat_text(command.text or "")
    if not text:
        raise CommandRefused("invalid", "empty_message")
    return [e.ChatSent(name=name, seat=seat, face=context.faces(who.id), text=text)]


def _mute(table: Table, who: Person, command: m.Mute, context: Context) -> Events:
    _host_only(table, who)
    return [e.SpectatorsMuted(muted=command.mute)]


_DECIDE: Final[dict[type, Callable[..., Events]]] = {
    m.Sit: _sit,
    m.Wait: _wait,
    m.Stand: _stand,
    m.Leave: _stand,
    m.Ready: _ready,
    m.Start: _start,
    m.Pick: draw_commands.pick,
    m.Skip: draw_commands.skip,
    m.AddBot: _bot,
    m.Kick: _kick,
    m.Offer: _offer,
    m.HandOver: _host,
    m.Away: _away,
    m.Say: _say,
    m.Mute: _mute,
    m.Shuffle: _shuffle,
    m.Change: _change,
    m.Close: _close,
}
