"""The pages of puzzles: the one of the day, all by game and level, own mistakes; one at the board, and its answers."""
from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any

import msgspec
from babel.dates import format_date
from litestar import Response, Router, get, post
from litestar.di import Provide
from litestar.response import Redirect
from markupsafe import Markup

from chateaux.bots import LEVELS as RANKS
from chateaux.engine.game import Game
from chateaux.engine.registry import games
from chateaux.look.chronicle import names
from chateaux.look.parts import parts
from chateaux.look.words import Words
from chateaux.puzzles import LEVELS, Puzzle, puzzles
from chateaux.tables.data import Refused
from chateaux.tables.frames import info
from chateaux.tables.house import House
from chateaux.tables.sandbox import Sandbox
from chateaux.tables.solving import MOST, Mistake, Solving, Standing, State, key_of, of_day, standing, today
from chateaux.web import puzzled, render
from chateaux.web.analysed import percent
from chateaux.web.api import known
from chateaux.web.furniture import furniture
from chateaux.web.guests import Guest
from chateaux.web.lists import named
from chateaux.web.outside import BadFile, Own, look
from chateaux.web.pages import card, missing, ordered, page, visitor
from chateaux.web.puzzled import Shown, View
from chateaux.web.refusals import Asked, language_of


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody chose; nothing: they give up."""

    action: Annotated[int, msgspec.Meta(ge=0, le=2**31)] | None = None


def fragment(text: str) -> Response[str]:
    return Response(text, media_type="text/html", headers={"Cache-Control": "no-store",
                                                           "Vary": "Cookie, Accept-Language"})


def who(guest: Guest | None) -> str:
    return "" if guest is None else guest.id


# ---------------------------------------------------------------- all of them


@get("/puzzles", include_in_schema=False)
async def all_puzzles(request: Asked, house: House, guest: Guest | None) -> Response[str]:
    language, now = language_of(request), today(house.now())
    words, solving = render.words_of("", language), Solving(house)
    me = standing(await solving.of(who(guest)), now)
    puzzle = of_day(now)
    shelf = [(card(game, language), [cell(game, level, me) for level in LEVELS]) for game in ordered() if puzzles(game)]
    own = [await mistake_line(house, one, guest, language, me)
           for one in (await solving.mistakes(who(guest)))[:MOST]]
    return page(request, "puzzles.html", guest=guest, me=me, day=None if puzzle is None else day_of(puzzle, language),
                date=dated(now, words), yesterday=now - timedelta(days=1), shelf=shelf, own=own, percent=percent,
                week=words.say("puzzle.week").split(), ranks=list(RANKS),
                furniture="" if puzzle is None else await furniture(games()[puzzle.game], language))


def dated(day: Any, words: Words) -> str:
    """A day and its month, as a language writes them."""
    return format_date(day, "d MMMM", locale=words.locale)


def cell(game: Game, level: str, me: Standing) -> dict[str, Any]:
    """A place of the shelf: solved of all."""
    found = [puzzle for puzzle in puzzles(game) if puzzle.level == level]
    done = sum(me.done.get(key_of(puzzle)) == "right" for puzzle in found)
    return {"game": game.id, "level": level, "done": done, "of": len(found)}


def day_of(puzzle: Puzzle, language: str) -> dict[str, Any]:
    """The puzzle of a day, as the page shows it: the seat's own board and what is asked."""
    game = games()[puzzle.game]
    shown = card(game, language)
    seen = puzzled.Page(game, puzzle, View("asked", None, language, ""))
    return {"puzzle": puzzle, "name": shown["name"], "language": shown["language"],
            "scene": seen.scene() or shown["cover"], "style": parts(game).style,
            "ask": seen.who(), "hint": seen.asked(), "count": len(puzzle.actions)}


