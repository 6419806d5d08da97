"""What a finished folder holds: written when it is made, and checked before it is believed.

A run, the book and a folder delivered by ``--out`` each carry a ``manifest.json`` with the SHA-256
of every file. A folder in which a file is missing, cut off, changed or added is not whole, nor is
one with another name's manifest: whoever finds it makes it again.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

MANIFEST = "manifest.json"


def write_manifest(folder: Path, key: str, **about: Any) -> None:
    """Write what `folder` holds into its manifest.

    Parameters
    ----------
    folder : Path
        A complete folder of plain files.
    key : str
        The name of what it was made from.
    **about : object
        More to keep with it, such as totals; fit for JSON.
    """
    text = json.dumps({"key": key, **about, "files": _sums(folder)}, indent=1)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")


def read_manifest(folder: Path, key: str) -> dict[str, Any] | None:
    """Return the manifest of a folder that is whole.

    Parameters
    ----------
    folder : Path
        The folder, which may not exist.
    key : str
        The name of what it should be made from.

    Returns
    -------
    dict or None
        What was written; None if the folder is not whole.
    """
    try:
        content: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))
        whole = content["key"] == key and content["files"] == _sums(folder)
    except (OSError, ValueError, KeyError):
        return None
    return content if whole else None


def is_whole(folder: Path, key: str) -> bool:
    """Say whether `folder` holds exactly what it was finished with, under the name `key`."""
    return read_manifest(folder, key) is not None


def _sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of a folder but its manifest, by its path."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if path != folder / MANIFEST
    }
