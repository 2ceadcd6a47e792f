"""A dealt round as pages to print or to open on a phone: one a player, to cut out, and one for the host.

Each page stands alone: no script, no font, no picture from anywhere else. A player's page tells nothing but
what that player was dealt: no values of cards, no other rules, no seed.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from ..plain_text import printable
from .art import card, definitions, symbol
from .deal import Dealt, HaggleDeal
from .hands import COLOURS, LETTERS
from .rulecards import MODIFIERS, VALUES, RuleCard
from .rules import ORDER
from .rules import VALUES as POINTS
from .wording import HaggleError, shown

__all__ = ["host_page", "player_page", "write_pages"]

HOST = "host.html"
PYRAMID = ("W", "RR", "BBB", "YYYY")  # one of many

STEPS = (
    "Print the players' pages and cut out the cards, or let everybody open their own page on a phone.",
    "Set a time, such as 20 minutes. Until then all may trade colour cards, rule cards and what they know"
    " of the rules, with anybody and on any terms.",
    "Nobody has to tell the truth, but nobody has to believe it either.",
    "When time is called, everybody hands in the colour cards that they want to be scored. It need not be all"
    " of them.",
    "All the rules below count for everybody, no matter who held the rule cards. Type the hands in and read"
    " the scores out from the last to the first.",
)


def write_pages(deal: HaggleDeal, directory: str) -> list[str]:
    """Write all pages of a round and return their paths, the host's first."""
    pages = {HOST: host_page(deal)}
    width = len(str(len(deal.players)))
    for number, player in enumerate(deal.players, 1):
        pages[f"player-{number:0{width}}.html"] = player_page(player, deal)
    try:
        folder = Path(directory)
        folder.mkdir(parents=True, exist_ok=True)
        for name, page in pages.items():
            (folder / name).write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        raise HaggleError(f"can't write to {shown(directory)}: {error.strerror}") from None
    except ValueError:  # a NUL in the name
        raise HaggleError(f"can't write to {shown(directory)}: no such directory") from None
    return [str(folder / name) for name in pages]


def player_page(player: Dealt, deal: HaggleDeal) -> str:
    """What one player holds."""
    hand = "".join(f"<li>{card(letter)}</li>" for letter in player.hand)
    rules = "".join(map(_rule_card, player.rules))
    name = _text(player.name)
    return _page(
        f"{name}: a hand of Haggle",
        f"""
<header>
  <div>
    <p class="kicker">Haggle</p>
    <h1>{name}</h1>
    <p class="lead">Trade cards, rules and whispers with anybody. When time is called, hand in the colour
    cards that you want to be scored.</p>
  </div>
  <p class="mark">Round <b>{deal.mark}</b></p>
</header>
<section><h2>Your ten cards</h2><ul class="hand">{hand}</ul></section>
<section><h2>Your two rules</h2><div class="rules">{rules}</div></section>
<footer><span class="paper">Cut along the dashed lines.</span> Every rule counts for everybody, and there are
more rules than your two: ask around. Keep this page to yourself.</footer>""",
    )


def host_page(deal: HaggleDeal) -> str:
    """All rules, the pyramid, who holds what, and a sheet for the hands."""
    return _page(
        "Haggle: the host's page",
        f"""
<header>
  <div>
    <p class="kicker">Haggle, for the host</p>
    <h1>The whole game</h1>
    <p class="lead">{len(deal.players)} players, ten cards and two rules each. Nobody else should see this
    page before the scores are read out.</p>
  </div>
  <p class="mark">Round <b>{deal.mark}</b> seed {deal.seed}</p>
</header>
<section class="panel"><h2>How the round goes</h2>
<ol class="steps">{"".join(f"<li>{_text(step)}</li>" for step in STEPS)}</ol></section>
<section class="panel"><h2>All the rules</h2>{_all_rules()}</section>
<section class="panel"><h2>What is a pyramid?</h2>{_pyramid()}</section>
<section class="panel long"><h2>Who was dealt which rules</h2>{_holders(deal.players)}</section>
<section class="panel long"><h2>The hands</h2>{_sheet(deal.players)}</section>""",
    )


