"""The JSON API: everything a page can do, for programs too. `/api/openapi.json` describes it."""
from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, Final, TypeVar

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException
from litestar.params import Parameter
from litestar.response import Stream

from chateaux.bots import at_tables
from chateaux.engine.data import Data
from chateaux.engine.game import Game
from chateaux.engine.registry import games
from chateaux.insight.analysis import Known, summed
from chateaux.look.words import Language
from chateaux.tables import frames
from chateaux.tables.analyses import Analyses, finished
from chateaux.tables.data import Manners, Refused
from chateaux.tables.desk import Desk
from chateaux.tables.frames import Frame, Renderer, TableInfo
from chateaux.tables.freehand import Freehand
from chateaux.tables.house import House
from chateaux.tables.people import People
from chateaux.tables.sandbox import Sandbox
from chateaux.tables.shares import errand
from chateaux.tables.table import Table, plain
from chateaux.tables.workers import Workers, welcome
from chateaux.web.again import LEAST
from chateaux.web.bodies import (
    Analysed,
    AtSeat,
    Create,
    Draw,
    Drawn,
    GameInfo,
    GiveUp,
    Hint,
    Hinted,
    Introduce,
    Introduced,
    Join,
    Nothing,
    Play,
    Replayed,
    Reveal,
    Say,
    Start,
    Try,
    Undo,
)
from chateaux.web.guests import COOKIE, YEAR, Guest, new_guest, read_signed, signed
from chateaux.web.limits import Limits
from chateaux.web.outside import Ask, position, weigh
from chateaux.web.refusals import Asked, Problem, language_of, said
from chateaux.web.settings import Settings
from chateaux.web.stream import compressed, watch
from chateaux.web.studies import begun

LEAST_KEY: Final = len("/api/guest ") + LEAST
MOST_ROWS: Final = 1000  # of a log at once
Found = TypeVar("Found")
SeatQuery = Annotated[int | None, Parameter(ge=0, le=7, description="One of your seats; left out: as a spectator")]
NumberQuery = Annotated[int | None, Parameter(ge=0, le=2**53, description="A log number you know already")]


def who(request: Asked, house: House, people: People) -> Guest | None:
    """The guest of a request, by bearer token or cookie; a false or revoked one is refused."""
    header = request.headers.get("authorization", "")
    token = header[7:] if header[:7].lower() == "bearer " else request.cookies.get(COOKIE)
    if not token:
        return None
    guest = read_signed(token, house.store.key)
    if guest is None or not people.welcome(guest.id, guest.device):
        raise NotAuthorizedException("That is not a guest of this house.")
    return guest


def known(guest: Guest | None) -> Guest:
    if guest is None:
        raise NotAuthorizedException("Introduce yourself first: POST /api/guest.")
    return guest


def id_of(guest: Guest | None) -> str:
    return "" if guest is None else guest.id


async def while_there(request: Asked, work: Coroutine[Any, Any, Found]) -> Found:
    """Do something for as long as whoever asked waits for it."""
    async def leave() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(leave())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refused("closed", "Nobody waits for this any more.")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


def describe(game: Game) -> GameInfo:
    return GameInfo(game.id, game.rules_version, game.digest, list(game.players),
                    {name: {"default": option.default, "choices": list(option.choices)}
                     for name, option in game.options.items()}, game.action_count, at_tables())


def guest_cookie(guest: Guest, house: House, settings: Settings, https: bool) -> Cookie:
    """The signed cookie of a guest."""
    secure = https if settings.secure_cookie is None else settings.secure_cookie
    return Cookie(key=COOKIE, value=signed(guest, house.store.key), max_age=YEAR, httponly=True, samesite="lax",
                  secure=secure)


# ---------------------------------------------------------------- the house


@get("/games", summary="The games of the house")
async def list_games() -> list[GameInfo]:
    return [describe(game) for game in games().values()]


@get("/games/{game:str}", summary="One game")
async def show_game(game: str) -> GameInfo:
    if game not in games():
        raise Refused("unknown", "There is no such game.")
    return describe(games()[game])


