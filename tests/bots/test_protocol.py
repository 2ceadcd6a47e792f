"""The line protocol: what programs get, byte by byte, and the documents about it."""

from __future__ import annotations

import json
import random
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.bots.check import HOUSE_RULES, examine
from lastcard.bots.check_positions import POSITIONS, CheckPosition, reached
from lastcard.bots.forfeits import Failure, Limits
from lastcard.bots.protocol import read_answer, schema, schema_text
from lastcard.bots.referee import close, play_round
from lastcard.bots.registry import create
from lastcard.game import Deal, Match, View, seeded
from lastcard.game.shuffler import HmacShuffler
from lastcard.rulebooks import load

ROOT = Path(__file__).parents[2]
PYTHON = f"{sys.executable} -I -S"
LISTENER = """
import json, sys
log = open(sys.argv[1], "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    question = json.loads(line)
    answer = {"id": question["id"], "protocol": 1, "action": (question.get("legal") or [None])[0]}
    print(json.dumps(answer), flush=True)
"""
PATIENT = Limits(start=20, move=20, sandbox="off")  # the listener writes into our folder


@pytest.fixture
def listener(tmp_path: Path) -> str:
    """A bot that writes down all it hears, in `heard`."""
    (tmp_path / "listener.py").write_text(LISTENER)
    return f"{PYTHON} {tmp_path}/listener.py {tmp_path}/heard"


def heard(tmp_path: Path) -> list[str]:
    return (tmp_path / "heard").read_text(encoding="utf-8").splitlines()


def test_the_schema_in_docs_is_the_one_we_use() -> None:
    written = (ROOT / "docs" / "bot-protocol.schema.json").read_text(encoding="utf-8")
    assert written == schema_text(), "run: make schema"


