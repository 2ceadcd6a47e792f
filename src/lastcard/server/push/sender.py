"""Sends messages to push services: encrypted for one browser, off the event loop, no more than can wait."""

from __future__ import annotations

import http.client
import logging
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable
from typing import Final

from ..common.redact import redacted
from ..settings import Settings
from ..storage.subscriptions import Subscription
from .endpoints import Target, target_of
from .keys import PushKeys

logger = logging.getLogger(__name__)
WORKERS: Final = 2
MOST_WAITING: Final = 200
SECONDS: Final = 10.0  # for a service to answer
LASTS: Final = 300  # seconds that a service keeps a message for a device that is off
TOKEN_LASTS: Final = 3600
GONE: Final = (404, 410)  # the browser has ended its subscription


class Sender:
    """Two threads and a queue. `expired` is called, in one of them, with an endpoint that is no more."""

    def __init__(
        self, keys: PushKeys, settings: Settings, contact: str, expired: Callable[[str], None]
    ) -> None:
        self.public = keys.public
        self._keys = keys
        self._anywhere = settings.push_anywhere
        self._contact = contact
        self._expired = expired
        self._queue: queue.Queue[tuple[Subscription, str, bytes] | None] = queue.Queue(MOST_WAITING)
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(WORKERS)]
        for thread in self._threads:
            thread.start()

    def send(self, to: Subscription, topic: str, message: bytes) -> None:
        """Queue a message, or drop it if too many wait; at the service the last of a topic counts."""
        try:
            self._queue.put_nowait((to, topic, message))
        except queue.Full:
            logger.warning("push: too many messages wait, one is dropped")

    def close(self) -> None:
        """No more messages."""
        for _ in self._threads:
            try:
                self._queue.put_nowait(None)
            except queue.Full:
                return  # the threads end with the process

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            to, topic, message = job
            try:
                self._deliver(to, topic, message)
            except Exception as error:  # one message leaves the others alone; an endpoint is a secret
                logger.warning("push: a message could not be sent: %s", redacted(error))

    def _deliver(self, to: Subscription, topic: str, message: bytes) -> None:
        from pywebpush import WebPusher

        target = target_of(to.endpoint, self._anywhere)
        keys = {"p256dh": to.p256dh, "auth": to.auth}
        body = bytes(WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(message)["body"])
        status = _post(target, self._headers(target, topic), body)
        if status in GONE:
            self._expired(to.endpoint)
        elif status >= 300:
            logger.warning("push: %s answered %d", target.host, status)

    def _headers(self, target: Target, topic: str) -> dict[str, str]:
        usual = 443 if target.secure else 80
        port = "" if target.port == usual else f":{target.port}"
        audience = f"http{'s' if target.secure else ''}://{target.host}{port}"
        claims = {"aud": audience, "sub": self._contact, "exp": int(time.time()) + TOKEN_LASTS}
        signed: dict[str, str] = self._keys.vapid.sign(claims)
        return {
            **signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTS),
            "Urgency": "high",
            "Topic": topic,
        }


def _post(target: Target, headers: dict[str, str], body: bytes) -> int:
    """The status of the answer. Connects to the address that was checked; follows no redirection."""
    connection = http.client.HTTPConnection(target.host, target.port, timeout=SECONDS)
    try:
        line = socket.create_connection((target.address, target.port), timeout=SECONDS)
        if target.secure:
            line = ssl.create_default_context().wrap_socket(line, server_hostname=target.host)
        connection.sock = line
        connection.request("POST", target.path or "/", body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
