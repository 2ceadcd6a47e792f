"""The tables of the server's store. `migrations/` makes them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    true,
)

metadata = MetaData()

people = Table(
    "person",
    metadata,
    Column("id", Text, primary_key=True),  # public
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),  # names that differ by case or spaces are the same
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0"),  # to a day: when a socket was last opened
    Column("face", Text),  # null: it follows from the id (common/faces.py)
    Index("person_seen", "seen"),
)

tokens = Table(
    "token",
    metadata,
    Column("hash", Text, primary_key=True),  # SHA-256: the token itself is in the browser only
    Column("person", Text, ForeignKey("person.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("token_person", "person"),
)

subscriptions = Table(
    "subscription",
    metadata,
    Column("endpoint", Text, primary_key=True),  # who knows it and the keys can send messages
    Column("person", Text, ForeignKey("person.id"), nullable=False),
    Column("token", Text, nullable=False),  # the hash of the one that asked: they are forgotten together
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("subscription_person", "person"),
)

rooms = Table(
    "room",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", Text, nullable=False),  # free again when the table is closed
    Column("created", BigInteger, nullable=False),
    Column("closed", Text),
)

log = Table(
    "entry",
    metadata,
    Column("room", Integer, ForeignKey("room.id"), primary_key=True),
    Column("n", Integer, primary_key=True),  # no entry is stored twice
    Column("at", BigInteger, nullable=False),
    Column("person", Text),
    Column("wish", Text),  # the client's id
    Column("body", Text, nullable=False),
)

games = Table(
    "game",
    metadata,
    Column("id", Text, primary_key=True),
    Column("room", Integer, nullable=False),
    Column("rules", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("house_rules", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("record", Text, nullable=False),
    Column(
        "public", Boolean, nullable=False, server_default=true()
    ),  # else only its players find it in lists
    Column("state", Text, nullable=False, server_default="over"),  # playing, left or over
    Index("game_ended", "ended"),
)

seats = Table(
    "seat",
    metadata,
    Column("game", Text, ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("person", Text),
    Column("level", Text),  # of a bot
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating_before", Integer),  # as it is shown, where the match was rated
    Column("rating_after", Integer),
    Index("seat_person", "person"),
)

parts = Table(
    "part",  # what each person has played of a match, also if somebody else finished it
    metadata,
    Column("game", Text, ForeignKey("game.id"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Index("part_person", "person"),
)

ratings = Table(
    "rating",
    metadata,
    Column("who", Text, primary_key=True),  # a person, or `bot:LEVEL`
    Column("rules", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
)

uploads = Table(
    "shared",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kept", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Index("shared_kept", "kept"),
)

heartbeats = Table(
    "beat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),  # when the server was last known to be alive
)

marks = Table(
    "mark",  # of the last transaction without a log row: whether it was done (see writer.py)
    metadata,
    Column("id", Integer, primary_key=True),
    Column("mark", Text, nullable=False),
)
