"""Records from elsewhere, kept to be watched."""

import sqlalchemy as sa
from alembic import op

revision = "s2"
down_revision = "s1"


def upgrade() -> None:
    op.create_table(
        "shared",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kept", sa.BigInteger, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_index("shared_kept", "shared", ["kept"])
