"""Puzzles: decisions of real games in which one thing is clearly best. `puzzles(game)` are those that are shipped."""
from chateaux.puzzles.puzzle import LEVELS, Depth, Puzzle, puzzles

__all__ = ["LEVELS", "Depth", "Puzzle", "puzzles"]
