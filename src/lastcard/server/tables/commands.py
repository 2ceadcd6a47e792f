"""What people want of a table, judged: a message and who sent it in, entries for the log out, or `Denied`.

Nothing is changed or sent here. `act` is judged where the versions are (`room`), by the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

import msgspec

from ...bots.levels import BOT_NAMES, DEFAULT, LEVELS, missing
from ...errors import LastcardError
from ...game.fairness import fresh
from ...rulebooks import Rulebook, RulebookError, load, names
from ..common.names import key, tidy
from ..protocol import messages as m
from . import events as e
from .table import Table


class Denied(LastcardError):  # noqa: N818 - it is an answer
    """A wish that is not granted: a code for programs and a sentence for people."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


class Person(msgspec.Struct, frozen=True):
    """Somebody with a name. `id` is public; the token that proves it is not here."""

    id: str
    name: str


class Company(msgspec.Struct, frozen=True):
    """What is known about the people besides the log: who is connected, and who has long done nothing."""

    online: Collection[str] = ()
    idle: Collection[str] = ()
    new_game: Callable[[], str] = lambda: ""


Entries = list[e.Entry]
LONGEST_QUEUE: Final = 20


def granted(table: Table, who: Person, wish: Any, company: Company) -> Entries:
    """The entries that a wish leads to, or Denied."""
    return _GRANT[type(wish)](table, who, wish, company)


# ---- The table itself ----


def rulebook(rules: str, changes: dict[str, bool | int | str]) -> Rulebook:
    """A rulebook that comes with us, with house rules; Denied with the schema's own sentence."""
    if rules not in names():
        raise Denied("invalid", f"there is no rulebook {rules!r}: expected {', '.join(names())}")
    try:
        return load(rules, changes, by="house rules")
    except RulebookError as error:
        raise Denied("invalid", str(error)) from None


def usual_changes(rules: str, changes: dict[str, bool | int | str]) -> dict[str, bool | int | str]:
    """The house rules that differ from the rulebook as it comes."""
    usual = load(rules)
    return {name: value for name, value in changes.items() if getattr(usual, name, None) != value}


def created(who: Person, wish: m.Create, company: Company) -> Entries:
    book = rulebook(wish.rules, wish.set)
    seats = book.default_players if wish.seats is None else wish.seats
    _check_seats(book, seats)
    first = e.Created(
        rules=wish.rules,
        book=msgspec.to_builtins(book),
        set=usual_changes(wish.rules, wish.set),
        seats=seats,
        public=wish.public,
        timer=wish.timer,
        pace=wish.pace,
        seed=fresh(),
    )
    out: Entries = [first, e.Sat(seat=0, person=who.id, name=who.name), e.HostIs(seat=0)]
    if wish.bots is not None:
        _check_level(wish.bots)
        taken = [who.name]
        for seat in range(1, seats):
            taken.append(bot_name(taken))
            out.append(e.BotSat(seat=seat, level=wish.bots, name=taken[-1]))
    if wish.start:
        if wish.bots is None:
            raise Denied("denied", "there is nobody to play with yet")
        out.append(e.Deal(seed=fresh(), game=company.new_game()))
    return out


def _check_seats(book: Rulebook, seats: int) -> None:
    if not book.min_players <= seats <= book.most_players:
        raise Denied("invalid", f"{book.title} is for {book.min_players} to {book.most_players} players")


def _check_level(level: str) -> None:
    if level not in LEVELS:
        raise Denied("invalid", f"there is no level {level!r}: expected {', '.join(LEVELS)}")
    if (package := missing(level)) is not None:
        raise Denied("invalid", f"{level} can't be had here: this server lacks {package} (lastcard[sim])")


def bot_name(taken: Iterable[str]) -> str:
    used = {key(name) for name in taken}
    spare = (f"{name} {number}" for number in range(2, 9) for name in BOT_NAMES)
    return next(name for name in (*BOT_NAMES, *spare) if key(name) not in used)


def _change(table: Table, who: Person, wish: m.Change, company: Company) -> Entries:
    _host_only(table, who)
    if table.phase not in ("waiting", "over"):
        raise Denied("denied", "the rules can be changed between matches only")
    rules = table.rules if wish.rules is None else wish.rules
    kept = table.set if wish.rules in (None, table.rules) else {}
    changes = kept if wish.set is None else wish.set
    book = rulebook(rules, changes)
    seats = len(table.chairs) if wish.seats is None else wish.seats
    _check_seats(book, seats)
    if sum(chair.kind != "empty" for chair in table.chairs) > seats:
        raise Denied("denied", "more seats are taken than that: empty some first")
    changed = e.Changed(
        rules=rules,
        book=msgspec.to_builtins(book),
        set=usual_changes(rules, changes),
        seats=seats,
        public=table.public if wish.public is None else wish.public,
        timer=table.timer if wish.timer is None else wish.timer,
        pace=table.pace if wish.pace is None else wish.pace,
    )
    return [changed]


