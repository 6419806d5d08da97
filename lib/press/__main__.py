"""The command `parlor`, also `python -m parlor`."""

from __future__ import annotations

import sys

from press.run.isolation import start_again


def main() -> None:
    """Run the command line, or say in one line what is missing where only games are installed."""
    start_again()
    try:
        from press.cli import main as command

        command()
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing.partition(".")[0] == "press":
            raise
        sys.exit(f"parlor: {missing} is missing; the command needs pip install 'parlor[book]'")


if __name__ == "__main__":
    main()
