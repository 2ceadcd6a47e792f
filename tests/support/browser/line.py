"""A line between a page and the server that a test can hold up or cut."""

from __future__ import annotations

from playwright.sync_api import Page, WebSocketRoute


class Line:
    """All sockets of a page go through here."""

    def __init__(self, page: Page) -> None:
        self.down = False  # nobody gets through
        self.deaf = False  # what the server says is lost
        self.opened = self.refused = 0
        self._ends: list[WebSocketRoute] = []
        page.route_web_socket("**/ws", self._connected)

    def _connected(self, page_end: WebSocketRoute) -> None:
        if self.down:
            self.refused += 1
            page_end.close(code=1001)
            return
        self.opened += 1
        self._ends.append(page_end)
        server_end = page_end.connect_to_server()
        page_end.on_message(server_end.send)
        server_end.on_message(lambda text: None if self.deaf else page_end.send(text))

    def cut(self) -> None:
        """The socket is lost, as by a network that changed."""
        for end in self._ends:
            end.close(code=1001)
        self._ends.clear()
