"""Where leagues are kept: one SQLite file, in which every game is committed before it counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from .. import __version__
from ..database import ForeignFileError, NewerFileError, engine, migrate, write_ahead
from ..game.record import FORMAT, Record, RoundRecord
from ..rulebooks import load
from .errors import LeagueError
from .plan import Entrant, Plan
from .play import PlayedFixture
from .promise import Secret
from .schema import games, leagues, places, secrets
from .standings import Outcome

NO_SEED = -1


class LeagueStore:
    """The leagues of one file."""

    def __init__(self, path: str, create: bool = False) -> None:
        if path in ("", ":memory:"):
            raise LeagueError("--db: expected the name of a file")
        if not create and not Path(path).is_file():
            raise LeagueError(f"{path}: there is no such file; `lastcard league run` begins a league")
        self.path = path
        self.engine = engine(sa.URL.create("sqlite", database=path))
        with self._connection() as connection:
            _migrate(connection, path)
        if create:
            write_ahead(self.engine)

    def close(self) -> None:
        """Close the connections to the file."""
        self.engine.dispose()

    def __enter__(self) -> LeagueStore:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @contextmanager
    def _connection(self) -> Iterator[sa.Connection]:
        """One transaction; what SQLite can't do becomes one line."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise LeagueError(f"{self.path}: another run is playing this league at the same time") from None
        except OperationalError as error:
            raise LeagueError(f"{self.path}: can't be opened or written: {error.orig}") from None
        except DatabaseError:
            raise LeagueError(f"{self.path}: is not a league's store") from None

    def names(self) -> list[str]:
        """The leagues in the file, oldest first."""
        with self._connection() as connection:
            return list(connection.scalars(sa.select(leagues.c.name).order_by(leagues.c.id)))

    def plan(self, name: str) -> Plan | None:
        """The settings of a league, or None if there is none of this name."""
        with self._connection() as connection:
            row = connection.execute(sa.select(leagues).where(leagues.c.name == name)).one_or_none()
            if row is None:
                return None
            query = sa.select(secrets).where(secrets.c.league == row.id).order_by(secrets.c.first)
            promised = tuple(Secret(*one[1:]) for one in connection.execute(query))
        entrants = tuple(Entrant(*one) for one in row.bots)
        seed = None if row.seed == NO_SEED else row.seed
        return Plan(load(row.rules), entrants, tuple(row.sizes), seed, promised)

    def begin(self, name: str, plan: Plan) -> None:
        """Write a new league down, without a game."""
        row = {
            "name": name,
            "rules": msgspec.to_builtins(plan.rulebook),
            "rules_hash": plan.rulebook.fingerprint,
            "bots": _bots(plan),
            "sizes": list(plan.sizes),
            "seed": NO_SEED if plan.seed is None else plan.seed,
            "version": __version__,
        }
        with self._connection() as connection:
            connection.execute(leagues.insert(), row)

    def correct_commands(self, name: str, plan: Plan) -> None:
        """Write down what the bots of a league are started with from now on."""
        with self._connection() as connection:
            connection.execute(leagues.update().where(leagues.c.name == name).values(bots=_bots(plan)))

    def promise(self, name: str, secret: Secret) -> None:
        """Write down that the deals from a number on come from this secret, without the secret itself."""
        row = {"league": _id(name), "first": secret.first, "commitment": secret.commitment}
        with self._connection() as connection:
            connection.execute(secrets.insert().values(row))

    def reveal(self, name: str, secret: Secret) -> None:
        """Write down a secret whose deals have all been played."""
        here = secrets.c.league == _id(name), secrets.c.first == secret.first
        with self._connection() as connection:
            connection.execute(secrets.update().where(*here).values(value=secret.value))

    def forget(self, name: str) -> None:
        """Take a league without games out again."""
        with self._connection() as connection:
            connection.execute(secrets.delete().where(secrets.c.league == _id(name)))
            connection.execute(leagues.delete().where(leagues.c.name == name))

    def add(self, name: str, played: Sequence[PlayedFixture]) -> None:
        """Store finished games, all of them or none."""
        with self._connection() as connection:
            league = connection.scalars(sa.select(leagues.c.id).where(leagues.c.name == name)).one()
            connection.execute(games.insert(), [_game_row(league, one) for one in played])
            rows = [row for one in played for row in _place_rows(league, one)]
            connection.execute(places.insert(), rows)

    def count(self, name: str) -> int:
        """How many games are stored: always the first so many of the schedule."""
        query = sa.select(sa.func.count(), sa.func.max(games.c.number)).where(games.c.league == _id(name))
        with self._connection() as connection:
            count, last = connection.execute(query).one()
        if count and last != count - 1:
            raise LeagueError(f"{self.path}: games are missing before game {last}")
        return int(count)

    def outcomes(self, name: str) -> Iterator[Outcome]:
        """What standings are made of, in the order of the games."""
        for rows in self.by_game(name):
            game = rows[0]
            yield Outcome(
                number=game["number"],
                deal=game["deal"],
                bots=tuple(row["bot"] for row in rows),
                points=tuple(row["points"] for row in rows),
                winner=game["winner"],
                cards=tuple(row["cards"] for row in rows),
                forfeits=tuple(row["forfeit"] for row in rows),
            )

    def game(self, name: str, number: int) -> list[dict[str, Any]]:
        """One game as its seats; empty if it is not there."""
        return [row for rows in self.by_game(name, games.c.number == number) for row in rows]

    def record(self, name: str, number: int) -> Record | None:
        """One game as a record, ready to be replayed."""
        here = (places.c.league == _id(name), places.c.number == number)
        with self._connection() as connection:
            rules, bots = connection.execute(
                sa.select(leagues.c.rules, leagues.c.bots).where(leagues.c.name == name)
            ).one()
            sat = list(connection.scalars(sa.select(places.c.bot).where(*here).order_by(places.c.seat)))
        text = self.round(name, number)
        if text is None:
            return None
        players = [bots[bot][0] for bot in sat]
        one = msgspec.json.decode(text, type=RoundRecord)
        return Record(format=FORMAT, rules=rules, players=players, rounds=[one])

    def round(self, name: str, number: int) -> str | None:
        """What was played in one game, as JSON."""
        query = sa.select(games.c.round).where(games.c.league == _id(name), games.c.number == number)
        with self._connection() as connection:
            return connection.scalars(query).one_or_none()

    def by_game(self, name: str, *which: sa.ColumnElement[bool]) -> Iterator[list[dict[str, Any]]]:
        """Games in order, each as its seats in order: one dict a seat, with the game's columns in it."""
        of_game = [column for column in games.c if column.name not in ("league", "round")]
        of_place = [column for column in places.c if column.name not in ("league", "number")]
        query = (
            sa.select(*of_game, *of_place)
            .join(places, sa.and_(places.c.league == games.c.league, places.c.number == games.c.number))
            .where(games.c.league == _id(name), *which)
            .order_by(games.c.number, places.c.seat)
        )
        with self._connection() as connection:
            rows = (dict(row) for row in connection.execute(query).mappings())
            for _, group in groupby(rows, key=lambda row: row["number"]):
                yield list(group)


def _id(name: str) -> sa.ScalarSelect[int]:
    return sa.select(leagues.c.id).where(leagues.c.name == name).scalar_subquery()


def _bots(plan: Plan) -> list[list[str]]:
    return [[one.name, one.spec] for one in plan.entrants]


def _game_row(league: int, one: PlayedFixture) -> dict[str, Any]:
    row = msgspec.structs.asdict(one)
    del row["places"]
    return {"league": league, **row}


def _place_rows(league: int, one: PlayedFixture) -> Iterator[dict[str, Any]]:
    for seat, place in enumerate(one.places):
        yield {"league": league, "number": one.number, "seat": seat, **msgspec.structs.asdict(place)}


def _migrate(connection: sa.Connection, path: str) -> None:
    """Bring the tables up to date; refuse a file that is not ours, or that a newer version made."""
    try:
        migrate(connection, Path(__file__).parent / "migrations")
    except ForeignFileError:
        raise LeagueError(f"{path}: is not a league's store") from None
    except NewerFileError as error:
        raise LeagueError(f"{path}: {error}") from None
