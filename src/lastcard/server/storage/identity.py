"""Who a browser is: a token in an HttpOnly cookie, of which the store has only the hash."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

from ..common import clock
from ..common.names import NameTaken, new_code, player_name, tidy
from ..common.person import Person
from ..common.proposed_names import proposed_names
from ..common.refusal import CommandRefused
from .people import (
    add_token,
    drop_token,
    find_person,
    forget_inactive_people,
    hashed,
    record_visit,
    register,
    rename,
)
from .store import Store

COOKIE: Final = "lastcard"
MOST_CACHED: Final = 20_000
LINK_SECONDS: Final = 300
DAY: Final = 24 * 3600 * 1000


class Identity:
    """Tokens into people and back."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[str, Person] = OrderedDict()  # by hash
        self._unknown: OrderedDict[str, None] = OrderedDict()  # hashes that the store does not have
        self._changes = 0  # what was read before one of them is not remembered
        self._seen: OrderedDict[str, int] = OrderedDict()  # when it was last written down that they came
        self._links: dict[str, tuple[str, float]] = {}  # one-time codes: the person, and until when

    async def person(self, token: str | None) -> Person | None:
        """The person a token belongs to, or None for a wrong or missing one; `busy` if nobody can tell."""
        if not token or len(token) > 100:
            return None
        mark = hashed(token)
        while mark not in self._known and mark not in self._unknown:
            changes = self._changes
            found = await self.store.read(self._find, token)
            if changes == self._changes:
                self._remember(mark, found)
        return self._known.get(mark)

    def _find(self, token: str) -> Person | None:
        with self.store.reading() as connection:
            return find_person(connection, token)

    def _remember(self, mark: str, person: Person | None) -> None:
        if person is None:
            self._unknown[mark] = None
        else:
            self._known[mark] = person
            self._unknown.pop(mark, None)
        for cached in (self._known, self._unknown):
            if len(cached) > MOST_CACHED:
                cached.popitem(last=False)

    async def be_somebody(self, token: str | None) -> tuple[Person, str | None]:
        """The person of a token; without one a new person, under a name that we propose."""
        person = await self.person(token)
        if person is not None:
            return person, None
        for name in proposed_names():
            with suppress(NameTaken):
                return await self._new(name)
        raise AssertionError("names don't end")

    async def _new(self, name: str) -> tuple[Person, str]:
        fresh = secrets.token_urlsafe(32)
        person = await self.store.run(register(name, fresh, clock.now_ms()))
        self._remember(hashed(fresh), person)
        self._remember_visit(person, clock.now_ms())
        return person, fresh

    async def take_name(self, token: str | None, wanted: str) -> tuple[Person, str | None]:
        """A new person with a new token, or another name for the one there is."""
        name = player_name(wanted)
        person = await self.person(token)
        if person is None:
            return await self._new(name)
        if person.name != name:
            renamed = await self.store.run(rename(person.id, name))
            self._changes += 1
            self._known = OrderedDict(
                (mark, renamed if one.id == person.id else one) for mark, one in self._known.items()
            )
            person = renamed
        return person, None

    def free_name(self, wanted: str) -> str:
        """A name like the wanted one that is probably free."""
        base = tidy(wanted)[:20].rstrip()
        return f"{base} {secrets.randbelow(98) + 2}"

    def link_code(self, person: Person) -> str:
        """A code with which another device becomes the same person, once and soon."""
        now = time.monotonic()
        self._links = {code: one for code, one in self._links.items() if one[1] > now}
        code = new_code() + new_code()
        self._links[code] = (person.id, now + LINK_SECONDS)
        return code

    async def link_device(self, code: str) -> tuple[Person, str]:
        """Use up a code for another device; a new token. Raises CommandRefused if the code is too old."""
        found = self._links.pop(code.strip().upper(), None)
        if found is None or found[1] < time.monotonic():
            raise CommandRefused("gone", "code_used")
        fresh = secrets.token_urlsafe(32)
        await self.store.run(add_token(found[0], fresh, clock.now_ms()))
        person = await self.person(fresh)
        assert person is not None
        return person, fresh

    async def record_visit(self, person: Person) -> None:
        """Somebody is here: written down once a day."""
        now = clock.now_ms()
        if now - self._seen.get(person.id, 0) >= DAY:
            await self.store.run(record_visit(person.id, now))
            self._remember_visit(person, now)

    def _remember_visit(self, person: Person, now: int) -> None:
        self._seen[person.id] = now
        self._seen.move_to_end(person.id)
        if len(self._seen) > MOST_CACHED:
            self._seen.popitem(last=False)

    async def forget_inactive_people(self, days: float, here: Callable[[], Collection[str]]) -> None:
        """Forget people who came long ago and never finished a round: their names are free."""
        while gone := await self.store.run(
            forget_inactive_people(clock.now_ms() - round(days * DAY), here())
        ):
            self._changes += 1
            left = ((mark, one) for mark, one in self._known.items() if one.id not in gone)
            self._known = OrderedDict(left)

    async def forget(self, token: str | None) -> bool:
        """Make a token worthless; other devices of the person keep theirs. Whether there are none."""
        if not token:
            return False
        last = await self.store.run(drop_token(token))
        self._changes += 1
        self._known.pop(hashed(token), None)  # after it: meanwhile somebody may have asked for it
        return last
