"""How the house draws and speaks: words, symbols, posters. Below the games, which draw themselves with it.

Knows nothing of tables, servers and pages.
"""
