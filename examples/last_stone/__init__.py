"""Last Stone: a fifth game, in a package of its own, as small as a game can be."""
