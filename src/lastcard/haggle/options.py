"""Command lines, read by hand: loading argparse would take longer than all the rest of the command."""

from __future__ import annotations

from .wording import HaggleError, shown

TYPE_CHECKING = False  # instead of the import, as in hands.py
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LARGEST_SEED = 2**64 - 1


def tokens(args: Sequence[str], flags: Sequence[str], valued: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The arguments as (option, text) pairs, in order; the option of a plain word is "".

    `valued` says for each option with a value what the value is, for the error when it is missing. What
    starts with "-" is an option, "-" itself too; after "--" everything is a plain word.
    """
    rest = iter(args)
    given = set()
    for arg in rest:
        option, equals, text = arg.partition("=")
        if arg == "--":
            yield from (("", word) for word in rest)
        elif not arg.startswith("-"):
            yield "", arg
        elif arg in flags:
            yield arg, ""
        elif option not in valued:
            raise HaggleError(f"there is no option {shown(arg)}; a name that starts with '-' goes after '--'")
        elif option in given:
            raise HaggleError(f"{option} is given twice")
        else:
            given.add(option)
            value = text if equals else next(rest, None)
            if value is None:
                raise HaggleError(f"{option} needs {valued[option]}")
            yield option, value


def parse_seed(text: str) -> int:
    """A seed as it is typed."""
    seed = parse_number(text)
    if seed is None or seed > LARGEST_SEED:
        raise HaggleError(f"--seed needs a whole number from 0 to {LARGEST_SEED}, not {shown(text)}")
    return seed


def parse_number(text: str) -> int | None:
    """Plain digits, no more than anybody needs, as a number; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else None
