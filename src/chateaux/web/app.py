"""The application: the house with its tables, bots and clocks, behind the API and the pages."""
from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

from chateaux import __version__
from chateaux.insight import Care
from chateaux.tables.analyses import Analyses
from chateaux.tables.calls import Calls
from chateaux.tables.codes import Codes
from chateaux.tables.driver import Driver
from chateaux.tables.frames import Renderer, as_json
from chateaux.tables.house import House
from chateaux.tables.notices import Listener
from chateaux.tables.people import People
from chateaux.tables.presence import Presence
from chateaux.tables.push import Push
from chateaux.tables.results import Results
from chateaux.tables.retention import Kept, Retention
from chateaux.tables.sandbox import Sandbox
from chateaux.tables.sets import with_pieces
from chateaux.tables.store import Store
from chateaux.tables.workers import ANALYSES, BOTS, HINTS, Workers
from chateaux.web.api import api, who
from chateaux.web.balance import balance
from chateaux.web.calling import calling
from chateaux.web.drawn import GENERATIONS
from chateaux.web.guard import add_headers, guard
from chateaux.web.host import Pulse, host_doors
from chateaux.web.installing import installing
from chateaux.web.lessons import lessons
from chateaux.web.limits import Limits
from chateaux.web.log import noted
from chateaux.web.me import my_doors, my_pages
from chateaux.web.metrics import Metrics
from chateaux.web.outside import MODULE
from chateaux.web.pages import pages, told
from chateaux.web.postcards import postcards
from chateaux.web.puzzles import puzzle_doors, puzzle_pages
from chateaux.web.refusals import HANDLERS
from chateaux.web.render import DRAWN, bold_for, book, furniture, streamed, words_for
from chateaux.web.replays import replays
from chateaux.web.sets import sets
from chateaux.web.settings import Settings, default_database
from chateaux.web.shapes import Document


def create_app(settings: Settings | None = None) -> Litestar:
    """The application: what the API says is not compressed, streams carry JSON or HTML.

    Handlers may ask for whatever `dependencies` names. The house itself is `app.state.house`.
    """
    settings = settings or Settings()
    words_for.most = bold_for.most = furniture.most = book.most = with_pieces.most = settings.memory_sets
    DRAWN.most = settings.memory_drawn // GENERATIONS
    DRAWN.fit(0)
    store = Store(settings.database or default_database(), settings.patience_database)
    house = House(store, settings.now, settings.memory_tables, settings.memory_idle, settings.joins_each,
                  settings.chat_burst, settings.largest_drawing)
    people = People(store, settings.now)
    results = Results(house)
    calls = Calls(house)
    codes = Codes(house)
    push = Push(store, people, settings.contact, tuple(settings.push_services))
    calls.push = push.call
    house.on_call.append(calls.heard)
    limits = Limits(settings)
    workers = Workers(settings.workers, settings.hint_workers, settings.analysis_workers, {
        BOTS: (settings.waiting_bots, settings.waiting_bots_each),
        HINTS: (settings.waiting_hints, settings.waiting_hints_each),
        ANALYSES: (settings.waiting_analyses, settings.waiting_analyses_each)}, settings.sandbox_memory)
    analyses = Analyses(house, workers, Care.times(settings.analysis_care), settings.waiting_analyses,
                        settings.waiting_analyses_each)
    sandbox = Sandbox(MODULE, settings.sandboxes, settings.sandbox_seconds, settings.sandbox_memory,
                      settings.waiting_files, settings.waiting_files_each)
    metrics, pulse = Metrics(house, workers, sandbox, limits), Pulse(house)
    kept = Kept(settings.keep_open, settings.keep_running, settings.keep_ended)
    house.on_change.append(lambda table: DRAWN.fit(len(house.desks)))
    forms: dict[str, Renderer] = {"json": as_json, "html": streamed}

    @asynccontextmanager
    async def open_house(_app: Litestar) -> AsyncIterator[None]:
        await store.open()
        await people.open()
        await results.open()
        await push.open()
        await analyses.open()
        driver = Driver(house, workers, settings.bot_delay, settings.lease)
        listener, presence, retention = Listener(house), Presence(house), Retention(house, kept)
        await house.pulse()  # before anybody's clock is looked at
        driver.start()
        listener.start()
        presence.start()
        retention.start()
        pulse.driver = driver
        try:
            yield
        finally:
            pulse.driver = None
            await retention.close()
            await presence.close()
            await listener.close()
            await analyses.close()
            await driver.close()
            await calls.close()
            await results.close()
            await sandbox.close()
            await people.close()
            await store.close()

    dependencies = {
        "house": Provide(lambda: house, sync_to_thread=False),
        "calls": Provide(lambda: calls, sync_to_thread=False),
        "push": Provide(lambda: push, sync_to_thread=False),
        "codes": Provide(lambda: codes, sync_to_thread=False),
        "results": Provide(lambda: results, sync_to_thread=False),
        "people": Provide(lambda: people, sync_to_thread=False),
        "settings": Provide(lambda: settings, sync_to_thread=False),
        "analyses": Provide(lambda: analyses, sync_to_thread=False),
        "workers": Provide(lambda: workers, sync_to_thread=False),
        "sandbox": Provide(lambda: sandbox, sync_to_thread=False),
        "limits": Provide(lambda: limits, sync_to_thread=False),
        "metrics": Provide(lambda: metrics, sync_to_thread=False),
        "pulse": Provide(lambda: pulse, sync_to_thread=False),
        "renderers": Provide(lambda: forms, sync_to_thread=False),
        "guest": Provide(who, sync_to_thread=False),
    }
    return Litestar(
        [api(), host_doors(), pages(), replays(), sets(), my_pages(), my_doors(), calling(), installing(), postcards(),
         balance(), lessons(), puzzle_pages(), puzzle_doors()],
        dependencies=dependencies, lifespan=[open_house], before_send=[add_headers],
        middleware=[noted(settings, metrics.answered), guard(settings, limits, lambda: store.key)],
        exception_handlers=dict.fromkeys(HANDLERS, told),
        compression_config=CompressionConfig("gzip", gzip_compress_level=6, exclude=["^/api/"]),
        request_max_body_size=settings.largest_body, logging_config=None,
        openapi_config=OpenAPIConfig("Châteaux", __version__, path="/api",
                                     render_plugins=[Document(path="/openapi.json")]),
        state=State({"house": house}))
