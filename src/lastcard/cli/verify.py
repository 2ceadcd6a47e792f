"""`lastcard verify`: were the rounds of a record dealt from the seeds that were promised?"""

from __future__ import annotations

from ..game import RecordError
from ..game.record import decode
from ..game.verify import check
from .common import Parser, UsageError, print_json, read_file


def main(words: list[str]) -> int:
    """Print for every round whether it was dealt from the promised seed; 1 unless all of them were."""
    parser = Parser(
        prog="lastcard verify",
        description="Check that every card of a record came from the seed that was promised before the deal.",
        epilog="Example: lastcard verify match.json (docs/fairness.md explains how it works)",
    )
    parser.add_argument("file", metavar="RECORD", help="the record, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print a list of objects, one a round")
    args = parser.read(words)
    try:
        record = decode(read_file(args.file))
        checks = check(record)
    except RecordError as error:
        raise UsageError(f"{args.file}: {error}") from None
    if args.json:
        print_json([{"round": one.round, "fair": one.fair, "why": str(one.why)} for one in checks])
    else:
        for one in checks:
            verdict = {True: "fair", False: "NOT FAIR", None: "can't be checked"}[one.fair]
            print(f"Round {one.round}: {verdict}, {one.why}")
            if record.rounds[one.round - 1].commitment:
                print(f"  promised: {record.rounds[one.round - 1].commitment}")
    return 0 if all(one.fair for one in checks) else 1
