"""What a set of pieces says of itself in words: its figures, for the house's sentences, and what each tile does.

A tile of somebody's own set is told of from what is printed on it, in the sentences that the house has for its own.
"""
from __future__ import annotations

from typing import Any

from chateaux.look.words import Words

LEFT, RIGHT, BOTH = ["stone", "sky"], ["sky", "stone"], ["stone", "stone"]


def figures(game: Any) -> dict[str, object]:  # a CastleBuilder, which the house's words do not know
    """The figures of a set that sentences mention."""
    box = game.box
    return {"set_goal": int(box.goal), "set_sky_high": int(box.sky_high_goal), "set_limit": int(box.holder_limit),
            "set_renovation": int(box.renovation_discards), "set_rounds": int(box.stalemate_rounds),
            "set_gate": int(box.top[box.gate])}


def told(piece: dict[str, Any], words: Words) -> str | None:
    """What is printed on a tile, in words; None for a coin, whose effect is the rules' own."""
    if "bottom_pattern" not in piece:
        return None
    stands, carries = piece["bottom_pattern"], piece["top_pattern"]
    if piece["id"] == "gate":
        said = [words.say("tile.gate", count=piece["top"])]
    elif stands == BOTH:
        said = [words.say("tile.any") if piece["tick"] else words.say("tile.sum", count=piece["bottom"])]
    else:
        side = "left" if stands == RIGHT else "right"
        said = [words.say(f"tile.{side}_free" + ("" if piece["tick"] else "_sum"), count=piece["bottom"])]
    if piece.get("no_new_floor"):
        said.append(words.say("tile.no_new_floor"))
    if carries in (BOTH, stands) and piece["top"] is not None:
        said.append(words.say("tile.counts", count=piece["top"]))
    elif carries in (LEFT, RIGHT):
        said.append(words.say("tile.left_half" if carries == LEFT else "tile.right_half", count=piece["top"]))
    else:
        said.append(words.say("tile.closed"))
    said += [words.say(f"tile.{icon}", count=piece[icon]) for icon in ("rubies", "windows", "people", "roofs")
             if piece.get(icon)]
    return " ".join(said)
