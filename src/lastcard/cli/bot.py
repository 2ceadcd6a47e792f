"""`lastcard bot check` and `lastcard bot play`: for people who write bots."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator

import msgspec

from ..bots import registry
from ..bots.check import Finding, examine
from .common import Parser, UsageError, add_rule_options, load_rulebook, print_json
from .sandbox import add_sandbox, tell_sandbox
from .series import (
    SPECS,
    Series,
    Telling,
    add_time,
    limits,
    show_stderr,
    tell_series,
)
from .terminal import Quit

CHECK = """examples:
  lastcard bot check "python3 my_bot.py"
  lastcard bot check my_bots:Careful --json
"""
PLAY = """examples:
  lastcard bot play "python3 my_bot.py" greedy
  lastcard bot play my_bots:Careful random random --rules fool108 --step
  lastcard bot play ./my_bot greedy --games 100 --seed 7
"""
USAGE = "usage: lastcard bot check BOT | lastcard bot play BOT BOT ... (each has --help)"


def main(words: list[str]) -> int:
    """Run `check` or `play`; its exit code. Raises UsageError for anything else."""
    if words[:1] in (["-h"], ["--help"]):
        print(f"{USAGE}\n\n{SPECS}", end="")
        return 0
    if words[:1] == ["check"]:
        return check(words[1:])
    if words[:1] == ["play"]:
        return play(words[1:])
    raise UsageError(USAGE)


def check(words: list[str]) -> int:
    """Exit code 0 if the bot does nothing wrong, 1 if it does."""
    parser = _parser("check", "Ask a bot in scripted positions and whole games; report what is wrong.", CHECK)
    parser.add_argument("bot", metavar="BOT", nargs="+", help="the bot; a command with options needs quotes")
    args = parser.read(words)
    spec = args.bot[0] if len(args.bot) == 1 else shlex.join(args.bot)
    allowed = limits(parser, args)
    registry.check(spec)
    tell_sandbox(allowed.sandbox, [spec])
    findings = _watched(examine(spec, allowed), quiet=args.json)
    ok = all(finding.ok for finding in findings)
    if args.json:
        print_json({"bot": spec, "ok": ok, "findings": msgspec.to_builtins(findings)})
    else:
        slowest = max(finding.slowest_ms for finding in findings)
        wrong = sum(not finding.ok for finding in findings)
        verdict = "all right" if ok else f"{wrong} wrong"
        tests = "1 test" if len(findings) == 1 else f"{len(findings)} tests"
        print(f"{tests}: {verdict}; slowest answer {slowest:g} ms of {1000 * allowed.move:g}")
    return 0 if ok else 1


def _watched(findings: Iterator[Finding], quiet: bool) -> list[Finding]:
    """The findings, each shown as it comes."""
    out = []
    for finding in findings:
        out.append(finding)
        if not quiet:
            what = finding.answer or "played to its end"
            if finding.forfeit:
                what = f"{finding.forfeit.reason}: {finding.forfeit.detail}"
            mark = "ok   " if finding.ok else "WRONG"
            print(f"{mark}  {finding.rules:8} {finding.title:36} {what}", flush=True)
            if not finding.ok:
                show_stderr(finding.stderr)
    return out


def play(words: list[str]) -> int:
    """Bots against each other: one game is narrated, more are counted."""
    parser = _parser("play", "Let bots play each other; a game is one round.", PLAY)
    parser.add_argument("bots", metavar="BOT", nargs="+", help="two or more; the same one may sit twice")
    add_rule_options(parser, "a rulebook's name or a TOML file (default: classic)", "classic")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="default: 1; more are counted")
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed deals the same cards")
    parser.add_argument("--step", action="store_true", help="stop after every move (Enter goes on, q quits)")
    args = parser.read(words)
    if args.games < 1:
        parser.error("--games: expected 1 or more")
    if args.json and args.step:
        parser.error("--json and --step don't go together")
    rulebook = load_rulebook(args.rules, args.changes)
    for spec in args.bots:
        registry.check(spec)
    series = Series(rulebook, args.bots, limits(parser, args), args.seed)
    tell_sandbox(args.sandbox, args.bots)
    return _played(series, args)


def _played(series: Series, args: Namespace) -> int:
    """Play, and tell what there is to tell, also after Ctrl-C."""
    code, tells = 0, not args.json and (args.games == 1 or args.step)
    try:
        for number in range(args.games):
            _progress(f"game {number + 1} of {args.games}" if args.games > 1 and not tells else "")
            series.play(number, Telling(args.step) if tells else None)
    except Quit:
        pass
    except KeyboardInterrupt:
        code = 130
    _progress("")
    if args.json:
        print_json(series.as_data())
    elif series.games:
        tell_series(series, forfeits=not tells)
    return code


def _progress(text: str) -> None:
    """A line on a terminal that the next one takes the place of."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _parser(command: str, what: str, examples: str) -> Parser:
    parser = Parser(
        prog=f"lastcard bot {command}",
        description=what,
        epilog=f"{SPECS}\n{examples}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    add_time(parser)
    add_sandbox(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    return parser
