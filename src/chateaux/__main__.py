"""`chateaux …` and `python -m chateaux`: the command line, or the sentence that says what it lacks."""
import sys
from typing import Final

from chateaux.extras import Missing, extra

# The extra that brings all that a command needs; the others need no more than a terminal.
NEEDS: Final = {"play": "serve", "serve": "serve", "host": "serve", "picture": "picture", "lab": "lab", "train": "rl"}


def main() -> None:
    try:
        with extra(NEEDS.get(sys.argv[1] if len(sys.argv) > 1 else "", "terminal")):
            from chateaux.cli import app
    except Missing as missing:
        sys.exit(str(missing))
    app()


if __name__ == "__main__":
    main()
