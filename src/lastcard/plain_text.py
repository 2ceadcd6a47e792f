"""Other people's text, made safe to show: on one line, without control characters and reordering tricks."""

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # they reorder text


def printable(text: str) -> str:
    """The text on one line and without tricks: controls, line breaks and stray bytes are shown escaped."""
    if text.isprintable():
        return text
    from unicodedata import category  # here, since nearly all text is printable

    # Other characters that str.isprintable refuses, such as the joiners inside an emoji, belong to names.
    return "".join(
        ch.encode("unicode_escape").decode("ascii")
        if ch in BIDI or category(ch) in ("Cc", "Cs", "Zl", "Zp")
        else ch
        for ch in text
    )


def escaped(text: str, keep: str = "") -> str:
    """The text with everything escaped that `str.isprintable` refuses; `keep` names what stays as it is."""
    if text.isprintable():
        return text
    return "".join(
        ch if ch.isprintable() or ch in keep else ch.encode("unicode_escape").decode("ascii") for ch in text
    )