def _close(table: Table, who: Person, wish: m.Close, company: Company) -> Entries:
    _host_only(table, who)
    return [e.Closed(why="closed")]


# ---- Seats ----


def _seated(table: Table, who: Person) -> int:
    seat = table.seat_of(who.id)
    if seat is None:
        raise Denied("denied", "only somebody with a seat at this table can do that")
    return seat


def _host_only(table: Table, who: Person) -> int:
    seat = _seated(table, who)
    if table.host != seat:
        raise Denied("denied", "only the host can do that")
    return seat


def _there(table: Table, seat: int) -> int:
    if seat >= len(table.chairs):
        raise Denied("invalid", "there is no such seat")
    return seat


def _sit(table: Table, who: Person, wish: m.Sit, company: Company) -> Entries:
    if who.id in table.banned:
        raise Denied("denied", "the host has sent you away from this table")
    if table.seat_of(who.id) is not None:
        raise Denied("denied", "you have a seat at this table")
    own = table.former_seat(who.id)
    seat = own if own is not None else _free_seat(table, wish.seat)
    out: Entries = []
    same = table.has_name(who.name)
    if same is not None and same not in (seat, own):
        if table.chairs[same].kind == "person" or table.in_match(same):
            raise Denied("name", f"somebody at this table is called {table.chairs[same].name}")
        level = table.chairs[same].level or DEFAULT
        taken = [*(chair.name for chair in table.chairs), who.name]
        out.append(e.BotSat(seat=same, level=level, name=bot_name(taken)))
    name = table.chairs[seat].name if own is not None else who.name  # a match knows one by one name
    out.append(e.Sat(seat=seat, person=who.id, name=name))
    if table.host is None:
        out.append(e.HostIs(seat=seat))
    return out


def _wait(table: Table, who: Person, wish: m.Wait, company: Company) -> Entries:
    """Queue for a seat; if one is free, it is taken at once."""
    if not wish.wait:
        return [e.Waits(person=who.id, name=who.name, waits=False)] if who.id in table.queue else []
    try:
        return _sit(table, who, m.Sit(id=wish.id), company)
    except Denied as denied:
        if denied.code != "full":
            raise
    if len(table.queue) >= LONGEST_QUEUE:
        raise Denied("full", "many wait already: you can watch")
    return [] if who.id in table.queue else [e.Waits(person=who.id, name=who.name, waits=True)]


def _free_seat(table: Table, wanted: int | None) -> int:
    """The seat that is meant, if it can be taken."""
    if wanted is None:
        order = sorted(range(len(table.chairs)), key=lambda i: (table.chairs[i].kind == "bot", i))
        for seat in order:
            if table.free(seat):
                return seat
        raise Denied("full", "no seat is free: you can watch, and sit down when one is")
    chair = table.chairs[_there(table, wanted)]
    if table.free(wanted):
        return wanted
    if chair.kind == "person":
        raise Denied("full", "this seat is taken")
    if table.phase == "playing":
        raise Denied("full", "this bot plays the round out")
    raise Denied("full", "this bot plays on until the host offers its seat")


def _stand(table: Table, who: Person, wish: m.Stand | m.Leave, company: Company) -> Entries:
    seat = table.seat_of(who.id)
    if seat is None:
        return [e.Waits(person=who.id, name=who.name, waits=False)] if who.id in table.queue else []
    return gone(table, seat, "left", company)


def gone(table: Table, seat: int, why: Any, company: Company) -> Entries:
    """Somebody gives up a seat: a bot goes on in a match; the host's role passes on; the last one closes."""
    out: Entries = [e.Rose(seat=seat, why=why, level=DEFAULT)]
    left = [(other, chair) for other, chair in table.people() if other != seat]
    if not left:
        return [*out, e.Closed(why="empty")]
    if table.host == seat:
        out.append(e.HostIs(seat=next_host(table, seat, company.online)))
    return out


def next_host(table: Table, leaving: int, online: Collection[str]) -> int | None:
    """The next person on the way round who is there; never a bot, never somebody offline."""
    seats = len(table.chairs)
    for step in range(1, seats):
        chair = table.chairs[(leaving + step) % seats]
        if chair.kind == "person" and chair.person in online:
            return (leaving + step) % seats
    return None


def _bot(table: Table, who: Person, wish: m.AddBot, company: Company) -> Entries:
    own = _host_only(table, who)
    chair = table.chairs[_there(table, wish.seat)]
    _check_level(wish.level)
    if wish.seat == own:
        raise Denied("denied", "step away instead, or hand the table over first")
    if table.in_match(wish.seat):
        if chair.kind == "bot":
            raise Denied("denied", "a bot that plays is not replaced in a match")
        return [e.Rose(seat=wish.seat, why="replaced", level=wish.level)]
    name = bot_name(chair.name for chair in table.chairs)
    return [e.BotSat(seat=wish.seat, level=wish.level, name=name)]


