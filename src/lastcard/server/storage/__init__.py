"""What the database holds: logs of tables, people, finished matches, ratings, uploaded records."""
