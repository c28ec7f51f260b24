"""A board as a picture: one page that needs nothing else, for a file or a notebook."""
from __future__ import annotations

import html
from typing import final

from markupsafe import Markup

from chateaux.engine.game import State
from chateaux.engine.record import Record
from chateaux.tables.replay import Replay, info_of, seen
from chateaux.web import showing
from chateaux.web.files import files
from chateaux.web.replays import shown
from chateaux.web.rooms import room

WIDE, HIGH = 1100, 760  # of the frame in a notebook


@final
class Picture:
    """A position as a page of its own: `html` for a file; a notebook shows it by itself.

    >>> import chateaux
    >>> state = chateaux.game("chateau-combo").new(players=2, seed=3)
    >>> picture(state, seat=0).html.startswith("<!doctype html>")
    True
    """

    def __init__(self, text: str) -> None:
        self.html: str = text

    def _repr_html_(self) -> str:
        """In a frame, so that styles of page and notebook leave each other alone."""
        return (f'<iframe srcdoc="{html.escape(self.html)}" width="{WIDE}" height="{HIGH}" sandbox="" '
                'style="border:0;max-width:100%"></iframe>')


def picture(source: Record | State, at: int | None = None, seat: int | None = None, language: str = "en",
            theme: str = "light") -> Picture:
    """The board of a record after so many actions (all of them by default), or of a position, through a seat's eyes."""
    game = source.game
    if isinstance(source, Record):
        replay = Replay(source, info_of(source), finished=True)
        body = shown(replay, replay.last if at is None else at, seat, language, whole=False, file=True)
    else:
        about = info_of(Record(game, int(source.players), source.options))
        body = showing.body(seen(source, about, 0, seat), language, [], game, "replay_body.html", last=0, at=0, told="",
                            replaying=True, whole=False, file=True, choose=False)
    names = ["tokens.css", "look.css", "replay.css", *([style] if (style := room(game).style) else [])]
    context = showing.helpers(game, language) | {
        "theme": theme, "body": Markup(body), "sprite": showing.furniture(game, language),
        "style": Markup("\n".join(files()[name].decode() for name in names))}
    return Picture(showing.ENVIRONMENT.get_template("picture.html").render(context))