async def mistake_line(house: House, one: Mistake, guest: Guest | None, language: str, me: Standing) -> dict[str, Any]:
    """A mistake of one's own in the list."""
    table = await house.table(one.table)
    words = render.words_of(table.head.game, language)
    rivals = [name for seat, name in enumerate(names(info(table), words)) if seat not in table.seats_of(who(guest))]
    return {"href": f"/puzzles/own/{one.table}/{one.at}", "game": named(words, "game.name", table.head.game),
            "cover": card(table.game, language)["cover"], "who": words.say("puzzle.own_facts", who=rivals),
            "mark": one.decision.grade, "lost": f"−{percent(one.decision.loss / 100)}",
            "done": me.done.get(one.key) == "right"}


@get("/puzzles/today", include_in_schema=False)
async def todays(request: Asked, house: House, guest: Guest | None) -> Response[str] | Redirect:
    puzzle = of_day(today(house.now()))
    return missing(request) if puzzle is None else Redirect(f"/puzzles/{puzzle.game}/{puzzle.id}")


@get("/puzzles/yesterday", include_in_schema=False)
async def yesterdays(request: Asked, house: House, guest: Guest | None) -> Response[str] | Redirect:
    puzzle = of_day(today(house.now()) - timedelta(days=1))
    return missing(request) if puzzle is None else Redirect(f"/puzzles/{puzzle.game}/{puzzle.id}")


# ---------------------------------------------------------------- one at the board


def found(id: str, wanted: str) -> tuple[Game, Puzzle] | None:
    game = games().get(id)
    puzzle = next((one for one in puzzles(game) if one.id == wanted), None) if game else None
    return None if game is None or puzzle is None else (game, puzzle)


def following(game: Game, level: str, me: Standing, after: str = "") -> Puzzle | None:
    """The next puzzle of a game and a level, from one on: a new one, or one that is not solved, or any."""
    shelf = [puzzle for puzzle in puzzles(game) if puzzle.level == level]
    start = next((number + 1 for number, puzzle in enumerate(shelf) if puzzle.id == after), 0)
    turned = [puzzle for puzzle in [*shelf[start:], *shelf[:start]] if puzzle.id != after]
    return min(turned, key=lambda puzzle: {None: 0, "right": 2}.get(me.done.get(key_of(puzzle)), 1), default=None)


async def at_board(house: House, game: Game, puzzle: Puzzle, state: Shown, action: int | None, guest: Guest | None,
                   language: str) -> str:
    """The puzzle at the board in a state."""
    now, words = today(house.now()), render.words_of(game.id, language)
    me = standing(await Solving(house).of(who(guest)), now)
    daily = of_day(now) == puzzle
    after = following(game, puzzle.level, me, puzzle.id)
    view = View(state, action, language, words.say("puzzle.of_day" if daily else "puzzle.one"))
    return puzzled.shown(game, puzzle, view, me=me, daily=daily, date=dated(now, words) if daily else "",
                         week=words.say("puzzle.week").split(), level=puzzle.level, analysis="",
                         after=f"/puzzles/{game.id}/{after.id}" if after else "/puzzles",
                         here=f"/puzzles/{game.id}/{puzzle.id}", ranks=list(RANKS))


@get("/puzzles/{id:str}", include_in_schema=False)
async def by_level(request: Asked, id: str, house: House, guest: Guest | None,
                   level: str = "squire") -> Response[str] | Redirect:
    """The next one of a game and a level."""
    game = games().get(id)
    me = standing(await Solving(house).of(who(guest)), today(house.now()))
    puzzle = following(game, level, me) if game else None
    return missing(request) if puzzle is None else Redirect(f"/puzzles/{id}/{puzzle.id}")


@get("/puzzles/{id:str}/{wanted:str}", include_in_schema=False)
async def one_puzzle(request: Asked, id: str, wanted: str, house: House, guest: Guest | None,
                     part: bool = False) -> Response[str]:
    """A puzzle as it is asked; a part of the page, to try again."""
    known_ = found(id, wanted)
    if known_ is None:
        return missing(request)
    language = language_of(request)
    body = await at_board(house, *known_, "asked", None, guest, language)
    return fragment(body) if part else await whole(request, known_[0], body, guest)


