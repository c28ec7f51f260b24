"""A referee of our own for each game: its law told a second time, from the rulebook and the rulings, not the code.

They are slow and plain on purpose, and share no line with the engine: they read positions as data, name actions in
notation, and take from the events only what chance gave.
"""
