"""Being called: the small stream that stays open, what somebody wants to hear of, where a device can be reached."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final

import msgspec
from litestar import Router, get, post
from litestar.params import Parameter
from litestar.response import Stream

from chateaux.tables.calls import EVERYBODY, WANTED, Calls
from chateaux.tables.frames import event_text
from chateaux.tables.people import People, Wants
from chateaux.tables.push import Push, Subscription, said
from chateaux.tables.shares import errand
from chateaux.web.api import id_of, known
from chateaux.web.bodies import Nothing
from chateaux.web.guests import Guest
from chateaux.web.limits import Limits
from chateaux.web.me import Done, met
from chateaux.web.refusals import Asked
from chateaux.web.settings import Settings

RETRY: Final = b"retry: 3000\n\n"
ALIVE: Final = b"event: alive\ndata:\n\n"


@get("/calls")
async def calls_stream(calls: Calls, people: People, limits: Limits, settings: Settings,
                       guest: Guest | None, language: Annotated[str, Parameter(max_length=5)] = "en") -> Stream:
    """A stream of a few bytes: your turn, a game that begins or ends, the lobby has changed."""
    errand().ending.enter_context(limits.stream(errand(), guest is not None))
    person = None if guest is None else await people.person(guest.id)
    wants = Wants() if person is None else person.wants
    events = listening(calls, id_of(guest), language, wants, settings.heartbeat)
    return Stream(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def listening(calls: Calls, guest: str, language: str, wants: Wants, heartbeat: float) -> AsyncIterator[bytes]:
    ear = calls.listen(guest)
    try:
        yield RETRY
        while True:
            ear.bell.clear()
            while ear.calls:
                call = ear.calls.popleft()
                if call.guest == EVERYBODY:
                    yield event_text(call.number, "", "lobby")
                elif WANTED[call.kind](wants):
                    yield event_text(call.number, msgspec.json.encode(said(call, language)).decode(), "call")
            try:
                await asyncio.wait_for(ear.bell.wait(), heartbeat)
            except TimeoutError:
                yield ALIVE
    finally:
        calls.leave(guest, ear)


@post("/wants", status_code=200)
async def wish(request: Asked, data: Wants, people: People, guest: Guest | None) -> Done:
    person, _ = await met(request, people, guest)
    await people.wish(person.id, data)
    return Done()


@post("/push", status_code=200)
async def call_here(request: Asked, data: Subscription, people: People, push: Push, guest: Guest | None) -> Done:
    """Call this device from now on."""
    push.allow(data)
    _, guest = await met(request, people, guest)
    await people.call_at(guest.device, msgspec.json.encode(data).decode())
    return Done()


@post("/push/stop", status_code=200)
async def call_no_more(data: Nothing, people: People, guest: Guest | None) -> Done:
    await people.call_at(known(guest).device, "")
    return Done()


def calling() -> Router:
    return Router("/api/me", route_handlers=[calls_stream, wish, call_here, call_no_more], include_in_schema=False)
