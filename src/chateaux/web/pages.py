"""The pages: lobby, the rules, a new table, a table. They show; what people do goes through the API."""
from __future__ import annotations

import io
from typing import Any, Final

import segno
from litestar import Response, Router, get, head
from litestar.di import Provide
from litestar.response import Redirect
from markupsafe import Markup

from chateaux.bots import installed
from chateaux.engine.data import TABLE, Choice, Data
from chateaux.engine.game import Game
from chateaux.engine.parts import meta
from chateaux.engine.registry import games
from chateaux.engine.schema import Meta
from chateaux.engine.trials import has_secrets, may_end_by_clock
from chateaux.look.art import Art, tincture
from chateaux.look.chronicle import names
from chateaux.look.lesson import lesson
from chateaux.look.parts import parts, pieces_by_id
from chateaux.look.words import LANGUAGES, Words
from chateaux.tables import frames
from chateaux.tables.codes import Codes
from chateaux.tables.house import MOST_ROWS, House
from chateaux.tables.people import People
from chateaux.tables.sandbox import Sandbox
from chateaux.tables.shares import errand
from chateaux.tables.table import Table
from chateaux.web import render
from chateaux.web.api import guest_cookie
from chateaux.web.files import address, static
from chateaux.web.furniture import furniture, furniture_file
from chateaux.web.guests import COOKIE, RENEWED, Guest, age, read_signed
from chateaux.web.learning import learnt
from chateaux.web.limits import Limits
from chateaux.web.lists import lists, named
from chateaux.web.outside import Ask, position, sealed
from chateaux.web.refusals import Asked, Problem, answer_to, language_of
from chateaux.web.settings import Settings

THEME: Final = "chateaux_theme"
THEMES: Final = ("light", "dark")
LASTS: Final = (15, 30, 45, 60)  # minutes, where a clock may end the game
SPRITE: Final = "<!--sprite-->"  # where a page wants the symbols it refers to
NOTICES: Final = {"unknown": ("web.missing", "web.missing_help"), "broken": ("web.broken", "web.broken_help"),
                  "away": ("web.unreachable", "web.unreachable_help"), "too much": ("web.busy", "web.busy_help"),
                  "fault": ("web.fault", "web.fault_help")}
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
HERO: Final = render.TEMPLATES.parent / "art" / "hero.svg"


def visitor(request: Asked, house: House, people: People) -> Guest | None:
    """Whoever looks at a page; a cookie that opens nothing is nobody's, and `page` takes it away."""
    guest = read_signed(request.cookies.get(COOKIE, ""), house.store.key)
    return guest if guest is not None and people.welcome(guest.id, guest.device) else None


def page(request: Asked, template: str, game: Game | None = None, status: int = 200, **context: Any) -> Response[str]:
    """A whole page in the reader's language and theme."""
    language = language_of(request)
    theme = request.cookies.get(THEME, "")
    found = render.helpers(game, language) | {
        "asset": address, "languages": LANGUAGES, "theme": theme if theme in THEMES else "", "game": game,
        "here": request.url.path, "noindex": False, "shared": None, **context}
    text = render.ENVIRONMENT.get_template(template).render(found)
    text = text.replace(SPRITE, sprite_of(text), 1)
    answer = Response(text, media_type="text/html", status_code=status,
                      headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})
    if COOKIE in request.cookies and "guest" in context and context["guest"] is None:
        answer.delete_cookie(COOKIE)
    return answer


def sprite_of(text: str) -> str:
    """The hidden drawing with the symbols that a page refers to, whichever games they belong to."""
    merged = Art()
    for game in games().values():
        merged.symbols.update(parts(game).art.symbols)
    return merged.sprite(text)


# ---------------------------------------------------------------- the lobby


@get("/", include_in_schema=False)
async def lobby(request: Asked, house: House, settings: Settings, guest: Guest | None) -> Response[str]:
    language = language_of(request)
    shown = [card(game, language) for game in ordered()]
    hero = Markup(HERO.read_text("utf-8"))
    answer = page(request, "lobby.html", games=shown, hero=hero, guest=guest, **await lists(house, guest, language))
    if guest is not None and age(request.cookies[COOKIE]) > RENEWED:
        answer.set_cookie(guest_cookie(guest, house, settings, request.url.scheme == "https"))
    return answer


def ordered() -> list[Game]:
    """The games in the order of the lobby: those with a board of their own first."""
    return sorted(games().values(), key=lambda game: (parts(game).template("show/cover.html") is None, game.id))