def _offer(table: Table, who: Person, wish: m.Offer, company: Company) -> Entries:
    _host_only(table, who)
    if table.chairs[_there(table, wish.seat)].kind != "bot":
        raise Denied("denied", "only a bot's seat can be offered")
    return [e.Offered(seat=wish.seat, offered=wish.offer)]


def _kick(table: Table, who: Person, wish: m.Kick, company: Company) -> Entries:
    own = _host_only(table, who)
    chair = table.chairs[_there(table, wish.seat)]
    if wish.seat == own or chair.kind == "empty":
        raise Denied("denied", "nobody else sits there")
    if chair.kind == "bot" and table.in_match(wish.seat):
        raise Denied("denied", "a bot that plays can't leave in a match")
    return [e.Rose(seat=wish.seat, why="kicked", level=DEFAULT)]


def _host(table: Table, who: Person, wish: m.HandOver, company: Company) -> Entries:
    own = _seated(table, who)
    chair = table.chairs[_there(table, wish.seat)]
    if table.host == own:
        if chair.kind != "person" or chair.person not in company.online:
            raise Denied("denied", "the host is a person who is there")
        return [e.HostIs(seat=wish.seat)]
    if wish.seat != own or not _host_missing(table, company):
        raise Denied("denied", "only the host can do that")
    return [e.HostIs(seat=own)]


def _host_missing(table: Table, company: Company) -> bool:
    """There is no host, or one who is offline or has long done nothing."""
    person = None if table.host is None else table.chairs[table.host].person
    return person is None or person not in company.online or person in company.idle


def _away(table: Table, who: Person, wish: m.Away, company: Company) -> Entries:
    seat = _seated(table, who)
    if table.chairs[seat].away == wish.away:
        return []
    out: Entries = [e.Minded(seat=seat, away=wish.away, why="stepped" if wish.away else "back")]
    return out


# ---- The deal ----


def _ready(table: Table, who: Person, wish: m.Ready, company: Company) -> Entries:
    seat = _seated(table, who)
    if table.phase == "playing":
        raise Denied("denied", "a round is in play")
    out: Entries = [e.ReadyIs(seat=seat, ready=wish.ready)]
    if wish.ready and all_ready(table, company, seat) and enough(table):
        out += deal(table, company)
    return out


def all_ready(table: Table, company: Company, also: int | None = None) -> bool:
    """Everybody who is there is ready; who is truly absent is not waited for in the middle of a match."""
    for seat, chair in table.people():
        absent = chair.away or chair.person not in company.online
        if seat != also and not chair.ready and not (absent and table.phase == "between"):
            return False
    return True


def enough(table: Table) -> bool:
    seated = sum(chair.kind != "empty" for chair in table.chairs)
    return table.phase == "between" or seated >= table.next_book.min_players


def deal(table: Table, company: Company) -> Entries:
    """The next round, or the first of a new match."""
    seated = sum(chair.kind != "empty" for chair in table.chairs)
    if not enough(table):
        raise Denied("denied", f"{table.next_book.title} needs {table.next_book.min_players} players")
    if table.phase != "between" and seated > table.next_book.most_players:
        raise Denied("denied", f"{table.next_book.title} is for {table.next_book.most_players} at most")
    game = "" if table.phase == "between" else company.new_game()
    return [e.Deal(seed=fresh(), game=game)]


def _start(table: Table, who: Person, wish: m.Start, company: Company) -> Entries:
    seat = _seated(table, who)
    if table.phase == "playing":
        raise Denied("denied", "a round is in play")
    if table.host != seat and not _host_missing(table, company):
        raise Denied("denied", "the host deals; say that you are ready")
    return deal(table, company)


def _shuffle(table: Table, who: Person, wish: m.Shuffle, company: Company) -> Entries:
    return [e.Added(seat=_seated(table, who), text=tidy(wish.text))]


# ---- Talk ----


def _say(table: Table, who: Person, wish: m.Say, company: Company) -> Entries:
    seat = table.seat_of(who.id)
    if seat is None and table.muted:
        raise Denied("denied", "the players have asked spectators to be quiet")
    name = who.name if seat is None else table.chairs[seat].name  # the table knows one by one name
    if wish.phrase is not None:
        if wish.phrase not in m.PHRASES:
            raise Denied("invalid", f"there is no phrase {wish.phrase!r}")
        return [e.Said(name=name, seat=seat, phrase=wish.phrase)]
    text = tidy(wish.text or "")
    if not text:
        raise Denied("invalid", "there is nothing to say")
    return [e.Said(name=name, seat=seat, text=text)]


def _mute(table: Table, who: Person, wish: m.Mute, company: Company) -> Entries:
    _host_only(table, who)
    return [e.Muted(muted=wish.mute)]


_GRANT: Final[dict[type, Callable[..., Entries]]] = {
    m.Sit: _sit,
    m.Wait: _wait,
    m.Stand: _stand,
    m.Leave: _stand,
    m.Ready: _ready,
    m.Start: _start,
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