@post("/guest", summary="Introduce yourself, or change your name", status_code=200)
async def introduce(request: Asked, data: Introduce, house: House, settings: Settings,
                    people: People, guest: Guest | None) -> Response[Introduced]:
    name = plain(data.name)
    if not name:
        raise Refused("malformed", "A name has at least one letter.")
    if guest is None:
        again = errand().stamp("guest", 12, house.store.key) if len(errand().key) >= LEAST_KEY else ""
        guest = new_guest(name, again)
    else:
        guest = Guest(guest.id, name, guest.device)
        await people.rename(guest.id, name)
    cookie = guest_cookie(guest, house, settings, request.url.scheme == "https")
    browser = COOKIE in request.cookies or "sec-fetch-site" in request.headers or "origin" in request.headers
    return Response(Introduced(guest.id, guest.name, "" if browser else str(cookie.value)), cookies=[cookie])


@get("/tables", summary="Your tables, newest first")
async def list_tables(house: House, guest: Guest | None) -> list[TableInfo]:
    found = await house.readable(await house.store.ids_of(known(guest).id))
    return [frames.info(table) for table in found if isinstance(table, Table)]


@post("/tables", summary="Make a table")
async def create(data: Create, house: House, limits: Limits, sandbox: Sandbox, guest: Guest | None) -> TableInfo:
    limits.new_table(errand(), data.pieces is not None)
    if data.pieces is not None:
        await weigh(sandbox, data.game, data.pieces)
    seats = [seat if seat == "open" else welcome(seat) for seat in data.seats]
    if data.clock is not None:
        welcome(data.clock.bot)
    table = await house.create(known(guest).id, data.game, data.options, seats, data.language, data.clock, data.pieces,
                               Manners(data.listed, data.hints, data.rated, data.away))
    return frames.info(table)


# ---------------------------------------------------------------- at a table


@get("/", summary="What everybody may know about a table")
async def show_table(id: str, house: House) -> TableInfo:
    return frames.info(await house.table(id))


@post("/join", summary="Take a seat", status_code=200)
async def join(id: str, data: Join, house: House, limits: Limits, guest: Guest | None) -> Frame:
    person = known(guest)
    limits.sit_down(errand())
    table = await house.join(id, person.id, data.name or person.name, data.seat, data.nonce, data.promise)
    mine = table.seats_of(person.id)
    return frames.frame(table, person.id, data.seat if data.seat is not None else mine[-1], [])


@post("/leave", summary="Stand up before the game starts", status_code=200)
async def leave(id: str, data: AtSeat, house: House, guest: Guest | None) -> TableInfo:
    person = known(guest)
    return frames.info(await house.leave(id, person.id, data.seat))


@post("/start", summary="Start the game", status_code=200)
async def start(id: str, data: Start, house: House, guest: Guest | None) -> TableInfo:
    person, bots = known(guest), welcome(data.bots) if data.bots else ""
    return frames.info(await house.start(id, person.id, bots))


@post("/reveal", summary="Show the nonce you promised, once the table is sealed", status_code=200)
async def reveal(id: str, data: Reveal, house: House, guest: Guest | None) -> TableInfo:
    person = known(guest)
    return frames.info(await house.reveal(id, person.id, data.seat, data.nonce))


@get("/view", summary="The table through one of your seats, or as a spectator")
async def view(id: str, house: House, guest: Guest | None, seat: SeatQuery = None, since: NumberQuery = None) -> Frame:
    return await house.frame(id, id_of(guest), seat, since)


@get("/actions", summary="What one of your seats may do now")
async def actions(id: str, seat: Annotated[int, Parameter(ge=0, le=7)], house: House,
                  guest: Guest | None) -> list[frames.Action]:
    table = await house.table(id)
    table.held(id_of(guest), seat)
    return frames.actions(table, seat)


@post("/play", summary="Answer a decision", status_code=200)
async def play(request: Asked, id: str, data: Play, house: House,
               guest: Guest | None) -> Response[Frame] | Response[Problem] | Response[None]:
    person = known(guest)
    try:
        table = await house.play(id, person.id, data.seat, data.action, data.decision)
    except Refused as refused:
        if refused.reason not in ("stale", "closed"):
            raise
        state = await house.frame(id, person.id, data.seat)
        return Response(Problem(refused.reason, said(refused, language_of(request)), state), status_code=409)
    if request.headers.get("prefer") == "return=minimal":  # the stream tells whoever has one
        return Response(None, status_code=204, headers={"Preference-Applied": "return=minimal"})
    return Response(frames.frame(table, person.id, data.seat, []), status_code=200)


