"""The other pages: replay and verify, Haggle, score sheets, invitations, chat, the rules, two languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from lastcard.cli import main
from lastcard.rulebooks import names
from support.browser.needs import CLIENT
from support.browser.people import Reader, violations, words
from support.browser.situations import a_last_card, at_table, opened, staged
from support.browser.visitors import Visitors
from support.server.people import Guest, Running

Make = Callable[[str], Guest]


def finished(guest: Make, *people: str, public: bool = True) -> tuple[Guest, str]:
    """The first of them has won a match of one round; its id in the history."""
    ann, *_ = staged(guest, a_last_card, *people, set={"rounds": 1}, public=public)
    last = next(text for text in ann.legal if text.startswith("play ") and not text.endswith(" call"))
    ann.must("act", action=last, version=ann.table["version"])
    return ann, str(ann.shown(lambda table: table["phase"] == "over")["game"])


def steps(reader: Reader) -> int:
    return int(reader.page.get_by_label(words("replay.slider"), exact=True).get_attribute("max") or 0)


def test_a_replay_goes_step_by_step_from_every_seat_and_is_verified(
    visitor: Visitors, guest: Make, tmp_path: Path
) -> None:
    _, game = finished(guest, "Ann replays", "Bob replays")
    reader = visitor()
    reader.page.goto("/replays")
    reader.page.locator(f"a[href='/replay/{game}']").click()
    reader.page.locator("[data-fair=true]").wait_for()
    last = steps(reader)
    assert last > 5
    reader.press_button("replay.next")
    reader.page.get_by_text(words("replay.turn", count=1, total=last)).wait_for()
    reader.page.get_by_label(words("replay.slider"), exact=True).fill(str(last))
    reader.page.wait_for_url(f"**step={last}")
    shared = visitor()  # the link shows the same step to anybody
    shared.page.goto(reader.page.url)
    shared.page.get_by_text(words("replay.turn", count=last, total=last)).wait_for()
    reader.press_button("replay.first")
    backs = reader.page.locator(".stage .cards use[href$=back]")
    assert (reader.page.locator(".stage .cards use").count(), backs.count()) == (14, 0)
    eyes = reader.page.get_by_role("group", name=words("replay.hands"))
    eyes.get_by_role("button", name="Ann replays").click()
    assert backs.count() == 7  # those of the other
    with reader.page.expect_download() as download:
        reader.page.get_by_role("link", name=words("replay.record")).click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    assert main(["verify", str(record)]) == 0
    assert main(["replay", str(record)]) == 0
    assert violations(reader.page) == []


def test_a_private_match_is_listed_for_who_played_it_and_opens_by_its_link(
    visitor: Visitors, guest: Make
) -> None:
    _, public = finished(guest, "Ann shows", "Bob shows")
    ann, private = finished(guest, "Ann hides", "Bob hides", public=False)
    player, stranger = visitor(ann.token), visitor()
    for reader, listed in ((player, 1), (stranger, 0)):
        reader.page.goto("/replays")
        reader.page.locator(f"a[href='/replay/{public}']").wait_for()
        assert reader.page.locator(f"a[href='/replay/{private}']").count() == listed
    stranger.page.goto(f"/replay/{private}")
    stranger.page.locator("[data-fair=true]").wait_for()


def test_a_pasted_record_is_watched_and_a_bad_one_is_told(visitor: Visitors) -> None:
    reader = visitor()
    reader.page.goto("/replays")
    box = reader.page.get_by_label(words("replays.paste"), exact=True)
    box.fill("{ no record")
    reader.press_button("replays.open")
    reader.page.get_by_text(words("replays.bad", why="").strip()).first.wait_for()
    golden = Path(__file__).parents[1] / "golden" / "fool108.json"
    box.fill(golden.read_text(encoding="utf-8"))
    reader.press_button("replays.open")
    reader.page.get_by_role("heading", name=words("replay.title")).wait_for()
    reader.page.get_by_label(words("replay.slider"), exact=True).wait_for()
    assert steps(reader) > 10
    assert reader.page.locator("[data-fair=null]").inner_text() == words("replay.noseed")
    assert violations(reader.page) == []


def test_haggle_scores_follow_the_clicks_and_are_explained(visitor: Visitors, server: Running) -> None:
    reader = visitor()
    reader.page.goto("/haggle")
    while reader.page.get_by_role("button", name="Remove").count():
        reader.page.get_by_role("button", name="Remove").first.click()
    for row, (name, hand) in enumerate({"Taylor": "YYR", "Tyler": "OWB"}.items()):
        reader.press_button("haggle.add")
        reader.page.get_by_label(words("haggle.name"), exact=True).nth(row).fill(name)
        for letter in hand:
            reader.page.locator(f"button.more[data-colour={letter}]").nth(row).click()
    told = {"hands": {"Taylor": "YYR", "Tyler": "OWB"}}
    answer = httpx.post(f"{server.base}/api/haggle", json=told, headers={"origin": server.base}).json()
    expected = {one["name"]: str(one["points"]) for one in answer["players"]}
    results = reader.page.get_by_label(words("haggle.result")).locator("article")

    def shown() -> dict[str, str]:
        found: list[tuple[str, str]] = results.evaluate_all(
            "all => all.map(e => [e.querySelector('h2').innerText, e.querySelector('.sum').innerText])"
        )
        return dict(found)

    reader.until(lambda _: shown() == expected, "the scores do not follow")
    rules = sum(len(one["changes"]) for one in answer["players"])
    assert results.locator("li").count() == rules


def test_G2_G4_haggle_goes_by_the_rules_and_the_other_ways_can_be_chosen(visitor: Visitors) -> None:
    reader = visitor()
    hands = [("Ann", "YYYYBBBRRO"), ("Ben", "BBBBB"), ("Xia", "RRRRRRR")]
    kept = json.dumps([{"name": name, "hand": hand} for name, hand in hands])
    reader.page.add_init_script(f"localStorage.setItem('haggle', {json.dumps(kept)})")
    reader.page.goto("/haggle")
    sums = reader.page.get_by_label(words("haggle.result")).locator("article .sum")
    value = 20 + 16 + 12  # face, yellow squared, one orange times four; Xia holds more red
    for option, ann in (
        (None, 2 * (value - 10)),
        ("haggle.last", 2 * value - 10),
        ("haggle.eliminated", 2 * (value + 6) - 10),
    ):
        if option is not None:
            reader.page.get_by_label(words(option)).uncheck()
        expect(sums).to_have_text([str(ann), "10", words("haggle.out")])
    reader.page.reload()
    expect(sums.first).to_have_text(str(2 * (value + 6) - 10))  # the choice is remembered


@pytest.mark.parametrize("rules", names())
def test_a_score_sheet_adds_rounds_in_every_rulebook(visitor: Visitors, server: Running, rules: str) -> None:
    reader = visitor()
    reader.page.goto(f"/scores/{rules}")
    hand = "QS 7H" if rules == "fool108" else "R7 BS"
    reader.page.get_by_label(words("sheet.player", count=1), exact=True).fill("Ann")
    reader.page.get_by_label(words("sheet.player", count=2), exact=True).fill("Bob")
    reader.page.get_by_label(words("sheet.hand", name="Bob")).fill(hand)
    out = {"out": "QD"} if rules == "fool108" else {}
    for card in out.values():
        reader.press_button("sheet.out")
        reader.page.locator(f".deck button:has(use[href$='-{card}'])").click()
    reader.press_button("sheet.add")
    row = reader.page.get_by_role("row", name=words("sheet.round", count=1))
    row.wait_for()
    told = {
        "players": ["Ann", "Bob"],
        "rounds": [{"hands": {"Ann": "", "Bob": hand.replace(" ", ",")}, **out}],
    }
    answer = httpx.post(f"{server.base}/api/score/{rules}", json=told, headers={"origin": server.base}).json()
    expected = [str(answer["rounds"][0]["scores"][name]) for name in ("Ann", "Bob")]
    cells = [text.splitlines()[0] for text in row.get_by_role("cell").all_inner_texts()]
    assert cells == expected
    how = words("points.ranked", sum="100 \N{MINUS SIGN} 17", players=2)  # L4: a seven and a Skip
    assert row.get_by_text(how).count() == (rules == "league")


def test_15_28_an_invitation_to_who_has_no_name_leads_to_a_seat(visitor: Visitors, guest: Make) -> None:
    ann = guest("Ann invites")
    code = ann.must("create", seats=2, public=False)["code"]
    reader = visitor()
    reader.page.goto(f"/t/{code.lower()}")  # 14: typed by hand
    reader.press_button("invite.sit")
    name = ann.shown(lambda table: table["seats"][1]["name"])["seats"][1]["name"]
    reader.page.get_by_text("Ann invites").first.wait_for()
    reader.page.get_by_text(name).first.wait_for()


def test_74_markup_in_names_and_chat_is_text(visitor: Visitors, guest: Make) -> None:
    ann, bob = opened(guest, "<b>Ann</b>", "Bob plain")
    ann.must("say", text="<img src=x onerror=alert(1)>")
    reader = at_table(visitor, bob)
    reader.page.get_by_text("<b>Ann</b>").first.wait_for()
    reader.page.get_by_text("<img src=x onerror=alert(1)>").first.wait_for()
    assert reader.page.locator("main b >> text=/^Ann$/").count() == 0
    assert reader.page.locator("main img").count() == 0


def test_72_keys_are_dead_while_typing_and_news_do_not_take_the_focus(visitor: Visitors, guest: Make) -> None:
    ann, bob = opened(guest, "Ann types", "Bob plays")
    one, other = (ann, bob) if bob.my_turn else (bob, ann)  # the other one is to move
    reader = at_table(visitor, one)
    reader.press("t")
    field = reader.page.locator("[data-chat]").first
    field.fill("")
    reader.page.keyboard.type("o quick 1 p")
    other.act(next(text for text in other.legal if not text.startswith(("call", "catch"))))
    before = reader.look()["pile"]
    one_more = field.evaluate("e => [e === document.activeElement, e.value]")
    assert one_more == [True, "o quick 1 p"]
    assert reader.sheet.count() == 0
    assert before
    reader.press("Enter")
    other.until(lambda m: any(event.get("text") == "o quick 1 p" for event in m.get("events", ())))


def test_51_the_rules_in_force_are_one_tap_away(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann rules", "Bob rules", set={"stacking": "any"})
    reader = at_table(visitor, ann)
    reader.press_button("menu.rules")
    sheet = reader.sheet
    sheet.wait_for()
    assert "any draw card that fits" in sheet.inner_text()


def test_the_live_region_tells_what_others_did_and_whose_turn_it_is(visitor: Visitors, guest: Make) -> None:
    ann, bob = opened(guest, "Ann listens", "Bob acts")
    one, other = (ann, bob) if bob.my_turn else (bob, ann)
    reader = at_table(visitor, one)
    other.act(next(text for text in other.legal if not text.startswith(("call", "catch"))))
    region = reader.page.locator("[aria-live=polite]").first
    reader.until(lambda _: str(other.name) in region.inner_text(), "nothing was said")


def test_the_title_tells_where_one_is(visitor: Visitors) -> None:
    reader = visitor()
    titles = {"/": "lastcard"} | {
        path: f"{words(key)} · lastcard"
        for path, key in (
            ("/replays", "nav.replays"),
            ("/leaderboard", "nav.leaderboard"),
            ("/scores/fool108", "nav.scores"),
            ("/haggle", "nav.haggle"),
            ("/rules/classic", "nav.rules"),
        )
    }
    for path, title in titles.items():
        reader.page.goto(path)
        reader.page.wait_for_function("title => document.title === title", arg=title)


MESSAGES = CLIENT / "src" / "messages"
LANGUAGES = sorted(path.stem for path in MESSAGES.glob("*.json"))


def texts_in(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_language_of_the_browser(visitor: Visitors, language: str) -> None:
    texts = texts_in(language)
    reader = visitor(locale=language)
    for path, key in (("/", "lobby.title"), ("/replays", "replays.title"), ("/haggle", "haggle.title")):
        reader.page.goto(path)
        reader.page.get_by_role("heading", name=texts[key]).wait_for()
    assert reader.page.locator("html").get_attribute("lang") == language


def test_the_menu_changes_the_language_for_good(visitor: Visitors) -> None:
    reader = visitor(locale="fr-FR")  # which is not there: English serves
    reader.page.goto("/")
    menu = reader.page.get_by_label(words("language.choose"))
    names = {language: texts_in(language)["language.name"] for language in LANGUAGES}
    menu.wait_for()
    assert menu.locator("option").all_inner_texts() == [names[language] for language in LANGUAGES]
    menu.select_option("de")
    reader.page.get_by_role("heading", name=texts_in("de")["lobby.title"]).wait_for()
    reader.page.reload()
    reader.page.get_by_role("heading", name=texts_in("de")["lobby.title"]).wait_for()
    assert reader.page.locator("html").get_attribute("lang") == "de"


def test_a_russian_page_explains_and_refuses_in_russian(visitor: Visitors) -> None:
    reader = visitor(locale="ru-RU")
    hands = [("Аня", "YYYYBBRWWW"), ("Боря", "YBRRRROOWW"), ("Дина", "YYBBBBBOOWW"), ("Гена", "OOOOOOO")]
    kept = json.dumps([{"name": name, "hand": hand} for name, hand in hands])
    reader.page.add_init_script(f"localStorage.setItem('haggle', {json.dumps(kept)})")
    reader.page.goto("/haggle")
    results = reader.page.locator(".results article")
    reader.until(lambda _: results.count() == 4)
    told = " ".join(results.all_inner_texts())
    assert "пирамида" in told.lower() or "набор" in told.lower()
    assert re.findall("[A-Za-z]+", told) == []
    reader.page.goto("/")
    form = reader.page.locator("form.new")
    form.locator("details.house > summary").click()
    form.locator("details.house details > summary").click()
    form.locator("#help-catch_penalty + input").fill("5")
    form.locator("#help-call + select").select_option("off")  # so nobody is caught
    wrong = form.locator(".last .bad")
    reader.until(lambda _: wrong.inner_text())
    assert re.findall("[A-Za-z]+", wrong.inner_text()) == []