def card(game: Game, language: str) -> dict[str, Any]:
    """A game as the lobby shows it."""
    words = render.words_of(game.id, language)
    name = parts(game).template("show/cover.html")
    drawn = render.ENVIRONMENT.get_template(name).render(
        render.helpers(game, language) | {"pieces": pieces_by_id(game)}) if name else ""
    low, high = game.players[0], game.players[-1]
    facts = meta(game)
    return {"id": game.id, "name": named(words, "game.name", game.id),
            "language": named(words, "game.language", language), "idea": named(words, "game.idea", ""),
            "players": f"{low}–{high}" if low != high else str(low), "cover": Markup(drawn),
            "minutes": "–".join(map(str, facts.minutes)), "ages": facts.ages, "by": made_by(facts, words),
            "learn": taught.minutes if (taught := lesson(game)) else 0}


def made_by(facts: Meta, words: Words) -> str:
    """Who made a game, in a sentence; nothing where nobody says so."""
    if facts.by:
        return words.say("rules.by", by=facts.by, publisher=facts.publisher, year=facts.year)
    return words.say("rules.by_publisher", publisher=facts.publisher) if facts.publisher else ""


# ---------------------------------------------------------------- the rules


@get("/rules/{id:str}", include_in_schema=False)
async def rules(request: Asked, id: str) -> Response[str]:
    if id not in games():
        return missing(request)
    game, language = games()[id], language_of(request)
    return page(request, "rules.html", game, shown=card(game, language), learnt=learnt(game, language))


# ---------------------------------------------------------------- a new table


@get("/play/{id:str}", include_in_schema=False)
async def new_table(request: Asked, id: str, guest: Guest | None) -> Response[str]:
    if id not in games():
        return missing(request)
    game, language = games()[id], language_of(request)
    shown = card(game, language)
    few, many = game.players[0], game.players[-1]
    return page(request, "new.html", game, shown=shown, few=few, many=many, seats=min(max(few, 3), many),
                guest=guest, lasts=LASTS if may_end_by_clock(game) else (), clocked=clocked(game), bots=installed())


def clocked(game: Game) -> list[dict[str, Choice]]:
    """The options with which the table's clock ends a game: with others nobody is asked for minutes."""
    if not may_end_by_clock(game):
        return []
    return [options for options in game.option_sets() if game.new(game.players[0], 0, options).actions(TABLE)]


# ---------------------------------------------------------------- a table


@get("/tables/{id:str}", include_in_schema=False)
async def table(request: Asked, id: str, house: House, codes: Codes, settings: Settings, guest: Guest | None,
                seat: int | None = None) -> Response[str]:
    found = await house.table(id)
    me = "" if guest is None else guest.id
    mine = found.seats_of(me)
    through, covered = uncovered(found, mine, seat)
    if covered is not None:
        through = None
    frame = await house.frame(id, me, through)
    rows: list[Data] = await house.log(id, me, through, 0, newest=MOST_ROWS)
    language = language_of(request)
    body = "" if covered is not None else render.body(frame, language, found.game, rows)
    here = str(request.url.with_replacements(query="", fragment=""))
    link = f"{settings.public_url.rstrip('/')}/tables/{id}" if settings.public_url else here
    return page(request, "table.html", found.game, frame=frame, body=Markup(body), table=frame.table, mine=mine,
                seat=through, covered=covered, names=names(frame.table, render.words_of(found.game.id, language)),
                furniture=await furniture(found.game, language), link=link, guest=guest,
                qr=qr(link) if frame.table.phase == "open" else "", tints=tints(frame.table.seats),
                code=await codes.of(id) if frame.table.phase == "open" and (mine or frame.host) else "",
                loopback=request.url.hostname in LOOPBACK, noindex=True,
                shared=shared(request, frame.table, render.words_of(found.game.id, language)),
                secrets=has_secrets(found.game, frame.table.players, frame.table.options))


@get("/tables/{id:str}/boards/{of:int}", include_in_schema=False)
async def large_board(request: Asked, id: str, of: int, house: House, guest: Guest | None,
                      seat: int | None = None) -> Response[str]:
    """One player's board, large, for a dialog that is opened."""
    found, frame = await house.table(id), await house.frame(id, "" if guest is None else guest.id, seat)
    board = render.large(frame, language_of(request), found.game, of) if 0 <= of < frame.table.players else ""
    if not board:
        return missing(request)
    return Response(board, media_type="text/html",
                    headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})


def shared(request: Asked, table: frames.TableInfo, words: Words) -> dict[str, str]:
    """What a link to a table says of itself in a conversation: the game, who is there, a picture."""
    here = f"{request.url.scheme}://{request.url.netloc}/tables/{table.id}"
    who = [name for name, seat in zip(names(table, words), table.seats, strict=True) if seat.kind == "person"]
    kind = {"open": "shared.invited", "running": "shared.running"}.get(table.phase, "shared.over")
    return {"title": named(words, "game.name", table.game), "url": here, "image": f"{here}/postcard.png",
            "text": words.say(kind if who else "web.motto", who=who)}


