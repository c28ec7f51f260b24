"""Figures about a running server for Prometheus, of this process alone; its page is behind the host's token."""
from __future__ import annotations

import os
from typing import Final, final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from chateaux.tables.house import House
from chateaux.tables.sandbox import Sandbox
from chateaux.tables.workers import Workers
from chateaux.web.connections import DOORMAN
from chateaux.web.limits import Limits

FAULT: Final = 500
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # seconds


@final
class Metrics(Collector):
    """What is counted as it happens, and what is looked up when somebody asks."""

    def __init__(self, house: House, workers: Workers, sandbox: Sandbox, limits: Limits) -> None:
        self.house, self.workers, self.sandbox, self.limits = house, workers, sandbox, limits
        self.registry = CollectorRegistry()
        self.answers = Counter("chateaux_answers", "Requests by status", ["status"], registry=self.registry)
        self.moves = Histogram("chateaux_command_seconds", "From a command to its being stored and shown",
                               buckets=BUCKETS, registry=self.registry)
        self.faults = Counter("chateaux_faults", "Our own faults", registry=self.registry)
        Gauge("chateaux_process", "Which process answers", registry=self.registry).set(os.getpid())
        self.registry.register(self)
        house.on_command.append(self.moves.observe)

    def answered(self, status: int) -> None:
        self.answers.labels(str(status)).inc()
        if status == FAULT:
            self.faults.inc()

    def collect(self) -> list[Metric]:
        gauges = {
            "tables": ("Tables in memory", len(self.house.desks)),
            "streams": ("Open streams", sum(desk.watchers for desk in self.house.desks.values())),
            "connections": ("Open connections", DOORMAN.open),
            "files_waiting": ("Records and sets of pieces in line", self.sandbox.line.length),
        }
        for lane, pool in self.workers.lanes.items():
            gauges[f"{lane}_waiting"] = (f"Questions in the line of {lane}", pool.line.length)
            gauges[f"{lane}_idle"] = (f"Processes of the lane of {lane} that have nothing to do", len(pool.idle))
        found: list[Metric] = [GaugeMetricFamily(f"chateaux_{name}", told, value=float(value))
                               for name, (told, value) in gauges.items()]
        refused = CounterMetricFamily("chateaux_refusals", "What was too much, by kind", labels=["kind"])
        for kind, count in {**self.limits.refusals, "connections": DOORMAN.turned_away}.items():
            refused.add_metric([kind], float(count))
        return [*found, refused]

    def text(self) -> bytes:
        return generate_latest(self.registry)
