"""Browsers that people want to be told by when it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "s7"
down_revision = "s6"


def upgrade() -> None:
    op.create_table(
        "subscription",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("subscription_person", "subscription", ["person"])
