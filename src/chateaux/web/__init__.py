"""The web: JSON API, event stream, pages. It knows tables, and games only by the engine's contract."""
