"""The faces that people choose from: codes, which the page draws. Bots have none; they look like bots."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final, Literal, get_args

# fmt: off
Face = Literal[
    "fox", "cat", "bear", "panda", "owl", "rabbit", "frog", "pig",
    "mouse", "dog", "lion", "tiger", "koala", "monkey", "penguin", "chick",
    "wolf", "raccoon", "elephant", "hedgehog", "cow", "lamb", "octopus", "bee",
]
# fmt: on
FACES: Final[tuple[Face, ...]] = get_args(Face)


def random_face() -> Face:
    """For somebody new."""
    return secrets.choice(FACES)


def face_of(person: str, stored: str | None) -> Face:
    """The face that somebody has chosen; of those who never had one it follows from their id."""
    for face in FACES:
        if face == stored:
            return face
    number = int.from_bytes(hashlib.sha256(person.encode()).digest()[:4])
    return FACES[number % len(FACES)]