async def whole(request: Asked, game: Game, body: str, guest: Guest | None) -> Response[str]:
    language = language_of(request)
    return page(request, "puzzle.html", game, body=Markup(body), shown=card(game, language), guest=guest,
                furniture=await furniture(game, language), noindex=True)


@post("/{id:str}/{wanted:str}", status_code=200)
async def answer(request: Asked, id: str, wanted: str, data: Answer, house: House,
                 guest: Guest | None) -> dict[str, str]:
    """An answer: it is compared with what is stored, kept, and answered with the page's next state."""
    me, known_ = known(guest), found(id, wanted)
    if known_ is None:
        raise Refused("unknown", "There is no such puzzle.")
    game, puzzle = known_
    if data.action is not None and data.action not in puzzle.actions:
        raise Refused("malformed", "That is not possible here.")
    kept, state = judged(data.action, puzzle.answers)
    now = today(house.now())
    await Solving(house).keep(me.id, key_of(puzzle), kept, puzzle.level,
                              now.isoformat() if of_day(now) == puzzle else "")
    return {"state": state, "html": await at_board(house, game, puzzle, state, data.action, guest,
                                                   language_of(request))}


def judged(action: int | None, answers: list[int]) -> tuple[State, Shown]:
    """How an answer is kept, and what is shown."""
    if action is None:
        return "shown", "shown"
    return ("right", "right") if action in answers else ("tried", "not")


# ---------------------------------------------------------------- one's own mistakes


async def own_board(house: House, sandbox: Sandbox, one: Mistake, state: Shown, action: int | None, guest: Guest,
                    language: str) -> str:
    """A moment of one's own game: it is replayed and drawn in the sandbox."""
    table = await house.table(one.table)
    words = render.words_of(table.head.game, language)
    record = await house.record(one.table)
    me = standing(await Solving(house).of(guest.id), today(house.now()))
    rivals = [name for seat, name in enumerate(names(info(table), words)) if seat not in table.seats_of(guest.id)]
    view = View(state, action, language, words.say("puzzle.own_one"), one.table, rivals, one.action, one.decision.loss)
    told = await look(sandbox, Own(record.to_json().encode(), one.at, language, one.seat, one.action, one.decision,
                                   view, me))
    if isinstance(told, BadFile):
        raise Refused("too much", told.detail, "heavy_replay")
    return told


@get("/puzzles/own/{id:str}/{at:int}", include_in_schema=False)
async def own_puzzle(request: Asked, id: str, at: int, house: House, sandbox: Sandbox, guest: Guest | None,
                     part: bool = False) -> Response[str]:
    try:
        one = await Solving(house).mistake(who(guest), id, at)
        table = await house.table(id)
    except Refused:
        return missing(request)
    body = await own_board(house, sandbox, one, "asked", None, known(guest), language_of(request))
    return fragment(body) if part else await whole(request, table.game, body, guest)


@post("/own/{id:str}/{at:int}", status_code=200)
async def own_answer(request: Asked, id: str, at: int, data: Answer, house: House, sandbox: Sandbox,
                     guest: Guest | None) -> dict[str, str]:
    me = known(guest)
    one = await Solving(house).mistake(me.id, id, at)
    kept, state = judged(data.action, [one.decision.action])
    html = await own_board(house, sandbox, one, state, data.action, me, language_of(request))
    await Solving(house).keep(me.id, one.key, kept, "", "")
    return {"state": state, "html": html}


def puzzle_pages() -> Router:
    return Router("/", route_handlers=[all_puzzles, todays, yesterdays, by_level, one_puzzle, own_puzzle],
                  dependencies={"guest": Provide(visitor, sync_to_thread=False)})


def puzzle_doors() -> Router:
    """Where answers go; they are for people, so the API's description leaves them out."""
    return Router("/api/puzzles", route_handlers=[answer, own_answer], include_in_schema=False)