@post("/hints", summary="The best actions for one of your seats, with the chance to win", status_code=200)
async def hints(request: Asked, id: str, data: AtSeat, house: House, workers: Workers,
                guest: Guest | None) -> Hinted:
    table, found = await while_there(request, house.hints(id, known(guest).id, data.seat, workers))
    may = {action.action: action for action in frames.actions(table, data.seat)}
    return Hinted(table.decisions[data.seat],
                  [Hint(one.action, may[one.action].text, may[one.action].picks, round(one.chance, 3),
                        round(one.share, 3)) for one in found])


@post("/undo", summary="Take back your newest action", status_code=200)
async def undo(id: str, data: Undo, house: House, guest: Guest | None) -> Frame:
    person = known(guest)
    table = await house.undo(id, person.id, data.seat, data.number)
    return frames.frame(table, person.id, data.seat, [])


@post("/give-up", summary="Let a bot play your seat", status_code=200)
async def give_up(id: str, data: GiveUp, house: House, guest: Guest | None) -> TableInfo:
    person, bot = known(guest), welcome(data.bot)
    return frames.info(await house.give_up(id, person.id, data.seat, bot))


@post("/stand-in", summary="Let a bot play for somebody who has been away too long", status_code=200)
async def stand_in(id: str, data: GiveUp, house: House, guest: Guest | None) -> TableInfo:
    return frames.info(await house.stand_in(id, known(guest).id, data.seat, welcome(data.bot)))


@post("/free", summary="Free a seat before the game starts, as who opened the table", status_code=200)
async def free(id: str, data: AtSeat, house: House, guest: Guest | None) -> TableInfo:
    person = known(guest)
    return frames.info(await house.free(id, person.id, data.seat))


@post("/take-back", summary="Take your seat back from the bot", status_code=200)
async def take_back(id: str, data: AtSeat, house: House, guest: Guest | None) -> Frame:
    person = known(guest)
    table = await house.take_back(id, person.id, data.seat)
    return frames.frame(table, person.id, data.seat, [])


@post("/abandon", summary="Ask to end the game here; it ends when all players ask", status_code=200)
async def abandon(id: str, data: Nothing, house: House, guest: Guest | None) -> TableInfo:
    person = known(guest)
    return frames.info(await house.abandon(id, person.id))


@post("/rematch", summary="The same table again, seats rotated", status_code=200)
async def rematch(id: str, data: Nothing, house: House, limits: Limits, guest: Guest | None) -> TableInfo:
    table = await house.table(id)
    if not table.rematch:
        limits.new_table(errand(), table.head.pieces is not None)
    return frames.info(await house.rematch(id, known(guest).id))


@post("/chat", summary="Say something", status_code=200)
async def chat(id: str, data: Say, house: House, guest: Guest | None) -> TableInfo:
    return frames.info(await house.chat(id, known(guest).id, data.text, data.phrase))


@post("/drawing", summary="Draw on your sheet by hand; no part of the game", status_code=200)
async def draw(id: str, data: Draw, house: House, limits: Limits, guest: Guest | None) -> Drawn:
    limits.draw(errand(), sum(len(stroke.points) for stroke in data.strokes) * 5, (await house.desk(id)).watchers)
    drawing = await house.draw(id, known(guest).id, data.seat, data.strokes)
    return Drawn(drawing.number)


@get("/drawings", summary="What the players have drawn by hand")
async def drawings(id: str, house: House) -> list[Freehand]:
    return list((await house.drawings(await house.desk(id))).values())


@get("/log", summary="Everything that happened, as you may know it; a thousand rows at a time")
async def log(id: str, house: House, guest: Guest | None, seat: SeatQuery = None,
              since: Annotated[int, Parameter(ge=0, le=2**53)] = 0) -> list[Data]:
    return await house.log(id, id_of(guest), seat, since, most=MOST_ROWS)


