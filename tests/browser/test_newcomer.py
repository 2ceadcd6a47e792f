"""What a newcomer meets: the form of a table, hints, quiet, one's own statistics, what one is told."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import WebSocketRoute

from support.browser.people import Reader, asks, words
from support.browser.situations import (
    a_coloured_card,
    a_last_card,
    at_table,
    lay_the_last_card,
    opened,
    staged,
)
from support.browser.visitors import Visitors
from support.server.people import Guest, Running

Make = Callable[[str], Guest]
OPEN_ALL = "() => document.querySelectorAll('form details').forEach((one) => (one.open = true))"
LISTEN = """
window.heard = 0
const Real = window.AudioContext
window.AudioContext = class extends Real { constructor() { super(); window.heard += 1 } }
"""
# Elements whose own text holds a name that is not set apart.
LOOSE = """(root, name) => [...root.querySelectorAll('*')].filter((e) => !e.closest('bdi')
  && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.includes(name)))
  .map((e) => e.outerHTML)"""
INK = """() => getComputedStyle(document.body).color.match(/[\\d.]+/g).slice(0, 3)
  .reduce((sum, part) => sum + Number(part), 0)"""
# Notes when the hand is empty and when the scores come.
WHEN = """() => new MutationObserver(() => {
  if (!document.querySelector('[data-hand]')) window.gone ??= performance.now()
  if (document.querySelector('section.end')) window.scores ??= performance.now()
}).observe(document.body, { childList: true, subtree: true })"""


def option(name: str) -> str:
    """The control of a house rule in the form."""
    return f"[aria-labelledby='help-{name}']"


def set_number(reader: Reader, name: str, to: int) -> None:
    reader.page.locator(option(name)).fill(str(to))
    reader.page.locator(option(name)).dispatch_event("change")


def test_a_double_click_on_play_now_makes_one_person_and_one_table(
    visitor: Visitors, server: Running
) -> None:
    reader = visitor()
    reader.page.goto("/")
    before = set(server.server.hub.rooms)
    reader.page.get_by_role("button", name=words("lobby.now")).dblclick()
    reader.until(lambda seen: seen["hand"])
    assert set(server.server.hub.rooms) - before == {reader.page.url.rpartition("/")[2]}


def test_somebody_who_left_a_table_plays_at_the_next_one_at_once(visitor: Visitors) -> None:
    """The reason for the last leaving sent people back to the lobby from every new table."""
    reader = visitor()
    reader.page.goto("/")
    reader.press_button("lobby.now")
    reader.until(lambda seen: seen["hand"])
    first = reader.page.url
    reader.press("q")
    reader.sheet.get_by_role("button", name=words("end.leave"), exact=True).click()
    reader.page.wait_for_url("**/")
    reader.press_button("lobby.now")
    reader.page.wait_for_url("**/t/*")
    reader.until(lambda seen: seen["hand"])
    assert reader.page.url != first


def test_house_rules_are_chosen_in_the_form_and_each_has_a_sentence_of_help(
    visitor: Visitors, server: Running
) -> None:
    reader = visitor()
    reader.page.goto("/")
    reader.press_button("game.title.classic")
    reader.page.locator(option("stacking")).wait_for(state="attached")
    reader.page.evaluate(OPEN_ALL)
    helps = reader.page.locator("form [id^=help-] p").all_inner_texts()
    assert len(helps) > 10
    assert all(text.endswith((".", "?")) for text in helps), helps
    reader.page.locator(option("stacking")).select_option("any")
    reader.page.locator(option("seven_zero")).click()
    set_number(reader, "target", 300)
    reader.press_button("lobby.create")
    reader.page.wait_for_url("**/t/*")
    table = server.server.hub.rooms[reader.page.url.rpartition("/")[2]].table
    assert table.set == {"stacking": "any", "seven_zero": True, "target": 300}


def test_a_senseless_combination_is_refused_in_the_form_with_a_sentence(visitor: Visitors) -> None:
    reader = visitor()
    reader.page.goto("/")
    reader.press_button("game.title.fool108")
    reader.page.locator(option("decks")).wait_for(state="attached")
    assert reader.page.locator(option("jump_in")).count() == 0  # all cards are different
    reader.page.evaluate(OPEN_ALL)
    set_number(reader, "decks", 2)
    reader.page.locator(option("jump_in")).wait_for(state="attached")
    reader.page.evaluate(OPEN_ALL)
    reader.page.locator(option("jump_in")).click()
    create = reader.page.get_by_role("button", name=words("lobby.create"))
    assert create.is_enabled()
    set_number(reader, "decks", 1)
    reader.until(lambda _: create.is_disabled(), "it can be opened all the same")
    assert reader.page.locator("form .bad").inner_text().strip()
    set_number(reader, "decks", 2)
    reader.until(lambda _: create.is_enabled())


def test_a_hint_goes_away_and_does_not_come_back(visitor: Visitors, guest: Make) -> None:
    ann, _ = staged(guest, a_coloured_card, "Ann learns", "Bob knows")
    reader = at_table(visitor, ann)
    hint = reader.page.get_by_test_id("hint")
    hint.get_by_text(words("hint.lift")).wait_for()
    reader.press_button("hint.got")
    hint.wait_for(state="detached")
    reader.page.reload()
    reader.until(asks)
    assert hint.count() == 0


def test_there_is_no_sound_until_it_is_wanted(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, a_coloured_card, "Ann quiet", "Bob quiet")
    reader = visitor(ann.token)
    reader.page.add_init_script(LISTEN)
    reader.come(ann.table["code"])
    assert reader.by_click(reader.until(asks))
    bob.shown(lambda table: table["version"] > ann.table["version"])
    assert reader.page.evaluate("() => window.heard") == 0
    reader.press_button("sound.off")
    reader.page.get_by_role("button", name=words("sound.on")).wait_for()
    assert reader.page.evaluate("() => window.heard") == 1


def test_dark_and_light_follow_the_system(visitor: Visitors) -> None:
    found = {}
    for scheme in ("light", "dark"):
        reader = visitor(color_scheme=scheme)
        reader.page.goto("/")
        reader.page.locator("h1").first.wait_for()
        found[scheme] = reader.page.evaluate(INK)
    assert found["light"] < 200 < 500 < found["dark"]  # dark ink, and light ink


def test_a_finished_match_is_in_one_s_statistics_and_on_the_leaderboard(
    visitor: Visitors, guest: Make
) -> None:
    ann, _ = staged(guest, a_last_card, "Ann rated", "Bob rated", set={"rounds": 1})
    last = next(text for text in ann.legal if text.startswith("play ") and not text.endswith(" call"))
    ann.must("act", action=last, version=ann.table["version"])
    ann.shown(lambda table: table["phase"] == "over")
    reader = visitor(ann.token)
    reader.page.goto("/leaderboard")
    row = reader.page.get_by_role("row", name="Ann rated")
    row.wait_for()
    place, _, rating, games, wins = row.get_by_role("cell").all_inner_texts()
    assert (int(place) >= 1, int(rating) > 1000, games, wins) == (True, True, "1", "1")
    reader.page.locator("header .me").click()
    own = reader.page.locator("dialog[open] tbody tr")
    own.wait_for()
    cells = own.get_by_role("cell").all_inner_texts()
    assert cells == ["1", "1", "1", "1.0", rating]


def test_52_the_table_stays_in_sight_for_a_second_before_the_scores(visitor: Visitors, guest: Make) -> None:
    ann, _ = staged(guest, a_last_card, "Ann lingers", "Bob lingers")
    reader = at_table(visitor, ann)
    reader.page.evaluate(WHEN)
    lay_the_last_card(reader)
    gone, scores = reader.page.evaluate("() => [window.gone, window.scores]")
    assert scores - gone > 1000  # a timer is never early


def test_59_watching_a_replay_in_one_s_own_turn_makes_no_move_and_the_way_back_is_plain(
    visitor: Visitors, guest: Make
) -> None:
    done, _ = staged(guest, a_last_card, "Ann before", "Bob before", set={"rounds": 1})
    last = next(text for text in done.legal if text.startswith("play "))
    done.must("act", action=last, version=done.table["version"])
    game = done.shown(lambda table: table["phase"] == "over")["game"]
    ann, bob = staged(guest, a_coloured_card, "Ann looks back", "Bob waits")
    reader = visitor(ann.token)
    reader.page.goto(f"/replay/{game}")
    reader.page.get_by_label(words("replay.slider"), exact=True).wait_for()
    version = bob.table["version"]
    reader.press("ArrowRight", "ArrowRight", "Enter", "Space", "o", "c", "1", "p")
    reader.page.locator("header .back").click()
    reader.until(asks)
    bob.catch_up()
    assert bob.table["version"] == version


def test_73_in_the_log_and_in_chat_names_stand_apart_whatever_their_direction(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = opened(guest, "דנה", "Bob beside")
    ann.must("say", text="shalom")
    one = ann if ann.my_turn else bob
    one.act(next(text for text in one.legal if not text.startswith(("call", "catch"))))
    reader = at_table(visitor, bob)
    for part in (".log", ".chat"):
        reader.page.locator(f"{part} bdi", has_text="דנה").first.wait_for()
        assert reader.page.locator(part).first.evaluate(LOOSE, "דנה") == []


def test_75_who_is_sent_away_reads_why_in_the_lobby(visitor: Visitors, guest: Make) -> None:
    ann, bob = opened(guest, "Ann sends", "Bob sent")
    reader = at_table(visitor, bob)
    ann.must("kick", seat=1, why="asleep for an hour")
    reader.page.wait_for_url(visitor.base + "/")
    reader.page.get_by_text("asleep for an hour").first.wait_for()
    assert reader.look()["hand"] == []


def test_76_who_talks_too_much_is_told(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann talks", "Bob hears")
    reader = at_table(visitor, ann)
    reader.press("t")
    field = reader.page.get_by_placeholder(words("chat.say")).first
    for number in range(12):
        field.fill(f"and {number}")
        reader.press("Enter")
    reader.page.get_by_text("wait a few seconds").or_(reader.page.get_by_text("slow down")).first.wait_for()


def test_77_a_page_that_is_older_than_the_server_is_asked_to_reload(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann stale", "Bob stale")
    reader = visitor(ann.token)
    builds = iter(("one", "two", "two", "two"))

    def connected(page_end: WebSocketRoute) -> None:
        server_end = page_end.connect_to_server()
        build = next(builds)
        ends.append(page_end)

        def tell(text: str | bytes) -> None:
            assert isinstance(text, str)
            if '"type":"welcome"' in text:
                text = text.replace(f'"build":"{server_build}"', f'"build":"{build}"')
            page_end.send(text)

        page_end.on_message(server_end.send)
        server_end.on_message(tell)

    ends: list[WebSocketRoute] = []
    server_build = ann.heard[0]["build"]
    reader.page.route_web_socket("**/ws", connected)
    reader.come(ann.table["code"])
    reader.until(lambda seen: seen["hand"])
    told = reader.page.get_by_text(words("net.old"))
    assert told.count() == 0
    ends[0].close(code=1001)
    told.wait_for()
    assert reader.page.get_by_role("button", name=words("net.reload")).is_visible()
