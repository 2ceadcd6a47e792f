"""What people read, by code: the English words, shared by the command line and the page.

Inside, everything to say is a code with parameters (`message.Message`). Python words it in English
(`sentence`); the page in every language that it has a file for. An entry is a text with {places}, or several
texts, one for each plural form of {count} (and perhaps one for zero).
"""

from __future__ import annotations

import json
import os
import re
from functools import cache

from ..plain_text import printable

TYPE_CHECKING = False  # instead of the import: a command that says one sentence should start in a blink
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["catalogue", "sentence"]

_PLACE = re.compile(r"\{(\w+)(?::\w+)*\}")


@cache
def catalogue() -> dict[str, str | dict[str, str]]:
    """The English messages by code."""
    with open(os.path.join(os.path.dirname(__file__), "en.json"), encoding="utf-8") as file:
        messages: dict[str, str | dict[str, str]] = json.load(file)
    return messages


def sentence(code: str, params: Mapping[str, object]) -> str:
    """A message in English."""
    message = catalogue()[code]
    if isinstance(message, dict):
        form = {0: "zero", 1: "one"}.get(int(str(params.get("count", 2))), "other")
        message = message.get(form, message["other"])
    return _PLACE.sub(lambda place: _shown(params[place[1]]), message)


def _shown(value: object) -> str:
    """A parameter as text: lists with commas, messages also as JSON has them, other text safe to print."""
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    if isinstance(value, dict):
        return sentence(value["code"], value["params"])
    return printable(str(value))
