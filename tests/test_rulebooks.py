"""Rulebooks as files: extending, setting fields, and refusals that name the file and the field."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lastcard.cli.common import UsageError, parse_change
from lastcard.rulebooks import RulebookError, load, names, options
from lastcard.rulebooks.sheet import as_text
from support.scenes import FOUR


def write(folder: Path, text: str, name: str = "my.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def refusal(source: str, **changes: object) -> str:
    with pytest.raises(RulebookError) as caught:
        load(source, changes)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_four_rulebooks_come_first() -> None:
    assert names()[:4] == FOUR


def test_the_order_belongs_to_a_file_and_is_not_inherited(tmp_path: Path) -> None:
    path = write(tmp_path, 'extends = "classic"\norder = 3\n')
    assert not hasattr(load(path), "order")
    assert "order: can't be set" in refusal("classic", order=1)


def test_an_own_file_extends_a_rulebook(tmp_path: Path) -> None:
    path = write(tmp_path, 'extends = "classic"\nstacking = "same"\n[faces]\nS = { points = 25 }\n')
    rulebook = load(path)
    assert (rulebook.name, rulebook.stacking, rulebook.target) == ("my", "same", 500)
    assert rulebook.faces["S"].points == 25
    assert rulebook.faces["S"].skips  # merged field by field
    assert load(path, {"stacking": "off"}).stacking == "off"


def test_an_own_file_extends_another_own_file(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "fool108"\nname = "house"\ntitle = "House"\nlimit = 50\n', "house.toml")
    rulebook = load(write(tmp_path, 'extends = "house.toml"\nrounds = 3\n'))
    assert (rulebook.limit, rulebook.rounds, rulebook.hand) == (50, 3, 5)


def test_a_file_that_extends_itself(tmp_path: Path) -> None:
    assert "extends itself" in refusal(write(tmp_path, 'extends = "my.toml"\n'))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('stakcing = "same"', "my.toml: stakcing: there is no such field; did you mean stacking?"),
        ('stacking = "sometimes"', "my.toml: stacking: expected off, same, any"),
        ('stacking = "same', "my.toml: is not TOML"),
        ("hand = 0", "my.toml: hand: expected a whole number >= 1"),
        ('hand = "seven"', "my.toml: hand: expected a whole number, got text"),
        ("hand = 11", "my.toml: hand: 11 cards for 10 players need 111 of 108 cards"),
        ("[faces]\nS = { skip = true }", "my.toml: faces.S: there is no field skip"),
        ("[faces]\nS = { points = 'x' }", "my.toml: faces.S: points: expected a whole number, got text"),
        ("limit = 100", "my.toml: limit: a match goes to a target or to a limit, not to both"),
        ('call = "points"', 'my.toml: call: "points" needs scoring = "penalties"'),
        ("refill_points = 5", 'my.toml: refill_points: needs scoring = "penalties"'),
        ("[faces]\nX = { suited = false }", "my.toml: faces.X: a card without a colour must be wild"),
        ("[faces]\n'x' = {}", "can't be written as a card"),
        ("[cards]\nQS = { lone = 4 }", "my.toml: cards: there is no card QS"),
        ("[suits]\nred = 'red'", "my.toml: suits: 'red' is not one capital letter"),
        ("[faces]\nA = {}\nC = {}\nD = {}", "kinds of card, but at least 1 and at most 60 are possible"),
        ("decks = 9", "my.toml: decks: expected 1 to 4"),
        ("target = -1", "my.toml: target: expected 0 to 100000"),
        ("order = 'first'", "my.toml: order: expected a whole number, got text"),
        ("extend = 'league'", "my.toml: extend: there is no such field; did you mean extends?"),
        ("rounds = 1\ntarget = 1241", "my.toml: target: 1241 is out of reach: a round gives at most 1240"),
        ("default_players = 15", "my.toml: default_players: must lie between min_players and max_players"),
        ("[faces]\n'W+4' = { starts = true }", "a wild card with an effect can't start the pile"),
        (
            "[faces]\n7 = { flips = true }",
            "my.toml: faces.7: a card that moves hands can't have another effect",
        ),
    ],
)
def test_bad_files_are_refused_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    said = refusal(write(tmp_path, f'extends = "classic"\n{text}\n'))
    assert says in said
    assert "my.toml: " in said


def test_what_is_extended_is_a_name(tmp_path: Path) -> None:
    assert "my.toml: extends: expected text, got a whole number" in refusal(write(tmp_path, "extends = 5\n"))


def test_missing_fields_are_named(tmp_path: Path) -> None:
    assert "title: is missing" in refusal(write(tmp_path, 'name = "x"\n'))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "nowhere.toml: can't be read: No such file" in refusal(str(tmp_path / "nowhere.toml"))
    (tmp_path / "latin.toml").write_bytes(b"name = '\xff'")
    assert "is not UTF-8 text" in refusal(str(tmp_path / "latin.toml"))
    assert "there is no rulebook 'clasic'; did you mean classic?" in refusal("clasic")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("stacking=same", "same"), ("stacking=off", "off"), ("call=off", "off"), ("target=200", 200)),
        *(("jump_in=true", True), ("jump_in=on", True), ("jump_in=off", False), ("call=OFF", "off")),
    ],
)
def test_changes_from_the_command_line(text: str, value: object) -> None:
    key, given = parse_change(text)
    assert getattr(load("classic", {key: given}), key) == value


@pytest.mark.parametrize("text", ["stacking", "=same", ""])
def test_changes_need_a_field_and_a_value(text: str) -> None:
    with pytest.raises(UsageError, match="expected FIELD=VALUE"):
        parse_change(text)


def test_a_change_reaches_inside_but_makes_no_new_card() -> None:
    assert load("classic", {"faces.S.points": 25}).faces["S"].points == 25
    assert "there is no S to change" in refusal("fool108", **{"faces.S.points": 25})
    assert "name: can't be set" in refusal("classic", name="x")


@pytest.mark.parametrize("rules", names())
def test_a_resolved_rulebook_is_the_same_again(rules: str) -> None:
    rulebook = load(rules)
    assert load(msgspec.to_builtins(rulebook)) == rulebook


def test_a_resolved_rulebook_extends_nothing() -> None:
    with pytest.raises(RulebookError, match="no `extends`"):
        load({"extends": "classic"})


def test_every_option_has_help_and_a_range() -> None:
    assert {"stacking", "jump_in", "target", "limit", "decks"} <= set(options())
    for one in options().values():
        assert one.help.endswith(".")
        assert one.choices or (one.least is not None and one.most is not None)


def test_the_sheet_tells_the_rules_from_the_data() -> None:
    text = as_text(load("classic", {"stacking": "any", "target": 300, "faces.S.points": 33}))
    assert "The first to reach 300 points wins" in text
    assert "counts 33" in text
    assert "stacking: any" in text
    assert "None." in as_text(load("classic"))
    assert "the highest number deals" not in as_text(load("rounds"))


@pytest.mark.parametrize("rules", names())
def test_the_sheet_fits_a_terminal(rules: str) -> None:
    for line in as_text(load(rules)).splitlines():
        assert len(line) <= 100


@pytest.mark.parametrize(
    ("rules", "changes", "says"),
    [
        ("classic", {"stacking": "x"}, "stacking: expected off, same, any"),
        ("classic", {"stacking": "same", "faces.+2.skips": False}, "every draw card must skip"),
        ("fool108", {"hand": 1}, "hand: an opening from the hand needs at least 2 cards"),
        ("fool108", {"first_player": "dealer_draw"}, "needs cards with different numbers"),
        ("league", {"catch_penalty": 5}, 'catch_penalty: has no effect without call = "catch"'),
        (
            "fool108",
            {"call": "off", "uncalled_points": 50},
            'uncalled_points: has no effect without call = "points"',
        ),
        ("classic", {"title": "a\x1b[31m"}, "title: has control characters in it"),
    ],
)
def test_senseless_changes_are_refused(rules: str, changes: dict[str, object], says: str) -> None:
    assert says in refusal(rules, **changes)


def test_the_loader_names_the_place_of_a_change_only_when_it_is_given_one() -> None:
    for by, says in (("", "stacking: expected"), ("house rules", "house rules: stacking: expected")):
        with pytest.raises(RulebookError) as caught:
            load("classic", {"stacking": "x"}, by=by)
        assert str(caught.value).startswith(says)


@pytest.mark.parametrize(
    ("rules", "changes", "most"),
    [
        ("classic", {"rounds": 2}, 2 * 1240),  # C9: all cards of the deck
        ("classic", {"rounds": 1, "decks": 2}, 2 * 1240),
        ("classic", {"rounds": 1, "faces.S.points": 0}, 1240 - 8 * 20),
        ("league", {}, 10 * 100),  # L4, L5: one round for each player, ten at most
        ("league", {"rounds": 3}, 3 * 100),
        ("rounds", {}, 10),  # T2
        ("rounds", {"rounds": 4}, 4),
    ],
)
def test_a_target_that_no_match_can_reach_is_refused(rules: str, changes: dict[str, int], most: int) -> None:
    assert load(rules, changes | {"target": most}).target == most
    assert f"target: {most + 1} is out of reach" in refusal(rules, **changes, target=most + 1)


@pytest.mark.parametrize(
    ("changes", "most"),
    [
        ({}, 4 * (6 + 7 + 8 + 10 + 2 + 3 + 4 + 11)),  # F8: all cards of the deck
        ({"uncalled_points": 600, "cards.QS.out": 300}, 900),  # F6, F8: going out
        ({"cards.QS.lone": 777}, 777),  # F8: a queen alone
    ],
)
def test_a_limit_that_no_match_can_reach_is_refused(changes: dict[str, int], most: int) -> None:
    changes = changes | {"rounds": 3, "refill_points": 0}
    assert load("fool108", changes | {"limit": 3 * most}).limit == 3 * most
    assert f"limit: {3 * most + 1} is out of reach" in refusal("fool108", **changes, limit=3 * most + 1)


def test_a_limit_can_always_be_reached_where_replenishing_costs() -> None:
    assert load("fool108", {"rounds": 1, "limit": 100_000}).limit == 100_000


def test_a_rulebook_in_a_record_may_have_a_target_out_of_reach() -> None:
    """Such matches were played before it was refused, and their records are still read."""
    rules = msgspec.to_builtins(load("rounds")) | {"target": 500}
    assert load(rules).target == 500


def test_a_file_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_bytes(b"\xef\xbb\xbfextends = 'classic'\n")
    assert load(tmp_path / "my.toml").target == 500


def test_extends_means_the_rulebook_even_beside_a_file_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "classic").write_text("nonsense")
    assert load(write(tmp_path, 'extends = "classic"\n')).target == 500
    assert "my.toml: extends: there is no rulebook 'clasic'" in refusal(
        write(tmp_path, 'extends = "clasic"\n')
    )


def test_F6_a_rulebook_without_later_fields_keeps_its_fingerprint_and_its_rules() -> None:
    """Results and tables of earlier versions carry them (tests/old_files)."""
    assert load("rounds").fingerprint == "f853538faf0cdfae"
    assert load("league").fingerprint == "6f68c41f0b5840b3"
    old = msgspec.to_builtins(load("fool108", {"limit": 50}))
    del old["call_lapses"]
    assert load(old).call_lapses is False
    assert load(old).fingerprint == "714fe7f6bcab4088"
    assert load("fool108", {"limit": 50}).fingerprint != "714fe7f6bcab4088"
