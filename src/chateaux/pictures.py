"""A board as a picture: an SVG, or one page, that needs nothing else; for a file or a notebook."""
from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, final

from markupsafe import Markup, escape

from chateaux.bots.levels import parted
from chateaux.engine.data import SPECTATOR, Observation
from chateaux.engine.game import Game, State
from chateaux.engine.record import Record
from chateaux.engine.registry import game as game_named
from chateaux.extras import extra
from chateaux.look.chronicle import names as called_by
from chateaux.look.parts import parts, pieces_by_id
from chateaux.look.poster import SHARED, Block, Poster, Seen, column, icon, row, spread, text
from chateaux.look.standalone import THEMES, Press
from chateaux.look.words import Words

WIDE, HIGH = 1100, 760  # of the frame in a notebook
MARGIN: Final = 22
LONGEST_NAME: Final = 40  # that is drawn of a name in a record


class NoPoster(ValueError):
    """A game that does not lay itself out as a poster has no SVG; the sentence says so."""


@final
class Picture:
    """A position as a picture: `svg` and `html` for files; a notebook shows it by itself.

    >>> import chateaux
    >>> state = chateaux.game("chateau-combo").new(players=2, seed=3)
    >>> shown = picture(state, seat=0)
    >>> shown.svg.startswith("<svg "), shown.html.startswith("<!DOCTYPE html>")
    (True, True)
    """

    def __init__(self, game: Game, observation: Observation, names: Sequence[str], language: str, theme: str,
                 record: Record | None = None, at: int = 0) -> None:
        if theme not in THEMES:
            raise ValueError(f"There is no theme {theme!r}: {' or '.join(THEMES)}.")
        self.game: Game = game
        self.observation: Observation = observation
        self.names: Sequence[str] = names
        self.language: str = language
        self.theme: str = theme
        self.record: Record | None = record
        self.at: int = at

    @property
    def seat(self) -> int | None:
        """Whose eyes it is seen with; None is a spectator."""
        return None if self.observation.seat == SPECTATOR else self.observation.seat

    @cached_property
    def seen(self) -> Seen[Any]:
        """What the poster is made from: the observation, and nothing that is hidden from it."""
        game, words = self.game, Words(self.language, self.game)
        world = game.worlds(self.observation).sample(0)  # the same result in every one of them
        who = called_by(Company.called(self.names, self.observation.players), words)
        return Seen(game.view(self.observation), words, who, pieces_by_id(game),
                    self.seat, world.scores() if world.over else (), world.winners() if world.over else ())

    @cached_property
    def poster(self) -> Poster:
        module = parts(self.game).poster
        if module is None:
            raise NoPoster(f"{self.game.id} does not say how its board is laid out, so it has no SVG; "
                           "as a page (.html) every game can be shown.")
        made = module.poster(self.seen)
        assert isinstance(made, Poster)
        return made

    @cached_property
    def svg(self) -> str:
        """The board as an SVG with all its symbols and colours in it."""
        press = Press({name: symbol.markup for name, symbol in parts(self.game).art.symbols.items()} | SHARED,
                      self.theme)
        whole = framed(self.head(self.poster.board.width), self.poster.board)
        drawn = press.printed(whole.drawn)
        wide, high = round(whole.width), round(whole.height)
        family = html.escape(press.tokens["--font-display"])
        return ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
                f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img" '
                f'xml:lang="{self.seen.words.language}" font-family="{family}">'
                f"<title>{escape(self.title)}</title><desc>{escape(self.told)}</desc>"
                f"<defs>{press.defs()}</defs>{drawn}</svg>\n")

    @property
    def title(self) -> str:
        """The game, and how far it is or who has won it."""
        return f"{self.seen.say('game.name')}: {self.status}"

    @property
    def status(self) -> str:
        said, winners = self.seen, self.seen.winners
        if not winners:
            return self.poster.status[:1].upper() + self.poster.status[1:]
        who = said.words.word([said.names[seat] for seat in winners])
        return said.say("web.shared_win" if len(winners) > 1 else "web.won", who=who)

    @property
    def told(self) -> str:
        """The board in words, for those who listen."""
        return " ".join(f"{sentence}." for sentence in (self.eyes, *self.poster.told))

    @property
    def eyes(self) -> str:
        seat = self.seen.seat
        return self.seen.say("picture.spectator") if seat is None else self.seen.say("picture.eyes", seat=seat)

    def head(self, wide: float) -> Block:
        """The line above the board: game, moment or result, and whose eyes."""
        name = row([icon(parts(self.game).art, "brand", 38), text(self.seen.say("game.name"), 28, title=True)], 12)
        left = row([name, text(self.status, 16, "var(--ink-2)", widest=max(120.0, wide - name.width - 260))], 18)
        return spread(left, text(self.eyes, 14, "var(--ink-2)", widest=240, anchor=1), wide)

    @cached_property
    def html(self) -> str:
        """The board as a page, as the browser table shows it: the one thing here that needs the pages."""
        with extra("serve"):
            from chateaux.web.picture import page
        return page(self)

    def _repr_html_(self) -> str:
        """An image, or a frame, so that picture and notebook leave each other's styles and names alone."""
        if parts(self.game).poster is None:
            return (f'<iframe srcdoc="{html.escape(self.html)}" width="{WIDE}" height="{HIGH}" sandbox="" '
                    'style="border:0;max-width:100%"></iframe>')
        data = base64.b64encode(self.svg.encode()).decode()
        return (f'<img src="data:image/svg+xml;base64,{data}" alt="{html.escape(f"{self.title}. {self.told}")}" '
                'style="max-width:100%">')


