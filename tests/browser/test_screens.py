"""Phones and odd windows: nothing scrolls sideways, everything can be reached, drags do no harm."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.browser.people import SETTLED, Reader, asks, box, next_click, words
from support.browser.situations import (
    a_coloured_card,
    a_last_card,
    a_turn,
    a_wild,
    an_uncalled_card_across,
    at_table,
    lay_the_last_card,
    only_pass,
    opened,
    staged,
)
from support.browser.visitors import TOUCH, Visitors
from support.server.people import Guest

Make = Callable[[str], Guest]
PAGES = ("/", "/replays", "/leaderboard", "/scores/fool108", "/haggle", "/rules/classic")


def sideways(reader: Reader) -> int:
    """How many pixels the page is wider than the screen."""
    wide: int = reader.page.evaluate("() => document.documentElement.scrollWidth")
    size = reader.page.viewport_size
    assert size is not None
    return wide - size["width"]  # a phone's innerWidth grows with the page


def within(reader: Reader, selector: str) -> bool:
    """It can be clicked, on the screen."""
    at, size = reader.spot(selector), reader.page.viewport_size
    assert size is not None
    return at is not None and 0 <= at[0] < size["width"] and 0 <= at[1] < size["height"]


def everything_within(reader: Reader) -> None:
    """Every card and button can be clicked, once the table has settled."""

    def out(seen: dict[str, Any]) -> list[str]:
        cards = [f"[data-hand='{at}']" for at in range(len(seen["hand"]))]
        return [
            one for one in (*cards, "[data-action=draw]", "[data-action=call]") if not within(reader, one)
        ]

    reader.until(lambda seen: not out(seen), "can't be clicked")


OUTSIDE = """(selectors) => selectors.flatMap((s) => {
  const found = [...document.querySelectorAll(s)]
  if (found.length === 0) return [`${s} is not there`]
  return found.filter((e) => {
    const r = e.getBoundingClientRect()
    const rim = s === '.felt' ? 10.5 : 0  // a shadow draws it
    const [w, h] = [document.documentElement.clientWidth, innerHeight]
    return r.left - rim < -0.5 || r.top - rim < -0.5 || r.right + rim > w + 0.5 || r.bottom + rim > h + 0.5
  }).map((e) => `${s}: ${JSON.stringify(e.getBoundingClientRect())}`)
})"""


def whole(reader: Reader, *selectors: str) -> None:
    """All of each of them is on the screen, once the table has settled."""
    reader.until(lambda _: reader.page.evaluate(OUTSIDE, selectors) == [], f"cut off: {selectors}")


@pytest.mark.parametrize("size", [(740, 360), (667, 375), (568, 320), (932, 430)], ids=str)
def test_a_phone_on_its_side_shows_the_whole_table(
    visitor: Visitors, guest: Make, size: tuple[int, int]
) -> None:
    sideways_phone = TOUCH | {"viewport": {"width": size[0], "height": size[1]}}
    ann, *_ = staged(guest, a_wild, *(f"{name} side {size[0]}" for name in ("Ann", "Bob", "Cy", "Di")))
    reader = at_table(visitor, ann, **sideways_phone)
    table = (".felt", "[data-anchor=deck]", "[data-anchor=pile]", ".pill", "[data-seat]", ".turnline")
    whole(reader, *table, "[data-hand]", "[data-action=draw]", "[data-action=call]")
    everything_within(reader)
    assert sideways(reader) == 0
    reader.press(*["ArrowRight"] * (reader.hand.index("W") + 1), "Enter")
    reader.until(lambda seen: seen["picks"])
    whole(reader, "[role=dialog] h2", "[data-pick]", "[role=dialog] .back")
    eve = visitor(**sideways_phone)
    eve.come(ann.table["code"])
    eve.until(lambda seen: len(seen["seats"]) == 4)
    whole(eve, *table)
    assert sideways(eve) == 0


def test_the_end_of_a_round_on_a_phone_on_its_side_keeps_its_buttons_in_sight(
    visitor: Visitors, guest: Make
) -> None:
    ann, _ = staged(guest, a_last_card, "Ann side end", "Bob side end")
    reader = at_table(visitor, ann, **TOUCH | {"viewport": {"width": 740, "height": 360}})
    lay_the_last_card(reader)
    whole(reader, "section.end h1", "section.end footer button")
    assert sideways(reader) == 0
    hands = reader.page.locator("section.end .scroll")
    assert hands.evaluate("e => e.scrollHeight === e.clientHeight || e.clientHeight > 180")


SPILLED = """() => [...document.querySelectorAll('section.end footer button')]
  .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)"""


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "de-AT"])
def test_the_buttons_at_the_end_of_a_round_hold_their_words_on_a_phone(
    visitor: Visitors, guest: Make, locale: str
) -> None:
    ann, _ = staged(guest, a_last_card, f"Ann words {locale}", f"Bob words {locale}")
    reader = at_table(visitor, ann, locale=locale, **TOUCH)
    lay_the_last_card(reader)
    whole(reader, "section.end footer button")
    assert reader.page.evaluate(SPILLED) == []


def test_no_page_scrolls_sideways_on_a_phone(visitor: Visitors) -> None:
    reader = visitor(**TOUCH)
    for path in PAGES:
        reader.page.goto(path)
        reader.page.locator("h1").first.wait_for()
        assert (path, sideways(reader)) == (path, 0)


def test_a_phone_plays_by_taps_from_the_lobby_to_a_card_and_never_scrolls_sideways(visitor: Visitors) -> None:
    reader = visitor(**TOUCH)
    reader.open_table("classic", "Ann phones", seats=4)
    assert sideways(reader) == 0  # before the deal
    reader.deal()
    seen = reader.until(asks)
    assert sideways(reader) == 0
    everything_within(reader)
    at = reader.spot(next_click(seen))
    assert at is not None
    reader.page.touchscreen.tap(*at)
    reader.until(lambda now: now != seen)


def test_the_picker_and_the_end_of_a_round_fit_a_phone(visitor: Visitors, guest: Make) -> None:
    ann, _ = staged(guest, a_wild, "Ann narrow", "Bob narrow")
    reader = at_table(visitor, ann, **TOUCH)
    reader.press(*["ArrowRight"] * (reader.hand.index("W") + 1), "Enter")
    reader.until(lambda seen: seen["picks"])
    assert sideways(reader) == 0
    for at in range(4):
        assert within(reader, f"[data-pick='{at}']")
    ann, _ = staged(guest, a_last_card, "Ann narrow end", "Bob narrow end")
    reader = at_table(visitor, ann, **TOUCH)
    lay_the_last_card(reader)
    assert sideways(reader) == 0


def test_67_more_than_thirty_cards_on_a_phone_can_all_be_reached(visitor: Visitors, guest: Make) -> None:
    # A seed that turns up no wild: its colour would be asked for first.
    ann, bob = opened(guest, "Ann many", "Bob many", seed=bytes(32), set={"false_call_penalty": 12})
    one = ann if ann.my_turn else bob
    for _ in range(2):
        one.act("call")  # false calls: twelve cards each
    one.shown(lambda table: len(table["view"]["hand"]) > 30)
    reader = at_table(visitor, one, **TOUCH | {"viewport": {"width": 360, "height": 640}})
    seen = reader.until(lambda seen: len(seen["hand"]) > 30)
    assert sideways(reader) == 0
    whole(reader, "[data-action=draw]", "[data-action=call]", ".turnline")
    fits = [at for at, card in enumerate(seen["hand"]) if card["fits"]]
    reader.until(lambda _: all(within(reader, f"[data-hand='{at}']") for at in fits), "can't be tapped")
    for at in range(len(seen["hand"])):  # every card opens fully when it is chosen
        reader.press("ArrowRight")
        reader.until(lambda now, at=at: now["hand"][at]["selected"])  # type: ignore[misc]
        assert within(reader, f"[data-hand='{at}']")
    reader.press(*["ArrowRight"] * (fits[0] + 1), "Enter")
    reader.until(lambda now: len(now["hand"]) == len(seen["hand"]) - 1 or now["picks"])


def test_68_69_a_phone_neither_reloads_nor_loses_the_hand(visitor: Visitors, guest: Make) -> None:
    ann, _ = staged(guest, a_coloured_card, "Ann pulls", "Bob pulls")
    reader = at_table(visitor, ann, **TOUCH)
    style = "s => getComputedStyle(document.querySelector(s))"
    assert reader.page.evaluate(f"() => ({style})('html').overscrollBehaviorY") in ("none", "contain")
    assert reader.page.evaluate(f"() => ({style})('#hand').touchAction") == "none"
    zoom = reader.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "user-scalable" not in zoom
    assert "maximum-scale" not in zoom
    reader.page.set_viewport_size({"width": 360, "height": 560})  # the bars of the browser
    reader.until(lambda seen: seen["hand"])
    everything_within(reader)


@pytest.mark.parametrize("size", [(2560, 600), (1920, 520), (1366, 640), (1024, 768), (740, 360)], ids=str)
def test_65_odd_windows_keep_every_control_on_the_screen(
    visitor: Visitors, guest: Make, size: tuple[int, int]
) -> None:
    ann, _ = staged(guest, a_coloured_card, f"Ann {size[0]}", f"Bob {size[0]}")
    reader = at_table(visitor, ann, viewport={"width": size[0], "height": size[1]})
    reader.until(lambda seen: seen["call"])
    assert sideways(reader) == 0
    everything_within(reader)


@pytest.mark.parametrize("size", [(1366, 800), (360, 740)], ids=str)
def test_70_ten_seats_with_long_names_fit(visitor: Visitors, guest: Make, size: tuple[int, int]) -> None:
    names = [f"{letter * 16} {size[0]}" for letter in "ABCDEFGHIJ"]
    ann, *_ = opened(guest, *names)
    reader = at_table(visitor, ann, viewport={"width": size[0], "height": size[1]})
    reader.until(lambda seen: len(seen["seats"]) == 9)
    assert sideways(reader) == 0
    everything_within(reader)


def test_62_64_the_pressed_card_counts_and_an_abandoned_drag_does_nothing(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = staged(guest, a_coloured_card, "Ann drags", "Bob drags")
    reader = at_table(visitor, ann)
    seen = reader.look()
    fit = next(
        at for at, card in enumerate(seen["hand"]) if card["fits"] and not card["card"].startswith("W")
    )
    mouse, at = reader.page.mouse, reader.spot(f"[data-hand='{fit}']")
    assert at is not None
    mouse.move(*at)
    mouse.down()
    mouse.move(at[0], at[1] - 40, steps=4)  # not past the line
    mouse.up()
    assert len(reader.look()["hand"]) == len(seen["hand"])
    mouse.move(*at)
    reader.until(lambda seen: seen["hand"][fit]["selected"])
    mouse.down()
    reader.press("ArrowRight")  # the hand moves under the pointer
    mouse.move(at[0] + 3, at[1] + 2)  # a slight drag
    mouse.up()
    bob.shown(lambda table: table["view"]["top"] == seen["hand"][fit]["card"])


def test_61_a_card_in_flight_lets_clicks_through(visitor: Visitors, guest: Make) -> None:
    ann, _ = staged(guest, lambda view: a_turn(view, "draw"), "Ann flies", "Bob flies")
    reader = at_table(visitor, ann, reduced_motion="no-preference")
    before = reader.until(lambda seen: not seen["draw"]["off"])
    reader.page.evaluate(
        "() => { window.flown = []; new MutationObserver(() => document.querySelectorAll('.flight').forEach("
        "e => window.flown.push(getComputedStyle(e).pointerEvents))).observe(document.body, "
        "{ childList: true, subtree: true }) }"
    )
    reader.click("[data-action=draw]")
    reader.until(lambda seen: len(seen["hand"]) > len(before["hand"]))
    flown = reader.page.evaluate("() => window.flown")
    assert flown
    assert set(flown) == {"none"}


MIDDLES = """() => ['draw', 'call'].flatMap((name) => {
  const r = document.querySelector(`[data-action=${name}]`).getBoundingClientRect()
  return [r.x + r.width / 2, r.y + r.height / 2]
})"""


def places(reader: Reader) -> list[float]:
    """The middles of the two buttons."""
    found: list[float] = reader.page.evaluate(MIDDLES)
    return found


def test_55_the_buttons_stay_where_they_are(visitor: Visitors, guest: Make) -> None:
    ann, _ = staged(guest, lambda view: a_turn(view, "draw"), "Ann steady", "Bob steady")
    reader = at_table(visitor, ann)
    reader.until(lambda seen: not seen["draw"]["off"] and seen["call"])
    before = places(reader)
    reader.click("[data-action=draw]")
    reader.until(lambda seen: words("button.pass") in seen["draw"]["text"])
    assert places(reader) == pytest.approx(before, abs=2)
    reader.click("[data-action=draw]")
    reader.until(lambda seen: seen["draw"]["off"])
    assert places(reader) == pytest.approx(before, abs=2)


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "de-AT"])
def test_whoever_has_a_seat_finds_the_way_back_on_a_phone(
    visitor: Visitors, guest: Make, locale: str
) -> None:
    ann, _ = opened(guest, f"Ann back {locale}", f"Bob back {locale}")
    reader = visitor(ann.token, locale=locale, **TOUCH)
    for path in PAGES[1:]:
        reader.page.goto(path)
        reader.page.locator("header .back").wait_for()
        assert sideways(reader) == 0, path
    reader.page.locator("header .back").click()
    reader.until(lambda seen: seen["hand"])


def test_a_replay_on_a_phone_keeps_the_table_in_sight_while_one_steps(visitor: Visitors) -> None:
    reader = visitor(**TOUCH)
    reader.page.goto("/replays")
    golden = Path(__file__).parents[1] / "golden" / "classic.json"
    reader.page.get_by_label(words("replays.paste"), exact=True).fill(golden.read_text(encoding="utf-8"))
    reader.press_button("replays.open")
    reader.page.get_by_label(words("replay.slider"), exact=True).wait_for()
    for _ in range(12):
        reader.press("ArrowRight")
    reader.page.locator(".steps [aria-current=step]").wait_for()
    assert reader.page.evaluate("() => scrollY") == 0
    assert reader.page.locator(".steps").evaluate("list => list.scrollTop") > 0  # the list has followed


SPOTS = """() => [...document.querySelectorAll('[data-hand], [data-action], [data-anchor], .felt, .seat')]
  .map((e) => [e.className, e.getBoundingClientRect()])
  .map(([name, r]) => [name, r.x, r.y, r.width, r.height])"""


@pytest.mark.parametrize("size", [(360, 740), (360, 560), (740, 360), (768, 1024), (1366, 800)], ids=str)
def test_a_hint_comes_and_goes_and_nothing_moves(
    visitor: Visitors, guest: Make, size: tuple[int, int]
) -> None:
    ann, _ = staged(guest, a_coloured_card, f"Ann hint {size}", f"Bob hint {size}")
    reader = at_table(visitor, ann, viewport={"width": size[0], "height": size[1]})
    hint = reader.page.get_by_test_id("hint")
    hint.wait_for()
    reader.page.evaluate(SETTLED)
    before = reader.page.evaluate(SPOTS)
    hint.get_by_role("button").press("Enter")  # a pointer would mark the card below it
    hint.wait_for(state="detached")
    reader.page.evaluate(SETTLED)
    assert reader.page.evaluate(SPOTS) == before


@pytest.mark.parametrize("size", [(360, 740), (1366, 800)], ids=str)
def test_who_plays_next_is_told_in_words(visitor: Visitors, guest: Make, size: tuple[int, int]) -> None:
    names = [f"{name} order {size[0]}" for name in ("Ann", "Bob", "Cy")]
    ann, bob, _ = staged(guest, a_coloured_card, *names)
    reader = at_table(visitor, ann, viewport={"width": size[0], "height": size[1]})
    seen = reader.until(lambda seen: seen["next"])
    assert seen["next"] == [[bob.name, words("seat.next")]]
    told = words(
        "seat.label.next", name=bob.name, cards=words("seat.cards", count=bob.view["counts"][bob.name])
    )
    assert seen["seats"][bob.name] == told


def test_after_a_drawn_card_that_does_not_fit_pass_is_the_one_thing_to_do(
    visitor: Visitors, guest: Make
) -> None:
    ann, bob = staged(guest, only_pass, "Ann passes", "Bob passes")
    reader = at_table(visitor, ann)
    button = reader.page.locator("[data-action=draw]")
    reader.until(lambda seen: seen["draw"]["text"].split() == [words("button.pass"), "Space"])
    assert button.get_attribute("aria-disabled") == "false"
    assert "primary" not in (button.get_attribute("class") or "")  # the turn passes by itself, too
    assert reader.look()["call"]["off"]
    reader.press("Enter")  # with nothing else to do, the key that plays does it too
    bob.shown(lambda table: table["view"]["turn"] == bob.name)
    ann, bob = staged(guest, only_pass, "Ann passes on", "Bob passes on")
    reader = at_table(visitor, ann)
    reader.until(lambda seen: words("button.pass") in seen["draw"]["text"])
    reader.press("Space")
    bob.shown(lambda table: table["view"]["turn"] == bob.name)


def test_the_button_that_opens_a_table_is_in_sight_folded_and_unfolded(visitor: Visitors) -> None:
    reader = visitor()  # 1366 x 800
    reader.page.goto("/")
    form = reader.page.get_by_role("form", name=words("lobby.new"))
    form.get_by_role("button", name=words("lobby.create")).wait_for()
    whole(reader, "form.new .button.primary")
    form.get_by_text(words("lobby.house"), exact=True).click()
    form.get_by_text(words("lobby.more")).click()
    assert reader.page.evaluate("() => document.documentElement.scrollHeight > innerHeight * 1.2")
    whole(reader, "form.new .button.primary")
    form.get_by_role("switch").first.click()  # what was changed is told where it is folded
    told = form.locator("details.house > summary .soft")
    reader.until(lambda _: told.inner_text() == words("option.jump_in"))
    whole(reader, "form.new .button.primary")
    assert form.get_by_role("switch").first.is_visible()  # it is still unfolded


FLOWN = """() => {
  window.flown = []
  const faces = (e) => [...e.querySelectorAll('use')].map((one) => one.getAttribute('href')).join(' ')
  new MutationObserver(() => window.flown.push(...[...document.querySelectorAll('.flight')].map(faces)))
    .observe(document.body, { childList: true, subtree: true })
}"""


def test_a_drawn_card_turns_over_for_its_owner_alone(visitor: Visitors, guest: Make) -> None:
    ann, bob = staged(guest, lambda view: a_turn(view, "draw"), "Ann turns", "Bob looks on")
    reader, other = (at_table(visitor, one, reduced_motion="no-preference") for one in (ann, bob))
    before = reader.hand
    for one in (reader, other):
        one.page.evaluate(FLOWN)
    reader.click("[data-action=draw]")
    reader.until(lambda seen: len(seen["hand"]) > len(before))
    drawn = list(reader.hand)
    for card in before:
        drawn.remove(card)
    told = words("seat.cards", count=len(before) + 1)
    other.until(lambda seen: told in seen["seats"][ann.name])
    assert set(reader.page.evaluate("() => window.flown")) == {f"#card-back #card-{drawn[0]}"}
    assert set(other.page.evaluate("() => window.flown")) == {"#card-back"}


@pytest.mark.parametrize("size", [(1366, 768), (1100, 700), (1920, 1080)], ids=str)
def test_the_call_of_the_top_seat_is_not_cut_by_the_header(
    visitor: Visitors, guest: Make, size: tuple[int, int]
) -> None:
    names = [f"{name} top {size[0]}" for name in ("Ann", "Bob", "Cy", "Dot", "Eli", "Flo")]
    people = staged(guest, an_uncalled_card_across, *names, runner=3)
    reader = at_table(visitor, people[0], viewport={"width": size[0], "height": size[1]})
    people[3].must("act", action="call", version=people[3].table["version"])
    bubble = reader.page.locator(f"[data-seat='{names[3]}'] .bubble")
    bubble.wait_for()
    reader.page.evaluate(SETTLED)
    head = box(reader.page.locator("header.top"))
    assert box(bubble)["y"] >= head["y"] + head["height"]
