"""People in a real browser: what they see of the table, and what they do by mouse or keys.

What tests know of the page's markup stands here; its texts come from the client's own message file. Nothing waits
for a fixed time: `until` asks the page again until it looks as wanted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

CLIENT = Path(__file__).parents[2] / "client"
AXE = CLIENT / "node_modules" / "axe-core" / "axe.min.js"
TEXTS: dict[str, Any] = json.loads((CLIENT / "src" / "messages" / "en.json").read_text(encoding="utf-8"))
PATIENCE = 20.0  # seconds; the machine may be busy

# What a person sees: where each thing can be clicked, which is null if something else lies over it.
LOOK = """() => {
  const spot = (e) => {
    const r = e.getBoundingClientRect()
    for (const fy of [0.35, 0.15, 0.5, 0.7, 0.9]) for (const fx of [0.15, 0.3, 0.5, 0.7, 0.9]) {
      const [x, y] = [r.left + r.width * fx, r.top + r.height * fy]
      const top = document.elementFromPoint(x, y)
      if (top && (top === e || e.contains(top))) return [x, y]
    }
    return null
  }
  const all = (s) => [...document.querySelectorAll(s)]
  const button = (name) => {
    const e = all(`[data-action=${name}]`)[0]
    return e && { at: spot(e), off: e.getAttribute('aria-disabled') === 'true',
      on: e.getAttribute('aria-pressed') === 'true', text: e.innerText }
  }
  return {
    over: all('section.end').length > 0,
    locked: all('#hand.locked').length > 0,
    hand: all('[data-hand]').map((e) => ({ card: e.dataset.card, at: spot(e),
      fits: e.getAttribute('aria-disabled') === 'false', selected: e.classList.contains('selected') })),
    picks: all('[data-pick]').map((e) => ({ value: e.dataset.value, at: spot(e) })),
    draw: button('draw'),
    call: button('call'),
    top: all('[data-anchor=pile]').map((e) => e.getAttribute('aria-label'))[0],
    seats: all('[data-seat]').map((e) => e.querySelector('.unseen').textContent),
  }
}"""


def words(key: str, **values: object) -> str:
    """A text of the page."""
    text = TEXTS[key] if isinstance(TEXTS[key], str) else TEXTS[key]["other"]
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return str(text)


class Reader:
    """Somebody at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # ---- what is seen ----

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def until(self, wanted: Callable[[dict[str, Any]], Any], what: str = "it did not come") -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while not wanted(seen := self.look()):
            assert time.monotonic() < end, f"{what}: {told(seen)[:600]}"
            self.page.wait_for_timeout(10)
        return seen

    @property
    def hand(self) -> list[str]:
        return [one["card"] for one in self.look()["hand"]]

    # ---- coming and going ----

    def take_name(self, name: str) -> None:
        self.page.fill("#name", name)
        self.press_button("name.save")

    def open_table(self, rules: str, name: str, seats: int = 2, bots: bool = True) -> str:
        """A table through the form of the lobby; its code."""
        page = self.page
        page.goto("/")
        self.press_button(f"book.{rules}")
        page.get_by_label(words("lobby.seats"), exact=True).fill(str(seats))
        page.get_by_label(words("lobby.pace")).select_option("fast")
        if not bots:
            page.get_by_label(words("lobby.bots")).select_option("")
        self.press_button("lobby.create")
        self.take_name(name)
        page.wait_for_url("**/t/*")
        return page.url.rpartition("/")[2]

    def come(self, code: str, name: str | None = None) -> None:
        """By the link; with a name if one has none yet."""
        self.page.goto(f"/t/{code}")
        if name is not None:
            self.take_name(name)

    def deal(self) -> None:
        self.press_button("wait.start")
        self.until(lambda seen: seen["hand"], "no hand was dealt")

    # ---- by mouse ----

    def press_button(self, key: str, **values: object) -> None:
        """A button by the text on it."""
        self.page.get_by_role("button", name=words(key, **values)).first.click()

    def click(self, at: Sequence[float] | None) -> None:
        assert at is not None, "something lies over it"
        self.page.mouse.click(*at)

    def click_once(self) -> bool:
        """Do by a click what is to be done, and wait until it shows; whether there was anything."""
        seen = self.look()
        spot = _next_click(seen)
        if spot is None:
            return False
        self.click(spot["at"])
        self._changed(seen)
        return True

    # ---- by keys (F12) ----

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def press_once(self) -> bool:
        seen = self.look()
        if seen["over"] or seen["locked"]:
            return False
        if seen["picks"]:
            self.press(str(len(seen["picks"])))
        elif _callable(seen):
            self.press("o")
        elif any(card["fits"] for card in seen["hand"]):
            self.choose(seen)
            self.press("Enter")
        elif not seen["draw"]["off"]:
            self.press("Space")
        else:
            return False
        self._changed(seen)
        return True

    def choose(self, seen: dict[str, Any]) -> None:
        """Move to the first card that fits, with the arrows."""
        fits = [card["fits"] for card in seen["hand"]]
        chosen = [card["selected"] for card in seen["hand"]]
        at, to = chosen.index(True) if True in chosen else -1, fits.index(True)
        self.press(*["ArrowRight" if to > at else "ArrowLeft"] * abs(to - at))

    def _changed(self, before: dict[str, Any]) -> None:
        was = told(before)
        self.until(lambda seen: told(seen) != was, "nothing came of it")


def _callable(seen: dict[str, Any]) -> bool:
    return bool(seen["call"] and not seen["call"]["off"] and not seen["call"]["on"])


def _next_click(seen: dict[str, Any]) -> dict[str, Any] | None:
    if seen["over"] or seen["locked"]:
        return None
    found: list[dict[str, Any]] = seen["picks"][:1]
    if _callable(seen):
        found.append(seen["call"])
    found += [card for card in seen["hand"] if card["fits"]]
    if seen["draw"] and not seen["draw"]["off"]:
        found.append(seen["draw"])
    return found[0] if found else None


def told(seen: dict[str, Any]) -> str:
    """What is seen without where."""
    return json.dumps(_flat(seen))


def _flat(seen: Any) -> Any:
    if isinstance(seen, dict):
        return {name: _flat(value) for name, value in seen.items() if name != "at"}
    return [_flat(one) for one in seen] if isinstance(seen, list) else seen


def play_round(people: list[Reader], once: Callable[[Reader], bool]) -> None:
    """Everybody does what is theirs to do until the round is over for all of them."""
    end = time.monotonic() + 4 * PATIENCE
    while not all(one.look()["over"] for one in people):
        assert time.monotonic() < end, "the round did not end"
        if sum(once(one) for one in people) == 0:
            people[0].page.wait_for_timeout(10)


def violations(page: Page) -> list[str]:
    """What axe finds, in short."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
