"""A frame turned into HTML. Whatever is shown comes from the frame, and so from one seat's view."""
from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import jinja2
import msgspec
from babel.dates import format_date
from markupsafe import Markup, escape

from chateaux.bots import LEVELS
from chateaux.engine.data import Data
from chateaux.engine.game import Game
from chateaux.engine.parts import folder
from chateaux.engine.registry import games
from chateaux.engine.trials import has_secrets
from chateaux.look.art import Art, tincture
from chateaux.look.chronicle import PHRASES, Bold, names, told
from chateaux.look.parts import parts, pieces_by_id
from chateaux.look.words import Words
from chateaux.tables.frames import Action, Frame, SeatInfo, TableInfo
from chateaux.web.drawn import Drawn

TEMPLATES: Final = Path(__file__).parent / "templates"
HOUSE_ART: Final = Art()
DRAWN: Final = Drawn()


def find_template(name: str) -> str | None:
    """A template of a game's folder, by "games/<id>/<file>"."""
    kind, _, rest = name.partition("/")
    id, _, file = rest.partition("/")
    if kind != "games" or id not in games():
        return None
    path = folder(games()[id]) / file
    return path.read_text("utf-8") if path.exists() else None


ENVIRONMENT: Final = jinja2.Environment(
    loader=jinja2.ChoiceLoader([jinja2.FileSystemLoader(TEMPLATES), jinja2.FunctionLoader(find_template)]),
    autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined, auto_reload=False)

ENVIRONMENT.filters["name_of"] = lambda seat, who: who[seat]
ENVIRONMENT.filters["ranking"] = lambda scores, winners: sorted(
    range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat]))


@cache
def words_of(game: str, language: str) -> Words:
    return Words(language, games().get(game))


@lru_cache(maxsize=48)  # the house's games in every language, and a few sets of pieces that come and go
def words_for(game: Game, language: str) -> Words:
    """The words of a game with the names of its own set of pieces."""
    return Words(language, game)


@lru_cache(maxsize=48)
def bold_for(game: Game, language: str) -> Bold:
    return Bold(language, game)


def day(at: float, language: str) -> str:
    """A date as it is written in a language."""
    return format_date(datetime.fromtimestamp(at), "medium", words_of("", language).locale)


def helpers(game: Game | None, language: str) -> dict[str, Any]:
    """What every template may use: words, icons, and the game's own drawing."""
    words = words_for(game, language) if game else words_of("", language)
    found = parts(game) if game else None
    art = found.art if found else HOUSE_ART
    return {"words": words, "say": words.say, "has": words.has, "language": words.language, "icon": art.icon,
            "use": art.use, "art": art, "sheet": found.style if found else None,
            "draw": found.drawing if found else None,
            "player_colour": lambda seat: Markup(f"--pc:var(--{escape(tincture(seat))})"),
            "shield": lambda seat, size=26, label="": art.icon(f"sh-{tincture(seat)}", size, label),
            "json": as_attribute, "plain": msgspec.to_builtins, "levels": list(LEVELS), "phrases": PHRASES}


class Book(NamedTuple):
    """All that draws a table of one game in one language, whoever looks at it."""

    helpers: dict[str, Any]
    board: Any  # the macros of the game's board
    areas: Any  # those of the house
    people: Any


@lru_cache(maxsize=48)
def book(game: Game, language: str) -> Book:
    """The macros for a game: they know its words, its pieces and how they are drawn, and nobody's table."""
    known = helpers(game, language) | {"pieces": pieces_by_id(game), "game": game,
                                       "once": partial(DRAWN.once, DRAWN.book())}
    board = parts(game).template("show/board.html") or "board.html"
    return Book(known, *(ENVIRONMENT.get_template(name).make_module(known)
                         for name in (board, "table/areas.html", "people.html")))


class Sight(msgspec.Struct, kw_only=True):
    """What a board is drawn from: the view of one seat, or a spectator's, and what the table knows besides."""

    view: Any
    me: int | None
    names: list[str]
    people: list[tuple[Markup, Markup]] = []  # by seat: who it is, in a word, and their clock
    seats: list[SeatInfo] = []
    owes: bool = False
    actions: list[Action] = []
    title: str = ""  # of what is asked
    minutes: int = 0  # that the whole game may last
    started: float | None = None
    over: bool = False
    replaying: bool = False


def as_attribute(data: object) -> str:
    """Data as JSON for an attribute or a data block; the template escapes it.

    >>> as_attribute([Markup("a &amp; b")])
    '["a & b"]'
    """
    return msgspec.json.encode(data, enc_hook=Markup.unescape).decode()


def as_block(data: object) -> Markup:
    """Data as JSON inside a script element: nothing in it can end the element."""
    text = msgspec.json.encode(data).decode()
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def told_rows(rows: Sequence[Data], table: TableInfo, language: str, game: Game) -> list[dict[str, Any]]:
    """The rows of a log that tell something, newest first."""
    bold = bold_for(game, language)
    who = names(table, words_of(table.game, language))
    found = []
    for row in rows:
        text = told(row, bold, who)
        if text is not None:
            found.append({"number": row["number"], "seat": seat_of(row), "kind": row["kind"], "text": text,
                          "gone": bool(row.get("taken_back")), "sounds": sounds(row, table.game),
                          "told": row.get("events") or [], "undoes": row["of"] if row["kind"] == "undo" else None})
    return found[::-1]


def seat_of(row: Data) -> object:
    """Whose shield stands before a row: when hidden choices come to light together, the first one told of."""
    events = row.get("events")
    first = events[0].get("seat") if isinstance(events, list) and events else None
    return row["seat"] if first is None else first


