"""The stage: what happened is seen to happen, on a desktop and on a phone, with what it did to whom.

Each effect is watched by two people at once: one at a desktop, one with a phone. `watch` keeps all that the
page showed, in order, so that nothing depends on when a test looks.
"""

from __future__ import annotations

from typing import Any

import pytest

from support.browser.people import Reader, words
from support.browser.situations import Make, a_last_card, at_table, do, lay_the_last_card, poised, staged
from support.browser.visitors import TOUCH, Visitors

MOVING = {"reduced_motion": "no-preference"}
LONG = ("Wilhelmina-Konstantinope", "Bartholomew-Ferdinand-Xa", "Alexandra-Maximiliana-Yo")
WATCH = """() => {
  window.shown = []
  const all = (s) => [...document.querySelectorAll(s)]
  const look = () => {
    const board = all('.board')[0]
    const now = {
      stage: board?.dataset.stage,
      hand: all('[data-hand]:not(.air)').map((e) => e.dataset.card),
      counts: Object.fromEntries(all('[data-seat]').map((e) =>
        [e.dataset.seat, Number(e.querySelector('.unseen').textContent.match(/(\\d+) cards?/)?.[1])])),
      signs: all('[data-sign]').map((e) => [e.closest('[data-seat]')?.dataset.seat ?? 'me', e.dataset.sign]),
      gained: all('[data-gained]').map((e) =>
        [e.closest('[data-seat]')?.dataset.seat ?? 'me', Number(e.dataset.gained)]),
      called: all('[data-seat]:has(.bubble:not(.said))').map((e) => e.dataset.seat),
      banner: all('[data-banner]').map((e) => [e.dataset.banner, e.textContent.trim()])[0] ?? null,
      flights: all('[data-flight]').map((e) => [e.dataset.flight, e.querySelectorAll('.fan > span').length]),
      reveal: all('[data-reveal]').map((e) => e.querySelector('.cards').ariaLabel)[0] ?? null,
      turning: all('.centre.turning').length > 0,
      pile: all('[data-anchor=pile]')[0]?.ariaLabel,
      over: all('section.end').length > 0,
      line: all('[data-move] p')[0]?.textContent.trim(),
    }
    if (JSON.stringify(now) !== JSON.stringify(window.shown.at(-1))) window.shown.push(now)
  }
  look()
  new MutationObserver(look).observe(document.body,
    { subtree: true, childList: true, attributes: true, characterData: true })
}"""


CLOSED = """() => {
  const button = document.querySelector('[data-reveal] button')
  button?.click()
  return button
}"""


def watch(*readers: Reader) -> None:
    for one in readers:
        one.page.evaluate(WATCH)


def shown(reader: Reader, what: str) -> list[dict[str, Any]]:
    """All that was shown, once that has happened and nothing is on the stage any more."""
    reader.page.wait_for_function(
        "(what) => window.shown.some((one) => one.stage === what) && window.shown.at(-1).stage === 'still'",
        arg=what,
    )
    kept: list[dict[str, Any]] = reader.page.evaluate("() => window.shown")
    return kept


def both(visitor: Visitors, desk: Any, phone: Any) -> tuple[Reader, Reader]:
    """Somebody at a desktop and somebody with a phone, who watch from now on."""
    readers = at_table(visitor, desk, **MOVING), at_table(visitor, phone, **MOVING, **TOUCH)
    watch(*readers)
    return readers


def changes(seen: list[dict[str, Any]], what: str) -> list[Any]:
    """What one part of it was, one after the other, without repetitions."""
    found = [one[what] for one in seen]
    return [one for i, one in enumerate(found) if i == 0 or one != found[i - 1]]


def test_a_draw_two_counts_into_the_hand_and_says_what_it_did(visitor: Visitors, guest: Make) -> None:
    people, play = poised(guest, "play R+2", "Ann two", "Bob two", "Cid two", actor=2, upon=0)
    ann, bob = both(visitor, people[0], people[1])
    before = ann.hand
    people[2].must("act", action=play, version=people[2].table["version"])
    seen = shown(ann, "skip")
    assert [len(hand) for hand in changes(seen, "hand")] == [len(before), len(before) + 1, len(before) + 2]
    assert ["hit", "Two for you. You sit out."] in changes(seen, "banner")
    assert {("me", 1), ("me", 2)} <= {tuple(one) for now in seen for one in now["gained"]}
    drawn = [card for card in ann.hand if card not in before]
    assert {card for now in seen if now["stage"] == "draw" for card, _ in now["flights"]} >= set(drawn)
    assert seen[-1]["line"].endswith("You draw 2 and sit out.")
    watched = shown(bob, "skip")
    counts = [one[people[0].name] for one in changes(watched, "counts")]
    assert counts[-3:] == [len(before), len(before) + 1, len(before) + 2]
    assert [people[0].name, "skip"] in [one for now in watched for one in now["signs"]]
    assert changes(watched, "banner") == [None]
    assert watched[-1]["line"].endswith(f"{people[0].name} draws 2 and sits out.")


