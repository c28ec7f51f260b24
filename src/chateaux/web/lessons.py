"""The lessons: a game learnt by doing. Each step is a page of its own; nothing is kept but how far somebody came.

The learner's browser is told with a step what is answered to every choice: there is nothing to hide in a lesson.
"""
from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, Router, get
from litestar.di import Provide
from litestar.params import Parameter
from markupsafe import Markup

from chateaux.engine.data import Data
from chateaux.engine.game import Game
from chateaux.engine.record import Record
from chateaux.engine.registry import games
from chateaux.look.lesson import MOST, Lesson, Moment, lesson, moment
from chateaux.look.words import Words
from chateaux.tables.frames import Action, Frame, SeatInfo, TableInfo
from chateaux.tables.replay import info_of, seen
from chateaux.web import render
from chateaux.web.furniture import furniture
from chateaux.web.guests import Guest
from chateaux.web.pages import card, missing, page, visitor
from chateaux.web.refusals import Asked, language_of

COOKIE: Final = "chateaux_lesson_"  # and the game: the step to come back to
RIVAL: Final = "page"
FIRST_GAME: Final = ["open", RIVAL, RIVAL]  # who sits at the first table

At = Annotated[int | None, Parameter(ge=0, le=MOST)]


def company(game: Game, found: Moment, name: str) -> TableInfo:
    """Who sits at the lesson's table: the learner, and gentle bots."""
    state = found.state
    about = info_of(Record(game, int(state.players), state.options))
    seats = [SeatInfo(seat, "person", name, "", True, False, None, None) if seat == found.seat else
             SeatInfo(seat, "bot", "", RIVAL, True, False, None, None) for seat in range(int(state.players))]
    return msgspec.structs.replace(about, id="lesson", seats=seats)


def frame(game: Game, found: Moment, at: int, name: str) -> Frame:
    """The table as the learner sees it, with the question if something is to be done."""
    state, seat = found.state, found.seat
    rows: list[Data] = [{"number": number, "kind": "play", "seat": who,
                         "events": [event.seen_by(seat) for event in events]}
                        for number, (who, events) in enumerate(found.told, 1)]
    asks = bool(found.step.do)
    return msgspec.structs.replace(
        seen(state, company(game, found, name), at, seat), decision=at + 1 if asks else 0, owes=asks, rows=rows,
        prompt=state.prompt(seat) if asks else None,
        actions=[Action(action, state.text(action), picks) for action, picks in state.picks(seat).items()]
        if asks else [])


def answered(found: Moment, words: Words) -> Data:
    """What is answered to every choice: the right one, and for each of the others a sentence."""
    answers = found.answers()
    keys = sorted(set(answers.values()))
    return {"right": found.right, "said": [words.say(key) for key in keys],
            "wrong": {str(action): keys.index(key) for action, key in answers.items()}}


def shown(game: Game, taught: Lesson, at: int, language: str, name: str) -> str:
    """The part of the page that changes from step to step."""
    found, last = moment(game, taught, at), len(taught.steps) - 1
    words = render.words_for(game, language)
    title, hint = ("learn.end", "learn.end_hint") if at == last else ("learn.listen", "learn.listen_hint")
    return render.body(frame(game, found, at, name), language, game, template="lesson_body.html", at=at, last=last,
                        spoken=words.say(found.step.say), points=found.step.points,
                        title=title, hint=hint,
                        taught=render.as_block(answered(found, words)))


def called(guest: Guest | None, language: str) -> str:
    return guest.name if guest else render.words_of("", language).say("web.guest")


@get("/learn/{id:str}", include_in_schema=False)
async def learn(request: Asked, id: str, guest: Guest | None, step: At = None) -> Response[str]:
    """A lesson, where somebody left it; from the beginning if it was finished."""
    game = games().get(id)
    taught = lesson(game) if game else None
    if game is None or taught is None:
        return missing(request)
    last, language = len(taught.steps) - 1, language_of(request)
    if step is None:
        kept = request.cookies.get(COOKIE + id, "")
        step = int(kept) if kept.isdecimal() and len(kept) < 3 and int(kept) < last else 0
    body = shown(game, taught, min(step, last), language, called(guest, language))
    return page(request, "lesson.html", game, body=Markup(body), shown=card(game, language), guest=guest,
                furniture=await furniture(game, language), cookie=COOKIE + id, seats=FIRST_GAME,
                name=called(guest, language))


@get("/learn/{id:str}/{at:int}", include_in_schema=False)
async def learn_step(request: Asked, id: str, at: int, guest: Guest | None) -> Response[str]:
    """One step of it, to be put into the page."""
    game = games().get(id)
    taught = lesson(game) if game else None
    if game is None or taught is None or not 0 <= at < len(taught.steps):
        return missing(request)
    language = language_of(request)
    return Response(shown(game, taught, at, language, called(guest, language)), media_type="text/html",
                    headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})


def lessons() -> Router:
    return Router("/", route_handlers=[learn, learn_step],
                  dependencies={"guest": Provide(visitor, sync_to_thread=False)})
