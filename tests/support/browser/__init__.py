"""People in a real browser, and how they come to a situation."""
