"""The page of a picture: the board as the browser table shows it, in one file that needs nothing else."""
from __future__ import annotations

from markupsafe import Markup

from chateaux.engine.record import Record
from chateaux.look.parts import parts
from chateaux.pictures import Picture
from chateaux.tables.replay import Replay, info_of, seen
from chateaux.web import render
from chateaux.web.files import files
from chateaux.web.outside import shown


def page(picture: Picture) -> str:
    """The whole page."""
    game, language, observation = picture.game, picture.language, picture.observation
    record = Record(game, observation.players, observation.options, about={"names": list(picture.names)})
    if picture.record is not None:
        source = picture.record
        record = Record(game, source.players, source.options, source.seed, source.seal, source.entries, record.about)
        body = shown(Replay(record, info_of(record), finished=True), picture.at, picture.seat, language, whole=False,
                     file=True)
    else:
        world = game.worlds(observation).sample(0)
        body = render.body(seen(world, info_of(record), 0, picture.seat), language, game, [], "replay_body.html",
                            last=0, at=0, told="", replaying=True, whole=False, file=True, choose=False)
    names = ["tokens.css", "look.css", "table.css", "replay.css", *([style] if (style := parts(game).style) else [])]
    context = render.helpers(game, language) | {
        "theme": picture.theme, "body": Markup(body), "sprite": render.furniture(game, language),
        "style": Markup("\n".join(files()[name].decode() for name in names))}
    return render.ENVIRONMENT.get_template("picture.html").render(context)
