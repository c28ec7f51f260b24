"""One folder a game: everything about a game is in its folder, and the registry finds it by looking."""
