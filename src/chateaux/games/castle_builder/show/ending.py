"""What the end tells: coins and castles side by side, the highest castle, the longest walk, the freest hand."""
from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from chateaux.engine.data import Data
from chateaux.games.castle_builder.schema import View
from chateaux.games.castle_builder.show.drawing import ART, back, coin, lying
from chateaux.look.ending import Ending, Honour, Source, first, scored


def sources(end: Ending) -> list[Source]:
    """Coins decide, then spaces travelled, then floors; the rest is what was built."""
    view: View = end.view
    castles = [player.castle for player in view.players]
    return [scored(end, "coins", "cb-coin-back", "coins"),
            Source("travelled", "cb-baron", [player.travelled for player in view.players]),
            Source("floors", "i-castle", [castle.floors for castle in castles]),
            Source("tiles", "cb-stone-b", [len(castle.tiles) - 1 for castle in castles]),
            Source("windows", "cb-window-a", [castle.windows for castle in castles]),
            Source("roofs", "cb-roof-tower", [castle.roofs for castle in castles]),
            Source("people", "i-people", [castle.people for castle in castles])]


def honours(end: Ending) -> list[Honour]:
    view: View = end.view
    return [Honour("tall", ART.icon("cb-coin-highest_tower", 32), [player.castle.floors for player in view.players]),
            Honour("walk", ART.icon("cb-baron", 24), end.most("walk", "count")),
            Honour("paid", back(), end.tally("pay"))]


def headline(events: Sequence[Data], drawn: bool) -> Data | None:
    built = ("coin", "build_royal", "build_market", "build", "renovate", "take", "steal", "discard", "pay")
    return first(events, *(("market_coin", "gain", "draw", "market_tile", "reshuffle", *built) if drawn else built))


def thumb(event: Data) -> Markup:
    """The coin or the tile; a tile that nobody was shown lies face down."""
    if event.get("coin"):
        return coin(str(event["coin"]))
    return lying(str(event["tile"])) if event.get("tile") else back()
