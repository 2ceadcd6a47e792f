"""A league as one page that opens anywhere, with the records of its most one-sided games beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from .. import __version__
from ..game.record import encode
from . import charts
from .errors import LeagueError
from .head_to_head import head_to_head, lopsided
from .plan import Plan
from .rating import START, Ratings, rate
from .schedule import Schedule
from .standings import Outcome, StandingRow, Tally
from .store import LeagueStore
from .variance import luck
from .wording import MIXED, better, either, explained, origin, span

PAGE = "index.html"
GAMES = "games"


def write(store: LeagueStore, name: str, plan: Plan, folder: str) -> str:
    """Write the page and its records; the page's path."""
    outcomes = list(store.outcomes(name))
    if not outcomes:
        raise LeagueError(f"{store.path}: no game of league {name!r} has been played")
    shown = lopsided(outcomes, plan.low_is_good)
    page = Path(folder) / PAGE
    try:
        (page.parent / GAMES).mkdir(parents=True, exist_ok=True)
        for number in {one.number for one in (*shown, *_first_forfeits(outcomes).values())}:
            record = store.record(name, number)
            assert record is not None
            (page.parent / GAMES / f"{number}.json").write_text(
                encode(record), encoding="utf-8", newline="\n"
            )
        page.write_text(html(name, plan, outcomes, shown), encoding="utf-8", newline="\n")
    except OSError as error:
        raise LeagueError(f"{folder}: can't be written: {error.strerror}") from None
    return str(page)


