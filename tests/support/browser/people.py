"""People in a real browser: what they see of the table, and what they do by mouse or keys.

What tests know of the page's markup stands here; its texts come from the client's own message file. Nothing
waits for a fixed time: `until` asks the page again until it looks as wanted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page

from lastcard.messages import catalogue
from support.browser.needs import AXE, CLIENT

PAGE = json.loads((CLIENT / "src" / "messages" / "en.json").read_text(encoding="utf-8"))
TEXTS: dict[str, Any] = catalogue() | PAGE
POLL = 40  # milliseconds between two looks
AGAIN = 2.0  # seconds until a click without an effect is made once more
PATIENCE = 20.0  # seconds; the machine may be busy

# What a person sees of the table, once all of it is there: it is made part by part, one a frame.
LOOK = """async () => {
  const all = (s) => [...document.querySelectorAll(s)]
  while (all('[aria-busy=true]').length > 0) await new Promise((then) => requestAnimationFrame(then))
  const button = (name) => {
    const e = all(`[data-action=${name}]`)[0]
    return e && { off: e.ariaDisabled === 'true', on: e.ariaPressed === 'true', text: e.innerText }
  }
  return {
    over: all('section.end').length > 0,
    drawing: all('[data-draw] [data-action=skip]').length > 0,
    locked: all('#hand.locked').length > 0,
    hand: all('[data-hand]').map((e) => ({ card: e.dataset.card, fits: e.ariaDisabled === 'false',
      selected: e.classList.contains('selected') })),
    picks: all('[data-pick]').map((e) => e.dataset.value),
    draw: button('draw'),
    call: all('[data-action=call]').map((e) => ({ off: ['rest', 'said'].includes(e.dataset.call),
      on: e.ariaPressed === 'true', said: e.dataset.call === 'said' }))[0],
    pile: all('[data-anchor=pile]').map((e) => e.ariaLabel)[0],
    colour: all('[data-colour].pill').map((e) => e.dataset.colour)[0],
    seats: Object.fromEntries(all('[data-seat]').map((e) =>
      [e.dataset.seat, e.querySelector('.unseen').textContent])),
    catches: all('.catch .unseen').map((e) => e.textContent),
    heard: all('[data-seat]:has(.bubble:not(.said))').map((e) => e.dataset.seat),
    dialog: all('dialog[open]').map((e) => e.innerText)[0],
    next: all('[data-seat] .next').map((e) => [e.closest('[data-seat]').dataset.seat, e.innerText]),
  }
}"""
INVITED = "[data-invitation] .button.primary"
# Where a thing can be clicked; null if other things lie over all of it.
SPOT = """(selector) => {
  const e = document.querySelector(selector)
  if (!e) return null
  const r = e.getBoundingClientRect()
  for (const fy of [0.35, 0.15, 0.5, 0.7, 0.9]) for (const fx of [0.15, 0.05, 0.3, 0.5, 0.7, 0.9]) {
    const [x, y] = [r.left + r.width * fx, r.top + r.height * fy]
    const top = document.elementFromPoint(x, y)
    if (top && (top === e || e.contains(top))) return [x, y]
  }
  return null
}"""

# Whether a thing is still there after two frames.
UNDER = """async ([selector, x, y]) => {
  const frame = () => new Promise((then) => requestAnimationFrame(then))
  await frame()
  await frame()
  const [e, top] = [document.querySelector(selector), document.elementFromPoint(x, y)]
  return e !== null && top !== null && e.contains(top)
}"""


def words(key: str, **values: object) -> str:
    """A text of the page."""
    text = TEXTS[key] if isinstance(TEXTS[key], str) else TEXTS[key]["other"]
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return str(text)


def box(of: Locator) -> FloatRect:
    """Where a thing is on the screen."""
    found = of.bounding_box()
    assert found is not None
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two things do not touch."""
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


