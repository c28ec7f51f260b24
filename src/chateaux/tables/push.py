"""Web Push: calling a device whose page is closed. The keys are made at the first start; no service is known by name
but those that browsers use."""
from __future__ import annotations

import base64
import time
from typing import Annotated, Any, Final, final
from urllib.parse import urlsplit

import aiohttp
import msgspec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPushException, webpush_async

from chateaux.engine.registry import games
from chateaux.look.words import LANGUAGES, Words
from chateaux.tables.calls import WANTED, Call
from chateaux.tables.data import Refused
from chateaux.tables.people import Device, People
from chateaux.tables.store import Store

SERVICES: Final = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
LASTS: Final = 12 * 3600  # seconds a service keeps a call for a device that is off
PATIENCE: Final = 10.0  # seconds with a service
GONE: Final = (404, 410)  # it says that nobody can be reached there any more
QUIET: Final = 60.0  # seconds between two calls for words at the same table


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    p256dh: Annotated[str, msgspec.Meta(min_length=80, max_length=100)]
    auth: Annotated[str, msgspec.Meta(min_length=16, max_length=40)]


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a device can be called, as its browser says it, and in which language."""

    endpoint: Annotated[str, msgspec.Meta(min_length=10, max_length=1000)]
    keys: PushKeys
    language: Annotated[str, msgspec.Meta(max_length=5)] = "en"


def new_key() -> str:
    made: Any = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode())


@final
class Push:
    """Calls devices."""

    def __init__(self, store: Store, people: People, contact: str, services: tuple[str, ...] = ()) -> None:
        self.store, self.people, self.contact = store, people, contact
        self.services: tuple[str, ...] = services  # hosts with their ports, beside those that browsers use
        self.vapid: Any = None  # py_vapid has no types
        self.public: str = ""  # what browsers need to know of our key
        self.talked: dict[tuple[str, str], float] = {}

    async def open(self) -> None:
        """Read the house's key pair, or make it."""
        kept = await self.store.patiently(lambda: self.store.own("vapid", new_key))
        self.vapid = Vapid02.from_pem(kept.encode())
        point = self.vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = base64.urlsafe_b64encode(point).decode().rstrip("=")

    def allow(self, subscription: Subscription) -> None:
        """Refuse addresses that are no push service: the house calls nobody else."""
        address = urlsplit(subscription.endpoint)
        known = address.scheme == "https" and f".{address.netloc}".endswith(tuple(f".{one}" for one in SERVICES))
        if not known and address.netloc not in self.services:
            raise Refused("malformed", "That is no push service this house knows.", "push_service")

    async def call(self, call: Call) -> None:
        """Call every device of a person that may be called, if they want to hear of this."""
        person = await self.people.person(call.guest)
        if person is None or not WANTED[call.kind](person.wants) or self.too_soon(call):
            return
        for device in await self.people.devices(call.guest):
            if device.push:
                await self.send(device, call)

    def too_soon(self, call: Call) -> bool:
        if call.kind != "talk":
            return False
        key, now = (call.guest, call.table), time.monotonic()
        soon = now - self.talked.get(key, -QUIET) < QUIET
        if not soon:
            self.talked = {one: at for one, at in self.talked.items() if now - at < QUIET} | {key: now}
        return soon

    async def send(self, device: Device, call: Call) -> None:
        """One call to one device; an address that is gone is forgotten, and a service that is away is no harm."""
        where = msgspec.json.decode(device.push, type=Subscription)
        told = said(call, where.language)
        try:
            async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as session:
                answer = await webpush_async(
                    {"endpoint": where.endpoint, "keys": {"p256dh": where.keys.p256dh, "auth": where.keys.auth}},
                    msgspec.json.encode(told).decode(), self.vapid, {"sub": self.contact}, ttl=LASTS,
                    aiohttp_session=session)
                gone = not isinstance(answer, str) and answer.status in GONE
        except WebPushException as refused:
            gone = getattr(refused.response, "status", getattr(refused.response, "status_code", 0)) in GONE
        except (OSError, TimeoutError, aiohttp.ClientError):
            return
        if gone:
            await self.people.call_at(device.id, "")


class Said(msgspec.Struct, frozen=True):
    """A call in words: what a notification shows and what it opens."""

    kind: str
    title: str
    text: str
    url: str
    tag: str
    number: int


def said(call: Call, language: str) -> Said:
    """A call in somebody's language."""
    words = Words(language if language in LANGUAGES else LANGUAGES[0], games().get(call.game))
    name = words.say("game.name") if words.has("game.name") else call.game
    body = words.say(f"call.{call.kind}", name=call.name or words.say("call.somebody"))
    return Said(call.kind, name, body, f"/tables/{call.table}" if call.table else "/", call.table, call.number)
