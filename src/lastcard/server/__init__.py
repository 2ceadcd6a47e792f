"""The table in the browser: lobby, tables, store and protocol. No rules here: `table` has them."""

__all__: list[str] = []
