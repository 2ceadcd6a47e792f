"""Text that is safe to show: errors as one sentence, names without control characters (G5)."""

from ..errors import LastcardError

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # they reorder text
LONGEST = 60  # characters of somebody's text that an error repeats


class HaggleError(LastcardError):
    """Input that can't be scored or dealt; the message is a sentence for whoever typed it."""


def printable(text: str) -> str:
    """The text on one line and without tricks: controls, line breaks and stray bytes are shown escaped."""
    if text.isprintable():
        return text
    from unicodedata import category  # here, since nearly all names are printable

    # Other characters that str.isprintable refuses, such as the joiners inside an emoji, belong to names.
    return "".join(
        ch.encode("unicode_escape").decode("ascii")
        if ch in BIDI or category(ch) in ("Cc", "Cs", "Zl", "Zp")
        else ch
        for ch in text
    )


def shown(text: str) -> str:
    """The text in quotes, for an error."""
    cut = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    return f"'{printable(cut)}'"