def test_a_played_card_flies_and_lies_on_the_pile_when_it_has_landed(visitor: Visitors, guest: Make) -> None:
    people, play = poised(guest, "play RR", "Ann watches it", "Bob turns it", "Cid watches it", actor=1)
    readers = both(visitor, people[0], people[2])
    people[1].must("act", action=play, version=people[1].table["version"])
    for reader in readers:
        seen = shown(reader, "reverse")
        assert ["RR", 0] in [one for now in seen if now["stage"] == "play" for one in now["flights"]]
        assert any(now["turning"] for now in seen)
        pile = [now["pile"] for now in seen]
        assert len({now["pile"] for now in seen if now["stage"] == "play"}) == 1  # as before, while it flies
        assert pile[-1] != pile[0]


@pytest.mark.parametrize("card", ["7", "0"])
def test_H3_hands_travel_between_the_seats(visitor: Visitors, guest: Make, card: str) -> None:
    names = f"Ann {card}", f"Bob {card}", f"Cid {card}"
    people, play = poised(guest, f"play R{card}", *names, actor=1, set={"seven_zero": True})
    if card == "7":
        play = next(text for text in people[1].legal if text.startswith("play R7") and names[0] in text)
    ann, cid = both(visitor, people[0], people[2])
    people[1].must("act", action=play, version=people[1].table["version"])
    what, hands = ("swap", 2) if card == "7" else ("hands_passed", 3)
    for reader in (ann, cid):
        seen = shown(reader, what)
        fans = [now["flights"] for now in seen if now["stage"] == what and now["flights"]]
        assert fans
        assert all(len(one) == hands and all(count > 1 for _, count in one) for one in fans)
    assert any(now["hand"] == [] for now in shown(ann, what))  # on its way, it is nobody's
    people[1].catch_up()
    assert ann.hand  # and then it is another one
    said = words("hit.swap", name=names[1])
    assert (["hit", said] in changes(shown(ann, what), "banner")) == (card == "7")


def test_H5_a_challenged_hand_is_shown_to_the_challenger_alone(visitor: Visitors, guest: Make) -> None:
    names = "Ann looks", "Bob looks", "Cid looks"
    people, play = poised(guest, "play W+4", *names, actor=2, upon=0, set={"challenge": True})
    hand = len(people[2].view["hand"]) - 1
    do(people, 2, play)
    ann, cid = both(visitor, people[0], people[2])
    ann.click("[data-action=challenge]")
    ann.page.wait_for_function(CLOSED)  # it can be closed at once
    seen = shown(ann, "challenge")
    assert changes(seen, "reveal")[-1] is None
    revealed = [one for one in changes(seen, "reveal") if one]
    assert len(revealed) == 1
    assert len(revealed[0].split(", ")) == hand
    guilty = any(["Cid looks", "guilty"] in now["signs"] for now in seen)
    assert guilty != any(["Cid looks", "innocent"] in now["signs"] for now in seen)
    theirs = shown(cid, "challenge")
    assert changes(theirs, "reveal") == [None]
    kinds = {one[0] for one in changes(theirs, "banner") if one}
    assert kinds == ({"hit"} if guilty else {"good"})


def test_C7_a_catch_is_announced_and_counted(visitor: Visitors, guest: Make) -> None:
    names = "Ann nets", "Bob nets", "Cid nets"
    people, play = poised(guest, "play ", *names, actor=0, holding=2)
    do(people, 0, play)
    ann, bob = both(visitor, people[0], people[1])
    people[2].must("act", action=f"catch {names[0]}", version=people[2].table["version"])
    caught = [one[1] for one in changes(shown(ann, "catch"), "banner") if one]
    assert caught == [f"{words('big.catch.at.you', name=names[2])} Two for you."]
    seen = shown(bob, "catch")
    assert [names[0], "caught"] in [one for now in seen for one in now["signs"]]
    assert ["news", words("big.catch", name=names[2], caught=names[0])] in changes(seen, "banner")


def test_C6_a_call_is_heard_with_the_card_that_landed(visitor: Visitors, guest: Make) -> None:
    names = "Ann listens", "Bob listens", "Cid listens"
    people, _ = poised(guest, "play ", *names, actor=1, holding=2)
    play = next(text for text in people[1].legal if text.startswith("play ") and text.endswith(" call"))
    readers = both(visitor, people[0], people[2])
    people[1].must("act", action=play, version=people[1].table["version"])
    for reader in readers:
        seen = shown(reader, "call")
        assert next(now["called"] for now in seen if now["stage"] == "play") == []
        assert [names[1]] in changes(seen, "called")


def test_the_deal_goes_round_before_anybody_plays(visitor: Visitors, guest: Make) -> None:
    ann, bob = guest("Ann deals"), guest("Bob deals")
    code = ann.must("create", seats=2, public=False, rules="classic")["code"]
    bob.must("open", code=code, sit=True)
    readers = []
    for one, how in ((ann, {}), (bob, TOUCH)):
        reader = visitor(one.token, **MOVING, **how)
        reader.come(code)
        readers.append(reader)
    readers[0].page.get_by_text(words("wait.start")).wait_for()
    readers[1].page.get_by_text(words("wait.ready")).first.wait_for()
    watch(*readers)
    readers[0].press_button("wait.start")
    for reader in readers:
        seen = shown(reader, "deal")
        dealt = [len(now["hand"]) for now in seen if now["stage"] == "deal"]
        assert dealt == sorted(dealt)
        assert dealt[0] == 0
        assert dealt[-1] in (6, 7)  # the last one may be on its way
        assert [now["flights"] for now in seen if now["stage"] == "deal" and now["flights"]]
        assert len(reader.hand) >= 7


