"""Seeds: promised before, shown after, and every card comes from them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from lastcard.bots import registry
from lastcard.bots.loop import play_round
from lastcard.cli import main
from lastcard.game import Match, Record, Seed, replay
from lastcard.game.fairness import commitment
from lastcard.game.record import encode
from lastcard.game.verify import check
from lastcard.messages.message import Message
from lastcard.rulebooks import load, names


def played(rules: str, rounds: int = 2, players: int = 3, picks: bool = False) -> Record:
    return play_out(Match(load(rules, {"rounds": rounds}), ["Ann", "Bob", "Cid"][:players]), picks).record()


def play_out(match: Match, picks: bool = False) -> Match:
    players = len(match.players)
    bots = [registry.create("random", match.rulebook, match.players, seat) for seat in range(players)]
    while not match.over:
        number = len(match.rounds)
        seed = Seed(bytes([number]) * 32, {"Bob": "ünter", "Ann": "7"} if number else {})
        if picks and match.draws_for_dealer:
            draw = match.draw_from(seed)
            for seat in reversed(draw.drawing):
                draw.pick(seat, draw.in_front_of(seat))
        match.deal_from(seed)
        play_round(match, bots)
    return match


@pytest.mark.parametrize("rules", names())
def test_rounds_dealt_from_their_seeds_are_fair(rules: str) -> None:
    assert [one.fair for one in check(played(rules))] == [True, True]


@pytest.mark.parametrize("rules", names())
def test_a_rematch_that_another_seat_begins_is_fair_and_replays(rules: str) -> None:
    match = play_out(Match(load(rules, {"rounds": 1}), ["Ann", "Bob", "Cid"]))
    following = play_out(match.next_match())
    record = following.record()
    if load(rules).first_player == "joining":
        assert record.rounds[0].first == "Bob"
    assert [one.fair for one in check(record)] == [True]
    assert replay(record).totals == following.totals


def test_another_starter_than_the_one_who_was_dealt_to_is_noticed() -> None:
    """With a dealer the seed says who begins; without one the rotation does, and the cards go to others."""
    record = played("classic", rounds=1)
    one = record.rounds[0]
    one.first = record.players[(record.players.index(one.first) + 1) % 3]
    one.dealer, one.actions = None, []
    assert [(each.fair, each.why) for each in check(record)] == [(False, Message("fairness.other_deck"))]


@pytest.mark.slow
@pytest.mark.each_rulebook
@pytest.mark.parametrize("rules", names())
def test_the_verifier_of_the_document_agrees(rules: str, tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "docs" / "fairness.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", text, re.S)
    script, good, bad = tmp_path / "own.py", tmp_path / "good.json", tmp_path / "bad.json"
    script.write_text(block, encoding="utf-8")
    record = played(rules, picks=True)
    good.write_text(encode(record), encoding="utf-8")
    record.rounds[1].additions = {"Ann": "8"}
    bad.write_text(encode(record), encoding="utf-8")
    run = [sys.executable, str(script)]
    assert subprocess.run([*run, str(good)], capture_output=True, text=True, check=True).stdout == (
        "1 fair\n2 fair\n"
    )
    told = subprocess.run([*run, str(bad)], capture_output=True, text=True, check=True).stdout
    assert told == "1 fair\n2 NOT FAIR\n"
    if isinstance(record.dealer_draw, msgspec.Struct):  # a pile in another order than that of the seed
        top, rest = record.dealer_draw.piles[0].split(" ", 1)
        record.dealer_draw.piles[0] = f"{rest} {top}"
        bad.write_text(encode(record), encoding="utf-8")
        told = subprocess.run([*run, str(bad)], capture_output=True, text=True, check=True).stdout
        assert told.startswith("1 NOT FAIR")


def test_the_seed_is_no_secret_afterwards_but_before() -> None:
    match = Match(load("classic"), ["Ann", "Bob"])
    match.deal_from(Seed(b"\1" * 32))
    (one,) = match.record().rounds
    assert (one.seed, one.commitment) == (None, commitment(b"\1" * 32))
    assert [each.fair for each in check(match.record())] == [None]


def test_another_seed_is_not_fair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("classic", rounds=1)
    record.rounds[0].seed = "02" * 32
    assert check(record)[0].why == Message("fairness.other_seed")
    record.rounds[0].commitment = commitment(b"\2" * 32)
    assert check(record)[0] == msgspec.structs.replace(
        check(record)[0], fair=False, why=Message("fairness.other_deck")
    )
    path = tmp_path / "match.json"
    path.write_text(encode(record), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out.startswith("Round 1: NOT FAIR, the deck is not")


def test_a_seed_that_nobody_was_promised_proves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played("classic", rounds=1)
    record.rounds[0].commitment = None
    path = tmp_path / "match.json"
    path.write_text(encode(record), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out == "Round 1: can't be checked, nothing was promised before the deal\n"


def test_two_cards_that_changed_places_are_noticed() -> None:
    """The last of the pile, which nobody has drawn: only the seed tells."""
    record = played("rounds", rounds=1)
    deck = record.rounds[0].deck.split()
    other = next(at for at in range(2, 20) if deck[-at] != deck[-1])
    deck[-1], deck[-other] = deck[-other], deck[-1]
    record.rounds[0].deck = " ".join(deck)
    assert [(one.fair, one.why) for one in check(record)] == [(False, Message("fairness.other_deck"))]


def test_verify_says_in_words_that_all_is_fair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    path.write_text(encode(played("rounds", rounds=1)), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Round 1: fair, every card came from the seed\n")
    assert main(["verify", str(path), "--json"]) == 0
    assert '"fair": true' in capsys.readouterr().out
    path.write_text("{}", encoding="utf-8")
    assert main(["verify", str(path)]) == 2
