"""Search iterations a second, compiled against interpreted: `python -m bench.search`."""
from __future__ import annotations

import os
import subprocess
import sys
import time

SECONDS = 1.5


def measure() -> None:
    """Print, for each game, the iterations a second from the first decision of a game for two."""
    import chateaux
    from chateaux.bots import Budget
    from chateaux.bots.searcher import SearchBot

    for id, game in sorted(chateaux.games().items()):
        state = game.new(2, 1)
        seen = state.observe(state.to_act[0])
        thinker = SearchBot()
        thinker.search(seen, Budget(iterations=2))
        done, started = 0, time.perf_counter()
        while time.perf_counter() - started < SECONDS:
            done += thinker.search(seen, Budget(iterations=50)).iterations
        print(id, done / (time.perf_counter() - started))


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


if __name__ == "__main__":
    main()