def _page(title: str, body: str) -> str:
    css = files(__package__).joinpath("pages.css").read_text(encoding="utf-8")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<style>
{css}</style>
</head>
<body>
{definitions()}
<main>{body}
</main>
</body>
</html>
"""


def _text(text: str) -> str:
    """Text for between tags."""
    return escape(printable(text), quote=False)


def _rule_card(rule: RuleCard) -> str:
    # A rule that names no colour is about all of them.
    about = [letter for letter, colour in zip(LETTERS, COLOURS, strict=True) if f"{colour} card" in rule.text]
    symbols = "".join(map(symbol, about or LETTERS))
    kind = "basic value" if rule in VALUES else rule.code
    return f"""
<article class="rule">
  <p class="kicker">{kind}</p><h3>{_text(rule.title)}</h3><p>{_text(rule.text)}</p>
  <div class="about">{symbols}</div>
</article>"""


def _all_rules() -> str:
    values = "".join(
        f"<li>{symbol(letter)}<b>{points}</b>{colour}</li>"
        for letter, points, colour in zip(LETTERS, POINTS, COLOURS, strict=True)
    )
    modifiers = "".join(
        f"<li><i>{number}</i><div><b>{_text(rule.title)}</b><span>{_text(rule.text)}</span></div></li>"
        for number, rule in enumerate(MODIFIERS, 1)
    )
    order = ", ".join(rule.__name__.split("_")[1] for rule in ORDER if rule.__name__.startswith("rule_"))
    return f"""
<ul class="values">{values}</ul>
<ol class="modifiers">{modifiers}</ol>
<p class="note">They are applied in this order: {order}. The pyramid doubles what all the others came to.
The cards of eliminated players still count in rules 3, 5 and 9. A score can be negative.</p>"""


def _pyramid() -> str:
    rows = "".join(f"<div>{''.join(map(card, row))}</div>" for row in PYRAMID)
    return f"""
<div class="pyramid">
  <figure>{rows}</figure>
  <div>
    <p>Exactly ten cards: <b>four</b> of one colour, <b>three</b> of a second, <b>two</b> of a third and
    <b>one</b> of a fourth. Any colour can take any place.</p>
    <p>No other card may be handed in with it, not even one of the fifth colour.</p>
    <p>The whole hand is doubled, bonuses too. What other players' blue cards cost comes off afterwards.</p>
  </div>
</div>"""


def _holders(players: Sequence[Dealt]) -> str:
    rows = "".join(
        f"<tr><td>{_text(player.name)}</td>"
        + "".join(f"<td>{_text(_named(rule))}</td>" for rule in player.rules)
        + "</tr>"
        for player in players
    )
    dealt = {rule for player in players for rule in player.rules}
    nobody = [_named(rule) for rule in (*MODIFIERS, *VALUES) if rule not in dealt]
    note = f'<p class="note">Nobody was dealt these: {_text("; ".join(nobody))}.</p>' if nobody else ""
    return f"<table>{rows}</table>{note}"


def _named(rule: RuleCard) -> str:
    return rule.title if rule in VALUES else f"{rule.code.removeprefix('rule ')} {rule.title}"


def _sheet(players: Sequence[Dealt]) -> str:
    head = "".join(f"<th>{symbol(letter)}</th>" for letter in LETTERS)
    rows = "".join(f"<tr><td>{_text(player.name)}</td>{'<td></td>' * 6}</tr>" for player in players)
    names = [player.name for player in players]
    ends_options = ["--"] if any(name.startswith("-") for name in names) else []
    command = ["haggle", "--explain", *ends_options, *(shlex.quote(printable(name)) + "=" for name in names)]
    return f"""
<div class="scroll"><table class="sheet">
  <thead><tr><th>How many of each</th>{head}<th class="total">Score</th></tr></thead><tbody>{rows}</tbody>
</table></div>
<p class="note">Then let the scorer count: put one letter a card ({", ".join(LETTERS)}) behind each name.</p>
<pre>{escape(" ".join(command), quote=False)}</pre>"""
