"""The command line, also as `python -m press`."""

from __future__ import annotations

from .cli import main

if __name__ == "__main__":
    main()
