"""What Alembic runs: the scripts of `versions/`, over the connection that `store` has opened."""

from lastcard.database import run_scripts

run_scripts()
