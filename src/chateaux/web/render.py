"""A frame turned into HTML. Whatever is shown comes from the frame, and so from one seat's view."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import jinja2
import msgspec
from babel.dates import format_date
from markupsafe import Markup, escape

from chateaux.bots.levels import LEVELS, TEMPERS, USUAL
from chateaux.engine.data import Data
from chateaux.engine.game import Game
from chateaux.engine.parts import folder
from chateaux.engine.registry import games
from chateaux.engine.trials import has_secrets
from chateaux.look.art import Art, tincture
from chateaux.look.chronicle import PHRASES, Bold, bot_called, names, told
from chateaux.look.kept import SETS, kept, weight
from chateaux.look.marking import Macro, Patches, as_text, cut
from chateaux.look.marking import escape as harmless
from chateaux.look.parts import parts, pieces_by_id
from chateaux.look.words import Words
from chateaux.tables.frames import Action, Frame, SeatInfo, TableInfo
from chateaux.web.drawn import Drawn, Given, patched, whole
from chateaux.web.finale import finale
from chateaux.web.templating import Books, Templates
from chateaux.web.waiting import waiting

TEMPLATES: Final = Path(__file__).parent / "templates"
HOUSE_ART: Final = Art()
DRAWN: Final = Drawn()
PLAYER_ENDS, LARGE_ENDS, AREA_ENDS = (cut(end) for end in ("</li>", "</dialog>", "</div>"))
ENDED: Final = ("over", "abandoned")
BOARDS: Final = ("board", "shared", "tray")  # what a game may lay out, each in an area of the page
FIXED: Final = ("herald", "tabs", "talk")  # what is the same on all pages of a book that are laid out alike


def find_template(name: str) -> str | None:
    """A template of a game's folder, by "games/<id>/<file>"."""
    kind, _, rest = name.partition("/")
    id, _, file = rest.partition("/")
    if kind != "games" or id not in games():
        return None
    path = folder(games()[id]) / file
    return path.read_text("utf-8") if path.exists() else None


ENVIRONMENT, BOOKS = (templates(
    loader=jinja2.ChoiceLoader([jinja2.FileSystemLoader(TEMPLATES), jinja2.FunctionLoader(find_template)]),
    autoescape=True, undefined=jinja2.StrictUndefined, auto_reload=False) for templates in (Templates, Books))

for templates in (ENVIRONMENT, BOOKS):
    templates.tests["of_mappings"] = lambda data: any(isinstance(one, Mapping) for one in data)


@cache
def words_of(game: str, language: str) -> Words:
    return Words(language, games().get(game))


@kept(SETS, lambda game, language: weight(game))
def words_for(game: Game, language: str) -> Words:
    """The words of a game with the names of its own set of pieces."""
    return Words(language, game)


@kept(SETS, lambda game, language: weight(game))
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
    icon = lru_cache(maxsize=4096)(art.icon)
    return {"words": words, "say": words.say, "has": words.has, "language": words.language, "icon": icon,
            "use": lru_cache(maxsize=2048)(art.use), "art": art, "sheet": found.style if found else None,
            "draw": found.drawing if found else None, "tell": found.telling if found else None,
            "player_colour": colour_of, "weave": weave_of, "tincture": tincture,
            "shield": lambda seat, size=26, label="": icon(f"sh-{tincture(seat)}", size, label),
            "json": as_attribute, "plain": as_builtins, "levels": list(LEVELS), "usual": USUAL, "tempers": TEMPERS,
            "bot_called": lambda spec: bot_called(spec, words), "phrases": PHRASES}


Layout = tuple[int, bool, bool]  # how many play, whether somebody only watches, and whether they may talk


class Book(NamedTuple):
    """All that draws a table of one game in one language, whoever looks at it."""

    helpers: dict[str, Any]
    once: Callable[..., Any]
    area: Callable[..., list[Patches]]
    text: Callable[..., Markup]  # the same of an area that is a few words
    board: Any  # the macros of the game's board
    areas: Any  # those of the house
    begun: Any  # those of them that begin what ends elsewhere
    opened: dict[tuple[str, bool], Patches]  # how the areas of the board begin, in a game that lasts or has ended
    told: Macro  # a row of the log in words, nothing where it tells nothing
    asks: Macro  # what is asked, in words
    people: Macro  # who sits where: each in a word, and their clock
    heads: Macro  # how the panels of all players begin, in the order in which they are seen
    larges: Macro  # how their large boards do
    folded: Macro  # their large boards until they are opened
    pages: dict[Layout, list[Any]]  # the page of a game that is played: patches, and places between them


