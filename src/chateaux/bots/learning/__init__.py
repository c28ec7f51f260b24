"""Learning: games are played, the figures of a judgement fitted to them, and both kept with how they came about."""