def test_the_document_tells_of_every_field_of_a_view() -> None:
    page = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    table = "".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `"))
    for field in View.__struct_fields__:
        assert f"`{field}`" in table


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "changes"), [("classic", HOUSE_RULES), ("fool108", {})])
def test_all_that_a_bot_hears_fits_the_schema(
    rules: str, changes: dict[str, Any], listener: str, tmp_path: Path
) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    rulebook, players = load(rules, changes), ["Ann", 'B"o\\b', "Zo\u00eb \U0001f0cf"]
    match = Match(rulebook, players, seeded(3))
    match.deal()
    bots = [create(one, rulebook, players, seed) for seed, one in enumerate([listener, "random", "random"])]
    try:
        assert play_round(match, bots, PATIENT) == []
    finally:
        close(bots)
    hello, *questions = heard(tmp_path)
    definitions = schema()["$defs"]
    for kind, lines in (("Hello", [hello]), ("Request", questions)):
        wanted = {"$ref": f"#/$defs/{kind}", "$defs": definitions}
        validator = jsonschema.validators.validator_for(wanted)
        validator.check_schema(wanted)
        for line in lines:
            validator(wanted).validate(json.loads(line))
    assert json.loads(hello)["players"] == players
    assert [json.loads(line)["id"] for line in questions] == list(range(1, len(questions) + 1))
    for line in questions:
        assert line.startswith('{"id":')
        assert list(json.loads(line)) == ["id", "ask", "legal", "time_left_ms", "view", "events"]


def test_nothing_a_bot_hears_depends_on_cards_it_cannot_see(listener: str, tmp_path: Path) -> None:
    """The same hand and the same first card: all else is dealt anew, by another key, and no byte differs."""
    rulebook, players = load("rounds"), ["Ann", "Bob", "Cid"]
    every = [kind for kind, n in enumerate(rulebook.deck.copies) for _ in range(n)]
    hand = [rulebook.deck.kind(text) for text in ("R1", "R2", "G5", "G6", "B7", "Y8", "W")]
    top = rulebook.deck.kind("R9")
    for seed in (1, 2):
        rest = list(every)
        for kind in (*hand, top):
            rest.remove(kind)
        random.Random(seed).shuffle(rest)
        others, pile = rest[:14], rest[14:]
        dealt = [kind for i in range(7) for kind in (hand[i], *others[2 * i : 2 * i + 2])]
        match = Match(rulebook, players, HmacShuffler(bytes([seed]) * 32))
        match.deal(Deal(first=0, deck=[*dealt, top, *pile]))
        bot = create(listener, rulebook, players, seed)
        bot.start(PATIENT)  # type: ignore[attr-defined]
        bot.notice([event.seen_by("Ann").data() for event in match.round.events])  # type: ignore[attr-defined]
        bot.choose(match.round.view(0))
        close([bot])
    lines = heard(tmp_path)
    assert lines[:2] == lines[2:]
    assert len(lines) == 4


@pytest.mark.parametrize("position", POSITIONS, ids=[position.title for position in POSITIONS])
def test_a_position_asks_what_it_says(position: CheckPosition) -> None:
    game = reached(position).round
    view = game.view(0)
    assert position.shows in map(str, view.legal)
    assert (view.turn == view.you) == (position.ask == "choose")


def test_the_positions_cover_every_rulebook_and_every_verb() -> None:
    assert {position.rules for position in POSITIONS} == {"classic", "league", "rounds", "fool108"}
    asked = {action.verb for one in POSITIONS for action in reached(one).round.view(0).legal}
    assert asked == {"play", "draw", "pass", "name", "take", "challenge", "call", "catch", "jump"}
    whole = {str(action) for one in POSITIONS for action in reached(one).round.view(0).legal}
    assert any(" with " in text for text in whole)


EXAMPLES = pytest.mark.parametrize(
    ("program", "script"),
    [(PYTHON, "shed.py"), ("sh", "first.sh"), ("node", "shed.js")],
    ids=["Python", "shell", "JavaScript"],
)


def example(program: str, script: str) -> str:
    if shutil.which(program.split()[0]) is None:
        pytest.skip(f"no {program} here")
    return f"{program} {ROOT}/examples/{script}"


@pytest.mark.slow
@EXAMPLES
def test_the_examples_pass_the_check(program: str, script: str) -> None:
    findings = list(examine(example(program, script), PATIENT))
    assert [finding for finding in findings if not finding.ok] == []
    assert len(findings) == len(POSITIONS) + 5


@pytest.mark.slow
@EXAMPLES
def test_the_examples_can_read_and_write_any_name(program: str, script: str) -> None:
    """N1 allows quotes, backslashes and all letters: the name in `with NAME` must come back as it was."""
    odd = 'B"o\\b [\u00eb \U0001f0cf]'
    rulebook, players = load("classic", {"seven_zero": True, "hand": 2}), ["Ann", odd]
    match = Match(rulebook, players, seeded(8))
    deck = [rulebook.deck.kind(text) for text in ["R7", "G1", "B2", "G2", "R9", "Y1"]]
    match.deal(Deal(first=0, deck=deck))
    bot = create(example(program, script), rulebook, players, 0)
    try:
        answer = bot.choose(match.round.view(0))
    finally:
        close([bot])
    assert str(answer).removesuffix(" call") == f"play R7 with {odd}"


def test_the_example_class_passes_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    assert all(finding.ok for finding in examine("careful:Careful", PATIENT))


@pytest.mark.slow
@given(
    st.one_of(
        st.binary(max_size=60),
        st.text(max_size=60).map(str.encode),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(["id", "action", "x"]), inner, max_size=3)
            ),
            max_leaves=6,
        ).map(lambda value: json.dumps(value).encode()),
    )
)
@settings(max_examples=100, deadline=None)
def test_any_line_is_an_answer_or_a_failure_with_a_printable_reason(line: bytes) -> None:
    failure = None
    try:
        action = read_answer(line, 3)
    except Failure as caught:
        failure = caught
    if failure is None:
        assert json.loads(line)["id"] == 3
        assert json.loads(line)["action"] == action
    else:
        assert failure.reason in ("nonsense", "extra")
        assert failure.detail.isprintable()
