"""For whoever hosts the house: whether it is well, figures, and a page behind a token made at the first start."""
from __future__ import annotations

import asyncio
import hmac
import os
import time
from typing import Any, Final, final

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException
from litestar.response import Redirect
from sqlalchemy import func, select

from chateaux.engine.registry import games
from chateaux.look.words import Words
from chateaux.tables import memory
from chateaux.tables.data import short
from chateaux.tables.driver import Driver
from chateaux.tables.house import House
from chateaux.tables.retention import delete_table
from chateaux.tables.schema import TABLES
from chateaux.tables.shares import errand
from chateaux.tables.workers import Workers
from chateaux.web.connections import DOORMAN
from chateaux.web.guests import seal
from chateaux.web.limits import Limits
from chateaux.web.lists import named
from chateaux.web.metrics import Metrics
from chateaux.web.pages import page
from chateaux.web.refusals import Asked, language_of

COOKIE: Final = "chateaux_host"
LASTS: Final = 12 * 3600  # seconds that the host's page stays open
SHOWN: Final = 50
SOON: Final = 2.0  # seconds in which a house that is well answers
STILL: Final = 30.0  # seconds without a sweep after which it is not well


@final
class Pulse:
    """What tells whether the house is well; the driver is there once it is open."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.driver: Driver | None = None
        self.began = time.time()

    async def trouble(self) -> str:
        """What is wrong, or nothing."""
        if self.driver is None:
            return "not open yet"
        try:
            async with asyncio.timeout(SOON):
                await self.house.store.number("")
        except Exception:
            return "the database does not answer"
        return "nobody looks after the tables" if time.monotonic() - self.driver.swept > STILL else ""


# ---------------------------------------------------------------- for machines


@get("/healthz", include_in_schema=False, media_type="text/plain")
async def healthz() -> str:
    """The process lives."""
    return "ok"


@get("/readyz", include_in_schema=False, media_type="text/plain")
async def readyz(pulse: Pulse) -> Response[str]:
    """The house can be played in."""
    trouble = await pulse.trouble()
    return Response(trouble or "ok", status_code=503 if trouble else 200, media_type="text/plain")


@get("/metrics", include_in_schema=False)
async def figures(request: Asked, house: House, metrics: Metrics) -> Response[bytes]:
    """For Prometheus, with the host's token as a bearer token."""
    if not right(request.headers.get("authorization", "").partition(" ")[2], house):
        raise NotAuthorizedException("The figures are the host's: Authorization: Bearer …")
    return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


# ---------------------------------------------------------------- for the host


def right(token: str, house: House) -> bool:
    return bool(token) and hmac.compare_digest(token.encode(), house.store.host_token.encode())


def pass_for(house: House, until: int) -> str:
    """What the host's browser keeps in place of the token."""
    return f"{until}.{seal(f'host {until}', house.store.key)}"


def admitted(request: Asked, house: House) -> bool:
    until = request.cookies.get(COOKIE, "").partition(".")[0]
    return (until.isascii() and until.isdigit() and int(until) > time.time()
            and hmac.compare_digest(request.cookies[COOKIE].encode(), pass_for(house, int(until)).encode()))


@get("/host", include_in_schema=False)
async def host(request: Asked, house: House, workers: Workers, limits: Limits, pulse: Pulse) -> Response[str]:
    if not admitted(request, house):
        return page(request, "host.html", shown=None, status=401)
    return page(request, "host.html", shown=await overview(house, workers, limits, pulse, language_of(request)))


@post("/host", include_in_schema=False)
async def enter(request: Asked, house: House, limits: Limits) -> Response[Any]:
    limits.guess(errand())
    form = await request.form()
    if not right(str(form.get("token", "")), house):
        return page(request, "host.html", shown=None, status=401)
    until = int(time.time()) + LASTS
    return Redirect("/host", status_code=303, cookies=[Cookie(
        key=COOKIE, value=pass_for(house, until), max_age=LASTS, httponly=True, samesite="strict", path="/host",
        secure=request.url.scheme == "https")])


@post("/host/tables/{id:str}/{what:str}", include_in_schema=False)
async def tend(request: Asked, id: str, what: str, house: House) -> Redirect:
    """Delete a table, or the names and what was said there."""
    if not admitted(request, house):
        raise NotAuthorizedException("That is for the host.")
    if what == "delete":
        await delete_table(house, id)
    elif what == "forget":
        await memory.take_out(house, id)
    return Redirect("/host", status_code=303)


async def overview(house: House, workers: Workers, limits: Limits, pulse: Pulse, language: str) -> dict[str, Any]:
    """What the host's page shows: tables, load, refusals."""
    async def look() -> tuple[dict[str, int], list[Any]]:
        async with house.store.engine.connect() as connection:
            phases = await connection.execute(select(TABLES.c.phase, func.count()).group_by(TABLES.c.phase))
            lately = await connection.execute(
                select(TABLES.c.id, TABLES.c.game, TABLES.c.phase, TABLES.c.number, TABLES.c.changed, TABLES.c.broken)
                .order_by(TABLES.c.broken.is_(None), TABLES.c.changed.desc()).limit(SHOWN))
            return {row[0]: row[1] for row in phases}, list(lately)
    phases, lately = await house.store.patiently(look)
    names = {id: named(Words(language, game), "game.name", id) for id, game in games().items()}
    tables = [{"id": row.id, "short": short(row.id), "phase": row.phase, "number": row.number,
               "broken": row.broken or "", "game": names.get(row.game, row.game),
               "ago": round((house.now() - row.changed) / 60)} for row in lately]
    load = " · ".join(f"{one:.2f}" for one in os.getloadavg()) if hasattr(os, "getloadavg") else ""
    return {"phases": sorted(phases.items()), "tables": tables, "trouble": await pulse.trouble(), "load": load,
            "hours": round((time.time() - pulse.began) / 3600, 1), "memory": len(house.desks),
            "streams": sum(desk.watchers for desk in house.desks.values()), "connections": DOORMAN.open,
            "waiting": " / ".join(str(pool.line.length) for pool in workers.lanes.values()),
            "refusals": sorted({**limits.refusals, "connections": DOORMAN.turned_away}.items()),
            "places": limits.refused_places.most_common(10)}


def host_doors() -> Router:
    """What is for the host and for machines."""
    return Router("/", route_handlers=[healthz, readyz, figures, host, enter, tend])
