"""How a store becomes one that this version can read: Alembic's scripts, run whenever a store is opened."""
