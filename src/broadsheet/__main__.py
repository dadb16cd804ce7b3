"""``python -m broadsheet`` is ``broadsheet``."""

from broadsheet.cli import main

if __name__ == "__main__":
    main(prog_name="python -m broadsheet")
