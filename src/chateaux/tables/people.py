"""People: a name, the devices it is used on, and what lets it in on another one.

A cookie names a person and a device. Nothing is kept about somebody before they ask for more than that cookie; there
are no passwords and no addresses. Secrets that open a door are kept as digests only.
"""
from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from collections.abc import Callable
from typing import Final, Literal, final

import msgspec
from sqlalchemy import Delete, Insert, Update, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from chateaux.tables.data import Refused
from chateaux.tables.schema import DEVICES, KEYS, PASSKEYS, PEOPLE, REVOKED
from chateaux.tables.store import Store

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"  # spoken easily; none looks like another
CODE: Final = 8  # letters of a code that carries somebody to another device
MINUTES: Final = 10  # for which such a code is good
PULSE: Final = 5.0  # seconds in which one process learns what another has revoked
KEPT_OUT: Final = 400 * 24 * 3600.0  # longer than any cookie lives
MOST_DEVICES: Final = 20
MOST_PASSKEYS: Final = 20

Door = Literal["code", "file", "passkey"]


class Wants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wishes to be called for."""

    turn: bool = True
    game: bool = True  # a game begins or ends, a rematch is offered
    talk: bool = False


class Person(msgspec.Struct, frozen=True):
    """Somebody the house knows."""

    id: str
    name: str
    came: float
    wants: Wants


class Device(msgspec.Struct, frozen=True):
    """A browser on which somebody is known; `push` is where it can be called, if it may."""

    id: str
    person: str
    label: str
    came: float
    seen: float
    push: str


class Passkey(msgspec.Struct, frozen=True):
    """A key that a person's own device keeps; we have its public half."""

    id: str
    person: str
    public: str
    uses: int
    label: str
    made: float


