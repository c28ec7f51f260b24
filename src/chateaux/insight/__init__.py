"""Insight: finished games understood. `analyse(record)` is all of it, `analysing(record)` the same as it is found."""
from chateaux.insight.analysis import Analysis, Care, Decision, Player, Step, analyse, analysing

__all__ = ["Analysis", "Care", "Decision", "Player", "Step", "analyse", "analysing"]
