"""The command line, also as `python -m press`."""

from __future__ import annotations

import re
import sys
from importlib import metadata


def main() -> None:
    """Run the command, if what it needs is installed: a notebook's cells need less."""
    if lacking := missing("book"):
        wheel = f"parlor_press-{metadata.version('parlor-press')}-py3-none-any.whl"
        why = f"{lacking[0]} is missing: the command needs the extra `book`"
        print(f"press: {why}; pip install '{wheel}[book]'", file=sys.stderr)
        sys.exit(2)
    from .cli import main

    main()


def missing(extra: str) -> list[str]:
    """Return the distributions that an extra of the press asks for, and that are not installed."""
    requirements = metadata.requires("parlor-press") or ()
    named = [text for text in requirements if f"extra == '{extra}'" in text]
    names = [re.split(r"[^\w.-]", text, maxsplit=1)[0] for text in named]
    return [name for name in names if not any(metadata.distributions(name=name))]


if __name__ == "__main__":
    main()