def tints(seats: list[frames.SeatInfo]) -> list[tuple[str, str]]:
    """The colours of a rematch, where people keep theirs though they sit elsewhere: whose place has whose colour.

    >>> brought = frames.SeatInfo(0, "person", "Ada", "", True, False, None, None, colour=1)
    >>> tints([brought]), tints([frames.SeatInfo(0, "open", "", "", False, False, None, None)])
    ([('p1', 'o2')], [])
    """
    return [(tincture(seat.seat), tincture(seat.colour).replace("p", "o")) for seat in seats
            if 0 <= seat.colour != seat.seat]


def uncovered(table: Table, mine: list[int], wanted: int | None) -> tuple[int | None, int | None]:
    """The seat whose eyes a page looks through, and the seat behind a curtain if one is to be drawn.

    Somebody with one seat looks through it. On a shared screen it is the seat that is to decide; where
    seats have secrets, that seat's player must first say that the others do not look.
    """
    if len(mine) < 2:
        return (mine[0] if mine else None), None
    owing = [seat for seat in mine if (question := table.questions[seat]) is not None and question.owes]
    chosen = wanted if wanted in mine else None
    if not has_secrets(table.game, table.head.players, table.head.options) or table.state is None or table.ended:
        return (owing or [mine[0] if chosen is None else chosen])[0], None
    if chosen is not None and (chosen in owing or not owing):
        return chosen, None
    return None, (owing or mine)[0]


def qr(link: str) -> Markup:
    """The address as a picture for a phone's camera."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, scale=5, xmldecl=False, svgns=False, omitsize=True,
                                     svgclass="qr", lineclass=None, dark="#2a2030", light="#fffaef")
    return Markup(out.getvalue().decode())


OWN: Final = ("promise", "not_promise", "own", "not_own", "others", "not_others", "withheld", "told", "proved",
              "not_none", "not_unkept", "not_away")  # what a reader's own browser may find


@get("/tables/{id:str}/fairness", include_in_schema=False)
async def fairness(request: Asked, id: str, house: House, sandbox: Sandbox) -> Response[str]:
    """The record checked, in words."""
    record = await house.record(id)
    words = render.words_of(record.game.id, language_of(request))
    await position(sandbox, Ask(record.to_json().encode()))
    assert record.seal is not None
    told = [*sealed(record.seal, words), words.say("fair.replay", count=len(record.entries)), words.say("fair.result")]
    own = {key: words.say(f"fair.own.{key}") for key in OWN}
    return page(request, "fairness.html", record.game, told=told, seal=record.seal, table=id, own=own,
                nonces=" · ".join(nonce or "–" for nonce in record.seal.nonces))


def missing(request: Asked) -> Response[str]:
    """A page for what is not there."""
    return notice(request, "web.missing", "web.missing_help", 404)


def notice(request: Asked, title: str, help: str, status: int) -> Response[str]:
    """A page that says one thing and leads back to the lobby."""
    return page(request, "missing.html", status=status, title=title, help=help)


def told(request: Asked, error: Exception) -> Response[str] | Response[Problem]:
    """Whatever went wrong with a page: a page for who looks, a sentence for a script."""
    answer = answer_to(request, error)
    if "text/html" not in request.headers.get("accept", "") or request.url.path.startswith("/api/"):
        return answer
    kind = answer.content.error if answer.content.error in NOTICES else "fault"
    return notice(request, *NOTICES[kind], answer.status_code or 500)


@get("/table", include_in_schema=False)
async def by_code(codes: Codes, limits: Limits, code: str = "") -> Redirect:
    """A table by its code or its whole address, typed in."""
    limits.guess(errand())
    return Redirect(f"/tables/{await codes.find(code)}")


@get("/api/codes/{code:str}", include_in_schema=False)
async def find_code(codes: Codes, limits: Limits, code: str) -> dict[str, str]:
    """The same for the lobby's dialog, which stays open when nothing is found."""
    limits.guess(errand())
    return {"table": await codes.find(code)}


@head("/", include_in_schema=False)
async def knock() -> None:
    """Whoever only asks whether the house is there."""


@get("/lobby/lists", include_in_schema=False)
async def lobby_lists(request: Asked, house: House, guest: Guest | None) -> Response[str]:
    """The lists of the lobby, when the house has told that they have changed."""
    return page(request, "lists.html", guest=guest, **await lists(house, guest, language_of(request)))


def pages() -> Router:
    """All pages and static files."""
    return Router("/", route_handlers=[lobby, knock, lobby_lists, rules, new_table, table, large_board, fairness,
                                       by_code, find_code, static, furniture_file],
                  dependencies={"guest": Provide(visitor, sync_to_thread=False)})
