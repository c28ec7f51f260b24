"""What is printed on a card, in words: sentences made from its data in any language that has the building blocks.

The blocks are clauses in `locale`; a clause begins small and has no full stop, so it can stand in another one.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

Say = Callable[..., str]  # `Words.say`: a key and the parts of the clause
Printed = Mapping[str, Any]  # JSON of `pieces.json`, checked by `pieces.read`

COUNTED: Final = {  # kinds of scoring that are "points for each ...", by what they count
    "per_shield": "shield",
    "per_shield_type_present": "shield_types_present",
    "per_shield_type_missing": "shield_types_missing",
    "per_banner": "banner",
    "per_card_with_shield_number": "cards_with_shield_number",
    "per_card_with_cost": "cards_with_cost",
    "per_card_with_discount": "cards_with_discount",
    "per_key": "keys",
    "per_gold_in_all_purses": "gold_in_all_purses",
}


def describe(card: Printed, say: Say) -> dict[str, Any]:
    """The `effect` and the `scoring` of a card as sentences, and its `parts` one by one, for a choice between them.

    >>> import chateaux
    >>> from chateaux.look.words import Words
    >>> game = chateaux.game("chateau-combo")
    >>> judge = next(card for card in game.pieces["cards"] if card["id"] == "judge")
    >>> describe(judge, Words("en", game).say)["effect"]
    'Gain 2 keys.'
    """
    parts = [effect(part, say) for part in card["effect"]["parts"]]
    if card["effect"]["mode"] == "choose_one":
        whole = sentence(say("effect.choose_one", first=parts[0], second=parts[1]))
    else:
        whole = " ".join(map(sentence, parts))
    return {"effect": whole, "parts": [sentence(part) for part in parts], "scoring": sentence(scoring(card, say))}


def sentence(clause: str) -> str:
    return clause[:1].upper() + clause[1:] + "."


def effect(part: Printed, say: Say) -> str:
    """One part of an effect as a clause."""
    kind = part["kind"]
    if kind == "gain":
        gain = say(f"amount.{part['resource']}", count=part["amount"])
        per = part.get("per")
        if per is None:
            return say(f"effect.gain.{part['who']}", gain=gain)
        return say("effect.gain.self.per", gain=gain, what=counted(per["count"], per, per["of"], say))
    if kind == "deposit_on_each_purse":
        return say("effect.deposit_on_each_purse", gain=say("amount.gold", count=part["gold"]))
    if kind == "fill_purses":
        return say("effect.fill_purses", count=part["cards"])
    if kind == "discard_row_card":
        return say(f"effect.discard_row_card.{part['resource']}", place=say(f"place.{part['row']}.of"))
    return say("effect.discount", places=[say(f"place.{place}.of") for place in part["places"]],
               gain=say("amount.gold", count=part["amount"]))


def counted(kind: str, data: Printed, where: str, say: Say) -> str:
    """What stands after "for each"."""
    parts: dict[str, object] = {"where": say(f"where.{where}")}
    if "shield" in data:
        parts["shield"] = say(f"shield.{data['shield']}.symbol")
    if "place" in data:
        parts["card"] = say(f"place.{data['place']}.card")
    if "number" in data:
        parts["count"] = data["number"]
    if "cost" in data:
        parts["cost"] = data["cost"]
    return say(f"count.{kind}" + ("_or_more" if data.get("or_more") else ""), **parts)


def scoring(card: Printed, say: Say) -> str:
    """What a card scores as a clause."""
    data = card["scoring"]
    kind = data["kind"]
    points = say("amount.point", count=data["points"])
    if kind in COUNTED:
        return say("scoring.per", points=points, what=counted(COUNTED[kind], data, data.get("area", "grid"), say))
    parts: dict[str, object] = {"points": points}
    if kind == "per_shield_set":
        parts["set"] = [say(f"shield.{shield}") for shield in data["set"]]
    elif kind == "per_banner_set":
        parts["set"] = [say(f"place.{place}.cards", count=number) for place, number in Counter(data["set"]).items()]
    elif kind == "if_shield_missing":
        parts["shield"] = say(f"shield.{data['shield']}.symbol")
    elif kind == "if_position":
        parts["region"] = say(f"region.{data['region']}")
    elif kind == "purse":
        parts["capacity"] = data["capacity"]
    elif kind == "per_identical_shields":
        parts["size"] = data["size"]
    return say(f"scoring.{kind}", **parts)
