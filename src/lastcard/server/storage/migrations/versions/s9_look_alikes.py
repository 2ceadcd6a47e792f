"""The skeleton of every name: a new one that looks like it is refused. Two who look alike both stay."""

import sqlalchemy as sa
from alembic import op

from lastcard.server.common.look_alikes import skeleton

revision = "s9"
down_revision = "s8"


def upgrade() -> None:
    op.add_column("person", sa.Column("skeleton", sa.Text, nullable=False, server_default=""))
    op.create_index("person_skeleton", "person", ["skeleton"])
    connection = op.get_bind()
    known = connection.execute(sa.text("SELECT id, name FROM person")).all()
    rows = [{"who": row.id, "looks": skeleton(row.name)} for row in known]
    if rows:
        connection.execute(sa.text("UPDATE person SET skeleton = :looks WHERE id = :who"), rows)
