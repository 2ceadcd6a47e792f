"""Matches of private tables are not listed; of those that are there the log of their table tells it."""

import json

import sqlalchemy as sa
from alembic import op

revision = "s4"
down_revision = "s3"


def upgrade() -> None:
    op.add_column("game", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.true()))
    entry = sa.table("entry", sa.column("room"), sa.column("n"), sa.column("body"))
    game = sa.table("game", sa.column("id"), sa.column("public", sa.Boolean))
    connection = op.get_bind()
    private = sa.select(entry.c.room).where(entry.c.body.like('%"public":false%')).distinct()
    for room in connection.scalars(private).all():
        public = True
        log = sa.select(entry.c.body).where(entry.c.room == room).order_by(entry.c.n)
        for body in connection.scalars(log):
            event = json.loads(body)
            public = event.get("public", public) if event["type"] in ("created", "changed") else public
            if event["type"] == "deal" and event.get("game") and not public:
                connection.execute(game.update().where(game.c.id == event["game"]).values(public=False))
