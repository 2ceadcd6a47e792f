"""What the stores share: an engine that keeps what was committed, and tables that are brought up to date."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from .errors import LastcardError

BUSY_SECONDS = 30  # how long to wait for another program that is writing

# To PostgreSQL: a line that is dead is noticed within seconds, not after hours.
LINE: dict[str, int] = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # milliseconds
}


class ForeignFileError(LastcardError):
    """A database whose tables are not ours."""


class EncodingError(LastcardError):
    """A database that can't keep texts."""


class NewerFileError(LastcardError):
    """A database that a newer version of lastcard made."""


def engine(url: sa.URL) -> sa.Engine:
    """An engine; SQLite waits for others, writes through to the disk, and changes tables in transactions."""
    if url.get_backend_name() != "sqlite":
        usual = {name: value for name, value in LINE.items() if name not in url.query}
        made = sa.create_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=usual)
        sa.event.listen(made, "connect", _check_encoding, insert=True)  # before the first question
        return made
    made = sa.create_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    sa.event.listen(made, "connect", _on_connect)
    sa.event.listen(made, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return made


def write_ahead(made: sa.Engine) -> None:
    """A SQLite file can be read while it is written; the file remembers it."""
    connection = made.raw_connection()
    try:
        connection.cursor().execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def migrate(connection: sa.Connection, folder: Path) -> None:
    """Bring the tables up to date by the scripts of a folder; refuse what is not ours, or newer."""
    if _is_newest(
        connection, folder
    ):  # as at most starts: Alembic takes longer to import than all the rest here
        return
    from alembic import command
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current is None and sa.inspect(connection).get_table_names():
        raise ForeignFileError("the tables there are not ours")
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerFileError("was made by a newer version of lastcard")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _is_newest(connection: sa.Connection, folder: Path) -> bool:
    """Whether the tables are those of the script that no other one follows."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return False
    scripts = "\n".join(script.read_text(encoding="utf-8") for script in (folder / "versions").glob("*.py"))
    ours, before = (
        set(re.findall(rf'^{name}\b.*?= "(\w+)"', scripts, re.M)) for name in ("revision", "down_revision")
    )
    current = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    return len(current) == 1 and set(current) == ours - before


def run_scripts() -> None:
    """What a folder's `env.py` does: run its scripts over the connection that `migrate` was given."""
    from alembic import context

    context.configure(connection=context.config.attributes["connection"])
    with context.begin_transaction():
        context.run_migrations()


def _check_encoding(connection: Any, _: object) -> None:
    """SQL_ASCII keeps bytes and gives bytes back: no text could be read."""
    if connection.info.parameter_status("server_encoding") == "SQL_ASCII":
        raise EncodingError("its encoding is SQL_ASCII; make a database with UTF8")


def _on_connect(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: changes of the tables are transactions too
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