class Reader:
    """Somebody at a page."""

    def __init__(self, page: Page, base: str = "") -> None:
        self.page, self.base = page, base

    # ---- what is seen ----

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def until(self, wanted: Callable[[dict[str, Any]], Any], what: str = "it did not come") -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while not wanted(seen := self.look()):
            assert time.monotonic() < end, f"{what}: {json.dumps(seen)}"
            self.page.wait_for_timeout(POLL)
        return seen

    @property
    def hand(self) -> list[str]:
        return [one["card"] for one in self.look()["hand"]]

    @property
    def sheet(self) -> Locator:
        """The dialog over the page; the picker of a colour is none of those, a first wild brings it up."""
        return self.page.locator("dialog[open]")

    # ---- coming and going ----

    def take_name(self, name: str) -> None:
        """A name of one's own before coming; who has none gets a proposed one (test_entry.py)."""
        answer = self.page.context.request.post(
            f"{self.base}/api/me", data={"name": name}, headers={"origin": self.base}
        )
        assert "refused" not in answer.json(), answer.text()

    def rename(self, name: str) -> None:
        """By the form of the panel "You", which is open."""
        self.page.fill("#name", name)
        self.page.press("#name", "Enter")

    def open_table(self, rules: str, name: str, seats: int = 2, bots: bool = True) -> str:
        """A table through the form of the lobby; its code."""
        page = self.page
        self.take_name(name)
        page.goto("/")
        page.locator("form.new").get_by_role("button", name=words(f"game.title.{rules}")).click()
        page.get_by_label(words("lobby.seats"), exact=True).fill(str(seats))
        page.get_by_label(words("lobby.pace")).select_option("fast")
        if not bots:
            page.get_by_label(words("lobby.bots")).select_option("")
        self.press_button("lobby.create")
        page.wait_for_url("**/t/*")
        return page.url.rpartition("/")[2]

    def come(self, code: str, name: str | None = None) -> None:
        """By the link, with a name or as who they are; the invitation is accepted at once."""
        if name is not None:
            self.take_name(name)
        self.page.goto(f"/t/{code}")
        self.page.locator(f".shell, [data-missing], {INVITED}").first.wait_for()
        if self.page.locator(INVITED).count():
            self.page.locator(INVITED).click()

    def deal(self) -> None:
        self.press_button("wait.start")
        if self.until(lambda seen: seen["hand"] or seen["drawing"], "no hand was dealt")["drawing"]:
            self.press_button("dealer.skip")
        self.until(lambda seen: seen["hand"], "no hand was dealt")

    # ---- by mouse ----

    def press_button(self, key: str, **values: object) -> None:
        """A button by the text on it."""
        self.page.get_by_role("button", name=words(key, **values)).first.click()

    def spot(self, selector: str | None) -> list[float] | None:
        at: list[float] | None = self.page.evaluate(SPOT, selector)
        return at

    def click(self, selector: str) -> None:
        """A real click on a part that can be seen; the pointer comes first, and things may move for it."""
        end = time.monotonic() + PATIENCE
        while True:
            at = self.spot(selector)
            if at is not None:
                self.page.mouse.move(*at)
                if self.page.evaluate(UNDER, [selector, *at]):
                    break
            assert time.monotonic() < end, f"{selector} is not there, or something lies over it"
        self.page.mouse.down()
        self.page.mouse.up()

    def catch(self) -> None:
        """Catch who forgot; again while it does not count: a button that has just come up waits a moment."""

        def caught(seen: dict[str, Any]) -> bool:
            if seen["catches"]:
                self.click(".catch")
            return not seen["catches"]

        self.until(caught, "the catch did not count")

    def by_click(self, seen: dict[str, Any]) -> bool:
        """Do by a click what is to be done, and wait until it shows; whether there was anything."""
        what = next_click(seen)
        if what is None:
            return False
        self.click(what)
        if not self.changes(seen, AGAIN):  # taps that follow each other too fast are one tap
            self.click(what)
            self.changed(seen)
        return True

    # ---- by keys (F12) ----

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def by_keys(self, seen: dict[str, Any]) -> bool:
        if seen["over"] or seen["locked"]:
            return False
        if seen["picks"]:
            self.press(str(len(seen["picks"])))
        elif _callable(seen):
            self.press("o")
        elif any(card["fits"] for card in seen["hand"]):
            self.choose(seen, [card["fits"] for card in seen["hand"]].index(True))
            self.press("Enter")
        elif _drawable(seen):
            self.press("Space")
        else:
            return False
        self.changed(seen)
        return True

    def choose(self, seen: dict[str, Any], to: int) -> None:
        """Move to a card of the hand with the arrows, from the one that is marked."""
        chosen = [card["selected"] for card in seen["hand"]]
        at = chosen.index(True) if True in chosen else -1
        self.press(*["ArrowRight" if to > at else "ArrowLeft"] * abs(to - at))

    def changes(self, before: dict[str, Any], seconds: float) -> bool:
        """Whether it looks different within a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.look() != before:
                return True
            self.page.wait_for_timeout(POLL)
        return False

    def changed(self, before: dict[str, Any]) -> None:
        self.until(lambda seen: seen != before, "nothing came of it")


def _callable(seen: dict[str, Any]) -> bool:
    return bool(seen["call"] and not seen["call"]["off"] and not seen["call"]["on"])


def _drawable(seen: dict[str, Any]) -> bool:
    return bool(seen["draw"] and not seen["draw"]["off"])


def next_click(seen: dict[str, Any]) -> str | None:
    if seen["over"] or seen["locked"]:
        return None
    if seen["picks"]:
        return "[data-pick='0']"
    if _callable(seen):
        return "[data-action=call]"
    for at, card in enumerate(seen["hand"]):
        if card["fits"]:
            return f"[data-hand='{at}']"
    return "[data-action=draw]" if _drawable(seen) else None


def asks(seen: dict[str, Any]) -> bool:
    """Whether the table waits for this person."""
    return next_click(seen) is not None


def play_round(people: list[Reader], how: Callable[[Reader, dict[str, Any]], bool]) -> None:
    """Everybody does what is theirs to do until the round is over for all of them."""
    end = time.monotonic() + 6 * PATIENCE
    while True:
        seen = [one.look() for one in people]
        if all(one["over"] for one in seen):
            return
        assert time.monotonic() < end, "the round did not end"
        if not any(how(one, what) for one, what in zip(people, seen, strict=True)):
            people[0].page.wait_for_timeout(POLL)


# Two frames, in which a page of another size is laid out, and then all that moves.
SETTLED = """async () => {
  const frame = () => new Promise((then) => requestAnimationFrame(then))
  await frame()
  await frame()
  await Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
    .map((one) => one.finished.catch(() => {})))
}"""


LOOKS = [
    *((size, scheme, "no-preference") for size in ((1366, 800), (360, 740)) for scheme in ("light", "dark")),
    ((1366, 800), "dark", "more"),  # high contrast
    ((360, 740), "light", "more"),
]
# All rules of axe but those beyond level AA of WCAG; also the ones that are off unless asked for.
RULES = """() => Object.fromEntries(axe.getRules().filter((one) => !one.tags.includes('wcag2aaa'))
  .map((one) => [one.ruleId, { enabled: true }]))"""
# The drawings of all cards, hidden in the page, are nine tenths of its elements: axe runs without them.
RUN = """async (options) => {
  const sprite = document.querySelector('body svg:has(symbol)')
  const [home, next] = [sprite.parentNode, sprite.nextSibling]
  sprite.remove()
  try { return (await axe.run(options)).violations } finally { home.insertBefore(sprite, next) }
}"""


def violations(page: Page) -> list[str]:
    """What axe finds on a desktop and on a phone, in light, dark and high contrast, in one load."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"resultTypes": ["violations"], "rules": page.evaluate(RULES)}
    found, before = [], page.viewport_size
    for (width, height), scheme, contrast in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, contrast=contrast)  # type: ignore[arg-type]
        page.evaluate(SETTLED)
        for one in page.evaluate(RUN, options):
            where = f"{width} {scheme} {contrast}: {one['id']}"
            found += [f"{where}: {node['html'][:150]}" for node in one["nodes"][:3]]
    assert before is not None
    page.set_viewport_size(before)
    page.emulate_media(contrast="no-preference")
    return found
