"""Jupyter Book, in a process of its own, without what would execute notebooks.

The press has executed them. What MyST-NB imports to do it, down to a database for a cache, takes
longer than to build a page.
"""

from __future__ import annotations

import sys
from types import ModuleType


def leave_out_clients() -> None:
    """Let MyST-NB find nothing in the place of its ways to execute notebooks."""
    for name in ("Cache", "Direct", "Inline"):
        module = ModuleType(f"myst_nb.core.execute.{name.lower()}")
        setattr(module, f"NotebookClient{name}", None)
        sys.modules[module.__name__] = module


def main() -> None:
    """Run Jupyter Book as its command line does."""
    leave_out_clients()
    from jupyter_book.cli.main import main as jupyter_book

    jupyter_book()