def html(name: str, plan: Plan, outcomes: Sequence[Outcome], shown: Sequence[Outcome]) -> str:
    """The page as one text, without script; `shown` are the games whose records lie beside it."""
    tally = Tally(plan.names, plan.low_is_good).add_all(outcomes)
    rows = tally.table()
    ratings = rate(outcomes, len(rows), plan.low_is_good)
    title = f"{escape(plan.rulebook.title)}: {len(rows)} bots at tables of {either(plan.sizes)}"
    parts = [
        _header(name, title, plan, tally, rows),
        _standings(plan, tally, rows, ratings),
        _section(
            "Head to head",
            "In how many of 100 common games the bot on the left does better than the bot above; equal points"
            " are half a game.",
            f'<div class="scroll">{charts.heat_map(rows, head_to_head(outcomes, plan.low_is_good))}</div>',
        ),
        _section(
            "Rating over time",
            "openskill (Plackett-Luce) after every deal, in the order of the games; everybody starts at 25.",
            charts.rating_lines(rows, ratings.history, START),
        ),
        _luck(plan, outcomes),
        _forfeits(plan, outcomes),
        _lopsided(plan, shown),
        f"<footer>lastcard {__version__}, rules {escape(plan.rulebook.name)} {plan.rulebook.fingerprint}."
        " Every game can be replayed from the league's store: <code>lastcard league game ID</code>;"
        " a record from this page: <code>lastcard replay FILE</code>.</footer>",
    ]
    css = (files(__package__) / "report.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{css}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def _header(name: str, title: str, plan: Plan, tally: Tally, rows: Sequence[StandingRow]) -> str:
    facts = [
        f"<b>{tally.played:,}</b> games",
        f"<b>{tally.deals:,}</b> {'deal' if tally.deals == 1 else 'deals'}, each in every seating",
        "{} <b>{}</b>".format(*origin(plan).split()),
        f"stored as <b>{escape(name)}</b>",
    ]
    listed = "".join(f"<li>{fact}</li>" for fact in facts)
    return (
        f'<header><p class="kicker">lastcard league</p><h1>{title}</h1>'
        f'<p class="lead">{verdict(rows)}</p><ul class="facts">{listed}</ul></header>'
    )


def verdict(rows: Sequence[StandingRow]) -> str:
    """The result in one sentence, no surer than the intervals are."""
    first, second, lead = rows[0], rows[1], rows[0].lead
    if lead is None or lead.low is None:
        return "One deal is played: too little to say who is better."
    gap = f"{lead.difference:.2f} points a game (95%: {span(lead.low, lead.high)})"
    if lead.low > 0:
        return f"<b>{escape(first.name)}</b> is first, ahead of <b>{escape(second.name)}</b> by {gap}."
    return (
        f"<b>{escape(first.name)}</b> stands first, but <b>{escape(second.name)}</b> may be as good:"
        f" the difference of {gap} can be luck."
    )


def _section(title: str, words: str, body: str) -> str:
    return f"<section><h2>{title}</h2><p>{words}</p>{body}</section>"


def _standings(plan: Plan, tally: Tally, rows: Sequence[StandingRow], ratings: Ratings) -> str:
    low, high = charts.scale(rows)
    lines = []
    for row in rows:
        rating = ratings.final[row.bot]
        lines.append(
            f'<tr><td class="rank">{row.rank}</td><td class="name">{charts.dot(row.bot)}{escape(row.name)}'
            f"{_forfeit_count(row)}</td>"
            f'<td class="mean">{row.mean:.2f}<small>{span(row.low, row.high)}</small></td>'
            f'<td class="bar">{charts.whisker(row, low, high)}</td><td>{_lead(row)}</td>'
            f"<td>{row.wins:,}<small>{100 * row.wins / max(row.games, 1):.1f}%</small></td>"
            f"<td>{row.games:,}</td><td>{row.total:,}</td>"
            f"<td>{rating.mu:.1f}<small>± {2 * rating.sigma:.1f}</small></td></tr>"
        )
    heads = ["mean", "", "ahead of the next", "wins", "games", "total", "rating"]
    head = '<th></th><th class="name">bot</th>' + "".join(f"<th>{one}</th>" for one in heads)
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    warning = ""
    if tally.mixed:
        warning = f'<p class="warn">{MIXED.format(sizes=either(sorted(tally.sizes)))}</p>'
    words = (
        f"Points a game, {better(plan)}, with the 95% interval from deal to deal: a deal in all its seatings"
        ' is one observation. A lead in <span class="sure">green</span> is more than luck.'
    )
    return _section("Standings", words, f'{warning}<div class="scroll">{body}</div>')


def _lead(row: StandingRow) -> str:
    if row.lead is None:
        return ""
    sure = ' class="sure"' if row.lead.low is not None and row.lead.low > 0 else ""
    return f"<span{sure}>{row.lead.difference:.2f}</span><small>{span(row.lead.low, row.lead.high)}</small>"


def _forfeit_count(row: StandingRow) -> str:
    count = sum(row.forfeits.values())
    return f"<small>{count:,} of {row.games:,} games forfeited</small>" if count else ""


def _luck(plan: Plan, outcomes: Sequence[Outcome]) -> str:
    parts = luck(outcomes, Schedule(len(plan.entrants), plan.sizes).games_a_deal)
    if parts is None:
        return ""
    words = (
        "How much of the differences in points from game to game (their variance) comes from who plays, from"
        " the hand that one is dealt, from the seat, and from all that happens afterwards."
    )
    return _section("Luck against skill", words, charts.luck_bar(parts))


def _first_forfeits(outcomes: Sequence[Outcome]) -> dict[tuple[int, str], Outcome]:
    """For every bot and reason, the first game that ended so."""
    found: dict[tuple[int, str], Outcome] = {}
    for one in outcomes:
        for bot, reason in zip(one.bots, one.forfeits, strict=False):
            if reason is not None:
                found.setdefault((bot, reason), one)
    return found


def _forfeits(plan: Plan, outcomes: Sequence[Outcome]) -> str:
    first = _first_forfeits(outcomes)
    if not first:
        return ""
    seats = ((bot, why) for one in outcomes for bot, why in zip(one.bots, one.forfeits, strict=False) if why)
    lines = [
        f'<tr><td class="name">{charts.dot(bot)}{escape(plan.names[bot])}</td><td>{count:,}</td>'
        f'<td class="name">{escape(reason)}</td><td class="detail">{escape(explained(reason))}</td>'
        f"<td>{_link(first[bot, reason].number)}</td></tr>"
        for (bot, reason), count in Counter(seats).most_common()
    ]
    head = (
        '<th class="name">bot</th><th>games</th><th class="name">reason</th><th></th><th>first in game</th>'
    )
    words = "A bot that forfeits gets the worst points there are; <code>random</code> plays on for it."
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    return _section("Forfeits", words, f'<div class="scroll">{body}</div>')


def _lopsided(plan: Plan, shown: Sequence[Outcome]) -> str:
    if not shown:
        return ""
    lines = []
    for one in shown:
        seats = zip(one.bots, one.points, one.cards, strict=True)
        best = min(one.points) if plan.low_is_good else max(one.points)
        text = "".join(
            f"<span>{charts.dot(bot)}{escape(plan.names[bot])} "
            f"{f'<b>{points}</b>' if points == best else points} ({_cards(cards)})</span>"
            for bot, points, cards in seats
        )
        lines.append(f'<tr><td>{_link(one.number)}</td><td>{one.deal}</td><td class="seats">{text}</td></tr>')
    head = '<th>game</th><th>deal</th><th class="name">by seat: points (cards left)</th>'
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    words = "The games in which the best was furthest ahead of the rest, each as a record."
    return _section("The most lopsided games", words, f'<div class="scroll">{body}</div>')


def _cards(cards: int) -> str:
    return "out" if not cards else str(cards)


def _link(number: int) -> str:
    return f'<a href="{GAMES}/{number}.json">{number:,}</a>'
