"""What Alembic runs: the scripts of `versions/`, over the connection that `store` has opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
