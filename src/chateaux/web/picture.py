"""A board as a picture: one page that needs nothing else, for a file or a notebook."""
from __future__ import annotations

import html
from typing import final

from markupsafe import Markup

from chateaux.engine.record import Record
from chateaux.tables.replay import Replay, info_of
from chateaux.web import showing
from chateaux.web.files import files
from chateaux.web.replays import shown
from chateaux.web.rooms import room

WIDE, HIGH = 1100, 760  # of the frame in a notebook


@final
class Picture:
    """A position as a page of its own: `html` for a file; a notebook shows it by itself.

    >>> import chateaux
    >>> record = chateaux.Record(chateaux.game("chateau-combo"), players=2, seed=3)
    >>> picture(record).html.startswith("<!doctype html>")
    True
    """

    def __init__(self, text: str) -> None:
        self.html: str = text

    def _repr_html_(self) -> str:
        """In a frame, so that styles of page and notebook leave each other alone."""
        return (f'<iframe srcdoc="{html.escape(self.html)}" width="{WIDE}" height="{HIGH}" sandbox="" '
                'style="border:0;max-width:100%"></iframe>')


def picture(record: Record, at: int | None = None, seat: int | None = None, language: str = "en",
            theme: str = "light") -> Picture:
    """The board of a record after so many actions (all of them by default), through a seat's eyes."""
    replay = Replay(record, info_of(record), finished=True)
    game, step = record.game, replay.last if at is None else at
    body = shown(replay, step, seat, language, whole=False, file=True)
    styles = [files()["tokens.css"], files()["look.css"], files()["replay.css"]]
    own = room(game).style
    styles += [files()[own]] if own else []
    context = showing.helpers(game, language) | {
        "theme": theme, "body": Markup(body), "sprite": showing.furniture(game, language),
        "style": Markup("\n".join(style.decode() for style in styles))}
    return Picture(showing.ENVIRONMENT.get_template("picture.html").render(context))