@kept(SETS, lambda game, language: weight(game) and 100_000 + weight(game))
def book(game: Game, language: str) -> Book:
    """The macros for a game: they know its words, its pieces and how they are drawn, and nobody's table."""
    number = DRAWN.book()
    once = partial(DRAWN.once, number)
    known = helpers(game, language) | {"pieces": pieces_by_id(game), "game": game, "once": once,
                                       "part": partial(DRAWN.part, number)}
    bold = bold_for(game, language)
    modules: list[Any] = [BOOKS.get_template(name).make_module(known) for name in (
        parts(game).template("show/board.html") or "board.html", "table/areas.html", "table/begun.html", "people.html")]
    board, areas, begun, people = modules
    return Book(
        known, once, partial(DRAWN.area, number), partial(DRAWN.text, number), board, areas, begun,
        opened={(area, ended): cut(begun.area(area, ended)) for area in BOARDS for ended in (False, True)},
        told=Macro(None, lambda row, who: told(row, bold, who) or "", "told", ("row", "who")),
        asks=Macro(None, partial(in_words, known["words"]), "asks", ("prompt", "who")),
        people=Macro(None, lambda seats, me, mine, replaying: [
            (people.who_is(info, me, info.seat in mine, replaying), people.clock(info.time_left, info.asked_at))
            for info in seats], "people", ("seats", "me", "mine", "replaying")),
        heads=Macro(None, lambda me, acting, asked, won, opens, names, people: [
            patched(areas.player(seat, names, people[seat], opens, seat == me, seat in acting, seat == me and asked,
                                 seat in won)) for seat in around(len(names), me)],
            "heads", ("me", "acting", "asked", "won", "opens", "names", "people")),
        larges=Macro(None, lambda names: [patched(areas.large(seat, name)) for seat, name in enumerate(names)],
                     "larges", ("names",)),
        folded=Macro(None, lambda names: [piece for seat, name in enumerate(names)
                                          for piece in (patched(areas.folded(seat, name)), LARGE_ENDS)],
                     "folded", ("names",)),
        pages={})


class Sight(msgspec.Struct, kw_only=True):
    """What a board is drawn from: the view of one seat, or a spectator's, and what the table knows besides."""

    view: Any
    me: int | None
    names: list[str]
    people: list[tuple[str, str]] = []  # by seat: who it is, in a word, and their clock
    seats: list[SeatInfo] = []
    owes: bool = False
    actions: list[Action] = []
    prompt: dict[str, str] | None = None  # what is asked
    minutes: int = 0  # that the whole game may last
    started: float | None = None
    over: bool = False
    replaying: bool = False


@cache
def colour_of(seat: int) -> Markup:
    """The colour of a seat, as a style."""
    return Markup(f"--pc:var(--{escape(tincture(seat))})")


@cache
def weave_of(seat: int) -> Markup:
    """The pattern of a seat's colour, as a style."""
    return Markup(f"--weave:url(#weave-{escape(tincture(seat))})")


def as_builtins(data: object) -> object:
    return msgspec.to_builtins(whole(data))


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


