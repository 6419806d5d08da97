"""The command line, also as `python -m press`."""

from __future__ import annotations

import sys
from importlib import metadata


def main() -> None:
    """Run the command, if what it needs is installed: a notebook's cells need less."""
    try:
        from .cli import main
    except ModuleNotFoundError as error:
        wheel = f"parlor_press-{metadata.version('parlor-press')}-py3-none-any.whl"
        why = f"{error.name} is missing: the command needs the extra `book`"
        print(f"press: {why}; pip install '{wheel}[book]'", file=sys.stderr)
        sys.exit(2)
    main()


if __name__ == "__main__":
    main()
