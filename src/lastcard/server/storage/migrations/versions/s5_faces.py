"""People have faces; of those who are there it follows from their id until they choose one."""

import sqlalchemy as sa
from alembic import op

revision = "s5"
down_revision = "s4"


def upgrade() -> None:
    op.add_column("person", sa.Column("face", sa.Text))
