"""The first tables: leagues, their games, and who sat where."""

import sqlalchemy as sa
from alembic import op

revision = "v1"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "league",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("rules_hash", sa.Text, nullable=False),
        sa.Column("bots", sa.JSON, nullable=False),
        sa.Column("sizes", sa.JSON, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
    )
    op.create_table(
        "game",
        sa.Column("league", sa.Integer, sa.ForeignKey("league.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("round", sa.Text, nullable=False),
    )
    op.create_table(
        "place",
        sa.Column("league", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("bot", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("scored", sa.Integer, nullable=False),
        sa.Column("cards", sa.Integer, nullable=False),
        sa.Column("forfeit", sa.Text),
        sa.Column("detail", sa.Text),
        sa.Column("step", sa.Integer),
        sa.Column("stderr", sa.Text),
        sa.ForeignKeyConstraint(["league", "number"], ["game.league", "game.number"]),
    )


def downgrade() -> None:
    for name in ("place", "game", "league"):
        op.drop_table(name)
