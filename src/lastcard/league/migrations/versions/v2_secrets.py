"""The secrets that deals come from: their promises, and once a league has ended the secrets themselves."""

import sqlalchemy as sa
from alembic import op

revision = "v2"
down_revision = "v1"


def upgrade() -> None:
    op.create_table(
        "secret",
        sa.Column("league", sa.Integer, sa.ForeignKey("league.id"), primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("value", sa.Text),
    )


def downgrade() -> None:
    op.drop_table("secret")
