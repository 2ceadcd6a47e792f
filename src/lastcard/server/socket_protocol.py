"""WebSockets below the messages, as uvicorn speaks them."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class SocketProtocol(WebSocketsSansIOProtocol):
    """Text that is not UTF-8 reaches us as bytes, to be refused; uvicorn would log it with a traceback."""

    def send_receive_event_to_app(self) -> None:
        """Hand a message on, of whatever kind it really is."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()
