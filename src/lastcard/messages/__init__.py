"""What people read, by code: one file a language, shared by the command line and the page.

Inside, every message is a code with parameters. Python words it in English (`sentence`); the page has all
languages. A message is a text with {places}, or several texts, one for each plural form of {count} (and
perhaps one for zero).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from ..plain_text import printable

__all__ = ["Message", "catalogue", "sentence"]

_PLACE = re.compile(r"\{(\w+)(?::\w+)*\}")


class Message(Struct, frozen=True):
    """Something to say: its key in the catalogue, and what goes into its places.

    A parameter is a text, a number, another message, or a list of these.
    """

    code: str
    params: dict[str, Any] = {}

    def __str__(self) -> str:
        return sentence(self.code, self.params)


@cache
def catalogue() -> dict[str, str | dict[str, str]]:
    """The English messages by code."""
    text = Path(__file__).with_name("en.json").read_text(encoding="utf-8")
    messages: dict[str, str | dict[str, str]] = json.loads(text)
    return messages


def sentence(code: str, params: Mapping[str, object]) -> str:
    """A message in English."""
    message = catalogue()[code]
    if isinstance(message, dict):
        form = {0: "zero", 1: "one"}.get(int(str(params.get("count", 2))), "other")
        message = message.get(form, message["other"])
    return _PLACE.sub(lambda place: _shown(params[place[1]]), message)


def _shown(value: object) -> str:
    """A parameter as text: lists with commas; what can't be printed is escaped."""
    return printable(", ".join(map(str, value)) if isinstance(value, list) else str(value))