def sounds(row: Data, id: str) -> list[str]:
    """What is heard of a row, in the order of its events."""
    game, events = games().get(id), row.get("events")
    heard = parts(game).sounds.heard if game else {}
    return [heard[event["kind"]] for event in events if event["kind"] in heard] if isinstance(events, list) else []


def asked(frame: Frame) -> Data:
    """What the picker needs: the decision, and for each action the elements to pick."""
    return {"seat": frame.seat, "decision": frame.decision,
            "actions": [[action.action, action.picks] for action in frame.actions]}


def body(frame: Frame, language: str, game: Game, rows: Sequence[Data] | None = None, template: str = "body.html",
         **more: object) -> str:
    """The part of a table's page that changes, for one viewer. `rows` is the whole log, if it is wanted.

    The game is the table's own, with its own set of pieces.
    """
    table, known = frame.table, book(game, language)
    words: Words = known.helpers["words"]
    called, prompt, replaying = names(table, words), prompt_of(frame, words), "replaying" in more
    context = known.helpers | {
        "frame": frame, "table": table, "view": frame.view, "me": frame.seat, "names": called,
        "mine": frame.mine, "waiting": [seat for seat in table.to_act if seat != frame.seat],
        "over": table.phase == "over", "ended": table.phase in ("over", "abandoned"),
        "asked": as_block(asked(frame)),
        "secrets": has_secrets(game, table.players, table.options), "prompt": prompt,
        "rows": told_rows(frame.rows if rows is None else rows, table, language, game),
        "seats_around": around(table.players, None if replaying else frame.seat),
        "lines": breakdown_lines(frame, words), "fresh": rows is None,
        "board_of": known.board, "areas": known.areas,
        "wanted_view": wanted_view(frame, known.board), "tabs_shown": tabs(frame, known.board, words)} | more
    once = known.helpers["once"]
    context["t"] = Sight(
        view=frame.view, me=frame.seat, names=called, seats=table.seats, owes=frame.owes, actions=frame.actions,
        people=[(once(known.people.who_is, info, frame.seat, info.seat in frame.mine, replaying),
                 once(known.people.clock, info.time_left, info.asked_at)) for info in table.seats],
        title=prompt["title"] if prompt else "", minutes=table.clock.minutes, started=table.started,
        over=table.phase == "over", replaying=replaying)
    return ENVIRONMENT.get_template(template).render(context)


def around(players: int, me: int | None) -> list[int]:
    """The seats in the order in which somebody sees them: rivals in the order of play, oneself last.

    >>> around(4, 1), around(3, None)
    ([2, 3, 0, 1], [0, 1, 2])
    """
    return [(seat if me is None else me + 1 + seat) % players for seat in range(players)]


def wanted_view(frame: Frame, board: object) -> str:
    """The view that a small screen shows for what is asked, if the board names one."""
    wants: dict[str, str] = getattr(board, "wants", {})
    return "" if frame.prompt is None else wants.get(str(frame.prompt["kind"]), wants.get("", ""))


def tabs(frame: Frame, board: object, words: Words) -> list[tuple[str, str, str]]:
    """The views of a small screen: the id of each, an icon and a word."""
    if frame.table.phase == "over":
        shown = [("stage", "i-crown", words.say("web.result"))]
    else:
        shown = list(getattr(board, "watched" if frame.seat is None and hasattr(board, "watched") else "tabs", []))
    return [*shown, ("chronicle", "i-log", words.say("web.chronicle"))]


def streamed(frame: Frame, language: str, game: Game) -> str:
    """The part of a page that changes, as a stream carries it."""
    return body(frame, language, game=game)


def prompt_of(frame: Frame, words: Words) -> dict[str, str] | None:
    """What is asked, in a short sentence and a hint, and what somebody who plays for the first time is told."""
    if frame.prompt is None:
        return None
    who = names(frame.table, words)
    key = f"prompt.{frame.prompt['kind']}"
    hint = words.say(f"{key}.hint", frame.prompt, who) if words.has(f"{key}.hint") else ""
    title = words.say(key, frame.prompt, who).removesuffix(".")
    guide = f"guide.{frame.prompt['kind']}"
    return {"kind": str(frame.prompt["kind"]), "title": title, "hint": hint,
            "guide": words.say(guide) if words.has(guide) else ""}


def breakdown_lines(frame: Frame, words: Words) -> list[list[dict[str, Any]]]:
    """Where everybody's points come from, in words."""
    if frame.result is None:
        return []
    who = names(frame.table, words)
    return [[{"piece": str(line.get("card") or line.get("piece") or ""),
              "name": words.piece(str(line.get("card") or line.get("piece") or "")).bare,
              "why": words.say(f"breakdown.{line['kind']}", line, who), "points": line["points"]} for line in lines]
            for lines in frame.result.breakdown]


@lru_cache(maxsize=24)  # sets of pieces come and go
def furniture(game: Game, language: str) -> Markup:
    """What a table's page carries once: all symbols of the game, and the description of every piece."""
    context = helpers(game, language) | {"pieces": pieces_by_id(game), "game": game}
    found = parts(game)
    more = ""
    if found.drawing is not None and hasattr(found.drawing, "symbols"):
        more = found.drawing.symbols(list(pieces_by_id(game).values()), context["words"])
    name = found.template("show/pieces.html")
    told = ENVIRONMENT.get_template(name).render(context) if name else ""
    return found.art.whole(more, told) + Markup(told)