def told_rows(rows: Sequence[Data], table: TableInfo, known: Book, who: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of a log that tell something, newest first."""
    found = []
    for row in rows:
        text = known.once(known.told, row, who)
        if text:
            at = row.get("at")  # nothing in a replay: a record tells no times
            found.append({"number": row["number"], "at": int(at) if isinstance(at, float) else 0,
                          "seat": seat_of(row), "kind": row["kind"], "text": text, "gone": bool(row.get("taken_back")),
                          "sounds": sounds(row, table.game), "told": row.get("events") or [],
                          "undoes": row["of"] if row["kind"] == "undo" else None})
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
    """The part of a table's page that changes, for one viewer. `rows` is the whole log, if it is wanted."""
    return as_text(pieces(frame, language, game, rows, template, **more))


def pieces(frame: Frame, language: str, game: Game, rows: Sequence[Data] | None = None, template: str = "body.html",
           **more: object) -> list[Any]:
    """The same in pieces, markup and patches: what was drawn before is the same piece again.

    The game is the table's own, with its own set of pieces.
    """
    table, known = frame.table, book(game, language)
    seen = sight(frame, known, "replaying" in more)
    told = told_rows(frame.rows if rows is None else rows, table, known, seen.names)
    plays = table.phase == "running" and template == "body.html"
    layout = (table.players, frame.seat is None, bool(frame.mine))
    page = known.pages.get(layout) if plays else None
    drawn = made(frame, known, seen, told, rows is None, plays, page is None)
    drawn["main"] = [
        known.once(known.begun.main, table.game, table.phase, seen.over, table.sealed, table.players, frame.seat,
                   frame.mine, has_secrets(game, table.players, table.options)),
        known.begun.now(frame.number, table.to_act, frame.owes, frame.undo,
                        known.helpers["say"]("analysis.over") if seen.over else drawn["status"])]
    drawn["asked"] = as_block(asked(frame))
    if plays:
        if page is None:
            page = known.pages[layout] = laid_out(known, drawn)
        return filled(page, drawn)
    words: Words = known.helpers["words"]
    feat = known.board.feat(seen).strip() if frame.result is not None and hasattr(known.board, "feat") else ""
    context = known.helpers | {
        "frame": frame, "table": table, "view": frame.view, "me": frame.seat, "names": seen.names,
        "mine": frame.mine, "over": seen.over, "ended": table.phase in ENDED, "phase": table.phase,
        "secrets": has_secrets(game, table.players, table.options), "rows": told, "board_of": known.board, "t": seen,
        "feat": feat, "finale": finale(frame, game, words, seen.names, feat),
        "waiting": waiting(frame, words, seen.names) if table.phase == "open" else None, "made": drawn} | more
    return flat(ENVIRONMENT.get_template(template).generate(context))


class Place(Markup):
    """Where on a page something goes that is made for every frame."""


def laid_out(known: Book, drawn: Mapping[str, Any]) -> list[Any]:
    """The page of a game that is played, with places for what changes; its template is read only for this."""
    made = {name: one if name in FIXED else Place(name) for name, one in drawn.items()}
    context = known.helpers | {"made": made, "phase": "running", "over": False, "ended": False}
    page: list[Any] = []
    text: list[Any] = []
    for piece in [*ENVIRONMENT.get_template("body.html").generate(context), Place("")]:
        if isinstance(piece, Place):
            page += [cut(as_text(text)), piece]
            text = []
        else:
            text.append(piece)
    return page[:-1]


def filled(page: Sequence[Any], drawn: Mapping[str, Any]) -> list[Any]:
    """The same with everything in its place."""
    found: list[Any] = []
    for piece in page:
        one = drawn[piece] if isinstance(piece, Place) else piece
        if isinstance(one, list):
            found += one
        else:
            found.append(one)
    return found


def flat(page: Iterable[Any]) -> list[Any]:
    """The pieces of a page, some of which a template gives as a list; what in it is no markup is made harmless here.

    >>> flat([Markup("<p>"), [Markup("<b>"), "<i>"]])
    [Markup('<p>'), Markup('<b>'), '&lt;i&gt;']
    """
    found: list[Any] = []
    for piece in page:
        if isinstance(piece, list):
            found += map(harmless, piece)
        else:
            found.append(piece)
    return found


def sight(frame: Frame, known: Book, replaying: bool) -> Sight:
    """What the board is drawn from."""
    table, words = frame.table, known.helpers["words"]
    who = names(table, words)
    return Sight(
        view=frame.view, me=frame.seat, names=who, seats=table.seats, owes=frame.owes,
        actions=frame.actions, prompt=None if frame.prompt is None else known.once(known.asks, frame.prompt, who),
        minutes=table.clock.minutes,
        started=table.started, people=known.once(known.people, table.seats, frame.seat, frame.mine, replaying),
        over=table.phase == "over", replaying=replaying)


def made(frame: Frame, known: Book, seen: Sight, rows: Sequence[dict[str, Any]], fresh: bool,
         plays: bool, fixed: bool) -> dict[str, Any]:
    """The areas of a table, each made by itself, and those that are as they were not again; with those that are fixed.

    Where the game is played, large boards come when they are opened (`large`): most never are.
    """
    table, once = frame.table, known.once
    board, areas, ended = known.board, known.areas, frame.table.phase in ENDED
    given = Given(seen)
    drawn: dict[str, Any] = {"status": "", "players": [], "large": [], "dialogs": [], "board": [], "shared": [],
                             "tray": [], "prompt": ""}
    if fixed:
        drawn["talk"] = once(areas.talk) if frame.mine else ""
        drawn["herald"] = once(areas.herald, table.game, known.helpers["has"]("game.aim") and not seen.replaying)
        drawn["tabs"] = once(areas.tabs, tabs(frame, board, known.helpers["words"]))
    scenes = [[scene for event in row["told"] if (scene := board.scene(seen, event, row["seat"]).strip())]
              if fresh and hasattr(board, "scene") else [] for row in rows]
    drawn["rows"] = Markup().join([once(areas.row, row, played) for row, played in zip(rows, scenes, strict=True)])
    if table.phase == "open":
        return drawn
    opens, me = frame.view is not None and board.rivals, None if seen.replaying else frame.seat
    heads = once(known.heads, me, table.to_act, frame.owes, [] if frame.result is None else frame.result.winners, opens,
                 seen.names, seen.people)
    for seat, head in zip(around(table.players, me), heads, strict=True):
        drawn["players"] += [head, *(known.area(board.panel, given, seat) if frame.view else ()), PLAYER_ENDS]
    if frame.view is not None:
        drawn["status"] = known.text(board.status, given)
        for area in BOARDS:
            if not seen.over and hasattr(board, area):
                inside = known.area(getattr(board, area), given)
                drawn[area] = [known.opened[area, ended], *inside, AREA_ENDS] if any(inside) else []
        if opens and plays:
            drawn["large"] = once(known.folded, seen.names)
        elif opens:
            for seat, head in enumerate(once(known.larges, seen.names)):
                drawn["large"] += [head, *known.area(board.large, given, seat), LARGE_ENDS]
        if hasattr(board, "dialogs"):
            drawn["dialogs"] = known.area(board.dialogs, given)
    if not ended and not seen.replaying:
        drawn["prompt"] = prompt_area(frame, known, seen, given)
    return drawn


def large(frame: Frame, language: str, game: Game, of: int) -> str:
    """The board of one player, large, as the viewer of a frame sees it; nothing where a game shows none."""
    known = book(game, language)
    if frame.view is None or not known.board.rivals:
        return ""
    return as_text(known.area(known.board.large, Given(sight(frame, known, False)), of))


def prompt_area(frame: Frame, known: Book, seen: Sight, given: Given) -> Any:
    """What is asked, or whom one waits for."""
    table, me, board = frame.table, frame.seat, known.board
    waiting = [seat for seat in table.to_act if seat != me]
    answered = seen.prompt is not None and bool(frame.actions)
    return known.once(
        known.areas.prompt, table.game, seen.prompt if frame.owes else None,
        me is not None and table.seats[me].given_up, answered, me is None, (waiting or table.to_act or [0])[0],
        [seen.names[seat] for seat in (waiting if answered else table.to_act)], named(frame, board, "wants"),
        named(frame, board, "speaks_of"),
        known.text(board.acts, given) if frame.view and frame.actions and hasattr(board, "acts") else "",
        bool(frame.undo), frame.hints)


def around(players: int, me: int | None) -> list[int]:
    """The seats in the order in which somebody sees them: rivals in the order of play, oneself last.

    >>> around(4, 1), around(3, None)
    ([2, 3, 0, 1], [0, 1, 2])
    """
    return [(seat if me is None else me + 1 + seat) % players for seat in range(players)]


def named(frame: Frame, board: object, what: str) -> str:
    """What the board names for what is asked: the view that a small screen shows, or what the herald points at."""
    names: dict[str, str] = getattr(board, what, {})
    return "" if frame.prompt is None else names.get(str(frame.prompt["kind"]), names.get("", ""))


def tabs(frame: Frame, board: object, words: Words) -> list[tuple[str, str, str]]:
    """The views of a small screen: the id of each, an icon and a word."""
    shown = list(getattr(board, "watched" if frame.seat is None and hasattr(board, "watched") else "tabs", []))
    return [*shown, ("chronicle", "i-log", words.say("web.chronicle"))]


def streamed(frame: Frame, language: str, game: Game) -> list[Any]:
    """The part of a page that changes, as a stream carries it."""
    return pieces(frame, language, game)


def in_words(words: Words, prompt: Data, who: Sequence[str]) -> dict[str, str]:
    """What is asked, in a short sentence and a hint, and what somebody who plays for the first time is told."""
    kind = str(prompt["kind"])
    key, guide = f"prompt.{kind}", f"guide.{kind}"
    return {"kind": kind, "title": words.say(key, prompt, who).removesuffix("."),
            "hint": words.say(f"{key}.hint", prompt, who) if words.has(f"{key}.hint") else "",
            "guide": words.say(guide) if words.has(guide) else ""}


@kept(SETS, lambda game, language: weight(game) and 300_000 + weight(game))  # about half of what it writes
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
