"""The application: the house with its tables, bots and clocks behind the API and whatever pages are plugged in."""
from __future__ import annotations

import sys
import traceback
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from chateaux import __version__
from chateaux.engine.data import BadRecord
from chateaux.tables.data import Refused
from chateaux.tables.driver import Driver
from chateaux.tables.frames import Renderer, as_json
from chateaux.tables.house import House
from chateaux.tables.notices import Listener
from chateaux.tables.store import DatabaseAway, Store
from chateaux.tables.workers import Workers
from chateaux.web.api import Asked, Problem, api, who
from chateaux.web.guard import Limits, add_headers, guard
from chateaux.web.settings import Settings, default_database

STATUS: Final = {"unknown": 404, "forbidden": 403, "closed": 409, "stale": 409, "illegal": 422, "malformed": 400,
                 "full": 409, "too much": 429}
WORDS: Final = {400: "malformed", 401: "unknown guest", 403: "forbidden", 404: "unknown", 405: "malformed",
                413: "too large", 429: "too much"}


def create_app(settings: Settings | None = None, pages: Sequence[ControllerRouterHandler] = (),
               renderers: Mapping[str, Renderer] | None = None, **more: Any) -> Litestar:
    """The application. Pages plug in as route handlers, and as renderers of what streams carry.

    Handlers may ask for `house`, `guest`, `settings`, `workers`, `limits` and `renderers`; `more` goes to Litestar
    (templates, static files). The house itself is `app.state.house`.
    """
    settings = settings or Settings()
    store = Store(settings.database or default_database())
    house = House(store, settings.now)
    limits = Limits(settings)
    workers = Workers(settings.workers)
    forms: dict[str, Renderer] = {"json": as_json, **(renderers or {})}

    @asynccontextmanager
    async def open_house(_app: Litestar) -> AsyncIterator[None]:
        await store.open()
        driver = Driver(house, workers, settings.bot_delay)
        listener = Listener(house)
        driver.start()
        listener.start()
        try:
            yield
        finally:
            await listener.close()
            await driver.close()
            await store.close()

    dependencies = {
        "house": Provide(lambda: house, sync_to_thread=False),
        "settings": Provide(lambda: settings, sync_to_thread=False),
        "workers": Provide(lambda: workers, sync_to_thread=False),
        "limits": Provide(lambda: limits, sync_to_thread=False),
        "renderers": Provide(lambda: forms, sync_to_thread=False),
        "guest": Provide(who, sync_to_thread=False),
    }
    return Litestar(
        [api(), *pages], dependencies={**dependencies, **more.pop("dependencies", {})}, lifespan=[open_house],
        middleware=[guard(settings, limits)], before_send=[add_headers],
        exception_handlers={Refused: refused, BadRecord: bad_record, HTTPException: http_error,
                            DatabaseAway: away, RecursionError: too_deep, Exception: fault},
        request_max_body_size=settings.largest_body, logging_config=None,
        openapi_config=OpenAPIConfig("Châteaux", __version__, path="/api",
                                     render_plugins=[JsonRenderPlugin(path="/openapi.json")]),
        state=State({"house": house}), **more)


def refused(_request: Asked, error: Refused) -> Response[Problem]:
    """What a table does not do."""
    return Response(Problem(error.reason, str(error)), status_code=STATUS[error.reason])


def bad_record(_request: Asked, error: BadRecord) -> Response[Problem]:
    return Response(Problem("closed", str(error)), status_code=409)


def http_error(_request: Asked, error: HTTPException) -> Response[Problem]:
    """What the framework refuses, in our words."""
    sentence = error.detail
    if error.status_code == 400 and isinstance(error.extra, list):
        sentence = "; ".join(f"{item.get('key', '')}: {item.get('message', '')}".strip(": ")
                             for item in error.extra if isinstance(item, dict)) or sentence
    return Response(Problem(WORDS.get(error.status_code, "malformed"), sentence[:500]),
                    status_code=error.status_code, headers=error.headers)


def too_deep(_request: Asked, _error: RecursionError) -> Response[Problem]:
    return Response(Problem("malformed", "That is nested too deeply."), status_code=400)


def away(_request: Asked, error: DatabaseAway) -> Response[Problem]:
    return Response(Problem("away", str(error)), status_code=503, headers={"Retry-After": "5"})


def fault(_request: Asked, error: Exception) -> Response[Problem]:
    """Our own fault: said in the server's log, not to the world."""
    traceback.print_exception(error, file=sys.stderr)
    return Response(Problem("fault", "Something went wrong here; nothing was changed."), status_code=500)
