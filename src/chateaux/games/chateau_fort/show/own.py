"""The figures of a box that sentences mention. What the cards do is the rules' own, whatever the box."""
from __future__ import annotations

from typing import Any

from chateaux.look.words import Words


def figures(game: Any) -> dict[str, object]:  # a Fort, which the house's words do not know
    """The figures of a box that sentences mention."""
    box = game.box
    costs: dict[str, object] = {
        f"set_{construction}_{resource}": int(box.costs[number * 3 + which])
        for number, construction in enumerate(("wall", "keep"))
        for which, resource in enumerate(("mason", "stone", "peasant"))}
    return costs | {"set_walls": int(box.walls), "set_keeps": int(box.keeps), "set_wheel": int(box.placements),
                    "set_wall_points": int(box.wall_points), "set_keep_points": int(box.keep_points)}


def told(piece: dict[str, Any], words: Words) -> str | None:
    """None: the house's sentences hold for the cards of every box."""
    return None
