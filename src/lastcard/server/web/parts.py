"""The parts of one running server, for those who answer its requests."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, TypeVar

from ..common.person import Person
from ..common.redact import redacted
from ..push.desk import PushDesk
from ..push.keys import PushKeys
from ..rooms.background import Background
from ..rooms.dispatcher import Dispatcher
from ..rooms.hub import Hub
from ..settings import Settings
from ..storage.identity import COOKIE, Identity
from ..storage.store import Store
from ..tables.offered_bots import OfferedBots
from ..tables.offered_rulebooks import OfferedRulebooks
from .addresses import Addresses
from .picture_desk import PictureDesk
from .static_files import StaticFiles

P = TypeVar("P", Person, Person | None)
logger = logging.getLogger(__name__)
BOTS_END_SECONDS: Final = 3.0  # what is left of them then ends with us: see `bots.supervisor`


class Parts:
    """Store, hub, people and files, with every table as it was."""

    def __init__(
        self,
        settings: Settings,
        url: str,
        static_files: StaticFiles,
        addresses: Addresses,
        rulebooks: OfferedRulebooks,
        bots: OfferedBots | None,
        push_keys: PushKeys | None,
    ) -> None:
        self.settings = settings
        self.static_files = static_files
        self.addresses = addresses
        self.pictures = PictureDesk(static_files, settings.pictures)
        self.store = Store(url)
        self.push = None if push_keys is None else PushDesk(self.store, settings, push_keys)
        self.hub = Hub(self.store, settings, static_files.build, rulebooks, bots, self.push)
        self.dispatcher = Dispatcher(self.hub)
        self.identity = Identity(self.store)
        self.background = Background(self.hub, self.identity)
        self.recovered = self.hub.recover()

    async def stop(self) -> None:
        """Say good-bye to everybody; what they send afterwards is not done."""
        self.hub.stop()
        await asyncio.to_thread(self.hub.operator_bots.wait_for_their_end, BOTS_END_SECONDS)
        await self.background.stop()
        if self.push is not None:
            self.push.close()

    async def record_visit(self, person: Person | None) -> None:
        """Store that a person was here; a failure is logged and costs nothing else."""
        if person is not None:
            try:
                await self.identity.record_visit(person)
            except Exception as error:  # another day will do
                logger.error("a visit can't be stored: %s", redacted(error))

    async def person(self, connection: Any) -> Person | None:
        """The person behind the cookie of a request or socket, or None; refused while nobody can tell."""
        return await self.with_face(await self.identity.person(connection.cookies.get(COOKIE)))

    async def with_face(self, person: P) -> P:
        """A person whose face is at hand for the tables."""
        if person is not None:
            await self.hub.faces.load(person.id)
        return person


def parts_of(connection: Any) -> Parts:
    """The parts of the server that a request or a socket came to."""
    found: Parts = connection.app.state.parts
    return found


def address_of(connection: Any) -> str:
    """The client's address, or an empty text where the server does not know it."""
    return "" if connection.client is None else str(connection.client.host)
