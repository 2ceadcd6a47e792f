"""From which network tables were opened and records brought, as a short mark; the key of these marks."""

import sqlalchemy as sa
from alembic import op

revision = "s10"
down_revision = "s9"


def upgrade() -> None:
    op.create_table(
        "secret_key",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.add_column("room", sa.Column("network", sa.Text))
    op.add_column("shared", sa.Column("owner", sa.Text, nullable=False, server_default=""))
    op.create_index("shared_owner", "shared", ["owner"])
