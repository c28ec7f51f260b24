"""The lab: what a second process brings, and whether cost grows with the number of games and with nothing else.

    python -m bench.lab [games]

Two to three minutes. Only a machine that does nothing else tells what a second process brings.
"""
from __future__ import annotations

import os
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path

import chateaux
from chateaux.lab.engines import processes, run
from chateaux.lab.folder import Folder
from chateaux.lab.setting import setting
from chateaux.lab.summary import summarised

GAME = "chateau-combo"
PROBE = 600  # games that tell how many make
LONG = 60  # seconds of one process: enough that starting two does not count
SUMMARISED = 1000  # a summary goes over all games a dozen times, for every family of pieces


def spent() -> float:
    """CPU time of this process and of those it has waited for."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def measured(games: int, jobs: int, bots: str, batch: int) -> tuple[float, float, Folder]:
    """Seconds by the clock and of CPU time for a run, and its folder."""
    asked = setting(chateaux.game(GAME), "2", bots=bots, games=games, batch=batch)
    folder = Folder.begin(Path(tempfile.mkdtemp()) / "run", asked, False)
    clock, cpu = time.perf_counter(), spent()
    run(folder, processes(jobs))
    return time.perf_counter() - clock, spent() - cpu, folder


def main(most: int) -> None:
    way = "compiled" if chateaux.COMPILED else "interpreted"
    load = os.getloadavg()[0]
    print(f"The lab, {GAME}, 2 players, {way}; load of this machine before: {load:.1f} on {os.cpu_count()} cores")
    _, probe, folder = measured(PROBE, 1, "greedy", 50)
    shutil.rmtree(folder.path.parent)
    games = max(PROBE, 100 * round(PROBE * LONG / probe / 100))
    times = {}
    for jobs in (1, 2):
        times[jobs], cpu, folder = measured(games, jobs, "greedy", 50)
        print(f"  {games} games with greedy bots, {jobs} process{'es' if jobs > 1 else ''}: {times[jobs]:.1f} s, "
              f"{cpu:.1f} s of CPU", flush=True)
        shutil.rmtree(folder.path.parent)
    print(f"  two processes are {100 * times[1] / times[2] / 2:.0f} % of twice one (90 % are wanted)", flush=True)
    costs = []
    size = 1000
    while size <= most:
        clock, cpu, folder = measured(size, 1, "random", 500)
        costs.append(cpu / size)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  {size:7d} random games: {1e6 * cpu / size:6.0f} µs of CPU a game, {clock:.1f} s; at most "
              f"{peak:.0f} MiB so far", flush=True)
        if size == SUMMARISED:
            began = spent()
            summarised(folder)
            print(f"          their summary: {1e6 * (spent() - began) / size:6.0f} µs of CPU a game", flush=True)
        shutil.rmtree(folder.path.parent)
        size *= 10
    if len(costs) > 1:
        print(f"  a game of the largest run costs {costs[-1] / costs[0]:.2f} times one of the smallest (linear is 1)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
