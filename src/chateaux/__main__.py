"""`chateaux …` and `python -m chateaux`: the command line, or the sentence that says what it lacks."""
import sys

from chateaux.extras import Missing, extra


def main() -> None:
    try:
        with extra("terminal"):
            from chateaux.cli import app
    except Missing as missing:
        sys.exit(str(missing))
    app()


if __name__ == "__main__":
    main()
