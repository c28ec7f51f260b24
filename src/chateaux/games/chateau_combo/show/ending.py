"""What the end tells: the points by what they are given for, the best card, the biggest spender, the keeper of keys."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from chateaux.engine.data import Data
from chateaux.games.chateau_combo.show.drawing import ART, mini
from chateaux.look.ending import Ending, Honour, Source, figure, first, scored

SCORED: Final = (
    ("shields", "cc-s-any", ("per_shield", "per_shield_type_present", "per_shield_type_missing", "if_shield_missing",
                             "per_shield_set", "per_identical_shields", "per_card_with_shield_number")),
    ("purses", "cc-purse", ("purse", "per_gold_in_all_purses")),
    ("places", "cc-banner-castle", ("per_banner", "per_banner_set")),
    ("costs", "cc-gold", ("per_card_with_cost", "per_card_with_discount")),
    ("square", "cc-a-grid", ("if_position", "if_any_face_down_card")),
    ("keys", "cc-key", ("per_key", "keys")))


def sources(end: Ending) -> list[Source]:
    return [scored(end, id, mark, *kinds) for id, mark, kinds in SCORED]


def honours(end: Ending) -> list[Honour]:
    best = [max(((figure(line, "points"), str(line["card"])) for line in lines if "card" in line), default=(0, ""))
            for lines in end.breakdown]
    card = max(best)[1]
    return [Honour("card", mini(card), [points for points, _ in best], card),
            Honour("spent", ART.icon("cc-gold", 26), end.tally("buy", field="count")),
            Honour("keys", ART.icon("cc-key", 26), [player.keys for player in end.view.players])]


def headline(events: Sequence[Data], drawn: bool) -> Data | None:
    return first(events, *(("reveal", "key_refresh", "buy", "hide") if drawn else ("buy", "hide", "key_refresh",
                                                                                  "key_move")))


def thumb(event: Data) -> Markup:
    """The card, the newest where several lie open."""
    cards = event.get("cards")
    named = cards[-1] if isinstance(cards, list) and cards else event.get("card")
    return mini(str(named)) if named else ART.icon("cc-key", 30)
