"""My page, and what a person does there: come in on another device, see what is kept, be forgotten."""
from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.di import Provide
from litestar.params import Body

from chateaux.tables import memory
from chateaux.tables.data import Refused
from chateaux.tables.house import House
from chateaux.tables.people import MINUTES, MOST_DEVICES, People, Person, new_device
from chateaux.tables.push import Push
from chateaux.tables.results import Results
from chateaux.tables.shares import errand
from chateaux.web import passkeys
from chateaux.web.api import guest_cookie, known
from chateaux.web.bodies import Nothing
from chateaux.web.guests import COOKIE, Guest
from chateaux.web.history import history
from chateaux.web.limits import Limits
from chateaux.web.lists import tables_of
from chateaux.web.pages import page, qr, visitor
from chateaux.web.refusals import Asked, language_of
from chateaux.web.render import day
from chateaux.web.settings import Settings

BROWSERS: Final = (("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
                   ("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari"))
SYSTEMS: Final = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
                  ("Mac OS", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"))


class Code(msgspec.Struct, forbid_unknown_fields=True):
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class Key(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Device(msgspec.Struct, forbid_unknown_fields=True):
    device: Annotated[str, msgspec.Meta(min_length=1, max_length=1400)]


class Carrying(msgspec.Struct):
    """What to type or to scan on the other device, and until when."""

    code: str
    link: str
    qr: str
    seconds: int


class Done(msgspec.Struct):
    """It is done."""

    name: str = ""


def device_label(agent: str) -> str:
    """What a device is called on the list.

    >>> device_label("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36")
    'Chrome, Android'
    """
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return ", ".join(part for part in (browser, system) if part) or "–"


def label_of(request: Asked) -> str:
    return device_label(request.headers.get("user-agent", "")[:400])


async def met(request: Asked, people: People, guest: Guest | None) -> tuple[Person, Guest]:
    """Whoever asks, kept from now on, and their cookie as it should be."""
    guest = known(guest)
    device = guest.device or new_device()
    person = await people.meet(guest.id, guest.name, device, label_of(request))
    return person, Guest(person.id, person.name, device)


async def let_in(request: Asked, people: People, house: House, settings: Settings, id: str) -> Response[Done]:
    """This device is the person's from now on."""
    person = await people.person(id)
    if person is None:
        raise Refused("unknown", "Nobody is known here under that.", "nobody")
    if len(await people.devices(id)) >= MOST_DEVICES:
        raise Refused("too much", "You have many devices; remove one from the list first.", "devices")
    guest = Guest(person.id, person.name, new_device())
    await people.meet(guest.id, guest.name, guest.device, label_of(request))
    return Response(Done(person.name), cookies=[cookie(request, guest, house, settings)], status_code=200)


def cookie(request: Asked, guest: Guest, house: House, settings: Settings) -> Cookie:
    return guest_cookie(guest, house, settings, request.url.scheme == "https")


# ---------------------------------------------------------------- pages


@get("/me", include_in_schema=False)
async def my_page(request: Asked, house: House, people: People, results: Results, push: Push,
                  settings: Settings, guest: Guest | None) -> Response[str]:
    language = language_of(request)
    if guest is None:
        return page(request, "me.html", guest=None, person=None)
    person, guest = await met(request, people, guest)
    tables = await house.readable(await house.store.ids_of(person.id))
    answer = page(request, "me.html", **history(await results.of(person.id), language),
                  running=tables_of(tables, guest, language), guest=guest, person=person,
                  devices=await people.devices(person.id), passkeys=await people.passkeys(person.id),
                  day=lambda at: day(at, language), push=push,
                  file=await people.has_door(person.id, "file"))
    answer.set_cookie(cookie(request, guest, house, settings))
    return answer


@get("/me/carry", include_in_schema=False)
async def carry_page(request: Asked, guest: Guest | None) -> Response[str]:
    return page(request, "carry.html", guest=guest)


# ---------------------------------------------------------------- on another device


@post("/code", status_code=200)
async def code(request: Asked, data: Nothing, people: People, guest: Guest | None) -> Carrying:
    """A code that carries seat and name to another device: once, for ten minutes."""
    person, _ = await met(request, people, guest)
    found = await people.door(person.id, "code")
    written = f"{found[:4]}-{found[4:]}"
    link = f"{passkeys.origin(request)}/me/carry#{written}"
    return Carrying(written, link, qr(link), 60 * MINUTES)


@post("/code/close", status_code=200)
async def close_code(data: Nothing, people: People, guest: Guest | None) -> Done:
    await people.close_door(known(guest).id, "code")
    return Done()


@post("/carry", status_code=200)
async def carry(request: Asked, data: Code, people: People, house: House, settings: Settings,
                limits: Limits) -> Response[Done]:
    limits.guess(errand())
    return await let_in(request, people, house, settings, await people.enter("code", data.code))


@post("/devices/turn-out", status_code=200)
async def turn_out(data: Device, people: People, guest: Guest | None) -> Done:
    await people.turn_out(known(guest).id, data.device)
    return Done()


# ---------------------------------------------------------------- a file for hard times


@post("/recovery", status_code=200)
async def recovery(request: Asked, data: Nothing, people: People, guest: Guest | None) -> Response[str]:
    """A file that lets its holder in; an older one stops doing so."""
    person, _ = await met(request, people, guest)
    text = {"chateaux": "recovery", "house": passkeys.origin(request), "name": person.name,
            "key": await people.door(person.id, "file")}
    return Response(msgspec.json.format(msgspec.json.encode(text)).decode(), media_type=MediaType.JSON,
                    headers={"Content-Disposition": 'attachment; filename="chateaux-recovery.json"'})


@post("/recovery/close", status_code=200)
async def close_recovery(data: Nothing, people: People, guest: Guest | None) -> Done:
    await people.close_door(known(guest).id, "file")
    return Done()


@post("/recover", status_code=200)
async def recover(request: Asked, data: Key, people: People, house: House, settings: Settings,
                  limits: Limits) -> Response[Done]:
    limits.guess(errand())
    return await let_in(request, people, house, settings, await people.enter("file", data.key))


# ---------------------------------------------------------------- passkeys


@post("/passkey/new", status_code=200)
async def new_passkey(request: Asked, data: Nothing, people: People, guest: Guest | None) -> Response[str]:
    person, _ = await met(request, people, guest)
    return Response(await passkeys.to_make(request, people, person), media_type=MediaType.JSON)


@post("/passkey/keep", status_code=200)
async def keep_passkey(request: Asked, data: Annotated[dict[str, Any], Body()], people: People,
                       guest: Guest | None) -> Done:
    person, _ = await met(request, people, guest)
    await passkeys.made(request, people, person, msgspec.json.encode(data).decode(), label_of(request))
    return Done()


@post("/passkey/drop", status_code=200)
async def drop_passkey(data: Device, people: People, guest: Guest | None) -> Done:
    await people.drop_passkey(known(guest).id, data.device)
    return Done()


@post("/passkey/ask", status_code=200)
async def ask_passkey(request: Asked, data: Nothing, people: People, limits: Limits) -> Response[str]:
    limits.guess(errand())
    return Response(await passkeys.to_enter(request, people), media_type=MediaType.JSON)


@post("/passkey/enter", status_code=200)
async def enter_passkey(request: Asked, data: Annotated[dict[str, Any], Body()], people: People, house: House,
                        settings: Settings) -> Response[Done]:
    id = await passkeys.entered(request, people, msgspec.json.encode(data).decode())
    return await let_in(request, people, house, settings, id)


# ---------------------------------------------------------------- what is kept


@get("/export")
async def export(house: House, people: People, results: Results, guest: Guest | None) -> Response[str]:
    """Everything that is kept about somebody, as a file."""
    kept = await memory.remembered(house, people, results, known(guest).id)
    return Response(msgspec.json.format(msgspec.json.encode(kept)).decode(), media_type=MediaType.JSON,
                    headers={"Content-Disposition": 'attachment; filename="chateaux-about-me.json"'})


@post("/forget", status_code=200)
async def forget(data: Nothing, house: House, people: People, results: Results,
                 guest: Guest | None) -> Response[Done]:
    await memory.forget(house, people, results, known(guest).id)
    answer = Response(Done(), status_code=200)
    answer.delete_cookie(COOKIE)
    return answer


MINE: Final = [code, close_code, carry, turn_out, recovery, close_recovery, recover, new_passkey, keep_passkey,
               drop_passkey, ask_passkey, enter_passkey, export, forget]


def my_pages() -> Router:
    return Router("/", route_handlers=[my_page, carry_page],
                  dependencies={"guest": Provide(visitor, sync_to_thread=False)})


def my_doors() -> Router:
    """What my page can do; it is for people, so the API's description leaves it out."""
    return Router("/api/me", route_handlers=MINE, include_in_schema=False)
