"""What the end tells: the points of the banner, the finest tower, the fullest castle, the happiest dice."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from chateaux.engine.data import Data
from chateaux.games.once_upon_a_castle.schema import View
from chateaux.games.once_upon_a_castle.show.drawing import ART
from chateaux.look.ending import Ending, Honour, Source, first, scored

SCORED: Final = (("towers", "ou-r-tower", ("towers",)), ("residents", "ou-residents", ("residents",)),
                 ("flags", "ou-r-flag", ("flags",)), ("guests", "ou-t-crown", ("guest",)),
                 ("sky", "ou-sun", ("sun", "cloud", "clouds")))
SIGNS: Final = {"tower": "ou-r-tower", "wall": "ou-r-wall", "floor": "ou-r-donjon_floor", "residents": "ou-residents",
                "steal": "ou-t-crown", "sun": "ou-sun"}


def sources(end: Ending) -> list[Source]:
    return [scored(end, id, mark, *kinds) for id, mark, kinds in SCORED]


def honours(end: Ending) -> list[Honour]:
    view: View = end.view
    wild = [0] * end.players
    for event in end.events or ():
        dice, seat = event.get("dice"), event["seat"]
        if isinstance(dice, list) and isinstance(seat, int):
            wild[seat] += dice.count("wild")
    return [Honour("tower", ART.icon("ou-r-tower", 30), end.most("tower", "points")),
            Honour("crowd", ART.icon("ou-residents", 32), [player.residents.drawn for player in view.players]),
            Honour("wild", ART.icon("ou-die-wild", 32), wild)]


def headline(events: Sequence[Data], drawn: bool) -> Data | None:
    built = ("floor", "steal", "tower", "wall", "flag", "clear", "residents", "token", "sun", "cloud", "final_step")
    return first(events, *(("roll", "roll_one", "gate") if drawn else built))


def thumb(event: Data) -> Markup:
    """The die that was rolled last, the token, or what was drawn."""
    dice, die = event.get("dice"), event.get("die")
    if isinstance(dice, list) and dice:
        die = dice[-1]
    if die:
        return ART.icon(f"ou-die-{die}", 40)
    named = f"ou-{event['resource']}" if "resource" in event else SIGNS.get(str(event["kind"]), "ou-r-flag")
    return ART.icon(named, 40)