@final
class People:
    """The people of a house."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store: Store = store
        self.now: Callable[[], float] = now
        self.revoked: set[str] = set()  # devices and people, as far as we have heard
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.hear()
        if self.store.shared:
            self.task = asyncio.create_task(self.listen())

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task

    async def listen(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            with contextlib.suppress(Exception):  # a database that is away: next time
                await self.hear()

    async def hear(self) -> None:
        """Learn whose cookies open nothing any more."""
        async def work() -> set[str]:
            async with self.store.transaction() as connection:
                await connection.execute(delete(REVOKED).where(REVOKED.c.at < self.now() - KEPT_OUT))
                return {row.id for row in await connection.execute(select(REVOKED.c.id))}
        self.revoked = await self.store.patiently(work)

    def welcome(self, person: str, device: str) -> bool:
        """Whether a cookie still counts."""
        return person not in self.revoked and device not in self.revoked

    # ------------------------------------------------------------ a person and their devices

    async def meet(self, id: str, name: str, device: str, label: str) -> Person:
        """The person, kept from now on, and the device they use."""
        async def work() -> None:
            async with self.store.transaction() as connection:
                now = self.now()
                if (await connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == id))).first() is None:
                    await connection.execute(insert(PEOPLE).values(id=id, name=name, came=now, wants="{}"))
                used = await connection.execute(
                    update(DEVICES).where(DEVICES.c.id == device, DEVICES.c.person == id).values(seen=now, label=label))
                if not used.rowcount:
                    await connection.execute(insert(DEVICES).values(
                        id=device, person=id, label=label, came=now, seen=now, push=""))
        with contextlib.suppress(IntegrityError):  # the same visit, twice at once
            await self.store.patiently(work)
        found = await self.person(id)
        assert found is not None
        return found

    async def person(self, id: str) -> Person | None:
        async def work() -> Person | None:
            async with self.store.engine.connect() as connection:
                row = (await connection.execute(select(PEOPLE).where(PEOPLE.c.id == id))).first()
                return None if row is None else Person(
                    row.id, row.name, row.came, msgspec.json.decode(row.wants, type=Wants))
        return await self.store.patiently(work)

    async def devices(self, person: str) -> list[Device]:
        """A person's devices, the one used last first."""
        async def work() -> list[Device]:
            async with self.store.engine.connect() as connection:
                found = await connection.execute(
                    select(DEVICES).where(DEVICES.c.person == person).order_by(DEVICES.c.seen.desc()))
                return [Device(row.id, row.person, row.label, row.came, row.seen, row.push) for row in found]
        return await self.store.patiently(work)

    async def rename(self, person: str, name: str) -> None:
        await self.change(update(PEOPLE).where(PEOPLE.c.id == person).values(name=name))

    async def wish(self, person: str, wants: Wants) -> None:
        """Keep what somebody wants to hear of."""
        await self.change(update(PEOPLE).where(PEOPLE.c.id == person)
                          .values(wants=msgspec.json.encode(wants).decode()))

    async def call_at(self, device: str, push: str) -> None:
        """Keep where a device can be called; an address belongs to one device, and empty means nowhere."""
        if push:
            await self.change(update(DEVICES).where(DEVICES.c.push == push).values(push=""))
        await self.change(update(DEVICES).where(DEVICES.c.id == device).values(push=push))

    async def turn_out(self, person: str, device: str) -> None:
        """A device is no longer this person's: its cookie opens nothing."""
        async def work() -> None:
            async with self.store.transaction() as connection:
                gone = await connection.execute(
                    delete(DEVICES).where(DEVICES.c.id == device, DEVICES.c.person == person))
                if not gone.rowcount:
                    raise Refused("unknown", "That device is not on your list.", "device")
                await connection.execute(insert(REVOKED).values(id=device, at=self.now()))
        await self.store.patiently(work)
        self.revoked.add(device)

    # ------------------------------------------------------------ what opens a door

    async def door(self, person: str, kind: Door) -> str:
        """A new secret that lets this person in; an older one of its kind stops doing so."""
        secret = secrets.token_urlsafe(32)
        if kind == "code":
            secret = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        until = None if kind == "file" else self.now() + 60 * MINUTES

        async def work() -> None:
            async with self.store.transaction() as connection:
                await connection.execute(delete(KEYS).where(KEYS.c.until < self.now()))
                if person:
                    await connection.execute(delete(KEYS).where(KEYS.c.person == person, KEYS.c.kind == kind))
                await connection.execute(insert(KEYS).values(
                    digest=digest(kind, secret), person=person, kind=kind, until=until))
        await self.store.patiently(work)
        return secret

    async def close_door(self, person: str, kind: Door) -> None:
        """What was handed out opens nothing any more."""
        await self.change(delete(KEYS).where(KEYS.c.person == person, KEYS.c.kind == kind))

    async def has_door(self, person: str, kind: Door) -> bool:
        async def work() -> bool:
            async with self.store.engine.connect() as connection:
                return (await connection.execute(select(KEYS.c.digest).where(
                    KEYS.c.person == person, KEYS.c.kind == kind))).first() is not None
        return await self.store.patiently(work)

    async def enter(self, kind: Door, secret: str) -> str:
        """Whom the secret lets in. A file may be used again; everything else once, and not too late."""
        mine = (KEYS.c.digest == digest(kind, secret)) & (KEYS.c.kind == kind)

        async def work() -> str | None:
            async with self.store.transaction() as connection:
                row = (await connection.execute(select(KEYS).where(mine).with_for_update())).first()
                if row is None:
                    return None
                if kind != "file":
                    await connection.execute(delete(KEYS).where(mine))
                return None if row.until is not None and row.until < self.now() else str(row.person)
        person = await self.store.patiently(work)
        if person is None:
            raise Refused("unknown", NOTHING_OPENS[kind], f"door_{kind}")
        return person

    # ------------------------------------------------------------ passkeys

    async def passkeys(self, person: str) -> list[Passkey]:
        async def work() -> list[Passkey]:
            async with self.store.engine.connect() as connection:
                found = await connection.execute(
                    select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.made))
                return [Passkey(row.id, row.person, row.public, row.uses, row.label, row.made) for row in found]
        return await self.store.patiently(work)

    async def passkey(self, id: str) -> Passkey | None:
        async def work() -> Passkey | None:
            async with self.store.engine.connect() as connection:
                row = (await connection.execute(select(PASSKEYS).where(PASSKEYS.c.id == id))).first()
                return None if row is None else Passkey(
                    row.id, row.person, row.public, row.uses, row.label, row.made)
        return await self.store.patiently(work)

    async def keep_passkey(self, key: Passkey) -> None:
        if len(await self.passkeys(key.person)) >= MOST_PASSKEYS:
            raise Refused("too much", "You have many passkeys; remove one first.", "passkeys")
        await self.change(insert(PASSKEYS).values(
            id=key.id, person=key.person, public=key.public, uses=key.uses, label=key.label, made=key.made))

    async def used_passkey(self, id: str, uses: int) -> None:
        await self.change(update(PASSKEYS).where(PASSKEYS.c.id == id).values(uses=uses))

    async def drop_passkey(self, person: str, id: str) -> None:
        await self.change(delete(PASSKEYS).where(PASSKEYS.c.id == id, PASSKEYS.c.person == person))

    # ------------------------------------------------------------ the end of it

    async def forget(self, person: str) -> None:
        """Keep nothing about a person but that their old cookies open nothing."""
        async def work() -> None:
            async with self.store.transaction() as connection:
                for table, column in ((DEVICES, DEVICES.c.person), (KEYS, KEYS.c.person),
                                      (PASSKEYS, PASSKEYS.c.person), (PEOPLE, PEOPLE.c.id)):
                    await connection.execute(delete(table).where(column == person))
                await connection.execute(insert(REVOKED).values(id=person, at=self.now()))
        with contextlib.suppress(IntegrityError):  # forgotten already
            await self.store.patiently(work)
        self.revoked.add(person)

    async def change(self, statement: Change) -> None:
        """Do one thing to the database."""
        async def work() -> None:
            async with self.store.transaction() as connection:
                await connection.execute(statement)
        await self.store.patiently(work)


Change = Insert | Update | Delete

NOTHING_OPENS: Final[dict[Door, str]] = {
    "code": "That code opens nothing: it was used, it is older than ten minutes, or a letter is wrong.",
    "file": "That file opens nothing here: a newer one was made, or it belongs to another house.",
    "passkey": "That took too long; please try again.",
}


def digest(kind: Door, secret: str) -> str:
    """What is kept of a secret. Codes may be written as people like.

    >>> digest("code", "abcd-efgh") == digest("code", " ABCDEFGH")
    True
    """
    if kind == "code":
        secret = "".join(letter for letter in secret.upper() if letter.isalpha())
    return hashlib.sha256(f"{kind}:{secret}".encode()).hexdigest()


def new_device() -> str:
    return secrets.token_hex(12)
