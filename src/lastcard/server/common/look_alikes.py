"""Names that look alike, in the manner of UTS 39: the skeleton of a name, and the scripts of its letters.

The table is our own and small: letters and digits of the scripts in which names can be taken for Latin ones
(Cyrillic, Greek, Armenian, Cherokee, Lisu, small capitals). A name has one script, so whole names are meant;
what Unicode itself calls the same (wide, bold, circled letters) is folded before. A package with all of
Unicode's table would bring pairs without skeletons, mostly of scripts that nobody reads as Latin.
"""

# ruff: noqa: RUF001 - letters that look alike are what this is about
from __future__ import annotations

import unicodedata
from typing import Final

ALIKE: Final = {  # what it is taken for: what looks so, in this case
    "A": "АΑᎪꓮᗅ",
    "a": "аɑα",
    "B": "ВΒᏴꓐᗷ",
    "b": "ЬьƄᏏ",
    "C": "СᏟꓚ",
    "c": "сᴄ",
    "D": "ᎠꓓᗞᎴ",
    "d": "ԁᏧɗ",
    "E": "ЕΕᎬꓰ",
    "e": "еҽɛε",
    "F": "Ϝꓝ",
    "G": "ԌᏀꓖ",
    "g": "ɡɢց",
    "H": "НΗᎻꓧ",
    "h": "һհᏂ",
    "i": "іıιɩ",
    "J": "ЈᎫꓙ",
    "j": "јϳ",
    "K": "КΚᏦꓗ",
    "k": "кκᴋ",
    "l": "I1|ІΙӀӏꓲ",
    "M": "МΜϺᎷꓟ",
    "N": "Νꓠ",
    "n": "ոռη",
    "o": "0ОоΟοՕօσᴏꓳ",
    "P": "РΡᏢꓑ",
    "p": "рρϱ",
    "q": "ԛգ",
    "r": "гᴦ",
    "S": "ЅՏᏚꓢ",
    "s": "ѕꜱ",
    "T": "ТΤᎢꓔ",
    "t": "тτ",
    "U": "Սꓴᑌ",
    "u": "υսᴜ",
    "V": "ѴᏙꓦ",
    "v": "ѵνᴠ",
    "W": "ԜᎳꓪ",
    "w": "ԝѡωᴡ",
    "X": "ХΧꓫ",
    "x": "хχ",
    "Y": "УҮΥᎩꓬ",
    "y": "уүγ",
    "Z": "ΖᏃꓜ",
    "z": "ᴢ",
    "3": "ЗзƷʒ",
    "6": "бᏮ",
}
_TABLE: Final = str.maketrans({like: plain for plain, likes in ALIKE.items() for like in likes})
_TOGETHER: Final = ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK", "IDEOGRAPHIC", "HANGUL", "BOPOMOFO")
_SCRIPTS: Final = dict.fromkeys(_TOGETHER, "HAN")  # what one language writes side by side counts as one
_OF_ALL: Final = ("MODIFIER", "MASCULINE", "FEMININE")  # letters of no script of their own


def skeleton(name: str) -> str:
    """Names with the same skeleton look the same; case and spaces don't count."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name)).translate(_TABLE)
    joined = "".join(plain.casefold().split())
    return unicodedata.normalize("NFC", joined.replace("rn", "m").replace("vv", "w"))


def scripts(name: str) -> set[str]:
    """The scripts of the letters in a name, as Unicode names them; signs, digits and marks have none."""
    found = set()
    for ch in unicodedata.normalize("NFKC", name):
        first = unicodedata.name(ch, "").split(" ")[0]
        if ch.isalpha() and first not in _OF_ALL:
            found.add(_SCRIPTS.get(first, first))
    return found
