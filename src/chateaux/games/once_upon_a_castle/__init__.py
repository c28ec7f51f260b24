"""Once Upon a Castle (Oh mon château): dice, a board of resources, and a castle that is drawn piece by piece."""
