"""`python -m chateaux`."""
from chateaux.cli import main

main()
