"""People and bots around one game: seats, log, undo, clocks, chat, storage, bot workers.

Knows games only by the engine's contract and bots only by their registry; knows nothing of pages.
"""
