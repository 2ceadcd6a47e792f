"""Small leagues, and bots that fail in them."""
