"""The checker finds what it is for: a real history, spoilt in one place at a time."""

from __future__ import annotations

import asyncio
import copy
import random
import re
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from faults.checker import Stored, judge
from faults.databases import Place
from faults.game import play_game
from faults.history import Answered, History, Lost, Player, Sent, Shown
from lastcard.server.tables import events as e
from support.server.people import QUICK, register, running

pytestmark = pytest.mark.slow  # it starts a server

Case = tuple[History, Stored]


@pytest.fixture(scope="module")
def true_case(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Case]:
    """A game as it was played and stored."""
    url = str(tmp_path_factory.mktemp("checker") / "tables.db")
    settings = msgspec.structs.replace(QUICK, chats=(1000, 1000))
    with running(url, settings) as server:
        place = Place(url)
        for number in range(20):
            history = asyncio.run(_played(server.base, number))
            stored = place.stored(history)
            said = any(isinstance(one.event, e.ChatSent) for one in stored.log)
            if said and any(one.command is None for one in stored.log[4:]):  # all that is spoilt below
                break
        yield history, stored
        place.close()


async def _played(base: str, number: int) -> History:
    @asynccontextmanager
    async def calm() -> Any:
        yield

    people = [
        Player(base, name, await asyncio.to_thread(register, base, name), random.Random(name))
        for name in (f"Ann {number}", f"Bob {number}", f"Cid {number}")
    ]
    history = await play_game(people, random.Random(number), 60, calm)
    for one in people:
        await one.leave()
    return history


@pytest.fixture
def case(true_case: Case) -> Case:
    return copy.deepcopy(true_case)


def kinds(case: Case) -> set[str]:
    return {one.kind for one in judge(*case)}


