"""A game's written figures with some of them changed, as a file for `figures=FILE` of a bot: `python -m bench.figures`.

    python -m bench.figures chateau-fort pace=0 --into build/blind.json
    python -m bench.match chateau-fort search:iterations=2000 greedy:figures=build/blind.json --option mode=timed

That one expects nothing of the turns to come, so it never builds the keep before the walls: the greedy player of timed
Château fort as it was before anybody had told it that a keep is worth four walls at twice the price of one.
"""
from __future__ import annotations

import argparse
import json
from pathlib import Path

import chateaux
from chateaux.engine.judgement import WRITTEN, judgement_of, terms_of


def changed(game: chateaux.Game, changes: dict[str, float]) -> dict[str, object]:
    """What a file of figures holds."""
    judgement = judgement_of(game, WRITTEN)
    figures = {name: float(getattr(judgement, name)) for name in judgement.figures()}
    for name in changes:
        if name not in figures:
            raise SystemExit(f"{game.id} has no figure {name!r}; it has {', '.join(figures)}.")
    return {"game": game.id, "rules_version": game.rules_version, "terms": terms_of(judgement),
            "figures": {**figures, **changes}, "made": {"changed": sorted(changes)}}


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("changes", nargs="+", metavar="figure=number")
    ask.add_argument("--into", type=Path, required=True)
    said = ask.parse_args()
    changes = {name: float(number) for name, _, number in (change.partition("=") for change in said.changes)}
    said.into.parent.mkdir(parents=True, exist_ok=True)
    said.into.write_text(json.dumps(changed(chateaux.game(said.game), changes), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
