"""What is kept in the database: logs of tables, people, finished matches, ratings, uploaded records."""
