"""The tables of a league's store. `migrations/` makes them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()

leagues = Table(
    "league",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("rules", JSON, nullable=False),  # the whole rulebook
    Column("rules_hash", Text, nullable=False),
    Column("bots", JSON, nullable=False),  # [[name, spec], ...]; elsewhere a bot is its place in this list
    Column("sizes", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),  # -1: there is none, the deals come from secrets
    Column("version", Text, nullable=False),  # of lastcard, when the league began
)

secrets = Table(
    "secret",
    metadata,
    Column("league", Integer, ForeignKey("league.id"), primary_key=True),
    Column("first", Integer, primary_key=True),  # the deal with which it begins
    Column("commitment", Text, nullable=False),
    Column("value", Text),  # nothing until the league has ended
)

games = Table(
    "game",
    metadata,
    Column("league", Integer, ForeignKey("league.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # the place in the schedule: no game is stored twice
    Column("deal", Integer, nullable=False),
    Column("winner", Integer),  # a seat
    Column("reason", Text, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("round", Text, nullable=False),  # the record's round as JSON; rules and players stand elsewhere
)

places = Table(
    "place",
    metadata,
    Column("league", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("bot", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("scored", Integer, nullable=False),
    Column("cards", Integer, nullable=False),
    Column("forfeit", Text),
    Column("detail", Text),
    Column("step", Integer),
    Column("stderr", Text),
    ForeignKeyConstraint(["league", "number"], ["game.league", "game.number"]),
)
