"""The server: messages, tables, the store, sockets."""