def framed(head: Block, board: Block) -> Block:
    """Head and board on parchment, with the ornaments of the house."""
    inside = column([head, board], 16)
    wide, high = inside.width + 2 * MARGIN, inside.height + 2 * MARGIN
    line = MARGIN + head.height + 8
    page = (f'<rect width="{wide:g}" height="{high:g}" fill="var(--page)"/>'
            f'<path d="M{MARGIN} {line:g}H{wide - MARGIN:g}" stroke="var(--line-strong)"/>'
            f'<rect x="6.5" y="6.5" width="{wide - 13:g}" height="{high - 13:g}" rx="6" fill="none" '
            'stroke="var(--line)"/>')
    return Block(wide, high, Markup(page) + Markup(f'<g transform="translate({MARGIN} {MARGIN})">'
                                                   f'{escape(inside.drawn)}</g>'))


class Sitter(NamedTuple):
    """Somebody at the table of a picture."""

    kind: str
    name: str
    bot: str = ""


class Company(NamedTuple):
    """Who sits at the table of a picture; a bot is named by its level."""

    id: str
    seats: Sequence[Sitter]

    @classmethod
    def called(cls, names: Sequence[str], players: int) -> Company:
        every = [*names, *[""] * players][:players]
        return cls("", [Sitter("bot" if parted(name)[0] else "person", name) for name in every])


def picture(source: Record | State | Observation, at: int | None = None, seat: int | None = None, language: str = "en",
            theme: str = "light", names: Sequence[str] = ()) -> Picture:
    """The board of a record after so many actions (all of them by default), of a position, or of an observation.

    It is seen through a seat's eyes, or a spectator's. Names are those of the record if they are not given.
    """
    if isinstance(source, Record):
        game, last = source.game, len(source.entries)
        at = last if at is None else at
        if not 0 <= at <= last:
            raise ValueError(f"The game has {last} actions.")
        if seat is not None and not 0 <= seat < source.players:
            raise ValueError(f"There is no seat {seat}: seats are 0 to {source.players - 1}.")
        called = [*names] or listed(source.about.get("names"))
        return Picture(game, source.replay(at).observe(SPECTATOR if seat is None else seat), called, language, theme,
                       source, at)
    if at is not None:
        raise ValueError("Only a record has earlier moments.")
    if isinstance(source, Observation):
        if seat not in (None, source.seat):
            raise ValueError(f"This is what seat {source.seat} sees, not seat {seat}.")
        game, observation = game_named(source.game), source
    else:
        game, observation = source.game, source.observe(SPECTATOR if seat is None else seat)
    return Picture(game, observation, names, language, theme)


def listed(names: object) -> list[str]:
    """The names in a record, as far as they are names."""
    return [name[:LONGEST_NAME] if isinstance(name, str) else "" for name in names] if isinstance(names, list) else []
