"""The scripted positions of `lastcard bot check`: each is the beginning of a record, and a question."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct

from ..game import Match, replay, seeded
from ..game.record import FORMAT, Record, RoundRecord

BOT: Final = "Bot"
PLAYERS: Final = [BOT, "Ann", "Cid"]


class CheckPosition(Struct, frozen=True, kw_only=True):
    """What the bot is asked after a deal and some actions; `shows` is one of the answers it may give."""

    title: str
    rules: str
    deck: str  # dealt one by one, beginning with the first player; then the card turned up
    shows: str
    actions: tuple[str, ...] = ()
    ask: Literal["choose", "respond"] = "choose"
    first: str = BOT
    hand: int = 3
    opening: str | None = None
    set: dict[str, Any] = {}


def reached(position: CheckPosition) -> Match:
    """The match at this position."""
    one = RoundRecord(
        first=position.first,
        deck=position.deck,
        opening=position.opening,
        actions=list(position.actions),
    )
    changes = {"hand": position.hand, **position.set}
    match = replay(
        Record(format=FORMAT, rules=position.rules, set=changes, players=list(PLAYERS), rounds=[one])
    )
    match.round.shuffler = seeded(position.title)
    return match


# Bot, Ann and Cid get every third card; a few more lie on the draw pile.
_PILE: Final = "Y1 Y2 G8 B8 Y3 Y4 B6 G6"
_FRENCH: Final = "8C 10D KD 8S"

POSITIONS: Final = (
    CheckPosition(
        title="a card that fits",
        rules="classic",
        deck=f"R1 G1 B1 B2 G2 Y9 R3 G3 B3 R9 {_PILE}",
        shows="play R1",
    ),
    CheckPosition(
        title="nothing fits: draw",
        rules="classic",
        deck=f"B1 G1 B1 B2 G2 Y9 B3 G3 B3 R9 {_PILE}",
        shows="draw",
    ),
    CheckPosition(
        title="the drawn card: play it or pass",
        rules="classic",
        deck=f"B1 G1 B1 B2 G2 Y9 B3 G3 B3 R9 R5 {_PILE}",
        actions=("Bot: draw",),
        shows="pass",
    ),
    CheckPosition(
        title="a wild names a colour",
        rules="classic",
        deck=f"W G1 B1 B2 G2 Y9 B3 G3 B3 R9 {_PILE}",
        shows="play W G",
    ),
    CheckPosition(
        title="a wild is turned up: name a colour",
        rules="classic",
        deck=f"R1 G1 B1 B2 G2 Y9 B3 G3 B3 W {_PILE}",
        shows="name B",
    ),
    CheckPosition(
        title="two cards left: play one and call",
        rules="classic",
        hand=2,
        deck=f"R1 G1 B1 R2 G2 Y9 R9 {_PILE}",
        shows="play R1 call",
    ),
    CheckPosition(
        title="one card left and not called",
        rules="classic",
        hand=2,
        deck=f"R1 G1 B1 R2 G2 Y9 R9 {_PILE}",
        actions=("Bot: play R1",),
        ask="respond",
        shows="call",
    ),
    CheckPosition(
        title="somebody has not called: catch",
        rules="classic",
        hand=2,
        first="Ann",
        deck=f"R1 G1 B1 R2 G2 Y9 R9 {_PILE}",
        actions=("Ann: play R1",),
        ask="respond",
        shows="catch Ann",
    ),
    CheckPosition(
        title="a Wild Draw Four to challenge",
        rules="classic",
        set={"challenge": True},
        first="Cid",
        deck=f"W+4 G1 B1 R2 G2 Y9 R3 G3 B3 R9 {_PILE}",
        actions=("Cid: play W+4 G",),
        shows="challenge",
    ),
    CheckPosition(
        title="a seven swaps hands",
        rules="classic",
        set={"seven_zero": True},
        deck=f"R7 G1 B1 B2 G2 Y9 B3 G3 B3 R9 {_PILE}",
        shows="play R7 with Cid",
    ),
    CheckPosition(
        title="the same card: jump in",
        rules="classic",
        set={"jump_in": True},
        first="Ann",
        deck=f"R5 G1 R5 G2 Y9 B2 B3 G3 B3 R9 {_PILE}",
        actions=("Ann: play R5",),
        ask="respond",
        shows="jump R5",
    ),
    CheckPosition(
        title="draw although a card fits",
        rules="league",
        deck=f"R1 G1 B1 B2 G2 Y9 R3 G3 B3 R9 {_PILE}",
        shows="draw",
    ),
    CheckPosition(
        title="the last card",
        rules="league",
        hand=1,
        deck=f"R1 G1 B1 R9 {_PILE}",
        shows="play R1",
    ),
    CheckPosition(
        title="a Draw Two to answer or to take",
        rules="rounds",
        set={"stacking": "same"},
        first="Cid",
        deck=f"R+2 G+2 B1 R2 G2 Y9 R3 G3 B3 R9 {_PILE}",
        actions=("Cid: play R+2",),
        shows="take",
    ),
    CheckPosition(
        title="a drawn card that must be played",
        rules="rounds",
        set={"drawn": "must"},
        deck=f"B1 G1 B1 B2 G2 Y9 B3 G3 B3 R9 R5 {_PILE}",
        actions=("Bot: draw",),
        shows="play R5",
    ),
    CheckPosition(
        title="a queen names a suit",
        rules="fool108",
        first="Cid",
        opening="KC",
        deck=f"KC QS 9C 10H 7D 8D AH JH 6H {_FRENCH}",
        shows="play QS H",
    ),
    CheckPosition(
        title="draw, play or pass",
        rules="fool108",
        first="Cid",
        opening="KC",
        deck=f"KC 9C QS 10H 7D 8D AH JH 6H {_FRENCH}",
        actions=("Bot: draw",),
        shows="pass",
    ),
    CheckPosition(
        title="two cards left: call before playing",
        rules="fool108",
        hand=2,
        first="Cid",
        opening="KC",
        deck=f"KC JC QS 10H 7D 8D {_FRENCH}",
        shows="call",
    ),
)
