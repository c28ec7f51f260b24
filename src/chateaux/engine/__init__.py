"""What every game shares: positions, chance, records, the registry. Knows no game."""
