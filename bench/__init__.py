"""Speed, printed as ratios taken in one run."""
