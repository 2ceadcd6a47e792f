"""A dealt round: the cards, the rules and the pages."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from lastcard.haggle import LETTERS, HaggleError
from lastcard.haggle.deal import deal
from lastcard.haggle.pages import host_page, player_page
from lastcard.haggle.rulecards import MODIFIERS, VALUES
from support.haggle.commands import refused, run


@pytest.mark.parametrize("players", [2, 3, 6, 7, 8, 9, 17, 40, 1000])
def test_ten_cards_each_and_two_of_each_colour_a_player(players: int) -> None:
    hands = [player.hand for player in deal(players, seed=1).players]
    assert [len(hand) for hand in hands] == [10] * players
    assert Counter("".join(hands)) == dict.fromkeys(LETTERS, 2 * players)


@pytest.mark.parametrize("players", range(2, 61))
def test_rules_go_round_evenly_and_never_twice_to_a_player(players: int) -> None:
    for seed in range(12):
        pairs = [player.rules for player in deal(players, seed=seed).players]
        assert all(first != second for first, second in pairs)
        dealt = Counter(rule for pair in pairs for rule in pair)
        rounds, rest = divmod(2 * players, 17)
        modifiers = [dealt[rule] - rounds for rule in MODIFIERS]
        values = [dealt[rule] - rounds for rule in VALUES]
        assert sorted(set(modifiers + values) | {0, 1}) == [0, 1]  # as evenly as possible
        assert sum(modifiers) == min(rest, 12)  # modifiers before basic values
        assert sum(values) == max(0, rest - 12)


def test_nobody_holds_two_basic_values_while_modifiers_go_round() -> None:
    for seed in range(30):
        for player in deal(8, seed=seed).players:
            assert any(rule in MODIFIERS for rule in player.rules)


def test_deals_repeat_with_their_seed_and_differ_without() -> None:
    assert deal(6, seed=7) == deal(6, seed=7)
    assert deal(6, seed=7) != deal(6, seed=8)
    assert deal(6) != deal(6)
    fresh = deal(6)
    assert deal(6, seed=fresh.seed) == fresh


def test_every_first_card_is_as_likely() -> None:
    seen = Counter(letter for seed in range(2000) for letter in deal(2, seed=seed).players[0].hand)
    assert all(abs(seen[letter] - 4000) < 200 for letter in LETTERS)


def test_every_modifier_reaches_a_small_table() -> None:
    seen = Counter(rule for seed in range(1200) for rule in deal(2, seed=seed).players[0].rules)
    assert set(seen) == set(MODIFIERS)
    assert all(abs(count - 200) < 60 for count in seen.values())


@pytest.mark.parametrize("players", [0, 1, 1001, ["Ada"], ["Ada", "Ada"], ["Ada", ""], ["Ada", "a=b"]])
def test_deals_that_can_not_be(players: int | list[str]) -> None:
    with pytest.raises(HaggleError):
        deal(players)


def test_deal_as_text() -> None:
    ran = run("deal", "--players", "6", "--seed", "7")
    assert (ran.code, ran.err) == (0, "")
    dealt = deal(6, seed=7).players
    assert ran.out.splitlines() == [
        f"Player {at}: {player.hand}; {player.rules[0].code}, {player.rules[1].code}"
        for at, player in enumerate(dealt, 1)
    ]


def test_deals_are_pinned() -> None:
    # a seed that was written down must still mean the same after an update
    assert run("deal", "--players", "2", "--seed", "7").out == (
        "Player 1: YYYBBRROWW; rule 11, rule 2\nPlayer 2: YBBRROOOWW; rule 10, rule 5\n"
    )


def test_deal_tells_a_fresh_seed() -> None:
    ran = run("deal", "--players", "3")
    seed = ran.err.split("--seed ")[1].split(",")[0]
    assert run("deal", "--players", "3", "--seed", seed).out == ran.out


@pytest.mark.parametrize(
    "names", [("--names", "Ada", "Ben", "Cy"), ("--names", "Ada,Ben", "Cy"), ("--names=Ada, Ben, Cy",)]
)
def test_deal_to_names(names: tuple[str, ...]) -> None:
    answer = json.loads(run("deal", *names, "--seed", "1", "--json").out)
    assert [player["name"] for player in answer["players"]] == ["Ada", "Ben", "Cy"]
    assert run("deal", "--players", "3", *names, "--seed", "1").code == 0


def test_deal_as_json() -> None:
    answer = json.loads(run("deal", "--players", "9", "--seed", "7", "--json").out)
    assert answer["seed"] == 7
    for player, dealt in zip(answer["players"], deal(9, seed=7).players, strict=True):
        assert player["hand"] == dealt.hand
        assert [rule["code"] for rule in player["rules"]] == [rule.code for rule in dealt.rules]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "how many play?"),
        (("--players",), "--players needs a number"),
        (("--players", "1"), "--players needs a whole number from 2 to 1000, not '1'"),
        (("--players", "0"), "not '0'"),
        (("--players", "-3"), "not '-3'"),
        (("--players", "many"), "not 'many'"),
        (("--players", "9" * 5000), "--players needs a whole number"),
        (("--names", "Ada"), "a round needs 2 to 1000 players, not 1"),
        (("--names", "Ada", "Ada"), "two players have the name 'Ada'"),
        (("--names", "Ada,,Ben"), "name is empty"),
        (("--names", "Ada", "B=Y"), "'B=Y' can't be scored"),
        (("--players", "3", "--names", "Ada", "Ben"), "there are 2 names for 3 players"),
        (("--players", "3", "Ada"), "'Ada' is not expected"),
        (("--players", "3", "--seed", "x"), "--seed needs a whole number"),
        (("--players", "3", "--explain"), "there is no option '--explain'"),
        (("--players", "3", "--out", "/dev/null"), "can't write to '/dev/null'"),
        (("--players", "3", "--out", "a\0b"), r"can't write to 'a\x00b'"),
    ],
)
def test_G5_deals_that_are_refused(args: tuple[str, ...], says: str) -> None:
    assert says in refused("deal", *args)


def test_pages_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "round"
    ran = run("deal", "--players", "12", "--seed", "7", "--out", str(folder))
    expected = ["host.html", *(f"player-{number:02}.html" for number in range(1, 13))]
    assert sorted(path.name for path in folder.iterdir()) == expected
    assert ran.out.splitlines() == [str(folder / name) for name in expected]
    dealt = deal(12, seed=7)
    assert (folder / "host.html").read_text(encoding="utf-8") == host_page(dealt)
    assert (folder / "player-03.html").read_text(encoding="utf-8") == player_page(dealt.players[2], dealt)


def test_a_players_page_tells_what_that_player_was_dealt_and_no_more() -> None:
    dealt = deal(20, seed=123456789)
    for player in dealt.players:
        page = player_page(player, dealt)
        shown = [rule for rule in (*MODIFIERS, *VALUES) if rule.text in page]
        assert sorted(shown) == sorted(player.rules)
        assert "".join(letter * page.count(f'href="#c-{letter}"') for letter in LETTERS) == player.hand
        assert str(dealt.seed) not in page


def test_the_hosts_page_tells_all() -> None:
    dealt = deal(["Ada", "Ben"], seed=7)
    page = host_page(dealt)
    assert all(rule.text in page for rule in MODIFIERS)
    assert "What is a pyramid?" in page
    assert "seed 7" in page
    assert "6, 12, 1, 2, 10, 11, 9, 7, 5, 3, 4, 8" in page
    assert "haggle --explain Ada= Ben=" in page
    pyramid = page.split("<figure>")[1].split("</figure>")[0]
    assert sorted(pyramid.count(f'"#c-{letter}"') for letter in LETTERS) == [0, 1, 2, 3, 4]


def test_pages_stand_alone() -> None:
    dealt = deal(3, seed=1)
    for page in (host_page(dealt), player_page(dealt.players[0], dealt)):
        assert "http" not in page
        assert "<script" not in page
        assert "@import" not in page
        assert "src=" not in page


def test_names_can_not_break_a_page() -> None:
    dealt = deal(["<script>alert(1)</script>", "\udcff\n\u202e", "-x"], seed=1)
    for page in (host_page(dealt), *(player_page(player, dealt) for player in dealt.players)):
        page.encode("utf-8")
        assert "<script" not in page
        assert "\u202e" not in page
    assert "haggle --explain -- " in host_page(dealt)
