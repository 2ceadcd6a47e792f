"""Finished rounds of matches that go on or were left, who has played them, and how ratings changed."""

import sqlalchemy as sa
from alembic import op

revision = "s6"
down_revision = "s5"


def upgrade() -> None:
    op.add_column("game", sa.Column("state", sa.Text, nullable=False, server_default="over"))
    op.add_column("seat", sa.Column("rating_before", sa.Integer))
    op.add_column("seat", sa.Column("rating_after", sa.Integer))
    op.create_table(
        "part",
        sa.Column("game", sa.Text, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
    )
    op.create_index("part_person", "part", ["person"])
    op.execute(  # of a match that is there, who finished it counts as having played all of it
        "INSERT INTO part (game, person, seat, name, rounds, points) "
        "SELECT seat.game, seat.person, MIN(seat.seat), MIN(seat.name), MIN(game.rounds), MIN(seat.points) "
        "FROM seat JOIN game ON game.id = seat.game "
        "WHERE seat.person IS NOT NULL GROUP BY seat.game, seat.person"
    )
