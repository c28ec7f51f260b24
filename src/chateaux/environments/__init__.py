"""The games for those who train agents: batches, and the environments of PettingZoo, Gymnasium and OpenSpiel.

`Batch` needs nothing but the engine; each of the others is a module of its own that needs its framework
(`pip install 'chateaux[rl]'`).
"""
from chateaux.environments.batch import Batch as Batch
