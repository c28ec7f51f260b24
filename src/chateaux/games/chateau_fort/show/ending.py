"""What the end tells: what was built and fought, who was fiercest, whose walls were firmest, who gave the most."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from chateaux.engine.data import Data
from chateaux.games.chateau_fort.schema import View
from chateaux.games.chateau_fort.show.drawing import ART, back, shown
from chateaux.look.ending import Ending, Honour, Source, first, scored

ROLLED: Final = ("famine", "weather", "plague", "alms", "reform", "feast")


def lost(end: Ending) -> list[int]:
    """The cards that attacks and events have cost everybody."""
    taken = end.tally("plague_takes", "alms_given", "fire", field="count", whose="target_seat")
    return [more + less for more, less in zip(taken, end.tally("witch", "gold", whose="target_seat"), strict=True)]


def sources(end: Ending) -> list[Source]:
    """Against the clock the points; in a classic game, which knows none, what stands, and what happened on the way."""
    view: View = end.view
    if view.clock is not None:
        return [scored(end, "walls", "cf-pawn-wall", "walls"), scored(end, "keeps", "cf-pawn-keep", "keeps")]
    stand = [Source("walls", "cf-pawn-wall", [player.castle.walls for player in view.players]),
             Source("keeps", "cf-pawn-keep", [player.castle.keeps for player in view.players])]
    if end.events is None:
        return stand
    return [*stand, Source("placed", "cf-i-stone", end.tally("place")),
            Source("attacks", "cf-i-fire", end.tally("attack", "curse")),
            Source("blocks", "cf-i-guards", end.tally("block")), Source("lost", "cf-i-witch", lost(end))]


def honours(end: Ending) -> list[Honour]:
    return [Honour("fierce", ART.icon("cf-i-fire", 30), end.tally("attack", "curse")),
            Honour("firm", ART.icon("cf-i-guards", 30), end.tally("block")),
            Honour("robbed", ART.icon("cf-i-gold", 30), lost(end))]


def headline(events: Sequence[Data], drawn: bool) -> Data | None:
    told = ("build_keep", "build_wall", "block", "curse", "attack", "wheel", "place", "discard")
    return first(events, *((*ROLLED, "fire", "fire_spares", "witch", "witch_fails", "draw") if drawn else told))


def thumb(event: Data) -> Markup:
    """The event of the round, or the card."""
    kind = str(event["kind"])
    if kind in ROLLED:
        return ART.icon(f"cf-e-{kind}", 42)
    if kind in ("build_keep", "build_wall"):
        return ART.icon("cf-pawn-keep" if kind == "build_keep" else "cf-pawn-wall", 40)
    cards = event.get("cards")
    named = event.get("card") or (cards[0] if isinstance(cards, list) and cards else "")
    return shown(str(named)) if named else back()
