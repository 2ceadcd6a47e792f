"""Judges the history of one game by the log that the database holds in the end.

What must hold, whatever broke meanwhile:

- an acknowledged command is in the log once, under its person and id, with the number and version that
  the answer named; a refused one is not there; an unknown one is there at most once; a repeated id gets
  the same answer;
- the log is in the order of time: what was sent after another was answered or shown comes after it, and
  who comes to the table is shown at least that;
- what anybody was shown is exactly what the stored log makes of the table at that number, as that person
  may see it, so nothing was shown that is not stored and no card that is hidden; on one connection it
  never goes back;
- the log can be replayed, the match that is kept is the one that was played, and its deals verify;
- no clock moved for anybody, and the game came to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from lastcard.game import Record
from lastcard.game.verify import check
from lastcard.server.tables import events as e
from lastcard.server.tables.projection import Around, events_since, project, shared_part
from lastcard.server.tables.table import Table

from .history import READS, Answered, History, Lost, Message, Sent, Shown

# The parts of a table that follow from its log alone, and not from who is connected or from the clock.
FROM_THE_LOG: Final = (
    *("code", "version", "n", "phase", "rules", "title", "set", "public", "timer", "pace", "muted", "host"),
    *("you", "round", "standing", "view", "fairness", "game", "calling", "queue", "limit", "why", "calls"),
)
EVENT_OF: Final[dict[str, type | tuple[type, ...]]] = {
    "act": e.ActionPlayed,
    "say": e.ChatSent,
    "shuffle": e.SeedAdditionChanged,
    "ready": (e.ReadyChanged, e.RoundDealt, e.DealerDrawBegun),
    "start": (e.RoundDealt, e.DealerDrawBegun),
    "away": e.StandInChanged,
    "leave": (e.SeatVacated, e.HostChanged, e.TableClosed, e.QueueChanged),
    "bot": e.BotSeated,
    "close": e.TableClosed,
}


class Violation(Struct, frozen=True):
    """Something that must not be: which promise, and what was found."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


class Stored(Struct):
    """What the database holds of a table in the end."""

    log: list[e.NumberedEvent]
    records: list[str] = []  # of the matches that were kept of it, as they are stored
    elsewhere: list[tuple[str, str]] = []  # person and id of commands of this game that other tables hold


def judge(history: History, stored: Stored) -> list[Violation]:
    """Every violation that this history shows."""
    found = _ended(history, stored)
    versions, shown = _replayed(history, stored)
    found += shown
    found += _commands(history, stored, versions)
    found += _real_time(history, stored)
    found += _going_back(history)
    found += _records(history.code, stored)
    return found


# ---- The end ----


def _ended(history: History, stored: Stored) -> list[Violation]:
    found = []
    if not history.finished:
        text = f"{history.code}: the table stands still although nothing is broken: {history.waited_for}"
        found.append(Violation("stands-still", text))
    if not stored.log:
        found.append(Violation("lost-table", f"{history.code}: it was created, and nothing of it is stored"))
    for one in stored.log:
        late = isinstance(one.event, e.ActionPlayed) and one.event.timeout
        late |= isinstance(one.event, e.StandInChanged) and one.event.why == "timeout"
        late |= isinstance(one.event, e.TableClosed) and one.event.why != "closed"
        if late:
            found.append(
                Violation("clock", f"{history.code}: nobody's time was up: entry {one.n}, {one.event}")
            )
    return found


# ---- Commands and the log ----


class _Command:
    """All that was sent and heard under one id."""

    def __init__(self, first: Sent) -> None:
        self.kind = str(first.body["type"])
        self.body = first.body
        self.name = f"{self.kind} {first.id} of {first.person}"
        self.sent = 0
        self.answers: list[Message] = []

    @property
    def acks(self) -> list[Message]:
        return [one for one in self.answers if one["type"] == "ack"]

    @property
    def refusals(self) -> list[Message]:
        """Those that say that it was not done. `gone` to a repeated one only tells of a closed table."""
        repeated = self.sent > 1
        refused = [one for one in self.answers if one["type"] == "refused"]
        return [one for one in refused if not (repeated and one["code"] == "gone")]


