"""The application: routes and the socket over the parts of a server, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar

from ..protocol import messages as m
from ..push.keys import PushKeys
from ..settings import Settings
from ..tables.offered_bots import OfferedBots
from ..tables.offered_rulebooks import OfferedRulebooks
from .addresses import Addresses
from .answers import failed
from .guard import Guard
from .parts import Parts
from .routes import ROUTES
from .static_files import StaticFiles
from .table_socket import table_socket

MOST_BODY: Final = 4 << 20
HANDLERS: Final = [*ROUTES, table_socket]


class Server(Parts):
    """A server, ready to run: `app` is its ASGI application."""

    def __init__(
        self,
        settings: Settings,
        url: str,
        port: int | None = None,
        static_files: StaticFiles | None = None,
        rulebooks: OfferedRulebooks | None = None,
        bots: OfferedBots | None = None,
        push_keys: PushKeys | None = None,
    ) -> None:
        listening = settings.port if port is None else port
        files = StaticFiles() if static_files is None else static_files
        offered = OfferedRulebooks() if rulebooks is None else rulebooks
        super().__init__(settings, url, files, Addresses(settings, listening), offered, bots, push_keys)
        self.litestar = Litestar(
            route_handlers=HANDLERS,
            lifespan=[self._alive],
            openapi_config=None,
            request_max_body_size=MOST_BODY,
            exception_handlers={Exception: failed},
            logging_config=None,
            signature_types=[m.Me],
        )
        self.litestar.state.parts = self
        self.app = Guard(self.litestar, settings, self.addresses)  # type: ignore[arg-type]

    @asynccontextmanager
    async def _alive(self, _: Litestar) -> AsyncIterator[None]:
        self.background.start()
        yield
        await self.stop()
        self.store.close()
