"""What people type: names, chat, table codes. Normalised once, here, before anything else sees them."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterable
from typing import Final

from ...bots.levels import BOT_NAMES
from ...game.notation import NotationError, check_names
from .look_alikes import scripts, skeleton
from .refusal import CommandRefused

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no 0 or O, no 1 or I: a code can be dictated
CODE_LENGTH: Final = 5
MOST_MARKS: Final = 4  # combining ones, in a name
MOST_STACKED: Final = 3  # at one letter, in chat
# Drawn as nothing, though Unicode counts them as letters, marks or symbols.
BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
RESERVED: Final = frozenset({"you", "spectator", "server", "host", "bot", "lastcard"})


class NameTaken(CommandRefused):
    """Somebody has this name already; with `name_of_bot`, the bots of this server have it."""

    def __init__(self, name: str, code: str = "name_taken") -> None:
        super().__init__("name", code, name=name)


def tidy(text: str) -> str:
    """One line of text: NFC, no control or invisible or direction-changing characters, single spaces."""
    plain = BLANK.sub("", text)
    plain = "".join(" " if ch.isspace() else ch for ch in plain)
    plain = "".join(ch for ch in plain if unicodedata.category(ch) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return " ".join(unicodedata.normalize("NFC", plain).split())


def player_name(text: str) -> str:
    """A name for the table (N1), or CommandRefused."""
    name = tidy(text)
    try:
        check_names([name])
    except NotationError as error:
        raise CommandRefused.because("name", error) from None
    if _same(name) & LIKE_RESERVED or not any(ch.isalnum() for ch in name):
        raise CommandRefused("name", "name_reserved", name=name)
    if sum(_is_mark(ch) for ch in name) > MOST_MARKS:
        raise CommandRefused("name", "name_marks")
    if len(scripts(name)) > 1:
        raise CommandRefused("name", "name_scripts")
    if _same(name) & OF_BOTS:
        raise NameTaken(name, "name_of_bot")
    return name


def chat_text(text: str) -> str:
    """One line of chat: of marks above and below a letter, the first few."""
    out: list[str] = []
    run = 0
    for ch in tidy(text):
        run = run + 1 if unicodedata.category(ch) in ("Mn", "Me") else 0
        if run <= MOST_STACKED:
            out.append(ch)
    return "".join(out)


def _is_mark(ch: str) -> bool:
    """A mark above, below or around a letter; the vowel signs of some scripts are none."""
    return unicodedata.combining(ch) > 0 or unicodedata.category(ch) == "Me"


def key(name: str) -> str:
    """Names with the same key are the same name: case, spaces, width and accents of writing don't count."""
    folded = unicodedata.normalize("NFKC", tidy(name)).casefold()
    return "".join(unicodedata.normalize("NFKC", folded).split())


def _same(name: str) -> set[str]:
    """By which a name is known again: as it is written, and as it looks."""
    return {key(name), skeleton(name)}


def _as_ours(names: Iterable[str]) -> frozenset[str]:
    """The same for names that nobody may have, in capitals too: `PlXEL`."""
    return frozenset(one for name in names for one in (*_same(name), *_same(name.upper())))


OF_BOTS: Final = _as_ours(BOT_NAMES)
LIKE_RESERVED: Final = _as_ours(RESERVED)


def new_code() -> str:
    """A random table code; the caller has to check that it is not in use."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def table_code(text: str) -> str:
    """A code as it is typed, dictated, or pasted as a whole link; "" if there is none in it."""
    last = re.split(r"[/#?=]", text.strip().rstrip("/"))[-1]
    letters = "".join(ch for ch in last.upper() if ch.isalnum())
    right = len(letters) == CODE_LENGTH and all(ch in LETTERS for ch in letters)
    return letters if right else ""


OWN_RULES: Final = "own-"  # how the ids of rulebooks that people bring begin


def own_id(fingerprint: str) -> str:
    """The id of a rulebook that somebody brought; its content gives it."""
    return OWN_RULES + fingerprint


def is_own(rules: str) -> bool:
    """Whether this is such an id, and not the name of a rulebook."""
    return rules.startswith(OWN_RULES)