def test_who_acts_does_not_wait_for_the_stage(visitor: Visitors, guest: Make) -> None:
    people, play = poised(guest, "play RS", "Ann runs", "Bob runs", "Cid runs", actor=1, upon=2)
    ann, _ = both(visitor, people[0], people[2])
    people[1].must("act", action=play, version=people[1].table["version"])
    ann.page.wait_for_function("() => document.querySelector('.board').dataset.stage !== 'still'")
    ann.press("Space")  # Cid sits out, so it is Ann's turn, before the page has shown why
    seen = shown(ann, "draw")
    assert "play" in changes(seen, "stage")
    ann.until(lambda now: len(now["hand"]) == len(seen[0]["hand"]) + 1)


def test_a_tab_that_sleeps_wakes_in_the_present(visitor: Visitors, guest: Make) -> None:
    people, play = poised(guest, "play R+2", "Ann naps", "Bob naps", "Cid naps", actor=2, upon=0)
    ann, _ = both(visitor, people[0], people[1])
    ann.page.evaluate("""() => {
      Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }""")
    before = len(ann.hand)
    people[2].must("act", action=play, version=people[2].table["version"])
    ann.until(lambda now: len(now["hand"]) == before + 2)
    seen = ann.page.evaluate("() => window.shown")
    assert changes(seen, "stage") == ["still"]
    assert seen[-1]["line"].endswith("You draw 2 and sit out.")


def test_reduced_motion_shows_the_same_without_movement(visitor: Visitors, guest: Make) -> None:
    people, play = poised(guest, "play R+2", "Ann rests", "Bob rests", "Cid rests", actor=2, upon=0)
    ann = at_table(visitor, people[0])
    watch(ann)
    before = len(ann.hand)
    people[2].must("act", action=play, version=people[2].table["version"])
    seen = shown(ann, "skip")
    assert [len(hand) for hand in changes(seen, "hand")] == [before, before + 1, before + 2]
    assert ["hit", "Two for you. You sit out."] in changes(seen, "banner")
    assert changes(seen, "flights") == [[]]


def test_the_end_of_a_round_waits_for_the_last_card(visitor: Visitors, guest: Make) -> None:
    people = staged(guest, a_last_card, "Ann lays", "Bob lays", keep="W")
    ann, bob = both(visitor, people[0], people[1])
    lay_the_last_card(ann)
    for reader in (ann, bob):
        reader.until(lambda seen: seen["over"])
        seen = shown(reader, "play")
        assert not any(now["over"] and now["stage"] != "still" for now in seen)


LINE = """() => {
  const [p] = document.querySelectorAll('[data-move] p')
  const box = p.getBoundingClientRect()
  const inside = (r) => r.bottom <= box.bottom + 1.5 && r.top >= box.top - 1.5 && r.right <= innerWidth
  const text = []  // what is not cut off
  const walk = document.createTreeWalker(p, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    for (let i = 0; i < node.length; i++) {
      const range = document.createRange()
      range.setStart(node, i); range.setEnd(node, i + 1)
      const [r] = range.getClientRects()
      if (!r || r.width === 0 && node.data[i] !== ' ') continue
      if (inside(r)) text.push(node.data[i])
    }
  }
  return { text: text.join('').replace(/\\s+/g, ' '), top: box.top, bottom: box.bottom, height: innerHeight,
    size: parseFloat(getComputedStyle(p).fontSize) }
}"""
YOURS = {
    "en": "You draw 2 and sit out.",
    "de": "Du ziehst 2 und setzt aus.",
    "ru": "Вы берёте 2 карты и пропускаете ход.",
}
SIZES = ((360, 640), (390, 844), (640, 360), (844, 390), (768, 1024), (1024, 600), (1366, 768), (2560, 1440))


def test_the_line_of_the_last_move_keeps_what_concerns_the_reader(visitor: Visitors, guest: Make) -> None:
    people, play = poised(guest, "play R+2", *LONG, actor=2, upon=0)
    ann = at_table(visitor, people[0])
    people[2].must("act", action=play, version=people[2].table["version"])
    for language, yours in YOURS.items():
        ann.page.evaluate("(to) => localStorage.setItem('language', to)", language)
        ann.page.reload()
        ann.until(lambda seen: seen["hand"])
        for width, height in SIZES:
            ann.page.set_viewport_size({"width": width, "height": height})
            where = f"{language} {width}x{height}"
            ann.page.wait_for_function(f"(yours) => ({LINE})().text.includes(yours)", arg=yours)
            line = ann.page.evaluate(LINE)
            assert line["bottom"] <= line["height"], where
            assert line["size"] >= 12, where