def _collected(history: History) -> dict[tuple[str, str], _Command]:
    commands: dict[tuple[str, str], _Command] = {}
    for step in history.steps:
        if isinstance(step, Sent):
            commands.setdefault((step.person, step.id), _Command(step)).sent += 1
        elif isinstance(step, Answered) and (step.person, step.id) in commands:
            commands[step.person, step.id].answers.append(step.answer)
    return commands


def _commands(history: History, stored: Stored, versions: dict[int, int]) -> list[Violation]:
    found = []
    entries: dict[tuple[str, str], list[e.NumberedEvent]] = {}
    for one in stored.log:
        if one.person is not None and one.command is not None:
            entries.setdefault((one.person, one.command), []).append(one)
    commands = _collected(history)
    for key in entries.keys() - commands.keys():
        found.append(Violation("invented", f"{history.code}: nobody sent {key[1]} of {key[0]}"))
    for key, command in commands.items():
        copies = len(entries.get(key, ())) + stored.elsewhere.count(key)
        if copies > 1:
            found.append(Violation("done-twice", f"{command.name} is stored {copies} times"))
        if copies and command.refusals:
            found.append(
                Violation("refused-but-kept", f"{command.name} is stored, and got {command.refusals[0]}")
            )
        if command.acks and command.refusals:
            found.append(Violation("two-answers", f"{command.name} got {command.answers}"))
        if command.kind == "open":
            found += _read(command, versions)
        else:
            found += _acknowledged(command, entries.get(key, []), versions)
    return found


def _read(command: _Command, versions: dict[int, int]) -> list[Violation]:
    """An ack that names a state names one that there was."""
    return [
        Violation("wrong-answer", f"{command.name}: {ack}; the log has {versions.get(ack['n'])} there")
        for ack in command.acks
        if versions.get(ack["n"]) != ack["version"]
    ]


def _acknowledged(
    command: _Command, entries: Sequence[e.NumberedEvent], versions: dict[int, int]
) -> list[Violation]:
    if not command.acks:
        return []
    if command.kind == "leave" and not entries and all(ack["n"] is None for ack in command.acks):
        return []  # from the lobby, since the table was closed meanwhile: an answer without a number
    if not entries:
        return [Violation("lost", f"{command.name} was acknowledged ({command.acks[0]}) and is not stored")]
    if command.kind in READS:  # it came to the table, which has gone on since
        early = [ack for ack in command.acks if ack["n"] < entries[0].n]
        wrong = [Violation("wrong-answer", f"{command.name}: {ack}, entry {entries[0].n}") for ack in early]
        return wrong + _read(command, versions)
    right = {"n": entries[0].n, "version": versions.get(entries[0].n)}
    found = [
        Violation("wrong-answer", f"{command.name}: {ack}; the log has {right}")
        for ack in command.acks
        if {"n": ack["n"], "version": ack["version"]} != right
    ]
    if not isinstance(entries[0].event, EVENT_OF.get(command.kind, object)) or not _same_text(
        command.body, entries[0].event
    ):
        found.append(Violation("another", f"{command.name}: {command.body} is stored as {entries[0].event}"))
    return found


def _same_text(body: Message, event: e.LogEvent) -> bool:
    """What was said is what is stored."""
    return not isinstance(event, e.ChatSent | e.SeedAdditionChanged) or body["text"] == event.text


def _real_time(history: History, stored: Stored) -> list[Violation]:
    """What was sent after something was answered or shown comes after it."""
    numbers = {(one.person, one.command): one.n for one in stored.log}
    found, known, begun = [], 0, set()
    opening: dict[int, int] = {}  # by connection: what was known when it asked to come in
    for step in history.steps:
        if isinstance(step, Sent):
            n = numbers.get((step.person, step.id))
            if (step.person, step.id) not in begun and n is not None and n <= known:
                text = (
                    f"{step.body['type']} {step.id} of {step.person} is entry {n}; {known} was known before"
                )
                found.append(Violation("order", text))
            begun.add((step.person, step.id))
            if step.body["type"] == "open":
                opening[step.connection] = known
        elif isinstance(step, Shown):
            least = opening.pop(step.connection, 0) if step.message["resync"] else 0
            n = step.message["table"]["n"]
            if n < least:
                found.append(Violation("stale-read", f"{step.person} came and saw {n}; {least} was known"))
            known = max(known, n)
        elif isinstance(step, Answered) and step.answer.get("n") is not None:
            known = max(known, step.answer["n"])
    return found


