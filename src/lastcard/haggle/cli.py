"""The `haggle` command: hands in, scores out, in a blink (G1, G5).

The plain path imports only what it runs: JSON, files, dealing and help are loaded when they are asked for. An
answer is complete before its first byte is written, so that an error leaves standard output empty.
"""

from __future__ import annotations

import sys

from ..plain_text import printable
from .hands import seat_text
from .options import parse_seed, tokens
from .scoring import score
from .wording import HaggleError, shown

TYPE_CHECKING = False  # instead of the import, as in hands.py
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from .scoring import Scores

OK, BAD_INPUT, INTERRUPTED = 0, 2, 130
FLAGS = ("-", "--double-first", "--explain", "--help", "--ignore-eliminated", "--json", "-h")
# What used to be asked for and is the rule now: accepted, so that old commands still work.
USUAL = {"--count-eliminated": "--ignore-eliminated", "--double-last": "--double-first"}
VALUED = {"--csv": "the name of a file", "--seed": "a number"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    args = sys.argv[1:] if argv is None else argv
    try:
        if args and args[0] == "deal":
            from .deal_cli import answer_deal

            answer, note = answer_deal(args[1:])
        else:
            answer, note = answer_scores(args)
    except HaggleError as error:
        return refuse(str(error))
    except KeyboardInterrupt:  # while standard input is typed
        return INTERRUPTED
    try:
        write(sys.stdout, answer)
    except BrokenPipeError:
        pass  # the reader, such as `head`, has seen enough
    except OSError as error:
        return refuse(f"can't write the answer: {error.strerror}")
    if note:
        tell(note)
    return OK


def answer_scores(args: Sequence[str]) -> tuple[str, str]:
    """What goes to standard output, and a note for standard error."""
    hands: dict[str, tuple[int, ...]] = {}
    flags = set()
    seed = None
    for option, text in tokens(args, (*FLAGS, *USUAL), VALUED):
        if option == "":
            seat_text(hands, text)
        elif option == "--seed":
            seed = parse_seed(text)
        elif option == "-":
            from .files import seat_lines

            seat_lines(hands)
        elif option == "--csv":
            from .files import seat_csv

            seat_csv(hands, text)
        elif option in ("-h", "--help"):
            from .help import HELP

            return HELP, ""
        else:
            flags.add(option)
    if not hands:
        raise HaggleError("there are no players: expected NAME=HAND ..., such as Ada=YYR Ben=OWB (or --help)")
    for usual, other in USUAL.items():
        if usual in flags and other in flags:
            raise HaggleError(f"{usual} and {other} can't both be given")
    scores = score(
        hands,
        seed=seed,
        count_eliminated="--ignore-eliminated" not in flags,
        double_last="--double-first" not in flags,
    )
    return worded(scores, flags), removal_note(scores) if seed is None else ""


def worded(scores: Scores, flags: set[str]) -> str:
    """What the command prints: lines of text, or one JSON object with `--json`."""
    explain = "--explain" in flags
    if "--json" in flags:
        from json import dumps

        return dumps(scores.as_dict(explain), indent=2) + "\n"
    return "".join(f"{printable(line)}\n" for line in scores.lines(explain))


def removal_note(scores: Scores) -> str:
    """Which fresh seed removed what (G3); empty if nothing was removed."""
    removed = [f"{player.removed} from {shown(player.name)}" for player in scores if player.removed]
    if not removed:
        return ""
    return f"over 13 cards: removed {', '.join(removed)}; --seed {scores.seed} does it again"


def refuse(sentence: str) -> int:
    """Say what is wrong (G5)."""
    tell(sentence)
    return BAD_INPUT


def tell(sentence: str) -> None:
    """One line on standard error."""
    try:  # noqa: SIM105 - importing contextlib would slow the plain command down
        write(sys.stderr, f"haggle: {sentence}\n")
    except OSError:
        pass  # standard error is closed: nobody can read it


def write(stream: TextIO | None, text: str) -> None:
    """Write it all now, characters that the stream can't encode escaped; a stream may be closed (None)."""
    if stream is None:
        return
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except OSError:
        discard(stream)
        raise


def discard(stream: TextIO) -> None:
    """Send what is left in the stream's buffer nowhere, or Python would fail on it again when it exits."""
    import os

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
