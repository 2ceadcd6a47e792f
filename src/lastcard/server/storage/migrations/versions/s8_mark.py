"""What a transaction leaves, so that it is known whether it was done when the answer is lost."""

import sqlalchemy as sa
from alembic import op

revision = "s8"
down_revision = "s7"


def upgrade() -> None:
    op.create_table(
        "mark",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("mark", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO mark (id, mark) VALUES (1, '')")