def acked(history: History, kind: str = "act") -> tuple[Sent, Answered]:
    """A command in the middle that was acknowledged once."""
    sent = [one for one in history.steps if isinstance(one, Sent) and one.body["type"] == kind]
    once = [one for one in sent if sum(other.id == one.id for other in sent) == 1]
    acks = {one.id: one for one in history.steps if isinstance(one, Answered) and one.answer["type"] == "ack"}
    pairs = [(one, acks[one.id]) for one in once if one.id in acks]
    return pairs[len(pairs) // 2]


def entry_of(stored: Stored, sent: Sent) -> int:
    """The place in the list."""
    return next(i for i, one in enumerate(stored.log) if (one.person, one.command) == (sent.person, sent.id))


def test_a_game_without_faults_has_no_violation(case: Case) -> None:
    history, stored = case
    assert judge(history, stored) == []
    assert history.counts()["ok"] > 30
    assert sum(isinstance(one, Shown) for one in history.steps) > 100
    assert stored.records


def lose_an_entry(history: History, stored: Stored) -> None:
    """The last acknowledged move was never stored."""
    del stored.log[entry_of(stored, acked(history)[0]) :]


def forget_its_id(history: History, stored: Stored) -> None:
    i = entry_of(stored, acked(history)[0])
    stored.log[i] = msgspec.structs.replace(stored.log[i], command=None)


def store_it_twice(history: History, stored: Stored) -> None:
    sent = acked(history, "act")[0]
    i = entry_of(stored, sent)
    stored.log[i + 1] = msgspec.structs.replace(stored.log[i + 1], person=sent.person, command=sent.id)


def do_it_at_another_table(history: History, stored: Stored) -> None:
    sent = acked(history, "act")[0]
    stored.elsewhere.append((sent.person, sent.id))


def refuse_what_was_kept(history: History, stored: Stored) -> None:
    sent, answer = acked(history)
    answer.answer = {"type": "refused", "id": sent.id, "code": "busy", "why": {}}


def refuse_the_second_time(history: History, stored: Stored) -> None:
    sent, answer = acked(history)
    no = {"type": "refused", "id": sent.id, "code": "stale", "why": {}}
    history.steps += [sent, msgspec.structs.replace(answer, answer=no)]


def answer_otherwise_the_second_time(history: History, stored: Stored) -> None:
    sent, answer = acked(history)
    other = {**answer.answer, "n": answer.answer["n"] + 1}
    history.steps += [sent, msgspec.structs.replace(answer, answer=other)]


def acknowledge_with_another_version(history: History, stored: Stored) -> None:
    answer = acked(history)[1].answer
    answer["version"] += 1


def keep_what_nobody_sent(history: History, stored: Stored) -> None:
    i = next(i for i, one in enumerate(stored.log) if one.command is None and i > 3)
    stored.log[i] = msgspec.structs.replace(stored.log[i], person="somebody", command="never")


def store_other_words(history: History, stored: Stored) -> None:
    i = next(i for i, one in enumerate(stored.log) if isinstance(one.event, e.ChatSent))
    said = msgspec.structs.replace(stored.log[i].event, text="another")
    stored.log[i] = msgspec.structs.replace(stored.log[i], event=said)


def store_it_before_what_was_known(history: History, stored: Stored) -> None:
    """A command is sent only after everybody has seen what the log has after it."""
    sent = acked(history)[0]
    history.steps.remove(sent)
    history.steps.append(sent)


def show_an_older_table_to_who_comes(history: History, stored: Stored) -> None:
    last = next(one for one in reversed(history.steps) if isinstance(one, Shown))
    old = next(one for one in history.steps if isinstance(one, Shown) and one.message["table"]["n"] > 10)
    number = 10**6
    came = Sent(last.person, number, "late", {"type": "open"})
    history.steps += [came, Shown(last.person, number, 0, {**old.message, "resync": True})]


def go_back_on_one_connection(history: History, stored: Stored) -> None:
    shown = [one for one in history.steps if isinstance(one, Shown)]
    before, after = next(
        (a, b)
        for a in shown
        for b in shown
        if a.connection == b.connection and a.message["table"]["n"] < b.message["table"]["n"]
    )
    at = history.steps.index(after)
    assert not any(isinstance(one, Lost) and one.connection == after.connection for one in history.steps[:at])
    history.steps.insert(at + 1, before)


def show_what_is_not_stored(history: History, stored: Stored) -> None:
    shown = next(one for one in reversed(history.steps) if isinstance(one, Shown))
    shown.message["table"]["n"] = len(stored.log) + 1


def in_play(history: History) -> Shown:
    """Somebody was shown a round in play."""
    shown = [one for one in history.steps if isinstance(one, Shown)]
    return next(one for one in shown if one.message["table"]["phase"] == "playing" and one.message["events"])


def show_another_card(history: History, stored: Stored) -> None:
    hand = in_play(history).message["table"]["view"]["hand"]
    hand[0] = "W" if hand[0] != "W" else "R1"


def show_the_event_of_somebody_else(history: History, stored: Stored) -> None:
    in_play(history).message["events"][0]["at"] += 1


def tell_the_seed(history: History, stored: Stored) -> None:
    shown = next(
        one for one in history.steps if isinstance(one, Shown) and one.message["table"]["round"] == 0
    )
    created = stored.log[0].event
    assert isinstance(created, e.TableCreated)
    shown.message["seed"] = created.seed.hex()


def leave_a_gap(history: History, stored: Stored) -> None:
    del stored.log[len(stored.log) // 2]


def store_what_the_rules_forbid(history: History, stored: Stored) -> None:
    i = entry_of(stored, acked(history)[0])
    event = stored.log[i].event
    assert isinstance(event, e.ActionPlayed)
    wrong = msgspec.structs.replace(event, action="play nothing")
    stored.log[i] = msgspec.structs.replace(stored.log[i], event=wrong)


def keep_no_record(history: History, stored: Stored) -> None:
    stored.records.clear()


def keep_another_record(history: History, stored: Stored) -> None:
    stored.records[0] = stored.records[0].replace("play", "draw", 1)


def let_the_time_run_out(history: History, stored: Stored) -> None:
    i = next(i for i, one in enumerate(stored.log) if isinstance(one.event, e.ActionPlayed))
    late = msgspec.structs.replace(stored.log[i].event, timeout=True)
    stored.log[i] = msgspec.structs.replace(stored.log[i], event=late)


def stand_still(history: History, stored: Stored) -> None:
    history.finished = False


def lose_the_table(history: History, stored: Stored) -> None:
    stored.log.clear()


SPOILT: list[tuple[Callable[[History, Stored], None], str]] = [
    (lose_an_entry, "lost"),
    (forget_its_id, "lost"),
    (store_it_twice, "done-twice"),
    (do_it_at_another_table, "done-twice"),
    (refuse_what_was_kept, "refused-but-kept"),
    (refuse_the_second_time, "two-answers"),
    (answer_otherwise_the_second_time, "wrong-answer"),
    (acknowledge_with_another_version, "wrong-answer"),
    (keep_what_nobody_sent, "invented"),
    (store_other_words, "another"),
    (store_it_before_what_was_known, "order"),
    (show_an_older_table_to_who_comes, "stale-read"),
    (go_back_on_one_connection, "went-back"),
    (show_what_is_not_stored, "shown-not-stored"),
    (show_another_card, "shown-wrong"),
    (show_the_event_of_somebody_else, "shown-wrong"),
    (tell_the_seed, "leak"),
    (leave_a_gap, "log"),
    (store_what_the_rules_forbid, "log"),
    (keep_no_record, "record"),
    (keep_another_record, "record"),
    (let_the_time_run_out, "clock"),
    (stand_still, "stands-still"),
    (lose_the_table, "lost-table"),
]


@pytest.mark.parametrize(("spoil", "kind"), SPOILT, ids=lambda one: getattr(one, "__name__", one))
def test_a_spoilt_history_is_found_out(
    case: Case, spoil: Callable[[History, Stored], None], kind: str
) -> None:
    spoil(*case)
    assert kind in kinds(case)


def test_every_kind_of_violation_has_a_history_that_shows_it() -> None:
    text = (Path(__file__).parent / "checker.py").read_text(encoding="utf-8")
    made = {part.partition('"')[0] for part in re.split(r'Violation\(\s*"', text)[1:]}
    assert {kind for _, kind in SPOILT} == made


def test_a_closed_table_may_say_so_to_a_repeated_command(case: Case) -> None:
    """It was stored, its answer was lost, and the table is closed since: gone is no lie."""
    history, stored = case
    sent, answer = acked(history)
    history.steps.remove(answer)
    gone = {"type": "refused", "id": sent.id, "code": "gone", "why": {}}
    history.steps += [sent, msgspec.structs.replace(answer, answer=gone)]
    assert judge(history, stored) == []