def _going_back(history: History) -> list[Violation]:
    found = []
    last: dict[int, tuple[int, int]] = {}
    for step in history.steps:
        if isinstance(step, Shown):
            now = (step.message["table"]["n"], step.message["table"]["version"])
            before = last.get(step.connection, (0, 0))
            if now[0] < before[0] or now[1] < before[1]:
                found.append(
                    Violation("went-back", f"{step.person} saw (n, version) {before} and then {now}")
                )
            last[step.connection] = now
        elif isinstance(step, Lost):
            last.pop(step.connection, None)
    return found


# ---- What was shown ----


def _replayed(history: History, stored: Stored) -> tuple[dict[int, int], list[Violation]]:
    """The version at every number, and whatever was shown that the log does not say."""
    shown: dict[int, list[Shown]] = {}
    for step in history.steps:
        if isinstance(step, Shown):
            shown.setdefault(step.message["table"]["n"], []).append(step)
    table, versions = Table(history.code), {0: 0}
    found: list[Violation] = []
    for number, one in enumerate(stored.log, 1):
        if one.n != number:
            return versions, [*found, Violation("log", f"entry {one.n} stands where {number} should be")]
        try:
            table.apply(one)
        except Exception as error:
            return versions, [*found, Violation("log", f"entry {one.n} can't be replayed: {error!r}")]
        versions[number] = table.version
        for step in shown.pop(number, ()):
            found += _compared(table, step)
    for number, steps in shown.items():
        found.append(
            Violation("shown-not-stored", f"{steps[0].person} saw entry {number} of {len(stored.log)}")
        )
    return versions, found


def _compared(table: Table, step: Shown) -> list[Violation]:
    """One message against the table that the log makes, to every field that follows from the log."""
    right = _plain(project(table, step.person, shared_part(table, Around(now=0))))
    got = step.message["table"]
    wrong = [name for name in FROM_THE_LOG if got[name] != right[name]]
    found = []
    if wrong:
        texts = (f"{name} {got[name]!r}, not {right[name]!r}" for name in wrong)
        found.append(Violation("shown-wrong", f"{step.person} at {table.n}: {'; '.join(texts)}"[:2000]))
    if step.message["events"] != _plain(events_since(table, step.person, step.since)):
        found.append(
            Violation("shown-wrong", f"{step.person} at {table.n}: events since {step.since} differ")
        )
    text = msgspec.json.encode(step.message).decode()
    if any(secret in text for secret in _secrets(table)):
        found.append(Violation("leak", f"{step.person} at {table.n} was told a secret seed"))
    return found


def _secrets(table: Table) -> list[str]:
    """The seed of the next deal, and that of a round in play."""
    secrets = [table.seed.hex()]
    match = table.match
    if match is not None and match.rounds and not match.round.over:
        secrets.append(match.seeds[len(match.rounds) - 1].secret.hex())
    return secrets


def _plain(what: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(what))


# ---- What is kept of the match ----


def _records(code: str, stored: Stored) -> list[Violation]:
    table = Table(code)
    try:
        for one in stored.log:
            table.apply(one)
    except Exception:  # `_replayed` says so
        return []
    match = table.match
    finished = match is not None and match.finished
    kept = [msgspec.json.encode(match.record(finished=True)).decode()] if match and finished else []
    if stored.records != kept:
        return [Violation("record", f"{code}: {len(stored.records)} matches are kept, not the one played")]
    rounds = [one for text in kept for one in check(msgspec.json.decode(text, type=Record))]
    unfair = [one for one in rounds if not one.fair]
    return [Violation("record", f"{code}: round {one.round} does not verify: {one.why}") for one in unfair]
