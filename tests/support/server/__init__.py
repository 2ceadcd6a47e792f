"""People at a real server, and worlds that differ in secrets only."""
