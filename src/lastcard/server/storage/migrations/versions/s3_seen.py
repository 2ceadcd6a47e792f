"""When people were last here, so that those who never played and never came back can be forgotten."""

import time

import sqlalchemy as sa
from alembic import op

revision = "s3"
down_revision = "s2"


def upgrade() -> None:
    op.add_column("person", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    now = time.time_ns() // 1_000_000  # nobody knows it of those who are there: their time begins today
    op.execute(sa.text("UPDATE person SET seen = :now").bindparams(sa.bindparam("now", now, sa.BigInteger)))
    op.create_index("person_seen", "person", ["seen"])
    op.create_index("token_person", "token", ["person"])
