"""What tests share and what is not a test."""
