"""People in a real browser."""
