"""Engines: batches played here, in processes of this machine, or by a Ray cluster. Which one makes no difference to
what comes out; this process alone writes, so a batch that is played twice is kept once.
"""
from __future__ import annotations

import itertools
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Final

import msgspec

from chateaux.extras import Missing, extra
from chateaux.lab.folder import Files, Folder, played
from chateaux.lab.setting import Batch, Refused, Setting

PATIENCE: Final = 5.0  # seconds
Finished = Iterator[tuple[Batch, Files]]
Engine = Callable[[Setting, Iterable[Batch]], Finished]


def run(folder: Folder, engine: Engine, told: Callable[[Batch], None] = lambda batch: None) -> None:
    """Play what is missing in a folder."""
    for batch, files in engine(folder.setting, folder.missing):
        folder.keep(batch, files)
        told(batch)


def here(setting: Setting, batches: Iterable[Batch]) -> Finished:
    """One batch after the other, in this process."""
    data = msgspec.json.encode(setting)
    for batch in batches:
        yield batch, played(data, batch)


def processes(jobs: int) -> Engine:
    """So many processes; a few batches wait for each, never all."""

    def engine(setting: Setting, batches: Iterable[Batch]) -> Finished:
        data, rest = msgspec.json.encode(setting), iter(batches)
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            waiting: dict[Future[Files], Batch] = {}
            try:
                while True:
                    for batch in itertools.islice(rest, 2 * jobs - len(waiting)):
                        waiting[pool.submit(played, data, batch)] = batch
                    if not waiting:
                        return
                    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                        yield waiting.pop(future), future.result()
            except BrokenProcessPool:
                raise Refused("process_died") from None
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    return engine if jobs > 1 else here


def on_ray(address: str = "") -> Engine:
    """A Ray cluster, or a Ray of this machine where none is named. Ray plays a batch again whose node has died."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that the lab is used
    try:
        with extra("lab"):
            import ray
    except Missing:
        raise Refused("no_ray") from None

    def engine(setting: Setting, batches: Iterable[Batch]) -> Finished:
        mine = not ray.is_initialized()
        if mine:
            knock(address)
            try:
                ray.init(address=address or "local", logging_level="ERROR", log_to_driver=False,
                         **({} if address else {"include_dashboard": False}))
            except Exception as error:  # whatever a cluster that cannot be reached makes Ray raise
                raise Refused("ray_away", address=address, why=f"{type(error).__name__}: {error}"[:200]) from None
        try:
            yield from spread(ray, setting, batches)
        finally:
            if mine:
                ray.shutdown()

    return engine


def knock(address: str) -> None:
    """Ray asks a cluster that is not there for minutes; whoever listens nowhere is told at once."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), timeout=PATIENCE).close()
        except OSError as error:
            raise Refused("ray_away", address=address, why=str(error)) from None


def spread(ray: Any, setting: Setting, batches: Iterable[Batch]) -> Finished:  # Ray is typed only in part
    """Batches as tasks of a cluster, two for each processor at a time."""
    task = ray.remote(num_cpus=1, max_retries=-1)(played)
    data, rest = ray.put(msgspec.json.encode(setting)), iter(batches)
    waiting: dict[Any, Batch] = {}
    while True:
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        for batch in itertools.islice(rest, max(0, most - len(waiting))):
            waiting[task.remote(data, tuple(batch))] = batch
        if not waiting:
            return
        done, _ = ray.wait(list(waiting), num_returns=1)
        for one in done:
            yield waiting.pop(one), ray.get(one)
