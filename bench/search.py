"""Search iterations a second, compiled against interpreted, and where their time goes: `python -m bench.search`."""
from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chateaux
    from chateaux.engine.chance import Chance
    from chateaux.engine.judgement import Judgement

SECONDS = 1.5


def measure() -> None:
    """Print, for each game, the iterations a second from the first decision of a game for two."""
    import chateaux
    from chateaux.bots import Budget
    from chateaux.bots.thinkers import SearchBot

    for id, game in sorted(chateaux.games().items()):
        state = game.new(2, 1)
        seen = state.observe(state.to_act[0])
        thinker = SearchBot()
        thinker.search(seen, Budget(iterations=2))
        done, started = 0, time.perf_counter()
        while time.perf_counter() - started < SECONDS:
            done += thinker.search(seen, Budget(iterations=50)).iterations
        print(id, done / (time.perf_counter() - started))


def shares() -> None:
    """Print, for each game, what a world, the ratings, a rollout and a leaf cost beside a whole iteration."""
    import chateaux
    from chateaux.bots import Budget
    from chateaux.bots.thinkers import SearchBot
    from chateaux.engine.chance import Chance
    from chateaux.engine.judgement import judgement_of
    from chateaux.engine.playout import play_on

    print(f"{'microseconds':20} {'iteration':>10} {'world':>8} {'ratings':>8} {'rollout':>8} {'leaf':>8}")
    for id, game in sorted(chateaux.games().items()):
        state, judgement, chance = game.new(2, 1), judgement_of(game), Chance.stream(1)
        seat = state.to_act[0]
        seen, actions = state.observe(seat), state.legal(seat)
        template, thinker = game.worlds(seen).template, SearchBot()
        outlook = thinker.outlook_for(seen, judgement)
        horizon = 2 * int(judgement.horizon if outlook is None else outlook.horizon)

        def dealt(template: chateaux.State = template, seat: int = seat, chance: Chance = chance) -> chateaux.State:
            world = template.clone()
            world.chance = chance
            world.redeal(seat, chance)
            return world

        world = dealt()

        def rolled(dealt: Callable[[], chateaux.State] = dealt, judgement: Judgement = judgement,
                   chance: Chance = chance, horizon: int = horizon) -> None:
            play_on(dealt(), judgement, chance, horizon)

        cost = [microseconds(partial(thinker.search, seen, Budget(iterations=200)), 3) / 200, microseconds(dealt, 300),
                microseconds(partial(judgement.rate, world, seat, actions), 300), 0.0,
                microseconds(partial(judgement.chances, world) if outlook is None else
                             partial(outlook.chances, world, seat, judgement), 300)]
        cost[3] = microseconds(rolled, 100) - cost[1]
        print(f"{id:20} {cost[0]:10.1f} " + " ".join(f"{each:8.1f}" for each in cost[1:]))


def microseconds(done: Callable[[], object], times: int) -> float:
    """What something costs on the mean, of the processor's time."""
    started = time.process_time()
    for _ in range(times):
        done()
    return 1e6 * (time.process_time() - started) / times


def measured(pure: bool) -> dict[str, float]:
    """The same in a process of its own."""
    environment = {**os.environ, "CHATEAUX_PURE": "1" if pure else ""}
    ran = subprocess.run([sys.executable, "-m", "bench.search", "here"], env=environment, capture_output=True,
                         text=True, check=True)
    return {line.split()[0]: float(line.split()[1]) for line in ran.stdout.splitlines()}


def main() -> None:
    if sys.argv[1:] == ["here"]:
        measure()
        return
    compiled, interpreted = measured(False), measured(True)
    print(f"{'search':20} {'compiled/s':>12} {'interpreted/s':>14} {'ratio':>7}")
    for id, speed in compiled.items():
        print(f"{id:20} {speed:12,.0f} {interpreted[id]:14,.0f} {speed / interpreted[id]:6.1f}×")
    shares()


if __name__ == "__main__":
    main()
