"""Château fort: a castle of four walls and a keep, built from cards that rivals burn, curse and lure away."""
