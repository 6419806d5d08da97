"""Where files are: those that come with the library, and those that it may keep for itself."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """Return the checkout of the book that this library belongs to; None if it was installed."""
    root = _PACKAGE.parents[1]
    return root if (root / "_toc.yml").is_file() else None


def data_file(name: str) -> Path:
    """Return a file of ``data/games``, which a wheel brings along as ``parlor/data``.

    Parameters
    ----------
    name : str
        The file's name, written out: it is part of the name of what is computed from it.

    Returns
    -------
    Path
        Where it is.
    """
    root = checkout()
    return (root / "data" / "games" if root else _PACKAGE / "data") / name


def keep_folder(kind: str) -> Path:
    """Return where the library may keep what is expensive to make again, such as compiled code.

    ``_build/<kind>`` in a checkout, else a folder of the user's caches.
    """
    root = checkout()
    if root:
        return root / "_build" / kind
    if sys.platform == "win32":
        caches = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        caches = "~/Library/Caches"
    else:
        caches = os.environ.get("XDG_CACHE_HOME", "")
    return Path(caches or "~/.cache").expanduser() / "parlor" / kind
