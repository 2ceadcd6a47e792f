"""The page on a phone: how much of it there is, how soon one can play, and how smoothly a round goes.

`python benchmarks/page.py [--before COMMIT_OR_FOLDER] [--samples 3] [--seconds 60]`: a server of its own for
this checkout, and one for the state before, whose client is built in a temporary worktree; their samples take
turns. Every sample is a phone that has never been here: 390x844, four times slower than this machine, on slow
4G (150 ms to each answer, 1.6 Mbit/s down, 0.75 up; Chromium does not slow sockets down). It loads the lobby,
clicks on "Play now" as soon as that can be clicked, and plays a round against bots, from the deal on (a draw
for dealer is skipped). What happened in it is counted: one sees what the frames were of.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, TimeoutError, WebSocket, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]
import chromium  # noqa: E402
from support.browser.people import Reader, next_click, words  # noqa: E402

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
}
SLOWER = 4
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
PATIENCE = 60_000  # milliseconds until something must have come
GLANCE = 400  # milliseconds between two looks of the player: more often would be work for the page

# Notes what happens, from the first moment on.
NOTES = """(button) => {
  const notes = (window.notes = { fcp: 0, lcp: 0, button: 0, click: 0, card: 0, long: [], frames: [] })
  const watch = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  watch('paint', (one) => { if (one.name === 'first-contentful-paint') notes.fcp = one.startTime })
  watch('largest-contentful-paint', (one) => { if (notes.click === 0) notes.lcp = one.startTime })
  watch('longtask', (one) => notes.long.push([one.startTime, one.duration]))
  const seen = (element) => {
    const at = element.getBoundingClientRect()
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
    return at.width > 0 && element.contains(document.elementFromPoint(x, y))
  }
  const look = (now) => {
    if (notes.button === 0) {
      const found = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === button)
      if (found && !found.disabled && seen(found)) {
        notes.button = performance.now()
        found.dataset.playNow = ''
      }
    } else if (notes.card === 0 && location.pathname.startsWith('/t/')) {
      const drawing = document.querySelector('main svg.card use')
      const symbol = drawing && document.getElementById(drawing.getAttribute('href').slice(1))
      if (symbol) {
        notes.card = performance.now()
        document.documentElement.dataset.firstCard = ''
      }
    }
    if (notes.card > 0) notes.frames.push(now)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  addEventListener('click', (event) => {
    if (notes.click === 0 && event.target.closest('[data-play-now]')) notes.click = performance.now()
  }, true)
}"""
# Bytes on the way, of scripts and of styles, that were here at a moment.
SIZES = """(until) => {
  const sizes = { js: 0, css: 0 }
  for (const one of performance.getEntriesByType('resource')) {
    const kind = one.name.split('.').pop()
    if (kind in sizes && one.responseEnd <= until) sizes[kind] += one.encodedBodySize
  }
  return sizes
}"""


class Checkout(NamedTuple):
    """A state of the project, served."""

    name: str
    base: str


class Figure(NamedTuple):
    """A line of the table: what it is called, its unit, and what we want of it."""

    title: str
    unit: str
    goal: str = ""


FIGURES = {
    "lobby_js": Figure("script to the lobby", "kB gzip", "under 70"),
    "lobby_css": Figure("styles to the lobby", "kB gzip"),
    "table_js": Figure("script to the first card", "kB gzip"),
    "table_css": Figure("styles to the first card", "kB gzip"),
    "fcp": Figure("first contentful paint", "ms"),
    "lcp": Figure("largest contentful paint", "ms"),
    "button": Figure('"Play now" can be clicked', "ms", "under 1,500"),
    "card": Figure('from "Play now" to the first card', "ms", "2,000"),
    "happened": Figure("cards played in a minute of play", ""),
    "effects": Figure("forced draws, skips and reverses in a minute", ""),
    "fps": Figure("frames a second in play, the deal included", "", "60"),
    "slow_frame": Figure("of 100 frames, the fifth longest", "ms"),
    "longest": Figure("the longest task in play", "ms", "under 100"),
    "long50": Figure("tasks over 50 ms, in a minute of play", ""),
    "long100": Figure("tasks over 100 ms, in a minute of play", "", "0"),
}


# ---- The two states ----


@contextmanager
def folder_of(state: str) -> Iterator[Path]:
    """The folder of a state, with its client built: the folder itself, or a commit in a worktree."""
    if Path(state).is_dir():
        build(Path(state))
        yield Path(state)
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "before"
        git("worktree", "add", "--detach", str(folder), state)
        try:
            build(folder)
            yield folder
        finally:
            git("worktree", "remove", "--force", str(folder))


def git(*args: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *args], check=True, capture_output=True)


def build(folder: Path) -> None:
    subprocess.run([sys.executable, str(folder / "client" / "build.py")], check=True)


@contextmanager
def served(name: str, folder: Path) -> Iterator[Checkout]:
    """A server of a state, in a process of its own."""
    with tempfile.TemporaryDirectory() as place:
        command = [
            sys.executable,
            str(ROOT / "benchmarks" / "load_server.py"),
            f"sqlite:///{place}/tables.db",
        ]
        env = {**os.environ, "PYTHONPATH": str(folder / "src")}
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                yield Checkout(
                    name, next(word for word in process.stdout.readline().split() if "http" in word)
                )
            finally:
                process.terminate()


# ---- One sample ----


def sample(browser: Browser, base: str, seconds: float) -> dict[str, float]:
    """A phone that has never been here, from the lobby into a round."""
    context = browser.new_context(base_url=base, **PHONE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    try:
        slow_down(page)
        happened = counting(page)
        page.add_init_script(f"({NOTES})({words('lobby.now')!r})")
        page.goto("/", wait_until="commit")
        page.wait_for_selector("[data-play-now]")
        found = arrived(page)
        to_the_table(page)
        return found | at_the_table(page) | in_play(page, seconds, happened)
    finally:
        context.close()


def slow_down(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def arrived(page: Page) -> dict[str, float]:
    notes, sizes = page.evaluate("notes"), page.evaluate(SIZES, page.evaluate("notes.button"))
    return {
        "lobby_js": sizes["js"] / 1000,
        "lobby_css": sizes["css"] / 1000,
        "fcp": notes["fcp"],
        "button": notes["button"],
    }


def to_the_table(page: Page) -> None:
    """A click on "Play now". Where a name is asked for, as states before did, it is given without a pause."""
    page.locator("[data-play-now]").click()
    page.wait_for_selector("html[data-first-card], #name:focus")
    if page.evaluate("notes.card === 0"):
        page.fill("#name", f"Phone {time.monotonic_ns() % 10**9}")
        page.press("#name", "Enter")
    page.wait_for_selector("html[data-first-card]")


def at_the_table(page: Page) -> dict[str, float]:
    notes, sizes = page.evaluate("notes"), page.evaluate(SIZES, page.evaluate("notes.card"))
    return {
        "lcp": notes["lcp"],
        "card": notes["card"] - notes["click"],
        "table_js": sizes["js"] / 1000,
        "table_css": sizes["css"] / 1000,
    }


def counting(page: Page) -> Counter[str]:
    """What the server tells of the game, by its type; draws of more than one card are `forced`."""
    happened: Counter[str] = Counter()

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        for one in message.get("events", []) if message["type"] == "table" else []:
            event = one.get("event", {})
            happened[str(event.get("type"))] += 1
            happened["forced"] += event.get("type") == "draw" and event.get("count", 1) > 1

    def watch(line: WebSocket) -> None:
        line.on("framereceived", hear)

    page.on("websocket", watch)
    return happened


def in_play(page: Page, seconds: float, happened: Counter[str]) -> dict[str, float]:
    """A round against bots: a look now and then, and a click when there is something to do."""
    reader = Reader(page)
    page.wait_for_selector("[data-hand], [data-draw] [data-action=skip]")
    began = page.evaluate("performance.now()")
    if not page.evaluate("document.querySelector('[data-hand]')"):
        page.click("[data-draw] [data-action=skip]")
    reader.until(lambda seen: seen["hand"])
    before, end = happened.copy(), time.monotonic() + seconds
    while time.monotonic() < end:
        seen = reader.look()
        if seen["over"]:
            break
        seen["call"] = None  # its button has changed since; a catch is one effect more
        at = reader.spot(next_click(seen) or "none")
        if at is not None:
            page.mouse.click(*at)
        page.wait_for_timeout(GLANCE)
    ended = page.evaluate("performance.now()")
    minutes = (ended - began) / 60_000
    news = happened - before
    return smoothness(page.evaluate("notes"), began, ended) | {
        "happened": (news["play"] + news["jump"]) / minutes,
        "effects": (news["forced"] + news["skip"] + news["reverse"]) / minutes,
    }


def smoothness(notes: dict[str, Any], began: float, ended: float) -> dict[str, float]:
    frames = [at for at in notes["frames"] if began <= at <= ended]
    gaps = sorted(after - before for before, after in pairwise(frames))
    tasks = [length for at, length in notes["long"] if began <= at <= ended]
    minutes = (ended - began) / 60_000
    return {
        "fps": len(gaps) / (frames[-1] - frames[0]) * 1000,
        "slow_frame": gaps[int(len(gaps) * 0.95)],
        "longest": max(tasks, default=0.0),
        "long50": sum(length > 50 for length in tasks) / minutes,
        "long100": sum(length > 100 for length in tasks) / minutes,
    }


# ---- The table ----


def shown(values: list[float]) -> str:
    """The median, and the lowest and highest where they differ."""
    low, middle, high = (f"{one:,.0f}" for one in (min(values), median(values), max(values)))
    return middle if low == high else f"{middle} ({low} to {high})"


def table(found: dict[str, list[dict[str, float]]]) -> str:
    names = list(found)
    lines = [f"| | {' | '.join(names)} | goal |", "|---|" + "--:|" * (len(names) + 1)]
    for key, figure in FIGURES.items():
        cells = [shown([one[key] for one in found[name]]) for name in names]
        unit = f", {figure.unit}" if figure.unit else ""
        lines.append(f"| {figure.title}{unit} | {' | '.join(cells)} | {figure.goal} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--before", help="a commit, or the folder of another checkout, to compare with")
    parser.add_argument("--samples", type=int, default=3, help="phones for each state (3)")
    parser.add_argument("--seconds", type=float, default=60, help="of play in each sample, at most (60)")
    wanted = parser.parse_args()
    states = ([("before", wanted.before)] if wanted.before else []) + [("now", str(ROOT))]
    with ExitStack() as stack:
        open_ = stack.enter_context
        checkouts = [open_(served(name, open_(folder_of(state)))) for name, state in states]
        playwright = open_(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for one in checkouts:  # the server is warm, and so is the browser
            sample(browser, one.base, 1)
        found: dict[str, list[dict[str, float]]] = {one.name: [] for one in checkouts}
        while any(len(have) < wanted.samples for have in found.values()):
            for one in checkouts:
                try:
                    found[one.name].append(sample(browser, one.base, wanted.seconds))
                except TimeoutError as error:
                    print(f"{one.name}: a sample did not end: {error}", file=sys.stderr)
        browser.close()
    print(table(found))
    print(f"\nmedian (lowest to highest) of {wanted.samples}; load of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
