"""What a set of pieces says of itself in words: its figures, for the house's sentences, and what each guest does."""
from __future__ import annotations

from typing import Any

from chateaux.look.words import Words

RESOURCES = ("wood", "stone", "gold", "food")


def figures(game: Any) -> dict[str, object]:  # an OnceUponACastle, which the house's words do not know
    """The figures of a set that sentences mention."""
    version = game.box.versions[0]
    sheet = version.sheet
    return {"set_residents": int(version.drawn), "set_towers": int(sheet.towers), "set_walls": int(sheet.walls),
            "set_elements": int(sheet.elements)}


def told(piece: dict[str, Any], words: Words) -> str | None:
    """What a guest does, from its code; None for one of the green version, who has points and nothing else."""
    if piece.get("type") is None:
        return None
    code: dict[str, Any] = piece.get("code") or {}
    on, instead = code.get("on"), code.get("instead") or {}
    said = []
    if code.get("place_any"):
        said.append(words.say("guest.place_any", count=code["place_any"]))
    said += [words.say("guest.tokens", count=code[face], resource=face) for face in RESOURCES if code.get(face)]
    if code.get("residents"):
        said.append(words.say("guest.residents", count=code["residents"]))
    if code.get("roll_one_take_twice"):
        said.append(words.say("guest.twice"))
    if code.get("move_tokens"):
        said.append(words.say("guest.move", count=code["move_tokens"]))
    if "cloud_points" in instead:
        said.append(words.say("guest.cloud", count=instead["cloud_points"]))
    if "flag_points" in instead:
        said.append(words.say("guest.flag", count=instead["flag_points"], resource=on))
    if "place_any" in instead:
        said.append(words.say("guest.anywhere"))
    if code.get("also"):
        said.append(words.say("guest.also", count=code["also"]["residents"], resource=on))
    if code.get("protect"):
        said.append(words.say("guest.protect"))
    if code.get("interchange"):
        one, other = code["interchange"]
        said.append(words.say("guest.interchange", resource=one, other=other))
    if code.get("points_per"):
        said.append(words.say(f"guest.per.{code['points_per']}"))
    points = piece.get("points") or 0
    if points != (0 if code.get("points_per") else 1) or not said:
        said.append(words.say("guest.worth", count=points))
    return " ".join(said)