@get("/record", summary="The record of a game that has ended, with its seal")
async def record(id: str, house: House) -> Response[str]:
    found = await house.record(id)
    return Response(found.to_json(), media_type="application/json",
                    headers={"Content-Disposition": f'attachment; filename="{found.game.id}-{id}.json"'})


@get("/replay", summary="A position of a game that has ended, after so many actions")
async def replay(id: str, house: House, sandbox: Sandbox, at: Annotated[int, Parameter(ge=0, le=2**53)],
                 seat: SeatQuery = None) -> Replayed:
    record = await house.record(id)
    found = await position(sandbox, Ask(record.to_json().encode(), at, seat))
    return Replayed(at, len(record.entries), found.view, found.to_act, found.scores, found.text)


@get("/analysis", summary="Who was likely to win when, which decisions cost what, and what was luck; once it is over")
async def analysis(id: str, house: House, analyses: Analyses) -> Analysed:
    table = await house.table(id)
    return analysed(table, await analyses.of_table(table))


@post("/analysis", summary="Have a finished game analysed; it is done once, for everybody", status_code=200)
async def analyse(id: str, data: Nothing, house: House, analyses: Analyses, guest: Guest | None) -> Analysed:
    table = await house.table(id)
    return analysed(table, await analyses.begin_table(table, known(guest).id))


@post("/study", summary="Try a finished game from one of its moments; never rated")
async def study(id: str, data: Try, house: House, limits: Limits, sandbox: Sandbox, guest: Guest | None) -> TableInfo:
    person = known(guest)
    finished(await house.table(id))
    record = await house.record(id)
    return frames.info(await begun(house, sandbox, limits, person, record.to_json().encode(), data, id))


def analysed(table: Table, found: Known) -> Analysed:
    return Analysed(found.state, len(found.steps), found.last,
                    summed(table.game, found.steps, found.after, found.care) if found.steps else None)


@get("/stream", summary="Everything new, as server-sent events")
async def stream(request: Asked, id: str, house: House, limits: Limits, settings: Settings,
                 renderers: dict[str, Renderer], guest: Guest | None, seat: SeatQuery = None,
                 since: NumberQuery = None,
                 form: Annotated[str, Parameter(query="as", max_length=20)] = "json",
                 language: Language = "en") -> Stream:
    desk = await house.desk(id)
    if seat is not None:
        desk.table.held(id_of(guest), seat)
    if form not in renderers:
        raise Refused("malformed", f"A stream comes as {' or '.join(renderers)}.")
    admit(desk, id_of(guest), limits, settings)
    resumed = request.headers.get("last-event-id", "")
    number = int(resumed) if resumed.isascii() and resumed.isdigit() and len(resumed) < 16 else since
    events = watch(house, desk, id_of(guest), seat, number, renderers[form], language, settings.heartbeat,
                   presence=form != "json")
    headers = {"X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        events = compressed(events)
    return Stream(events, media_type="text/event-stream", headers=headers)


def admit(desk: Desk, guest: str, limits: Limits, settings: Settings) -> None:
    """Count a stream among those of its table and of its place until its errand is done; players come first."""
    seated, ours = bool(desk.table.seats_of(guest)), errand()
    if seated and desk.here[guest] >= settings.streams_each:
        raise limits.refuse(ours, "streams", "You have many streams open; please close some.")
    if not seated and desk.spectators() >= settings.watchers:
        raise limits.refuse(ours, "watchers", "Too many people watch this table; please come back later.")
    ours.ending.enter_context(limits.stream(ours, seated))
    desk.come(guest)
    ours.ending.callback(desk.go, guest)


AT_HOUSE: Final = [list_games, show_game, introduce, list_tables, create]
AT_TABLE: Final = [show_table, join, leave, start, reveal, view, actions, play, hints, undo, give_up, stand_in,
                   free, take_back, abandon, rematch, chat, draw, drawings, log, record, replay, analysis, analyse,
                   study, stream]


def api() -> Router:
    """All routes of the API."""
    at_table = Router("/tables/{id:str}", route_handlers=AT_TABLE, tags=["table"])
    return Router("/api", route_handlers=[*AT_HOUSE, at_table])
